"""Detect which digits are handwritten in a printed grid: print is uniform, handwriting varies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import Glyph

Floats = NDArray[np.float64]
Masks = NDArray[np.bool_]

_ROUNDS = 12
_SHAPE = 0.5  # weight of the log-odds of the shape, because the digits of one hand are not independent
_MAX = 6.0  # limit of the log-odds of one measure
_MIN = np.array([6.0, 6.0, 6.0, 0.02, 0.03, 0.8, 0.8])  # minimum deviations of print, by measure
_DOUBT = 1e-3  # minimum probability that the shape is misclassified
_WIDER = 1.5  # minimum deviations of handwriting, relative to those of print


def measure_style(glyphs: Sequence[Glyph], colors: Floats, *, is_turned: bool = False) -> Floats:
    """Measure the properties that are uniform in print.

    Parameters
    ----------
    glyphs : sequence of Glyph
    colors : float array (glyphs, 3)
        Red, green and blue, 0 to 255.
    is_turned : bool
        Whether the glyphs are rotated by a quarter turn.

    Returns
    -------
    float array (glyphs, 7)
        Red, green, blue; the log height; the log stroke width; x and y of the center in pixels of a cell.
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
    """Measure the stroke width in pixels: the area divided by half of the perimeter."""
    padded = np.pad(glyph.ink, 1)
    outline = np.abs(np.diff(padded, axis=0)).sum() + np.abs(np.diff(padded, axis=1)).sum()
    return float(max(2 * glyph.ink.sum() / max(outline, 1e-6), 0.1))


def detect_handwriting(known: Floats, by_hand: Floats) -> tuple[Floats, float]:
    """Return the probability that each digit is handwritten, and the evidence for two writers.

    Print and handwriting are a mixture of two Gaussians. The EM algorithm is started from the shapes, and from a split
    by each measure; the best result counts.

    Parameters
    ----------
    known : float array (glyphs, k)
        The measures of `measure_style`.
    by_hand : float array (glyphs,)
        The probability of handwriting by shape.

    Returns
    -------
    float array (glyphs,)
    float
        The log-likelihood ratio of two writers against print alone.
    """
    shape = _SHAPE * np.log(np.clip(by_hand, _DOUBT, 1 - _DOUBT) / np.clip(1 - by_hand, _DOUBT, 1 - _DOUBT))
    alone = _log_likelihoods(known, np.ones(len(known)), _MIN).sum() - np.logaddexp(0, shape).sum()
    ways = [shape, *(_split_by_measure(values, shape) for values in known.T)]
    found = [_separate(known, shape, way) for way in ways]
    likes, all_ = max(found, key=lambda way: way[1])
    return np.asarray(1 / (1 + np.exp(-likes))), float(all_ - alone)


def _split_by_measure(values: Floats, shape: Floats) -> Floats:
    """Split digits in two by one measure; those with shapes more like handwriting count as handwritten."""
    low, high = np.quantile(values, (0.15, 0.85))
    for _ in range(6):
        upper = values > (low + high) / 2
        if upper.all() or not upper.any():
            return shape
        low, high = values[~upper].mean(), values[upper].mean()
    sign = 1.0 if shape[upper].mean() > shape[~upper].mean() else -1.0
    return np.where(upper, 3.0, -3.0) * sign


def _separate(known: Floats, shape: Floats, likes: Floats) -> tuple[Floats, float]:
    """Run EM from initial log-odds; return the log-odds of handwriting and the log-likelihood."""
    all_ = -np.inf
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-likes))
        if not 1 <= share.sum() <= len(share) - 1:
            break
        print_, hand = _log_likelihoods(known, 1 - share, _MIN), _log_likelihoods(known, share, _WIDER * _MIN)
        many = share.mean()
        likes = shape + np.clip(hand - print_, -_MAX, _MAX).sum(axis=1) + np.log(many / (1 - many))
        print_, hand = print_.sum(axis=1) + np.log(1 - many), hand.sum(axis=1) + np.log(many) + shape
        all_ = float((np.logaddexp(print_, hand) - np.logaddexp(0, shape)).sum())
    return likes, all_


def _log_likelihoods(known: Floats, share: Floats, least: Floats) -> Floats:
    """Return log-likelihoods of each digit, for each measure, under a Gaussian with these weights."""
    middle = (share[:, None] * known).sum(axis=0) / share.sum()
    spread = np.sqrt((share[:, None] * (known - middle) ** 2).sum(axis=0) / share.sum())
    spread = np.maximum(spread, least)
    fits: Floats = -(((known - middle) / spread) ** 2) / 2 - np.log(spread)
    return fits
