"""Fit the mesh of a killer again, to its thick lines alone, because thin lines may be borders of cages."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole.photo.geometry import Points, homography, interpolate_mesh, transform_points
from farandole.photo.lines import Response, box_mean, extend_mesh
from farandole.records import record

Floats = NDArray[np.float64]

_REACH = 0.2  # maximum distance of a line from the mesh, in cells
_BENT = tuple((across, along) for across in range(3) for along in range(5 - across))
_FLAT = ((0, 0), (0, 1), (1, 0))
_ROUNDS = 6
_STRAY = 0.03  # maximum distance of a mesh from a regular one, in cells, because borders attract it
_PIECES = 4  # pieces of a wall
_DIM = 0.5  # minimum darkness of the outermost line, relative to the darkest pixel near it
_FAINT = 0.3  # the same on a screen, which has no dirt
_STRAYING = 0.07  # deviation of a line from its place between the outermost lines, in cells


def straighten_mesh(mesh: Points, ink: Response, cell: int, step: tuple[int, int], *, is_flat: bool = False) -> Points:
    """Fit a mesh to the thick lines, and interpolate smoothly between them.

    Parameters
    ----------
    mesh : ndarray, shape (n + 1, n + 1, 2)
    ink : ndarray of float32
        The darkness of the picture, rectified by the mesh with a margin of one cell: 0 for paper.
    cell : int
        Pixels of a cell in ``ink``.
    step : (int, int)
        The distance of thick lines in cells: of those across, and of those down.
    is_flat : bool
        Whether the lines are straight, as on a screen.
    """
    n = len(mesh) - 1
    corners = np.array([[0, 0], [n, 0], [n, n], [0, n]], float)
    matrix = homography(corners, mesh[[0, 0, -1, -1], [0, -1, -1, 0]])
    flat = transform_points(np.asarray(np.linalg.inv(matrix), np.float64), extend_mesh(mesh))
    rows, columns = np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0), indexing="ij")
    down = _follow_lines(ink, flat, cell, step[1], is_flat)
    across = _follow_lines(ink.T, flat.swapaxes(0, 1)[:, :, ::-1], cell, step[0], is_flat)
    powers = _FLAT if is_flat else _BENT
    x, y = columns + _fit_surface(down, columns, rows, powers), rows + _fit_surface(across, rows, columns, powers)
    nodes = np.stack([x, y], axis=-1)
    return transform_points(matrix, nodes)


def regularize_mesh(mesh: Points) -> Points | None:
    """Make a mesh regular, with straight and evenly spaced lines, as on a screen; None if it is too far from that.

    Examples
    --------
    >>> from farandole.photo.geometry import lattice
    >>> nodes = 90 * lattice(9, 9)
    >>> bool(np.allclose(regularize_mesh(nodes), nodes))
    True
    """
    rows, columns = np.indices(mesh.shape[:2], float)
    nodes = np.empty_like(mesh)
    for axis in (0, 1):
        values = mesh[:, :, axis]
        along = columns if np.ptp(values.mean(axis=0)) > np.ptp(values.mean(axis=1)) else rows
        nodes[:, :, axis] = np.polyval(np.polyfit(along.ravel(), values.ravel(), 1), along)
    cell = np.ptp(nodes[:, :, 0]) / (len(mesh) - 1)
    return nodes if np.median(np.abs(nodes - mesh)) < _STRAY * cell else None


@record(slots=False)
class _Offsets:
    """Offsets of thick lines down from their regular places, in cells: arrays of shape (lines, n).

    Attributes
    ----------
    line, along, off : ndarray
        The number of the line, the place along it, and its offset there.
    """

    line: Floats
    along: Floats
    off: Floats


def _follow_lines(ink: Response, flat: Points, cell: int, step: int, is_flat: bool) -> _Offsets:
    """Trace thick lines down: first the outermost, with nothing outside them, then those in between.

    Borders of cages may be as dark as lines. But paper bends as its edges do, so each line is near its place between
    the outermost lines.
    """
    n = len(flat) - 3
    reach, end = round(_REACH * cell), cell // 7
    wide = np.maximum(np.maximum(ink[:, :-2], ink[:, 2:]), ink[:, 1:-1])
    bands = np.pad(wide[cell:-cell], ((0, 0), (1, 1))).reshape(n, cell, -1)[:, end : end + _PIECES * (cell // 6)]
    # A dashed border has a gap somewhere in each piece, but a line has none.
    solid = bands.reshape(n, _PIECES, cell // 6, -1).min(axis=2).mean(axis=1)
    thick = box_mean(np.ascontiguousarray(solid, np.float32), 1, 1)
    if is_flat:  # a border ends with its cage, but a line continues
        thick = np.repeat(np.quantile(thick, 0.2, axis=0, keepdims=True), n, axis=0)
    lines = np.arange(0, n + 1, step)
    windows = np.stack([thick[:, cell * (line + 1) - reach : cell * (line + 1) + reach + 1] for line in lines])
    places = np.arange(-reach, reach + 1)

    def follow(best: NDArray[np.int64]) -> _Offsets:
        # A dark place farther away is another line.
        near = np.where(np.abs(places - places[best][:, :, None]) <= 0.06 * cell, windows, 0)
        weights = np.where(near > 0.75 * near.max(axis=2, keepdims=True), near, 0)
        off = (weights * places).sum(axis=2) / np.maximum(weights.sum(axis=2), 1e-6) / cell
        x, y = 1 + lines[:, None] + off, 1.5 + np.arange(n)[None] + 0 * off
        seen = interpolate_mesh(flat, x, y)
        return _Offsets(lines[:, None] + 0 * off, seen[..., 1], seen[..., 0] - lines[:, None])

    least = _FAINT if is_flat else _DIM  # borders may be darker than lines
    is_dark = windows[[0, -1]] > least * windows[[0, -1]].max(axis=2, keepdims=True)
    first, last = is_dark[0].argmax(axis=1), 2 * reach - is_dark[1, :, ::-1].argmax(axis=1)
    best = windows.argmax(axis=2)
    best[0], best[-1] = first, last
    found = follow(best)
    edges = _Offsets(found.line[[0, -1]], found.along[[0, -1]], found.off[[0, -1]])
    expected = _fit_surface(edges, found.line, found.along, tuple((i, j) for i, j in _BENT if i < 2))
    middle = interpolate_mesh(flat, 1.0 + found.line, 1.5 + np.arange(n)[None] + 0 * found.line)[..., 0] - found.line
    away = places - ((expected - middle) * cell)[..., None]
    near = windows * np.exp(-((away / (_STRAYING * cell)) ** 2) / 2)
    best[1:-1] = near[1:-1].argmax(axis=2)
    return follow(best)


def _fit_surface(bent: _Offsets, line: Floats, along: Floats, powers: tuple[tuple[int, int], ...]) -> Floats:
    """Fit a smooth surface robustly to the offsets of lines."""
    n = bent.line.max()

    def terms(line: Floats, along: Floats) -> Floats:
        u, v = 2 * line / n - 1, 2 * along / n - 1
        return np.stack([u**i * v**j for i, j in powers], axis=-1)

    far = bent.off.ravel()
    known = terms(bent.line.ravel(), bent.along.ravel())
    weights = np.ones(len(far))
    found = np.zeros(len(powers))
    for _ in range(_ROUNDS):
        weighted = known * weights[:, None]
        found[:] = np.linalg.solve(weighted.T @ known + 1e-3 * np.eye(len(powers)), weighted.T @ far)
        weights = 1 / (1 + ((far - known @ found) / 0.04) ** 2)
    surface: Floats = terms(line, along) @ found
    return surface
