"""Documents and links of f-puzzles."""

from farandole.formats.fpuzzles.reading import describe_reading, read, unknowns
from farandole.formats.fpuzzles.writing import LINK, link, write

__all__ = ["LINK", "describe_reading", "link", "read", "unknowns", "write"]
