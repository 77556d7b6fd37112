"""What a kind of rule is that can be laid over a full grid."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeAlias

from farandole.grid import Cell, Grid
from farandole.rules import Rule

Digits: TypeAlias = tuple[int, ...]
GenerateRules: TypeAlias = Callable[[Grid, Digits, Random], list[Rule]]


class RuleGenerator(NamedTuple):
    """A kind of rule that can be laid.

    Parameters
    ----------
    generate : callable
        From a grid, a solution and a source of random numbers to rules that the solution keeps.
    rule_names : tuple of str
        The names of the classes of these rules.
    requires : str
        ``square`` if it needs a square grid, ``regions`` if it needs regions; nothing otherwise.
    """

    generate: GenerateRules
    rule_names: tuple[str, ...]
    requires: str = ""

    @property
    def requirement(self) -> str:
        """What it needs."""
        return "as many rows and columns as digits" if self.requires == "square" else self.requires

    def fits(self, grid: Grid) -> bool:
        """Return whether a grid has what it needs."""
        if self.requires == "square":
            return is_square(grid)
        return not self.requires or bool(grid.regions)


def is_square(grid: Grid) -> bool:
    """Return whether there are as many rows and columns as digits, and no hole."""
    return grid.height == grid.width == grid.n_digits and grid.n_cells == grid.n_digits**2


def king_neighbors(grid: Grid, cell: Cell) -> list[Cell]:
    """List the cells that touch one, if only at a corner."""
    row, column = grid.positions[cell]
    around = [grid.cell(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [other for other in around if other is not None]


def list_lines(grid: Grid) -> list[tuple[Cell, ...]]:
    """List the rows and columns of a square grid, each as seen from both of its ends."""
    n = grid.n_digits
    rows = [tuple(range(n * k, n * k + n)) for k in range(n)]
    columns = [tuple(range(k, n * n, n)) for k in range(n)]
    return [line for some in (rows, columns) for one in some for line in (one, one[::-1])]
