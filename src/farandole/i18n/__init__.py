"""The language of messages for players: English, as in the code, or another one from its catalog.

A sentence for players is written in English inside `tr`, where it is needed. A catalog holds the same sentence in
another language, with the same words in braces: translators edit ``zh/LC_MESSAGES/farandole.po``, and
``docs/list_messages.py`` keeps it in step with the code. Errors, help and docstrings are English.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from farandole.errors import ArgumentError, short_repr

if TYPE_CHECKING:
    from gettext import NullTranslations

__all__ = ["LANGUAGES", "current_language", "display_width", "join_words", "tr", "tr_counted", "use_language"]

LANGUAGES = {"en": "English", "zh": "中文"}
CATALOGS = os.path.dirname(__file__)

# A Chinese sentence has spaces around its braces, because digits and Latin letters look better with them. They are
# removed between Chinese words and beside punctuation.
_WIDE, _MARKS = r"\u2e80-\uffef", r"，。；：、？！（）「」“”"
_NEEDLESS_SPACES = {"zh": rf"(?<=[{_WIDE}]) +(?=[{_WIDE}])|(?<=[{_MARKS}]) +|(?<=\S) +(?=[{_MARKS}])"}

_spoken: ContextVar[str] = ContextVar("_spoken")


def tr(sentence: str, /, **words: object) -> str:
    """Translate a sentence into the current language, and fill its braces.

    The sentence has to be a literal, because the catalog is made by reading the code.

    Examples
    --------
    >>> tr("{cell} is {digit}", cell="r1c1", digit=5)
    'r1c1 is 5'
    """
    lang = current_language()
    return _filled(lang, sentence if lang == "en" else _catalog(lang).gettext(sentence), words)


def tr_counted(one: str, several: str, number: int, /, **words: object) -> str:
    """Translate the first sentence for the number 1, the second for any other number; otherwise like `tr`.

    Examples
    --------
    >>> [tr_counted("{cells} holds 5", "{cells} hold 5", n, cells="...") for n in (1, 2)]
    ['... holds 5', '... hold 5']
    """
    lang = current_language()
    if lang == "en":
        return _filled(lang, one if number == 1 else several, words)
    return _filled(lang, _catalog(lang).ngettext(one, several, number), words)


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Join words with commas, and with ``and``, ``or`` or ``nor`` before the last one.

    Examples
    --------
    >>> join_words(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    *others, end = list(words) or [""]
    if not others:
        return end
    start = tr(", ").join(others)
    match last:
        case "or":
            return tr("{some} or {last}", some=start, last=end)
        case "nor":
            return tr("{some} nor {last}", some=start, last=end)
    return tr("{some} and {last}", some=start, last=end)


def _filled(lang: str, sentence: str, words: Mapping[str, object]) -> str:
    said = sentence.format(**words) if words else sentence
    return re.sub(_NEEDLESS_SPACES[lang], "", said) if words and lang in _NEEDLESS_SPACES else said


def display_width(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for each Chinese character.

    Examples
    --------
    >>> display_width("Naked Single"), display_width("唯余法")
    (12, 6)
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def current_language() -> str:
    """Return the current language: that of `use_language`, else that of the variable ``FARANDOLE_LANG``, else English.

    Raises
    ------
    ArgumentError
        If the variable names a language that has no catalog.
    """
    return _spoken.get(None) or _of_environment(os.environ.get("FARANDOLE_LANG", ""))


@contextmanager
def use_language(lang: str | None) -> Iterator[None]:
    """Use a language inside a ``with`` block; None keeps the current one.

    Raises
    ------
    ArgumentError
        If there is no catalog of this language.

    Examples
    --------
    >>> with use_language("zh"):
    ...     tr("Naked Single")
    '唯余法'
    """
    token = _spoken.set(_known("lang", current_language() if lang is None else lang))
    try:
        yield
    finally:
        _spoken.reset(token)


@cache
def _of_environment(name: str) -> str:
    return _known("FARANDOLE_LANG", name) if name else "en"


def _known(what: str, name: str) -> str:
    """Return the language of a name such as ``zh``, ``zh-Hans`` or ``zh_CN.UTF-8``."""
    lang = name[:2].lower() if isinstance(name, str) and not name[2:3].isalnum() else ""
    if lang not in LANGUAGES:
        raise ArgumentError(f"{what}: expected {' or '.join(LANGUAGES)}, found {short_repr(name)}")
    return lang


@cache
def _catalog(lang: str) -> NullTranslations:
    from gettext import translation  # English needs none

    return translation("farandole", CATALOGS, [lang])
