"""The drawing of an f-puzzles document: its lines, shapes, texts, cages and colors that belong to no rule; its fog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from farandole.errors import PuzzleError
from farandole.formats.drawings.colors import read_color
from farandole.formats.drawings.reader import Outline
from farandole.formats.fpuzzles.vocabulary import DRAWINGS, OF_A_RULE
from farandole.formats.json_value import Node
from farandole.grid import Cell, Grid
from farandole.lazy import regex
from farandole.puzzle import DrawnLine, DrawnShape, Fog
from farandole.puzzle.about import check_drawing
from farandole.puzzle.figures import Figure, Point
from farandole.puzzle.fog import neighborhood
from farandole.sizes import MAX_FIGURES, MAX_LABEL

_PLACE = regex(r"R(-?\d{1,3})C(-?\d{1,3})")
_LAMPS = ("FOW", "FOGLIGHT")
# The colors of cells by their numbers in the format.
_CELL_COLORS = ("#a8a8a8", "#000000", "#ffa0a0", "#ffdf61", "#feffaf", "#b0ffb0", "#61d060", "#d0d0ff", "#8180f0")
_LINE_UNIT = 0.5  # a line of width 1 is half a cell wide


def read_figures(node: Node, unknown: list[str]) -> tuple[Figure, ...]:
    """Read the figures of a document that belong to no rule; note in `unknown` how many of a kind can't be read."""
    figures = list(_cell_colors(node["grid"]))
    for key in DRAWINGS:
        entries = _own_entries(node, key) if key != "cage" else []
        if len(entries) > MAX_FIGURES:
            raise node[key].fault(f"at most {MAX_FIGURES:,} figures")
        n_lost = 0
        for entry in entries:
            try:
                figures += _figures(key, entry.value)
            except (KeyError, TypeError, ValueError, PuzzleError):
                n_lost += 1
        unknown += [f"drawings: {key} ({n_lost})"] * bool(n_lost)
    return check_drawing(figures)


def _own_entries(node: Node, key: str) -> list[Node]:
    """List the entries of a key that belong to no rule."""
    entries = node[key].items() if node.has(key) and node[key].value else []
    return [entry for entry in entries if not any(map(entry.has, OF_A_RULE))]


def _figures(key: str, value: dict[str, Any]) -> Iterator[Figure]:
    if key == "line":
        for names in value["lines"]:
            points = tuple(map(_center, names))
            kept = tuple(point for k, point in enumerate(points) if not k or point != points[k - 1])
            width = round(_LINE_UNIT * float(value.get("width", 0.5)), 3)
            yield DrawnLine(kept, read_color(value.get("outlineC")) or "#000000", width)
        return
    text = str(value.get("value") or "").strip()[:MAX_LABEL]
    size, angle = float(value.get("size", 1)), float(value.get("angle") or 0)
    center, ink = _middle(value["cells"]), read_color(value.get("fontC")) or "#000000"
    if key == "text":
        if text:
            yield DrawnShape(center, 0.25, 0.25, text=text, ink=ink, size=round(0.5 * size, 3), angle=angle)
        return
    width, height = float(value.get("width", 1)), float(value.get("height", 1))
    fill, edge = read_color(value.get("baseC")), read_color(value.get("outlineC"))
    yield DrawnShape(center, width, height, key == "circle", fill, edge, text, ink, 0.5, angle)


def _cell_colors(grid: Node) -> Iterator[Figure]:
    for row, line in enumerate(grid.items()):
        for column, cell in enumerate(line.items()):
            value = cell.value if isinstance(cell.value, dict) else {}
            many = value.get("cArray")
            color = value.get("c") or (many[0] if isinstance(many, list) and many else None)
            if isinstance(color, int) and not isinstance(color, bool):
                color = _CELL_COLORS[color] if 0 <= color < len(_CELL_COLORS) else None
            if fill := read_color(color):
                yield DrawnShape((column + 0.5, row + 0.5), 1, 1, fill=fill, is_over=False)


def _center(name: str) -> Point:
    match = _PLACE.fullmatch(name)
    if not match:
        raise ValueError
    return int(match[2]) - 0.5, int(match[1]) - 0.5


def _middle(names: list[str]) -> Point:
    points = [_center(name) for name in names]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def read_outlines(node: Node, grid: Grid) -> list[Outline]:
    """Read the cages that belong to no rule, except for those that hold metadata or lamps."""
    outlines = []
    for entry in _own_entries(node, "cage"):
        text = str(entry["value"].value).strip() if entry.has("value") and entry["value"].value is not None else ""
        if text not in _LAMPS and not re.match(r"[a-z]+: ", text) and entry["cells"].value:
            outlines.append(Outline(entry["cells"].cells(grid), text))
    return outlines


def read_fog(node: Node, grid: Grid) -> Fog | None:
    """Read the lamps and the links of fog; None if there is no fog."""
    lamps: list[Cell] = []
    cages = {mark: [entry["cells"] for entry in _own_entries(node, "cage") if _value(entry) == mark] for mark in _LAMPS}
    wide = [node["fogofwar"]] if node.has("fogofwar") else []
    plain = [node["foglight"]] if node.has("foglight") else []
    for cells in (*wide, *cages["FOW"]):
        for cell in cells.cells(grid):
            lamps += sorted(neighborhood(grid, cell))
    for cells in (*plain, *cages["FOGLIGHT"]):
        lamps += cells.cells(grid)
    links = [
        (_named(link["trigger"]["cell"], grid), _named(link["effect"]["cells"], grid))
        for link in (node["triggereffect"].items() if node.has("triggereffect") else [])
        if link["trigger"]["type"].value == "cellvalue" and link["effect"]["type"].value == "foglight"
    ]
    if not (wide or plain or links or any(cages.values())):
        return None
    return Fog(tuple(dict.fromkeys(lamps)), tuple(links), read_solution(node, grid) or ())


def _value(entry: Node) -> object:
    return entry["value"].value if entry.has("value") else None


def _named(node: Node, grid: Grid) -> tuple[Cell, ...]:
    places = re.findall(r"r(\d{1,4})c(\d{1,4})", node.text(), re.IGNORECASE)
    cells = (grid.cell(int(row) - 1, int(column) - 1) for row, column in places)
    return tuple(cell for cell in cells if cell is not None)


def read_solution(node: Node, grid: Grid) -> tuple[int, ...] | None:
    """Read the stored solution, 0 for each digit that isn't known; None if there is none."""
    value = node["solution"].value if node.has("solution") else None
    digits = value.split(",") if isinstance(value, str) and "," in value else list(value or "")
    if len(digits) != grid.n_cells:
        return None
    known = [int(digit) if re.fullmatch("[0-9]{1,2}", str(digit)) else 0 for digit in digits]
    return tuple(digit if digit <= grid.n_digits else 0 for digit in known) if any(known) else None
