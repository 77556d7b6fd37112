"""Links of SudokuPad."""

from farandole.formats.sudokupad.link import SITE, is_link, read, unknowns, write

__all__ = [
    "SITE",
    "is_link",
    "read",
    "unknowns",
    "write",
]
