"""What a puzzle has beside its rules: title, author and rules text, a drawing, fog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from farandole.errors import PuzzleError, short_repr
from farandole.lazy import regex
from farandole.puzzle.figures import DrawnLine, DrawnShape, Figure
from farandole.puzzle.fog import Fog
from farandole.records import record
from farandole.sizes import MAX_FIGURES, MAX_POINTS, MAX_RULES_TEXT, MAX_TITLE

LIMITS = {"title": MAX_TITLE, "author": MAX_TITLE, "rules": MAX_RULES_TEXT, "message": MAX_RULES_TEXT}
LONG = ("rules", "message")
"""The texts of several lines."""
"""The maximum length of each text, in characters."""

# Control characters, lone surrogates, noncharacters, and marks that change the direction of the text after them.
_HARMFUL = regex("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff]")
_NO_CHARACTER = regex("[" + "".join(map(chr, (k << 16 | low for k in range(17) for low in (0xFFFE, 0xFFFF)))) + "]")


@record
class About:
    """What a puzzle has beside its rules. It doesn't affect solving or the equality of puzzles.

    Parameters
    ----------
    title, author : str
        One line each; white space is collapsed to single spaces.
    rules : str
        The rules as text, in any number of lines.
    message : str
        What a player reads when the puzzle is solved, in any number of lines.
    drawing : tuple of DrawnLine or DrawnShape
        What the setter drew beside the rules, from bottom to top.
    fog : Fog, optional

    Raises
    ------
    PuzzleError
        If a text is not a text, or if something is too long: see `farandole.sizes`.

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
    message: str = ""
    drawing: tuple[Figure, ...] = ()
    fog: Fog | None = None

    def __post_init__(self) -> None:
        for name, most in LIMITS.items():
            text = getattr(self, name)
            if not isinstance(text, str):
                raise PuzzleError(f"{name}: expected a text, found {short_repr(text)}")
            text = clean_text(text) if name in LONG else clean_line(text)
            if len(text) > most:
                raise PuzzleError(f"{name}: expected at most {most:,} characters, found {len(text):,}")
            object.__setattr__(self, name, text)
        object.__setattr__(self, "drawing", check_drawing(self.drawing))

    def __bool__(self) -> bool:
        return any(self.texts) or bool(self.drawing) or self.fog is not None

    def __repr__(self) -> str:
        return f"About({', '.join(f'{name}={getattr(self, name)!r}' for name in self.parts)})"

    @property
    def texts(self) -> dict[str, str]:
        """The texts that are not empty, by their names."""
        return {name: text for name in LIMITS if (text := getattr(self, name))}

    def with_texts(self, texts: Mapping[str, str]) -> About:
        """Return the same with other texts, by their names."""
        title, author, rules, message = (texts.get(name, getattr(self, name)) for name in LIMITS)
        return About(title, author, rules, message, self.drawing, self.fog)

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that are not empty."""
        return (*self.texts, *["drawing"] * bool(self.drawing), *["fog"] * (self.fog is not None))

    @property
    def heading(self) -> str:
        """The title, followed by the author."""
        return title_line(self.title, self.author)


def check_drawing(drawing: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return the figures of a drawing as a tuple.

    Raises
    ------
    PuzzleError
        If there are too many figures or points, or if something isn't a figure.
    """
    figures = tuple(drawing)
    if len(figures) > MAX_FIGURES:
        raise PuzzleError(f"drawing: expected at most {MAX_FIGURES:,} figures, found {len(figures):,}")
    for figure in figures:
        if not isinstance(figure, DrawnLine | DrawnShape):
            raise PuzzleError(f"drawing: expected a DrawnLine or a DrawnShape, found {short_repr(figure)}")
    n_points = sum(len(figure.points) for figure in figures if isinstance(figure, DrawnLine))
    if n_points > MAX_POINTS:
        raise PuzzleError(f"drawing: expected lines of at most {MAX_POINTS:,} points in all, found {n_points:,}")
    return figures


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
