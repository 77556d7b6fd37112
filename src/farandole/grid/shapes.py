"""Shapes: rows, boxes and regions, the corners of known gattai, and extra houses.

Here a house is a name and positions; `farandole.grid` converts them to cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from farandole.errors import PuzzleError
from farandole.grid.outline import Position
from farandole.lazy import regex

Box: TypeAlias = tuple[int, int]
"""Height and width."""

Houses: TypeAlias = dict[str, list[Position]]

# The corners of the known gattai. Sources: the puzzles of janko.at for those up to sumo; Sudopedia, "Flower", "Cross"
# and "Twodoku"; samuraisudoku.com, "Triple Doku - Rules": stairs of three grids, each two boxes into the next.
NAMED: Mapping[str, tuple[Position, ...]] = {
    "twodoku": ((0, 0), (6, 6)),
    "triple": ((0, 0), (6, 3), (12, 6)),
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
    "sohei": ((0, 6), (6, 0), (6, 12), (12, 6)),
    "flower": ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)),
    "cross": ((0, 6), (6, 0), (6, 6), (6, 12), (12, 6)),
    "windmill": ((0, 3), (3, 12), (6, 6), (9, 0), (12, 9)),
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "gattai8": ((0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)),
    "shogun": (
        *((0, 0), (0, 12), (0, 24), (0, 36)),
        *((6, 6), (6, 18), (6, 30)),
        *((12, 0), (12, 12), (12, 24), (12, 36)),
    ),
    "sumo": (
        *((0, 0), (0, 12), (0, 24), (6, 6), (6, 18)),
        *((12, 0), (12, 12), (12, 24), (18, 6), (18, 18)),
        *((24, 0), (24, 12), (24, 24)),
    ),
}


_NAME = regex(r"[rR]([0-9]{1,6})[cC]([0-9]{1,6})")


def position_name(position: Position) -> str:
    """Name a position by its row and column, counted from 1: ``r1c1``."""
    row, column = position
    return f"r{row + 1}c{column + 1}"


def parse_position(name: str) -> Position | None:
    """Parse a name such as ``r1c1``: the inverse of `position_name`; None if the text is not such a name.

    Examples
    --------
    >>> parse_position("r1c9"), parse_position("R10C1"), parse_position("c1r1")
    ((0, 8), (9, 0), None)
    """
    match = _NAME.fullmatch(name)
    return (int(match[1]) - 1, int(match[2]) - 1) if match else None


def named_of_size(height: int, width: int) -> list[str]:
    """Find the known gattai with this number of rows and columns.

    Examples
    --------
    >>> named_of_size(21, 21)
    ['sohei', 'cross', 'windmill', 'samurai']
    """
    tops, lefts = ({name: max(corner[k] for corner in corners) for name, corners in NAMED.items()} for k in (0, 1))
    return [name for name in NAMED if (tops[name] + 9, lefts[name] + 9) == (height, width)]


def _rectangle(top: int, left: int, box: Box) -> list[Position]:
    height, width = box
    return list(product(range(top, top + height), range(left, left + width)))


def _of_grid(number: int, corners: Sequence[Position]) -> str:
    return f" of grid {number}" if len(corners) > 1 else ""


def lines_of(corners: Sequence[Position], n: int) -> Houses:
    """Return the rows and columns of square grids, given by their upper left corners.

    Raises
    ------
    PuzzleError
        If two grids have the same corner.
    """
    houses: Houses = {}
    known: set[Position] = set()
    for number, (top, left) in enumerate(corners, 1):
        if (top, left) in known:
            raise PuzzleError(f"two grids have the corner {position_name((top, left))}")
        known.add((top, left))
        ending = _of_grid(number, corners)
        houses |= {f"row {i + 1}{ending}": _rectangle(top + i, left, (1, n)) for i in range(n)}
        houses |= {f"column {j + 1}{ending}": _rectangle(top, left + j, (n, 1)) for j in range(n)}
    return houses


def boxes_of(corners: Sequence[Position], box: Box) -> Houses:
    """Return the boxes of square grids; a box that two grids share comes once.

    Raises
    ------
    PuzzleError
        If grids overlap so that a cell is in two boxes that differ.
    """
    height, width = box
    houses: Houses = {}
    owners: dict[Position, str] = {}
    for number, (top, left) in enumerate(corners, 1):
        ending = _of_grid(number, corners)
        for k in range(height * width):
            name = f"box {k + 1}{ending}"
            places = _rectangle(top + k // height * height, left + k % height * width, box)
            owner = owners.get(places[0], name)
            if houses.get(owner) == places:
                continue
            houses[name] = places
            for position in places:
                if (other := owners.setdefault(position, name)) != name:
                    raise PuzzleError(f"{position_name(position)} is in two boxes: {other} and {name}")
    return houses


def regions_of(text: str, n: int) -> Houses:
    """Parse regions from rows of letters, with ``.`` or ``#`` for none; in the order of their first cells.

    Raises
    ------
    PuzzleError
        If a region has more than n cells, or fewer.
    """
    regions: dict[str, list[Position]] = {}
    for row, line in enumerate(text.split()):
        for column, letter in enumerate(line):
            if letter not in ".#":
                regions.setdefault(letter, []).append((row, column))
    for letter, places in regions.items():
        if len(places) != n:
            raise PuzzleError(f"region {letter}: expected {n} cells, found {len(places)}")
    return {f"region {letter}": places for letter, places in regions.items()}


@cache
def square_box(n: int) -> tuple[int, int]:
    """Return the box nearest to a square, wider than high, for n digits.

    Examples
    --------
    >>> square_box(9), square_box(6), square_box(12), square_box(7)
    ((3, 3), (2, 3), (3, 4), (1, 7))
    """
    height = max(height for height in range(1, n + 1) if n % height == 0 and height * height <= n)
    return height, n // height


# ── Extra houses, of a square grid with n digits ────────────────────────────────────────────────────────────────


def _falling(n: int, box: Box | None) -> Houses:  # noqa: ARG001
    return {"falling diagonal": [(i, i) for i in range(n)]}


def _rising(n: int, box: Box | None) -> Houses:  # noqa: ARG001
    return {"rising diagonal": [(i, n - 1 - i) for i in range(n)]}


def _boxed(box: Box | None) -> Box:
    if box is None:
        raise PuzzleError("expected a grid with boxes")
    return box


def _windoku(n: int, box: Box | None) -> Houses:
    """Four boxes, one cell apart and one cell from the edge."""
    height, width = _boxed(box)
    corners = product(range(1, n - height, height + 1), range(1, n - width, width + 1))
    return {f"window {k}": _rectangle(*corner, (height, width)) for k, corner in enumerate(corners, 1)}


def _disjoint_groups(n: int, box: Box | None) -> Houses:
    """The cells at the same place in each box."""
    boxes = boxes_of([(0, 0)], _boxed(box)).values()
    return {f"group {k + 1}": [places[k] for places in boxes] for k in range(n)}


def _center_dot(n: int, box: Box | None) -> Houses:
    height, width = _boxed(box)
    if height % 2 == 0 or width % 2 == 0:
        raise PuzzleError("expected boxes with a cell in their center")
    return {"center dots": _disjoint_groups(n, box)[f"group {n // 2 + 1}"]}


def _asterisk(n: int, box: Box | None) -> Houses:  # noqa: ARG001
    if n != 9:
        raise PuzzleError("expected a 9x9 grid")
    return {"asterisk": [(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)]}


def _argyle(n: int, box: Box | None) -> Houses:  # noqa: ARG001
    """Eight diagonals beside the main ones: four of eight cells and four of five."""
    if n != 9:
        raise PuzzleError("expected a 9x9 grid")
    falling = [[(i, i + shift) for i in range(9) if 0 <= i + shift < 9] for shift in (1, -1, 4, -4)]
    rising = [[(i, 8 - j) for i, j in places] for places in falling]
    return {f"argyle {k}": places for k, places in enumerate(falling + rising, 1)}


EXTRA: Mapping[str, Callable[[int, Box | None], Houses]] = {
    "falling_diagonal": _falling,
    "rising_diagonal": _rising,
    "diagonals": lambda n, box: _falling(n, box) | _rising(n, box),
    "windoku": _windoku,
    "disjoint_groups": _disjoint_groups,
    "asterisk": _asterisk,
    "center_dot": _center_dot,
    "argyle": _argyle,
}
"""The usual extra houses of a square grid, by name."""
