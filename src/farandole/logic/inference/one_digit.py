"""What the places of one digit say, whatever the others do.

All that one digit alone can tell depends on its places, and a step changes few digits' places: so what was found for a
set of places is remembered. And no technique of one digit strikes a place that some arrangement of the digit over the
whole grid uses. Most digits have no other places, and need no search.
"""

from __future__ import annotations

from functools import cache

from farandole.grid import Cell
from farandole.logic.board import Board, Geometry, Kind, bits, for_places

Pair = tuple[int, Cell, Cell]  # a house, and the two places of a digit there


@for_places
def conjugates(geometry: Geometry, places: int) -> tuple[Pair, ...]:
    """List the full houses that hold two of these places, and the two."""
    pairs = []
    for home, house in enumerate(geometry.houses):
        some = house & places
        if some.bit_count() == 2 and geometry.is_full[home]:
            pairs.append((home, (some & -some).bit_length() - 1, some.bit_length() - 1))
    return tuple(pairs)


def doubtful(board: Board) -> list[tuple[int, int]]:
    """List the digits that can't be in all of their places, and these; ask with `board.once`."""
    geometry = board.geometry
    return [
        (digit, places) for digit, places in enumerate(board.places) if places and impossible_places(geometry, places)
    ]


@for_places
def impossible_places(geometry: Geometry, places: int) -> int:
    """Find the places that no arrangement of the digit over the whole grid uses."""
    peers = geometry.peers
    houses = sorted((house & places for house in _floors(geometry) if house & places), key=int.bit_count)
    live = 0
    are_rows = len(_floors(geometry)) < len(geometry.houses) and all(geometry.is_full)

    def arrange(houses: list[int], chosen: int, free: int) -> int:
        """Choose a free place in each house that has none; 0 if that can't be done."""
        left = [house for house in houses if not house & chosen]
        if not left:
            return chosen
        tightest = left[0] & free
        if not are_rows:  # a bad order costs seconds where many houses meet, and choosing one costs little
            tightest = _tightest(left, free)
        fresh = tightest & ~live  # first, for they are asked for next
        for part in (fresh, tightest ^ fresh):
            while part:
                low = part & -part
                part ^= low
                found = arrange(left, chosen | low, free & ~peers[low.bit_length() - 1])
                if found:
                    return found
        return 0

    for cell in bits(places):
        if not live >> cell & 1:
            live |= arrange(houses, 1 << cell, places & ~peers[cell])
    return places & ~live


def _tightest(houses: list[int], free: int) -> int:
    """Find the free places of the house that has fewest, or of one with none or one."""
    tightest, least = 0, free.bit_count() + 1
    for house in houses:
        n_free = (house & free).bit_count()
        if n_free < least:
            tightest, least = house & free, n_free
            if n_free < 2:
                break
    return tightest


@cache
def _floors(geometry: Geometry) -> tuple[int, ...]:
    """List houses that each need the digit; rows alone if each cell is in one, as no two rows then share a column."""
    rows = [house for house, kind in zip(geometry.houses, geometry.kinds, strict=True) if kind is Kind.ROW]
    if all(geometry.is_full) and sum(row.bit_count() for row in rows) == geometry.n_cells:
        return tuple(rows)
    return tuple(house for house, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full)
