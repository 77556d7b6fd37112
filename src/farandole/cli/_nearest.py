"""Find the name that was probably meant by a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Find the name that is nearest to a word; None if no name is near.

    Examples
    --------
    >>> nearest("slove", ["solve", "draw"]), nearest("--CUONT", ["--count"]), nearest("xyz", ["solve"])
    ('solve', '--count', None)
    """
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    known = {name.lower(): name for name in names}
    matches = get_close_matches(word[:LONGEST].lower(), known, n=1, cutoff=0.68)
    return known[matches[0]] if matches else None


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return the end of a message that asks for the nearest name; empty if no name is near.

    Examples
    --------
    >>> did_you_mean("gird", ["grid", "line"]), did_you_mean("xyz", ["grid"])
    ('; did you mean grid?', '')
    """
    meant = nearest(word, names)
    return f"; did you mean {meant}?" if meant else ""


LONGEST = 60
"""Characters of the longest name."""
