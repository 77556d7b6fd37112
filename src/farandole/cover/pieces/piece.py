"""A piece: some cells of a lattice, with a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from farandole.cover.pieces.lattice import CUBE, SQUARE, Cell, Form, Lattice
from farandole.display import RichDisplay
from farandole.errors import CoverError, short_repr
from farandole.records import record


@record
class Piece(RichDisplay):
    """A piece; two pieces are equal if their names and their cells in the given position are.

    Parameters
    ----------
    name : str
        One character, if a drawing in text shall show it.
    form : tuple
        The points of its cells, shifted to the origin.
    lattice : Lattice

    See Also
    --------
    Piece.of : from a drawing, or from cells.
    """

    name: str
    form: Form
    lattice: Lattice = SQUARE

    @classmethod
    def of(cls, name: str, cells: str | Iterable[Cell], lattice: Lattice | None = None) -> Piece:
        """Make a piece from a drawing, or from its cells.

        Parameters
        ----------
        name : str
        cells : str, or iterable of cells
            In a drawing, rows end with a slash or a line break, and layers with two. A cell is any sign but a point, a
            blank or ``#``.
        lattice : Lattice, optional
            By default cubes if the cells are of three numbers or the drawing has several layers, else squares.

        Raises
        ------
        CoverError
            If there is no cell, a cell comes twice, or a cell has not as many numbers as the lattice has dimensions.

        Examples
        --------
        >>> Piece.of("T", "XXX/.X.")
        Piece(name='T', form=((0, 0), (0, 1), (0, 2), (1, 1)), lattice=SQUARE)
        >>> Piece.of("V", [(0, 0, 0), (0, 0, 1), (0, 1, 0)]) == Piece.of("V", "XX/X.", CUBE)
        True
        """
        found, lattice = read_cells(cells, lattice, empty=". #")
        if not found:
            raise CoverError(f"piece {name!r}: expected cells, found none")
        return cls(name, lattice.form(map(lattice.point, found)), lattice)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells, as near to the origin as possible."""
        return tuple(sorted(map(self.lattice.cell, self.form)))

    def __len__(self) -> int:
        return len(self.form)

    @property
    def is_chiral(self) -> bool:
        """Whether no turn makes it its own mirror image."""
        turned = self.lattice.orientations(self.form, mirrors=False)
        return len(self.lattice.orientations(self.form)) > len(turned)


def read_cells(given: str | Iterable[Cell], lattice: Lattice | None, *, empty: str) -> tuple[tuple[Cell, ...], Lattice]:
    """Read cells from a drawing or a list; return them in ascending order, and their lattice."""
    cells = list(_drawn(given, empty, lattice)) if isinstance(given, str) else [_cell(each) for each in given]
    if lattice is None:
        lattice = CUBE if cells and len(cells[0]) == 3 else SQUARE
    for cell in cells:
        if len(cell) != lattice.n_dimensions:
            raise CoverError(f"cell {cell}: expected {lattice.n_dimensions} numbers, found {len(cell)}")
    found = sorted(set(cells))
    if len(found) < len(cells):
        raise CoverError(f"cell {next(cell for cell in found if cells.count(cell) > 1)} comes twice")
    return tuple(found), lattice


def _drawn(drawing: str, empty: str, lattice: Lattice | None) -> Iterator[Cell]:
    layers = drawing.replace("/", "\n").strip("\n").split("\n\n")
    is_flat = len(layers) == 1 if lattice is None else lattice.n_dimensions == 2
    if is_flat and len(layers) > 1:
        raise CoverError(f"a drawing of {len(layers)} layers: expected one on a lattice of {lattice!r}")
    for number, layer in enumerate(layers):
        for row, line in enumerate(layer.split("\n")):
            for column, sign in enumerate(line):
                if sign not in empty:
                    yield (row, column) if is_flat else (number, row, column)


def _cell(given: object) -> Cell:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise CoverError(f"expected a cell such as (0, 1), found {short_repr(given)}")
    cell = tuple(given)
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in cell):
        raise CoverError(f"expected a cell of whole numbers, found {short_repr(given)}")
    return cell
