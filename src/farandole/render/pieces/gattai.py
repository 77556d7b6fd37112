"""Where the sudokus of a gattai, such as a samurai, overlap: their shared cells are tinted, each has a strong frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from farandole.grid import Grid
from farandole.grid.house_names import corners_of_grids
from farandole.render.pieces.figures import Area, Mark, Stroke, loops

FRAME = 0.09  # thicker than the lines around boxes


def draw_overlaps(grid: Grid) -> Iterator[Mark]:
    """Tint the cells that several sudokus share, and frame each sudoku; nothing if there is one sudoku only.

    Examples
    --------
    >>> [type(mark).__name__ for mark in draw_overlaps(Grid.samurai())]
    ['Area', 'Stroke', 'Stroke', 'Stroke', 'Stroke', 'Stroke']
    >>> [*draw_overlaps(Grid.classic())]
    []
    """
    n, corners = grid.n_digits, sorted(corners_of_grids(grid).values())
    holders = Counter((top + row, left + column) for top, left in corners for row in range(n) for column in range(n))
    shared = [cell for cell, position in enumerate(grid.positions) if holders[position] > 1]
    if not shared:
        return
    yield Area(loops(grid, shared), "overlap")
    for top, left in corners:
        frame = (left, top), (left + n, top), (left + n, top + n), (left, top + n)
        yield Stroke(frame, "frame", FRAME, closed=True, over=True)
