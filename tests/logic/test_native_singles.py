"""Singles in the core: the very steps of the path in Python, in their order."""

import pytest
import strategies
from hypothesis import given
from strategies import examples

from farandole import _core
from farandole.grid import Grid
from farandole.logic import Board
from farandole.logic.path import path
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single
from farandole.puzzle import Puzzle

KINDS = (full_house, naked_single, hidden_single)


def same(one: Board, other: Board) -> bool:
    names = ("values", "masks", "places", "n_open", "open")
    counts = [[counts[1:] for counts in board.counts] for board in (one, other)]
    return all(getattr(one, name) == getattr(other, name) for name in names) and counts[0] == counts[1]


@given(puzzle=strategies.puzzles(pencilmarks=True))
@examples(200)
def test_the_core_walks_as_the_path_does(puzzle: Puzzle) -> None:
    slow, fast = Board.of(puzzle), Board.of(puzzle)
    steps = [(step.technique, *step.placements[0], *(step.reason.houses or (-1,))) for step in path(slow, KINDS)]
    assert [(KINDS[kind], cell, digit, house) for kind, cell, digit, house in fast.place_singles()] == steps
    assert same(slow, fast)


@given(puzzle=strategies.puzzles())
@examples(100)
def test_a_board_is_set_up_as_if_cell_by_cell(puzzle: Puzzle) -> None:
    board, placed = Board.of(puzzle), Board(puzzle.grid)
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            placed.place(cell, digit)
    assert same(board, placed)
    assert (list(board.naked), list(board.hidden)) == (list(placed.naked), list(placed.hidden))


def test_other_grids_and_smaller_houses() -> None:
    samurai = Grid.samurai()
    assert Board.of(Puzzle(samurai, (0,) * samurai.n_cells)).place_singles() == []
    holed = Grid.classic((2, 2)).with_holes("r1c1")
    board = Board.of(Puzzle.of(holed, "... ..2. ...1 ...."))
    slow = board.copy()
    assert [step.placements[0] for step in path(slow, KINDS)] == [
        (cell, digit) for _, cell, digit, _ in board.place_singles()
    ]


@pytest.mark.parametrize("arguments", [(0, 1, []), (33, 1, []), (4, 2, [[0, 2]]), (4, 2, [[-1]])])
def test_bad_numbers_are_refused(arguments: tuple[int, int, list[list[int]]]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.Singles(*arguments)
