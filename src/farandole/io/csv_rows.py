"""The rows of a CSV text whose quoted fields may hold line breaks.

One row at a time is in memory. An unclosed quote doesn't swallow the rest of the text: the row ends with its line.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

MOST = 1 << 20
"""Maximal number of characters of a row of several lines. A longer row has an unclosed quote."""


class CsvRow(NamedTuple):
    """A row: the number of its first line, its raw lines, and its fields."""

    number: int
    lines: tuple[str, ...]
    fields: list[str]


def read_rows(lines: Iterable[str], separator: str, n_fields: int, first_number: int = 1) -> Iterator[CsvRow]:
    """Yield the rows of a text, without blank lines.

    Parameters
    ----------
    lines : iterable of str
        The lines with their line ends.
    separator : str
        The separator of fields.
    n_fields : int
        The number of fields of a row. Several lines with another number of fields are not one row: a quote is unclosed.
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


def pad_fields(fields: list[str], n_fields: int) -> list[str]:
    """Return n fields: without those beyond, or with empty ones added.

    Examples
    --------
    >>> pad_fields(["a"], 3), pad_fields(["a", "b"], 1)
    (['a', '', ''], ['a'])
    """
    return fields[:n_fields] + [""] * (n_fields - len(fields))


def _strict_fields(lines: Iterable[str], separator: str) -> list[str] | None:
    """Parse a row in strict mode; None if a quote is misplaced."""
    try:
        return next(csv.reader(lines, delimiter=separator, strict=True), [])
    except csv.Error:
        return None


def _fields(line: str, separator: str) -> list[str]:
    """Parse a row of one line leniently; if it is too long for the parser, ignore the quotes."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return line.split(separator)


class _Feed:
    """Feeds lines to the CSV parser, which takes as many as a row needs."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._ahead: deque[str] = deque()
        self.taken: list[str] = []

    def take(self) -> str | None:
        """Take the next line; None at the end."""
        return self._ahead.popleft() if self._ahead else next(self._lines, None)

    def begin(self, first: str) -> None:
        """Start a row with a line that was taken."""
        self._ahead.appendleft(first)
        self.taken, self._size = [], 0

    def give_back(self) -> None:
        """Return all lines of the row except the first."""
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
