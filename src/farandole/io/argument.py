"""What an argument of the command is: a puzzle, a link, or the name of a file.

A file that is there wins. Else, what looks like a puzzle or a link is never a name, so that a slip in it is named by
those who read puzzles, and not as a file that nobody has.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import islice

from farandole.errors import FormatError
from farandole.formats import looks_like_link, scan
from farandole.formats.text import signs

MANY = 28
"""Cells, or letters, of what is rather a puzzle than a name."""

_DASHED = re.compile(f"-(?=[{signs.CELLS}]*[1-9])[{signs.CELLS}]{{8,}}")
_ENDING = re.compile(r"\.[A-Za-z]\w{0,7}$")
_LETTER = re.compile(r"[^\W\d_]")
_SEPARATOR = re.compile(r"[\s,;/|()\[\]{}\"':+=#]|[" + "".join(sorted(signs.BARS)) + "]")
_CELL = re.compile(f"[{signs.CELLS}]")


def is_text(argument: str) -> bool:
    """Return whether an argument is the text of a puzzle, or a link, and not a name.

    Examples
    --------
    >>> is_text("53..7...."), is_text("https://example.com/42"), is_text("17_clue.txt"), is_text("-")
    (True, True, False, False)
    """
    if argument in ("", "-") or os.path.exists(argument[:4096]):
        return False
    if "\n" in argument or argument.lstrip().startswith("{") or looks_like_link(argument) or _is_cells(argument):
        return True
    return len(argument) >= 16 and _is_read(argument)


def _is_cells(argument: str) -> bool:
    """Return whether most of an argument is cells: digits and signs for empty, few letters."""
    plain = signs.plain(argument)
    if plain.startswith(("./", "../", "/", "~")):
        return False
    cells = _CELL.findall(plain)
    seen = _SEPARATOR.sub("", plain)
    if len(cells) == len(seen):
        return len(cells) >= 4 and (any(cell in "123456789" for cell in cells) or len(cells) >= 16)
    if ".." in plain:
        return len(cells) >= 4 and 3 * len(cells) >= 2 * len(seen)
    return len(cells) >= MANY and 3 * len(cells) >= len(seen) and not _ENDING.search(plain)


def _is_read(argument: str) -> bool:
    try:
        return not isinstance(next(scan(argument))[1], FormatError)
    except FormatError:
        return False


def whole(arguments: Sequence[str]) -> list[str]:
    """Join a puzzle that a shell took apart at its blanks, as nobody quoted it.

    Raises
    ------
    FormatError
        If the arguments are pieces of puzzles, but don't make a whole one.

    Examples
    --------
    >>> whole(["12..", "34..", "....", "...."])
    ['12..\\n34..\\n....\\n....']
    """
    if len(arguments) < 4 or not all(map(_is_piece, arguments)):
        return list(arguments)
    for gap in ("\n", " "):
        if _is_read(joined := gap.join(arguments)):
            return [joined]
    n = sum(len(_CELL.findall(signs.plain(argument))) for argument in arguments)
    message = f"expected a puzzle in quotes, found {len(arguments)} pieces with {n} cells in all"
    raise FormatError(message, code="unquoted_puzzle")


def _is_piece(argument: str) -> bool:
    """Return whether an argument may be a part of a puzzle: a few cells, bars or a line drawn; no file."""
    plain = signs.plain(argument)
    is_plain = not _LETTER.search(plain) and (_CELL.search(plain) or _SEPARATOR.search(plain))
    return len(plain) <= MANY and bool(is_plain) and not os.path.isfile(argument)


def spelled_out(words: Sequence[str]) -> list[str]:
    """Write a dot for the dash that a puzzle begins with, which would make it an option."""
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
