"""Points in pictures: quadrilaterals, what maps one to another, and meshes of nodes.

A point is x and y in pixels; the center of the first pixel is (0, 0). A quadrilateral is an array of shape (4, 2), its
corners in the order upper left, upper right, lower right, lower left as the puzzle is read. A mesh is an array of shape
(rows + 1, columns + 1, 2), the nodes between cells.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole import _core

Points: TypeAlias = NDArray[np.float64]
Gray: TypeAlias = NDArray[np.uint8]


def homography(source: Points, target: Points) -> Points:
    """Find the matrix of the perspective that takes four points to four others.

    Raises
    ------
    numpy.linalg.LinAlgError
        If three of them lie on a line.

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
    """Map points, an array of shape (..., 2), by a perspective."""
    flat = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ matrix.T
    divisor = flat[..., 2:]
    return flat[..., :2] / np.where(np.abs(divisor) < 1e-9, 1e-9, divisor)


def lattice(rows: int, columns: int, margin: float = 0.0) -> Points:
    """Make the nodes of a regular mesh over the unit square, or beyond it by a margin on each side."""
    y, x = np.linspace(-margin, 1 + margin, rows + 1), np.linspace(-margin, 1 + margin, columns + 1)
    return np.stack(np.meshgrid(x, y), axis=-1)


def rectify(picture: Gray, mesh: Points, size: int) -> Gray:
    """Show each quadrilateral of a mesh as a square of that many pixels.

    Returns
    -------
    ndarray of uint8, shape (rows * size, columns * size)
    """
    out = np.empty(((mesh.shape[0] - 1) * size, (mesh.shape[1] - 1) * size), np.uint8)
    _core.resample(picture, np.ascontiguousarray(mesh, np.float32), size, out)
    return out


def area(quad: Points) -> float:
    """Measure a polygon; positive if its corners go clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


def largest_quad(hull: Points) -> Points | None:
    """Find the corners of a convex polygon that span the largest quadrilateral; None if they are fewer than four.

    The first is the one nearest to the upper left, and the others follow clockwise.
    """
    n = len(hull)
    if n < 4:
        return None
    if n > 48:  # corners that lie close together tell nothing new
        hull = hull[np.linspace(0, n, 48, endpoint=False).astype(int)]
        n = 48
    across = hull[:, None, :] - hull[None, :, :]
    # Twice the area of the triangle over the diagonal from i to j with the tip k, positive on one side of it.
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
