"""Screenshots: flat colors, faint lines, light digits on dark cells. Nothing in them is noise, so little is enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from farandole.photo.geometry import Gray
from farandole.photo.lines import measure_darkness
from farandole.photo.pictures import Picture

_FLAT = 0.65  # of the pixels equal those to their right and below, in a screenshot
_PLAIN = 0.5  # of the pixels have one of the four usual grays; of a photo few do, be its table flat
_DARK = 110  # gray of a dark one's usual pixel
_RAISED = 4.0


def is_screenshot(picture: Picture) -> bool:
    """Return whether a picture is a screenshot, or drawn: most of it is quite flat, and of few grays."""
    gray = picture.gray
    usual = np.sort(np.bincount(gray.ravel(), minlength=256))[-4:].sum() / gray.size
    is_flat = (gray[:, 1:] == gray[:, :-1]).mean() > _FLAT and (gray[1:] == gray[:-1]).mean() > _FLAT
    return bool(is_flat and usual > _PLAIN)


def lighten(picture: Picture) -> Picture:
    """Turn a dark screenshot into a light one."""
    if float(np.median(picture.gray)) > _DARK:
        return picture
    return replace(picture, gray=np.ascontiguousarray(255 - picture.gray))


def amplify_lines(gray: Gray) -> Gray:
    """Make faint lines dark: of use to find a grid, not to read what is in it."""
    ink: NDArray[np.float32] = measure_darkness(gray, max(max(gray.shape) // 30, 4))
    return np.asarray(255 - np.minimum(_RAISED * ink, 1) * 235, np.uint8)
