"""Inks: who wrote a digit shows in its color. Apps color what is entered, and pens are seldom black as print is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL, Glyph
from farandole.photo.geometry import Points, through
from farandole.photo.pictures import Picture

Colors = NDArray[np.float64]

_APART = 48.0  # two inks differ at least by so much, in red, green and blue from 0 to 255
_FEW = 3  # cells of an ink that tell nothing


def colors(picture: Picture, mesh: Points, glyphs: Sequence[Glyph]) -> Colors:
    """Measure the color of each glyph, as it would be on white paper: float array (glyphs, 3)."""
    views = [through(np.ascontiguousarray(picture.color[:, :, k]), mesh, CELL) for k in range(3)]
    columns = mesh.shape[1] - 1
    tiles = np.stack(views, axis=-1).reshape(-1, CELL, columns, CELL, 3).swapaxes(1, 2).reshape(-1, CELL, CELL, 3)
    out = np.empty((len(glyphs), 3))
    for number, glyph in enumerate(glyphs):
        tile = tiles[glyph.cell].astype(float)
        strength = glyph.ink.ravel()
        strongest = np.argsort(strength)[-max(12, int((strength > 0.6).sum()) // 3) :]
        paper = np.median(tile[6:-6, 6:-6].reshape(-1, 3), axis=0)
        ink = tile.reshape(-1, 3)[strongest].mean(axis=0)
        light = paper.mean() > 110
        out[number] = ink * (255 / np.maximum(paper, 60)) if light else ink + (255 - ink.max())
    return out


def printed(measured: Colors) -> NDArray[np.bool_]:
    """Return which glyphs have the ink of the givens: of all inks the one that is most like black, gray or white.

    Parameters
    ----------
    measured : float array (glyphs, 3)

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> printed(np.array([black, black, blue, blue, black, blue], float)).tolist()
    [True, True, False, False, True, False]
    >>> printed(np.array([blue, blue, blue, blue], float)).tolist()
    [True, True, True, True]
    """
    groups: list[list[int]] = []
    for number, color in enumerate(measured):
        near = [(np.linalg.norm(np.mean(measured[group], axis=0) - color), k) for k, group in enumerate(groups)]
        if near and min(near)[0] < _APART:
            groups[min(near)[1]].append(number)
        else:
            groups.append([number])
    large = [group for group in groups if len(group) >= _FEW]
    if len(large) < 2:
        return np.ones(len(measured), bool)
    centers = [np.mean(measured[group], axis=0) for group in large]
    plain = large[int(np.argmin([np.ptp(center) + 0.2 * center.mean() for center in centers]))]
    out = np.zeros(len(measured), bool)
    out[plain] = True
    return out
