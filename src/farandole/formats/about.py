"""Title, author, rules in words and message, as other sites write them."""

from __future__ import annotations

from collections.abc import Mapping

from farandole.puzzle import About
from farandole.puzzle.about import LIMITS, LONG, clean_line, clean_text


def read_about(raw: Mapping[str, object], unknown: list[str]) -> About:
    """Read the texts of a document of another site; too long texts are cut, and noted in `unknown`.

    Parameters
    ----------
    raw : mapping
        The values of ``title``, ``author``, ``rules`` and ``message``. A list of texts is one text of several lines.
        Other values count as empty, because sites write null and numbers there.
    unknown : list of str
        The list to which a reader adds what it doesn't understand.

    Examples
    --------
    >>> notes: list[str] = []
    >>> read_about({"title": "t" * 9_999, "author": None, "rules": ["One.", "Two."]}, notes).rules
    'One.\\nTwo.'
    >>> notes
    ['title: more than 300 characters']
    """
    texts = {}
    for name, most in LIMITS.items():
        value = raw.get(name)
        if isinstance(value, list):
            value = "\n".join(line for line in value if isinstance(line, str))
        text = value if isinstance(value, str) else ""
        text = clean_text(text) if name in LONG else clean_line(text)
        if len(text) > most:
            unknown.append(f"{name}: more than {most:,} characters")
        texts[name] = text[:most]
    return About(texts["title"], texts["author"], texts["rules"], texts["message"])
