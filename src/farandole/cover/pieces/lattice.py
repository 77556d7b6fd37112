"""Lattices: cells of one shape that fill the plane or space, and the turns and mirrors that keep them in place.

A *cell* is what people write: numbers of a row and a column, in space after the number of a layer. A *point* is what
symmetries act on, by a matrix of integers and a shift. They are the same but for triangles, whose points are their
centers in thirds of an edge, along two edges of a triangle.

::

    square          hexagon, each row half       triangle, the first points up
                    a cell further right
    (0,0) (0,1)     (0,0) (0,1)                  /\\    (0,0) up, (0,1) down,
    (1,0) (1,1)        (1,0) (1,1)              /__\\   (1,0) down, (1,1) up
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import TypeAlias

from farandole.records import record

Cell: TypeAlias = tuple[int, ...]
Point: TypeAlias = tuple[int, ...]
Form: TypeAlias = tuple[Point, ...]
"""Points in ascending order, shifted to the origin: equal for the same cells anywhere."""
Matrix: TypeAlias = tuple[tuple[int, ...], ...]


@record
class Symmetry:
    """A turn, or a mirror and a turn, around the origin."""

    matrix: Matrix
    is_mirror: bool

    def apply(self, point: Point) -> Point:
        """Move a point."""
        return tuple(sum(factor * x for factor, x in zip(row, point, strict=True)) for row in self.matrix)


@record(repr=False)
class Lattice:
    """Cells of one shape.

    Parameters
    ----------
    name : str
        ``square``, ``triangle``, ``hexagon`` or ``cube``.
    n_dimensions : int
    symmetries : tuple of Symmetry
        All that map the lattice to itself and keep the origin; the first one moves nothing.
    steps : tuple of Point
        From a point to its neighbors. For a triangle that points down, they are the other way.
    unit : int
        Points are shifted by multiples of this number.
    """

    name: str
    n_dimensions: int
    symmetries: tuple[Symmetry, ...]
    steps: tuple[Point, ...]
    unit: int = 1

    def point(self, cell: Cell) -> Point:
        """Return the point of a cell.

        Examples
        --------
        >>> TRIANGLE.point((0, 0)), TRIANGLE.point((0, 1)), HEXAGON.point((2, 3))
        ((1, 1), (2, 2), (2, 3))
        """
        if self.unit == 1:
            return cell
        row, column = cell
        part = 1 + (row + column) % 2
        return 3 * ((row + column) // 2) + part, part - 3 * row

    def cell(self, point: Point) -> Cell:
        """Return the cell of a point.

        Examples
        --------
        >>> [TRIANGLE.cell(TRIANGLE.point((row, column))) for row in (0, 1) for column in (4, 5)]
        [(0, 4), (0, 5), (1, 4), (1, 5)]
        """
        if self.unit == 1:
            return point
        right, up = point
        part = right % 3
        row = (part - up) // 3
        return row, 2 * ((right - part) // 3) + part - 1 - row

    def neighbors(self, point: Point) -> Iterator[Point]:
        """Yield the points of the cells that share a side with a cell."""
        sign = -1 if self.unit == 3 and point[0] % 3 == 2 else 1
        for step in self.steps:
            yield tuple(x + sign * along for x, along in zip(point, step, strict=True))

    def form(self, points: Iterable[Point]) -> Form:
        """Shift points to the origin, and sort them.

        Examples
        --------
        >>> SQUARE.form([(5, 8), (5, 7), (4, 8)])
        ((0, 1), (1, 0), (1, 1))
        """
        points = list(points)
        shift = [self.unit * (min(along) // self.unit) for along in zip(*points, strict=True)]
        return tuple(sorted(tuple(x - by for x, by in zip(point, shift, strict=True)) for point in points))

    def orientations(self, form: Form, *, turns: bool = True, mirrors: bool = True) -> list[Form]:
        """Turn and mirror a form in all ways, and list the different ones.

        Without turns, a mirror swaps left and right; in space, the sides of each row.

        Examples
        --------
        >>> ell = SQUARE.form([(0, 0), (1, 0), (2, 0), (2, 1)])
        >>> [len(SQUARE.orientations(ell, turns=turns, mirrors=mirrors)) for turns in (True, False)
        ...  for mirrors in (True, False)]
        [8, 4, 2, 1]
        """
        return sorted({self.form(map(each.apply, form)) for each in self.allowed(turns=turns, mirrors=mirrors)})

    def allowed(self, *, turns: bool, mirrors: bool) -> tuple[Symmetry, ...]:
        """Return the symmetries without turns, or without mirrors."""
        if turns:
            return tuple(each for each in self.symmetries if mirrors or not each.is_mirror)
        flip = next(each for each in self.symmetries if each.matrix == _FLIPS[self.name])
        return (self.symmetries[0], flip) if mirrors else self.symmetries[:1]

    def __repr__(self) -> str:
        return self.name.upper()


# ── The four lattices ─────────────────────────────────────────────────────────────────────────────────────────────────


def _of_axes(n: int) -> tuple[Symmetry, ...]:
    """List the symmetries of squares or cubes: the axes change places and directions."""
    found = []
    for order in permutations(range(n)):
        for signs in product((1, -1), repeat=n):
            matrix = tuple(tuple(signs[row] * (column == order[row]) for column in range(n)) for row in range(n))
            n_swaps = sum(order[a] > order[b] for a in range(n) for b in range(a + 1, n))
            found.append(Symmetry(matrix, (n_swaps + signs.count(-1)) % 2 == 1))
    return tuple(sorted(found, key=lambda each: each.is_mirror))


def _of_hexagons() -> tuple[Symmetry, ...]:
    """List the symmetries of hexagons and triangles: six turns, each with a mirror too."""
    turns: list[Matrix] = [((1, 0), (0, 1))]
    for _ in range(5):
        (a, b), (c, d) = turns[-1]
        turns.append(((-c, -d), (a + c, b + d)))
    # A mirror swaps the two axes first.
    mirrors = [tuple((row[1], row[0]) for row in matrix) for matrix in turns]
    return (*(Symmetry(each, False) for each in turns), *(Symmetry(each, True) for each in mirrors))


_FLIPS: dict[str, Matrix] = {
    "square": ((1, 0), (0, -1)),
    "cube": ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "hexagon": ((1, 0), (-1, -1)),
    "triangle": ((-1, -1), (0, 1)),
}

SQUARE = Lattice("square", 2, _of_axes(2), ((0, 1), (0, -1), (1, 0), (-1, 0)))
CUBE = Lattice(
    "cube", 3, _of_axes(3), tuple(tuple(sign * (k == axis) for k in range(3)) for axis in range(3) for sign in (1, -1))
)
HEXAGON = Lattice("hexagon", 2, _of_hexagons(), ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)))
TRIANGLE = Lattice("triangle", 2, _of_hexagons(), ((1, 1), (-2, 1), (1, -2)), unit=3)
LATTICES = {each.name: each for each in (SQUARE, TRIANGLE, HEXAGON, CUBE)}
