"""Whips and braids: suppose a candidate, and each true candidate leaves a cell or a house only one, then none.

Denis Berthier's variables are the cells, with their candidates, and the digits of a house, with their places. The links
of a board with rules are those of its houses and of its rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry, HouseNumber
from farandole.logic.inference.links import alternatives, find_groups
from farandole.logic.inference.relations import relations_of
from farandole.logic.step import Level, Link, Node, Reason, Step, Technique, technique
from farandole.logic.wording.claims import (
    add_reason,
    describe_claim,
    describe_consequence,
    join_chain,
    join_consequences,
)
from farandole.logic.wording.words import describe_rule
from farandole.rules import Rule

_SOURCE = "Denis Berthier, Pattern-Based Constraint Satisfaction and Logic Puzzles, 2012"
_MAX_LENGTH = 16  # variables of a whip or a braid
_MAX_RULE_LENGTH = 5  # of a whip through rules
_MAX_GROUP = 3  # cells of a group
_WORK = 1_500_000  # variables that a search for whips looks at, which takes some tenths of a second


_CandidateIndex: TypeAlias = int
_Group: TypeAlias = tuple[Candidate, ...]
_Proof: TypeAlias = Sequence[tuple[int, _CandidateIndex, _CandidateIndex, _CandidateIndex]]


class _Variable(NamedTuple):
    """A cell with its candidates, or a digit with its places in a house.

    Parameters
    ----------
    digit : Digit
        0 for a cell.
    house : HouseNumber, optional
    cells : CellSet
        The places of the digit, or the cell.
    """

    digit: Digit
    house: HouseNumber | None
    cells: CellSet


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    [(cell, digit)], chains = step.eliminations, step.reason.links
    claim = describe_claim(geometry, Node(digit, 1 << cell), is_true=True)
    consequences = []
    links = [link for chain in chains for link in chain]
    for weak, strong in zip(links[::2], [*links[1::2], None], strict=True):
        why = list(dict.fromkeys(describe_rule(rule, geometry) for rule in weak.rules))
        if strong is None:
            consequence = _describe_end(geometry, weak)
        else:
            consequence = describe_consequence(geometry, strong.end, is_true=True)
            if strong.house is None:
                why.insert(0, tr("no other candidate left"))
            else:
                why.insert(0, tr("no other place left in {house}", house=house_name(geometry.grid, strong.house)))
        consequences.append(add_reason(consequence, tr("; ").join(why)))
    yield from join_chain(claim, consequences) if len(chains) == 1 else join_consequences(claim, consequences)
    yield tr("That is impossible")


def _describe_end(geometry: Geometry, weak: Link) -> str:
    if weak.house is None:
        return tr("{cell} would have no candidate left", cell=geometry.grid.cell_name(weak.end.cells.bit_length() - 1))
    house = house_name(geometry.grid, weak.house)
    return tr("{house} would have no place for {digit}", house=house, digit=geometry.grid.digit_name(weak.end.digit))


# ── The techniques ──────────────────────────────────────────────────────────────────────────────────────────────────


@technique("Whip", Level.EXTREME, aliases=("Whips",), source=_SOURCE, describe=_describe)
def whip(board: Board, *, max_length: int = _MAX_LENGTH, work: int = _WORK) -> Iterator[Step]:
    """Suppose a candidate: it leaves a cell or a house one candidate, this leaves another one a candidate, and so on.

    If one of them has none left, the first candidate is false, and the shortest whips come first.
    """
    return _whips(whip, board.cached(_search), max_length, work)


@technique("G-Whip", Level.EXTREME, aliases=("Grouped Whip", "G-Whips"), source=_SOURCE, describe=_describe)
def g_whip(board: Board, *, max_length: int = _MAX_LENGTH, work: int = _WORK) -> Iterator[Step]:
    """As in a whip, candidates leave a cell or a house only one, or a digit only places where a line and a box meet.

    If one of them has none left, the first candidate is false, and the shortest whips come first.
    """
    return _whips(g_whip, board.cached(_search_with_groups), max_length, work)


@technique("Braid", Level.EXTREME, aliases=("Braids",), source=_SOURCE, describe=_describe)
def braid(board: Board, *, max_length: int = 2 * _MAX_LENGTH) -> Iterator[Step]:
    """As in a whip, a candidate leaves cells and houses one candidate until one has none left.

    In a braid, each of them may follow from any of the candidates before, and short braids come first.
    """
    search = board.cached(_search)
    for target, chain in sorted(search.core.find_braids(max_length), key=lambda proof: len(proof[1])):
        yield search.step(braid, target, chain)


@technique("Rule Whip", Level.UNFAIR, difficulty=6.4, source=_SOURCE, describe=_describe)
def rule_whip(board: Board, *, max_length: int = _MAX_RULE_LENGTH) -> Iterator[Step]:
    """As in a whip, each candidate leaves the next cell or house only one, and some do so by a rule.

    If one of them has none left, the first candidate is false, and only short whips count.
    """
    if relations_of(board) is not None:
        yield from _whips(rule_whip, board.cached(_search), max_length, _WORK)


def _whips(technique: Technique, search: _Search, max_length: int, work: int) -> Iterator[Step]:
    for target, proof in search.core.find_whips(max_length, work):
        yield search.step(technique, target, proof)


class _Search:
    """The candidates of a board, its variables, and what excludes what.

    Attributes
    ----------
    truths : list of tuple of (cell, digit)
        What a link may end in, by number: a candidate, or a group of them.
    """

    def __init__(self, board: Board, groups: Iterable[_Group] = ()) -> None:
        self.board, self.relations = board, relations_of(board)
        self.candidates = [(cell, digit) for cell in bits(board.open) for digit in digits_of(board.masks[cell])]
        self.number = {candidate: k for k, candidate in enumerate(self.candidates)}
        self.variables = [
            _Variable(digit, where if digit else None, cells) for digit, where, cells in alternatives(board)
        ]
        self.truths: list[_Group] = [(candidate,) for candidate in self.candidates]
        self.core = _core.Whips(
            [[self.number[other] for other in self._excluded(candidate)] for candidate in self.candidates],
            [[self.number[candidate] for candidate in self.members(variable)] for variable in self.variables],
        )
        for group in groups:
            self.core.add_group([self.number[candidate] for candidate in group])
            self.truths.append(group)

    def members(self, variable: _Variable) -> list[Candidate]:
        """List the candidates of a variable."""
        if variable.digit:
            return [(cell, variable.digit) for cell in bits(variable.cells)]
        cell = variable.cells.bit_length() - 1
        return [(cell, digit) for digit in digits_of(self.board.masks[cell])]

    def _excluded(self, candidate: Candidate) -> list[Candidate]:
        cell, digit = candidate
        others = [(cell, other) for other in digits_of(self.board.masks[cell] & ~bit_of(digit))]
        if self.relations is None:
            return others + [(peer, digit) for peer in bits(self.board.geometry.peers[cell] & self.board.places[digit])]
        elsewhere = self.relations.candidates(self.relations.excluded[cell][digit])
        return others + [other for other in elsewhere if other in self.number]

    def step(self, technique: Technique, target: _CandidateIndex, proof: _Proof) -> Step:
        """Make the step of a whip or a braid."""
        truths = [self.truths[target]]
        chains: list[list[Link]] = []  # a new one begins where a link doesn't follow from the last candidate
        for number, left, cause, right in proof:
            variable = self.variables[number]
            rest = self.truths[right] if right >= 0 else ()
            rules = self._rules_for(variable, truths, rest)
            house = variable.house if right < 0 else None
            weak = Link(self._node(cause), self._node(left), False, house=house, rules=rules)
            if not chains or self.truths[cause] != truths[-1]:
                chains.append([])
            chains[-1].append(weak)
            if rest:
                chains[-1].append(Link(weak.end, self._node(right), True, house=variable.house))
                truths.append(rest)
        links = [link for chain in chains for link in chain]
        cells = set_of(cell for link in links for node in (link.start, link.end) for cell in bits(node.cells))
        digits = set_of(node.digit - 1 for link in links for node in (link.start, link.end))
        used = tuple(dict.fromkeys(rule for link in links for rule in link.rules))
        reason = Reason(digits, cells, links=tuple(map(tuple, chains)), rules=used)
        return Step(technique, (), (self.candidates[target],), reason)

    def _rules_for(self, variable: _Variable, truths: Sequence[_Group], rest: _Group) -> tuple[Rule, ...]:
        """Find the rules by which the other candidates of a variable are excluded, if no house does it."""
        relations = self.relations
        if relations is None:
            return ()
        used: dict[Rule, None] = {}
        for candidate in self.members(variable):
            if candidate in rest:
                continue
            reasons: list[tuple[Rule, ...]] = [
                tuple(rule for one in truth for rule in relations.why(one, candidate))
                for truth in truths
                if all(relations.excludes(one, candidate) for one in truth)
            ]
            fewest = min(reasons, key=len, default=())
            used |= dict.fromkeys(fewest)
        return tuple(used)

    def _node(self, number: _CandidateIndex) -> Node:
        truth = self.truths[number]
        return Node(truth[0][1], set_of(cell for cell, _ in truth))


def _search(board: Board) -> _Search:
    return _Search(board)


def _search_with_groups(board: Board) -> _Search:
    groups: dict[_Group, None] = {}
    for group in board.cached(find_groups):
        cells = tuple(bits(group.cells))
        for size in range(2, min(len(cells), _MAX_GROUP) + 1):
            groups |= {tuple((cell, group.digit) for cell in some): None for some in combinations(cells, size)}
    return _Search(board, groups)
