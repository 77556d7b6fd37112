"""Hands: which digits were written into a printed grid. The print of a grid is all alike; a hand strays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import Glyph

Floats = NDArray[np.float64]
Masks = NDArray[np.bool_]

_ROUNDS = 12
_SHAPE = 0.5  # how much the net's word for the shape counts: letters of one hand are no independent witnesses
_MOST = 6.0  # what one measure may tell at most: a logarithm
_LEAST = np.array([6.0, 6.0, 6.0, 0.02, 0.03, 0.8, 0.8])  # deviations of print, at least: as `measure_style` has them
_DOUBT = 1e-3  # what the shape may be wrong about
_WIDER = 1.5  # a hand's deviations are at least so many times those


def measure_style(glyphs: Sequence[Glyph], colors: Floats, *, is_turned: bool = False) -> Floats:
    """Measure what is alike in all of the print.

    Parameters
    ----------
    glyphs : sequence of Glyph
    colors : float array (glyphs, 3)
        Red, green and blue, 0 to 255.
    is_turned : bool
        They lie on their side.

    Returns
    -------
    float array (glyphs, 7)
        Red, green, blue; the logarithms of the height and of the width of strokes; the middle: x and y in pixels of a
        cell.
    """
    out = np.empty((len(glyphs), 7))
    for row, glyph in zip(out, glyphs, strict=True):
        left, top, right, bottom = glyph.box
        row[3] = np.log(max(right - left if is_turned else bottom - top, 1))
        row[4] = np.log(_stroke_width(glyph))
        row[5:] = (left + right) / 2, (top + bottom) / 2
    out[:, :3] = colors
    return out


def _stroke_width(glyph: Glyph) -> float:
    """Measure how wide strokes are, in pixels: ink by the half of its outline."""
    padded = np.pad(glyph.ink, 1)
    outline = np.abs(np.diff(padded, axis=0)).sum() + np.abs(np.diff(padded, axis=1)).sum()
    return float(max(2 * glyph.ink.sum() / max(outline, 1e-6), 0.1))


def detect_handwriting(known: Floats, by_hand: Floats) -> tuple[Floats, float]:
    """Say how probable it is that each digit was written by hand, and how much speaks for that there are two writers.

    The print is what most of those are like that look printed. It may look so because of its shape, or because one of
    its measures sets it apart: the best of what comes from each of these beginnings counts.

    Parameters
    ----------
    known : float array (glyphs, k)
        As `measure_style` has it.
    by_hand : float array (glyphs,)
        How probable the shape makes it.

    Returns
    -------
    float array (glyphs,)
    float
        The logarithm of how much better two writers explain the digits than print alone.
    """
    shape = _SHAPE * np.log(np.clip(by_hand, _DOUBT, 1 - _DOUBT) / np.clip(1 - by_hand, _DOUBT, 1 - _DOUBT))
    alone = _log_likelihoods(known, np.ones(len(known)), _LEAST).sum() - np.logaddexp(0, shape).sum()
    ways = [shape, *(_split_by_measure(values, shape) for values in known.T)]
    found = [_separate(known, shape, way) for way in ways]
    likes, all_ = max(found, key=lambda way: way[1])
    return np.asarray(1 / (1 + np.exp(-likes))), float(all_ - alone)


def _split_by_measure(values: Floats, shape: Floats) -> Floats:
    """Divide digits in two by one measure; those whose shapes look more like a hand's are written."""
    low, high = np.quantile(values, (0.15, 0.85))
    for _ in range(6):
        upper = values > (low + high) / 2
        if upper.all() or not upper.any():
            return shape
        low, high = values[~upper].mean(), values[upper].mean()
    sign = 1.0 if shape[upper].mean() > shape[~upper].mean() else -1.0
    return np.where(upper, 3.0, -3.0) * sign


def _separate(known: Floats, shape: Floats, likes: Floats) -> tuple[Floats, float]:
    """Part print and hand, from a first guess: how likely each digit is a hand's, and how likely all of it is."""
    all_ = -np.inf
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-likes))
        if not 1 <= share.sum() <= len(share) - 1:
            break
        print_, hand = _log_likelihoods(known, 1 - share, _LEAST), _log_likelihoods(known, share, _WIDER * _LEAST)
        many = share.mean()
        likes = shape + np.clip(hand - print_, -_MOST, _MOST).sum(axis=1) + np.log(many / (1 - many))
        print_, hand = print_.sum(axis=1) + np.log(1 - many), hand.sum(axis=1) + np.log(many) + shape
        all_ = float((np.logaddexp(print_, hand) - np.logaddexp(0, shape)).sum())
    return likes, all_


def _log_likelihoods(known: Floats, share: Floats, least: Floats) -> Floats:
    """Measure how well each digit fits those of a share: logarithms, one for each measure."""
    middle = (share[:, None] * known).sum(axis=0) / share.sum()
    spread = np.sqrt((share[:, None] * (known - middle) ** 2).sum(axis=0) / share.sum())
    spread = np.maximum(spread, least)
    fits: Floats = -(((known - middle) / spread) ** 2) / 2 - np.log(spread)
    return fits
