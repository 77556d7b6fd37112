"""Choose the most probable killer with exactly one solution: its totals and givens together."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, takewhile
from math import exp

import numpy as np

from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.photo.cages.killer import Killer
from farandole.photo.digits import Odds
from farandole.photo.repair import Hypothesis, RankedValues, Values, choose_hypothesis, rank_hypotheses
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

_READINGS = 1000  # maximum number of hypotheses
_SEVERAL = 40  # hypotheses with several solutions, after which something other than a total must be wrong
_BUDGET = 20_000
_MISREAD = 0.02  # prior of a misread total, however certain the net is
_SEEN = 0.1  # minimum probability of a visible total
_AGAINST = 0.01  # weight of the cost of the layout in the log confidence


def choose_killer(grid: Grid, odds: Odds, killer: Killer) -> tuple[Hypothesis, tuple[int, ...]]:
    """Choose givens and totals.

    Parameters
    ----------
    grid : Grid
    odds : ndarray, shape (cells, digits + 1)
        The probability of each given.
    killer : Killer

    Returns
    -------
    Hypothesis
        Its values are the digits of the cells, then the totals of the cages; so are its cell confidences.
    tuple of int
        The total that each cage looks like; 0 for none.
    """
    totals = _total_odds(grid, killer)
    looks = tuple(int(row.argmax()) if row.sum() > _SEEN else 0 for row in killer.totals)
    both = np.zeros((len(odds) + len(totals), max(totals.shape[1], odds.shape[1])))
    both[: len(odds), : odds.shape[1]] = odds
    both[len(odds) :, : totals.shape[1]] = totals

    n_several = 0

    def judge(readings: Sequence[Values]) -> list[int]:
        nonlocal n_several
        counts = [_count(grid, values, killer) for values in readings]
        n_several += sum(count > 1 for count in counts)
        return counts

    every = merge_rankings(rank_hypotheses(odds), rank_totals(totals, grid.n_cells * (grid.n_digits + 1) // 2))
    ways = takewhile(lambda _: n_several < _SEVERAL, every)
    chosen = choose_hypothesis(both, judge, most=_READINGS, ways=ways, one_by_one=True)
    confidence = chosen.confidence * exp(-_AGAINST * killer.cost)
    return Hypothesis(chosen.values, chosen.n_solutions, confidence, chosen.cell_confidences), looks


def make_cages(killer: Killer, totals: Sequence[int]) -> tuple[Cage, ...]:
    """Make the cages with these totals; 0 for a cage without one."""
    return tuple(Cage(region, total or None) for region, total in zip(killer.regions, totals, strict=True))


def rank_totals(odds: Odds, whole: int) -> Iterator[tuple[float, Values]]:
    """Yield totals that add up to a sum, the most probable first, each with its cost: the negative log probability.

    Parameters
    ----------
    odds : ndarray, shape (cages, totals)
        The probability of each total of each cage, from 0 on.
    whole : int
        The sum.

    Examples
    --------
    >>> odds = np.array([[0, 0.8, 0.2, 0], [0, 0.1, 0.6, 0.3]])
    >>> [totals for _, totals in rank_totals(odds, 4)]
    [(1, 3), (2, 2)]
    """
    with np.errstate(divide="ignore"):
        costs = -np.log(odds)
    # The least cost of the totals from each cage on, for each sum: the search is best-first with an exact bound.
    least = np.full((len(costs) + 1, whole + 1), np.inf)
    least[-1, 0] = 0
    for cage in range(len(costs) - 1, -1, -1):
        for total in np.flatnonzero(np.isfinite(costs[cage])):
            after = least[cage + 1, : max(whole + 1 - total, 0)] + costs[cage, total]
            np.minimum(least[cage, total:], after, out=least[cage, total:])

    @cache
    def rank_totals_of(cage: int, left: int) -> list[tuple[float, int]]:
        """List the extra cost of each total of a cage over the best, for the rest of the sum."""
        totals = range(min(costs.shape[1], left + 1))
        more = ((costs[cage, total] + least[cage + 1, left - total] - least[cage, left], total) for total in totals)
        return sorted((float(cost), total) for cost, total in more if np.isfinite(cost))

    heap: list[tuple[float, Values, int]] = [(float(least[0, whole]), (), 0)] if np.isfinite(least[0, whole]) else []
    while heap:
        cost, totals, rank = heapq.heappop(heap)
        while len(totals) < len(costs):  # take the best total; push the next one
            choices = rank_totals_of(len(totals), whole - sum(totals))
            if rank + 1 < len(choices):
                heapq.heappush(heap, (cost - choices[rank][0] + choices[rank + 1][0], totals, rank + 1))
            totals, rank = (*totals, choices[rank][1]), 0
        yield cost, totals


def merge_rankings(givens: RankedValues, totals: RankedValues) -> Iterator[tuple[float, Values]]:
    """Yield the combinations of two rankings, the most probable first."""
    ways = (iter(givens), iter(totals))
    known: tuple[list[tuple[float, Values]], ...] = ([], [])

    def push(one: int, other: int) -> None:
        for number, listed, way in zip((one, other), known, ways, strict=True):
            if number == len(listed):
                listed.extend(islice(way, 1))
            if number == len(listed):
                return
        heapq.heappush(heap, (known[0][one][0] + known[1][other][0], one, other))

    heap: list[tuple[float, int, int]] = []
    push(0, 0)
    least = heap[0][0] if heap else 0.0
    while heap:
        cost, one, other = heapq.heappop(heap)
        yield cost - least, known[0][one][1] + known[1][other][1]
        push(one, other + 1)
        if other == 0:
            push(one + 1, 0)


def _total_odds(grid: Grid, killer: Killer) -> Odds:
    """Return the probability of each possible total of each cage, with a prior for misread ones."""
    n = grid.n_digits
    possible = np.zeros((len(killer.regions), max(killer.totals.shape[1], n * (n + 1) // 2 + 1)))
    for cage, (region, seen) in enumerate(zip(killer.regions, killer.totals, strict=True)):
        others = _sum_shares(len(region), n)
        possible[cage, : len(seen)] = seen * (others[: len(seen)] > 0) * (1 - _MISREAD)
        possible[cage, : len(others)] += (1 - possible[cage].sum()) * others
    return possible


@cache
def _sum_shares(size: int, n: int) -> Odds:
    """Return the share of each sum among all sets of ``size`` of n digits."""
    counts = np.bincount(
        [sum(digits) for digits in combinations(range(1, n + 1), size)], minlength=n * (n + 1) // 2 + 1
    )
    return np.asarray(counts / counts.sum(), np.float64)


def _count(grid: Grid, values: Values, killer: Killer) -> int:
    try:
        rules = make_cages(killer, values[grid.n_cells :])
        return Puzzle.of(grid, values[: grid.n_cells], rules=rules).count(limit=2, budget=_BUDGET)
    except PuzzleError:
        return 0
