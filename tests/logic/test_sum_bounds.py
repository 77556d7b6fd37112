"""Bounds of sums: what they eliminate, each sentence by brute force, and how much work they are."""

import re
import time
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import Grid, Puzzle
from farandole.bitsets import bit_of, bits, digits_of
from farandole.i18n import use_language
from farandole.logic import Board, describe
from farandole.logic.step import Step
from farandole.logic.techniques.rule_combinations import rule_combinations
from farandole.logic.techniques.sum_bounds import bounds_below, bounds_of_sums, extreme_sum, known_sums
from farandole.rules import RegionSum, Rule, Sum

# Four sums of 14 in the right lower corner; in boxes 6, 8 and 9 and three cells beside, they have at least 54 of 56.
DIAGONALS = (
    Sum("r9c3 r8c4 r7c5 r6c6 r5c7 r4c8 r3c9", 14),
    Sum("r9c7 r8c8 r7c9", 14),
    Sum("r9c6 r8c7 r7c8 r6c9", 14),
    Sum("r9c5 r8c6 r7c7 r6c8 r5c9", 14),
)
# Box 5 is two cells and four sums that equal cells of box 7, which have at most 30.
EQUAL_SUMS = tuple(
    RegionSum(" ".join(groups), groups)
    for groups in (
        ("r7c2", "r6c3"),
        ("r6c3", "r5c4 r4c5"),
        ("r4c6 r5c5 r6c4", "r7c3 r8c2"),
        ("r4c7", "r5c6 r6c5"),
        ("r6c6", "r7c5 r8c4"),
        ("r7c5 r8c4", "r9c3"),
    )
)


def board_of(rules: tuple[Rule, ...], size: int = 9) -> Board:
    """Make an empty board, and remove what one rule alone excludes."""
    grid = Grid.classic(size)
    board = Board.of(Puzzle.of(grid, "." * grid.n_cells, rules=rules))
    while step := next(rule_combinations(board), None):
        step.apply(board)
    return board


def masks_of(board: Board) -> list[int]:
    return [bit_of(value) or mask for value, mask in zip(board.values, board.masks, strict=True)]


def ways(masks: list[int]) -> list[tuple[int, ...]]:
    """Fill cells that see each other, in all ways."""
    found: list[tuple[int, ...]] = [()]
    for mask in masks:
        found = [(*way, digit) for way in found for digit in digits_of(mask) if digit not in way]
    return found


def judge(step: Step, board: Board) -> None:
    """Check each number of a step by brute force: the sum, the bounds of its parts, and what a candidate changes."""
    reason, masks, peers = step.reason, masks_of(board), board.geometry.peers
    assert reason.equation is not None
    sums = known_sums(board.geometry, board.rules)
    assert sums is not None
    total, left = 0, Counter[int]()
    for number, times in reason.counted:
        cells, coefficients, of_sum = sums.sums[number]
        total += times * of_sum
        for cell, coefficient in zip(cells, coefficients, strict=True):
            left[cell] += times * coefficient
    total -= sum(board.values[cell] * times for cell, times in left.items())
    assert total == reason.equation.total
    coefficients_of = dict(zip(reason.equation.cells, reason.equation.coefficients, strict=True))
    assert coefficients_of == {cell: times for cell, times in left.items() if times and not board.values[cell]}
    counted: Counter[int] = Counter()
    for bound in reason.bounds:
        cells = list(bits(bound.cells))
        assert all(peers[one] >> other & 1 for one in cells for other in cells if one != other)
        found = [sum(way) for way in ways([masks[cell] for cell in cells])]
        assert bound.number == (min(found) if bound.is_least else max(found))
        for cell in cells:
            counted[cell] += bound.times
    assert {cell: times for cell, times in counted.items() if times} == coefficients_of
    is_least = bounds_below(reason.bounds)
    assert all(((bound.times > 0) == bound.is_least) == is_least for bound in reason.bounds)
    said = describe(step, board)
    end = sum(bound.times * bound.number for bound in reason.bounds)
    assert f"So what is left is at {'least' if is_least else 'most'} {end}." in said, said
    assert end <= total if is_least else end >= total
    for cell, digit in step.eliminations:
        number = 0
        for bound in reason.bounds:
            held = [
                bit_of(digit) if other == cell else masks[other] & ~(bit_of(digit) if peers[cell] >> other & 1 else 0)
                for other in bits(bound.cells)
            ]
            found = [sum(way) for way in ways(held)]
            number += bound.times * (min(found) if bound.is_least else max(found))
        assert number > total if is_least else number < total
        assert re.search(rf"With [^.]*, it would be at (least|most) {number}\b", said), said


def sum_follows(step: Step, digits: list[int]) -> bool:
    """Return whether a full grid has the sum that a step states."""
    equation = step.reason.equation
    assert equation is not None
    terms = zip(equation.cells, equation.coefficients, strict=True)
    return sum(digits[cell] * times for cell, times in terms) == equation.total


def follow(board: Board, most: int) -> list[Step]:
    """Apply steps, judged each, and what one rule alone says after each."""
    steps: list[Step] = []
    while len(steps) < most and (step := next(bounds_of_sums(board), None)):
        judge(step, board)
        steps.append(step)
        step.apply(board)
        while more := next(rule_combinations(board), None):
            more.apply(board)
    return steps


def test_diagonals_nearly_use_up_their_totals() -> None:
    board = board_of(DIAGONALS)
    steps = follow(board, 8)
    gone = {(board.geometry.grid.cell_name(cell), digit) for step in steps for cell, digit in step.eliminations}
    assert {("r5c8", 1), ("r5c8", 2)} <= gone
    assert max(len(step.reason.rules) for step in steps) > 2


def test_a_box_and_sums_that_equal_cells_of_another() -> None:
    steps = follow(board_of(EQUAL_SUMS), 12)
    assert any(step.reason.houses and len(step.reason.rules) > 2 for step in steps)


def test_the_proof_in_words() -> None:
    board = board_of(DIAGONALS)
    assert list(bounds_of_sums(board))
    for step in bounds_of_sums(board):
        assert describe(step, board).startswith("Bounds of Sums. Add up ")
        with use_language("zh"):
            assert "和的界限" in describe(step, board)


@pytest.mark.parametrize("rules", [DIAGONALS, EQUAL_SUMS])
def test_the_sums_hold_in_solutions(rules: tuple[Rule, ...]) -> None:
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=rules)
    solutions = [list(solution.digits) for solution, _ in zip(puzzle.solutions(seconds=20), range(20), strict=False)]
    assert solutions
    for step in bounds_of_sums(board_of(rules)):
        for digits in solutions:
            assert sum_follows(step, digits)
            assert all(digits[cell] != digit for cell, digit in step.eliminations)


@given(st.lists(st.integers(1, 63), min_size=1, max_size=5))
def test_extreme_sums(masks: list[int]) -> None:
    sums = [sum(way) for way in product(*map(digits_of, masks)) if len(set(way)) == len(way)]
    if sums:
        assert extreme_sum(masks, is_least=True) == min(sums)
        assert extreme_sum(masks, is_least=False) == max(sums)


def test_the_work_is_bounded() -> None:
    n = 16
    rules = tuple(
        Sum(tuple(16 * (row + k) + (column + k * sign) % n for k in range(5)), 40)
        for row in range(0, 11, 2)
        for column in range(n)
        for sign in (1, -1)
    )
    board = board_of(rules, 16)
    began = time.process_time()
    list(bounds_of_sums(board))
    assert time.process_time() - began < 5


def test_no_sums_no_steps() -> None:
    assert not list(bounds_of_sums(board_of(())))


def test_bounds_of_sums_count_0_as_0() -> None:
    grid = Grid.classic().with_digits(9, first=0)
    board = Board.of(
        Puzzle.of(grid, "." * 81, rules=[Sum(rule.cells, rule.total - len(rule.cells)) for rule in DIAGONALS])
    )
    while step := next(rule_combinations(board), None):
        step.apply(board)
    [step] = bounds_of_sums(board)
    said = describe(step, board)
    assert said.startswith("Bounds of Sums. Add up boxes 9 and 3, which have 36 each; Sum r9c5")
    assert said.endswith(
        "r4c9, r5c8 and r6c7 together have at most 21, r7c5, r8c4, r8c6, r9c5 and r9c6 together have at least 10, "
        "r3c9, r6c6, r7c7, r7c8, r8c7 and r9c3 are at least 0 and r4c7 is at most 8. So what is left is at least -19. "
        "With 0 in r4c7, it would be at least -9. So that can't be: r4c7 can't be 0."
    )
