"""Grids with digits from 0: hints, steps and ratings say and draw the digits that players see; sums count 0 as 0."""

import re
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import FROM_ZERO, examples, small_puzzles

from farandole import Grid, Puzzle
from farandole.formats import read
from farandole.logic import Board, Step, describe, explain, hint, rate
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.techniques.parity import parity
from farandole.render.steps import draw
from farandole.rules import Allowed, Arrow, Cage, Sum

CLASSIC = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."
NUMBER = re.compile(r"(?<![rc\d])\d+")
# Numbers that aren't digits: those of cells and houses, and counts.
KEPT = re.compile(r"r\d+c\d+|(?:rows?|columns?|box(?:es)?) \d+(?:(?:, \d+)* and \d+)?|\d+ (?:cells|digits)|Type \d")


def from_zero(puzzle: Puzzle) -> Puzzle:
    """Count the digits of a puzzle from 0: 1 becomes 0, and each total is less by the number of its cells."""
    lower = (
        type(rule)(rule.cells, rule.total - len(rule.cells))
        if isinstance(rule, Cage | Sum) and rule.total is not None
        else rule
        for rule in puzzle.rules
    )
    return Puzzle(puzzle.grid.with_digits(puzzle.grid.n_digits, first=0), puzzle.givens, rules=tuple(lower))


def pairs_of_steps(puzzle: Puzzle) -> list[tuple[Step, Step]]:
    return list(zip(explain(puzzle), explain(from_zero(puzzle)), strict=True))


def test_a_step_says_each_digit_one_less() -> None:
    for one, zero in pairs_of_steps(Puzzle.classic(CLASSIC)):
        assert (one.technique, one.placements, one.eliminations) == (
            (zero.technique, zero.placements, zero.eliminations)
        )
        assert one.board
        assert zero.board
        said, lower = describe(one, one.board), describe(zero, zero.board)
        assert NUMBER.sub(lambda match: str(int(match[0]) - 1), KEPT.sub("", said)) == KEPT.sub("", lower)


def test_the_steps_of_a_killer_are_the_same_and_its_totals_those_of_the_numbers() -> None:
    [killer] = read(Path("examples/killer.json").read_text())
    pairs = pairs_of_steps(killer)
    assert all(
        (one.technique, one.placements, one.eliminations) == (zero.technique, zero.placements, zero.eliminations)
        for one, zero in pairs
    )
    said = {zero.technique.name: describe(zero, zero.board) for _, zero in reversed(pairs) if zero.board}
    assert said["Cage Combinations"] == (
        "Cage Combinations. The cage of r1c5 and r2c5 adds up to 13. That is 5+8 or 6+7. So nothing else is there: "
        "r1c5 and r2c5 can't be 0, 1, 2, 3 or 4."
    )
    assert said["Rule of 45"].startswith(
        "Rule of 45. The digits of columns 1 and 2 add up to 72, and those of the cages there to 79. "
        "So r1c3, outside of them, has the extra 7."
    )


def ten() -> tuple[Grid, str]:
    """Make a grid of 10x10 with digits from 0 to 9, and fill it."""
    grid = Grid.classic((2, 5)).with_digits(10, first=0)
    full = "".join(str((5 * (row % 2) + row // 2 + column) % 10) for row in range(10) for column in range(10))
    return grid, full


def test_ten_by_ten_with_digits_0_to_9() -> None:
    grid, full = ten()
    puzzle = Puzzle.of(grid, "." + full[1:11] + "." + full[12:])
    assert hint(puzzle).describe() == (
        "Full House. In row 1, only r1c1 is empty. So it takes the digit that row 1 lacks: r1c1 is 0."
    )
    assert hint(puzzle, {"r1c1": 4}).describe().startswith("r1c1 can't be 3, because row 1 has its 3 in r1c4.")
    assert rate(puzzle).logic.difficulty == 1.0


def test_an_arrow_counts_0_as_0() -> None:
    grid = Grid.classic().with_digits(9, first=0)
    puzzle = Puzzle.of(grid, "." * 81, rules=[Arrow("r1c1 r1c2 r1c3 r1c4"), Allowed("r5c5", (0, 2))])
    [step] = islice(explain(puzzle), 1)
    assert step.board
    assert describe(step, step.board) == (
        "Arrow (Rule Combinations). Arrow r1c1 r1c2 r1c3 r1c4: the first is the sum of the others. With the candidates "
        "of its cells, r1c1 is at least 3 and r1c2, r1c3 and r1c4 are at most 7, so r1c1 can't be 0, 1 or 2; r1c2, "
        "r1c3 and r1c4 can't be 8."
    )
    assert repr(step).startswith("<Rule Combinations: r1c1 isn't 0, r1c1 isn't 1, r1c1 isn't 2")
    picture = draw(step, step.board)
    assert ">0<" in picture
    assert picture.count(">9<") == 2  # the names of a row and a column
    assert step.board.masks[40] == 0b101


@examples(40)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(FROM_ZERO), min_size=1, max_size=4), first=0))
def test_no_step_eliminates_a_digit_of_a_solution(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    for step in explain(puzzle, assume_unique=False):
        if step.technique is brute_force:
            break
        for cell, digit in step.eliminations:
            assert all(solution[cell] != digit for solution in solutions), step
        for cell, digit in step.placements:
            assert all(solution[cell] == digit for solution in solutions), step


def test_0_is_even() -> None:
    grid = Grid.classic().with_digits(9, first=0)
    cages = [Cage("r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2", 33)]
    board = Board.of(Puzzle.of(grid, "." * 81, rules=cages))
    step = next(iter(parity(board)))
    assert [digit - 1 for _, digit in step.eliminations] == [0, 2, 4, 6, 8]
    assert "So r3c3 is odd" in describe(step, board)


def test_a_mistake_and_notes_in_the_digits_of_the_board() -> None:
    grid, full = ten()
    cage = Cage("r1c1 r1c2", 1)
    puzzle = Puzzle.of(grid, ".." + full[2:11] + "." + full[12:], rules=[cage])
    assert "r1c1 can't be 1" in hint(puzzle, {"r1c1": 2}).describe()
    assert "r1c1 still needs the candidate 0" in hint(puzzle, notes={"r1c1": "1"}).describe()
    assert hint(puzzle, notes={"r1c1": "0"}).board.masks[0] == 1
