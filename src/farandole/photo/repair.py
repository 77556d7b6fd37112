"""The solver in the loop: of all that cells may hold, the most probable reading with exactly one solution."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log

import numpy as np

from farandole import batch
from farandole.photo.digits import Odds

Values = tuple[int, ...]
SolutionCounter = Callable[[Sequence[Values]], Sequence[int]]
"""Counts the solutions of readings, up to 2."""
RankedValues = Iterable[tuple[float, Values]]
"""Readings, the most probable first, each with how much less probable it is than the best: a logarithm."""

_READINGS = 600  # tried at before we give up
_AT_ONCE = 50
_RARE = 0.01  # puzzles that have no solution or several, among those that people print
_LIKELY = 8.0  # the logarithm of how much less probable than the best a reading is that still counts


@dataclass(frozen=True)
class Hypothesis:
    """A reading: the digit of each cell, its solutions (2 for more), how sure it is, how sure each cell is."""

    values: Values
    n_solutions: int
    confidence: float
    cell_confidences: tuple[float, ...]


def rank_hypotheses(odds: Odds, most: int = _READINGS) -> Iterator[tuple[float, Values]]:
    """Yield readings, the most probable first, each with how much less probable it is than the first, as a logarithm.

    Examples
    --------
    >>> [(round(cost, 3), values) for cost, values in rank_hypotheses(np.array([[0.1, 0.9], [0.4, 0.6]]), 2)]
    [(0.0, (1, 1)), (0.405, (1, 0))]
    """
    order = np.argsort(-odds, axis=1, kind="stable")
    best = order[:, 0].copy()
    # What another digit costs: the second and the third of each cell.
    changes = sorted(
        (log(odds[cell, best[cell]] / max(odds[cell, order[cell, rank]], 1e-12)), cell, int(order[cell, rank]))
        for cell in range(len(odds))
        for rank in range(1, min(3, odds.shape[1]))
    )
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    n = 0
    while heap and n < most:
        cost, taken = heapq.heappop(heap)
        cells = [changes[index][1] for index in taken]
        if len(set(cells)) == len(cells):
            values = best.copy()
            for index in taken:
                values[changes[index][1]] = changes[index][2]
            yield cost, tuple(values.tolist())
            n += 1
        # Each set of changes comes once: from the set with its last one removed, or moved one back.
        after = taken[-1] + 1 if taken else 0
        if after < len(changes):
            heapq.heappush(heap, (cost + changes[after][0], (*taken, after)))
            if taken:
                heapq.heappush(heap, (cost + changes[after][0] - changes[taken[-1]][0], (*taken[:-1], after)))


def count_classic(readings: Sequence[Values]) -> list[int]:
    """Count the solutions of classic puzzles, up to 2."""
    array = np.array(readings, np.uint8).reshape(-1, 81)
    counts: list[int] = batch.solve(array, limit=2, threads=1).counts.tolist()
    return counts


def choose_hypothesis(
    odds: Odds,
    judge: SolutionCounter,
    *,
    most: int = _READINGS,
    ways: RankedValues | None = None,
    one_by_one: bool = False,
) -> Hypothesis:
    """Choose the most probable reading with exactly one solution; if none is found, the most probable one.

    Parameters
    ----------
    odds : ndarray, shape (cells, digits + 1)
        How probable each digit of each cell is; column 0 for none.
    judge : callable
        Counts the solutions of readings.
    most : int
        Readings tried at.
    ways : iterable, optional
        The readings that may be; by default, those that `rank_hypotheses` yields.
    one_by_one : bool
        Judge each alone, for that takes long.
    """
    tried: list[tuple[float, Values, int]] = []
    found: tuple[float, Values, int] | None = None
    left = islice(rank_hypotheses(odds, most) if ways is None else ways, most)
    size = 1 if one_by_one else 8  # most photos are read by the first
    while True:
        batch_ = list(islice(left, size))
        if not batch_:
            break
        for (cost, values), n_solutions in zip(batch_, judge([values for _, values in batch_]), strict=True):
            tried.append((cost, values, n_solutions))
            if n_solutions == 1 and found is None:
                found = tried[-1]
        if found and batch_[-1][0] > found[0] + _LIKELY:
            break
        if found and len(tried) >= 60:
            break
        size = 1 if one_by_one else _AT_ONCE
    taken = found or tried[0]
    return _rate_confidence(taken, tried, odds)


def _rate_confidence(
    taken: tuple[float, Values, int], tried: list[tuple[float, Values, int]], odds: Odds
) -> Hypothesis:
    """Say how sure the chosen reading is among all that were tried at, and how sure each of its cells is."""
    cost, values, n_solutions = taken
    weights = np.array([exp(-other) * (1 if n == 1 else _RARE) for other, _, n in tried])
    same = np.array([others for _, others, _ in tried]) == np.array(values)
    cells = (weights[:, None] * same).sum(axis=0) / weights.sum()
    confidence = exp(-cost) * (1 if n_solutions == 1 else _RARE) / weights.sum()
    if n_solutions != 1:
        # No reading has one solution: something is wrong, whatever the net says.
        cells = np.minimum(cells, odds[np.arange(len(odds)), values])
        confidence = min(confidence, 0.5) * float(np.prod(odds[np.arange(len(odds)), values]))
    return Hypothesis(values, n_solutions, float(confidence), tuple(float(cell) for cell in cells))
