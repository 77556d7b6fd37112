"""Set equivalences of a grid: houses that are added and taken away so that few cells are left on both sides.

Each full house holds every digit once. So if houses are added and taken away, a cell counts as often as it is in houses
added, less the times it is in houses taken away; and each digit counts as often as there are more houses added. Where
few cells count, this limits their digits.

The search starts from runs of neighboring rows and columns and from pairs of houses. From each start the core descends:
it takes away or adds the house that leaves the fewest cells, until no house helps. An equivalence that is the sum of
smaller ones is dropped, because the smaller ones say more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import NamedTuple, TypeAlias

from farandole import _core
from farandole.bitsets import set_of
from farandole.grid import Cell
from farandole.logic.board import Geometry, HouseKind, HouseNumber
from farandole.logic.step import Equivalence, Side

_MAX_STARTS = 10_000  # the core takes fewer of large grids
_MAX_LINES = 9  # of a grid whose sets of lines are all starts
_DIRECTIONS = {HouseKind.ROW: 0, HouseKind.COLUMN: 1}

_Start: TypeAlias = dict[HouseNumber, int]  # how often each house is added; negative if it is taken away


class _FullHouse(NamedTuple):
    number: HouseNumber
    kind: HouseKind
    cells: tuple[Cell, ...]
    places: tuple[tuple[int, int], ...]  # of the cells: row and column

    @property
    def is_line(self) -> bool:
        return self.kind in (HouseKind.ROW, HouseKind.COLUMN)


def find_equivalences(geometry: Geometry) -> tuple[Equivalence, ...]:
    """Find the equivalences of a grid that leave few cells, those with the fewest cells first.

    Only full houses take part. Grids that differ in other houses, such as the cages of killers, share the result.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import geometry_of
    >>> grid = Grid.classic().with_houses("windoku")
    >>> first = find_equivalences(geometry_of(grid))[0]
    >>> [grid.houses[house].name for house in (*first.added.houses, *first.taken.houses)]
    ['row 2', 'row 3', 'row 4', 'window 1', 'window 2']
    """
    positions = geometry.grid.positions
    houses = tuple(
        _FullHouse(number, geometry.kinds[number], cells, tuple(positions[cell] for cell in cells))
        for number, cells in enumerate(geometry.cells)
        if geometry.is_full[number]
    )
    return _equivalences_of(geometry.n_cells, houses)


@lru_cache(maxsize=64)
def _equivalences_of(n_cells: int, houses: tuple[_FullHouse, ...]) -> tuple[Equivalence, ...]:
    if len(houses) < 2:
        return ()
    index = {house.number: n for n, house in enumerate(houses)}

    def list_starts(starts: Iterator[_Start]) -> list[list[tuple[int, int]]]:
        return [[(index[number], n) for number, n in start.items()] for start in islice(starts, _MAX_STARTS)]

    found = _core.find_equivalences(
        n_cells,
        [(house.cells, _DIRECTIONS.get(house.kind, -1)) for house in houses],
        list_starts(_starts(houses)),
        list_starts(_sets_of_lines(houses)),
    )
    return tuple(_equivalence(houses, *each) for each in found)


def _equivalence(houses: Sequence[_FullHouse], times: Sequence[int], counts: Sequence[int]) -> Equivalence:
    nonzero = [(cell, n) for cell, n in enumerate(counts) if n]
    sides = []
    for sign in (1, -1):
        numbers = [house.number for house, n in zip(houses, times, strict=True) for _ in range(sign * n)]
        cells, twice = (set_of(cell for cell, n in nonzero if sign * n >= least) for least in (1, 2))
        sides.append(Side(tuple(sorted(numbers)), cells, twice))
    added, taken = sorted(sides, key=lambda side: (-len(side.houses), side.houses))
    return Equivalence(added, taken)


# ── Starts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grids_of_lines(houses: Sequence[_FullHouse], kind: HouseKind) -> list[dict[int, _FullHouse]]:
    """Group the rows or the columns by grid, each with its number in the whole: those with cells side by side."""
    axis = 0 if kind is HouseKind.ROW else 1
    grids: dict[tuple[int, ...], dict[int, _FullHouse]] = {}
    for house in houses:
        if house.kind is kind:
            across = tuple(place[1 - axis] for place in house.places)
            grids.setdefault(across, {})[house.places[0][axis]] = house
    return list(grids.values())


def _runs(houses: Sequence[_FullHouse], kind: HouseKind) -> list[tuple[_FullHouse, ...]]:
    """List the runs of neighboring lines of each grid that lack its last line.

    A run with the last line says the same as the lines before it, because all lines together hold what all regions do.
    """
    runs = []
    for lines in _grids_of_lines(houses, kind):
        for first, end in combinations(sorted(lines), 2):
            if all(number in lines for number in range(first, end)):
                runs.append(tuple(lines[number] for number in range(first, end)))
    return runs


def _starts(houses: Sequence[_FullHouse]) -> Iterator[_Start]:
    """Yield starts, the most useful first: runs of lines, pairs of other houses, runs of rows with runs of columns."""
    rows, columns = _runs(houses, HouseKind.ROW), _runs(houses, HouseKind.COLUMN)
    yield from ({house.number: 1 for house in run} for run in (*rows, *columns))
    yield from ({house.number: 1} for house in houses if not house.is_line)
    for first, second in combinations(houses, 2):
        if first.is_line and second.is_line:
            continue
        yield {first.number: 1, second.number: 1}
        if not set(first.cells).isdisjoint(second.cells):
            yield {first.number: 1, second.number: -1}
    for run, across in product(rows, columns):
        if not set(run[0].cells).isdisjoint(across[0].cells):
            for sign in (1, -1):
                yield {house.number: 1 for house in run} | {house.number: sign for house in across}


def _sets_of_lines(houses: Sequence[_FullHouse]) -> Iterator[_Start]:
    """Yield all sets of rows, and all of columns, of small grids."""
    for kind in (HouseKind.ROW, HouseKind.COLUMN):
        for lines in _grids_of_lines(houses, kind):
            for size in range(2, len(lines) if len(lines) <= _MAX_LINES else 0):
                yield from ({house.number: 1 for house in chosen} for chosen in combinations(lines.values(), size))


__all__ = ["find_equivalences"]
