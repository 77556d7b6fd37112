"""Find a puzzle in a text that says something around it, such as a mail or a post."""

from __future__ import annotations

import re
from collections.abc import Iterator

from farandole.lazy import regex

MAX_TRIED = 20  # parts of a text

_LINK = regex(r"https?://\S+|\b(?:fpuz|scl|ctc)[\w+/%=-]{20,}|#p=\d+\.[\w-]+")
_DOCUMENT = regex(r"\{.*\}", re.DOTALL)
_LINE = regex(r"(?<![\w.])[\d.*?_-]{16,}(?!\w)")
_QUOTE = regex(r"^[>\s]+|\s+$|```")
_ROW = regex(r"[\d.*?_|+:\-=\s]*[\d.*?_|+][\d.*?_|+:\-=\s]*")
_END_OF_SENTENCE = ".,;:!?)>]}\"'"


def find_candidates(text: str) -> Iterator[str]:
    """Yield the parts of a text that look like a puzzle: links, documents, rows that follow each other, long lines.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> list(find_candidates("Who can solve this one? 1.....3..2.....4, says Anna."))
    ['1.....3..2.....4']
    """
    found = dict.fromkeys([*_find_links(text), *_DOCUMENT.findall(text), *_find_rows(text), *_find_lines(text)])
    yield from [part for part in found if part != text][:MAX_TRIED]


def _find_links(text: str) -> Iterator[str]:
    for link in _LINK.findall(text):
        yield link.rstrip(_END_OF_SENTENCE)


def _find_lines(text: str) -> Iterator[str]:
    for line in _LINE.findall(text):
        yield line
        if line[-1] in "?.-":  # which may be the end of the sentence
            yield line[:-1]
            yield line.rstrip("?.-")


def _find_rows(text: str) -> Iterator[str]:
    """Yield runs of at least four lines that hold only what rows of a puzzle hold, without marks of a quotation.

    A line as long as the row beside it is a row with a fault, so the others aren't the puzzle.
    """
    rows: list[str] = []
    before = ""
    for line in [*text.splitlines(), ""]:
        row = _QUOTE.sub("", line)
        if _ROW.fullmatch(row):
            rows.append(row)
            continue
        if len(rows) >= 4 and len(before) != len(rows[0]) and len(row) != len(rows[-1]):
            yield "\n".join(rows)
        rows, before = [], row
