"""Several chains in words, and nets: case by case, each on lines of its own.

Of a net, the digits are told that must be placed one after the other. What those strike is seen on the board, and goes
without saying.
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
from farandole.logic.wording.chains import premises, way
from farandole.logic.wording.claims import LINE, follows, supposed, together, why, with_reason
from farandole.logic.wording.proofs import SET_NAMES
from farandole.logic.wording.words import join_words, name_cells, name_houses, pattern


def in_cases(lead: str, cases: Iterable[Sequence[str]]) -> str:
    """Put the sentences of each case on lines below what they show, those after the first farther in.

    Examples
    --------
    >>> print(in_cases("In each case r1c1 can't be 5", [["If r2c2 is 3 ...", "Then ..."], ["If r2c2 is 4 ..."]]))
    In each case r1c1 can't be 5:
      If r2c2 is 3 ....
        Then ....
      If r2c2 is 4 ...
    """
    lines = [("    " if n else "  ") + sentence for case in cases for n, sentence in enumerate(case)]
    return tr("{claim}:", claim=lead) + "\n" + (tr(".") + "\n").join(lines)


def branched(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell chains or nets from several starts that agree, or from one that contradict each other."""
    reason = step.reason
    taken: list[Step] = []
    nets = reason.nets or reason.links
    if reason.starts:
        yield from premises(reason, geometry)
        by_start = {net[0].start: net for net in nets if net}
        lead = tr("In each case {claim}", claim=_conclusion(step, geometry))
        cases = [
            _way(geometry, [by_start[start]], taken) if start in by_start else at_once(geometry, start)
            for start in reason.starts
        ]
        end = tr("It is the same in each case")
    elif _is_either(nets):
        start = nets[0][0].start
        claim = supposed(geometry, start, is_right=True)
        lead = tr("Whether {claim} or not, {consequence}", claim=claim, consequence=_conclusion(step, geometry))
        cases = [_way(geometry, [net], taken) for net in nets]
        end = tr("It is the same either way")
    else:
        is_end = not all(nets)  # what is supposed is itself among what can't be
        nets = tuple(filter(None, nets))
        if not nets:  # a contradiction without a link: the last candidate of a cell, or of a digit in a house
            yield _at_once_absurd(step, geometry)
            yield tr("That is impossible")
            return
        lead = _absurd(geometry, nets, is_end=is_end)
        is_net = any(map(_branches, nets))
        followed: set[tuple[Node, bool]] = set()
        one_by_one = ([*way(geometry, net, followed, length=LINE)] for net in nets)
        cases = [_way(geometry, nets, taken)] if is_net else list(one_by_one)
        end = tr("That is impossible")
    yield in_cases(lead, [*cases, *_told_apart(geometry, taken)])
    yield "\n" + end


def at_once(geometry: Geometry, start: Node) -> list[str]:
    """Tell the case in which nothing needs to follow."""
    return [tr("If {claim}, it is so at once", claim=supposed(geometry, start, is_right=True))]


def _conclusion(step: Step, geometry: Geometry) -> str:
    is_right = bool(step.placements)
    cell, digit = (step.placements or step.eliminations)[0]
    return follows(geometry, Node(digit, 1 << cell), is_right=is_right)


def _at_once_absurd(step: Step, geometry: Geometry) -> str:
    cell, digit = (step.placements or step.eliminations)[0]
    [name] = name_cells(geometry, 1 << cell)
    if step.placements:
        return tr("If {cell} weren't {digit}, a cell or a house would be left with nothing", cell=name, digit=digit)
    return tr("If {cell} were {digit}, a cell or a house would be left with nothing", cell=name, digit=digit)


def _is_either(nets: Sequence[Sequence[Link]]) -> bool:
    """Whether there are two suppositions: that a candidate is true, and that it is false."""
    starts = {(net[0].start, net[0].starts_right) for net in nets if net}
    return len(starts) == 2 and len({start for start, _ in starts}) == 1


def _branches(net: Sequence[Link]) -> bool:
    """Whether some of it follows from several things together, or from what was not said last."""
    return any(link.by for link in net) or any(one.end != other.start for one, other in pairwise(net))


# ── Contradictions ──────────────────────────────────────────────────────────────────────────────────────────────


def _absurd(geometry: Geometry, nets: Sequence[Sequence[Link]], *, is_end: bool) -> str:
    """Say that what follows from a supposition can't be, by itself or together with the supposition."""
    first = nets[0][0]
    ends = list(dict.fromkeys((net[-1].end, net[-1].is_strong) for net in nets))
    cells, digit = join_words(name_cells(geometry, first.start.cells), "or"), first.start.digit
    if ends == [(first.start, not first.starts_right)]:
        if first.starts_right:
            return tr("If {cell} were {digit}, it would follow that it isn't", cell=cells, digit=digit)
        return tr("If {cell} weren't {digit}, it would follow that it is", cell=cells, digit=digit)
    wrong = _contradiction(geometry, [*ends, (first.start, first.starts_right)] if is_end else ends)
    if first.starts_right:
        return tr("If {cell} were {digit}, {contradiction}", cell=cells, digit=digit, contradiction=wrong)
    return tr("If {cell} weren't {digit}, {contradiction}", cell=cells, digit=digit, contradiction=wrong)


def refuted(
    geometry: Geometry, candidate: Candidate, links: Iterable[Link], ends: Sequence[tuple[Node, bool]]
) -> list[str]:
    """Tell why a candidate is false: what must be placed then, one after the other, and what contradicts itself.

    Parameters
    ----------
    geometry : Geometry
    candidate : (cell, digit)
    links : iterable of Link
        To what must be placed.
    ends : sequence of (Node, bool)
        Claims that can't be together.
    """
    told = [*_placed(geometry, links), _contradiction(geometry, ends)]
    return together(_supposed(geometry, candidate), told)


def describe_case_split(geometry: Geometry, candidate: Candidate, found: Contradiction | CaseSplit) -> list[str]:
    """Tell why a candidate is false, in lines: choices that are left lie below what leaves them, farther in.

    Parameters
    ----------
    geometry : Geometry
    candidate : (cell, digit)
    found : Contradiction or CaseSplit
    """
    if isinstance(found, Contradiction):
        return refuted(geometry, candidate, *found)
    left = _left(geometry, [choice for choice, _ in found.choices], found.house)
    lines = together(_supposed(geometry, candidate), [*_placed(geometry, found.links), left])
    lines[-1] = tr("{claim}:", claim=lines[-1])
    return lines + ["  " + line for choice, why in found.choices for line in describe_case_split(geometry, choice, why)]


def _left(geometry: Geometry, choices: Sequence[Candidate], house: HouseNumber | None) -> str:
    """Say what is left for a cell, or where a digit may be in a house."""
    cells, digits = set_of(cell for cell, _ in choices), [digit for _, digit in choices]
    names = name_cells(geometry, cells)
    if house is None:
        return tr("{cell} must be {digits}", cell=names[0], digits=join_words(map(str, digits), "or"))
    [name] = name_houses(geometry, [house])
    return tr("{digit} in {house} must be in {cells}", digit=digits[0], house=name, cells=join_words(names, "or"))


def _supposed(geometry: Geometry, candidate: Candidate) -> str:
    cell, digit = candidate
    return supposed(geometry, Node(digit, 1 << cell), is_right=True)


def _placed(geometry: Geometry, links: Iterable[Link]) -> list[str]:
    """Say what must be placed, each with its reason."""
    placed = _by_end([tuple(links)])
    return [with_reason(follows(geometry, some[0].end, is_right=True), why(geometry, some)) for some in placed]


def _contradiction(geometry: Geometry, ends: Sequence[tuple[Node, bool]]) -> str:
    """Say what can't be: a digit and no digit, two digits of a cell, a digit twice, no candidate, no place."""
    cells, digits = union(node.cells for node, _ in ends), sorted({node.digit for node, _ in ends})
    names, truths = name_cells(geometry, cells), {is_right for _, is_right in ends}
    houses = name_houses(geometry, geometry.houses_containing(cells))
    if len(truths) == 2 and len(digits) == 1 and is_single(cells):
        return tr("{cell} would both be {digit} and not be {digit}", cell=names[0], digit=digits[0])
    if truths == {True} and is_single(cells):
        return tr("{cell} would be {digits}", cell=names[0], digits=join_words(map(str, digits)))
    if len(ends) == 1:
        return tr("{cell} would not be {digit}, which it must be", cell=names[0], digit=digits[0])
    if is_single(cells):
        return tr("{cell} would have no candidate left", cell=names[0])
    if truths == {True} and houses:
        return tr("{cells} in {house} would both be {digit}", cells=join_words(names), house=houses[0], digit=digits[0])
    if len(houses) == 1:
        return tr("{house} would have no place for {digit}", house=houses[0], digit=digits[0])
    return tr("{digit} must be in {cells}, but could not be", digit=digits[0], cells=join_words(names, "or"))


# ── Nets ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _way(geometry: Geometry, nets: Sequence[Sequence[Link]], taken: list[Step]) -> list[str]:
    """Tell what follows from one supposition, in sentences; note the steps on the way that are chains themselves."""
    if not any(map(_branches, nets)):
        return [sentence for chain in nets for sentence in way(geometry, chain, set(), length=LINE)]
    first, ends = nets[0][0], [(net[-1].end, net[-1].is_strong) for net in nets]
    told: list[str] = []
    spoken = known = {(first.start, first.starts_right)}
    for links in _by_end(nets):
        link = links[0]
        claim = link.end, link.is_strong
        if claim in known:
            continue
        known = known | {claim}
        is_seen = not link.is_strong and link.by is None and not link.start.cells_of_set
        if is_seen and claim not in ends:
            continue
        if link.by:
            reason = _step_taken(geometry, link.by, taken)
        elif is_seen and (link.start, True) not in spoken:
            reason = supposed(geometry, link.start, is_right=True)
        else:
            reason = why(geometry, links)
        is_same = not link.is_strong and (link.start, True) in spoken and link.start.cells == link.end.cells
        said = follows(geometry, link.end, is_right=link.is_strong, of_cell=link.end.cells if is_same else 0)
        told.append(with_reason(said, reason))
        spoken = {claim}
    return together(supposed(geometry, first.start, is_right=first.starts_right), told)


def _by_end(nets: Iterable[Sequence[Link]]) -> Iterator[list[Link]]:
    """List the links to each end, in order."""
    for net in nets:
        for _, links in groupby(net, key=lambda link: (link.end, link.is_strong)):
            yield list(links)


def _step_taken(geometry: Geometry, step: Step, taken: list[Step]) -> str:
    """Name a step that is taken on the way: one of chains by a letter, for it is told below."""
    name = tr(step.technique.name)
    if not step.reason.links:
        return tr("{technique}: {pattern}", technique=name, pattern=pattern(step, geometry))
    if not any(one is step for one in taken):
        taken.append(step)
    letter = SET_NAMES[next(n for n, one in enumerate(taken) if one is step)]
    return tr("{technique} {letter}", technique=name, letter=letter)


def _told_apart(geometry: Geometry, taken: list[Step]) -> Iterator[list[str]]:
    """Tell the steps that were taken on the way; while one is told, more may come up."""
    for step in taken:
        label = _step_taken(geometry, step, taken)
        reason = step.reason
        ways = [_way(geometry, [net], taken) for net in reason.links if net]
        inset = "  " if reason.starts else ""
        lines = [*premises(reason, geometry), *(inset * bool(n) + one for way in ways for n, one in enumerate(way))]
        gone: dict[Cell, list[str]] = {}
        for cell, digit in step.eliminations:
            gone.setdefault(cell, []).append(str(digit))
        name = geometry.grid.cell_name
        said = (
            tr("{cell} can't be {digit}", cell=name(cell), digit=join_words(some, "or")) for cell, some in gone.items()
        )
        yield [
            tr("{step}, on the board as it is then: {claim}", step=label, claim=lines[0]),
            *lines[1:],
            tr("So {claims}", claims=join_words(said)),
        ]
