"""The rules of a cell as text, a line each with its cells, because a terminal can't draw thermometers."""

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

# The name of each rule, its cells, and what they must satisfy.
SENTENCES: dict[type[Rule], Callable[[Any, str], str]] = {
    rules.Cage: lambda rule, cells: (
        tr("Cage {cells}: no repeats", cells=cells)
        if rule.total is None
        else tr("Cage {cells}: no repeats, sum {total}", cells=cells, total=rule.total)
    ),
    rules.Sum: lambda rule, cells: tr("Sum {cells}: {total}", cells=cells, total=rule.total),
    rules.LittleKiller: lambda rule, cells: tr("Diagonal {cells}: sum {total}", cells=cells, total=rule.total),
    rules.FrameSum: lambda rule, cells: tr(
        "Frame {cells}: the first {n} have the sum {total}", cells=cells, n=rule.n, total=rule.total
    ),
    rules.Arrow: lambda _, cells: tr("Arrow {cells}: the first is the sum of the others", cells=cells),
    rules.DoubleArrow: lambda _, cells: tr(
        "Double arrow {cells}: the sum of the ends is the sum of the cells between them", cells=cells
    ),
    rules.PillArrow: lambda rule, cells: tr(
        "Pill arrow {cells}: the first {n}, read as one number, are the sum of the others", cells=cells, n=rule.n_pill
    ),
    rules.RegionSum: lambda _, cells: tr("Region sum line {cells}: the same sum in each region", cells=cells),
    rules.Zipper: lambda _, cells: tr(
        "Zipper {cells}: two cells equally far from the middle have the sum of the middle", cells=cells
    ),
    rules.Thermo: lambda _, cells: tr("Thermometer {cells}: digits increase", cells=cells),
    rules.SlowThermo: lambda _, cells: tr("Slow thermometer {cells}: digits increase or stay the same", cells=cells),
    rules.Whispers: lambda rule, cells: tr(
        "Whispers {cells}: neighbors differ by {n} or more", cells=cells, n=rule.difference
    ),
    rules.Palindrome: lambda _, cells: tr("Palindrome {cells}: the same from both ends", cells=cells),
    rules.Renban: lambda _, cells: tr("Renban {cells}: consecutive digits, in any order", cells=cells),
    rules.Nabner: lambda _, cells: tr("Nabner {cells}: no two digits are equal or consecutive", cells=cells),
    rules.Between: lambda _, cells: tr("Between {cells}: digits between those at the ends", cells=cells),
    rules.Lockout: lambda rule, cells: tr(
        "Lockout {cells}: the ends differ by {n} or more, and no digit lies between them",
        cells=cells,
        n=rule.difference,
    ),
    rules.Entropic: lambda _, cells: tr("Entropic {cells}: any three neighbors are low, middle and high", cells=cells),
    rules.Modular: lambda _, cells: tr("Modular {cells}: any three neighbors differ modulo 3", cells=cells),
    rules.Sandwich: lambda rule, cells: tr(
        "Sandwich {cells}: the sum between the least and the greatest digit is {total}", cells=cells, total=rule.total
    ),
    rules.XSum: lambda rule, cells: tr(
        "X-sum {cells}: the first X digits have the sum {total}; the very first is X", cells=cells, total=rule.total
    ),
    rules.Skyscraper: lambda rule, cells: tr(
        "Skyscrapers {cells}: {n} are higher than all before them", cells=cells, n=rule.count
    ),
    rules.NumberedRoom: lambda rule, cells: tr(
        "Numbered room {cells}: {digit} is at the position given by the first digit", cells=cells, digit=rule.digit
    ),
    rules.Indexer: lambda rule, cells: tr(
        "Indexer {cells}: the digit at position {n} is the position of {n}", cells=cells, n=rule.place
    ),
    rules.Consecutive: lambda _, cells: tr("White dot {cells}: consecutive", cells=cells),
    rules.NotConsecutive: lambda _, cells: tr("No white dot {cells}: not consecutive", cells=cells),
    rules.Ratio: lambda rule, cells: tr("Black dot {cells}: one is {n} times the other", cells=cells, n=rule.ratio),
    rules.NotRatio: lambda rule, cells: tr(
        "No black dot {cells}: neither is {n} times the other", cells=cells, n=rule.ratio
    ),
    rules.PairSum: lambda rule, cells: tr("Pair {cells}: sum {total}", cells=cells, total=rule.total),
    rules.NotPairSum: lambda rule, cells: tr("Pair {cells}: sum not {total}", cells=cells, total=rule.total),
    rules.Greater: lambda _, cells: tr("Sign {cells}: the first is greater", cells=cells),
    rules.Quadruple: lambda rule, cells: tr(
        "Quadruple {cells}: they include {digits}", cells=cells, digits=_listed(rule.digits)
    ),
    rules.Allowed: lambda rule, cells: tr("Only {digits}: {cells}", cells=cells, digits=_listed(rule.digits)),
    rules.Clone: lambda _, cells: tr("Clone {cells}: the second half repeats the first", cells=cells),
    rules.AllDifferent: lambda _, cells: tr("All different {cells}: no repeats", cells=cells),
    rules.Table: lambda _, cells: tr("Combinations {cells}: one of the setter's list", cells=cells),
    rules.Automaton: lambda _, cells: tr("Pattern {cells}: the digits match it in order", cells=cells),
}


def describe_rules(game: Game, cell: Cell) -> list[str]:
    """Describe the rules of a cell, without rows, columns and regions; rules that only forbid something come last.

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
    puzzle = game.puzzle
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
    """Describe a rule; of an unknown rule, return the name and the cells."""
    names = [game.puzzle.grid.cell_name(cell) for cell in rule.scope]
    cells = " ".join(names[:_MOST_CELLS]) + " ..." * (len(names) > _MOST_CELLS)
    describe = SENTENCES.get(type(rule))
    return describe(rule, cells) if describe else f"{type(rule).__name__} {cells}"


def _is_line(game: Game, cells: Sequence[Cell]) -> bool:
    """Return whether cells lie in one row or in one column."""
    rows, columns = zip(*(game.puzzle.grid.positions[cell] for cell in cells), strict=True)
    return len(set(rows)) == 1 or len(set(columns)) == 1


def _is_negative(rule: Rule) -> bool:
    """Return whether a rule only forbids something in few cells, so that a puzzle may have hundreds of its kind."""
    is_pair = isinstance(rule, rules.AllDifferent) and len(rule.cells) == 2
    return is_pair or isinstance(rule, rules.NotConsecutive | rules.NotRatio | rules.NotPairSum)


def _listed(digits: Sequence[int]) -> str:
    return " ".join(DIGITS[digit - 1] for digit in digits if 1 <= digit <= len(DIGITS))
