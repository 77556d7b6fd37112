"""Singles, locked candidates and subsets: HoDoKu's test cases, and other grids."""

import pytest

from farandole.grid import Grid
from farandole.logic import Board, Technique, describe, explain
from farandole.logic.techniques.locked import claiming, pointing
from farandole.logic.techniques.single_digit import turbot_fish
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
from library import cases, steps_for
from needs import needs

SIMPLE = [
    *(full_house, naked_single, hidden_single, pointing, claiming, locked_pair, locked_triple),
    *(naked_pair, naked_triple, naked_quadruple, hidden_pair, hidden_triple, hidden_quadruple),
]


@needs("data")
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
            assert all(solution.digits[at] == digit for at, digit in step.placements)
            assert all(solution.digits[at] != digit for at, digit in step.eliminations)
        if not board.n_open:
            givens = trial
    assert Puzzle(grid, tuple(givens)).is_unique()
    assert givens.count(0) > grid.n_cells // 2


def test_a_turbot_fish_whose_ends_are_one_cell_places_its_digit() -> None:
    grid = Grid.classic(4).with_houses("rising_diagonal")
    without = {grid.parse_cell(name) for name in ("r2c2", "r2c4", "r1c4", "r3c2")}
    board = Board.of(Puzzle(grid, (0,) * 16, tuple(0b1110 if cell in without else 0b1111 for cell in range(16))))
    said = describe(next(turbot_fish(board)), board)
    assert "both are in column 1. So r2c3 is 1: r1c3, r2c1, r3c3, r4c1 and r4c3 can't be 1." in said
