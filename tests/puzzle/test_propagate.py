"""The engine of any shape: the truth on small cases, lazy, interruptible, right on the whole collection."""

import gc
import threading
from itertools import combinations, pairwise, permutations, product

import collection
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from latency import SOON, late
from oracle import count_of_rules
from strategies import examples

from farandole import _core
from farandole.puzzle import Puzzle
from needs import needs

ENGINES = ("turns", "simd", "cdcl", "propagation")
SEARCHES = tuple(product((0, 1, 2000), ENGINES))


def network_of(n: int) -> _core.Network:
    """A Latin square."""
    rows = [[n * i + j for j in range(n)] for i in range(n)]
    return _core.Network(n, n * n, rows + [list(column) for column in zip(*rows, strict=True)])


@given(data=st.data())
@examples(200)
def test_houses_of_any_cells(data: st.DataObject) -> None:
    """Full houses and smaller ones that overlap anyhow, any masks, whoever searches and when: each solution once."""
    n_digits, n_cells = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 6))
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 1, min(n_cells, n_digits)), max_size=5))
    masks = data.draw(st.lists(st.integers(0, (1 << n_digits) - 1), min_size=n_cells, max_size=n_cells))
    switch_after, engine = data.draw(st.sampled_from([0, 1, 3, 2000])), data.draw(st.sampled_from(ENGINES))
    search = _core.PuzzleSearch(
        _core.Network(n_digits, n_cells, houses), masks, switch_after=switch_after, engine=engine
    )
    found = []
    while (digits := search.next()) is not None:
        found.append(tuple(digits))
    assert search.exhausted
    assert len(set(found)) == len(found)
    expected = {
        digits
        for digits in product(range(1, n_digits + 1), repeat=n_cells)
        if all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))
        and all(len({digits[cell] for cell in house}) == len(house) for house in houses)
    }
    assert set(found) == expected
    network = _core.Network(n_digits, n_cells, houses)
    supported = [sum({1 << digits[cell] >> 1 for digits in expected}) for cell in range(n_cells)]
    assert network.supports(masks, 1000) == supported
    propagated = network.propagate(masks)
    assert propagated is not None or not expected
    assert all(mask & ~left == 0 for mask, left in zip(supported, propagated or masks, strict=True))
    assert all(left & ~mask == 0 for mask, left in zip(masks, propagated or masks, strict=True))


@given(puzzle=strategies.puzzles(pencilmarks=True), switch_after=st.sampled_from([0, 5, 2000]))
@examples(50)
def test_as_many_solutions_as_the_lanes_find(puzzle: Puzzle, switch_after: int) -> None:
    houses = [house.cells for house in puzzle.grid.houses]
    network = _core.Network(9, 81, houses)
    for engine in ENGINES:
        search = _core.PuzzleSearch(network, puzzle.masks, switch_after=switch_after, engine=engine)
        assert search.count(100) == _core.Cursor(puzzle.masks).count(100)


@given(data=st.data())
@examples(100)
def test_learning_about_pairs(data: st.DataObject) -> None:
    """Any pairs of digits beside each other, in a row of cells of which no two are equal."""
    partners = data.draw(st.lists(st.integers(0, 15), min_size=4, max_size=4))
    network = _core.Network(4, 5, [[0, 1, 2]], pairs=[(i, i + 1, 0) for i in range(4)], partners=[partners])
    counts = {_core.PuzzleSearch(network, [15] * 5, switch_after=n, engine=engine).count() for n, engine in SEARCHES}
    expected = sum(
        len(set(digits[:3])) == 3 and all(partners[one - 1] >> other - 1 & 1 for one, other in pairwise(digits))
        for digits in product(range(1, 5), repeat=5)
    )
    assert counts == {expected}


@pytest.mark.slow
@given(data=st.data())
@examples(100)
def test_learning_about_sets(data: st.DataObject) -> None:
    """Lines within houses and across them, each with some sets of digits; and a pair between."""
    houses = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7]]
    lines = data.draw(st.lists(st.sampled_from(houses).flatmap(some_of), min_size=1, max_size=3))
    sets = [(line, data.draw(st.lists(digit_sets(len(line)), min_size=1, max_size=4))) for line in lines]
    partners = data.draw(st.lists(st.integers(1, 31), min_size=5, max_size=5))
    masks = data.draw(st.lists(st.sampled_from([31, 31, 31, 15, 30, 7, 1]), min_size=8, max_size=8))
    network = _core.Network(5, 8, houses, sets=sets, pairs=[(0, 6, 0)], partners=[partners])
    counts = {_core.PuzzleSearch(network, masks, switch_after=n, engine=engine).count() for n, engine in SEARCHES}
    expected = sum(
        all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))
        and all(len({digits[cell] for cell in house}) == 4 for house in houses)
        and all(sum(1 << digits[cell] - 1 for cell in line) in allowed for line, allowed in sets)
        and bool(partners[digits[0] - 1] >> digits[6] - 1 & 1)
        for left in permutations(range(1, 6), 4)
        for right in permutations(range(1, 6), 4)
        for digits in [left + right]
    )
    assert counts == {expected}


def some_of(house: list[int]) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(house), min_size=1, max_size=4, unique=True)


def digit_sets(size: int) -> st.SearchStrategy[int]:
    """Masks of so many of the digits 1 to 5."""
    return st.sampled_from([sum(1 << digit for digit in chosen) for chosen in combinations(range(5), size)])


def test_learning_forgets_no_solution_and_repeats_none() -> None:
    search = _core.PuzzleSearch(network_of(5), [31] * 25, switch_after=0)
    assert (search.count(), search.exhausted) == (161280, True)


@pytest.mark.parametrize(("n_cells", "n_digits", "are_queens", "expected"), [(8, 7, False, 0), (10, 10, True, 724)])
@pytest.mark.parametrize("engine", ENGINES)
def test_thousands_of_conflicts(engine: str, n_cells: int, n_digits: int, are_queens: bool, expected: int) -> None:
    """Pigeons in too few holes, and queens: a search that learns shortens its clauses, and forgets some."""
    # Source: OEIS A000170, ways to place ten queens
    far = range(1, n_cells)
    allowed = [
        [
            sum(1 << j for j in range(n_digits) if i != j and not (are_queens and abs(i - j) == away))
            for i in range(n_digits)
        ]
        for away in far
    ]
    pairs = [(cell, cell + away, away - 1) for away in far for cell in range(n_cells - away)]
    network = _core.Network(n_digits, n_cells, [], pairs=pairs, partners=allowed)
    search = _core.PuzzleSearch(network, [(1 << n_digits) - 1] * n_cells, switch_after=0, engine=engine)
    assert (search.count(), search.exhausted) == (expected, True)
    assert engine != "cdcl" or search.nodes > 4000


@given(data=st.data())
@examples(200)
def test_sums_with_coefficients(data: st.DataObject) -> None:
    """From a low to a high total, with any coefficients, so large too that totals don't fit a word of bits."""
    n_cells = data.draw(st.integers(1, 5))
    cells = data.draw(strategies.some_cells(n_cells, 1, n_cells))
    factors = [data.draw(st.integers(-3, 3) | st.sampled_from([100, -30, 2**31 - 1, -(2**31)])) for _ in cells]
    low = data.draw(st.integers(-50, 120))
    high = low + data.draw(st.sampled_from([-1, 0, 0, 3, 30]))
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 1, min(n_cells, 4)), max_size=2))
    network = _core.Network(4, n_cells, houses, sums=[(cells, factors, low, high)])
    expected = sum(
        low <= sum(factor * digits[cell] for factor, cell in zip(factors, cells, strict=True)) <= high
        and all(len({digits[cell] for cell in house}) == len(house) for house in houses)
        for digits in product(range(1, 5), repeat=n_cells)
    )
    assert _core.PuzzleSearch(network, [15] * n_cells).count() == expected


def test_latin_squares_are_counted() -> None:
    # Source: OEIS A002860
    for n, count in ((1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)):
        assert _core.PuzzleSearch(network_of(n), [(1 << n) - 1] * n * n).count() == count


def test_thirty_two_digits() -> None:
    search = _core.PuzzleSearch(network_of(32), [(1 << 32) - 1] * 1024)
    digits = search.next()
    assert digits is not None
    assert all(sorted(digits[32 * row : 32 * row + 32]) == list(range(1, 33)) for row in range(32))


def test_a_search_is_lazy_and_says_when_it_is_done() -> None:
    search = _core.PuzzleSearch(network_of(3), [7] * 9)
    assert search.next() == [1, 2, 3, 2, 3, 1, 3, 1, 2]
    assert (search.exhausted, search.count(5), search.exhausted) == (False, 5, False)
    assert (search.count(), search.exhausted, search.next()) == (6, True, None)


def test_a_budget_ends_a_search() -> None:
    search = _core.PuzzleSearch(network_of(5), [31] * 25, budget=50)
    found = search.count()
    assert 0 < found < 161280
    assert (search.nodes, search.exhausted, search.next()) == (50, False, None)


def test_time_ends_a_search() -> None:
    search = _core.PuzzleSearch(network_of(9), [511] * 81, seconds=0.05)
    search.count()
    assert (search.exhausted, search.next(), search.next()) == (False, None, None)


def test_time_that_is_over_before_the_first_choice() -> None:
    search = _core.PuzzleSearch(network_of(9), [511] * 81, seconds=0.0, switch_after=0)
    assert search.next() is None
    assert not search.exhausted


def test_no_cells_have_one_solution() -> None:
    search = _core.PuzzleSearch(_core.Network(9, 0, []), [])
    assert (search.next(), search.next(), search.exhausted) == ([], None, True)


def test_sums_that_contradict_each_other() -> None:
    """Whole cages that fill a house, but not to its sum: the rule of 45 leaves no cell, and no answer."""
    sums = [([0, 1], [1, 1], 3, 3), ([2, 3], [1, 1], 6, 6)]
    assert _core.PuzzleSearch(_core.Network(4, 4, [[0, 1, 2, 3]], sums), [15] * 4).count() == 0


def test_an_automaton_of_no_cells_and_one_of_no_states() -> None:
    assert _core.PuzzleSearch(_core.Network(4, 1, [], automata=[([[]], 1, [], [0])]), [15]).count() == 4
    assert _core.PuzzleSearch(_core.Network(4, 1, [], automata=[([[]], 1, [], [])]), [15]).count() == 0
    assert _core.PuzzleSearch(_core.Network(4, 1, [], automata=[([[0]], 0, [], [])]), [15]).count() == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_digits": 0}, "1 to 32 digits"),
        ({"n_digits": 33}, "1 to 32 digits"),
        ({"n_cells": -1}, "at least 0 cells"),
        ({"houses": [[0, 0]]}, "a house with each cell once"),
        ({"houses": [[0, 4]]}, "cells from 0 to n_cells - 1"),
        ({"houses": [[0, 1, 2, 3]]}, "houses of at most n_digits cells"),
        ({"sums": [([0, 1], [1], 3, 3)]}, "a coefficient for each cell"),
        ({"sums": [([0, 0], [1, 1], 3, 3)]}, "each cell once in a constraint"),
        ({"sums": [([-1], [1], 3, 3)]}, "cells from 0 to n_cells - 1"),
        ({"sets": [([0, 1], [3])]}, "sets for the cells of a house"),
        ({"houses": [[0, 1]], "sets": [([0, 1], [7])]}, "sets of a digit a cell"),
        ({"houses": [[0, 1]], "sets": [([0, 1], [9])]}, "masks of n_digits bits"),
        ({"pairs": [(0, 1, 0)], "partners": [[7, 7]]}, "partners of each digit"),
        ({"pairs": [(0, 1, 0)], "partners": [[7, 7, 8]]}, "masks of n_digits bits"),
        ({"pairs": [(0, 1, 1)], "partners": [[7, 7, 7]]}, "one of the partners"),
        ({"tables": [([[0, 1, 2]], [1, 1])]}, "a table of tuples"),
        ({"automata": [([[0]], 1, [0, 1, 7], [0])]}, "states from 0 to n_states - 1"),
        ({"automata": [([[0]], 1, [0, 0], [0])]}, "three numbers an arc"),
    ],
)
def test_malformed_networks(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.Network(**{"n_digits": 3, "n_cells": 4, "houses": [], **arguments})  # type: ignore[arg-type]


def test_malformed_masks() -> None:
    with pytest.raises(ValueError, match="a mask for each cell"):
        _core.PuzzleSearch(network_of(3), [7] * 8)
    for masks, expected in (([7] * 8, "a mask for each cell"), ([8] * 9, "masks of n_digits bits")):
        with pytest.raises(ValueError, match=expected):
            network_of(3).propagate(masks)
        with pytest.raises(ValueError, match=expected):
            network_of(3).supports(masks, 1)
    with pytest.raises(ValueError, match="masks of n_digits bits"):
        _core.PuzzleSearch(network_of(3), [8] * 9)


@pytest.mark.parametrize(
    ("engine", "switch_after", "threads"), [("turns", 2000, 1), ("simd", 0, 1), ("simd", 0, 3), ("turns", 0, 2)]
)
def test_ctrl_c_stops_a_long_search_which_goes_on(engine: str, switch_after: int, threads: int) -> None:
    given = f"""
from farandole import _core

rows = [[7 * i + j for j in range(7)] for i in range(7)]
network = _core.Network(7, 49, rows + [list(column) for column in zip(*rows)])
search = _core.PuzzleSearch(network, [127] * 49, switch_after={switch_after}, engine="{engine}", threads={threads})
"""
    [seconds] = late(given, "search.count()", then="assert not search.exhausted and search.next() is not None")
    assert seconds < SOON


def test_two_threads_may_not_share_a_search() -> None:
    search = _core.PuzzleSearch(network_of(4), [15] * 16)
    found: list[tuple[int, ...]] = []

    def run() -> None:
        while True:
            try:
                if (digits := search.next()) is None:
                    return
                found.append(tuple(digits))
            except RuntimeError:  # another one is running it
                continue

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(set(found)) == 576


def test_a_search_keeps_its_network() -> None:
    searches = [_core.PuzzleSearch(network_of(4), [15] * 16) for _ in range(10)]
    gc.collect()
    assert [search.count() for search in searches] == [576] * 10
    del searches
    gc.collect()
    assert not [thing for thing in gc.get_objects() if isinstance(thing, _core.PuzzleSearch | _core.Network)]


# What takes longer than a test may: sixteen cages of five cells each, and 25x25. docs/speed.md says how long.
LONG = {"iss-071", "iss-072", "iss-074", "iss-075", "iss-076", "iss-081"}


SLOW = {
    *("killer_extreme_iss", "killer_janko", "littlekiller_iss"),
    *("pencilmark_iss", "sudoku25_gecode", "variants_iss"),
}
FAMILIES = [
    pytest.param(family, marks=[pytest.mark.slow] * (family in SLOW))
    for family in (collection.families() if collection.FOLDER.exists() else [])
]


@needs("data")
@pytest.mark.parametrize("family", FAMILIES)
def test_the_collection(family: str) -> None:
    """The stored solution and no other, by houses and rules written out anew; two where there are several."""
    unfinished = set()
    for case in collection.read(family):
        model = case.model()
        masks = [one & other for one, other in zip(case.masks, model.masks, strict=True)]
        is_long = case.name in LONG or family == "sudoku25_gecode"
        search = _core.PuzzleSearch(model.network(), masks, seconds=1 if is_long else 60)
        digits, other = search.next(), search.next()
        for found in (digits, other):
            assert found is None or collection.violations(case, found) == []
        if case.unique is False:
            assert other is not None, case.name
        elif search.exhausted:
            assert (tuple(digits or ()), other) == (case.solution, None), case.name
        else:
            unfinished.add(case.name)
    assert unfinished <= LONG or family == "sudoku25_gecode"


@pytest.mark.slow
@needs("data")
def test_the_judge_of_the_collection_can_say_no() -> None:
    """A stored solution with two digits swapped is refused: by a house, and by each kind of rule."""
    kinds = set()
    for family in ("variants_iss", "skyscraper_janko", "consecutive_janko"):
        for case in collection.read(family):
            assert case.solution is not None
            for one, other in ((a, b) for a in range(0, len(case.places), 7) for b in range(a % 5, a, 11)):
                digits = list(case.solution)
                digits[one], digits[other] = digits[other], digits[one]
                kinds.update(collection.violations(case, digits))
    assert {"house", "Arrow", "Cage", "Thermo", "Renban", "Skyscraper", "XSum", "NotConsecutive", "Sum"} <= kinds


def test_the_oracle_can_say_no() -> None:
    assert count_of_rules(3, 3, [(0, 1, 2)], []) == 6


def test_a_network_of_few_cells_is_numbered_anew() -> None:
    houses, partners = [[4, 2, 0]], [[14, 12, 8, 0]]  # 4 less than 0
    whole = _core.Network(4, 6, houses, pairs=[(4, 0, 0)], partners=partners)
    part = _core.Network(4, 6, houses, pairs=[(4, 0, 0)], partners=partners, cells=[4, 0, 2])
    masks = [15, 1, 12, 1, 15, 1]
    supported = whole.supports(masks, 20)
    assert supported == [14, 1, 12, 1, 3, 1]
    assert part.supports([masks[cell] for cell in (4, 0, 2)], 20) == [supported[cell] for cell in (4, 0, 2)]


@pytest.mark.parametrize("cells", [[4, 0], [4, 0, 2, 2], [4, 0, 2, 6], [4, 0, 2, -1]])
def test_cells_that_do_not_have_all_houses_are_refused(cells: list[int]) -> None:
    with pytest.raises(ValueError, match=r"expected (each cell once|cells from 0|constraints of the cells to keep)"):
        _core.Network(4, 6, [[4, 2, 0]], cells=cells)
