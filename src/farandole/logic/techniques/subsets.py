"""Naked, hidden and locked subsets: as many digits as cells."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.logic.board import Board, Candidate, CellSet, HouseKind, HouseNumber
from farandole.logic.step import Level, Reason, Step, Technique, steps_of, technique
from farandole.logic.wording.proofs import describe_subset_step

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, SimpleSolver"
ORDER = (HouseKind.BOX, HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER)


@technique("Locked Pair", Level.MEDIUM, score=40, code="0110", source=_SCORED, describe=describe_subset_step)
def locked_pair(board: Board) -> Iterator[Step]:
    """Two cells that share two houses hold the same two digits. So these digits are nowhere else in the two houses."""
    return steps_of(locked_pair, board.cached(_pairs))


@technique("Locked Triple", Level.MEDIUM, score=60, code="0111", source=_SCORED, describe=describe_subset_step)
def locked_triple(board: Board) -> Iterator[Step]:
    """Three cells that share two houses hold the same three digits.

    So these digits are nowhere else in the two houses.
    """
    return steps_of(locked_triple, board.cached(_triples))


@technique(
    "Naked Pair",
    Level.MEDIUM,
    score=60,
    code="0200",
    se=3.0,
    aliases=("Conjugate Pair",),
    source=_SCORED,
    describe=describe_subset_step,
)
def naked_pair(board: Board) -> Iterator[Step]:
    """Two cells of a house hold the same two digits. So no other cell of the house holds either."""
    return steps_of(naked_pair, board.cached(_pairs))


@technique(
    "Naked Triple",
    Level.MEDIUM,
    score=80,
    code="0201",
    se=3.6,
    aliases=("Naked Triplet",),
    source=_SCORED,
    describe=describe_subset_step,
)
def naked_triple(board: Board) -> Iterator[Step]:
    """Three cells of a house have three digits between them. So no other cell of the house holds any of these."""
    return steps_of(naked_triple, board.cached(_triples))


@technique(
    "Naked Quadruple",
    Level.HARD,
    score=120,
    code="0202",
    se=5.0,
    aliases=("Naked Quad",),
    source=_SCORED,
    describe=describe_subset_step,
)
def naked_quadruple(board: Board) -> Iterator[Step]:
    """Four cells of a house have four digits between them. So no other cell of the house holds any of these."""
    return _naked(board, 4)


@technique("Hidden Pair", Level.MEDIUM, score=70, code="0210", se=3.4, source=_SCORED, describe=describe_subset_step)
def hidden_pair(board: Board) -> Iterator[Step]:
    """Two digits of a house have the same two places. So these places hold nothing else."""
    return _hidden(hidden_pair, board, 2)


@technique(
    "Hidden Triple",
    Level.MEDIUM,
    score=100,
    code="0211",
    se=4.0,
    aliases=("Hidden Triplet",),
    source=_SCORED,
    describe=describe_subset_step,
)
def hidden_triple(board: Board) -> Iterator[Step]:
    """Three digits of a house have three places between them. So these places hold nothing else."""
    return _hidden(hidden_triple, board, 3)


@technique(
    "Hidden Quadruple",
    Level.HARD,
    score=150,
    code="0212",
    se=5.4,
    aliases=("Hidden Quad",),
    source=_SCORED,
    describe=describe_subset_step,
)
def hidden_quadruple(board: Board) -> Iterator[Step]:
    """Four digits of a house have four places between them. So these places hold nothing else."""
    return _hidden(hidden_quadruple, board, 4)


_NAKED = {2: (naked_pair, locked_pair), 3: (naked_triple, locked_triple), 4: (naked_quadruple, naked_quadruple)}


def _pairs(board: Board) -> list[Step]:
    return list(_naked(board, 2))


def _triples(board: Board) -> list[Step]:
    return list(_naked(board, 3))


def _naked(board: Board, size: int) -> Iterator[Step]:
    """Find naked and locked subsets; a locked subset shares two houses and has eliminations in both."""
    geometry = board.geometry
    for cells, digits, eliminated in geometry.subsets.naked(board.masks, geometry.of_kind(*ORDER), size):
        houses = geometry.houses_containing(cells)
        technique = _NAKED[size][_is_locked(board, eliminated, houses)]
        eliminations: list[Candidate] = []  # house by house, because the order of new singles depends on it
        for house in houses:
            eliminations += board.candidates_in(eliminated & geometry.houses[house], digits)
            eliminated &= ~geometry.houses[house]
        eliminations += board.candidates_in(eliminated, digits)
        yield Step(technique, (), tuple(eliminations), Reason(digits, cells, houses))


def _is_locked(board: Board, eliminated: CellSet, houses: tuple[HouseNumber, ...]) -> bool:
    """Return whether a subset in a box and another house has eliminations in the box, and in the other outside it."""
    geometry = board.geometry
    boxes = [house for house in houses if geometry.kinds[house] is HouseKind.BOX]
    if not boxes or len(houses) < 2:
        return False
    box = geometry.houses[boxes[0]]
    return bool(eliminated & box) and all(
        eliminated & geometry.houses[house] & ~box for house in houses if house != boxes[0]
    )


def _hidden(technique: Technique, board: Board, size: int) -> Iterator[Step]:
    geometry = board.geometry
    for house, cells, digits in geometry.subsets.hidden(board.masks, geometry.of_kind(*ORDER), size):
        yield Step(technique, (), board.candidates_in(cells, ~digits), Reason(digits, cells, (house,)))
