"""Read squares to fill and polyominoes that fill them, as a page sends them: drawings."""

from __future__ import annotations

from typing import Any, TypeGuard

from farandole.cover.pieces import SQUARE, Board, Packing, Piece
from farandole.errors import ArgumentError

MAX_CELLS = 400  # of the board
MAX_DRAWING = 4_000  # characters
MAX_PIECES = 64

PACKING_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "squares to fill, and polyominoes that fill them",
    "properties": {
        "board": {"type": "string", "description": "rows of signs, where blanks and # are holes"},
        "pieces": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": 'a drawing for each name, such as {"T": "XXX/.X."}',
        },
        "times": {
            "anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}, {"type": "null"}],
            "default": 1,
            "description": "how often each piece is used: a number, a pair of low and high, or null for any number",
        },
        "turns": {"type": "boolean", "default": True},
        "mirrors": {"type": "boolean", "default": True},
    },
    "required": ["board", "pieces"],
    "additionalProperties": False,
}


def read_packing(value: Any) -> Packing | None:
    """Read the parameters of `Packing` from an object of JSON; None if it isn't one.

    Raises
    ------
    ArgumentError
        If the board or the number of pieces is too large.
    CoverError
        If the board or a piece has no cell, there is no piece, or ``times`` is not a number of times.

    Examples
    --------
    >>> read_packing({"board": "...../.....", "pieces": {"P": "XXX/XX."}, "times": 2})
    <Packing: 1 pieces, 10 cells, 12 placements>
    """
    if not isinstance(value, dict) or not {"board", "pieces"} <= set(value) <= set(PACKING_SCHEMA["properties"]):
        return None
    board, pieces, times = value["board"], value["pieces"], value.get("times", 1)
    turns, mirrors = value.get("turns", True), value.get("mirrors", True)
    if not (isinstance(pieces, dict) and all(map(_is_drawing, (board, *pieces.values())))):
        return None
    if not (isinstance(turns, bool) and isinstance(mirrors, bool) and _is_times(times)):
        return None
    found = Board(board, SQUARE)
    if len(found) > MAX_CELLS or len(pieces) > MAX_PIECES:
        raise ArgumentError(
            f"packing: expected at most {MAX_CELLS} cells and {MAX_PIECES} pieces, "
            f"found {len(found)} cells and {len(pieces)} pieces"
        )
    chosen = [Piece.of(name, drawing, SQUARE) for name, drawing in pieces.items()]
    often = (times[0], times[1]) if isinstance(times, list) else times
    return Packing(found, chosen, times=often, turns=turns, mirrors=mirrors)


def _is_drawing(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= MAX_DRAWING


def _is_times(value: Any) -> bool:
    return value is None or type(value) is int or (isinstance(value, list) and [*map(type, value)] == [int, int])
