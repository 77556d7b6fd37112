"""What rules beyond cages say: one rule alone, all rules of a house, and two rules together.

No technique here knows a kind of rule. Each asks which candidates take part in a filling of some cells (`RuleGroup`), so
that a new rule, or a rule of a user's own, is explained from the first day. Rules describe themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from farandole import rules
from farandole.bitsets import bit_of, bits, digits_of, has_digit, is_single, set_of
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, DigitSet, Geometry, HouseNumber
from farandole.logic.inference.fillings import RuleGroup, group_of
from farandole.logic.step import Because, Level, Part, Step, Technique, technique
from farandole.logic.wording.words import by_digit, cells_named, houses_said, listed
from farandole.rules import Rule

_SOURCE = "own; compare I. Miguel and P. Shaw, Solution Techniques for Constraint Satisfaction, 2001 (generalized arc consistency)"
_MOST_CELLS = 14  # of two rules together
_MOST_FILLINGS = 6  # that are listed in a proof
_MOST_NAMED = 3  # rules that a proof names one by one

NEEDED = Part("needed")  # a place in a rule for the digit that it must hold

_Rules: TypeAlias = tuple[Rule, ...]
_Houses: TypeAlias = tuple[HouseNumber, ...]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def tell_rules(some: _Rules, houses: _Houses, geometry: Geometry) -> str:
    """Name the rules of a step: one by one if they are few."""
    if len(some) > _MOST_NAMED:
        return tr("Look at {houses} and the rules inside", houses=houses_said(geometry, houses))
    said = tr("; ").join(describe_rule(rule, geometry) for rule in some)
    return tr("In {houses}: {rules}", houses=houses_said(geometry, houses), rules=said) if houses else said


def describe_rule(rule: Rule, geometry: Geometry) -> str:
    """Describe a rule with its cells."""
    names = [geometry.grid.cell_name(cell) for cell in dict.fromkeys(rule.scope)]
    return f"{type(rule).__name__} {' '.join(names)}"


def _tell_fillings(step: Step, geometry: Geometry) -> Iterator[str]:
    """Say the rules, then their fillings if they are few, else what is left to the cells that lose candidates."""
    because = step.because
    yield tell_rules(because.rules, because.houses, geometry)
    if because.board is None:
        return
    group = group_of(geometry, because.rules, because.houses)
    masks = group.masks(because.board)
    undecided = [n for n, mask in enumerate(masks) if not is_single(mask)]
    names = [geometry.grid.cell_name(group.cells[n]) for n in undecided]
    fillings = group.fillings(masks, _MOST_FILLINGS) if 1 < len(undecided) <= geometry.n_digits else None
    if fillings:
        ways = dict.fromkeys("-".join(str(filling[n]) for n in undecided) for filling in fillings)
        yield tr("With their candidates, {cells} can only be {fillings}", cells=listed(names), fillings=listed(ways, "or"))
        return
    supports = dict(zip(group.cells, group.supports(masks), strict=True))
    losing = sorted({cell for cell, _ in step.removes})
    claims = [tell_range(geometry.grid.cell_name(cell), supports[cell], because.board.masks[cell]) for cell in losing]
    yield tr("With the candidates of its cells, {claims}", claims=listed(claims))


def tell_range(name: str, left: DigitSet, before: DigitSet) -> str:
    """Say what a cell can still be."""
    digits = digits_of(left)
    if len(digits) > 2 and digits == tuple(digit for digit in digits_of(before) if digit >= digits[0]):
        return tr("{cell} is at least {digit}", cell=name, digit=digits[0])
    if len(digits) > 2 and digits == tuple(digit for digit in digits_of(before) if digit <= digits[-1]):
        return tr("{cell} is at most {digit}", cell=name, digit=digits[-1])
    return tr("{cell} can only be {digits}", cell=name, digits=listed(map(str, digits), "or"))


def _tell_needed(step: Step, geometry: Geometry) -> Iterator[str]:
    because = step.because
    [(digit, places)] = by_digit(because.parts[NEEDED]).items()
    yield tell_rules(because.rules, because.houses, geometry)
    yield tr("Every way to fill its cells has a {digit}", digit=digit)
    names = listed(cells_named(geometry, places), "or")
    yield tr("So {digit} is in {cells}, and in no cell that sees all of these", digit=digit, cells=names)


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


@technique("Rule Combinations", Level.MEDIUM, aliases=("One Rule",), source=_SOURCE, tell=_tell_fillings)
def rule_combinations(board: Board) -> Iterator[Step]:
    """Only some digits can stand together under one rule. So a candidate that takes part in none of its fillings goes."""
    for some, group in single_rules(board):
        yield from _eliminate(rule_combinations, board, group, some, ())


@technique("Rule Must Hold", Level.MEDIUM, aliases=("Locked in a Rule",), source=_SOURCE, tell=_tell_needed)
def rule_must_hold(board: Board) -> Iterator[Step]:
    """Every filling of a rule has a certain digit. So no cell that sees all places of the digit there holds it."""
    for some, group in single_rules(board):
        if len(group.cells) < 3:
            continue
        cells, masks = set_of(group.cells), group.masks(board)
        for digit in group.must_hold(masks):
            places = set_of(cell for cell, mask in zip(group.cells, masks, strict=True) if has_digit(mask, digit))
            if places & ~board.open:
                continue
            seen = board.geometry.seen_by_all(bits(places)) & ~cells
            if removes := board.removed_by(seen, (digit,)):
                needed = {NEEDED: tuple((cell, digit) for cell in bits(places))}
                because = Because(bit_of(digit), cells, parts=needed, rules=some, board=board.copy())
                yield Step(rule_must_hold, (), removes, because)


@technique("House and Rules", Level.HARD, source=_SOURCE, tell=_tell_fillings)
def house_and_rules(board: Board) -> Iterator[Step]:
    """A house holds each digit once, and rules say more about its cells. So a candidate that fits in no filling goes."""
    for house, some in _rules_of_houses(board.geometry, board.rules):
        if board.geometry.houses[house] & board.open:
            yield from _eliminate(house_and_rules, board, group_of(board.geometry, some, (house,)), some, (house,))


@technique("Two Rules Together", Level.HARD, source=_SOURCE, tell=_tell_fillings)
def two_rules(board: Board) -> Iterator[Step]:
    """Two rules share cells, or cells of one see cells of the other. So a candidate that fits in no filling of both goes."""
    for some in _pairs_of_rules(board.geometry, board.rules):
        group = group_of(board.geometry, some)
        if set_of(group.cells) & board.open:
            yield from _eliminate(two_rules, board, group, some, ())


def eliminations_of(board: Board, group: RuleGroup) -> tuple[tuple[int, int], ...]:
    """List the candidates of open cells that take part in no filling of a group."""
    masks = group.masks(board)
    return tuple(
        (cell, digit)
        for cell, mask, supported in zip(group.cells, masks, group.supports(masks), strict=True)
        if mask != supported and not board.values[cell]
        for digit in digits_of(mask & ~supported)
    )


def _eliminate(
    technique: Technique, board: Board, group: RuleGroup, some: _Rules, houses: _Houses
) -> Iterator[Step]:
    if removes := eliminations_of(board, group):
        because = Because(0, set_of(group.cells), houses, rules=some, board=board.copy())
        yield Step(technique, (), removes, because)


# ── Which rules ─────────────────────────────────────────────────────────────────────────────────────────────────────


def single_rules(board: Board) -> Iterator[tuple[_Rules, RuleGroup]]:
    """Yield the rules with open cells, each as a group, short ones first."""
    for cells, some in _in_order(board.geometry, board.rules):
        if cells & board.open:
            yield some, group_of(board.geometry, some)


@lru_cache(maxsize=256)
def _in_order(geometry: Geometry, some: _Rules) -> list[tuple[CellSet, _Rules]]:  # noqa: ARG001
    """List the rules that are more than houses, candidates and cages, short ones first."""
    known = rules.AllDifferent | rules.Allowed | rules.Cage
    return [
        (set_of(rule.scope), (rule,))
        for rule in sorted(some, key=lambda rule: len(set(rule.scope)))
        if not isinstance(rule, known)
    ]


@lru_cache(maxsize=256)
def _rules_of_houses(geometry: Geometry, some: _Rules) -> list[tuple[HouseNumber, _Rules]]:
    """List the full houses that have rules inside, with these."""
    found = []
    for house, cells in enumerate(geometry.houses):
        inside = tuple(rule for rule in some if not set_of(rule.scope) & ~cells and not _is_house(rule))
        if geometry.is_full[house] and inside:
            found.append((house, inside))
    return found


@lru_cache(maxsize=256)
def _pairs_of_rules(geometry: Geometry, some: _Rules) -> list[_Rules]:
    """List the pairs of rules that meet: they share a cell, or at least two cells of one see the other."""
    found = []
    for one, other in combinations([rule for rule in some if not _is_house(rule)], 2):
        first, second = set_of(one.scope), set_of(other.scope)
        n_seeing = sum(bool(geometry.peers[cell] & second) for cell in bits(first))
        if (first | second).bit_count() <= _MOST_CELLS and (first & second or n_seeing > 1):
            found.append(((first | second).bit_count(), (one, other)))
    return [pair for _, pair in sorted(found, key=lambda entry: entry[0])]


def _is_house(rule: Rule) -> bool:
    """Return whether a rule says no more than that digits differ, or which candidates cells have."""
    return isinstance(rule, rules.AllDifferent | rules.Allowed) or (isinstance(rule, rules.Cage) and rule.total is None)
