"""Which rules and houses are looked at together: those that share cells, or whose cells see each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple, TypeAlias

from farandole import rules
from farandole.bitsets import bits, digits_of, set_of, union
from farandole.logic.board import Board, Candidate, CellSet, Geometry, HouseNumber, cache_for_geometries
from farandole.logic.inference.fillings import RuleGroup, group_of
from farandole.rules import Rule

_MAX_CELLS_OF_PAIR = 14
_MAX_PAIRS = 400  # of rules, the pairs with the fewest cells
_MAX_CELLS_OF_TRIPLE = 16
_MAX_TRIPLES = 300
_MAX_RULES_OF_TRIPLES = 60  # those of the rarest kinds
_MAX_CELLS_WITH_HOUSE = 26

_Rules: TypeAlias = tuple[Rule, ...]


class Together(NamedTuple):
    """Rules and houses that are looked at together.

    Parameters
    ----------
    rules : tuple of Rule, Equation or Remainder
    houses : tuple of HouseNumber
        The houses that take part with all of their cells.
    """

    rules: tuple[Rule, ...]
    houses: tuple[HouseNumber, ...] = ()

    def group(self, geometry: Geometry) -> RuleGroup:
        """Return the group, which lists candidates and fillings."""
        return group_of(geometry, self.rules, self.houses)


def is_house(rule: Rule) -> bool:
    """Return whether a rule says no more than that digits differ, or which candidates cells have."""
    return isinstance(rule, rules.AllDifferent | rules.Allowed) or (isinstance(rule, rules.Cage) and rule.total is None)


@cache_for_geometries(256)
def rules_inside_houses(geometry: Geometry, all_rules: _Rules) -> list[Together]:
    """List the full houses that have rules inside, with these."""
    scopes = _scopes(all_rules)
    groups = []
    for house, cells in enumerate(geometry.houses):
        inside = tuple([rule for rule, scope in scopes if not scope & ~cells])
        if geometry.is_full[house] and inside:
            groups.append(Together(inside, (house,)))
    return groups


@cache_for_geometries(256)
def rules_across_houses(geometry: Geometry, all_rules: _Rules, least: int) -> list[Together]:
    """List the full houses with the rules that have at least so many cells inside, if one of them leads outside."""
    scopes = _scopes(all_rules)
    groups = []
    for house, cells in enumerate(geometry.houses):
        crossing = [(rule, scope) for rule, scope in scopes if (scope & cells).bit_count() >= least]
        if not geometry.is_full[house] or all(not scope & ~cells for _, scope in crossing):
            continue
        if union([cells, *(scope for _, scope in crossing)]).bit_count() <= _MAX_CELLS_WITH_HOUSE:
            groups.append(Together(tuple([rule for rule, _ in crossing]), (house,)))
        else:  # too many for all at once
            groups += [
                Together((rule,), (house,))
                for rule, scope in crossing
                if (cells & scope).bit_count() > 1 and (cells | scope).bit_count() <= _MAX_CELLS_WITH_HOUSE
            ]
    return sorted(groups, key=lambda group: _n_cells(geometry, group))


def rules_of_house(geometry: Geometry, all_rules: _Rules, house: HouseNumber) -> Together | None:
    """Return a full house with the rules that have two cells or more there, those that fit; None if there are none."""
    if not geometry.is_full[house]:
        return None
    cells = together = geometry.houses[house]
    chosen: list[Rule] = []
    scopes = [(rule, scope) for rule, scope in _scopes(all_rules) if (scope & cells).bit_count() > 1]
    for rule, scope in sorted(scopes, key=lambda entry: (entry[1] & ~cells).bit_count()):
        if (together | scope).bit_count() <= _MAX_CELLS_WITH_HOUSE:
            together |= scope
            chosen.append(rule)
    return Together(tuple(chosen), (house,)) if chosen else None


@cache_for_geometries(256)
def pairs_of_rules(geometry: Geometry, all_rules: _Rules) -> list[Together]:
    """List the pairs of rules that meet: they share a cell, or at least two cells of one see the other."""
    pairs: list[tuple[int, Together]] = []
    for (first, cells), (second, others) in combinations(_scopes(all_rules), 2):
        n_cells = (cells | others).bit_count()
        if n_cells <= _MAX_CELLS_OF_PAIR and _meet(geometry, cells, others):
            pairs.append((n_cells, Together((first, second))))
    return [pair for _, pair in sorted(pairs, key=lambda entry: entry[0])][:_MAX_PAIRS]


@cache_for_geometries(256)
def triples_of_rules(geometry: Geometry, all_rules: _Rules) -> list[Together]:
    """List the triples of rules of which one meets both others."""
    scopes = _scopes(all_rules)
    if len(scopes) > _MAX_RULES_OF_TRIPLES:
        counts = Counter(type(rule) for rule, _ in scopes)
        scopes = sorted(scopes, key=lambda entry: counts[type(entry[0])])[:_MAX_RULES_OF_TRIPLES]
    meeting: list[set[int]] = [set() for _ in scopes]
    for (first, (_, cells)), (second, (_, others)) in combinations(enumerate(scopes), 2):
        if _meet(geometry, cells, others):
            meeting[first].add(second)
            meeting[second].add(first)
    numbers = {
        tuple(sorted((middle, first, second)))
        for middle, others in enumerate(meeting)
        for first, second in combinations(sorted(others), 2)
    }
    triples: list[tuple[int, tuple[int, ...]]] = []
    for triple in numbers:
        n_cells = union(scopes[number][1] for number in triple).bit_count()
        if n_cells <= _MAX_CELLS_OF_TRIPLE:
            triples.append((n_cells, triple))
    return [Together(tuple([scopes[number][0] for number in triple])) for _, triple in sorted(triples)[:_MAX_TRIPLES]]


def shrink(
    board: Board, together: Together, eliminated: tuple[Candidate, ...]
) -> tuple[Together, tuple[Candidate, ...]]:
    """Leave out rules without which the rest still eliminates a candidate, long ones first.

    Returns
    -------
    together, eliminated
        What is left, and the candidates that it eliminates.
    """
    for rule in sorted(together.rules, key=lambda rule: -len(rule.scope)):
        fewer = together._replace(rules=tuple([other for other in together.rules if other is not rule]))
        if fewer.rules and (left := eliminations_of(board, fewer.group(board.geometry))):
            together, eliminated = fewer, left
    return together, eliminated


def eliminations_of(board: Board, group: RuleGroup) -> tuple[Candidate, ...]:
    """List the candidates of open cells that take part in no filling of a group."""
    masks = group.masks(board)
    return tuple(
        (cell, digit)
        for cell, mask, supported in zip(group.cells, masks, group.supports(masks), strict=True)
        if mask != supported and not board.values[cell]
        for digit in digits_of(mask & ~supported)
    )


def _scopes(all_rules: Iterable[Rule]) -> list[tuple[Rule, CellSet]]:
    return [(rule, set_of(rule.scope)) for rule in all_rules if not is_house(rule)]


def _meet(geometry: Geometry, cells: CellSet, others: CellSet) -> bool:
    return bool(cells & others) or sum(bool(geometry.peers[cell] & others) for cell in bits(cells)) > 1


def _n_cells(geometry: Geometry, together: Together) -> int:
    return len({cell for rule in together.rules for cell in rule.scope}) + sum(
        len(geometry.cells[house]) for house in together.houses
    )
