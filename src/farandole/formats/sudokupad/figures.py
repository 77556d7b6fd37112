"""The figures of SudokuPad's own document: its lines, arrows, underlays and overlays."""

from __future__ import annotations

import math
from typing import Any

from farandole.errors import PuzzleError
from farandole.formats.drawings.colors import read_color
from farandole.formats.json_value import Node
from farandole.puzzle.about import check_drawing
from farandole.puzzle.figures import DrawnLine, DrawnShape, Figure, Point
from farandole.sizes import MAX_FIGURES, MAX_LABEL

CELL = 64  # pixels
FEATURES = ("underlays", "lines", "arrows", "overlays")  # from bottom to top


def read_figures(node: Node, unknown: list[str]) -> tuple[Figure, ...]:
    """Read the figures of a document; note in `unknown` how many of each list can't be read.

    Raises
    ------
    FormatError
        If a list is not a list, or too long.
    """
    figures: list[Figure] = []
    for feature in FEATURES:
        entries = node[feature].items() if node.has(feature) and node[feature].value else []
        if len(entries) > MAX_FIGURES:
            raise node[feature].fault(f"at most {MAX_FIGURES:,} figures")
        n_lost = 0
        for entry in entries:
            figure = _figure(feature, entry)
            if figure is not None:
                figures.append(figure)
            elif not _is_empty(entry):
                n_lost += 1
        unknown += [f"drawings: {feature} ({n_lost})"] * bool(n_lost)
    return check_drawing(figures)


def _is_empty(entry: Node) -> bool:
    """Return whether an entry draws nothing: it has a place, but neither a color nor a text."""
    return any(entry.has(key) and entry[key].value for key in ("center", "wayPoints")) and not any(
        read_color(entry[key].value) or (key == "text" and entry[key].value)
        for key in ("color", "fill", "backgroundColor", "borderColor", "text")
        if entry.has(key)
    )


def _figure(feature: str, entry: Node) -> Figure | None:
    if not isinstance(entry.value, dict):
        return None
    value = entry.value
    is_over = feature == "overlays" or value.get("target") == "overlay"
    try:
        if feature in ("lines", "arrows"):
            points = [_point(point) for point in value["wayPoints"]]
            kept = tuple(point for k, point in enumerate(points) if not k or point != points[k - 1])
            color, width = read_color(value.get("color")), _number(value.get("thickness", 3)) / CELL
            fill = read_color(value.get("fill"))
            if not color and not fill:
                return None
            return DrawnLine(kept, color, round(width, 3), fill, feature == "arrows", is_over)
        return _shape(value, is_over=is_over)
    except (KeyError, TypeError, ValueError, PuzzleError):
        return None


def _shape(value: dict[str, Any], *, is_over: bool) -> DrawnShape | None:
    center = _point(value["center"])
    text = str(value.get("text", "")).replace("\u00a0", " ")[:MAX_LABEL] if value.get("text") is not None else ""
    width, height = _number(value.get("width", 0)), _number(value.get("height", 0))
    fill, edge = read_color(value.get("backgroundColor")), read_color(value.get("borderColor"))
    if not (fill or edge or text.strip()):
        return None
    return DrawnShape(
        center,
        width,
        height,
        value.get("rounded") is True,
        fill,
        edge,
        text,
        read_color(value.get("color") or value.get("textColor")) or "#000000",
        round(_number(value.get("fontSize") or 0.5 * CELL) / CELL, 3),
        _number(value.get("angle") or 0),
        is_over,
    )


def _point(place: Any) -> Point:
    """Turn a row and a column into x and y."""
    row, column = place
    return _number(column), _number(row)


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    return round(number, 4)
