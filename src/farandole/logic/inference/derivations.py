"""Derivations: the way from an assumption to what follows, with branches where several things were needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from farandole.logic.inference.links import NodeNumber
from farandole.logic.inference.tables import Tables

_LONGEST = 1000  # nodes of a derivation: HoDoKu's


@dataclass(frozen=True, slots=True)
class Derivation:
    """How something follows from an assumption.

    Parameters
    ----------
    path : list of NodeNumber
        Nodes from the assumption to the conclusion.
    branches : list of list of NodeNumber
        What else was needed: each leads from a node of the path to something else that a later node follows from.
    length : int
        All nodes, as HoDoKu counts them.
    """

    path: list[NodeNumber]
    branches: list[list[NodeNumber]]
    length: int

    @property
    def is_net(self) -> bool:
        """Whether the path alone does not prove it."""
        return bool(self.branches)


def derivations_of(tables: Tables) -> Callable[[NodeNumber, NodeNumber], Derivation]:
    """Make a function from an assumption and what follows from it to the derivation between them."""

    @cache
    def derivation(premise: NodeNumber, node: NodeNumber) -> Derivation:
        path, needed = _back(tables, premise, node)
        branches = [_back(tables, premise, start, until=frozenset(path))[0] for start in needed]
        length = len(path) + sum(len(branch) * path.count(branch[-1]) for branch in branches)
        return Derivation(path[::-1], [branch[::-1] for branch in branches], length)

    return derivation


def _back(
    tables: Tables, premise: NodeNumber, node: NodeNumber, *, until: frozenset[NodeNumber] = frozenset()
) -> tuple[list[NodeNumber], list[NodeNumber]]:
    """List the nodes back to the assumption, or to one of those given, and what else they followed from."""
    core, here = tables.core, premise
    above: list[NodeNumber] = []  # whose tables led here, by what they took over
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
