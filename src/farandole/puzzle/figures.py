"""Figures that a setter draws on a puzzle, beside what its rules draw: lines, and shapes with a text.

The unit is a cell, and the origin is the upper left corner of ``r1c1``: x points right, y points down.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from farandole.errors import PuzzleError, short_repr
from farandole.lazy import regex
from farandole.records import record
from farandole.sizes import MAX_LABEL, MAX_SIDE

Point: TypeAlias = tuple[float, float]

_COLOR = regex(r"#[0-9a-f]{6}([0-9a-f]{2})?")
_UNPRINTABLE = regex(r"[^\S\n]+")


@record
class DrawnLine:
    """A line through points.

    Parameters
    ----------
    points : tuple of (float, float)
        At least two.
    color, fill : str
        ``#rrggbb`` or ``#rrggbbaa``; empty for none. The fill is that of the area within the line.
    width : float
        In cells.
    has_head : bool
        Whether it is an arrow, with its head at the last point.
    is_over : bool
        Whether it is above the lines of the grid.

    Raises
    ------
    PuzzleError
        If a color or a number is malformed.

    Examples
    --------
    >>> DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067", 0.2).color
    '#67f067'
    """

    points: tuple[Point, ...]
    color: str
    width: float = 0.1
    fill: str = ""
    has_head: bool = False
    is_over: bool = False

    def __post_init__(self) -> None:
        if len(self.points) < 2:
            raise PuzzleError(f"line: expected at least two points, found {len(self.points)}")
        for point in self.points:
            _check_point("line", point)
        _check_size("line", self.width)
        _check_colors("line", self.color, self.fill)


@record
class DrawnShape:
    """A circle or a box around a point, perhaps with a text, or only a text.

    Parameters
    ----------
    center : (float, float)
    width, height : float
        In cells.
    is_round : bool
        Whether it is an ellipse or has round ends, and not a box.
    fill, edge, ink : str
        The colors of its area, its border and its text: ``#rrggbb`` or ``#rrggbbaa``; empty for none.
    text : str
    size : float
        The height of the text in cells.
    angle : float
        In degrees, clockwise.
    is_over : bool
        Whether it is above the lines of the grid.

    Raises
    ------
    PuzzleError
        If a color or a number is malformed, or if the text is too long.

    Examples
    --------
    >>> DrawnShape((1, 0.5), 0.3, 0.3, is_round=True, fill="#000000").is_round
    True
    """

    center: Point
    width: float
    height: float
    is_round: bool = False
    fill: str = ""
    edge: str = ""
    text: str = ""
    ink: str = "#000000"
    size: float = 0.5
    angle: float = 0.0
    is_over: bool = True

    def __post_init__(self) -> None:
        _check_point("shape", self.center)
        for size in (self.width, self.height, self.size):
            _check_size("shape", size)
        if not math.isfinite(self.angle):
            raise PuzzleError(f"shape: expected an angle, found {self.angle}")
        _check_colors("shape", self.fill, self.edge, self.ink)
        object.__setattr__(self, "text", _clean(self.text))
        if len(self.text) > MAX_LABEL:
            raise PuzzleError(f"shape: expected a text of at most {MAX_LABEL} characters, found {len(self.text):,}")


Figure: TypeAlias = DrawnLine | DrawnShape


def _clean(text: str) -> str:
    text = _UNPRINTABLE.sub(" ", text).strip()
    return "".join(character for character in text if character.isprintable() or character == "\n")


def _check_point(what: str, point: Point) -> None:
    if not all(math.isfinite(number) and abs(number) <= 2 * MAX_SIDE for number in point):
        raise PuzzleError(f"{what}: expected a point near the grid, found {short_repr(point)}")


def _check_size(what: str, size: float) -> None:
    if not (math.isfinite(size) and 0 <= size <= 2 * MAX_SIDE):
        raise PuzzleError(f"{what}: expected a size in cells, found {short_repr(size)}")


def _check_colors(what: str, *colors: str) -> None:
    for color in colors:
        if color and not _COLOR.fullmatch(color):
            raise PuzzleError(f"{what}: expected a color such as #67f067, found {short_repr(color)}")
