"""Repair a reading by the solver: choose the most probable hypothesis with exactly one solution."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import exp, log

import numpy as np

from farandole import batch
from farandole.photo.digits import Odds
from farandole.records import record

Values = tuple[int, ...]
SolutionCounter = Callable[[Sequence[Values]], Sequence[int]]
"""Counts the solutions of hypotheses, up to 2."""
RankedValues = Iterable[tuple[float, Values]]
"""Hypotheses, the most probable first, each with its cost: the log of how much less probable it is than the best."""

_READINGS = 600  # maximum number of hypotheses
_AT_ONCE = 50
_RARE = 0.01  # prior of printed puzzles without exactly one solution, for the confidence
_PRIORS = (1e-4, 1.0, 0.01)  # of puzzles with no solution, with one, with several, for the choice
SURE = 0.99  # minimum probability of a cell that is never changed
_LIKELY = 8.0  # maximum cost of a hypothesis, relative to the best, that still counts


@record(slots=False)
class Hypothesis:
    """A hypothesis: the digit of each cell, the number of solutions (2 for more), and its confidence."""

    values: Values
    n_solutions: int
    confidence: float
    cell_confidences: tuple[float, ...]


def rank_hypotheses(odds: Odds, most: int = _READINGS) -> Iterator[tuple[float, Values]]:
    """Yield hypotheses with their costs, the most probable first.

    Examples
    --------
    >>> [(round(cost, 3), values) for cost, values in rank_hypotheses(np.array([[0.1, 0.9], [0.4, 0.6]]), 2)]
    [(0.0, (1, 1)), (0.405, (1, 0))]
    """
    order = np.argsort(-odds, axis=1, kind="stable")
    best = order[:, 0].copy()
    # The costs of the second and the third digit of each cell.
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
        # Each set of changes is reached once: from the set without its last change, or with that change one earlier.
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
    """Choose the most probable hypothesis; one with exactly one solution is more probable than others.

    What is seen for sure stays: a puzzle may have several solutions, or a clash, on purpose. Hypotheses without it
    count only for the confidence.

    Parameters
    ----------
    odds : ndarray, shape (cells, digits + 1)
        The probability of each digit of each cell; column 0 for none.
    judge : callable
        Counts the solutions of hypotheses.
    most : int
        The maximum number of hypotheses.
    ways : iterable, optional
        The hypotheses; by default, those of `rank_hypotheses`.
    one_by_one : bool
        Count the solutions of one at a time, because that takes long.
    """
    looks, is_sure = odds.argmax(axis=1), odds.max(axis=1) >= SURE
    tried: list[tuple[float, Values, int]] = []
    allowed: list[tuple[float, Values, int]] = []
    found: tuple[float, Values, int] | None = None
    left = islice(rank_hypotheses(odds, most) if ways is None else ways, most)
    size = 1 if one_by_one else 8  # for most photos, the first one is right
    while True:
        chunk = list(islice(left, size))
        if not chunk:
            break
        for (cost, values), n_solutions in zip(chunk, judge([values for _, values in chunk]), strict=True):
            tried.append((cost, values, n_solutions))
            if ((looks == values) | ~is_sure).all():
                allowed.append(tried[-1])
                found = found or (tried[-1] if n_solutions == 1 else None)
        if found and chunk[-1][0] > found[0] + _LIKELY:
            break
        if found and len(tried) >= 60:
            break
        size = 1 if one_by_one else _AT_ONCE
    taken = max(allowed or tried[:1], key=lambda way: log(_PRIORS[way[2]]) - way[0])
    return _rate_confidence(taken, tried, odds)


def _rate_confidence(
    taken: tuple[float, Values, int], tried: list[tuple[float, Values, int]], odds: Odds
) -> Hypothesis:
    """Compute the confidence of the chosen hypothesis, and of each cell, among all that were tried."""
    cost, values, n_solutions = taken
    weights = np.array([exp(-other) * (1 if n == 1 else _RARE) for other, _, n in tried])
    same = np.array([others for _, others, _ in tried]) == np.array(values)
    cells = (weights[:, None] * same).sum(axis=0) / weights.sum()
    confidence = exp(-cost) * (1 if n_solutions == 1 else _RARE) / weights.sum()
    if n_solutions != 1:
        # No hypothesis has one solution, so something is wrong, however certain the net is.
        cells = np.minimum(cells, odds[np.arange(len(odds)), values])
        confidence = min(confidence, 0.5) * float(np.prod(odds[np.arange(len(odds)), values]))
    return Hypothesis(values, n_solutions, float(confidence), tuple(float(cell) for cell in cells))
