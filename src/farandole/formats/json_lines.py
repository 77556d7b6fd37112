"""JSON Lines: an object with a puzzle in each line, as ``farandole make -o x.jsonl`` and data sets have them.

The puzzle is the value of ``puzzle`` or ``document``: a text of any format, or a document; or the object is a document
itself. Other values, such as a solution, are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.formats.text import Entry
from farandole.formats.text.lines import at_line, split_lines
from farandole.puzzle import Puzzle
from farandole.records import record

KEYS = ("document", "puzzle")
"""The names under which a line has its puzzle; the first that is there counts."""

ReadText = Callable[[str], list[Puzzle]]


def holds_lines(text: str) -> bool:
    """Return whether a text has an object in its first line, and either more of them or a puzzle in this one.

    Examples
    --------
    >>> holds_lines('{"puzzle": "1..."}'), holds_lines('{}\\n{}'), holds_lines('{"farandole": 1}'), holds_lines('{\\n}')
    (True, True, False, False)
    """
    first, _, rest = text.removeprefix("\ufeff").lstrip().partition("\n")
    if not (first.startswith("{") and first.rstrip().endswith("}")):
        return False
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    if rest.strip():
        return any(line.lstrip().startswith("{") for line in rest.split("\n"))
    return "farandole" not in value and _puzzle_in(value) is not None


@record
class LinesReader:
    """Reads the puzzles of JSON Lines.

    Parameters
    ----------
    text : str
    read_text : callable
        Reads the puzzles of a text of any format.

    Examples
    --------
    >>> from farandole.formats import read
    >>> reader = LinesReader('{"puzzle": "1' + 80 * "." + '"}', read)
    >>> [(line, puzzle.line[:3]) for line, puzzle in reader.scan()]
    [(1, '1..')]
    """

    text: str
    read_text: ReadText

    def scan(self) -> Iterator[Entry]:
        """Yield the puzzle of each line, or its error, with the number of the line."""
        for number, line in number_lines(self.text):
            try:
                yield number, read_line(line, self.read_text)
            except (FormatError, PuzzleError) as error:
                yield number, at_line(error, number)


def number_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, each with its number."""
    for number, line in enumerate(split_lines(text), 1):
        if line.strip():
            yield number, line


def read_line(line: str, read_text: ReadText) -> Puzzle:
    """Read the puzzle of one line.

    Raises
    ------
    FormatError
        If the line is not an object with one puzzle.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"expected an object of JSON in each line: {error}") from None
    if not isinstance(value, dict):
        raise FormatError(f"expected an object of JSON in each line, found {short_repr(value)}")
    puzzle = _puzzle_in(value)
    if puzzle is not None and holds_lines(puzzle):  # else a hostile text could be as deep as it likes
        raise FormatError("expected one puzzle in each line, found lines in a line")
    puzzles = read_text(line if puzzle is None else puzzle)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle in each line, found {len(puzzles)}")
    return puzzles[0]


def _puzzle_in(value: dict[str, Any]) -> str | None:
    """Return the text of the puzzle in an object; None if the object may be a document itself."""
    for key in KEYS:
        found = value.get(key)
        if isinstance(found, str) and found.strip():
            return found
        if isinstance(found, dict):
            return json.dumps(found)
    return None
