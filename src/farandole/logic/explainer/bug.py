"""The bivalue universal grave (BUG) of types 1 to 4, as Sudoku Explainer finds and rates it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farandole.bitsets import bit_of, digits_of, has_several, is_single, set_of, union
from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, HouseKind, HouseNumber
from farandole.logic.explainer.order import order_of, subsets_of
from farandole.logic.step import LockedSet, RatedStep, Reason, Step, Technique
from farandole.logic.techniques.deadly import bug_type_2, bug_type_3, bug_type_4
from farandole.logic.techniques.swaps import EXTRA, GUARD, PINNED
from farandole.logic.techniques.uniqueness import bug_plus_1

_KINDS = (HouseKind.BOX, HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER)


class _Bug(NamedTuple):
    """The candidates that keep a board from being a BUG.

    Parameters
    ----------
    more : dict from Cell to DigitSet
        The extra digits of each cell that has any.
    seen : CellSet
        The cells that see all cells with extra digits.
    digits : DigitSet
        All extra digits.
    """

    more: dict[Cell, DigitSet]
    seen: CellSet
    digits: DigitSet


def bugs(board: Board) -> Iterator[RatedStep]:
    """Find the steps on a board that is a BUG except for some cells."""
    bug = _bug(board) if board.only_houses else None
    if bug is None:
        return
    more, seen, extra = bug
    digits = digits_of(extra)
    if len(more) == 1:
        ((cell, mask),) = more.items()
        eliminations = board.candidates_in(1 << cell, ~mask)
        yield RatedStep(_step(bug_plus_1, bug, eliminations), 5.6)
    elif len(digits) == 1:
        eliminations = board.candidates_by_digit(seen, digits)
        if eliminations:
            yield RatedStep(_step(bug_type_2, bug, eliminations), 5.7)
        if len(more) == 2:
            yield from _type_4(board, bug)
    elif seen:
        if len(more) == 2:
            yield from _type_4(board, bug)
        yield from _type_3(board, bug)


def _bug(board: Board) -> _Bug | None:
    geometry, masks = board.geometry, board.masks
    if not all(geometry.is_full):
        return None
    more: dict[Cell, DigitSet] = {}
    seen: CellSet = (1 << geometry.n_cells) - 1
    extra: DigitSet = 0
    large = set_of(cell for cell, mask in enumerate(masks) if mask.bit_count() >= 3)
    for house in geometry.of_kind(*_KINDS):
        for digit in range(1, geometry.n_digits + 1):
            if board.counts[house][digit] in (0, 2):
                continue
            cells = board.places[digit] & geometry.houses[house] & large
            if not cells:
                return None
            if is_single(cells):
                cell = cells.bit_length() - 1
                more[cell] = more.get(cell, 0) | bit_of(digit)
                extra |= bit_of(digit)
                seen &= geometry.peers[cell] & ~set_of(more)
                if len(more) > 1 and has_several(extra) and not seen:
                    return None
    return _Bug(more, seen if more else 0, extra) if _is_bug(board, more) else None


def _is_bug(board: Board, more: dict[Cell, DigitSet]) -> bool:
    """Return whether each cell has two digits, and each digit none or two places in each house, without the extra."""
    geometry, places = board.geometry, board.places[:]
    for cell, mask in enumerate(board.masks):
        if board.open >> cell & 1 and (mask & ~more.get(cell, 0)).bit_count() != 2:
            return False
    for cell, mask in more.items():
        for digit in digits_of(mask):
            places[digit] &= ~(1 << cell)
    return all((cells_of_digit & cells).bit_count() in (0, 2) for cells_of_digit in places for cells in geometry.houses)


def _step(
    kind: Technique,
    bug: _Bug,
    eliminations: tuple[Candidate, ...],
    houses: tuple[HouseNumber, ...] = (),
    sets: tuple[LockedSet, ...] = (),
    pinned: DigitSet = 0,
) -> Step:
    part = EXTRA if kind is bug_plus_1 else GUARD
    parts = {part: tuple((cell, digit) for cell, mask in bug.more.items() for digit in digits_of(mask))}
    if pinned:
        parts[PINNED] = tuple((cell, digit) for cell in bug.more for digit in digits_of(pinned))
    return Step(kind, (), eliminations, Reason(bug.digits, set_of(bug.more), houses, parts=parts, sets=sets))


def _type_3(board: Board, bug: _Bug) -> Iterator[RatedStep]:
    masks, order = board.masks, order_of(board.geometry)
    neighbors = order.neighbors[next(iter(bug.more))]
    for house in order.houses_containing(set_of(bug.more)):
        seen = bug.seen & board.geometry.houses[house]
        cells = [cell for cell in neighbors if seen >> cell & 1]
        for size in range(2, 7):
            if len(cells) < size:
                break
            for chosen in subsets_of(cells, size - 1):
                digits = union(masks[cell] for cell in chosen)
                if (
                    digits.bit_count() != size
                    or bug.digits & ~digits
                    or any(masks[cell].bit_count() < 2 for cell in chosen)
                ):
                    continue
                eliminations = board.candidates_in(seen & ~set_of(chosen), digits)
                if eliminations:
                    sets = (LockedSet(set_of(chosen), digits),)
                    yield RatedStep(_step(bug_type_3, bug, eliminations, (house,), sets), 5.7 + (size - 1) * 0.1)


def _type_4(board: Board, bug: _Bug) -> Iterator[RatedStep]:
    (first, in_first), (second, in_second) = bug.more.items()
    masks = board.masks
    shared = masks[first] & masks[second] & ~bug.digits
    if not is_single(shared):
        return
    for house in order_of(board.geometry).houses_containing(set_of(bug.more)):
        eliminations = (
            *board.candidates_in(1 << first, ~in_first & ~shared),
            *board.candidates_in(1 << second, ~in_second & ~shared),
        )
        yield RatedStep(_step(bug_type_4, bug, eliminations, (house,), pinned=shared), 5.7)
