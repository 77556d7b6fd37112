"""Full houses, naked singles, hidden singles: one place left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from farandole.grid import Cell
from farandole.logic.board import Board, Digit, Geometry, HouseNumber, bit_of
from farandole.logic.step import Because, Level, Step, Technique, technique
from farandole.logic.wording.proofs import conclusion
from farandole.logic.wording.words import houses_named

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, SimpleSolver"


def _tell(step: Step, geometry: Geometry) -> Iterator[str]:
    ((cell, digit),), houses = step.places, houses_named(geometry, step.because.houses)
    name = geometry.grid.cell_name(cell)
    yield f"In {houses[0]}, {name} is the only place left for {digit}" if houses else f"{name} has only {digit} left"
    yield conclusion(step)


@technique("Full House", Level.EASY, score=4, code="0000", se=1.0, aliases=("Last Digit",), source=_SCORED, tell=_tell)
def full_house(board: Board) -> Iterator[Step]:
    """All cells of a house but one are filled. So the last one takes the digit that is left."""
    for cell, digit in board.naked:
        if board.values[cell]:
            continue
        for house in board.geometry.houses_of[cell]:
            counts = board.counts[house]
            if board.geometry.is_full[house] and sum(counts) - counts[0] == counts[digit]:  # no other digit has a place
                yield _placed(full_house, cell, digit, house)
                break


@technique(
    "Naked Single", Level.EASY, score=4, code="0003", se=2.3, aliases=("Sole Candidate",), source=_SCORED, tell=_tell
)
def naked_single(board: Board) -> Iterator[Step]:
    """A cell has one candidate left. So that is its digit."""
    for cell, digit in board.naked:
        if not board.values[cell]:
            yield _placed(naked_single, cell, digit)


@technique(
    "Hidden Single",
    Level.EASY,
    score=14,
    code="0002",
    se=1.2,
    aliases=("Unique Candidate",),
    source=_SCORED,
    tell=_tell,
)
def hidden_single(board: Board) -> Iterator[Step]:
    """A digit has one place left in a house. So it goes there."""
    for cell, digit in board.hidden:
        if board.values[cell]:
            continue
        for house in board.geometry.houses_of[cell]:
            if board.counts[house][digit] == 1 and board.geometry.is_full[house]:
                yield _placed(hidden_single, cell, digit, house)
                break


SINGLES = (full_house, naked_single, hidden_single)  # as a path takes them


def walk(board: Board) -> list[Step]:
    """Do these steps until there are none, in the order of a path."""
    return [
        _placed(SINGLES[kind], cell, digit) if house < 0 else _placed(SINGLES[kind], cell, digit, house)
        for kind, cell, digit, house in board.walk_singles()
    ]


@lru_cache(maxsize=1 << 14)  # of a grid there are few, and they are most steps of all paths
def _placed(technique: Technique, cell: Cell, digit: Digit, *houses: HouseNumber) -> Step:
    because = Because(digits=bit_of(digit), cells=1 << cell, houses=houses)
    return Step(technique, ((cell, digit),), (), because)
