"""Estimate the width of a text in a drawing, and break it into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unicodedata import combining, east_asian_width

from farandole.lazy import regex

# Widths in ems: the largest of Helvetica, Arial and DejaVu Sans, because a viewer may have any of them.
_WIDTHS = {
    **dict.fromkeys("iIjl.,:;'|!", 0.36),
    **dict.fromkeys(" ftr()[]-/", 0.42),
    **dict.fromkeys("mwMW%@", 1.0),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&+=<>", 0.78),
}
_USUAL, _WIDE = 0.64, 1.0

_PIECE = regex(r"\s+|[^\s⺀-鿿가-힯豈-﫿＀-￯]+|.")
_NEVER_FIRST = set("，。；：、！？）》」』”’％,.;:!?)")


def estimated_width(text: str, *, is_bold: bool = False) -> float:
    """Estimate the width of a text in ems, rather too wide than too narrow.

    Examples
    --------
    >>> estimated_width("ill") < estimated_width("www") < estimated_width("www", is_bold=True)
    True
    """
    return sum(_share(character) for character in text) * (1.08 if is_bold else 1)


def _share(character: str) -> float:
    if combining(character):
        return 0
    if east_asian_width(character) in "WF":
        return _WIDE
    return _WIDTHS.get(character, _USUAL if ord(character) < 0x2000 else _WIDE)


def break_lines(text: str, most: float, width_of: Callable[[str], float] = estimated_width) -> list[str]:
    """Break a text between words, or between Chinese characters, so that no line is wider than ``most``.

    Examples
    --------
    >>> break_lines("Normal sudoku rules apply.", 9)
    ['Normal sudoku', 'rules apply.']
    """
    lines, line = [], ""
    for piece in _pieces(text, most, width_of):
        if line and not piece.isspace() and width_of(line + piece) > most:
            lines.append(line.rstrip())
            line = ""
        if line or not piece.isspace():
            line += piece
    return [*lines, line.rstrip()] if line else lines


def _pieces(text: str, most: float, width_of: Callable[[str], float]) -> Iterator[str]:
    """Split a text where it may break; a word longer than a line may break anywhere."""
    held = ""
    for piece in _PIECE.findall(text):
        if held and piece[0] in _NEVER_FIRST and not held.isspace():
            held += piece
            continue
        yield from held if width_of(held) > most else [held] if held else []
        held = piece
    yield from held if width_of(held) > most else [held] if held else []
