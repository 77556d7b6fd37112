"""Borescoper's and Qiu's deadly patterns: seven or eight cells of three boxes, and two lines of a chute with two cells.

As in other deadly patterns, the candidates that prevent the pattern are its guards, and one of them is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, is_single, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    DigitSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_cells,
    cache_by_geometry,
)
from farandole.logic.step import Level, Node, Reason, Step, technique
from farandole.logic.techniques.deadly import guarded_steps
from farandole.logic.techniques.swaps import GUARD, describe_consequences_of_guards, describe_guarded
from farandole.logic.wording.chains import excludes
from farandole.logic.wording.words import describe_houses, join_words, name_cells, name_digits
from farandole.records import replace

_SOURCE = "SunnieShine, Sudoku, Unique Polygon and Qiu's Deadly Pattern, https://github.com/SunnieShine/Sudoku"

_MAX_TRIED = 40_000  # pairs of digits in patterns of Qiu; a 9x9 grid has 34,992, larger grids have millions

_MAX_GUARDS = 12  # of Qiu's pattern: more exclude nothing together

_Square: TypeAlias = tuple[tuple[Cell, Cell], tuple[Cell, Cell]]  # two cells of each of two rows in a box


# ── Borescoper's deadly pattern ─────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Borescoper's Deadly Pattern",
    Level.HARD,
    aliases=("Unique Polygon", "Unique Heptagon", "Unique Octagon"),
    source=_SOURCE,
    assumes_unique=True,
    describe=describe_guarded,
)
def borescopers_deadly_pattern(board: Board) -> Iterator[Step]:
    """Three or four cells of a square in a box, two beside it and two below have as many digits as the box has cells.

    They could be filled in another way, so one of the extra candidates of these cells is true.
    """
    for square, beside, below in _corners(board.geometry):
        first, second = square
        four = (*first, *second)
        for left_out in (*four, None):
            held = [cell for cell in four if cell != left_out]
            if not all(board.masks[cell] for cell in held):
                continue
            if sum(board.masks[cell].bit_count() > len(held) + 1 for cell in held) > 2:
                continue  # these have two extra digits each, which is never guarded
            for digits in combinations(digits_of(union(board.masks[cell] for cell in held)), len(held)):
                mask = union(map(bit_of, digits))
                rich = [cell for cell in held if board.masks[cell] & ~mask]
                if not _may_be_guarded(board, rich, mask):
                    continue
                for pair in beside:
                    with_pair = rich + [cell for cell in pair if board.masks[cell] & ~mask]
                    if not _fits(board, pair, mask) or not _may_be_guarded(board, with_pair, mask):
                        continue
                    for other in below:
                        with_both = with_pair + [cell for cell in other if board.masks[cell] & ~mask]
                        if _fits(board, other, mask) and with_both and _may_be_guarded(board, with_both, mask):
                            cells = (*held, *pair, *other)
                            yield from guarded_steps(borescopers_deadly_pattern, board, dict.fromkeys(cells, mask))


def _may_be_guarded(board: Board, rich: list[Cell], digits: DigitSet) -> bool:
    """Return whether the extra candidates are in at most two cells, or are all the same digit."""
    return len(rich) < 3 or is_single(union(board.masks[cell] for cell in rich) & ~digits)


def _fits(board: Board, cells: tuple[Cell, Cell], digits: DigitSet) -> bool:
    return all(board.masks[cell] & digits for cell in cells)


@cache_by_geometry
def _corners(
    geometry: Geometry,
) -> tuple[tuple[_Square, tuple[tuple[Cell, Cell], ...], tuple[tuple[Cell, Cell], ...]], ...]:
    """List squares of two rows and two columns in a box, with the pairs of their rows and columns in other boxes."""
    chutes = _chutes(geometry)
    corners = []
    for rows in chutes[0]:
        for columns in chutes[1]:
            left, right = columns
            first, second = ((_meeting(geometry, row, left), _meeting(geometry, row, right)) for row in rows)
            square = (first, second)
            boxes = {box for line in square for cell in line for box in _boxes(geometry, cell)}
            if len(boxes) == 1:
                beside = tuple(rung for rung in _rungs(geometry, *rows) if not boxes & _boxes(geometry, rung[0]))
                below = tuple(rung for rung in _rungs(geometry, *columns) if not boxes & _boxes(geometry, rung[0]))
                corners.append((square, beside, below))
    return tuple(corners)


# ── Lines of a chute ────────────────────────────────────────────────────────────────────────────────────────────────


_Lines: TypeAlias = tuple[HouseNumber, HouseNumber]


@cache_by_geometry
def _chutes(geometry: Geometry) -> tuple[tuple[_Lines, ...], tuple[_Lines, ...]]:
    """List pairs of rows, and of columns, with cells pairwise in a box; none if there are other kinds of houses."""
    if HouseKind.OTHER in geometry.kinds or not all(geometry.is_full):
        return (), ()
    if any(len(_boxes(geometry, cell)) != 1 or len(geometry.houses_of[cell]) != 3 for cell in range(geometry.n_cells)):
        return (), ()
    pairs = []
    for kind in (HouseKind.ROW, HouseKind.COLUMN):
        lines = combinations(geometry.of_kind(kind), 2)
        pairs.append(tuple(pair for pair in lines if len(_rungs(geometry, *pair)) == geometry.n_digits))
    return pairs[0], pairs[1]


@cache_by_cells
def _rungs(geometry: Geometry, first: HouseNumber, second: HouseNumber) -> tuple[tuple[Cell, Cell], ...]:
    """List the pairs of cells of two lines that are in the same line across and the same box."""
    return tuple(
        (cell, other)
        for cell in geometry.cells[first]
        for other in geometry.cells[second]
        if len(geometry.houses_containing(1 << cell | 1 << other)) == 2
    )


def _boxes(geometry: Geometry, cell: Cell) -> set[HouseNumber]:
    return {house for house in geometry.houses_of[cell] if geometry.kinds[house] is HouseKind.BOX}


def _meeting(geometry: Geometry, first: HouseNumber, second: HouseNumber) -> Cell:
    return (geometry.houses[first] & geometry.houses[second]).bit_length() - 1


# ── Qiu's deadly pattern ────────────────────────────────────────────────────────────────────────────────────────────


class _Pattern(NamedTuple):
    """Two lines of a chute, the square where two lines across meet them in a box, and two cells outside.

    Parameters
    ----------
    lines : (HouseNumber, HouseNumber)
    box : HouseNumber
    square : CellSet
    corner : (Cell, Cell)
        Two cells of another box on the lines across, in one line.
    """

    lines: _Lines
    box: HouseNumber
    square: CellSet
    corner: tuple[Cell, Cell]


def _describe_qiu(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    digits = join_words(name_digits(geometry, reason.digits))
    box = geometry.houses[reason.covers[0]]
    square = reason.cells & box
    yield tr(
        "In {houses}, at most one given counts, because the others exchange the same digits with the cells beside them",
        houses=describe_houses(geometry, reason.houses),
    )
    yield tr(
        "If {cells} held only {digits}, and {box} held these digits in {square}, "
        "they could be swapped there, and digits of the two lines with them",
        cells=join_words(name_cells(geometry, reason.cells & ~box)),
        digits=digits,
        box=describe_houses(geometry, reason.covers),
        square=join_words(name_cells(geometry, square)),
    )
    yield tr("Then there would be a second solution")
    yield from describe_consequences_of_guards(step, geometry)


@technique(
    "Qiu's Deadly Pattern",
    Level.HARD,
    aliases=("Distinction Theory",),
    source=_SOURCE,
    assumes_unique=True,
    describe=_describe_qiu,
)
def qius_deadly_pattern(board: Board) -> Iterator[Step]:
    """Two lines of a chute have only one given that fixes them, and a box on them has two digits in a square of them.

    If two cells beside this square held only the two digits, there would be a second solution, so a guard is true.
    """
    geometry = board.geometry
    n_tried = 0
    for pattern in _qiu_patterns(geometry):
        first, second = pattern.corner
        if not board.masks[first] or not board.masks[second] or not _is_movable(board, pattern):
            continue
        box = geometry.houses[pattern.box]
        n_tried += comb((board.masks[first] | board.masks[second]).bit_count(), 2)
        if n_tried > _MAX_TRIED:
            return
        for pair in combinations(digits_of(board.masks[first] | board.masks[second]), 2):
            mask = union(map(bit_of, pair))
            if not all(board.masks[cell] & mask for cell in pattern.corner):
                continue
            places = [board.places[digit] & box for digit in pair]
            if not all(cells & pattern.square for cells in places):
                continue
            outside = tuple(
                (cell, digit)
                for digit, cells in zip(pair, places, strict=True)
                for cell in bits(cells & ~pattern.square)
            )
            yield from _qiu_steps(board, pattern, mask, outside)


def _qiu_steps(board: Board, pattern: _Pattern, digits: DigitSet, outside: tuple[Candidate, ...]) -> Iterator[Step]:
    geometry = board.geometry
    corner = dict.fromkeys(pattern.corner, digits)
    cells = set_of(pattern.corner) | pattern.square

    def dressed(step: Step) -> Step:
        reason = replace(step.reason, cells=step.reason.cells | cells, covers=(pattern.box,), filled=())
        return replace(step, reason=replace(reason, houses=(*pattern.lines, *step.reason.houses)))

    if not outside:
        yield from map(dressed, guarded_steps(qius_deadly_pattern, board, corner, types=(1, 2)))
        return
    guards = outside + board.candidates_in(set_of(pattern.corner), ~digits)
    if len(guards) > _MAX_GUARDS:
        return
    nodes = [Node(digit, 1 << cell) for cell, digit in guards]
    near = set_of(cell for node in nodes for cell in bits(node.cells)) | geometry.peers[guards[0][0]]
    eliminations = tuple(
        candidate
        for candidate in board.candidates_in(near, -1)
        if candidate not in guards and all(excludes(geometry, node, candidate) for node in nodes)
    )
    if eliminations:
        reason = Reason(digits, cells, pattern.lines, (pattern.box,), parts={GUARD: guards})
        yield Step(qius_deadly_pattern, (), eliminations, reason)


@cache_by_geometry
def _qiu_patterns(geometry: Geometry) -> tuple[_Pattern, ...]:
    found = []
    rows, columns = _chutes(geometry)
    for along, across in ((rows, columns), (columns, rows)):
        for lines in along:
            for crossing in across:
                square = {_meeting(geometry, line, other) for line in lines for other in crossing}
                boxes = {box for cell in square for box in _boxes(geometry, cell)}
                if len(boxes) != 1:
                    continue
                [box] = boxes
                found += [
                    _Pattern(lines, box, set_of(square), rung)
                    for rung in _rungs(geometry, *crossing)
                    if box not in _boxes(geometry, rung[0])
                ]
    return tuple(found)


def _is_movable(board: Board, pattern: _Pattern) -> bool:
    """Return whether the two lines have at most one given, except where they exchange the same digits."""
    geometry, values = board.geometry, board.values
    rungs = _rungs(geometry, *pattern.lines)
    closed = [rung for rung in rungs if values[rung[0]] and values[rung[1]] and not pattern.square >> rung[0] & 1]
    while True:
        sides = [{values[rung[side]] for rung in closed} for side in (0, 1)]
        kept = [rung for rung in closed if values[rung[0]] in sides[1] and values[rung[1]] in sides[0]]
        if len(kept) == len(closed):
            break
        closed = kept
    fixed = [cell for rung in rungs if rung not in closed for cell in rung if board.givens >> cell & 1]
    return len(fixed) < 2
