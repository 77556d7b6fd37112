"""Cycles and forcing chains, claim after claim: Sudoku Explainer's 6.5 to 7.9."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, digits_of
from farandole.i18n import tr
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, Geometry
from farandole.logic.explainer.chain import Chain, Proof, length_difficulty, step_of
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.explainer.propagation import (
    ASSUMED,
    CandidateNumber,
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
_NO_LIMIT = 1 << 30  # claims of a chain
_SOURCES = 64  # between two looks at the clock

# How a cycle reaches a true candidate: it, the true one before it, the false one between them, why that one follows,
# and why the first does.
_Hop: TypeAlias = tuple[CandidateNumber, CandidateNumber, CandidateNumber, Cause, Cause]


class LinkKind(Enum):
    """The links that chains use."""

    DIGIT = 2  # the places of one digit: X
    CELLS = 3  # cells with two candidates: Y
    BOTH = 4  # XY


# The difficulties of the shortest cycles and chains.
_BASES = {LinkKind.DIGIT: (6.5, 6.6), LinkKind.CELLS: (6.5, 6.6), LinkKind.BOTH: (7.0, 7.0)}


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


class _Search:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.n = marks.geometry.n_cells

    def _chains(self, link_kind: LinkKind) -> _core.ClaimChains:
        in_houses, in_cells = link_kind is not LinkKind.CELLS, link_kind is not LinkKind.DIGIT
        return _core.ClaimChains(order_of(self.marks.geometry).core, self.marks.masks, in_houses, in_cells)

    def all(self, link_kind: LinkKind) -> Iterator[Proof]:
        """Find all proofs."""
        chains = self._chains(link_kind)
        for begin in range(0, len(chains.sources), _SOURCES):
            check_deadline()
            for source, cycles, opposites in chains.all(begin, begin + _SOURCES):
                yield from (self._cycle(link_kind, source, found) for found in cycles)
                if link_kind is not LinkKind.CELLS:
                    yield from (self._forced(link_kind, links) for links in opposites)

    def first(self) -> Proof | None:
        """Find the easiest proof."""
        best: Proof | None = None
        for link_kind in LinkKind:
            chains = self._chains(link_kind)
            for number, source in enumerate(chains.sources):
                if number % _SOURCES == 0:
                    check_deadline()
                    cycle_limit, chain_limit = _limits(best, link_kind)
                for found in chains.cycles(source, cycle_limit) if cycle_limit >= 4 else ():
                    proof = self._cycle(link_kind, source, found)
                    if best is None or _key(proof) < _key(best):
                        best = proof
                        cycle_limit, chain_limit = _limits(best, link_kind)
                if link_kind is LinkKind.CELLS:
                    continue
                for start in (2 * source + 1, 2 * source):
                    if chain_limit >= 4 and chains.length(start, chain_limit):
                        best = self._forced(link_kind, chains.chain(start))
                        cycle_limit, chain_limit = _limits(best, link_kind)
        return best

    def _forced(self, link_kind: LinkKind, links: Sequence[tuple[Claim, Cause]]) -> Proof:
        """Make the proof of a chain from a claim to its opposite; its links are listed from the end."""
        end, _ = links[0]
        parents = [*((claim,) for claim, _ in links[1:]), ()]
        justifications = {
            claim: Justification(parent, cause) for (claim, cause), parent in zip(links, parents, strict=True)
        }
        complexity = len(links)
        digit, cell = divmod(end >> 1, self.n)
        _, base = _BASES[link_kind]
        if end & 1:
            eliminations = tuple((cell, other) for other in digits_of(self.marks.masks[cell] & ~bit_of(digit)))
            place = (cell, digit)
        else:
            eliminations, place = ((cell, digit),), None
        chain = Chain(end, justifications)
        return Proof(CHAINS[link_kind], base + length_difficulty(complexity), complexity, eliminations, place, (chain,))

    def _cycle(
        self, link_kind: LinkKind, source: CandidateNumber, found: tuple[Sequence[_Hop], Sequence[Candidate]]
    ) -> Proof:
        hops, eliminations = found
        forward: dict[Claim, Justification] = {}
        back: dict[Claim, Justification] = {}
        earlier_causes = [*(cause_on for *_, cause_on in hops[1:]), ASSUMED]
        for (on, earlier, off, cause_off, cause_on), earlier_cause in zip(hops, earlier_causes, strict=True):
            forward[2 * on + 1] = Justification((2 * off,), cause_on)
            forward[2 * off] = Justification((2 * earlier + 1,), cause_off)
            back[2 * earlier] = Justification((2 * off + 1,), earlier_cause)
            back[2 * off + 1] = Justification((2 * on,), cause_off)
        chains = (Chain(2 * source + 1, forward), Chain(2 * source, back))
        complexity = len(forward)
        difficulty = _BASES[link_kind][0] + length_difficulty(complexity)
        return Proof(CYCLES[link_kind], difficulty, complexity, tuple(eliminations), None, chains)


def _key(proof: Proof) -> tuple[float, int, int]:
    return proof.difficulty, proof.complexity, SORT_KEYS[proof.technique]


def _limits(best: Proof | None, link_kind: LinkKind) -> tuple[int, int]:
    """Return how complex a cycle, and a chain, may be to be easier than the easiest proof so far."""
    cycle_base, chain_base = _BASES[link_kind]
    chain = CHAINS.get(link_kind)
    return _below(best, CYCLES[link_kind], cycle_base), _below(best, chain, chain_base) if chain else 0


def _below(best: Proof | None, technique: Technique, base: float) -> int:
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
