"""Links of SudokuPad."""

from farandole.formats.sudokupad.link import SITE, read, title, unknowns, write

__all__ = [
    "SITE",
    "read",
    "title",
    "unknowns",
    "write",
]
