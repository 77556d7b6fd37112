"""Results of an exact cover problem: covers with costs, estimates, reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, nan, sqrt
from typing import NamedTuple

from farandole.cover.problem import Label


class Priced(NamedTuple):
    """A cover and its cost."""

    cost: float
    labels: tuple[Label, ...]


class Cheapest(list[Priced]):
    """Covers, cheapest first.

    Attributes
    ----------
    exhausted : bool
        Whether no others are cheaper. False if the search ended early: then these are the cheapest found so far.
    nodes : int
        The number of nodes of the search tree.
    """

    def __init__(self, covers: Iterable[Priced], *, exhausted: bool, nodes: int) -> None:
        super().__init__(covers)
        self.exhausted = exhausted
        self.nodes = nodes


class Estimate(NamedTuple):
    """Estimated numbers of nodes and covers of a search tree, with standard errors; NaN is unknown."""

    nodes: float
    nodes_error: float
    covers: float
    covers_error: float

    @classmethod
    def of(cls, guesses: Sequence[tuple[float, float]]) -> Estimate:
        """Average the samples of both."""
        nodes, covers = zip(*guesses, strict=True)
        # If no path met a cover, there may still be many elsewhere. There is none only if no path is possible.
        is_unknown = not any(covers) and any(nodes)
        return cls(*_mean(nodes), *((nan, nan) if is_unknown else _mean(covers)))


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Compute the mean of values and its standard error, which is unknown for a single value."""
    n, largest = len(values), max(values)
    if not 0 < largest < inf:
        return largest, 0.0 if largest == 0 else inf
    shares = [value / largest for value in values]  # squares of the values might be too large for a float
    mean = sum(shares) / n
    variance = sum((share - mean) ** 2 for share in shares) / (n - 1) if n > 1 else inf
    return largest * mean, largest * sqrt(variance / n)
