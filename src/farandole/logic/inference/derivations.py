"""Trails: the way from an assumption to what follows from it, with its branches where several things were needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from farandole.logic.inference.tables import Tables

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


def trails_of(tables: Tables) -> Callable[[int, int], Trail]:
    """Make a function from an assumption and what follows from it to the trail between them."""

    @cache
    def trail(premise: int, node: int) -> Trail:
        path, needed = _back(tables, premise, node)
        branches = [_back(tables, premise, start, until=frozenset(path))[0] for start in needed]
        length = len(path) + sum(len(branch) * path.count(branch[-1]) for branch in branches)
        return Trail(path[::-1], [branch[::-1] for branch in branches], length)

    return trail


def _back(
    tables: Tables, premise: int, node: int, *, until: frozenset[int] = frozenset()
) -> tuple[list[int], list[int]]:
    """List the nodes back to the assumption, or to one of those given, and what else they followed from."""
    core, here = tables.core, premise
    above: list[int] = []  # whose tables led here, by what they took over
    at = max(core.index(here, node), 0)
    path, needed = [node], []
    while at and len(path) < _LONGEST:
        _, source, parents = core.entry(here, at)
        if source >= 0:
            above.append(here)
            here, at = source, core.index(source, node)
            continue
        at, *others = parents or [0]
        needed += [core.entry(here, other)[0] for other in others]
        node = core.entry(here, at)[0]
        path.append(node)
        if node in until:
            break
        while not at and above:
            here = above.pop()
            at = core.index(here, node)
    return path, needed
