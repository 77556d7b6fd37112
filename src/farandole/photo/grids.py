"""Grids in a picture: what may be one, and which of them is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from farandole import _core
from farandole.photo.geometry import Gray, Points, area, largest_quad
from farandole.photo.lines import Fit, fit

_SCALES = ((40, 0.93), (12, 0.9), (60, 0.97), (130, 0.95))  # windows as parts of the picture's larger side, and what counts as dark in them
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
    """Find the grids of a picture, the surest first."""
    found: list[Fit] = []
    for quad in candidates(picture):
        for n in sizes:
            fitted = fit(picture, quad, n)
            if fitted:
                found.append(fitted)
    return sorted(found, key=lambda fitted: fitted.score, reverse=True)
