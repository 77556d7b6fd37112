"""Draw around a board: numbers of rows and columns and, for a part of a large board, a map of the whole.

A window is a visible part of a board. The map shows where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from farandole.grid import Cell, Grid
from farandole.render.pieces.figures import Area, Mark, Point, Stroke, Words, loops

LARGEST = 16  # rows and columns of a board that is always shown in full
NUMBER = 0.3  # font size of the numbers
BEYOND = 0.3  # width of the board that is visible around a window
MAP = 2.6  # size of a map


class Window(NamedTuple):
    """The visible rows and columns: from top and left up to, not including, bottom and right."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left

    def shows(self, point: Point) -> bool:
        """Return whether a point is inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def full_window(grid: Grid) -> Window:
    """Return the window of a whole grid."""
    return Window(0, 0, grid.height, grid.width)


def choose_window(grid: Grid, cells: Iterable[Cell]) -> Window:
    """Choose the part of a large grid that shows these cells: grids of a gattai, or else whole boxes.

    Examples
    --------
    >>> samurai = Grid.samurai()
    >>> choose_window(samurai, [samurai.cell(0, 0), samurai.cell(3, 8)])
    Window(top=0, left=0, bottom=9, right=9)
    >>> choose_window(Grid.classic(), [0])
    Window(top=0, left=0, bottom=9, right=9)
    """
    window, places = full_window(grid), {grid.positions[cell] for cell in cells}
    if max(grid.height, grid.width) <= LARGEST or not places:
        return window
    rest, chosen = set(places), list[Window]()
    parts = sorted(_grids(grid))
    while rest and len(parts) > 1:
        best = max(parts, key=lambda part: sum(_contains(part, place) for place in rest))
        if not any(_contains(best, place) for place in rest):
            break
        chosen.append(best)
        rest = {place for place in rest if not _contains(best, place)}
    if chosen and not rest:
        return _union_of(chosen)
    boxes = [[grid.positions[cell] for cell in region.cells] for region in grid.regions]
    touched = [box for box in boxes if not places.isdisjoint(box)] or [list(places)]
    return _union_of([_bounding_window(places), *map(_bounding_window, touched)])


def _grids(grid: Grid) -> set[Window]:
    """Find the square grids of a gattai, from the rows and columns that cross in a cell."""
    rows: dict[Cell, list[tuple[int, int]]] = {}
    columns: dict[Cell, list[tuple[int, int]]] = {}
    for house in grid.houses:
        top, left, bottom, right = _bounding_window([grid.positions[cell] for cell in house.cells])
        for cell in house.cells:
            if bottom - top == 1:
                rows.setdefault(cell, []).append((left, right))
            elif right - left == 1:
                columns.setdefault(cell, []).append((top, bottom))
    return {
        Window(columns[cell][0][0], rows[cell][0][0], columns[cell][0][1], rows[cell][0][1])
        for cell in rows.keys() & columns.keys()
        if len(rows[cell]) == len(columns[cell]) == 1
    }


def _bounding_window(places: Iterable[tuple[int, int]]) -> Window:
    rows, columns = zip(*places, strict=True)
    return Window(min(rows), min(columns), max(rows) + 1, max(columns) + 1)


def _union_of(windows: list[Window]) -> Window:
    tops, lefts, bottoms, rights = zip(*windows, strict=True)
    return Window(min(tops), min(lefts), max(bottoms), max(rights))


def _contains(window: Window, place: tuple[int, int]) -> bool:
    return window.top <= place[0] < window.bottom and window.left <= place[1] < window.right


def number_lines(window: Window, clues: Iterable[Words] = ()) -> Iterator[Words]:
    """Number the rows on the left and the columns at the top, from 1, outside any clues."""
    at = [clue.at for clue in clues]
    left = min([window.left, *(x - 0.3 for x, _ in at)])
    top = min([window.top, *(y - 0.3 for _, y in at)])
    for row in range(window.top, window.bottom):
        yield Words((left - 0.14 - 0.09 * len(str(window.bottom)), row + 0.5), str(row + 1), NUMBER, "label")
    for column in range(window.left, window.right):
        yield Words((column + 0.5, top - 0.27), str(column + 1), NUMBER, "label")


def draw_map(grid: Grid, window: Window) -> Iterator[Mark]:
    """Draw a small map of the grid to the right of a window, with the window on it."""
    scale = MAP / max(grid.height, grid.width)
    left, top = window.right + BEYOND + 0.3, window.top

    def at(point: Point) -> Point:
        return left + scale * point[0], top + scale * point[1]

    outlines = loops(grid, range(grid.n_cells))
    yield Area(tuple(tuple(map(at, loop)) for loop in outlines), "map", over=True)
    a, b, c, d = window
    corners = tuple(map(at, ((b, a), (d, a), (d, c), (b, c))))
    yield Area((corners,), "map_window", over=True)
    for region in grid.regions:
        for loop in loops(grid, region.cells):
            yield Stroke(tuple(map(at, loop)), "grid", 0.02, closed=True, over=True)
    yield Stroke(corners, "map_edge", 0.05, closed=True, over=True)
