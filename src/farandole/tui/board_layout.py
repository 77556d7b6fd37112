"""The places of cells and lines of a board in a terminal, in each of four sizes.

Names of rows and columns run along two sides. Lines alone show the regions and cages: heavy lines separate regions,
light ones separate cages, or cells if there is room for lines. No line runs inside a cage, and the line of a region
through a cage is broken. The total of a cage is in the line above its first cell::

      1   2   3   4
    ┏3━━┯4━━┳10━┯━━━┓
  1 ┃   │   ┃   │   ┃
    ┃   │   ┠───┘   ┃
  2 ┃   │   ┃       ┃
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import NamedTuple

from farandole.grid import Cell, Grid
from farandole.grid.outline import Outline
from farandole.puzzle import Puzzle
from farandole.rules import Cage

NONE, LIGHT, HEAVY, BROKEN = range(4)
"""The line along the edge of a cell: none, a light line, a heavy one, or a heavy one with gaps."""

_ACROSS, _DOWN = " ─━╍", " │┃╏"
# The character where lines meet, by the weights of its arms in base 3: up, right, down, left.
_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


class Size(NamedTuple):
    """The size of a cell in characters, and whether lines separate all cells."""

    width: int
    height: int
    has_all_lines: bool


SIZES = (Size(3, 1, False), Size(5, 1, True), Size(5, 2, True), Size(7, 3, True))


class Piece(NamedTuple):
    """A part of a line of the drawing: characters of a cell, a line, or a name.

    Parameters
    ----------
    kind : str
        ``line``, ``name`` of a row or a column, ``total``, ``cell``, or ``gap`` outside the board.
    text : str
        The characters; empty for a cell, whose text changes.
    width : int
        The number of characters.
    cell : Cell, optional
        The cell, if the kind is ``cell``.
    part : int
        The line of the cell, from 0.
    """

    kind: str
    text: str
    width: int
    cell: Cell | None = None
    part: int = 0


class BoardLayout:
    """The layout of a board: the places of its cells, and the lines between them.

    Parameters
    ----------
    puzzle : Puzzle
    size : Size

    Attributes
    ----------
    width, height : int
        The size of the drawing in characters.

    Examples
    --------
    >>> layout = BoardLayout(Puzzle.of(Grid.jigsaw("AAB ABB CCC"), "." * 9), SIZES[0])
    >>> for y in range(layout.height):
    ...     print("".join(piece.text or " " * piece.width for piece in layout.pieces(y)).rstrip())
         1   2   3
       ┏━━━━━━━┳━━━┓
     1 ┃       ┃   ┃
       ┃   ┏━━━┛   ┃
     2 ┃   ┃       ┃
       ┣━━━┻━━━━━━━┫
     3 ┃           ┃
       ┗━━━━━━━━━━━┛
    """

    def __init__(self, puzzle: Puzzle, size: Size) -> None:
        self.size = size
        self._grid: Grid = puzzle.grid
        self._outline: Outline = puzzle.grid.outline
        self._cages: dict[Cell, int] = {}
        self._totals: dict[Cell, str] = {}
        self._pieces: dict[int, list[Piece]] = {}
        for number, rule in enumerate(puzzle.rules):
            if isinstance(rule, Cage):
                self._add_cage(number, rule)
        self._margin = len(str(self._grid.height)) + 2
        self.width = self._margin + self._grid.width * (size.width + 1) + 1
        self.height = len(self._rows)

    def _add_cage(self, number: int, cage: Cage) -> None:
        first = min(cage.cells)
        if cage.total is not None:
            self._totals.setdefault(first, str(cage.total))
        for cell in cage.cells:
            self._cages.setdefault(cell, number)

    # ── Places ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _rows(self) -> list[tuple[int, int]]:
        """The row of the grid and the part of its cells in each line of the drawing; part -1 is the line above.

        The names of the columns come first, as row -1.
        """
        rows = [(-1, 0)]
        columns = range(self._grid.width)
        for row in range(self._grid.height + 1):
            if any(self._above(row, column) for column in columns):
                rows.append((row, -1))
            if row < self._grid.height:
                rows += [(row, part) for part in range(self.size.height)]
        return rows

    def get_place(self, cell: Cell) -> tuple[int, int]:
        """Return the column and the line of the upper left corner of a cell, in characters."""
        row, column = self._grid.positions[cell]
        return self._margin + column * (self.size.width + 1) + 1, self._rows.index((row, 0))

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place of the drawing. The lines on the left of a cell and above it belong to it."""
        column = (x - self._margin) // (self.size.width + 1)
        return self._grid.cell(self._rows[y][0], column) if 0 <= y < len(self._rows) else None

    # ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _weight(self, place: tuple[int, int], neighbor: tuple[int, int]) -> int:
        """Return the line between two places that share an edge."""
        cells = self._grid.cell(*place), self._grid.cell(*neighbor)
        if cells == (None, None):
            return NONE
        if None in cells:
            return HEAVY
        cage, next_cage = (self._cages.get(cell, -1) for cell in cells if cell is not None)
        is_in_cage = cage == next_cage != -1
        if self._outline.region(*place) != self._outline.region(*neighbor):
            return BROKEN if is_in_cage else HEAVY
        return LIGHT if not is_in_cage and (self._cages or self.size.has_all_lines) else NONE

    def _above(self, row: int, column: int) -> int:
        return self._weight((row - 1, column), (row, column))

    def _left(self, row: int, column: int) -> int:
        return self._weight((row, column - 1), (row, column))

    def _junction(self, row: int, column: int) -> str:
        """Draw the corner at the upper left of a place."""
        arms = (
            self._left(row - 1, column),
            self._above(row, column),
            self._left(row, column),
            self._above(row, column - 1),
        )
        number = 0
        for arm in arms:
            number = 3 * number + min(arm, HEAVY)
        return _JUNCTIONS[number]

    def pieces(self, y: int) -> list[Piece]:
        """Return the pieces of a line of the drawing, from left to right; the list is cached."""
        if y not in self._pieces:
            self._pieces[y] = self._make_pieces(y)
        return self._pieces[y]

    def _make_pieces(self, y: int) -> list[Piece]:
        row, part = self._rows[y]
        if row == -1:
            return self._column_names()
        if part == -1:
            return self._line_above(row)
        is_middle = part == self.size.height // 2
        name = f"{row + 1} " if is_middle and self._has_cell(row) else ""
        pieces = [Piece("name", name.rjust(self._margin), self._margin)]
        for column in range(self._grid.width + 1):
            pieces.append(Piece("line", _DOWN[self._left(row, column)], 1))
            if column < self._grid.width:
                cell = self._grid.cell(row, column)
                pieces.append(Piece("gap" if cell is None else "cell", "", self.size.width, cell, part))
        return pieces

    def _has_cell(self, row: int) -> bool:
        return any(self._grid.cell(row, column) is not None for column in range(self._grid.width))

    def _column_names(self) -> list[Piece]:
        filled = {column for _, column in self._grid.positions}
        names = (str(column + 1) if column in filled else "" for column in range(self._grid.width))
        width = self.size.width
        text = " " * self._margin + "".join(" " + name.center(width) for name in names) + " "
        return [Piece("name", text, self.width)]

    def _line_above(self, row: int) -> list[Piece]:
        pieces = [Piece("gap", " " * self._margin, self._margin)]
        for column in range(self._grid.width + 1):
            pieces.append(Piece("line", self._junction(row, column), 1))
            if column < self._grid.width:
                edge, width = _ACROSS[self._above(row, column)], self.size.width
                cell = self._grid.cell(row, column)
                total = "" if cell is None else self._totals.get(cell, "")[:width]
                if total:
                    pieces.append(Piece("total", total, len(total)))
                pieces.append(Piece("line", edge * (width - len(total)), width - len(total)))
        return pieces


def make_board_layouts(puzzle: Puzzle) -> list[BoardLayout]:
    """Make the lattices of a puzzle, from the smallest to the largest.

    Examples
    --------
    >>> [(layout.width, layout.height) for layout in make_board_layouts(Puzzle.classic("." * 81))]
    [(40, 14), (58, 20), (58, 29), (76, 38)]
    """
    return [BoardLayout(puzzle, size) for size in SIZES]


def all_junctions() -> dict[tuple[int, ...], str]:
    """Return the character of each way in which four arms can meet, by their weights: up, right, down, left."""
    return dict(zip(product(range(3), repeat=4), _JUNCTIONS, strict=True))
