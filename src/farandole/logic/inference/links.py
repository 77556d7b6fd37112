"""Links: what follows at once from a candidate that is true, and from one that is false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, product
from typing import TypeAlias

from farandole import _core
from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, Geometry, Kind, bits, digits_of, for_places
from farandole.logic.inference.sets import Als, alses
from farandole.logic.step import Link, Node

CandidateIndex: TypeAlias = int  # in `Links.candidates`
NodeNumber: TypeAlias = int  # as `Links` says
NodeSet: TypeAlias = int  # bit n for node n


@dataclass(eq=False)
class Links:
    """The nodes of a board, and from each node those that follow from it at once.

    Nodes are numbers: candidate k is true, or it is false, ``n + k``; from ``2 * n`` on there are groups of cells, true
    and false in turn, and almost locked sets (without one candidate, false).

    Attributes
    ----------
    candidates : list of (cell, digit)
        By cells, then digits.
    number : dict from (cell, digit) to int
    nodes : list of Node
        For each node.
    is_on : list of bool
        Whether a node says that its candidate is true.
    core : farandole._core.Links
        The links.
    sets : dict from int to Als
        The almost locked set of a node.
    """

    candidates: list[Candidate]
    number: dict[Candidate, int]
    nodes: list[Node]
    is_on: list[bool]
    core: _core.Links
    sets: dict[int, Als] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    @cached_property
    def at_once(self) -> list[int]:
        """For each candidate that is true, then for each that is false, the nodes that follow at once, as a set."""
        return rows_of(self.core.linked(), len(self.nodes))

    def lead(self, node: int) -> int:
        """Tell the first cell of a node."""
        cells = self.nodes[node].cells
        return (cells & -cells).bit_length() - 1

    def chain(self, path: list[int]) -> tuple[Link, ...]:
        """Make links of the nodes along a path: strong to what is true, weak to what is false."""
        return tuple(Link(self.nodes[one], self.nodes[other], self.is_on[other]) for one, other in pairwise(path))


def rows_of(data: bytes, n_nodes: int) -> list[int]:
    """Make sets of nodes of rows of bytes."""
    size = max(1, (n_nodes + 7) // 8)
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


@dataclass(frozen=True, slots=True)
class Group:
    """The cells of a digit where a line and a box meet, two at least.

    Parameters
    ----------
    digit : int
    cells : int
        As a set.
    box, line : int
        The numbers of the houses.
    peers : int
        The cells that see all of them, as a set.
    """

    digit: int
    cells: int
    box: int
    line: int
    peers: int


def cell_links(board: Board) -> Links:
    """Link candidates: weakly in cells and houses, strongly where there are just two."""
    return _linked(board, [])


def group_links(board: Board) -> Links:
    """Link candidates and groups."""
    return _linked(board, board.once(groups_of))


def _linked(board: Board, groups: list[Group]) -> Links:
    geometry, masks = board.geometry, board.masks
    candidates, number, nodes = board.once(_candidates_of)
    is_on = [True] * len(candidates) + [False] * len(candidates) + [True, False] * len(groups)
    nodes = [*nodes, *nodes, *(node for group in groups for node in [Node(group.digit, group.cells)] * 2)]
    parts = [(group.digit, list(bits(group.cells)), group.line, group.box) for group in groups]
    houses = [list(cells) for cells in geometry.cells]
    core = _core.Links(geometry.n_digits, masks, houses, list(geometry.is_full), parts)
    return Links(candidates, number, nodes, is_on, core)


def _candidates_of(board: Board) -> tuple[list[Candidate], dict[Candidate, int], list[Node]]:
    candidates = [(cell, digit) for cell, mask in enumerate(board.masks) if mask for digit in digits_of(mask)]
    number = {candidate: k for k, candidate in enumerate(candidates)}
    return candidates, number, [_node(cell, digit) for cell, digit in candidates]


@cache
def _node(cell: Cell, digit: int) -> Node:
    return Node(digit, 1 << cell)


def nodes_of_cells(board: Board) -> list[int]:
    """For each cell, its candidates, as a set of nodes."""
    sets, n = [], 0
    for mask in board.masks:
        sets.append((1 << mask.bit_count()) - 1 << n)
        n += mask.bit_count()
    return sets


def groups_of(board: Board) -> list[Group]:
    """List the groups of a board: row by row, then column by column, digits ascending, boxes ascending."""
    geometry = board.geometry
    found = [group for digit, places in enumerate(board.places) for group in _groups_among(geometry, digit, places)]
    rank = {line: n for n, line in enumerate(geometry.of_kind(Kind.ROW, Kind.COLUMN, Kind.OTHER))}
    return sorted(found, key=lambda group: rank[group.line])


@for_places
def _groups_among(geometry: Geometry, digit: int, places: int) -> tuple[Group, ...]:
    found = []
    for line, box, meeting in meetings(geometry):
        cells = places & meeting
        if cells & (cells - 1):
            found.append(Group(digit, cells, box, line, geometry.seen_by_all(bits(cells))))
    return tuple(found)


@cache
def meetings(geometry: Geometry) -> tuple[tuple[int, int, int], ...]:
    """List lines and boxes that share two cells or more, and these."""
    pairs = product(geometry.of_kind(Kind.ROW, Kind.COLUMN, Kind.OTHER), geometry.of_kind(Kind.BOX))
    shared = ((line, box, geometry.houses[line] & geometry.houses[box]) for line, box in pairs)
    return tuple(meeting for meeting in shared if meeting[2].bit_count() > 1)


def set_links(board: Board) -> Links:
    """Link candidates, groups and almost locked sets: one that loses a digit holds all its others."""
    links = group_links(board)
    groups = board.once(groups_of)
    sets = [als for als in board.once(alses) if als.cells & (als.cells - 1)]
    numbers: dict[tuple[int, int], int] = {}

    def node_of(als: Als, digit: int) -> int:
        node = numbers.get((als.cells, digit))
        if node is None:
            node = numbers[als.cells, digit] = links.core.add()
            links.nodes.append(Node(digit, als.places[digit], als.cells))
            links.is_on.append(False)
            links.sets[node] = als
        return node

    for als in sets:
        for digit in digits_of(als.digits):
            struck = {other: seen for other, seen in als.seen.items() if other != digit and seen}
            if als.seen[digit] and struck:
                node = node_of(als, digit)
                _link_to_set(links, groups, als, digit, node)
                _link_from_set(links, groups, als, struck, node)
                for other in sets:
                    if not other.cells & als.cells:
                        for loses, seen in struck.items():
                            if loses in other.places and not other.places[loses] & ~seen:
                                links.core.link(node, [node_of(other, loses)], _cost(als))
                _link_forced(board, links, als, struck, node)
    return links


def _cost(als: Als) -> int:
    """Tell what a link from a set costs beyond a step: HoDoKu's value."""
    n = als.digits.bit_count()
    return n - 1 if n < 3 else 2 * (n - 1)


def _link_to_set(links: Links, groups: list[Group], als: Als, digit: int, node: int) -> None:
    """Enter the set from what takes the digit from it."""
    for cell in bits(als.seen[digit]):
        links.core.link(links.number[cell, digit], [node])
    for k, group in enumerate(groups):
        if group.digit == digit and not group.cells & ~als.seen[digit]:
            links.core.link(2 * links.n + 2 * k, [node])


def _link_from_set(links: Links, groups: list[Group], als: Als, struck: dict[int, int], node: int) -> None:
    """Leave the set, locked now, to what it strikes."""
    for digit, seen in struck.items():
        off = [links.n + links.number[cell, digit] for cell in bits(seen)]
        for k, group in enumerate(groups):
            if group.digit == digit and not group.cells & ~seen:
                off.append(2 * links.n + 2 * k + 1)
        links.core.link(node, off, _cost(als))


def _link_forced(board: Board, links: Links, als: Als, struck: dict[int, int], node: int) -> None:
    """Leave the set to what is left of a cell from which it strikes all else."""
    seen = 0
    for cells in als.seen.values():
        seen |= cells
    for cell in bits(seen):
        mask = board.masks[cell]
        if mask.bit_count() == 2:
            continue
        for digit, cells in struck.items():
            if cells >> cell & 1:
                mask &= ~(1 << digit >> 1)
        if mask.bit_count() == 1:
            links.core.link(node, [links.number[cell, mask.bit_length()]], _cost(als) + 1)


def alternatives(board: Board) -> Iterator[tuple[int, int, int]]:
    """List what must be true somewhere: for each digit and full house, then for each cell, its candidates.

    Yields
    ------
    digit : int
        0 for a cell.
    home : int
        The house, or the cell.
    cells : int
        The places of the digit in the house, or the cell, as a set.
    """
    geometry = board.geometry
    for digit in range(1, geometry.n_digits + 1):
        for home, house in enumerate(geometry.houses):
            places = house & board.places[digit]
            if places and geometry.is_full[home]:
                yield digit, home, places
    for cell, mask in enumerate(board.masks):
        if mask:
            yield 0, cell, 1 << cell
