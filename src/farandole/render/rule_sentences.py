"""Describe the rules of a puzzle as a setter writes them below it: a sentence for each kind of rule.

The houses of the grid come first, then the sentence of each rule (`Rule.describe`). A rule that holds everywhere, such
as the knight's move, is hundreds of rules in a puzzle but one sentence here. A rule that is not drawn is described with
its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TypeAlias

from farandole import rules
from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid, House
from farandole.i18n import tr
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.rules import Rule

MAX_NAMED = 8  # pairs of cells that a sentence lists

_Statement: TypeAlias = tuple[str, frozenset[Cell]]
_OF_GRID = regex(r" of grid (\d+)$")


def describe_all_rules(puzzle: Puzzle, *, max_named: int | None = MAX_NAMED) -> list[str]:
    """Describe the rules of a puzzle, in one sentence for each kind of rule.

    Parameters
    ----------
    puzzle : Puzzle
    max_named : int, optional
        How many pairs of cells a sentence lists, of a rule that isn't drawn; None for all.

    Returns
    -------
    list of str
        The sentences in the current language (see `farandole.i18n`), those on the grid itself first.

    Examples
    --------
    >>> from farandole.rules import Cage, Thermo, anti_knight
    >>> grid = Grid.classic().with_houses("diagonals")
    >>> rule_list = [Cage((0, 1), 9), Cage((2, 3), 7), *anti_knight(grid)]
    >>> for sentence in describe_all_rules(Puzzle.of(grid, "." * 81, rules=rule_list)):
    ...     print(sentence)
    Normal sudoku rules apply.
    Digits on a marked diagonal don't repeat.
    Digits in a cage don't repeat and add up to the number in its corner.
    Cells a knight's move apart hold different digits.
    """
    sentences = [_grid_sentence(puzzle.grid), *_extra_house_sentences(puzzle.grid)]
    if puzzle.pencilmarks is not None:
        sentences.append(tr("Where a cell shows small digits, one of them is its digit."))
    sentences += [rule.describe(puzzle.grid.n_digits) for rule in puzzle.rules if is_drawn(rule)]
    sentences += _undrawn_sentences(puzzle.grid, puzzle.rules, max_named)
    sentences += [_compound_sentence(puzzle.grid, rule) for rule in puzzle.rules if rule.parts]
    return list(dict.fromkeys(sentences))


# ── The grid ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grid_sentence(grid: Grid) -> str:
    """Describe what rows, columns and regions hold."""
    n, names = grid.n_digits, {house.name for house in grid.houses}
    first, last = grid.numbers[0], grid.numbers[-1]
    numbers = [int(match[1]) for name in names if (match := _OF_GRID.search(name))]
    if numbers and {"row 1 of grid 1", "column 1 of grid 1"} <= names:
        if all(region.name.startswith("box") for region in grid.regions):
            return tr(
                "{number} sudokus overlap. In each, every row, column and box holds the digits {first} to {last}.",
                number=max(numbers),
                first=first,
                last=last,
            )
        return tr(
            "{number} sudokus overlap. In each, every row, column and region holds the digits {first} to {last}.",
            number=max(numbers),
            first=first,
            last=last,
        )
    lines = {*Grid.latin(n).houses}
    if lines - {*grid.houses} or grid.n_cells != n * n:
        return tr(
            "Digits are {first} to {last}, and don't repeat in a row, a column or an outlined region.",
            first=first,
            last=last,
        )
    if lines >= {*grid.regions}:
        return tr("Every row and every column holds the digits {first} to {last}.", first=first, last=last)
    if not grid.outline.has_boxes:
        return tr(
            "Every row, every column and every region with a thick border holds the digits {first} to {last}.",
            first=first,
            last=last,
        )
    if n == last == 9:
        return tr("Normal sudoku rules apply.")
    return tr("Normal sudoku rules apply, with the digits {first} to {last}.", first=first, last=last)


def _extra_house_sentences(grid: Grid) -> Iterator[str]:
    """Describe houses other than rows, columns and regions."""
    usual, n = set(grid.regions), grid.n_digits
    first, last = grid.numbers[0], grid.numbers[-1]
    remaining = {house for house in grid.houses if house not in usual and not _is_line(grid, house)}
    for name, say in _EXTRA.items() if remaining else ():
        made = _make_houses(grid, name)
        if made and made <= remaining:
            remaining -= made
            yield say()
    if any(len(house.cells) == n for house in remaining):
        yield tr(
            "Every shaded area of {number} cells holds the digits {first} to {last}.", number=n, first=first, last=last
        )
    if any(len(house.cells) < n for house in remaining):
        yield tr("Digits in a shaded area don't repeat.")


_EXTRA: dict[str, Callable[[], str]] = {
    "diagonals": lambda: tr("Digits on a marked diagonal don't repeat."),
    "falling_diagonal": lambda: tr("Digits on a marked diagonal don't repeat."),
    "rising_diagonal": lambda: tr("Digits on a marked diagonal don't repeat."),
    "argyle": lambda: tr("Digits on a marked diagonal don't repeat."),
    "windoku": lambda: tr("Digits in a shaded window don't repeat."),
    "disjoint_groups": lambda: tr("Cells at the same place in their boxes hold different digits."),
    "asterisk": lambda: tr("The shaded cells hold the digits 1 to 9."),
    "center_dot": lambda: tr("The shaded cells in the centers of the boxes hold different digits."),
}
"""The sentence for the extra houses of each name of `farandole.grid.shapes.EXTRA`."""


def _is_line(grid: Grid, house: House) -> bool:
    """Return whether a house lies in a row or a column."""
    return any(len({grid.positions[cell][axis] for cell in house.cells}) == 1 for axis in (0, 1))


def _make_houses(grid: Grid, name: str) -> set[House]:
    """Make the houses of a name; none if they don't fit the grid."""
    plain = replace(grid, houses=grid.regions)
    try:
        return {*plain.with_houses(name).houses[len(plain.houses) :]}
    except PuzzleError:
        return set()


# ── Rules that are not drawn ──────────────────────────────────────────────────────────────────────────────────────────


def is_drawn(rule: Rule) -> bool:
    """Return whether a rule is drawn, so that its cells need not be listed."""
    if rule.parts:
        return False
    is_pair = isinstance(rule, rules.AllDifferent) and len(rule.cells) == 2
    undrawn = rules.NotConsecutive | rules.NotRatio | rules.NotPairSum | rules.NotBoth
    return not is_pair and not isinstance(rule, undrawn)


def _compound_sentence(grid: Grid, rule: Rule) -> str:
    """Describe a rule made of rules with their cells, because each may be false."""
    return tr("{rule}.", rule=rule.describe_at(" ".join(map(grid.cell_name, rule.scope))))


def _undrawn_sentences(grid: Grid, rule_list: Sequence[Rule], max_named: int | None) -> Iterator[str]:
    """Describe the rules on pairs of cells: first those that hold everywhere, then those that hold for some pairs."""
    remaining = _pair_statements(grid, (rule for rule in rule_list if not is_drawn(rule) and not rule.parts))
    if not remaining:
        return
    for sentence, pairs in _everywhere(grid, rule_list):
        if pairs and pairs <= remaining.keys():
            remaining = {statement: None for statement in remaining if statement not in pairs}
            yield sentence
    for sentence in dict.fromkeys(text for text, _ in remaining):
        cells = [sorted(pair) for text, pair in remaining if text == sentence]
        names = ["-".join(map(grid.cell_name, pair)) for pair in cells[:max_named]]
        pairs_named = ", ".join(names) + " ..." * (len(cells) > len(names))
        yield f"{sentence} {tr('This holds only for these cells: {pairs}.', pairs=pairs_named)}"


_LEAPS = tuple((one, other) for other in range(2, 5) for one in range(other + 1) if (one, other) != (1, 2))


def _everywhere(grid: Grid, rule_list: Sequence[Rule]) -> Iterator[tuple[str, Set[_Statement]]]:
    """Yield the rules that may hold everywhere: the sentence, and the pairs for which it would then hold."""
    knight = _pair_statements(grid, rules.anti_knight(grid)).keys()
    yield tr("Cells a knight's move apart hold different digits."), knight
    king = _pair_statements(grid, rules.anti_king(grid)).keys()
    yield tr("Cells that touch, even if only at a corner, hold different digits."), king
    yield tr("Digits side by side are never consecutive."), _pair_statements(grid, rules.nonconsecutive(grid)).keys()
    taxicab = rules.make_those_present(rules.anti_taxicab, grid, rule_list)
    if taxicab:
        yield taxicab[0].describe(grid.n_digits), _pair_statements(grid, taxicab).keys()
    diagonal = _pair_statements(grid, rules.diagonal_nonconsecutive(grid)).keys()
    yield tr("Digits that touch at a corner are never consecutive."), diagonal
    for total in (5, 15):
        pairs = _pair_statements(grid, rules.knightmare(grid, (total,))).keys()
        yield tr("Cells a knight's move apart never add up to {total}.", total=total), pairs
    for steps in range(2, max(grid.height, grid.width)):
        pairs = _pair_statements(grid, rules.taxicab(grid, steps)).keys()
        yield tr("Cells {n} steps apart, along rows and columns, hold different digits.", n=steps), pairs
    for one, other in _LEAPS:
        pairs = _pair_statements(grid, rules.anti_leaper(grid, one, other)).keys()
        yield tr("Cells a leap of {one} and {other} apart hold different digits.", one=one, other=other), pairs
    negative = _pair_statements(grid, (*rules.negative_kropki(grid, rule_list), *rules.negative_xv(grid, rule_list)))
    for sentence in dict.fromkeys(text for text, _ in negative):
        yield sentence, {statement for statement in negative if statement[0] == sentence}


def _pair_statements(grid: Grid, rule_list: Iterable[Rule]) -> dict[_Statement, None]:
    """List the sentence and the cells of each rule, without duplicates and in order."""
    return {(rule.describe(grid.n_digits), frozenset(rule.cells)): None for rule in rule_list}
