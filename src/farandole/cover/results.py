"""Results of an exact cover problem: covers with costs, estimates, reasons."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import inf, nan, sqrt
from typing import NamedTuple

from farandole.cover.problem import Label, Problem


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


def contradictions(problem: Problem) -> Iterator[str]:
    """Yield items with too few options; or else options that are all needed but conflict."""
    n_primary = len(problem.primary)
    low = problem.low or array("i", [1]) * n_primary
    sizes = array("i", [0]) * n_primary
    for item in problem.items:
        if item < n_primary:
            sizes[item] += 1
    short = False
    for item, name in enumerate(problem.primary):
        if sizes[item] >= low[item]:
            continue
        short = True
        if sizes[item] == 0:
            yield f"no option has item {name!r}"
        else:
            yield f"item {name!r} is to be covered {low[item]} times, but only {sizes[item]} options have it"
    if not short:
        yield from _clashes(problem, low, sizes)


def _clashes(problem: Problem, low: Sequence[int], sizes: Sequence[int]) -> Iterator[str]:
    """Yield options that are needed because an item has no others, but conflict."""
    starts, items, colors, names, labels = problem.starts, problem.items, problem.colors, problem.names, problem.labels
    n_primary, high = len(low), problem.high or low
    # Arrays, because problems are large, and an interrupt must not wait until a million lists are freed.
    forcing = array("i", [-1]) * len(labels)  # by option: an item that needs it
    n_users = array("i", [0]) * len(names)  # by item: how many options that are needed have it,
    shade = array("i", [-1]) * len(names)  # in which color, 0 for none or several
    for option in range(len(labels)):
        entries = range(starts[option], starts[option + 1])
        tight = [
            item for item in items[entries.start : entries.stop] if item < n_primary and 0 < low[item] == sizes[item]
        ]
        if not tight:
            continue
        forcing[option] = min(tight)
        for entry in entries:
            item = items[entry]
            n_users[item] += 1
            shade[item] = colors[entry] if shade[item] in (-1, colors[entry]) else 0
    crowded: dict[int, list[int]] = {}  # items, and the options that need them
    for item, n in enumerate(n_users):
        if n > (high[item] if item < n_primary else n if shade[item] > 0 else 1):
            crowded[item] = []
    for option in range(len(labels)) if crowded else ():
        if forcing[option] >= 0:
            for item in items[starts[option] : starts[option + 1]]:
                if item in crowded and len(crowded[item]) <= (high[item] if item < n_primary else 1):
                    crowded[item].append(option)
    for item, users in crowded.items():
        who = " and ".join(f"option {labels[option]!r} for {names[forcing[option]]!r}" for option in users)
        yield f"needed are {who}, but they don't go together: item {names[item]!r}"
