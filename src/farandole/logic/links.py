"""Links: what follows at once from a candidate that is true, and from one that is false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product

from farandole.logic.als import Als, alses
from farandole.logic.board import Board, Candidate, Frame, Kind, bits, digits_of, for_places
from farandole.logic.step import Link, Node


@dataclass(slots=True, eq=False)
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
    direct : list of list of int
        From each node, nodes: first those of the cell, then house by house, then groups; some of them twice.
    costs : list of list of int
        What a link costs beyond a step, as `direct`; an empty list where nothing does.
    sets : dict from int to Als
        The almost locked set of a node.
    """

    candidates: list[Candidate]
    number: dict[Candidate, int]
    nodes: list[Node]
    is_on: list[bool]
    direct: list[list[int]]
    costs: list[list[int]] = field(default_factory=list)
    sets: dict[int, Als] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    def lead(self, node: int) -> int:
        """Tell the first cell of a node."""
        cells = self.nodes[node].cells
        return (cells & -cells).bit_length() - 1

    def chain(self, path: list[int]) -> tuple[Link, ...]:
        """Make links of the nodes along a path: strong if the first is false, weak if it is true."""
        return tuple(Link(self.nodes[one], self.nodes[other], not self.is_on[one]) for one, other in pairwise(path))


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
    frame, masks = board.frame, board.masks
    candidates = [(cell, digit) for cell, mask in enumerate(masks) if mask for digit in digits_of(mask)]
    number = {candidate: k for k, candidate in enumerate(candidates)}
    n = len(candidates)
    weak: list[list[int]] = [[] for _ in candidates]
    strong: list[list[int]] = [[] for _ in candidates]

    def link(some: list[int], is_whole: bool) -> None:
        """Link candidates of which one at most is true, and just one if they are the whole."""
        off = [n + k for k in some]
        for at, k in enumerate(some):
            weak[k] += off[:at] + off[at + 1 :]
        if is_whole and len(some) == 2:
            strong[some[0]].append(some[1])
            strong[some[1]].append(some[0])

    of_cell: list[list[int]] = [[] for _ in masks]
    of_home: list[list[list[int]]] = [[[] for _ in board.places] for _ in frame.houses]
    for k, (cell, digit) in enumerate(candidates):
        of_cell[cell].append(k)
        for home in frame.homes[cell]:
            of_home[home][digit].append(k)
    for some in of_cell:
        link(some, True)
    for of_digit, is_full in zip(of_home, frame.is_full, strict=True):
        for some in of_digit:
            link(some, is_full)
    nodes = [Node(digit, 1 << cell) for cell, digit in candidates]
    return Links(candidates, number, nodes * 2, [True] * n + [False] * n, weak + strong)


def groups_of(board: Board) -> list[Group]:
    """List the groups of a board: row by row, then column by column, digits ascending, boxes ascending."""
    frame = board.frame
    found = [group for digit, places in enumerate(board.places) for group in _groups_among(frame, digit, places)]
    rank = {line: n for n, line in enumerate(frame.of_kind(Kind.ROW, Kind.COLUMN, Kind.OTHER))}
    return sorted(found, key=lambda group: rank[group.line])


@for_places
def _groups_among(frame: Frame, digit: int, places: int) -> tuple[Group, ...]:
    found = []
    for line, box, meeting in _meetings(frame):
        cells = places & meeting
        if cells & (cells - 1):
            found.append(Group(digit, cells, box, line, frame.seen_by_all(bits(cells))))
    return tuple(found)


@cache
def _meetings(frame: Frame) -> tuple[tuple[int, int, int], ...]:
    """List lines and boxes that share two cells or more, and these."""
    pairs = product(frame.of_kind(Kind.ROW, Kind.COLUMN, Kind.OTHER), frame.of_kind(Kind.BOX))
    shared = ((line, box, frame.houses[line] & frame.houses[box]) for line, box in pairs)
    return tuple(meeting for meeting in shared if meeting[2].bit_count() > 1)


def group_links(board: Board) -> Links:
    """Link candidates and groups."""
    own = board.once(cell_links)
    direct = [some[:] for some in own.direct]
    links = Links(own.candidates, own.number, own.nodes[:], own.is_on[:], direct)
    groups = board.once(groups_of)
    beside: dict[tuple[int, int], list[int]] = {}  # the groups of a house and a digit
    for at, group in enumerate(groups):
        node = Node(group.digit, group.cells)
        links.nodes += [node, node]
        links.is_on += [True, False]
        links.direct += [[], []]
        for home in (group.line, group.box):
            beside.setdefault((home, group.digit), []).append(at)
        _link_cells(board, links, group, 2 * links.n + 2 * at)
    for at, group in enumerate(groups):
        near = {home: _disjoint(groups, beside[home, group.digit], group) for home in (group.line, group.box)}
        _link_groups(board, links, groups, at, near)
    return links


def _link_cells(board: Board, links: Links, group: Group, on: int) -> None:
    frame, off, digit = board.frame, on + 1, group.digit
    near = group.peers & board.places[digit]
    for cell in bits(near):
        other = links.number[cell, digit]
        links.direct[on].append(links.n + other)
        links.direct[other].append(off)
    for home in (group.box, group.line):
        rest = near & frame.houses[home]
        if frame.is_full[home] and rest.bit_count() == 1:
            other = links.number[rest.bit_length() - 1, digit]
            links.direct[off].append(other)
            links.direct[links.n + other].append(on)


def _disjoint(groups: list[Group], some: list[int], group: Group) -> list[int]:
    return [at for at in some if not groups[at].cells & group.cells]


def _link_groups(board: Board, links: Links, groups: list[Group], at: int, near: dict[int, list[int]]) -> None:
    group, first = groups[at], 2 * links.n
    on, off = first + 2 * at, first + 2 * at + 1
    links.direct[on] += [first + 2 * other + 1 for other in sorted(set().union(*near.values()))]
    for home, some in near.items():
        if len(some) == 1 and board.frame.is_full[home]:
            rest = board.frame.houses[home] & board.places[group.digit] & ~group.cells
            if not rest & ~groups[some[0]].cells:
                links.direct[off].append(first + 2 * some[0])


def set_links(board: Board) -> Links:
    """Link candidates, groups and almost locked sets: one that loses a digit holds all its others."""
    shared = board.once(group_links)
    direct = [some[:] for some in shared.direct]
    links = Links(shared.candidates, shared.number, shared.nodes[:], shared.is_on[:], direct)
    links.costs = [[] for _ in links.direct]
    groups = board.once(groups_of)
    sets = [als for als in board.once(alses) if als.cells & (als.cells - 1)]
    numbers: dict[tuple[int, int], int] = {}

    def node_of(als: Als, digit: int) -> int:
        node = numbers.get((als.cells, digit))
        if node is None:
            node = numbers[als.cells, digit] = len(links.nodes)
            links.nodes.append(Node(digit, als.places[digit], als.cells))
            links.is_on.append(False)
            links.direct.append([])
            links.costs.append([])
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
                        cost = _cost(als)
                        for loses, seen in struck.items():
                            if loses in other.places and not other.places[loses] & ~seen:
                                links.direct[node].append(node_of(other, loses))
                                links.costs[node].append(cost)
                _link_forced(board, links, als, struck, node)
    return links


def _cost(als: Als) -> int:
    """Tell what a link from a set costs beyond a step: HoDoKu's value."""
    n = als.digits.bit_count()
    return n - 1 if n < 3 else 2 * (n - 1)


def _link_to_set(links: Links, groups: list[Group], als: Als, digit: int, node: int) -> None:
    """Enter the set from what takes the digit from it."""
    for cell in bits(als.seen[digit]):
        links.direct[links.number[cell, digit]].append(node)
    for k, group in enumerate(groups):
        if group.digit == digit and not group.cells & ~als.seen[digit]:
            links.direct[2 * links.n + 2 * k].append(node)


def _link_from_set(links: Links, groups: list[Group], als: Als, struck: dict[int, int], node: int) -> None:
    """Leave the set, locked now, to what it strikes."""
    for digit, seen in struck.items():
        off = [links.n + links.number[cell, digit] for cell in bits(seen)]
        for k, group in enumerate(groups):
            if group.digit == digit and not group.cells & ~seen:
                off.append(2 * links.n + 2 * k + 1)
        links.direct[node] += off
        links.costs[node] += [_cost(als)] * len(off)


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
            links.direct[node].append(links.number[cell, mask.bit_length()])
            links.costs[node].append(_cost(als) + 1)


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
    frame = board.frame
    for digit in range(1, frame.n_digits + 1):
        for home, house in enumerate(frame.houses):
            places = house & board.places[digit]
            if places and frame.is_full[home]:
                yield digit, home, places
    for cell, mask in enumerate(board.masks):
        if mask:
            yield 0, cell, 1 << cell
