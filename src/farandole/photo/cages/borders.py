"""Find the borders of cages: lines inside the cells beside a wall, or another color beyond it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.lines import Response
from farandole.photo.segments import split_tiles
from farandole.records import record

CELL = 72  # pixels of a rectified cell of a killer
_DEEP = 20  # depth in pixels of the strip beside a wall
_INSETS = range(3, 13)  # pixels from the wall to a border
_APART = 3.2  # minimum separation of closed and open walls, in deviations
_COLORS_APART = 1.8  # the same for colors
_EDGE, _STRIP = 6, 14  # pixels of a cell that belong to its walls; pixels beside them whose color is measured
_INK = 0.12  # minimum darkness of ink
_FREE = 0.3  # minimum share of a wall without a digit near it
_STRONG = 0.05  # minimum difference in darkness between closed and open walls
_COLORED = 0.03  # minimum difference between the colors of cages, in log lightness
_WAYS = 3  # thresholds of color differences that are tried
_GAP = 0.4  # a clear gap between the log color differences of open and closed walls
_MAX = 8.0  # limit of log-odds

Floats = NDArray[np.float64]


@record(slots=False)
class Walls:
    """Log-odds that a cage ends at each wall between cells.

    Attributes
    ----------
    right : ndarray, shape (n, n - 1)
        For the wall to the right of each cell but the last of its row.
    below : ndarray, shape (n - 1, n)
        For the wall below each cell but those of the last row.
    inset : int
        Pixels from walls to borders; 0 if cages have colors but no borders.
    apart : float
        The separation of closed and open walls.
    """

    right: Floats
    below: Floats
    inset: int
    apart: float


def find_borders(ink: Response, colors: Callable[[], NDArray[np.uint8]]) -> list[Walls]:
    """Find the walls at which cages end, by borders or else by colors.

    Colors may have several interpretations. Without cages, the list is empty.

    Parameters
    ----------
    ink : ndarray of float32, shape (n * 72, n * 72)
        The rectified cells: 0 for paper.
    colors : callable
        Returns the colors, if they are needed: ndarray of uint8, shape (n * 72, n * 72, 3).
    """
    strips = _strips(ink)
    lines = max((_measure_lines(strips, inset) for inset in _INSETS), key=lambda walls: walls.apart)
    if lines.apart > _APART:
        return [lines]
    return [shades for shades in _measure_shades(ink, colors()) if shades.apart > _COLORS_APART]


def _measure_lines(strips: Sequence[Response], inset: int) -> Walls:
    """Measure the darkness at an inset from the walls, against that a little farther inside."""
    sides = []
    for strip in strips:
        beyond = strip[:, :, inset + 2 : inset + 7]
        is_free = beyond.mean(axis=2, keepdims=True) < _INK  # no digit extends to here
        is_free |= is_free.mean(axis=3, keepdims=True) < _FREE
        n_free = is_free.sum(axis=3)
        near = (strip[:, :, inset - 1 : inset + 2] * is_free).sum(axis=3) / n_free
        sides.append(near.max(axis=2) - ((beyond * is_free).sum(axis=3) / n_free).min(axis=2))
    across = _combine_sides(sides[3][:, :-1], sides[2][:, 1:])
    down = _combine_sides(sides[1][:-1], sides[0][1:])
    return _classify_walls(across, down, inset, _STRONG)


def _strips(ink: Response) -> list[Response]:
    """Cut out the strips beside the walls, without totals: above, below, left, right.

    Each is an array of shape (n, n, distance from the wall, place along it).
    """
    tiles = split_tiles(ink, CELL)
    late, usual = np.s_[CELL * 9 // 20 : CELL * 22 // 25], np.s_[CELL * 3 // 25 : CELL * 22 // 25]
    turned = tiles.swapaxes(2, 3)
    above, below = tiles[:, :, :_DEEP, late], tiles[:, :, : -_DEEP - 1 : -1, usual]
    left, right = turned[:, :, :_DEEP, late], turned[:, :, : -_DEEP - 1 : -1, usual]
    return [np.ascontiguousarray(strip) for strip in (above, below, left, right)]


def _combine_sides(one: NDArray[np.generic], other: NDArray[np.generic]) -> Floats:
    """Combine the measures on both sides of walls; a measure on only one side counts half."""
    return np.asarray(np.minimum(one, other) + 0.5 * np.maximum(one, other), np.float64)


def _measure_shades(ink: Response, colors: NDArray[np.uint8]) -> list[Walls]:
    """Measure the difference of the colors on both sides of walls, without ink.

    Several thresholds between equal and different colors are tried, because some colors are similar.
    """
    tiles = np.log(np.maximum(split_tiles(colors, CELL)[:, :, _EDGE:-_EDGE, _EDGE:-_EDGE].astype(np.float32), 16))
    is_ink = split_tiles(ink > _INK, CELL)[:, :, _EDGE:-_EDGE, _EDGE:-_EDGE].astype(bool)
    is_ink &= is_ink.mean(axis=(2, 3), keepdims=True) < 0.5  # otherwise, the cell itself is dark
    is_ink[:, :, ::9, ::9] = False  # a few pixels are always kept
    tiles[is_ink] = np.nan
    above, below = (np.nanmedian(tiles[:, :, part], axis=(2, 3)) for part in (np.s_[:_STRIP], np.s_[-_STRIP:]))
    left, right = (np.nanmedian(tiles[:, :, :, part], axis=(2, 3)) for part in (np.s_[:_STRIP], np.s_[-_STRIP:]))
    # At the edge of a shadow, a cell grows darker to one side; extrapolate that to its walls.
    more = (_EDGE + _STRIP / 2) / (CELL - 2 * _EDGE - _STRIP)
    above, below = above + more * (above - below), below + more * (below - above)
    left, right = left + more * (left - right), right + more * (right - left)
    across = np.abs(right[:, :-1] - left[:, 1:]).sum(axis=2)
    down = np.abs(below[:-1] - above[1:]).sum(axis=2)
    values = np.sort(np.concatenate([across.ravel(), down.ravel()]))
    n_low, n_high = round(0.05 * len(values)), round(0.7 * len(values))
    steps = np.log(np.maximum(values, 0.5 * _COLORED))
    gaps = np.diff(steps)[n_low:n_high]
    found = []
    for at in n_low + np.argsort(-gaps)[:_WAYS]:
        gap, middle = float(steps[at + 1] - steps[at]), float(steps[at] + steps[at + 1]) / 2
        if values[at + 1] < _COLORED or gap < _GAP / 2:
            continue
        low, high = steps[: at + 1], steps[at + 1 :]
        spread = np.abs(low - np.median(low)).mean() + np.abs(high - np.median(high)).mean()
        apart = float((np.median(high) - np.median(low)) / (1.25 * spread + 0.05))
        right, below = (
            np.clip((np.log(np.maximum(one, 0.5 * _COLORED)) - middle) * 4 / max(gap, _GAP), -_MAX, _MAX)
            for one in (across, down)
        )
        found.append(Walls(right, below, 0, apart))
    return found


def _classify_walls(across: Floats, down: Floats, inset: int, least: float) -> Walls:
    """Classify walls as open or closed by a two-means clustering of their measures."""
    values = np.concatenate([across.ravel(), down.ravel()])
    low, high = np.quantile(values, (0.1, 0.85))
    for _ in range(12):
        closed = values > (low + high) / 2
        if closed.all() or not closed.any():
            break
        low, high = float(np.median(values[~closed])), float(np.median(values[closed]))
    closed = values > (low + high) / 2
    share = closed.mean()
    if not 0.3 < share < 0.95 or high - low < least:
        return Walls(across * 0, down * 0, inset, 0.0)
    deviation = [
        float(np.abs(values[part] - middle).mean()) * 1.25 for part, middle in ((~closed, low), (closed, high))
    ]
    wide = [max(one, 0.08 * (high - low)) for one in deviation]
    apart = (high - low) / (deviation[0] + deviation[1] + 0.05 * (high - low))

    def odds(value: Floats) -> Floats:
        far = [((value - middle) / width) for middle, width in zip((low, high), wide, strict=True)]
        far[0], far[1] = np.maximum(far[0], 0), np.minimum(far[1], 0)  # a value beyond the mean is no less likely
        log_odds: Floats = np.clip((far[0] ** 2 - far[1] ** 2) / 2, -_MAX, _MAX)
        return log_odds

    return Walls(odds(across), odds(down), inset, apart)
