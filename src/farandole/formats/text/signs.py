"""Characters of a text: which stand for digits, empty cells and lines of a drawing; and which lines are titles.

People draw with whatever characters they have. This module turns each character into the one that the readers know:
digits of any script become ASCII digits, bullets become dots (`normalize`). Where a drawing leaves empty cells blank,
or marks them with a dash that elsewhere draws lines, they get a dot (`fill_blanks`). Lines keep their numbers.

A blank doesn't say whether it is a cell, so positions are worked out: cells stand at equal distances, perhaps with
wider gaps between boxes, and bars stand in the middle of gaps. Every layout that agrees with all rows is tried. If two
layouts put a digit into different columns, the text is refused.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise, product
from typing import NamedTuple

from farandole.errors import FormatError, shorten
from farandole.grid.shapes import named_of_size, square_box
from farandole.lazy import regex
from farandole.puzzle import EMPTY
from farandole.sizes import MAX_DIGITS

LONGEST_LINE = 8192
"""Maximal number of characters of a line. The longest puzzle in one, a jigsaw of 32x32 in numbers, has about 4,000."""

MOST_SHOWN = 40
"""Maximal number of characters of a line in a message."""

_EMPTY_SIGNS = "•·∙⋅●○◦◯□◻▢☐▫⬜⬛■▪・･。"  # look-alikes
_DASH_SIGNS = "‐‑‒–—―−"
_BAR_SIGNS = "¦∣❘ǀ"
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u20e3\ufe0e\ufe0f\ufeff"  # joiners, marks, emoji modifiers

BARS = frozenset("|│┃║╎╏┆┇┊┋")
HEAVY_BARS = frozenset("┃║╏┇┋")
HEAVY_DASHES = frozenset("=━═┅┉╍")
_BOX_DRAWING = frozenset(map(chr, range(0x2500, 0x2580)))
_DASHES = frozenset("-=") | (_BOX_DRAWING - BARS)
_RULED = regex(f"[{re.escape(''.join(_DASHES))}]")
_RULING = frozenset(" \t+*.:'`-=") | BARS | _BOX_DRAWING  # a line of these with a dash is a ruling
CELLS = "1-9" + re.escape(EMPTY)
"""Characters of cells, for brackets in a regular expression."""


_BAR = regex(f"[{''.join(BARS)}]")
_BARS_TOGETHER = regex(f"[{''.join(BARS)}]+")
_CONTENT = regex(f"[^\\s{''.join(BARS)}]+")
_DRAWS = regex(f"[-{''.join(BARS)}]")
_WORD = regex(r"[^\W\d_]{2,}")
_TITLE = regex(rf"\s*[^\W\d_]{{2,}}(?:[\s,;:]|$)(?!.*[{CELLS}]{{9}})")
_GAP = regex(f"[\\s,;{''.join(BARS)}]+")
_EMPTY_BUT_0 = frozenset(EMPTY) - {"0"}
_WIDEST = 400  # maximal width of a drawing whose blanks are interpreted
_WIDEST_GAP = 10
_FIRST_LETTERS = frozenset("abcdefghi")
_LONG_WORD = regex(r"(?<![^\W\d_])[^\W\d_]{28}")
_CELL_NAME = regex(r"\br[1-9]\d?c[1-9]\d?\b", re.IGNORECASE)
# Markup of forums, chats and mails for preformatted text.
_FENCE = regex(r"\s*(?:`{3,}\w*|\[/?(?:code|pre|quote|tt)\]|</?(?:code|pre|tt)>)\s*", re.IGNORECASE)


# ── One character per meaning ───────────────────────────────────────────────────────────────────────────────────


class _Meanings(dict[int, str]):
    """Map characters beyond ASCII to ASCII; computed on first use."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if 0xFF01 <= code <= 0xFF5E:  # ASCII, full width
            meaning = chr(code - 0xFEE0)
        elif (digit := unicodedata.decimal(character, None)) is not None:
            meaning = str(digit)
        elif code > 127 and unicodedata.category(character) == "Zs":
            meaning = " "
        else:
            meaning = character
        self[code] = meaning
        return meaning


_MEANINGS = _Meanings(
    {
        **dict.fromkeys(map(ord, _EMPTY_SIGNS), "."),
        **dict.fromkeys(map(ord, _DASH_SIGNS), "-"),
        **dict.fromkeys(map(ord, _BAR_SIGNS), "|"),
        **dict.fromkeys(map(ord, _UNSEEN), ""),
        **dict.fromkeys(map(ord, "“”„«»"), '"'),
        ord("…"): "...",  # autocorrected from three dots
        ord("、"): ",",
    }
)


def normalize(text: str) -> str:
    """Replace digits of any script, bullets, dashes and blanks by ASCII characters.

    Examples
    --------
    >>> normalize("５٣ •·–…")
    '53 ..-...'
    """
    return text if text.isascii() else text.translate(_MEANINGS)


# ── Lines without cells ─────────────────────────────────────────────────────────────────────────────────────────


def blank_out_titles(lines: Sequence[str]) -> list[str]:
    """Replace titles by comments, and fences by blank lines. Rows of letters and names of cells are not titles."""
    result = list(lines)
    bodies = [index for index, line in enumerate(lines) if line and not line.isspace()]
    joined = cache(lambda index: "".join(_words(lines[index])))
    for place, index in enumerate(bodies):
        line = lines[index]
        if is_fence(line):
            result[index] = ""
        elif not line[0].isdigit() and _TITLE.match(line):
            near = bodies[max(0, place - 2) : place] + bodies[place + 1 : place + 3]
            if not _may_mean_something(line, map(joined, near)):
                result[index] = "#"
    return result


def is_fence(line: str) -> bool:
    """Return whether a line only marks preformatted text."""
    return line.lstrip()[:1] in ("`", "[", "<") and _FENCE.fullmatch(line) is not None


def _may_mean_something(line: str, near: Iterable[str]) -> bool:
    """Return whether a line that begins with a word may be cells, letters of regions, or a rule.

    Letters of regions come in rows as long as the neighboring rows.
    """
    if _LONG_WORD.search(line) or _CELL_NAME.search(line):
        return True
    words = _words(line)
    size = sum(map(len, words))
    if size < 4 or len(set(map(len, words))) > 1:
        return False
    rows = [row for row in near if len(row) == size]
    if size >= 12:
        return bool(rows)
    with_letters = sum(_WORD.search(row) is not None for row in rows)
    return with_letters > 1 or (bool(rows) and _FIRST_LETTERS.issuperset("".join(words).lower()))


def _words(line: str) -> list[str]:
    return [word for word in _GAP.split(line) if word]


def fault_of_words(number: int, line: str) -> FormatError | None:
    """Make the error for a line of words where a row of cells was expected."""
    if match := _CELL_NAME.search(line):
        expected = "expected cells or a title, because only JSON can express rules"
        return FormatError(f"line {number}: {expected}; found {match[0]!r}")
    letters = "".join(_words(line))
    if len(letters) >= 4 and letters.isalpha():
        expected = "expected one letter per cell for the regions, right before or after the givens"
        return FormatError(f"line {number}: {expected}; found {shorten(line.strip(), MOST_SHOWN)!r}")
    return None


# ── Dashes and blanks as empty cells ────────────────────────────────────────────────────────────────────────────


def fill_blanks(lines: Sequence[str], numbers: Sequence[int] | None = None) -> list[str]:
    """Write a dot into each cell that is blank or a dash in a drawing.

    Parameters
    ----------
    lines : sequence of str
        The lines, without titles.
    numbers : sequence of int, optional
        Their numbers in errors; by default, counted from 1.

    Raises
    ------
    FormatError
        If a dash may also be a ruling, or if a blank may be in several columns.

    Examples
    --------
    >>> print(*fill_blanks(["12| 4", "  |2 ", "--+--", "21|43", " 4| 2"]), sep="\\n")
    12|.4
    ..|2.
    --+--
    21|43
    .4|.2
    """
    result = list(lines)
    try:
        for run in _runs(result):
            _dot_dashes(result, run)
            for drawing in _drawings(result, run):
                _dot_blanks(result, drawing)
        _dot_blanks_without_lines(result)
    except _UnclearError as unclear:
        number = numbers[unclear.index] if numbers else unclear.index + 1
        found = shorten(lines[unclear.index].strip(), MOST_SHOWN)
        raise FormatError(f"line {number}: expected . in empty cells, because {unclear}; found {found!r}") from None
    return result


class _UnclearError(Exception):
    """A line has two possible meanings, which the message names."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index


def is_ruling(line: str) -> bool:
    """Return whether a line is a ruling without cells."""
    return _RULED.search(line) is not None and _RULING.issuperset(line)


def _runs(lines: Sequence[str]) -> list[list[int]]:
    """Return groups of lines between comments that have characters for drawing."""
    runs: list[list[int]] = [[]]
    for index, line in enumerate(lines):
        if line.lstrip()[:1] in ("#", "["):
            runs.append([])
        else:
            runs[-1].append(index)
    return [run for run in runs if any(_DRAWS.search(lines[index]) for index in run)]


def _dot_dashes(lines: list[str], run: Sequence[int]) -> None:
    """Replace dashes in rows by dots; a line of dashes is a row if there would be too few rows otherwise."""
    rows, rulings, marked = [], [], []
    for index in run:
        line = lines[index]
        if line.strip() == "-" * 81:  # a puzzle without givens in one line
            lines[index] = line.replace("-", ".")
        elif is_ruling(line):
            rulings.append(index)
        elif line.strip():
            rows.append(index)
            if "-" in line:
                marked.append(index)
                lines[index] = line.replace("-", ".")
    if not marked:
        return
    n = len("".join(_words(lines[marked[0]])))
    unsure = [index for index in rulings if "".join(_words(lines[index])) == "-" * n]
    are_rows, are_rulings = (count % n == 0 for count in (len(rows) + len(unsure), len(rows)))
    if unsure and are_rows and are_rulings:
        raise _UnclearError(unsure[0], "a line of dashes may be empty cells or a ruling")
    if are_rows:
        for index in unsure:
            lines[index] = lines[index].replace("-", ".")


def _drawings(lines: Sequence[str], run: Sequence[int]) -> Iterator[list[int]]:
    """Split the drawn lines of a run at blank lines, but keep bands of less than four rows together."""
    bands: list[int] = []
    for (is_drawn, _), group in groupby(run, key=lambda index: (_is_drawn(lines[index]), bool(lines[index].strip()))):
        band = list(group)
        if not is_drawn:
            if lines[band[0]].strip():
                yield bands
                bands = []
            continue
        if sum(not is_ruling(lines[index]) for index in band) < 4:
            bands += band
        else:
            yield bands
            yield band
            bands = []
    yield bands


def _is_drawn(line: str) -> bool:
    return is_ruling(line) or _BAR.search(line) is not None


class _Reading(NamedTuple):
    """An interpretation of a drawing: the cells of each row, and the lines with dots for blank cells."""

    cells: tuple[tuple[str, ...], ...]
    lines: dict[int, str]


def _dot_blanks(lines: list[str], drawing: Sequence[int]) -> None:
    """Write dots into the blank cells of a ruled drawing."""
    rows = {index: lines[index] for index in drawing if not is_ruling(lines[index])}
    rulings = {index: lines[index].rstrip() for index in drawing if index not in rows}
    if _has_empty_sign(rows.values()):  # then blanks are not empty cells
        return
    rows = _drop_blank_lines(rows, drawing)
    readings = [*_read_fully_ruled(rows, rulings, drawing), *_read_partly_ruled(rows, rulings)]
    _take_only(readings, lines, drawing)


def _has_empty_sign(rows: Iterable[str]) -> bool:
    words = [word for row in rows for word in _CONTENT.findall(row)]
    return any(word == "0" or not _EMPTY_BUT_0.isdisjoint(word) for word in words)


def _take_only(readings: Sequence[_Reading], lines: list[str], drawing: Sequence[int]) -> None:
    if len({reading.cells for reading in readings}) > 1:
        raise _UnclearError(drawing[0], "blanks don't tell which columns are empty")
    for reading in readings[:1]:
        for index, line in reading.lines.items():
            lines[index] = line


def _read_fully_ruled(
    rows: Mapping[int, str], rulings: Mapping[int, str], drawing: Sequence[int]
) -> Iterator[_Reading]:
    """Read a drawing with a bar between any two cells."""
    is_heavy = any(not HEAVY_DASHES.isdisjoint(line) for line in rulings.values())
    for bar in (_BAR, _BARS_TOGETHER):
        parts = {index: bar.split(row) for index, row in rows.items()}
        if len(set(map(len, parts.values()))) != 1:
            continue
        n_parts = len(next(iter(parts.values())))
        edges = [{fields[place] for fields in parts.values()} for place in (0, -1)]
        # Try with and without a bar at each side; there is one if nothing is beyond it.
        for before, after in product(*[(1,) if edge == {""} else (0, 1) for edge in edges]):
            n = n_parts - before - after
            fields = {index: tuple(map(str.strip, some[before : n_parts - after])) for index, some in parts.items()}
            outside = "".join(some[0] * before + some[-1] * after for some in parts.values())
            some_words = [word for words in fields.values() for word in words]
            if outside.strip() or all(some_words) or any(" " in word for word in some_words) or not _is_side(n):
                continue
            head = next(iter(fields))
            if len(fields) % n == 1 and head + 1 in rulings and not any(fields[head]):  # an empty header
                del fields[head]
            if len(fields) % n or not fields:
                continue
            cells = tuple(tuple(word or EMPTY[0] for word in words) for words in fields.values())
            if is_heavy or not HEAVY_BARS.isdisjoint("".join(rows.values())):
                yield _Reading(cells, {index: _dot_between_bars(rows[index], bar) for index in fields})
            else:
                drawn = dict.fromkeys(drawing, "-") | dict(zip(fields, map(" ".join, cells), strict=True))
                yield _Reading(cells, drawn)


def _dot_between_bars(row: str, bar: re.Pattern[str]) -> str:
    """Write a dot into the middle of each blank between bars."""
    spans = [match.span() for match in bar.finditer(row)]
    dotted = row
    for (_, start), (stop, _) in reversed(list(pairwise(spans))):
        if not row[start:stop].strip():
            middle = (start + stop - 1) // 2 if start < stop else start
            dotted = f"{dotted[:middle]}{EMPTY[0]}{dotted[middle + (start < stop) :]}"
    return dotted


def _drop_blank_lines(rows: Mapping[int, str], drawing: Sequence[int]) -> dict[int, str]:
    """Drop the blank lines of cells that are several lines high, if rulings separate all rows."""
    bands = [list(band) for is_row, band in groupby(drawing, key=rows.__contains__) if is_row]
    heights = set(map(len, bands))
    if len(heights) == 1 and len(bands) >= 4:
        shown = {place for band in bands for place, index in enumerate(band) if _CONTENT.search(rows[index])}
        if len(shown) == 1:
            return {band[place]: rows[band[place]] for band in bands for place in shown}
    return dict(rows)


def _is_side(n: int) -> bool:
    """Return whether a square of this side has boxes, and is not the size of a gattai, whose blanks may be no cells."""
    return 4 <= n <= MAX_DIGITS and square_box(n)[0] > 1 and not named_of_size(n, n)


def _read_partly_ruled(rows: Mapping[int, str], rulings: Mapping[int, str]) -> Iterator[_Reading]:
    """Read a drawing with rulings around boxes or regions only, or without rulings, by the positions of its cells."""
    if not rows:
        return
    texts = list(rows.values())
    drawn = {(x, character in BARS) for row in texts for x, character in enumerate(row) if character != " "}
    spots, bars = (sorted(x for x, is_bar in drawn if is_bar == kind) for kind in (False, True))
    n_bars = min(len(_BAR.findall(row)) for row in texts)
    is_even = len(set(map(len, texts))) == 1  # otherwise, trailing blanks may be lost
    widest = max(map(len, [*(texts if is_even else map(str.rstrip, texts)), *rulings.values()]))
    if not spots or widest > _WIDEST or "\t" in "".join(texts):
        return
    seen = set()
    for n in range(4, MAX_DIGITS + 1):
        if len(texts) % n or len(spots) > n or not _is_side(n) or (not bars and len(texts) != n):
            continue
        if n_bars >= n - 1:  # it is fully ruled
            continue
        for columns in _layouts(n, spots[0], widest, bars):
            is_close = columns[1] == columns[0] + 1
            if not set(spots).issubset(columns) or (is_close and not is_even):
                continue
            key = tuple(map(columns.index, spots)), n
            if key in seen:
                continue
            seen.add(key)
            cells = [[row[x : x + 1].strip() or EMPTY[0] for x in columns] for row in texts]
            if all(EMPTY[0] not in row for row in cells):
                continue
            dotted = {}
            for index, row, words in zip(rows, texts, cells, strict=True):
                characters = list(row.ljust(columns[-1] + 1))
                for x, word in zip(columns, words, strict=True):
                    characters[x] = word
                dotted[index] = "".join(characters)
            yield _Reading(tuple(map(tuple, cells)), dotted)


def _layouts(n: int, first: int, widest: int, bars: Sequence[int]) -> Iterator[list[int]]:
    """Yield possible positions of n columns, with one at the first spot, and bars in the middle of gaps."""
    widths = [width for width in range(2, n // 2 + 1) if n % width == 0] if bars else [square_box(n)[1]]
    for width, pitch, gap, column in product(widths, range(1, _WIDEST_GAP), range(_WIDEST_GAP), range(n)):
        start = first - pitch * column - gap * (column // width)
        columns = [start + pitch * c + gap * (c // width) for c in range(n)]
        if start < 0 or columns[-1] >= widest:
            continue
        if all(_is_amid(bar, columns, pitch, gap, width) for bar in bars):
            yield columns


def _is_amid(bar: int, columns: Sequence[int], pitch: int, gap: int, width: int) -> bool:
    """Return whether a bar is in the middle of a gap, or as far outside; if boxes have wider gaps, only in those."""
    right = bisect(columns, bar)
    if bar in columns or (gap and right % width):
        return False
    half = (pitch + gap) / 2
    return (right == 0 or abs(bar - columns[right - 1] - half) <= 1) and (
        right == len(columns) or abs(columns[right] - bar - half) <= 1
    )


def _dot_blanks_without_lines(lines: list[str]) -> None:
    """Write dots into the blank cells of a puzzle without rulings, if it is the whole text."""
    numbers = [index for index, line in enumerate(lines) if line and not line.startswith("#")]
    if not numbers or len(lines) > _WIDEST:
        return
    every = {index: lines[index] for index in range(numbers[0], numbers[-1] + 1)}
    for rows in (every, {index: line for index, line in every.items() if line.strip()}):
        text = "".join(rows.values())
        is_blank_and_digits = " " in text and text.replace(" ", "").isdigit()
        if is_blank_and_digits and _is_side(len(rows)) and not _has_empty_sign(rows.values()):
            _take_only(list(_read_partly_ruled(rows, {})), lines, list(rows))
            return
