"""Links: the direct consequences of a candidate that is true, and of one that is false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import pairwise, product
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, has_several, is_single, union
from farandole.grid import Cell
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_geometry,
    cache_by_places,
)
from farandole.logic.inference.relations import Relations, candidates_of, relations_of
from farandole.logic.inference.sets import Als, find_als
from farandole.logic.step import Link, Node
from farandole.records import field, record
from farandole.rules import Rule

CandidateIndex: TypeAlias = int  # in `Links.candidates`
NodeNumber: TypeAlias = int  # as `Links` says
NodeSet: TypeAlias = int  # bit n for node n


@record(frozen=False, slots=False, eq=False)
class Links:
    """The nodes of a board, and the direct consequences of each node.

    Nodes are numbers: node ``k`` says that candidate k is true, and node ``n + k`` that it is false. From ``2 * n`` on,
    there are groups of cells, true and false in turn, and almost locked sets that lack a digit.

    Attributes
    ----------
    candidates : list of (cell, digit)
        By cells, then digits.
    number : dict from (cell, digit) to CandidateIndex
    nodes : list of Node
        For each node.
    is_on : list of bool
        Whether a node says that its candidate is true.
    core : farandole._core.Links
        The links.
    geometry : Geometry
    sets : dict from NodeNumber to Als
        The almost locked set of a node.
    relations : Relations, optional
        What the rules of the board exclude, if it has some.
    strong : dict from (NodeNumber, NodeNumber) to tuple of Rule
        The rules of the links to a true node that no cell and no house gives.
    """

    candidates: list[Candidate]
    number: dict[Candidate, CandidateIndex]
    nodes: list[Node]
    is_on: list[bool]
    core: _core.Links
    geometry: Geometry
    sets: dict[NodeNumber, Als] = field(default_factory=dict)
    relations: Relations | None = None
    strong: dict[tuple[NodeNumber, NodeNumber], tuple[Rule, ...]] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The number of candidates."""
        return len(self.candidates)

    def group_node(self, k: int) -> NodeNumber:
        """Return the node that says that group k is true; the next one says that it is false."""
        return 2 * self.n + 2 * k

    @cached_property
    def direct(self) -> list[NodeSet]:
        """For each candidate that is true, then for each that is false, the nodes that follow directly."""
        return rows_of(self.core.linked(), len(self.nodes))

    def first_cell(self, node: NodeNumber) -> Cell:
        """Return the first cell of a node."""
        cells = self.nodes[node].cells
        return (cells & -cells).bit_length() - 1

    def chain(self, path: list[NodeNumber]) -> tuple[Link, ...]:
        """Make the links along a path: strong to a true node, weak to a false one."""
        return tuple(self.link(start, end, [start]) for start, end in pairwise(path))

    def link(self, start: NodeNumber, end: NodeNumber, causes: Iterable[NodeNumber]) -> Link:
        """Make the link from a node to one that follows from it, or from all of `causes` together."""
        first, second, is_on = self.nodes[start], self.nodes[end], self.is_on[end]
        is_place = is_on and first.digit == second.digit and first.cells != second.cells
        eliminated = union(self.nodes[cause].cells for cause in causes if self.nodes[cause].digit == first.digit)
        rules = self._rules_of(start, end) if self.relations else ()
        house = self._strong_house(first.digit, eliminated | second.cells) if is_place and not rules else None
        return Link(first, second, is_on, house=house, rules=rules)

    def _rules_of(self, start: NodeNumber, end: NodeNumber) -> tuple[Rule, ...]:
        """Return the rules by which one node follows from another; none if a cell, a house or a set says so."""
        if self.is_on[end]:
            return self.strong.get((start, end), ())
        if not self.relations:
            return ()
        first, second = self.nodes[start], self.nodes[end]
        if start in self.sets:  # it holds the digit of the second node, wherever that has places in it
            places = self.sets[start].places.get(second.digit, 0)
            first = Node(second.digit, places) if places else first
        return self.relations.why_nodes(first, second)

    def is_last_left(self, node: NodeNumber, causes: Iterable[NodeNumber]) -> bool:
        """Return whether a node is all that is left in a cell or a house after its causes are eliminated."""
        end = self.nodes[node]
        eliminated = {(cell, self.nodes[cause].digit) for cause in causes for cell in bits(self.nodes[cause].cells)}
        here = {(cell, end.digit) for cell in bits(end.cells)}
        wholes = [[(self.first_cell(node), digit) for digit in range(1, self.geometry.n_digits + 1)]]
        full = (house for house in self.geometry.houses_containing(end.cells) if self.geometry.is_full[house])
        wholes += ([(cell, end.digit) for cell in self.geometry.cells[house]] for house in full)
        return any(
            all(
                candidate not in self.number or candidate in eliminated or candidate in here for candidate in candidates
            )
            for candidates in wholes
        )

    def _strong_house(self, digit: Digit, cells: CellSet) -> HouseNumber | None:
        """Find the house that holds these places of a digit, and the fewest others."""

        def others(house: HouseNumber) -> int:
            return sum((cell, digit) in self.number for cell in bits(self.geometry.houses[house] & ~cells))

        return min(self.geometry.houses_containing(cells), key=others, default=None)


def rows_of(data: bytes, n_nodes: int) -> list[NodeSet]:
    """Convert rows of bytes to sets of nodes."""
    size = max(1, (n_nodes + 7) // 8)
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


@record
class Group:
    """Two or more places of a digit where a line and a box meet.

    Parameters
    ----------
    digit : Digit
    cells : CellSet
    box, line : HouseNumber
    peers : CellSet
        The cells that see all cells of the group.
    """

    digit: Digit
    cells: CellSet
    box: HouseNumber
    line: HouseNumber
    peers: CellSet


def cell_links(board: Board) -> Links:
    """Link candidates: weakly in cells and houses, strongly where only two are left."""
    return _make_links(board, [])


def group_links(board: Board) -> Links:
    """Link candidates and groups."""
    return _make_links(board, board.cached(find_groups))


def _make_links(board: Board, groups: list[Group]) -> Links:
    geometry, masks = board.geometry, board.masks
    candidates, number, nodes = board.cached(_candidates_of)
    is_on = [True] * len(candidates) + [False] * len(candidates) + [True, False] * len(groups)
    nodes = [*nodes, *nodes, *(node for group in groups for node in [Node(group.digit, group.cells)] * 2)]
    parts = [(group.digit, list(bits(group.cells)), group.line, group.box) for group in groups]
    houses = [list(cells) for cells in geometry.cells]
    core = _core.Links(geometry.n_digits, masks, houses, list(geometry.is_full), parts)
    links = Links(candidates, number, nodes, is_on, core, geometry, relations=relations_of(board))
    if links.relations:
        _link_by_rules(board, links, links.relations, groups)
    return links


def _link_by_rules(board: Board, links: Links, relations: Relations, groups: list[Group]) -> None:
    """Link candidates and groups as rules of two cells do: weakly, and strongly where all but one way is closed."""
    left, n = candidates_of(board), links.n
    for k, (cell, digit) in enumerate(links.candidates):
        if excluded := relations.by_rules[cell][digit] & left:
            links.core.link(k, [n + links.number[other] for other in relations.candidates(excluded)])
    sets = [relations.candidate_set(group.cells, group.digit) for group in groups]
    in_groups = union(sets)
    for at, group in enumerate(groups):
        on, members = links.group_node(at), [(cell, group.digit) for cell in bits(group.cells)]
        by_rules = relations.excluded_by_all(members) & ~relations.excluded_by_all(members, relations.by_houses) & left
        for other in relations.candidates(by_rules):
            links.core.link(on, [n + links.number[other]])
            links.core.link(links.number[other], [on + 1])
        if by_rules & in_groups:
            excluded = relations.excluded_by_all(members)
            for other_at, cells in enumerate(sets):
                if cells & by_rules and not cells & ~excluded:
                    links.core.link(on, [links.group_node(other_at) + 1])
    for (cell, other_cell), fits in relations.allowed.items():
        if board.masks[cell] and board.masks[other_cell]:
            _link_strongly(board, links, relations, cell, other_cell, fits)


def _link_strongly(
    board: Board, links: Links, relations: Relations, cell: Cell, other_cell: Cell, fits: tuple[DigitSet, ...]
) -> None:
    """Link a candidate of a cell to one of another that is true whenever the first is false."""
    mask, other_mask = board.masks[cell], board.masks[other_cell]
    for digit in digits_of(mask):
        fitting = 0
        for other_digit in digits_of(mask & ~bit_of(digit)):
            fitting |= fits[other_digit - 1] & other_mask
        last = fitting.bit_length()
        if (
            is_single(fitting)
            and fitting != other_mask
            and not _are_last(board, digit, last, 1 << cell | 1 << other_cell)
        ):
            start, end = links.number[cell, digit] + links.n, links.number[other_cell, last]
            links.core.link(start, [end])
            links.strong[start, end] = relations.rules_of(cell, other_cell)


def _are_last(board: Board, digit: Digit, other_digit: Digit, cells: CellSet) -> bool:
    """Return whether a full house has only these two places for a digit."""
    geometry, places = board.geometry, board.places[digit]
    return digit == other_digit and any(
        geometry.is_full[house] and geometry.houses[house] & places == cells
        for house in geometry.houses_containing(cells)
    )


def _candidates_of(board: Board) -> tuple[list[Candidate], dict[Candidate, CandidateIndex], list[Node]]:
    candidates = [(cell, digit) for cell, mask in enumerate(board.masks) if mask for digit in digits_of(mask)]
    number = {candidate: k for k, candidate in enumerate(candidates)}
    return candidates, number, [_node(cell, digit) for cell, digit in candidates]


@cache
def _node(cell: Cell, digit: Digit) -> Node:
    return Node(digit, 1 << cell)


def cell_node_sets(board: Board) -> list[NodeSet]:
    """Return the candidates of each cell, as a set of nodes."""
    sets, n = [], 0
    for mask in board.masks:
        sets.append((1 << mask.bit_count()) - 1 << n)
        n += mask.bit_count()
    return sets


def find_groups(board: Board) -> list[Group]:
    """List the groups of a board: row by row, then column by column, digits ascending, boxes ascending."""
    geometry = board.geometry
    groups = [group for digit, places in enumerate(board.places) for group in _groups_among(geometry, digit, places)]
    rank = {line: n for n, line in enumerate(geometry.of_kind(HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER))}
    return sorted(groups, key=lambda group: rank[group.line])


@cache_by_places
def _groups_among(geometry: Geometry, digit: Digit, places: CellSet) -> tuple[Group, ...]:
    groups = []
    for line, box, meeting in intersections(geometry):
        cells = places & meeting
        if has_several(cells):
            groups.append(Group(digit, cells, box, line, geometry.seen_by_all(bits(cells))))
    return tuple(groups)


@cache_by_geometry
def intersections(geometry: Geometry) -> tuple[tuple[HouseNumber, HouseNumber, CellSet], ...]:
    """List the lines and boxes that share two cells or more, and these cells."""
    pairs = product(geometry.of_kind(HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER), geometry.of_kind(HouseKind.BOX))
    shared = ((line, box, geometry.houses[line] & geometry.houses[box]) for line, box in pairs)
    return tuple(meeting for meeting in shared if has_several(meeting[2]))


def set_links(board: Board) -> Links:
    """Link candidates, groups and almost locked sets: a set that loses a digit holds all its others."""
    links = group_links(board)
    groups = board.cached(find_groups)
    sets = [als for als in board.cached(find_als) if has_several(als.cells)]
    numbers: dict[tuple[CellSet, Digit], NodeNumber] = {}

    def node_of(als: Als, digit: Digit) -> NodeNumber:
        node = numbers.get((als.cells, digit))
        if node is None:
            node = numbers[als.cells, digit] = links.core.add()
            links.nodes.append(Node(digit, als.places[digit], als.cells))
            links.is_on.append(False)
            links.sets[node] = als
        return node

    for als in sets:
        for digit in digits_of(als.digits):
            eliminated = {rival: seen for rival, seen in als.seen.items() if rival != digit and seen}
            if als.seen[digit] and eliminated:
                node = node_of(als, digit)
                _link_to_set(links, groups, als, digit, node)
                _link_from_set(links, groups, als, eliminated, node)
                for rival in sets:
                    if not rival.cells & als.cells:
                        for loses, seen in eliminated.items():
                            if loses in rival.places and not rival.places[loses] & ~seen:
                                links.core.link(node, [node_of(rival, loses)], _cost(als))
                _link_forced(board, links, als, eliminated, node)
    return links


def _cost(als: Als) -> int:
    """Return what a link from a set costs beyond a step: HoDoKu's value."""
    n = als.digits.bit_count()
    return n - 1 if n < 3 else 2 * (n - 1)


def _link_to_set(links: Links, groups: list[Group], als: Als, digit: Digit, node: NodeNumber) -> None:
    """Enter the set from what takes the digit from it."""
    for cell in bits(als.seen[digit]):
        links.core.link(links.number[cell, digit], [node])
    for k, group in enumerate(groups):
        if group.digit == digit and not group.cells & ~als.seen[digit]:
            links.core.link(links.group_node(k), [node])


def _link_from_set(
    links: Links, groups: list[Group], als: Als, eliminated: dict[Digit, CellSet], node: NodeNumber
) -> None:
    """Link the set, which is locked now, to the candidates that it eliminates."""
    for digit, seen in eliminated.items():
        off = [links.n + links.number[cell, digit] for cell in bits(seen)]
        for k, group in enumerate(groups):
            if group.digit == digit and not group.cells & ~seen:
                off.append(links.group_node(k) + 1)
        links.core.link(node, off, _cost(als))


def _link_forced(board: Board, links: Links, als: Als, eliminated: dict[Digit, CellSet], node: NodeNumber) -> None:
    """Link the set to the last candidate of a cell from which it eliminates all others."""
    for cell in bits(union(als.seen.values())):
        mask = board.masks[cell]
        if mask.bit_count() == 2:
            continue
        for digit, cells in eliminated.items():
            if cells >> cell & 1:
                mask &= ~bit_of(digit)
        if is_single(mask):
            links.core.link(node, [links.number[cell, mask.bit_length()]], _cost(als) + 1)


def alternatives(board: Board) -> Iterator[tuple[Digit, HouseNumber | Cell, CellSet]]:
    """List the strong inference sets: for each digit and full house its places, then for each cell its candidates.

    Yields
    ------
    digit : Digit
        0 for a cell.
    where : HouseNumber or Cell
    cells : CellSet
        The places of the digit in the house, or the cell.
    """
    geometry = board.geometry
    for digit in range(1, geometry.n_digits + 1):
        for house, cells in enumerate(geometry.houses):
            places = cells & board.places[digit]
            if places and geometry.is_full[house]:
                yield digit, house, places
    for cell, mask in enumerate(board.masks):
        if mask:
            yield 0, cell, 1 << cell
