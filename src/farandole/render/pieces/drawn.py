"""The figures that a setter drew beside the rules, in the setter's own colors.

Black and white follow the theme where they are ink and paper, so that a text is readable on a dark page, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from farandole.grid import Grid
from farandole.puzzle.figures import DrawnLine, DrawnShape, Figure, Point
from farandole.render.pieces.figures import Box, arrowhead

CELL = 100  # units of the drawing
BLACK, WHITE = "#000000", "#ffffff"
_FAR = 3  # cells around the grid; figures beyond are not drawn


def draw_figures(grid: Grid, figures: Iterable[Figure], *, is_over: bool) -> Iterator[str]:
    """Write the figures below or above the lines of the grid as SVG, from bottom to top.

    Examples
    --------
    >>> line = DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067", 0.2)
    >>> [*draw_figures(Grid.classic(), [line], is_over=False)]
    ['<path d="M50 50L250 50" stroke="#67f067" stroke-width="20" fill="none"/>']
    """
    for figure in figures:
        if figure.is_over == is_over and all(_is_near(grid, point) for point in _points(figure)):
            yield from _line(figure) if isinstance(figure, DrawnLine) else _shape(figure)


def room_for(grid: Grid, figures: Sequence[Figure]) -> list[Box]:
    """List boxes around the figures outside a grid, which a drawing has to leave room for."""
    points = (
        (point, 0.1 if isinstance(figure, DrawnLine) else max(min(figure.width, figure.height), figure.size))
        for figure in figures
        for point in _points(figure)
    )
    return [
        Box(point, size)
        for point, size in points
        if _is_near(grid, point) and grid.cell(math.floor(point[1]), math.floor(point[0])) is None
    ]


def _points(figure: Figure) -> Sequence[Point]:
    return figure.points if isinstance(figure, DrawnLine) else (figure.center,)


def _is_near(grid: Grid, point: Point) -> bool:
    x, y = point
    return -_FAR <= x <= grid.width + _FAR and -_FAR <= y <= grid.height + _FAR


def _line(line: DrawnLine) -> Iterator[str]:
    path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in line.points)
    yield f'<path d="{path}" {_stroke(line.color, line.width)} {_fill(line.fill)}/>'
    if line.has_head:
        head = arrowhead(line.points[-2], line.points[-1], "ink", line.width, size=0.3, spread=0.6).points
        path = "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in head)
        yield f'<path d="{path}" {_stroke(line.color, line.width)} fill="none"/>'


def _shape(shape: DrawnShape) -> Iterator[str]:
    (x, y), width, height = shape.center, shape.width, shape.height
    turn = f' transform="rotate({shape.angle:g} {_number(x)} {_number(y)})"' if shape.angle else ""
    if shape.fill or shape.edge:
        place = f'x="{_number(x - width / 2)}" y="{_number(y - height / 2)}"'
        size = f'width="{_number(width)}" height="{_number(height)}"'
        corner = f' rx="{_number(min(width, height) / 2)}"' if shape.is_round else ""
        look = f"{_fill(shape.fill)} {_stroke(shape.edge, 0.03)}"
        yield f"<rect {place} {size}{corner} {look}{turn}/>"
    if shape.text:
        is_ink = shape.ink == BLACK and shape.fill in ("", WHITE) and not (shape.fill and shape.edge)
        color = 'class="ink"' if is_ink else f'fill="{shape.ink or BLACK}"'
        lines = shape.text.split("\n")
        for number, text in enumerate(lines):
            below = y + (number - (len(lines) - 1) / 2) * shape.size + 0.355 * shape.size
            at = f'x="{_number(x)}" y="{_number(below)}" font-size="{_number(shape.size)}"'
            yield f"<text {at} {color}{turn}>{escape(text)}</text>"


def _stroke(color: str, width: float) -> str:
    if not color:
        return 'stroke="none"'
    ink = 'class="ink-line"' if color == BLACK else f'stroke="{color}"'
    return f'{ink} stroke-width="{_number(width)}"'


def _fill(color: str) -> str:
    return f'fill="{color or "none"}"'


def _number(size: float) -> str:
    """Write a size in cells as units of the drawing."""
    return f"{round(CELL * size, 1) or 0:g}"
