"""Synthesize handwritten digits: strokes through a few points, varied for each hand, drawn with a round pen."""

from typing import TypeAlias

import numpy as np
from fonts import LARGE, TALL
from numpy.random import Generator
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]

# Points of each way to write a digit, x from 0 to 6 and y from 0 (above) to 10. A curve runs through them. A slash
# lifts the pen; a repeated point is a corner.
WAYS = {
    0: [
        "3,0 1,1 0,5 1,9 3,10 5,9 6,5 5,1 3,0",
        "4,0 1,2 0,6 2,10 5,8 6,4 4,0 3,1",
        "4,1 2,0 0,3 0,7 2,10 5,9 6,4 3,0",
    ],
    1: [
        "3,0 3,10",
        "1,3 3,0 3,0 3,10",
        "0,4 3,0 3,0 3,10",
        "1,2 3,0 3,0 3,10 3,10 / 1,10 5,10",
        "4,0 2,10",
        "2,1 3,0 3,0 3,10",
    ],
    2: [
        "0,2 2,0 5,1 5,4 2,7 0,10 0,10 6,10",
        "0,2 3,0 5,2 4,5 0,10 0,10 3,9 6,10",
        "1,2 3,0 5,2 3,7 0,10 1,8 3,9 6,10",
        "0,1 3,0 5,2 4,5 1,9 0,9 1,8 4,10 6,9",
        "0,1 1,0 4,0 5,3 0,10 0,10 6,9",
        "0,3 2,0 5,1 5,4 1,9 1,10 3,9 5,10 6,9",
    ],
    3: [
        "0,1 3,0 5,2 3,4 2,5 2,5 5,6 5,9 2,10 0,9",
        "0,0 5,0 5,0 2,4 2,4 5,6 5,9 2,10 0,9",
        "1,1 4,0 5,2 4,4 2,5 5,6 6,8 3,10 0,9",
        "0,1 3,0 5,2 2,5 2,5 6,7 4,10 0,10",
        "0,1 4,0 5,2 3,5 1,5 3,5 5,7 4,10 0,9",
    ],
    4: [
        "4,0 0,7 0,7 6,7 6,7 / 4,3 4,10",
        "1,0 0,5 0,5 5,5 5,5 / 5,0 5,10",
        "4,10 4,0 4,0 0,7 0,7 6,7",
        "1,0 1,5 5,5 5,5 / 5,1 4,10",
        "2,0 0,6 0,6 6,6 6,6 / 4,3 3,10",
        "0,0 0,5 0,5 6,5 6,5 / 5,0 5,10",
        "3,0 0,6 0,6 5,5 5,5 / 5,3 5,10",
    ],
    5: [
        "5,0 1,0 1,0 1,4 1,4 4,4 5,7 3,10 0,9",
        "1,0 1,4 1,4 4,4 5,7 3,10 0,9 0,9 / 1,0 5,0",
        "6,0 1,0 1,0 0,5 0,5 4,4 6,6 4,10 0,9",
        "5,0 2,0 1,4 4,5 5,7 3,10 0,9",
        "5,0 1,1 1,4 4,5 5,8 1,10",
        "1,1 1,4 1,4 4,4 5,7 3,10 0,9 0,9 / 2,0 6,0",
    ],
    6: [
        "4,0 1,3 0,7 2,10 5,9 5,6 2,5 0,7",
        "5,0 2,2 0,6 1,9 3,10 5,8 4,6 2,6 0,8",
        "3,0 1,5 1,9 4,10 5,7 3,6 1,8",
        "1,0 0,4 0,8 3,10 5,8 4,6 0,8",
        "4,0 0,5 0,8 3,10 6,8 4,5 1,7",
    ],
    7: [
        "0,0 6,0 6,0 2,10",
        "0,0 6,0 6,0 2,10 2,10 / 1,5 5,5",
        "0,1 0,0 0,0 5,0 5,0 3,5 2,10",
        "0,1 0,0 6,0 6,0 3,10 3,10 / 1,5 6,5",
        "0,0 3,0 6,0 4,4 3,10",
        "0,2 0,0 0,0 6,0 6,0 3,10",
    ],
    8: [
        "5,1 3,0 1,1 1,3 3,5 5,7 4,10 1,9 1,7 3,5 5,3 5,1",
        "3,5 1,3 1,1 3,0 5,1 5,3 3,5 1,7 1,9 3,10 5,9 5,7 3,5",
        "5,2 3,0 1,2 3,5 5,8 3,10 0,8 3,5 6,1",
        "4,0 1,2 5,7 3,10 1,8 5,3 4,0",
        "3,0 1,2 3,4 5,2 3,0 3,0 / 3,4 0,7 3,10 6,7 3,4",
    ],
    9: [
        "5,2 3,0 1,1 1,4 3,5 5,3 5,2 5,2 5,10",
        "5,2 2,0 0,3 2,5 5,3 5,1 5,1 4,7 2,10",
        "5,1 3,0 0,2 2,5 5,3 5,1 5,5 3,10 0,9",
        "5,1 2,0 1,3 3,4 5,1 5,1 4,10",
        "6,1 3,0 0,3 3,5 6,2 6,2 6,7 3,10 1,9",
        "5,3 1,4 1,1 4,0 5,2 5,2 4,10",
    ],
}


def _curve(points: Floats) -> Floats:
    """Interpolate points by a Catmull-Rom spline."""
    if len(points) < 3:
        return points
    before, after = np.vstack([points[:1], points[:-2]]), np.vstack([points[2:], points[-1:]])
    here, there = points[:-1], points[1:]
    found = [points[:1]]
    for k in range(1, 6):
        t = k / 5
        found.append(
            0.5
            * (
                2 * here
                + (there - before) * t
                + (2 * before - 5 * here + 4 * there - after) * t * t
                + (3 * here - before - 3 * there + after) * t**3
            )
        )
    body = np.stack(found[1:], axis=1).reshape(-1, 2)
    return np.vstack([points[:1], body]).astype(np.float32)


def _segments(way: str, random: Generator) -> Floats:
    """Return the segments of a digit's strokes as this hand writes them: float32 array (pieces, 2, 2) in pixels."""
    pieces, messy = [], random.uniform(0.1, 0.55)
    for stroke in way.split("/"):
        points = np.array([[float(part) for part in point.split(",")] for point in stroke.split()], np.float32)
        moved, last = [], None
        for point in points:  # keep corners
            moved.append(
                moved[-1] if last is not None and (point == last).all() else point + random.normal(0, messy, 2)
            )
            last = point
        corners = [k for k in range(1, len(points)) if (points[k] == points[k - 1]).all()]
        for part in np.split(np.array(moved, np.float32), corners):
            curve = _curve(part)
            pieces.append(np.stack([curve[:-1], curve[1:]], axis=1))
    found = np.concatenate(pieces)
    found[:, :, 0] += (5 - found[:, :, 1]) * random.normal(0.05, 0.15)  # the slant of the hand
    found[:, :, 0] *= random.uniform(0.7, 1.3)
    low, high = found.min(axis=(0, 1)), found.max(axis=(0, 1))
    return np.asarray((found - (low + high) / 2) * (TALL * 0.92 / max(high - low)) + LARGE / 2, np.float32)


def write_hands(random: Generator, hands: int) -> NDArray[np.uint8]:
    """Write all digits by some hands.

    Parameters
    ----------
    random : Generator
    hands : int

    Returns
    -------
    uint8 array (hands, 10, 64, 64)
        Ink is 255.
    """
    digits = np.tile(np.arange(10), hands)
    out = np.zeros((len(digits), LARGE, LARGE), np.float32)
    half = LARGE // 2
    x, y = np.meshgrid(np.arange(half) * 2.0 + 0.5, np.arange(half) * 2.0 + 0.5)  # every other pixel is enough
    places = np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float32)
    for number, digit in enumerate(digits):
        ways = WAYS[int(digit)]
        pieces = _segments(ways[random.integers(len(ways))], random)
        start, along = pieces[:, 0], pieces[:, 1] - pieces[:, 0]
        length = np.maximum((along * along).sum(axis=1), 1e-6)
        ahead = places @ along.T - (start * along).sum(axis=1)
        share = (ahead / length).clip(0, 1)
        apart = (places * places).sum(axis=1)[:, None] - 2 * places @ start.T + (start * start).sum(axis=1)
        away = np.sqrt((apart - 2 * share * ahead + share * share * length).min(axis=1).clip(0)).reshape(half, half)
        ink = ((random.uniform(1.2, 4.2) - away) / 1.6 + 0.5).clip(0, 1)
        out[number] = np.repeat(np.repeat(ink, 2, axis=0), 2, axis=1)
    return np.round(255 * out).astype(np.uint8).reshape(hands, 10, LARGE, LARGE)
