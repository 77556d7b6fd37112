"""Reveal ink in cells whose background is dark or saturated: apps highlight digits, mistakes and houses so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL
from farandole.photo.geometry import Points, rectify_colors
from farandole.photo.lines import Response
from farandole.photo.pictures import Picture
from farandole.photo.segments import join_tiles, split_tiles

_INNER = np.s_[:, 7:-7, 7:-7]  # the part of a cell without grid lines
_SHADED, _DARK = 0.06, 0.35  # minimum darkness of a background that may hide ink, on a screen and in a photo
_PLAIN, _CLEAR = 8, 24  # of 255: how far from the background a cell without ink stays at most, and how far clear ink is
_STROKE = 24  # pixels of the least ink


def reveal_ink(picture: Picture, mesh: Points, ink: Response, *, on_screen: bool) -> tuple[Response, list[int]]:
    """Measure the ink of cells with a dark or saturated background by their own contrast, in any color.

    Parameters
    ----------
    picture : Picture
    mesh : ndarray, shape (n + 1, n + 1, 2)
    ink : ndarray of float32
        The cells, as `cells.measure_ink` returns them.
    on_screen : bool
        Whether it is a screenshot, without shadows.

    Returns
    -------
    ndarray of float32
        The same, with these cells replaced; their ink is as dark as that of others.
    list of int
        The cells that may hold ink which is too faint to be read.
    """
    tiles = split_tiles(ink, CELL)
    shape = tiles.shape
    tiles = tiles.reshape(-1, CELL, CELL).copy()
    shaded = np.flatnonzero(np.median(tiles[_INNER], axis=(1, 2)) > (_SHADED if on_screen else _DARK))
    if not len(shaded):
        return ink, []
    others = np.delete(tiles, shaded, axis=0)
    usual = float(np.quantile(_measure_peaks(others), 0.875)) if len(others) else 1.0
    colors = (
        split_tiles(rectify_colors(picture.color, mesh, CELL), CELL).reshape(-1, CELL, CELL, 3)[shaded].astype(float)
    )
    paper = np.median(colors[_INNER], axis=(1, 2), keepdims=True)
    away = np.abs(colors - paper).max(axis=3)
    peaks = _measure_peaks(away)
    is_clear = peaks > _CLEAR
    own = np.where(is_clear[:, None, None], away / np.maximum(peaks, 1)[:, None, None] * usual, 0)
    tiles[shaded] = np.minimum(own, 1)
    is_faint = (peaks > _PLAIN) & (away[_INNER].max(axis=(1, 2)) <= _CLEAR)  # otherwise, it is a small note
    return join_tiles(tiles.reshape(shape)), shaded[is_faint].tolist()


def _measure_peaks(tiles: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the strength of the strongest strokes of each tile."""
    inner = tiles[_INNER].reshape(len(tiles), -1)
    return np.partition(inner, -_STROKE, axis=1)[:, -_STROKE]
