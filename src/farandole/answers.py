"""What some questions to an exact cover problem give: covers with their costs, an estimate, reasons."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from farandole.options import Item, Label, Table


class Priced(NamedTuple):
    """A cover and what it costs."""

    cost: float
    labels: tuple[Label, ...]


class Cheapest(list[Priced]):
    """Covers, cheapest first.

    Attributes
    ----------
    exhausted : bool
        Whether no others are cheaper. False if the search for them ended before: then these are the cheapest that
        it had met.
    nodes : int
        Nodes of the search tree, all in all.
    """

    def __init__(self, covers: Iterable[Priced], *, exhausted: bool, nodes: int) -> None:
        super().__init__(covers)
        self.exhausted = exhausted
        self.nodes = nodes


class Estimate(NamedTuple):
    """How many nodes a search tree has and how many covers, as guessed, each with its standard error."""

    nodes: float
    nodes_error: float
    covers: float
    covers_error: float

    @classmethod
    def of(cls, guesses: Sequence[tuple[float, float]]) -> Estimate:
        """Take the means of guesses of both."""
        nodes, covers = zip(*guesses, strict=True)
        return cls(*_mean(nodes), *_mean(covers))


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Compute the mean of values and its standard error; of a single one nobody knows."""
    n, largest = len(values), max(values)
    if not 0 < largest < inf:
        return largest, 0.0 if largest == 0 else inf
    shares = [value / largest for value in values]  # squares of the values might be too large for a float
    mean = sum(shares) / n
    variance = sum((share - mean) ** 2 for share in shares) / (n - 1) if n > 1 else inf
    return largest * mean, largest * sqrt(variance / n)


class Needs(NamedTuple):
    """A problem as `contradictions` reads it: its options, and how often primary items are covered."""

    table: Table
    labels: Sequence[Label]
    low: Sequence[int]
    high: Sequence[int]


def contradictions(needs: Needs) -> Iterator[str]:
    """Name items with too few options; or else options that are all needed and get in each other's way."""
    table, labels, low, high = needs
    n_primary = len(low)
    sizes = array("i", [0]) * n_primary
    for item in table.items:
        if item < n_primary:
            sizes[item] += 1
    short = [item for item in range(n_primary) if sizes[item] < low[item]]
    for item in short:
        name = table.names[item]
        if sizes[item] == 0:
            yield f"no option has item {name!r}"
        else:
            yield f"item {name!r} is to be covered {low[item]} times, but only {sizes[item]} options have it"
    tight = {item for item in range(n_primary) if 0 < low[item] == sizes[item]}
    if short or not tight:
        return

    needed: dict[int, Item] = {}  # options, and an item that needs each
    for option in range(len(labels)):
        items = table.items[table.starts[option] : table.starts[option + 1]]
        if forcing := tight.intersection(items):
            needed[option] = table.names[min(forcing)]
    entries: dict[int, list[tuple[int, int]]] = {}
    for option in needed:
        for entry in range(table.starts[option], table.starts[option + 1]):
            entries.setdefault(table.items[entry], []).append((option, table.colors[entry]))
    for item, users in sorted(entries.items()):
        colors = {color for _, color in users}
        most = high[item] if item < n_primary else 1 if colors == {0} or len(colors) > 1 else len(users)
        if len(users) > most:
            who = " and ".join(f"option {labels[option]!r} for {needed[option]!r}" for option, _ in users[: most + 1])
            yield f"needed are {who}, but they don't go together: item {table.names[item]!r}"
