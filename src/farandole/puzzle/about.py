"""The title, author and rules text of a puzzle."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from farandole.errors import PuzzleError, short_repr
from farandole.sizes import MAX_RULES_TEXT, MAX_TITLE

LIMITS = {"title": MAX_TITLE, "author": MAX_TITLE, "rules": MAX_RULES_TEXT}
"""The maximum length of each text, in characters."""

# Control characters, lone surrogates, noncharacters, and marks that change the direction of the text after them.
_HARMFUL = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff]"
)
_NO_CHARACTER = re.compile(
    "[" + "".join(map(chr, (k << 16 | low for k in range(17) for low in (0xFFFE, 0xFFFF)))) + "]"
)


@dataclass(frozen=True, slots=True)
class About:
    """The title, author and rules text of a puzzle. They don't affect solving or the equality of puzzles.

    Parameters
    ----------
    title, author : str
        One line each; white space is collapsed to single spaces.
    rules : str
        The rules as text, in any number of lines.

    Raises
    ------
    PuzzleError
        If one of them is not a text, or too long: see `farandole.sizes`.

    Notes
    -----
    Control characters, and marks that change the direction of text, are dropped. Anything else is kept, so code that
    shows a text in HTML or SVG has to escape it.

    Examples
    --------
    >>> about = About("Snake\\n Eyes", "Ada", rules="Normal sudoku rules apply.")
    >>> about.heading
    'Snake Eyes (Ada)'
    >>> bool(about), bool(About())
    (True, False)
    """

    title: str = ""
    author: str = ""
    rules: str = ""

    def __post_init__(self) -> None:
        for name, most in LIMITS.items():
            text = getattr(self, name)
            if not isinstance(text, str):
                raise PuzzleError(f"{name}: expected a text, found {short_repr(text)}")
            text = clean_text(text) if name == "rules" else clean_line(text)
            if len(text) > most:
                raise PuzzleError(f"{name}: expected at most {most:,} characters, found {len(text):,}")
            object.__setattr__(self, name, text)

    def __bool__(self) -> bool:
        return any(self.texts)

    @property
    def texts(self) -> dict[str, str]:
        """The texts that are not empty, by their names."""
        texts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: text for name, text in texts.items() if text}

    @property
    def heading(self) -> str:
        """The title, followed by the author."""
        return title_line(self.title, self.author)


def title_line(title: str, author: str) -> str:
    """Return a title followed by its author.

    Examples
    --------
    >>> title_line("Snake Eyes", "Ada"), title_line("Snake Eyes", ""), title_line("", "Ada")
    ('Snake Eyes (Ada)', 'Snake Eyes', 'Ada')
    """
    title, author = title.strip(), author.strip()
    return f"{title} ({author})" if title and author else title or author


def clean_line(text: str) -> str:
    """Return a text as one line, with single spaces and without control characters."""
    return " ".join(_harmless(re.sub(r"\s", " ", text)).split())


def clean_text(text: str) -> str:
    """Drop control characters from a text of several lines, white space at their ends, and empty lines around them."""
    lines = (_harmless(re.sub(r"\s", " ", line)).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")


def _harmless(text: str) -> str:
    return _NO_CHARACTER.sub("", _HARMFUL.sub("", text))
