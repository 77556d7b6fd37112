"""Numbers outside the grid, alone or with an arrow along a diagonal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.drawings.sketch import Sketch, Spot
from farandole.formats.square import clue_directions, look_along
from farandole.grid import Cell, Grid
from farandole.puzzle.figures import DrawnShape, Figure, Point
from farandole.records import record
from farandole.rules import Rule

Cells = tuple[Cell, ...]
Ray = tuple[Cells, int, tuple[Figure, ...]]

_FAR = 1.6  # how far a number may be from its arrow
_MARGIN = 2  # rows and columns outside the grid that may hold numbers


@record
class Outside:
    """What is outside the grid.

    Attributes
    ----------
    clues : list of (Spot, tuple of Cell, int)
        The numbers at the ends of rows and columns, with the cells that they look along.
    rays : list of (tuple of Cell, int, tuple of Figure)
        The diagonals of arrows with a number.
    used : set of int
        The ``id`` of each spot in them.
    """

    clues: list[tuple[Spot, Cells, int]]
    rays: list[Ray]
    used: set[int]


def clue_spots(grid: Grid, drawn: Sketch) -> Outside:
    """Find the numbers outside the grid; those beside an arrow belong to it."""
    numbers = [spot for spot in drawn.spots if spot.place == "outside" and _is_number(spot.text)]
    used: set[int] = set()
    rays: list[Ray] = []
    for start, end, figures in drawn.rays:
        cells = _along(grid, start, end)
        near = [spot for spot in numbers if id(spot) not in used]
        near.sort(key=lambda spot: math.dist(_center(spot), start))
        if cells and near and math.dist(_center(near[0]), start) <= _FAR:
            used.add(id(near[0]))
            rays.append((cells, int(near[0].text), (*near[0].figures, *figures)))
        else:
            drawn.rest.extend(figures)
    clues = []
    for spot in numbers:
        cells = () if id(spot) in used else _line_of(grid, *spot.at)
        if cells:
            used.add(id(spot))
            clues.append((spot, cells, int(spot.text)))
    return Outside(clues, rays, used)


def _is_number(text: str) -> bool:
    text = text.strip()
    return text.isascii() and text.isdecimal() and len(text) <= 4


def _center(spot: Spot) -> Point:
    [shape, *_] = [figure for figure in spot.figures if isinstance(figure, DrawnShape)]
    return shape.center


def _line_of(grid: Grid, row: int, column: int) -> Cells:
    """List the cells that a number at a place outside the grid looks along; none if it is at no row or column."""
    n = grid.n_digits
    for distance in range(_MARGIN):
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = row + distance * down, column + distance * right
            if clue_directions(n).get(place) == (down, right):
                return look_along(grid, *place, down, right)
    return ()


def _along(grid: Grid, start: Point, end: Point) -> Cells:
    """List the cells of the diagonal that an arrow outside the grid points along."""
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) < 0.02 or not 0.5 < abs(down / across) < 2:
        return ()
    step_x, step_y = math.copysign(1, across), math.copysign(1, down)
    for k in range(1, 20):
        x, y = end[0] + 0.1 * k * step_x, end[1] + 0.1 * k * step_y
        if grid.cell(math.floor(y), math.floor(x)) is not None:
            row, column = math.floor(y), math.floor(x)
            return look_along(grid, row - int(step_y), column - int(step_x), int(step_y), int(step_x))
    return ()


def ray_rules(rays: Sequence[Ray]) -> list[Rule]:
    """Make the rules of little killers."""
    return [rules.LittleKiller(cells, total) for cells, total, _ in rays]


def outside_choices(grid: Grid, clues: Sequence[tuple[Spot, Cells, int]]) -> Iterator[tuple[str, float, list[Rule]]]:
    """Yield the kinds of rules that numbers at rows and columns can stand for, with how often they do."""
    n = grid.n_digits
    kinds: list[tuple[str, float, type]] = [
        ("sandwich", 0.4, rules.Sandwich),
        ("x_sum", 0.25, rules.XSum),
        ("skyscraper", 0.15, rules.Skyscraper),
        ("numbered_room", 0.15, rules.NumberedRoom),
    ]
    is_small = all(number <= n for _, _, number in clues)
    for kind, prior, make in kinds:
        if kind in ("skyscraper", "numbered_room") and not is_small:
            continue
        try:
            yield kind, prior, [make(cells, number) for _, cells, number in clues]
        except PuzzleError:
            continue
