"""Cells and houses of any shape."""

from farandole.grid.grid import DIGITS, Cell, Grid, House, Once
from farandole.grid.names import CellGroups, Cells, Named, OnCells, frozen, plain_names

__all__ = [
    "DIGITS",
    "Cell",
    "CellGroups",
    "Cells",
    "Grid",
    "House",
    "Named",
    "OnCells",
    "Once",
    "frozen",
    "plain_names",
]
