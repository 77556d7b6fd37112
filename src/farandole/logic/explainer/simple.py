"""Cycles and forcing chains, claim after claim: Sudoku Explainer's 6.5 to 7.9."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, is_single, union
from farandole.i18n import tr
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, CellSet, Geometry
from farandole.logic.explainer.chain import Chain, Proof, length_difficulty, step_of
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.explainer.propagation import (
    ASSUMED,
    BY_CELL,
    CandidateNumber,
    CandidateSet,
    Cause,
    Claim,
    Justification,
)
from farandole.logic.step import Describe, Level, RatedStep, Search, Step, Technique
from farandole.logic.wording.chains import describe_chain
from farandole.logic.wording.claims import describe_claim
from farandole.logic.wording.proofs import describe_chain_step
from farandole.logic.wording.words import join_words

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"
_NO_LIMIT = 1 << 30

# A candidate that follows, and why.
_Consequence: TypeAlias = tuple[CandidateNumber, Cause]
# How a cycle reaches a true candidate: the true one before it, the false one between them, and why each of the last
# two follows.
_CycleHop: TypeAlias = tuple[CandidateNumber, CandidateNumber, Cause, Cause]


class LinkKind(Enum):
    """The links that chains use."""

    DIGIT = 2  # the places of one digit: X
    CELLS = 3  # cells with two candidates: Y
    BOTH = 4  # XY


def forcing_chains(board: Board) -> Iterator[RatedStep]:
    """Find the easiest cycle or forcing chain first, then all, from the easiest on."""
    first = _Search(board).first()
    if first is not None:
        yield RatedStep(step_of(first, board), first.difficulty)
        for proof in simple_proofs(board)[1:]:
            yield RatedStep(step_of(proof, board), proof.difficulty)


def simple_proofs(marks: Marks) -> list[Proof]:
    """List all cycles and forcing chains, the easiest first, one for each set of eliminations."""
    proofs = [proof for link_kind in LinkKind for proof in _Search(marks).all(link_kind)]
    return sort_proofs(proofs, SORT_KEYS)


def sort_proofs(proofs: list[Proof], keys: dict[Technique, int]) -> list[Proof]:
    """Sort proofs by difficulty, and keep the first one for each set of eliminations."""
    proofs.sort(key=lambda proof: (proof.difficulty, proof.complexity, keys[proof.technique]))
    easiest: dict[frozenset[Candidate], Proof] = {}
    for proof in proofs:
        easiest.setdefault(frozenset(proof.eliminations), proof)
    return list(easiest.values())


class _Links:
    """The links between candidates, of a kind.

    Attributes
    ----------
    sources : list of CandidateNumber
        The candidates from which chains start, in order.
    weak, strong : dict from CandidateNumber to CandidateSet
        The candidates that are false if it is true; those that are true if it is false.
    live : CandidateSet
        The candidates from which something follows if they are false.
    """

    def __init__(self, marks: Marks, link_kind: LinkKind) -> None:
        self.marks, self.link_kind = marks, link_kind
        geometry, masks, places = marks.geometry, marks.masks, marks.places
        self.n = n = geometry.n_cells
        self.order = order_of(geometry)
        self._ons: dict[CandidateNumber, list[_Consequence]] = {}
        self._offs: dict[CandidateNumber, list[_Consequence]] = {}
        self.weak: dict[CandidateNumber, CandidateSet] = {}
        self.strong: dict[CandidateNumber, CandidateSet] = {}
        self.sources: list[CandidateNumber] = []
        for cell, mask in enumerate(masks):
            n_digits = mask.bit_count()
            for digit in digits_of(mask):
                number = digit * n + cell
                if n_digits > 1 and (n_digits == 2 or link_kind is not LinkKind.CELLS):
                    self.sources.append(number)
                weak = (places[digit] & geometry.peers[cell]) << digit * n
                if link_kind is not LinkKind.DIGIT:
                    for other_digit in digits_of(mask & ~bit_of(digit)):
                        weak |= 1 << other_digit * n + cell
                self.weak[number] = weak
                strong = self._ons[number] = list(self._strong(number).items())
                if strong:
                    self.strong[number] = union(1 << other_digit for other_digit, _ in strong)
        self.live: CandidateSet = union(1 << number for number in self.strong)

    def offs(self, number: CandidateNumber) -> list[_Consequence]:
        """List the candidates that are false if one is true, and imply others, with their causes, in order."""
        consequences = self._offs.get(number)
        if consequences is None:
            consequences = self._offs[number] = self._in_order(number, self.weak[number] & self.live)
        return consequences

    def ons(self, number: CandidateNumber) -> list[_Consequence]:
        """List the candidates that are true if one is false, with their causes, in order."""
        return self._ons[number]

    def _strong(self, number: CandidateNumber) -> dict[CandidateNumber, Cause]:
        digit, cell = divmod(number, self.n)
        marks, causes = self.marks, {}
        if self.link_kind is not LinkKind.DIGIT and marks.masks[cell].bit_count() == 2:
            other_digit = (marks.masks[cell] & ~bit_of(digit)).bit_length()
            causes[other_digit * self.n + cell] = BY_CELL
        if self.link_kind is not LinkKind.CELLS:
            for house in self.order.full_houses_of[cell]:
                place = marks.places[digit] & marks.geometry.houses[house] & ~(1 << cell)
                if is_single(place):
                    causes.setdefault(digit * self.n + place.bit_length() - 1, house)
        return causes

    def _in_order(self, number: CandidateNumber, candidates: CandidateSet) -> list[_Consequence]:
        digit, cell = divmod(number, self.n)
        places: CellSet = candidates >> digit * self.n & ((1 << self.n) - 1)
        consequences = [(other, BY_CELL) for other in bits(candidates ^ places << digit * self.n)]
        for house, part in zip(self.order.houses_of[cell], self.order.parts[cell], strict=True):
            consequences += [(digit * self.n + other, house) for other in bits(places & part)]
        return consequences


class _Search:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.n = marks.geometry.n_cells

    def all(self, link_kind: LinkKind) -> Iterator[Proof]:
        """Find all proofs."""
        links = _Links(self.marks, link_kind)
        for source in links.sources:
            check_deadline()
            yield from self._cycles(links, source, _NO_LIMIT)
            if link_kind is not LinkKind.CELLS:
                for start in (2 * source + 1, 2 * source):
                    if _length(links, start, _NO_LIMIT):
                        yield self._forced(links, start)

    def first(self) -> Proof | None:
        """Find the easiest proof."""
        best: Proof | None = None
        for link_kind in LinkKind:
            links = _Links(self.marks, link_kind)
            for source in links.sources:
                check_deadline()
                limit = _below(best, CYCLES[link_kind], 7.0 if link_kind is LinkKind.BOTH else 6.5)
                if limit >= 4:
                    for proof in self._cycles(links, source, limit):
                        if best is None or _key(proof) < _key(best):
                            best = proof
                if link_kind is LinkKind.CELLS:
                    continue
                for start in (2 * source + 1, 2 * source):
                    limit = _below(best, CHAINS[link_kind], 7.0 if link_kind is LinkKind.BOTH else 6.6)
                    if limit >= 4 and _length(links, start, limit):
                        best = self._forced(links, start)
        return best

    def _forced(self, links: _Links, start: Claim) -> Proof:
        """Make the proof of a chain from a claim to its opposite, which is known to exist."""
        link_kind, marks = links.link_kind, self.marks
        end = start ^ 1
        justifications = {start: Justification((), 0, ASSUMED)}
        layer = [start]
        while end not in justifications:
            later = []
            for claim in layer:
                number = claim >> 1
                if claim & 1 and links.weak[number] >> (end >> 1) & 1 and not end & 1:
                    follow = links._in_order(number, links.weak[number] & (links.live | 1 << (end >> 1)))
                else:
                    follow = links.offs(number) if claim & 1 else links.ons(number)
                for other, cause in follow:
                    new = 2 * other + 1 - (claim & 1)
                    if new not in justifications:
                        justifications[new] = Justification((claim,), 0, cause)
                        later.append(new)
            layer = later
        chain = Chain(end, justifications)
        complexity = sum(1 for _ in chain.claims())
        digit, cell = divmod(end >> 1, self.n)
        base = 7.0 if link_kind is LinkKind.BOTH else 6.6
        if end & 1:
            eliminations = tuple((cell, other) for other in digits_of(marks.masks[cell] & ~bit_of(digit)))
            place = (cell, digit)
        else:
            eliminations, place = ((cell, digit),), None
        return Proof(CHAINS[link_kind], base + length_difficulty(complexity), complexity, eliminations, place, (chain,))

    def _cycles(self, links: _Links, source: CandidateNumber, limit: int) -> Iterator[Proof]:
        """Find the cycles through a candidate by a shortest path to each claim, up to a length."""
        before: dict[CandidateNumber, _CycleHop] = {}
        without: dict[CandidateNumber, CandidateSet] = {source: 0}  # the false candidates on the path
        layer = [source]
        length = 2
        while layer and length <= limit:
            later = []
            for earlier in layer:
                passed = without[earlier]
                for off, cause_off in links.offs(earlier):
                    if passed >> off & 1:
                        continue
                    for on, cause_on in links.ons(off):
                        if on == source and length >= 4:
                            proof = self._cycle(links, source, before, (earlier, off, cause_off, cause_on))
                            if proof is not None:
                                yield proof
                        if on not in without:
                            without[on] = passed | 1 << off
                            before[on] = (earlier, off, cause_off, cause_on)
                            later.append(on)
            layer = later
            length += 2

    def _cycle(
        self, links: _Links, source: CandidateNumber, before: dict[CandidateNumber, _CycleHop], last: _CycleHop
    ) -> Proof | None:
        marks, n, peers = self.marks, self.n, self.marks.geometry.peers
        if_on: list[CellSet] = [0] * (marks.geometry.n_digits + 1)  # for each digit, the cells that lose it
        if_off = if_on[:]
        cells, hop = 0, last
        links_back = []
        number = source
        while True:
            links_back.append((number, hop))
            digit, cell = divmod(number, n)
            cells |= 1 << cell
            if_on[digit] |= peers[cell]
            digit, cell = divmod(hop[1], n)
            cells |= 1 << cell
            if_off[digit] |= peers[cell]
            number = hop[0]
            if number == source:
                break
            hop = before[number]
        eliminations = tuple(
            (cell, digit)
            for digit in range(1, marks.geometry.n_digits + 1)
            for cell in bits(if_on[digit] & if_off[digit] & marks.places[digit] & ~cells)
        )
        if not eliminations:
            return None
        forward: dict[Claim, Justification] = {}
        back: dict[Claim, Justification] = {}
        for on, (earlier, off, cause_off, cause_on) in links_back:
            forward[2 * on + 1] = Justification((2 * off,), 0, cause_on)
            forward[2 * off] = Justification((2 * earlier + 1,), 0, cause_off)
            back[2 * earlier] = Justification((2 * off + 1,), 0, ASSUMED if earlier == source else before[earlier][3])
            back[2 * off + 1] = Justification((2 * on,), 0, cause_off)
        chains = (Chain(2 * source + 1, forward), Chain(2 * source, back))
        link_kind, complexity = links.link_kind, len(forward)
        difficulty = (7.0 if link_kind is LinkKind.BOTH else 6.5) + length_difficulty(complexity)
        return Proof(CYCLES[link_kind], difficulty, complexity, eliminations, None, chains)


def _length(links: _Links, start: Claim, limit: int) -> int:
    """Count the claims of the shortest chain from a claim to its opposite; 0 if it is longer than the limit."""
    weak, strong, live = links.weak, links.strong, links.live
    end = 1 << (start >> 1)
    seen_on = seen_off = 0
    length = 2
    layer = end
    if start & 1:
        seen_on = end
    else:
        seen_off = end
        layer = 0
        for candidate in bits(end & live):
            layer |= strong[candidate]
        seen_on = layer
        length = 3
    while layer and length <= limit:
        off = 0
        for candidate in bits(layer):
            off |= weak[candidate]
        if start & 1 and off & end:
            return length
        off &= live & ~seen_off
        seen_off |= off
        layer = 0
        for candidate in bits(off):
            layer |= strong[candidate]
        if not start & 1 and layer & end:
            return length + 1 if length < limit else 0
        layer &= ~seen_on
        seen_on |= layer
        length += 2
    return 0


def _key(proof: Proof) -> tuple[float, int, int]:
    return proof.difficulty, proof.complexity, SORT_KEYS[proof.technique]


def _below(best: Proof | None, technique: Technique, base: float) -> int:
    """Return how complex a chain may be to be easier than the easiest so far."""
    if best is None:
        return _NO_LIMIT
    limit, best_key = 0, _key(best)
    while (base + length_difficulty(limit + 2), limit + 2, SORT_KEYS[technique]) < best_key:
        limit += 2
    return limit


def _describe_cycle(step: Step, geometry: Geometry) -> Iterator[str]:
    forward, back = step.reason.links
    start = back[0].start
    yield from describe_chain(geometry, forward, set())
    others = join_words(describe_claim(geometry, link.end, is_true=True) for link in back if link.is_strong)
    claim = describe_claim(geometry, start, is_true=False)
    yield tr("If {claim}, the ring turns the other way: {claims}", claim=claim, claims=others)
    yield tr("So what both ways rule out is false")


def _technique(name: str, se: float, doc: str, describe: Describe = describe_chain_step) -> Technique:
    def find(technique: Technique, board: Board) -> Iterator[Step]:
        return (step for step, _ in forcing_chains(board) if step.technique is technique)

    techniques: list[Technique] = []
    search: Search = lambda board: find(techniques[0], board)  # noqa: E731
    techniques.append(Technique(name, search, doc, Level.UNFAIR, se=se, source=_SOURCE, describe=describe))
    return techniques[0]


CYCLES = {
    LinkKind.DIGIT: _technique(
        "Bidirectional X-Cycle",
        6.5,
        "The places of a digit form a ring, and every second one is true. So no cell that sees both kinds holds it.",
        _describe_cycle,
    ),
    LinkKind.CELLS: _technique(
        "Bidirectional Y-Cycle",
        6.5,
        "Cells with two candidates form a ring that is filled in one of two ways. What both ways remove is false.",
        _describe_cycle,
    ),
    LinkKind.BOTH: _technique(
        "Bidirectional Cycle",
        7.0,
        "Candidates form a ring, and every second one is true. What both ways remove is false.",
        _describe_cycle,
    ),
}
CHAINS = {
    LinkKind.DIGIT: _technique(
        "Forcing X-Chain",
        6.6,
        "If a place held a digit, or didn't, the opposite would follow. So the opposite is true.",
    ),
    LinkKind.BOTH: _technique(
        "Forcing Chain", 7.0, "If a candidate were true, or false, the opposite would follow. So the opposite is true."
    ),
}
SORT_KEYS = {technique: link_kind.value for some in (CYCLES, CHAINS) for link_kind, technique in some.items()}
