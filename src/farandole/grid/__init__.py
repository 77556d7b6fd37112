"""Cells and houses of any shape."""

from farandole.grid.grid import DIGITS, SIGNS, Cell, Grid, House, Lazy
from farandole.grid.names import CellGroups, Cells, CellsLike, CellsMeta, cell_dataclass, normalize_cells

__all__ = [
    "DIGITS",
    "SIGNS",
    "Cell",
    "CellGroups",
    "Cells",
    "CellsLike",
    "CellsMeta",
    "Grid",
    "House",
    "Lazy",
    "cell_dataclass",
    "normalize_cells",
]
