"""The grid of a document, in the shortest description that reads back as the same grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from farandole.errors import FormatError, PuzzleError
from farandole.formats.json_value import Node, cell_names
from farandole.formats.square import list_extra_houses
from farandole.grid import Grid, House, shapes
from farandole.grid.outline import Position
from farandole.grid.shapes import EXTRA, NAMED, square_box

HOLE = "#"
CELL = "."

KEYS = ("size", "box", "regions", "named", "corners", "cells", "digits", "houses", "first_digit")
WAYS = {
    "size": ("size", "box", "regions", "houses"),
    "named": ("named", "houses"),
    "corners": ("corners", "box", "regions", "houses"),
    "cells": ("cells", "digits", "houses"),
}
"""The keys that decide how a grid is described, and the keys that go with each; ``first_digit`` goes with all."""


_ROWS = {"type": "array", "items": {"type": "string"}}
_NAMED_CELLS = {"name": {"type": "string"}, "cells": {"type": "string"}}
GRID_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "size": {"type": "integer", "minimum": 1, "maximum": 32},
        "box": {"type": ["array", "null"], "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        "regions": _ROWS,
        "named": {"enum": list(NAMED)},
        "corners": {"type": "string"},
        "cells": _ROWS,
        "digits": {"type": "integer", "minimum": 1, "maximum": 32},
        "first_digit": {"enum": [0, 1]},
        "houses": {
            "type": "array",
            "items": {
                "oneOf": [
                    {"enum": list(EXTRA)},
                    {
                        "type": "object",
                        "properties": _NAMED_CELLS | {"region": {"const": True}},
                        "required": ["name", "cells"],
                        "additionalProperties": False,
                    },
                ]
            },
        },
    },
    "oneOf": [{"required": [way]} for way in WAYS],
    "additionalProperties": False,
}
"""The grid of a document as JSON Schema."""


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_grid(node: Node) -> Grid:
    """Make the grid that an object describes.

    Raises
    ------
    FormatError
        If a key is unknown or missing, or doesn't fit the others.
    PuzzleError
        If the grid is malformed: a region has the wrong size, or boxes overlap.
    """
    node.only(KEYS)
    ways = [way for way in WAYS if node.has(way)]
    if len(ways) != 1:
        raise node.fault(f"a grid with one of the keys {', '.join(WAYS)}")
    node.only((*WAYS[ways[0]], "first_digit"))
    first = node["first_digit"].integer(0, 1) if node.has("first_digit") else 1
    try:
        grid = _read_way(node, ways[0])
        return grid if first == 1 else grid.with_digits(grid.n_digits, first=first)
    except PuzzleError as error:
        raise PuzzleError.from_error(error, f"{node.where}: {error}") from None


def _read_way(node: Node, way: str) -> Grid:
    if way == "cells":
        return _read_cells(node)
    base = {"size": _read_square, "named": _read_named, "corners": _read_gattai}[way](node)
    extra = [_read_extra(house, base) for house in (node["houses"].items() if node.has("houses") else [])]
    return base.with_houses(*extra) if extra else base


def _read_square(node: Node) -> Grid:
    size = node["size"].integer(1, 32)
    if node.has("regions"):
        node.only(("size", "regions", "houses", "first_digit"))
        return Grid.jigsaw("\n".join(row.text() for row in node["regions"].items(size)))
    if not node.has("box"):
        return Grid.classic(square_box(size))
    if node["box"].value is None:
        return Grid.latin(size)
    height, width = _read_box(node["box"])
    if height * width != size:
        raise node["box"].fault(f"a height and a width whose product is {size}")
    return Grid.classic((height, width))


def _read_box(node: Node) -> tuple[int, int]:
    height, width = (side.integer(1, 32) for side in node.items(2))
    return height, width


def _read_named(node: Node) -> Grid:
    return Grid.named(node["named"].text())


def _read_gattai(node: Node) -> Grid:
    box = _read_box(node["box"]) if node.has("box") else (3, 3)
    regions = "\n".join(row.text() for row in node["regions"].items()) if node.has("regions") else None
    return Grid.gattai([_read_position(corner) for corner in node["corners"].text().split()], box=box, regions=regions)


def _read_position(name: str) -> Position:
    place = shapes.parse_position(name)
    if place is None:
        raise PuzzleError(f"expected a corner such as r1c1, found {name[:40]!r}")
    return place


def _read_extra(node: Node, grid: Grid) -> House | str:
    if isinstance(node.value, str):
        return node.value
    node.only(("name", "cells"))
    return House(node["name"].text(), node["cells"].cells(grid))


def _read_cells(node: Node) -> Grid:
    positions = []
    for row, picture in enumerate(node["cells"].items()):
        for column, character in enumerate(picture.text()):
            if character not in (CELL, HOLE):
                raise picture.fault(f"{CELL} for a cell and {HOLE} for none")
            if character == CELL:
                positions.append((row, column))
    n_digits = node["digits"].integer(1, 32)
    plain = Grid(tuple(positions), (), n_digits=n_digits)
    houses, regions = [], []
    for entry in node["houses"].items():
        entry.only(("name", "cells", "region"))
        house = House(entry["name"].text(), entry["cells"].cells(plain))
        houses.append(house)
        if entry.has("region") and entry["region"].value is not True:
            raise entry["region"].fault("true or no such key")
        regions += [house] * entry.has("region")
    return Grid(tuple(positions), tuple(houses), n_digits=n_digits, regions=tuple(regions))


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def grid_document(grid: Grid) -> dict[str, Any]:
    """Describe a grid as an object, as short as possible."""
    return _document_of_shape(grid) | ({"first_digit": grid.first_digit} if grid.first_digit != 1 else {})


def _document_of_shape(grid: Grid) -> dict[str, Any]:
    for document in _bases(grid):
        try:
            base = read_grid(Node(document, "grid"))
        except (FormatError, PuzzleError):
            continue
        n_shared = len(base.houses)
        if (base.positions, base.regions, base.houses) == (grid.positions, grid.regions, grid.houses[:n_shared]):
            extra = list(_extras(grid, base))
            return document | {"houses": extra} if extra else document
    return _cells_document(grid)


def _bases(grid: Grid) -> Iterator[dict[str, Any]]:
    """Yield possible descriptions of a grid without extra houses."""
    n = grid.n_digits
    regions = _letters(grid)
    if (grid.height, grid.width, grid.n_cells) == (n, n, n * n):
        yield {"size": n}
        yield from ({"size": n, "box": [height, n // height]} for height in range(1, n + 1) if n % height == 0)
        yield {"size": n, "box": None}
        yield {"size": n, "regions": regions}
    extent = grid.height - n, grid.width - n
    for name, corners in NAMED.items():
        if n == 9 and tuple(map(max, zip(*corners, strict=True))) == extent:
            yield {"named": name}
    corner_names = " ".join(f"r{row + 1}c{column + 1}" for row, column in _corners(grid))
    for height in range(1, n + 1):
        if corner_names and n % height == 0:
            box = {} if (height, n // height) == (3, 3) else {"box": [height, n // height]}
            yield {"corners": corner_names} | box
            yield {"corners": corner_names} | box | {"regions": regions}


def _letters(grid: Grid) -> list[str]:
    """Draw the regions by the last letters of their names."""
    letters = {cell: (region.name or CELL)[-1] for region in grid.regions for cell in region.cells}
    return ["".join(_at(grid, row, column, letters) for column in range(grid.width)) for row in range(grid.height)]


def _at(grid: Grid, row: int, column: int, letters: dict[int, str]) -> str:
    cell = grid.cell(row, column)
    return HOLE if cell is None else letters.get(cell, CELL)


def _corners(grid: Grid) -> Sequence[Position]:
    """Find the upper left corners of the square grids, in the order of their houses."""
    n = grid.n_digits
    order = {frozenset(grid.positions[cell] for cell in house.cells): k for k, house in enumerate(grid.houses)}
    corners = []
    for top, left in grid.positions:
        if frozenset((top, left + j) for j in range(n)) not in order:
            continue
        rows = [frozenset((top + i, left + j) for j in range(n)) for i in range(n)]
        columns = [frozenset((top + i, left + j) for i in range(n)) for j in range(n)]
        if all(line in order for line in (*rows, *columns)):
            corners.append((max(order[line] for line in (*rows, *columns)), (top, left)))
    return [corner for _, corner in sorted(corners)]


def _extras(grid: Grid, base: Grid) -> Iterator[str | dict[str, str]]:
    """Describe the extra houses: by the names of sets, or one by one."""
    rest = grid.houses[len(base.houses) :]
    sets = [(name, made) for name in EXTRA if (made := list_extra_houses(base, name))]
    place = 0
    while place < len(rest):
        fitting = [(name, made) for name, made in sets if rest[place : place + len(made)] == made]
        name, made = max(fitting, key=lambda fit: len(fit[1]), default=("", rest[place : place + 1]))
        yield name or {"name": rest[place].name, "cells": cell_names(grid, rest[place].cells)}
        place += len(made)


def _cells_document(grid: Grid) -> dict[str, Any]:
    regions = set(grid.regions)
    return {
        "cells": [
            "".join(HOLE if grid.cell(row, column) is None else CELL for column in range(grid.width))
            for row in range(grid.height)
        ],
        "digits": grid.n_digits,
        "houses": [
            {"name": house.name, "cells": cell_names(grid, house.cells)}
            | ({"region": True} if house in regions else {})
            for house in grid.houses
        ],
    }
