"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it.

The sets of a board are numbered; `farandole._core.AlmostLocked` finds them and relates them, once a state.
"""

from __future__ import annotations

from typing import NamedTuple

from farandole import _core
from farandole.logic.board import Board, Candidate, bits


class Als(NamedTuple):
    """An almost locked set.

    Parameters
    ----------
    cells : int
        As a set.
    digits : int
        As a mask.
    places : dict from int to int
        For each of its digits, the cells of the set that have it.
    seen : dict from int to int
        For each of its digits, the cells that have it and see all these places.
    """

    cells: int
    digits: int
    places: dict[int, int]
    seen: dict[int, int]


def alses(board: Board) -> list[Als]:
    """List the almost locked sets of a board, house by house, each once; a cell with two candidates is one."""
    table = tables(board)
    return [Als(*table[number]) for number in range(len(table))]


def _apart(board: Board) -> _core.AlmostLocked:
    return board.geometry.subsets.almost_locked(board.masks, overlap=False)


def _overlapping(board: Board) -> _core.AlmostLocked:
    return board.geometry.subsets.almost_locked(board.masks, overlap=True)


def tables(board: Board, *, overlap: bool = False) -> _core.AlmostLocked:
    """Relate the sets of a board, once a state; whether sets with a restricted common may overlap."""
    return board.once(_overlapping if overlap else _apart)


def removes_of(struck: dict[int, int]) -> tuple[Candidate, ...]:
    """List what is struck, digit by digit."""
    return tuple((cell, digit) for digit in sorted(struck) for cell in bits(struck[digit]))
