"""Boards drawn in a terminal: box lines, givens in bold, found digits in color."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TextIO

from farandole.grid import Cell, Grid

# Select Graphic Rendition of ECMA-48, in the eight colors that every terminal has and every theme keeps readable.
BOLD = "1"
FAINT = "2"
UNDERLINE = "4"
GREEN = "32"
YELLOW = "33"
CYAN = "36"


@dataclass(frozen=True, slots=True)
class Style:
    """What a stream can show.

    Parameters
    ----------
    weight : bool
        Bold, faint and underlined characters.
    color : bool
        Colored characters.
    lines : bool
        Box-drawing characters; else ``-``, ``|`` and ``+``.
    width : int
        Characters in a row.
    """

    weight: bool = False
    color: bool = False
    lines: bool = True
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Find what a stream can show: nothing but characters in a pipe or a file, no color under ``NO_COLOR``."""
        rich = stream.isatty() and os.environ.get("TERM") != "dumb"
        try:
            "─│┼┌┐└┘".encode(stream.encoding or "ascii")
            lines = True
        except (UnicodeEncodeError, LookupError):
            lines = False
        if not rich:
            return cls(lines=lines)
        import shutil

        return cls(
            weight=True,
            color=not os.environ.get("NO_COLOR"),
            lines=lines,
            width=shutil.get_terminal_size().columns,
        )

    def paint(self, text: str, *, weight: str = "", color: str = "") -> str:
        """Put a text between control sequences, as far as they can be shown."""
        codes = [weight] * bool(weight and self.weight) + [color] * bool(color and self.color)
        return f"\x1b[{';'.join(codes)}m{text}\x1b[m" if codes else text


PLAIN = Style()


def draw(
    grid: Grid,
    digits: Sequence[int],
    *,
    givens: Sequence[int] = (),
    marked: Collection[Cell] = (),
    style: Style = PLAIN,
) -> list[str]:
    """Draw a board: its lines, top to bottom, all of the same visible width.

    Parameters
    ----------
    grid : Grid
        The cells, and where the thick lines run.
    digits : sequence of int
        The digit of each cell, 0 for empty.
    givens : sequence of int, optional
        The digits that were given: bold. The others are found: colored or, without color, of plain weight.
    marked : collection of int, optional
        Cells to mark, because they differ from another drawing.
    style : Style
        What the stream can show.

    Examples
    --------
    >>> print(draw(Grid.classic(), [5, 3, *[0] * 79])[1])
    │ 5 3 · │ · · · │ · · · │
    """
    box_height, box_width = grid.box
    n_boxes = grid.width // box_width
    horizontal, vertical, empty = ("─", "│", "·") if style.lines else ("-", "|", ".")

    def ruler(left: str, cross: str, right: str) -> str:
        edges = (left, cross, right) if style.lines else "+++"
        stretch = horizontal * (2 * box_width + 1)
        return faint(edges[0] + edges[1].join([stretch] * n_boxes) + edges[2])

    def faint(text: str) -> str:
        return style.paint(text, weight=FAINT)

    def digit(cell: Cell) -> str:
        if not digits[cell]:
            return faint(empty)
        if givens and givens[cell]:
            return style.paint(str(digits[cell]), weight=BOLD)
        if cell in marked:
            return style.paint(str(digits[cell]), weight=UNDERLINE, color=YELLOW)
        return style.paint(str(digits[cell]), color=CYAN)

    drawing = [ruler("┌", "┬", "┐")]
    for row in range(grid.height):
        if row and row % box_height == 0:
            drawing.append(ruler("├", "┼", "┤"))
        first = row * grid.width
        boxes = (
            " ".join(digit(cell) for cell in range(start, start + box_width))
            for start in range(first, first + grid.width, box_width)
        )
        bar = faint(vertical)
        drawing.append(f"{bar} " + f" {bar} ".join(boxes) + f" {bar}")
    drawing.append(ruler("└", "┴", "┘"))
    return drawing


def beside(drawings: Iterable[Sequence[str]], *, gap: int = 3) -> list[str]:
    """Put drawings of equal height side by side."""
    return [(" " * gap).join(lines) for lines in zip_longest(*drawings, fillvalue="")]
