"""Symmetries of givens: which cells are given together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import TypeAlias

from farandole.errors import ArgumentError, short_repr
from farandole.grid import Cell, Grid

Orbit: TypeAlias = tuple[Cell, ...]
"""Cells that a symmetry maps to each other: all are given, or none."""

Move: TypeAlias = Callable[[int, int, int, int], tuple[int, int]]  # from row, column, last row, last column

_HALF: Move = lambda row, column, last, end: (last - row, end - column)  # noqa: E731
_QUARTER: Move = lambda row, column, last, end: (column, last - row)  # noqa: E731, ARG005
_MIRROR: Move = lambda row, column, last, end: (row, end - column)  # noqa: E731, ARG005
_FLIP: Move = lambda row, column, last, end: (last - row, column)  # noqa: E731, ARG005
_DIAGONAL: Move = lambda row, column, last, end: (column, row)  # noqa: E731, ARG005
_ANTIDIAGONAL: Move = lambda row, column, last, end: (end - column, last - row)  # noqa: E731

SYMMETRIES: Mapping[str, tuple[Move, ...]] = {
    "none": (),
    "rotate180": (_HALF,),
    "rotate90": (_QUARTER,),
    "mirror": (_MIRROR,),
    "flip": (_FLIP,),
    "diagonal": (_DIAGONAL,),
    "antidiagonal": (_ANTIDIAGONAL,),
    "mirrors": (_MIRROR, _FLIP),
    "diagonals": (_DIAGONAL, _ANTIDIAGONAL),
    "dihedral": (_QUARTER, _MIRROR),
}
"""The generators of each symmetry: ``mirror`` exchanges left and right, ``flip`` top and bottom, ``mirrors`` both."""


def orbits_of(grid: Grid, symmetry: str) -> tuple[Orbit, ...]:
    """Find the orbits of a symmetry.

    Raises
    ------
    ArgumentError
        If the symmetry is unknown, or if the grid doesn't have it.

    Examples
    --------
    >>> orbits_of(Grid.classic(4), "rotate90")
    ((0, 3, 12, 15), (1, 7, 8, 14), (2, 4, 11, 13), (5, 6, 9, 10))
    """
    if not isinstance(symmetry, str) or symmetry not in SYMMETRIES:
        raise ArgumentError(f"symmetry: expected one of {', '.join(SYMMETRIES)}, found {short_repr(symmetry)}")
    orbits = _orbits(grid, symmetry)
    if orbits is None:
        raise ArgumentError(f"symmetry: expected one that the shape has, found {symmetry!r} for {grid!r}")
    return orbits


@lru_cache(maxsize=100)
def _orbits(grid: Grid, symmetry: str) -> tuple[Orbit, ...] | None:
    orbit_of = {cell: {cell} for cell in range(grid.n_cells)}
    for move in SYMMETRIES[symmetry]:
        for cell, (row, column) in enumerate(grid.positions):
            image = grid.cell(*move(row, column, grid.height - 1, grid.width - 1))
            if image is None:
                return None
            if orbit_of[cell] is not orbit_of[image]:
                orbit_of[cell] |= orbit_of[image]
                for other in orbit_of[image]:
                    orbit_of[other] = orbit_of[cell]
    return tuple(tuple(sorted(orbit)) for cell, orbit in orbit_of.items() if cell == min(orbit))


def symmetries_of(grid: Grid, given: Collection[Cell]) -> tuple[str, ...]:
    """List the symmetries of a set of cells.

    Examples
    --------
    >>> symmetries_of(Grid.classic(4), {0, 15})
    ('rotate180', 'diagonal', 'antidiagonal', 'diagonals')
    """
    held = set(given)
    found = []
    for symmetry in list(SYMMETRIES)[1:]:
        orbits = _orbits(grid, symmetry)
        if orbits is not None and all(held.issuperset(orbit) or held.isdisjoint(orbit) for orbit in orbits):
            found.append(symmetry)
    return tuple(found)
