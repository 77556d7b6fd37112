"""The scripts of the page as they are sent: without the comments and the indentation, a quarter of their size."""

from __future__ import annotations

import re

from farandole.lazy import regex

COMMENTS = regex(r"^[ \t]*(?://.*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*)$", re.MULTILINE)


def strip_script(script: str) -> str:
    r"""Remove indentation, and the comments that have lines of their own.

    The lines stay, so that errors name the right ones, and so does a text in backquotes that has several lines.

    Examples
    --------
    >>> strip_script("/**\n * One.\n */\nconst one = 1; // first\n  // two\n  f();\n")
    '\n\n\nconst one = 1; // first\n\nf();\n'
    >>> strip_script("  f(`one\n  two`);\n  g();")
    'f(`one\n  two`);\ng();'
    """
    lines = []
    is_text = False
    for line in COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), script).split("\n"):
        lines.append(line if is_text else line.lstrip())
        is_text ^= line.count("`") % 2 == 1
    return "\n".join(lines)
