"""Parity: sound by brute force, and each sentence by counting."""

import re

from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from farandole.grid import Grid
from farandole.logic import Board, Step, describe
from farandole.logic.techniques.parity import parity
from farandole.puzzle import Puzzle
from farandole.rules import Allowed, Cage

SUMS = ["allowed", "arrow", "cage", "frame_sum", "little_killer", "pair_sum", "sum"]


def test_a_row_without_its_cages_is_even_or_odd() -> None:
    """Two cells are even by their own rule, so they don't matter for the last one: 45 - 20 - 14 is odd."""
    rules = (Cage((0, 1, 2), 20), Cage((3, 4, 5), 14), Allowed((6, 7), (2, 4, 6, 8)))
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=rules))
    step = next(parity(board))
    assert describe(step, board) == (
        "Parity. The digits of row 1 add up to 45. Cage r1c1 r1c2 r1c3: no repeats, sum 20; Cage r1c4 r1c5 r1c6: no "
        "repeats, sum 14. All of that adds up to 79. Each cell but r1c9 comes an even number of times there, or has "
        "only even digits left. So r1c9 is odd: r1c9 can't be 2, 4, 6 or 8."
    )


def test_two_cells_that_see_each_other_are_both_even_or_both_odd() -> None:
    rules = (Cage((0, 1, 2), 20), Cage((3, 4, 5, 6), 15))
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=rules))
    for cell in (7, 8):
        for digit in (1, 3, 4, 6, 7, 8, 9) if cell == 7 else (3, 4, 5, 6, 7, 8, 9):
            board.eliminate(cell, digit)
    said = [describe(step, board) for step in parity(board)]
    assert any("So r1c8 and r1c9 are both even or both odd: r1c8 and r1c9 can't be 2" in text for text in said), said


def judge(step: Step, board: Board) -> None:
    """Add the sums up once more, cell by cell."""
    grid, reason, said = board.geometry.grid, step.reason, describe(step, board)
    n = grid.n_digits
    times = dict.fromkeys(range(grid.n_cells), 0)
    total = len(reason.houses) * n * (n + 1) // 2
    for house in reason.houses:
        for cell in grid.houses[house].cells:
            times[cell] += 1
    for rule in reason.rules:
        [equation] = rule.equations(grid)
        total += equation.total
        for cell, coefficient in zip(equation.cells, equation.coefficients, strict=True):
            times[cell] += coefficient
    candidates = {
        cell: [board.values[cell]]
        if board.values[cell]
        else [d for d in range(1, n + 1) if board.masks[cell] >> d - 1 & 1]
        for cell in times
    }
    odd = {cell for cell, number in times.items() if number % 2}
    left = {cell for cell in odd if len({digit % 2 for digit in candidates[cell]}) > 1}
    n_odd = sum({digit % 2 for digit in candidates[cell]} == {1} for cell in odd)
    assert {grid.cell_name(cell) for cell in left} == set(
        re.findall(r"r\d+c\d+", said.partition("Each cell but ")[2].partition(" comes")[0])
    )
    assert f"All of that adds up to {total}." in said
    assert (f"; {n_odd} of the latter" if n_odd else "or has only even digits left.") in said
    is_odd = (total - n_odd) % 2
    ending = {
        (1, 1): "is odd",
        (1, 0): "is even",
        (2, 1): "is even, the other odd",
        (2, 0): "are both even or both odd",
    }
    assert ending[len(left), is_odd] in said


@examples(200)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(SUMS), min_size=1, max_size=8)))
def test_steps_by_parity_keep_every_solution(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    board = Board.of(puzzle)
    if any(not mask and not value for mask, value in zip(board.masks, board.values, strict=True)):
        return
    for step in parity(board) if solutions else ():
        judge(step, board)
        for cell, digit in step.eliminations:
            assert all(solution[cell] != digit for solution in solutions), describe(step, board)
