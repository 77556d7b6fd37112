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
_THERE = 0.1  # of the darkness of marks, on the average, where one is
_PLACES = 4  # in a row, where numbers are larger than 9
_PLACED = 0.85  # of the marks of a grid stand where their digits have their places: then all do
_TRUST = 20.0  # by how much more probable the digit of a place is then


@dataclass
class _Mark:
    """A part of a cell that may be a mark: its box, its ink, and how probable nothing and each digit are."""

    cell: int
    box: tuple[int, int, int, int]
    ink: Response
    odds: NDArray[np.float64]

    @property
    def middle(self) -> tuple[float, float]:
        """Where in the cell it is: x and y."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def place(self, n: int) -> int:
        """Return the digit whose place in the cell this is, where digits stand in three rows, or in four."""
        wide = 3 if n <= 9 else 4
        high = -(-n // wide)
        column, row = (int(at * parts / _CELL) for at, parts in zip(self.middle, (wide, high), strict=True))
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
    found = [mark for k, cell in enumerate(cells) for mark in _marks(k, tiles[cell])]
    masks = [0] * len(cells)
    if not found:
        return masks
    _judge(found, n_digits)
    if n_digits > 9:
        found = _numbers(found, [tiles[cell] for cell in cells], n_digits)
    else:
        _mind_places(found, n_digits)
    for mark in found:
        best = int(mark.odds.argmax())
        if best != NOTHING and mark.odds[best] > _SURE:
            masks[mark.cell] |= 1 << (best - 1)
    return masks


def _judge(marks: list[_Mark], n: int) -> None:
    """Ask the net what each mark is."""
    if marks:
        seen, _ = read_glyphs(np.stack([fit(mark.ink) for mark in marks]))
        classes = schemes(n)[0].classes
        for mark, shares in zip(marks, seen.astype(float), strict=True):
            odds = np.array([shares[NOTHING], *(shares[list(names)].sum() for names in classes)])
            mark.odds = odds / max(odds.sum(), 1e-9)


def _numbers(figures: list[_Mark], tiles: Sequence[Gray], n: int) -> list[_Mark]:
    """Make numbers of parts that may be figures, or several numbers that touch: by their places, four in a row.

    The places are the same in all cells: digits that have nothing beside them show where they are.
    """
    alone = [
        mark
        for mark in figures
        if mark.odds[1:10].max() > 0.9
        and not any(
            mark is not other and mark.cell == other.cell and _is_beside(mark.box, other.box) for other in figures
        )
    ]
    if len(alone) < 4:
        return figures
    (left, wide), (top, high) = _row([mark.middle[0] for mark in alone]), _row([mark.middle[1] for mark in figures])
    tall = float(np.median([mark.box[3] - mark.box[1] for mark in alone]))

    def place(mark: _Mark) -> int:
        x, y = mark.middle
        return round((x - left) / wide) + _PLACES * round((y - top) / high) + 1

    has_places = np.mean([place(mark) == mark.odds.argmax() for mark in alone]) > _PLACED
    out = []
    for cell in sorted({mark.cell for mark in figures}):
        ink, peak = _ink_of(tiles[cell])
        for number in range(n):
            x, y = left + number % _PLACES * wide, top + number // _PLACES * high
            if _cut(ink, x, y, 0.3 * wide, 0.4 * tall).mean() > _THERE * peak:
                piece = _cut(ink, x, y, 0.45 * wide, 0.6 * tall)
                shown = np.pad(np.minimum(piece / peak, 1), 2).astype(np.float32)
                box = (round(x - wide / 2), round(y - tall / 2), round(x + wide / 2), round(y + tall / 2))
                out.append(_Mark(cell, box, shown, np.eye(n + 1)[number + 1]))
    if not has_places:
        _judge(out, n)
    return out


def _is_beside(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    over = min(box[3], other[3]) - max(box[1], other[1])
    return over > 0.5 * (box[3] - box[1]) and max(box[0], other[0]) - min(box[2], other[2]) < 0.1 * _CELL


def _row(centers: list[float]) -> tuple[float, float]:
    """Fit places in a row to some centers: the first one, and how far it is to the next."""
    first, step = (part.ravel() for part in np.meshgrid(np.arange(8, 27, 0.5), np.arange(14, 27, 0.5)))
    places = first[:, None] + step[:, None] * np.arange(_PLACES)
    away = np.abs(places[:, None] - np.array(centers)[None, :, None]).min(axis=2)
    best = int(np.minimum(away, 5).mean(axis=1).argmin())
    return float(first[best]), float(step[best])


def _cut(ink: Response, x: float, y: float, wide: float, high: float) -> Response:
    """Cut out what is around a place."""
    left, right, top, bottom = (max(round(value), 0) for value in (x - wide, x + wide, y - high, y + high))
    return ink[top : max(bottom, top + 1), left : max(right, left + 1)]


def _mind_places(marks: list[_Mark], n: int) -> None:
    """Where nearly all sure marks stand at the places of their digits, let the places help with the others."""
    sure = [mark for mark in marks if mark.odds[1:].max() > 0.9]
    if len(sure) >= 4 and np.mean([mark.place(n) == mark.odds.argmax() for mark in sure]) > _PLACED:
        for mark in marks:
            if mark.place(n) <= n:
                mark.odds[mark.place(n)] *= _TRUST
            mark.odds /= mark.odds.sum()


def _ink_of(tile: Gray) -> tuple[Response, float]:
    """Measure how dark each place of a cell is, lines left out, and how dark its marks are."""
    inner = tile[_EDGE:-_EDGE, _EDGE:-_EDGE].astype(np.float32)
    paper = float(np.median(inner))
    ink = np.clip((paper - inner) / max(paper, 60), 0, 1)
    return np.pad(ink, _EDGE), float(np.partition(ink.ravel(), -12)[-12])


def _marks(cell: int, tile: Gray) -> list[_Mark]:
    ink, peak = _ink_of(tile)
    if peak < _CONTRAST:
        return []
    mask = np.ascontiguousarray(ink > 0.42 * peak).view(np.uint8)
    labels = np.empty(mask.shape, np.int32)
    parts = [
        (box, [number])
        for number, (size, *box) in enumerate(_core.components(mask, labels), 1)
        if size >= 6 and not _is_line(box)
    ]
    out = []
    for (left, top, right, bottom), numbers in _joined(parts):
        if _LOW * _CELL <= bottom - top <= _HIGH * _CELL and right - left <= _WIDE * _CELL:
            piece = ink[top:bottom, left:right] * _near(np.isin(labels[top:bottom, left:right], numbers))
            shown = np.pad(np.minimum(piece / peak, 1), 2).astype(np.float32)
            out.append(_Mark(cell, (left, top, right, bottom), shown, np.empty(0)))
    return out


def _is_line(box: list[int]) -> bool:
    """Return whether a part lies along an edge of the cell."""
    left, top, right, bottom = box
    at_side, at_end = left <= _EDGE or right >= _CELL - _EDGE, top <= _EDGE or bottom >= _CELL - _EDGE
    return (at_side and right - left <= 4) or (at_end and bottom - top <= 4)


def _near(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels with those beside them."""
    wide = np.pad(pixels, 1)
    return wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:] | pixels


def _joined(parts: list[tuple[list[int], list[int]]]) -> list[tuple[list[int], list[int]]]:
    """Join what lies above each other with hardly a gap."""
    joined: list[tuple[list[int], list[int]]] = []
    for box, numbers in sorted(parts, key=lambda part: part[0][0]):
        for other, others in joined:
            over = min(box[2], other[2]) - max(box[0], other[0])
            gap = max(box[1], other[1]) - min(box[3], other[3])
            is_piece = over > 0.5 * min(box[2] - box[0], other[2] - other[0]) and gap <= 0.03 * _CELL
            if is_piece and max(box[3], other[3]) - min(box[1], other[1]) <= _HIGH * _CELL:
                other[:] = [min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])]
                others += numbers
                break
        else:
            joined.append((list(box), list(numbers)))
    return joined
