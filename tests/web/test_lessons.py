"""The stored drills: on each board a step of the lesson is possible, whatever path the logic takes today."""

import pytest

from farandole.logic import Board, hint
from farandole.puzzle.puzzle import Puzzle
from farandole.web.api.lessons import Position, find_steps, list_candidates, prefer_lesson, read_positions


def check(lesson: str, position: Position) -> None:
    puzzle, board = position.read()
    solution = puzzle.solve()
    assert solution is not None
    assert all(digit in (0, right) for digit, right in zip(board.values, solution.digits, strict=True))
    assert all(board.masks[cell] >> solution.digits[cell] - 1 & 1 for cell in list_candidates(board))
    steps = find_steps(board, lesson)
    assert steps, position
    for step in steps:
        assert step.placements or step.eliminations
        assert all(solution.digits[cell] == digit for cell, digit in step.placements)
        assert all(solution.digits[cell] != digit for cell, digit in step.eliminations)
        assert all(board.masks[cell] >> digit - 1 & 1 for cell, digit in (*step.placements, *step.eliminations))


@pytest.mark.parametrize("lesson", read_positions())
def test_each_board_of_a_lesson_has_its_step(lesson: str) -> None:
    for position in read_positions()[lesson]:
        check(lesson, position)


def test_a_board_is_written_as_it_is_read() -> None:
    for positions in read_positions().values():
        _, board = positions[0].read()
        assert Position.of(positions[0].lesson, positions[0].puzzle, board) == positions[0]


def test_a_hint_in_a_lesson_is_about_the_lesson_also_where_simpler_steps_are_possible() -> None:
    puzzle = Puzzle.classic("1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5")
    plain = hint(puzzle)
    assert plain.step is not None
    assert plain.step.technique.name != "X-Wing"
    wing = prefer_lesson(plain, "X-Wing")
    assert wing.step is not None
    assert wing.step.technique.name == "X-Wing"
    assert wing.step.board is not None
    assert prefer_lesson(plain, "Jellyfish") == plain
    assert find_steps(Board.of(puzzle), "X-Wing")
