"""Every rule: what it posts to the engine is what it holds, by counting all grids."""

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import count_of_rules

from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.rules import (
    RULES,
    AllDifferent,
    Arrow,
    Cage,
    Clone,
    Consecutive,
    Machine,
    Model,
    PairSum,
    RegionSum,
    Rule,
    Sum,
    anti_king,
    anti_knight,
    negative_kropki,
    negative_xv,
    nonconsecutive,
)


def engine_count(n_digits: int, n_cells: int, houses: list[tuple[int, ...]], rules: list[Rule]) -> int:
    model = Model(n_digits, n_cells)
    for house in houses:
        model.all_different(house)
    for rule in rules:
        rule.post(model)
    search = model.search()
    count = search.count()
    assert search.exhausted
    return count


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_post_is_holds_on_a_few_cells(name: str, data: st.DataObject) -> None:
    """Free cells, and perhaps a house among them: the whole truth, digits that repeat and impossible rules too."""
    n_digits = data.draw(st.sampled_from([4, 6]))
    n_cells = data.draw(st.integers(2, 5 if n_digits == 4 else 4))
    rules = [data.draw(strategies.rules(name, n_digits, n_cells))]
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 2, min(n_cells, n_digits)), max_size=2))
    assert engine_count(n_digits, n_cells, houses, rules) == count_of_rules(n_digits, n_cells, houses, rules)


# All 288 grids of 4x4, by what each cell holds.
LATIN = [
    tuple(digit for row in rows for digit in row)
    for rows in product(permutations(range(1, 5)), repeat=4)
    if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
]
BOXED = [
    digits
    for digits in LATIN
    if all(len({digits[4 * r + c] for r in (a, a + 1) for c in (b, b + 1)}) == 4 for a in (0, 2) for b in (0, 2))
]


def houses_of_four() -> Iterator[tuple[int, ...]]:
    for i in range(4):
        yield tuple(range(4 * i, 4 * i + 4))
        yield tuple(range(i, 16, 4))
    for corner in (0, 2, 8, 10):
        yield (corner, corner + 1, corner + 4, corner + 5)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_post_is_holds_in_a_grid(data: st.DataObject) -> None:
    """A few rules of any kinds together, in a 4x4 grid with its boxes."""
    names = data.draw(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4))
    rules = [data.draw(strategies.rules(name, 4, 16)) for name in names]
    expected = sum(all(rule.holds([digits[c] for c in rule.scope]) for rule in rules) for digits in BOXED)
    assert engine_count(4, 16, list(houses_of_four()), rules) == expected


@settings(max_examples=50, deadline=None)
@given(cuts=st.lists(st.sampled_from(range(1, 16)), max_size=12, unique=True), answer=st.sampled_from(BOXED))
def test_cages_that_cover_the_grid(cuts: list[int], answer: tuple[int, ...]) -> None:
    """Here the rule of 45 has most to say; it must not say too much."""
    snake = [4 * r + c if r % 2 == 0 else 4 * r + 3 - c for r in range(4) for c in range(4)]
    ends = [0, *sorted(cuts), 16]
    parts = [tuple(snake[a:b]) for a, b in pairwise(ends)]
    rules = [Sum(part, sum(answer[cell] for cell in part)) for part in parts]
    expected = sum(all(rule.holds([digits[c] for c in rule.cells]) for rule in rules) for digits in BOXED)
    assert expected >= 1
    assert engine_count(4, 16, list(houses_of_four()), [*rules]) == expected


def test_names_are_those_of_the_classes() -> None:
    for name, rule in RULES.items():
        assert rule.__name__.lower() == name.replace("_", "")


@pytest.mark.parametrize(
    ("make", "moves"),
    [
        (anti_king, {(0, 1), (1, 0), (1, 1)}),
        (anti_knight, {(1, 2), (2, 1)}),
        (nonconsecutive, {(0, 1), (1, 0)}),
    ],
)
def test_rules_for_the_whole_grid(make: Callable[[Grid], tuple[Rule, ...]], moves: set[tuple[int, int]]) -> None:
    rules = make(Grid.classic((2, 2)))
    pairs = [(a, b) for a in range(16) for b in range(a) if (abs(a // 4 - b // 4), abs(a % 4 - b % 4)) in moves]
    assert sorted(tuple(sorted(rule.cells, reverse=True)) for rule in rules) == sorted(pairs)


def test_negative_rules_leave_out_what_is_marked() -> None:
    grid = Grid.classic((2, 2))
    kropki = negative_kropki(grid, [Consecutive((1, 0))])
    assert len(kropki) == 2 * 23
    assert all(set(rule.cells) != {0, 1} for rule in kropki)
    assert len(negative_xv(grid, [PairSum((0, 1), 5), Cage((2, 3))])) == 2 * 23


def test_a_cage_without_an_answer() -> None:
    assert engine_count(9, 2, [], [Cage((0, 1), 18)]) == 0
    assert engine_count(4, 5, [], [AllDifferent(tuple(range(5)))]) == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cage((3, 3), 5), "Cage: each cell once expected, cell 3 found twice"),
        (lambda: Arrow(()), "Arrow: at least one cell expected"),
        (lambda: Consecutive((1, 2, 3)), "two cells expected"),
        (lambda: Clone((0, 1), (1, 2)), "cell 1 found twice"),
        (lambda: Clone((0, 1), (2,)), "two shapes of as many cells expected"),
        (lambda: RegionSum((0, 1), ((0,), (2,))), "the cells of the groups, in their order, expected"),
    ],
)
def test_malformed_rules_are_named(make: Callable[[], Rule], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        make()


def test_a_machine_may_be_in_several_states() -> None:
    """Some digit comes twice in a row: from state 0 a 3 leads on or stays."""
    machine = Machine(3, ((0, 0, 0b1111), (0, 1, 0b100), (1, 2, 0b100), (2, 2, 0b1111)), (2,))
    accepted = [digits for digits in product(range(1, 5), repeat=4) if machine.accepts(digits)]
    assert accepted == [digits for digits in product(range(1, 5), repeat=4) if (3, 3) in pairwise(digits)]
    model = Model(4, 4)
    model.automaton((0, 1, 2, 3), machine)
    assert model.search().count() == len(accepted)
