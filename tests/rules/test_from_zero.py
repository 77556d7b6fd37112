"""Grids with digits from 0: what each rule posts, against what holds for the numbers."""

from itertools import product

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import FROM_ZERO, examples

from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Arrow, Cage, Model, Sandwich


@pytest.mark.parametrize("name", FROM_ZERO)
@examples(25)
@given(data=st.data())
def test_post_is_holds_for_numbers_from_zero(name: str, data: st.DataObject) -> None:
    n_digits = data.draw(st.sampled_from([4, 6]))
    n_cells = data.draw(st.integers(2, 5 if n_digits == 4 else 4))
    rule = data.draw(strategies.rules(name, n_digits, n_cells, first=0))
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 2, min(n_cells, n_digits)), max_size=2))
    model = Model(n_digits, n_cells, 0)
    for house in houses:
        model.all_different(house)
    model.add(rule)
    expected = sum(
        all(len({numbers[cell] for cell in house}) == len(house) for house in houses)
        and rule.holds(tuple(numbers[cell] for cell in rule.scope))
        for numbers in product(range(n_digits), repeat=n_cells)
    )
    assert model.search().count() == expected


def test_only_a_few_rules_need_digits_from_one() -> None:
    assert {*RULES} - {*FROM_ZERO} == {
        "battlefield",
        "broken_x_sum",
        "chaos_construction",
        "galaxies",
        "marked_different",
        "modified",
        "sandwich",
    }


def test_a_rule_that_needs_digits_from_one_is_refused_by_name() -> None:
    grid = Grid.classic(4).with_digits(4, first=0)
    with pytest.raises(PuzzleError, match="Sandwich r1c1 r1c2 r1c3 r1c4: expected digits from 1"):
        Puzzle.of(grid, "." * 16, rules=[~Sandwich("r1c1 r1c2 r1c3 r1c4", 3)])


def test_zero_is_a_digit_and_counts_as_zero() -> None:
    grid = Grid.classic(4).with_digits(4, first=0)
    puzzle = Puzzle.of(grid, "0... .... .... ....", rules=[Cage("r1c1 r1c3", 1), Arrow("r3c1 r4c1 r4c2")])
    solution = puzzle.solve()
    assert solution is not None
    assert solution.rows[0][::2] == (0, 1)
    assert solution["r3c1"] == 3 == solution["r4c1"] + solution["r4c2"]
    assert solution.line[0] == "0" == puzzle.line[0] == str(puzzle)[0]
