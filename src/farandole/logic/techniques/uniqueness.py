"""Unique, hidden and avoidable rectangles: four cells in which two digits could be swapped for a second solution.

Two digits can be swapped in the corners of a rectangle if each house has one corner of each diagonal, or none: in the
classic grid, two rows and two columns that meet in two boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of, union
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
    cache_by_cells,
)
from farandole.logic.step import Level, Reason, Step, Technique, steps_of, technique
from farandole.logic.techniques.swaps import (
    EXTRA,
    MORE,
    PAIR,
    describe_avoidable,
    describe_bug_plus_1,
    describe_crossed,
    describe_hidden,
    describe_pinned,
    describe_rectangle,
)
from farandole.records import replace

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, UniquenessSolver"

Corners: TypeAlias = tuple[Cell, Cell, Cell, Cell]  # one and its neighbor in the box, then the two opposite to them


@technique(
    "Uniqueness Test 1",
    Level.HARD,
    score=100,
    code="0600",
    se=4.5,
    aliases=("Unique Rectangle Type 1",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_rectangle,
)
def uniqueness_1(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """Three corners of a rectangle have only the same two candidates. So the fourth holds neither digit."""
    return steps_of(uniqueness_1, unique_rectangles(board, missing=missing))


@technique(
    "Uniqueness Test 2",
    Level.HARD,
    score=100,
    code="0601",
    se=4.5,
    aliases=("Unique Rectangle Type 2",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_rectangle,
)
def uniqueness_2(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """Two corners of a rectangle, in one line, have the same extra digit besides the pair.

    So one of them holds it, and no cell that sees both does.
    """
    return steps_of(uniqueness_2, unique_rectangles(board, missing=missing))


@technique(
    "Uniqueness Test 3",
    Level.HARD,
    score=100,
    code="0602",
    se=4.5,
    aliases=("Unique Rectangle Type 3",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_rectangle,
)
def uniqueness_3(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """The extra digits of two corners form a naked subset with other cells of a house, as if the corners were one cell.

    So no other cell of the house holds a digit of the subset.
    """
    return steps_of(uniqueness_3, unique_rectangles(board, missing=missing))


@technique(
    "Uniqueness Test 4",
    Level.HARD,
    score=100,
    code="0603",
    se=4.5,
    aliases=("Unique Rectangle Type 4",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_pinned,
)
def uniqueness_4(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """One of two corners in a line must hold a certain digit of the pair. So neither corner holds the other digit."""
    return steps_of(uniqueness_4, unique_rectangles(board, missing=missing))


@technique(
    "Uniqueness Test 5",
    Level.HARD,
    score=100,
    code="0604",
    se=4.5,
    aliases=("Unique Rectangle Type 5",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_rectangle,
)
def uniqueness_5(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """Two diagonal corners, or three corners, have the same extra digit.

    So one of them holds it, and no cell that sees all of them does.
    """
    return steps_of(uniqueness_5, unique_rectangles(board, missing=missing))


@technique(
    "Uniqueness Test 6",
    Level.HARD,
    score=100,
    code="0605",
    aliases=("Unique Rectangle Type 6",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_crossed,
)
def uniqueness_6(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """In the rows and columns of a rectangle, one digit of the pair has no other places.

    So no corner with extra digits holds it.
    """
    return steps_of(uniqueness_6, unique_rectangles(board, missing=missing))


@technique(
    "Hidden Rectangle",
    Level.HARD,
    score=100,
    code="0606",
    aliases=("Hidden Unique Rectangle",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_hidden,
)
def hidden_rectangle(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """A corner has only the pair, and in both lines of the opposite corner, one of its digits has no other place.

    So the opposite corner doesn't hold the other digit of the pair.
    """
    return steps_of(hidden_rectangle, unique_rectangles(board, missing=missing))


class _Rectangle(NamedTuple):
    """Four corners, and a pair of digits that each may hold.

    `bare`: the corners with no other candidate; `rich`: the corners with others; both in ascending order.
    """

    corners: Corners
    cells: CellSet
    pair: DigitSet
    bare: tuple[Cell, ...]
    rich: tuple[Cell, ...]
    more: DigitSet  # the other candidates of the rich corners

    def step(
        self,
        board: Board,
        technique: Technique,
        eliminations: Sequence[Candidate],
        subset: CellSet = 0,
        houses: tuple[HouseNumber, ...] = (),
    ) -> Step:
        parts = {
            PAIR: tuple((cell, digit) for cell in self.corners for digit in digits_of(self.pair)),
            MORE: board.candidates_in(set_of(self.rich), self.more),
        }
        reason = Reason(self.pair, self.cells | subset, houses, parts=parts)
        return Step(technique, (), tuple(eliminations), reason)


def unique_rectangles(board: Board, *, missing: bool = True) -> Iterator[Step]:
    """Find all uniqueness tests; with `missing`, a digit of the pair may be eliminated from some corners."""
    return iter(board.cached(_with_missing if missing else _without_missing))


def _with_missing(board: Board) -> list[Step]:
    return [step for rectangle in _rectangles(board, True) for step in _find_tests(board, rectangle)]


def _without_missing(board: Board) -> list[Step]:
    return [step for rectangle in _rectangles(board, False) for step in _find_tests(board, rectangle)]


def _find_tests(board: Board, rectangle: _Rectangle) -> Iterator[Step]:
    n_bare = len(rectangle.bare)
    if n_bare == 3:
        yield from _elimination_steps(board, uniqueness_1, rectangle, rectangle.rich, rectangle.pair)
    if n_bare in (1, 2):
        yield from _one_more(board, rectangle)
    if n_bare == 2:
        yield from _find_subsets(board, rectangle)
        yield from _pinned(board, rectangle)
        yield from _crossed(board, rectangle)
    if n_bare == 1 or (n_bare == 2 and not _in_line(board.geometry, rectangle.bare)):
        for corner in rectangle.bare:
            yield from _find_hidden(board, rectangle, corner)


def _rectangles(board: Board, missing: bool) -> Iterator[_Rectangle]:
    """Find the rectangles with at least one corner that has only a pair, each once."""
    masks = board.masks
    known = set()
    usable = board.cached(_unseen) if missing else board.places
    for cell, pair in enumerate(masks):
        if pair.bit_count() != 2:
            continue
        first, second = digits_of(pair)
        allowed = usable[first] & usable[second]
        for corners, cells in corners_from(board.geometry, cell):
            if cells & allowed != cells or cells in known:
                continue
            known.add(cells)
            bare: list[Cell] = []
            rich: list[Cell] = []
            more = 0
            for corner in sorted(corners):
                beside = masks[corner] & ~pair
                more |= beside
                (rich if beside else bare).append(corner)
            yield _Rectangle(corners, cells, pair, tuple(bare), tuple(rich), more)


def _unseen(board: Board) -> list[CellSet]:
    """Return for each digit the open cells that don't see it placed, even if it is no longer a candidate there."""
    peers = board.geometry.peers
    unseen = [board.open] * (board.geometry.n_digits + 1)
    for cell, digit in enumerate(board.values):
        if digit:
            unseen[digit] &= ~peers[cell]
    return unseen


@cache_by_cells
def corners_from(geometry: Geometry, cell: Cell) -> tuple[tuple[Corners, CellSet], ...]:
    """List the rectangles with a corner in which two digits can be swapped, also as sets of cells.

    They are ordered by the neighbor of the corner in its box.
    """
    positions = geometry.grid.positions
    at = {position: other_cell for other_cell, position in enumerate(positions)}
    row, column = positions[cell]
    boxes = union(
        geometry.houses[house] for house in geometry.houses_of[cell] if geometry.kinds[house] is HouseKind.BOX
    )
    rectangles = []
    for neighbor in bits(boxes & ~(1 << cell)):
        r, c = positions[neighbor]
        if r == row:
            opposite = [
                ((other_cell, column), (other_cell, c)) for other_cell in sorted({r for r, _ in positions} - {row})
            ]
        elif c == column:
            opposite = [
                ((row, other_cell), (r, other_cell)) for other_cell in sorted({c for _, c in positions} - {column})
            ]
        else:
            continue
        for first, second in opposite:
            if first in at and second in at:
                corners = cell, neighbor, at[first], at[second]
                if _may_swap(geometry, corners):
                    rectangles.append((corners, set_of(corners)))
    return tuple(rectangles)


def _may_swap(geometry: Geometry, corners: Corners) -> bool:
    first, second, third, fourth = (set_of(geometry.houses_of[corner]) for corner in corners)
    return not first & fourth and not second & third and first | fourth == second | third


@cache_by_cells
def _in_line(geometry: Geometry, cells: tuple[Cell, ...]) -> bool:
    return any(
        geometry.kinds[house] in (HouseKind.ROW, HouseKind.COLUMN)
        for house in geometry.houses_containing(set_of(cells))
    )


def _elimination_steps(
    board: Board,
    technique: Technique,
    rectangle: _Rectangle,
    cells: Iterable[Cell],
    mask: DigitSet,
    houses: tuple[HouseNumber, ...] = (),
) -> Iterator[Step]:
    eliminations = board.candidates_in(set_of(cells), mask)
    if eliminations:
        yield rectangle.step(board, technique, eliminations, houses=houses)


def _one_more(board: Board, rectangle: _Rectangle) -> Iterator[Step]:
    """Find tests 2 and 5: there is only one extra digit."""
    if rectangle.more.bit_count() == 1:
        rich = rectangle.rich
        eliminations = board.candidates_by_digit(board.geometry.seen_by_all(rich), (rectangle.more.bit_length(),))
        if eliminations:
            in_line = len(rich) == 2 and _in_line(board.geometry, rich)
            yield rectangle.step(board, uniqueness_2 if in_line else uniqueness_5, eliminations)


def _find_subsets(board: Board, rectangle: _Rectangle) -> Iterator[Step]:
    """Find test 3: in a house of both rich corners, a subset of cells without the pair."""
    geometry, masks = board.geometry, board.masks
    roof = set_of(rectangle.rich)
    for house in geometry.houses_containing(roof):
        others = [
            cell
            for cell in geometry.cells[house]
            if masks[cell] and not masks[cell] & rectangle.pair and not rectangle.cells >> cell & 1
        ]
        for chosen, digits in naked(masks, others, 0, rectangle.more, 1):
            subset = roof | chosen
            lines = [line for line in geometry.houses_containing(subset) if geometry.kinds[line] is not HouseKind.BOX]
            if geometry.kinds[house] is HouseKind.BOX:
                if lines:
                    continue  # found in the line
                targets = geometry.houses[house]
            else:
                targets = geometry.houses[house]
                for box in geometry.houses_containing(subset):
                    if geometry.kinds[box] is HouseKind.BOX:
                        targets |= geometry.houses[box]
            eliminations = board.candidates_in(targets & ~subset, digits)
            if eliminations:
                yield rectangle.step(board, uniqueness_3, eliminations, chosen, (house,))


def naked(
    masks: list[DigitSet], cells: list[Cell], start: int, held: DigitSet, size: int
) -> Iterator[tuple[CellSet, DigitSet]]:
    """Extend a group of `size` cells with the digits `held` to naked subsets by cells from a list."""
    for n in range(start, len(cells)):
        more = held | masks[cells[n]]
        if more.bit_count() == size + 1:
            yield 1 << cells[n], more
        if more.bit_count() <= size + len(cells) - n:
            for chosen, digits in naked(masks, cells, n + 1, more, size + 1):
                yield chosen | 1 << cells[n], digits


def _pinned(board: Board, rectangle: _Rectangle) -> Iterator[Step]:
    """Find test 4: no cell that sees both rich corners, which are in a line, has a certain digit of the pair."""
    geometry, rich = board.geometry, rectangle.rich
    full = [house for house in geometry.houses_containing(set_of(rich)) if geometry.is_full[house]]
    if not full or not _in_line(geometry, rich):
        return
    seen = geometry.seen_by_all(rich)
    low, high = digits_of(rectangle.pair)
    for digit, other_digit in ((low, high), (high, low)):
        if not seen & board.places[digit]:
            yield from _elimination_steps(board, uniqueness_4, rectangle, rich, bit_of(other_digit), (full[0],))
            return


def _crossed(board: Board, rectangle: _Rectangle) -> Iterator[Step]:
    """Find test 6: the lines have a digit of the pair only in the rectangle, and rich corners are diagonal."""
    rich = rectangle.rich
    if _in_line(board.geometry, rich):
        return
    lines, houses = _lines_of(board.geometry, rectangle.corners, rich)
    if lines:
        for digit in digits_of(rectangle.pair):
            if not lines & board.places[digit] & ~rectangle.cells:
                yield from _elimination_steps(board, uniqueness_6, rectangle, rich, bit_of(digit), houses)
                return


def _find_hidden(board: Board, rectangle: _Rectangle, corner: Cell) -> Iterator[Step]:
    """Find hidden rectangles: in both lines of the corner opposite a bare one, a digit has no other place."""
    corners = rectangle.corners
    opposite = corners[3 - corners.index(corner)]
    lines, houses = _lines_of(board.geometry, corners, (opposite,))
    if lines:
        low, high = digits_of(rectangle.pair)
        for digit, other_digit in ((low, high), (high, low)):
            if not lines & board.places[digit] & ~rectangle.cells:
                yield from _elimination_steps(
                    board, hidden_rectangle, rectangle, (opposite,), bit_of(other_digit), houses
                )


@cache_by_cells
def _lines_of(geometry: Geometry, corners: Corners, cells: tuple[Cell, ...]) -> tuple[CellSet, tuple[HouseNumber, ...]]:
    """Return the rows and columns along the sides of a rectangle at some corners; none if one isn't full."""
    lines: list[HouseNumber] = []
    for cell in cells:
        for corner in corners:
            if corner != cell and _in_line(geometry, (cell, corner)):
                houses = geometry.houses_containing(1 << cell | 1 << corner)
                full = [
                    house
                    for house in houses
                    if geometry.is_full[house] and geometry.kinds[house] in (HouseKind.ROW, HouseKind.COLUMN)
                ]
                if not full:
                    return 0, ()
                lines += full
    return union(geometry.houses[house] for house in lines), tuple(dict.fromkeys(sorted(lines)))


@technique(
    "Avoidable Rectangle Type 1",
    Level.HARD,
    score=100,
    code="0607",
    aliases=("Avoidable Unique Rectangle",),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_avoidable,
)
def avoidable_rectangle_1(board: Board) -> Iterator[Step]:
    """Three corners of a rectangle are solved, and none of them is a given.

    So the fourth doesn't hold the digit that would let the corners swap.
    """
    return steps_of(avoidable_rectangle_1, avoidable_rectangles(board))


@technique(
    "Avoidable Rectangle Type 2",
    Level.HARD,
    score=100,
    code="0608",
    source=_SCORED,
    assumes_unique=True,
    describe=describe_avoidable,
)
def avoidable_rectangle_2(board: Board) -> Iterator[Step]:
    """Two corners are solved, neither a given; the others have the digits to swap and the same extra digit.

    So one of these holds the extra digit, and no cell that sees both does.
    """
    return steps_of(avoidable_rectangle_2, avoidable_rectangles(board))


def avoidable_rectangles(board: Board) -> Iterator[Step]:
    """Find avoidable rectangles."""
    return iter(board.cached(_avoidable))


def _avoidable(board: Board) -> list[Step]:
    values = board.values
    known: set[CellSet] = set()
    steps: list[Step] = []
    solved = [cell for cell, digit in enumerate(values) if digit and not board.givens >> cell & 1]
    for cell in solved:
        for corners, all_cells in corners_from(board.geometry, cell):
            neighbor = corners[1]
            if not values[neighbor] or board.givens >> neighbor & 1:
                continue
            swapped = values[neighbor], values[cell]  # the digits that the other corners would hold
            if all_cells in known or not _fit(board, corners[2], swapped[0]) or not _fit(board, corners[3], swapped[1]):
                continue
            if values[corners[2]] and values[corners[3]]:
                continue
            known.add(all_cells)
            steps += _avoided(board, corners, swapped)
    return steps


def _fit(board: Board, cell: Cell, digit: Digit) -> bool:
    """Return whether a cell holds a digit that is not a given, or has it as one of two candidates."""
    if board.values[cell]:
        return board.values[cell] == digit and not board.givens >> cell & 1
    return has_digit(board.masks[cell], digit) and board.masks[cell].bit_count() == 2


def _avoided(board: Board, corners: Corners, digits: tuple[Digit, Digit]) -> Iterator[Step]:
    masks = board.masks
    first, second = corners[2:]
    first_bit, second_bit = (bit_of(digit) for digit in digits)
    filled = tuple((cell, board.values[cell]) for cell in sorted(corners) if board.values[cell])
    swapped = {PAIR: tuple((cell, digit) for cell, digit in zip((first, second), digits, strict=True) if masks[cell])}
    reason = Reason(first_bit | second_bit, set_of(corners), parts=swapped, filled=filled)
    if not masks[first] or not masks[second]:
        cell, digit = (first, digits[0]) if masks[first] else (second, digits[1])
        yield Step(avoidable_rectangle_1, (), ((cell, digit),), reason)
    elif masks[first] ^ first_bit == masks[second] ^ second_bit:
        more = (masks[first] ^ first_bit).bit_length()
        eliminations = board.candidates_by_digit(board.geometry.seen_by_all((first, second)), (more,))
        if eliminations:
            parts = {**swapped, MORE: ((first, more), (second, more))}
            yield Step(avoidable_rectangle_2, (), eliminations, replace(reason, parts=parts))


@technique(
    "Bivalue Universal Grave + 1",
    Level.HARD,
    score=100,
    code="0610",
    se=5.6,
    aliases=("BUG+1", "BUG Type 1"),
    source=_SCORED,
    assumes_unique=True,
    describe=describe_bug_plus_1,
)
def bug_plus_1(board: Board) -> Iterator[Step]:
    """All open cells but one have two candidates; without one of its digits, all digits have two places in a house.

    So that cell holds this digit.
    """
    if sum(places.bit_count() for places in board.places) != 2 * board.n_open + 1:
        return
    extra = grave(board)
    if extra is not None and len(extra) == 1:
        ((cell, digit),) = extra
        eliminations = board.candidates_in(1 << cell, ~bit_of(digit))
        yield Step(bug_plus_1, (), eliminations, Reason(0, board.open, parts={EXTRA: extra}))


def grave(board: Board) -> tuple[Candidate, ...] | None:
    """Find the candidates without which the board would be a bivalue universal grave; None if there are none."""
    rich = [cell for cell, mask in enumerate(board.masks) if mask.bit_count() > 2]
    if not rich or any(mask.bit_count() == 1 for mask in board.masks):
        return None
    geometry = board.geometry
    extra = []
    for cell in rich:
        # A candidate that is one of two places in a house must stay.
        digits = [
            digit
            for digit in digits_of(board.masks[cell])
            if all(board.counts[house][digit] > 2 for house in geometry.houses_of[cell] if geometry.is_full[house])
        ]
        if len(digits) != board.masks[cell].bit_count() - 2:
            return None
        extra += [(cell, digit) for digit in digits]
    return tuple(extra) if _is_grave(board, extra) else None


def _is_grave(board: Board, extra: Sequence[Candidate]) -> bool:
    for house, counts in enumerate(board.counts):
        for digit in range(1, board.geometry.n_digits + 1):
            n_places = counts[digit] - sum(
                extra_digit == digit and board.geometry.houses[house] >> cell & 1 for cell, extra_digit in extra
            )
            if n_places not in ((0, 2) if board.geometry.is_full[house] else (0, 1)):
                return False
    return True
