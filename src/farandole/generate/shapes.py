"""Make grids by the names that people give them, and jigsaws with random regions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.grid import DIGITS, Grid
from farandole.grid.shapes import EXTRA, NAMED, square_box
from farandole.lazy import regex
from farandole.rules import Rule, anti_king, anti_knight, nonconsecutive

SIZES = (4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 25)
JIGSAWS = (4, 5, 6, 7, 8, 9, 10, 12)

GLOBAL_RULES: Mapping[str, Any] = {"anti_knight": anti_knight, "anti_king": anti_king, "nonconsecutive": nonconsecutive}
"""Rules that hold everywhere in a grid, by name."""

HOUSES = tuple(EXTRA)
"""Rules that add houses, by name."""

_SQUARE = regex(r"([0-9]{1,2})(?:x([0-9]{1,2}))?")
_JIGSAW = regex(r"jigsaw(?:[ -]?([0-9]{1,2})(?:x([0-9]{1,2}))?)?")
_LATIN = regex(r"latin[ -]?([0-9]{1,2})(?:x([0-9]{1,2}))?")


def shape_names() -> tuple[str, ...]:
    """List the names that `grid_of` knows.

    Examples
    --------
    >>> shape_names()[:3], "samurai" in shape_names()
    (('classic', '4x4', '6x6'), True)
    """
    squares = tuple(f"{n}x{n}" for n in SIZES if n != 9)
    return ("classic", *squares, "jigsaw", *(f"jigsaw {n}x{n}" for n in JIGSAWS if n != 9), *NAMED)


def grid_of(shape: Any, random: Random) -> Grid:
    """Make the grid of a shape: a Grid, a number of digits, or a name; a jigsaw gets random regions.

    Raises
    ------
    ArgumentError
        If the shape is unknown.

    Examples
    --------
    >>> grid_of("6x6", Random(1)), grid_of(16, Random(1)), grid_of("Samurai", Random(1))
    (Grid.classic((2, 3)), Grid.classic((4, 4)), Grid.samurai())
    """
    if isinstance(shape, Grid):
        return shape
    text = str(shape).strip().lower() if isinstance(shape, str | int) and not isinstance(shape, bool) else ""
    if text in ("classic", "sudoku"):
        return Grid.classic()
    if text in NAMED:
        return Grid.named(text)
    try:
        if found := _parse_side(_SQUARE, text):
            return Grid.classic(found)
        if found := _parse_side(_LATIN, text):
            return Grid.latin(found)
        if found := _parse_side(_JIGSAW, text):
            return jigsaw(found, random)
    except PuzzleError as error:
        raise ArgumentError.from_error(error, f"shape: {error}") from None
    names = f"a grid, {', '.join(shape_names())}"
    raise ArgumentError(f"shape: expected {names}; found {short_repr(shape)}")


def has_random_regions(shape: Any) -> bool:
    """Return whether each puzzle of a shape gets regions of its own."""
    return isinstance(shape, str) and bool(_JIGSAW.fullmatch(shape.strip().lower()))


def _parse_side(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.fullmatch(text)
    if not found or (found[2] and found[1] != found[2]):
        return None
    return int(found[1] or 9)


MAX_JIGSAW = 16


def jigsaw(n: int, random: Random) -> Grid:
    """Make a jigsaw of n by n cells: regions exchange cells, and every region stays connected.

    Raises
    ------
    PuzzleError
        If the number of digits is out of range.

    Examples
    --------
    >>> len(jigsaw(5, Random(2)).regions)
    5
    """
    if not 3 <= n <= MAX_JIGSAW:
        raise PuzzleError(f"a jigsaw: expected 3 to {MAX_JIGSAW} digits, found {n}")
    height, width = square_box(n)
    owner = [row // height * (n // width) + column // width for row in range(n) for column in range(n)]
    changes = 0
    for _ in range(200 * n * n):
        if changes >= 3 * n:
            break
        changes += _exchange_cells(owner, n, random)
    return Grid.jigsaw(" ".join("".join(DIGITS[9 + region] for region in owner[k : k + n]) for k in range(0, n * n, n)))


@cache
def _neighbors(n: int) -> tuple[tuple[int, ...], ...]:
    cells = range(n * n)
    return tuple(
        tuple(
            other
            for other, is_there in ((c - n, c >= n), (c - 1, c % n > 0), (c + 1, c % n < n - 1), (c + n, c < n * n - n))
            if is_there
        )
        for c in cells
    )


def _exchange_cells(owner: list[int], n: int, random: Random) -> bool:
    """Exchange a cell of one region with a cell of an adjacent one; return whether both stay connected."""
    neighbors = _neighbors(n)
    cell = random.randrange(n * n)
    mine = owner[cell]
    others = sorted({owner[other] for other in neighbors[cell]} - {mine})
    if not others:
        return False
    theirs = random.choice(others)
    border = [
        c for c in range(n * n) if owner[c] == theirs and any(owner[o] == mine and o != cell for o in neighbors[c])
    ]
    if not border:
        return False
    back = random.choice(border)
    owner[cell], owner[back] = theirs, mine
    if all(_is_connected(owner, n, region) for region in (mine, theirs)):
        return True
    owner[cell], owner[back] = mine, theirs
    return False


def _is_connected(owner: Sequence[int], n: int, region: int) -> bool:
    """Return whether a region is connected."""
    cells = [cell for cell in range(n * n) if owner[cell] == region]
    seen, new = {cells[0]}, [cells[0]]
    while new:
        new = [other for cell in new for other in _neighbors(n)[cell] if owner[other] == region and other not in seen]
        new = list(dict.fromkeys(new))
        seen.update(new)
    return len(seen) == len(cells)


def rules_everywhere(grid: Grid, name: str) -> tuple[Rule, ...]:
    """Make the rules of a name in `GLOBAL_RULES`."""
    made: tuple[Rule, ...] = GLOBAL_RULES[name](grid)
    return made
