"""Canonical solution grids of every shape: equal if one solution reveals the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from farandole import batch
from farandole.grid import Grid

MAX_SYMMETRIES = 20_000  # of a grid with boxes; of a larger one, only rotations and reflections count


def canonical_grid(grid: Grid, solution: Sequence[int]) -> str:
    """Return the least of the isomorphic forms of a solution, so that isomorphic solutions have the same.

    Forms differ by names of digits and by symmetries of the board. For grids with boxes these are permutations of rows,
    columns, bands and stacks; for other boards, and for 8x8 and more than 9x9, only
    rotations and reflections.

    Parameters
    ----------
    grid : Grid
    solution : sequence of int
        The digit of each cell.

    Returns
    -------
    str
        A character for each cell, after the size of the board.

    Examples
    --------
    >>> one = canonical_grid(Grid.classic(4), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> one
    '4x4:1234341221434321'
    >>> one == canonical_grid(Grid.classic(4), [4, 3, 2, 1, 2, 1, 4, 3, 1, 2, 3, 4, 3, 4, 1, 2])
    True
    """
    head = f"{grid.height}x{grid.width}:"
    if set(grid.regions) == set(Grid.classic().regions):
        form = batch.canonical(np.array([solution], np.uint8))[0]
        return head + "".join(map(str, form.tolist()))
    orders = _orders(grid)
    forms = np.array(solution, np.uint8)[orders]
    return head + min(map(_relabel, forms.tolist()))


def _relabel(form: Sequence[int]) -> str:
    """Rename the digits by the order of their first places: the first is 1."""
    names: dict[int, str] = {}
    return "".join([names.setdefault(digit, chr(49 + len(names))) for digit in form])


@cache
def _orders_of_square(n: int) -> tuple[tuple[int, ...], ...]:
    """The rotations and reflections of a square, as orders of its cells."""
    square = np.arange(n * n).reshape(n, n)
    turned = [np.rot90(board, k) for board in (square, square.T) for k in range(4)]
    return tuple(tuple(board.ravel().tolist()) for board in turned)


def _orders(grid: Grid) -> NDArray[np.int64]:
    n = grid.n_digits
    if grid.n_cells != n * n or list(grid.positions) != [(row, column) for row in range(n) for column in range(n)]:
        return np.arange(grid.n_cells)[np.newaxis]
    for height in range(2, n // 2 + 1):
        if n % height == 0 and set(grid.regions) == set(Grid.classic((height, n // height)).regions):
            if _count(n, height) <= MAX_SYMMETRIES:
                return _orders_of_boxes(n, height)
            break
    return np.array(_orders_of_square(n))


def _count(n: int, height: int) -> int:
    width = n // height
    rows = factorial(width) * factorial(height) ** width
    columns = factorial(height) * factorial(width) ** height
    return int(rows * columns * (2 if height == width else 1))


@cache
def _orders_of_boxes(n: int, height: int) -> NDArray[np.int64]:
    """All orders of the cells that keep rows, columns and boxes."""
    width = n // height
    square = np.arange(n * n).reshape(n, n)
    orders = []
    for board in (square, square.T) if height == width else (square,):
        for rows in _lines(width, height):
            turned = board[rows]
            orders += [turned[:, columns].ravel() for columns in _lines(height, width)]
    return np.array(orders)


def _lines(n_bands: int, size: int) -> Iterator[list[int]]:
    """Yield the orders of lines in bands: bands are permuted, and the lines of each."""
    for bands in permutations(range(n_bands)):
        for inner in product(permutations(range(size)), repeat=n_bands):
            yield [size * band + line for band, lines in zip(bands, inner, strict=True) for line in lines]
