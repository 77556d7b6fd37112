"""Rules of the whole grid, which are not drawn: only the rules in words name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.drawings.groups import WEIGHTS, Choice, Group
from farandole.formats.drawings.words import RulesText
from farandole.grid import Grid
from farandole.i18n import tr
from farandole.rules import Rule

_EVERYWHERE: dict[str, Callable[[Grid], tuple[Any, ...]]] = {
    "anti_knight": rules.anti_knight,
    "anti_king": rules.anti_king,
    "nonconsecutive": rules.nonconsecutive,
}
_HOUSES = {"disjoint_groups": ("disjoint_groups",), "diagonals": ("rising_diagonal", "falling_diagonal")}
_NEGATIVE: dict[str, Callable[[Grid, Sequence[Any]], tuple[Any, ...]]] = {
    "negative_kropki": rules.negative_kropki,
    "negative_xv": rules.negative_xv,
}
_MARKS = {"negative_kropki": ("white_dot", "black_dot"), "negative_xv": ("xv",)}


def list_whole_grid(grid: Grid, said: RulesText, drawn: Sequence[Group], known: Sequence[Any]) -> list[Group]:
    """List a group for each rule of the whole grid that the words name, and that isn't known already.

    Parameters
    ----------
    grid : Grid
    said : RulesText
    drawn : sequence of Group
        The groups of the drawing. A rule about unmarked pairs needs marks.
    known : sequence of Rule
        The rules that are certain.

    Examples
    --------
    >>> [group.name for group in list_whole_grid(Grid.classic(), RulesText("Anti-knight."), [], [])]
    ['the words']
    """
    marks = {choice.kind for group in drawn for choice in group.choices}
    groups = []
    for kind in (*_EVERYWHERE, *_HOUSES, *_NEGATIVE):
        if not said.names_whole_grid(kind) or kind in marks:
            continue
        if kind in _MARKS and not marks & {*_MARKS[kind]}:
            continue
        if (choice := _choice(grid, kind, known)) is not None:
            nothing = Choice("", label=tr("not: {rule}", rule=choice.label))
            groups.append(Group(tr("the words"), (choice, nothing)))
    return groups


def _choice(grid: Grid, kind: str, known: Sequence[Any]) -> Choice | None:
    labels = {
        "anti_knight": tr("cells a knight's move apart differ"),
        "anti_king": tr("cells a king's move apart differ"),
        "nonconsecutive": tr("cells side by side are never consecutive"),
        "disjoint_groups": tr("cells at the same place of their boxes differ"),
        "diagonals": tr("no digit repeats on a diagonal"),
        "negative_kropki": tr("all dots are given"),
        "negative_xv": tr("all X and V are given"),
    }
    made: tuple[Rule, ...] = ()
    houses: tuple[str, ...] = ()
    if kind in _EVERYWHERE:
        made = _EVERYWHERE[kind](grid)
        if not made or made[0] in known:
            return None
    elif kind in _HOUSES:
        houses = _HOUSES[kind]
        try:
            grid.with_houses(*houses)
        except PuzzleError:
            return None  # the grid has no such houses
    is_negative = kind in _NEGATIVE
    return Choice(kind, made, WEIGHTS[1], True, houses, is_negative, labels[kind])


def negative_rules(grid: Grid, kind: str, marked: Sequence[Rule]) -> tuple[Rule, ...]:
    """Make the rules about unmarked pairs."""
    return _NEGATIVE[kind](grid, marked)
