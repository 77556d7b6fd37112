"""The fewest conflicting clues are those that brute force finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from farandole.errors import PuzzleError, UnfinishedError
from farandole.generate import ConflictingClues, clues_of, conflicting, make
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Rule, Thermo

SMALL = Grid.classic((2, 2))
RULES: list[Rule] = [Cage((0, 1), 3), Cage((0, 4), 7), Cage((5, 6, 10), 4), Thermo((12, 13, 14)), Thermo((3, 7))]


def has_solution(puzzle: Puzzle, clues: tuple[int, ...]) -> bool:
    """Whether a puzzle has a solution with these of its clues, by their number in `clues_of`."""
    cells = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    kept = {cells[number] for number in clues if number < len(cells)}
    givens = tuple(digit if cell in kept else 0 for cell, digit in enumerate(puzzle.givens))
    rules = tuple(puzzle.rules[number - len(cells)] for number in clues if number >= len(cells))
    return replace(puzzle.with_givens(givens), rules=rules).count(limit=1) > 0


def smallest(puzzle: Puzzle) -> int:
    """The size of a smallest conflicting set, trying all sets."""
    n = len(list(clues_of(puzzle)))
    sizes = range(n + 1)
    return next(size for size in sizes if any(not has_solution(puzzle, some) for some in combinations(range(n), size)))


def numbers_of(puzzle: Puzzle, conflict: ConflictingClues) -> tuple[int, ...]:
    words = [clue.in_words for clue in clues_of(puzzle)]
    return tuple(words.index(clue.in_words) for clue in conflict.clues)


@given(
    givens=st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=7),
    rules=st.lists(st.sampled_from(RULES), unique=True, max_size=3),
)
@example(givens={0: 1, 9: 3, 15: 1}, rules=[])
@example(givens={}, rules=[RULES[0], RULES[1]])
def test_no_fewer_clues_conflict(givens: dict[int, int], rules: list[Rule]) -> None:
    try:
        puzzle = Puzzle.of(SMALL, [givens.get(cell, 0) for cell in range(16)], rules=rules)
    except PuzzleError:
        assume(False)
    assume(not puzzle.count(limit=1))
    conflict = conflicting(puzzle)
    numbers = numbers_of(puzzle, conflict)
    assert (conflict.is_smallest, conflict.is_minimal) == (True, True)
    assert not has_solution(puzzle, numbers)
    assert len(numbers) == smallest(puzzle)


def test_a_wrong_given_is_in_every_conflict() -> None:
    made = make(seed=5)
    cell = made.puzzle.givens.index(0)
    for digit in range(1, 10):
        givens = (*made.puzzle.givens[:cell], digit, *made.puzzle.givens[cell + 1 :])
        try:
            puzzle = made.puzzle.with_givens(givens)
        except PuzzleError:
            continue
        if puzzle.count(limit=1):
            continue
        conflict = conflicting(puzzle)
        name = puzzle.grid.cell_name(cell)
        assert f"{name}={digit}" in [clue.in_words for clue in conflict.clues]
        numbers = numbers_of(puzzle, conflict)
        assert not has_solution(puzzle, numbers)
        assert all(has_solution(puzzle, numbers[:k] + numbers[k + 1 :]) for k in range(len(numbers)))


def test_pencilmarks_alone_can_conflict() -> None:
    puzzle = Puzzle(Grid.latin(2), (0, 0, 0, 0), (3, 1, 1, 1))
    assert not puzzle.count(limit=1)
    assert conflicting(puzzle) == ConflictingClues((), True, True)


def test_a_puzzle_with_a_solution_is_refused() -> None:
    with pytest.raises(PuzzleError, match="without a solution"):
        conflicting(Puzzle.classic("." * 81))


def test_it_stops() -> None:
    impossible = Puzzle.of(SMALL, "14.. ..2. .3.. ...1")
    with pytest.raises(UnfinishedError):
        conflicting(impossible, seconds=0)
    calls = iter([False] * 3 + [True] * 1000)
    conflict = conflicting(impossible, cancel=lambda: next(calls))
    assert not conflict.is_smallest
    assert not has_solution(impossible, numbers_of(impossible, conflict))
