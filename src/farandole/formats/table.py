"""The table of formats that hold one puzzle each, one row per format. `farandole.formats.text` has all other texts.

A row recognizes its format by patterns, so no reader is imported for a text of another format. The module of a row has
these functions:

``read(text)``
    Return the puzzle. Raise a `FormatError` or a `PuzzleError` that says where the text is wrong.
``write(puzzle)``
    Return the text. A row may name another function in ``writes``; a read-only format has none.
``unknowns(text)``
    If the row is ``lenient``: list what isn't understood in the text. Then ``read`` takes ``lenient``, too.

If the row has ``has_drawing``, ``read`` takes ``reading``, too: the number of a reading of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from farandole.puzzle.digits import EMPTY
from farandole.records import record

Document = Mapping[str, Any]

_CELLS = f"123456789{EMPTY} \t\r\n"


@record
class Format:
    """A format that holds one puzzle.

    Parameters
    ----------
    name : str
        The name that `detect_format` returns and `write` takes.
    module : str
        The module that reads and writes it, imported when needed.
    link : str, optional
        A pattern for the beginning of a link, or of another text of one line.
    is_document : callable, optional
        Returns whether a JSON object is a document of this format.
    writes : str, optional
        The function of the module that writes a puzzle; None for a read-only format.
    lenient : bool
        Whether its texts may hold more than a puzzle.
    has_lines : bool
        Whether a text that matches ``link`` may have several lines.
    has_about : bool
        Whether it has a place for title, author and rules in words.
    has_drawing : bool
        Whether its texts may hold a drawing, so that ``read`` takes ``reading``.
    has_zero : bool
        Whether it can express a grid with digits from 0.
    """

    name: str
    module: str
    link: str | None = None
    is_document: Callable[[Document], bool] = lambda _: False
    writes: str | None = "write"
    lenient: bool = False
    has_lines: bool = False
    has_about: bool = False
    has_drawing: bool = False
    has_zero: bool = False

    @property
    def reader(self) -> ModuleType:
        """The module that reads and writes this format."""
        return import_module(self.module)

    def is_link(self, line: str) -> bool:
        """Return whether a text is a link of this format."""
        return self.link is not None and re.match(self.link, line) is not None


FORMATS = (
    Format(
        "json",
        "farandole.formats.json_document",
        is_document=lambda document: "farandole" in document,
        has_about=True,
        has_zero=True,
    ),
    Format(
        "fpuzzles",
        "farandole.formats.fpuzzles",
        # The part after ?load= may stand alone: it is LZ-string of a text that begins with {".
        link=r".*\?load=|(?i:(https?://)?(www\.)?f-puzzles\.com/)|(?a:N4Ig[\w+/%= -]{8,}\Z)",
        is_document=lambda document: isinstance(document.get("grid"), list) and "cells" not in document,
        writes="link",
        lenient=True,
        has_about=True,
        has_drawing=True,
    ),
    Format(
        "sudokupad",
        "farandole.formats.sudokupad",
        link=r"(https?://)?(www\.)?(sudokupad\.app|[\w.]*sudokupad\.svencodes\.com|[a-z]+\.crackingthecryptic\.com)/",
        is_document=lambda document: "cells" in document,
        lenient=True,
        has_about=True,
        has_drawing=True,
    ),
    Format(
        "sudokuwiki",
        "farandole.formats.sudokuwiki",
        link=r"(?i:(https?://)?(www\.)?sudokuwiki\.org/[^?]*\?([^#]*&)?bd=)|[0-9A-Za-z]{81},[0-9]{162}\Z"
        r"|(?i:S9B[0-9a-z]{162}\Z)",
    ),
    Format(
        "sudokuexchange",
        "farandole.formats.links.sudokuexchange",
        link=r"(?i:(https?://)?(www\.)?sudokuexchange\.com/)[^?]*\?([^#]*&)?s=",
    ),
    Format(
        "sumocue",
        "farandole.formats.killer",
        # A short killer has a sign or a sum a cell; a text of cells has no sign that points.
        link=r"(?i:SumoCueV1D?[=+])|3x3:d?:k:|(?=[^<>]{0,80}[<>^])[0-9A-Za-jv<>^`',.]{81}\s*\Z",
    ),
    Format(
        "iss",
        "farandole.formats.links.iss",
        # A constraint begins with a dot, and a text of cells has no tilde. Comments may come before.
        link=r"(?i:(https?://)?sigh\.github\.io/interactive-sudoku-solver/)[^?]*\?([^#]*&)?q="
        r"|(#[^\n]*\n\s*)*\.([A-Z][A-Za-z]*~|~[\w-]|(And|Or|Anti[A-Z]\w+|Windoku|DisjointSets|NoBoxes|Doppelganger"
        r"|Strict(Kropki|XV)|Global(Entropy|Mod)|DutchFlatmates|RegionSameValues|ChaosConstruction)([.\s]|\Z))",
        writes="link",
        lenient=True,
        has_lines=True,
        has_zero=True,
    ),
    Format("link", "farandole.formats.links.own", link=r"[^\s#]*#p=[0-9]", has_about=True, has_zero=True),
    Format(
        "sudokumaker",
        "farandole.formats.links.sudokumaker",
        link=r"(?i:(https?://)?(www\.)?sudokumaker\.app/)[^?]*\?([^#]*&)?puzzle=",
        writes=None,
        lenient=True,
    ),
    Format(
        "penpa",
        "farandole.formats.links.penpa",
        link=r"(https?://)?[^\s#?]*/penpa-edit/[^\s#?]*[#?]([^\s]*&)?p=",
        writes=None,
        lenient=True,
    ),
)


def find_format(name: str) -> Format | None:
    """Find a format by its name; None for the formats of `farandole.formats.text`.

    Examples
    --------
    >>> find_format("fpuzzles").module, find_format("grid") is None
    ('farandole.formats.fpuzzles', True)
    """
    return next((row for row in FORMATS if row.name == name), None)


def is_cells(text: str) -> bool:
    """Return whether a text is only digits and signs for empty cells, and so no link.

    Most texts are. They need no pattern, and compiling those takes milliseconds.

    Examples
    --------
    >>> is_cells("53..7....\\n6..195..."), is_cells("puzzle 1")
    (True, False)
    """
    return not text.strip(_CELLS)


def find_by_link(text: str) -> Format | None:
    """Find the format of a link, or of the content of a link; None for other texts.

    Examples
    --------
    >>> find_by_link("https://sudokupad.app/sclN4Ig").name, find_by_link("puzzles_2024.txt") is None
    ('sudokupad', True)
    """
    line = text.strip()
    if is_cells(line):
        return None
    rows = [row for row in FORMATS if row.has_lines] if "\n" in line else FORMATS
    return next((row for row in rows if row.is_link(line)), None)


def find_by_document(text: str) -> Format:
    """Find the format of a JSON text; if none fits, our own, whose reader raises the error.

    Examples
    --------
    >>> find_by_document('{"cells": [], "regions": []}').name, find_by_document('{"size": 9').name
    ('sudokupad', 'json')
    """
    import json  # which other texts don't need

    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return FORMATS[0]
    return next((row for row in FORMATS if row.is_document(document)), FORMATS[0])
