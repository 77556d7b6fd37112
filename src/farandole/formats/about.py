"""Title, author and rules in words, as other sites write them."""

from __future__ import annotations

from collections.abc import Mapping

from farandole.puzzle import About
from farandole.puzzle.about import LIMITS, clean_line, clean_text


def read_about(said: Mapping[str, object], unknown: list[str]) -> About:
    """Read the texts of a document of another site; a text that is too long is cut, and noted as not understood.

    Parameters
    ----------
    said : mapping
        From ``title``, ``author`` and ``rules`` to what stands there. A list of texts is lines of one; whatever is not
        a text counts as empty, because sites write null and numbers there.
    unknown : list of str
        Where a reader notes what it doesn't understand.

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
        value = said.get(name)
        if isinstance(value, list):
            value = "\n".join(line for line in value if isinstance(line, str))
        text = value if isinstance(value, str) else ""
        text = clean_text(text) if name == "rules" else clean_line(text)
        if len(text) > most:
            unknown.append(f"{name}: more than {most:,} characters")
        texts[name] = text[:most]
    return About(**texts)
