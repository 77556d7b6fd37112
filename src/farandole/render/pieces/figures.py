"""The figures of drawings: strokes, curves, areas, discs, boxes and words; and the geometry of cells.

The unit is a cell, and the origin is the upper left corner of ``r1c1``: x points right, y points down, so the center of
``r1c1`` is (0.5, 0.5). A figure names its inks; the module ``inks`` defines their colors for each theme. Figures are
drawn below the grid lines or over them; words are drawn last.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from farandole.grid import Cell, Grid
from farandole.records import record

Point: TypeAlias = tuple[float, float]


@record
class Stroke:
    """A line through points, possibly closed or dashed."""

    points: tuple[Point, ...]
    ink: str
    width: float
    closed: bool = False
    dash: tuple[float, ...] = ()
    over: bool = False


@record
class Curve:
    """A cubic Bézier curve with two control points."""

    start: Point
    bends: tuple[Point, Point]
    end: Point
    ink: str
    width: float
    dash: tuple[float, ...] = ()
    over: bool = True


@record
class Area:
    """The area within loops of points."""

    loops: tuple[tuple[Point, ...], ...]
    ink: str
    over: bool = False


@record
class Disc:
    """A circle, filled, with an edge, or both."""

    center: Point
    radius: float
    fill: str = ""
    edge: str = ""
    width: float = 0.04
    over: bool = False


@record
class Box:
    """A square, filled, with an edge, or both; turned by 45 degrees if it is a diamond."""

    center: Point
    size: float
    fill: str = ""
    edge: str = ""
    width: float = 0.04
    is_diamond: bool = False
    over: bool = False


@record
class Words:
    """A short text centered on a point or to the right of it, with paper behind it if lines would cross it."""

    at: Point
    text: str
    size: float
    ink: str = "ink"
    to_the_right: bool = False
    is_bold: bool = False
    on_paper: bool = False
    over: bool = True


Mark: TypeAlias = Stroke | Curve | Area | Disc | Box | Words

# ── Geometry ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def center(grid: Grid, cell: Cell) -> Point:
    """Return the center of a cell."""
    row, column = grid.positions[cell]
    return column + 0.5, row + 0.5


def middle(grid: Grid, cells: Sequence[Cell]) -> Point:
    """Return the middle of several cells: the edge between two, the corner between four."""
    xs, ys = zip(*(center(grid, cell) for cell in cells), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def line(grid: Grid, cells: Sequence[Cell]) -> tuple[Point, ...]:
    """Return the centers of cells, as the points of a line."""
    return tuple(center(grid, cell) for cell in cells)


def toward(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from one point toward another."""
    share = distance / (math.dist(start, end) or 1)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def arrowhead(back: Point, tip: Point, ink: str, width: float, *, size: float, spread: float) -> Stroke:
    """Make the head of an arrow that comes from ``back``: two barbs of a size, at an angle from the shaft."""
    way = math.atan2(tip[1] - back[1], tip[0] - back[0])
    barbs = [(tip[0] - size * math.cos(way + turn), tip[1] - size * math.sin(way + turn)) for turn in (spread, -spread)]
    return Stroke((barbs[0], tip, barbs[1]), ink, width, over=True)


def loops(grid: Grid, cells: Iterable[Cell], *, inset: float = 0) -> tuple[tuple[Point, ...], ...]:
    """Trace the outline of cells, inset from their edges: a loop for each component and each hole, from its upper left.

    The cells lie to the right of the loop. Cells that touch only at a corner are outlined separately.
    """
    places = {grid.positions[cell] for cell in cells}
    ways: dict[Point, list[Point]] = {}  # the steps along edges from each corner
    for row, column in places:
        for (there_row, there_column), corner, step in (
            ((row - 1, column), (column, row), (1, 0)),
            ((row, column + 1), (column + 1, row), (0, 1)),
            ((row + 1, column), (column + 1, row + 1), (-1, 0)),
            ((row, column - 1), (column, row + 1), (0, -1)),
        ):
            if (there_row, there_column) not in places:
                ways.setdefault(corner, []).append(step)
    found = []
    for start in sorted(ways, key=lambda corner: (corner[1], corner[0])):
        while ways[start]:
            found.append(_walk(ways, start, inset))
    return tuple(found)


def _walk(ways: dict[Point, list[Point]], start: Point, inset: float) -> tuple[Point, ...]:
    """Follow one loop, consuming its edges; return the corners where it turns."""
    (x, y), step = start, ways[start].pop(0)
    first = step
    points = []
    while True:
        x, y = x + step[0], y + step[1]
        right, left = (-step[1], step[0]), (step[1], -step[0])
        if (x, y) == start and first not in ways[start]:
            turn = first
        else:
            turn = next(way for way in (right, step, left) if way in ways[x, y])
            ways[x, y].remove(turn)
        if turn != step:  # inset along the normals of both edges
            points.append((x + inset * (right[0] - turn[1]), y + inset * (right[1] + turn[0])))
        if (x, y) == start and turn == first:
            return (points[-1], *points[:-1])
        step = turn
