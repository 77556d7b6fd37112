"""Split pictures into tiles, one per cell, and into connected components."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farandole import _core


class Component(NamedTuple):
    """A connected component of a mask: its number of pixels, and its bounding box without the last row and column."""

    size: int
    left: int
    top: int
    right: int
    bottom: int


def split_tiles(picture: NDArray[Any], side: int) -> NDArray[Any]:
    """Split a picture into square tiles.

    Parameters
    ----------
    picture : ndarray, shape (rows * side, columns * side, ...)
    side : int
        Pixels per tile.

    Returns
    -------
    ndarray, shape (rows, columns, side, side, ...)
        A view of the picture.

    Examples
    --------
    >>> split_tiles(np.arange(8).reshape(2, 4), 2)[0].tolist()
    [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]
    """
    height, width, *channels = picture.shape
    return picture.reshape(height // side, side, width // side, side, *channels).swapaxes(1, 2)


def join_tiles(tiles: NDArray[Any]) -> NDArray[Any]:
    """Join the tiles of `split_tiles` to a picture.

    Examples
    --------
    >>> picture = np.arange(16).reshape(4, 4)
    >>> bool((join_tiles(split_tiles(picture, 2)) == picture).all())
    True
    """
    rows, columns, height, width = tiles.shape[:4]
    return np.ascontiguousarray(tiles.swapaxes(1, 2).reshape(rows * height, columns * width))


def find_components(mask: NDArray[np.bool_]) -> tuple[list[Component], NDArray[np.int32]]:
    """Find the connected components of a mask.

    Returns
    -------
    list of Component
    ndarray of int32, shape of the mask
        The number of the component of each pixel, from 1; 0 for none.

    Examples
    --------
    >>> components, labels = find_components(np.array([[True, False, True]]))
    >>> components[1], labels.tolist()
    (Component(size=1, left=2, top=0, right=3, bottom=1), [[1, 0, 2]])
    """
    labels = np.empty(mask.shape, np.int32)
    components = _core.components(np.ascontiguousarray(mask).view(np.uint8), labels)
    return [Component(*component) for component in components], labels


def dilate(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Add the pixels beside, above and below those of a mask.

    Examples
    --------
    >>> dilate(np.array([[True, False, False]])).tolist()
    [[True, True, False]]
    """
    padded = np.pad(mask, 1)
    wide: NDArray[np.bool_] = padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:] | mask
    return wide
