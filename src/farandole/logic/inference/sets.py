"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it. Cells see each other by houses and by rules.

The sets of a board are numbered. `farandole._core.AlmostLocked` finds them, and which pairs have restricted commons.
"""

from __future__ import annotations

from typing import NamedTuple

from farandole import _core
from farandole.bitsets import bits
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet
from farandole.logic.inference.relations import relations_of

MAX_CANDIDATES = 5_000  # of a board of which sets and all consequences are listed; an empty 16x16 has 4,096


def has_too_many_candidates(board: Board) -> bool:
    """Return whether almost locked sets, and the consequences of all candidates, would take too much time and memory.

    Consequences are bits for each pair of candidates: half a gigabyte for an empty 32x32.
    """
    return sum(places.bit_count() for places in board.places) > MAX_CANDIDATES


class Als(NamedTuple):
    """An almost locked set.

    Parameters
    ----------
    cells : CellSet
    digits : DigitSet
    places : dict from Digit to CellSet
        For each of its digits, the cells of the set that have it.
    seen : dict from Digit to CellSet
        For each of its digits, the cells that have it and see all these places.
    """

    cells: CellSet
    digits: DigitSet
    places: dict[Digit, CellSet]
    seen: dict[Digit, CellSet]


def find_als(board: Board) -> list[Als]:
    """List the almost locked sets of a board, house by house, each once; a cell with two candidates is one."""
    table = als_table(board)
    return [Als(*table[number]) for number in range(len(table))]


def _apart(board: Board) -> _core.AlmostLocked:
    return _make_table(board, overlap=False)


def _overlapping(board: Board) -> _core.AlmostLocked:
    return _make_table(board, overlap=True)


def _make_table(board: Board, *, overlap: bool) -> _core.AlmostLocked:
    relations = relations_of(board)
    sights = relations.sights if relations else []
    masks = [0] * len(board.masks) if has_too_many_candidates(board) else board.masks
    return board.geometry.subsets.almost_locked(masks, overlap, sights)


def als_table(board: Board, *, overlap: bool = False) -> _core.AlmostLocked:
    """Return the table of the sets of a board; with `overlap`, sets with a restricted common may overlap."""
    return board.cached(_overlapping if overlap else _apart)


def eliminations_of(eliminated: dict[Digit, CellSet]) -> tuple[Candidate, ...]:
    """List the eliminations, digit by digit."""
    return tuple((cell, digit) for digit in sorted(eliminated) for cell in bits(eliminated[digit]))
