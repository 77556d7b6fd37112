"""Values of JSON documents that know their position, for error messages."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from farandole.errors import FormatError, PuzzleError, shorten
from farandole.grid import Cell, Grid
from farandole.records import record
from farandole.sizes import MAX_DEPTH, MAX_INTEGER, MAX_TEXT

MAX_FOUND = 60  # characters of a value in a message


@record
class Node:
    """A value in a JSON document.

    Parameters
    ----------
    value : object
        As `json.loads` returns it.
    where : str
        Its path, such as ``rules[2].cells``, counted from 0; empty for the document itself.

    Examples
    --------
    >>> node = Node.parse('{"rules": [{"rule": "cage"}, 7]}')
    >>> node["rules"].items()[0]["rule"].text()
    'cage'
    >>> node["rules"].items()[1].text()
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: rules[1]: expected a text, found 7
    """

    value: Any
    where: str = ""

    @classmethod
    def parse(cls, text: str) -> Node:
        """Read a JSON text; refuse objects with repeated keys, and texts beyond our limits.

        Raises
        ------
        FormatError
            If it isn't JSON; the message begins with the line and the column.
        """
        if len(text) > MAX_TEXT:
            raise FormatError(f"JSON: expected at most {MAX_TEXT:,} characters, found {len(text):,}", code="json")
        try:
            value = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant)
        except json.JSONDecodeError as error:
            place = {"line": error.lineno, "column": error.colno}
            message = f"line {error.lineno}, column {error.colno}: JSON: {error.msg}"
            raise FormatError(message, code="json_syntax", **place) from None
        except RecursionError:
            raise _too_deep() from None
        return cls.of(value)

    @classmethod
    def of(cls, value: Any) -> Node:
        """Make a node of a value; refuse one that is nested too deeply."""
        layer = [value]
        for _ in range(MAX_DEPTH + 1):
            layer = [
                inner
                for outer in layer
                if isinstance(outer, list | dict)
                for inner in (outer.values() if isinstance(outer, dict) else outer)
            ]
            if not layer:
                return cls(value)
        raise _too_deep()

    def fault(self, expected: str, *, code: str | None = None) -> FormatError:
        """Make an error that says what was expected here, and what was found."""
        place = self.where or "the document"
        return FormatError(f"{place}: expected {expected}, found {format_value(self.value)}", code=code)

    def has(self, key: str) -> bool:
        """Return whether this is an object with the key."""
        return isinstance(self.value, dict) and key in self.value

    def __getitem__(self, key: str) -> Node:
        if not self.has(key):
            raise self.fault(f"an object with {key!r}")
        return Node(self.value[key], f"{self.where}.{_plain(key)}" if self.where else _plain(key))

    def only(self, keys: Collection[str]) -> Node:
        """Refuse an object with other keys."""
        for key in self.names():
            if key not in keys:
                place = self.where or "the document"
                raise FormatError(f"{place}: unknown key {shorten(repr(key))}; expected one of {', '.join(keys)}")
        return self

    def names(self) -> list[str]:
        """List the names of an object's keys."""
        if not isinstance(self.value, dict):
            raise self.fault("an object")
        return list(self.value)

    def items(self, n: int | None = None) -> list[Node]:
        """Return the values of a list; if n is given, it must have n values."""
        if not isinstance(self.value, list) or n not in (None, len(self.value)):
            raise self.fault("a list" if n is None else f"a list of {n}")
        return [Node(value, f"{self.where}[{position}]") for position, value in enumerate(self.value)]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.fault("a text")
        return self.value

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """Return an integer within bounds."""
        expected = "an integer" if low is None else f"an integer from {low}" + f" to {high}" * (high is not None)
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fault(expected)
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            raise self.fault(expected)
        return self.value

    def cells(self, grid: Grid) -> tuple[Cell, ...]:
        """Return the cells of a text such as ``r1c1 r1c2``, or of a list of such names; ``r1c1-3`` is three cells."""
        names = self.text() if isinstance(self.value, str) else [name.text() for name in self.items()]
        try:
            return grid.cells_of(names)
        except PuzzleError as error:
            raise FormatError.from_error(error, f"{self.where}: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        known: set[str] = set()
        twice = next(key for key, _ in pairs if key in known or known.add(key))  # type: ignore[func-returns-value]
        raise FormatError(f"JSON: an object has the key {shorten(repr(twice))} twice", code="json")
    return found


def _integer(digits: str) -> int:
    if len(digits) > MAX_INTEGER:
        message = f"JSON: expected integers of at most {MAX_INTEGER} digits, found {shorten(digits)}"
        raise FormatError(message, code="json")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise FormatError(f"JSON: expected a value, found {name}", code="json")


def _too_deep() -> FormatError:
    message = f"JSON: too deep: expected at most {MAX_DEPTH} lists and objects inside each other"
    return FormatError(message, code="json")


def join_limited(faults: Sequence[str], most: int = 20) -> str:
    """Join messages; after the first `most`, only count them."""
    more = f"; and {len(faults) - most:,} more" if len(faults) > most else ""
    return "; ".join(shorten(_plain(fault), 200) for fault in faults[:most]) + more


def format_value(value: Any) -> str:
    """Write a value, or its beginning; escape what a terminal can't show."""
    written = ""
    for part in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
        written += part
        if len(written) > MAX_FOUND:
            break
    return shorten(_plain(written))


def _plain(text: str) -> str:
    """Escape unprintable characters, such as control characters and lone surrogates."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def cell_names(grid: Grid, cells: Collection[Cell]) -> str:
    """Write the names of cells as a text: the inverse of `Node.cells`."""
    return " ".join(map(grid.cell_name, cells))
