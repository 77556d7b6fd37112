"""The combinations that a step leaves, as a small table: a column for each undecided cell, a row for each filling.

Where many fillings have few sets of digits, the rows are the sets. Where a line has two directions, such as low, high,
low and high, low, high, each direction is a row with the digits that it leaves to the cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, zip_longest
from typing import TypeAlias

from farandole import rules
from farandole.bitsets import bit_of, bits, digits_of, is_single, set_of, union
from farandole.grid import Cell, Grid
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, DigitSet
from farandole.logic.inference.fillings import Masks, RuleGroup, group_of
from farandole.logic.step import Step
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.techniques.rule_combinations import NEEDED
from farandole.logic.techniques.rule_contradictions import CONTRADICTIONS
from farandole.logic.techniques.rule_forcing import rule_forcing
from farandole.records import record
from farandole.render.pieces.digits import symbols
from farandole.render.pieces.table import Table
from farandole.render.used_rules import find_used_rules
from farandole.rules import Equation, Rule

MAX_ROWS = 8
_MAX_COUNTED = 24  # rows: of more, a table says little
_MAX_FILLINGS = 600  # that are searched for
_MAX_CHOICES = 3_000  # of that search
_MAX_SETS = 300  # of digits that are tried

_Row: TypeAlias = tuple[DigitSet, ...]


@record
class Combinations:
    """A table of combinations.

    Parameters
    ----------
    cells : tuple of Cell
        The undecided cells. They are the columns, unless the rows are sets.
    rows : tuple of tuple of DigitSet
        The digits of each column; in a filling, one digit. At most `MAX_ROWS`.
    n_more : int
        Rows that are left out.
    gone : tuple of DigitSet
        The candidates of each column that are in no row, and that the step eliminates.
    kind : str
        What a row is: ``fillings``, ``sets``: the digits of all cells, in any order, or ``directions`` of a line.
    needed : DigitSet
        A digit that every row has.
    labels : tuple of str
        What to call the rows, for directions.
    """

    cells: tuple[Cell, ...]
    rows: tuple[_Row, ...]
    n_more: int
    gone: tuple[DigitSet, ...]
    kind: str
    needed: DigitSet = 0
    labels: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What the rows are, and how many there are."""
        n = len(self.rows) + self.n_more
        match self.kind:
            case "sets":
                return tr_counted("{n} combination is left:", "{n} combinations are left:", n, n=n)
            case "directions":
                return tr("Two directions are left:")
            case _:
                return tr_counted("{n} way to fill the cells is left:", "{n} ways to fill the cells are left:", n, n=n)

    def headers(self, grid: Grid) -> list[str]:
        """Name the columns."""
        names = [grid.cell_name(cell) for cell in self.cells]
        return [" ".join(names)] if self.kind == "sets" else names

    @property
    def more(self) -> str:
        """How many rows are left out; "" if none."""
        return tr("and {n} more", n=self.n_more) if self.n_more else ""


def find_combinations(step: Step, board: Board) -> Combinations | None:
    """Find the combinations that a step leaves to the cells of its rules; None if they are too many for a table.

    Parameters
    ----------
    step : Step
    board : Board
        As it is before the step.

    Examples
    --------
    >>> from farandole.logic.techniques.cages import cage_combinations
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[rules.Cage("r1c1 r1c2", 5)]))
    >>> table = find_combinations(next(cage_combinations(board)), board)
    >>> print("\\n".join(write_table(table, board.geometry.grid)))
    2 combinations are left:
      r1c1 r1c2
        1 4
        2 3
      56789      in none
    """
    reason = step.reason
    members: tuple[Rule | Equation, ...] = (reason.equation,) if reason.equation else find_used_rules(step)
    if not members or not step.eliminations or step.technique in (*CONTRADICTIONS, rule_forcing):
        return None
    if reason.links or not reason.parts.keys().isdisjoint(COLORS):  # they don't argue by fillings
        return None
    cells_of_rules = dict.fromkeys(cell for rule in members for cell in rule.scope)
    if not {cell for cell, _ in step.eliminations} <= {*cells_of_rules} and NEEDED not in reason.parts:
        return None
    group = group_of(board.geometry, members, () if reason.equation else reason.houses)
    masks = group.masks(board)
    places = [n for n, cell in enumerate(group.cells) if cell in cells_of_rules and not is_single(masks[n])]
    cells = tuple(group.cells[n] for n in places)
    if not cells or len(cells) > board.geometry.n_digits:
        return None
    gone = tuple(union(bit_of(digit) for cell, digit in step.eliminations if cell == column) for column in cells)
    needed = union(bit_of(digit) for _, digit in reason.parts.get(NEEDED, ()))
    fillings = group.fillings(masks, _MAX_FILLINGS, max_choices=_MAX_CHOICES) or []
    rows = [*dict.fromkeys(tuple(bit_of(filling[n]) for n in places) for filling in fillings)]
    is_symmetric = reason.equation is None or len(set(reason.equation.coefficients)) == 1
    sets = _find_sets(group, masks, places, gone, board) if is_symmetric else []
    if sets and not 0 < len(rows) < 2 * len(sets):
        return Combinations(cells, *_cut(sets), (union(gone),), "sets", needed)
    if not 0 < len(rows) <= MAX_ROWS and (directions := _find_directions(members, group, masks, places)):
        labels, of_directions = zip(*directions, strict=True)
        return Combinations(cells, of_directions, 0, gone, "directions", needed, labels)
    if 0 < len(rows) <= _MAX_COUNTED:
        return Combinations(cells, *_cut(rows), gone, "fillings", needed)
    return None


def _find_sets(
    group: RuleGroup, masks: Masks, places: Sequence[int], gone: Sequence[DigitSet], board: Board
) -> list[_Row]:
    """Find the sets of digits that fill cells which see each other; none if they don't explain the step."""
    cells = set_of(group.cells[n] for n in places)
    if len(places) < 2 or any(cells & ~board.geometry.peers[cell] & ~(1 << cell) for cell in bits(cells)):
        return []
    digits = digits_of(union(masks[n] for n in places))
    if math.comb(len(digits), len(places)) > _MAX_SETS:
        return []
    sets: list[_Row] = []
    for choice in combinations(digits, len(places)):
        chosen = union(map(bit_of, choice))
        narrowed = tuple(mask & chosen if n in places else mask for n, mask in enumerate(masks))
        if all(narrowed) and group.fillings(narrowed, 0) != []:
            sets.append((chosen,))
    if len(sets) > _MAX_COUNTED or any(removed & union(row[0] for row in sets) for removed in gone):
        return []
    return sets


def _cut(rows: Sequence[_Row]) -> tuple[tuple[_Row, ...], int]:
    """Keep the rows that are shown, and count the others."""
    return tuple(rows[:MAX_ROWS]), max(0, len(rows) - MAX_ROWS)


# ── Directions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_directions(
    members: Sequence[Rule | Equation], group: RuleGroup, masks: Masks, places: Sequence[int]
) -> list[tuple[str, _Row]]:
    """Find what both directions of a line leave to its cells; none if the rule has no two directions."""
    if len(members) != 1:
        return []
    [rule] = members
    if isinstance(rule, rules.Whispers):
        first, second = rule.cells[:2]
    elif isinstance(rule, rules.Between | rules.Lockout):
        first, second = rule.cells[0], rule.cells[-1]
    else:
        return []
    numbers = {cell: n for n, cell in enumerate(group.cells)}
    directions = []
    for less, greater in ((first, second), (second, first)):
        supports = _supports_if_less(group, masks, numbers[less], numbers[greater])
        if supports is None:
            return []
        directions.append(supports)
    low, high = directions
    if isinstance(rule, rules.Whispers) and any(a & b for a, b in zip(low, high, strict=True)):
        return []  # digits in the middle belong to neither
    return [
        (_name_direction(rule, low=first_is_low), tuple(supports[n] for n in places))
        for first_is_low, supports in ((True, low), (False, high))
    ]


def _supports_if_less(group: RuleGroup, masks: Masks, less: int, greater: int) -> Masks | None:
    """Find the candidates with which one cell is less than another; None if it can't be."""
    supported = [0] * len(masks)
    for digit in digits_of(masks[less]):
        above = masks[greater] & -1 << digit
        if above:
            fixed = {less: bit_of(digit), greater: above}
            narrowed = tuple(fixed.get(n, mask) for n, mask in enumerate(masks))
            supported = [old | new for old, new in zip(supported, group.supports(narrowed), strict=True)]
    return tuple(supported) if all(supported) else None


def _name_direction(rule: Rule, *, low: bool) -> str:
    """Name a direction by what is low and high along the line."""
    words = [tr("low"), tr("high")] if low else [tr("high"), tr("low")]
    if not isinstance(rule, rules.Whispers):
        return "–".join([words[0], "…", words[1]])
    shown = min(len(rule.cells), 4)
    return "–".join([*(words[n % 2] for n in range(shown)), *["…"] * (len(rule.cells) > shown)])


# ── In a drawing and in a terminal ────────────────────────────────────────────────────────────────────────────────────


def make_table(table: Combinations, grid: Grid, inks: Sequence[str] = (), edges: Sequence[str] = ()) -> Table:
    """Make the table of a drawing; ``inks`` and ``edges`` are those of the discs before the labels of the rows."""
    return Table(
        title=table.title,
        headers=table.headers(grid),
        rows=[[write_mask(grid, mask) for mask in row] for row in table.rows],
        labels=table.labels,
        inks=inks if table.labels else (),
        edges=edges if table.labels else (),
        more=table.more,
        gone=[write_mask(grid, mask) for mask in table.gone] if any(table.gone) else (),
        gone_label=tr("in none"),
        marked=write_mask(grid, table.needed),
        mark="part_1",
    )


def describe_combinations(step: Step, board: Board) -> str:
    """Write the table of a step as lines that follow its proof, each after a line break; "" if it has none."""
    table = find_combinations(step, board)
    return "".join(f"\n{line}" for line in write_table(table, board.geometry.grid)) if table else ""


def write_table(table: Combinations, grid: Grid) -> list[str]:
    """Write a table as lines of text."""
    headers = table.headers(grid)
    body = [[_write_digits(table, grid, mask) for mask in row] for row in table.rows]
    gone = [write_mask(grid, mask) for mask in table.gone] if any(table.gone) else []
    widths = [max(map(len, column)) for column in zip(headers, *body, *([gone] if gone else []), strict=True)]
    lines = [_pad(headers, widths)]
    lines += [f"{_pad(row, widths)}   {label}" for row, label in zip_longest(body, table.labels, fillvalue="")]
    lines += [table.more] if table.more else []
    lines += [f"{_pad(gone, widths)}   {tr('in none')}"] if gone else []
    return [table.title, *(f"  {line}".rstrip() for line in lines)]


def _write_digits(table: Combinations, grid: Grid, mask: DigitSet) -> str:
    return (" " if table.kind == "sets" else "").join(write_mask(grid, mask))


def write_mask(grid: Grid, mask: DigitSet) -> str:
    """Write the digits of a mask, a character each, as they are on the board."""
    return symbols(grid.numbers_of(digits_of(mask)))


def _pad(texts: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(text.center(width) for text, width in zip(texts, widths, strict=True))
