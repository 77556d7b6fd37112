"""Pencilmarks: the small digits of a screenshot, each read by itself, wherever in its cell it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farandole import _core
from farandole.photo.digits import schemes
from farandole.photo.geometry import Gray, Points, through
from farandole.photo.ink.net import NOTHING, fit, read_glyphs
from farandole.photo.lines import Response

_CELL = 96  # pixels of a cell as it is looked at
_EDGE = 6  # of them at each side belong to the lines
_LOW, _HIGH, _WIDE = 0.09, 0.36, 0.34  # of a cell: heights of marks, and the width of the widest
_CONTRAST = 0.08  # of a mark, at least
_SURE = 0.5
_PLACED = 0.85  # of the marks of a grid stand where their digits have their places: then all do
_TRUST = 20.0  # by how much more probable the digit of a place is then


@dataclass
class _Mark:
    """A part of a cell that may be a mark: its box, its ink, and how probable nothing and each digit are."""

    cell: int
    box: tuple[int, int, int, int]
    ink: Response
    odds: NDArray[np.float64]

    def place(self, n: int) -> int:
        """Return the digit whose place in the cell this is, where digits stand in three rows, or in four."""
        wide = 3 if n <= 9 else 4
        high = -(-n // wide)
        left, top, right, bottom = self.box
        column, row = int((left + right) / 2 * wide / _CELL), int((top + bottom) / 2 * high / _CELL)
        return min(row, high - 1) * wide + min(column, wide - 1) + 1


def read_marks(gray: Gray, mesh: Points, cells: Sequence[tuple[int, int]], n_digits: int) -> list[int]:
    """Read the pencilmarks of some cells.

    Parameters
    ----------
    gray : uint8 array (height, width)
        Dark on light.
    mesh : float array (rows + 1, columns + 1, 2)
        Upright.
    cells : sequence of (int, int)
        Rows and columns of those that hold no digit, from 0.
    n_digits : int

    Returns
    -------
    list of int
        The marks of each of the cells as a mask: bit d - 1 for digit d.
    """
    rows, columns = mesh.shape[0] - 1, mesh.shape[1] - 1
    tiles = through(gray, mesh, _CELL).reshape(rows, _CELL, columns, _CELL).swapaxes(1, 2)
    found = [mark for k, cell in enumerate(cells) for mark in _marks(k, tiles[cell], may_be_two=n_digits > 9)]
    masks = [0] * len(cells)
    if not found:
        return masks
    seen, _ = read_glyphs(np.stack([fit(mark.ink) for mark in found]))
    classes = schemes(n_digits)[0].classes
    for mark, shares in zip(found, seen.astype(float), strict=True):
        odds = np.array([shares[NOTHING], *(shares[list(names)].sum() for names in classes)])
        mark.odds = odds / max(odds.sum(), 1e-9)
    _mind_places(found, n_digits)
    for mark in found:
        best = int(mark.odds.argmax())
        if best != NOTHING and mark.odds[best] > _SURE:
            masks[mark.cell] |= 1 << (best - 1)
    return masks


def _mind_places(marks: list[_Mark], n: int) -> None:
    """Where nearly all sure marks stand at the places of their digits, let the places help with the others."""
    sure = [mark for mark in marks if mark.odds[1:].max() > 0.9]
    if len(sure) >= 4 and np.mean([mark.place(n) == mark.odds.argmax() for mark in sure]) > _PLACED:
        for mark in marks:
            if mark.place(n) <= n:
                mark.odds[mark.place(n)] *= _TRUST
            mark.odds /= mark.odds.sum()


def _marks(cell: int, tile: Gray, *, may_be_two: bool) -> list[_Mark]:
    inner = tile[_EDGE:-_EDGE, _EDGE:-_EDGE].astype(np.float32)
    paper = float(np.median(inner))
    ink = np.clip((paper - inner) / max(paper, 60), 0, 1)
    peak = float(np.partition(ink.ravel(), -12)[-12])
    if peak < _CONTRAST:
        return []
    mask = np.ascontiguousarray(ink > 0.42 * peak).view(np.uint8)
    labels = np.empty(mask.shape, np.int32)
    parts = [(box, [number]) for number, (size, *box) in enumerate(_core.components(mask, labels), 1) if size >= 6]
    out = []
    for (left, top, right, bottom), numbers in _joined(parts, may_be_two):
        if not _LOW * _CELL <= bottom - top <= _HIGH * _CELL or right - left > _WIDE * _CELL * (
            1.4 if may_be_two else 1
        ):
            continue
        piece = ink[top:bottom, left:right] * _near(np.isin(labels[top:bottom, left:right], numbers))
        box = (left + _EDGE, top + _EDGE, right + _EDGE, bottom + _EDGE)
        out.append(_Mark(cell, box, np.pad(np.minimum(piece / peak, 1), 2).astype(np.float32), np.empty(0)))
    return out


def _near(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels with those beside them."""
    wide = np.pad(pixels, 1)
    return wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:] | pixels


def _joined(parts: list[tuple[list[int], list[int]]], may_be_two: bool) -> list[tuple[list[int], list[int]]]:
    """Join what lies above each other with hardly a gap, and figures of a number that stand close together."""
    joined: list[tuple[list[int], list[int]]] = []
    for box, numbers in sorted(parts, key=lambda part: part[0][0]):
        for other, others in joined:
            over = min(box[2], other[2]) - max(box[0], other[0])
            gap = max(box[1], other[1]) - min(box[3], other[3])
            is_piece = over > 0.5 * min(box[2] - box[0], other[2] - other[0]) and gap <= 0.03 * _CELL
            heights = (box[3] - box[1], other[3] - other[1])
            is_figure = may_be_two and -gap > 0.75 * max(heights) and -over <= 0.05 * _CELL
            if (is_piece or is_figure) and max(box[3], other[3]) - min(box[1], other[1]) <= _HIGH * _CELL:
                other[:] = [min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])]
                others += numbers
                break
        else:
            joined.append((list(box), list(numbers)))
    return joined
