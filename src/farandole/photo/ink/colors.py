"""Inks: who wrote a digit shows in its color. Apps color what is entered, and pens are seldom black as print is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL, Glyph
from farandole.photo.geometry import Points, rectify
from farandole.photo.pictures import Picture

Colors = NDArray[np.float64]
Masks = NDArray[np.bool_]

_APART = 48.0  # two inks differ at least by so much, in red, green and blue from 0 to 255
_FEW = 3  # cells of an ink that tell nothing where no ink makes a puzzle
_MOST = 5  # inks that are looked at one by one
_SURE = 0.9  # where the givens are not simply those of the plainest ink


def measure_colors(picture: Picture, mesh: Points, glyphs: Sequence[Glyph]) -> Colors:
    """Measure the color of each glyph, as it would be on white paper: float array (glyphs, 3)."""
    views = [rectify(np.ascontiguousarray(picture.color[:, :, k]), mesh, CELL) for k in range(3)]
    columns = mesh.shape[1] - 1
    tiles = np.stack(views, axis=-1).reshape(-1, CELL, columns, CELL, 3).swapaxes(1, 2).reshape(-1, CELL, CELL, 3)
    out = np.empty((len(glyphs), 3))
    for number, glyph in enumerate(glyphs):
        tile = tiles[glyph.cell].astype(float)
        strength = glyph.ink.ravel()
        strongest = np.argsort(strength)[-max(12, int((strength > 0.6).sum()) // 3) :]
        paper = np.median(tile[6:-6, 6:-6].reshape(-1, 3), axis=0)
        ink = tile.reshape(-1, 3)[strongest].mean(axis=0)
        is_dark = ink.mean() < paper.mean()  # on light paper, be it in a shadow
        out[number] = ink * (255 / np.maximum(paper, 60)) if is_dark else ink + (255 - ink.max())
    return out


def group_by_ink(colors: Colors) -> list[Masks]:
    """Part glyphs by their ink: those of each ink, the ink most like black, gray or white first.

    Parameters
    ----------
    colors : float array (glyphs, 3)

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> [ink.tolist() for ink in group_by_ink(np.array([blue, black, blue, black], float))]
    [[False, True, False, True], [True, False, True, False]]
    """
    groups: list[list[int]] = []
    for number, color in enumerate(colors):
        near = [(np.linalg.norm(np.mean(colors[group], axis=0) - color), k) for k, group in enumerate(groups)]
        if near and min(near)[0] < _APART:
            groups[min(near)[1]].append(number)
        else:
            groups.append([number])
    centers = [np.mean(colors[group], axis=0) for group in groups]
    order = np.argsort([np.ptp(center) + 0.2 * center.mean() for center in centers], kind="stable")
    masks = np.zeros((len(groups), len(colors)), bool)
    for mask, number in zip(masks, order, strict=True):
        mask[groups[number]] = True
    return list(masks)


def find_givens(colors: Colors, is_puzzle: Callable[[Masks], bool]) -> tuple[Masks, float]:
    """Return which glyphs are givens, judged by their inks, and how sure that is.

    They have one ink: the plainest that makes a puzzle by itself. Where none does, inks of a few glyphs are the
    givens', too.

    Parameters
    ----------
    colors : float array (glyphs, 3)
    is_puzzle : callable
        Whether some of the glyphs make a puzzle with exactly one solution.

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> seen = np.array([black, black, blue, black], float)
    >>> given, confidence = find_givens(seen, lambda some: some.sum() >= 3)
    >>> given.tolist(), confidence
    ([True, True, False, True], 1.0)
    >>> find_givens(seen, lambda some: some.sum() >= 4)
    (array([ True,  True,  True,  True]), 0.9)
    """
    found = group_by_ink(colors)
    if len(found) < 2:
        return np.ones(len(colors), bool), 1.0
    large = [ink for ink in found if ink.sum() >= _FEW]
    everything = np.ones(len(colors), bool)
    for number, some in enumerate((*found[:_MOST], *[everything] * (len(large) < 2))):
        if is_puzzle(some):
            return some, _SURE if number else 1.0
    return (large[0] if len(large) > 1 else everything), _SURE
