"""Documents and links of f-puzzles."""

from farandole.formats.fpuzzles.reading import read, unknowns
from farandole.formats.fpuzzles.writing import LINK, link, write

__all__ = ["LINK", "link", "read", "unknowns", "write"]
