"""What a puzzle is built of, and what is left until a search needs it."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import collection
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import _core
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Consecutive, Model, NotConsecutive, PairSum, Ratio, Rule, Sandwich, Sum, tabulate

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


def test_killers_need_no_choices() -> None:
    """The rule of 45 is there where it is needed: without it, these take more than a hundred choices."""
    if not collection.FOLDER.exists():
        pytest.skip(f"{collection.FOLDER} is absent")
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
