"""Windows of long rules: what they exclude and what must be in them, by brute force of the rule."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, small_puzzles

from boards import board_with, keep, number
from farandole.bitsets import digits_of, set_of
from farandole.logic import Board, describe
from farandole.logic.inference import fillings
from farandole.logic.inference.fillings import RuleGroup
from farandole.logic.inference.windows import WindowModel, choose_windows
from farandole.logic.techniques.rule_combinations import rule_combinations, rule_must_hold
from farandole.logic.wording.words import describe_rule
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Model, Rule, Whispers

LINE = "r2c9 r3c9 r2c8 r1c9 r1c8 r2c7 r3c6 r3c7 r4c7 r4c6 r3c5 r3c4 r2c3"


def supported_by_trying(board: Board, rule: Rule, cells: tuple[int, ...]) -> list[set[int]]:
    """The digits of each cell in all ways to fill a line of whispers and its houses."""
    peers, held = board.geometry.peers, [set[int]() for _ in cells]

    def fill(way: tuple[int, ...]) -> None:
        if len(way) == len(cells):
            assert rule.holds(way)
            for digits, digit in zip(held, way, strict=True):
                digits.add(digit)
            return
        cell = cells[len(way)]
        for digit in digits_of(board.masks[cell]):
            if (not way or abs(way[-1] - digit) >= 5) and all(
                digit != other or not peers[cell] >> seen & 1 for seen, other in zip(cells, way, strict=False)
            ):
                fill((*way, digit))

    fill(())
    return held


def test_a_long_line_excludes_what_no_part_of_it_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with(Whispers(LINE))
    [rule] = board.rules
    group = RuleGroup(board.geometry, [rule])
    masks = group.masks(board)
    left = dict(zip(group.cells, group.supports(masks), strict=True))
    with monkeypatch.context() as without:
        without.setattr(fillings, "_MAX_WINDOWS", 0)
        without.setattr(fillings, "_MAX_SEARCHED", 12)
        before = dict(zip(group.cells, RuleGroup(board.geometry, [rule]).supports(masks), strict=True))
    expected = supported_by_trying(board, rule, group.cells)
    assert {before[cell] & ~mask for cell, mask in left.items()} > {0}, "more than propagation of the whole line"
    for cell, digits in zip(group.cells, expected, strict=True):
        assert digits <= set(digits_of(left[cell]))
    r3c6 = number(board.geometry, "r3c6")
    assert (r3c6, 2) in {one for step in rule_combinations(board) for one in step.eliminations}


def test_a_part_of_a_long_line_must_hold_a_digit() -> None:
    board = board_with(Whispers(LINE))
    keep(board, {"r2c8": (1, 2, 3, 4), "r1c9": (4, 9), "r2c7": (1, 2, 3, 4), "r3c9": (6, 7, 8)})
    said = [describe(step, board) for step in rule_must_hold(board)]
    rule = describe_rule(board.rules[0], board.geometry)
    start = f"{rule}. Every way to fill r1c8, r1c9, r2c8 and r3c9 has a 9, whatever the rest of it is."
    end = "So 9 is in r1c8 or r1c9, and in no cell that sees all of these: r1c1, r1c2"
    assert any(f"{start} {end}" in text for text in said), said


def test_windows_hold_whole_constraints_and_none_lies_within_another() -> None:
    scopes = [frozenset(scope) for scope in ((0, 1), (1, 2), (2, 3), (0, 5, 6), (7, 8, 9, 10, 11))]
    windows = [set(window) for window in choose_windows(scopes, [], 4)]
    assert all(any(scope <= window for window in windows) for scope in scopes if len(scope) <= 4)
    assert not any(one < other for one, other in product(windows, windows))
    assert max(map(len, windows)) <= 4


def test_a_window_looks_at_each_kind_of_constraint() -> None:
    """A kind that it doesn't know would be posted with cells outside the window, which are no part of the search."""
    others = {
        "add",
        "branch",
        "constraints",
        "forbid",
        "equations",
        "holds_each_digit",
        "are_different",
        "at_least_one",
        "substitute",  # by tables and automata
        "network",
        "numbers",
        "search",
        "on",
    }
    adding = {name for name in vars(Model) if not name.startswith("_")} - others
    assert adding <= set(vars(WindowModel))


@pytest.fixture
def _everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_LONG", 2), ("_WINDOW", 3), ("_SMALL_WINDOW", 2), ("_MAX_CHOICES_IF_LONG", 1)):
        monkeypatch.setattr(fillings, name, value)


@pytest.mark.usefixtures("_everything_is_long")
@examples(300)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3)))
def test_windows_keep_every_filling(puzzle: Puzzle) -> None:
    board = Board.of(puzzle)
    geometry = board.geometry
    for rule in board.rules:
        group = RuleGroup(geometry, [rule])
        masks = group.masks(board)
        ways = [
            way
            for way in product(*map(digits_of, masks))
            if rule.holds(tuple(dict(zip(group.cells, way, strict=True))[cell] for cell in rule.scope))
            and all(
                digit != other or not geometry.peers[cell] >> seen & 1
                for cell, digit in zip(group.cells, way, strict=True)
                for seen, other in zip(group.cells, way, strict=True)
            )
        ]
        for n, mask in enumerate(group.supports(masks)):
            assert {way[n] for way in ways} <= set(digits_of(mask))
        for part in [group, *group.small_windows, *group.windows]:
            places = [group.cells.index(cell) for cell in part.cells]
            assert set_of(part.cells) & ~set_of(group.cells) == 0
            for digit in part.must_hold(part.masks(board)):
                assert all(digit in {way[n] for n in places} for way in ways), (rule, digit)
