"""Whatever format a puzzle has: texts, our own JSON and link, and what other sites read and write."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from farandole.errors import FormatError, PuzzleError
from farandole.formats import table
from farandole.formats.table import Format

if TYPE_CHECKING:
    from farandole.formats import text
    from farandole.formats.text import Entry
    from farandole.puzzle import Puzzle, Solution

WRITABLE = tuple(row.name for row in table.FORMATS if row.writes)
"""The formats that hold one puzzle and are read and written; those of `farandole.formats.text` hold many."""

READ_ONLY = tuple(row.name for row in table.FORMATS if not row.writes)
"""The formats that hold one puzzle and are only read."""


_LINK = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*://|www\.)(?:www\.)?([^\s/?#]*)", re.IGNORECASE)
# Sites whose links people share without a scheme.
_SITE = re.compile(
    r"\s*((?:[\w-]+\.)*(?:sudokupad\.app|f-puzzles\.com|crackingthecryptic\.com|svencodes\.com|sudokuwiki\.org"
    r"|sudokuexchange\.com|sudokumaker\.app|swaroopg92\.github\.io|sigh\.github\.io|tinyurl\.com|bit\.ly))(?:[/?#]|\s*$)",
    re.IGNORECASE,
)


def detect_format(content: str | bytes) -> str:
    """Name the format in which a text will be read; whether it can be is for `read` to say.

    Returns
    -------
    str
        One of `WRITABLE` or `READ_ONLY`, or of those that `farandole.formats.text.detect_format` knows.

    Raises
    ------
    FormatError
        If the bytes are no text, or if the text holds no puzzle.

    Examples
    --------
    >>> detect_format("https://sudokupad.app/sclN4Ig"), detect_format("." * 81)
    ('sudokupad', 'line')
    """
    return open_reader(content).format


def read(content: str | bytes, *, lenient: bool = False) -> list[Puzzle]:
    """Read every puzzle of a text, whatever its format.

    Parameters
    ----------
    content : str or bytes
        Bytes are UTF-8, or UTF-16 with a byte order mark; a link is a text too.
    lenient : bool
        Pass over what a document or a link holds that isn't understood (see `unknowns`); else it is refused.

    Raises
    ------
    FormatError
        If the text holds no puzzle, or one that can't be read; the message says where.
    PuzzleError
        If there is no such puzzle, such as one with a digit twice in a house.

    Examples
    --------
    >>> [puzzle] = read('{"farandole": 1, "grid": {"size": 4}, "givens": ["12..", "....", "....", "...."]}')
    >>> puzzle.count()
    24
    """
    puzzles = []
    for _, found in open_reader(content).scan(lenient=lenient):
        if isinstance(found, FormatError | PuzzleError):
            raise found
        puzzles.append(found)
    return puzzles


def scan(content: str | bytes, *, lenient: bool = False) -> Iterator[Entry]:
    """Yield each puzzle of a text with the number of its first line, or the error in its place.

    Parameters
    ----------
    content : str or bytes
        As for `read`.
    lenient : bool
        As for `read`.

    Raises
    ------
    FormatError
        If the bytes are no text, or if the text holds no puzzle.

    See Also
    --------
    farandole.formats.text.scan : for texts that hold many puzzles.
    """
    yield from open_reader(content).scan(lenient=lenient)


@dataclass(frozen=True, slots=True)
class PuzzleReader:
    """A text whose format has been found out, once for all that is done with it.

    Parameters
    ----------
    format : str
        As `detect_format` returns it.
    content : str or bytes
        The text.
    row : Format, optional
        The row of its format, if it holds one puzzle.
    text_reader : farandole.formats.text.TextReader, optional
        Else, what reads the puzzles.
    """

    format: str
    content: str | bytes
    row: Format | None
    text_reader: text.TextReader | None

    def scan(self, *, lenient: bool = False) -> Iterator[Entry]:
        """Yield each puzzle, or the error in its place, as the function `scan` does."""
        if self.text_reader:
            yield from self.text_reader.scan()
        elif self.row:
            try:
                options = {"lenient": lenient} if self.row.lenient else {}
                yield 1, self.row.reader.read(_decoded(self.content), **options)
            except (FormatError, PuzzleError) as error:
                yield 1, error


def open_reader(content: str | bytes) -> PuzzleReader:
    """Find out the format of a text; whether it can be read is for `PuzzleReader.scan` to say.

    Raises
    ------
    FormatError
        If the bytes are no text, or if the text holds no puzzle.

    Examples
    --------
    >>> recognized = open_reader("." * 81)
    >>> recognized.format, [line for line, _ in recognized.scan()]
    ('line', [1])
    """
    if row := _row_of(content):
        return PuzzleReader(row.name, content, row, None)
    from farandole.formats import text

    text_reader = text.open_reader(content)
    return PuzzleReader(text_reader.format, content, None, text_reader)


def unknowns(content: str | bytes) -> list[str]:
    """List what a document or a link holds that isn't understood: nothing, in most formats."""
    row = _row_of(content)
    return list(row.reader.unknowns(_decoded(content))) if row and row.lenient else []


def write(puzzles: Puzzle | Solution | Iterable[Puzzle | Solution], format: str = "line") -> str:
    """Write puzzles as a text that `read` gives back.

    Title, author and rules in words are dropped where the format has no place for them: see `has_about`.

    Parameters
    ----------
    puzzles : Puzzle, Solution, or an iterable of them
        Just one puzzle for `WRITABLE`: all of them but ``json`` are links.
    format : str
        One of `WRITABLE`, or of `farandole.formats.text.FORMATS`.

    Raises
    ------
    FormatError
        If there is no such format.
    PuzzleError
        If the format can't say the puzzle; the message lists what it can't.
    """
    from farandole.formats import text
    from farandole.puzzle import Puzzle, Solution

    row = table.find_format(format)
    if row is None:
        return text.write(puzzles, format)
    if row.writes is None:
        raise FormatError(f"{format} is only read; expected one of the formats {', '.join((*text.FORMATS, *WRITABLE))}")
    [puzzle] = [puzzles] if isinstance(puzzles, Puzzle | Solution) else puzzles
    to_json_value = Puzzle(puzzle.grid, puzzle.digits) if isinstance(puzzle, Solution) else puzzle
    written: str = getattr(row.reader, row.writes)(to_json_value)
    return written


def has_about(format: str) -> bool:
    """Return whether a format has a place for title, author and rules in words; `write` drops them from any other.

    Examples
    --------
    >>> has_about("json"), has_about("line")
    (True, False)
    """
    row = table.find_format(format)
    return row is not None and row.has_about


def to_json_value(puzzle: Puzzle) -> str | dict[str, Any]:
    """Say what solving a puzzle takes, in a value that JSON can hold: a line where one is enough, else our document.

    Returns
    -------
    str or dict
        The text of the format ``line`` without its line feed, or the document of the format ``json``. `read` accepts
        either (the document as a text).

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Thermo
    >>> to_json_value(Puzzle.of(Grid.latin(2), "1..."))["givens"]
    ['1.', '..']
    >>> to_json_value(Puzzle.of(Grid.classic((2, 2)), "1..............."))
    '1...............'
    >>> to_json_value(Puzzle.of(Grid.classic((2, 2)), "1...............", rules=[Thermo((0, 1))]))["rules"]
    [{'rule': 'thermo', 'cells': 'r1c1 r1c2'}]
    """
    try:
        return write(puzzle, "line").rstrip("\n")
    except PuzzleError:
        document: dict[str, Any] = json.loads(write(puzzle, "json"))
        return document


def is_link(argument: str) -> bool:
    """Return whether an argument is a link, and not the name of a file."""
    return table.find_by_link(argument) is not None


def looks_like_link(text: str) -> bool:
    """Return whether a text is a link, be it one that is read or not."""
    return is_link(text) or (len(text.split()) == 1 and bool(_LINK.match(text) or _SITE.match(text)))


def _fault_of_link(text: str) -> FormatError | None:
    """Say why a link isn't read: it only names a puzzle that a server has."""
    match = (_LINK.match(text) or _SITE.match(text)) if len(text.split()) == 1 else None
    if match is None:
        return None
    expected = "expected a link that holds its puzzle, as the long ones of SudokuPad, f-puzzles and SudokuWiki do"
    remedy = "open it in a browser and export a long link there, or copy the cells"
    return FormatError(f"{expected}; found one that only names a puzzle at {match[1][:60]}: {remedy}")


def _row_of(content: str | bytes) -> Format | None:
    """Find the row of a text that holds one puzzle; None for the formats that hold many."""
    text = content[: 1 << 20] if isinstance(content, str) else content[: 1 << 20].decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").lstrip()
    if text.startswith("{"):
        return _row_of_document(content)
    row = table.find_by_link(text)
    if row is None and (fault := _fault_of_link(text[: 1 << 14])):
        raise fault
    return row


def _row_of_document(content: str | bytes) -> Format:
    try:
        return table.find_by_document(_decoded(content))
    except FormatError:
        return table.FORMATS[0]  # its reader says what is wrong


def _decoded(content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    codec = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1}: expected UTF-8 text, found 0x{content[error.start]:02x}"
        raise FormatError(message, code="not_text") from None
