"""Short chains of known patterns whose cells see each other by rules: kites, wings, remote pairs.

On a board with rules, a pattern may join two candidates that no house joins, and exclude candidates of other digits.
Its proof is then a chain: each link that a rule gives names the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from farandole.bitsets import bit_of, set_of, union
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Geometry, HouseNumber
from farandole.logic.inference.relations import CandidateSet, Relations, rules_of_links, weak_link
from farandole.logic.step import Describe, Link, Node, Part, Reason, Step, Technique
from farandole.logic.wording.chains import describe_chains, describe_premises
from farandole.logic.wording.proofs import describe_chain_step


def describe_by_rules(describe: Describe) -> Describe:
    """Describe steps with links by rules as chains, and others as before."""

    def describe_either(step: Step, geometry: Geometry) -> Iterator[str]:
        reason = step.reason
        if reason.board is None:
            yield from describe(step, geometry)
        elif reason.starts:
            yield from describe_premises(reason, geometry)
            yield from describe_chains(reason, geometry)
            yield tr("So in any case")
        else:
            yield from describe_chain_step(step, geometry, but=tuple(reason.parts))

    return describe_either


def step_of_ends(
    technique: Technique,
    board: Board,
    relations: Relations,
    chain: Sequence[Link],
    excluded: CandidateSet,
    parts: Mapping[Part, tuple[Candidate, ...]],
) -> Step | None:
    """Make the step of a chain one of whose ends is true, and both of which exclude candidates.

    Parameters
    ----------
    technique : Technique
    board : Board
    relations : Relations
    chain : sequence of Link
    excluded : CandidateSet
        The candidates that both ends exclude.
    parts : mapping from Part to tuple of (cell, digit)

    Returns
    -------
    Step, optional
        None if no rule takes part.
    """
    eliminations = tuple(relations.candidates(excluded))
    why = relations.why_both(chain[0].start, chain[-1].end, eliminations)
    if not why and not rules_of_links(chain):
        return None
    nodes = [chain[0].start, *(link.end for link in chain)]
    houses = tuple([link.house for link in chain if link.house is not None])
    reason = Reason(
        digits=union(bit_of(node.digit) for node in nodes),
        cells=union(node.cells for node in nodes),
        houses=houses,
        parts=parts,
        links=(tuple(chain),),
        rules=why,
        board=board.copy(),
    )
    return Step(technique, (), eliminations, reason)


def step_of_cases(
    technique: Technique,
    board: Board,
    relations: Relations,
    cases: Sequence[Sequence[Candidate]],
    excluded: CandidateSet,
    parts: Mapping[Part, tuple[Candidate, ...]],
) -> Step | None:
    """Make the step of some candidates of a cell, one of which is true, each of which leads to the same eliminations.

    Parameters
    ----------
    technique : Technique
    board : Board
    relations : Relations
    cases : sequence of sequence of (cell, digit)
        For each candidate of the cell, a chain from it of an odd number of candidates: each second one is false.
    excluded : CandidateSet
        Candidates that each chain excludes: at its end, or at a true candidate before it.
    parts : mapping from Part to tuple of (cell, digit)

    Returns
    -------
    Step, optional
        None if no rule takes part.
    """
    eliminations = tuple(relations.candidates(excluded))
    chains = [_chain_to(relations, case, candidate) for case in cases for candidate in eliminations]
    rules = rules_of_links(link for chain in chains for link in chain)
    if not rules:
        return None
    candidates = [candidate for case in cases for candidate in case]
    reason = Reason(
        digits=union(bit_of(digit) for _, digit in candidates),
        cells=set_of(cell for cell, _ in candidates),
        parts=parts,
        links=tuple(chains),
        starts=tuple(Node(digit, 1 << cell) for (cell, digit), *_ in cases),
        rules=rules,
        board=board.copy(),
    )
    return Step(technique, (), eliminations, reason)


def _chain_to(relations: Relations, case: Sequence[Candidate], excluded: Candidate) -> tuple[Link, ...]:
    """Follow a chain to the first true candidate that excludes another, and then to that one."""
    n = next(n for n in range(0, len(case), 2) if relations.excludes(case[n], excluded))
    return (*links_of(relations, case[: n + 1]), weak_link(relations, case[n], excluded))


def links_of(relations: Relations, chain: Sequence[Candidate], *, is_strong: bool = False) -> Iterator[Link]:
    """Link the candidates of a chain in turn: weakly by houses and rules, and strongly within cells with two."""
    for start, end in pairwise(chain):
        if is_strong:
            yield Link(Node(start[1], 1 << start[0]), Node(end[1], 1 << end[0]), is_strong=True)
        else:
            yield weak_link(relations, start, end)
        is_strong = not is_strong


def strong_link(digit: int, cells: CellSet, others: CellSet, house: HouseNumber) -> Link:
    """Link places of a digit that are all that a house has."""
    return Link(Node(digit, cells), Node(digit, others), is_strong=True, house=house)
