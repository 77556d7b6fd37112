"""What an argument of the command is: the text of a puzzle, a link, or the name of a file.

An existing file wins. Otherwise a text that looks like a puzzle or a link is never a name: a mistake in it is then
reported as a mistake in a puzzle and not as a missing file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from farandole.errors import FormatError
from farandole.formats import looks_like_link, open_reader
from farandole.formats.text import signs
from farandole.lazy import regex

if TYPE_CHECKING:
    from farandole.formats import PuzzleReader

MANY = 28
"""A text with this many cells or letters is more likely a puzzle than a name."""

_DASHED = regex(f"-(?=[{signs.CELLS}]*[1-9])[{signs.CELLS}]{{8,}}")
_ENDING = regex(r"\.[A-Za-z]\w{0,7}$")
_LETTER = regex(r"[^\W\d_]")
_SEPARATOR = regex(r"[\s,;/|()\[\]{}\"':+=#]|[" + "".join(sorted(signs.BARS)) + "]")
_CELL = regex(f"[{signs.CELLS}]")


class PuzzleText(str):
    """An argument that is the text of a puzzle or a link. It passes through the argument parser as a string.

    Parameters
    ----------
    text : str
    reader : PuzzleReader, optional
        Its format, if that was needed to tell the text from a name.
    """

    __slots__ = ("reader",)
    reader: PuzzleReader | None

    def __new__(cls, text: str, reader: PuzzleReader | None = None) -> PuzzleText:  # noqa: D102
        made = super().__new__(cls, text)
        made.reader = reader
        return made


def find_text(argument: str) -> PuzzleText | None:
    """Return the text of a puzzle or a link that an argument is; None if it is the name of a file, or ``-``.

    Examples
    --------
    >>> find_text("53..7...."), find_text("https://example.com/42"), find_text("17_clue.txt"), find_text("-")
    ('53..7....', 'https://example.com/42', None, None)
    """
    if isinstance(argument, PuzzleText):
        return argument
    if argument in ("", "-") or os.path.exists(argument[:4096]):
        return None
    if "\n" in argument or argument.lstrip().startswith("{") or looks_like_link(argument) or _is_cells(argument):
        return PuzzleText(argument)
    return _read(argument) if len(argument) >= 16 else None


def _is_cells(argument: str) -> bool:
    """Return whether most of an argument is cells: digits and signs for empty, few letters."""
    plain = signs.normalize(argument)
    if plain.startswith(("./", "../", "/", "~")):
        return False
    cells = _CELL.findall(plain)
    seen = _SEPARATOR.sub("", plain)
    if len(cells) == len(seen):
        return len(cells) >= 4 and (any(cell in "123456789" for cell in cells) or len(cells) >= 16)
    if ".." in plain:
        return len(cells) >= 4 and 3 * len(cells) >= 2 * len(seen)
    return len(cells) >= MANY and 3 * len(cells) >= len(seen) and not _ENDING.search(plain)


def _read(argument: str) -> PuzzleText | None:
    """Return the text of an argument that begins with a puzzle; None if it doesn't."""
    try:
        reader = open_reader(argument)
        is_puzzle = not isinstance(next(reader.scan())[1], FormatError)
    except FormatError:
        return None
    return PuzzleText(argument, reader) if is_puzzle else None


def join_pieces(arguments: Sequence[str]) -> list[str]:
    """Join the pieces of a puzzle that the shell split at its blanks because it wasn't quoted.

    Raises
    ------
    FormatError
        If the arguments are pieces of puzzles, but make no complete one.

    Examples
    --------
    >>> join_pieces(["12..", "34..", "....", "...."])
    ['12..\\n34..\\n....\\n....']
    """
    if len(arguments) < 4 or not all(map(_is_piece, arguments)):
        return list(arguments)
    for gap in ("\n", " "):
        if text := _read(gap.join(arguments)):
            return [text]
    n = sum(len(_CELL.findall(signs.normalize(argument))) for argument in arguments)
    message = f"expected a puzzle in quotes, found {len(arguments)} pieces with {n} cells in all"
    raise FormatError(message, code="unquoted_puzzle")


def _is_piece(argument: str) -> bool:
    """Return whether an argument may be a piece of a puzzle: a few cells, bars or a drawn line, and not a file."""
    plain = signs.normalize(argument)
    is_plain = not _LETTER.search(plain) and (_CELL.search(plain) or _SEPARATOR.search(plain))
    return len(plain) <= MANY and bool(is_plain) and not os.path.isfile(argument)


def replace_dashes(words: Sequence[str]) -> list[str]:
    """Replace the dash that a puzzle begins with by a dot: the argument parser would take it for an option."""
    return [f".{word[1:]}" if word[:1] == "-" and _DASHED.fullmatch(word) else word for word in words]


def nearest_name(name: str) -> str | None:
    """Find the name of a file in the same folder that is nearest to one that isn't there."""
    from difflib import get_close_matches

    folder, base = os.path.split(name)
    try:
        with os.scandir(folder or ".") as entries:
            names = [entry.name for entry in islice(entries, 10_000)]
    except (OSError, ValueError):
        return None
    return next((os.path.join(folder, near) for near in get_close_matches(base, names, n=1, cutoff=0.75)), None)
