"""Puzzles as text: classic ones, and those of other shapes."""

from farandole.formats.text.classic import FORMATS, Entry, TextReader, detect_format, open_reader, read, scan
from farandole.formats.text.writing import write

__all__ = [
    "FORMATS",
    "Entry",
    "TextReader",
    "detect_format",
    "open_reader",
    "read",
    "scan",
    "write",
]
