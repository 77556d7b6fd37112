"""Chains as hints: how complex they are, what they rest on, and as steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from farandole.logic.board import Candidate, set_of
from farandole.logic.explainer.order import Marks
from farandole.logic.explainer.propagation import ASSUMED, BY_CELL, Claim, Nested, Reason, Seen
from farandole.logic.step import Because, Link, Node, Step, Technique


class Strand(NamedTuple):
    """A chain from an assumption to a claim.

    Parameters
    ----------
    end : int
        The claim that follows.
    reasons : mapping from claim to Reason
        Those of the claims on the way.
    last : Reason, optional
        That of the end, where there is another one among ``reasons``.
    """

    end: Claim
    reasons: Mapping[Claim, Reason]
    last: Reason | None = None

    def reason(self, claim: Claim) -> Reason:
        """Say why a claim on the way follows."""
        return self.last if claim == self.end and self.last is not None else self.reasons[claim]

    def claims(self) -> Iterator[Claim]:
        """List the claims, from the end to the assumption, breadth first."""
        done = {self.end}
        todo = [self.end]
        while todo:
            yield from todo
            parents = dict.fromkeys(parent for claim in todo for parent in self.reason(claim).parents)
            todo = [parent for parent in parents if parent not in done]
            done.update(todo)


class Hint(NamedTuple):
    """Chains that together prove something.

    Parameters
    ----------
    technique : Technique
    difficulty : float
    complexity : int
        How many claims the chains have together, with those nested in them.
    removes : tuple of (cell, digit)
    place : (cell, digit), optional
        What must be true.
    strands : tuple of Strand
    root : int
        The cause of what is assumed, if one of several things is: a house, `BY_CELL`, or `ASSUMED` if there is none.
    """

    technique: Technique
    difficulty: float
    complexity: int
    removes: tuple[Candidate, ...]
    place: Candidate | None
    strands: tuple[Strand, ...]
    root: int = ASSUMED

    @property
    def identity(self) -> object:
        """What it says, in full."""
        return tuple(tuple(strand.claims()) for strand in self.strands)


@cache
def longer(complexity: int) -> float:
    """Say what the length of chains adds to their difficulty: 0.1 at 4, 6, 8, 12, 16, 24 and so on.

    Examples
    --------
    >>> [longer(complexity) for complexity in (6, 7, 8, 9, 14, 15)]
    [0.0, 0.1, 0.1, 0.2, 0.30000000000000004, 0.4]
    """
    added, ceiling, is_odd = 0.0, 4, False
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 4 // 3 if is_odd else ceiling * 3 // 2
        is_odd = not is_odd
    return added


def nested_complexity(strands: Sequence[Strand]) -> int:
    """Add up the complexities of the chains that are nested in chains, each counted once."""
    found = {}
    for strand in strands:
        for claim in strand.claims():
            nested = strand.reason(claim).nested
            if nested is not None and nested.identity is not None:
                found[nested.identity] = nested.complexity
    return sum(found.values())


def rests_on(hint: Hint, seen: Seen) -> tuple[Claim, ...]:
    """Find the claims of a thought without which a chain on its pencilmarks wouldn't hold: what had to be struck."""
    found: dict[Claim, None] = {}
    n_cells = seen.geometry.n_cells
    for strand in hint.strands:
        for claim in strand.claims():
            cause = strand.reason(claim).cause
            if cause == ASSUMED:
                cause = hint.root
            if not claim & 1 or cause == ASSUMED:
                continue
            digit, cell = divmod(claim >> 1, n_cells)
            if cause == BY_CELL:
                gone = seen.start.masks[cell] & ~seen.masks[cell]
                struck = (2 * (other * n_cells + cell) for other in range(seen.geometry.n_digits) if gone >> other & 1)
            else:
                gone = seen.start.places[digit + 1] & ~seen.places[digit + 1] & seen.geometry.houses[cause]
                struck = (2 * (digit * n_cells + other) for other in range(n_cells) if gone >> other & 1)
            found.update(dict.fromkeys(struck))
    return tuple(found)


def nested_in(hint: Hint, seen: Seen) -> Nested:
    """Make a chain a step of a thought."""
    n_cells = seen.geometry.n_cells
    claims = tuple(2 * ((digit - 1) * n_cells + cell) for cell, digit in sorted(hint.removes))
    return Nested(step_of(hint, seen), claims, rests_on(hint, seen), hint.complexity, hint.identity)


def step_of(hint: Hint, marks: Marks) -> Step:
    """Tell a chain as a step."""
    n_cells = marks.geometry.n_cells
    links = tuple(tuple(_links(strand, n_cells)) for strand in hint.strands)
    ends = {node for chain in links for link in chain for node in (link.start, link.end)}
    digits = set_of(node.digit - 1 for node in ends)
    cells = 0
    for node in ends:
        cells |= node.cells
    starts = tuple(dict.fromkeys(chain[0].start for chain in links if chain and chain[0].starts_right))
    is_whole = len(starts) > 1 and all(chain and chain[0].starts_right for chain in links)
    houses = () if hint.root < 0 else (hint.root,)
    because = Because(digits, cells, houses, links=links, starts=starts if is_whole else ())
    return Step(hint.technique, () if hint.place is None else (hint.place,), hint.removes, because)


def _links(strand: Strand, n_cells: int) -> Iterator[Link]:
    """List the links of a chain from its assumption on, each after those to its start."""
    done: set[Claim] = set()
    todo = [strand.end]
    while todo:
        claim = todo[-1]
        reason = strand.reason(claim)
        ahead = [parent for parent in reason.parents if parent not in done and parent != strand.end]  # it may be a ring
        if ahead:
            todo.append(ahead[0])
            continue
        todo.pop()
        done.add(claim)
        step = None if reason.nested is None else reason.nested.step
        for parent in reason.parents:
            yield Link(_node(parent, n_cells), _node(claim, n_cells), bool(claim & 1), step)


def _node(claim: Claim, n_cells: int) -> Node:
    digit, cell = divmod(claim >> 1, n_cells)
    return Node(digit + 1, 1 << cell)
