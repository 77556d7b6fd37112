"""Puzzles inside something else: quoted mails, numbered lines, boards of programs, tables of web pages.

======== ============================================================================================
format   what it looks like
======== ============================================================================================
quoted   lines of a mail or a post that begin with ``>``; other lines are read as they are
numbered lines or rows that begin with ``1:``, ``1)``, ``1.`` or, as from ``cat -n``, a number and a tab
board    a list of lists, as programs print it: ``[["5","3",".", ...`` , ``{{5,3,0, ...``
html     a table of a web page with a cell in each field, also a table of 3x3 tables, and entry fields
======== ============================================================================================

`farandole.formats.open_reader` comes here only with a text in which it finds no puzzle otherwise, so no other text is
read in another way because of this module.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from itertools import chain

from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.formats import text
from farandole.formats.text import Entry
from farandole.formats.text.lines import at_line, split_lines
from farandole.lazy import regex
from farandole.puzzle import EMPTY, Puzzle
from farandole.sizes import MAX_DIGITS

FORMATS = ("quoted", "numbered", "board", "html")
"""The formats that are only read, and hold any number of puzzles."""

LONGEST = 1 << 24
"""The longest text, in characters, in which such a puzzle is looked for."""

_HINT = regex(r"^[ \t]*(?:>|[0-9]{1,9}(?:[:)\t]|\.[ \t]|\.\)))|[\[({]\s*[\[({]|<[Tt][DdHh]\b", re.MULTILINE)
_QUOTE = regex(r"[ \t]*>[> \t]*")
_NUMBER = regex(r"[ \t]*([0-9]{1,9})(?:\.\)|[:)]|\.(?=[ \t])|[ \t]*\t)[ \t]*")
_BOARD = regex(r"[\[({]\s*([\[({][^\[\](){}]*[\])}](?:\s*,\s*[\[({][^\[\](){}]*[\])}])*)\s*,?\s*[\])}]")
_ROW = regex(r"[\[({]([^\[\](){}]*)[\])}]")
_OUTPUT = regex(r"\bOutput\b|\bExpected\b")
_NOTHING = frozenset(("", "null", "none", "nil", "nan", " ", "\xa0", *EMPTY))
_SPAN = range(4, MAX_DIGITS + 1)


def may_be_wrapped(content: str | bytes) -> bool:
    """Return whether a text has signs of these formats. Many plain texts have them too.

    Examples
    --------
    >>> may_be_wrapped("> 53..7...."), may_be_wrapped("1) 53..7...."), may_be_wrapped("." * 81)
    (True, True, False)
    """
    if len(content) > LONGEST:
        return False
    if isinstance(content, bytes):
        is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        content = content.decode("utf-16" if is_utf_16 else "utf-8", "replace")
    return _HINT.search(content) is not None


def read_wrapped(content: str | bytes) -> tuple[str, list[Entry]] | None:
    """Read the puzzles of a text of one of `FORMATS`.

    Parameters
    ----------
    content : str or bytes

    Returns
    -------
    str and list, or None
        The format, and the puzzles with the numbers of their first lines. None if there is no puzzle.

    Examples
    --------
    >>> name, [(line, puzzle)] = read_wrapped("Anna wrote:\\n> " + "1" + "." * 80)
    >>> name, line, puzzle.line[:9]
    ('quoted', 2, '1........')
    """
    try:
        lines = split_lines(content)
    except FormatError:
        return None
    bare = unquote(lines)
    for name, some in (("board", lines), ("board", bare), ("html", lines), ("quoted", bare), ("numbered", lines)):
        if name != "html" and some is None:
            continue
        entries = _READERS[name](some or lines)
        if _has_puzzle(entries):
            return name, entries
    numbered = unnumber(bare) if bare else None
    entries = _read_lines(numbered) if numbered else []
    return ("quoted", entries) if _has_puzzle(entries) else None


def _has_puzzle(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Puzzle | PuzzleError) for _, entry in entries)


def unquote(lines: Sequence[str]) -> list[str] | None:
    """Remove the marks of a quotation; None if there are none.

    Examples
    --------
    >>> unquote(["Anna wrote:", "> 12..", ">> ..34"])
    ['Anna wrote:', '12..', '..34']
    """
    bare = [_QUOTE.sub("", line, count=1) if _QUOTE.match(line) else line for line in lines]
    return None if bare == list(lines) else bare


def unnumber(lines: Sequence[str]) -> list[str] | None:
    """Remove the numbers that lines begin with; None if the numbers don't count up.

    They may begin anywhere, and again for the next puzzle.

    Examples
    --------
    >>> unnumber(["Easy ones", "1) 12..", "2) ..34"]), unnumber(["1) 12..", "7) ..34"])
    (['Easy ones', '12..', '..34'], None)
    """
    bare = list(lines)
    first = last = -1
    for index, line in enumerate(lines):
        if match := _NUMBER.match(line):
            number = int(match[1])
            if last < 0:
                first = number
            elif number not in (last + 1, first):
                return None
            last, bare[index] = number, line[match.end() :]
    return bare if last >= 0 else None


# ── Readers: each takes the lines of a text ────────────────────────────────────────────────────────────────────


def _read_lines(lines: Sequence[str]) -> list[Entry]:
    try:
        return list(text.scan("\n".join(lines)))
    except FormatError:
        return []


def _read_numbered(lines: Sequence[str]) -> list[Entry]:
    bare = unnumber(lines)
    return _read_lines(bare) if bare else []


def _read_boards(lines: Sequence[str]) -> list[Entry]:
    """Read lists of lists; what comes after the word Output is the solution of a task."""
    joined = _OUTPUT.split("\n".join(lines), maxsplit=1)[0]
    entries = []
    for match in _BOARD.finditer(joined):
        rows = [_split_row(row[1]) for row in _ROW.finditer(match[1])]
        if len(rows) in _SPAN and all(len(row) == len(rows) for row in rows):
            entries.append(_read_square(joined.count("\n", 0, match.start()) + 1, rows))
    return entries


def _split_row(row: str) -> list[str]:
    return [cell.strip().strip("\"'") for cell in row.removesuffix(",").split(",")]


def _read_tables(lines: Sequence[str]) -> list[Entry]:
    from farandole.formats.html_tables import find_tables  # the parser of pages is imported only for them

    return [_read_square(number, rows) for number, rows in find_tables("\n".join(lines)) if _is_board(rows)]


def _is_board(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table is a square in which most fields are cells."""
    if len(rows) not in _SPAN or any(len(row) != len(rows) for row in rows):
        return False
    cells = list(chain.from_iterable(rows))
    digits = sum(cell.isdecimal() for cell in cells)
    return digits > 0 and 10 * (digits + sum(_is_nothing(cell) for cell in cells)) >= 9 * len(cells)


def _is_nothing(cell: str) -> bool:
    return cell.lower() in _NOTHING


def _read_square(number: int, rows: Sequence[Sequence[str]]) -> Entry:
    """Read the puzzle of a square of cells, or return its error."""
    n = len(rows)
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            if not (_is_nothing(cell) or (cell.isalnum() and len(cell) <= len(str(n)))):
                expected = f"expected a digit from 1 to {n}, or nothing, in r{r}c{c}"
                return number, FormatError(f"line {number}: {expected}; found {short_repr(cell)}")
    try:
        [(_, entry)] = text.scan(
            "\n".join(" ".join("." if _is_nothing(cell) else cell for cell in row) for row in rows)
        )
    except (FormatError, ValueError) as error:
        entry = error if isinstance(error, FormatError) else FormatError("expected one puzzle")
    if isinstance(entry, Puzzle):
        return number, entry
    return number, at_line(entry, number)


_READERS: dict[str, Callable[[Sequence[str]], list[Entry]]] = {
    "quoted": _read_lines,
    "numbered": _read_numbered,
    "board": _read_boards,
    "html": _read_tables,
}
