"""What pairs of candidates exclude by rules, and the steps that use it, by brute force of the rules."""

from collections.abc import Iterable, Sequence
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, small_puzzles

from boards import board_with, is_possible, number
from farandole.bitsets import bits
from farandole.grid import Grid
from farandole.logic import Board, Step, Technique, describe
from farandole.logic.board import Geometry
from farandole.logic.inference import relations as relations_module
from farandole.logic.inference.relations import Projection, Relations, relations_of
from farandole.logic.step import Link
from farandole.logic.techniques.chains import x_chain, xy_chain
from farandole.logic.techniques.class_coloring import (
    entropy_coloring,
    high_low_coloring,
    modular_coloring,
    parity_coloring,
)
from farandole.logic.techniques.equal_cells import equal_by_elimination, equal_cells
from farandole.logic.techniques.forcing import forcing_chains, forcing_nets
from farandole.logic.techniques.loops import grouped_nice_loops, nice_loops
from farandole.logic.techniques.pointing_by_rules import pointing_by_rules
from farandole.logic.techniques.rule_combinations import rule_combinations
from farandole.logic.wording.words import describe_rule, describe_rule_briefly
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    Clone,
    Connected,
    Consecutive,
    CountDistinct,
    CountingCircles,
    Entropic,
    Model,
    Modular,
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

COLORINGS = (parity_coloring, high_low_coloring, entropy_coloring, modular_coloring)
SEARCHES = (
    pointing_by_rules,
    *COLORINGS,
    x_chain,
    xy_chain,
    nice_loops,
    grouped_nice_loops,
    forcing_chains,
    forcing_nets,
)
MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)


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
@examples_of_each(30)
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


@pytest.mark.parametrize("kind", [CountDistinct, CountingCircles])
def test_a_rule_of_many_cells_says_nothing_about_pairs(kind: type[Rule]) -> None:
    cells = "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9 r2c7 r3c5 r4c2"
    board = board_with(kind(cells))
    assert not Relations(board.geometry, board.rules).allowed


def test_a_region_that_is_joined_excludes_nothing_that_a_grid_has() -> None:
    puzzle = Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Connected(tuple(range(16)), digits=(2, 3, 4), width=4)])
    board = Board.of(puzzle)
    allowed = Relations(board.geometry, board.rules).allowed
    grids = solutions_of(puzzle)
    assert len(grids) == 216
    for (one, other), fits in allowed.items():
        assert all(fits[grid[one] - 1] >> grid[other] - 1 & 1 for grid in grids)


def test_long_lines_are_looked_at_in_short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 26 cells of such a line at once took 1.3 s, for each digit of each cell."""
    sizes = []
    project = relations_module.project_within

    def count(model: Model, cells: Sequence[int], houses: Iterable[tuple[int, ...]]) -> Projection:
        sizes.append(len(cells))
        return project(model, cells, houses)

    monkeypatch.setattr(relations_module, "project_within", count)
    snake = [f"r{row}c{column}" for row in (1, 3, 5) for column in range(1, 10)]
    board = board_with(Entropic(" ".join(snake[:26])))
    relations = relations_of(board)
    assert relations
    assert 0 < max(sizes) <= 4
    fourth = number(board.geometry, "r1c4")
    assert relations.excludes((0, 1), (fourth, 5))
    assert not relations.excludes((0, 1), (fourth, 2))


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
@examples_of_each(25)
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
    for search in SEARCHES:
        for step in islice(search(board), 20):
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


def test_chains_name_the_rules_of_their_links() -> None:
    board = board_with(Consecutive("r1c1 r5c2"))
    for cell, kept in (("r1c1", (1, 2)), ("r5c2", (2, 3)), ("r7c3", (2, 4, 9))):
        for digit in range(1, 10):
            if digit not in kept:
                board.eliminate(number(board.geometry, cell), digit)
    said = [describe(step, board) for step in nice_loops(board)]
    assert any(f"r5c2 must be 2 ({describe_rule(board.rules[0], board.geometry)})" in text for text in said), said


def test_an_x_chain_uses_cells_that_see_each_other_by_a_rule() -> None:
    board = board_with(Thermo("r1c1 r5c5"), Thermo("r1c9 r3c4"), Renban("r5c9 r3c4"))
    for row, kept in ((1, (1, 9)), (5, (5, 9))):
        for column in range(1, 10):
            if column not in kept:
                board.eliminate(number(board.geometry, f"r{row}c{column}"), 5)
    steps = {describe(step, board): step for step in x_chain(board)}
    [(said, step)] = steps.items()
    bulb, *ends = (describe_rule(rule, board.geometry) for rule in board.rules)
    assert f"so r5c5 can't be 5 ({bulb}). Then r5c9 must be 5 (only two places in row 5)" in said
    assert f"So r1c9 or r5c9 is 5. What both exclude is false ({'; '.join(ends)}), so r" in said
    assert (number(board.geometry, "r3c4"), 5) in step.eliminations


DOTS = ("r1c1 r1c2", "r1c3 r1c4", "r1c5 r1c6", "r1c7 r1c8")
RING = ("r1c1 r5c2", "r5c2 r3c3", "r3c3 r7c5", "r7c5 r1c1", "r7c5 r5c2")
HIGH, NOT_A = range(4, 10), (2, 3, 5, 6, 8, 9)


@pytest.mark.parametrize(
    ("technique", "rules", "eliminated", "said"),
    [
        (
            parity_coloring,
            [Consecutive(dot) for dot in DOTS],
            {},
            "In row 1, 5 digits are odd. Of r1c1 and r1c2, 1 is odd ({0}). Of r1c3 and r1c4, 1 is odd "
            "({1}). Of r1c5 and r1c6, 1 is odd ({2}). Of r1c7 and r1c8, 1 is odd ({3}). Suppose that "
            "r1c9 is even. That makes at most 4 odd digits in row 1, so r1c9 can't be 2, 4, 6 or 8.",
        ),
        (
            parity_coloring,
            [Consecutive(dot) for dot in RING],
            {},
            "If r1c1 is odd, then r7c5 has two kinds at once ({0}; {3}; {1}), so r1c1 can't be 1, 3, 5, 7 or 9.",
        ),
        (
            parity_coloring,
            [Consecutive("r1c1 r5c2"), NotConsecutive("r1c1 r6c9"), NotConsecutive("r5c2 r6c9")],
            {"r1c1": (1, 5, 6, 7, 8, 9), "r5c2": (1, 5, 6, 7, 8, 9)},
            "If r1c1 is odd, then r5c2 is even, so r6c9 can't be 3 ({0}; {2}). If r1c1 is even, then "
            "r6c9 can't be 3 ({1}). So in any case: r6c9 can't be 3.",
        ),
        (
            high_low_coloring,
            [Whispers("r1c1 r2c8 r1c3")],
            {"r1c8": (5, 6, 7, 8, 9), "r1c9": (5, 6, 7, 8, 9), "r1c7": (5, 6, 7, 8, 9)},
            "Call 1, 2, 3 and 4 low; 6, 7, 8 and 9 high. In row 1, 4 digits are low. r1c7, r1c8 and "
            "r1c9 are low already. If r1c1 is low, then r1c3 is low ({0}). That makes at least 5 low "
            "digits in row 1, so r1c1 and r1c3 can't be 1",
        ),
        (
            entropy_coloring,
            [Entropic("r1c1 r2c2 r2c3 r1c4")],
            {"r1c8": HIGH, "r1c9": HIGH},
            "Call 1, 2 and 3 low; 4, 5 and 6 middle; 7, 8 and 9 high. In row 1, 3 digits are low. r1c8 "
            "and r1c9 are low already. If r1c1 is low, then r1c4 is low ({0}). That makes at least 4 "
            "low digits in row 1, so r1c1 and r1c4 can't be 1, 2 or 3.",
        ),
        (
            modular_coloring,
            [Modular("r1c1 r2c2 r2c3 r1c4")],
            {"r1c8": NOT_A, "r1c9": NOT_A},
            "Call 1, 4 and 7 A; 2, 5 and 8 B; 3, 6 and 9 C. In row 1, 3 digits are A. r1c8 and r1c9 are"
            " A already. If r1c1 is A, then r1c4 is A ({0}). That makes at least 4 A digits in row 1, "
            "so r1c1 and r1c4 can't be 1, 4 or 7.",
        ),
    ],
)
def test_coloring_by_kinds_in_words(
    technique: Technique, rules: list[Rule], eliminated: dict[str, tuple[int, ...]], said: str
) -> None:
    board = board_with(*rules)
    for name, digits in eliminated.items():
        for digit in digits:
            board.eliminate(number(board.geometry, name), digit)
    for step in list(rule_combinations(board)):
        step.apply(board)
    names = [describe_rule_briefly(rule, board.geometry) for rule in board.rules]
    texts = [describe(step, board) for step in technique(board)]
    assert any(said.format(*names) in text for text in texts), texts


def test_equal_cells_in_words() -> None:
    board = board_with(Palindrome("r1c1 r2c5 r5c5"))
    board.eliminate(0, 5)
    board.eliminate(number(board.geometry, "r5c5"), 7)
    [step] = equal_cells(board)
    rule = describe_rule(board.rules[0], board.geometry)
    assert describe(step, board) == (
        f"Equal Cells. {rule}. So r1c1 and r5c5 hold the same digit, and neither can be what the other can't be: "
        "r1c1 can't be 7; r5c5 can't be 5."
    )


def test_equal_cells_copy_digits_that_are_placed() -> None:
    board = board_with(Clone("r1c1", "r5c5"), givens="4" + "." * 80)
    [step] = equal_cells(board)
    assert set(step.eliminations) == {(40, digit) for digit in range(1, 10) if digit != 4}


def equal_by_knights() -> Board:
    """r1c1 has 2 and 3, which row 3 has elsewhere only where r1c1 sees: in box 1, and at a knight's move."""
    board = board_with(*anti_knight(Grid.classic()))
    for digit in (1, 4, 5, 6, 7, 8, 9):
        board.eliminate(0, digit)
    for column in (4, 5, 6, 7, 8):
        for digit in (2, 3):
            board.eliminate(number(board.geometry, f"r3c{column}"), digit)
    return board


def test_cells_that_are_equal_by_elimination_copy_notes() -> None:
    board = equal_by_knights()
    [said] = [describe(step, board) for step in equal_by_elimination(board)]
    assert said == (
        "Equal by Elimination. r1c1 can be 2 or 3. Whichever it is, it excludes that digit from row 3 everywhere "
        "except in r3c9. So r1c1 and r3c9 hold the same digit, and neither can be what the other can't be: "
        "r3c9 can't be 1, 4, 5, 6, 7, 8 or 9."
    )


def test_what_equal_cells_see_and_the_other_places_see_is_false() -> None:
    board = equal_by_knights()
    [step] = equal_by_elimination(board)
    step.apply(board)
    for column in (2, 3, 4, 6, 7, 8, 9):
        board.eliminate(number(board.geometry, f"r1c{column}"), 2)
    said = [describe(step, board) for step in equal_by_elimination(board)]
    expected = (
        "So r1c1 and r3c9 hold the same digit. In row 1, 2 can only be in r1c1 or r1c5. "
        "So either r1c1 and r3c9 are 2, or 2 is in r1c5, and what both cases exclude is false"
    )
    assert any(expected in text for text in said), said


def test_a_board_without_rules_has_no_equal_cells() -> None:
    board = Board.of(Puzzle.classic("." * 81))
    assert not [step for search in (equal_cells, equal_by_elimination, *COLORINGS) for step in search(board)]
