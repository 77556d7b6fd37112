"""Several chains, and nets, in words: case by case, each on its own lines.

The description of a net names the digits that must be placed, one after the other. It leaves out what these eliminate,
which the reader sees on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from farandole.bitsets import is_single, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Candidate, Geometry, HouseNumber
from farandole.logic.inference.contradictions import CaseSplit, Contradiction
from farandole.logic.step import Link, Node, Step
from farandole.logic.wording.chains import describe_chain, describe_premises
from farandole.logic.wording.claims import (
    LINE_WIDTH,
    add_reason,
    describe_claim,
    describe_consequence,
    explain_link,
    join_consequences,
)
from farandole.logic.wording.proofs import SET_NAMES
from farandole.logic.wording.words import join_words, name_cells, name_houses, name_step, pattern_notation


def format_cases(lead: str, cases: Iterable[Sequence[str]]) -> str:
    """Put the sentences of each case on lines below the claim, and indent those after the first one more.

    Examples
    --------
    >>> print(format_cases("In each case r1c1 can't be 5", [["If r2c2 is 3 ...", "Then ..."], ["If r2c2 is 4 ..."]]))
    In each case r1c1 can't be 5:
      If r2c2 is 3 ....
        Then ....
      If r2c2 is 4 ...
    """
    lines = [("    " if n else "  ") + sentence for case in cases for n, sentence in enumerate(case)]
    return tr("{claim}:", claim=lead) + "\n" + (tr(".") + "\n").join(lines)


def describe_nets(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe chains or nets from several starts that agree, or from one start that contradict each other."""
    reason = step.reason
    taken: list[Step] = []
    nets = reason.nets or reason.links
    if reason.starts:
        yield from describe_premises(reason, geometry)
        yield from describe_agreement(step, geometry)
        return
    if _tests_both_values(nets):
        start = nets[0][0].start
        claim = describe_claim(geometry, start, is_true=True)
        lead = tr(
            "Whether {claim} or not, {consequence}", claim=claim, consequence=_describe_conclusion(step, geometry)
        )
        cases = [_describe_net(geometry, [net], taken) for net in nets]
        end = tr("The result is the same either way")
    else:
        is_end = not all(nets)  # the assumption itself is part of the contradiction
        nets = tuple(filter(None, nets))
        if not nets:  # a contradiction without a link: the last candidate of a cell, or of a digit in a house
            yield _describe_immediate_contradiction(step, geometry)
            yield tr("That is impossible")
            return
        lead = _describe_absurdity(geometry, nets, is_end=is_end)
        is_net = any(map(_has_branches, nets))
        followed: set[tuple[Node, bool]] = set()
        one_by_one = ([*describe_chain(geometry, net, followed, length=LINE_WIDTH)] for net in nets)
        cases = [_describe_net(geometry, nets, taken)] if is_net else list(one_by_one)
        end = tr("That is impossible")
    yield format_cases(lead, [*cases, *_describe_nested_steps(geometry, taken)])
    yield "\n" + end


def describe_agreement(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe case by case how each start of the chains, one of which is true, leads to the same conclusion."""
    reason = step.reason
    taken: list[Step] = []
    by_start = {net[0].start: net for net in reason.nets or reason.links if net}
    lead = tr("In each case {claim}", claim=_describe_conclusion(step, geometry))
    cases = [
        _describe_net(geometry, [by_start[start]], taken)
        if start in by_start
        else describe_immediate_case(geometry, start)
        for start in reason.starts
    ]
    yield format_cases(lead, [*cases, *_describe_nested_steps(geometry, taken)])
    yield "\n" + tr("The result is the same in each case")


def describe_immediate_case(geometry: Geometry, start: Node) -> list[str]:
    """Describe the case in which the start itself is the conclusion."""
    return [tr("If {claim}, it follows at once", claim=describe_claim(geometry, start, is_true=True))]


def _describe_conclusion(step: Step, geometry: Geometry) -> str:
    is_true = bool(step.placements)
    cell, digit = (step.placements or step.eliminations)[0]
    return describe_consequence(geometry, Node(digit, 1 << cell), is_true=is_true)


def _describe_immediate_contradiction(step: Step, geometry: Geometry) -> str:
    cell, digit = (step.placements or step.eliminations)[0]
    [name] = name_cells(geometry, 1 << cell)
    if step.placements:
        return tr(
            "If {cell} weren't {digit}, a cell or a house would have no candidate left",
            cell=name,
            digit=geometry.grid.digit_name(digit),
        )
    return tr(
        "If {cell} were {digit}, a cell or a house would have no candidate left",
        cell=name,
        digit=geometry.grid.digit_name(digit),
    )


def _tests_both_values(nets: Sequence[Sequence[Link]]) -> bool:
    """Return whether there are two assumptions: that a candidate is true, and that it is false."""
    starts = {(net[0].start, net[0].starts_true) for net in nets if net}
    return len(starts) == 2 and len({start for start, _ in starts}) == 1


def _has_branches(net: Sequence[Link]) -> bool:
    """Return whether a claim follows from several claims together, or not from the previous one."""
    return any(link.by for link in net) or any(first.end != second.start for first, second in pairwise(net))


# ── Contradictions ──────────────────────────────────────────────────────────────────────────────────────────────


def _describe_absurdity(geometry: Geometry, nets: Sequence[Sequence[Link]], *, is_end: bool) -> str:
    """Say that the consequences of an assumption contradict each other, or the assumption."""
    first = nets[0][0]
    ends = list(dict.fromkeys((net[-1].end, net[-1].is_strong) for net in nets))
    cells, digit = join_words(name_cells(geometry, first.start.cells), "or"), first.start.digit
    if ends == [(first.start, not first.starts_true)]:
        if first.starts_true:
            return tr(
                "If {cell} were {digit}, it would follow that it isn't",
                cell=cells,
                digit=geometry.grid.digit_name(digit),
            )
        return tr(
            "If {cell} weren't {digit}, it would follow that it is", cell=cells, digit=geometry.grid.digit_name(digit)
        )
    wrong = _describe_conflict(geometry, [*ends, (first.start, first.starts_true)] if is_end else ends)
    if first.starts_true:
        return tr(
            "If {cell} were {digit}, {contradiction}",
            cell=cells,
            digit=geometry.grid.digit_name(digit),
            contradiction=wrong,
        )
    return tr(
        "If {cell} weren't {digit}, {contradiction}",
        cell=cells,
        digit=geometry.grid.digit_name(digit),
        contradiction=wrong,
    )


def describe_contradiction(
    geometry: Geometry, candidate: Candidate, links: Iterable[Link], ends: Sequence[tuple[Node, bool]]
) -> list[str]:
    """Describe why a candidate is false: the digits that it would force, in order, and the contradiction.

    Parameters
    ----------
    geometry : Geometry
    candidate : (cell, digit)
    links : iterable of Link
        Links to the digits that must be placed.
    ends : sequence of (Node, bool)
        Claims that contradict each other.
    """
    sentences = [*_describe_placements(geometry, links), _describe_conflict(geometry, ends)]
    return join_consequences(_describe_assumption(geometry, candidate), sentences)


def describe_case_split(
    geometry: Geometry, candidate: Candidate, contradiction: Contradiction | CaseSplit
) -> list[str]:
    """Describe why a candidate is false, in lines; the choices of a case split are indented below it.

    Parameters
    ----------
    geometry : Geometry
    candidate : (cell, digit)
    contradiction : Contradiction or CaseSplit
    """
    if isinstance(contradiction, Contradiction):
        return describe_contradiction(geometry, candidate, *contradiction)
    left = describe_choices(geometry, [choice for choice, _ in contradiction.choices], contradiction.house)
    lines = join_consequences(
        _describe_assumption(geometry, candidate), [*_describe_placements(geometry, contradiction.links), left]
    )
    lines[-1] = tr("{claim}:", claim=lines[-1])
    return lines + [
        "  " + line
        for choice, outcome in contradiction.choices
        for line in describe_case_split(geometry, choice, outcome)
    ]


def describe_choices(geometry: Geometry, choices: Sequence[Candidate], house: HouseNumber | None) -> str:
    """Say which digits are left for a cell, or which cells for a digit in a house."""
    cells, digits = set_of(cell for cell, _ in choices), [digit for _, digit in choices]
    names = name_cells(geometry, cells)
    if house is None:
        return tr(
            "{cell} must be {digits}", cell=names[0], digits=join_words(map(geometry.grid.digit_name, digits), "or")
        )
    [name] = name_houses(geometry, [house])
    return tr(
        "{digit} in {house} must be in {cells}",
        digit=geometry.grid.digit_name(digits[0]),
        house=name,
        cells=join_words(names, "or"),
    )


def _describe_assumption(geometry: Geometry, candidate: Candidate) -> str:
    cell, digit = candidate
    return describe_claim(geometry, Node(digit, 1 << cell), is_true=True)


def _describe_placements(geometry: Geometry, links: Iterable[Link]) -> list[str]:
    """Describe the digits that must be placed, each with its reason."""
    placed = _group_by_end([tuple(links)])
    return [
        add_reason(
            describe_consequence(geometry, links_to_end[0].end, is_true=True), explain_link(geometry, links_to_end)
        )
        for links_to_end in placed
    ]


def _describe_conflict(geometry: Geometry, ends: Sequence[tuple[Node, bool]]) -> str:
    """Describe a contradiction: true and false, two digits in a cell, a digit twice, no candidate, no place."""
    cells, digits = union(node.cells for node, _ in ends), sorted({node.digit for node, _ in ends})
    names, truths = name_cells(geometry, cells), {is_true for _, is_true in ends}
    houses = name_houses(geometry, geometry.houses_containing(cells))
    if len(truths) == 2 and len(digits) == 1 and is_single(cells):
        return tr(
            "{cell} would both be {digit} and not be {digit}", cell=names[0], digit=geometry.grid.digit_name(digits[0])
        )
    if truths == {True} and is_single(cells):
        return tr("{cell} would be {digits}", cell=names[0], digits=join_words(map(geometry.grid.digit_name, digits)))
    if len(ends) == 1:
        return tr(
            "{cell} would not be {digit}, which it must be", cell=names[0], digit=geometry.grid.digit_name(digits[0])
        )
    if is_single(cells):
        return tr("{cell} would have no candidate left", cell=names[0])
    if truths == {True} and houses:
        return tr(
            "{cells} in {house} would both be {digit}",
            cells=join_words(names),
            house=houses[0],
            digit=geometry.grid.digit_name(digits[0]),
        )
    if len(houses) == 1:
        return tr("{house} would have no place for {digit}", house=houses[0], digit=geometry.grid.digit_name(digits[0]))
    return tr(
        "{digit} must be in {cells}, but could not be",
        digit=geometry.grid.digit_name(digits[0]),
        cells=join_words(names, "or"),
    )


# ── Nets ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe_net(geometry: Geometry, nets: Sequence[Sequence[Link]], taken: list[Step]) -> list[str]:
    """Describe what follows from one assumption; add nested steps that are chains to ``taken``."""
    if not any(map(_has_branches, nets)):
        return [sentence for chain in nets for sentence in describe_chain(geometry, chain, set(), length=LINE_WIDTH)]
    first, ends = nets[0][0], [(net[-1].end, net[-1].is_strong) for net in nets]
    sentences: list[str] = []
    spoken = known = {(first.start, first.starts_true)}
    for links in _group_by_end(nets):
        link = links[0]
        claim = link.end, link.is_strong
        if claim in known:
            continue
        known = known | {claim}
        is_seen = not link.is_strong and link.by is None and not link.start.cells_of_set and not link.rules
        if is_seen and claim not in ends:
            continue
        if link.by:
            reason = _name_nested_step(geometry, link.by, taken)
        elif is_seen and (link.start, True) not in spoken:
            reason = describe_claim(geometry, link.start, is_true=True)
        else:
            reason = explain_link(geometry, links)
            if link.rules and len(links) == 1 and (link.start, link.starts_true) not in spoken:
                claim_of_start = describe_claim(geometry, link.start, is_true=link.starts_true)
                reason = tr("; ").join((claim_of_start, reason))
        is_same = not link.is_strong and (link.start, True) in spoken and link.start.cells == link.end.cells
        consequence = describe_consequence(
            geometry, link.end, is_true=link.is_strong, of_cell=link.end.cells if is_same else 0
        )
        sentences.append(add_reason(consequence, reason))
        spoken = {claim}
    return join_consequences(describe_claim(geometry, first.start, is_true=first.starts_true), sentences)


def _group_by_end(nets: Iterable[Sequence[Link]]) -> Iterator[list[Link]]:
    """Group the links by their ends, in order."""
    for net in nets:
        for _, links in groupby(net, key=lambda link: (link.end, link.is_strong)):
            yield list(links)


def _name_nested_step(geometry: Geometry, step: Step, taken: list[Step]) -> str:
    """Name a nested step; one with chains gets a letter, because it is described below."""
    name = name_step(step)
    if not step.reason.links:
        return tr("{technique}: {pattern}", technique=name, pattern=pattern_notation(step, geometry))
    if not any(nested is step for nested in taken):
        taken.append(step)
    letter = SET_NAMES[next(n for n, nested in enumerate(taken) if nested is step)]
    return tr("{technique} {letter}", technique=name, letter=letter)


def _describe_nested_steps(geometry: Geometry, taken: list[Step]) -> Iterator[list[str]]:
    """Describe the nested steps; describing one may add more."""
    for step in taken:
        label = _name_nested_step(geometry, step, taken)
        reason = step.reason
        descriptions = [_describe_net(geometry, [net], taken) for net in reason.links if net]
        inset = "  " if reason.starts else ""
        lines = [
            *describe_premises(reason, geometry),
            *(inset * bool(n) + sentence for description in descriptions for n, sentence in enumerate(description)),
        ]
        gone: dict[Cell, list[str]] = {}
        for cell, digit in step.eliminations:
            gone.setdefault(cell, []).append(geometry.grid.digit_name(digit))
        name = geometry.grid.cell_name
        claims = (
            tr("{cell} can't be {digit}", cell=name(cell), digit=join_words(digits, "or"))
            for cell, digits in gone.items()
        )
        yield [
            tr("{step}, on the board at that point: {claim}", step=label, claim=lines[0]),
            *lines[1:],
            tr("So {claims}", claims=join_words(claims)),
        ]
