"""The bivalue universal grave of types 1 to 4, as Sudoku Explainer finds and rates it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, Kind, digits_of, set_of
from farandole.logic.explainer.order import order_of, some_of
from farandole.logic.step import Because, LockedSet, Rated, Step, Technique
from farandole.logic.techniques.deadly import GUARD, bug_type_2, bug_type_3, bug_type_4
from farandole.logic.techniques.uniqueness import EXTRA, bug_plus_1

_KINDS = (Kind.BOX, Kind.ROW, Kind.COLUMN, Kind.OTHER)


class _Grave(NamedTuple):
    """What is too much for a grave.

    Parameters
    ----------
    more : dict from cell to mask
        The digits that a cell has more.
    seen : int
        The cells that see all of these, as a set.
    union : int
        All digits that are too much.
    """

    more: dict[Cell, int]
    seen: int
    union: int


def graves(board: Board) -> Iterator[Rated]:
    """Find the steps of the grave that a board is but for some cells."""
    grave = _grave(board) if board.only_houses else None
    if grave is None:
        return
    more, seen, union = grave
    digits = digits_of(union)
    if len(more) == 1:
        ((cell, mask),) = more.items()
        removes = board.candidates_in(1 << cell, ~mask)
        yield Rated(_step(bug_plus_1, grave, removes), 5.6)
    elif len(digits) == 1:
        removes = board.removed_by(seen, digits)
        if removes:
            yield Rated(_step(bug_type_2, grave, removes), 5.7)
        if len(more) == 2:
            yield from _type_4(board, grave)
    elif seen:
        if len(more) == 2:
            yield from _type_4(board, grave)
        yield from _type_3(board, grave)


def _grave(board: Board) -> _Grave | None:
    geometry, masks = board.geometry, board.masks
    if not all(geometry.is_full):
        return None
    more: dict[Cell, int] = {}
    seen = (1 << geometry.n_cells) - 1
    union = 0
    large = set_of(cell for cell, mask in enumerate(masks) if mask.bit_count() >= 3)
    for home in geometry.of_kind(*_KINDS):
        for digit in range(1, geometry.n_digits + 1):
            if board.counts[home][digit] in (0, 2):
                continue
            cells = board.places[digit] & geometry.houses[home] & large
            if not cells:
                return None
            if not cells & (cells - 1):
                cell = cells.bit_length() - 1
                more[cell] = more.get(cell, 0) | 1 << digit >> 1
                union |= 1 << digit >> 1
                seen &= geometry.peers[cell] & ~set_of(more)
                if len(more) > 1 and union & (union - 1) and not seen:
                    return None
    grave = _Grave(more, seen if more else 0, union)
    return grave if _is_grave(board, more) else None


def _is_grave(board: Board, more: dict[Cell, int]) -> bool:
    """Whether each cell has two digits, and each digit none or two places, without what is too much."""
    geometry, places = board.geometry, board.places[:]
    for cell, mask in enumerate(board.masks):
        if board.open >> cell & 1 and (mask & ~more.get(cell, 0)).bit_count() != 2:
            return False
    for cell, mask in more.items():
        for digit in digits_of(mask):
            places[digit] &= ~(1 << cell)
    return all((some & house).bit_count() in (0, 2) for some in places for house in geometry.houses)


def _step(
    kind: Technique,
    grave: _Grave,
    removes: tuple[Candidate, ...],
    houses: tuple[int, ...] = (),
    sets: tuple[LockedSet, ...] = (),
) -> Step:
    part = EXTRA if kind is bug_plus_1 else GUARD
    parts = {part: tuple((cell, digit) for cell, mask in grave.more.items() for digit in digits_of(mask))}
    return Step(kind, (), removes, Because(grave.union, set_of(grave.more), houses, parts=parts, sets=sets))


def _shared_homes(board: Board, grave: _Grave) -> list[int]:
    """List the houses that hold all cells that have more."""
    cells = set_of(grave.more)
    return [home for home in board.geometry.of_kind(*_KINDS) if not cells & ~board.geometry.houses[home]]


def _type_3(board: Board, grave: _Grave) -> Iterator[Rated]:
    masks, geometry = board.masks, board.geometry
    neighbors = order_of(geometry).neighbors[next(iter(grave.more))]
    for home in _shared_homes(board, grave):
        cells = [cell for cell in neighbors if (grave.seen & geometry.houses[home]) >> cell & 1]
        for size in range(2, 7):
            if len(cells) < size:
                break
            for some in some_of(cells, size - 1):
                union = 0
                for cell in some:
                    union |= masks[cell]
                if (
                    union.bit_count() != size
                    or grave.union & ~union
                    or any(masks[cell].bit_count() < 2 for cell in some)
                ):
                    continue
                left = grave.seen & geometry.houses[home] & ~set_of(some)
                removes = board.candidates_in(left, union)
                if removes:
                    sets = (LockedSet(set_of(some), union),)
                    yield Rated(_step(bug_type_3, grave, removes, (home,), sets), 5.7 + (size - 1) * 0.1)


def _type_4(board: Board, grave: _Grave) -> Iterator[Rated]:
    (one, in_one), (other, in_other) = grave.more.items()
    masks = board.masks
    shared = masks[one] & masks[other] & ~grave.union
    if shared.bit_count() != 1:
        return
    for home in _shared_homes(board, grave):
        removes = (
            *board.candidates_in(1 << one, ~in_one & ~shared),
            *board.candidates_in(1 << other, ~in_other & ~shared),
        )
        yield Rated(_step(bug_type_4, grave, removes, (home,)), 5.7)
