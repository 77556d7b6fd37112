"""Write the drawing and the fog of a puzzle as f-puzzles has them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from farandole.grid import Grid
from farandole.puzzle import DrawnLine, DrawnShape, Fog
from farandole.puzzle.figures import Figure, Point
from farandole.sizes import MAX_DIGITS

JsonObject = dict[str, Any]


def entries_of(figures: Iterable[Figure]) -> Iterator[tuple[str, JsonObject] | None]:
    """Yield the key and the entry of each figure; None for a figure that f-puzzles cannot express."""
    for figure in figures:
        yield _line(figure) if isinstance(figure, DrawnLine) else _shape(figure)


def _line(line: DrawnLine) -> tuple[str, JsonObject] | None:
    if cells := _outlined(line):
        return "cage", {"cells": cells, "outlineC": line.color, "fontC": "#000000"}
    names = [_name(point) for point in line.points]
    if line.has_head or line.fill or any(name is None for name in names):
        return None
    return "line", {"lines": [names], "outlineC": line.color, "width": round(2 * line.width, 3)}


def _shape(shape: DrawnShape) -> tuple[str, JsonObject] | None:
    names = _names_around(shape.center)
    if names is None:
        return None
    entry: JsonObject = {"cells": names, "angle": shape.angle}
    if not shape.fill and not shape.edge:
        return "text", entry | {"value": shape.text, "fontC": shape.ink, "size": round(2 * shape.size, 3)}
    entry |= {"width": shape.width, "height": shape.height, "baseC": shape.fill or "#ffffff00"}
    entry |= {"outlineC": shape.edge or "#ffffff00", "fontC": shape.ink, "value": shape.text}
    return "circle" if shape.is_round else "rectangle", entry


def _outlined(line: DrawnLine) -> list[str]:
    """Name the cells that a line outlines a little inside their edges, as drawn cages do; none for other lines."""
    points = line.points
    is_inset = all(abs(abs(number % 1 - 0.5) - 0.43) < 0.001 for point in points for number in point)
    if points[0] != points[-1] or not is_inset or max(map(max, points)) > MAX_DIGITS:
        return []
    edges = [(a, b) for a, b in pairwise(points) if a[0] == b[0]]
    columns, rows = (range(math.floor(min(some)), math.ceil(max(some))) for some in zip(*points, strict=True))
    return [
        f"R{row + 1}C{column + 1}"
        for row in rows
        for column in columns
        if sum(a[0] > column + 0.5 and (a[1] > row + 0.5) != (b[1] > row + 0.5) for a, b in edges) % 2
    ]


def _name(point: Point) -> str | None:
    """Name the cell of a point in its middle; None for other points."""
    x, y = point
    return f"R{math.floor(y) + 1}C{math.floor(x) + 1}" if x % 1 == y % 1 == 0.5 else None


def _names_around(center: Point) -> list[str] | None:
    """Name the cells whose middle is a point: one, two at an edge, or four at a corner; None for other points."""
    if any(number % 0.5 for number in center):
        return None
    columns, rows = (
        (math.floor(number) + 1,) if number % 1 else (round(number), round(number) + 1) for number in center
    )
    return [f"R{row}C{column}" for row in rows for column in columns]


def fog_entries(fog: Fog, grid: Grid) -> JsonObject:
    """Write the lamps and the links of fog."""

    def names(cells: tuple[int, ...]) -> str:
        return "".join(map(grid.cell_name, cells))

    links = [
        {
            "trigger": {"type": "cellvalue", "cell": names(trigger)},
            "effect": {"type": "foglight", "cells": names(cells)},
        }
        for trigger, cells in fog.links
    ]
    lamps = [grid.cell_name(cell).upper() for cell in fog.lamps]
    return {"foglight": lamps} | ({"triggereffect": links} if links else {})
