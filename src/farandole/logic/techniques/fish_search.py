"""The search for fish: base houses and cover houses for the places of one digit, by `farandole._core.FishSearch`.

All sets of cells hold only places of the digit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from threading import Lock
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bits, union
from farandole.logic.board import (
    CellSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_cells,
    cache_by_geometry,
    cache_by_places,
)
from farandole.logic.inference.one_digit import impossible_places
from farandole.records import record

HousePlaces: TypeAlias = tuple[HouseNumber, CellSet]  # a house, and which of the places it holds
_Houses: TypeAlias = Sequence[HouseNumber]

MAX_STEPS = (
    600_000  # of a search, for all digits together: bases and covers tried; far more than most classic boards need
)


class Shape(Enum):
    """The kinds of houses in a fish."""

    BASIC = "basic"  # rows against columns
    FRANKEN = "Franken"  # rows and boxes against columns and boxes
    MUTANT = "mutant"  # anything against anything


@record
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


class FishSearch:
    """A lazy list of fish: those that the search has found are kept, so that it can be read again.

    Each pair of bases and covers is searched for at most `MAX_STEPS` steps. An interrupted search goes on where it was,
    so a list that is cached stays whole.
    """

    def __init__(
        self,
        geometry: Geometry,
        places: CellSet,
        targets: CellSet,
        sides: Iterable[tuple[_Houses, _Houses]],
        sizes: tuple[int, int],
        *,
        width: int,
        max_fins: int,
        max_endo_fins: int,
        wants_no_effect: bool = False,
    ) -> None:
        def start(bases: _Houses, covers: _Houses) -> _core.FishSearch:
            return _core.FishSearch(
                _houses_of(geometry),
                places.to_bytes(n_bytes, "little"),
                targets.to_bytes(n_bytes, "little"),
                list(bases),
                list(covers),
                sizes,
                width=width,
                max_fins=max_fins,
                max_endo_fins=max_endo_fins,
                wants_no_effect=wants_no_effect,
                max_steps=MAX_STEPS,
            )

        n_bytes = (geometry.n_cells + 7) // 8
        self._geometry, self._places = geometry, places
        self._searches = deque(start(bases, covers) for bases, covers in sides) if targets else deque()
        self._n_steps = 0  # of the searches that have ended
        self._known: list[Fish] = []
        self._lock = Lock()

    @property
    def n_steps(self) -> int:
        """How many steps the search has taken: after the last fish, as many each time."""
        return self._n_steps + sum(search.n_steps for search in self._searches)

    def __iter__(self) -> Iterator[Fish]:
        n = 0
        while True:
            with self._lock:
                if n == len(self._known):
                    self._search_on()
            if n == len(self._known):
                return
            yield self._known[n]
            n += 1

    def _search_on(self) -> None:
        while self._searches:
            if found := self._searches[0].next():
                self._known += [self._fish_of(*fish) for fish in found]
                return
            self._n_steps += self._searches.popleft().n_steps

    def _fish_of(
        self, bases: _Houses, covers: _Houses, fins: CellSet, endo: CellSet, twice: CellSet, eliminated: CellSet
    ) -> Fish:
        in_bases, in_covers = (
            tuple((house, self._geometry.houses[house] & self._places) for house in houses)
            for houses in (bases, covers)
        )
        return Fish(in_bases, in_covers, fins, endo, twice, eliminated)


@cache_by_places
def all_fish(
    geometry: Geometry, places: CellSet, size: int, shape: Shape, with_fins: bool, max_fins: int, max_endo_fins: int
) -> FishSearch:
    """Find all fish of a size, either those with fins or those without: first by their bases, then by their covers."""
    targets = impossible_places(geometry, places)
    if not with_fins:
        max_fins = max_endo_fins = 0
    return FishSearch(
        geometry,
        places,
        targets,
        _sides(geometry, shape),
        (size, size),
        width=size + _reach(geometry, max_fins) if shape is Shape.BASIC else len(geometry.houses),
        max_fins=max_fins,
        max_endo_fins=max_endo_fins,
    )


def fish_without_eliminations(
    geometry: Geometry, places: CellSet, max_size: int, shape: Shape, max_fins: int, max_endo_fins: int
) -> FishSearch:
    """Find fish without eliminations because of their fins, from two bases on, a fish before those with more bases."""
    return FishSearch(
        geometry,
        places,
        places,
        _sides(geometry, shape),
        (2, max_size),
        width=len(geometry.houses),
        max_fins=max_fins,
        max_endo_fins=max_endo_fins,
        wants_no_effect=True,
    )


@cache_by_geometry
def _houses_of(geometry: Geometry) -> _core.FishHouses:
    """Return the houses, and pairs of cells that see each other by rules, which are neither bases nor covers."""
    pairs = [
        [cell, other]
        for cell, peers in enumerate(geometry.peers)
        for other in bits(peers & ~union(geometry.houses[house] for house in geometry.houses_of[cell]))
        if cell < other
    ]
    return _core.FishHouses(geometry.n_cells, [*map(list, geometry.cells), *pairs])


@cache_by_cells
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


@cache_by_cells
def _reach(geometry: Geometry, max_fins: int) -> int:
    """Bound the number of lines with fins of a basic fish: they are in one box with the eliminations."""
    if not max_fins or HouseKind.OTHER in geometry.kinds or geometry.sees_by_rules:
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
