"""Interactive Sudoku Solver: the grid of a text: its shape, boxes, regions and further houses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import NamedTuple

from farandole import rules
from farandole.errors import FormatError
from farandole.formats.links.iss.syntax import LABELS, OWN_GROUPS, Constraint, parse_number
from farandole.grid import Cell, Grid, House
from farandole.lazy import regex
from farandole.records import replace
from farandole.sizes import MAX_DIGITS

HOUSES = {"Windoku": "windoku", "DisjointSets": "disjoint_groups"}
"""The names of sets of houses, and ours."""

GRID = frozenset({"Shape", "Var", "Doppelganger", "NoBoxes", "Jigsaw", "Diagonal", "RegionSize", *HOUSES})
"""The kinds that make the grid; `ChaosConstruction` makes a layer of labels, too."""

_SHAPE = regex(r"([0-9]{1,2})x([0-9]{1,2})(~(([0-9]{1,2})-)?([0-9]{1,2})|~)?(~Raw|~Sudoku)?")


def make_grid(constraints: Iterable[Constraint]) -> Grid:
    """Make the grid of a text.

    Raises
    ------
    FormatError
        If the shape is malformed, or the regions don't fit it.
    PuzzleError
        If there is no such grid.
    """
    arguments: dict[str, list[list[str]]] = {}
    for constraint in constraints:
        if constraint.name in GRID:
            arguments.setdefault(constraint.name, []).append(constraint.arguments)
    shape = _shape_of(arguments.get("Shape", [["9x9"]])[0])
    height, width, n_digits, first, is_raw = shape
    side = max(height, width)
    size = parse_number("~".join(arguments["RegionSize"][0])) if "RegionSize" in arguments else side
    box = None if "NoBoxes" in arguments or is_raw else _box_of(height, width, size)
    is_plain = height == width == n_digits == size and first == 1 and not is_raw
    if is_plain:
        grid = Grid.classic(box) if box else Grid.latin(side)
    else:
        grid = _rectangle(height, width, n_digits, first, box, is_raw=is_raw)
    if layouts := arguments.get("Jigsaw"):
        has_boxes = box is not None
        grid = _with_regions(grid, [layout[-1] if layout else "" for layout in layouts], size, has_boxes=has_boxes)
    names = [house for name, house in HOUSES.items() if name in arguments]
    for way in arguments.get("Diagonal", []):
        if way[:1] not in (["1"], ["-1"]):
            raise FormatError(f"Diagonal: expected 1 or -1, found {'~'.join(way)[:20]!r}")
        names.append("rising_diagonal" if way[0] == "1" else "falling_diagonal")
    names = list(dict.fromkeys(names))
    if is_plain or not names:
        return grid.with_houses(*names) if names else grid
    if height != width:
        raise FormatError(
            f"expected as many rows as columns for diagonals, windows and disjoint groups, found {height}x{width}"
        )
    return grid.with_houses(*(house for name in names for house in _make_houses(name, side, size)))


def _make_houses(name: str, side: int, size: int) -> Iterator[House]:
    """Make houses by our name of them, for a square whose boxes or digits are not as many as its rows."""
    places = range(side)
    if name.endswith("diagonal"):
        step = side - 1 if name == "rising_diagonal" else side + 1
        start = side - 1 if name == "rising_diagonal" else 0
        yield House(name.replace("_", " "), tuple(start + step * place for place in places))
        return
    down, right = _box_of(side, side, size) or (side, side)
    if (down, right) == (side, side):
        return
    if name == "disjoint_groups":
        for number in range(down * right):
            at = number // right, number % right
            cells = (row * side + place for row in range(at[0], side, down) for place in range(at[1], side, right))
            yield House(f"disjoint group {number + 1}", tuple(cells))
        return
    corners = [(row, place) for row in range(1, side - down, down + 1) for place in range(1, side - right, right + 1)]
    for number, (top, left) in enumerate(corners, 1):
        cells = ((top + row) * side + left + place for row in range(down) for place in range(right))
        yield House(f"window {number}", tuple(cells))


def variables_of(constraints: Iterable[Constraint], grid: Grid) -> dict[str, int | tuple[int, int]]:
    """Return the size of each group of variables by its prefix, in the order of their numbers.

    The kinds of constraints that have variables of their own add groups to those of the text.

    Raises
    ------
    FormatError
        If a prefix or a size is malformed, or if two groups have the same prefix.
    """
    groups: dict[str, int | tuple[int, int]] = {}
    for constraint in constraints:
        if constraint.name == "ChaosConstruction":
            groups[LABELS] = grid.height, grid.width
        if constraint.name == "Doppelganger":
            groups |= doppelganger_groups(grid)
        if constraint.name != "Var":
            continue
        prefix, _, size = [*constraint.arguments, "", "", ""][:3]
        match = re.fullmatch(r"(?:([1-9][0-9]{0,3})x)?([1-9][0-9]{0,3})", size or "1")
        if not re.fullmatch("[A-Z]{1,20}", prefix) or not match or prefix in groups or prefix in OWN_GROUPS:
            found = "~".join(constraint.arguments)[:30]
            raise FormatError(f"{constraint.where}: expected a new prefix of letters and a size, found {found!r}")
        groups[prefix] = (int(match[1]), int(match[2])) if match[1] else int(match[2])
    return dict(sorted(groups.items()))


class _Shape(NamedTuple):
    height: int
    width: int
    n_digits: int
    first_digit: int
    is_raw: bool
    """Whether the grid has no houses."""


def _shape_of(arguments: list[str]) -> _Shape:
    text = "~".join(arguments)
    match = _SHAPE.fullmatch(text)
    if match:
        height, width, first = int(match[1]), int(match[2]), int(match[5] or 1)
        n_digits = int(match[6]) - first + 1 if match[6] else max(height, width)
        is_raw = match[7] == "~Raw"
        least = 1 if is_raw else max(height, width)
        is_sized = min(height, width) >= 1 and max(height, width) <= MAX_DIGITS
        if is_sized and first in (0, 1) and least <= n_digits <= MAX_DIGITS:
            return _Shape(height, width, n_digits, first, is_raw)
    raise FormatError(
        f"Shape: expected at most {MAX_DIGITS} rows and columns, such as 6x8, and at least as many digits, such as "
        f"9x9~12, found {text[:30]!r}"
    )


def _box_of(height: int, width: int, size: int) -> tuple[int, int] | None:
    """Return the rows and columns of the squarest boxes of a size that divide the grid; None if there are none."""
    if size == 1:
        return 1, 1
    for short in range(isqrt(max(size, 1)), 1, -1):
        if size % short == 0:
            long = size // short
            if height % short == 0 == width % long:
                return short, long
            if height % long == 0 == width % short:
                return long, short
    return None


def _rectangle(
    height: int, width: int, n_digits: int, first: int, box: tuple[int, int] | None, *, is_raw: bool
) -> Grid:
    positions = tuple((row, column) for row in range(height) for column in range(width))
    lines: list[House] = []
    if not is_raw:
        lines += [House(f"row {row + 1}", tuple(range(row * width, (row + 1) * width))) for row in range(height)]
        lines += [House(f"column {place + 1}", tuple(range(place, height * width, width))) for place in range(width)]
    boxes: dict[tuple[int, int], list[Cell]] = {}
    for cell, (row, column) in enumerate(positions if box else ()):
        down, right = box or (1, 1)
        boxes.setdefault((row // down, column // right), []).append(cell)
    regions = tuple(House(f"box {number}", tuple(cells)) for number, cells in enumerate(boxes.values(), 1))
    return Grid(positions, (*lines, *regions), n_digits=n_digits, first_digit=first, regions=regions)


def _with_regions(grid: Grid, layouts: list[str], size: int, *, has_boxes: bool) -> Grid:
    """Add the regions of layouts, which have a sign for each cell; cells of at most one other size are in no region."""
    pieces: dict[tuple[Cell, ...], None] = {}
    for layout in layouts:
        if len(layout) != grid.n_cells:
            raise FormatError(f"Jigsaw: expected {grid.n_cells} cells, found {len(layout)}")
        cells: dict[str, list[Cell]] = {}
        for cell, sign in enumerate(layout):
            cells.setdefault(sign, []).append(cell)
        others = [region for region in cells.values() if len(region) != size]
        if len(cells) > 1:
            if len(others) > 1:
                raise FormatError(f"Jigsaw: expected regions of {size} cells, found one of {len(others[0])}")
            pieces |= {tuple(region): None for region in cells.values() if len(region) == size}
    if not pieces:
        return grid
    is_plain = not has_boxes and len(layouts) == 1 and grid.n_digits == size == grid.height == grid.width
    is_plain = is_plain and grid.first_digit == 1
    if is_plain and len(pieces) == size:
        names = {cell: chr(ord("A") + number) for number, piece in enumerate(pieces) for cell in piece}
        text = "".join(names[cell] for cell in range(grid.n_cells))
        return Grid.jigsaw(" ".join(text[at : at + size] for at in range(0, grid.n_cells, size)))
    regions = tuple(House(f"region {number}", cells) for number, cells in enumerate(pieces, 1))
    outlined = grid.regions if has_boxes or len(layouts) > 1 else regions
    return replace(grid, houses=(*grid.houses, *regions), regions=outlined, recipe="")


def region_size(constraints: Iterable[Constraint], grid: Grid) -> int:
    """Return the number of cells of a region: the longer side of the grid, if the text doesn't say it."""
    for constraint in constraints:
        if constraint.name == "RegionSize":
            return parse_number("~".join(constraint.arguments))
    return max(grid.height, grid.width)


def region_same_values(grid: Grid) -> tuple[rules.Rule, ...]:
    """Make the rule that the largest rows, columns, boxes and regions hold the same digits, if not all digits."""
    houses = [house.cells for house in grid.houses if re.match("(row|column|box|region) ", house.name)]
    most = max(map(len, houses), default=0)
    largest = [cells for cells in houses if len(cells) == most]
    if most == grid.n_digits or len(largest) < 2:
        return ()
    return (rules.SameDigits(tuple(cell for cells in largest for cell in cells), len(largest)),)


def doppelganger_groups(grid: Grid) -> dict[str, int | tuple[int, int]]:
    """Return the groups of variables of a doppelganger grid: the digit that each row, column and box lacks.

    Raises
    ------
    FormatError
        If the grid doesn't have one digit more than rows, from 0 on.
    """
    n = grid.n_digits - 1
    if (grid.first_digit, grid.height, grid.width) != (0, n, n):
        raise FormatError(f"Doppelganger: expected digits from 0 to the number of rows, found {grid.signs}")
    return {"DGR": n, "DGC": n, **({"DGB": len(grid.regions)} if grid.regions else {})}


def doppelganger(grid: Grid, lacks: Mapping[str, Sequence[Cell]]) -> Iterator[rules.Rule]:
    """Make the rules of a doppelganger grid: each house lacks a digit, which differs as often as possible.

    Parameters
    ----------
    grid : Grid
        Without the variables.
    lacks : mapping
        The variables of `doppelganger_groups`. Those of the columns are named after the rows at whose ends they are.
    """
    every = range(grid.n_digits)
    houses = {
        "DGC": [tuple(range(start, start + grid.width)) for start in range(0, grid.n_cells, grid.width)],
        "DGR": [tuple(range(start, grid.n_cells, grid.width)) for start in range(grid.width)],
        "DGB": [region.cells for region in grid.regions],
    }
    of_cell: list[list[Cell]] = [[] for _ in range(grid.n_cells)]
    for prefix, variables in lacks.items():
        yield rules.AllDifferent(tuple(variables))
        yield rules.Allowed(tuple(variables), tuple(every[1:]))
        for house, variable in zip(houses[prefix], variables, strict=True):
            yield rules.AllDifferent((*house, variable))
            for cell in house:
                of_cell[cell].append(variable)
    for cell, variables in enumerate(of_cell):
        yield rules.Allowed((cell,), tuple(every[1:])) | rules.AllDifferent(tuple(variables))
