"""The rules of a cell, a line each, because a board of characters draws no thermometers."""

from __future__ import annotations

from collections.abc import Sequence

from farandole import rules
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.rules import Rule
from farandole.tui.game import Game

_MOST_RULES = 6  # of one cell
_MOST_CELLS = 12  # of one rule


def describe_rules(game: Game, cell: Cell) -> list[str]:
    """List the rules of a cell beyond its rows, columns and regions, a line each; negative rules come last.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> grid = Grid.classic().with_houses("diagonals")
    >>> game = Game(Puzzle.of(grid, "." * 81, rules=[rules.Cage((0, 1), 9), rules.Thermo((0, 9, 18))]))
    >>> print(*describe_rules(game, 0), sep="\\n")
    falling diagonal: no repeats
    Cage r1c1 r1c2: no repeats, sum 9
    Thermometer r1c1 r2c1 r3c1: digits increase
    """
    puzzle = game.seen
    regions = set(puzzle.grid.regions)
    extra = [
        tr("{house}: no repeats", house=house.name)
        for house in puzzle.grid.houses
        if cell in house.cells and house not in regions and not _is_line(game, house.cells)
    ]
    sentences = [describe_rule(rule, game) for rule in sorted(puzzle.rules, key=_is_negative) if cell in rule.scope]
    more = len(sentences) - _MOST_RULES
    if more > 0:
        sentences = [*sentences[:_MOST_RULES], tr_counted("and {n} more rule", "and {n} more rules", more, n=more)]
    return extra + sentences


def describe_rule(rule: Rule, game: Game) -> str:
    """Describe one rule with its cells."""
    names = [game.puzzle.grid.cell_name(cell) for cell in rule.scope]
    cells = " ".join(names[:_MOST_CELLS]) + " ..." * (len(names) > _MOST_CELLS)
    return rule.describe_at(cells)


def _is_line(game: Game, cells: Sequence[Cell]) -> bool:
    """Return whether cells lie in one row or in one column."""
    rows, columns = zip(*(game.puzzle.grid.positions[cell] for cell in cells), strict=True)
    return len(set(rows)) == 1 or len(set(columns)) == 1


def _is_negative(rule: Rule) -> bool:
    """Return whether a rule only forbids something in a few cells, so that a puzzle may have hundreds of its kind."""
    is_pair = isinstance(rule, rules.AllDifferent) and len(rule.cells) == 2
    return is_pair or isinstance(rule, rules.NotConsecutive | rules.NotRatio | rules.NotPairSum)
