"""Fonts for those who draw a picture themselves: a browser looks for characters in all its fonts, Cairo in one."""

from __future__ import annotations

import subprocess
from functools import cache
from unicodedata import east_asian_width

CHINESE = "Noto Sans CJK SC"  # where nobody can say which font has the characters
FAMILY = "Helvetica,Arial,sans-serif"  # in a drawing


def has_wide(text: str) -> bool:
    """Return whether a text has characters that the usual fonts lack, such as Chinese ones."""
    return any(east_asian_width(character) in "WF" for character in text)


@cache
def chinese_font() -> str | None:
    """Ask fontconfig for a font with Chinese characters; None if none is installed, or if nobody can say."""
    try:
        asked = subprocess.run(
            ["fc-match", "-f", "%{family[0]}\n%{lang}", ":lang=zh-cn"], capture_output=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    family, _, languages = asked.stdout.decode(errors="replace").partition("\n")
    return family if "zh-cn" in languages else None


def legible(drawing: str) -> str:
    """Name a font that has the characters of a drawing.

    Examples
    --------
    >>> legible("<style>svg{font-family:Helvetica,Arial,sans-serif}</style>")
    '<style>svg{font-family:Helvetica,Arial,sans-serif}</style>'
    """
    if not has_wide(drawing):
        return drawing
    return drawing.replace(f"font-family:{FAMILY}", f"font-family:{chinese_font() or CHINESE}")
