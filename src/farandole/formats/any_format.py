"""Read and write puzzles of any format: texts, our own JSON and link, and the formats of other sites."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from farandole.errors import ArgumentError, FormatError, PuzzleError
from farandole.formats import table
from farandole.formats.table import Format
from farandole.lazy import regex
from farandole.records import record

if TYPE_CHECKING:
    from farandole.formats import text
    from farandole.formats.json_lines import LinesReader
    from farandole.formats.text import Entry
    from farandole.puzzle import Puzzle, Solution

WRITABLE = tuple(row.name for row in table.FORMATS if row.writes)
"""The formats of one puzzle that are read and written. Those of `farandole.formats.text` hold many puzzles."""

READ_ONLY = tuple(row.name for row in table.FORMATS if not row.writes)
"""The formats of one puzzle that are only read."""


_LINK = regex(r"\s*(?:[a-z][a-z0-9+.-]*://|www\.)(?:www\.)?([^\s/?#]*)", re.IGNORECASE)
# Sites whose links are often shared without a scheme.
_SITE = regex(
    r"\s*((?:[\w-]+\.)*(?:sudokupad\.app|f-puzzles\.com|crackingthecryptic\.com|svencodes\.com|sudokuwiki\.org"
    r"|sudokuexchange\.com|sudokumaker\.app|swaroopg92\.github\.io|sigh\.github\.io|tinyurl\.com|bit\.ly))(?:[/?#]|\s*$)",
    re.IGNORECASE,
)


def detect_format(content: str | bytes) -> str:
    """Return the name of the format of a text, without reading its puzzles.

    Returns
    -------
    str
        One of `WRITABLE` or `READ_ONLY`, or of `farandole.formats.wrapped.FORMATS`, or ``jsonl``, or a result of
        `farandole.formats.text.detect_format`.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.

    Examples
    --------
    >>> detect_format("https://sudokupad.app/sclN4Ig"), detect_format("." * 81)
    ('sudokupad', 'line')
    """
    return open_reader(content).format


def read(content: str | bytes, *, lenient: bool = False, reading: int | None = None) -> list[Puzzle]:
    """Read every puzzle of a text of any format.

    Parameters
    ----------
    content : str or bytes
        A text, a document or a link. Bytes are UTF-8, or UTF-16 with a byte order mark.
    lenient : bool
        Ignore what isn't understood in a document or a link (see `unknowns`). By default, it is refused.
    reading : int, optional
        Which reading of a drawing to take, from 1. By default, the one that the solver decides for.

    Raises
    ------
    FormatError
        If the text holds no puzzle, or one that can't be read; the message says where.
    SeveralReadingsError
        If the text is a drawing, and the solver can't decide which rules it stands for: the error lists them.
    PuzzleError
        If a puzzle is malformed: for example, a house holds a digit twice.

    Examples
    --------
    >>> [puzzle] = read('{"farandole": 1, "grid": {"size": 4}, "givens": ["12..", "....", "....", "...."]}')
    >>> puzzle.count()
    24
    """
    puzzles = []
    for _, entry in open_reader(content).scan(lenient=lenient, reading=reading):
        if isinstance(entry, FormatError | PuzzleError):
            raise entry
        puzzles.append(entry)
    return puzzles


def scan(content: str | bytes, *, lenient: bool = False, reading: int | None = None) -> Iterator[Entry]:
    """Yield each puzzle of a text, or its error, with the number of its first line.

    Parameters
    ----------
    content : str or bytes
        As for `read`.
    lenient, reading
        As for `read`.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.

    See Also
    --------
    farandole.formats.text.scan : for texts that hold many puzzles.
    """
    yield from open_reader(content).scan(lenient=lenient, reading=reading)


@record
class PuzzleReader:
    """Reads the puzzles of a text whose format is known.

    Parameters
    ----------
    format : str
        The name that `detect_format` returns.
    content : str or bytes
        The text.
    row : Format, optional
        The format, if it holds one puzzle.
    text_reader : farandole.formats.text.TextReader or farandole.formats.json_lines.LinesReader, optional
        The reader of all other texts.
    entries : list, optional
        The puzzles of a text of `farandole.formats.wrapped`, which are read already.
    """

    format: str
    content: str | bytes
    row: Format | None
    text_reader: text.TextReader | LinesReader | None
    entries: list[Entry] | None = None

    def scan(self, *, lenient: bool = False, reading: int | None = None) -> Iterator[Entry]:
        """Yield each puzzle, or its error, as the function `scan` does."""
        if reading is not None and not (self.row and self.row.has_drawing):
            raise ArgumentError(
                f"reading: expected a drawing of f-puzzles or SudokuPad, found the format {self.format}"
            )
        if self.entries is not None:
            yield from self.entries
        elif self.text_reader:
            yield from self.text_reader.scan()
        elif self.row:
            try:
                options: dict[str, Any] = {"lenient": lenient} if self.row.lenient else {}
                if self.row.has_drawing and reading is not None:
                    options["reading"] = reading
                yield 1, self.row.reader.read(_decode(self.content), **options)
            except (FormatError, PuzzleError) as error:
                yield 1, error


def open_reader(content: str | bytes) -> PuzzleReader:
    """Detect the format of a text, and return its reader.

    Raises
    ------
    FormatError
        If the bytes are not text, or if the text holds no puzzle.

    Examples
    --------
    >>> reader = open_reader("." * 81)
    >>> reader.format, [line for line, _ in reader.scan()]
    ('line', [1])
    """
    row = _row_of(content)
    if row and (lines_reader := _open_json_lines(content)):
        return PuzzleReader("jsonl", content, None, lines_reader)
    if row and not _is_list_of_lists(content):
        return PuzzleReader(row.name, content, row, None)
    from farandole.formats import text, wrapped

    if not wrapped.may_be_wrapped(content):
        text_reader = text.open_reader(content)
        return PuzzleReader(text_reader.format, content, None, text_reader)
    plain: FormatError | PuzzleReader
    try:
        text_reader = text.open_reader(content)
        plain = PuzzleReader(text_reader.format, content, None, text_reader)
        if any(not isinstance(entry, FormatError) for _, entry in plain.scan()):
            return plain
    except FormatError as error:
        plain = error
    if found := wrapped.read_wrapped(content):
        return PuzzleReader(found[0], content, None, None, found[1])
    if row:
        return PuzzleReader(row.name, content, row, None)
    if isinstance(plain, FormatError):
        raise plain
    return plain


def describe_reading(content: str | bytes) -> str:
    """Say which rules a drawing was taken for, if the solver has decided; "" if the text holds no drawing.

    Examples
    --------
    >>> describe_reading("." * 81)
    ''
    """
    row = _row_of(content)
    return str(row.reader.describe_reading(_decode(content))) if row and row.has_drawing else ""


def unknowns(content: str | bytes) -> list[str]:
    """List what isn't understood in a document or a link; most formats have nothing to list."""
    row = _row_of(content)
    return list(row.reader.unknowns(_decode(content))) if row and row.lenient else []


def write(puzzles: Puzzle | Solution | Iterable[Puzzle | Solution], format: str = "line") -> str:
    """Write puzzles as a text that `read` reads back.

    Title, author and rules in words are dropped if the format has no place for them: see `has_about`.

    Parameters
    ----------
    puzzles : Puzzle, Solution, or an iterable of them
        Only one puzzle for the formats of `WRITABLE`; all of these except ``json`` are links.
    format : str
        One of `WRITABLE`, or of `farandole.formats.text.FORMATS`.

    Raises
    ------
    FormatError
        If the format is unknown or read-only.
    PuzzleError
        If the format cannot express the puzzle; the message lists what it cannot express.
    """
    from farandole.formats import text
    from farandole.puzzle import Puzzle, Solution

    row = table.find_format(format)
    if row is None or not row.has_zero:
        puzzles = [puzzles] if isinstance(puzzles, Puzzle | Solution) else list(puzzles)
        if any(puzzle.grid.first_digit == 0 for puzzle in puzzles):
            raise PuzzleError(f"{format} cannot express: digits from 0")
    if row is None:
        return text.write(puzzles, format)
    if row.writes is None:
        raise FormatError(f"{format} is only read; expected one of the formats {', '.join((*text.FORMATS, *WRITABLE))}")
    [puzzle] = [puzzles] if isinstance(puzzles, Puzzle | Solution) else puzzles
    given = Puzzle(puzzle.grid, puzzle.digits) if isinstance(puzzle, Solution) else puzzle
    written: str = getattr(row.reader, row.writes)(given)
    return written


def has_about(format: str) -> bool:
    """Return whether a format has a place for title, author and rules in words; for all others, `write` drops them.

    Examples
    --------
    >>> has_about("json"), has_about("line")
    (True, False)
    """
    row = table.find_format(format)
    return row is not None and row.has_about


def to_json_value(puzzle: Puzzle) -> str | dict[str, Any]:
    """Return a puzzle as a value for JSON: a line if that suffices, else a document. Title and author may get lost.

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
        import json  # which a line of digits doesn't need

        document: dict[str, Any] = json.loads(write(puzzle, "json"))
        return document


def is_link(argument: str) -> bool:
    """Return whether an argument is a link of a known format, and not a file name."""
    return table.find_by_link(argument) is not None


def looks_like_link(text: str) -> bool:
    """Return whether a text is a link, even one that can't be read."""
    return is_link(text) or _match_site(text) is not None


def _match_site(text: str) -> re.Match[str] | None:
    """Match a link of any site; its first group is the name of the site."""
    if table.is_cells(text) or len(text.split()) != 1:
        return None
    return _LINK.match(text) or _SITE.match(text)


def _fault_of_link(text: str) -> FormatError | None:
    """Make the error for a link that only names a puzzle on a server; None if the text is not a link."""
    match = _match_site(text)
    if match is None:
        return None
    expected = "expected a link that holds its puzzle, as the long ones of SudokuPad, f-puzzles and SudokuWiki do"
    remedy = "open it in a browser and export a long link there, or copy the cells"
    return FormatError(f"{expected}; found one that only names a puzzle at {match[1][:60]}: {remedy}")


def _row_of(content: str | bytes) -> Format | None:
    """Find the format of a text with one puzzle; None for the formats of many puzzles."""
    text = content[: 1 << 20] if isinstance(content, str) else content[: 1 << 20].decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").lstrip()
    if text.startswith("{"):
        return _row_of_document(content)
    row = table.find_by_link(text)
    if row is None and (fault := _fault_of_link(text[: 1 << 14])):
        raise fault
    return row


def _open_json_lines(content: str | bytes) -> LinesReader | None:
    """Return the reader of JSON Lines; None if a text is something else."""
    from farandole.formats import json_lines

    try:
        text = _decode(content)
    except FormatError:
        return None
    return json_lines.LinesReader(text, read) if json_lines.holds_lines(text) else None


def _is_list_of_lists(content: str | bytes) -> bool:
    """Return whether a text in braces begins like a board of a program and not like a document."""
    beginning = content[:64] if isinstance(content, str) else content[:64].decode("utf-8", "replace")
    return re.match(r"\s*\{\s*\{", beginning) is not None


def _row_of_document(content: str | bytes) -> Format:
    try:
        return table.find_by_document(_decode(content))
    except FormatError:
        return table.FORMATS[0]  # its reader raises the error


def _decode(content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    codec = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1}: expected UTF-8 text, found 0x{content[error.start]:02x}"
        raise FormatError(message, code="not_text") from None
