"""Inference from the places of one digit.

It depends only on these places, and a step changes the places of few digits, so results are cached by places.
No technique of one digit can eliminate a place that some arrangement of the digit over the whole grid uses. Most digits
have no other places, and need no search.
"""

from __future__ import annotations

from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bits
from farandole.grid import Cell
from farandole.logic.board import (
    Board,
    CellSet,
    Digit,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_geometry,
    cache_by_places,
)

Pair: TypeAlias = tuple[HouseNumber, Cell, Cell]  # a house, and the two places of a digit there


@cache_by_places
def conjugate_pairs(geometry: Geometry, places: CellSet) -> tuple[Pair, ...]:
    """List the full houses that hold exactly two of these places, with the two places."""
    pairs = []
    for house, cells in enumerate(geometry.houses):
        pair = cells & places
        if pair.bit_count() == 2 and geometry.is_full[house]:
            pairs.append((house, (pair & -pair).bit_length() - 1, pair.bit_length() - 1))
    return tuple(pairs)


def reducible_digits(board: Board) -> list[tuple[Digit, CellSet]]:
    """List the digits with an impossible place, each with all its places; call it by `board.cached`."""
    geometry = board.geometry
    return [
        (digit, places) for digit, places in enumerate(board.places) if places and impossible_places(geometry, places)
    ]


@cache_by_places
def impossible_places(geometry: Geometry, places: CellSet) -> CellSet:
    """Return the places that no arrangement of the digit over the whole grid uses."""
    return _arrangements(geometry).impossible(places.to_bytes((geometry.n_cells + 7) // 8, "little"))


@cache_by_geometry
def _required_houses(geometry: Geometry) -> tuple[CellSet, ...]:
    """Return houses that each need the digit: the rows if they hold all cells, otherwise all full houses."""
    rows = [cells for cells, kind in zip(geometry.houses, geometry.kinds, strict=True) if kind is HouseKind.ROW]
    if all(geometry.is_full) and sum(row.bit_count() for row in rows) == geometry.n_cells:
        return tuple(rows)
    return tuple(cells for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full)


@cache_by_geometry
def _arrangements(geometry: Geometry) -> _core.Arrangements:
    houses = [list(bits(cells)) for cells in _required_houses(geometry)]
    return _core.Arrangements(houses, [list(bits(cells)) for cells in geometry.peers])
