"""The lines of a text drawing around regions.

::

    boxed, framed, in box-drawing characters        boxed, not framed, in plain ones        compact

    ┌───────┬───┐
    │ 1   2 │ 3 │                                   1 2 | 3 4                               12 34
    │   ┌───┘   │                                   2 1 | 4 3                               21 43
    │ 4 │ 5   6 │                                   ----+----                               34 12
    └───┴───────┘                                   3 4 | 1 2                               43 21
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

Position: TypeAlias = tuple[int, int]
"""Row and column, counted from 0."""

# The character of a junction, by its arms: 1 up, 2 down, 4 left, 8 right.
ASCII = " |||-+++-+++-+++"
BOX_DRAWING = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8


class Outline:
    """The lines between places of different regions, and drawings with them.

    A line runs between two neighboring places of different regions; places without a cell are one region more, and
    so is all that lies outside.

    Parameters
    ----------
    positions : sequence of (int, int)
        Row and column of each cell, from 0.
    regions : sequence of sequences of int
        The cells of each region; no cell is in two of them. Cells in none are a region together.

    Attributes
    ----------
    rows, columns : range
        Those with cells.
    has_boxes : bool
        Whether all regions are rectangles: then plain characters tell them apart, and cells without a line between
        them are drawn close together.

    Examples
    --------
    >>> outline = Outline([(0, 0), (0, 1), (1, 0), (1, 1)], [[0], [1, 2, 3]])
    >>> outline.line_above(1, 0), outline.line_above(1, 1), outline.line_left(0, 1)
    (True, False, True)
    >>> print(*outline.boxed("1234", lines=BOX_DRAWING, is_framed=True), sep="\\n")
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┘   │
    │ 3   4 │
    └───────┘
    """

    __slots__ = ("_cells", "_has_line", "_regions", "columns", "has_boxes", "rows")

    def __init__(self, positions: Sequence[Position], regions: Sequence[Sequence[int]]) -> None:
        self._cells = {position: cell for cell, position in enumerate(positions)}
        self._regions: Mapping[int, int] = {cell: n for n, cells in enumerate(regions) for cell in cells}
        rows, columns = zip(*self._cells, strict=True)
        self.rows = range(min(rows), max(rows) + 1)
        self.columns = range(min(columns), max(columns) + 1)
        self.has_boxes = all(is_rectangle([positions[cell] for cell in cells]) for cells in regions)
        self._has_line = [
            not self.has_boxes or any(self.line_left(row, column) for row in self.rows) for column in self.columns
        ]

    @property
    def width(self) -> int:
        """Characters in a line of a framed drawing with boxes, for texts of one character."""
        return 3 + sum(2 + 2 * has_line for has_line in self._has_line[1:]) + 2

    def region(self, row: int, column: int) -> int:
        """Number the region of a place: -1 for cells in none, -2 where there is no cell."""
        cell = self._cells.get((row, column))
        return -2 if cell is None else self._regions.get(cell, -1)

    def line_above(self, row: int, column: int) -> bool:
        """Return whether a line runs along the upper edge of a place."""
        return self.region(row - 1, column) != self.region(row, column)

    def line_left(self, row: int, column: int) -> bool:
        """Return whether a line runs along the left edge of a place."""
        return self.region(row, column - 1) != self.region(row, column)

    def _corner(self, row: int, column: int) -> int:
        """Find the arms of the lines that meet at the upper left corner of a place."""
        return (
            UP * self.line_left(row - 1, column)
            | DOWN * self.line_left(row, column)
            | LEFT * self.line_above(row, column - 1)
            | RIGHT * self.line_above(row, column)
        )

    def boxed(
        self,
        texts: Sequence[str],
        *,
        size: int = 1,
        lines: str = ASCII,
        is_framed: bool = False,
        paint: Callable[[str], str] = str,
    ) -> list[str]:
        """Draw every line, and a blank between cells.

        Parameters
        ----------
        texts : sequence of str
            The text of each cell, each of the same width.
        size : int
            That width, as it is seen: a text may hold control sequences.
        lines : str
            `ASCII` or `BOX_DRAWING`.
        is_framed : bool
            Draw also the lines that run along the edge of the drawing.
        paint : function of str
            Changes how lines look.

        Returns
        -------
        list of str
            Top to bottom, all of the same width as it is seen.
        """
        around = range(self.columns.start, self.columns.stop + 1)
        blanks = [" "] * len(self.columns)
        drawing = []
        for row in range(self.rows.start, self.rows.stop + 1):
            is_edge = row in (self.rows.start, self.rows.stop)
            has_line = not self.has_boxes or any(self.line_above(row, column) for column in self.columns)
            if is_framed if is_edge else has_line:
                edges = [lines[LEFT | RIGHT] if self.line_above(row, column) else " " for column in self.columns]
                corners = [lines[self._corner(row, column)] for column in around]
                drawing.append(paint(self._joined([edge * size for edge in edges], corners, edges, is_framed)))
            if row < self.rows.stop:
                bars = [paint(lines[UP | DOWN]) if self.line_left(row, column) else " " for column in around]
                drawing.append(self._joined(self._row(row, texts, size), bars, blanks, is_framed))
        return drawing

    def _row(self, row: int, texts: Sequence[str], size: int) -> list[str]:
        cells = (self._cells.get((row, column)) for column in self.columns)
        return [" " * size if cell is None else texts[cell] for cell in cells]

    def _joined(self, parts: Sequence[str], joints: Sequence[str], edges: Sequence[str], is_framed: bool) -> str:
        """Join what stands at columns; a joint where some row has a line is padded with the edges beside it."""
        pieces = []
        for n, joint in enumerate(joints):
            left, right = edges[n - 1 : n] or [""], edges[n : n + 1] or [""]
            if 0 < n < len(parts) and not self._has_line[n]:
                pieces.append(left[0] if left == right else " ")
            elif is_framed or 0 < n < len(parts):
                pieces += [*left, joint, *right]
            pieces += parts[n : n + 1]
        return "".join(pieces)

    def compact(self, texts: Sequence[str], *, size: int = 1) -> list[str]:
        """Draw no line, and leave a blank only where `boxed` has vertical ones."""
        gaps = ["", *(" " * has_line for has_line in self._has_line[1:])]
        rows = (self._row(row, texts, size) for row in self.rows)
        return ["".join(gap + text for gap, text in zip(gaps, row, strict=True)) for row in rows]


def is_rectangle(positions: Sequence[Position]) -> bool:
    """Return whether positions fill a rectangle."""
    rows, columns = {row for row, _ in positions}, {column for _, column in positions}
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(positions)
