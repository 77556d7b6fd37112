"""Decode large pictures in little memory: a limit by their kind, and conversion strip after strip.

Pillow decodes most kinds whole, with up to four bytes a pixel. Every conversion of the whole would take as much again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farandole.errors import PhotoError

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 150_000_000  # a larger picture is not decoded
MAX_DECODED = 280 << 20  # bytes that a file and decoding it may take
MAX_WHOLE = 8_000_000  # pixels of a picture that is converted whole
_ORIENTATION = 0x0112  # a tag of EXIF
_N_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "LA": 4, "PA": 4}  # of a pixel in Pillow; else 4
_COPIED = ("WEBP", "AVIF", "HEIF")  # their decoders make copies of the whole


def check_pixels(image: Image.Image, n_bytes: int = 0) -> None:
    """Check that a picture can be decoded in bounded memory.

    Parameters
    ----------
    image : Image
    n_bytes : int
        The size of its file, which is in memory too.

    Raises
    ------
    PhotoError
        If it has too many pixels for its kind.
    """
    most = min(MAX_PIXELS, max(0, int((MAX_DECODED - n_bytes) / _decoded_bytes(image))))
    if image.width * image.height > most:
        raise PhotoError(f"expected at most {most:,} pixels, found {image.width} x {image.height}")


def _decoded_bytes(image: Image.Image) -> float:
    """Return how many bytes decoding takes for each pixel of a file."""
    if image.format in ("JPEG", "MPO"):  # it is decoded at an eighth of its size if it is large
        if "progressive" not in image.info:
            return 0.5
        layers: list[tuple[int, ...]] = getattr(image, "layer", [])  # all coefficients are kept, two bytes each
        factors = [(across, down) for _, across, down, *_ in layers] or [(1, 1)] * 3
        return 2 * sum(across * down for across, down in factors) / max(across * down for across, down in factors)
    return 14 if image.format in _COPIED else _N_BYTES.get(image.mode, 4)


def reduce_strips(image: Image.Image, side: int, convert: Callable[[Image.Image], NDArray[np.uint8]]) -> Image.Image:
    """Reduce a large picture by a whole factor, so that its larger side still has as many pixels or more.

    Parameters
    ----------
    image : Image
    side : int
    convert : callable
        Converts a strip to colors, shape (height, width, 3).

    Returns
    -------
    Image
        In colors, with the orientation of the picture.
    """
    from PIL.Image import fromarray

    factor = max(image.size) // side
    height = factor * max(1, MAX_WHOLE // 4 // (image.width * factor))
    strips = []
    for top in range(0, image.height, height):
        strip = image.crop((0, top, image.width, min(top + height, image.height)))
        strip.info = image.info  # it says which color is transparent
        strips.append(np.asarray(fromarray(convert(strip)).reduce(factor)))
    reduced = fromarray(np.concatenate(strips))
    exif: Any = reduced.getexif()
    exif[_ORIENTATION] = image.getexif().get(_ORIENTATION, 1)
    return reduced
