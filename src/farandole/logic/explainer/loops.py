"""Unique rectangles and loops of types 1 to 4, as Sudoku Explainer finds and rates them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farandole import _core
from farandole.bitsets import bit_of, digits_of, has_several, is_single, set_of, union
from farandole.grid import Cell
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, HouseNumber
from farandole.logic.explainer.order import order_of, subsets_of
from farandole.logic.step import Level, LockedSet, Part, RatedStep, Reason, Step, Technique, technique
from farandole.logic.techniques.swaps import GUARD, PINNED, describe_guarded

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"

_STEPS = 10_000  # of a search between two looks at the clock: less than a millisecond

LOOP = Part("loop")  # a candidate of the two digits that could be swapped


@technique("Unique Loop Type 1", Level.HARD, se=4.5, source=_SOURCE, assumes_unique=True, describe=describe_guarded)
def unique_loop_1(board: Board) -> Iterator[Step]:
    """The two digits of a loop could be swapped, except for one cell with other candidates.

    So that cell holds another digit.
    """
    return (step for step, _ in unique_loops(board) if step.technique is unique_loop_1)


@technique("Unique Loop Type 2", Level.HARD, se=4.5, source=_SOURCE, assumes_unique=True, describe=describe_guarded)
def unique_loop_2(board: Board) -> Iterator[Step]:
    """The two digits of a loop could be swapped, except for cells with the same third candidate.

    So one of these cells holds it.
    """
    return (step for step, _ in unique_loops(board) if step.technique is unique_loop_2)


@technique("Unique Loop Type 3", Level.HARD, se=4.5, source=_SOURCE, assumes_unique=True, describe=describe_guarded)
def unique_loop_3(board: Board) -> Iterator[Step]:
    """Only two cells with extra candidates keep the digits of a loop from being swapped.

    So these two act as one cell, which is part of a subset.
    """
    return (step for step, _ in unique_loops(board) if step.technique is unique_loop_3)


@technique("Unique Loop Type 4", Level.HARD, se=4.5, source=_SOURCE, assumes_unique=True, describe=describe_guarded)
def unique_loop_4(board: Board) -> Iterator[Step]:
    """Only two cells keep the digits of a loop from being swapped, and one of them must hold one of these digits.

    So neither holds the other digit.
    """
    return (step for step, _ in unique_loops(board) if step.technique is unique_loop_4)


class _Loop(NamedTuple):
    """The cells of a loop in order; each has both digits of the pair.

    Parameters
    ----------
    cells : tuple of Cell
    pair : DigitSet
        The two digits.
    extra : tuple of Cell
        The cells with other candidates, too.
    """

    cells: tuple[Cell, ...]
    pair: DigitSet
    extra: tuple[Cell, ...]

    @property
    def difficulty(self) -> float:
        length = len(self.cells)
        base = 4.5
        if length >= 10:
            base += 0.3
        if length >= 8:
            base += 0.2
        elif length >= 6:
            base += 0.1
        return base


def unique_loops(board: Board) -> Iterator[RatedStep]:
    """Find the steps of all loops, the least difficult first."""
    types = {unique_loop_1: 1, unique_loop_2: 2, unique_loop_3: 3, unique_loop_4: 4}
    steps: dict[tuple[float, int, CellSet, tuple[Candidate, ...]], Step] = {}
    met: set[tuple[CellSet, tuple[Cell, ...]]] = set()  # a loop is found from each cell of the pair, both ways round
    for start, pair in enumerate(board.masks):
        if pair.bit_count() != 2 or not board.only_houses:
            continue
        for cells in _loops(board, start):
            extra = tuple(cell for cell in cells if board.masks[cell] != pair)
            if (set_of(cells), extra) in met:
                continue
            met.add((set_of(cells), extra))
            for step, difficulty in _steps(board, _Loop(cells, pair, extra)):
                if step.eliminations:
                    steps.setdefault((difficulty, types[step.technique], step.reason.cells, step.eliminations), step)
    for key, step in sorted(steps.items(), key=lambda item: item[0][:2]):
        yield RatedStep(step, key[0])


def _loops(board: Board, start: Cell) -> Iterator[tuple[Cell, ...]]:
    """Find the loops of cells with both digits of a cell with two; at most two of them have different extra digits.

    Swapping the digits of a loop is allowed if each house that has one of its cells has two, one of each parity.
    """
    loops = _core.PairLoops(order_of(board.geometry).core, board.masks, start)
    while not loops.is_done:
        check_deadline()
        yield from map(tuple, loops.run(_STEPS))


def _steps(board: Board, loop: _Loop) -> Iterator[RatedStep]:
    masks, extra, pair = board.masks, loop.extra, loop.pair
    more = union(masks[cell] & ~pair for cell in extra)
    if len(extra) == 1:
        eliminations = tuple((extra[0], digit) for digit in digits_of(pair))
        yield RatedStep(_step(unique_loop_1, board, loop, eliminations), loop.difficulty)
    elif len(extra) > 2 or (extra and is_single(more)):
        digit = digits_of(masks[extra[0]] & ~pair)[0]
        eliminations = board.candidates_by_digit(board.geometry.seen_by_all(extra), (digit,))
        yield RatedStep(_step(unique_loop_2, board, loop, eliminations), loop.difficulty)
    if len(extra) == 2:
        if has_several(more):
            yield from _type_3(board, loop, more)
        yield from _type_4(board, loop)


def _step(
    kind: Technique,
    board: Board,
    loop: _Loop,
    eliminations: tuple[Candidate, ...],
    houses: tuple[HouseNumber, ...] = (),
    *sets: LockedSet,
    pinned: Digit = 0,
) -> Step:
    parts = {
        LOOP: tuple((cell, digit) for cell in loop.cells for digit in digits_of(loop.pair)),
        GUARD: board.candidates_in(set_of(loop.extra), ~loop.pair),
    }
    if pinned:
        parts[PINNED] = tuple((cell, pinned) for cell in loop.extra)
    return Step(kind, (), eliminations, Reason(loop.pair, set_of(loop.cells), houses, parts=parts, sets=sets))


def _type_3(board: Board, loop: _Loop, extra: DigitSet) -> Iterator[RatedStep]:
    """Find naked and hidden subsets in which the two cells act as one."""
    geometry = board.geometry
    shared = order_of(geometry).houses_containing(set_of(loop.extra))
    for size in range(extra.bit_count(), geometry.n_digits - 1):
        for house in shared:
            n_open = (board.open & geometry.houses[house]).bit_count()
            if 2 * size <= n_open:
                yield from _naked(board, loop, extra, size, house)
            if 2 * size < n_open and geometry.is_full[house]:
                yield from _hidden(board, loop, extra, size, house)


def _naked(board: Board, loop: _Loop, extra: DigitSet, size: int, house: HouseNumber) -> Iterator[RatedStep]:
    masks, geometry = board.masks, board.geometry
    first, second = loop.extra
    in_both = extra & masks[first] & masks[second]
    index = geometry.cells[house].index(first)
    cells = [cell for cell in geometry.cells[house] if cell not in loop.extra and 2 <= masks[cell].bit_count() <= size]
    for chosen in _with(cells, size - 1, index, geometry.cells[house]):
        digits = in_both | union(masks[cell] for cell in chosen)
        if digits.bit_count() != size or extra & ~digits:
            continue
        left = geometry.houses[house] & ~set_of(chosen) & ~set_of(loop.extra)
        eliminations = board.candidates_in(left, digits)
        locked = LockedSet(set_of(chosen), digits)
        yield RatedStep(
            _step(unique_loop_3, board, loop, eliminations, (house,), locked), loop.difficulty + (size - 1) * 0.1
        )


def _with(cells: list[Cell], size: int, index: int, house: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """List subsets of cells in the order of the subsets with one more cell, at `index`."""
    place = {cell: number for number, cell in enumerate(house)}
    subsets = [tuple(subset) for subset in subsets_of(cells, size)]
    subsets.sort(key=lambda subset: sorted([*(place[cell] for cell in subset), index], reverse=True))
    return iter(subsets)


def _hidden(board: Board, loop: _Loop, extra: DigitSet, size: int, house: HouseNumber) -> Iterator[RatedStep]:
    geometry = board.geometry
    cells = geometry.houses[house] & ~(1 << loop.extra[1])
    full = (1 << geometry.n_digits) - 1
    rest = digits_of(full & ~loop.pair & ~extra)
    if size - 2 > len(rest):
        return
    for chosen in subsets_of(rest, size - 2):
        digits = (*chosen, *digits_of(loop.pair))
        places = [board.places[digit] & cells for digit in digits]
        subset = union(places)
        if all(places) and subset.bit_count() == size:
            mask = union(map(bit_of, digits))
            others = subset & ~(1 << loop.extra[0])
            eliminations = board.candidates_in(others, full & ~mask)
            locked = LockedSet(others, mask)
            difficulty = loop.difficulty + (others.bit_count() - 1) * 0.1
            yield RatedStep(_step(unique_loop_3, board, loop, eliminations, (house,), locked), difficulty)


def _type_4(board: Board, loop: _Loop) -> Iterator[RatedStep]:
    first, second = loop.extra
    geometry, rescue = board.geometry, set_of(loop.extra)
    shared = [house for house in order_of(geometry).houses_containing(rescue) if geometry.is_full[house]]
    low, high = digits_of(loop.pair)
    for locked, eliminated in ((low, high), (high, low)):
        houses = [house for house in shared if not board.places[locked] & geometry.houses[house] & ~rescue]
        if houses:
            eliminations = ((first, eliminated), (second, eliminated))
            yield RatedStep(
                _step(unique_loop_4, board, loop, eliminations, (houses[-1],), pinned=locked), loop.difficulty
            )
            return
