"""Screenshots: flat colors, faint lines, light digits on dark cells, and no noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole.photo.geometry import Gray
from farandole.photo.lines import measure_darkness
from farandole.photo.pictures import Picture
from farandole.records import replace

_FLAT = 0.65  # minimum share of pixels equal to the next one, in a screenshot
_TEXTURED = 0.62  # the same, in one direction, in one with a textured background; photos have less than 0.6
_PLAIN = 0.5  # minimum share of pixels with one of the four most frequent grays; a photo has few
_DARK = 110  # maximum median gray of a dark screenshot
_RAISED = 4.0


def detect_screenshot(picture: Picture) -> tuple[bool, bool]:
    """Return whether a picture is a screenshot or a drawing, and whether it may be one with a textured background.

    The first is mostly flat, with few grays. The grid of the second must be regular, too.
    """
    gray = picture.gray
    flatness = _measure_flatness(gray)
    if min(flatness) <= _FLAT:
        return False, max(flatness) > _TEXTURED
    usual = np.sort(np.bincount(gray.ravel(), minlength=256))[-4:].sum() / gray.size
    return bool(usual > _PLAIN), True


def _measure_flatness(gray: Gray) -> tuple[float, float]:
    """Measure the share of pixels that are equal to the one beside them, and to the one below."""
    beside, below = gray[:, 1:] == gray[:, :-1], gray[1:] == gray[:-1]
    return np.count_nonzero(beside) / beside.size, np.count_nonzero(below) / below.size


def lighten(picture: Picture) -> Picture:
    """Invert a dark screenshot."""
    if float(np.median(picture.gray)) > _DARK:
        return picture
    return replace(picture, gray=np.ascontiguousarray(255 - picture.gray))


def amplify_lines(gray: Gray) -> Gray:
    """Make faint lines dark, in order to find a grid, not to read its cells."""
    ink: NDArray[np.float32] = measure_darkness(gray, max(max(gray.shape) // 30, 4))
    return np.asarray(255 - np.minimum(_RAISED * ink, 1) * 235, np.uint8)
