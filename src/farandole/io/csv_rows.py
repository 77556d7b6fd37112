"""The rows of a CSV text, in which a field in quotes may hold ends of lines.

Memory holds a row at a time. A quote that is never closed doesn't swallow what follows: the row ends with its line.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

MOST = 1 << 20
"""Characters of a row that has more than one line. What is longer is a quote that somebody left open."""


class CsvRow(NamedTuple):
    """A row: the number of the line on which it begins, its lines as they are, and its fields."""

    number: int
    lines: tuple[str, ...]
    fields: list[str]


def read_rows(lines: Iterable[str], separator: str, n_fields: int, first_number: int = 1) -> Iterator[CsvRow]:
    """Yield the rows of a text; blank lines are passed over.

    Parameters
    ----------
    lines : iterable of str
        Each with what ends it.
    separator : str
        What stands between two fields.
    n_fields : int
        How many fields a row has. A row of several lines has as many, or it is none: then a quote was left open.
    first_number : int
        The number of the first line.

    Examples
    --------
    >>> text = 'a,"one\\ntwo",b\\nc,"left open,d\\n'
    >>> for row in read_rows(text.splitlines(keepends=True), ",", 3):
    ...     print(row.number, row.fields)
    1 ['a', 'one\\ntwo', 'b']
    3 ['c', 'left open,d']
    """
    csv.field_size_limit(max(csv.field_size_limit(), 2 * MOST))
    feed = _Feed(iter(lines))
    number = first_number
    while (first := feed.take()) is not None:
        if not first.strip(" \t\r\n"):
            number += 1
            continue
        if '"' not in first:
            yield CsvRow(number, (first,), first.rstrip("\r\n").split(separator))
            number += 1
            continue
        feed.begin(first)
        fields = _strict_fields(feed, separator)
        if fields is None or (len(feed.taken) > 1 and len(fields) != n_fields):
            feed.give_back()
            fields = _fields(first.rstrip("\r\n"), separator)
        yield CsvRow(number, tuple(feed.taken), fields)
        number += len(feed.taken)


def _strict_fields(lines: Iterable[str], separator: str) -> list[str] | None:
    """Read a row in which each quote is where it should be; None if one isn't."""
    try:
        return next(csv.reader(lines, delimiter=separator, strict=True), [])
    except csv.Error:
        return None


def _fields(line: str, separator: str) -> list[str]:
    """Read a row of one line, whatever quotes are in it; if it is too long for the reader, they mean nothing."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return line.split(separator)


class _Feed:
    """Lines for one row after the other: the reader of a row takes as many as it needs."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._ahead: deque[str] = deque()
        self.taken: list[str] = []

    def take(self) -> str | None:
        """Take the next line, if there is one."""
        return self._ahead.popleft() if self._ahead else next(self._lines, None)

    def begin(self, first: str) -> None:
        """Begin a row with a line that was taken."""
        self._ahead.appendleft(first)
        self.taken, self._size = [], 0

    def give_back(self) -> None:
        """Give back all lines of the row but the first."""
        self._ahead.extendleft(reversed(self.taken[1:]))
        del self.taken[1:]

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        line = self.take() if self._size <= MOST else None
        if line is None:
            raise StopIteration
        self.taken.append(line)
        self._size += len(line)
        return line
