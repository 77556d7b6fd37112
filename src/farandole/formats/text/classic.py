"""Text formats of classic puzzles: lines, drawn grids, CSV, pencilmarks, .sdm, .sdk, POJ.

===========  ===========================================================================================
format         what it looks like
===========  ===========================================================================================
line         81 characters a line; a name, a solution or a rating may follow after white space or ``, ; #``
sdm          the same, with 0 for empty: a collection of SadMan's; `detect_format` calls both ``line``
grid         nine rows of nine, glued or spaced, with or without bars and frames
rows         nine rows of nine between ``,`` or ``;`` or tabs, where an empty field is an empty cell; or all
             rows in one line, separated by ``/``; or 81 cells in one line. Brackets and quotes are ignored
pencilmarks  as grid or rows, but a cell shows its candidates, ``1239``; a plain digit is a given, ``(5)`` the
             only candidate left, ``()`` none left, ``.`` all of them. If more cells are empty than show
             candidates, ``78`` is refused as a typing error
sdk          SadMan's file of one puzzle: ``#`` lines, ``[Puzzle]``, nine rows. Other sections, such as
             ``[State]``, hold the state of a game and are ignored
poj          the number of puzzles, then nine rows of nine digits each: problem 2676 of the Peking
             University Online Judge
===========  ===========================================================================================

Other shapes (6x6, 16x16, jigsaws, samurai, sukaku ...) are read by `farandole.formats.text.shaped`.

In all formats, any of ``. 0 _ * ? -`` is an empty cell, and so are bullets and, in a drawing, blanks. Digits of any
script are read: see `farandole.formats.text.signs`. Blank lines and ``#`` comments are allowed. A line that begins with
a word (``Grid 01``, ``quizzes,solutions``) is a title and is ignored, except for rows of letters and names of cells.
Grids are separated by blank lines, comments or titles, or by nothing if each grid is complete. A line has at most 8,192
characters.

References
----------
Sudopedia, "Sudoku Clipboard and File Formats": .sdk, .sdm, and the frames that other programs draw.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from farandole.errors import FormatError, PuzzleError, short_repr, shorten
from farandole.formats.text import signs
from farandole.formats.text.lines import split_lines
from farandole.grid import Grid
from farandole.grid.shapes import square_box
from farandole.lazy import regex
from farandole.puzzle import EMPTY, Puzzle
from farandole.records import record
from farandole.sizes import MAX_DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farandole.formats.text.shaped import Line, ShapedPuzzle

FORMATS = ("line", "sdm", "grid", "rows", "pencilmarks", "sdk", "poj")
"""The formats that can be written. ``line`` and ``grid`` can also express other shapes."""

Entry: TypeAlias = tuple[int, Puzzle | FormatError | PuzzleError]

_VALUES = dict.fromkeys(EMPTY, 0) | {str(digit): digit for digit in range(1, 10)}
_CELL = f"[{re.escape(''.join(_VALUES).replace('-', ''))}]"  # dashes that are cells are dots by now
_FULL = "123456789"
_FULL_MASK = (1 << 9) - 1

_DELIMITERS = ",;\t"
_BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
_SEPARATORS = _DELIMITERS + _BOX_DRAWING + " /|\\:[]{}\"'"
_SPACES = str.maketrans(dict.fromkeys(_SEPARATORS, " "))
_ALLOWED = {*_VALUES, *_SEPARATORS, "(", ")"}

_WHOLE = (9, 81)  # numbers of cells in a line: a row or a puzzle
_MOST = 27  # a line with more cells was meant to have 81, not one row
_LINE = regex(rf"\s*({_CELL}{{81}})(?:[\s,;#](.*))?")
_LETTERS = regex(r"[\s,;#]*([A-Za-z]{28})")  # too long for a name: regions
_DIGITS = regex(r"[\s,;#]*([1-9]{81})(?![^\s,;#])")
_LONG = regex(rf"\s*{_CELL}{{{_MOST + 1}}}")
_SECTION = regex(r"\s*\[\s*([A-Za-z][\w ]*)\]\s*")
_MOST_BLANK = 32  # consecutive blank lines that may be rows without givens
_SECTIONS = ("puzzle", "state")
_COUNT = regex(r"[0-9]{1,6}")
# Ascending, so that a row of a solution never counts as candidates.
_MARKS = regex(r"(\()?(1?2?3?4?5?6?7?8?9?)(?(1)\))")


def read(text: str | bytes) -> list[Puzzle]:
    """Read every puzzle of a text.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8, or UTF-16 with a byte order mark.

    Raises
    ------
    FormatError
        If the text holds no puzzle, or one that can't be read; the message begins with the line.
    PuzzleError
        If a row, a column or a box holds a digit twice; the message begins with the line.

    See Also
    --------
    scan : continues after an error.

    Examples
    --------
    >>> read("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......  # hard")
    [Puzzle.classic('4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......')]
    >>> read("4.....8.5")
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: line 1: expected 81 cells, found 9
    """
    puzzles = []
    for _, entry in scan(text):
        if not isinstance(entry, Puzzle):
            raise entry
        puzzles.append(entry)
    return puzzles


def scan(text: str | bytes) -> Iterator[Entry]:
    """Yield each puzzle of a text, or its error, so that a bad puzzle doesn't hide the others.

    Yields
    ------
    line : int
        The first line of the puzzle, counted from 1.
    entry : Puzzle, FormatError or PuzzleError
        The puzzle, or its error.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.

    Examples
    --------
    >>> for line, entry in scan("." * 81 + "\\n" + "." * 80 + "\\n" + "." * 81):
    ...     print(line, entry if isinstance(entry, FormatError) else type(entry).__name__)
    1 Puzzle
    2 line 2: expected 81 cells, found 80
    3 Puzzle
    """
    yield from open_reader(text).scan()


@record(frozen=False)
class TextReader:
    """Reads the puzzles of a text whose format is known.

    Parameters
    ----------
    format : str
        The name that `detect_format` returns.
    lines : list of (int, str)
        The numbered lines, with normalized characters.
    found : iterator of Found, optional
        The puzzles of other shapes. The first one is read already, because it decided the format.
    """

    format: str
    lines: list[Line]
    found: Iterator[ShapedPuzzle] | None = None

    def scan(self) -> Iterator[Entry]:
        """Yield each puzzle, or its error, as the function `scan` does."""
        match self.format:
            case "line":
                yield from _scan_lines(self.lines)
            case "poj":
                yield from _scan_poj(self.lines)
            case format if format in FORMATS:
                yield from chain.from_iterable(map(_scan_block, _blocks(self.lines)))
            case _:
                from farandole.formats.text import shaped

                found, self.found = self.found, None
                for entry in found or shaped.find_puzzles(shaped.strip_comments(self.lines)):
                    yield entry.number, entry.puzzle


def open_reader(text: str | bytes) -> TextReader:
    """Detect the format of a text, and return its reader.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.
    """
    lines = normalize_lines(text)
    found = _find_shaped(lines)
    first = next(found, None)
    return (
        TextReader(first.format, lines, chain([first], found)) if first else TextReader(_detect_classic(lines), lines)
    )


def detect_format(text: str | bytes) -> str:
    """Return the name of the format of a text, without reading its puzzles.

    Returns
    -------
    str
        One of ``line`` (.sdm too), ``grid``, ``rows``, ``pencilmarks``, ``sdk`` (without ``[Puzzle]``, it is
        a ``grid``) and ``poj``.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.

    Examples
    --------
    >>> detect_format("." * 81), detect_format("0,2,0,8,0,0,0,0,0\\n" * 9), detect_format("2\\n530070000\\n600195000")
    ('line', 'rows', 'poj')
    """
    return open_reader(text).format


# ── From text to lines; detection of the format ──────────────────────────────────────────────────────────────


def normalize_lines(text: str | bytes) -> list[Line]:
    """Split a text into numbered lines with normalized characters: see `signs`."""
    numbers, lines = [], []
    n_blank = 0
    for number, line in enumerate(split_lines(text), 1):
        if len(line) > signs.LONGEST_LINE:
            expected = f"expected at most {signs.LONGEST_LINE:,} characters"
            raise FormatError(f"line {number}: {expected}; found {len(line):,}")
        n_blank = 0 if line and not line.isspace() else n_blank + 1
        if n_blank <= _MOST_BLANK:  # more of them add nothing
            numbers.append(number)
            lines.append(signs.normalize(line))
    return list(zip(numbers, signs.fill_blanks(signs.blank_out_titles(lines), numbers), strict=True))


def _find_shaped(lines: list[Line]) -> Iterator[ShapedPuzzle]:
    """Find puzzles of other shapes; there are none if the first line with cells is a classic puzzle."""
    some = (line.strip() for _, line in lines if line.strip())
    first = next((line for line in some if not _is_separator(line)), "")
    match = _LINE.fullmatch(first)
    regions = (match[2] or next(some, "")) if match else ""
    if match and len(regions) < 81:
        return iter(())
    from farandole.formats.text import shaped

    return (
        iter(())
        if match and not shaped.tells_jigsaw(f"{match[1]} {regions}")
        else shaped.find_puzzles(shaped.strip_comments(lines))
    )


def _detect_classic(lines: list[Line]) -> str:
    has_sections = _has_sections(lines)
    _check_size(list(islice(_rows(lines), 82)))
    if not has_sections and any(_LONG.match(line) for _, line in lines):
        return "line"
    block = next(_blocks(lines), None)
    if block is None:
        raise FormatError("no puzzle in it: expected 81 cells, found none", code="no_puzzle", expected=81)
    if has_sections:
        return "sdk"
    _check_share_of_cells(list(islice(_rows(lines), 100)))
    first, *others = islice(_rows(lines), 2)
    if others and len(first.words) == 1 and _COUNT.fullmatch(first.words[0]):
        return "poj"
    if _is_marked(block):
        return "pencilmarks"
    return "rows" if "/" in first.line or _delimiter(first.line) else "grid"


def _check_size(rows: list[_Row]) -> None:
    """Refuse a square that is too large."""
    sizes = Counter(len(row.words) if len(row.words) > 1 else len(row.words[0]) for row in rows)
    n = max(sizes, key=sizes.__getitem__, default=0)
    if MAX_DIGITS < n < 81 and 2 * sizes[n] > len(rows) and abs(len(rows) - n) <= 1:
        expected = f"expected a puzzle of at most {MAX_DIGITS}x{MAX_DIGITS}"
        raise FormatError(f"line {rows[0].number}: {expected}; found {len(rows)} rows of {n} cells")


def _check_share_of_cells(rows: list[_Row]) -> None:
    """Refuse a text with hardly any cells: prose, a web page, a program."""
    seen = "".join(word for row in rows for word in row.words)
    n_cells = sum(map(seen.count, _VALUES))
    n_strays = sum(character not in _ALLOWED for character in seen)
    worst = max(rows, key=lambda row: sum(map(str.isalpha, row.line)))
    if len(seen) >= 20 and n_strays > n_cells and not signs.fault_of_words(worst.number, worst.line):
        expected = "no puzzle in it: expected rows of digits, with . in empty cells"
        raise FormatError(f"{expected}; found text such as {shorten(worst.line.strip(), signs.MOST_SHOWN)!r}")


def _has_sections(lines: list[Line]) -> bool:
    """Return whether a text has the sections of .sdk; refuse unknown sections, which may hold regions or rules."""
    has_sections = False
    for number, line in lines:
        if "[" in line and (section := _SECTION.fullmatch(line)):
            has_sections = True
            if section[1].strip().lower() not in _SECTIONS:
                raise FormatError(
                    f"line {number}: expected [Puzzle] or [State], found {shorten(line.strip(), signs.MOST_SHOWN)}"
                )
    return has_sections


# ── 81 characters a line ────────────────────────────────────────────────────────────────────────────────────


def _scan_lines(lines: list[Line]) -> Iterator[Entry]:
    for number, line in lines:
        if match := _LINE.fullmatch(line):
            if match[2] and (fault := _fault_after(match[2])):
                yield number, FormatError(f"line {number}: {fault}")
            else:
                yield _entry(number, tuple(map(_VALUES.__getitem__, match[1])))
        elif line.strip() and not _is_separator(line):
            yield number, _line_error(number, line)


def _fault_after(rest: str) -> str:
    """Describe what is wrong with the text after 81 cells; return an empty text if it is a name or a solution."""
    if letters := _LETTERS.match(rest):
        return f"expected a name, a solution or nothing after 81 cells; found {letters[1]!r}"
    if digits := _DIGITS.match(rest):
        rows = [digits[1][start : start + 9] for start in range(0, 81, 9)]
        for row, digits_of_row in enumerate(rows, 1):
            if len(set(digits_of_row)) < 9:
                return f"expected each digit once in row {row} of the solution after 81 cells; found {digits_of_row!r}"
    return ""


def _entry(number: int, givens: tuple[int, ...], masks: tuple[int, ...] | None = None) -> Entry:
    try:
        return number, Puzzle(Grid.classic(), givens, masks)
    except PuzzleError as error:
        return number, PuzzleError.from_error(error, f"line {number}: {error}", line=number)


def _stray(number: int, column: int, character: str) -> FormatError:
    expected = f"a digit or one of {' '.join(EMPTY)} for empty"
    return FormatError(f"line {number}, column {column}: expected {expected}, found {character!r}")


def _line_error(number: int, line: str) -> FormatError:
    if fault := signs.fault_of_words(number, line):
        return fault
    indent = len(line) - len(line.lstrip())
    glued = re.split(r"[\s,;#]", line[indent:], maxsplit=1)[0]
    for column, character in enumerate(glued, indent + 1):
        if character not in _VALUES:
            return _stray(number, column, character)
    return _count_error(number, _whole(len(glued)), len(glued))


def _count_error(number: int, expected: str, found: int) -> FormatError:
    """Say how many cells were expected; where that is one number, its code is ``cell_count``."""
    message = f"line {number}: expected {expected}, found {found}"
    cells = expected.removesuffix(" cells")
    if not cells.isdecimal():
        return FormatError(message)
    return FormatError(message, code="cell_count", line=number, expected=int(cells), found=found)


def _whole(n_cells: int) -> str:
    """Describe how many cells a puzzle has: 81, or the square number nearest to the given one."""
    sides = [side for side in range(4, MAX_DIGITS + 1) if square_box(side)[0] > 1]
    side = min(sides, key=lambda side: abs(side * side - n_cells))
    if n_cells > sides[-1] ** 2:
        return f"81 cells, or at most {sides[-1] ** 2:,} for {sides[-1]}x{sides[-1]}"
    return "81 cells" if side <= 9 else f"81 cells, or {side * side} for {side}x{side}"


# ── Nine rows of nine, in words or glued ────────────────────────────────────────────────────────────────────


class _Row(NamedTuple):
    """A line, or a part of it between two ``/``, and the words that are its cells."""

    number: int
    line: str
    words: list[str]


def _rows(lines: list[Line]) -> Iterator[_Row]:
    """Yield the rows of all lines, without comments, titles and frames."""
    for number, line in lines:
        yield from _rows_of_line(number, line)


def _rows_of_line(number: int, line: str) -> list[_Row]:
    if signs.is_ruling(line) or _is_separator(line):
        return []
    line = line.partition("#")[0]
    return [_Row(number, line, words) for part in line.split("/") if (words := _words(part))]


def _delimiter(text: str) -> str | None:
    """Return the delimiter of nine or more fields; then an empty field is an empty cell."""
    return next((delimiter for delimiter in _DELIMITERS if text.count(delimiter) >= 8), None)


def _words(text: str) -> list[str]:
    delimiter = _delimiter(text)
    if delimiter is None:
        return text.translate(_SPACES).split()
    fields = [field.translate(_SPACES).split() for field in text.split(delimiter)]
    if not fields[-1] and all(fields[:-1]):  # a trailing comma: no cell follows it
        fields.pop()
    return [word for field in fields for word in field or EMPTY[0]]


def _is_separator(line: str) -> bool:
    """Return whether a line separates puzzles: a comment (titles are comments by now), or a section header."""
    first = line.lstrip()[:1]
    return first == "#" or (first == "[" and _SECTION.fullmatch(line) is not None)


def _blocks(lines: list[Line]) -> Iterator[list[_Row]]:
    """Yield groups of rows that belong together: a puzzle, or several with nothing between them."""
    is_puzzle = True
    pieces: list[list[_Row]] = [[]]
    are_apart = False
    for number, line in lines:
        if "[" in line and (section := _SECTION.fullmatch(line)):
            is_puzzle = section[1].strip().lower() == "puzzle"
        rows = _rows_of_line(number, line) if is_puzzle else []
        stands_alone = len(rows) > 1 or (len(rows) == 1 and len(rows[0].words) > _MOST)
        if stands_alone or _is_separator(line):
            yield from _join_pieces(pieces, are_apart=are_apart)
            pieces, are_apart = [[]], False
        if stands_alone:
            yield rows
        elif rows:
            pieces[-1] += rows
        elif pieces[-1] and not line.strip():
            are_apart = are_apart or sum(map(len, pieces)) > 9
            if are_apart:
                yield from pieces
                pieces = []
            pieces.append([])
    yield from _join_pieces(pieces, are_apart=are_apart)


def _join_pieces(pieces: list[list[_Row]], *, are_apart: bool) -> Iterator[list[_Row]]:
    """Separate rows at blank lines, unless there are nine rows in all: then blank lines are inside the grid."""
    if not are_apart and sum(map(len, pieces)) == 9:
        pieces = [list(chain.from_iterable(pieces))]
    yield from filter(None, pieces)


def _is_marked(rows: list[_Row]) -> bool:
    """Return whether words are cells with candidates; otherwise, each character is a cell."""
    # Nine words of 81 characters may be nine glued rows in one line.
    if any(len(row.words) in _WHOLE and sum(map(len, row.words)) not in _WHOLE for row in rows):
        return True
    return all(row.words == [_FULL] * 9 for row in rows)


def _scan_block(rows: list[_Row]) -> Iterator[Entry]:
    is_marked = _is_marked(rows)
    if not is_marked:
        rows = list(map(_split_characters, rows))
    try:
        height = _puzzle_height(rows)
        cells = [_parse_word(row.number, word) for row in rows for word in row.words]
        if is_marked:
            _check_marks(rows)
    except FormatError as error:
        yield rows[0].number, error
        return
    for start in range(0, len(cells), 81):
        givens, masks = zip(*cells[start : start + 81], strict=True)
        yield _entry(rows[start // 81 * height].number, givens, masks if is_marked else None)


def _split_characters(row: _Row) -> _Row:
    """Make each character a word, unless uneven words suggest an error: ``10`` for a digit, or a missing space."""
    characters = list("".join(row.words))
    is_uneven = len(set(map(len, row.words))) > 1
    return row if is_uneven and len(characters) in _WHOLE else row._replace(words=characters)


def _puzzle_height(rows: list[_Row]) -> int:
    """Return the number of rows of a puzzle, 9 or 1; raise if cells are missing or superfluous."""
    for row in rows:
        strays = [character for character in set(row.line) - _ALLOWED if not character.isspace()]
        if strays and (fault := signs.fault_of_words(row.number, row.line)):
            raise fault
        if strays:
            column = min(map(row.line.index, strays)) + 1
            raise _stray(row.number, column, row.line[column - 1])
    sizes = [len(row.words) for row in rows]
    usual = Counter(sizes).most_common(1)[0][0]
    width = 9 if len(rows) > 1 and usual <= _MOST else 81
    if width == 9 < usual and abs(len(rows) - usual) <= 1:  # a larger puzzle lacks a row or a cell
        width = usual
    for row, size in zip(rows, sizes, strict=True):
        if size != width:
            expected = f"{width} cells" if width < 81 else _whole(size)
            raise _count_error(row.number, expected, size)
    if width not in _WHOLE:
        raise FormatError(f"line {rows[0].number}: expected {width} rows of {width} cells, found {len(rows)}")
    if width == 9 and len(rows) % 9:
        raise _count_error(rows[0].number, "81 cells", 9 * len(rows))
    return 81 // width


def _check_marks(rows: list[_Row]) -> None:
    """Refuse a few marks among many empty cells, which are more likely typing errors."""
    marks = [(row.number, word) for row in rows for word in row.words if len(word) > 1]
    empty = sum(word in EMPTY for row in rows for word in row.words)
    if empty > len(marks):
        number, word = marks[0]
        expected = "candidates in most empty cells, or in none"
        raise FormatError(f"line {number}: expected {expected}; found {short_repr(word)}")


def _parse_word(number: int, word: str) -> tuple[int, int]:
    """Return the given and the mask of a cell."""
    if word in _VALUES:
        digit = _VALUES[word]
        return digit, 1 << digit >> 1 or _FULL_MASK
    if marks := _MARKS.fullmatch(word):
        return 0, sum(1 << int(digit) >> 1 for digit in marks[2])
    expected = "a digit, or candidates in ascending order such as 1239"
    raise FormatError(f"line {number}: expected {expected}; found {short_repr(word)}")


# ── POJ: a count, then nine rows for each puzzle ────────────────────────────────────────────────────────────


def _scan_poj(lines: list[Line]) -> Iterator[Entry]:
    rows = _rows(lines)
    count = int(next(rows).words[0])
    for puzzle in range(count):
        nine = list(islice(rows, 9))
        if len(nine) < 9:
            missing = f"row {len(nine) + 1} of puzzle {puzzle + 1} of {count}"
            end = lines[-1][0]
            yield end, FormatError(f"line {end}: expected {missing}, found the end")
            return
        yield from _scan_block(nine)
    for row in islice(rows, 1):
        expected = f"expected the end after {count} {'puzzle' if count == 1 else 'puzzles'}"
        yield row.number, FormatError(f"line {row.number}: {expected}, found another row")
