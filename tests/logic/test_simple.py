"""Singles, locked candidates and subsets: HoDoKu's test cases, and other grids."""

import pytest

from farandole.grid import Grid
from farandole.logic import Board, Technique, explain
from farandole.logic.techniques.locked import claiming, pointing
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single
from farandole.logic.techniques.subsets import (
    hidden_pair,
    hidden_quadruple,
    hidden_triple,
    locked_pair,
    locked_triple,
    naked_pair,
    naked_quadruple,
    naked_triple,
)
from farandole.puzzle import Puzzle
from library import FOLDER, cases, steps_for

SIMPLE = [
    *(full_house, naked_single, hidden_single, pointing, claiming, locked_pair, locked_triple),
    *(naked_pair, naked_triple, naked_quadruple, hidden_pair, hidden_triple, hidden_quadruple),
]


@pytest.mark.skipif(not FOLDER.exists(), reason=f"{FOLDER} is absent")
@pytest.mark.parametrize("technique", SIMPLE, ids=repr)
def test_library(technique: Technique) -> None:
    """Every step found for a case is the one expected."""
    some = cases(technique.code)
    assert some
    assert [case for case in some if not case.is_strict(steps_for(case, technique))] == []


@pytest.mark.parametrize(
    "grid", [Grid.classic((2, 2)), Grid.classic((2, 3)), Grid.jigsaw("AAAB CABB CCDB CDDD")], ids=repr
)
def test_small_grids_are_solved_by_simple_steps(grid: Grid) -> None:
    """Strike givens of a solution as long as simple techniques lead back to it."""
    solution = Puzzle(grid, (0,) * grid.n_cells).solve()
    assert solution is not None
    givens = list(solution.digits)
    for cell in range(grid.n_cells):
        trial = [*givens[:cell], 0, *givens[cell + 1 :]]
        board = Board.of(Puzzle(grid, tuple(trial)))
        for step in explain(board, techniques=SIMPLE):
            assert all(solution.digits[at] == digit for at, digit in step.places)
            assert all(solution.digits[at] != digit for at, digit in step.removes)
        if not board.n_open:
            givens = trial
    assert Puzzle(grid, tuple(givens)).is_unique()
    assert givens.count(0) > grid.n_cells // 2
