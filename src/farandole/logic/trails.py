"""Trails: the way from an assumption to what follows from it, with its branches where several things were needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from farandole.logic.tables import Tables

_LONGEST = 1000  # nodes of a trail: HoDoKu's


@dataclass(frozen=True, slots=True)
class Trail:
    """How something follows from an assumption.

    Parameters
    ----------
    path : list of int
        Nodes from the assumption to the conclusion.
    branches : list of list of int
        What else was needed: nodes from one of the path to what some later one follows from, too.
    length : int
        All nodes, as HoDoKu counts them.
    """

    path: list[int]
    branches: list[list[int]]
    length: int

    @property
    def is_net(self) -> bool:
        """Whether the path alone does not prove it."""
        return bool(self.branches)


class _Table:
    """One table, entry by entry."""

    def __init__(self, rows: list[tuple[int, int, int, list[int]]]) -> None:
        self.nodes = [row[0] for row in rows]
        self.distances = [row[1] for row in rows]
        self.sources = [row[2] for row in rows]
        self.parents = [row[3] for row in rows]
        self.at = {node: k for k, node in enumerate(self.nodes)}


def trails_of(tables: Tables) -> Callable[[int, int], Trail]:
    """Make a function from an assumption and what follows from it to the trail between them."""

    @cache
    def table(node: int) -> _Table:
        return _Table(tables.core.entries(node))

    @cache
    def trail(premise: int, node: int) -> Trail:
        path, needed = _back(table, premise, node)
        branches = [_back(table, premise, start, until=frozenset(path))[0] for start in needed]
        length = len(path) + sum(len(branch) * path.count(branch[-1]) for branch in branches)
        return Trail(path[::-1], [branch[::-1] for branch in branches], length)

    return trail


def _back(
    table: Callable[[int], _Table], premise: int, node: int, *, until: frozenset[int] = frozenset()
) -> tuple[list[int], list[int]]:
    """List the nodes back to the assumption, or to one of those given, and what else they followed from."""
    here = table(premise)
    above: list[_Table] = []  # the tables that led here, by what they took over
    at = here.at.get(node, 0)
    path, needed = [node], []
    while at and len(path) < _LONGEST:
        if here.sources[at] >= 0:
            above.append(here)
            here = table(here.sources[at])
            at = here.at[node]
            continue
        first, *others = here.parents[at] or [0]
        needed += [here.nodes[other] for other in others]
        at, node = first, here.nodes[first]
        path.append(node)
        if node in until:
            break
        while not at and above:
            here = above.pop()
            at = here.at[node]
    return path, needed
