"""Segment the cells of a grid: find the glyph in each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole.photo.geometry import Gray, Points, rectify
from farandole.photo.lines import Response, box_mean, extend_mesh, measure_darkness
from farandole.photo.segments import find_components, join_tiles, split_tiles
from farandole.records import record

CELL = 48  # pixels of a rectified cell
_EDGE = 4  # pixels on each side that may belong to the grid lines
_LINE = 2  # the same on a screen, where lines are sharp and numbers may be as wide as the cell
_MIN, _MAX = 0.24, 0.92  # height of a glyph, relative to the cell
_DARK = 0.45  # minimum contrast of a glyph, relative to the usual one
_MARK = 0.32  # maximum height of a pencilmark, relative to the cell
_NOTE = (0.12, 0.32)  # heights of a pencilmark beside a digit
_MARK_OF_MANY = 0.26  # the same if digits may be numbers, whose figures are lower


@record(slots=False)
class Glyph:
    """The glyph in a cell.

    Attributes
    ----------
    cell : int
        The number of the cell, row-major from 0.
    box : tuple of int
        Left, top, right, bottom in the pixels of the cell.
    ink : ndarray of float32, shape (48, 48)
        The cell with only the glyph: 0 for paper, 1 for its ink.
    contrast : float
        The darkness of its ink, from 0 to 1.
    """

    cell: int
    box: tuple[int, int, int, int]
    ink: Response
    contrast: float

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.box[3] - self.box[1]


def rectify_cells(picture: Gray, mesh: Points) -> Gray:
    """Rectify a grid, with a margin of one cell: every cell becomes a square of `CELL` pixels."""
    return rectify(picture, extend_mesh(mesh), CELL)


def measure_ink(view: Gray) -> Response:
    """Measure the darkness of the pixels of a rectified grid, without its margin."""
    return measure_darkness(view, CELL * 5 // 8)[CELL:-CELL, CELL:-CELL]


def find_glyphs(ink: Response, usual: float | None = None, *, is_screenshot: bool = False) -> list[Glyph]:
    """Find the glyphs in the cells, at most one in each.

    Parameters
    ----------
    ink : ndarray of float32
        The darkness of the pixels, as `measure_ink` returns it.
    usual : float, optional
        The usual contrast of glyphs; fainter ones are dropped. By default, it is estimated from the cells.
    is_screenshot : bool
        Whether small glyphs next to each other are pencilmarks.
    """
    rows, columns = ink.shape[0] // CELL, ink.shape[1] // CELL
    tiles: Response = np.ascontiguousarray(split_tiles(ink, CELL).reshape(-1, CELL, CELL))
    inner = tiles[:, _EDGE + 2 : -_EDGE - 2, _EDGE + 2 : -_EDGE - 2]
    peaks = np.partition(inner.reshape(len(tiles), -1), -24, axis=1)[:, -24]
    expected = float(np.partition(peaks, -len(peaks) // 8)[-len(peaks) // 8]) if usual is None else usual
    threshold = 0.42 * np.clip(peaks, 0.5 * expected, 1.2 * expected)
    mask = tiles > threshold[:, None, None]
    off = _LINE if is_screenshot and rows > 9 else _EDGE
    for edge in (np.s_[:, :off], np.s_[:, -off:], np.s_[:, :, :off], np.s_[:, :, -off:]):
        mask[edge] = False
    found = _components(mask, rows, columns)
    out = []
    for cell, parts in found.items():
        chosen = _choose_parts(parts, may_be_two=rows > 9, is_screenshot=is_screenshot)
        if chosen:
            out.append(_glyph(cell, chosen, tiles[cell], found_labels=parts))
    return out if usual is None else [glyph for glyph in out if glyph.contrast > _DARK * usual]


@record(slots=False)
class _Part:
    """A connected component in a cell: its area, its bounding box, its pixels."""

    area: int
    box: tuple[int, int, int, int]
    pixels: NDArray[np.bool_]

    @property
    def width(self) -> int:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1]

    @property
    def center(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def _components(mask: NDArray[np.bool_], rows: int, columns: int) -> dict[int, list[_Part]]:
    components, labels = find_components(join_tiles(mask.reshape(rows, columns, CELL, CELL)))
    found: dict[int, list[_Part]] = {}
    for number, (size, left, top, right, bottom) in enumerate(components, 1):
        if size < 6:
            continue
        row, column = top // CELL, left // CELL
        y, x = row * CELL, column * CELL
        pixels = labels[y : y + CELL, x : x + CELL] == number
        found.setdefault(row * columns + column, []).append(
            _Part(size, (left - x, top - y, right - x, bottom - y), pixels)
        )
    return found


def _choose_parts(parts: list[_Part], *, may_be_two: bool, is_screenshot: bool) -> list[_Part]:
    """Choose the parts that form the glyph of a cell: the main one, fragments near it, and a second figure.

    On a screen, two parts that are as low as pencilmarks are pencilmarks, because a broken digit seldom has only such
    pieces.
    """
    mains = [part for part in parts if _may_be_glyph(part)]
    if not mains:
        return []
    main = max(mains, key=lambda part: part.area)
    left, top, right, bottom = main.box
    chosen = [main]
    for part in parts:
        is_figure = may_be_two and _are_figures(main, part)
        least = 0.3 if _is_at_edge(part) and not is_screenshot else 0.04
        if part is main or part.area < least * main.area or (_is_at_edge(part) and not is_figure):
            continue
        most = (_MARK_OF_MANY if may_be_two else _MARK) * CELL
        if is_screenshot and max(part.height, main.height) < most and part.area > 0.4 * main.area:
            continue
        if is_screenshot and not may_be_two and _is_note_beside(part, main):
            continue
        box = (min(left, part.box[0]), min(top, part.box[1]), max(right, part.box[2]), max(bottom, part.box[3]))
        gap = max(left - part.box[2], part.box[0] - right, top - part.box[3], part.box[1] - bottom)
        near, wide = (0.25 * CELL, _MAX * CELL) if is_figure else (3, 0.8 * CELL)
        if gap <= near and box[3] - box[1] <= _MAX * CELL and box[2] - box[0] <= wide:
            chosen.append(part)
    return chosen


def _is_note_beside(part: _Part, main: _Part) -> bool:
    """Return whether a part is a pencilmark above or below a digit: as high as a mark, and not a stroke."""
    low, high = _NOTE
    is_as_high = low * CELL <= part.height <= min(high * CELL, 0.75 * main.height) and part.width < high * CELL
    is_apart = part.box[3] <= main.box[1] + 1 or part.box[1] >= main.box[3] - 1
    return is_as_high and is_apart


def _are_figures(one: _Part, other: _Part) -> bool:
    """Return whether two parts may be the figures of a number: equally high and side by side, in any rotation."""
    for low, high in ((1, 3), (0, 2)):
        top, bottom = max(one.box[low], other.box[low]), min(one.box[high], other.box[high])
        if bottom - top > 0.75 * max(one.box[high] - one.box[low], other.box[high] - other.box[low]):
            return True
    return False


def _may_be_glyph(part: _Part) -> bool:
    x, y = part.center
    if not _MIN * CELL <= max(part.height, part.width) <= _MAX * CELL:  # the picture may be rotated
        return False
    if _is_at_edge(part) and min(part.width, part.height) < 0.16 * CELL:
        return False
    return 0.2 * CELL < x < 0.8 * CELL and 0.2 * CELL < y < 0.8 * CELL


def _is_at_edge(part: _Part) -> bool:
    left, top, right, bottom = part.box
    return min(left, top) <= _EDGE or max(right, bottom) >= CELL - _EDGE


def _glyph(cell: int, chosen: list[_Part], ink: Response, found_labels: list[_Part]) -> Glyph:
    pixels = np.logical_or.reduce([part.pixels for part in chosen])
    around = box_mean(box_mean(pixels.astype(np.float32), 3, 0), 3, 1) > 0
    for part in found_labels:
        if not any(part is other for other in chosen):
            around &= ~part.pixels
    strong = ink[pixels]
    contrast = float(np.partition(strong, -len(strong) // 4)[-len(strong) // 4])
    boxes = np.array([part.box for part in chosen])
    box = (*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())
    return Glyph(cell, box, np.where(around, np.minimum(ink / max(contrast, 0.02), 1), 0).astype(np.float32), contrast)
