"""What was probably meant: the name that is nearest to one that isn't there."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Find the name that is nearest to a word; None if none is near.

    Examples
    --------
    >>> nearest("slove", ["solve", "draw"]), nearest("--CUONT", ["--count"]), nearest("xyz", ["solve"])
    ('solve', '--count', None)
    """
    from difflib import get_close_matches  # only those who make a mistake wait for it

    known = {name.lower(): name for name in names}
    found = get_close_matches(word[:LONGEST].lower(), known, n=1, cutoff=0.68)
    return known[found[0]] if found else None


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Ask whether the nearest name was meant, as the end of a message; nothing if none is near.

    Examples
    --------
    >>> did_you_mean("gird", ["grid", "line"]), did_you_mean("xyz", ["grid"])
    ('; did you mean grid?', '')
    """
    found = nearest(word, names)
    return f"; did you mean {found}?" if found else ""


LONGEST = 60
"""Characters of a name; what is longer is none."""
