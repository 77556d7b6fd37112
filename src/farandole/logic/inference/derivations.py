"""Derivations: the path from an assumption to a conclusion, with branches where several claims were needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from farandole.logic.inference.links import NodeNumber
from farandole.logic.inference.tables import Tables
from farandole.logic.step import Link
from farandole.records import record

_LONGEST = 1000  # nodes of a derivation: HoDoKu's


@record
class Derivation:
    """How a node follows from an assumption.

    Parameters
    ----------
    path : list of NodeNumber
        Nodes from the assumption to the conclusion.
    branches : list of list of NodeNumber
        Each leads from a node of the path to another cause of a later node.
    length : int
        The number of nodes, as HoDoKu counts them.
    """

    path: list[NodeNumber]
    branches: list[list[NodeNumber]]
    length: int

    @property
    def is_net(self) -> bool:
        """Whether the path alone is not a proof."""
        return bool(self.branches)


def derivations_of(tables: Tables) -> Callable[[NodeNumber, NodeNumber], Derivation]:
    """Return a function that takes an assumption and a consequence, and returns the derivation."""

    @cache
    def derivation(premise: NodeNumber, node: NodeNumber) -> Derivation:
        path, needed = _trace_back(tables, premise, node)
        branches = [_trace_back(tables, premise, start, until=frozenset(path))[0] for start in needed]
        length = len(path) + sum(len(branch) * path.count(branch[-1]) for branch in branches)
        return Derivation(path[::-1], [branch[::-1] for branch in branches], length)

    return derivation


def net_of(tables: Tables, premise: NodeNumber, node: NodeNumber) -> tuple[Link, ...]:
    """List all links by which a node follows from an assumption, each after those to its start."""
    links = tables.links
    why = _order_causes(premise, _collect_causes(tables, premise, node))
    net: list[Link] = []
    met = {premise}
    todo = [node] if node in why else []
    while todo:
        here = todo[-1]
        ahead = next((cause for cause in why[here] if cause not in met), None) if here not in met else None
        if ahead is not None:
            todo.append(ahead)
            continue
        todo.pop()
        if here not in met:
            met.add(here)
            causes = why[here]
            if (
                premise not in causes
                and not links.is_last_left(here, causes)
                and links.is_last_left(here, [premise, *causes])
            ):
                causes = [premise, *causes]  # the tables leave the assumption out
            net += (links.link(cause, here, causes) for cause in causes)
    return tuple(net)


def _collect_causes(tables: Tables, premise: NodeNumber, node: NodeNumber) -> list[tuple[NodeNumber, list[NodeNumber]]]:
    """List nodes with their causes, back to the assumption; a node in several tables has several entries."""
    causes_of: list[tuple[NodeNumber, list[NodeNumber]]] = []
    todo: list[tuple[NodeNumber, tuple[NodeNumber, ...]]] = [(node, (premise,))]
    met = set(todo)
    while todo:
        here, above = todo.pop()
        if here == premise:
            continue
        above, causes = _causes(tables, here, above)
        causes_of.append((here, causes))
        ahead = [(cause, above) for cause in causes if (cause, above) not in met]
        met.update(ahead)
        todo += ahead
    return causes_of


def _order_causes(
    premise: NodeNumber, reasons: list[tuple[NodeNumber, list[NodeNumber]]]
) -> dict[NodeNumber, list[NodeNumber]]:
    """Choose for each node causes that come before it, because entries of one table may rest on another's."""
    why: dict[NodeNumber, list[NodeNumber]] = {premise: []}
    left = reasons[::-1]
    is_done = False
    while not is_done:
        is_done = True
        for node, causes in left:
            if node not in why and all(cause in why for cause in causes):
                why[node], is_done = causes, False
    return why


def _causes(
    tables: Tables, node: NodeNumber, above: tuple[NodeNumber, ...]
) -> tuple[tuple[NodeNumber, ...], list[NodeNumber]]:
    """Find the direct causes of a node in the last of some tables, and the tables of those causes."""
    core = tables.core
    while node == above[-1] and len(above) > 1:  # the node is the start of this table, so its cause is further up
        above = above[:-1]
    while True:
        at = core.index(above[-1], node)
        _, source, parents = core.entry(above[-1], at) if at > 0 else (node, -1, [])
        if source < 0:
            break
        above = (*above, source)
    return above, [core.entry(above[-1], parent)[0] for parent in (parents or [0])] if at > 0 else []


def _trace_back(
    tables: Tables, premise: NodeNumber, node: NodeNumber, *, until: frozenset[NodeNumber] = frozenset()
) -> tuple[list[NodeNumber], list[NodeNumber]]:
    """List the nodes back to the assumption, or to a node of `until`, and their other causes."""
    core, here = tables.core, premise
    above: list[NodeNumber] = []  # the tables that led here
    at = max(core.index(here, node), 0)
    path, needed = [node], []
    while at and len(path) < _LONGEST:
        _, source, parents = core.entry(here, at)
        if source >= 0:
            above.append(here)
            here, at = source, core.index(source, node)
            continue
        at, *others = parents or [0]
        needed += [core.entry(here, parent)[0] for parent in others]
        node = core.entry(here, at)[0]
        path.append(node)
        if node in until:
            break
        while not at and above:
            here = above.pop()
            at = core.index(here, node)
    return path, needed
