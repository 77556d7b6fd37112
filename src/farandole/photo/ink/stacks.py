"""Tell notes above each other that touch from a narrow digit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from farandole.photo.cells import CELL, Glyph
from farandole.photo.ink.net import CLASSES, classify, normalize_glyph
from farandole.photo.lines import Response

_NOTE = (0.1, 0.26)  # heights of a note, relative to the cell
_WIDE = 1.2  # maximum width of a note, relative to its height
_CLEAR = 0.9  # minimum probability of each note
_BESIDE = 2  # pixels of paper around a note
_DIGITS = [CLASSES.index(name) for name in "123456789"]


def drop_stacks(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Leave out the glyphs of a screen that are read better as two or three notes above each other than as a digit."""
    ways = [
        (number, pieces) for number, glyph in enumerate(glyphs) for n in (2, 3) if (pieces := _split_notes(glyph, n))
    ]
    if not ways:
        return list(glyphs)
    every = [piece for number, pieces in ways for piece in (glyphs[number].ink, *pieces)]
    seen = iter(classify(np.stack([normalize_glyph(piece) for piece in every]))[:, _DIGITS].max(axis=1).tolist())
    stacks = set()
    for number, pieces in ways:
        whole, *parts = (next(seen) for _ in range(len(pieces) + 1))
        if min(parts) > max(whole, _CLEAR):
            stacks.add(number)
    return [glyph for number, glyph in enumerate(glyphs) if number not in stacks]


def _split_notes(glyph: Glyph, n: int) -> list[Response]:
    """Split a glyph into n notes of the same height; an empty list if they wouldn't be as large as notes."""
    left, top, right, bottom = glyph.box
    height = glyph.height / n
    if not (_NOTE[0] * CELL <= height <= _NOTE[1] * CELL and right - left <= _WIDE * height):
        return []
    columns = slice(max(left - _BESIDE, 0), right + _BESIDE)
    return [glyph.ink[rows[0] : rows[-1] + 1, columns] for rows in np.array_split(np.arange(top, bottom), n)]
