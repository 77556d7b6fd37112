"""The titles of the puzzles of a text: from the puzzle itself, or from the name after it or above it.

A puzzle without a title gets an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from farandole.errors import shorten
from farandole.formats import table
from farandole.formats.text import signs
from farandole.formats.text.lines import split_lines
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.puzzle.about import title_line

if TYPE_CHECKING:
    from farandole.formats.text import Entry

LONGEST = 80

_CELLS_FIRST = regex(r"\s*[^\s,;#]{16,}[\s,;#]+(.*)")
_CELLS = regex(f"[{signs.CELLS}]{{16,}}")
_LETTER = regex(r"[^\W\d_]")
# SadMan's headers: D is the description, A the author. Source: Sudopedia, "Sudoku Clipboard and File Formats".
_HEADER = regex(r"#([ABCDLSU])\s*(\S.*)")
_SECTION = regex(r"\s*\[\s*puzzle\s*\]\s*", re.IGNORECASE)


def find_titles(content: str | bytes, entries: Sequence[Entry]) -> list[str]:
    """Find the title of each puzzle of a text.

    Parameters
    ----------
    content : str or bytes
        The argument of `farandole.formats.scan`.
    entries : sequence of (int, Puzzle or error)
        The result of `scan`: the first line of each puzzle, and the puzzle.

    Returns
    -------
    list of str
        A title of one line for each entry; empty if there is none.

    Examples
    --------
    >>> from farandole.formats import scan
    >>> text = "# Easy\\n" + "." * 81 + "\\n# Hard\\n" + "." * 81
    >>> find_titles(text, [*scan(text)])
    ['Easy', 'Hard']
    >>> text = "." * 81 + "  # AI Escargot\\n" + "." * 81
    >>> find_titles(text, [*scan(text)])
    ['AI Escargot', '']
    """
    headings = [found.about.heading if isinstance(found, Puzzle) else "" for _, found in entries]
    rows = split_lines(content)
    text = "\n".join(rows).strip()
    if text.startswith("{") or table.find_by_link(text) is not None:
        return [clean_title(heading) for heading in headings]
    above = [_above(rows, line - 1) for line, _ in entries]
    if 2 * sum(map(bool, above)) < len(above):  # the heading of a collection, not of its first puzzle
        above = [""] * len(above)
    return [
        clean_title(heading or _beside(rows[line - 1]) or title)
        for (line, _), heading, title in zip(entries, headings, above, strict=True)
    ]


def _beside(line: str) -> str:
    """Return the text after the cells in their line, unless it is more cells, such as the solution, or numbers."""
    match = _CELLS_FIRST.fullmatch(line)
    rest = match[1].strip() if match else ""
    return rest if _LETTER.search(rest) and not _CELLS.search(rest) else ""


def _above(rows: Sequence[str], index: int) -> str:
    """Return the title right above a puzzle: the first line of its comments, or the text of SadMan's headers."""
    comments: list[str] = []
    in_section = False
    for line in reversed(rows[:index]):
        if _SECTION.fullmatch(line):
            in_section = True
        elif not line.strip():
            if comments:
                break
        elif line.lstrip().startswith("#") or _is_title(line):
            comments.append(line.strip())
        else:
            break
    headers = {match[1]: match[2] for line in comments if (match := _HEADER.fullmatch(line))}
    if in_section and headers:
        return title_line(headers.get("D", ""), headers.get("A", ""))
    names = [line.strip("# \t") for line in reversed(comments)]
    return next(filter(_LETTER.search, names), "")


def _is_title(line: str) -> bool:
    """Return whether a line begins with a word and holds no cells."""
    return bool(re.match(r"\s*[^\W\d_]{2,}", line)) and not _CELLS.search(line) and len(line.split()) < 18


def clean_title(title: str) -> str:
    """Make a title one short line of printable characters.

    Examples
    --------
    >>> clean_title("  Monday\\n morning\\x1b ")
    'Monday morning'
    """
    shown = "".join(character if character.isprintable() else " " for character in title)
    return shorten(" ".join(shown.split()), LONGEST)
