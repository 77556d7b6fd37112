"""A house and the rules that cross its border, seen together.

`House and Rules` takes the rules inside a house. Here cages, diagonals and lines that lie partly outside count too. The
proof names only the rules without which fewer candidates could be removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farandole.bitsets import set_of
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Geometry, HouseNumber, cache_for_geometries
from farandole.logic.inference.deductions import says_more
from farandole.logic.inference.fillings import RuleGroup, group_of
from farandole.logic.inference.rule_groups import eliminations_of
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.techniques.rule_combinations import describe_left
from farandole.logic.wording.words import describe_houses, describe_rule
from farandole.rules import Rule

_MAX_CELLS = 30  # open cells of a house and its rules
_MAX_NAMED = 5  # rules that a proof names one by one
_MAX_ASKED = 120_000  # candidates of all houses together, times the cells of their house and its rules

_Rules: TypeAlias = tuple[Rule, ...]


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    where = describe_houses(geometry, reason.houses)
    if len(reason.rules) <= _MAX_NAMED:
        said = tr("; ").join(describe_rule(rule, geometry) for rule in reason.rules)
        yield tr("In {houses}: {rules}", houses=where, rules=said)
    else:
        yield tr("Look at {houses} and the rules with cells there", houses=where)
    yield from describe_left(step, group_of(geometry, reason.rules, reason.houses), geometry)


@technique(
    "House and Crossing Rules",
    Level.UNFAIR,
    aliases=("House and Crossing Cages",),
    source="Sudopedia, Killer Sudoku, on cage splitting",
    describe=_describe,
    names_rules=True,
)
def house_and_crossing_rules(board: Board) -> Iterator[Step]:
    """A house holds each digit once, and rules that cross its border limit its cells.

    So a candidate in no filling of both can be removed.
    """
    asked = 0
    for house, members in _crossing_rules(board.geometry, board.rules):
        cells = board.geometry.houses[house]
        if not cells & board.open:
            continue
        used = _choose(board, cells, members)
        group = group_of(board.geometry, used, (house,))
        asked += len(group.cells) * sum(board.masks[cell].bit_count() for cell in group.cells)
        if asked > _MAX_ASKED:
            break
        if eliminations := eliminations_of(board, group):
            used, group = _drop_rules(board, used, house, set(eliminations))
            reason = Reason(0, set_of(group.cells), (house,), rules=used, board=board.copy())
            yield Step(house_and_crossing_rules, (), eliminations_of(board, group), reason)


@cache_for_geometries(256)
def _crossing_rules(geometry: Geometry, rules: _Rules) -> list[tuple[HouseNumber, tuple[tuple[CellSet, Rule], ...]]]:
    """List the full houses that rules cross, with all their rules, those with the fewest cells outside first."""
    scopes = [(set_of(rule.scope), rule) for rule in rules if says_more(rule)]
    found = []
    for house, cells in enumerate(geometry.houses):
        members = [entry for entry in scopes if entry[0] & cells]
        if geometry.is_full[house] and any(scope & ~cells for scope, _ in members):
            members.sort(key=lambda entry: (entry[0] & ~cells).bit_count())
            found.append((house, tuple(members)))
    return found


def _choose(board: Board, cells: CellSet, members: tuple[tuple[CellSet, Rule], ...]) -> _Rules:
    """Choose the rules with open cells in a house, as many as fit."""
    chosen: list[Rule] = []
    open_cells = cells & board.open
    for scope, rule in members:
        more = open_cells | scope & board.open
        if scope & cells & board.open and more.bit_count() <= _MAX_CELLS:
            open_cells = more
            chosen.append(rule)
    return tuple(chosen)


def _drop_rules(
    board: Board, used: _Rules, house: HouseNumber, eliminations: set[tuple[int, int]]
) -> tuple[_Rules, RuleGroup]:
    """Drop the rules without which the same candidates, or at least one of them, can still be removed."""
    for rule in reversed(used):
        fewer = tuple(each for each in used if each is not rule)
        if fewer and eliminations.intersection(eliminations_of(board, RuleGroup(board.geometry, fewer, (house,)))):
            used = fewer
    return used, group_of(board.geometry, used, (house,))


__all__ = ["house_and_crossing_rules"]
