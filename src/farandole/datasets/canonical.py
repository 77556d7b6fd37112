"""Canonical solution grids of every shape: equal if one solution reveals the other.

Small grids have a canonical form, which is the least of all isomorphic ones. Large grids with boxes, and Latin squares,
have too many symmetries to try them all. They get a fingerprint, which no symmetry changes:

::

    two rows          1 2 3 4 5 6      as a permutation of digits: 1 to 2 to 3 to 1, 4 to 5 to 6 to 4
                      2 3 1 5 6 4      its cycles have the lengths 3 and 3, however columns and digits are swapped

All pairs of rows, of columns and of digits have such lengths, sorted by bands. Two grids with the same fingerprint are
nearly always isomorphic; if they are not, a split keeps them together, which does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farandole import batch
from farandole.grid import Grid

MAX_SYMMETRIES = 20_000  # that are tried; a grid with more gets a fingerprint


def canonical_grid(grid: Grid, solution: Sequence[int]) -> str:
    """Return a text that isomorphic solutions have in common: the least of their forms, or a fingerprint.

    Forms differ by names of digits and by symmetries of the board. For grids with boxes these are permutations of rows,
    columns, bands and stacks; for Latin squares, of rows and columns; for other boards, only rotations and reflections.
    8x8, grids above 9x9 and Latin squares get a fingerprint, which a few others may share.

    Parameters
    ----------
    grid : Grid
    solution : sequence of int
        The digit of each cell.

    Returns
    -------
    str
        After the size of the board, a character for each cell, or 32 digits of a fingerprint.

    Examples
    --------
    >>> one = canonical_grid(Grid.classic(4), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> one
    '4x4:1234341221434321'
    >>> one == canonical_grid(Grid.classic(4), [4, 3, 2, 1, 2, 1, 4, 3, 1, 2, 3, 4, 3, 4, 1, 2])
    True
    >>> rows = [[(row + column) % 5 + 1 for column in range(5)] for row in (0, 3, 1, 2, 4)]
    >>> canonical_grid(Grid.latin(5), [digit for row in rows for digit in row])
    '5x5:...'
    """
    head = f"{grid.height}x{grid.width}:"
    if set(grid.regions) == set(Grid.classic().regions):
        form = batch.canonical(np.array([solution], np.uint8))[0]
        return head + "".join(map(str, form.tolist()))
    if (box := _box(grid)) and _count(grid.n_digits, *box) > MAX_SYMMETRIES:
        return head + _fingerprint(np.array(solution, np.int64).reshape(grid.height, grid.width), *box)
    orders = _orders(grid, box)
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


def _is_square(grid: Grid) -> bool:
    n = grid.n_digits
    return list(grid.positions) == [(row, column) for row in range(n) for column in range(n)]


def _box(grid: Grid) -> tuple[int, int] | None:
    """Return the rows and columns of a box: of a Latin square, all of them; None for other boards."""
    n = grid.n_digits
    if not _is_square(grid):
        return None
    if {*grid.regions} <= {*Grid.latin(n).houses}:
        return n, n
    boxes = ((height, n // height) for height in range(2, n // 2 + 1) if n % height == 0)
    return next((box for box in boxes if {*grid.regions} == {*Grid.classic(box).regions}), None)


def _orders(grid: Grid, box: tuple[int, int] | None) -> NDArray[np.int64]:
    if box:
        return _orders_of_boxes(grid.n_digits, *box)
    if _is_square(grid):
        return np.array(_orders_of_square(grid.n_digits))
    return np.arange(grid.n_cells)[np.newaxis]


def _count(n: int, height: int, width: int) -> int:
    """Count the symmetries of n x n cells with boxes of so many rows and columns."""
    ways = [factorial(n // size) * factorial(size) ** (n // size) for size in (height, width)]
    return int(prod(ways)) * (2 if height == width else 1)


def _fingerprint(square: NDArray[np.int64], height: int, width: int) -> str:
    """Hash the lengths of the cycles of all pairs of rows, of columns and of digits, by bands."""
    digits = square - 1
    columns_of = np.argsort(digits, axis=1)  # of digit d in row r
    sides = [_lengths_by_bands(digits, height), _lengths_by_bands(digits.T, width)]
    if height == width:
        sides.sort()
    pairs = sorted(_cycles(one, other) for one, other in combinations(columns_of.T.tolist(), 2))
    return blake2b(repr((sides, pairs)).encode(), digest_size=16).hexdigest()


def _lengths_by_bands(lines: NDArray[np.int64], size: int) -> Any:
    """List, for each band and each line in it, the cycles with the lines of its band and with those of each other."""
    listed = lines.tolist()
    n = len(listed)
    cycles = {pair: _cycles(listed[pair[0]], listed[pair[1]]) for pair in combinations(range(n), 2)}

    def with_band(line: int, band: int) -> list[Any]:
        others = (other for other in range(size * band, size * band + size) if other != line)
        return sorted(cycles[min(line, other), max(line, other)] for other in others)

    def of_line(line: int) -> Any:
        own = line // size
        return with_band(line, own), sorted(with_band(line, band) for band in range(n // size) if band != own)

    return sorted(sorted(of_line(line) for line in range(band, band + size)) for band in range(0, n, size))


def _cycles(one: list[int], other: list[int]) -> tuple[int, ...]:
    """Return the sorted lengths of the cycles that lead from each value of a line to that of the other at its place."""
    after = dict(zip(one, other, strict=True))
    lengths = []
    while after:
        start, length = next(iter(after)), 0
        while start in after:
            start, length = after.pop(start), length + 1
        lengths.append(length)
    return tuple(sorted(lengths))


@cache
def _orders_of_boxes(n: int, height: int, width: int) -> NDArray[np.int64]:
    """All orders of the cells that keep rows, columns and boxes."""
    square = np.arange(n * n).reshape(n, n)
    orders = []
    for board in (square, square.T) if height == width else (square,):
        for rows in _lines(n // height, height):
            turned = board[rows]
            orders += [turned[:, columns].ravel() for columns in _lines(n // width, width)]
    return np.array(orders)


def _lines(n_bands: int, size: int) -> Iterator[list[int]]:
    """Yield the orders of lines in bands: bands are permuted, and the lines of each."""
    for bands in permutations(range(n_bands)):
        for inner in product(permutations(range(size)), repeat=n_bands):
            yield [size * band + line for band, lines in zip(bands, inner, strict=True) for line in lines]
