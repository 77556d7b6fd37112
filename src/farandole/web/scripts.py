"""The scripts of the page as they are sent: without their comments, which are a fifth of their weight."""

from __future__ import annotations

import re

from farandole.lazy import regex

COMMENTS = regex(r"^[ \t]*(?://.*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*)$", re.MULTILINE)


def strip_comments(script: str) -> str:
    r"""Remove the comments that have lines of their own. The lines stay, so that errors name the right ones.

    Examples
    --------
    >>> strip_comments("/**\n * One.\n */\nconst one = 1; // first\n  // two\n")
    '\n\n\nconst one = 1; // first\n\n'
    """
    return COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), script)
