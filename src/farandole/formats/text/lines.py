"""Split a text into lines with any line ends."""

from __future__ import annotations

import codecs
from typing import TypeVar

from farandole.errors import FarandoleError, FormatError
from farandole.lazy import regex

E = TypeVar("E", bound=FarandoleError)

_PLACE = regex(r"line \d+(, column \d+)?: ")


def split_lines(text: str | bytes) -> list[str]:
    """Split a text into lines as editors do; bytes are UTF-8, or UTF-16 with a byte order mark."""
    if isinstance(text, bytes):
        codec = "utf-16" if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
        if codec == "utf-8" and (zero := text.find(0)) >= 0:  # decodes, but is not text
            raise FormatError(f"byte {zero + 1}: expected UTF-8 text, found 0x00", code="not_text")
        try:
            text = text.decode(codec)
        except UnicodeDecodeError as error:
            start = error.start
            found = f"found 0x{text[start]:02x}"
            raise FormatError(f"byte {start + 1}: expected {codec.upper()} text, {found}", code="not_text") from None
    # Not str.splitlines: it also breaks at characters that editors don't count as ends of lines.
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def at_line(error: E, number: int) -> E:
    """Return the error of a text that stands in a line of another one, with the number of that line.

    Examples
    --------
    >>> str(at_line(FormatError("line 1, column 3: expected a digit, found 'x'"), 7))
    "line 7: expected a digit, found 'x'"
    """
    message = str(error)
    place = _PLACE.match(message)
    return type(error).from_error(error, f"line {number}: {message[place.end() if place else 0 :]}", line=number)
