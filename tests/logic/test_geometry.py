"""The geometry of a grid: equal grids share it while a board has it, and it isn't kept for ever."""

import gc
from collections.abc import Iterator
from itertools import combinations, islice
from weakref import ref

from farandole.grid import Grid, House
from farandole.logic import SEARCHES, Board
from farandole.logic.board import Geometry, geometry_of
from farandole.logic.techniques.brute_force import brute_force
from farandole.puzzle import Puzzle


def grids() -> Iterator[Grid]:
    """Grids with different houses."""
    for number, cells in enumerate(combinations(range(16), 3)):
        yield Grid.classic(4).with_houses(House(f"window {number}", cells))


def use(grid: Grid) -> "ref[Geometry]":
    """Ask all techniques about an empty grid."""
    board = Board.of(Puzzle(grid, (0,) * grid.n_cells))
    for search in SEARCHES:
        if search is not brute_force:
            list(islice(search(board), 2))
    return ref(board.geometry)


def test_geometries_of_many_grids_are_not_kept() -> None:
    kept = [use(grid) for grid in islice(grids(), 20)]
    for grid in islice(grids(), 20, 56):
        geometry_of(grid)
    gc.collect()
    assert not [each for each in kept if each() is not None]


def test_equal_grids_share_a_geometry_that_a_board_has() -> None:
    first = next(grids())
    board = Board(first)
    for grid in islice(grids(), 1, 300):
        geometry_of(grid)
    assert geometry_of(next(grids())) is board.geometry
