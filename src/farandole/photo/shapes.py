"""Detect the shape of a grid: which walls are thick, and so which cells form a region."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.grid import Grid
from farandole.photo.geometry import Gray, Points, rectify
from farandole.photo.lines import Response, extend_mesh, measure_darkness

SAMURAI = 21  # cells per side
_CELL = 32
_CLEAR = 1.25  # minimum ratio of the thick walls of a jigsaw to its thin walls
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cell_mask(side: int) -> NDArray[np.bool_]:
    """Return which cells of a square belong to the grid: an array of shape (side, side)."""
    cells = np.ones((side, side), np.bool_)
    if side == SAMURAI:
        cells[:] = False
        for row, column in Grid.samurai().positions:
            cells[row, column] = True
    return cells


def detect_grid(gray: Gray, mesh: Points) -> Grid:
    """Detect the grid whose regions have the thickest walls: boxes, or a jigsaw if its walls are clear."""
    n = len(mesh) - 1
    if n == SAMURAI:
        return Grid.samurai()
    right, below = _measure_thickness(gray, mesh)
    usual = _choose_boxes(n, right, below)
    if n > 16:
        return usual
    regions = _join_regions(n, right, below)
    if regions is None or regions == _regions_of(usual):
        return usual
    jigsaw = Grid.jigsaw("".join(_LETTERS[region] for region in regions))
    return jigsaw if _contrast(jigsaw, right, below) > max(_CLEAR, 1.1 * _contrast(usual, right, below)) else usual


def _measure_thickness(gray: Gray, mesh: Points) -> tuple[Response, Response]:
    """Measure the thickness and darkness of the walls to the right of and below each cell but the last."""
    n = len(mesh) - 1
    ink = measure_darkness(rectify(gray, extend_mesh(mesh), _CELL), _CELL)
    right, below = (_measure_thickness_down(seen, n) for seen in (ink, np.ascontiguousarray(ink.T)))
    return right, np.ascontiguousarray(below.T)


def _measure_thickness_down(ink: Response, n: int) -> Response:
    rows = ink[_CELL : _CELL * (n + 1)].reshape(n, _CELL, -1)[:, _CELL // 6 : -_CELL // 6]
    profile = np.median(rows, axis=1)  # the median ignores a digit that touches the wall
    reach = _CELL // 6
    out = np.empty((n, n - 1), np.float32)
    for line in range(1, n):
        at = _CELL * (line + 1)
        near = profile[:, at - reach : at + reach]
        beside = np.minimum(near[:, 0], near[:, -1])
        out[:, line - 1] = np.maximum(near - beside[:, None], 0).sum(axis=1)
    return out


def _choose_boxes(n: int, right: Response, below: Response) -> Grid:
    """Choose the boxes: those of a 6x6 grid may be 2 x 3 or 3 x 2."""
    grid = Grid.classic(n)
    sizes = [(height, n // height) for height in range(2, n) if n % height == 0]
    grids = [grid, *(Grid.classic(size) for size in sizes)]
    found = [_contrast(candidate, right, below) for candidate in grids]
    best = int(np.argmax(found))
    return grids[best] if found[best] > 1.15 * found[0] else grid


def _regions_of(grid: Grid) -> list[int]:
    """Return the number of each cell's region, in order of first occurrence."""
    numbers = [0] * grid.n_cells
    for number, region in enumerate(grid.regions):
        for cell in region.cells:
            numbers[cell] = number
    return _renumber(numbers)


def _renumber(numbers: Sequence[int]) -> list[int]:
    order: dict[int, int] = {}
    return [order.setdefault(number, len(order)) for number in numbers]


def _contrast(grid: Grid, right: Response, below: Response) -> float:
    """Return the ratio of the thinner walls between regions to the thicker walls inside them."""
    n = grid.n_digits
    number = np.array(_regions_of(grid)).reshape(n, n)
    thick = np.concatenate([(number[:, 1:] != number[:, :-1]).ravel(), (number[1:] != number[:-1]).ravel()])
    walls = np.concatenate([right.ravel(), below.ravel()])
    if thick.all() or not thick.any():
        return 0.0
    return float(np.quantile(walls[thick], 0.15) / max(np.quantile(walls[~thick], 0.85), 0.05))


def _join_regions(n: int, right: Response, below: Response) -> list[int] | None:
    """Join cells across walls, the thinnest first, to regions of n cells; None if regions have other sizes.

    Two regions are not joined if they would have too many cells. So a few walls may look thinner than they are.
    """
    walls = [
        (float(right[row, column]), row * n + column, row * n + column + 1)
        for row in range(n)
        for column in range(n - 1)
    ]
    walls += [
        (float(below[row, column]), row * n + column, (row + 1) * n + column)
        for row in range(n - 1)
        for column in range(n)
    ]
    parents = list(range(n * n))
    sizes = [1] * (n * n)

    def root(cell: int) -> int:
        while parents[cell] != cell:
            cell = parents[cell]
        return cell

    for _, one, other in sorted(walls):
        first, second = root(one), root(other)
        if first != second and sizes[first] + sizes[second] <= n:
            parents[second] = first
            sizes[first] += sizes[second]
    roots = [root(cell) for cell in range(n * n)]
    if any(sizes[cell] != n for cell in set(roots)):
        return None
    return _renumber(roots)
