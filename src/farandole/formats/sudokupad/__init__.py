"""Links of SudokuPad."""

from farandole.formats.sudokupad.link import SITE, describe_reading, read, unknowns, write

__all__ = [
    "SITE",
    "describe_reading",
    "read",
    "unknowns",
    "write",
]
