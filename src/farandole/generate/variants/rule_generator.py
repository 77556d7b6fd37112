"""The type of all rule generators, and helpers that they share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from farandole.grid import Cell, Grid
from farandole.rules import Rule

Digits: TypeAlias = tuple[int, ...]
GenerateRules: TypeAlias = Callable[[Grid, Digits, Random], list[Rule]]


class RuleGenerator(NamedTuple):
    """Generates rules of one kind for a full grid.

    Parameters
    ----------
    generate : callable
        Takes a grid, a solution and a random generator; returns rules that the solution satisfies.
    rule_names : tuple of str
        The names of the classes of the generated rules.
    requires : str
        ``square`` if it needs a square grid, ``regions`` if it needs regions, else empty.
    """

    generate: GenerateRules
    rule_names: tuple[str, ...]
    requires: str = ""

    @property
    def requirement(self) -> str:
        """The requirement in words."""
        return "as many rows and columns as digits" if self.requires == "square" else self.requires

    def fits(self, grid: Grid) -> bool:
        """Return whether a grid meets the requirement."""
        if self.requires == "square":
            return is_square(grid)
        return not self.requires or bool(grid.regions)


def is_square(grid: Grid) -> bool:
    """Return whether a grid has as many rows and columns as digits, and no hole."""
    return grid.height == grid.width == grid.n_digits and grid.n_cells == grid.n_digits**2


def king_neighbors(grid: Grid, cell: Cell) -> list[Cell]:
    """List the cells that touch a cell, even if only at a corner."""
    row, column = grid.positions[cell]
    around = [grid.cell(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [other for other in around if other is not None]


def list_lines(grid: Grid) -> list[tuple[Cell, ...]]:
    """List the rows and columns of a square grid, each in both directions."""
    n = grid.n_digits
    rows = [tuple(range(n * k, n * k + n)) for k in range(n)]
    columns = [tuple(range(k, n * n, n)) for k in range(n)]
    return [line for cells in (*rows, *columns) for line in (cells, cells[::-1])]
