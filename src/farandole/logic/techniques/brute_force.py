"""Brute force: a digit of the solution, if no technique applies."""

from __future__ import annotations

from collections.abc import Iterator

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of
from farandole.i18n import tr
from farandole.logic.board import Board, DigitSet, Geometry, cache_for_geometries
from farandole.logic.inference.contradictions import find_contradiction
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.wording.nets import describe_contradiction, format_cases
from farandole.logic.wording.words import join_words
from farandole.rules import Model, Rule


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    """Say that a search gave the digit, and why other digits are wrong if singles show it."""
    [(cell, right)], board = step.placements, step.reason.board
    name = geometry.grid.cell_name(cell)
    yield tr("This is the last resort: none of the techniques in use helps here, so a search has found a solution")
    wrong = [(cell, digit) for digit in digits_of(board.masks[cell]) if digit != right] if board else []
    contradictions = {candidate: find_contradiction(board, candidate) for candidate in wrong} if board else {}
    cases = [describe_contradiction(geometry, candidate, *why) for candidate, why in contradictions.items() if why]
    unclear = [geometry.grid.digit_name(digit) for (_, digit), why in contradictions.items() if not why]
    line = "\n" if cases else ""
    if cases:
        yield format_cases(tr("Singles show what {cell} can't be", cell=name), cases)
    if unclear:
        yield line + tr(
            "Singles alone don't show that {cell} can't be {digits}: that takes more guesses",
            cell=name,
            digits=join_words(unclear, "or"),
        )
    yield line + (tr("No other digit is left") if cases and not unclear else tr("In that solution"))


@technique(
    "Brute Force",
    Level.EXTREME,
    difficulty=10.0,
    score=10000,
    aliases=("Guess", "Trial and Error"),
    source="Bernhard Hobiger, HoDoKu 2.2, BruteForceSolver",
    describe=_describe,
)
def brute_force(board: Board) -> Iterator[Step]:
    """A search finds the solution, which is not a logical reason. The middle one of the open cells takes its digit."""
    network, allowed = _network_of(board.geometry, board.rules)
    held = (bit_of(value) or mask for value, mask in zip(board.values, board.masks, strict=True))
    masks = [mask & most for mask, most in zip(held, allowed, strict=True)]
    digits = _core.PuzzleSearch(network, masks).next()
    cells = list(bits(board.open))
    if digits is not None and cells:
        cell = cells[len(cells) // 2]
        yield Step(brute_force, ((cell, digits[cell]),), (), Reason(cells=1 << cell, board=board.copy()))


@cache_for_geometries(64)
def _network_of(geometry: Geometry, rules: tuple[Rule, ...]) -> tuple[_core.Network, list[DigitSet]]:
    """Build the network of all houses and rules, once for all steps; return it with the digits that they allow."""
    model = Model(geometry.n_digits, geometry.n_cells, geometry.grid.first_digit)
    for house in geometry.cells:
        model.all_different(house)
    for rule in rules:
        model.add(rule)
    return model.network(), model.masks
