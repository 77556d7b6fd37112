"""Cells that all see each other, though not in one house."""

from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from farandole.bitsets import bits
from farandole.grid import Grid
from farandole.logic import Board, describe
from farandole.logic.techniques.cliques import naked_clique
from farandole.puzzle import Puzzle
from farandole.rules import anti_king


def square() -> Board:
    """A king's move apart: four cells where four boxes meet, three of which have only 1, 2 and 3 left."""
    grid = Grid.classic()
    board = Board.of(Puzzle(grid, (0,) * 81, rules=tuple(anti_king(grid))))
    for cell in (20, 21, 29):
        for digit in range(4, 10):
            board.eliminate(cell, digit)
    return board


def test_kings_make_a_square_a_house() -> None:
    board = square()
    [step] = naked_clique(board)
    assert describe(step, board) == (
        "Naked Clique. r3c3, r3c4 and r4c3 all see each other and have only 1, 2 and 3 left. Cells that share no "
        "house see each other by rules (All different r3c4 r4c3: no repeats; All different r2c3 r3c4: no repeats; "
        "All different r3c2 r4c3: no repeats; All different r3c3 r4c4: no repeats). So each of these digits is in one "
        "of them, and in no other cell that sees all its places there: r2c3, r3c2 and r4c4 can't be 1, 2 or 3."
    )


def test_a_digit_counts_only_where_it_has_places() -> None:
    board = square()
    board.eliminate(29, 1)
    [step] = naked_clique(board)
    assert {cell for cell, digit in step.eliminations if digit == 2} == {11, 19, 30}
    assert {cell for cell, digit in step.eliminations if digit == 1} > {11, 19, 30}


@examples(150)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(["cage", "all_different"]), min_size=1, max_size=8)))
def test_cliques_keep_every_solution(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    board = Board.of(puzzle)
    for step in naked_clique(board) if solutions else ():
        cells = list(bits(step.reason.cells))
        assert step.reason.digits.bit_count() == len(cells)
        for cell, digit in step.eliminations:
            assert all(solution[cell] != digit for solution in solutions), describe(step, board)
