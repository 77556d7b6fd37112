"""Remove the hard shadows of a photo: the light on the paper is estimated with its sharp edges, and divided out."""

from __future__ import annotations

import numpy as np

from farandole.photo.geometry import Gray
from farandole.photo.pictures import Picture
from farandole.records import replace

_PART = 60  # of the larger side: strokes and lines are narrower than twice that
_GAP = 300  # the same for half the width of gaps in strokes
_STEP = 1.2  # minimum ratio of the light on both sides of the edge of a shadow
_PAPER = 230  # of 255: the lightness of paper afterwards
_FEW = 0.005  # minimum share of pixels near an edge in a picture with a hard shadow


def level_light(picture: Picture) -> Picture | None:
    """Divide a picture by the light on its paper; None if it has no hard shadow.

    The light is the morphological closing of the picture: it fills strokes and lines, but keeps the edges of shadows.

    Examples
    --------
    >>> shaded = np.full((80, 80), 200, np.uint8)
    >>> shaded[:, 40:] = 60
    >>> np.unique(level_light(Picture(shaded, np.stack([shaded] * 3, axis=-1), 1.0)).gray).tolist()
    [230]
    >>> level_light(Picture(np.full((80, 80), 200, np.uint8), np.full((80, 80, 3), 200, np.uint8), 1.0)) is None
    True
    """
    from PIL import Image, ImageFilter

    gray, side = picture.gray, max(picture.gray.shape)
    radius, gap = max(side // _PART, 2), max(side // _GAP, 2)
    smooth = np.asarray(Image.fromarray(gray).filter(ImageFilter.MedianFilter(3)))  # without noise, but with edges
    light = _shrink(_spread(smooth, radius), radius)
    # Where a stroke crosses the edge of a shadow, it has a gap, because it is as dark as the shadow beside it.
    is_edge = _spread(light, gap) > _STEP * _shrink(light, gap)
    if is_edge.mean() < _FEW:
        return None
    gain = (_PAPER / np.maximum(light, 8)).astype(np.float32)
    level, color = (
        np.minimum(values * more, 255).astype(np.uint8)
        for values, more in ((gray, gain), (picture.color, gain[:, :, None]))
    )
    return replace(picture, gray=np.where(is_edge, _spread(_shrink(level, gap), gap), level), color=color)


def _spread(gray: Gray, radius: int) -> Gray:
    """Return the maximum of a square window around each pixel, in windows that double."""
    for axis in (0, 1):
        line = np.pad(np.moveaxis(gray, axis, 0), ((radius, radius), (0, 0)))
        window = 1
        while window < 2 * radius + 1:
            step = min(window, 2 * radius + 1 - window)
            line = np.maximum(line[:-step], line[step:])
            window += step
        gray = np.ascontiguousarray(np.moveaxis(line, 0, axis))
    return gray


def _shrink(gray: Gray, radius: int) -> Gray:
    """Return the minimum of a square window around each pixel."""
    return 255 - _spread(255 - gray, radius)
