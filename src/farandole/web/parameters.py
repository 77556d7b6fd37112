"""Read the parameters of a call: values of JSON, converted to the types in a method's annotations."""

from __future__ import annotations

import base64
import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NewType, get_args, get_origin, get_type_hints

from farandole import formats
from farandole.bitsets import has_digit
from farandole.cover import Cover
from farandole.cover.pieces import Packing
from farandole.errors import ArgumentError, short_repr
from farandole.formats.knuth import read_cover
from farandole.grid import Cell
from farandole.logic import Board
from farandole.puzzle import Puzzle, parse_digits
from farandole.puzzle.visible import seen_by_player
from farandole.web.packings import PACKING_SCHEMA, read_packing

Notes = NewType("Notes", dict[str, str])
"""The candidates that a player has noted: digits by the names of cells."""

Names = NewType("Names", list[str])
"""Names of rules or techniques."""

Photo = NewType("Photo", bytes)
"""A picture, or a document with pictures, in base64."""

LongText = NewType("LongText", str)
"""A text of many puzzles."""

MAX_PHOTO = 12 << 20  # characters of base64: nine million bytes
MAX_TEXT = 1 << 16
MAX_LONG_TEXT = 8 << 20


def read(name: str, kind: Any, value: Any) -> Any:
    """Read a parameter.

    Raises
    ------
    ArgumentError
        If the value has the wrong type. The message names the parameter.
    FormatError, PuzzleError
        If a puzzle can't be read.

    Examples
    --------
    >>> read("seconds", float, 2), read("form", Literal["line", "json"], "line")
    (2.0, 'line')
    >>> read("limit", int, "many")
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: limit: expected a whole number, found 'many'
    """
    if type(None) in get_args(kind):  # it is optional
        [kind] = set(get_args(kind)) - {type(None)}
        if value is None:
            return None
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise ArgumentError(f"{name}: expected one of {', '.join(get_args(kind))}; found {short_repr(value)}")
        return value
    expected, convert = READERS[kind]
    converted = convert(value)
    if converted is None:
        raise ArgumentError(f"{name}: expected {expected}, found {short_repr(value)}")
    return converted


def read_seen(puzzle: Puzzle, digits: str | None) -> Puzzle:
    """Return what a player who has entered these digits sees of a puzzle: all of it, unless there is fog."""
    return seen_by_player(puzzle, parse_digits(digits, puzzle.grid) if digits else puzzle.givens)


def read_board(puzzle: Puzzle, digits: str | None) -> Board:
    """Return the board of a puzzle with the digits that a player has entered.

    Raises
    ------
    ArgumentError
        If the digits contradict each other or the givens.
    """
    board = Board.of(puzzle)
    for cell, digit in enumerate(parse_digits(digits, puzzle.grid) if digits else ()):
        if digit and digit != board.values[cell]:
            if board.values[cell] or not has_digit(board.masks[cell], digit):
                raise ArgumentError(f"digits: {puzzle.grid.cell_name(cell)} can't be {digit} beside the others")
            board.place(cell, digit)
    return board


def read_candidate(puzzle: Puzzle, cell: str, digit: int) -> tuple[Cell, int]:
    """Return a cell by its name, and a digit.

    Raises
    ------
    ArgumentError
        If it is not the name of one cell, or not a digit of the grid.

    Examples
    --------
    >>> read_candidate(Puzzle.classic("." * 81), "r1c2", 5)
    (1, 5)
    """
    cells, n_digits = puzzle.grid.cells_of(cell), puzzle.grid.n_digits
    if len(cells) != 1:
        raise ArgumentError(f"cell: expected the name of one cell, found {short_repr(cell)}")
    if not 1 <= digit <= n_digits:
        raise ArgumentError(f"digit: expected 1 to {n_digits}, found {short_repr(digit)}")
    return cells[0], digit


def schema(method: Callable[..., Any]) -> dict[str, Any]:
    """Describe the parameters of a method as a JSON Schema.

    Examples
    --------
    >>> def count(puzzle: Puzzle, *, seconds: float = 10) -> None: ...
    >>> schema(count)["required"], schema(count)["properties"]["seconds"]
    (['puzzle'], {'type': 'number', 'default': 10})
    """
    kinds = get_type_hints(method)
    properties, required = {}, []
    for name, parameter in inspect.signature(method).parameters.items():
        properties[name] = _describe(kinds[name])
        if parameter.default is parameter.empty:
            required.append(name)
        elif parameter.default is not None:
            properties[name]["default"] = parameter.default
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _describe(kind: Any) -> dict[str, Any]:
    if type(None) in get_args(kind):
        [kind] = set(get_args(kind)) - {type(None)}
        return {"anyOf": [_describe(kind), {"type": "null"}]}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    return dict(SCHEMAS[kind])


def _read_int(value: Any) -> int | None:
    return value if type(value) is int else None


def _read_float(value: Any) -> float | None:
    return float(value) if type(value) in (int, float) else None


def _read_bool(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _read_text(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= MAX_TEXT else None


def _read_long_text(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= MAX_LONG_TEXT else None


def _read_photo(value: Any) -> bytes | None:
    if not isinstance(value, str) or len(value) > MAX_PHOTO:
        return None
    try:
        return base64.b64decode(value, validate=True)
    except ValueError:
        return None


def _read_names(value: Any) -> list[str] | None:
    return value if isinstance(value, list) and all(isinstance(name, str) for name in value) else None


def _read_notes(value: Any) -> Mapping[str, str] | None:
    is_one = isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)
    return value if is_one else None


def _read_puzzle(value: Any) -> Puzzle | None:
    text = json.dumps(value) if isinstance(value, dict) else value
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        return None
    puzzles = formats.read(text)
    return puzzles[0] if len(puzzles) == 1 else None


def _read_cover(value: Any) -> Cover | None:
    return read_cover(value) if isinstance(value, str) and len(value) <= MAX_TEXT else None


READERS: dict[Any, tuple[str, Callable[[Any], Any]]] = {
    int: ("a whole number", _read_int),
    float: ("a number", _read_float),
    bool: ("true or false", _read_bool),
    str: (f"a text of at most {MAX_TEXT:,} characters", _read_text),
    LongText: (f"a text of at most {MAX_LONG_TEXT:,} characters", _read_long_text),
    Names: ("a list of names", _read_names),
    Photo: ("a picture as base64", _read_photo),
    Notes: ("digits for names of cells", _read_notes),
    Cover: (f"an exact cover as a text of at most {MAX_TEXT:,} characters", _read_cover),
    Packing: ("a board and pieces as drawings: board, pieces, times, turns, mirrors", read_packing),
    Puzzle: ("one puzzle, as a text or a document", _read_puzzle),
}

_TEXT = {"type": "string", "maxLength": MAX_TEXT}
SCHEMAS: dict[Any, dict[str, Any]] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    str: _TEXT,
    LongText: {"type": "string", "maxLength": MAX_LONG_TEXT},
    Photo: {"type": "string", "format": "byte", "maxLength": MAX_PHOTO},
    Names: {"type": "array", "items": {"type": "string"}},
    Notes: {"type": "object", "additionalProperties": {"type": "string"}},
    Cover: _TEXT | {"description": "a matrix of 0 and 1, or Knuth's format"},
    Packing: PACKING_SCHEMA,
    Puzzle: {"anyOf": [_TEXT, {"type": "object"}], "description": "a text in any format, or our own document"},
}
