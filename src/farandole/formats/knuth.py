"""Texts of exact cover problems: Knuth's form, and matrices of zeros and ones.

Knuth's form names the items on its first line, primary ones before a bar and secondary ones after it, then
has an option on each line; ``item:color`` colors a secondary item, and lines that begin with a bar are
comments::

    | two words that cross
    across down | cell
    across cell:a
    down cell:a

A matrix has a line of zeros and ones for each option, with or without blanks and commas; ``#`` begins a
comment::

    # D. E. Knuth, "Dancing Links", 2000, (3)
    0010110
    1001001

References
----------
D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and the program DLX2 (its input format).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import NoReturn, cast

from farandole.cover import Cover
from farandole.errors import CoverError, FormatError
from farandole.formats.text import split_lines
from farandole.options import Entry, Item, Label


def read_cover(text: str | bytes) -> Cover:
    """Read an exact cover problem.

    Parameters
    ----------
    text : str or bytes
        A matrix, if all of it outside of ``#`` comments is zeros, ones, blanks and commas; otherwise Knuth's
        form. Bytes are UTF-8, or UTF-16 with a byte order mark.

    Returns
    -------
    Cover
        From Knuth's form, its items and colors are strings, and options are called by their index, from 0.
        From a matrix, items and options are the numbers of columns and rows, from 1; a row of zeros is in no
        cover and left out.

    Raises
    ------
    FormatError
        If the text can't be read: with line and column, what was expected and what was found. Multiplicities
        of items and costs of options are not supported yet.

    Examples
    --------
    >>> read_cover("a b c | x\\na b x:1\\nb c\\nc x:1").solve()
    (0, 2)
    >>> read_cover("110\\n011\\n001").solve()
    (1, 3)
    >>> read_cover("a b\\na c")
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: line 2, column 3: an item of the first line expected, 'c' found
    """
    lines = split_lines(text)
    rows = [line.partition("#")[0] for line in lines]
    characters = set("".join(rows))
    if characters & {"0", "1"} and all(character in "01," or character.isspace() for character in characters):
        return _read_matrix(rows)
    return _read_knuth(lines)


def _read_matrix(rows: list[str]) -> Cover:
    options: dict[int, list[int]] = {}
    n_rows = n_columns = 0
    for line_number, row in enumerate(rows, 1):
        digits = [match.start() for match in re.finditer("[01]", row)]
        if not digits:
            continue
        n_rows += 1
        n_columns = n_columns or len(digits)
        if len(digits) != n_columns:
            at = digits[min(n_columns, len(digits) - 1)] + 1
            _fail(line_number, at, f"{n_columns} columns as in the first row", f"{len(digits)}")
        if ones := [column for column, place in enumerate(digits, 1) if row[place] == "1"]:
            options[n_rows] = ones
    return Cover(options, primary=range(1, n_columns + 1))


def _read_knuth(lines: list[str]) -> Cover:
    numbered = ((number, line) for number, line in enumerate(lines, 1) if not re.match(r"\s*(\||$)", line))
    end = len(lines), len(lines[-1]) + 1
    number, line = next(numbered, (0, ""))
    if not line:
        _fail(*end, "a line that names the items", "the end of the text")
    is_primary = _read_items(number, line)
    options = [_read_option(number, line, is_primary) for number, line in numbered]
    if not options:
        _fail(*end, "an option", "the end of the text")
    return Cover(
        options,
        primary=[item for item in is_primary if is_primary[item]],
        secondary=[item for item in is_primary if not is_primary[item]],
    )


def _read_items(number: int, line: str) -> dict[str, bool]:
    """Read the names of the items, and whether each is primary."""
    is_primary: dict[str, bool] = {}
    before_bar = True
    for column, word in _words(line):
        if word == "|" and before_bar:
            before_bar = False
        elif word == "|":
            _fail(number, column, "an item", "a second bar")
        elif "|" in word:
            _fail(number, column, "an item", f"{word!r} (multiplicities are not supported yet)")
        elif ":" in word:
            _fail(number, column, "an item without a color", repr(word))
        elif word in is_primary:
            _fail(number, column, "each item once", f"{word!r} again")
        else:
            is_primary[word] = before_bar
    return is_primary


def _read_option(number: int, line: str, is_primary: dict[str, bool]) -> list[Entry]:
    option: dict[str, Entry] = {}
    for column, word in _words(line):
        if "|" in word:
            _fail(number, column, "an item", f"{word!r} (costs are not supported yet)")
        item, colon, color = word.partition(":")
        if item not in is_primary:
            _fail(number, column, "an item of the first line", repr(item))
        if item in option:
            _fail(number, column, "each item once", f"{item!r} again")
        if colon and is_primary[item]:
            _fail(number, column, "a primary item without a color", repr(word))
        if colon and (not color or ":" in color):
            _fail(number, column, "a color after the colon", repr(word))
        option[item] = (item, color) if colon else item
    return list(option.values())


def _words(line: str) -> Iterator[tuple[int, str]]:
    """Split a line into words, each with the column where it begins, counted from 1."""
    for match in re.finditer(r"\S+", line):
        yield match.start() + 1, match[0]


def _fail(line_number: int, column: int, expected: str, found: str) -> NoReturn:
    raise FormatError(f"line {line_number}, column {column}: {expected} expected, {found} found")


def write_cover(cover: Cover) -> str:
    """Write an exact cover problem in Knuth's form.

    Items and colors are written as by `str`, and labels are not written. What `read_cover` then reads is the
    same problem, and the same `Cover` where items and colors are strings and labels are 0, 1, 2 and so on.

    Raises
    ------
    CoverError
        If there is no primary item or no option, which the form has no place for; or if two items or two colors
        would be written alike, or one has no name of printable characters without blanks, colons and bars.

    Examples
    --------
    >>> print(write_cover(Cover([["a", "b", ("x", 1)], ["c", ("x", 1)]], secondary=["x"])), end="")
    | 3 primary items, 1 secondary items, 2 options
    a b c | x
    a b x:1
    c x:1
    """
    if not cover.primary or not cover.options:
        raise CoverError("Knuth's form has no place for a problem without primary items or without options")
    _require_spelling("item", cover.primary + cover.secondary)
    items = {*cover.primary, *cover.secondary}
    pairs = (entry for option in cover.options for entry in option if entry not in items)
    _require_spelling("color", dict.fromkeys(color for _, color in cast("Iterator[tuple[Item, Hashable]]", pairs)))

    sizes = f"{len(cover.primary)} primary items, {len(cover.secondary)} secondary items"
    bar = ["|"] if cover.secondary else []
    lines = [
        f"| {sizes}, {len(cover.options)} options",  # says to `read_cover` that this is no matrix
        " ".join(map(str, (*cover.primary, *bar, *cover.secondary))),
        *(_option_line(option, items) for option in cover.options),
    ]
    return "\n".join(lines) + "\n"


def option_text(cover: Cover, labels: Iterable[Label]) -> str:
    """Write a cover of what `read_cover` read on a line: its options, or the numbers of the rows of a matrix.

    Examples
    --------
    >>> cover = read_cover("a b c\\na c\\nb\\nc")
    >>> [option_text(cover, labels) for labels in cover.solutions()]
    ['a c / b']
    """
    if not all(isinstance(item, str) for item in cover.primary):
        return " ".join(map(str, labels))
    items = {*cover.primary, *cover.secondary}
    return " / ".join(_option_line(cover.options[label], items) for label in labels)


def _option_line(option: Iterable[Entry], items: set[Item]) -> str:
    pairs = ((entry,) if entry in items else cast("tuple[Item, Hashable]", entry) for entry in option)
    return " ".join(":".join(map(str, pair)) for pair in pairs)


def _require_spelling(kind: str, names: Iterable[Hashable]) -> None:
    owners: dict[str, Hashable] = {}
    for name in names:
        text = str(name)
        if not text or not text.isprintable() or set(text) & set(" :|"):
            raise CoverError(f"{kind} {name!r}: printable characters but blanks, colons and bars expected")
        if text in owners:
            raise CoverError(f"{kind}s {owners[text]!r} and {name!r} are both written {text}")
        owners[text] = name
