"""Grids in a picture: what may be one, and which of them is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from farandole import _core
from farandole.photo.geometry import Gray, Points, area, largest_quad
from farandole.photo.lines import Fit, Frame
from farandole.photo.shapes import present

_SCALES = (
    (40, 0.93),
    (12, 0.9),
    (60, 0.97),
    (130, 0.95),
)  # windows as parts of the picture's larger side, and what counts as dark in them
_MOST = 12  # quadrilaterals that are looked into
_SEEN, _SURE = 0.8, 0.93  # the share of walls seen from which it may be a grid, and from which it is one
_LARGE = 0.3  # of the largest grid: what is smaller is something else, such as yesterday's solution
_LEAST = 0.12  # of the picture's smaller side: the height of a grid


def candidates(picture: Gray) -> Iterator[Points]:
    """Yield quadrilaterals around dark lines that hang together, the largest first."""
    height, width = picture.shape
    found: list[Points] = []
    for part, ratio in _SCALES:
        marks, labels = np.empty(picture.shape, np.uint8), np.empty(picture.shape, np.int32)
        _core.mark_dark(picture, max(max(height, width) // part, 4), ratio, marks)
        boxes = _core.components(marks, labels)
        least = _LEAST * min(height, width)
        for number, box in enumerate(boxes, 1):
            _, left, top, right, bottom = box
            if min(right - left, bottom - top) < least:
                continue
            quad = largest_quad(np.array(_core.hull(labels, number, box), float))
            if quad is not None and _is_like_a_grid(quad, least):
                found.append(quad)
    found.sort(key=area, reverse=True)
    kept: list[Points] = []
    for quad in found:
        if all(np.abs(quad - other).max() > 0.03 * np.sqrt(area(other)) for other in kept):
            kept.append(quad)
            yield quad


def _is_like_a_grid(quad: Points, least: float) -> bool:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    return bool(sides.min() > max(least, sides.max() / 3)) and area(quad) > 0.5 * sides.min() * sides.max() * 0.8


def find(picture: Gray, sizes: tuple[int, ...] = (9,)) -> list[Fit]:
    """Find the grids of a picture, row by row as they lie in it.

    Parameters
    ----------
    picture : ndarray of uint8, shape (height, width)
    sizes : tuple of int
        Cells of a side that a grid may have, the most usual first.
    """
    frames = [Frame(picture, quad) for quad in islice(candidates(picture), _MOST)]
    found: list[Fit] = []
    for n in sizes:
        fits = (frame.fit(n, present(n)) for frame in frames)
        found += [fitted for fitted in fits if fitted and fitted.score >= _SEEN]
        if n == sizes[0] and any(fitted.score >= _SURE for fitted in found):
            break
    # The lines of a 4x4 grid are lines of a 16x16 grid, too: where both are seen, it has more cells.
    found.sort(key=lambda fitted: (fitted.score >= _SURE, fitted.size, fitted.score), reverse=True)
    kept: list[Fit] = []
    for fitted in found:
        if not any(_overlap(fitted, other) for other in kept):
            kept.append(fitted)
    largest = max((_area(fitted) for fitted in kept), default=0)
    kept = [fitted for fitted in kept if _area(fitted) >= _LARGE * largest]
    best = max((fitted.score for fitted in kept), default=0)
    kept = [fitted for fitted in kept if fitted.score >= best - 0.08]
    return sorted(kept, key=lambda fitted: _order(fitted, kept[0]))


def _area(fitted: Fit) -> float:
    return abs(area(fitted.mesh[[0, 0, -1, -1], [0, -1, -1, 0]]))


def _overlap(one: Fit, other: Fit) -> bool:
    """Return whether the middle of one lies inside the box around the other."""
    for first, second in ((one, other), (other, one)):
        middle = first.mesh.mean(axis=(0, 1))
        if (second.mesh.min(axis=(0, 1)) < middle).all() and (middle < second.mesh.max(axis=(0, 1))).all():
            return True
    return False


def _order(fitted: Fit, first: Fit) -> tuple[int, float]:
    """Order grids by rows, for which half of the height of one of them is the measure, and then from the left."""
    x, y = fitted.mesh.mean(axis=(0, 1))
    height = np.ptp(first.mesh[:, :, 1])
    return round(float(y / height * 1.5)), float(x)
