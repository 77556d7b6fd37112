"""Generate all dots and signs between the cells of a full grid, so that a missing one is a clue too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from farandole.generate.variants.rule_generator import Digits, RuleGenerator
from farandole.grid import Cell, Grid
from farandole.rules import (
    Consecutive,
    Greater,
    NotConsecutive,
    PairSum,
    Ratio,
    Rule,
    negative_kropki,
    negative_xv,
)


def _adjacent_pairs(grid: Grid) -> Iterator[tuple[Cell, Cell]]:
    return ((cell, other) for cell in range(grid.n_cells) for other in grid.neighbors(cell) if cell < other)


def _kropki(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Generate white and black dots; 1 and 2 get either."""
    dots: list[Rule] = []
    for cell, other in _adjacent_pairs(grid):
        low, high = sorted((solution[cell], solution[other]))
        is_white, is_black = high - low == 1, high == 2 * low
        if is_black and (not is_white or random.random() < 0.5):
            dots.append(Ratio((cell, other)))
        elif is_white:
            dots.append(Consecutive((cell, other)))
    return [*dots, *negative_kropki(grid, dots)]


def _xv(grid: Grid, solution: Digits, random: Random) -> list[Rule]:  # noqa: ARG001
    totals = ((pair, solution[pair[0]] + solution[pair[1]]) for pair in _adjacent_pairs(grid))
    letters: list[Rule] = [PairSum(pair, total) for pair, total in totals if total in (5, 10)]
    return [*letters, *negative_xv(grid, letters)]


def _consecutive(grid: Grid, solution: Digits, random: Random) -> list[Rule]:  # noqa: ARG001
    return [
        Consecutive(pair) if abs(solution[pair[0]] - solution[pair[1]]) == 1 else NotConsecutive(pair)
        for pair in _adjacent_pairs(grid)
    ]


def _greater(grid: Grid, solution: Digits, random: Random) -> list[Rule]:  # noqa: ARG001
    """Generate signs between all adjacent cells of a region."""
    region_of = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
    return [
        Greater((cell, other) if solution[cell] > solution[other] else (other, cell))
        for cell, other in _adjacent_pairs(grid)
        if cell in region_of and region_of[cell] == region_of.get(other)
    ]


GENERATORS: Mapping[str, RuleGenerator] = {
    "kropki": RuleGenerator(_kropki, ("Consecutive", "Ratio", "NotConsecutive", "NotRatio")),
    "xv": RuleGenerator(_xv, ("PairSum", "NotPairSum")),
    "consecutive": RuleGenerator(_consecutive, ("Consecutive", "NotConsecutive")),
    "greater": RuleGenerator(_greater, ("Greater",), "regions"),
}
"""The generators of dots and signs by name."""
