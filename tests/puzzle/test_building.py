"""What a puzzle is built of, and what is left until a search needs it."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import collection
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import _core
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import (
    AllDifferent,
    Allowed,
    Cage,
    Consecutive,
    Greater,
    Model,
    NotConsecutive,
    PairSum,
    Ratio,
    Rule,
    Sandwich,
    Skyscraper,
    Sum,
    tabulate,
)
from needs import needs

GRID = Grid.classic(4)
FILLED = [tuple(solution.digits) for solution in Puzzle.of(GRID, "." * 16).solutions()]


@st.composite
def killers(draw: st.DrawFn) -> list[Rule]:
    """Cages and sums, connected or not, that cover much of a grid of four; some contradict each other."""
    digits = draw(st.sampled_from(FILLED))
    left = list(draw(st.permutations(range(16))))
    rules: list[Rule] = []
    while left:
        cells, left = tuple(left[: (n := draw(st.integers(1, 4)))]), left[n:]
        total = sum(digits[cell] for cell in cells) + draw(st.sampled_from((0,) * 40 + (1,)))
        is_cage = len({digits[cell] for cell in cells}) == len(cells) and draw(st.booleans())
        rules += [(Cage if is_cage else Sum)(cells, total)] * draw(st.sampled_from((0, 1, 1, 1)))
    return rules


@given(killers())
def test_sums_and_what_follows_from_them(rules: list[Rule]) -> None:
    """What is worked out late, or not at all, changes no answer."""
    puzzle = Puzzle.of(GRID, "." * 16, rules=rules)
    expected = [d for d in FILLED if all(rule.holds([d[cell] for cell in rule.cells]) for rule in rules)]
    assert sorted(solution.digits for solution in puzzle.solutions()) == sorted(expected)


def test_sums_follow_once_for_several_searches() -> None:
    """Searches of one network begin at the same time, in threads."""
    digits = FILLED[77]
    cages = [
        Sum(cells, sum(digits[cell] for cell in cells)) for cells in ((0, 1, 4), (2, 3, 6), (5, 9, 8), (7, 11, 10))
    ]
    model = Model(4, 16)
    for rule in (*(Cage(house.cells, None) for house in GRID.houses), *cages):
        rule.post(model)
    expected = model.search().count()
    for _ in range(20):
        network = model.network()
        searches = [_core.PuzzleSearch(network, model.masks) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(_core.PuzzleSearch.count, searches)) == [expected] * 4


@needs("data")
def test_killers_need_no_choices() -> None:
    """The rule of 45 is there where it is needed: without it, these take more than a hundred choices."""
    cases = list(collection.read("killer_janko"))[:40]
    puzzles = [
        Puzzle(Grid.classic((3, 3)), case.givens, rules=tuple(case.rules())) for case in cases if case.n_digits == 9
    ]
    assert len(puzzles) > 10
    assert sum(puzzle.nodes() for puzzle in puzzles) <= len(puzzles) // 10


@pytest.mark.parametrize("kind", [Consecutive, NotConsecutive, Ratio])
def test_rules_of_a_kind_share_a_table(kind: type[Rule]) -> None:
    assert tabulate(kind((3, 4)), 6) is tabulate(kind((5, 1)), 6)
    assert set(tabulate(kind((3, 4)), 6)) == {
        pair for pair in product(range(1, 7), repeat=2) if kind((0, 1)).holds(pair)
    }


def test_tables_differ_by_what_else_a_rule_says() -> None:
    assert tabulate(PairSum((0, 1), 5), 4) == ((1, 4), (2, 3), (3, 2), (4, 1))
    assert tabulate(PairSum((0, 1), 8), 4) == ((4, 4),)
    assert tabulate(Ratio((0, 1), 3), 6) == ((1, 3), (2, 6), (3, 1), (6, 2))


def test_houses_said_later_hold_each_digit_too() -> None:
    model = Model(4, 8)
    model.all_different((0, 1, 2, 3))
    assert not model.holds_each_digit((4, 5, 6, 7))
    model.all_different((4, 5, 6, 7))
    assert model.holds_each_digit((7, 6, 5, 4))
    assert model.holds_each_digit((0, 1, 2, 3))
    assert not model.holds_each_digit((0, 1, 2))
    Sandwich((4, 5, 6, 7), 5).post(model)
    assert model.search().count() == 24 * 4


@given(st.data())
def test_networks_of_a_grid_share_its_houses(data: st.DataObject) -> None:
    """Whether rules come with houses of their own or not, a model on a grid means the same as one of its houses."""
    two = st.permutations(range(16)).map(lambda cells: tuple(cells[:2]))
    lines = [house.cells for house in GRID.houses[:8]]
    kinds = {
        "pairs": st.one_of(st.builds(Consecutive, two), st.builds(Greater, two)),
        "cells": st.builds(Allowed, two, st.sampled_from(((1, 2), (2, 4), (1, 3, 4), (2, 7)))),
        "lines": st.builds(Skyscraper, st.sampled_from(lines), st.integers(1, 4)),
        "houses": st.builds(AllDifferent, two),
    }
    drawn = data.draw(
        st.lists(
            st.one_of(*(kinds[name] for name in data.draw(st.sets(st.sampled_from(list(kinds)), min_size=1)))),
            max_size=4,
        )
    )
    expected = [d for d in FILLED if all(rule.holds([d[cell] for cell in rule.cells]) for rule in drawn)]
    alone = Model(4, 16)
    for house in GRID.houses:
        alone.all_different(house.cells)
    for model in (Model.on(GRID), alone):
        for rule in drawn:
            rule.post(model)
        assert model.search().count() == len(expected)
    assert Puzzle(GRID, (0,) * 16, rules=tuple(drawn)).count() == len(expected)


def test_rules_that_only_allow_need_no_network_of_their_own() -> None:
    model = Model.on(GRID)
    Allowed((0, 5), (2, 4)).post(model)
    assert model.network() is GRID.network


def test_houses_of_another_size_are_not_shared() -> None:
    with pytest.raises(ValueError, match="expected houses of as many digits and cells"):
        _core.Network(5, 16, GRID.network)
    assert _core.PuzzleSearch(_core.Network(4, 16, GRID.network), [15] * 16).count() == len(FILLED)


class Few(int):
    """A number that is not a plain one."""


@pytest.mark.parametrize(
    "values", [[1, 2], (1, True), (1, 2.0), (1, Few(2)), (1, 10**30), (-1, 2), (1, "2"), (1, None), None, "12", (1, 10)]
)
def test_what_is_not_plain_is_looked_at_by_python(values: object) -> None:
    assert not _core.are_numbers(values, 0, 9)
    assert not _core.are_pairs((values,), 0, 9)
    assert not _core.are_pairs(values, 0, 9)


def test_what_is_plain() -> None:
    assert _core.are_numbers((), 0, 9)
    assert _core.are_numbers((0, 9, 5), 0, 9)
    assert _core.are_pairs(((0, 9), (3, 3)), 0, 9)
    assert not _core.are_pairs(((0, 9, 3),), 0, 9)
    assert _core.are_houses([(0, 3), (3, 2, 1)], 4, 3)
    faults: tuple[Any, ...] = [(0, 0)], [(0, 4)], [(-1,)], [()], [(0, 1, 2, 3)], [(0, 1), [2, 3]], [(0, "r1c2")]
    for odd in faults:
        assert not _core.are_houses(odd, 4, 3)
    check = _core.GivenCheck([(0, 1), (1, 2, 3)], 4, 6)
    assert check.allows((5, 0, 5, 0))
    assert not check.allows(None)
    for odd in (
        (5, 5, 0, 0),
        (0, 5, 0, 5),
        (5, 0, 0),
        (5, 0, 0, 0, 0),
        (7, 0, 0, 0),
        (-1, 0, 0, 0),
        (True, 0, 0, 0),
        [5, 0, 0, 0],
    ):
        assert not check.allows(odd)
    for houses, n_digits in ([(0, 4)], 6), ([(0, 1)], 33):
        with pytest.raises(ValueError, match="expected"):
            _core.GivenCheck(houses, 4, n_digits)
