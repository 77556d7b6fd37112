"""The order in which Sudoku Explainer goes through houses, neighbors and subsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from farandole import _core
from farandole.bitsets import bits, has_several, union
from farandole.grid import Cell
from farandole.limits import check_deadline
from farandole.logic.board import CellSet, DigitSet, Geometry, HouseKind, HouseNumber, HouseSet, cache_by_geometry

CoverSet: TypeAlias = int  # bit i for the i-th cover of `Lines`

T = TypeVar("T")


class Marks(Protocol):
    """The pencilmarks that the searches read: those of a board, or of a propagation on it."""

    @property
    def geometry(self) -> Geometry:
        """The houses."""

    @property
    def masks(self) -> list[DigitSet]:
        """The candidates of each cell."""

    @property
    def places(self) -> list[CellSet]:
        """The places of each digit."""

    @property
    def open(self) -> CellSet:
        """The cells without a digit."""


class Crossing(NamedTuple):
    """Two houses that share two cells or more.

    If all places of a digit in the base are shared, the digit can be removed from the rest of the cover.

    Parameters
    ----------
    base, cover : HouseNumber
    shared, only_base, only_cover : CellSet
    siblings : tuple of HouseNumber
        The other houses of the base's kind that cross the cover.
    """

    base: HouseNumber
    cover: HouseNumber
    shared: CellSet
    only_base: CellSet
    only_cover: CellSet
    siblings: tuple[HouseNumber, ...]


class Lines(NamedTuple):
    """Bases and covers of fishes: rows and columns, or columns and rows.

    Parameters
    ----------
    bases, covers : tuple of HouseNumber
    at : tuple of CoverSet
        For each cell, the covers that hold it.
    """

    bases: tuple[HouseNumber, ...]
    covers: tuple[HouseNumber, ...]
    at: tuple[CoverSet, ...]


class Order:
    """The houses of a geometry in the order of Sudoku Explainer.

    Attributes
    ----------
    sets : tuple of HouseNumber
        The houses in which it searches for subsets: boxes, columns, rows.
    rank : tuple of int
        The place of each house in ``sets``.
    houses_of : tuple of tuple of HouseNumber
        The houses of each cell: box, row, column.
    in_houses : tuple of HouseSet
        The same houses, as a set.
    full_houses_of : tuple of tuple of HouseNumber
        The houses of each cell that hold every digit.
    parts : tuple of tuple of CellSet
        The peers of each cell in each of its houses, without those in an earlier one.
    neighbors : tuple of tuple of Cell
        The peers of each cell, in the order of these parts.
    crossings : tuple of Crossing
        For pointing and claiming.
    lines : tuple of Lines
        For fishes.
    core : _core.HouseOrder
        The same order, for the searches of the core.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.sets = geometry.of_kind(HouseKind.BOX, HouseKind.COLUMN, HouseKind.ROW, HouseKind.OTHER)
        self.rank = tuple(map(self.sets.index, range(len(geometry.houses))))
        seen = geometry.of_kind(HouseKind.BOX, HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER)
        self.houses_of: tuple[tuple[HouseNumber, ...], ...] = tuple(
            tuple(house for house in seen if geometry.houses[house] >> cell & 1) for cell in range(geometry.n_cells)
        )
        self.in_houses: tuple[HouseSet, ...] = tuple(
            union(1 << house for house in cell_houses) for cell_houses in self.houses_of
        )
        self.full_houses_of: tuple[tuple[HouseNumber, ...], ...] = tuple(
            tuple(house for house in cell_houses if geometry.is_full[house]) for cell_houses in self.houses_of
        )
        self.parts = tuple(self._parts(cell) for cell in range(geometry.n_cells))
        self.neighbors: tuple[tuple[Cell, ...], ...] = tuple(
            tuple(cell for part in parts for cell in bits(part)) for parts in self.parts
        )
        self.crossings = tuple(self._crossings())
        houses, houses_of = ([list(numbers) for numbers in some] for some in (geometry.cells, self.houses_of))
        self.core = _core.HouseOrder(geometry.n_digits, houses, list(geometry.is_full), houses_of)
        self.lines = (self._lines(HouseKind.COLUMN, HouseKind.ROW), self._lines(HouseKind.ROW, HouseKind.COLUMN))

    def houses_containing(self, cells: CellSet) -> list[HouseNumber]:
        """List the houses that hold all cells of a set."""
        first = (cells & -cells).bit_length() - 1
        return [house for house in self.houses_of[first] if not cells & ~self.geometry.houses[house]]

    def _parts(self, cell: Cell) -> tuple[CellSet, ...]:
        seen = 1 << cell
        parts = []
        for house in self.houses_of[cell]:
            parts.append(self.geometry.houses[house] & ~seen)
            seen |= self.geometry.houses[house]
        return tuple(parts)

    def _crossings(self) -> Iterator[Crossing]:
        box, column, row = HouseKind.BOX, HouseKind.COLUMN, HouseKind.ROW
        first = [(box, column), (box, row), (column, box), (row, box)]
        kinds = first + [pair for pair in product((box, column, row, HouseKind.OTHER), repeat=2) if pair not in first]
        geometry, houses = self.geometry, self.geometry.houses
        for of_base, of_cover in kinds:
            for base, cover in product(geometry.of_kind(of_base), geometry.of_kind(of_cover)):
                shared = houses[base] & houses[cover]
                if base != cover and geometry.is_full[base] and has_several(shared):
                    siblings = tuple(
                        sibling
                        for sibling in geometry.of_kind(of_base)
                        if sibling != base and geometry.is_full[sibling] and houses[sibling] & houses[cover]
                    )
                    yield Crossing(base, cover, shared, houses[base] & ~shared, houses[cover] & ~shared, siblings)

    def _lines(self, of_base: HouseKind, of_cover: HouseKind) -> Lines:
        geometry = self.geometry
        bases = tuple(house for house in geometry.of_kind(of_base) if geometry.is_full[house])
        covers = geometry.of_kind(of_cover)
        at = tuple(
            union(1 << number for number, cover in enumerate(covers) if geometry.houses[cover] >> cell & 1)
            for cell in range(geometry.n_cells)
        )
        return Lines(bases, covers, at)


@cache_by_geometry
def order_of(geometry: Geometry) -> Order:
    """Return the order of a geometry, cached."""
    return Order(geometry)


def subsets_of(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    """List the subsets of a size, those without the later items first.

    Examples
    --------
    >>> ["".join(some) for some in subsets_of("abcd", 2)]
    ['ab', 'ac', 'bc', 'ad', 'bd', 'cd']
    """
    check_deadline()  # what goes through sets takes long on large grids
    return (subset[::-1] for subset in reversed(tuple(combinations(items[::-1], size))))
