"""Geometry of pictures: points, quadrilaterals, homographies and meshes.

A point is x and y in pixels; the center of the first pixel is (0, 0). A quadrilateral is an array of shape (4, 2), with
its corners in the order upper left, upper right, lower right, lower left as the puzzle is read. A mesh is an array of
shape (rows + 1, columns + 1, 2): the nodes between cells.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole import _core

Points: TypeAlias = NDArray[np.float64]
Gray: TypeAlias = NDArray[np.uint8]


def homography(source: Points, target: Points) -> Points:
    """Find the homography that maps four points to four others.

    Raises
    ------
    numpy.linalg.LinAlgError
        If three of the points are collinear.

    Examples
    --------
    >>> square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    >>> transform_points(homography(square, 2 * square + 1), square[2]).round(6).tolist()
    [3.0, 3.0]
    """
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows, float), np.asarray(target, float).ravel())
    return np.append(solved, 1.0).reshape(3, 3)


def transform_points(matrix: Points, points: Points) -> Points:
    """Map points, an array of shape (..., 2), by a homography."""
    flat = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ matrix.T
    divisor = flat[..., 2:]
    return flat[..., :2] / np.where(np.abs(divisor) < 1e-9, 1e-9, divisor)


def lattice(rows: int, columns: int, margin: float = 0.0) -> Points:
    """Make a regular mesh over the unit square, extended by a margin on each side."""
    y, x = np.linspace(-margin, 1 + margin, rows + 1), np.linspace(-margin, 1 + margin, columns + 1)
    return np.stack(np.meshgrid(x, y), axis=-1)


def rectify(picture: Gray, mesh: Points, size: int) -> Gray:
    """Rectify a picture: each quadrilateral of a mesh becomes a square of ``size`` pixels.

    Returns
    -------
    ndarray of uint8, shape (rows * size, columns * size)
    """
    out = np.empty(((mesh.shape[0] - 1) * size, (mesh.shape[1] - 1) * size), np.uint8)
    _core.resample(picture, np.ascontiguousarray(mesh, np.float32), size, out)
    return out


def rectify_colors(color: NDArray[np.uint8], mesh: Points, size: int) -> NDArray[np.uint8]:
    """Rectify a picture of shape (height, width, 3) as `rectify` does: shape (rows * size, columns * size, 3)."""
    return np.stack([rectify(np.ascontiguousarray(color[:, :, k]), mesh, size) for k in range(3)], axis=-1)


def interpolate_mesh(mesh: Points, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
    """Interpolate a mesh bilinearly at places in cells from its corner, and extrapolate outside it.

    Examples
    --------
    >>> interpolate_mesh(lattice(2, 2), np.array([0.5]), np.array([1.0])).tolist()
    [[0.25, 0.5]]
    """
    left = np.clip(x.astype(int), 0, mesh.shape[1] - 2)
    top = np.clip(y.astype(int), 0, mesh.shape[0] - 2)
    across, down = (x - left)[..., None], (y - top)[..., None]
    upper = mesh[top, left] * (1 - across) + mesh[top, left + 1] * across
    lower = mesh[top + 1, left] * (1 - across) + mesh[top + 1, left + 1] * across
    between: Points = upper * (1 - down) + lower * down
    return between


def area(quad: Points) -> float:
    """Return the signed area of a polygon: positive if its corners are clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


def largest_quad(hull: Points) -> Points | None:
    """Find the largest quadrilateral with its corners on a convex polygon; None if the polygon has fewer than four.

    The first corner is the one nearest to the upper left; the others follow clockwise.
    """
    n = len(hull)
    if n < 4:
        return None
    if n > 48:  # neighboring corners are redundant
        hull = hull[np.linspace(0, n, 48, endpoint=False).astype(int)]
        n = 48
    across = hull[:, None, :] - hull[None, :, :]
    # Twice the signed area of the triangle with the diagonal from i to j and the tip k.
    diagonal, tip = -across[:, :, None, :], -across[:, None, :, :]
    triangle = diagonal[..., 0] * tip[..., 1] - diagonal[..., 1] * tip[..., 0]
    total = triangle.max(axis=2) - triangle.min(axis=2)
    i, j = np.unravel_index(int(np.argmax(total)), total.shape)
    tips = triangle[i, j]
    quad = hull[np.array([i, tips.argmax(), j, tips.argmin()])]
    if area(quad) < 0:
        quad = quad[::-1]
    ordered: Points = np.roll(quad, -int(np.argmin(quad.sum(axis=1))), axis=0)
    return ordered
