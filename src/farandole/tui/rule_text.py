"""The rules of a cell in words, for a board of characters draws no thermometers: a line each, with their cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from farandole import rules
from farandole.grid import DIGITS, Cell
from farandole.i18n import tr, tr_counted
from farandole.rules import Rule
from farandole.tui.game import Game

_MOST_RULES = 6  # of one cell
_MOST_CELLS = 12  # of one rule

# The name of each kind, and what it says beside its cells.
SENTENCES: dict[type[Rule], Callable[[Any, str], str]] = {
    rules.Cage: lambda rule, cells: (
        tr("Cage {cells}: no digit twice", cells=cells)
        if rule.total is None
        else tr("Cage {cells}: no digit twice, {total} in all", cells=cells, total=rule.total)
    ),
    rules.Sum: lambda rule, cells: tr("Sum {cells}: {total} in all", cells=cells, total=rule.total),
    rules.LittleKiller: lambda rule, cells: tr("Diagonal {cells}: {total} in all", cells=cells, total=rule.total),
    rules.FrameSum: lambda rule, cells: tr(
        "Frame {cells}: the first {n} are {total} in all", cells=cells, n=rule.n, total=rule.total
    ),
    rules.Arrow: lambda _, cells: tr("Arrow {cells}: the first is the sum of the others", cells=cells),
    rules.DoubleArrow: lambda _, cells: tr(
        "Double arrow {cells}: the ends add up to the sum of those between", cells=cells
    ),
    rules.PillArrow: lambda rule, cells: tr(
        "Pill arrow {cells}: the first {n}, read as one number, are the sum of the others", cells=cells, n=rule.n_pill
    ),
    rules.RegionSum: lambda _, cells: tr("Region sum line {cells}: the same sum in each region", cells=cells),
    rules.Zipper: lambda _, cells: tr(
        "Zipper {cells}: two equally far from the middle add up to the middle", cells=cells
    ),
    rules.Thermo: lambda _, cells: tr("Thermometer {cells}: digits rise", cells=cells),
    rules.SlowThermo: lambda _, cells: tr("Slow thermometer {cells}: digits rise or stay the same", cells=cells),
    rules.Whispers: lambda rule, cells: tr(
        "Whispers {cells}: neighbors differ by {n} or more", cells=cells, n=rule.difference
    ),
    rules.Palindrome: lambda _, cells: tr("Palindrome {cells}: the same from both ends", cells=cells),
    rules.Renban: lambda _, cells: tr("Renban {cells}: consecutive digits, in any order", cells=cells),
    rules.Nabner: lambda _, cells: tr("Nabner {cells}: no two equal or consecutive", cells=cells),
    rules.Between: lambda _, cells: tr("Between {cells}: between the digits at the ends", cells=cells),
    rules.Lockout: lambda rule, cells: tr(
        "Lockout {cells}: the ends differ by {n} or more, and no other is between them",
        cells=cells,
        n=rule.difference,
    ),
    rules.Entropic: lambda _, cells: tr("Entropic {cells}: any three neighbors are low, middle and high", cells=cells),
    rules.Modular: lambda _, cells: tr("Modular {cells}: any three neighbors differ modulo 3", cells=cells),
    rules.Sandwich: lambda rule, cells: tr(
        "Sandwich {cells}: {total} in all between the least digit and the greatest", cells=cells, total=rule.total
    ),
    rules.XSum: lambda rule, cells: tr(
        "X-sum {cells}: the first X are {total} in all, and the very first is X", cells=cells, total=rule.total
    ),
    rules.Skyscraper: lambda rule, cells: tr(
        "Skyscrapers {cells}: {n} are higher than all before them", cells=cells, n=rule.count
    ),
    rules.NumberedRoom: lambda rule, cells: tr(
        "Numbered room {cells}: {digit} is in the place that the first digit says", cells=cells, digit=rule.digit
    ),
    rules.Indexer: lambda rule, cells: tr(
        "Indexer {cells}: the digit in place {n} says where {n} is", cells=cells, n=rule.place
    ),
    rules.Consecutive: lambda _, cells: tr("White dot {cells}: consecutive", cells=cells),
    rules.NotConsecutive: lambda _, cells: tr("No white dot {cells}: not consecutive", cells=cells),
    rules.Ratio: lambda rule, cells: tr("Black dot {cells}: one is {n} times the other", cells=cells, n=rule.ratio),
    rules.NotRatio: lambda rule, cells: tr(
        "No black dot {cells}: neither is {n} times the other", cells=cells, n=rule.ratio
    ),
    rules.PairSum: lambda rule, cells: tr("Pair {cells}: {total} in all", cells=cells, total=rule.total),
    rules.NotPairSum: lambda rule, cells: tr("Pair {cells}: not {total} in all", cells=cells, total=rule.total),
    rules.Greater: lambda _, cells: tr("Sign {cells}: the first is greater", cells=cells),
    rules.Quadruple: lambda rule, cells: tr(
        "Quadruple {cells}: {digits} are among them", cells=cells, digits=_listed(rule.digits)
    ),
    rules.Allowed: lambda rule, cells: tr("Only {digits}: {cells}", cells=cells, digits=_listed(rule.digits)),
    rules.Clone: lambda _, cells: tr("Clone {cells}: the second half repeats the first", cells=cells),
    rules.AllDifferent: lambda _, cells: tr("All different {cells}: no digit twice", cells=cells),
    rules.Table: lambda _, cells: tr("Combinations {cells}: one of those that the setter lists", cells=cells),
    rules.Automaton: lambda _, cells: tr("Pattern {cells}: the digits follow it in order", cells=cells),
}


def describe_rules(game: Game, cell: Cell) -> list[str]:
    """Say the rules of a cell beyond its rows, columns and regions, a line each; what is forbidden comes last.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> grid = Grid.classic().with_houses("diagonals")
    >>> game = Game(Puzzle.of(grid, "." * 81, rules=[rules.Cage((0, 1), 9), rules.Thermo((0, 9, 18))]))
    >>> print(*describe_rules(game, 0), sep="\\n")
    falling diagonal: no digit twice
    Cage r1c1 r1c2: no digit twice, 9 in all
    Thermometer r1c1 r2c1 r3c1: digits rise
    """
    puzzle = game.puzzle
    regions = set(puzzle.grid.regions)
    extra = [
        tr("{house}: no digit twice", house=house.name)
        for house in puzzle.grid.houses
        if cell in house.cells and house not in regions and not _is_line(game, house.cells)
    ]
    said = [describe_rule(rule, game) for rule in sorted(puzzle.rules, key=_is_negative) if cell in rule.scope]
    more = len(said) - _MOST_RULES
    if more > 0:
        said = [*said[:_MOST_RULES], tr_counted("and {n} more rule", "and {n} more rules", more, n=more)]
    return extra + said


def describe_rule(rule: Rule, game: Game) -> str:
    """Say a rule; of one that we don't know, its name and its cells."""
    names = [game.puzzle.grid.cell_name(cell) for cell in rule.scope]
    cells = " ".join(names[:_MOST_CELLS]) + " ..." * (len(names) > _MOST_CELLS)
    told = SENTENCES.get(type(rule))
    return told(rule, cells) if told else f"{type(rule).__name__} {cells}"


def _is_line(game: Game, cells: Sequence[Cell]) -> bool:
    """Return whether cells lie in one row or in one column."""
    rows, columns = zip(*(game.puzzle.grid.positions[cell] for cell in cells), strict=True)
    return len(set(rows)) == 1 or len(set(columns)) == 1


def _is_negative(rule: Rule) -> bool:
    """Return whether a rule only forbids what few cells do, so that a grid is full of its kind."""
    is_pair = isinstance(rule, rules.AllDifferent) and len(rule.cells) == 2
    return is_pair or isinstance(rule, rules.NotConsecutive | rules.NotRatio | rules.NotPairSum)


def _listed(digits: Sequence[int]) -> str:
    return " ".join(DIGITS[digit - 1] for digit in digits if 1 <= digit <= len(DIGITS))
