"""Square grids as other sites describe them: clues at the margin, and numbered regions."""

from __future__ import annotations

from collections.abc import Sequence

from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid, House


def look_along(grid: Grid, row: int, column: int, down: int, right: int) -> tuple[Cell, ...]:
    """List the cells from a position in one direction, without the position itself.

    Examples
    --------
    >>> look_along(Grid.latin(3), -1, 2, 1, -1)
    (1, 3)
    """
    cells = []
    while (cell := grid.cell(row := row + down, column := column + right)) is not None:
        cells.append(cell)
    return tuple(cells)


def clue_directions(n: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Map each position just outside a square, except for the corners, to the direction of its row or column."""
    places = {(-1, k): (1, 0) for k in range(n)} | {(n, k): (-1, 0) for k in range(n)}
    return places | {(k, -1): (0, 1) for k in range(n)} | {(k, n): (0, -1) for k in range(n)}


def row_of(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """List the row of a cell."""
    return tuple(other for other, (row, _) in enumerate(grid.positions) if row == grid.positions[cell][0])


def column_of(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """List the column of a cell."""
    return tuple(other for other, (_, column) in enumerate(grid.positions) if column == grid.positions[cell][1])


def with_regions(grid: Grid, numbers: Sequence[object]) -> Grid:
    """Make a grid with rows, columns and numbered regions.

    Parameters
    ----------
    grid : Grid
        The square with its usual boxes. It is returned if these are the regions.
    numbers : sequence
        The region of each cell, or None.

    Raises
    ------
    PuzzleError
        If the size of a region differs from the number of digits.

    Examples
    --------
    >>> grid = Grid.classic((2, 2))
    >>> with_regions(grid, "AABBAABBCCDDCCDD") is grid
    True
    """
    cells: dict[object, list[Cell]] = {}
    for cell, number in enumerate(numbers):
        if number is not None:
            cells.setdefault(number, []).append(cell)
    if {tuple(region) for region in cells.values()} == {region.cells for region in grid.regions}:
        return grid
    plain = Grid.latin(grid.n_digits)
    regions = tuple(House(f"region {k}", tuple(region)) for k, region in enumerate(cells.values(), 1))
    for region in regions:
        if len(region.cells) != grid.n_digits:
            raise PuzzleError(f"{region.name}: expected {grid.n_digits} cells, found {len(region.cells)}")
    return Grid(plain.positions, (*plain.houses, *regions), n_digits=grid.n_digits, regions=regions)


def list_extra_houses(base: Grid, name: str) -> tuple[House, ...]:
    """List the houses that a named set adds to a grid; none if the set doesn't fit the grid.

    Examples
    --------
    >>> [house.name for house in list_extra_houses(Grid.classic(), "rising_diagonal")]
    ['rising diagonal']
    """
    try:
        return base.with_houses(name).houses[len(base.houses) :]
    except PuzzleError:
        return ()


def split_by_region(grid: Grid, cells: Sequence[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Split a line where it enters another region; in a loop, the ends are joined.

    Examples
    --------
    >>> split_by_region(Grid.classic((2, 2)), (0, 1, 2, 3))
    ((0, 1), (2, 3))
    """
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
