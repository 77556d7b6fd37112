"""Chains in words: each link with its consequence, and the conclusion from the two ends.

Sentences have no full stops here; proofs.py adds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from farandole.bitsets import bits, is_single, set_of
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Candidate, Geometry, HouseNumber
from farandole.logic.inference.relations import relations_of
from farandole.logic.step import Link, Node, Reason, Step
from farandole.logic.wording.claims import (
    PARAGRAPH_WIDTH,
    add_reason,
    describe_claim,
    describe_consequence,
    explain_link,
    join_chain,
)
from farandole.logic.wording.words import join_words, name_cells, name_houses


def first_cell(reason: Reason) -> Cell | None:
    """Return the cell where the chains start, the first one of a group; None if there are no chains."""
    starts = reason.starts or tuple(chain[0].start for chain in reason.links if chain)
    return next(bits(starts[0].cells)) if starts else None


def describe_premises(reason: Reason, geometry: Geometry) -> Iterator[str]:
    """Say that one start of the chains is true: they are all candidates of a cell, or of a digit in a house."""
    starts = reason.starts
    if not starts:
        return
    cells, digits = set_of(cell for node in starts for cell in bits(node.cells)), {node.digit for node in starts}
    names, houses = name_cells(geometry, cells), reason.houses or geometry.houses_containing(cells)
    if len(names) == 1:
        yield tr(
            "{cell} is {digits}", cell=names[0], digits=join_words(map(geometry.grid.digit_name, sorted(digits)), "or")
        )
    elif len(digits) == 1 and houses:
        [house] = name_houses(geometry, houses[:1])
        yield tr(
            "In {house}, {digit} is in {cells}",
            house=house,
            digit=geometry.grid.digit_name(digits.pop()),
            cells=join_words(names, "or"),
        )


def describe_chains(reason: Reason, geometry: Geometry) -> Iterator[str]:
    """Describe the chains of a step, link by link."""
    followed: set[tuple[Node, bool]] = set()
    supposition = None
    for chain in reason.links:
        if chain and chain[0].start in reason.starts and chain[0].start != supposition:
            supposition = chain[0].start
            followed.clear()  # what followed from another start doesn't hold here
        if chain:
            yield from describe_chain(geometry, chain, followed, bases=reason.houses)


def describe_chain(
    geometry: Geometry,
    chain: Sequence[Link],
    followed: set[tuple[Node, bool]],
    *,
    length: int = PARAGRAPH_WIDTH,
    bases: Collection[HouseNumber] = (),
) -> Iterator[str]:
    """Describe a chain link by link, from its start or from what is already known.

    If a claim does not follow from the previous claim alone, a new sentence names the claims that it follows from.

    Parameters
    ----------
    geometry : Geometry
    chain : sequence of Link
    followed : set of (Node, bool)
        Nodes already said to be true or false; the function adds more.
    length : int
        The number of columns after which a new sentence begins.
    bases : collection of HouseNumber
        The houses that the step is based on, for links without a house.
    """
    if _is_ring(chain):
        cells = [name for link in chain for name in name_cells(geometry, link.start.cells)]
        yield tr("The ring is {cells} and back to {cell}", cells=tr(", ").join(cells), cell=cells[0])
        return
    start, groups = _skip_known(chain, followed)
    if not groups:
        return
    is_true = dict([start])
    consequences: list[str] = []
    link_reasons = _LinkReasons(bases)
    last = spoken = start[0]
    claim, is_known = describe_claim(geometry, last, is_true=start[1]), start in followed
    for links in groups:
        end, causes = links[0].end, [link.start for link in links]
        if not all(cause.digit == last.digit and not cause.cells & ~last.cells for cause in causes):
            yield from join_chain(claim, consequences, is_known=is_known, length=length)
            known = dict.fromkeys(causes, not links[0].is_strong) | is_true
            since = (describe_claim(geometry, cause, is_true=known[cause]) for cause in causes)
            claim, is_known, consequences, spoken = join_words(since), True, [], Node(0, 0)
        is_true[end] = links[0].is_strong
        followed.add((end, is_true[end]))
        of_cell = spoken.cells if is_single(spoken.cells) else 0
        consequences.append(describe_consequence(geometry, end, is_true=is_true[end], of_cell=of_cell))
        consequences[-1] = add_reason(consequences[-1], link_reasons.describe(geometry, links))
        last = spoken = end
    yield from join_chain(claim, consequences, is_known=is_known, length=length)


class _LinkReasons:
    """The reasons of the links of a chain: the first one of a kind is given in full, and an obvious one only once."""

    def __init__(self, bases: Collection[HouseNumber]) -> None:
        self.bases = bases
        self.kinds: set[tuple[bool, bool]] = set()

    def describe(self, geometry: Geometry, links: Sequence[Link]) -> str:
        """Describe why the end of some links follows."""
        is_strong, is_inside = links[0].is_strong, links[0].start.cells == links[0].end.cells
        is_first = (is_strong, is_inside) not in self.kinds
        self.kinds.add((is_strong, is_inside))
        is_needed = is_first or not (is_strong and is_inside)
        return explain_link(geometry, links, is_first=is_first, bases=self.bases) if is_needed else ""


def _skip_known(chain: Sequence[Link], followed: set[tuple[Node, bool]]) -> tuple[tuple[Node, bool], list[list[Link]]]:
    """Skip the links whose ends are known; return the start of the rest, and its links grouped by their ends."""
    start = chain[0].start, chain[0].starts_true
    groups = [list(links) for _, links in groupby(chain, key=lambda link: (link.end, link.is_strong))]
    while len(groups) > 1 and (groups[0][0].end, groups[0][0].is_strong) in followed:
        start = groups[0][0].end, groups[0][0].is_strong
        groups = groups[1:]
    return start, groups


def describe_ends(step: Step, geometry: Geometry) -> str:
    """Say what follows from the two ends of a single chain; empty if the ends alone don't prove the step."""
    chain, *others = step.reason.links
    if others or not chain or _is_ring(chain) or any(link.by for link in chain):
        return ""
    start, end = chain[0].start, chain[-1].end
    is_same = start.cells == end.cells and is_single(start.cells)
    match chain[0].starts_true, chain[-1].is_strong:
        case False, True if start == end:
            return tr("So it is {digit} in any case", digit=geometry.grid.digit_name(start.digit))
        case False, True if all(
            _excludes(step.reason, geometry, node, candidate)
            for node in (start, end)
            for candidate in step.eliminations
        ):
            return _describe_either(geometry, start, end)
        case True, False if start == end:
            return tr("That is impossible")
        case True, True if is_same:
            return tr("It can't be both")
        case False, False if is_same:
            return tr(
                "And if it is {digit}, it can't be {other} either. So it can't be {other} in any case",
                digit=geometry.grid.digit_name(start.digit),
                other=geometry.grid.digit_name(end.digit),
            )
    return ""


def _describe_either(geometry: Geometry, start: Node, end: Node) -> str:
    """Say that one of two ends is true."""
    if start.digit == end.digit and is_single(start.cells) and is_single(end.cells):
        cells = join_words([*name_cells(geometry, start.cells), *name_cells(geometry, end.cells)], "or")
        return tr("So {cells} is {digit}", cells=cells, digit=geometry.grid.digit_name(start.digit))
    claim, other_claim = (describe_claim(geometry, node, is_true=True) for node in (start, end))
    return tr("So {claim}, or {other}", claim=claim, other=other_claim)


def _excludes(reason: Reason, geometry: Geometry, node: Node, candidate: Candidate) -> bool:
    relations = relations_of(reason.board) if reason.board else None
    return relations.excludes_by(node, candidate) if relations else excludes(geometry, node, candidate)


def excludes(geometry: Geometry, node: Node, candidate: Candidate) -> bool:
    """Return whether a true node makes a candidate false."""
    cell, digit = candidate
    if digit != node.digit:
        return node.cells == 1 << cell
    return bool(geometry.seen_by_all(bits(node.cells)) >> cell & 1)


def _is_ring(chain: Sequence[Link]) -> bool:
    """Return whether all links are weak, so that there is no implication."""
    return len(chain) > 1 and not any(link.is_strong or link.by for link in chain)
