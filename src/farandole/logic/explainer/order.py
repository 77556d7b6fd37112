"""The order in which Sudoku Explainer looks: at houses, at neighbors, at sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple, Protocol, TypeVar

from farandole.grid import Cell
from farandole.logic.board import Geometry, Kind

T = TypeVar("T")


class Marks(Protocol):
    """What the searches read: the pencilmarks, of a board or of a board as a chain of thought sees it."""

    @property
    def geometry(self) -> Geometry:
        """The houses."""

    @property
    def masks(self) -> list[int]:
        """The candidates of each cell."""

    @property
    def places(self) -> list[int]:
        """The places of each digit."""

    @property
    def open(self) -> int:
        """The cells that have no digit."""


class Crossing(NamedTuple):
    """Two houses that share two cells or more; a digit whose places in the base all are shared leaves the cover.

    Parameters
    ----------
    base, cover : int
        Their numbers.
    shared, only_base, only_cover : int
        Cells, as sets.
    siblings : tuple of int
        The other houses of the base's kind that cross the cover.
    """

    base: int
    cover: int
    shared: int
    only_base: int
    only_cover: int
    siblings: tuple[int, ...]


class Lines(NamedTuple):
    """Bases and covers of fishes: rows and columns, or columns and rows.

    Parameters
    ----------
    bases, covers : tuple of int
        Numbers of houses.
    at : tuple of int
        For each cell, the covers that it is on: bit i is the i-th.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    at: tuple[int, ...]


class Order:
    """The houses of a geometry as Sudoku Explainer goes through them.

    Attributes
    ----------
    sets : tuple of int
        Houses in which subsets are looked for: boxes, columns, rows.
    rank : tuple of int
        The place of each house in ``sets``.
    houses_of : tuple of tuple of int
        The houses of each cell: box, row, column.
    in_houses : tuple of int
        The same houses as a mask: bit h for house h.
    parts : tuple of tuple of int
        The peers of each cell in each of these houses, as sets, without those in an earlier one.
    strong_homes : tuple of tuple of int
        Those houses of each cell that hold each digit.
    neighbors : tuple of tuple of int
        The same, listed; the order of its houses makes theirs.
    crossings : tuple of Crossing
        For pointing and claiming.
    lines : tuple of Lines
        For fishes.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.sets = geometry.of_kind(Kind.BOX, Kind.COLUMN, Kind.ROW, Kind.OTHER)
        self.rank = tuple(map(self.sets.index, range(len(geometry.houses))))
        seen = geometry.of_kind(Kind.BOX, Kind.ROW, Kind.COLUMN, Kind.OTHER)
        self.houses_of = tuple(
            tuple(home for home in seen if geometry.houses[home] >> cell & 1) for cell in range(geometry.n_cells)
        )
        self.strong_homes = tuple(
            tuple(home for home in houses_of if geometry.is_full[home]) for houses_of in self.houses_of
        )
        self.in_houses = tuple(sum(1 << home for home in houses_of) for houses_of in self.houses_of)
        self.parts = tuple(self._parts(cell) for cell in range(geometry.n_cells))
        self.neighbors = tuple(
            tuple(cell for part in parts for cell in range(geometry.n_cells) if part >> cell & 1)
            for parts in self.parts
        )
        self.crossings = tuple(self._crossings())
        self.lines = (self._lines(Kind.COLUMN, Kind.ROW), self._lines(Kind.ROW, Kind.COLUMN))

    def _parts(self, cell: Cell) -> tuple[int, ...]:
        seen = 1 << cell
        parts = []
        for home in self.houses_of[cell]:
            parts.append(self.geometry.houses[home] & ~seen)
            seen |= self.geometry.houses[home]
        return tuple(parts)

    def _crossings(self) -> Iterator[Crossing]:
        box, column, row = Kind.BOX, Kind.COLUMN, Kind.ROW
        first = [(box, column), (box, row), (column, box), (row, box)]
        kinds = first + [pair for pair in product((box, column, row, Kind.OTHER), repeat=2) if pair not in first]
        geometry, houses = self.geometry, self.geometry.houses
        for of_base, of_cover in kinds:
            for base, cover in product(geometry.of_kind(of_base), geometry.of_kind(of_cover)):
                shared = houses[base] & houses[cover]
                if base != cover and geometry.is_full[base] and shared & (shared - 1):
                    siblings = tuple(
                        other
                        for other in geometry.of_kind(of_base)
                        if other != base and geometry.is_full[other] and houses[other] & houses[cover]
                    )
                    yield Crossing(base, cover, shared, houses[base] & ~shared, houses[cover] & ~shared, siblings)

    def _lines(self, of_base: Kind, of_cover: Kind) -> Lines:
        geometry = self.geometry
        bases = tuple(home for home in geometry.of_kind(of_base) if geometry.is_full[home])
        covers = geometry.of_kind(of_cover)
        at = tuple(
            sum(1 << number for number, cover in enumerate(covers) if geometry.houses[cover] >> cell & 1)
            for cell in range(geometry.n_cells)
        )
        return Lines(bases, covers, at)


@cache
def order_of(geometry: Geometry) -> Order:
    """Find the order of a geometry, once."""
    return Order(geometry)


def some_of(items: Sequence[T], size: int) -> Iterator[tuple[T, ...]]:
    """List the sets of some size, those without the later items first.

    Examples
    --------
    >>> ["".join(some) for some in some_of("abcd", 2)]
    ['ab', 'ac', 'bc', 'ad', 'bd', 'cd']
    """
    return (some[::-1] for some in reversed(tuple(combinations(items[::-1], size))))
