"""A search in all lanes of a vector: the same solutions as brute force finds, on every instruction set alike."""

from __future__ import annotations

import random
from itertools import permutations, product

import collection
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import Grid, _core
from farandole.rules import Sandwich, Skyscraper, XSum
from needs import needs

Sum = tuple[list[int], list[int], int, int]


@st.composite
def sums(draw: st.DrawFn, n_cells: int, n_digits: int) -> Sum:
    """A sum of some cells, most with signs alone, one total or a range of them."""
    cells = draw(st.lists(st.integers(0, n_cells - 1), min_size=1, max_size=n_cells, unique=True))
    factors = draw(st.lists(st.sampled_from([1, 1, 1, -1, -1, 2, -10]), min_size=len(cells), max_size=len(cells)))
    low = draw(st.integers(-n_digits, n_digits * len(cells)))
    return cells, factors, low, low + draw(st.sampled_from([0, 0, 0, 1, 5]))


def found_by(engine: str, network: _core.Network, masks: list[int]) -> list[tuple[int, ...]]:
    """List all solutions that an engine finds."""
    search = _core.PuzzleSearch(network, masks, switch_after=0, engine=engine)
    found = []
    while (digits := search.next()) is not None:
        found.append(tuple(digits))
    return found


@given(data=st.data())
@examples(200)
def test_sums_of_any_signs(data: st.DataObject) -> None:
    """Few cells with up to 20 digits: masks of 16 and of 32 bits."""
    n_cells = data.draw(st.integers(1, 5))
    n_digits = data.draw(st.integers(1, {1: 20, 2: 20, 3: 17, 4: 5, 5: 4}[n_cells]))
    house = data.draw(st.lists(st.integers(0, n_cells - 1), max_size=min(n_cells, n_digits), unique=True))
    drawn = data.draw(st.lists(sums(n_cells, n_digits), min_size=1, max_size=4))
    full = (1 << n_digits) - 1
    masks = data.draw(st.lists(st.one_of(st.just(full), st.integers(1, full)), min_size=n_cells, max_size=n_cells))
    network = _core.Network(n_digits, n_cells, [house], sums=drawn)
    search = _core.PuzzleSearch(network, masks, switch_after=0, engine="simd")
    found = []
    while (digits := search.next()) is not None:
        found.append(tuple(digits))
    expected = [
        digits
        for digits in product(range(1, n_digits + 1), repeat=n_cells)
        if all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))
        and len({digits[cell] for cell in house}) == len(house)
        and all(
            low <= sum(factor * digits[cell] for cell, factor in zip(cells, factors, strict=True)) <= high
            for cells, factors, low, high in drawn
        )
    ]
    assert sorted(found) == expected
    assert search.exhausted
    for threads in (2, 3):
        together = _core.PuzzleSearch(network, masks, switch_after=0, threads=threads)
        assert (together.count(), together.exhausted) == (len(expected), True)


@given(data=st.data())
@examples(200)
def test_clues_of_a_whole_house(data: st.DataObject) -> None:
    """Sandwiches and X-sums in a line that holds each digit once, whoever searches."""
    n = data.draw(st.integers(2, 5))
    lines = [list(range(n)), list(range(n - 1, -1, -1))]
    clues = st.lists(st.tuples(st.sampled_from(lines), st.integers(0, n * n)), max_size=2)
    x_sums, sandwiches = data.draw(clues), data.draw(clues)
    masks = data.draw(st.lists(st.integers(1, (1 << n) - 1), min_size=n, max_size=n))
    network = _core.Network(n, n, [lines[0]], counted=x_sums, sandwiches=sandwiches)
    expected = [
        digits
        for digits in permutations(range(1, n + 1))
        if all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))
        and all(XSum(tuple(line), total).holds([digits[cell] for cell in line]) for line, total in x_sums)
        and all(Sandwich(tuple(line), total).holds([digits[cell] for cell in line]) for line, total in sandwiches)
    ]
    for engine in ("simd", "propagation"):
        assert sorted(found_by(engine, network, masks)) == expected


@given(data=st.data())
@examples(200)
def test_skyscrapers_of_a_house(data: st.DataObject) -> None:
    """As many as all orders of the digits say, whoever searches."""
    n = data.draw(st.integers(1, 6))
    lines = [list(range(n)), list(range(n - 1, -1, -1))]
    clues = data.draw(st.lists(st.tuples(st.sampled_from(lines), st.integers(1, n)), min_size=1, max_size=2))
    masks = data.draw(st.lists(st.integers(1, (1 << n) - 1), min_size=n, max_size=n))
    network = _core.Network(n, n, [lines[0]], skyscrapers=clues)
    expected = [
        digits
        for digits in permutations(range(1, n + 1))
        if all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))
        and all(Skyscraper(tuple(line), count).holds([digits[cell] for cell in line]) for line, count in clues)
    ]
    for engine in ("simd", "propagation"):
        assert sorted(found_by(engine, network, masks)) == expected


@pytest.mark.parametrize("count", [1, 3, 17, 20])
def test_skyscrapers_of_more_than_sixteen_digits(count: int) -> None:
    """Rising up to the highest, which comes as soon as the clue says: so many ways hold."""
    n = 20
    network = _core.Network(n, n, [list(range(n))], skyscrapers=[(list(range(n)), count)])
    masks = [1 << cell for cell in range(count - 1)] + [1 << n - 1] + [(1 << n) - 1] * (n - count)
    for engine in ("simd", "propagation"):
        search = _core.PuzzleSearch(network, masks, switch_after=0, engine=engine)
        digits = search.next()
        assert digits is not None
        assert Skyscraper(tuple(range(n)), count).holds(digits)


@pytest.mark.parametrize("clue", [([0, 1], 0), ([0, 1], 4), ([0, 1], 1), ([0, 0, 1], 2), ([0, 1, 9], 2)])
def test_skyscrapers_that_cannot_be(clue: tuple[list[int], int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.Network(3, 3, [[0, 1, 2]], skyscrapers=[clue])


@given(data=st.data())
@examples(100)
def test_sums_over_cliques(data: st.DataObject) -> None:
    """Cells of two houses: what differs in each gives the sum its bounds."""
    n = data.draw(st.integers(3, 5))
    houses = [list(range(n)), list(range(n, 2 * n - 2))]
    drawn = data.draw(st.lists(sums(2 * n - 2, n), min_size=1, max_size=3))
    network = _core.Network(n, 2 * n - 2, houses, sums=drawn)
    found = []
    search = _core.PuzzleSearch(network, [(1 << n) - 1] * (2 * n - 2), switch_after=0, engine="simd")
    while (digits := search.next()) is not None:
        found.append(tuple(digits))
    expected = [
        one + other
        for one in permutations(range(1, n + 1))
        for other in permutations(range(1, n + 1), n - 2)
        if all(
            low <= sum(factor * (one + other)[cell] for cell, factor in zip(cells, factors, strict=True)) <= high
            for cells, factors, low, high in drawn
        )
    ]
    assert sorted(found) == sorted(expected)


def test_a_search_that_begins_anew_finds_all() -> None:
    """Sums of cells far apart: more choices before the first filling than a trial has."""
    rng = random.Random(1)
    houses = [list(house.cells) for house in Grid.latin(7).houses]
    full = _core.PuzzleSearch(_core.Network(7, 49, houses), [127] * 49).next()
    assert full is not None
    drawn = []
    for _ in range(12):
        cells = rng.sample(range(49), 8)
        total = sum(full[cell] for cell in cells)
        drawn.append((cells, [1] * 8, total, total))
    network = _core.Network(7, 49, houses, sums=drawn)
    masks = [1 << digit - 1 if cell < 7 else 127 for cell, digit in enumerate(full)]
    simd = _core.PuzzleSearch(network, masks, switch_after=0, engine="simd")
    assert simd.next() is not None
    assert simd.nodes > 500
    assert 1 + simd.count() == _core.PuzzleSearch(network, masks, engine="propagation").count()


def network_of_squares(n: int) -> _core.Network:
    return _core.Network(n, n * n, [list(house.cells) for house in Grid.latin(n).houses])


def test_the_same_on_every_instruction_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same solutions in the same order, after as many nodes."""
    runs = set()
    for isa in _core.isas():
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        for n, first in ((5, 31), (17, 1 << 16)):
            search = _core.PuzzleSearch(
                network_of_squares(n), [first] + [(1 << n) - 1] * (n * n - 1), switch_after=0, engine="simd"
            )
            runs.add((n, tuple(tuple(search.next() or ()) for _ in range(20)), search.nodes))
    assert len(runs) == 2


def test_a_budget_stops_between_two_choices() -> None:
    """Whoever goes on later misses nothing."""
    network, whole = network_of_squares(4), [15] * 16
    for budget in (0, 1, 7, 100):
        search = _core.PuzzleSearch(network, whole, budget, switch_after=0, engine="simd")
        n = search.count()
        assert search.nodes <= budget
        assert n < 576
        assert not search.exhausted
    search = _core.PuzzleSearch(network, whole, switch_after=0, engine="simd")
    assert search.count(100) + search.count() == 576
    assert search.exhausted


@pytest.mark.parametrize("engine", ["simd", "turns"])
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_share_a_count(engine: str, threads: int) -> None:
    """As many as one thread counts, up to a limit, within a budget, and with constraints that no kernel has."""
    tables = [([[0, 5, 10]], [1, 2, 4, 1, 2, 8, 2, 1, 1, 4, 4, 1, 8, 8, 2, 2, 2, 2])]
    houses = [list(house.cells) for house in Grid.latin(4).houses]
    for network in (network_of_squares(4), _core.Network(4, 16, houses, tables=tables)):
        n = _core.PuzzleSearch(network, [15] * 16).count()

        def ask(budget: int | None = None, network: _core.Network = network) -> _core.PuzzleSearch:
            return _core.PuzzleSearch(network, [15] * 16, budget, switch_after=0, engine=engine, threads=threads)

        search = ask()
        assert (search.count(), search.exhausted, search.next()) == (n, True, None)
        assert n > 20
        assert ask().count(20) == 20
        for budget in (0, 10, n // 2):
            search = ask(budget)
            assert search.count() < n
            assert search.nodes <= budget
            assert not search.exhausted
        search = ask()
        assert [search.next() is not None, search.count(), search.next()] == [True, n - 1, None]


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_go_on_where_a_limit_ended_them(threads: int) -> None:
    search = _core.PuzzleSearch(network_of_squares(5), [31] * 25, switch_after=0, engine="simd", threads=threads)
    assert search.count(1000) + search.count(100_000) + search.count() == 161_280
    assert search.exhausted


@needs("data")
def test_threads_prove_hard_puzzles() -> None:
    """A killer for the SIMD search alone, a renban for both sides, and a 25x25."""
    for family, names in (("killer_extreme_iss", {"iss-064"}), ("variants_iss", {"iss-121"})):
        for case in collection.read(family):
            if case.name in names:
                model = case.model()
                masks = [given & allowed for given, allowed in zip(case.masks, model.masks, strict=True)]
                assert [_core.PuzzleSearch(model.network(), masks, threads=n).count() for n in (1, 2, 3)] == [1, 1, 1]


def test_no_such_engine() -> None:
    with pytest.raises(ValueError, match="engine: expected turns, simd, cdcl or propagation, found sat"):
        _core.PuzzleSearch(network_of_squares(2), [3] * 4, engine="sat")


@needs("data")
@pytest.mark.slow
@pytest.mark.parametrize("family", ["killer_extreme_iss", "littlekiller_iss", "variants_iss"])
def test_hard_puzzles_have_one_solution(family: str) -> None:
    for case in collection.read(family):
        model = case.model()
        masks = [given & allowed for given, allowed in zip(case.masks, model.masks, strict=True)]
        search = _core.PuzzleSearch(model.network(), masks, switch_after=0, engine="simd")
        found = search.next()
        assert found is not None
        assert collection.violations(case, found) == []
        assert search.next() is None


@pytest.mark.parametrize("few", range(1, 100, 14))
def test_a_shared_count_goes_on_with_whoever_was_ahead(few: int) -> None:
    """It once went on with the other one, which was gone."""
    search = _core.PuzzleSearch(network_of_squares(4), [15] * 16, threads=2, switch_after=0)
    assert search.count(few) + search.count() == 576
