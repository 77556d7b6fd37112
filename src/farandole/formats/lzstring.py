"""LZ-string in base64, which f-puzzles and SudokuPad use for documents in links.

A text becomes a sequence of codes. A code is the number of a word in the dictionary, or 0 or 1 for a new character
(which follows in 8 or 16 bits), or 2 for the end. After each code, one word is added to the dictionary: the previous
word and the first character of this one. A code has as many bits as the size of the dictionary, lowest bit first. Six
bits are a character of base64, highest bit first. Characters are UTF-16 code units, as in JavaScript.

(The packages for LZ-string on PyPI are unmaintained or at their first release, and each direction takes forty lines.)

References
----------
Pieroxy, "LZ-based compression algorithm for JavaScript", https://pieroxy.net/blog/pages/lz-string/index.html.
"""

from __future__ import annotations

from collections.abc import Iterator

from farandole.errors import FormatError
from farandole.lazy import regex
from farandole.sizes import MAX_TEXT

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIX = str.maketrans({character: f"{value:06b}" for value, character in enumerate(ALPHABET)})
_ODD = regex(f"[^{ALPHABET}]")

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
    encoder = _Encoder()
    word = ""
    for unit in _units(text):
        encoder.number(unit)
        if word + unit in encoder.numbers:
            word += unit
        else:
            encoder.write(word)
            encoder.number(word + unit)
            word = unit
    if word:
        encoder.write(word)
    return encoder.end()


class _Encoder:
    """Writes the codes of words."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._sent: set[str] = set()  # characters in the dictionary of the decoder
        self._n_words = _N_SPECIAL  # size of the dictionary of the decoder
        self._bits: list[int] = []

    def number(self, word: str) -> None:
        self.numbers.setdefault(word, len(self.numbers) + _N_SPECIAL)

    def write(self, word: str) -> None:
        is_first = self._n_words == _N_SPECIAL
        if len(word) == 1 and word not in self._sent:
            is_wide = ord(word) > 0xFF
            self._put(_WIDE if is_wide else _NARROW, self._n_words.bit_length())
            self._put(ord(word), 16 if is_wide else 8)
            self._sent.add(word)
            self._n_words += 1
        else:
            self._put(self.numbers[word], self._n_words.bit_length())
        self._n_words += not is_first

    def end(self) -> str:
        self._put(_END, self._n_words.bit_length())
        bits = self._bits
        bits += [0] * (6 - len(bits) % 6)  # at least one
        sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
        letters = "".join(ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)
        return letters + "=" * (-len(letters) % 4)

    def _put(self, value: int, width: int) -> None:
        self._bits += (value >> place & 1 for place in range(width))


def decompress(text: str) -> str:
    """Decompress a text: the inverse of `compress`.

    Raises
    ------
    FormatError
        If a character is not of base64, if a code is not in the dictionary, if the end is missing, or if the text has
        more than `MAX_TEXT` characters (a few bytes can stand for a text of any length).
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
    output: list[str] = []
    n_units = 0
    while (code := take(len(words).bit_length())) != _END:
        if code in (_NARROW, _WIDE):
            words.append(chr(take(16 if code == _WIDE else 8)))
            code = len(words) - 1
        if code > len(words) - (not output):
            message = f"the link is damaged: word {code} is used before it is known (LZ-string)"
            raise FormatError(message, code="damaged_link")
        word = words[code] if code < len(words) else output[-1] + output[-1][0]
        if output:
            words.append(output[-1] + word[0])
        output.append(word)
        n_units += len(word)
        if n_units > MAX_TEXT:
            raise FormatError(f"the link unpacks to more than {MAX_TEXT:,} characters (LZ-string)")
    return "".join(output).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _units(text: str) -> Iterator[str]:
    """Yield the UTF-16 code units of a text, each as a character."""
    for character in text:
        if ord(character) <= 0xFFFF:
            yield character
        else:
            yield from map(chr, memoryview(character.encode("utf-16-le")).cast("H"))


def _bits(text: str) -> str:
    """Return the bits of a text, each as a character."""
    if len(text) > MAX_TEXT:
        raise FormatError(f"expected a link of at most {MAX_TEXT:,} characters, found {len(text):,}")
    known = text.rstrip("=")
    if odd := _ODD.search(known):
        message = f"LZ-string, character {odd.start() + 1}: expected a character of base64, found {odd[0]!r}"
        raise FormatError(message, code="damaged_link")
    return known.translate(_SIX)
