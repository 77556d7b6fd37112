"""The most probable killer with exactly one solution: totals and givens are chosen together."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np

from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.photo.cages.find import Killer
from farandole.photo.digits import Odds
from farandole.photo.repair import Chosen, Values, choose
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

_SOLVED = 40  # readings that the solver sees; others are told by their totals alone
_BUDGET = 20_000
_UNSEEN = 0.9  # how sure a total is that follows from all the others
_AGAINST = 0.01  # how much surer, as a logarithm, a reading is without what speaks against its cages


def choose_killer(grid: Grid, odds: Odds, killer: Killer) -> tuple[Chosen, tuple[int, ...]]:
    """Choose givens and totals.

    Parameters
    ----------
    grid : Grid
    odds : ndarray, shape (cells, digits + 1)
        How probable each given is.
    killer : Killer

    Returns
    -------
    Chosen
        The values are those of the cells, and then the total of each cage; so is how sure they are.
    tuple of int
        The total that each cage looks like; 0 for one without.
    """
    totals = _whole(killer.totals, grid)
    looks = tuple(int(row.argmax()) for row in killer.totals)
    together = np.zeros((len(odds) + len(totals), totals.shape[1]))
    together[: len(odds), : odds.shape[1]] = odds
    together[len(odds) :] = totals
    n_solved = 0

    def judge(readings: Sequence[Values]) -> list[int]:
        nonlocal n_solved
        counts = []
        for values in readings:
            counts.append(0)
            if n_solved < _SOLVED and _may_be(grid, values[grid.n_cells :]):
                n_solved += 1
                counts[-1] = _count(grid, values, killer)
        return counts

    chosen = choose(together, judge)
    sureness = chosen.sureness * exp(-_AGAINST * killer.cost)
    return Chosen(chosen.values, chosen.n_solutions, sureness, chosen.cells), looks


def cages_of(killer: Killer, totals: Sequence[int]) -> tuple[Cage, ...]:
    """Make the cages with these totals; 0 for none."""
    return tuple(Cage(region, total or None) for region, total in zip(killer.regions, totals, strict=True))


def _all(grid: Grid) -> int:
    """Sum up all the digits of a grid."""
    return grid.n_cells * (grid.n_digits + 1) // 2


def _whole(totals: Odds, grid: Grid) -> Odds:
    """Put in the total that isn't seen, if it is only one: what the others leave of the sum of all digits."""
    totals = totals.copy()
    unseen = np.flatnonzero(totals.sum(axis=1) == 0)
    totals[unseen, 0] = 1
    if len(unseen) == 1:
        left = _all(grid) - int(totals.argmax(axis=1).sum())
        if 0 < left < totals.shape[1]:
            totals[unseen[0]] = 0
            totals[unseen[0], [0, left]] = 1 - _UNSEEN, _UNSEEN
    return totals


def _may_be(grid: Grid, totals: Sequence[int]) -> bool:
    """Return whether totals add up to the sum of all digits, if all are known."""
    return not all(totals) or sum(totals) == _all(grid)


def _count(grid: Grid, values: Values, killer: Killer) -> int:
    try:
        rules = cages_of(killer, values[grid.n_cells :])
        return Puzzle.of(grid, values[: grid.n_cells], rules=rules).count(limit=2, budget=_BUDGET)
    except PuzzleError:
        return 0
