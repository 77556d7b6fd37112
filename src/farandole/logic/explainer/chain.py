"""Proofs by chains: their complexity, what they rest on, and their steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple, Protocol

from farandole.bitsets import bit_of, bits, digits_of, union
from farandole.logic.board import Candidate
from farandole.logic.explainer.order import Marks
from farandole.logic.explainer.propagation import (
    ASSUMED,
    BY_CELL,
    Cause,
    Claim,
    Justification,
    Nested,
    WorkingMarks,
    false_claims,
)
from farandole.logic.step import Link, Node, Reason, Step, Technique


class Justifications(Protocol):
    """The justifications of claims: those of a chain, or all of a propagation."""

    def __getitem__(self, claim: Claim, /) -> Justification: ...


class Chain(NamedTuple):
    """A chain from an assumption to a claim.

    Parameters
    ----------
    end : Claim
        The claim that follows.
    justifications : Justifications
        Of the claims of the chain.
    last : Justification, optional
        The justification of the end, if ``justifications`` has another one.
    """

    end: Claim
    justifications: Justifications
    last: Justification | None = None

    def justification(self, claim: Claim) -> Justification:
        """Return why a claim of the chain follows."""
        return self.last if claim == self.end and self.last is not None else self.justifications[claim]

    def claims(self) -> Iterator[Claim]:
        """List the claims, from the end to the assumption, breadth first."""
        done = {self.end}
        todo = [self.end]
        while todo:
            yield from todo
            parents = dict.fromkeys(parent for claim in todo for parent in self.justification(claim).parents)
            todo = [parent for parent in parents if parent not in done]
            done.update(todo)


class Proof(NamedTuple):
    """Chains that together prove a conclusion.

    Parameters
    ----------
    technique : Technique
    difficulty : float
    complexity : int
        The number of claims of all chains, including nested ones.
    eliminations : tuple of (cell, digit)
    place : (cell, digit), optional
        The candidate that must be true.
    chains : tuple of Chain
    root : Cause
        Why one of the assumptions must be true: they are the places in a house, or the candidates of a cell. `ASSUMED`
        if none of them needs to be true.
    """

    technique: Technique
    difficulty: float
    complexity: int
    eliminations: tuple[Candidate, ...]
    place: Candidate | None
    chains: tuple[Chain, ...]
    root: Cause = ASSUMED

    @property
    def identity(self) -> object:
        """All claims of the proof; equal for equivalent proofs."""
        return tuple(tuple(chain.claims()) for chain in self.chains)


@cache
def length_difficulty(complexity: int) -> float:
    """Return what the length of chains adds to their difficulty: 0.1 each above 4, 6, 8, 12, 16, 24 and so on.

    Examples
    --------
    >>> [length_difficulty(complexity) for complexity in (6, 7, 8, 9, 14, 15)]
    [0.0, 0.1, 0.1, 0.2, 0.30000000000000004, 0.4]
    """
    added, ceiling, is_odd = 0.0, 4, False
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added


def nested_complexity(steps: Iterable[Nested]) -> int:
    """Add up the complexities of nested chains, counting each one once."""
    return sum({step.identity: step.complexity for step in steps if step.identity is not None}.values())


def find_antecedents(proof: Proof, seen: WorkingMarks) -> tuple[Claim, ...]:
    """Find the claims of a propagation that a proof on its pencilmarks rests on: the eliminations it needs."""
    antecedents: dict[Claim, None] = {}
    n_cells = seen.geometry.n_cells
    for chain in proof.chains:
        for claim in chain.claims():
            cause = chain.justification(claim).cause
            if cause == ASSUMED:
                cause = proof.root
            if not claim & 1 or cause == ASSUMED:
                continue
            digit, cell = divmod(claim >> 1, n_cells)
            if cause == BY_CELL:
                digits = seen.start.masks[cell] & ~seen.masks[cell]
                eliminated = [2 * (other_digit * n_cells + cell) for other_digit in digits_of(digits)]
            else:
                cells = seen.start.places[digit] & ~seen.places[digit] & seen.geometry.houses[cause]
                eliminated = [2 * (digit * n_cells + other_digit) for other_digit in bits(cells)]
            antecedents.update(dict.fromkeys(eliminated))
    return tuple(antecedents)


def nest_proof(proof: Proof, seen: WorkingMarks) -> Nested:
    """Make a nested step of a proof within a propagation."""
    claims = false_claims(proof.eliminations, seen.geometry.n_cells)
    return Nested(step_of(proof, seen), claims, find_antecedents(proof, seen), proof.complexity, proof.identity)


def step_of(proof: Proof, marks: Marks) -> Step:
    """Make a step of a proof."""
    n_cells = marks.geometry.n_cells
    chains = tuple(tuple(_links(chain, n_cells)) for chain in proof.chains)
    ends = {node for links in chains for link in links for node in (link.start, link.end)}
    digits = union(bit_of(node.digit) for node in ends)
    cells = union(node.cells for node in ends)
    starts = [
        links[0].start if links else _node(chain.end, n_cells)
        for chain, links in zip(proof.chains, chains, strict=True)
    ]
    is_whole = proof.root != ASSUMED
    houses = () if proof.root < 0 else (proof.root,)
    reason = Reason(digits, cells, houses, links=chains, starts=tuple(starts) if is_whole else ())
    return Step(proof.technique, () if proof.place is None else (proof.place,), proof.eliminations, reason)


def _links(chain: Chain, n_cells: int) -> Iterator[Link]:
    """List the links of a chain from its assumption, each after those to its start."""
    done: set[Claim] = set()
    todo = [chain.end]
    while todo:
        claim = todo[-1]
        justification = chain.justification(claim)
        ahead = [
            parent for parent in justification.parents if parent not in done and parent != chain.end
        ]  # the chain may be a ring
        if ahead:
            todo.append(ahead[0])
            continue
        todo.pop()
        done.add(claim)
        step = None if justification.nested is None else justification.nested.step
        house = justification.cause if claim & 1 and justification.cause >= 0 else None
        for parent in justification.parents:
            yield Link(_node(parent, n_cells), _node(claim, n_cells), bool(claim & 1), step, house)


def _node(claim: Claim, n_cells: int) -> Node:
    digit, cell = divmod(claim >> 1, n_cells)
    return Node(digit, 1 << cell)
