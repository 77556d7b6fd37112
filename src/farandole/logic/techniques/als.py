"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it. All techniques here follow from these two sentences.

The sets of a board are numbered; `farandole._core.AlmostLocked` finds them and relates them, once a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from farandole import _core
from farandole.logic.board import Board, Candidate, bits, digits_of, union
from farandole.logic.inference.sets import Als, removes_of, tables
from farandole.logic.step import Because, Level, LockedSet, Step, Technique, technique

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, AlsSolver"


@technique("Almost Locked Set XZ-Rule", Level.UNFAIR, score=300, code="0901", aliases=("ALS-XZ",), source=_SOURCE)
def als_xz(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """Two almost locked sets have a restricted common, so one of them is locked and holds each other digit.

    What sees all places of another common digit in both goes; with two restricted commons both sets are locked.
    """
    table = tables(board, overlap=overlap)
    for one in range(len(table)):
        for other, mask, struck in table.pairs(one):
            yield told(als_xz, table, (one, other), (digits_of(mask),), struck)


@technique(
    "Almost Locked Set XY-Wing",
    Level.UNFAIR,
    score=320,
    code="0902",
    aliases=("ALS-XY-Wing", "ALS-Wing"),
    source=_SOURCE,
)
def als_xy_wing(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """A third almost locked set has a restricted common with each of two others, so one of these two is locked.

    What sees all places of a common digit in these two goes.
    """
    table = tables(board, overlap=overlap)
    for one in range(len(table)):
        for wing, pivot, last, digits, others, struck in table.wings(one):
            yield told(als_xy_wing, table, (wing, pivot, last), (digits_of(digits), digits_of(others)), struck)


def told(
    technique: Technique,
    table: _core.AlmostLocked,
    chain: tuple[int, ...],
    commons: Iterable[tuple[int, ...]],
    struck: dict[int, int],
) -> Step:
    """Tell of a chain of sets: two for the XZ-rule, three for a wing."""
    sets = [Als(*table[number]) for number in chain]
    first, last = sets[0], sets[-1]
    shared: list[Candidate] = []
    for (one, other), digits in zip(pairwise(sets), commons, strict=True):
        for digit in digits:
            shared += ((cell, digit) for cell in bits(one.places[digit] | other.places[digit]))
    ends = tuple(
        (cell, digit)
        for digit in sorted(struck)
        for cell in bits(first.places.get(digit, 0) | last.places.get(digit, 0))
    )
    because = Because(
        digits=union(1 << digit >> 1 for digit in struck),
        cells=union(als.cells for als in sets),
        roles={"restricted common": tuple(dict.fromkeys(shared)), "end": ends},
        sets=tuple(LockedSet(als.cells, als.digits) for als in sets),
    )
    return Step(technique, (), removes_of(struck), because)
