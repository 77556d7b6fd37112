"""Cells and houses of any shape."""

from farandole.grid.grid import DIGITS, Cell, Grid, House, Once

__all__ = [
    "DIGITS",
    "Cell",
    "Grid",
    "House",
    "Once",
]
