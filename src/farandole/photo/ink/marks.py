"""Read pencilmarks: the small digits of a screenshot, each at its own place in the cell, or in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from farandole.photo.digits import Scheme, schemes
from farandole.photo.geometry import Gray, Points, rectify
from farandole.photo.ink.net import NOTHING, classify_glyphs, normalize_glyph
from farandole.photo.lines import Response
from farandole.photo.segments import dilate, find_components, split_tiles
from farandole.records import record, replace

_CELL = 96  # pixels of a rectified cell
_EDGE = 4  # pixels on each side that belong to the grid lines
_THICK = 5  # more pixels that thick lines may take
_LOW, _HIGH, _WIDE = 0.07, 0.36, 0.34  # minimum and maximum height of marks, and maximum width, in cells
_CONTRAST = 0.08  # minimum contrast of a mark
_SURE = 0.9  # minimum probability of a certain mark
_FEW = 4  # minimum number of certain marks to find the places of digits
_PLACED = 0.85  # minimum share of certain marks at the place of their digit
_NEAR = 0.3  # maximum distance from a place, relative to the distance of places
_THERE = 0.1  # minimum mean darkness at the place of a mark, relative to that of marks
_GAP = 0.5  # default threshold between gaps in numbers and between numbers, relative to their height
_GAPS = (0.25, 0.8)  # range of that threshold
_CLEAR = 0.08  # minimum width of a clear gap between the two kinds of gaps
_APART = 4.0  # limit of the log-odds of a gap
_TOUCHING = 1.15  # maximum ratio of width to height of a single figure
_FIGURES = 3  # maximum number of pieces of a number
_AT_PLACES, _DOUBTFUL = 0.999, 0.95  # estimated share of cells read right at places, and where a part is at none
_IN_ROWS, _NUMBERS = 0.98, 0.9  # the same in rows, of figures and of numbers
_LOST = 1e-4  # minimum probability of each class of a piece

Box = tuple[int, int, int, int]
Odds = NDArray[np.float64]


@record(slots=False)
class _Mark:
    """A component that may be a mark or a figure of one: its bounding box and its ink."""

    cell: int
    box: Box
    ink: Response

    @property
    def middle(self) -> tuple[float, float]:
        """The center in the cell: x and y."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def tall(self) -> int:
        return self.box[3] - self.box[1]


@record(slots=False)
class _Places:
    """The places of digits in a cell: the center of the first, and the distances to the next ones."""

    left: float
    wide: float
    top: float
    high: float
    columns: int

    def of(self, digit: int) -> tuple[float, float]:
        row, column = divmod(digit - 1, self.columns)
        return self.left + column * self.wide, self.top + row * self.high


def read_marks(
    gray: Gray, mesh: Points, cells: Sequence[tuple[int, int]], n_digits: int, scheme: Scheme | None = None
) -> tuple[list[int], float]:
    """Read the pencilmarks of cells.

    If certain marks are at the places of their digits, all marks are, so it only matters which places have ink.
    Otherwise, marks are read in rows, in increasing order.

    Parameters
    ----------
    gray : uint8 array (height, width)
        Dark marks on light cells.
    mesh : float array (rows + 1, columns + 1, 2)
        Upright.
    cells : sequence of (int, int)
        The rows and columns of cells without a digit, from 0.
    n_digits : int
    scheme : Scheme, optional
        How digits are written; by default, as numbers.

    Returns
    -------
    list of int
        The marks of each of the cells as a mask: bit d - 1 for digit d.
    float
        The probability that all are right.
    """
    tiles = split_tiles(rectify(gray, mesh, _CELL), _CELL)
    shown = [_measure_ink(tiles[cell]) for cell in cells]
    found = [list(_find_marks(k, ink, peak)) for k, (ink, peak) in enumerate(shown)]
    scheme = scheme or schemes(n_digits)[0]
    if places := _find_places(_list_certain(found, scheme), n_digits):
        masks = _read_at_places(places, found, shown, n_digits)
        n_odd = sum(len(marks) > mask.bit_count() for marks, mask in zip(found, masks, strict=True))
        return masks, float(_AT_PLACES ** (len(masks) - masks.count(0)) * _DOUBTFUL**n_odd)
    masks = _read_in_rows(found, scheme)
    usual = _NUMBERS if scheme.has_numbers else _IN_ROWS
    return masks, float(usual ** sum(bool(marks) for marks in found))


def _measure_ink(tile: Gray) -> tuple[Response, float]:
    """Measure the darkness of a cell without its lines, and the darkness of its marks."""
    inner = tile[_EDGE:-_EDGE, _EDGE:-_EDGE].astype(np.float32)
    paper = float(np.median(inner))
    ink = np.clip((paper - inner) / max(paper, 60), 0, 1)
    for side in (ink, ink[::-1], ink.T, ink.T[::-1]):
        for row in side[:_THICK]:
            if np.quantile(row, 0.1) < _CONTRAST:  # there is paper between marks
                break
            row[:] = 0
    return np.pad(ink, _EDGE), float(np.partition(ink.ravel(), -12)[-12])


# ── Components that may be marks ──────────────────────────────────────────────────────────────────────────────────────


def _find_marks(cell: int, ink: Response, peak: float) -> Iterator[_Mark]:
    if peak < _CONTRAST:
        return
    components, labels = find_components(ink > 0.42 * peak)
    parts = [(box, [number]) for number, (size, *box) in enumerate(components, 1) if size >= 6 and not _is_line(box)]
    for (left, top, right, bottom), numbers in _join_parts(parts):
        if bottom - top >= _LOW * _CELL:
            piece = ink[top:bottom, left:right] * dilate(np.isin(labels[top:bottom, left:right], numbers))
            shown = np.minimum(piece / peak, 1).astype(np.float32)
            yield _Mark(cell, (left, top, right, bottom), shown)


def _is_line(box: list[int]) -> bool:
    """Return whether a component lies along an edge of the cell."""
    left, top, right, bottom = box
    at_side, at_end = left <= _EDGE or right >= _CELL - _EDGE, top <= _EDGE or bottom >= _CELL - _EDGE
    return (at_side and right - left <= 4) or (at_end and bottom - top <= 4)


def _join_parts(parts: list[tuple[list[int], list[int]]]) -> list[tuple[list[int], list[int]]]:
    """Join components above each other with hardly a gap, if one of them is too low for a mark."""
    joined: list[tuple[list[int], list[int]]] = []
    for box, numbers in sorted(parts, key=lambda part: part[0][0]):
        for other, others in joined:
            over = min(box[2], other[2]) - max(box[0], other[0])
            gap = max(box[1], other[1]) - min(box[3], other[3])
            is_piece = over > 0.5 * min(box[2] - box[0], other[2] - other[0]) and gap <= 0.03 * _CELL
            is_low = min(box[3] - box[1], other[3] - other[1]) < _LOW * _CELL
            if is_piece and is_low and max(box[3], other[3]) - min(box[1], other[1]) <= _HIGH * _CELL:
                other[:] = [min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])]
                others += numbers
                break
        else:
            joined.append((list(box), list(numbers)))
    return joined


def _classify(marks: Sequence[_Mark], scheme: Scheme) -> Odds:
    """Classify marks: float array (marks, digits + 1); column 0 for nothing."""
    if not marks:
        return np.empty((0, len(scheme.classes) + 1))
    seen = classify_glyphs(np.stack([normalize_glyph(np.pad(mark.ink, 2)) for mark in marks]))[0].astype(float)
    digits = [seen[:, list(names)].sum(axis=1) for names in scheme.classes]
    odds: Odds = np.stack([seen[:, NOTHING], *digits], axis=1)
    return np.asarray(odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-9))


# ── Marks at places ───────────────────────────────────────────────────────────────────────────────────────────────────


def _list_certain(found: Sequence[Sequence[_Mark]], scheme: Scheme) -> list[tuple[_Mark, int]]:
    """List the isolated marks whose digit is certain."""
    alone = [
        mark
        for marks in found
        for mark in marks
        if mark.tall <= _HIGH * _CELL
        and mark.ink.shape[1] <= _WIDE * _CELL
        and not any(mark is not other and _is_beside(mark.box, other.box) for other in marks)
    ]
    odds = _classify(alone, scheme)
    return [
        (mark, int(shares.argmax()))
        for mark, shares in zip(alone, odds, strict=True)
        if shares.argmax() and shares.max() > _SURE
    ]


def _is_beside(box: Box, other: Box) -> bool:
    over = min(box[3], other[3]) - max(box[1], other[1])
    return over > 0.5 * (box[3] - box[1]) and max(box[0], other[0]) - min(box[2], other[2]) < 0.1 * _CELL


def _find_places(sure: list[tuple[_Mark, int]], n: int) -> _Places | None:
    """Find the places of digits: three in a row, or four if there are more than nine; None if there are none."""
    columns = 3 if n <= 9 else 4
    if len(sure) < _FEW:
        return None
    middles = np.array([mark.middle for mark, _ in sure])
    at = np.array([divmod(digit - 1, columns) for _, digit in sure])
    (left, wide), (top, high) = (
        _fit_row(at[:, 1], middles[:, 0], columns),
        _fit_row(at[:, 0], middles[:, 1], -(-n // columns)),
    )
    off = np.abs(middles - np.stack([left + wide * at[:, 1], top + high * at[:, 0]], axis=1))
    is_there = (off < _NEAR * np.array([wide, high])).all(axis=1)
    return _Places(left, wide, top, high, columns) if is_there.mean() > _PLACED else None


def _fit_row(places: NDArray[np.intp], middles: Odds, n: int) -> tuple[float, float]:
    """Fit the center of the first place, and the distance to the next, to the centers of marks."""
    centers = {int(place): float(np.median(middles[places == place])) for place in np.unique(places)}
    steps = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(centers.items())]
    step = float(np.median(steps)) if steps else _CELL * 0.9 / n
    step = min(max(step, 0.1 * _CELL), 0.4 * _CELL)
    return float(np.median([center - step * place for place, center in centers.items()])), step


def _read_at_places(
    places: _Places, found: Sequence[Sequence[_Mark]], shown: Sequence[tuple[Response, float]], n: int
) -> list[int]:
    """Find the places with ink in each cell."""
    tall = min(float(np.median([mark.tall for marks in found for mark in marks])), places.high)
    masks = []
    for marks, (ink, peak) in zip(found, shown, strict=True):
        mask = 0
        for digit in range(1, n + 1) if marks else ():
            x, y = places.of(digit)
            part = _cut(ink, x, y, 0.3 * places.wide, 0.4 * tall)
            if part.size and part.mean() > _THERE * peak:
                mask |= 1 << (digit - 1)
        masks.append(mask)
    return masks


def _cut(ink: Response, x: float, y: float, wide: float, high: float) -> Response:
    """Crop the neighborhood of a place."""
    left, right, top, bottom = (max(round(value), 0) for value in (x - wide, x + wide, y - high, y + high))
    return ink[top : max(bottom, top + 1), left : max(right, left + 1)]


# ── Marks in rows ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_in_rows(found: Sequence[Sequence[_Mark]], scheme: Scheme) -> list[int]:
    """Read the marks of each cell in rows, in increasing order; a number has one piece or several adjacent ones."""
    max_pieces = _FIGURES if scheme.has_numbers else 1
    pieces = [
        [piece for row in _group_rows(marks) for mark in row for piece in _split_figures(mark)] for marks in found
    ]
    least = _least_gap(pieces) if scheme.has_numbers else -1.0
    words = [
        [
            (first, first + length, word)
            for first in range(len(some))
            for length in range(1, max_pieces + 1)
            if (word := _join_word(some[first : first + length], length))
        ]
        for some in pieces
    ]
    odds = iter(_classify([word for some in words for _, _, word in some], scheme))
    masks = []
    for some, known in zip(pieces, words, strict=True):
        likes = [_word_log_odds(some, first, end, least) for first, end, _ in known]
        judged = [  # a word of two pieces counts twice
            (first, end, (end - first) * np.log(np.maximum(next(odds), _LOST)) + like)
            for (first, end, _), like in zip(known, likes, strict=True)
        ]
        masks.append(_best_increasing(judged, len(scheme.classes)))
    return masks


def _gap(one: _Mark, other: _Mark) -> float:
    """Return the gap between two pieces, relative to their height; large if they are in different rows."""
    over = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    tall = max(one.tall, other.tall)
    return (other.box[0] - one.box[2]) / tall if over > 0.5 * tall else 9.0


def _least_gap(pieces: Sequence[Sequence[_Mark]]) -> float:
    """Find the threshold between gaps in numbers and gaps between numbers."""
    low, high = _GAPS
    gaps = sorted(_gap(one, other) for some in pieces for one, other in pairwise(some))
    gaps = [low, *(gap for gap in gaps if low < gap < high), high]
    wide, middle = max((b - a, (a + b) / 2) for a, b in pairwise(gaps))
    return middle if wide > _CLEAR and len(gaps) > _FEW else _GAP


def _word_log_odds(pieces: Sequence[_Mark], first: int, end: int, least: float) -> float:
    """Return the log-odds that a word begins here and that its pieces belong together."""
    gaps = [_gap(one, other) for one, other in pairwise(pieces[max(first - 1, 0) : end])]
    log_odds = [float(np.clip((gap - least) / 0.05, -_APART, _APART)) for gap in gaps]
    begins = log_odds.pop(0) if first else _APART
    return min(begins, 0.0) - sum(max(odds, 0.0) for odds in log_odds)


def _group_rows(marks: Sequence[_Mark]) -> list[list[_Mark]]:
    """Group marks into rows, in reading order."""
    rows: list[list[_Mark]] = []
    for mark in sorted((mark for mark in marks if mark.tall <= _HIGH * _CELL), key=lambda mark: mark.middle[1]):
        if rows and abs(mark.middle[1] - np.mean([one.middle[1] for one in rows[-1]])) < 0.5 * mark.tall:
            rows[-1].append(mark)
        else:
            rows.append([mark])
    return [sorted(row, key=lambda mark: mark.box[0]) for row in rows]


def _split_figures(mark: _Mark) -> list[_Mark]:
    """Split touching figures where there is the least ink."""
    tall, wide = mark.ink.shape
    if wide <= _TOUCHING * tall:
        return [mark]
    low, high = round(0.35 * tall), min(round(0.95 * tall), wide - round(0.3 * tall))
    if high <= low:
        return [mark]
    at = low + int(mark.ink.sum(axis=0)[low:high].argmin())
    left, top, right, bottom = mark.box
    first = replace(mark, box=(left, top, left + at, bottom), ink=mark.ink[:, :at])
    return [first, *_split_figures(replace(mark, box=(left + at, top, right, bottom), ink=mark.ink[:, at:]))]


def _join_word(pieces: Sequence[_Mark], length: int) -> _Mark | None:
    """Join pieces to a word; None if there are too few, or if they are too far apart or not in one row."""
    if len(pieces) < length:
        return None
    tall = max(piece.tall for piece in pieces)
    if not all(-0.2 < _gap(one, other) <= _GAPS[1] for one, other in pairwise(pieces)):
        return None
    if length == 1:
        return pieces[0]
    boxes = np.array([piece.box for piece in pieces])
    left, top = (int(value) for value in boxes[:, :2].min(axis=0))
    right, bottom = (int(value) for value in boxes[:, 2:].max(axis=0))
    if right - left > 2.4 * tall:
        return None
    ink = np.zeros((bottom - top, right - left), np.float32)
    for piece in pieces:
        x, y = piece.box[0] - left, piece.box[1] - top
        part = ink[y : y + piece.ink.shape[0], x : x + piece.ink.shape[1]]
        np.maximum(part, piece.ink, out=part)
    return _Mark(pieces[0].cell, (left, top, right, bottom), ink)


def _best_increasing(words: Sequence[tuple[int, int, Odds]], n: int) -> int:
    """Find the most probable increasing sequence of digits, as a mask.

    Parameters
    ----------
    words : sequence of (int, int, ndarray)
        The first piece, the end (exclusive), and the log probabilities of nothing and of each digit.
    n : int
        The number of digits.

    Examples
    --------
    >>> one, two, both = np.log([0.01, 0.9, 0.1]), np.log([0.01, 0.6, 0.4]), np.log([0.98, 0.01, 0.01])
    >>> _best_increasing([(0, 1, one), (0, 2, both), (1, 2, two)], 2)
    3
    """
    n_pieces = max((end for _, end, _ in words), default=0)
    best: list[dict[int, tuple[float, int]]] = [
        {} for _ in range(n_pieces + 1)
    ]  # by the last digit: the log probability and the mask
    best[0][0] = (0.0, 0)
    for first, end, likes in sorted(words, key=lambda word: word[0]):
        for last, (before, mask) in list(best[first].items()):
            for digit in range(last + 1, n + 1) if end - first > 1 else (0, *range(last + 1, n + 1)):
                now, at = before + float(likes[digit]), digit or last
                if at not in best[end] or now > best[end][at][0]:
                    best[end][at] = (now, mask | (1 << digit - 1 if digit else 0))
    return max(best[-1].values())[1] if best[-1] else 0
