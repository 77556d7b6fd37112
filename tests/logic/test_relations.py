"""What pairs of candidates exclude by rules, and the steps that use it, by brute force of the rules."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from farandole.bitsets import bits
from farandole.grid import Grid
from farandole.logic import Board, Step, describe
from farandole.logic.board import Geometry
from farandole.logic.inference.relations import relations_of
from farandole.logic.step import Link
from farandole.logic.techniques.pointing_by_rules import pointing_by_rules
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    Clone,
    Consecutive,
    NotConsecutive,
    NotRatio,
    Palindrome,
    Renban,
    Rule,
    Thermo,
    Whispers,
    anti_knight,
    nonconsecutive,
)

MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)


def board_with(*rules: Rule, givens: str = "." * 81) -> Board:
    return Board.of(Puzzle.of(Grid.classic(), givens, rules=list(rules)))


def number(geometry: Geometry, name: str) -> int:
    return next(cell for cell in range(geometry.n_cells) if geometry.grid.cell_name(cell) == name)


def is_possible(geometry: Geometry, rules: tuple[Rule, ...], *claims: tuple[int, int]) -> bool:
    """Whether some digits satisfy rules and the houses among their cells, and these claims are true."""
    held = dict(claims)
    if len(held) < len(set(claims)):
        return False
    cells = tuple(dict.fromkeys([*held, *(cell for rule in rules for cell in rule.scope)]))
    choices = [[held[cell]] if cell in held else range(1, geometry.n_digits + 1) for cell in cells]
    for digits in product(*choices):
        way = dict(zip(cells, digits, strict=True))
        if all(rule.holds(tuple(way[cell] for cell in rule.scope)) for rule in rules) and all(
            way[one] != way[two] for one, two in product(cells, cells) if geometry.peers[one] >> two & 1
        ):
            return True
    return False


def judge_link(link: Link, geometry: Geometry) -> None:
    """A weak link excludes its end: no digits that its rules and the houses allow make both ends true."""
    if link.is_strong or link.start.cells_of_set:
        return
    for one, two in product(bits(link.start.cells), bits(link.end.cells)):
        assert not is_possible(geometry, link.rules, (one, link.start.digit), (two, link.end.digit)), link


def judge(step: Step, board: Board, solutions: list[tuple[int, ...]]) -> None:
    said = describe(step, board)
    for cell, digit in step.eliminations:
        assert all(solution[cell] != digit for solution in solutions), said
    for cell, digit in step.placements:
        assert all(solution[cell] == digit for solution in solutions), said
    if sum(len(rule.scope) for rule in step.reason.rules) <= 10:
        for link in (link for chain in step.reason.links for link in chain):
            judge_link(link, board.geometry)


@pytest.mark.parametrize("name", RULES)
@examples(30)
@given(data=st.data())
def test_excluded_candidates_of_each_rule_are_in_no_filling(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2)))
    are_relations_right(puzzle)


def are_relations_right(puzzle: Puzzle) -> None:
    board = Board.of(puzzle)
    relations = relations_of(board)
    if relations is None:
        return
    geometry = board.geometry
    for cell, digit in product(range(geometry.n_cells), range(1, geometry.n_digits + 1)):
        for other in relations.candidates(relations.by_rules[cell][digit]):
            rules = relations.why((cell, digit), other)
            assert rules
            assert relations.excludes(other, (cell, digit))
            if sum(len(rule.scope) for rule in rules) <= 6:
                assert not is_possible(geometry, rules, (cell, digit), other)


@pytest.mark.parametrize(
    "rule",
    [Consecutive("r1c1 r2c2"), Thermo("r1c1 r2c3"), NotRatio("r4c4 r4c5"), Renban("r1c1 r2c2"), Clone("r1c1", "r5c5")],
)
def test_a_rule_of_two_cells_excludes_all_that_it_forbids(rule: Rule) -> None:
    board = board_with(rule)
    relations = relations_of(board)
    assert relations
    rule = board.rules[0]
    one, two = rule.scope
    for digit, other in product(range(1, 10), repeat=2):
        fits = is_possible(board.geometry, (rule,), (one, digit), (two, other))
        others = [d for d in range(1, 10) if is_possible(board.geometry, (rule,), (one, digit), (two, d))]
        reverse = [d for d in range(1, 10) if is_possible(board.geometry, (rule,), (one, d), (two, other))]
        if others and reverse:  # otherwise the rule alone eliminates the digit
            assert relations.excludes((one, digit), (two, other)) is not fits


def test_long_lines_relate_cells_that_are_near_or_mirrored() -> None:
    line = [f"r{row}c{column}" for row, column in zip(range(1, 10), (1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)]
    board = board_with(Palindrome(" ".join([*line, "r8c9", "r7c9"])))
    relations = relations_of(board)
    assert relations
    assert relations.excludes((0, 3), (number(board.geometry, "r7c9"), 4))
    assert list(relations.equal[0]) == [0, number(board.geometry, "r7c9")]


def test_equal_cells_see_what_each_of_them_sees() -> None:
    board = board_with(Clone("r1c1", "r5c5"))
    relations = relations_of(board)
    assert relations
    assert relations.excludes((0, 3), (number(board.geometry, "r5c9"), 3))
    assert relations.excludes((number(board.geometry, "r5c9"), 3), (0, 3))
    assert relations.why((0, 3), (number(board.geometry, "r5c9"), 3)) == board.rules
    assert relations.geometries[3].peers[0] >> number(board.geometry, "r5c9") & 1
    assert not board.geometry.peers[0] >> number(board.geometry, "r5c9") & 1


def test_a_board_without_rules_has_no_relations() -> None:
    board = Board.of(Puzzle.classic("." * 81))
    assert relations_of(board) is None
    assert not list(pointing_by_rules(board))


def test_rules_of_a_shape_are_projected_once() -> None:
    grid = Grid.classic()
    board = board_with(*nonconsecutive(grid))
    relations = relations_of(board)
    assert relations
    assert len(relations.allowed) == 2 * len(nonconsecutive(grid))


@pytest.mark.parametrize("name", RULES)
@examples(25)
@given(data=st.data())
def test_steps_of_each_rule_are_right(name: str, data: st.DataObject) -> None:
    are_steps_right(data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2))))


@examples(150)
@given(puzzle=small_puzzles(MIXED))
def test_steps_of_mixed_rules_are_right(puzzle: Puzzle) -> None:
    are_steps_right(puzzle)


def are_steps_right(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    for technique in (pointing_by_rules,):
        for step in technique(board):
            judge(step, board, solutions)


@pytest.mark.parametrize(
    ("rules", "eliminated", "said"),
    [
        (
            (NotConsecutive("r1c1 r2c2"), NotConsecutive("r1c2 r2c2")),
            {digit: range(2, 9) for digit in (5,)},
            "In row 1, 5 is in r1c1 or r1c2. If r1c1 is 5, then r2c2 can't be 4 (No white dot r1c1 r2c2: not "
            "consecutive).",
        ),
        (anti_knight(Grid.classic()), {5: (1, 2, 3, 5, 6, 7, 8)}, "If r1c5 is 5, then r2c3 can't be 5 (All different"),
        (
            (Clone("r1c1", "r5c5"),),
            {5: (1, 2, 3, 5, 6, 7, 8)},
            "If r1c1 is 5, then r2c5 can't be 5 (Clone r1c1 r5c5: the second half repeats the first)",
        ),
    ],
)
def test_pointing_by_rules_in_words(rules: tuple[Rule, ...], eliminated: dict[int, range], said: str) -> None:
    board = board_with(*rules)
    for digit, cells in eliminated.items():
        for cell in cells:
            board.eliminate(cell, digit)
    texts = [describe(step, board) for step in pointing_by_rules(board)]
    assert any(said in text for text in texts), texts[:5]


def test_whispers_are_used_by_the_candidates_of_a_cell() -> None:
    board = board_with(Whispers("r1c1 r2c2"), NotConsecutive("r1c1 r2c2"))
    for digit in (3, 4, 5, 6, 7, 8, 9):
        board.eliminate(0, digit)
    [first, *_] = pointing_by_rules(board)
    assert first.reason.starts
