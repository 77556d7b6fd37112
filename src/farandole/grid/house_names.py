"""Names of houses for players: row 5, region D, box 6 of the upper left grid."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from farandole.grid.grid import Grid
from farandole.i18n import tr
from farandole.lazy import regex

_NUMBERED = regex(r"(row|column|box) ([0-9]+)(?: of grid ([0-9]+))?|(region) (.+)")


def house_name(grid: Grid, house: int) -> str:
    """Return the name of a house; in a gattai, with the position of its grid.

    Examples
    --------
    >>> [house_name(Grid.samurai(), house) for house in (0, 50)]
    ['row 1 of the upper left grid', 'column 6 of the middle grid']
    """
    name = HouseName.of(grid, house)
    return with_grid(grid, name.said(), name.grid)


class HouseName(NamedTuple):
    """The name of a house in its parts: ``box``, ``6``, and the number of its grid, if there are several."""

    kind: str
    number: str
    grid: str

    @classmethod
    def of(cls, grid: Grid, house: int) -> HouseName:
        """Split a name; without a number, all of it is the kind."""
        name = grid.houses[house].name
        found = _NUMBERED.fullmatch(name)
        if found is None:
            return cls(name, "", "")
        return cls(found[1], found[2], found[3] or "") if found[1] else cls(found[4], found[5], "")

    def said(self) -> str:
        """Return the name without the grid."""
        match self.kind:
            case "row":
                return tr("row {number}", number=self.number)
            case "column":
                return tr("column {number}", number=self.number)
            case "box":
                return tr("box {number}", number=self.number)
            case "region" if self.number.isdecimal():
                return tr("region {number}", number=self.number)
            case "region":
                return tr("region {name}", name=self.number)
        return _other(self.kind)

    def with_others(self, numbers: str) -> str:
        """Return the name of several houses of this kind, by their numbers."""
        match self.kind:
            case "row":
                return tr("rows {numbers}", numbers=numbers)
            case "column":
                return tr("columns {numbers}", numbers=numbers)
            case "region" if numbers[0].isdecimal():
                return tr("regions {numbers}", numbers=numbers)
            case "region":
                return tr("regions {names}", names=numbers)
        return tr("boxes {numbers}", numbers=numbers)


def with_grid(grid: Grid, houses: str, number: str) -> str:
    """Add the name of the grid to houses, if there are several grids."""
    return tr("{houses} of {grid}", houses=houses, grid=grid_name(grid, int(number))) if number else houses


def _other(name: str) -> str:
    """Return the name of a cage or an extra house; a custom name stays as it is."""
    kind, _, rest = name.partition(" ")
    if kind in ("cage", "cells"):
        return tr("the cage of {cell}", cell=rest) if kind == "cage" else tr("the cells from {cell} on", cell=rest)
    if rest.isdecimal():
        match kind:
            case "window":
                return tr("window {number}", number=rest)
            case "group":
                return tr("group {number}", number=rest)
            case "argyle":
                return tr("argyle diagonal {number}", number=rest)
    match name:
        case "falling diagonal":
            return tr("the falling diagonal")
        case "rising diagonal":
            return tr("the rising diagonal")
        case "center dots":
            return tr("the center dots")
        case "asterisk":
            return tr("the asterisk")
    return name


def grid_name(grid: Grid, number: int) -> str:
    """Return the name of one of several grids: its position, and its number where that is ambiguous."""
    places = _places(grid)
    if number not in places:
        return tr("grid {number}", number=number)
    place = _spoken(places[number])
    if list(places.values()).count(places[number]) == 1:
        return place
    return tr("{grid} (number {number})", grid=place, number=number)


@cache
def corners_of_grids(grid: Grid) -> dict[int, tuple[int, int]]:
    """Find the upper left corner of each grid of a gattai, by its number; none if there is one grid only.

    Examples
    --------
    >>> corners_of_grids(Grid.samurai())
    {1: (0, 0), 2: (0, 12), 3: (6, 6), 4: (12, 0), 5: (12, 12)}
    """
    corners: dict[int, list[int]] = {}
    for house in grid.houses:
        found = _NUMBERED.fullmatch(house.name)
        if found and found[3] and found[1] in ("row", "column"):
            corner = corners.setdefault(int(found[3]), [-1, -1])
            way = 0 if found[1] == "row" else 1
            corner[way] = grid.positions[house.cells[0]][way] - int(found[2]) + 1
    return {number: (top, left) for number, (top, left) in corners.items() if min(top, left) >= 0}


@cache
def _places(grid: Grid) -> dict[int, tuple[int, int]]:
    """Find where each grid lies: 0 for up or left, 1 for the middle, 2 for down or right."""
    known = corners_of_grids(grid)
    most = [max((corner[way] for corner in known.values()), default=0) for way in (0, 1)]
    return {number: (_third(corner[0], most[0]), _third(corner[1], most[1])) for number, corner in known.items()}


def _third(at: int, most: int) -> int:
    return 1 if not most or 3 * most <= 8 * at <= 5 * most else 2 * (2 * at > most)


def _spoken(place: tuple[int, int]) -> str:
    match place:
        case 0, 0:
            return tr("the upper left grid")
        case 0, 1:
            return tr("the upper grid")
        case 0, 2:
            return tr("the upper right grid")
        case 1, 0:
            return tr("the left grid")
        case 1, 1:
            return tr("the middle grid")
        case 1, 2:
            return tr("the right grid")
        case 2, 0:
            return tr("the lower left grid")
        case 2, 1:
            return tr("the lower grid")
    return tr("the lower right grid")
