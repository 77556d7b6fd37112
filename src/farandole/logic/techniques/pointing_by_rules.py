"""Pointing by rules: all candidates of a cell, or all places of a digit in a house, exclude a candidate elsewhere.

Pointing and claiming do this for one digit and two houses. Chess moves, dots, lines and clones exclude candidates in
other ways: of the same digit in cells that share no house, and of another digit in a neighbor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Digit, Geometry, HouseNumber
from farandole.logic.inference.links import alternatives
from farandole.logic.inference.relations import Relations, candidates_of, relations_of, rules_of_links, weak_link
from farandole.logic.step import Level, Node, Reason, Step, technique
from farandole.logic.wording.chains import describe_chains, describe_premises

_MAX_STARTS = 4  # candidates of which one is true


class Alternatives(NamedTuple):
    """Candidates of which one is true: those of a cell, or the places of a digit in a house."""

    digit: Digit  # 0 for a cell
    house: HouseNumber | None
    candidates: tuple[Candidate, ...]


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    yield from describe_premises(step.reason, geometry)
    yield from describe_chains(step.reason, geometry)
    yield tr("So in any case")


@technique(
    "Pointing by Rules",
    Level.MEDIUM,
    aliases=("Cell Exclusion",),
    source="own; compare Bernhard Hobiger, HoDoKu 2.2, Locked Candidates",
    describe=_describe,
)
def pointing_by_rules(board: Board) -> Iterator[Step]:
    """All candidates of a cell, or all places of a digit in a house, exclude the same candidate elsewhere by rules.

    So that candidate is false.
    """
    relations = relations_of(board)
    if relations is None:
        return
    left = candidates_of(board)
    for chosen in _alternatives(board):
        common = relations.excluded_by_all(chosen.candidates) & left
        for _, eliminated in groupby(relations.candidates(common) if common else (), key=lambda one: one[0]):
            yield _step(relations, chosen, tuple(eliminated))


def _alternatives(board: Board) -> Iterator[Alternatives]:
    """Yield the sets of a few candidates of which one is true: cells first, then digits in houses."""
    found = [
        Alternatives(digit, where, tuple((cell, digit) for cell in bits(cells)))
        if digit
        else Alternatives(0, None, tuple((where, held) for held in digits_of(board.masks[where])))
        for digit, where, cells in alternatives(board)
    ]
    few = (chosen for chosen in found if 1 < len(chosen.candidates) <= _MAX_STARTS)
    return iter(sorted(few, key=lambda chosen: len(chosen.candidates)))


def _step(relations: Relations, chosen: Alternatives, eliminated: tuple[Candidate, ...]) -> Step:
    chains = tuple((weak_link(relations, start, end),) for start in chosen.candidates for end in eliminated)
    reason = Reason(
        digits=_digits_of(chosen.candidates),
        cells=set_of(cell for cell, _ in chosen.candidates),
        houses=() if chosen.house is None else (chosen.house,),
        links=chains,
        starts=tuple(Node(digit, 1 << cell) for cell, digit in chosen.candidates),
        rules=rules_of_links(link for (link,) in chains),
    )
    return Step(pointing_by_rules, (), eliminated, reason)


def _digits_of(candidates: Iterable[Candidate]) -> int:
    mask = 0
    for _, digit in candidates:
        mask |= bit_of(digit)
    return mask
