"""Documents and links of f-puzzles."""

from farandole.formats.fpuzzles.reading import is_link, read, unknowns
from farandole.formats.fpuzzles.writing import LINK, link, write

__all__ = ["LINK", "is_link", "link", "read", "unknowns", "write"]
