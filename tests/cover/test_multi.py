"""A search with multiplicities can be paused, watched, and goes on where it stopped."""

import random
import threading
import time
from itertools import combinations, islice
from typing import Any

import pytest

from farandole import ArgumentError, Cover, _core
from farandole.cover.search import MultiSearch, SearchOptions

PAIRS = Cover(combinations(range(8), 2), multiplicities={0: 2, 1: (0, 1)})


def test_it_is_the_covers_in_order() -> None:
    search = MultiSearch(PAIRS.problem)
    covers = list(search)
    assert covers == list(PAIRS.solutions())
    assert (search.found, search.exhausted, search.share) == (len(covers), True, 1)
    assert list(search) == []
    assert repr(search) == f"<MultiSearch: {len(covers)} covers, {search.nodes} nodes, exhausted>"


def test_counting_goes_on_where_next_stopped() -> None:
    rng = random.Random(3)
    search, n = MultiSearch(PAIRS.problem), 0
    while not search.exhausted:
        n += search.count(limit=rng.randint(0, 3)) if rng.random() < 0.5 else len(list(islice(search, 2)))
    assert n == search.found == PAIRS.count()


def test_a_budget_is_kept() -> None:
    for budget in range(0, 200, 7):
        search = MultiSearch(PAIRS.problem, SearchOptions(budget=budget))
        covers = list(search)
        assert search.nodes <= budget
        assert search.exhausted or search.nodes == budget
        assert covers == list(islice(PAIRS.solutions(), len(covers)))


def test_the_share_grows() -> None:
    search, share = MultiSearch(PAIRS.problem), 0.0
    for _ in search:
        assert share <= search.share <= 1
        share = search.share


def drawn(seed: int) -> Cover:
    """A problem with some multiplicities, secondary items and colors, and up to 300 options."""
    rng = random.Random(seed)
    items = range(rng.randint(3, 14))
    options = [
        [
            *rng.sample(items, rng.randint(1, 3)),
            *((f"s{rng.randrange(4)}", rng.choice(["", "x", "y"])) for _ in range(seed % 2)),
        ]
        for _ in range(rng.choice([12, 40, 90, 300]))
    ]
    times = {item: rng.choice([(1, 1), (0, 1), (1, 2), (2, 2), (2, 4), (0, 3)]) for item in items}
    return Cover(options, primary=items, secondary=[f"s{k}" for k in range(4)], multiplicities=times)


def core_search(cover: Cover, *, bits: bool, first: bool = False) -> _core.MultiSearch:
    problem = cover.problem
    return _core.MultiSearch(*problem.numbers, problem.low, problem.high, first, bits)


@pytest.mark.parametrize("seed", range(24))
def test_bit_sets_do_as_marks(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same covers in the same order, after as many nodes, whenever one stops."""
    cover = drawn(seed)
    for isa in _core.isas():
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        for first in (False, True):
            marks, bits = (core_search(cover, bits=bits, first=first) for bits in (False, True))
            for budget in range(200, 4000, 200):
                for _ in range(50):
                    expected = marks.next(budget)
                    assert bits.next(budget) == expected
                    assert (bits.nodes, bits.found, bits.exhausted) == (marks.nodes, marks.found, marks.exhausted)
                    if expected is None:
                        break
                assert bits.share == pytest.approx(marks.share, abs=0.05)
            for limit in (1, 7, 1000):
                assert bits.count(limit, 20_000) == marks.count(limit, 20_000)
                assert (bits.nodes, bits.exhausted) == (marks.nodes, marks.exhausted)


def test_seconds_are_kept() -> None:
    many = Cover(combinations(range(61), 2), multiplicities={0: (1, 3)})
    search = MultiSearch(many.problem, SearchOptions(seconds=0.1))
    assert search.count() == search.found
    assert not search.exhausted


def test_bad_limits_are_named() -> None:
    with pytest.raises(ValueError, match="budget: expected a whole number of at least 0, found -1"):
        MultiSearch(PAIRS.problem, SearchOptions(budget=-1))
    with pytest.raises(ValueError, match="seconds: expected a number of at least 0, found nan"):
        MultiSearch(PAIRS.problem, SearchOptions(seconds=float("nan")))


def test_a_search_can_be_watched_while_it_counts() -> None:
    search = Cover(combinations(range(24), 2), multiplicities={0: 3}).search(seconds=1.2)
    seen: list[tuple[int, int, float]] = []
    thread = threading.Thread(target=search.count)
    thread.start()
    while thread.is_alive():
        seen.append((search.nodes, search.found, search.share))
        time.sleep(0.05)
    thread.join()
    for numbers in zip(*seen, strict=True):
        assert list(numbers) == sorted(numbers)
    assert 0 < seen[len(seen) // 2][0] < search.nodes
    assert 0 < seen[len(seen) // 2][1] < search.found
    assert not search.exhausted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 2}, "threads: with multiplicities expected 1, found 2"),
        ({"seed": 1}, "seed: only the choice 'random' takes one, found 'smallest'"),
        ({"sharp": [1]}, "sharp: only the choice 'sharp' prefers items, found 'smallest'"),
        ({"choice": "random"}, "choice: with multiplicities expected 'smallest' or 'first', found 'random'"),
    ],
)
def test_what_such_a_search_cannot_do_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PAIRS.search(**arguments)


def test_a_search_with_multiplicities_is_not_cut() -> None:
    with pytest.raises(ArgumentError, match="with multiplicities a search can't be cut into pieces, 4 found"):
        MultiSearch(PAIRS.problem).split(4)
