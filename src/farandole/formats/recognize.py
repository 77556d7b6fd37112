"""Whatever form a puzzle has: texts, our own JSON, f-puzzles, SudokuPad, SudokuWiki."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from farandole.errors import FormatError, PuzzleError

if TYPE_CHECKING:
    from farandole.formats.text import Entry
    from farandole.puzzle import Puzzle, Solution

FORMS = ("json", "fpuzzles", "sudokupad", "sudokuwiki")
"""The forms that hold one puzzle; those of `farandole.formats.text` hold many."""


_LINK = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*://|www\.)(?:www\.)?([^\s/?#]*)", re.IGNORECASE)
# Sites whose links people share without a scheme.
_SITE = re.compile(
    r"\s*((?:[\w-]+\.)*(?:sudokupad\.app|f-puzzles\.com|crackingthecryptic\.com|svencodes\.com|sudokuwiki\.org"
    r"|tinyurl\.com|bit\.ly))(?:[/?#]|\s*$)",
    re.IGNORECASE,
)


def sniff(content: str | bytes) -> str:
    """Name the form in which a text will be read; whether it can be is for `read` to say.

    Returns
    -------
    str
        One of `FORMS`, or of those that `farandole.formats.text.sniff` knows.

    Raises
    ------
    FormatError
        If the bytes are no text, or if the text holds no puzzle.

    Examples
    --------
    >>> sniff('{"farandole": 1, "grid": {"size": 9}}'), sniff("https://sudokupad.app/sclN4Ig"), sniff("." * 81)
    ('json', 'sudokupad', 'line')
    """
    from farandole.formats import text

    return _form_of_one(content) or text.sniff(content)


def read(content: str | bytes, *, lenient: bool = False) -> list[Puzzle]:
    """Read every puzzle of a text, whatever its form.

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
    from farandole.formats import document, fpuzzles, sudokupad, sudokuwiki, text

    match _form_of_one(content):
        case "json":
            return [document.read(_decoded(content))]
        case "fpuzzles":
            return [fpuzzles.read(_decoded(content), lenient=lenient)]
        case "sudokupad":
            return [sudokupad.read(_decoded(content), lenient=lenient)]
        case "sudokuwiki":
            return [sudokuwiki.read(_decoded(content))]
        case _:
            return text.read(content)


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
    from farandole.formats import text

    if not _form_of_one(content):
        yield from text.scan(content)
        return
    try:
        [puzzle] = read(content, lenient=lenient)
        yield 1, puzzle
    except (FormatError, PuzzleError) as error:
        yield 1, error


def unknowns(content: str | bytes) -> list[str]:
    """List what a document or a link holds that isn't understood: nothing, in most forms."""
    from farandole.formats import fpuzzles, sudokupad

    modules: dict[str, ModuleType] = {"fpuzzles": fpuzzles, "sudokupad": sudokupad}
    module = modules.get(_form_of_one(content))
    return list(module.unknowns(_decoded(content))) if module else []


def write(puzzles: Puzzle | Solution | Iterable[Puzzle | Solution], form: str = "line") -> str:
    """Write puzzles as a text that `read` gives back.

    Parameters
    ----------
    puzzles : Puzzle, Solution, or an iterable of them
        Just one puzzle for ``json``, ``fpuzzles``, ``sudokupad`` and ``sudokuwiki``; the last three are links.
    form : str
        One of `FORMS`, or of `farandole.formats.text.FORMS`.

    Raises
    ------
    FormatError
        If there is no such form.
    PuzzleError
        If the form can't say the puzzle; the message lists what it can't.
    """
    from farandole.formats import document, fpuzzles, sudokupad, sudokuwiki, text
    from farandole.puzzle import Puzzle, Solution

    if form not in FORMS:
        return text.write(puzzles, form)
    [puzzle] = [puzzles] if isinstance(puzzles, Puzzle | Solution) else puzzles
    whole = Puzzle(puzzle.grid, puzzle.digits) if isinstance(puzzle, Solution) else puzzle
    writers = {
        "json": document.write,
        "fpuzzles": fpuzzles.link,
        "sudokupad": sudokupad.write,
        "sudokuwiki": sudokuwiki.write,
    }
    return writers[form](whole)


def whole(puzzle: Puzzle) -> str | dict[str, Any]:
    """Say all of a puzzle in a value that JSON can hold: a line where one is enough, else our document.

    Returns
    -------
    str or dict
        The text of the form ``line``, without its line feed; or what the form ``json`` holds. `read` gives the puzzle
        back from either (from the document as a text).

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Thermo
    >>> whole(Puzzle.of(Grid.latin(2), "1..."))["givens"]
    ['1.', '..']
    >>> whole(Puzzle.of(Grid.classic((2, 2)), "1..............."))
    '1...............'
    >>> whole(Puzzle.of(Grid.classic((2, 2)), "1...............", rules=[Thermo((0, 1))]))["rules"]
    [{'rule': 'thermo', 'cells': 'r1c1 r1c2'}]
    """
    try:
        return write(puzzle, "line").rstrip("\n")
    except PuzzleError:
        document: dict[str, Any] = json.loads(write(puzzle, "json"))
        return document


def is_link(argument: str) -> bool:
    """Say whether an argument is a link, not the name of a file."""
    return _form_of_link(argument) != ""


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


def _form_of_link(text: str) -> str:
    from farandole.formats import fpuzzles, sudokupad, sudokuwiki

    if "\n" in text.strip():
        return ""
    modules = {"fpuzzles": fpuzzles, "sudokupad": sudokupad, "sudokuwiki": sudokuwiki}
    return next((form for form, module in modules.items() if module.is_link(text)), "")


def _form_of_one(content: str | bytes) -> str:
    """Name the form of a text that holds one puzzle; nothing for the forms that hold many."""
    text = content[: 1 << 20] if isinstance(content, str) else content[: 1 << 20].decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").lstrip()
    if not text.startswith("{"):
        may_be_link = "/" in text or "?load=" in text or text.startswith("N4Ig") or text.find(",") == 81
        form = _form_of_link(text) if may_be_link else ""
        if not form and (fault := _fault_of_link(text[: 1 << 14])):
            raise fault
        return form
    try:
        keys = json.loads(_decoded(content))
    except (ValueError, RecursionError):
        return "json"  # its reader says what is wrong
    if "farandole" in keys:
        return "json"
    return "sudokupad" if "cells" in keys else "fpuzzles" if isinstance(keys.get("grid"), list) else "json"


def _decoded(content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    codec = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(codec)
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start + 1}: UTF-8 text expected, 0x{content[error.start]:02x} found") from None
