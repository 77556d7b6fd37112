"""Simple chains: remote pairs, X-chains, XY-chains.

A chain of alternating strong and weak links leads from a candidate that is false to a candidate that is then true. So
one of its two ends is true. If both have the same digit, no cell that sees both holds it.

Steps with the most eliminations come first; of several with the same eliminations, the shortest chain counts. The
eliminations depend only on the ends. So we first find which ends chains can join, for all candidates at once. Then we
search for a chain, in which no cell may occur twice, only between ends with eliminations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    cache_by_geometry,
    cache_by_places,
)
from farandole.logic.inference.relations import Relations, candidates_of, geometry_for, relations_of
from farandole.logic.step import Level, Link, Node, Part, Reason, Step, Technique, technique
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.techniques.short_chains import describe_by_rules, step_of_cases
from farandole.logic.wording.proofs import describe_chain_step
from farandole.logic.wording.words import join_words, name_digits
from farandole.records import replace

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, ChainSolver"

END = Part("end")  # one of the two candidates of which one is true

_Number: TypeAlias = int  # of a node of a web

_describe = partial(describe_chain_step, but=(END,))


def _describe_pairs(step: Step, geometry: Geometry) -> Iterator[str]:
    (chain,), name = step.reason.links, geometry.grid.cell_name
    cells = dict.fromkeys(name(cell) for link in chain for cell in bits(link.start.cells))
    first, second = digits_of(step.reason.digits)
    these, those = (
        join_words(name(cell) for cell, digit in step.reason.parts[COLORS[0]] if digit == color_digit)
        for color_digit in (first, second)
    )
    one, two = name_digits(geometry, step.reason.digits)
    yield tr(
        "{cells} have only {one} and {two} left, and each sees the next", cells=join_words(cells), one=one, two=two
    )
    yield tr(
        "If {these} are {one}, then {those} are {two}, and the other way round",
        these=these,
        those=those,
        one=one,
        two=two,
    )
    yield tr("So what sees one of these and one of those can't be either")


@technique(
    "Remote Pair",
    Level.HARD,
    score=110,
    code="0703",
    aliases=("Remote Pairs",),
    source=_SOURCE,
    describe=describe_by_rules(_describe_pairs),
)
def remote_pair(board: Board, *, max_length: int = 20) -> Iterator[Step]:
    """Cells with the same two candidates, each seeing the next, hold the two digits in turn.

    So a cell that sees two of them that are an odd number of steps apart, at least three, holds neither digit.
    """
    chains: dict[
        tuple[Candidate, ...], tuple[Cell, ...]
    ] = {}  # in the order in which a search in depth first sees them
    for chain, digit in _alike(board, max_length // 2):
        if not _common(board, chain[0], chain[-1]) & board.places[digit]:
            continue
        eliminated = 0
        for n, cell in enumerate(chain):
            for end in chain[n + 3 :: 2]:
                eliminated |= _common(board, cell, end)
        eliminations = board.candidates_by_digit(eliminated, digits_of(board.masks[chain[0]]))
        if eliminations not in chains or len(chain) < len(chains[eliminations]):
            chains[eliminations] = chain
    for eliminations in sorted(chains, key=lambda candidates: (-len(candidates), index_sum(candidates))):
        yield _remote_pair(board, chains[eliminations], eliminations)
    if relations := relations_of(board):
        yield from _remote_pairs_by_rules(board, relations, max_length // 2)


@technique("X-Chain", Level.UNFAIR, score=260, code="0701", se=6.6, source=_SOURCE, describe=_describe)
def x_chain(board: Board, *, max_length: int = 20) -> Iterator[Step]:
    """Strong and weak links of one digit alternate between two cells, and the first and last links are strong.

    So one of the two cells holds the digit, and no cell that sees both does.
    """
    max_hops = (max_length - 1) // 2
    digits = range(1, board.geometry.n_digits + 1)
    routes = (
        route
        for digit in digits
        for route in _routes_of_digit(geometry_for(board, digit), digit, board.places[digit], max_hops)
    )
    return _chains(x_chain, board, routes, max_hops)


@technique("XY-Chain", Level.UNFAIR, score=260, code="0702", se=6.6, source=_SOURCE, describe=_describe)
def xy_chain(board: Board, *, max_length: int = 20) -> Iterator[Step]:
    """Cells with two candidates form a chain, and each shares a candidate with the next one, which it sees.

    So if the first cell doesn't hold a certain digit, the last one does, and no cell that sees both holds it.
    """
    max_hops = (max_length - 1) // 2
    return _chains(xy_chain, board, _routes(_web_of_pairs(board), board.places, max_hops), max_hops)


def index_sum(eliminations: Iterable[Candidate]) -> int:
    """Add up the eliminations as HoDoKu does: of two steps with as many, it takes the one with the smaller sum."""
    ordered = sorted(eliminations, key=lambda candidate: (candidate[1], candidate[0]))
    return sum(cell * (1 + 80 * n) + digit for n, (cell, digit) in enumerate(ordered))


class _Web(NamedTuple):
    """Candidates and the links between them; nodes are numbers.

    Parameters
    ----------
    geometry : Geometry
    candidates : sequence of (cell, digit)
        By node.
    starts : sequence of node
        Those with strong links, ascending.
    core : _core.CandidateWeb
        The links.
    geometries : sequence of Geometry, optional
        For each digit, the geometry in which cells that can't both hold it see each other.
    """

    geometry: Geometry
    candidates: Sequence[Candidate]
    starts: Sequence[_Number]
    core: _core.CandidateWeb
    geometries: Sequence[Geometry] = ()

    def peers(self, digit: Digit) -> tuple[CellSet, ...]:
        """Return for each cell those that can't hold a digit if it does."""
        return (self.geometries[digit] if self.geometries else self.geometry).peers


def _web_of_digit(geometry: Geometry, digit: Digit, places: CellSet) -> _Web:
    """Link the places of a digit: weakly in each house, strongly where a house has two."""
    cells = list(bits(places))
    number = {cell: node for node, cell in enumerate(cells)}
    strong: list[list[_Number]] = [[] for _ in cells]
    for house_number, house in enumerate(geometry.houses):
        pair = house & places
        if pair.bit_count() != 2 or not geometry.is_full[house_number]:
            continue
        first, second = bits(pair)
        # As HoDoKu does, we take a link for what it is in the first house that has it.
        if next(house for house in geometry.houses_of[first] if geometry.houses[house] >> second & 1) == house_number:
            strong[number[first]].append(number[second])
            strong[number[second]].append(number[first])
    starts = [node for node, links in enumerate(strong) if links]
    # Chains weave through cells with strong links only.
    ends = set_of(cells[node] for node in starts)
    weak = [[number[other] for other in bits(geometry.peers[cell] & ends)] for cell in cells]
    core = _core.CandidateWeb(_order_of(geometry), cells, strong, weak)
    return _Web(geometry, [(cell, digit) for cell in cells], starts, core)


def _web_of_pairs(board: Board) -> _Web:
    """Link the candidates of the cells that have two: strongly inside the cell, weakly between cells."""
    geometry, masks = board.geometry, board.masks
    pairs = [cell for cell in range(geometry.n_cells) if masks[cell].bit_count() == 2]
    candidates = [(cell, digit) for cell in pairs for digit in digits_of(masks[cell])]
    nodes = range(len(candidates))
    relations = relations_of(board)
    of_digit: dict[Digit, list[tuple[_Number, Cell]]] = {}
    for node, (cell, digit) in enumerate(candidates):
        of_digit.setdefault(digit, []).append((node, cell))
    weak: list[list[_Number]] = [
        [other for other, there in of_digit[digit] if geometry.peers[cell] >> there & 1] for cell, digit in candidates
    ]
    if relations:
        number = {candidate: node for node, candidate in enumerate(candidates)}
        for node, (cell, digit) in enumerate(candidates):
            excluded = relations.candidates(relations.by_rules[cell][digit])
            more = {number[candidate] for candidate in excluded if candidate in number}
            weak[node] = list(more.union(weak[node]))
    cells = [cell for cell, _ in candidates]
    core = _core.CandidateWeb(_order_of(geometry), cells, [[node ^ 1] for node in nodes], weak)
    return _Web(geometry, candidates, nodes, core, relations.geometries if relations else ())


@cache_by_geometry
def _order_of(geometry: Geometry) -> _core.HouseOrder:
    houses, houses_of = ([list(numbers) for numbers in some] for some in (geometry.cells, geometry.houses_of))
    return _core.HouseOrder(geometry.n_digits, houses, list(geometry.is_full), houses_of)


# The eliminations of a step, and the ends that its chains may join: a web, a start and ends each.
_Elimination: TypeAlias = tuple[Digit, CellSet]  # a digit, and the cells where it is eliminated
_Route: TypeAlias = tuple[_Web, _Number, list[_Number]]


def _chains(
    technique: Technique, board: Board, routes: Iterable[tuple[_Elimination, _Route]], max_hops: int
) -> Iterator[Step]:
    relations = relations_of(board)
    eliminations: dict[_Elimination, list[_Route]] = {}
    for elimination, route in routes:
        eliminations.setdefault(elimination, []).append(route)
    for elimination in _in_order(eliminations, max_hops):
        digit, cells = elimination
        found = _find_shortest(eliminations[elimination], max_hops)
        if not found:
            continue
        web, chain = found
        candidates = [web.candidates[node] for node in chain]
        reason = Reason(
            digits=bit_of(digit),
            cells=set_of(cell for cell, _ in candidates),
            parts={END: (candidates[0], candidates[-1])},
            links=(_links(web.geometry, candidates, relations),),
        )
        eliminated = tuple((cell, digit) for cell in bits(cells))
        if relations:
            ends = [Node(end_digit, 1 << cell) for cell, end_digit in (candidates[0], candidates[-1])]
            reason = replace(reason, rules=relations.why_both(ends[0], ends[1], eliminated), board=board.copy())
        yield Step(technique, (), eliminated, reason)


@cache_by_places
def _routes_of_digit(
    geometry: Geometry, digit: Digit, places: CellSet, max_hops: int
) -> tuple[tuple[_Elimination, _Route], ...]:
    return tuple(_routes(_web_of_digit(geometry, digit, places), {digit: places}, max_hops))


def _routes(
    web: _Web, places: Mapping[Digit, CellSet] | Sequence[CellSet], max_hops: int
) -> Iterator[tuple[_Elimination, _Route]]:
    """Find the eliminations of the chains from each candidate, and the ends of these chains."""
    alike: dict[Digit, list[tuple[_Number, Cell]]] = {}
    for node in web.starts:
        cell, digit = web.candidates[node]
        alike.setdefault(digit, []).append((node, cell))
    for start in web.starts:
        cell, digit = web.candidates[start]
        peers = web.peers(digit)
        eliminated = peers[cell] & places[digit]
        ends = [(end, there) for end, there in alike[digit] if eliminated & peers[there]]
        if not ends:
            continue
        reached = web.core.reached(start, max_hops)
        by_cells: dict[CellSet, list[_Number]] = {}
        for end, there in ends:
            if reached >> end & 1:
                by_cells.setdefault(eliminated & peers[there], []).append(end)
        for cells, numbers in by_cells.items():
            yield (digit, cells), (web, start, numbers)


def _in_order(eliminations: dict[_Elimination, list[_Route]], max_hops: int) -> Iterator[_Elimination]:
    """Sort eliminations: the most first, then the smaller sum, then the one whose chain is found first."""
    groups: dict[tuple[int, int], list[_Elimination]] = {}
    for digit, cells in eliminations:
        key = (-cells.bit_count(), index_sum((cell, digit) for cell in bits(cells)))
        groups.setdefault(key, []).append((digit, cells))
    for _, group in sorted(groups.items()):
        if len(group) > 1:
            group.sort(key=lambda elimination: _search_rank(eliminations[elimination], max_hops))
        yield from group


def _search_rank(routes: Iterable[_Route], max_hops: int) -> tuple[Candidate, tuple[int, ...]]:
    """Rank by when a depth-first search, candidate by candidate, first reaches one of the ends."""
    for web, start, ends in routes:
        chain = web.core.chain(start, ends, max_hops, exact=False)
        if chain:
            links = (web.core.weak, web.core.strong)
            ranks = (links[n % 2 == 0](a).index(b) for n, (a, b) in enumerate(pairwise(chain)))
            return web.candidates[start], tuple(ranks)
    return (1 << 30, 0), ()


def _find_shortest(routes: Sequence[_Route], max_hops: int) -> tuple[_Web, list[_Number]] | None:
    """Find the shortest chain in which no cell occurs twice, if there is one."""
    for hops in range(1, max_hops + 1):
        for web, start, ends in routes:
            if chain := web.core.chain(start, ends, hops, exact=True):
                return web, chain
    return None


def _links(geometry: Geometry, candidates: Iterable[Candidate], relations: Relations | None = None) -> tuple[Link, ...]:
    """Link candidates by alternating strong and weak links."""
    links = []
    for n, ((a, first), (b, second)) in enumerate(pairwise(candidates)):
        is_strong = n % 2 == 0
        shared = (house for house in geometry.houses_of[a] if geometry.houses[house] >> b & 1)
        house = next(shared, None) if is_strong and first == second else None
        rules = relations.why((a, first), (b, second)) if relations and not is_strong else ()
        links.append(Link(Node(first, 1 << a), Node(second, 1 << b), is_strong, house=house, rules=rules))
    return tuple(links)


def _common(board: Board, cell: Cell, other: Cell) -> CellSet:
    return board.geometry.peers[cell] & board.geometry.peers[other]


def _alike(board: Board, max_cells: int) -> Iterator[tuple[tuple[Cell, ...], Digit]]:
    """List chains of an even number of cells, at least four, with the same two candidates, for each of these."""
    masks, peers = board.masks, board.geometry.peers
    by_mask: dict[DigitSet, CellSet] = {}
    for cell, mask in enumerate(masks):
        if mask.bit_count() == 2:
            by_mask[mask] = by_mask.get(mask, 0) | 1 << cell

    def extend(chain: tuple[Cell, ...], left: CellSet) -> Iterator[tuple[Cell, ...]]:
        if len(chain) >= 4 and len(chain) % 2 == 0:
            yield chain
        if len(chain) < max_cells:
            for cell in sorted(bits(left & peers[chain[-1]]), key=lambda cell: _rank(board, chain[-1], cell)):
                yield from extend((*chain, cell), left ^ 1 << cell)

    for cell, mask in enumerate(masks):
        if mask in by_mask and by_mask[mask].bit_count() >= 4:
            chains = list(extend((cell,), by_mask[mask] ^ 1 << cell))
            yield from ((chain, digit) for digit in digits_of(mask) for chain in chains)


def _remote_pairs_by_rules(board: Board, relations: Relations, max_cells: int) -> Iterator[Step]:
    """Find chains of three or more cells with the same two candidates that see each other by rules, or are equal."""
    left, by_mask = candidates_of(board), dict[DigitSet, list[Cell]]()
    for cell, mask in enumerate(board.masks):
        if mask.bit_count() == 2:
            by_mask.setdefault(mask, []).append(cell)
    for mask, cells in by_mask.items():
        first, second = digits_of(mask)
        onward = {
            cell: [
                (other, lost)
                for other in cells
                for lost, rest in ((first, second), (second, first))
                if other != cell
                and relations.excludes((cell, first), (other, lost))
                and relations.excludes((cell, second), (other, rest))
            ]
            for cell in cells
        }
        for start in cells:
            for case in _cases_from((start, first), onward, mask, max_cells):
                end, opposite = case[-1], [(cell, _other_of(mask, digit)) for cell, digit in case]
                if len(case) < 5 or end[0] < start:
                    continue
                excluded = left
                for ends in ((case[0], end), (opposite[0], opposite[-1])):
                    excluded &= relations.excluded_by_one(ends)
                for alone in ((case[0], opposite[0]), (end, opposite[-1])):  # whatever that cell holds
                    excluded &= ~relations.excluded_by_all(alone)
                for candidate in bits(excluded):  # one by one, because each has its own proof
                    parts = {COLORS[0]: tuple(case[::2]), COLORS[1]: tuple(opposite[::2])}
                    if step := step_of_cases(remote_pair, board, relations, (case, opposite), 1 << candidate, parts):
                        yield step


def _cases_from(
    start: Candidate, onward: Mapping[Cell, Sequence[Candidate]], mask: DigitSet, max_cells: int
) -> list[list[Candidate]]:
    """List the shortest chain to each cell that one candidate decides; each second candidate is false."""
    cases, known = [[start]], {start[0]}
    for case in cases:
        (cell, digit), is_long = case[-1], len(case) >= 2 * max_cells - 1
        for other, lost in () if is_long else onward[cell]:
            if other not in known:
                known.add(other)
                gone = lost if digit == start[1] else _other_of(mask, lost)
                cases.append([*case, (other, gone), (other, _other_of(mask, gone))])
    return cases


def _other_of(mask: DigitSet, digit: Digit) -> Digit:
    return (mask & ~bit_of(digit)).bit_length()


def _rank(board: Board, cell: Cell, other: Cell) -> tuple[int, Cell]:
    """Rank the cells that a cell sees, house by house."""
    houses = board.geometry.houses
    return next(n for n, house in enumerate(board.geometry.houses_of[cell]) if houses[house] >> other & 1), other


def _remote_pair(board: Board, chain: tuple[Cell, ...], eliminations: tuple[Candidate, ...]) -> Step:
    first, second = digits_of(board.masks[chain[0]])
    candidates: list[Candidate] = []
    for n, cell in enumerate(chain):
        candidates += [(cell, first), (cell, second)] if n % 2 == 0 else [(cell, second), (cell, first)]
    reason = Reason(
        digits=board.masks[chain[0]],
        cells=set_of(chain),
        parts={
            COLORS[0]: tuple((cell, first if n % 2 == 0 else second) for n, cell in enumerate(chain)),
            COLORS[1]: tuple((cell, second if n % 2 == 0 else first) for n, cell in enumerate(chain)),
        },
        links=(_links(board.geometry, candidates),),
    )
    return Step(remote_pair, (), eliminations, reason)
