"""Puzzles with rules beside houses: their paths are sound and reach the solution, whatever the rules are."""

import pytest
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import examples

from farandole.grid import Grid, House
from farandole.logic import EXTRA, TECHNIQUES, Board, explain, rate
from farandole.logic.techniques.single_digit import skyscraper
from farandole.logic.techniques.uniqueness import uniqueness_1
from farandole.puzzle import Puzzle
from farandole.rules import RULES, AllDifferent, Allowed, Cage
from states import unsound

UNIQUE = [technique for technique in (*TECHNIQUES, *EXTRA) if technique.assumes_unique]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a small puzzle with some rules and one solution: as few givens as it takes, in the order drawn."""
    grid = draw(st.sampled_from([Grid.classic((2, 2)), Grid.classic((2, 3)), Grid.latin(4)]))
    names = draw(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3))
    some = tuple(draw(strategies.rules(name, grid.n_digits, grid.n_cells)) for name in names)
    puzzle = Puzzle(grid, (0,) * grid.n_cells, rules=some)
    solution = puzzle.solve()
    assume(solution is not None)
    assert solution is not None
    givens = [0] * grid.n_cells
    for cell in draw(st.permutations(range(grid.n_cells))):
        if puzzle.is_unique():
            break
        givens[cell] = solution.digits[cell]
        puzzle = Puzzle(grid, tuple(givens), rules=some)
    return puzzle


@pytest.mark.slow
@examples(150)
@given(puzzles())
def test_paths_are_sound_whatever_the_rules(puzzle: Puzzle) -> None:
    solution = puzzle.solve()
    assert solution is not None
    board = Board.of(puzzle)
    for step in explain(board):
        assert all(solution.digits[cell] == digit for cell, digit in step.placements), step
        assert all(solution.digits[cell] != digit for cell, digit in step.eliminations), step
        assert not unsound(board, solution.digits, UNIQUE)
    assert board.values == list(solution.digits)


@examples(40)
@given(puzzles())
def test_ratings_of_puzzles_with_rules_end(puzzle: Puzzle) -> None:
    rating = rate(puzzle)
    assert rating.n_solutions == 1
    assert rating.logic.is_solved
    assert rating.scales == ("logic", "search")


def test_only_houses_let_digits_be_swapped() -> None:
    grid = Grid.classic()
    board = Board(grid)
    for cell in (0, 3, 9, 12):  # a rectangle of 1 and 2 in two boxes, with a 3 in its last corner
        for digit in range(4 if cell == 12 else 3, 10):
            board.eliminate(cell, digit)
    assert [step.eliminations for step in uniqueness_1(board)] == [((12, 1), (12, 2))]
    board.only_houses = False
    assert not list(uniqueness_1(board))
    empty = (0,) * 81
    assert Board.of(Puzzle(grid, empty)).only_houses
    assert Board.of(Puzzle(grid, empty, rules=(AllDifferent((0, 10)),))).only_houses
    assert not Board.of(Puzzle(grid, empty, rules=(Allowed((0,), (2, 4)),))).only_houses
    assert not Board.of(Puzzle(grid, empty, rules=(Cage((0, 1), 5),))).only_houses
    assert not Board.of(Puzzle(grid, empty, pencilmarks=(511,) * 80 + (255,))).only_houses
    assert not board.copy().only_houses


def test_skyscraper_needs_two_rows_apart() -> None:
    # Two houses on one row meet in r1c1, which is no two feet that see each other. Beside them, two more of which r1c6
    # must hold the digit, or nobody would look.
    houses = [(0, 1, 2), (0, 3, 4), (0, 10), (5, 6, 7), (5, 8, 9), (6, 8)]
    places = (*((0, column) for column in range(10)), (1, 0))
    grid = Grid(places, tuple(House(f"house {n}", cells) for n, cells in enumerate(houses)), n_digits=3)
    board = Board(grid)
    for cell in (2, 4, 7, 9):
        board.eliminate(cell, 1)
    assert not unsound(board, [1, 2, 3, 2, 3, 1, 2, 3, 3, 2, 2], [skyscraper])
