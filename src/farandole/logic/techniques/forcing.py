"""Forcing chains and nets: conclusions that follow in every case, and assumptions that lead to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, Geometry
from farandole.logic.inference.contradictions import find_contradiction
from farandole.logic.inference.derivations import Derivation, derivations_of, net_of
from farandole.logic.inference.links import NodeNumber, NodeSet, alternatives, cell_node_sets
from farandole.logic.inference.sets import has_too_many_candidates
from farandole.logic.inference.tables import Tables, deep_net_tables, group_tables, net_tables, strong_inference_sets
from farandole.logic.step import Level, Link, Reason, Step, Technique, steps_of, technique
from farandole.logic.wording.nets import describe_contradiction, describe_nets
from farandole.logic.wording.proofs import conclusion_sentence
from farandole.records import record

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, TablingSolver"


def _describe_bingo(step: Step, geometry: Geometry) -> Iterator[str]:
    [candidate], board = step.eliminations, step.reason.board
    contradiction = find_contradiction(board, candidate) if board else None
    if contradiction is None:
        yield conclusion_sentence(step)
    else:
        yield from describe_contradiction(geometry, candidate, *contradiction)
        yield tr("That is impossible")


@technique(
    "Forcing Chain Contradiction", Level.EXTREME, score=500, code="1301", se=8.0, source=_SCORED, describe=describe_nets
)
def forcing_chain_contradiction(board: Board) -> Iterator[Step]:
    """Chains from one assumption contradict each other, or leave a cell or a house without a candidate.

    So the assumption is false.
    """
    return steps_of(forcing_chain_contradiction, forcing_chains(board))


@technique(
    "Forcing Chain Verity", Level.EXTREME, score=500, code="1302", se=8.0, source=_SCORED, describe=describe_nets
)
def forcing_chain_verity(board: Board) -> Iterator[Step]:
    """Chains from all candidates of a cell, or from all places of a digit in a house, lead to the same conclusion.

    So it is true.
    """
    return steps_of(forcing_chain_verity, forcing_chains(board))


@technique(
    "Forcing Net Contradiction", Level.EXTREME, score=700, code="1303", se=8.5, source=_SCORED, describe=describe_nets
)
def forcing_net_contradiction(board: Board, *, deep: bool = False) -> Iterator[Step]:
    """Chains that branch and join lead from one assumption to a contradiction. So the assumption is false."""
    return steps_of(forcing_net_contradiction, forcing_nets(board, deep=deep))


@technique("Forcing Net Verity", Level.EXTREME, score=700, code="1304", se=8.5, source=_SCORED, describe=describe_nets)
def forcing_net_verity(board: Board, *, deep: bool = False) -> Iterator[Step]:
    """Chains that branch and join lead from all candidates of a cell, or places of a digit, to one conclusion.

    So it is true.
    """
    return steps_of(forcing_net_verity, forcing_nets(board, deep=deep))


def forcing_chains(board: Board) -> Iterator[Step]:
    """Find the steps of forcing chains: placements first, cell by cell, then eliminations."""
    if has_too_many_candidates(board):
        return
    tables = board.cached(group_tables)
    yield from _steps(board, tables, forcing_chain_contradiction, forcing_chain_verity, want_nets=False)


def forcing_nets(board: Board, *, deep: bool = False) -> Iterator[Step]:
    """Find the steps that need nets: placements first, cell by cell, then eliminations.

    Deep nets combine the consequences of a candidate repeatedly, as HoDoKu 2.3 does, and not only by singles.
    """
    if has_too_many_candidates(board):
        return
    tables = board.cached(deep_net_tables if deep else net_tables)
    yield from _steps(board, tables, forcing_net_contradiction, forcing_net_verity, want_nets=True)


@technique(
    "Quad Forcing Chains",
    Level.EXTREME,
    aliases=("Quad Cell Forcing Chain", "Quad Unit Forcing Chain"),
    source="Andrew Stuart, https://www.sudokuwiki.org/Quad_Forcing_Chains, 2010",
    describe=describe_nets,
)
def quad_forcing_chains(board: Board) -> Iterator[Step]:
    """Chains from the four candidates of a cell, or from the four places of a digit in a house, agree in something.

    One of the four is true, so what all chains lead to is true.
    """
    if has_too_many_candidates(board):
        return
    tables = board.cached(group_tables)
    links, rows, derive = tables.links, tables.rows, derivations_of(tables)
    of_cell, ones = board.cached(cell_node_sets), (1 << tables.links.n) - 1
    known: NodeSet = 0
    for is_on in (True, False):
        for starts in board.cached(strong_inference_sets):
            if len(starts) != 4:
                continue
            common = rows[starts[0]] & rows[starts[1]] & rows[starts[2]] & rows[starts[3]]
            common &= (ones if is_on else ones << links.n) & ~known
            if is_on:  # what follows from a contradiction in one of the starts is not told as a case
                common &= ~union(of_cell[links.candidates[k][0]] for k in starts)
            for node in bits(common):
                known |= 1 << node
                proof = _Proof(quad_forcing_chains, [derive(k, node) for k in starts])
                if any(derivation.is_net for derivation in proof.derivations):
                    continue
                what = (links.candidates[node % links.n],)
                reason = _make_reason(tables, proof, is_whole=True)
                yield Step(quad_forcing_chains, what if is_on else (), () if is_on else what, reason)


@technique(
    "Bowman's Bingo",
    Level.EXTREME,
    aliases=("Bowman Bingo",),
    source="MadOverLord (Robert Woodhead), after Doug Bowman; https://www.sudokuwiki.org/Bowmans_Bingo",
    describe=_describe_bingo,
)
def bowmans_bingo(board: Board) -> Iterator[Step]:
    """Suppose a candidate, and place the singles that follow, until two of them contradict each other.

    Then the candidate is false, and cells with few candidates are tried first.
    """
    for cell in sorted(bits(board.open), key=lambda cell: (board.masks[cell].bit_count(), cell)):
        for digit in digits_of(board.masks[cell]):
            contradiction = find_contradiction(board, (cell, digit))
            if contradiction is not None:
                links = (contradiction.links,) if contradiction.links else ()
                reason = Reason(bit_of(digit), 1 << cell, links=links, board=board.copy())
                yield Step(bowmans_bingo, (), ((cell, digit),), reason)


# The proof of a conclusion: pairs of an assumption and a node that follows from it.
_Ends: TypeAlias = tuple[tuple[NodeNumber, NodeNumber], ...]


@record(frozen=False)
class _Proof:
    technique: Technique
    derivations: list[Derivation]

    @property
    def length(self) -> int:
        return sum(derivation.length for derivation in self.derivations)


def _steps(
    board: Board, tables: Tables, contradiction: Technique, verity: Technique, *, want_nets: bool
) -> Iterator[Step]:
    search = _Search(board, tables)
    derive = derivations_of(tables)
    links = tables.links
    for is_on, groups in ((True, search.placed()), (False, search.eliminated())):
        for nodes in groups:
            proofs: dict[tuple[NodeNumber, Technique], _Proof] = {}
            for kind, find_ends in ((contradiction, search.why_contradicted), (verity, search.why_agreed)):
                for node in nodes:
                    for ends in find_ends(node):
                        proof = _Proof(kind, [derive(*end) for end in ends])
                        if any(derivation.is_net for derivation in proof.derivations) is not want_nets:
                            continue
                        best = proofs.get((node, kind))
                        if best is None or proof.length < best.length:
                            proofs[node, kind] = proof
            # Of the placements in a cell, those by contradiction come first; otherwise the shortest proof does.
            for (node, kind), proof in sorted(
                proofs.items(), key=lambda item: (is_on and item[0][1] is verity, item[1].length)
            ):
                what = (links.candidates[node % links.n],)
                reason = _make_reason(tables, proof, is_whole=kind is verity)
                yield Step(kind, what, (), reason) if is_on else Step(kind, (), what, reason)


def _make_reason(tables: Tables, proof: _Proof, *, is_whole: bool) -> Reason:
    links = tables.links
    chains: list[tuple[Link, ...]] = []
    cells = 0
    for derivation in proof.derivations:
        for path in (derivation.path, *derivation.branches):
            chains.append(links.chain(path))
            for node in path:
                cells |= links.nodes[node].cells
    ends = [(derivation.path[0], derivation.path[-1]) for derivation in proof.derivations]
    is_net = any(derivation.is_net for derivation in proof.derivations)
    nets = tuple(net_of(tables, *pair) for pair in ends) if is_net else ()
    premises = dict.fromkeys(premise for premise, _ in ends)
    starts = (
        tuple(links.nodes[node] for node in premises) if is_whole and all(node < links.n for node in premises) else ()
    )
    return Reason(cells=cells, links=tuple(chains), starts=starts, nets=nets)


class _Search:
    """The conclusions of the tables, as nodes: a true candidate is placed, a false one eliminated."""

    def __init__(self, board: Board, tables: Tables) -> None:
        self.board, self.tables = board, tables
        self.links = links = tables.links
        self.n = n = links.n
        self.ones = (1 << n) - 1
        self.on = [row & self.ones for row in tables.rows]
        self.off = [row >> n & self.ones for row in tables.rows]
        self.strong_inference_sets = board.cached(strong_inference_sets)
        self.emptied = board.cached(_visible_sets)
        self.refuted = set(tables.core.refuted(self.emptied))

    def placed(self) -> Iterator[list[NodeNumber]]:
        """List the placements, cell by cell."""
        conclusions = self._find_common(self.on)
        for k in range(self.n):
            if self.n + k in self.refuted:
                conclusions |= 1 << k
        for cell_nodes in self.board.cached(cell_node_sets):
            if conclusions & cell_nodes:
                yield list(bits(conclusions & cell_nodes))

    def eliminated(self) -> Iterator[list[NodeNumber]]:
        """List the eliminations, one by one, cell by cell."""
        agreed = self._find_common(self.off)
        for k in range(self.n):
            if agreed >> k & 1 or k in self.refuted:
                yield [self.n + k]

    def _find_common(self, rows: list[NodeSet]) -> NodeSet:
        """Find the nodes that follow in every case."""
        result, of_cell = 0, self.board.cached(cell_node_sets)
        for k in range(self.n):
            both = rows[k] & rows[self.n + k]
            if both:
                result |= both & ~of_cell[self.links.candidates[k][0]]
        for candidates in self.strong_inference_sets:
            common = rows[candidates[0]]
            for k in candidates:
                common &= rows[k]
                if not common:
                    break
            result |= common
        return result

    def why_contradicted(self, node: NodeNumber) -> Iterator[_Ends]:
        """List the contradictions that the opposite of a conclusion leads to."""
        n, links, board = self.n, self.links, self.board
        premise = node + n if node < n else node - n
        on, off = self.on[premise], self.off[premise]
        inverse = premise + n if premise < n else premise - n
        if (on | off << n) >> inverse & 1:
            yield ((premise, inverse),)
        n_digits = board.geometry.n_digits
        set_to: list[list[NodeNumber]] = [[] for _ in range(n_digits + 1)]
        for k in bits(on):
            set_to[links.candidates[k][1]].append(k)
        cells_of = [set_of(links.candidates[k][0] for k in nodes) for nodes in set_to]
        for nodes in set_to:
            for k in nodes:
                if off >> k & 1:
                    yield ((premise, n + k), (premise, k))
                    break
        for first, second in combinations(range(1, n_digits + 1), 2):
            for cell in islice(bits(cells_of[first] & cells_of[second]), 1):
                yield ((premise, links.number[cell, first]), (premise, links.number[cell, second]))
        for digit, cells in enumerate(cells_of):
            for house in board.geometry.houses:
                twice = house & cells
                if twice & (twice - 1):
                    yield tuple((premise, links.number[cell, digit]) for cell in bits(twice))
        for candidates in self.emptied:
            if all(off >> k & 1 for k in candidates):
                yield tuple((premise, n + k) for k in candidates)

    def why_agreed(self, node: NodeNumber) -> Iterator[_Ends]:
        """List the sets of alternatives that all lead to a conclusion."""
        rows = self.tables.rows
        for k in range(self.n):
            here = self.links.candidates[k][0] == self.links.candidates[node % self.n][0]
            if not here and rows[k] >> node & 1 and rows[self.n + k] >> node & 1:
                yield ((k, node), (self.n + k, node))
        for candidates in self.strong_inference_sets:
            if all(rows[k] >> node & 1 for k in candidates):
                yield tuple((k, node) for k in candidates)


def _visible_sets(board: Board) -> list[list[NodeNumber]]:
    """List the strong inference sets of which HoDoKu notices that all candidates are eliminated.

    For a digit in a house, it does so only if placed digits alone have eliminated candidates there.
    """
    geometry = board.geometry
    may_hold = [board.open] * (geometry.n_digits + 1)
    for cell, digit in enumerate(board.values):
        if digit:
            may_hold[digit] &= ~geometry.peers[cell]

    def is_noticed(digit: Digit, cells: CellSet) -> bool:
        houses = geometry.houses_of[cells.bit_length() - 1]
        return not digit or any(geometry.houses[house] & may_hold[digit] == cells for house in houses)

    marked = zip(board.cached(strong_inference_sets), alternatives(board), strict=True)
    return [candidates for candidates, (digit, _, cells) in marked if is_noticed(digit, cells)]
