"""Searches under control: every engine gives the same, pieces add up, and a pause is told from an end."""

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections import Counter
from collections.abc import Hashable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import combinations, islice
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from latency import SOON, late
from oracle import covers_of
from strategies import covers, examples

from farandole import ArgumentError, Cover, CoverError, _core, batch, dance
from farandole.cover.search import ChoiceRule, Search, SearchOptions

CHOICES: tuple[ChoiceRule, ...] = get_args(ChoiceRule)
ENGINES = [None, *sorted({isa.removesuffix("vl") for isa in batch.isas()})]  # None: marks alone


@contextmanager
def engine(name: str | None) -> Iterator[dict[str, Any]]:
    """Force an engine: gives the argument of `Search` that goes with it."""
    before = os.environ.get("FARANDOLE_ISA")
    if name:
        os.environ["FARANDOLE_ISA"] = name
    try:
        yield {"bits": name is not None}
    finally:
        os.environ.pop("FARANDOLE_ISA", None)
        if before:
            os.environ["FARANDOLE_ISA"] = before


def danced(cover: Cover, choice: ChoiceRule = "smallest") -> list[tuple[object, ...]]:
    assert choice in ("smallest", "first")
    return [event.what for event in dance(cover, choice=choice) if event.kind == "solution"]


def begun(cover: Cover, **arguments: Any) -> Search:
    search = cover.search(**arguments)
    assert isinstance(search, Search)
    return search


def pairings(n: int) -> Cover:
    return Cover(combinations(range(n), 2))


def queens(n: int) -> Cover:
    """Each row and column has a queen, each diagonal one at most."""
    return Cover(
        {(r, c): [("row", r), ("column", c), ("/", r + c), ("\\", r - c)] for r in range(n) for c in range(n)},
        primary=[(kind, k) for k in range(n) for kind in ("row", "column")],
        secondary=[("/", k) for k in range(2 * n - 1)] + [("\\", k) for k in range(1 - n, n)],
    )


def randomly(seed: int, n_options: int, n_primary: int) -> Cover:
    rng = random.Random(seed)
    primary, secondary = range(n_primary), ["x", "y", "z"]
    options: list[list[Hashable]] = []
    for _ in range(n_options):
        option: list[Hashable] = [*rng.sample(primary, rng.randint(1, min(5, n_primary // 3)))]
        option += [
            (item, rng.choice("rgb")) if rng.random() < 0.8 else item for item in secondary if rng.random() < 0.2
        ]
        options.append(option)
    return Cover(options, primary=primary, secondary=secondary)


# ── Every engine, every choice ────────────────────────────────────────────────────────────────────────────────


@examples(150)
@given(covers(), st.integers(0, 5))
def test_engines_are_dance_is_brute_force(cover: Cover, limit: int) -> None:
    expected = covers_of(cover)
    for name in ENGINES:
        with engine(name) as argument:
            for choice in ("smallest", "first"):
                found = list(Search(cover.problem, SearchOptions(choice=choice, **argument)))
                assert found == danced(cover, choice)
                assert {frozenset(labels) for labels in found} == expected
            search = Search(cover.problem, SearchOptions(**argument))
            assert search.count(limit) == min(limit, len(expected))
            assert search.count() == max(len(expected) - limit, 0)
            assert search.exhausted
            assert search.found == len(expected)


@examples(150)
@given(covers(), st.sampled_from(CHOICES), st.integers(0, 3), st.integers(1, 9), st.integers(1, 3))
def test_choices_pieces_and_threads_find_all(
    cover: Cover, choice: ChoiceRule, seed: int, n_pieces: int, threads: int
) -> None:
    expected = covers_of(cover)
    by_chance: dict[str, Any] = {"seed": seed} if choice == "random" else {}
    whole = list(cover.search(choice=choice, **by_chance))
    assert len(whole) == len(expected)
    assert {frozenset(labels) for labels in whole} == expected
    pieces = begun(cover, choice=choice, **by_chance).split(n_pieces)
    assert len(pieces) <= n_pieces
    split = [labels for piece in pickle.loads(pickle.dumps(pieces)) for labels in piece]
    shared = list(cover.search(choice=choice, threads=threads, **by_chance))
    loose = list(cover.search(choice=choice, threads=threads, ordered=False, **by_chance))
    if choice == "weighted":  # weights depend on what was searched before
        whole, split, shared = sorted(whole, key=str), sorted(split, key=str), sorted(shared, key=str)
        assert [*map(set, split)].sort(key=str) == [*map(set, whole)].sort(key=str)
    else:
        assert split == shared == whole
    assert {frozenset(labels) for labels in split} == {frozenset(labels) for labels in loose} == expected
    assert cover.search(choice=choice, threads=threads).count() == len(expected)


@given(cover=covers(), choice=st.sampled_from(get_args(ChoiceRule)), budget=st.integers(1, 9), bits=st.booleans())
def test_what_is_left_of_a_search_is_the_rest_of_it(cover: Cover, choice: ChoiceRule, budget: int, bits: bool) -> None:
    by_chance: dict[str, Any] = {"seed": 3} if choice == "random" else {}
    whole = list(Search(cover.problem, SearchOptions(choice=choice, bits=bits, **by_chance)))
    parts, found = [Search(cover.problem, SearchOptions(choice=choice, bits=bits, budget=budget, **by_chance))], []
    for part in parts:  # it grows
        found += list(part)
        if not part.exhausted:
            parts.append(pickle.loads(pickle.dumps(part.rest())))
    if choice == "weighted":  # what was learned is not handed on
        assert Counter(map(frozenset, found)) == Counter(map(frozenset, whole))
    else:
        assert found == whole


def test_the_rest_waits_until_all_found_is_taken() -> None:
    problem = Cover(combinations(range(8), 2)).problem
    search = Search(problem)
    next(search)
    next(search)
    with pytest.raises(RuntimeError, match="expected all covers found to be taken"):
        search.rest()
    with pytest.raises(RuntimeError, match="that threads share"):
        Search(problem, SearchOptions(threads=2)).rest()


@pytest.mark.parametrize("seed", range(6))
def test_large_problems_agree(seed: int) -> None:
    """Sets of many words, packs within packs, and more items than a word has bits."""
    n_options, n_primary = [(70, 8), (300, 12), (900, 16), (2000, 20), (3000, 24), (1500, 200)][seed]
    cover = randomly(seed, n_options, n_primary)
    events = islice(dance(cover), 60_000)
    slow = [event.what for event in events if event.kind == "solution"]
    for name in ENGINES:
        with engine(name) as argument:
            assert list(islice(Search(cover.problem, SearchOptions(**argument)), len(slow))) == slow
            for choice in ("smallest", "first"):
                found = Search(cover.problem, SearchOptions(budget=30_000, choice=choice, **argument))
                assert list(found) == list(
                    Search(cover.problem, SearchOptions(budget=30_000, choice=choice, bits=False))
                )


@pytest.mark.parametrize("name", ENGINES)
def test_bit_sets_take_over_in_the_middle(name: str | None) -> None:
    """Two thousand options about many items leave few to search once one of the first level is taken."""
    n = 70
    cells = [(r, c) for r in range(n) for c in range(n)]
    cover = Cover([[("row", r), ("column", c), *([("box", r // 7)] if r == c else [])] for r, c in cells])
    with engine(name) as argument:
        search = Search(cover.problem, SearchOptions(budget=3000, **argument))
        assert list(search) == list(Search(cover.problem, SearchOptions(budget=3000, bits=False)))
        assert not search.exhausted


def test_sharp_items_come_first() -> None:
    options = ["ab", "cd", "ac", "bd", "ad", "bc"]
    named = [[{"d": "#d"}.get(item, item) for item in option] for option in options]
    assert [cover[0] for cover in Cover(named, primary=["a", "b", "c", "#d"]).search(choice="sharp")] == [1, 3, 4]
    assert [cover[0] for cover in Cover(options).search(choice="sharp", sharp="d")] == [1, 3, 4]
    assert [cover[0] for cover in Cover(options).search()] == [0, 2, 4]


def test_random_choices_come_again_by_their_seed() -> None:
    cover = pairings(12)
    orders = [list(islice(cover.search(choice="random", seed=seed), 20)) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert cover.search(choice="random").count() == 10395


def test_weights_find_what_is_hard() -> None:
    """A pigeon too many, and many items that are easy: weights soon keep to the pigeons."""
    easy: list[list[Hashable]] = [[("easy", k), n] for k in range(12) for n in range(4)]
    hard: list[list[Hashable]] = [[("pigeon", k), ("hole", n)] for k in range(6) for n in range(5)]
    cover = Cover([[entry for entry in option if not isinstance(entry, int)] + [("bin", o)]
                   for o, option in enumerate(easy)] + hard,
                  primary=[("easy", k) for k in range(12)] + [("pigeon", k) for k in range(6)],
                  secondary=[("hole", n) for n in range(5)] + [("bin", o) for o in range(len(easy))])  # fmt: skip
    nodes = {}
    for choice in ("first", "weighted"):
        search = cover.search(choice=choice, budget=2_000_000)
        assert search.count() == 0
        nodes[choice] = search.nodes
    assert nodes["weighted"] < nodes["first"] / 10


# ── Limits and outcomes ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_is_kept_and_told(threads: int) -> None:
    none, many = pairings(17), pairings(16)
    search = none.search(budget=5000, threads=threads)
    assert list(search) == []
    assert search.nodes == 5000
    assert not search.exhausted
    assert search.count() == 0  # spent: asking again does not help
    assert search.nodes == 5000
    search = many.search(budget=5000, threads=threads, ordered=False)
    n = sum(1 for _ in search)
    assert 0 < n == search.found
    assert not search.exhausted
    assert many.search(budget=0).count() == 0
    small = pairings(7).search(budget=10**30, threads=threads)
    assert list(small) == []
    assert small.exhausted
    assert small.share == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("bits", [True, False])
def test_seconds_are_kept_and_told(threads: int, bits: bool) -> None:
    search = Search(pairings(61).problem, SearchOptions(seconds=0.2, threads=threads, bits=bits))
    began = time.perf_counter()
    assert list(search) == []
    assert 0.15 < time.perf_counter() - began < 10
    assert not search.exhausted
    assert list(search) == []


@pytest.mark.parametrize("multiplicities", [None, {0: (1, 2)}])
def test_time_runs_between_covers(multiplicities: dict[int, tuple[int, int]] | None) -> None:
    cover = Cover(combinations(range(12), 2), multiplicities=multiplicities)
    search = cover.search(seconds=1)
    for _ in range(2):
        next(search)
    time.sleep(1.05)
    assert len(list(search)) < 10  # no more than had been found ahead
    assert not search.exhausted
    assert search.count() == 0


def test_the_time_of_a_piece_begins_with_its_first_step() -> None:
    pieces = begun(pairings(10), seconds=1).split(3)
    time.sleep(1.05)
    assert sum(piece.count() for piece in pickle.loads(pickle.dumps(pieces))) == 945
    assert sum(piece.count() for piece in pieces) == 945


def test_progress_can_be_watched() -> None:
    search = pairings(24).search(seconds=1.5)
    seen: list[tuple[int, int, float]] = []
    thread = threading.Thread(target=search.count)
    thread.start()
    while thread.is_alive():
        seen.append((search.nodes, search.found, search.share))
        time.sleep(0.05)
    thread.join()
    nodes, found, share = zip(*seen, strict=True)
    assert list(found) == sorted(found)
    assert 0 < found[len(found) // 2] < search.found
    assert list(nodes) == sorted(nodes)
    assert len(set(nodes)) > 5
    assert list(share) == sorted(share)
    assert 0 < share[-1] < 1


def test_share_grows_to_one() -> None:
    for bits in (True, False):
        search = Search(queens(7).problem, SearchOptions(bits=bits))
        shares = [search.share, *(search.share for _ in search)]
        assert shares == sorted(shares)
        assert shares[0] == 0
        assert search.share == 1
        assert search.exhausted


def test_covers_found_ahead_are_not_lost() -> None:
    cover = pairings(12)
    search = cover.search()
    first = [next(search) for _ in range(700)]
    assert search.found == 700
    assert search.count(limit=5) == 5
    assert [*first, *islice(cover.search(), 700, 705), *search] == list(cover.search())
    assert search.found == 10395


def test_a_lazy_search_does_not_run_ahead_for_long() -> None:
    """A few covers come at once, then there is a search for ever: each is given out when it is found."""
    quick = [[*range(61), "z"] for _ in range(6)]
    search = Cover([*quick, ["z"], *combinations(range(61), 2)], primary=["z", *range(61)]).search(seconds=20)
    began = time.perf_counter()
    assert list(islice(search, 6)) == [(0,), (1,), (2,), (3,), (4,), (5,)]
    assert time.perf_counter() - began < 10
    assert not search.exhausted


# ── Pieces ────────────────────────────────────────────────────────────────────────────────────────────────────


def count_piece(piece: Search) -> int:
    return piece.count()


def test_pieces_run_elsewhere_and_add_up() -> None:
    cover = queens(8)
    pieces = begun(cover).split(5)
    assert len(pieces) == 5
    with ProcessPoolExecutor(2) as pool:
        counts = list(pool.map(count_piece, pieces))
    assert sum(counts) == 92
    assert all(counts)
    halves = [half for piece in begun(cover).split(2) for half in piece.split(2)]
    assert [labels for half in halves for labels in half] == list(cover.search())


def test_a_search_that_has_begun_is_not_cut() -> None:
    search = begun(pairings(8))
    next(search)
    with pytest.raises(RuntimeError, match="cannot split a search that has begun"):
        search.split(2)
    with pytest.raises(RuntimeError, match="cannot pickle a search that has begun"):
        pickle.dumps(search)


def test_nothing_to_cut() -> None:
    assert [piece.count() for piece in begun(Cover([])).split(3)] == [1]
    assert sum(piece.count() for piece in begun(Cover(["a"], primary="ab")).split(3)) == 0
    assert [list(piece) for piece in begun(Cover(["a"])).split(3)] == [[(0,)]]


def test_threads_go_on_after_a_pause() -> None:
    cover = queens(9)
    expected = list(cover.search())
    search = cover.search(threads=2)
    assert [*islice(search, 10), *search] == expected
    assert search.exhausted
    search = cover.search(threads=3)
    assert search.count(limit=10) == 10
    assert search.count() == 342
    for _ in range(20):  # left in the middle
        next(cover.search(threads=2))


# ── Errors, signals ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"choice": "x"}, CoverError, f"choice: expected {', '.join(map(repr, CHOICES[:-1]))} or 'random', found 'x'"),
        ({"choice": "sharp", "sharp": ["z"]}, CoverError, "sharp: 'z' is not a primary item"),
        ({"budget": -1}, ValueError, "budget: expected a whole number of at least 0, found -1"),
        ({"seconds": -0.5}, ValueError, "seconds: expected a number of at least 0, found -0.5"),
        ({"seconds": float("nan")}, ValueError, "seconds: expected a number of at least 0, found nan"),
        ({"budget": 1.5}, ArgumentError, "budget: expected a whole number of at least 0, found 1.5"),
        ({"seconds": "x"}, ArgumentError, "seconds: expected a number of at least 0, found 'x'"),
        ({"seed": 1}, ArgumentError, "seed: only the choice 'random' takes one, found 'smallest'"),
        ({"choice": "random", "seed": "x"}, ArgumentError, "seed: expected a whole number or None, found 'x'"),
        ({"sharp": ["a"]}, ArgumentError, "sharp: only the choice 'sharp' prefers items, found 'smallest'"),
        ({"choice": "sharp", "sharp": 5}, CoverError, "sharp: expected an iterable of items, found 5"),
        ({"threads": 0}, ValueError, "threads: expected a whole number of at least 1, found 0"),
    ],
)  # fmt: skip
def test_bad_arguments_are_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Cover(["ab"]).search(**arguments)
    assert str(caught.value) == message


def test_pieces_must_fit() -> None:
    cover = pairings(4)
    for piece in ([1, 6], [1, -1]):
        with pytest.raises(ValueError, match="pieces: expected options with primary items"):
            _core.CoverSearch(*cover.problem.numbers, pieces=array("i", piece))
    for piece in ([1], [-1], [0, 2, 0]):
        with pytest.raises(ValueError, match="pieces: expected lengths that fit"):
            _core.CoverSearch(*cover.problem.numbers, pieces=array("i", piece))
    for piece in ([2, 0, 0], [2, 0, 1]):
        assert _core.CoverSearch(*cover.problem.numbers, pieces=array("i", piece)).count() == 0
    with pytest.raises(ValueError, match="n: expected a whole number of at least 1, found 0"):
        begun(cover).split(0)


@pytest.mark.parametrize("arguments", ["", "threads=2", "choice='weighted'", "choice='first'"])
@pytest.mark.parametrize("work", ["list(search)", "search.count()"])
def test_ctrl_c_stops_at_once(arguments: str, work: str) -> None:
    [seconds] = late(f"search = Cover(combinations(range(61), 2)).search({arguments})", work)
    assert seconds < SOON


def test_many_options_answer_ctrl_c() -> None:
    given = """
from array import array
from farandole import _core

n = 300_000
items = array("i", (n_ * 7919 % 20_000 if k else 19_999 - n_ % 20_000 for n_ in range(n) for k in range(2)))
keep = [k for k in range(n) if items[2 * k] != items[2 * k + 1]]
items = array("i", (items[2 * k + j] for k in keep for j in range(2)))
starts, colors = array("i", range(0, len(items) + 1, 2)), array("i", bytes(4 * len(items)))
search = _core.CoverSearch(20_000, 20_000, starts, items, colors)
"""
    [seconds] = late(given, "search.count()")
    assert seconds < SOON


def test_signal_handlers_may_search() -> None:
    """A handler that runs in the midst of a search can make one of its own, but not move that one on."""
    search, inner = begun(pairings(17), seconds=1), []

    def handler(*_: object) -> None:
        inner.append(pairings(6).count())
        with pytest.raises(RuntimeError, match="running already"):
            search.next()

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        assert search.count() == 0
    finally:
        signal.signal(signal.SIGALRM, before)
    assert inner == [15]


def test_a_search_says_how_it_stands() -> None:
    search = pairings(6).search()
    assert repr(search) == "<Search: 0 covers, 0 nodes, 0.0% done>"
    assert search.count() == 15
    assert repr(search).startswith("<Search: 15 covers, ")
    assert repr(search).endswith(" nodes, exhausted>")


ASKED_WRONGLY: list[Any] = [
    lambda cover: cover.count(limit=1.5),
    lambda cover: cover.count(limit=-1),
    lambda cover: cover.count(memory="1G"),
    lambda cover: cover.cheapest(-1),
    lambda cover: cover.cheapest(1.5),
    lambda cover: cover.cheapest(budget=-1),
    lambda cover: cover.cheapest(seconds=-1),
    lambda cover: cover.cheapest(seconds="x"),
    lambda cover: cover.zdd(budget=-1),
    lambda cover: cover.zdd(seconds=-1),
    lambda cover: cover.zdd(memory=-1),
    lambda cover: cover.sample(-1),
    lambda cover: cover.sample(1, seed=[]),
    lambda cover: cover.zdd().sample(-1),
    lambda cover: cover.zdd().cheapest(-1),
    lambda cover: cover.estimate(samples=0),
    lambda cover: cover.estimate(samples=1.5),
    lambda cover: cover.estimate(seed="x"),
    lambda cover: cover.search(threads=1.5),
    lambda cover: cover.search().count(-1),
    lambda cover: cover.search().count(limit=1.5),
    lambda cover: cover.search().count(seconds=-1),
    lambda cover: cover.search().split(0),
    lambda cover: cover.search().split(1.5),
]


@pytest.mark.parametrize(
    ("ask", "multiplicities"),
    [
        (ask, multiplicities)
        for ask in ASKED_WRONGLY
        for multiplicities in (None, {"a": (1, 2)})
        if not (multiplicities and "split" in ask.__code__.co_names)  # it has no pieces
    ],
)
def test_no_number_that_is_none_is_taken(ask: Any, multiplicities: Any) -> None:
    cover = Cover(["a", "b", "ab"], multiplicities=multiplicities)
    with pytest.raises(ArgumentError):
        ask(cover)


def test_pieces_by_the_thousand_share_the_problem() -> None:
    """As many as asked for, soon and small: each of them had a copy of the problem once."""
    script = """
import re
from itertools import combinations
from pathlib import Path
from farandole import Cover

pieces = Cover(combinations(range(40), 2)).search(budget=10).split(20_000)
# Not `ru_maxrss`: a process takes that over from the one that started it.
print(len(pieces), int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) < 400_000)
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "20000 True\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("Cover(combinations(range(60), 2)).search()", "given.split(200_000)"),
        ("Cover([(k, k + 1) for k in range(400_000)])", "given.why()"),
        ("[[k % 1000, 1000 + k % 777, 2000 + k % 333] for k in range(500_000)]", "Cover(given)"),
        ("Cover([[k % 1000, 1000 + k % 777, 2000 + k % 333] for k in range(300_000)])", "given.count()"),
        ("Cover([[k % 1000, 1000 + k % 777, 2000 + k % 333] for k in range(300_000)])", "given.zdd()"),
        ("Cover([[k % 1000, 1000 + k % 777] for k in range(300_000)], costs=range(300_000))", "given.cheapest()"),
        (
            "Cover([[k % 1000, 1000 + k % 777, 2000 + k % 333] for k in range(300_000)])",
            "given.estimate(samples=10**6)",
        ),
        ("np.zeros((3000, 30_000), dtype=bool)", "Cover.from_matrix(given)"),
    ],
)
def test_ctrl_c_stops_what_is_large(given: str, asked: str) -> None:
    """At any moment: setting up, searching, and clearing away."""
    took = late(f"import numpy as np\ngiven = {given}", asked, (0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 1.5))
    assert took
    assert max(took) < SOON
