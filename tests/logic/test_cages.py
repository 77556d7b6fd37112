"""Killers as people solve them: sound on the whole collection, and enough for most of it."""

import collection
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, small_puzzles

from farandole.grid import Grid
from farandole.logic import Board, describe, explain
from farandole.logic.inference.sums import remainders_of, sums_of
from farandole.logic.techniques.cages import cage_combinations, cage_must_hold, large_rule_of_45, rule_of_45
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Arrow, Cage, FrameSum, LittleKiller, PairSum, PillArrow, RegionSum, Rule, Sum, Thermo
from needs import needs
from totals import TotalsReader

SUMS = ["arrow", "cage", "double_arrow", "frame_sum", "little_killer", "pair_sum", "pill_arrow", "region_sum", "sum"]


def test_a_cage_keeps_what_reaches_its_total() -> None:
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 17), Cage((9, 10, 11), 6))))
    steps = list(cage_combinations(board))
    for step in steps:
        step.apply(board)
    assert [board.masks[cell] for cell in (0, 1, 9, 10, 11)] == [0b110000000] * 2 + [0b111] * 3


def test_the_rule_of_45_places_an_innie_and_an_outie() -> None:
    row = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1, 2), 15), Cage((3, 4, 5), 12), Cage((6, 7), 10)))
    step = next(rule_of_45(Board.of(row)))
    assert {digit for cell, digit in step.eliminations if cell == 8} == {1, 2, 3, 4, 5, 6, 7, 9}
    outie = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1, 2, 3), 20), Cage((4, 5, 6, 7, 8, 17), 28)))
    step = next(rule_of_45(Board.of(outie)))
    assert {digit for cell, digit in step.eliminations if cell == 17} == {1, 2, 4, 5, 6, 7, 8, 9}


@pytest.mark.parametrize(
    ("rule", "equations"),
    [
        (Cage((0, 1), 9), [((0, 1), (1, 1), 9)]),
        (Cage((0, 1)), []),
        (Sum((0, 1, 0), 9), [((0, 1), (2, 1), 9)]),
        (LittleKiller((1, 9), 8), [((1, 9), (1, 1), 8)]),
        (FrameSum(tuple(range(9)), 15), [((0, 1, 2), (1, 1, 1), 15)]),
        (PairSum((0, 1), 10), [((0, 1), (1, 1), 10)]),
        (Arrow((0, 1, 2)), [((0, 1, 2), (1, -1, -1), 0)]),
        (PillArrow((0, 1, 2, 3), 2), [((0, 1, 2, 3), (10, 1, -1, -1), 0)]),
        (RegionSum((0, 1, 3, 4), ((0, 1), (3, 4))), [((0, 1, 3, 4), (1, 1, -1, -1), 0)]),
        (Thermo((0, 1, 2)), []),
    ],
)
def test_a_rule_lists_its_sums(rule: Rule, equations: list[tuple[tuple[int, ...], tuple[int, ...], int]]) -> None:
    assert list(rule.equations(Grid.classic())) == equations


@pytest.mark.parametrize("name", RULES)
@examples_of_each(15)
@given(data=st.data())
def test_the_sums_of_each_rule_hold_wherever_it_holds(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(small_puzzles(st.just([name])))
    for solution in solutions_of(puzzle):
        for cells, coefficients, total in puzzle.rules[0].equations(puzzle.grid):
            assert sum(factor * solution[cell] for cell, factor in zip(cells, coefficients, strict=True)) == total


def test_an_arrow_counts_in_its_row() -> None:
    """The shaft is worth as much as the circle: so twice the circle and the last cell are 45 - 20."""
    rules = (Arrow((0, 1, 2)), Cage((3, 4, 5, 6, 7), 20))
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=rules))
    assert ((0, 8), (2, 1), 25) in [remainder.equation for remainder in remainders_of(board.geometry, board.rules)]
    step = next(step for step in rule_of_45(board) if step.reason.equation and step.reason.equation.cells == (0, 8))
    assert describe(step, board) == (
        "Rule of 45. The digits of row 1 add up to 45. Cage r1c4 r1c5 r1c6 r1c7 r1c8: no repeats, sum 20; "
        "Arrow r1c1 r1c2 r1c3: the first is the sum of the others. So 2·r1c1 + r1c9 = 25. "
        "With 1, 2, 3, 4, 5, 6 or 7 in r1c1, r1c9 would be 23, 21, 19, 17, 15, 13 or 11. "
        "With 1, 2, 3, 4, 5, 6 or 8 in r1c9, 2·r1c1 would be 24, 23, 22, 21, 20, 19 or 17. "
        "So that can't be: r1c1 can't be 1, 2, 3, 4, 5, 6 or 7; r1c9 can't be 1, 2, 3, 4, 5, 6 or 8."
    )


def test_diagonals_count_too() -> None:
    grid = Grid.classic()
    rules = (LittleKiller("r1c1 r2c2 r3c3", 12).on(grid), Sum("r1c2 r1c3 r2c1 r3c1 r3c2", 25).on(grid))
    board = Board.of(Puzzle(grid, (0,) * 81, rules=rules))
    [step] = rule_of_45(board)
    assert step.eliminations == tuple((11, digit) for digit in range(1, 10) if digit != 8)
    assert describe(step, board) == (
        "Rule of 45. The digits of box 1 add up to 45. Diagonal r1c1 r2c2 r3c3: sum 12; "
        "Sum r1c2 r1c3 r2c1 r3c1 r3c2: sum 25. So r2c3 = 8. "
        "So nothing else is there: r2c3 can't be 1, 2, 3, 4, 5, 6, 7 or 9."
    )


@examples(100)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(SUMS), min_size=1, max_size=8)))
def test_sums_of_any_rules_are_counted_truly(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    board = Board.of(puzzle)
    for technique in (cage_combinations, cage_must_hold, rule_of_45, large_rule_of_45) if solutions else ():
        for step in technique(board):
            for cell, digit in step.eliminations:
                assert all(solution[cell] != digit for solution in solutions), describe(step, board)
            TotalsReader(board).judge(describe(step, board), step)


def test_the_work_for_large_grids_is_bounded() -> None:
    """Cages of two cells that lie across the boxes of a 16x16 grid link all houses."""
    grid = Grid.classic(16)
    solution = next(Puzzle(grid, (0,) * 256).solutions()).digits
    cages = [(cell, cell + 1) for cell in range(255) if cell % 16 % 2 and cell % 16 < 15]
    rules = tuple(Cage(cells, sum(solution[cell] for cell in cells)) for cells in cages)
    board = Board.of(Puzzle(grid, (0,) * 256, rules=rules))
    assert len(sums_of(board.geometry, rules)) == len(rules)
    assert 0 < len(remainders_of(board.geometry, rules)) < 10_000


@needs("data")
def test_paths_of_killers_are_sound() -> None:
    n_solved = n_seen = 0
    for case in list(collection.read("killer_janko"))[:40]:
        if len(case.places) != 81 or case.n_digits != 9 or case.solution is None:
            continue
        board = Board.of(Puzzle(Grid.classic(), case.givens, rules=tuple(case.rules())))
        for step in explain(board):
            assert all(case.solution[cell] == digit for cell, digit in step.placements), (case.name, step)
            assert all(case.solution[cell] != digit for cell, digit in step.eliminations), (case.name, step)
        n_seen += 1
        n_solved += not board.n_open
    assert n_solved >= 0.9 * n_seen > 0
