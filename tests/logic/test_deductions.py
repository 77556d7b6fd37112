"""Deductions of a contradiction: what a proof keeps."""

from farandole.bitsets import has_digit, set_of
from farandole.grid import Grid
from farandole.logic import Board
from farandole.logic.inference.deductions import Deduction, Trial, trim
from farandole.puzzle import Puzzle


def test_a_locked_digit_has_the_places_that_the_deductions_before_leave() -> None:
    """The single in r5c3 and the digit 1 that is locked in row 5 come from the same round, so both knew r5c3."""
    grid = Grid.classic((2, 3))
    board = Board.of(Puzzle.of(grid, "." * 36))
    for cell in grid.cells_of("r5c4 r5c5 r5c6"):
        board.eliminate(cell, 1)
        board.eliminate(cell, 6)
    for cell in grid.cells_of("r5c1 r5c2"):
        board.eliminate(cell, 6)
    single, [wrong] = grid.cells_of("r5c3")[0], grid.cells_of("r6c1")
    row = next(number for number, house in enumerate(grid.houses) if house.name == "row 5")
    deductions = [
        Deduction(placed=(single, 6), house=row),
        Deduction(((wrong, 1),), house=row, cells=set_of(grid.cells_of("r5c1 r5c2 r5c3"))),
    ]
    kept = trim(Trial.of(board), deductions, lambda trial: not has_digit(trial.masks[wrong], 1))
    assert kept[-1].cells == set_of(grid.cells_of("r5c1 r5c2"))
