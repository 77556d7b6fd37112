"""Larger deadly patterns: loops, extended rectangles, graves.

If the cells held only the pattern, its digits could be swapped, so there would be a second solution.

The candidates outside a pattern are its guards: one of them is true. If all guards are in one cell, the digits of the
pattern are eliminated there (type 1). If all guards have the same digit, it is eliminated from cells that see all of
them (type 2). If two cells of a house have guards, they act as one cell of a naked subset (type 3); if a digit of the
pattern must be in one of them, its other digits are eliminated there (type 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Cell
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_geometry,
)
from farandole.logic.step import Level, LockedSet, Reason, Step, Technique, steps_of, technique
from farandole.logic.techniques.swaps import GUARD, PINNED, describe_grave, describe_guarded, describe_reverse
from farandole.logic.techniques.uniqueness import grave, naked
from farandole.records import replace

_Removes: TypeAlias = tuple[Candidate, ...]
Pattern: TypeAlias = Mapping[Cell, DigitSet]  # cells, and the mask of the digits of the pattern there

_SUDOPEDIA = "http://www.sudopedia.org/wiki/"


@technique(
    "Unique Loop",
    Level.HARD,
    code="0620",
    se=4.6,
    source=f"{_SUDOPEDIA}Unique_Loop",
    assumes_unique=True,
    describe=describe_guarded,
)
def unique_loop(board: Board, *, max_cells: int = 14) -> Iterator[Step]:
    """A ring of six or more cells shares two candidates, and each house that the ring meets has two of its cells.

    So one of the extra candidates of these cells is true, or else the two digits could be swapped.
    """
    known = set()
    for first, second in combinations(range(1, board.geometry.n_digits + 1), 2):
        pair = bit_of(first) | bit_of(second)
        cells = board.places[first] & board.places[second]
        for start in bits(cells):
            if board.masks[start] == pair:
                for ring in _rings(board, cells, pair, start, max_cells):
                    if ring not in known:
                        known.add(ring)
                        yield from guarded_steps(unique_loop, board, dict.fromkeys(bits(ring), pair))


def _rings(board: Board, cells: CellSet, pair: DigitSet, start: Cell, max_cells: int) -> Iterator[CellSet]:
    """Find rings through a cell, each cell in a house with the next, that can hold two digits in turn."""
    geometry = board.geometry

    def grow(cell: Cell, ring: CellSet, odd: CellSet, more: DigitSet, n_more: int) -> Iterator[CellSet]:
        size = ring.bit_count()
        if size >= 6 and not size % 2 and geometry.peers[cell] >> start & 1 and _alternates(geometry, ring, odd):
            yield ring
        if size == max_cells:
            return
        for next_cell in bits(geometry.peers[cell] & cells & ~ring):
            extra = board.masks[next_cell] & ~pair
            if extra and n_more > 1 and (more | extra).bit_count() > 1:
                continue
            if all((geometry.houses[house] & ring).bit_count() < 2 for house in geometry.houses_of[next_cell]):
                turn = odd if odd >> cell & 1 else odd | 1 << next_cell
                yield from grow(next_cell, ring | 1 << next_cell, turn, more | extra, n_more + bool(extra))

    return grow(start, 1 << start, 0, 0, 0)


def _alternates(geometry: Geometry, ring: CellSet, odd: CellSet) -> bool:
    houses = {house for cell in bits(ring) for house in geometry.houses_of[cell]}
    return all(
        (geometry.houses[house] & ring & odd).bit_count() == (geometry.houses[house] & ring & ~odd).bit_count()
        for house in houses
    )


@technique(
    "Extended Unique Rectangle",
    Level.HARD,
    code="0621",
    aliases=("Extended Rectangle",),
    source=f"{_SUDOPEDIA}Extended_Unique_Rectangle",
    assumes_unique=True,
    describe=describe_guarded,
)
def extended_rectangle(board: Board) -> Iterator[Step]:
    """Three cells of a line, and their neighbors in another line and in the same boxes, have the same three candidates.

    So one of the extra candidates of these cells is true, or else the two lines could be swapped.
    """
    return steps_of(extended_rectangle, _ladders(board))


@technique(
    "Multivalue Universal Grave",
    Level.HARD,
    code="0624",
    aliases=("MUG",),
    source="http://forum.enjoysudoku.com/mugs-and-bugs-t3765.html",
    assumes_unique=True,
    describe=describe_guarded,
)
def multivalue_grave(board: Board) -> Iterator[Step]:
    """An extended rectangle has the digits ab, abc and bc in its three pairs of cells, and all of abc in one cell.

    So one of the extra candidates of these cells is true, or else the two lines could be swapped.
    """
    return steps_of(multivalue_grave, _ladders(board))


def _ladders(board: Board) -> Iterator[Step]:
    masks = board.masks
    for rungs in ladders(board.geometry):
        cells = [cell for rung in rungs for cell in rung]
        if not all(masks[cell] for cell in cells):
            continue
        # All guards are in one cell, or are the same digit.
        if sum(masks[cell].bit_count() > len(rungs) + 1 for cell in cells) > 1:
            continue
        held = union(masks[cell] for cell in cells)
        for chosen in combinations(digits_of(held), len(rungs)):
            digits = union(map(bit_of, chosen))
            rich = [cell for cell in cells if masks[cell] & ~digits]
            # Each digit has a place on both lines, each cell has one of the digits.
            if (len(rich) > 1 and (held & ~digits).bit_count() > 1) or not all(masks[cell] & digits for cell in cells):
                continue
            pairs = [(masks[first] | masks[second]) & digits for first, second in rungs]
            is_mixed = sorted(pair.bit_count() for pair in pairs) == [2, 2, 3] and len(set(pairs)) == 3
            is_mixed = is_mixed and any(not digits & ~masks[cell] for cell in cells)
            kind = multivalue_grave if is_mixed else extended_rectangle
            yield from guarded_steps(kind, board, dict.fromkeys(cells, digits))


Rung: TypeAlias = tuple[Cell, Cell]


@cache_by_geometry
def ladders(geometry: Geometry) -> tuple[tuple[Rung, ...], ...]:
    """List triples of pairs of cells in which two crossing lines could swap their digits."""
    triples = []
    for kind in (HouseKind.ROW, HouseKind.COLUMN):
        for first, second in combinations(geometry.of_kind(kind), 2):
            rungs = [
                (cell, neighbor)
                for cell in geometry.cells[first]
                for neighbor in geometry.cells[second]
                if len(geometry.houses_containing(1 << cell | 1 << neighbor)) > 1 and _in_line(geometry, cell, neighbor)
            ]
            triples += [triple for triple in combinations(rungs, 3) if _may_swap(geometry, triple)]
    return tuple(triples)


def _in_line(geometry: Geometry, cell: Cell, other: Cell) -> bool:
    return any(
        geometry.kinds[house] in (HouseKind.ROW, HouseKind.COLUMN)
        for house in geometry.houses_containing(1 << cell | 1 << other)
    )


def _may_swap(geometry: Geometry, rungs: tuple[Rung, ...]) -> bool:
    first, second = (set_of(side) for side in zip(*rungs, strict=True))
    if first & second or (first | second).bit_count() != 2 * len(rungs):
        return False
    for number in {number for rung in rungs for cell in rung for number in geometry.houses_of[cell]}:
        house = geometry.houses[number]
        if (house & first == first and not house & second) or (house & second == second and not house & first):
            continue
        if any((house >> cell ^ house >> neighbor) & 1 for cell, neighbor in rungs):
            return False
        if sum(house >> cell & 1 for cell, _ in rungs) > 1:
            return False  # two pairs in a box could not hold the same three digits
    return True


@technique(
    "BUG-Lite", Level.HARD, code="0622", source=f"{_SUDOPEDIA}BUG_Lite", assumes_unique=True, describe=describe_guarded
)
def bug_lite(board: Board, *, max_cells: int = 10) -> Iterator[Step]:
    """Some cells have two digits each, and in each house, each of these three or more digits is in two or none.

    So one of the extra candidates of these cells is true, or else the digits could be swapped.
    """
    known = set()
    by_count = {n: {cell: mask for cell, mask in enumerate(board.masks) if mask.bit_count() == n} for n in (2, 3)}
    for start, mask in enumerate(board.masks):
        if mask.bit_count() < 3:
            continue
        seen = board.geometry.peers[start]
        near = union(held for cells in by_count.values() for cell, held in cells.items() if seen >> cell & 1)
        # All guards in this cell, or this is the first of several with the same guard.
        for pair in (set_of(digits_of_cell) for digits_of_cell in combinations(list(bits(mask & near)), 2)):
            guard = mask & ~pair
            usable = by_count[2]
            if guard.bit_count() == 1:
                usable = usable | {
                    cell: digits_of_cell & ~guard
                    for cell, digits_of_cell in by_count[3].items()
                    if digits_of_cell & guard and cell > start
                }
            for pattern in _lite(board, usable, {start: pair}, max_cells):
                key = frozenset(pattern.items())
                digits = union(pattern.values())
                if key not in known and digits.bit_count() > 2 and not digits & guard:
                    known.add(key)
                    yield from guarded_steps(bug_lite, board, pattern, types=(1, 2))


def _lite(
    board: Board, usable: dict[Cell, DigitSet], pattern: dict[Cell, DigitSet], max_cells: int
) -> Iterator[dict[Cell, DigitSet]]:
    """Complete a pattern so that each digit is in none or two of its cells in each house."""
    geometry = board.geometry
    counts: dict[tuple[HouseNumber, Digit], int] = {}
    for cell, mask in pattern.items():
        for house in geometry.houses_of[cell]:
            for digit in digits_of(mask):
                counts[house, digit] = counts.get((house, digit), 0) + 1
    if any(count > 2 for count in counts.values()):
        return
    lone = [fitting for fitting, count in counts.items() if count == 1]
    if not lone:
        yield dict(pattern)
        return
    if len(pattern) == max_cells:
        return
    best: list[Cell] | None = None
    for house, digit in lone:
        bit = bit_of(digit)
        fitting = [cell for cell in geometry.cells[house] if usable.get(cell, 0) & bit and cell not in pattern]
        if best is None or len(fitting) < len(best):
            best = fitting
    for cell in best or ():
        yield from _lite(board, usable, {**pattern, cell: usable[cell]}, max_cells)


@technique(
    "BUG Type 2", Level.HARD, se=5.7, source=f"{_SUDOPEDIA}BUG_Type_2", assumes_unique=True, describe=describe_grave
)
def bug_type_2(board: Board) -> Iterator[Step]:
    """Without one digit in some cells, open cells would have two candidates, and digits two places in each house.

    So one of these cells holds the digit, and no cell that sees all of them does.
    """
    return _graves(bug_type_2, board, 2)


@technique(
    "BUG Type 3", Level.HARD, se=5.8, source=f"{_SUDOPEDIA}BUG_Type_3", assumes_unique=True, describe=describe_grave
)
def bug_type_3(board: Board) -> Iterator[Step]:
    """Without some digits in two cells of a house, open cells have two candidates, and digits two places in a house.

    So one of these digits is true, and the two cells act as one cell of a naked subset of the house.
    """
    return _graves(bug_type_3, board, 3)


@technique(
    "BUG Type 4", Level.HARD, se=5.7, source=f"{_SUDOPEDIA}BUG_Type_4", assumes_unique=True, describe=describe_grave
)
def bug_type_4(board: Board) -> Iterator[Step]:
    """Without extra digits in two cells of a house, the board would be a BUG; a digit must be in one of the two.

    So the other cell holds an extra digit, and neither holds anything else.
    """
    return _graves(bug_type_4, board, 4)


def _graves(technique: Technique, board: Board, kind: int) -> Iterator[Step]:
    extra = grave(board)
    if extra is not None and len({cell for cell, _ in extra}) > 1:
        pattern = {cell: mask for cell, mask in enumerate(board.masks) if mask}
        for cell, digit in extra:
            pattern[cell] &= ~bit_of(digit)
        yield from guarded_steps(technique, board, pattern, types=(kind,))


def guarded_steps(
    technique: Technique, board: Board, pattern: Pattern, types: tuple[int, ...] = (1, 2, 3, 4)
) -> Iterator[Step]:
    """Find the steps of each type from the guards of a pattern."""
    masks = board.masks
    guards = tuple((cell, digit) for cell, digits in pattern.items() for digit in digits_of(masks[cell] & ~digits))
    cells = sorted({cell for cell, _ in guards})
    more = union(bit_of(digit) for _, digit in guards)
    if not guards:
        return
    reason = Reason(union(pattern.values()), set_of(pattern), parts={GUARD: guards})
    steps: list[Step] = []

    def note(eliminations: tuple[Candidate, ...], reason: Reason = reason) -> None:
        if eliminations:
            steps.append(Step(technique, (), eliminations, reason))

    if 1 in types and len(cells) == 1:
        note(board.candidates_in(1 << cells[0], pattern[cells[0]]))
    if 2 in types and len(cells) > 1 and more.bit_count() == 1:
        note(board.candidates_by_digit(board.geometry.seen_by_all(cells), (more.bit_length(),)))
    if len(cells) == 2 and cells[1] in bits(board.geometry.peers[cells[0]]):
        if 3 in types:
            for house, subset, eliminations in _as_one_cell(board, cells, more):
                note(eliminations, replace(reason, houses=(house,), sets=(subset,)))
        if 4 in types:
            for house, digit, eliminations in _pinned(board, pattern, cells):
                pinned = tuple((cell, digit) for cell in cells)
                note(eliminations, replace(reason, houses=(house,), parts={GUARD: guards, PINNED: pinned}))
    yield from steps


def _as_one_cell(board: Board, cells: list[Cell], more: DigitSet) -> Iterator[tuple[HouseNumber, LockedSet, _Removes]]:
    pair = set_of(cells)
    for house in board.geometry.houses_containing(pair):
        others = [cell for cell in board.geometry.cells[house] if board.masks[cell] and cell not in cells]
        for subset, digits in naked(board.masks, others, 0, more, 1):
            eliminated = board.candidates_in(board.geometry.houses[house] & ~subset & ~pair, digits)
            yield house, LockedSet(subset, digits), eliminated


def _pinned(board: Board, pattern: Pattern, cells: list[Cell]) -> Iterator[tuple[HouseNumber, Digit, _Removes]]:
    first, second = cells
    geometry = board.geometry
    for house in geometry.houses_containing(set_of(cells)):
        for digit in digits_of(pattern[first] & pattern[second]):
            places = geometry.houses[house] & board.places[digit]
            if geometry.is_full[house] and places and not places & ~set_of(cells):
                eliminated = {cell: board.masks[cell] & pattern[cell] & ~bit_of(digit) for cell in cells}
                yield (
                    house,
                    digit,
                    tuple((cell, other_digit) for cell in cells for other_digit in digits_of(eliminated[cell])),
                )


@technique(
    "Reverse BUG",
    Level.HARD,
    code="0623",
    source=f"{_SUDOPEDIA}Reverse_BUG",
    assumes_unique=True,
    describe=describe_reverse,
)
def reverse_bug(board: Board) -> Iterator[Step]:
    """With a certain digit, a cell would complete a pattern of two digits, without givens, both in each of its houses.

    So the two digits could be swapped, and the cell doesn't hold that digit.
    """
    for cell in bits(board.open):
        for digit in digits_of(board.masks[cell]):
            for other_digit in range(1, board.geometry.n_digits + 1):
                if other_digit != digit:
                    closed = _closed(board, cell, digit, other_digit)
                    if closed:
                        reason = Reason(bit_of(digit) | bit_of(other_digit), closed)
                        yield Step(reverse_bug, (), ((cell, digit),), reason)


def _closed(board: Board, start: Cell, digit: Digit, other_digit: Digit) -> CellSet:
    """Return the cells that would have to swap with a cell; 0 if one of them is a given or not solved."""
    geometry, values = board.geometry, board.values
    opposite = {digit: other_digit, other_digit: digit}
    closed, queue = 1 << start, [(start, digit)]
    for cell, value in queue:
        for house in geometry.houses_of[cell]:
            partner = next((peer for peer in geometry.cells[house] if values[peer] == opposite[value]), None)
            if partner is None:
                if opposite[value] == digit and geometry.houses[house] >> start & 1:
                    continue
                return 0
            if board.givens >> partner & 1:
                return 0
            if not closed >> partner & 1:
                closed |= 1 << partner
                queue.append((partner, opposite[value]))
    return closed
