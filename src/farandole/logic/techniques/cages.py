"""Killers: the digits that cages can hold, and the rule of 45.

Cages are also houses of the board, because no digit repeats in them. So pairs, triples and chains use them like any
other house. The techniques here use their totals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from farandole.bitsets import bit_of, digits_of, set_of
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Geometry, HouseNumber
from farandole.logic.inference.fillings import group_of
from farandole.logic.inference.sums import Remainder, remainders_of
from farandole.logic.step import Level, Reason, Step, Technique, technique
from farandole.logic.techniques.rule_combinations import NEEDED, find_needed
from farandole.logic.techniques.totals import FITTING, totals
from farandole.logic.wording.words import group_by_digit, join_words, name_cells
from farandole.rules import Cage, Equation, Rule

_SOURCE = "Sudopedia, Killer Sudoku"
_MAX_CELLS = 4  # innies and outies that a person handles at a glance, without digits
_MAX_HOUSES = 3
_MAX_CELLS_IF_LARGE = 8
_MAX_ASKED = 500  # remainders of one search


def _describe_needed(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    ((digit, places),) = group_by_digit(reason.parts[NEEDED]).items()
    assert reason.equation
    yield tr(
        "The cage of {cells} adds up to {total}, and whatever it holds, {digit} is in it",
        cells=join_words(name_cells(geometry, reason.cells)),
        total=reason.equation.total,
        digit=geometry.grid.digit_name(digit),
    )
    place_names = join_words(name_cells(geometry, places), "or")
    yield tr(
        "So {digit} is in {cells}, and in no cell that sees all of these",
        digit=geometry.grid.digit_name(digit),
        cells=place_names,
    )


@technique(
    "Cage Combinations", Level.MEDIUM, difficulty=3.0, aliases=("Killer Combinations",), source=_SOURCE, describe=totals
)
def cage_combinations(board: Board) -> Iterator[Step]:
    """Only a few sets of digits add up to the total of a cage.

    So a candidate that is in none of them can be removed.
    """
    for rule, equation in _open_cages(board):
        yield from _sum_step(cage_combinations, board, equation, (), (rule,))


@technique(
    "Cage Must Hold",
    Level.MEDIUM,
    difficulty=3.4,
    aliases=("Locked in a Cage",),
    source=_SOURCE,
    describe=_describe_needed,
)
def cage_must_hold(board: Board) -> Iterator[Step]:
    """Every set of digits that a cage can hold has a certain digit.

    So no cell that sees all places of the digit in the cage holds it.
    """
    for rule, equation in _open_cages(board):
        for digit, places, eliminations in find_needed(board, group_of(board.geometry, (equation,))):
            cells, parts = set_of(equation.cells), {NEEDED: places}
            reason = Reason(bit_of(digit), cells, parts=parts, equation=equation, rules=(rule,))
            yield Step(cage_must_hold, (), eliminations, reason)


@technique(
    "Rule of 45",
    Level.HARD,
    aliases=("Innies and Outies", "Cage Splitting"),
    source=_SOURCE,
    describe=totals,
)
def rule_of_45(board: Board) -> Iterator[Step]:
    """The digits of a house have a known sum, and cages cover most of the house.

    So the cells that are left over or stick out have a known sum, too.
    """
    for n_open, remainder in board.cached(_open_remainders):
        if _is_small(n_open, remainder):
            yield from _sum_step(rule_of_45, board, remainder.equation, remainder.houses, remainder.rules)


@technique("Large Rule of 45", Level.UNFAIR, aliases=("Large Innies and Outies",), source=_SOURCE, describe=totals)
def large_rule_of_45(board: Board) -> Iterator[Step]:
    """The digits of several houses have a known sum, and cages or other sums cover most of them.

    So the cells that are left over or stick out have a known sum, too, even if they are many.
    """
    for n_open, remainder in board.cached(_open_remainders):
        if not _is_small(n_open, remainder):
            yield from _sum_step(large_rule_of_45, board, remainder.equation, remainder.houses, remainder.rules)


def _open_cages(board: Board) -> Iterator[tuple[Cage, Equation]]:
    """Yield the cages with open cells and a total, each with its sum."""
    for cells, cage, equation in _cages_of(board.rules):
        if cells & board.open:
            yield cage, equation


@lru_cache(maxsize=256)
def _cages_of(rules: tuple[Rule, ...]) -> list[tuple[CellSet, Cage, Equation]]:
    cages = []
    for rule in rules:
        if isinstance(rule, Cage) and rule.total is not None:
            cells = tuple(sorted(rule.cells))
            cages.append((set_of(cells), rule, Equation(cells, (1,) * len(cells), rule.total)))
    return cages


def _open_remainders(board: Board) -> list[tuple[int, Remainder]]:
    """List what is left of houses and sums with few open cells, the fewest first."""
    found = []
    for remainder in remainders_of(board.geometry, board.rules):
        n_open = (remainder.cells & board.open).bit_count()
        if 0 < n_open <= _MAX_CELLS_IF_LARGE:
            found.append((n_open, remainder))
    found.sort(key=lambda entry: (entry[0], len(entry[1].houses)))
    return found[:_MAX_ASKED]


def _is_small(n_open: int, remainder: Remainder) -> bool:
    return n_open <= _MAX_CELLS and len(remainder.houses) <= _MAX_HOUSES


def _sum_step(
    technique: Technique,
    board: Board,
    equation: Equation,
    houses: tuple[HouseNumber, ...] = (),
    rules: Iterable[Rule] = (),
) -> Iterator[Step]:
    """Eliminate the candidates with which the cells can't have their sum."""
    group = group_of(board.geometry, (equation,))
    masks = group.masks(board)
    eliminations, left = [], []
    for cell, mask, supported in zip(group.cells, masks, group.supports(masks), strict=True):
        if not board.values[cell]:
            eliminations += [(cell, digit) for digit in digits_of(mask & ~supported)]
            left += [(cell, digit) for digit in digits_of(supported)]
    if eliminations:
        filled = tuple((cell, board.values[cell]) for cell in group.cells if board.values[cell])
        parts = {FITTING: tuple(left)}
        cells = set_of(group.cells)
        reason = Reason(0, cells, houses, parts=parts, equation=equation, filled=filled, rules=tuple(rules))
        yield Step(technique, (), tuple(eliminations), reason)


__all__ = ["cage_combinations", "cage_must_hold", "large_rule_of_45", "rule_of_45"]
