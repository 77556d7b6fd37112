"""Texts of exact cover problems: Knuth's format, and matrices of zeros and ones.

Knuth's format names the items on its first line, primary ones before a bar and secondary ones after it, then
has an option on each line; ``item:color`` colors a secondary item, and lines that begin with a bar are
comments. ``low:high|item``, or ``n|item``, is the multiplicity of a primary item, and ``|cost`` or
``|$cost`` is the cost of an option::

    | two words that cross, the second of them up to twice
    across 0:2|down | cell
    across cell:a |3
    down cell:a |5

A matrix has a line of zeros and ones for each option, with or without blanks and commas; ``#`` begins a
comment::

    # D. E. Knuth, "Dancing Links", 2000, (3)
    0010110
    1001001

References
----------
D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, and the programs DLX2 (items, options, colors), DLX3
(multiplicities) and DLX5 (costs).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import islice
from math import inf, isfinite
from typing import NoReturn, cast

from farandole.cover import Cover
from farandole.cover.problem import Entry, Item, Label
from farandole.errors import CoverError, FormatError, shorten
from farandole.formats.text.lines import split_lines

MOST_SHOWN = 80  # characters of a word in a message


def read_cover(text: str | bytes) -> Cover:
    """Read an exact cover problem.

    Parameters
    ----------
    text : str or bytes
        A matrix, if it consists of zeros, ones, blanks, commas and ``#`` comments; otherwise Knuth's format.
        Bytes are UTF-8, or UTF-16 with a byte order mark.

    Returns
    -------
    Cover
        From Knuth's format, its items and colors are strings, and options are called by their index, from 0.
        From a matrix, items and options are the numbers of columns and rows, from 1; a row of zeros is in no
        cover and is dropped.

    Raises
    ------
    FormatError
        If the text can't be read. The message has the line, the column, what was expected and what was found.

    Examples
    --------
    >>> read_cover("a b c | x\\na b x:1\\nb c\\nc x:1").solve()
    (0, 2)
    >>> read_cover("2|a b\\na |5\\na b |3\\na |4").cheapest()
    [Priced(cost=7.0, labels=(1, 2))]
    >>> read_cover("110\\n011\\n001").solve()
    (1, 3)
    >>> read_cover("a b\\na c")
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: line 2, column 3: expected an item of the first line, found 'c'
    """
    lines = split_lines(text)
    rows = [line.partition("#")[0] for line in lines]
    characters = set("".join(rows))
    first = next((row for row in rows if row.strip()), "")
    if re.fullmatch(r"[01,\s]+", first) and all(
        character in "-.,0123456789" or character.isspace() for character in characters
    ):
        return _read_matrix(rows)
    return _read_knuth(lines)


def _read_matrix(rows: list[str]) -> Cover:
    options: dict[int, array[int]] = {}
    n_rows = n_columns = 0
    for line_number, row in enumerate(rows, 1):
        if stranger := re.search(r"[^01,\s]", row):
            _fail(line_number, stranger.start() + 1, "0 or 1", repr(stranger[0]))
        digits = re.sub(r"[^01]+", "", row)
        if not digits:
            continue
        n_rows += 1
        n_columns = n_columns or len(digits)
        if len(digits) != n_columns:
            nth = min(n_columns, len(digits) - 1)
            at = next(islice(re.finditer("[01]", row), nth, None)).start() + 1
            _fail(line_number, at, f"{n_columns} columns as in the first row", f"{len(digits)}")
        if "1" in digits:
            options[n_rows] = array("i", (column for column, digit in enumerate(digits, 1) if digit == "1"))
    return Cover(options, primary=range(1, n_columns + 1))


def _read_knuth(lines: list[str]) -> Cover:
    numbered = ((number, line) for number, line in enumerate(lines, 1) if not re.match(r"\s*(\||$)", line))
    end = len(lines), len(lines[-1]) + 1
    number, line = next(numbered, (0, ""))
    if not line:
        _fail(*end, "a line that names the items", "the end of the text")
    bounds = _read_items(number, line)
    options, costs = [], []
    for number, line in numbered:
        option, cost = _read_option(number, line, bounds)
        options.append(option)
        costs.append(cost)
    if not options:
        _fail(*end, "an option", "the end of the text", code="no_options")
    return Cover(
        options,
        primary=[item for item in bounds if bounds[item]],
        secondary=[item for item in bounds if not bounds[item]],
        multiplicities={item: pair for item, pair in bounds.items() if pair},
        costs=costs,
    )


def _read_items(number: int, line: str) -> dict[str, tuple[int, int] | None]:
    """Map the names of the items to their multiplicities; None for a secondary item."""
    bounds: dict[str, tuple[int, int] | None] = {}
    before_bar = True
    for column, word in _words(line):
        times, bar, item = word.rpartition("|")
        if word == "|" and before_bar:
            before_bar = False
        elif word == "|":
            _fail(number, column, "an item", "a second bar")
        elif bar and not before_bar:
            _fail(number, column, "a secondary item without a multiplicity", repr(word))
        elif not item:
            _fail(number, column, "an item after the bar", repr(word))
        elif ":" in item:
            _fail(number, column, "an item without a color", repr(word))
        elif item in bounds:
            _fail(number, column, "each item once", f"{item!r} again")
        elif before_bar:
            bounds[item] = _read_times(number, column, times) if bar else (1, 1)
        else:
            bounds[item] = None
    return bounds


def _read_times(number: int, column: int, times: str) -> tuple[int, int]:
    """Read ``n`` or ``low:high``."""
    if not re.fullmatch(r"[0-9]{1,9}(:[0-9]{1,9})?", times):
        _fail(number, column, "a multiplicity such as 2 or 0:3", repr(times))
    low, _, high = times.partition(":")
    if high and int(low) > int(high):
        _fail(number, column, "low:high with low <= high", repr(times))
    return int(low), int(high or low)


def _read_option(number: int, line: str, bounds: Mapping[str, tuple[int, int] | None]) -> tuple[list[Entry], float]:
    """Read the entries and the cost of an option."""
    option: dict[str, Entry] = {}
    cost = 0.0
    for column, word in _words(line):
        item, colon, color = word.partition(":")
        if word.startswith("|"):
            cost += _read_cost(number, column, word)
            if not isfinite(cost):
                _fail(number, column, "a finite sum of costs", repr(cost))
        elif item not in bounds:
            _fail(number, column, "an item of the first line", repr(item))
        elif item in option:
            _fail(number, column, "each item once", f"{item!r} again")
        elif colon and bounds[item]:
            _fail(number, column, "a primary item without a color", repr(word))
        elif colon and (not color or set(color) & {":", "|"}):
            _fail(number, column, "a color after the colon", repr(word))
        else:
            option[item] = (item, color) if colon else item
    return list(option.values()), cost


def _read_cost(number: int, column: int, word: str) -> float:
    try:
        cost = float(word.removeprefix("|").removeprefix("$"))
    except ValueError:
        cost = inf
    if not isfinite(cost):
        _fail(number, column, "a cost such as |12 or |$12", repr(word))
    return cost


def _words(line: str) -> Iterator[tuple[int, str]]:
    """Split a line into words, each with the column where it begins, counted from 1."""
    for match in re.finditer(r"\S+", line):
        yield match.start() + 1, match[0]


def _fail(line_number: int, column: int, expected: str, found: str, *, code: str | None = None) -> NoReturn:
    message = f"line {line_number}, column {column}: expected {expected}, found {shorten(found, MOST_SHOWN)}"
    raise FormatError(message, code=code, line=line_number, column=column)


def write_cover(cover: Cover) -> str:
    """Write an exact cover problem in Knuth's format.

    Items and colors are written as by `str`, and labels are not written. What `read_cover` then reads is the
    same problem, and the same `Cover` where items and colors are strings and labels are 0, 1, 2 and so on. Costs
    are written as ``|cost``, which Knuth's programs read too where they are whole and not negative.

    Raises
    ------
    CoverError
        If there is no primary item or no option, which the format has no place for; or if two items or two colors
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
        raise CoverError("Knuth's format has no place for a problem without primary items or without options")
    _require_spelling("item", cover.primary + cover.secondary)
    items = {*cover.primary, *cover.secondary}
    pairs = (entry for option in cover.options for entry in option if entry not in items)
    _require_spelling("color", dict.fromkeys(color for _, color in cast("Iterator[tuple[Item, Hashable]]", pairs)))

    sizes = f"{len(cover.primary)} primary items, {len(cover.secondary)} secondary items"
    bar = ["|"] if cover.secondary else []
    multiplicities = cover.multiplicities
    primary = (_times_text(*multiplicities.get(item, (1, 1))) + str(item) for item in cover.primary)
    costs = (f" |{cost_text(cost)}" if cost else "" for cost in cover.costs)
    lines = [
        f"| {sizes}, {len(cover.options)} options",  # tells `read_cover` that this is not a matrix
        " ".join(map(str, (*primary, *bar, *cover.secondary))),
        *(_option_line(option, items) + cost for option, cost in zip(cover.options, costs, strict=True)),
    ]
    return "\n".join(lines) + "\n"


def write_matrix(cover: Cover) -> str:
    """Write an exact cover problem as a matrix: a line of zeros and ones for each option.

    Names of items and labels are not written.

    Raises
    ------
    CoverError
        If there is more to the problem than a matrix says (secondary items, multiplicities, costs), or no line or
        no column.

    Examples
    --------
    >>> print(write_matrix(Cover(["ab", "bc", "c"])), end="")
    110
    011
    001
    """
    parts = {
        "secondary items": cover.secondary,
        "multiplicities": cover.multiplicities,
        "costs": any(cover.costs),
        "a problem without primary items or without options": not (cover.primary and cover.labels),
    }
    for what, there_are in parts.items():
        if there_are:
            raise CoverError(f"a matrix has no place for {what}")
    rows = ("".join("01"[item in items] for item in cover.primary) for items in map(set, cover.options))
    return "\n".join(rows) + "\n"


def option_text(cover: Cover, labels: Iterable[Label]) -> str:
    """Write a cover of what `read_cover` read on a line: its options, or the numbers of the rows of a matrix.

    Examples
    --------
    >>> cover = read_cover("a b c\\na c\\nb\\nc")
    >>> [option_text(cover, labels) for labels in cover.solutions()]
    ['a c / b']
    """
    names = option_names(cover, labels)
    return (" / " if _has_names(cover) else " ").join(map(str, names))


def option_names(cover: Cover, labels: Iterable[Label]) -> list[Label]:
    """Name the options of a cover of what `read_cover` read: the text of each, or the numbers of rows."""
    if not _has_names(cover):
        return list(labels)
    items = {*cover.primary, *cover.secondary}
    known = cover.labels
    numbers = known if isinstance(known, range) else {label: number for number, label in enumerate(known)}
    return [_option_line(cover.options[numbers[label]], items) for label in labels]


def _has_names(cover: Cover) -> bool:
    return all(isinstance(item, str) for item in cover.primary)


def cost_text(cost: float) -> str:
    """Write a cost, a whole one without a point.

    Examples
    --------
    >>> cost_text(12.0), cost_text(0.1)
    ('12', '0.1')
    """
    return str(int(cost)) if cost.is_integer() else repr(cost)


def _times_text(low: int, high: int) -> str:
    if low == high:
        return "" if low == 1 else f"{low}|"
    return f"{low}:{high}|"


def _option_line(option: Iterable[Entry], items: set[Item]) -> str:
    pairs = ((entry,) if entry in items else cast("tuple[Item, Hashable]", entry) for entry in option)
    return " ".join(":".join(map(str, pair)) for pair in pairs)


def _require_spelling(kind: str, names: Iterable[Hashable]) -> None:
    owners: dict[str, Hashable] = {}
    for name in names:
        text = str(name)
        if not text or not text.isprintable() or set(text) & set(" :|"):
            raise CoverError(f"{kind} {name!r}: expected printable characters other than blanks, colons and bars")
        if text in owners:
            raise CoverError(f"{kind}s {owners[text]!r} and {name!r} are both written {text}")
        owners[text] = name
