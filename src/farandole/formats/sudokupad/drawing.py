"""The drawing of a puzzle in SudokuPad's format: lines, underlays, overlays."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from farandole.grid import Grid
from farandole.puzzle import DrawnLine, DrawnShape, Puzzle
from farandole.puzzle.figures import Figure
from farandole.render.marks import marks
from farandole.render.pieces.figures import Area, Box, Disc, Mark, Point, Stroke, Words
from farandole.render.pieces.inks import INKS

CELL = 64  # pixels


def drawing_of(puzzle: Puzzle) -> dict[str, list[dict[str, Any]]]:
    """Draw the rules of a puzzle."""
    drawing: dict[str, list[dict[str, Any]]] = {"lines": [], "underlays": [], "overlays": []}
    for mark in marks(puzzle):
        match mark:
            case Stroke():
                drawing["lines"].append(_line(mark))
            case Area():
                drawing["underlays"] += _tints(puzzle.grid, mark)
            case _:
                drawing["overlays" if mark.over else "underlays"].append(_spot(mark))
    return drawing


def figures_of(figures: Iterable[Figure]) -> dict[str, list[dict[str, Any]]]:
    """Write the figures that a setter drew, as `farandole.formats.sudokupad.figures` reads them."""
    drawing: dict[str, list[dict[str, Any]]] = {"lines": [], "arrows": [], "underlays": [], "overlays": []}
    for figure in figures:
        if isinstance(figure, DrawnLine):
            entry: dict[str, Any] = {"wayPoints": [_place(point) for point in figure.points]}
            entry |= {"color": figure.color, "thickness": round(CELL * figure.width, 2)}
            entry |= {"fill": figure.fill} if figure.fill else {}
            entry |= {"headLength": 0.3} if figure.has_head else {}
            entry |= {"target": "overlay"} if figure.is_over else {}
            drawing["arrows" if figure.has_head else "lines"].append(entry)
        else:
            drawing["overlays" if figure.is_over else "underlays"].append(_shape(figure))
    return drawing


def _shape(shape: DrawnShape) -> dict[str, Any]:
    entry: dict[str, Any] = {"center": _place(shape.center), "width": shape.width, "height": shape.height}
    entry |= {"rounded": True} if shape.is_round else {}
    entry |= {"backgroundColor": shape.fill} if shape.fill else {}
    entry |= {"borderColor": shape.edge} if shape.edge else {}
    entry |= {"angle": shape.angle} if shape.angle else {}
    if shape.text:
        entry |= {"text": shape.text, "color": shape.ink, "fontSize": round(CELL * shape.size, 2)}
    return entry


def _color(ink: str) -> str:
    """Write a color with six hexadecimal digits."""
    color = INKS[ink][0]
    return color if len(color) == 7 else "#" + "".join(2 * digit for digit in color[1:])


def _place(point: Point) -> list[float]:
    """Turn x and y into row and column."""
    return [round(point[1], 3), round(point[0], 3)]


def _line(mark: Stroke) -> dict[str, Any]:
    points = [*mark.points, mark.points[0]] if mark.closed else mark.points
    entry: dict[str, Any] = {"wayPoints": [_place(point) for point in points], "color": _color(mark.ink)}
    entry["thickness"] = round(CELL * mark.width, 1)
    if mark.dash:
        entry["stroke-dasharray"] = ",".join(f"{CELL * size:g}" for size in mark.dash)
    return entry | ({"target": "overlay"} if mark.over else {})


def _tints(grid: Grid, mark: Area) -> list[dict[str, Any]]:
    """Fill the cells whose center is inside an area."""
    points = [point for loop in mark.loops for point in loop]
    columns, rows = (range(int(min(some)), int(max(some)) + 1) for some in zip(*points, strict=True))
    centers = [(c + 0.5, r + 0.5) for r, c in product(rows, columns) if grid.cell(r, c) is not None]
    inside = [center for center in centers if _is_inside(center, mark)]
    return [
        {"center": _place(center), "width": 1, "height": 1, "backgroundColor": _color(mark.ink)} for center in inside
    ]


def _is_inside(point: Point, mark: Area) -> bool:
    """Return whether a point is inside an area: the number of edges to its right is odd."""
    x, y = point
    edges = [edge for loop in mark.loops for edge in zip(loop, (*loop[1:], loop[0]), strict=True)]
    crossed = [(a, b) for a, b in edges if (a[1] > y) != (b[1] > y)]
    return sum(x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in crossed) % 2 == 1


def _spot(mark: Mark) -> dict[str, Any]:
    match mark:
        case Disc():
            size, is_round, center = 2 * mark.radius, True, mark.center
        case Box():
            size, is_round, center = mark.size, False, mark.center
        case Words():
            width = 0.6 * mark.size * len(mark.text)
            x, y = mark.at
            at = _place((x + width / 2 if mark.to_the_right else x, y))
            font = {"fontSize": round(CELL * mark.size), "color": _color(mark.ink)}
            return {"center": at, "width": round(width, 2), "height": round(mark.size, 2), "text": mark.text} | font
        case _:
            raise TypeError(f"expected a disc, a box or words, found {mark!r}")
    entry: dict[str, Any] = {"center": _place(center), "width": size, "height": size, "rounded": is_round}
    if mark.fill:
        entry["backgroundColor"] = _color(mark.fill)
    if mark.edge:
        entry |= {"borderColor": _color(mark.edge), "thickness": round(CELL * mark.width, 1)}
    if isinstance(mark, Box) and mark.is_diamond:
        entry["angle"] = 45
    return entry
