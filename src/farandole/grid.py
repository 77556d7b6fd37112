"""Grids: cells, the houses that hold each digit once, and their names.

A *cell* is its index, row-major from 0; people read it as ``r1c1``. A *house* is a set of cells that hold each digit
once: a row, a column or a box. The *peers* of a cell are the other cells of its houses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from farandole.errors import PuzzleError

Cell: TypeAlias = int


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold each digit once, under the name people give it.

    Examples
    --------
    >>> Grid.classic().houses[9]
    House(name='column 1', cells=(0, 9, 18, 27, 36, 45, 54, 63, 72))
    """

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells and its houses.

    Parameters
    ----------
    height, width : int
        Rows and columns.
    n_digits : int
        Digits are 1 to ``n_digits``.
    houses : tuple of House
        In the order in which people count them.
    box : tuple of int
        Height and width of a box: where a drawing has its thick lines.

    Attributes
    ----------
    peers : tuple of tuple of int
        For each cell, ascending, the cells that share a house with it.

    Examples
    --------
    >>> grid = Grid.classic()
    >>> len(grid.houses), len(grid.peers[0]), grid.cell_name(40)
    (27, 20, 'r5c5')
    """

    height: int
    width: int
    n_digits: int
    houses: tuple[House, ...] = field(repr=False)
    box: tuple[int, int] = field(repr=False)
    peers: tuple[tuple[Cell, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        seen: list[set[Cell]] = [set() for _ in range(self.n_cells)]
        for house in self.houses:
            for cell in house.cells:
                seen[cell].update(house.cells)
        peers = tuple(tuple(sorted(cells - {cell})) for cell, cells in enumerate(seen))
        object.__setattr__(self, "peers", peers)

    @staticmethod
    @cache
    def classic() -> Grid:
        """Make the 9x9 grid: nine rows, nine columns, nine boxes of 3x3; always the same object."""
        numbers = range(9)
        rows = [House(f"row {i + 1}", tuple(9 * i + j for j in numbers)) for i in numbers]
        columns = [House(f"column {j + 1}", tuple(9 * i + j for i in numbers)) for j in numbers]
        corners = [27 * (k // 3) + 3 * (k % 3) for k in numbers]
        boxes = [
            House(f"box {k + 1}", tuple(corner + 9 * (i // 3) + i % 3 for i in numbers))
            for k, corner in enumerate(corners)
        ]
        return Grid(9, 9, 9, (*rows, *columns, *boxes), (3, 3))

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return self.height * self.width

    def cell_name(self, cell: Cell) -> str:
        """Name a cell by its row and column, counted from 1: ``r1c1``."""
        return f"r{cell // self.width + 1}c{cell % self.width + 1}"

    def parse_cell(self, name: str) -> Cell:
        """Find the cell that a name such as ``r1c1`` means: the inverse of `cell_name`.

        Raises
        ------
        PuzzleError
            If the name has another form, or its cell lies outside the grid.
        """
        match = re.fullmatch(r"[rR](\d+)[cC](\d+)", name)
        if not match:
            raise PuzzleError(f"a cell such as r1c1 expected, {name!r} found")
        row, column = int(match[1]), int(match[2])
        if not (1 <= row <= self.height and 1 <= column <= self.width):
            raise PuzzleError(f"{name} lies outside the grid of {self.height} rows and {self.width} columns")
        return (row - 1) * self.width + column - 1

    def draw(self, texts: Sequence[str]) -> str:
        """Draw the grid in plain characters, with a text for each cell, all padded to the longest.

        Examples
        --------
        >>> digits = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        >>> print(Grid.classic().draw(digits))
        5 3 4 | 6 7 8 | 9 1 2
        6 7 2 | 1 9 5 | 3 4 8
        1 9 8 | 3 4 2 | 5 6 7
        ------+-------+------
        8 5 9 | 7 6 1 | 4 2 3
        4 2 6 | 8 5 3 | 7 9 1
        7 1 3 | 9 2 4 | 8 5 6
        ------+-------+------
        9 6 1 | 5 3 7 | 2 8 4
        2 8 7 | 4 1 9 | 6 3 5
        3 4 5 | 2 8 6 | 1 7 9
        """
        size = max(map(len, texts))
        box_height, box_width = self.box
        ruler = "-+-".join("-" * (box_width * (size + 1) - 1) for _ in range(self.width // box_width))
        lines = []
        for row in range(self.height):
            if row and row % box_height == 0:
                lines.append(ruler)
            parts = []
            for column in range(0, self.width, box_width):
                start = row * self.width + column
                parts.append(" ".join(text.ljust(size) for text in texts[start : start + box_width]))
            lines.append(" | ".join(parts).rstrip())
        return "\n".join(lines)
