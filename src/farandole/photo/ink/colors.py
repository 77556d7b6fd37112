"""Group digits by the color of their ink: apps color entered digits, and pens are seldom black as print is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL, Glyph
from farandole.photo.geometry import Points, rectify_colors
from farandole.photo.pictures import Picture
from farandole.photo.segments import split_tiles

Colors = NDArray[np.float64]
Masks = NDArray[np.bool_]

_APART = 48.0  # minimum distance of two inks in RGB, of 255
_FEW = 3  # an ink with fewer cells is ignored if no ink makes a puzzle
_MAX = 5  # inks that are tried one by one
_SURE = 0.9  # confidence if the givens don't have the plainest ink


def measure_colors(picture: Picture, mesh: Points, glyphs: Sequence[Glyph]) -> Colors:
    """Measure the color of each glyph, normalized to white paper: float array (glyphs, 3)."""
    tiles = split_tiles(rectify_colors(picture.color, mesh, CELL), CELL).reshape(-1, CELL, CELL, 3)
    out = np.empty((len(glyphs), 3))
    for number, glyph in enumerate(glyphs):
        tile = tiles[glyph.cell].astype(float)
        strength = glyph.ink.ravel()
        strongest = np.argsort(strength)[-max(12, int((strength > 0.6).sum()) // 3) :]
        paper = np.median(tile[6:-6, 6:-6].reshape(-1, 3), axis=0)
        ink = tile.reshape(-1, 3)[strongest].mean(axis=0)
        is_dark = ink.mean() < paper.mean()  # on light paper, even in a shadow
        out[number] = ink * (255 / np.maximum(paper, 60)) if is_dark else ink + (255 - ink.max())
    return out


def group_by_ink(colors: Colors) -> list[Masks]:
    """Group glyphs by their ink; the inks closest to black, gray or white come first.

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
    """Return which glyphs are givens by their ink, and the confidence.

    The givens have the plainest ink that makes a puzzle by itself. If none does, inks with few glyphs count as that of
    the givens.

    Parameters
    ----------
    colors : float array (glyphs, 3)
    is_puzzle : callable
        Returns whether the glyphs of a mask make a puzzle with exactly one solution.

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> seen = np.array([black, black, blue, black], float)
    >>> given, confidence = find_givens(seen, lambda mask: mask.sum() >= 3)
    >>> given.tolist(), confidence
    ([True, True, False, True], 1.0)
    >>> find_givens(seen, lambda mask: mask.sum() >= 4)
    (array([ True,  True,  True,  True]), 0.9)
    """
    found = group_by_ink(colors)
    if len(found) < 2:
        return np.ones(len(colors), bool), 1.0
    large = [ink for ink in found if ink.sum() >= _FEW]
    everything = np.ones(len(colors), bool)
    for number, mask in enumerate((*found[:_MAX], *[everything] * (len(large) < 2))):
        if is_puzzle(mask):
            return mask, _SURE if number else 1.0
    return (large[0] if len(large) > 1 else everything), _SURE
