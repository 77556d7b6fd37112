"""The words of f-puzzles: by which names its documents say rules, and what they hold besides."""

from __future__ import annotations

from collections.abc import Sequence

from farandole import rules
from farandole.grid import Cell, Grid

LINES: dict[str, type] = {
    "thermometer": rules.Thermo,
    "slowthermometer": rules.SlowThermo,
    "palindrome": rules.Palindrome,
    "whispers": rules.Whispers,
    "renban": rules.Renban,
    "betweenline": rules.Between,
    "lockout": rules.Lockout,
    "regionsumline": rules.RegionSum,
    "zipperline": rules.Zipper,
    "entropicline": rules.Entropic,
    "modularline": rules.Modular,
    "doublearrow": rules.DoubleArrow,
    "nabner": rules.Nabner,
}
OUTSIDE: dict[str, type] = {
    "sandwichsum": rules.Sandwich,
    "xsum": rules.XSum,
    "skyscraper": rules.Skyscraper,
    "numberedroom": rules.NumberedRoom,
}
INDEXERS = ("rowindexer", "columnindexer", "boxindexer")
"""A row indexer says in which row of its column the number of its row is; a column indexer likewise in its row."""

DIAGONALS = {"diagonal+": "rising_diagonal", "diagonal-": "falling_diagonal"}
DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
XV = {"X": 10, "V": 5}

PASSED_OVER = {
    *("size", "title", "author", "ruleset", "solution", "successMessage", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "customarrowlinks"),
}
DRAWINGS = ("line", "cage", "rectangle", "circle", "text")
OF_A_RULE = ("fromConstraint", "isNewConstraint")
"""A drawing with one of these keys shows a rule that is there too."""

STYLE = {"outlineC", "baseC", "fontC", "fontS", "width", "height", "size", "angle", "color", "dashed", *OF_A_RULE}
NOTES = {"centerPencilMarks", "cornerPencilMarks", "highlight"}


def indexed(grid: Grid, key: str, cell: Cell) -> tuple[Cell, ...] | None:
    """List the cells among which an indexer points; None if there are none."""
    if key == "boxindexer":
        return next((region.cells for region in grid.regions if cell in region.cells), None)
    axis = 1 if key == "rowindexer" else 0
    line = (other for other, place in enumerate(grid.positions) if place[axis] == grid.positions[cell][axis])
    return tuple(line)


def groups_of(grid: Grid, cells: Sequence[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Part a line where it goes from one region into another; a loop has no beginning there."""
    region_of = {cell: region.name for region in grid.regions for cell in region.cells}
    groups: list[list[Cell]] = []
    for before, cell in zip((None, *cells), cells, strict=False):
        if before is None or region_of.get(before) != region_of.get(cell):
            groups.append([])
        groups[-1].append(cell)
    if len(cells) > 3 and cells[0] == cells[-1]:
        groups[-1].pop()
        if not groups[-1]:
            groups.pop()
        elif len(groups) > 1:
            groups[-1] += groups.pop(0)
    return tuple(map(tuple, groups))


def differing(n_digits: int, difference: int) -> tuple[tuple[int, int], ...]:
    """List the pairs of digits with a difference."""
    digits = range(1, n_digits + 1)
    return tuple((a, b) for a in digits for b in digits if abs(a - b) == difference)
