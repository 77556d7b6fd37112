"""Read the totals of cages: one or two small figures in the upper left corner of a cell, at the same place in each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cages.borders import CELL
from farandole.photo.ink.net import CLASSES, classify_glyphs, normalize_glyph
from farandole.photo.lines import Response
from farandole.photo.segments import dilate, find_components, split_tiles
from farandole.records import record

_HIGH, _WIDE = CELL * 46 // 100, CELL * 66 // 100  # size of the corner with totals
_LOW, _TALL = 0.11 * CELL, 0.36 * CELL  # heights of figures
_DARK = 0.42  # minimum darkness of ink, relative to the darkest of the cell
_MIN = 4  # minimum number of figures to find their usual place
_MAX = 45
_NARROW = 0.45  # maximum ratio of width to height of a figure that may be a piece of a border
_WALL = 9  # pixels of a cell that may belong to a wall
_BOTH = 1.9  # width of two figures, relative to their height
_STROKE = 0.25  # minimum width of a given that touches figures from below, relative to their height
_SURE = 0.9  # minimum probability of a certain total
_BEYOND = 3  # pixels below figures that a border crosses
_FIGURES = [CLASSES.index(str(digit)) for digit in range(10)]
_DOUBT = 0.002  # probability that the net is wrong, however certain it is

Floats = NDArray[np.float64]
Box = tuple[int, int, int, int]


@record(slots=False)
class Total:
    """The content of the corner of a cell.

    Attributes
    ----------
    cell : int
    odds : ndarray, shape (46,)
        The probability of each total from 1 to 45.
    is_there : float
        The probability that there is a total.
    box : tuple of int
        Left, top, right, bottom in the pixels of the cell.
    place : tuple of int
        The same for the room of two figures, without the part of a given that extends into it.
    """

    cell: int
    odds: Floats
    is_there: float
    box: Box
    place: Box


@record(slots=False)
class _Place:
    """The usual place of figures in a cell: the left edge of the first, top, bottom."""

    left: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


@record(slots=False)
class _Figure:
    box: Box
    ink: Response


def read_totals(ink: Response, inset: int = 0) -> list[Total]:
    """Read the totals of a grid.

    Parameters
    ----------
    ink : ndarray of float32, shape (n * 72, n * 72)
        The rectified cells, upright: 0 for paper.
    inset : int
        Pixels from walls to the borders of cages; 0 without borders. Totals may be inside them.

    Returns
    -------
    list of Total
        One for each cell; empty if there is no usual place of totals.
    """
    tiles: Response = split_tiles(ink, CELL).reshape(-1, CELL, CELL)
    corners = np.ascontiguousarray(tiles[:, :_HIGH, :_WIDE])
    dark = np.array([_measure_ink_level(corner) for corner in corners])
    _remove_walls(corners, tiles)
    ways = [_classify_figures(_find_figures(corners, dark))]
    if inset:
        end = _find_border_end(tiles, inset)
        corners[:, :end] = corners[:, :, :end] = 0
        ways.append(_classify_figures(_find_figures(corners, dark)))
    return max(ways, key=lambda totals: sum(total.odds.max() * total.is_there > _SURE for total in totals))


def _measure_ink_level(corner: Response) -> float:
    """Measure the darkness of ink, without the walls."""
    inner = corner[5:, 5:].ravel()
    return float(np.partition(inner, -16)[-16])


def _remove_walls(corners: Response, tiles: Response) -> None:
    """Subtract the walls, whose profile is measured farther along them, up to their lightest place."""
    late = slice(CELL * 2 // 3, CELL * 9 // 10)
    for tile, corner in zip(tiles, corners, strict=True):
        for wall, part in ((tile[:_WALL, late].mean(axis=1), corner), (tile[late, :_WALL].mean(axis=0), corner.T)):
            falls = np.flatnonzero((wall[1:-1] <= wall[:-2]) & (wall[1:-1] <= wall[2:] + 0.01))
            end = int(falls[0]) + 2 if len(falls) else _WALL
            part[:end] = np.maximum(part[:end] - wall[:end, None], 0)
            part[: min(end, 3)] = 0


def _find_border_end(tiles: Response, inset: int) -> int:
    """Find the usual distance from the walls at which borders end."""
    late = slice(CELL * 2 // 3, CELL * 9 // 10)
    profile = tiles[:, : inset + 9, late].mean(axis=2)
    strong = profile[:, inset - 1 : inset + 2].max(axis=1)
    shown = np.median(profile[strong >= np.median(strong)], axis=0)
    shown -= shown[inset + 1 :].min()
    return inset + 1 + int((shown[inset + 1 :] < 0.25 * shown[inset - 1 : inset + 2].max()).argmax())


def _find_figures(corners: Response, dark: Floats) -> list[tuple[Box, list[_Figure]]]:
    """Find the box of the total and its figures in each cell."""
    usual = float(np.quantile(dark, 0.8))
    masks = corners > _DARK * np.clip(dark, 0.6 * usual, 1.3 * usual)[:, None, None]
    place = _find_usual_place(masks)
    if place is None:
        return []
    shown = corners / np.maximum(dark, 0.02)[:, None, None]
    found = []
    for mask, ink in zip(masks, shown, strict=True):
        box = _total_box(mask, place)
        found.append((box, _figures(mask, ink, place, box[3])))
    return found


def _parts(mask: NDArray[np.bool_]) -> tuple[list[Box], NDArray[np.int32]]:
    components, labels = find_components(mask)
    return [(part.left, part.top, part.right, part.bottom) for part in components], labels


def _find_usual_place(masks: NDArray[np.bool_]) -> _Place | None:
    """Find the usual place of figures: the most frequent top and bottom."""
    boxes = []
    for mask in masks:
        for left, top, right, bottom in _parts(mask)[0]:
            tall, wide = bottom - top, right - left
            if _LOW <= tall <= _TALL and 0.35 * tall <= wide <= 1.0 * tall and right < _WIDE and bottom < _HIGH:
                boxes.append((left, top, bottom))
    if len(boxes) < _MIN:
        return None
    places = np.array(boxes, float)
    near = np.abs(places[:, None, 1:] - places[None, :, 1:]).max(axis=2) <= 2
    best = near[near.sum(axis=1).argmax()]
    if best.sum() < _MIN:
        return None
    _, top, bottom = np.median(places[best], axis=0)
    return _Place(float(np.quantile(places[best, 0], 0.1)), float(top), float(bottom))


def _figures(mask: NDArray[np.bool_], ink: Response, place: _Place, bottom: int) -> list[_Figure]:
    """Find one or two figures at the place of totals, above ``bottom``."""
    left, top = max(round(place.left) - 2, 0), max(round(place.top) - 2, 0)
    band = mask[top:bottom, left:]
    if not band.any():
        return []
    boxes, labels = _parts(band)
    found = []
    for box, numbers in _join_parts(boxes, place.height):
        part = labels == numbers[0] if len(numbers) == 1 else np.isin(labels, numbers)  # the first is much faster
        is_narrow = box[2] - box[0] < _NARROW * place.height
        if box[3] - box[1] < 0.7 * place.height or (
            is_narrow and _continues_below(mask[bottom - 1 :, left:], part[-1])
        ):
            continue
        for first, last in _split_figures(part, box, place.height):
            pixels = part.copy()
            pixels[:, :first] = pixels[:, last:] = False
            rows = np.flatnonzero(pixels.any(axis=1))
            if len(rows) < 0.7 * place.height:
                continue
            piece = np.where(dilate(pixels), np.minimum(ink[top:bottom, left:], 1), 0)
            piece = piece[max(rows[0] - 1, 0) : rows[-1] + 2, max(first - 1, 0) : last + 1]
            where = (left + first, top + int(rows[0]), left + last, top + int(rows[-1]) + 1)
            found.append(_Figure(where, np.pad(piece, 2).astype(np.float32)))
    return _keep_adjacent(found, place)


def _total_box(mask: NDArray[np.bool_], place: _Place) -> Box:
    """Return the room of two figures: down to a little below them, or to a given that begins higher."""
    left, top, bottom = round(place.left), round(place.top), min(round(place.bottom) + 2, _HIGH - 1)
    right = min(left + round(_BOTH * place.height), _WIDE)
    below = left + np.flatnonzero(mask[bottom, left:right])
    if len(below) >= _STROKE * place.height:
        runs = mask[bottom::-1, below].argmin(axis=0)  # height of the ink above, without a gap
        bottom = max(bottom + 1 - round(float(np.median(runs))), round(place.top + place.height / 2))
    return left, top, right, bottom


def _join_parts(boxes: list[Box], height: float) -> list[tuple[Box, list[int]]]:
    """Join components above each other, because thin strokes may break a figure."""
    joined: list[tuple[Box, list[int]]] = []
    for number, box in sorted(enumerate(boxes, 1), key=lambda part: part[1][0]):
        for k, (other, numbers) in enumerate(joined):
            are_tall = max(box[3] - box[1], other[3] - other[1]) >= 0.7 * height
            are_wide = max(box[2] - box[0], other[2] - other[0]) > 1.05 * height  # two figures that touch
            if are_tall and not are_wide:
                continue
            over = min(box[2], other[2]) - max(box[0], other[0])
            most = 2.2 * height if are_wide else 1.1 * height
            if over > 0.4 * min(box[2] - box[0], other[2] - other[0]) and box[2] - other[0] < most:
                whole = (other[0], min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))
                joined[k] = whole, [*numbers, number]
                break
        else:
            joined.append((box, [number]))
    return joined


def _continues_below(below: NDArray[np.bool_], last: NDArray[np.bool_]) -> bool:
    """Return whether a part continues below the band, as borders do."""
    return bool((below[: _BEYOND + 1] & last).any(axis=1).all()) and len(below) > _BEYOND


def _split_figures(pixels: NDArray[np.bool_], box: Box, height: float) -> list[tuple[int, int]]:
    """Split a part into figures: trim its low right end, and split it if it is too wide."""
    first, last = box[0], box[2]
    tall = pixels.any(axis=0) * (pixels.shape[0] - pixels[::-1].argmax(axis=0) - pixels.argmax(axis=0))
    while last - first > 0.8 * height and tall[last - 1] <= 0.3 * height:
        last -= 1
    if last - first <= 1.05 * height:
        return [(first, last)]
    sums = pixels.sum(axis=0)
    low, high = first + round(0.3 * (last - first)), first + round(0.7 * (last - first))
    cut = low + int(sums[low:high].argmin())
    return [(first, cut), (cut, last)]


def _keep_adjacent(figures: list[_Figure], place: _Place) -> list[_Figure]:
    """Keep the first figure, if it is at the usual place, and the adjacent one."""
    if not figures or figures[0].box[0] > place.left + 0.8 * place.height:
        return []
    kept = figures[:1]
    for figure in figures[1:2]:
        if figure.box[0] - kept[-1].box[2] <= 0.5 * place.height:
            kept.append(figure)
    return kept


def _classify_figures(found: list[tuple[Box, list[_Figure]]]) -> list[Total]:
    pieces = [normalize_glyph(figure.ink) for _, figures in found for figure in figures]
    if not pieces:
        return []
    seen = iter(classify_glyphs(np.stack(pieces))[0].astype(np.float64))
    return [
        _total(cell, place, figures, np.array([next(seen) for _ in figures]))
        for cell, (place, figures) in enumerate(found)
    ]


def _total(cell: int, place: Box, figures: list[_Figure], seen: Floats) -> Total:
    """Compute the probabilities of a total from those of its figures."""
    odds = np.zeros(_MAX + 1)
    if not figures:
        return Total(cell, odds, 0.0, place, place)
    digits = seen[:, _FIGURES]
    is_figure = digits.sum(axis=1) / np.maximum(digits.sum(axis=1) + seen[:, 0], 1e-9)
    digits = digits / np.maximum(digits.sum(axis=1, keepdims=True), 1e-9) * (1 - _DOUBT) + _DOUBT / 10
    if len(figures) == 2 and is_figure[1] > 0.5:
        both = (digits[0][:, None] * digits[1][None]).ravel()[: _MAX + 1]
        odds[10:] = both[10:]
    else:
        figures = figures[:1]
        odds[1:10] = digits[0, 1:]
    boxes = np.array([figure.box for figure in figures])
    box = (*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())
    is_there = float(is_figure[0])
    if len(figures) == 1 and box[2] - box[0] < _NARROW * (box[3] - box[1]):
        is_there = min(is_there, 0.5)  # it may be a piece of a border
    return Total(cell, odds / max(odds.sum(), 1e-12), is_there, box, place)
