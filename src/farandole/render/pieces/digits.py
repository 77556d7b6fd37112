"""Digits and candidates: the character of each, and its place in the cell."""

from __future__ import annotations

import math
from collections.abc import Sequence

from farandole.grid import SIGNS, Cell, Grid
from farandole.render.pieces.figures import Point, Words, center

BESIDE_TOTAL = (0.12, 0.28, 0.76, 0.64)  # left, top, width and height of a cell's candidates
ALONE = (0.07, 0.07, 0.86, 0.86)


def symbol(number: int) -> str:
    """Return the character of a number: letters follow 9.

    Examples
    --------
    >>> symbol(9), symbol(10), symbol(16)
    ('9', 'A', 'G')
    """
    return SIGNS[number]


def symbols(numbers: Sequence[int]) -> str:
    """Return the characters of numbers, without gaps."""
    return "".join(map(symbol, numbers))


def across(grid: Grid) -> int:
    """Return how many candidates are side by side: 3 for up to nine digits, then 4, 5, 6."""
    return max(3, math.isqrt(grid.n_digits - 1) + 1)


def write_digit(grid: Grid, cell: Cell, digit: int, ink: str) -> Words:
    """Write a digit into its cell."""
    return Words(center(grid, cell), grid.signs[digit - 1], 0.66 if grid.n_digits <= 9 else 0.6, ink)


def locate_candidate(grid: Grid, cell: Cell, digit: int, *, spare_corner: bool = False) -> tuple[Point, float]:
    """Return the place and the size of a candidate; ``spare_corner`` leaves room for a total in the upper left."""
    n = across(grid)
    down = -(-grid.n_digits // n)
    row, column = grid.positions[cell]
    left, top, width, height = BESIDE_TOTAL if spare_corner else ALONE
    x = column + left + width * ((digit - 1) % n + 0.5) / n
    y = row + top + height * ((digit - 1) // n + 0.5) / down
    size = min((0.72 if n == 3 else 0.78) / n, 0.9 * height / down)
    return (x, y), size
