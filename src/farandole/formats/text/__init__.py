"""Puzzles as text: classic ones, and those of other shapes."""

from farandole.formats.text.classic import FORMS, Entry, Recognized, read, recognize, scan, sniff, write

__all__ = [
    "FORMS",
    "Entry",
    "Recognized",
    "read",
    "recognize",
    "scan",
    "sniff",
    "write",
]
