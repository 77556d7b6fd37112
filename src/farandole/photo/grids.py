"""Find the grids in a picture: propose quadrilaterals, then fit meshes to their lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil

import numpy as np

from farandole import _core
from farandole.photo.geometry import Gray, Points, area, largest_quad
from farandole.photo.lines import Fit, Frame, Response, box_mean
from farandole.photo.shapes import cell_mask

_SCALES = (
    (40, 0.93),
    (12, 0.9),
    (60, 0.97),
    (130, 0.95),
)  # window, as a fraction 1/n of the larger side, and the threshold of dark pixels relative to its mean
_MAX = 12  # quadrilaterals that are tried
_SEEN, _SURE = 0.8, 0.93  # minimum share of visible walls for a possible and for a certain grid
_CLEAR = 0.97  # the same, beyond which no other grid is tried at the same place
_LARGE = 0.3  # minimum area relative to the largest grid; a smaller one is, for example, yesterday's solution
_LONGEST = 3.0  # maximum ratio of the longest to the shortest side of a grid
_STEEP = 8.0  # the same for a grid at too flat an angle to be read
_BLOCK = 16  # pixels within which a sharp edge goes from dark to light
_SHARP = 0.2  # minimum step between adjacent pixels in a sharp picture, relative to the height of the edge
NO_GRID = "found no grid in the picture"
BLURRED = "found a blurred picture: hold the camera still and wait until it is in focus"
CUT_OFF = "found a grid that is cut off: take the photo from farther away"
TOO_FLAT = "found a grid at too flat an angle: take the photo from above"
CODES = {NO_GRID: "no_grid", BLURRED: "blurred", CUT_OFF: "cut_off", TOO_FLAT: "too_flat"}  # of errors
_MIN = 0.12  # minimum height of a grid, relative to the smaller side of the picture
_LESS = 0.1  # how much lower the score of a grid with more cells may be, because its thin lines are fainter


def find_quads(picture: Gray, longest: float = _LONGEST) -> Iterator[Points]:
    """Yield quadrilaterals around connected dark pixels, the largest first.

    Parameters
    ----------
    picture : ndarray of uint8, shape (height, width)
    longest : float
        The maximum ratio of the longest to the shortest side.
    """
    height, width = picture.shape
    found: list[Points] = []
    least = _MIN * min(height, width)
    for part, ratio in _SCALES:
        marks, labels = np.empty(picture.shape, np.uint8), np.empty(picture.shape, np.int32)
        _core.mark_dark(picture, max(max(height, width) // part, 4), ratio, marks)
        for number, box in enumerate(_core.components(marks, labels, ceil(least)), 1):
            quad = largest_quad(np.array(_core.hull(labels, number, box), float))
            if quad is not None and _is_like_a_grid(quad, least, longest):
                found.append(quad)
    found.sort(key=area, reverse=True)
    kept: list[Points] = []
    for quad in found:
        if all(np.abs(quad - other).max() > 0.03 * np.sqrt(area(other)) for other in kept):
            kept.append(quad)
            yield quad


def _is_like_a_grid(quad: Points, least: float, longest: float) -> bool:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    return bool(sides.min() > max(least, sides.max() / longest)) and area(quad) > 0.5 * sides.min() * sides.max() * 0.8


def find_grids(picture: Gray, sizes: tuple[int, ...] = (9,)) -> list[Fit]:
    """Find the grids of a picture, ordered row by row.

    Parameters
    ----------
    picture : ndarray of uint8, shape (height, width)
    sizes : tuple of int
        The possible numbers of cells per side, the most usual first.
    """
    frames = [Frame(picture, quad) for quad in islice(find_quads(picture), _MAX)]
    found: list[Fit] = []
    # Many small grids fit into a large one, so the large ones come first: where one is clear, no other is tried.
    for n in (sizes[0], *sorted(sizes[1:], reverse=True)):
        for frame in frames:
            if any(fit.size >= n and fit.score >= _CLEAR and _is_inside(frame.quad, fit) for fit in found):
                continue
            fitted = frame.fit(n, cell_mask(n))
            if fitted and fitted.score >= _SEEN:
                found.append(fitted)
        if n == sizes[0] and any(fitted.score >= _SURE for fitted in found):
            break
    # The thick lines of a grid may be taken for a 4x4 grid; if both fit, the grid has more cells.
    highest = max((fitted.score for fitted in found), default=0.0)
    found.sort(key=lambda fitted: (fitted.score >= highest - _LESS, fitted.size, fitted.score), reverse=True)
    kept: list[Fit] = []
    for fitted in found:
        if not any(_overlap(fitted, other) for other in kept):
            kept.append(fitted)
    largest = max((_area(fitted) for fitted in kept), default=0)
    kept = [fitted for fitted in kept if _area(fitted) >= _LARGE * largest]
    best = max((fitted.score for fitted in kept), default=0)
    kept = [fitted for fitted in kept if fitted.score >= best - 0.08]
    return sorted(kept, key=lambda fitted: _order(fitted, kept[0]))


def is_certain(fitted: Fit) -> bool:
    """Return whether enough walls of a grid are visible to be certain of it."""
    return fitted.score >= _SURE


def explain_no_grid(picture: Gray) -> str:
    """Explain why no grid is found in a picture: one of the keys of `CODES`."""
    if is_blurred(picture):
        return BLURRED
    if is_cut_off(picture):
        return CUT_OFF
    steep = (quad for quad in islice(find_quads(picture, _STEEP), _MAX) if not _is_like_a_grid(quad, 0, _LONGEST))
    if any(fitted is not None and fitted.score >= _SEEN for fitted in (Frame(picture, quad).fit(9) for quad in steep)):
        return TOO_FLAT
    return NO_GRID


def is_blurred(picture: Gray) -> bool:
    """Return whether even the sharpest edges of a picture are wide.

    Examples
    --------
    >>> is_blurred(np.repeat(np.arange(0, 256, 8, dtype=np.uint8), 4)[None].repeat(64, axis=0))
    True
    >>> is_blurred(np.repeat(np.array([0, 255], np.uint8), 32)[None].repeat(64, axis=0))
    False
    """
    gray = box_mean(box_mean(picture.astype(np.float32), 1, 0), 1, 1)  # otherwise, noise would be an edge
    steps = np.maximum(np.abs(np.diff(gray, axis=0))[:, :-1], np.abs(np.diff(gray, axis=1))[:-1])
    rows, columns = (side // _BLOCK for side in steps.shape)

    def blocks(values: Response) -> Response:
        whole = values[: rows * _BLOCK, : columns * _BLOCK].reshape(rows, _BLOCK, columns, _BLOCK)
        return whole.swapaxes(1, 2).reshape(rows * columns, -1)

    heights = np.ptp(blocks(gray), axis=1)
    edges = heights >= max(float(np.quantile(heights, 0.98)) * 0.6, 20.0)
    return bool(edges.any()) and float(np.quantile(blocks(steps).max(axis=1)[edges] / heights[edges], 0.9)) < _SHARP


def is_cut_off(picture: Gray) -> bool:
    """Return whether the picture shows a 9x9 grid that continues beyond its edge."""
    return any(_goes_on(picture, quad) for quad in islice(find_quads(picture), _MAX))


def _goes_on(picture: Gray, quad: Points) -> bool:
    """Return whether a quadrilateral at the edge of the picture is some rows or columns of a 9x9 grid."""
    height, width = picture.shape
    near = 0.01 * max(height, width)
    for side, outside in enumerate(
        (quad[:, 1] < near, quad[:, 0] > width - near, quad[:, 1] > height - near, quad[:, 0] < near)
    ):
        if not (outside[side] and outside[(side + 1) % 4]):
            continue
        for n in range(8, 4, -1):
            # The missing part lies beyond this side, so the two adjacent sides are longer.
            whole, cells = quad.copy(), np.zeros((9, 9), np.bool_)
            for cut, kept in ((side, side - 1), ((side + 1) % 4, (side + 2) % 4)):
                whole[cut] = quad[kept] + (quad[cut] - quad[kept]) * 9 / n
            seen = np.rot90(cells, side)  # so that the missing part is at the top
            seen[9 - n :] = True
            fitted = Frame(picture, whole).fit(9, cells)
            if fitted is not None and fitted.score >= _SEEN:
                return True
    return False


def _area(fitted: Fit) -> float:
    return abs(area(fitted.mesh[[0, 0, -1, -1], [0, -1, -1, 0]]))


def _is_inside(points: Points, fitted: Fit) -> bool:
    """Return whether the mean of points is in the bounding box of a grid."""
    middle, nodes = points.reshape(-1, 2).mean(axis=0), fitted.mesh.reshape(-1, 2)
    return bool((nodes.min(axis=0) < middle).all() and (middle < nodes.max(axis=0)).all())


def _overlap(one: Fit, other: Fit) -> bool:
    """Return whether the middle of either grid is in the bounding box of the other."""
    return _is_inside(one.mesh, other) or _is_inside(other.mesh, one)


def _order(fitted: Fit, first: Fit) -> tuple[int, float]:
    """Return the sort key of a grid: its row, in units of about half the height of the first grid, then its x."""
    x, y = fitted.mesh.mean(axis=(0, 1))
    height = np.ptp(first.mesh[:, :, 1])
    return round(float(y / height * 1.5)), float(x)
