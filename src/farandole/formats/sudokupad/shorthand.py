"""SudokuPad's shorthand for JSON: unquoted and abbreviated keys, ``t``, ``f``, unquoted colors, nothing for ``{}``."""

from __future__ import annotations

import json
import re
from typing import Any

from farandole.errors import FormatError, short_repr
from farandole.lazy import regex
from farandole.sizes import MAX_INTEGER

ABBREVIATIONS = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "d2": "d",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
_WORDS: dict[str, Any] = {"t": True, "f": False, "#0": "#000000", "#F": "#FFFFFF", "": {}}

_TOKEN = regex(r"""[{}\[\],:]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^{}\[\],:'"]+""", re.DOTALL)


def unzip(text: str) -> Any:
    """Read a value from the shorthand.

    Raises
    ------
    FormatError
        If the text is malformed.

    Examples
    --------
    >>> unzip("{ce:[[{v:5},,{}]],ca:[{v:'it\\\\'s',r:t,c:#0}]}")
    {'cells': [[{'value': 5}, {}, {}]], 'cages': [{'value': "it's", 'rounded': True, 'color': '#000000'}]}
    """
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    if "".join(tokens) != text:
        raise FormatError("SudokuPad's shorthand: a quote that doesn't end")
    reader = _Reader(tokens)
    try:
        value = reader.value()
    except RecursionError:
        raise FormatError("SudokuPad's shorthand: too deep") from None
    if reader.tokens:
        raise reader.fault("the end")
    return value


class _Reader:
    """Reads values from tokens, the next one last."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens[::-1]

    def fault(self, expected: str) -> FormatError:
        found = short_repr(self.tokens[-1]) if self.tokens else "the end"
        return FormatError(f"SudokuPad's shorthand: expected {expected}, found {found}")

    def _is_next(self, *tokens: str) -> bool:
        return bool(self.tokens) and self.tokens[-1] in tokens

    def _take(self, expected: str) -> None:
        if not self._is_next(expected):
            raise self.fault(repr(expected))
        self.tokens.pop()

    def value(self) -> Any:
        if self._is_next("{"):
            return self._object()
        if self._is_next("["):
            return self._list()
        if not self.tokens or self._is_next(",", "]", "}"):
            return {}
        return _plain(self.tokens.pop())

    def _list(self) -> list[Any]:
        self._take("[")
        if self._is_next("]"):
            self.tokens.pop()
            return []
        values = [self.value()]
        while not self._is_next("]"):
            self._take(",")
            values.append(self.value())
        self._take("]")
        return values

    def _object(self) -> dict[str, Any]:
        self._take("{")
        found: dict[str, Any] = {}
        while not self._is_next("}"):
            if found:
                self._take(",")
            if not self.tokens or self._is_next(*"{}[],:"):
                raise self.fault("a key")
            key = str(_text(self.tokens.pop()))
            self._take(":")
            found[ABBREVIATIONS.get(key, key)] = self.value()
        self._take("}")
        return found


def _text(token: str) -> str:
    if token[0] not in "'\"":
        return token
    inner = token[1:-1].replace("\\'", "'") if token[0] == "'" else token[1:-1].replace('\\"', '"')
    try:
        return str(json.loads('"' + inner.replace('"', '\\"') + '"', strict=False))
    except ValueError:
        raise FormatError(f"SudokuPad's shorthand: expected a text, found {short_repr(token)}") from None


def _plain(token: str) -> Any:
    """Read a word, a number or a text."""
    if token[0] in "'\"":
        return _text(token)
    if token in _WORDS:
        return _WORDS[token]
    if re.fullmatch("[0-9a-fA-F]{6}", token):
        return f"#{token}"
    try:
        return json.loads(token, parse_int=_integer, parse_constant=_integer)
    except ValueError:
        raise FormatError(f"SudokuPad's shorthand: expected a value, found {short_repr(token)}") from None


def _integer(digits: str) -> int:
    if len(digits) > MAX_INTEGER:
        raise ValueError
    return int(digits)
