"""LZ-string in base64: how f-puzzles and SudokuPad put a document into a link.

A text is told in codes. A code is a word that both sides know, 0 or 1 for a new character (told in 8 or 16 bits), or 2
for the end; after each code both sides learn one word more: the last word and the first character of this one. A code
has as many bits as the number of words known, lowest first; six bits are a character of base64, highest first.
Characters are UTF-16 code units, as in JavaScript.

(The packages for this on the index are unkept or at their first release; the method is forty lines each way.)

References
----------
Pieroxy, "LZ-based compression algorithm for JavaScript", https://pieroxy.net/blog/pages/lz-string/index.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from farandole.errors import FormatError
from farandole.sizes import MAX_TEXT

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIX = str.maketrans({character: f"{value:06b}" for value, character in enumerate(ALPHABET)})
_ODD = re.compile(f"[^{ALPHABET}]")

_NARROW, _WIDE, _END = range(3)
_N_SPECIAL = 3


def compress(text: str) -> str:
    """Compress a text to base64.

    Examples
    --------
    >>> compress("banana banana")
    'EYQwduIAShFA'
    >>> decompress(compress("banana banana"))
    'banana banana'
    """
    teller = _Teller()
    word = ""
    for unit in _units(text):
        teller.number(unit)
        if word + unit in teller.numbers:
            word += unit
        else:
            teller.tell(word)
            teller.number(word + unit)
            word = unit
    if word:
        teller.tell(word)
    return teller.end()


class _Teller:
    """The side that compresses."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._told: set[str] = set()  # characters that the reader knows
        self._n_known = _N_SPECIAL  # words that the reader knows
        self._bits: list[int] = []

    def number(self, word: str) -> None:
        self.numbers.setdefault(word, len(self.numbers) + _N_SPECIAL)

    def tell(self, word: str) -> None:
        is_first = self._n_known == _N_SPECIAL
        if len(word) == 1 and word not in self._told:
            is_wide = ord(word) > 0xFF
            self._put(_WIDE if is_wide else _NARROW, self._n_known.bit_length())
            self._put(ord(word), 16 if is_wide else 8)
            self._told.add(word)
            self._n_known += 1
        else:
            self._put(self.numbers[word], self._n_known.bit_length())
        self._n_known += not is_first

    def end(self) -> str:
        self._put(_END, self._n_known.bit_length())
        bits = self._bits
        bits += [0] * (6 - len(bits) % 6)  # at least one
        sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
        letters = "".join(ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)
        return letters + "=" * (-len(letters) % 4)

    def _put(self, value: int, width: int) -> None:
        self._bits += (value >> place & 1 for place in range(width))


def decompress(text: str) -> str:
    """Find the text that `compress` was given.

    Raises
    ------
    FormatError
        If a character is not of base64, if a code has no meaning, if the end is missing, or if the text has more than
        `MAX_TEXT` characters: a few bytes can tell a text of any length.
    """
    bits = _bits(text)
    place = 0

    def take(width: int) -> int:
        nonlocal place
        place += width
        if place > len(bits):
            message = f"the link is cut off after {len(text):,} characters: copy all of it"
            raise FormatError(message, code="damaged_link")
        return int(bits[place - width : place][::-1], 2)

    words = [""] * _N_SPECIAL
    heard: list[str] = []
    n_units = 0
    while (code := take(len(words).bit_length())) != _END:
        if code in (_NARROW, _WIDE):
            words.append(chr(take(16 if code == _WIDE else 8)))
            code = len(words) - 1
        if code > len(words) - (not heard):
            message = f"the link is damaged: word {code} is used before it is known (LZ-string)"
            raise FormatError(message, code="damaged_link")
        word = words[code] if code < len(words) else heard[-1] + heard[-1][0]
        if heard:
            words.append(heard[-1] + word[0])
        heard.append(word)
        n_units += len(word)
        if n_units > MAX_TEXT:
            raise FormatError(f"the link unpacks to more than {MAX_TEXT:,} characters (LZ-string)")
    return "".join(heard).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _units(text: str) -> Iterator[str]:
    """Yield a text's UTF-16 code units, each as a character."""
    for character in text:
        if ord(character) <= 0xFFFF:
            yield character
        else:
            yield from map(chr, memoryview(character.encode("utf-16-le")).cast("H"))


def _bits(text: str) -> str:
    """Write a text's bits, each as a character."""
    if len(text) > MAX_TEXT:
        raise FormatError(f"expected a link of at most {MAX_TEXT:,} characters, found {len(text):,}")
    known = text.rstrip("=")
    if odd := _ODD.search(known):
        message = f"LZ-string, character {odd.start() + 1}: expected a character of base64, found {odd[0]!r}"
        raise FormatError(message, code="damaged_link")
    return known.translate(_SIX)
