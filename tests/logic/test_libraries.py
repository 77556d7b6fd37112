"""The further libraries, and the paths of their hard puzzles.

`python tests/oracles/library.py` counts all cases. Where the variable FARANDOLE_ALL is
set, every puzzle is walked, not a few.
"""

import os

import pytest

from farandole.logic import Board, explain
from farandole.puzzle import Puzzle
from library import FOLDER, TECHNIQUE_OF, libraries, read, steps_for
from needs import needs
from states import unsound

# Of each file, one puzzle in so many: the last two hold the hardest there are for chains.
PUZZLES = {"corpus": 5, "extremes": 1, "te2-eleven-100": 27, "te3-mith-200": 40}


@needs("data")
@pytest.mark.parametrize("name", libraries())
def test_the_step_is_found(name: str) -> None:
    for case in read(name):
        steps = steps_for(case, TECHNIQUE_OF[case.code])
        assert case.is_lax(steps), case.line


@needs("data")
@pytest.mark.parametrize("name", libraries())
def test_all_steps_found_are_sound(name: str) -> None:
    for case in read(name):
        technique = TECHNIQUE_OF[case.code]
        puzzle = Puzzle.classic("".join(map(str, case.board().values)))
        solution = puzzle.solve()
        if solution and puzzle.is_unique():
            assert not unsound(case.board(), solution.digits, [technique]), case.line


@needs("data")
@pytest.mark.parametrize("name", PUZZLES)
def test_paths_are_sound_to_the_end(name: str) -> None:
    file = FOLDER / "extra-libs" / f"{name}.txt"
    puzzles = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    for line in puzzles[:: 1 if "FARANDOLE_ALL" in os.environ else PUZZLES[name]]:
        solution = Puzzle.classic(line).solve()
        assert solution is not None
        board = Board.of(Puzzle.classic(line))
        for step in explain(board):
            assert all(solution.digits[cell] != digit for cell, digit in step.eliminations), (line, step)
            assert all(solution.digits[cell] == digit for cell, digit in step.placements), (line, step)
        assert not board.n_open, line
