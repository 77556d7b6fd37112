"""Classify glyphs by a small convolutional net in NumPy. `training/train.py` trains its weights on fonts.

Three convolutions of stride 2, and a dense layer:

    28 x 28 -> 14 x 14 x 24 -> 7 x 7 x 40 -> 4 x 4 x 64 -> 64 -> a logit for each of CLASSES, and one for handwriting
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]

SIDE = 28  # pixels per side of a normalized glyph
HEIGHT = 20  # pixels that its ink fills, in height or in width
NOTHING = 0
LETTERS = "ABCDEFGHIJKLMNOP"
CLASSES = ("", *"0123456789", *LETTERS, *(str(number) for number in range(10, 17)))

CHUNK = 64  # glyphs per batch, so that their windows stay in the cache


class Step(NamedTuple):
    """A convolution: the size of its windows, its stride, and its padding before and after."""

    window: int
    stride: int
    margin: tuple[int, int]


STEPS = (Step(5, 2, (2, 1)), Step(3, 2, (1, 0)), Step(3, 2, (1, 1)))


def windows(pictures: Floats, step: Step) -> Floats:
    """Unfold the windows of a convolution into rows (im2col).

    Parameters
    ----------
    pictures : float32 array (n, side, side, channels)
    step : Step

    Returns
    -------
    float32 array (n, side of the result, side of the result, window * window * channels)
    """
    padded = np.pad(pictures, ((0, 0), step.margin, step.margin, (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (step.window, step.window), axis=(1, 2))
    views = views[:, :: step.stride, :: step.stride].transpose(0, 1, 2, 4, 5, 3)
    return views.reshape(*views.shape[:3], step.window**2 * pictures.shape[3])


@cache
def load_weights() -> dict[str, Floats]:
    """Load the weights and biases of the layers from the package."""
    with files("farandole.photo.ink").joinpath("weights.npz").open("rb") as file, np.load(file) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def compute_features(glyphs: Floats) -> Floats:
    """Compute the features before the last layer.

    Parameters
    ----------
    glyphs : float32 array (n, 28, 28)

    Returns
    -------
    float32 array (n, 64)
    """
    known, now = load_weights(), glyphs[:, :, :, None]
    for number, step in enumerate(STEPS):
        now = np.maximum(windows(now, step) @ known[f"weight{number}"] + known[f"bias{number}"], 0)
    seen: Floats = np.maximum(now.reshape(len(now), known["weight3"].shape[0]) @ known["weight3"] + known["bias3"], 0)
    return seen


def classify_glyphs(glyphs: Floats) -> tuple[Floats, Floats]:
    """Return the probability of each class of each glyph, and that it is handwritten.

    Parameters
    ----------
    glyphs : float32 array (n, 28, 28)
        Upright, 1 for ink and 0 for paper, as `normalize_glyph` returns them.

    Returns
    -------
    float32 array (n, classes)
        Each row sums to 1. The columns are `CLASSES`: nothing (paper, dirt, a piece of a line), 0 to 9, letters, 10 to
        16. The caller selects the classes that a puzzle uses.
    float32 array (n,)
        From 0, printed, to 1, handwritten; meaningless if there is nothing.

    Examples
    --------
    >>> import numpy as np
    >>> probabilities, by_hand = classify_glyphs(np.zeros((2, 28, 28), np.float32))
    >>> probabilities.shape, by_hand.shape, [CLASSES[best] for best in probabilities.argmax(axis=1)]
    ((2, 34), (2,), ['', ''])
    """
    if glyphs.ndim != 3 or glyphs.shape[1:] != (SIDE, SIDE):
        raise ValueError(f"expected glyphs of shape (n, {SIDE}, {SIDE}), found {glyphs.shape}")
    known, glyphs = load_weights(), np.asarray(glyphs, np.float32)
    seen = np.concatenate([compute_features(glyphs[k : k + CHUNK]) for k in range(0, len(glyphs) or 1, CHUNK)])
    classes = seen @ known["weight4"] + known["bias4"]
    powers = np.exp(classes - classes.max(axis=1, keepdims=True))
    hand = seen @ known["weight5"] + known["bias5"]
    return powers / powers.sum(axis=1, keepdims=True), 1 / (1 + np.exp(-hand[:, 0]))


def classify(glyphs: Floats) -> Floats:
    """Return the probability of each class of each glyph: the first result of `classify_glyphs`.

    Parameters
    ----------
    glyphs : float32 array (n, 28, 28)

    Returns
    -------
    float32 array (n, classes)
    """
    return classify_glyphs(glyphs)[0]


def normalize_glyph(ink: Floats) -> Floats:
    """Scale and center the ink of one glyph for the net.

    Parameters
    ----------
    ink : float32 array (height, width)
        1 for ink and 0 for paper, without any ink that does not belong to the glyph.

    Returns
    -------
    float32 array (28, 28)
        The bounding box of the ink, scaled to a larger side of 20 pixels, in the center.

    Examples
    --------
    >>> import numpy as np
    >>> stroke = np.zeros((60, 60), np.float32)
    >>> stroke[10:50, 40:44] = 1
    >>> rows, columns = np.nonzero(normalize_glyph(stroke) > 0.5)
    >>> int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())
    (4, 23, 13, 14)
    """
    strong = ink > max(0.3 * float(ink.max(initial=0)), 0.1)
    rows, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
    if not len(rows):
        return np.zeros((SIDE, SIDE), np.float32)
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    ratio = HEIGHT / max(bottom - top, right - left)
    down = _resampling_matrix(ink.shape[0], (top + bottom) / 2, ratio)
    across = _resampling_matrix(ink.shape[1], (left + right) / 2, ratio)
    return np.asarray(down @ ink @ across.T, np.float32)


def _resampling_matrix(length: int, middle: float, ratio: float) -> Floats:
    """Return the matrix that resamples ``length`` pixels to `SIDE`, by area averaging or linear interpolation."""
    places = (np.arange(SIDE) + 0.5 - SIDE / 2) / ratio + middle - 0.5
    reach = max(1.0, 1 / ratio)
    shares = np.maximum(1 - np.abs(np.arange(length)[None] - places[:, None]) / reach, 0)
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1), np.float32)
