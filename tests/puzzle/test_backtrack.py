"""Plain backtracking finds what the engines find, and takes back whatever it tries."""

from itertools import islice
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles

from farandole import ArgumentError, Grid, Puzzle, PuzzleError
from farandole.puzzle.backtrack import backtrack
from farandole.rules import Thermo

CHOICES: tuple[Literal["first", "fewest"], ...] = ("first", "fewest")


@examples(100)
@given(st.sampled_from(CHOICES), st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_all_solutions_of_small_grids(choice: Literal["first", "fewest"], givens: list[int]) -> None:
    try:
        puzzle = Puzzle(Grid.classic((2, 2)), tuple(givens))
    except PuzzleError:
        return
    moves = list(backtrack(puzzle, choice=choice))
    found = [move.what for move in moves if move.kind == "solution"]
    assert sorted(found) == sorted(solution.digits for solution in puzzle.solutions())
    tried = [move.what for move in moves if move.kind == "try"]
    assert sorted(tried) == sorted(move.what for move in moves if move.kind == "take back")


@examples(30)
@given(puzzles(pencilmarks=True))
def test_classics_with_pencilmarks(puzzle: Puzzle) -> None:
    moves = islice(backtrack(puzzle, choice="fewest"), 20_000)
    found = next((move.what for move in moves if move.kind == "solution"), None)
    assert found is None or all(mask >> digit - 1 & 1 for mask, digit in zip(puzzle.masks, found, strict=True))


def test_levels_are_cells_on_the_stack() -> None:
    depth = 0
    for move in backtrack(Puzzle.of(Grid.classic((2, 2)), "1... .... .... ..3.")):
        assert move.level == depth - (move.kind == "take back")
        depth += {"try": 1, "take back": -1}.get(move.kind, 0)
    assert depth == 0


def test_what_it_does_not_take() -> None:
    with pytest.raises(PuzzleError, match="expected a puzzle without rules, found Thermo"):
        backtrack(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Thermo((0, 1))]))
    with pytest.raises(ArgumentError, match="choice: expected 'first' or 'fewest', found 'best'"):
        backtrack(Puzzle.of(Grid.classic((2, 2)), "." * 16), choice="best")  # type: ignore[arg-type]
