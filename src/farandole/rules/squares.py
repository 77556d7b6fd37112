"""Rules of squares of cells: magic squares."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from farandole.grid import Cell
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import sum_bounds
from farandole.rules.model import Digits, Model
from farandole.rules.rule import Rule, check_rule, describe_unequal_sums, label


@record
class MagicSquare(Rule):
    """The rows, columns and both diagonals of a square have the same sum.

    Parameters
    ----------
    cells : tuple of int
        The square, row by row.

    Examples
    --------
    >>> MagicSquare(tuple(range(9))).holds((2, 7, 6, 9, 5, 1, 4, 3, 8)), MagicSquare((0, 1, 2, 3)).holds((1, 2, 2, 1))
    (True, False)
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, isqrt(len(self.cells)) ** 2 == len(self.cells), "as many rows as columns")

    def _lines(self) -> list[tuple[int, ...]]:
        """List the places of each row, column and diagonal."""
        n = isqrt(len(self.cells))
        rows = [tuple(range(start, start + n)) for start in range(0, n * n, n)]
        columns = [tuple(range(start, n * n, n)) for start in range(n)]
        diagonals = [tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1))] if n > 1 else []
        return [*rows, *columns, *diagonals]

    def holds(self, digits: Digits) -> bool:
        return len({sum(digits[place] for place in line) for line in self._lines()}) == 1

    def post(self, model: Model) -> None:
        for one, other in pairwise(self._lines()):
            factors: dict[Cell, int] = {}
            for places, factor in ((one, 1), (other, -1)):
                for place in places:
                    cell = self.cells[place]
                    factors[cell] = factors.get(cell, 0) + factor
            used = {cell: factor for cell, factor in factors.items() if factor}
            if used:
                model.sum(tuple(used), 0, 0, coefficients=tuple(used.values()))
        n = isqrt(len(self.cells))
        if n == 3 and model.holds_each_digit(self.cells):  # so each line adds up to a third of all
            total = sum(model.numbers) // 3
            for line in self._lines():
                model.sum(tuple(self.cells[place] for place in line), total, total)

    def describe(self, n_digits: int) -> str:
        return tr("The rows, columns and diagonals of a square of small crosses have the same sum.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Magic square"), cells, tr("rows, columns and diagonals have the same sum"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        sums = [sum_bounds([candidates[place] for place in line]) for line in self._lines()]
        greatest, least = max(sums), min(sums, key=lambda bounds: bounds[1])
        return describe_unequal_sums(tr("one line"), greatest, tr("another"), least)
