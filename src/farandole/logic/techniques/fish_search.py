"""The search for fish: base houses and cover houses for the places of one digit.

All sets of cells hold only places of the digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from threading import Lock
from typing import Generic, TypeAlias, TypeVar

from farandole.bitsets import bits
from farandole.logic.board import CellSet, Geometry, HouseKind, HouseNumber, cache_by_places
from farandole.logic.inference.one_digit import impossible_places

T = TypeVar("T")

HousePlaces: TypeAlias = tuple[HouseNumber, CellSet]  # a house, and which of the places it holds
_CoverSet: TypeAlias = int  # bit n for cover n of a list


class Shape(Enum):
    """The kinds of houses in a fish."""

    BASIC = "basic"  # rows against columns
    FRANKEN = "Franken"  # rows and boxes against columns and boxes
    MUTANT = "mutant"  # anything against anything


@dataclass(frozen=True, slots=True)
class Fish:
    """Bases whose places, except fins, are all in the covers.

    `fins`: base places outside the covers, or in several bases; `endo`: those in several bases; `twice`: places in
    several covers; `eliminated`: places that the fish eliminates.
    """

    bases: tuple[HousePlaces, ...]
    covers: tuple[HousePlaces, ...]
    fins: CellSet
    endo: CellSet
    twice: CellSet
    eliminated: CellSet

    @property
    def body(self) -> CellSet:
        """The base places that are not fins."""
        held = 0
        for _, cells in self.bases:
            held |= cells
        return held & ~self.fins


class Remembered(Generic[T]):
    """A lazy sequence: an iterator whose items are kept, so that it can be read again."""

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self._known: list[T] = []
        self._lock = Lock()

    def __iter__(self) -> Iterator[T]:
        n = 0
        while True:
            with self._lock:
                if n == len(self._known):
                    self._known.extend(next(([item] for item in self._items), []))
            if n == len(self._known):
                return
            yield self._known[n]
            n += 1


@cache_by_places
def all_fish(
    geometry: Geometry, places: CellSet, size: int, shape: Shape, with_fins: bool, max_fins: int, max_endo_fins: int
) -> Remembered[Fish]:
    """Find all fish of a size, either those with fins or those without: first by their bases, then by their covers."""
    return Remembered(_all_fish(geometry, places, size, shape, max_fins if with_fins else 0, max_endo_fins))


def _all_fish(
    geometry: Geometry, places: CellSet, size: int, shape: Shape, max_fins: int, max_endo_fins: int
) -> Iterator[Fish]:
    targets = impossible_places(geometry, places)
    if not targets:
        return
    for base_houses, cover_houses in _sides(geometry, shape):
        bases = [(house, geometry.houses[house] & places) for house in base_houses if geometry.houses[house] & places]
        covers = [(house, geometry.houses[house] & places) for house in cover_houses if geometry.houses[house] & places]
        if not max_fins:
            bases = [base for base in bases if base[1].bit_count() <= size]
        width = size + _reach(geometry, max_fins) if shape is Shape.BASIC else len(covers)
        for chosen, held, endo in _base_sets(bases, covers, size, size, width, max_fins and max_endo_fins):
            yield from _covered(geometry, chosen, held, endo, covers, targets, max_fins)


def fish_without_eliminations(
    geometry: Geometry, places: CellSet, max_size: int, shape: Shape, max_fins: int, max_endo_fins: int
) -> Iterator[Fish]:
    """Find fish without eliminations because of their fins, from two bases on, a fish before those with more bases."""
    for base_houses, cover_houses in _sides(geometry, shape):
        bases = [(house, geometry.houses[house] & places) for house in base_houses if geometry.houses[house] & places]
        covers = [(house, geometry.houses[house] & places) for house in cover_houses if geometry.houses[house] & places]
        for chosen, held, endo in _base_sets(bases, covers, 2, max_size, len(covers), max_endo_fins):
            for fish in _nearly_covered(geometry, chosen, held, endo, covers, places, max_fins):
                if not fish.eliminated and fish.fins.bit_count() <= max_fins:
                    yield fish


@cache
def _sides(geometry: Geometry, shape: Shape) -> tuple[tuple[Sequence[HouseNumber], Sequence[HouseNumber]], ...]:
    """List the houses that may be bases, and those that may be covers."""
    rows, columns, boxes = (
        geometry.of_kind(*kinds) for kinds in ([HouseKind.ROW], [HouseKind.COLUMN], [HouseKind.BOX, HouseKind.OTHER])
    )
    if shape is Shape.MUTANT:
        sides = [(rows + columns + boxes, rows + columns + boxes)]
    elif shape is Shape.FRANKEN:
        sides = [(rows + boxes, columns + boxes), (columns + boxes, rows + boxes)]
    else:
        sides = [(rows, columns), (columns, rows)]
    return tuple(([house for house in bases if geometry.is_full[house]], covers) for bases, covers in sides)


@cache
def _reach(geometry: Geometry, max_fins: int) -> int:
    """Bound the number of lines with fins of a basic fish: they are in one box with the eliminations."""
    if not max_fins or HouseKind.OTHER in geometry.kinds:
        return max_fins
    lines = [house for house, kind in zip(geometry.houses, geometry.kinds, strict=True) if kind is not HouseKind.BOX]
    boxes = [house for house, kind in zip(geometry.houses, geometry.kinds, strict=True) if kind is HouseKind.BOX]
    if any(sum(line >> cell & 1 for line in lines) != 2 for cell in range(geometry.n_cells)):
        return max_fins
    across = max(sum(1 for line in lines if line & box) for box in boxes) if boxes else 0
    return min(max_fins, across // 2 - 1) if _is_square(geometry) else max_fins


def _is_square(geometry: Geometry) -> bool:
    return (
        len(geometry.of_kind(HouseKind.BOX))
        == len(geometry.of_kind(HouseKind.ROW))
        == len(geometry.of_kind(HouseKind.COLUMN))
    )


def _base_sets(
    bases: list[HousePlaces], covers: list[HousePlaces], least: int, most: int, width: int, max_endo_fins: int
) -> Iterator[tuple[tuple[HousePlaces, ...], CellSet, CellSet]]:
    """Choose bases that meet few enough covers and have few enough places in common."""
    touched = [sum(1 << n for n, (_, cover) in enumerate(covers) if cover & cells) for _, cells in bases]

    def grow(
        start: int, chosen: tuple[HousePlaces, ...], held: CellSet, endo: CellSet, touch: _CoverSet
    ) -> Iterator[tuple[tuple[HousePlaces, ...], CellSet, CellSet]]:
        size = len(chosen) + 1
        for n in range(start, len(bases) - max(0, least - size)):
            cells = bases[n][1]
            common = held & cells
            if common and common.bit_count() + endo.bit_count() > max_endo_fins:
                continue
            reached = touch | touched[n]
            if reached.bit_count() > width:
                continue
            if size >= least:
                yield (*chosen, bases[n]), held | cells, endo | common
            if size < most:
                yield from grow(n + 1, (*chosen, bases[n]), held | cells, endo | common, reached)

    return grow(0, (), 0, 0, 0)


def _covered(
    geometry: Geometry,
    bases: tuple[HousePlaces, ...],
    held: CellSet,
    endo: CellSet,
    covers: list[HousePlaces],
    targets: CellSet,
    max_fins: int,
) -> list[Fish]:
    """Choose as many covers as bases so that few fins are left and a target sees all of them."""
    peers, size = geometry.peers, len(bases)
    for cell in bits(endo):
        targets &= peers[cell]
    numbers = {house for house, _ in bases}
    usable = [cover for cover in covers if cover[1] & held and cover[0] not in numbers]
    rest = _rest(usable)
    cover_sets: set[tuple[int, ...]] = set()

    def grow(start: int, chosen: tuple[int, ...], missing: CellSet) -> None:
        """Add covers that hold the missing places: the target, and those that it doesn't see."""
        left = size - len(chosen)
        if missing.bit_count() > left * largest:
            return
        for n in range(start, len(usable) - left + 1):
            still = missing & ~usable[n][1]
            if left > 1:
                if not still & ~rest[n + 1]:
                    grow(n + 1, (*chosen, n), still)
            elif not still:
                cover_sets.add((*chosen, n))
            if missing & ~rest[n + 1]:
                return

    for target in bits(targets & rest[0]):
        hidden = held if not max_fins else (held | 1 << target) & ~peers[target]
        largest = max((cells & hidden).bit_count() for _, cells in usable)
        grow(0, (), hidden)
    candidates = (
        _finished(geometry, bases, held, endo, [usable[n] for n in chosen], targets) for chosen in sorted(cover_sets)
    )
    return [
        fish
        for fish in candidates
        if fish.eliminated and fish.fins.bit_count() <= max_fins and bool(fish.fins) == (max_fins > 0)
    ]


def _nearly_covered(
    geometry: Geometry,
    bases: tuple[HousePlaces, ...],
    held: CellSet,
    endo: CellSet,
    covers: list[HousePlaces],
    places: CellSet,
    max_fins: int,
) -> Iterator[Fish]:
    """Choose as many covers as bases, in every way that leaves at least one and at most `max_fins` fins."""
    numbers = {house for house, _ in bases}
    usable = [cover for cover in covers if cover[1] & held and cover[0] not in numbers]
    rest = _rest(usable)
    largest = max(((cells & held).bit_count() for _, cells in usable), default=0)

    def grow(start: int, chosen: tuple[HousePlaces, ...], missing: CellSet) -> Iterator[Fish]:
        left = len(bases) - len(chosen) - 1
        for n in range(start, len(usable) - left):
            if (missing & ~rest[n]).bit_count() > max_fins:
                return
            still = missing & ~usable[n][1]
            if still.bit_count() > max_fins + left * largest:
                continue
            if left:
                yield from grow(n + 1, (*chosen, usable[n]), still)
            elif still | endo:
                yield _finished(geometry, bases, held, endo, [*chosen, usable[n]], places)

    return grow(0, (), held)


def _rest(covers: list[HousePlaces]) -> list[CellSet]:
    """Return for each cover the places of it and all later covers."""
    rest = [0]
    for _, cells in reversed(covers):
        rest.append(rest[-1] | cells)
    return rest[::-1]


def _finished(
    geometry: Geometry,
    bases: tuple[HousePlaces, ...],
    held: CellSet,
    endo: CellSet,
    covers: list[HousePlaces],
    targets: CellSet,
) -> Fish:
    covered = twice = 0
    for _, cells in covers:
        twice |= covered & cells
        covered |= cells
    fins = held & ~covered | endo
    eliminated = (covered & ~held | twice) & targets
    for cell in bits(fins):
        eliminated &= geometry.peers[cell]
    return Fish(bases, tuple(covers), fins, endo, twice, eliminated)
