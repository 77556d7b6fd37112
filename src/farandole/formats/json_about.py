"""The key ``about`` of a document: title, author, rules in words, message, drawing, fog."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from farandole.errors import FormatError, PuzzleError
from farandole.formats.json_value import Node, cell_names
from farandole.grid import Grid
from farandole.puzzle import About, DrawnLine, DrawnShape, Fog
from farandole.puzzle.about import LIMITS
from farandole.puzzle.figures import Figure
from farandole.records import fields
from farandole.sizes import MAX_FIGURES

_KEYS = (*LIMITS, "drawing", "fog")
_FOG_KEYS = ("lamps", "links", "solution")

# The keys of a figure, each with the field that it holds, and how it is read. A key is left out if it has its default.
_Reader = Callable[[Node], Any]


def _number(node: Node) -> float:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise node.fault("a number")
    return value


def _flag(node: Node) -> bool:
    if not isinstance(node.value, bool):
        raise node.fault("true or false")
    return node.value


def _point(node: Node) -> tuple[float, float]:
    x, y = (_number(item) for item in node.items(2))
    return x, y


_LINE: dict[str, tuple[str, _Reader]] = {
    "line": ("points", lambda node: tuple(map(_point, node.items()))),
    "color": ("color", Node.text),
    "width": ("width", _number),
    "fill": ("fill", Node.text),
    "head": ("has_head", _flag),
    "over": ("is_over", _flag),
}
_SHAPE: dict[str, tuple[str, _Reader]] = {
    "shape": ("center", _point),
    "width": ("width", _number),
    "height": ("height", _number),
    "round": ("is_round", _flag),
    "fill": ("fill", Node.text),
    "edge": ("edge", Node.text),
    "text": ("text", Node.text),
    "ink": ("ink", Node.text),
    "size": ("size", _number),
    "angle": ("angle", _number),
    "over": ("is_over", _flag),
}


def read_about(node: Node, grid: Grid) -> About:
    """Read what a puzzle has beside its rules.

    Raises
    ------
    FormatError
        If a value is not as expected; the message says where.
    """
    node.only(_KEYS)
    values: dict[str, Any] = {name: node[name].text() for name in LIMITS if node.has(name)}
    if node.has("drawing"):
        entries = node["drawing"].items()
        if len(entries) > MAX_FIGURES:
            raise node["drawing"].fault(f"at most {MAX_FIGURES:,} figures")
        values["drawing"] = tuple(map(_read_figure, entries))
    if node.has("fog"):
        values["fog"] = _read_fog(node["fog"], grid)
    try:
        return About(**values)
    except PuzzleError as error:
        raise FormatError.from_error(error, f"{node.where}.{error}") from None


def _read_figure(node: Node) -> Figure:
    keys = _LINE if node.has("line") else _SHAPE
    node.only(tuple(keys))
    values = {field: read(node[key]) for key, (field, read) in keys.items() if node.has(key)}
    missing = [
        key for key in (("line", "color") if keys is _LINE else ("shape", "width", "height")) if not node.has(key)
    ]
    if missing:
        raise node.fault(f"an object with {missing[0]!r}")
    try:
        return DrawnLine(**values) if keys is _LINE else DrawnShape(**values)
    except PuzzleError as error:
        raise FormatError.from_error(error, f"{node.where}: {error}") from None


def _read_fog(node: Node, grid: Grid) -> Fog:
    node.only(_FOG_KEYS)
    lamps = node["lamps"].cells(grid) if node.has("lamps") else ()
    pairs = [pair.items(2) for pair in node["links"].items()] if node.has("links") else []
    links = tuple((first.cells(grid), second.cells(grid)) for first, second in pairs)
    solution = (
        tuple(digit.integer(0, grid.n_digits) for digit in node["solution"].items(grid.n_cells or None))
        if (node.has("solution"))
        else ()
    )
    return Fog(lamps, links, solution)


def about_document(about: About, grid: Grid) -> dict[str, Any]:
    """Write what a puzzle has beside its rules, as `read_about` reads it."""
    document: dict[str, Any] = dict(about.texts)
    if about.drawing:
        document["drawing"] = [_figure(figure) for figure in about.drawing]
    if about.fog is not None:
        document["fog"] = _fog(about.fog, grid)
    return document


def _figure(figure: Figure) -> dict[str, Any]:
    keys = _LINE if isinstance(figure, DrawnLine) else _SHAPE
    usual = {field.name: field.default for field in fields(figure)}
    values = {key: getattr(figure, field) for key, (field, _) in keys.items()}
    return {key: _plain(value) for key, value in values.items() if value != usual[keys[key][0]]}


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _fog(fog: Fog, grid: Grid) -> dict[str, Any]:
    document: dict[str, Any] = {"lamps": cell_names(grid, fog.lamps)} if fog.lamps else {}
    if fog.links:
        document["links"] = [[cell_names(grid, cells) for cells in link] for link in fog.links]
    return document | ({"solution": list(fog.solution)} if fog.solution else {})


# ── Schema ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_COLOR = {"type": "string", "pattern": "^(#[0-9a-f]{6}([0-9a-f]{2})?)?$"}
_POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_TYPES: dict[str, dict[str, Any]] = {
    "line": {"type": "array", "items": _POINT, "minItems": 2},
    "shape": _POINT,
    **dict.fromkeys(("color", "fill", "edge", "ink"), _COLOR),
    **{key: {"type": "number"} for key in ("width", "height", "size", "angle")},
    **{key: {"type": "boolean"} for key in ("head", "over", "round")},
    "text": {"type": "string"},
}
_CELL_NAMES = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        **{name: {"type": "string", "maxLength": most} for name, most in LIMITS.items()},
        "drawing": {
            "type": "array",
            "maxItems": MAX_FIGURES,
            "items": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {key: _TYPES[key] for key in keys},
                        "required": required,
                        "additionalProperties": False,
                    }
                    for keys, required in ((_LINE, ["line", "color"]), (_SHAPE, ["shape", "width", "height"]))
                ]
            },
        },
        "fog": {
            "type": "object",
            "properties": {
                "lamps": _CELL_NAMES,
                "links": {"type": "array", "items": {"type": "array", "items": _CELL_NAMES}},
                "solution": {"type": "array", "items": {"type": "integer"}},
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
"""The key as JSON Schema."""
