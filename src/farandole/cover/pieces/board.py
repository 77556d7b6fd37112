"""A board: the cells that pieces fill."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import product

from farandole.cover.pieces.lattice import CUBE, HEXAGON, SQUARE, TRIANGLE, Cell, Lattice
from farandole.cover.pieces.piece import read_cells
from farandole.display import RichDisplay
from farandole.errors import CoverError
from farandole.limits import check_int


class Board(RichDisplay):
    """Cells of a lattice.

    Parameters
    ----------
    cells : str, or iterable of cells
        In a drawing, each line is a row, and an empty line begins the next layer. Any sign is a cell, except a blank or
        ``#``, which are holes.
    lattice : Lattice, optional
        By default cubes if the cells are of three numbers or the drawing has several layers, else squares.

    Attributes
    ----------
    cells : tuple of Cell
        In ascending order.
    lattice : Lattice

    Raises
    ------
    CoverError
        If there is no cell, a cell comes twice, or a cell has not as many numbers as the lattice has dimensions.

    Examples
    --------
    >>> ring = Board('''
    ... ...
    ... .#.
    ... ...''')
    >>> ring, ring.n_symmetries
    (<Board: 8 cells of SQUARE>, 8)
    >>> print(ring.without([(0, 0)]))
    #..
    .#.
    ...
    """

    def __init__(self, cells: str | Iterable[Cell], lattice: Lattice | None = None) -> None:
        self.cells, self.lattice = read_cells(cells, lattice, empty=" #")
        if not self.cells:
            raise CoverError("a board: expected cells, found none")

    @classmethod
    def rectangle(cls, n_rows: int, n_columns: int, lattice: Lattice = SQUARE) -> Board:
        """Make a rectangle of squares; of hexagons or triangles, a parallelogram.

        With hexagons, rows are shifted. A row of triangles has twice as many cells as columns.

        Examples
        --------
        >>> Board.rectangle(6, 10), Board.rectangle(6, 6, TRIANGLE)
        (<Board: 60 cells of SQUARE>, <Board: 72 cells of TRIANGLE>)
        """
        n_rows, n_columns = check_int("n_rows", n_rows, least=1), check_int("n_columns", n_columns, least=1)
        if (
            lattice is TRIANGLE
        ):  # the slanted side goes down to the left, so that each row begins with one that points up
            return cls(((row, column - row) for row in range(n_rows) for column in range(2 * n_columns)), lattice)
        return cls(product(range(n_rows), range(n_columns)), lattice)

    @classmethod
    def box(cls, n_layers: int, n_rows: int, n_columns: int) -> Board:
        """Make a box of cubes.

        Examples
        --------
        >>> Board.box(3, 3, 3)
        <Board: 27 cells of CUBE>
        """
        sides = (
            check_int(*side, least=1)
            for side in zip(("n_layers", "n_rows", "n_columns"), (n_layers, n_rows, n_columns), strict=True)
        )
        return cls(product(*map(range, sides)), CUBE)

    @classmethod
    def triangle(cls, side: int) -> Board:
        """Make a triangle of triangles that points up.

        Examples
        --------
        >>> print(Board.triangle(2))
        #.#
        ...
        """
        side = check_int("side", side, least=1)
        return cls(((row, column) for row in range(side) for column in range(-row, row + 1)), TRIANGLE)

    @classmethod
    def hexagon(cls, a: int, b: int, c: int) -> Board:
        """Make a hexagon of triangles with the sides a, b, c, a, b, c.

        Examples
        --------
        >>> Board.hexagon(1, 1, 1), Board.hexagon(2, 2, 2)
        (<Board: 6 cells of TRIANGLE>, <Board: 24 cells of TRIANGLE>)
        """
        a, b, c = check_int("a", a, least=1), check_int("b", b, least=1), check_int("c", c, least=1)
        points = []
        for right, up in product(range(-b, a + 1), range(b + c)):
            for point in ((3 * right + 1, 3 * up + 1), (3 * right + 2, 3 * up + 2)):
                across = point[0] + point[1]  # grows along the third direction
                if -3 * b < point[0] < 3 * a and 0 < point[1] < 3 * (b + c) and 0 < across < 3 * (a + c):
                    points.append(point)
        return cls(map(TRIANGLE.cell, points), TRIANGLE)

    @classmethod
    def honeycomb(cls, side: int) -> Board:
        """Make a hexagon of hexagons.

        Examples
        --------
        >>> Board.honeycomb(3)
        <Board: 19 cells of HEXAGON>
        """
        reach = check_int("side", side, least=1) - 1
        line = range(-reach, reach + 1)
        return cls((cell for cell in product(line, line) if abs(sum(cell)) <= reach), HEXAGON)

    def without(self, cells: Iterable[Cell]) -> Board:
        """Return the board with holes.

        Raises
        ------
        CoverError
            If a hole is not one of the cells.
        """
        holes, _ = read_cells(cells, self.lattice, empty=" #")
        for hole in holes:
            if hole not in self.cells:
                raise CoverError(f"hole {hole}: expected a cell of the board")
        return Board((cell for cell in self.cells if cell not in holes), self.lattice)

    @property
    def symmetries(self) -> tuple[dict[Cell, Cell], ...]:
        """The turns and mirrors that map the board to itself: where each cell goes. The first one moves nothing."""
        return tuple(move for move, _ in self._moves)

    @property
    def rotations(self) -> tuple[dict[Cell, Cell], ...]:
        """The symmetries that are no mirrors.

        Examples
        --------
        >>> box = Board.box(3, 3, 3)
        >>> len(box.symmetries), len(box.rotations)
        (48, 24)
        """
        return tuple(move for move, is_mirror in self._moves if not is_mirror)

    @cached_property
    def _moves(self) -> tuple[tuple[dict[Cell, Cell], bool], ...]:
        """The symmetries, and whether each is a mirror."""
        lattice = self.lattice
        points = {lattice.point(cell): cell for cell in self.cells}
        by_form = dict(zip(lattice.form(points), sorted(points), strict=True))
        own = lattice.form(points)
        found = []
        for symmetry in lattice.symmetries:
            moved = {point: symmetry.apply(point) for point in points}
            if lattice.form(moved.values()) == own:
                # A shift keeps the order, so the k-th moved point is at the k-th point of the board.
                place = dict(zip(sorted(moved.values()), (by_form[point] for point in own), strict=True))
                found.append(({points[point]: points[place[to]] for point, to in moved.items()}, symmetry.is_mirror))
        return tuple(found)

    @property
    def n_symmetries(self) -> int:
        """The number of turns and mirrors that map the board to itself."""
        return len(self.symmetries)

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.cells, self.lattice) == (other.cells, other.lattice)

    def __hash__(self) -> int:
        return hash(self.cells)

    def __str__(self) -> str:
        return draw_text(self, dict.fromkeys(self.cells, "."), hole="#")

    def __repr__(self) -> str:
        return f"<Board: {len(self)} cells of {self.lattice!r}>"


def draw_text(board: Board, signs: dict[Cell, str], *, hole: str = " ") -> str:
    """Draw a sign for each cell: a line for each row, and an empty line before the next layer."""
    low = [min(along) for along in zip(*board.cells, strict=True)]
    high = [max(along) for along in zip(*board.cells, strict=True)]
    *layers, rows, columns = (range(a, b + 1) for a, b in zip(low, high, strict=True))
    drawn = (
        "\n".join("".join(signs.get((*layer, row, column), hole) for column in columns).rstrip() for row in rows)
        for layer in product(*layers)
    )
    return "\n\n".join(drawn)
