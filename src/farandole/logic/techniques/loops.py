"""Nice loops and alternating inference chains (AIC)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from farandole.bitsets import bit_of, bits, digits_of, has_digit, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Digit, Geometry
from farandole.logic.inference.links import Links, NodeNumber
from farandole.logic.inference.relations import Relations, candidates_of
from farandole.logic.inference.sets import has_too_many_candidates
from farandole.logic.inference.tables import Tables, cell_tables, group_tables, set_tables
from farandole.logic.step import Level, Reason, Step, Technique, steps_of, technique
from farandole.logic.wording.chains import describe_chains
from farandole.logic.wording.proofs import describe_chain_step, describe_excluded
from farandole.records import record, replace
from farandole.rules import Rule

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, TablingSolver"
_LOOPS = "Jeff 'rubylips' Rubens, Players' Forum, 2005"


def _describe_ring(step: Step, geometry: Geometry) -> Iterator[str]:
    yield from describe_chains(step.reason, geometry)
    yield tr("The ring closes, so it holds in the other direction, too")
    yield tr("So of each two candidates along it that rule each other out, one is true")
    yield from describe_excluded(step.reason, geometry)


@technique(
    "Continuous Nice Loop",
    Level.UNFAIR,
    score=280,
    code="0706",
    se=7.0,
    aliases=("Continuous AIC",),
    source=_SCORED,
    describe=_describe_ring,
)
def continuous_nice_loop(board: Board) -> Iterator[Step]:
    """Strong and weak links alternate around a ring.

    So one end of each weak link is true, and a candidate that contradicts both ends is false.
    """
    return steps_of(continuous_nice_loop, nice_loops(board))


@technique(
    "Discontinuous Nice Loop",
    Level.UNFAIR,
    score=280,
    code="0707",
    se=7.0,
    source=_SCORED,
    describe=describe_chain_step,
)
def discontinuous_nice_loop(board: Board) -> Iterator[Step]:
    """A chain starts from a cell and comes back to it. So the candidates that it contradicts there are false."""
    return steps_of(discontinuous_nice_loop, nice_loops(board))


@technique(
    "AIC",
    Level.UNFAIR,
    score=280,
    code="0708",
    se=7.0,
    aliases=("Alternating Inference Chain",),
    source=_SCORED,
    describe=describe_chain_step,
)
def aic(board: Board) -> Iterator[Step]:
    """Alternating strong and weak links show that one of two candidates is true.

    So a candidate that contradicts both is false.
    """
    return steps_of(aic, nice_loops(board))


@technique(
    "Grouped Continuous Nice Loop",
    Level.UNFAIR,
    score=300,
    code="0709",
    se=7.0,
    source=_SCORED,
    describe=_describe_ring,
)
def grouped_continuous_nice_loop(board: Board, *, with_als: bool = False) -> Iterator[Step]:
    """Links alternate around a ring, some of them of groups (true if one cell is).

    So one end of each weak link is true, and a candidate that contradicts both ends is false.
    """
    return steps_of(grouped_continuous_nice_loop, grouped_nice_loops(board, with_als=with_als))


@technique(
    "Grouped Discontinuous Nice Loop",
    Level.UNFAIR,
    score=300,
    code="0710",
    se=7.0,
    source=_SCORED,
    describe=describe_chain_step,
)
def grouped_discontinuous_nice_loop(board: Board, *, with_als: bool = False) -> Iterator[Step]:
    """A chain, some of it through groups (true if one cell is), starts from a cell and comes back to it.

    So the candidates that it contradicts there are false.
    """
    return steps_of(grouped_discontinuous_nice_loop, grouped_nice_loops(board, with_als=with_als))


@technique("Grouped AIC", Level.UNFAIR, score=300, code="0711", se=7.0, source=_SCORED, describe=describe_chain_step)
def grouped_aic(board: Board, *, with_als: bool = False) -> Iterator[Step]:
    """Alternating links, some of groups (true if one cell is), show that one of two candidates is true.

    So a candidate that contradicts both is false.
    """
    return steps_of(grouped_aic, grouped_nice_loops(board, with_als=with_als))


_GROUPED = {
    continuous_nice_loop: grouped_continuous_nice_loop,
    discontinuous_nice_loop: grouped_discontinuous_nice_loop,
    aic: grouped_aic,
}


def nice_loops(board: Board) -> Iterator[Step]:
    """Find loops and chains through single cells, those with the most eliminations first."""
    if not has_too_many_candidates(board):
        yield from _steps(board, board.cached(cell_tables))


def grouped_nice_loops(board: Board, *, with_als: bool = False) -> Iterator[Step]:
    """Find loops and chains through cells, groups and optionally almost locked sets, most eliminations first."""
    if not has_too_many_candidates(board):
        yield from _steps(board, board.cached(set_tables if with_als else group_tables))


@record
class _Finding:
    """A possible loop or chain with its eliminations; it counts if its path does not cross itself."""

    technique: Technique
    eliminations: tuple[Candidate, ...]
    premise: NodeNumber
    end: NodeNumber

    @property
    def rank(self) -> tuple[int, int]:
        """The rank: most eliminations first, then HoDoKu's sum of their places."""
        weights = range(1, 80 * len(self.eliminations) + 1, 80)
        places = sum(cell * weight + digit for (cell, digit), weight in zip(self.eliminations, weights, strict=True))
        return -len(self.eliminations), places


def _steps(board: Board, tables: Tables) -> Iterator[Step]:
    findings = [*_loops(board, tables), *_chains(board, tables)]
    links = tables.links
    ranked = sorted(((finding.rank, finding) for finding in findings), key=lambda pair: pair[0])
    for _, same_rank in groupby(ranked, key=lambda pair: pair[0]):
        best: dict[tuple[Technique, tuple[Candidate, ...]], list[NodeNumber]] = {}
        for _, finding in same_rank:
            path = tables.core.path(finding.premise, finding.end)
            if _crosses(tables, path, finding.technique is not aic):
                continue
            is_grouped = any(node >= 2 * links.n for node in path)
            key = (_GROUPED[finding.technique] if is_grouped else finding.technique, finding.eliminations)
            if key not in best or len(path) < len(best[key]):
                best[key] = path
        for (kind, eliminations), path in best.items():
            nodes = [links.nodes[node] for node in path]
            cells, digits = union(node.cells for node in nodes), union(bit_of(node.digit) for node in nodes)
            reason = Reason(digits, cells, links=(links.chain(path),))
            if links.relations:
                reason = replace(reason, rules=_rules_of(links, path, eliminations), board=board.copy())
            yield Step(kind, (), eliminations, reason)


def _rules_of(links: Links, path: list[NodeNumber], eliminations: tuple[Candidate, ...]) -> tuple[Rule, ...]:
    """Return the rules by which the ends of a chain, or both ends of a link of a loop, exclude what is eliminated."""
    relations = links.relations
    assert relations
    first, last = links.nodes[path[0]], links.nodes[path[-1]]
    if not links.is_on[path[0]] and links.is_on[path[-1]] and first != last:
        return relations.why_both(first, last, eliminations)
    if links.is_on[path[0]] and not links.is_on[path[-1]] and first == last:
        return ()  # the loop contradicts its start
    weak = [(links.nodes[one], links.nodes[two]) for one, two in pairwise(path) if not links.is_on[two]]
    rules: dict[Rule, None] = {}
    for candidate in eliminations:
        both = [pair for pair in weak if all(relations.excludes_by(node, candidate) for node in pair)]
        if both:
            rules.update(dict.fromkeys(relations.why_both(*both[0], (candidate,))))
    return tuple(rules)


def _crosses(tables: Tables, path: list[NodeNumber], is_loop: bool) -> bool:
    """Return whether a path returns to a cell; a loop may return to its first cell."""
    links = tables.links
    origin = links.first_cell(path[0])
    seen = 0
    last = None
    for node in path:
        if seen >> links.first_cell(node) & 1:
            return True
        if last is not None and not (is_loop and links.first_cell(last) == origin):
            seen |= links.nodes[last].cells | links.nodes[last].cells_of_set
        last = node
    return False


def _loops(board: Board, tables: Tables) -> Iterator[_Finding]:
    """Find chains that return to the cell where they started."""
    for premise, end in tables.core.loops(tables.links.core):
        kind, eliminations = discontinuous_nice_loop, _loop_eliminations(board, tables, premise, end)
        if not eliminations:
            kind = continuous_nice_loop
            eliminations = _ring_eliminations(board, tables, tables.core.path(premise, end))
        if eliminations:
            yield _Finding(kind, eliminations, premise, end)


def _loop_eliminations(board: Board, tables: Tables, premise: NodeNumber, end: NodeNumber) -> tuple[Candidate, ...]:
    """Return the eliminations where a loop closes: none if it is continuous."""
    links, n = tables.links, tables.links.n
    (cell, first), (_, last) = links.candidates[premise % n], links.candidates[end % n]
    if premise < n:
        return ((cell, first),)
    if end >= n:
        return ((cell, last),)
    return tuple(_others(board, cell, first)) if first == last else ()


def _ring_eliminations(board: Board, tables: Tables, path: list[NodeNumber]) -> tuple[Candidate, ...]:
    """Return the eliminations of a continuous loop: next to its weak links, in cells and in houses."""
    links, places = tables.links, board.places
    first_cell, is_on = links.first_cell, links.is_on
    inside = union(links.nodes[node].cells | links.nodes[node].cells_of_set for node in path[:-1])
    eliminated: set[Candidate] = set()
    if is_on[path[-1]]:
        eliminated.update(_others(board, first_cell(path[0]), links.nodes[path[0]].digit, links.nodes[path[-1]].digit))
    for first, second, third, fourth in zip(path, path[1:], path[2:], path[3:], strict=False):
        through = is_on[second] and not is_on[third] and is_on[fourth]
        through = through and links.nodes[second].cells == links.nodes[third].cells == 1 << first_cell(third)
        if through and first_cell(first) != first_cell(second) == first_cell(third) != first_cell(fourth):
            eliminated.update(_others(board, first_cell(second), links.nodes[second].digit, links.nodes[third].digit))
    for first, second in pairwise(path):
        if not is_on[second] and first_cell(first) != first_cell(second):
            digit = links.nodes[second].digit
            # The link leaves a set by the digit that it eliminates, not by the one that it lost.
            ours = links.sets[first].places[digit] if first in links.sets else links.nodes[first].cells
            if links.relations and first not in links.sets:
                both = links.relations.excluded_by_node(links.nodes[first])
                both &= links.relations.excluded_by_node(links.nodes[second]) & candidates_of(board)
                eliminated.update(one for one in links.relations.candidates(both) if not inside >> one[0] & 1)
                continue
            near = board.geometry.seen_by_all(bits(ours | links.nodes[second].cells)) & places[digit]
            eliminated.update((cell, digit) for cell in bits(near & ~inside))
    for second, third in pairwise(path):
        if second in links.sets:
            eliminated.update(_set_eliminations(board, tables, second, third))
    return tuple(sorted(eliminated, key=lambda candidate: (candidate[1], candidate[0])))


def _set_eliminations(board: Board, tables: Tables, node: NodeNumber, then: NodeNumber) -> Iterator[Candidate]:
    """Find the eliminations of a locked set in a continuous loop, except for the digits of its two links."""
    links = tables.links
    als, came = links.sets[node], links.nodes[node].digit
    cell, digit = links.first_cell(then), links.nodes[then].digit
    kept = board.masks[cell] & ~bit_of(digit) if links.is_on[then] else bit_of(digit)
    for other_digit, seen in als.seen.items():
        if other_digit == came:
            continue
        if has_digit(kept, other_digit):
            seen = seen & board.geometry.peers[cell] if links.is_on[then] else 0
        yield from ((at, other_digit) for at in bits(seen))


def _others(board: Board, cell: Cell, *but: Digit) -> list[Candidate]:
    return [(cell, digit) for digit in digits_of(board.masks[cell]) if digit not in but]


def _chains(board: Board, tables: Tables) -> Iterator[_Finding]:
    """Find chains with at least two eliminations, because a chain with one is a loop, too."""
    links, n = tables.links, tables.links.n
    if links.relations:
        yield from _chains_by_rules(board, tables, links.relations)
        return
    peers = board.geometry.peers
    for premise, end in tables.core.joins(links.core):
        (cell, digit), (end_cell, last) = links.candidates[premise - n], links.candidates[end]
        if digit == last:
            common = peers[cell] & peers[end_cell] & board.places[digit]
            eliminations = tuple((eliminated, digit) for eliminated in bits(common))
        else:
            eliminations = tuple(sorted([(cell, last), (end_cell, digit)], key=lambda candidate: candidate[1]))
        yield _Finding(aic, eliminations, premise, end)


def _chains_by_rules(board: Board, tables: Tables, relations: Relations) -> Iterator[_Finding]:
    """Find chains whose ends both exclude at least two candidates, by houses or rules."""
    links, n, left = tables.links, tables.links.n, candidates_of(board)
    excluded = [relations.excluded[cell][digit] & left for cell, digit in links.candidates]
    ends = (1 << n) - 1
    for k in range(n):
        for end in bits(tables.rows[n + k] & ~links.direct[n + k] & ends & ~(1 << k)):
            common = excluded[k] & excluded[end]
            if common & (common - 1):
                eliminations = sorted(relations.candidates(common), key=lambda candidate: candidate[::-1])
                yield _Finding(aic, tuple(eliminations), n + k, end)
