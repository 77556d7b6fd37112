"""The tables of web pages, as rows of texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import unescape

from farandole.lazy import regex

_DEEPEST = 4  # tables in tables

# Python's own parser takes a second for a megabyte of "<".
_TAG = regex(r"<(/?)([A-Za-z][A-Za-z0-9]*)([^<>]*)>|<!--")
_VALUE = regex(r"""\b(value|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_HIDING = {"script": "</script", "style": "</style", "": "-->"}


def find_tables(page: str) -> list[tuple[int, list[list[str]]]]:
    """Find the tables of a web page.

    Parameters
    ----------
    page : str
        HTML, perhaps with open or wrong tags.

    Returns
    -------
    list of (int, list of list of str)
        Each table with its first line, counted from 1: the text or the entry field of each field, row by row. The
        tables within a table are joined.

    Examples
    --------
    >>> find_tables("<table><tr><td>1<td><input value=2><tr><td><b>3</b><td>&nbsp;</table>")
    [(1, [['1', '2'], ['3', '']])]
    """
    tables = _Tables()
    at = after = number = 0
    while match := _TAG.search(page, at):
        tables.take_text(page[at : match.start()])
        number += page.count("\n", after, match.start())
        after, at = match.start(), match.end()
        name = (match[2] or "").lower()
        if not match[1] and (end := _HIDING.get(name)):
            at = page.find(end, at)
            if at < 0:
                return tables.finish()
        elif match[1]:
            tables.close(name)
        else:
            tables.open(name, match[3], number + 1)
    tables.take_text(page[at:])
    return tables.finish()


class _Field:
    """A field of a table: its text, and the tables in it."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.tables: list[list[list[str]]] = []

    def square(self) -> list[list[str]]:
        """The cells in the field: its text, or those of the only table in it."""
        return self.tables[0] if len(self.tables) == 1 else [[unescape("".join(self.texts)).strip()]]


class _Tables:
    """Collects the tables of a page, each with its first line."""

    def __init__(self) -> None:
        self._done: list[tuple[int, list[list[str]]]] = []
        self._open: list[tuple[int, list[list[_Field]]]] = []

    def open(self, name: str, attributes: str, number: int) -> None:
        """Take the beginning of an element."""
        if name == "table" and len(self._open) < _DEEPEST:
            self._open.append((number, []))
        elif name == "tr" and self._open:
            self._open[-1][1].append([])
        elif name in ("td", "th") and self._open:
            rows = self._open[-1][1]
            if not rows:
                rows.append([])
            rows[-1].append(_Field())
        elif name == "input":
            given = {match[1]: match[2] or match[3] or match[4] or "" for match in _VALUE.finditer(attributes.lower())}
            if given.get("type") != "hidden":
                self.take_text(given.get("value", ""))

    def close(self, name: str) -> None:
        """Take the end of an element."""
        if name == "table" and self._open:
            number, fields = self._open.pop()
            rows = list(_join_fields([row for row in fields if row]))
            if not self._open:
                self._done.append((number, rows))
            elif field := self._last_field():
                field.tables.append(rows)

    def take_text(self, text: str) -> None:
        """Take a text between tags."""
        if text and (field := self._last_field()):
            field.texts.append(text)

    def finish(self) -> list[tuple[int, list[list[str]]]]:
        """Return the tables; those that are open end here."""
        while self._open:
            self.close("table")
        return self._done

    def _last_field(self) -> _Field | None:
        rows = self._open[-1][1] if self._open else []
        return rows[-1][-1] if rows and rows[-1] else None


def _join_fields(rows: Sequence[Sequence[_Field]]) -> Iterator[list[str]]:
    """Yield the rows of cells of a table, also of its inner tables beside each other."""
    for row in rows:
        squares = [field.square() for field in row]
        for k in range(max(map(len, squares), default=0)):
            yield [cell for square in squares for cell in (square[k] if k < len(square) else [])]
