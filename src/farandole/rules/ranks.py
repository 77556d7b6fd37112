"""The ranks of rows and columns that are read as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from farandole.bitsets import bit_of
from farandole.grid import Cell, Cells, CellsMeta, cell_dataclass
from farandole.i18n import tr
from farandole.rules.exclusions import DIGITS, PLACES, RuleCandidates
from farandole.rules.model import Digits, Model, lowest_digit, mask_of
from farandole.rules.rule import Rule, check_rule, label

TIES = ("none", "unclued", "any")
"""Which lines may be equal, for `FullRank`."""


@cell_dataclass
class FullRank(Rule, metaclass=CellsMeta):
    """All rows and columns, as numbers read from both ends, are ranked from the least; the clue is a rank.

    Parameters
    ----------
    cells : tuple of int
        The line as seen from the clue.
    square : tuple of int
        All cells of a square, row by row, with the line among its rows and columns.
    rank : int
        From 1.
    ties : str
        ``"none"`` if all lines differ; ``"unclued"`` if lines without a clue may be equal; ``"any"`` if any may: then
        equal lines share their ranks, and the clue is one of these.

    Examples
    --------
    >>> rank = FullRank((0, 1), (0, 1, 2, 3), 1, "any")
    >>> rank.holds((1, 2, 3, 4)), rank.holds((2, 1, 3, 4))
    (True, False)
    """

    digit_fields = ()

    square: Cells
    rank: int
    ties: str = "unclued"

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, isqrt(len(self.square)) ** 2 == len(self.square), "the cells of a square")
        check_rule(self, self.cells in self._lines(), "a row or a column of the square")
        check_rule(self, self.ties in TIES, f"ties that are one of {', '.join(TIES)}")

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The square."""
        return self.square

    def _lines(self) -> list[tuple[Cell, ...]]:
        """List the cells of each row and column from both ends."""
        n = isqrt(len(self.square))
        lines = [self.square[row * n : row * n + n] for row in range(n)]
        lines += [self.square[column::n] for column in range(n)]
        return [way for line in lines for way in (line, line[::-1])]

    def holds(self, digits: Digits) -> bool:
        at = dict(zip(self.square, digits, strict=True))
        numbers = [[at[cell] for cell in line] for line in self._lines()]
        own = [at[cell] for cell in self.cells]
        n_less, n_equal = sum(number < own for number in numbers), numbers.count(own)
        if self.ties == "any":
            return n_less < self.rank <= n_less + n_equal
        are_distinct = self.ties != "none" or len({*map(tuple, numbers)}) == len(numbers)
        return are_distinct and n_equal == 1 and self.rank == n_less + 1

    def post(self, model: Model) -> None:
        lines = self._lines()
        n = isqrt(len(self.square))
        edges = [lines[0], lines[2 * n - 2], lines[2 * n], lines[4 * n - 2]]
        if n == model.n_digits and all(map(model.holds_each_digit, edges)):  # four lines begin with each digit
            first = (self.rank + 3) // 4
            model.allow(self.cells[0], mask_of([first]) if 1 <= first <= n else 0)
        model.rank(lines, lines.index(self.cells), self.rank, TIES.index(self.ties))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        at = {cell: n for n, cell in enumerate(self.square)}
        lines = [[at[cell] for cell in line] for line in self._lines()]
        own = [at[cell] for cell in self.cells]
        others = lines[:]
        others.remove(own)
        if place == own[0] and digit != (first := (self.rank + 3) // 4) and self._begin_with_each(cells, lines):
            return tr(
                "Four lines begin with each digit, so line number {n} begins with {first}", n=self.rank, first=first
            )

        def bounds(line: Sequence[int]) -> tuple[list[int], list[int]]:
            masks = [bit_of(digit) if n == place else cells.masks[n] for n in line]
            return [lowest_digit(mask) for mask in masks], [mask.bit_length() for mask in masks]

        least, most = bounds(own)
        n_before = sum(bounds(line)[1] < least for line in others)
        if n_before >= self.rank:
            return tr(
                "With {digits} in {places}, at least {n} lines come before line number {rank}",
                digits=DIGITS,
                places=PLACES,
                n=n_before,
                rank=self.rank,
            )
        n_before = sum(bounds(line)[0] <= most for line in others)
        if n_before >= self.rank - 1:
            return None
        return tr(
            "With {digits} in {places}, at most {n} lines come before line number {rank}",
            digits=DIGITS,
            places=PLACES,
            n=n_before,
            rank=self.rank,
        )

    @staticmethod
    def _begin_with_each(cells: RuleCandidates, lines: Sequence[Sequence[int]]) -> bool:
        """Return whether the four edges of the square are houses with each digit."""
        n = len(lines[0])
        edges = [frozenset(lines[number]) for number in (0, 2 * n - 2, 2 * n, 4 * n - 2)]
        return n == cells.n_digits and all(any(edge <= house for house in cells.houses) for edge in edges)

    def describe(self, n_digits: int) -> str:
        return tr(
            "Read as numbers from both ends, all rows and columns are ranked from the least; "
            "a number outside the grid is the rank of its line."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Full rank"), cells, tr("as a number, number {n} of all rows and columns", n=self.rank))
