"""What follows from an equivalence of houses, by counting a digit or by the sets of digits that its sides can hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Cell
from farandole.logic.board import Board, Cage, CellSet, Digit, DigitSet, Geometry, cache_for_geometries
from farandole.logic.inference.equivalences import find_equivalences
from farandole.logic.step import Equivalence, Side
from farandole.records import record

_MAX_SET_CELLS = 4  # of a side whose sets of digits are listed
_MAX_FILLINGS = 600  # of such a side

Filling: TypeAlias = tuple[Digit, ...]


# ── Count a digit ───────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Places:
    """The places of a digit on a board.

    Parameters
    ----------
    geometry : Geometry
    free : CellSet
        The open cells that have it as a candidate.
    held : CellSet
        The cells that hold it.
    needed : tuple of CellSet
        Cells of which at least one holds it: its places in a house or cage that must hold it.
    cages : tuple of CellSet
        The cages that must hold it.
    """

    geometry: Geometry
    free: CellSet
    held: CellSet
    needed: tuple[CellSet, ...]
    cages: tuple[CellSet, ...]

    @classmethod
    def of(cls, board: Board, digit: Digit) -> Places:
        """Find the places of a digit, once for all boards that have the same."""
        held = set_of(cell for cell, value in enumerate(board.values) if value == digit)
        cages = tuple(cage.cells for cage in board.cages if _needed_digits(board, cage) & bit_of(digit))
        return _places(board.geometry, board.places[digit], held, cages)

    def least(self, side: Side, supposed: CellSet = 0) -> int:
        """Return how often a side holds the digit at least, if a cell is supposed to hold it."""
        return self.least_with(side, self.needed_in(side), supposed)

    def least_with(self, side: Side, needed: Iterable[CellSet], supposed: CellSet = 0) -> int:
        """Do the same, given what `needed_in` chooses."""
        known = self.held | supposed
        return weight(side, known) + sum(1 + (not cells & ~side.twice) for cells in needed if not cells & known)

    def needed_in(self, side: Side) -> list[CellSet]:
        """Choose disjoint sets of cells of a side of which at least one each holds the digit."""
        chosen, left = [], side.cells & self.free
        for cells in self.needed:
            if cells & left == cells:
                chosen.append(cells)
                left ^= cells
        return chosen

    def can_reach(self, side: Side, n: int, supposed: CellSet = 0, without: CellSet = 0) -> bool:
        """Return whether a side can hold the digit so often, if a cell holds it, and others don't."""
        free = self.free & side.cells & ~without
        if supposed:
            cell = supposed.bit_length() - 1
            free &= ~(supposed | self.geometry.peers[cell])
        n -= weight(side, self.held | supposed)
        return n <= 0 or (free != 0 if n == 1 else _can_reach(self.geometry, free, free & side.twice, n))

    def most(self, side: Side, supposed: CellSet = 0) -> int:
        """Return how often a side can hold the digit at most."""
        n = 0
        while self.can_reach(side, n + 1, supposed):
            n += 1
        return n


@cache_for_geometries(1 << 10)
def _places(geometry: Geometry, free: CellSet, held: CellSet, cages: tuple[CellSet, ...]) -> Places:
    full = [cells for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full]
    needed = {cells & free for cells in (*full, *cages) if not cells & held}
    return Places(
        geometry, free, held, tuple(sorted(needed - {0}, key=lambda cells: (cells.bit_count(), cells))), cages
    )


def _needed_digits(board: Board, cage: Cage) -> DigitSet:
    """Return the digits in every set of digits that a cage can hold."""
    masks = tuple(bit_of(board.values[cell]) or board.masks[cell] for cell in bits(cage.cells))
    return _in_all_sets(masks, cage.total)


@lru_cache(maxsize=1 << 12)
def _in_all_sets(masks: tuple[DigitSet, ...], total: int) -> DigitSet:
    candidates = union(masks)
    needed = candidates
    for digits in combinations(digits_of(candidates), len(masks)):
        if sum(digits) == total:
            chosen = union(map(bit_of, digits))
            if all(mask & chosen for mask in masks):
                needed &= chosen
    return needed


def weight(side: Side, cells: CellSet) -> int:
    """Count the cells of a side, those that it has twice twice."""
    return (side.cells & cells).bit_count() + (side.twice & cells).bit_count()


@cache_for_geometries(1 << 14)
def _can_reach(geometry: Geometry, free: CellSet, twice: CellSet, n: int) -> bool:
    """Return whether cells that don't see each other can count so often."""
    if n <= 0:
        return True
    if free.bit_count() + twice.bit_count() < n:
        return False
    low = free & -free
    rest, seen = free ^ low, geometry.peers[low.bit_length() - 1]
    count = 2 if twice & low else 1
    return _can_reach(geometry, rest & ~seen, twice & rest & ~seen, n - count) or _can_reach(
        geometry, rest, twice & rest, n
    )


class Count(NamedTuple):
    """What follows from counting a digit in an equivalence, given with its number in the order of the search."""

    number: int
    equivalence: Equivalence
    placements: tuple[Cell, ...]
    eliminations: tuple[Cell, ...]


@cache_for_geometries(1 << 10)
def counts_of(places: Places) -> list[Count]:
    """Count a digit in every equivalence."""
    counts = []
    pairs = set(equivalent_pairs(places.geometry))
    for number, equivalence in enumerate(find_equivalences(places.geometry)):
        if equivalence in pairs:
            continue  # their digits are compared all at once
        count = Count(number, equivalence, *count_digit(places, equivalence))
        if count.placements or count.eliminations:
            counts.append(count)
    return counts


def count_digit(places: Places, equivalence: Equivalence) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells that hold a digit, and those that don't."""
    added, taken = equivalence
    surplus = equivalence.surplus
    needed_added, needed_taken = places.needed_in(added), places.needed_in(taken)
    # How often each side has to hold the digit, because the other one does.
    due_added = places.least_with(taken, needed_taken) + surplus
    due_taken = places.least_with(added, needed_added) - surplus
    if not places.can_reach(added, due_added) or not places.can_reach(taken, due_taken):
        return (), ()  # the board has no solution
    open_added, open_taken = due_added - weight(added, places.held), due_taken - weight(taken, places.held)
    placements = [
        cell
        for side, due, is_due in ((added, due_added, open_added > 0), (taken, due_taken, open_taken > 0))
        if is_due
        for cell in bits(places.free & side.cells)
        if not places.can_reach(side, due, without=1 << cell)
    ]
    if placements:
        return tuple(dict.fromkeys(placements)), ()
    tried = places.free if open_added > 0 or open_taken > 0 else places.free & (added.cells | taken.cells)
    lacking = _lacking_if(places, added, taken, needed_taken, open_added, tried)
    lacking |= _lacking_if(places, taken, added, needed_added, open_taken, tried)
    return (), tuple(bits(lacking))


def _lacking_if(
    places: Places, side: Side, other: Side, needed: Sequence[CellSet], due: int, tried: CellSet
) -> CellSet:
    """Return the cells that would leave a side without a place that is due, as `find_lacking` says of a single cell.

    Parameters
    ----------
    places : Places
    side : Side
        It can hold the digit as often as it has to.
    other : Side
        Where a cell holds the digit, the side may have to hold it more often.
    needed : sequence of CellSet
        What `Places.needed_in` chooses of the other side.
    due : int
        How often the side has to hold the digit in free cells.
    tried : CellSet
        Free cells.
    """
    if due < -1 or not (due > 0 or tried & other.cells) or (due < 0 and not tried & other.twice):
        return 0  # a cell counts twice at most
    more = {-2: side.twice, -1: side.cells & ~side.twice, 1: other.cells & ~other.twice, 2: other.twice}
    for cells in needed:  # one of these cells has been counted
        more[1] = more[1] & ~cells | (cells & other.twice if cells & ~other.twice else 0)
        more[2] &= ~cells
    more[0] = tried & ~union(more.values())
    free = places.free & side.cells
    if due > 1:  # then cells that see no place of the side don't matter
        more[0] &= free | union(places.geometry.peers[cell] for cell in bits(free))
    lacking = 0
    for change, cells in more.items():
        n = due + change
        if n == 1 and change >= 0:  # the cells are outside of the side
            lacking |= cells & tried & places.geometry.seen_by_all(bits(free))
        elif n >= 1:
            lacking |= set_of(cell for cell in bits(cells & tried) if not _can_reach_with(places, side, n, cell))
    return lacking


def _can_reach_with(places: Places, side: Side, n: int, cell: Cell) -> bool:
    """Return whether a side can hold the digit n times beside a cell that holds it."""
    free = places.free & side.cells & ~(places.geometry.peers[cell] | 1 << cell)
    return _can_reach(places.geometry, free, free & side.twice, n)


def find_lacking(places: Places, equivalence: Equivalence, cell: Cell) -> Side | None:
    """Return the side that could not hold a digit often enough if a cell held it; None if there is none."""
    added, taken = equivalence
    supposed = 1 << cell
    if not places.can_reach(added, places.least(taken, supposed) + equivalence.surplus, supposed):
        return added
    if not places.can_reach(taken, places.least(added, supposed) - equivalence.surplus, supposed):
        return taken
    return None


# ── Compare sets of digits ──────────────────────────────────────────────────────────────────────────────────────────


@cache_for_geometries(64)
def equivalent_pairs(geometry: Geometry) -> list[Equivalence]:
    """List the equivalences of two cells."""
    return [each for each in small_equivalences(geometry) if (each.added.cells | each.taken.cells).bit_count() == 2]


@cache_for_geometries(64)
def small_equivalences(geometry: Geometry) -> list[Equivalence]:
    """List the equivalences whose sides are compared as sets of digits."""
    return [
        equivalence
        for equivalence in find_equivalences(geometry)
        if not equivalence.surplus
        and not any(side.twice or side.cells.bit_count() > _MAX_SET_CELLS for side in equivalence)
    ]


def side_fillings(board: Board, cells: CellSet) -> tuple[Filling, ...]:
    """List how cells can be filled so that those that see each other differ; none if there are too many ways."""
    chosen = tuple(bits(cells))
    masks = tuple(bit_of(board.values[cell]) or board.masks[cell] for cell in chosen)
    if not all(masks) or prod(mask.bit_count() for mask in masks) > _MAX_FILLINGS:
        return ()
    return _fill(board.geometry, chosen, masks)


@cache_for_geometries(1 << 12)
def _fill(geometry: Geometry, cells: tuple[Cell, ...], masks: tuple[DigitSet, ...]) -> tuple[Filling, ...]:
    ways: list[Filling] = [()]
    for n, (cell, mask) in enumerate(zip(cells, masks, strict=True)):
        rivals = [m for m in range(n) if geometry.peers[cell] >> cells[m] & 1]
        ways = [(*way, digit) for way in ways for digit in digits_of(mask) if all(way[m] != digit for m in rivals)]
    return tuple(ways)


def sets_of(fillings: Sequence[Filling]) -> set[Filling]:
    """Return the digits of each filling without their order; a digit may be there twice."""
    return {tuple(sorted(filling)) for filling in fillings}
