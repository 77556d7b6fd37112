"""SK-loops: eight pairs of cells around four boxes, each sharing digits with the next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from farandole.bitsets import bits, set_of, union
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.step import Level, LockedSet, Reason, Step, technique
from farandole.logic.wording.words import describe_houses, join_words, name_cells

_N = 8  # pairs in the loop; pair n shares house n with pair n + 1

_PairSet: TypeAlias = int  # bit n for pair n, or for house n
_Lines: TypeAlias = tuple[HouseNumber, HouseNumber]


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    pairs = tr("; ").join(join_words(name_cells(geometry, pair.cells)) for pair in reason.sets)
    houses = describe_houses(geometry, reason.houses)
    yield tr(
        "Each of these groups of cells shares a house with the next, and the last with the first: {cells}", cells=pairs
    )
    yield tr("In each of these houses, {houses}, a digit fills only one of the cells", houses=houses)
    yield tr(
        "It takes every digit that they can share there to fill all {number} cells", number=reason.cells.bit_count()
    )
    yield tr("So each of these digits is there, and nowhere else in its house")


@technique(
    "SK-Loop",
    Level.EXTREME,
    aliases=("Virus Pattern", "Domino Loop"),
    source="Steve Kurzhals (Steve K), The Easter Monster, sudoku.com forum 2007",
    describe=_describe,
)
def sk_loop(board: Board) -> Iterator[Step]:
    """Eight pairs of cells around four boxes share digits, each pair with the next, in a row, a column or a box.

    If there are just enough shared digits to fill the cells, each is in the house where it is shared, and nowhere
    else in that house.
    """
    geometry = board.geometry
    excess = _excess_at_crossings(board)
    for rows in combinations(geometry.of_kind(HouseKind.ROW), 2):
        fitting = {
            column: excess[rows[0], column] + excess[rows[1], column]
            for column in geometry.of_kind(HouseKind.COLUMN)
            if (rows[0], column) in excess and (rows[1], column) in excess
        }
        if not fitting or 2 * min(fitting.values()) > 0:
            continue
        for columns in combinations(fitting, 2):
            if fitting[columns[0]] + fitting[columns[1]] > 0:
                continue
            loop = _loop(board, (rows[0], rows[1]), (columns[0], columns[1]))
            if loop is not None:
                step = _sk_loop(board, *loop)
                if step is not None:
                    yield step


def _excess_at_crossings(board: Board) -> dict[tuple[HouseNumber, HouseNumber], int]:
    """Count, where a row and a column cross, the digits of the two pairs in the box, less twice their cells.

    A house is shared by two pairs, so a digit fills at least half as many cells as there are pairs with it. The digits
    of a loop fill all of its cells, hence over its four crossings these numbers add up to at most 0. Where a pair would
    have no cell, there is no number.
    """
    geometry, is_open = board.geometry, board.cached(_open)
    excess = {}
    for cell in range(geometry.n_cells):
        houses = geometry.houses_of[cell]
        boxes, rows, columns = (
            [house for house in houses if geometry.kinds[house] is kind]
            for kind in (HouseKind.BOX, HouseKind.ROW, HouseKind.COLUMN)
        )
        if len(boxes) != 1:
            continue
        around = geometry.houses[boxes[0]] & ~(1 << cell) & is_open
        for row, column in product(rows, columns):
            pairs = [around & geometry.houses[line] for line in (row, column)]
            if all(pairs):
                excess[row, column] = sum(_digits_in(board, pair).bit_count() - 2 * pair.bit_count() for pair in pairs)
    return excess


def _loop(board: Board, rows: _Lines, columns: _Lines) -> tuple[list[CellSet], list[HouseNumber]] | None:
    """Find the open cells of the eight pairs, and the houses between them, around two rows and two columns."""
    geometry, is_open = board.geometry, board.cached(_open)
    boxes = []
    for row, column in ((0, 0), (0, 1), (1, 1), (1, 0)):
        corner = geometry.houses[rows[row]] & geometry.houses[columns[column]]
        if not corner:
            return None
        cell = corner.bit_length() - 1
        here = [house for house in geometry.houses_of[cell] if geometry.kinds[house] is HouseKind.BOX]
        if len(here) != 1 or here[0] in boxes:
            return None
        boxes.append(here[0])
    pairs, houses = [], []
    lines = (columns[0], rows[0], columns[1], rows[1])
    for n, box in enumerate(boxes):
        line, onward = lines[n], lines[(n + 1) % 4]
        corner = geometry.houses[line] & geometry.houses[onward]
        around = geometry.houses[box] & ~corner & is_open
        pairs += [around & geometry.houses[line], around & geometry.houses[onward]]
        houses += [box, onward]
    if not all(pairs) or any(first & second for first, second in combinations(pairs, 2)):
        return None
    return (pairs, houses) if sum(map(int.bit_count, pairs)) > 12 else None


def _open(board: Board) -> CellSet:
    return board.open


def _sk_loop(board: Board, pairs: list[CellSet], houses: list[HouseNumber]) -> Step | None:
    n_cells = sum(map(int.bit_count, pairs))
    shared: dict[Digit, _PairSet] = {}
    for digit in range(1, board.geometry.n_digits + 1):
        holding = set_of(n for n, pair in enumerate(pairs) if pair & board.places[digit])
        least, either = covers(holding)
        n_cells -= least
        shared[digit] = either
    if n_cells:
        return None
    eliminated: dict[Digit, CellSet] = {}
    for digit, either in shared.items():
        for n in bits(either):
            outside = board.geometry.houses[houses[n]] & ~pairs[n] & ~pairs[(n + 1) % _N]
            eliminated[digit] = eliminated.get(digit, 0) | outside & board.places[digit]
    eliminations = tuple((cell, digit) for digit in sorted(eliminated) for cell in bits(eliminated[digit]))
    if not eliminations:
        return None
    sets = tuple(LockedSet(pair, _digits_in(board, pair)) for pair in pairs)
    return Step(sk_loop, (), eliminations, Reason(_digits_in(board, sum(pairs)), sum(pairs), tuple(houses), sets=sets))


def _digits_in(board: Board, cells: CellSet) -> DigitSet:
    return union(board.masks[cell] for cell in bits(cells))


@cache
def covers(holding: _PairSet) -> tuple[int, _PairSet]:
    """Find the fewest houses in which all pairs with a digit can share it, and all houses of such choices."""
    least, either = _N + 1, 0
    for houses in range(1 << _N):
        touched = houses | houses << 1 | houses >> _N - 1
        if holding & ~touched or houses.bit_count() > least:
            continue
        either = houses if houses.bit_count() < least else either | houses
        least = houses.bit_count()
    return least, either
