"""Documents and links of f-puzzles."""

from farandole.formats.fpuzzles.reading import read, title, unknowns
from farandole.formats.fpuzzles.writing import LINK, link, write

__all__ = ["LINK", "link", "read", "title", "unknowns", "write"]
