"""Links of SudokuPad."""

from farandole.formats.sudokupad.link import SITE, read, unknowns, write

__all__ = [
    "SITE",
    "read",
    "unknowns",
    "write",
]
