"""Exact cover: the native search, the dancing links and brute force agree, and bad problems are named."""

import gc
import random
import subprocess
import sys
import threading
from array import array
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from latency import SOON, late
from oracle import covers_of
from strategies import covers, examples

from farandole import Cover, CoverError, _core, dance
from farandole.cover import Choice
from farandole.formats.knuth import read_cover
from needs import SHARED, needs

DATA = SHARED / "cover"
TOO_LONG = {"domino_12x12", "domino_16x16", "match_k20"}  # for a search that meets each cover

# Source: D. E. Knuth, "Dancing Links", 2000, (3).
KNUTH_ROWS = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]


def matrix(rows: Iterable[str]) -> list[list[int]]:
    return [[int(digit) for digit in row] for row in rows]


def danced(cover: Cover, choice: Choice = "smallest") -> list[tuple[object, ...]]:
    return [event.what for event in dance(cover, choice=choice) if event.kind == "solution"]


def pairings(n: int) -> Cover:
    return Cover(combinations(range(n), 2))


# ── Right ─────────────────────────────────────────────────────────────────────────────────────────────────────


@examples(400)
@given(covers())
def test_native_is_dance_is_brute_force(cover: Cover) -> None:
    expected = covers_of(cover)
    choices: list[Choice] = ["smallest", "first"]
    for choice in choices:
        found = list(cover.solutions(choice=choice))
        assert found == danced(cover, choice)
        assert {frozenset(labels) for labels in found} == expected
        assert len(found) == len(expected)
    assert cover.count() == len(expected)
    assert cover.solve() == next(cover.solutions(), None)
    assert cover.is_solvable() == bool(expected)


@examples(400)
@given(covers(multiplicities=True))
def test_native_is_dance_is_brute_force_with_multiplicities(cover: Cover) -> None:
    expected = covers_of(cover)
    choices: list[Choice] = ["smallest", "first"]
    for choice in choices:
        found = list(cover.solutions(choice=choice))
        assert found == danced(cover, choice)
        assert {frozenset(labels) for labels in found} == expected
        assert len(found) == len(expected)
    for limit in (1, 3, None):
        assert cover.count(limit=limit) == min(len(expected), limit or len(expected))


@examples(200)
@given(covers(), st.booleans())
def test_the_engine_for_multiplicities_does_without_them(cover: Cover, first: bool) -> None:
    search = _core.MultiSearch(*cover.problem.numbers, array("i"), array("i"), first)
    assert [tuple(found) for found in iter(search.next, None)] == list(
        cover.solutions(choice="first" if first else "smallest")
    )
    assert search.exhausted


@pytest.mark.slow
@pytest.mark.parametrize("multiplicities", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_large_problems_agree(seed: int, multiplicities: bool) -> None:
    """Problems with lists long enough to be packed, and with more items than are copied at a level."""
    rng = random.Random(seed)
    n_primary = (8, 12, 16, 20, 270, 300)[seed]
    primary, secondary = range(n_primary), ["x", "y", "z"]
    options: list[list[Hashable]] = []
    for _ in range(700 if n_primary < 100 else 4 * n_primary):
        option: list[Hashable] = [*rng.sample(primary, rng.randint(1, min(5, n_primary // 3)))]
        option += [(item, rng.choice("rgb")) for item in secondary if rng.random() < 0.2]
        options.append(option)
    often = {item: (rng.randint(0, 2), 2) for item in rng.sample(primary, n_primary // 4)} if multiplicities else {}
    cover = Cover(options, primary=primary, secondary=secondary, multiplicities=often)
    events = islice(dance(cover), 150_000)
    slow = [event.what for event in events if event.kind == "solution"]
    assert list(islice(cover.solutions(), len(slow))) == slow
    if n_primary < 100:
        assert slow


def test_knuths_example() -> None:
    cover = Cover.from_matrix(matrix(KNUTH_ROWS))
    # By hand: columns 0, 1, 2, 4 and 5 have two rows, so column 0 comes first. Its row 1 leaves column 1 with row 2
    # only, which leaves column 4 with none. Its row 3 leaves column 4 with row 0 only: that is the smallest, then
    # column 1 has row 4. From the left, column 1 comes next: row 2 fails again, row 4 leaves column 2 with row 0.
    assert list(cover.solutions()) == danced(cover) == [(3, 0, 4)]
    assert list(cover.solutions(choice="first")) == danced(cover, "first") == [(3, 4, 0)]
    assert {frozenset(labels) for labels in cover.solutions()} == {frozenset({0, 3, 4})}


def test_events_tell_the_whole_dance() -> None:
    cover = Cover.from_matrix(matrix(KNUTH_ROWS))
    events = list(dance(cover))
    covered: list[object] = []
    for kind, level, what in events:
        if kind == "cover":
            covered.append(what)
        elif kind == "uncover":
            assert covered.pop() == what
        elif kind == "solution":
            assert sorted(map(str, covered)) == sorted(map(str, cover.primary))
            assert level == len(what)
        elif kind == "choose":
            assert what not in covered
    assert covered == []


def counts() -> list[Any]:
    table = DATA / "counts.tsv"
    rows = [line.split("\t")[:3] for line in table.read_text().splitlines()] if table.exists() else []
    return [
        pytest.param(name, int(count), id=name)
        for name, kind, count in rows
        if kind in ("x", "xs", "xcc", "mcc") and count != "?" and name not in TOO_LONG
    ]


@needs("data")
@pytest.mark.parametrize(("name", "count"), counts())
def test_known_counts(name: str, count: int) -> None:
    """Source: counts.tsv beside the files names a paper, an OEIS sequence or the programs that agree."""
    assert read_cover((DATA / f"{name}.dlx").read_text()).count() == count


# ── Edges ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_to_cover_is_one_empty_cover() -> None:
    for cover in (Cover([]), Cover([["x"]], primary=[], secondary=["x"])):
        assert list(cover.solutions()) == danced(cover) == [()]
        assert cover.count() == cover.count(limit=3) == 1
        assert cover.count(limit=0) == 0
        assert cover.solve() == ()


def test_an_item_without_options_is_never_covered() -> None:
    cover = Cover(["a"], primary="ab")
    assert cover.solve() is None
    assert cover.count() == 0
    assert danced(cover) == []


def test_a_count_knows_whether_it_is_complete() -> None:
    cover = Cover(combinations(range(8), 2))
    assert [cover.count(limit=n).exhausted for n in (None, 106, 105, 3)] == [True, True, False, False]
    huge = Cover(combinations(range(70), 2))
    for threads in (1, 2):
        some = huge.count(seconds=0.3, memory=1 << 20, threads=threads)
        assert (some > 0, some.exhausted) == (True, False)
    assert not huge.count(limit=10**12, seconds=0.05).exhausted


def test_count_stops_at_the_limit() -> None:
    cover = pairings(8)
    assert [cover.count(limit=n) for n in (0, 1, 2, 104, 105, 106, 1 << 70)] == [0, 1, 2, 104, 105, 105, 105]
    with pytest.raises(ValueError, match="limit: expected a whole number of at least 0, found -1"):
        cover.count(limit=-1)


def test_solutions_are_lazy_and_begin_anew() -> None:
    cover = pairings(40)  # 39!! covers
    first = list(islice(cover.solutions(), 3))
    assert list(islice(cover.solutions(), 3)) == first
    one, other = cover.solutions(), cover.solutions()
    assert [next(one), next(other), next(one), next(other)] == [first[0], first[0], first[1], first[1]]


def test_count_goes_on_where_next_stopped() -> None:
    cover = pairings(8)
    search = _core.CoverSearch(*cover.problem.numbers)
    assert [cover.options[number] for number in search.next() or ()] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert [search.count(2), search.count(), search.count()] == [2, 102, 0]
    assert search.next() is None
    assert search.nodes > 100


def test_names_may_be_anything_hashable() -> None:
    cover = Cover(
        [[(0, 0), None], [(0, 1), ("x", (1, 2))], [frozenset("a"), ("x", (1, 2)), ("y", 1)]], secondary=["x", ("y", 1)]
    )
    assert cover.primary == ((0, 0), None, (0, 1), frozenset("a"))
    assert cover.secondary == ("x", ("y", 1))
    assert cover.solve() == (0, 1, 2)
    labels: list[Hashable] = [("two",), None, frozenset("b")]
    assert Cover(dict(zip(labels, cover.options, strict=True)), secondary=cover.secondary).solve() == tuple(labels)


def test_a_tuple_that_names_an_item_is_that_item() -> None:
    named = Cover([["a", ("x", 1)], ["b", ("x", 1)]], primary="ab", secondary=["x", ("x", 1)])
    colored = Cover([["a", ("x", 1)], ["b", ("x", 1)]], secondary=["x"])
    assert named.count() == 0
    assert colored.count() == 1


def test_primary_gives_the_order() -> None:
    assert Cover(["b", "a"]).primary == ("b", "a")
    assert Cover(["b", "a"], primary="ab").solve() == (1, 0)


def test_matrices_of_any_kind() -> None:
    rows = matrix(KNUTH_ROWS)
    for kind in (rows, np.array(rows), np.array(rows, dtype=bool), map(tuple, rows), np.array(rows, dtype=float)):
        assert Cover.from_matrix(kind) == Cover.from_matrix(rows)
    assert Cover.from_matrix([]).count() == 1
    assert Cover.from_matrix([[0, 0], [1, 1], [0, 0]]).labels == (1,)
    assert Cover.from_matrix([[0, 0]]).count() == 0


def test_equal_problems_are_equal() -> None:
    assert Cover(["ab"]) == Cover([("a", "b")])
    assert hash(Cover(["ab"])) == hash(Cover([("a", "b")]))
    assert Cover(["ab"]) != Cover(["ba"])
    assert Cover(["ab"]) != "ab"
    assert repr(Cover(["ab"])) == "<Cover: 2 primary items, 0 secondary items, 1 options>"


def test_cover_alone_needs_no_numpy() -> None:
    script = "import sys; from farandole.cover import Cover; Cover(['a']).solve(); sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


# ── Errors ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "names", "message"),
    [
        (["ab", ""], {}, "option 1 has no items"),
        ({"empty": []}, {}, "option 'empty' has no items"),
        (["ab", "ac"], {"primary": "ab"}, "option 1: 'c' is not one of the items"),
        ([[("q", 1)]], {"primary": "a"}, "option 0: ('q', 1) is not one of the items"),
        (["aba"], {}, "option 0 has item 'a' twice"),
        ([["a", ("x", 1), ("x", 1)]], {"secondary": "x"}, "option 0 has item 'x' twice"),
        ([["a", ("x", 1), "x"]], {"secondary": "x"}, "option 0 has item 'x' twice"),
        ([["a", ("x", 1), ("x", 2)]], {"secondary": "x"}, "option 0 has item 'x' in two colors"),
        ([[("a", 1)]], {"primary": "a"}, "option 0: ('a', 1) gives a primary item a color"),
        (["a"], {"primary": "ab", "secondary": "bc"}, "item 'b' is both primary and secondary"),
        (["a"], {"primary": "aba"}, "item 'a' is listed twice"),
        (["a"], {"secondary": "xyx"}, "item 'x' is listed twice"),
        ([["a", []]], {}, "option 0: [] is not hashable"),
        ([["a", ("x", [])]], {"secondary": "x"}, "option 0: ('x', []) is not hashable"),
        (["a"], {"primary": [{}]}, "items: {} is not hashable"),
    ],
)
def test_bad_problems_are_named(options: Any, names: dict[str, Any], message: str) -> None:
    with pytest.raises(CoverError) as error:
        Cover(options, **names)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 1], [2, 0]], "row 1, column 0: expected 0 or 1, found 2"),
        ([[0, 1], ["1", 0]], "row 1, column 0: expected 0 or 1, found '1'"),
        ([[0, 0.5]], "row 0, column 1: expected 0 or 1, found 0.5"),
        ([[0, 1], [1]], "row 1: expected 2 columns as in row 0, found 1"),
    ],
)
def test_bad_matrices_are_named(rows: Sequence[Sequence[Any]], message: str) -> None:
    with pytest.raises(CoverError) as error:
        Cover.from_matrix(rows)
    assert str(error.value) == message


def test_unknown_choice() -> None:
    for search in (Cover(["a"]).solutions, lambda choice: dance(Cover(["a"]), choice=choice)):
        with pytest.raises(CoverError, match="choice: expected 'smallest' or 'first', found 'last'"):
            search(choice="last")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("n_primary", "n_items", "starts", "items", "colors"),
    [
        (2, 1, [0], [], []),
        (-1, 1, [0], [], []),
        (1, 1, [], [], []),
        (1, 1, [0, 2], [0], [0]),
        (1, 1, [1, 1], [0], [0]),
        (2, 2, [0, 2, 1, 2], [0, 1], [0, 0]),
        (1, 1, [0, 1], [1], [0]),
        (1, 1, [0, 1], [-1], [0]),
        (1, 1, [0, 1], [0], [1]),
        (1, 1, [0, 1], [0], []),
        (1, 1, [0, 2], [0, 0], [0, 0]),
    ],
)
def test_the_core_trusts_no_numbers(
    n_primary: int, n_items: int, starts: list[int], items: list[int], colors: list[int]
) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.CoverSearch(n_primary, n_items, array("i", starts), array("i", items), array("i", colors))


# ── Signals and threads ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("asked", ["cover.count()", "Cover([*combinations(range(61), 2)]).solve()"])
def test_ctrl_c_stops_a_long_search(asked: str) -> None:
    [seconds] = late("cover = Cover(combinations(range(60), 2))", asked)
    assert seconds < SOON


def test_an_interrupted_search_goes_on() -> None:
    # Seventeen can't be paired, as a long search tells; then the last option takes all of them.
    script = """
import signal
from itertools import combinations
from farandole import Cover

cover = Cover([*combinations(range(17), 2), range(17)])
search, uninterrupted = cover.search(), cover.search()
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.01)
try:
    search.next()
except KeyboardInterrupt:
    nodes = search.nodes
    print(search.next() == uninterrupted.next() == [136], 0 < nodes < search.nodes == uninterrupted.nodes)
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True True\n"


def test_two_threads_may_not_share_a_search() -> None:
    cover = pairings(12)
    search = _core.CoverSearch(*cover.problem.numbers)
    outcomes: list[object] = []
    refused: list[bool] = []

    def run() -> None:
        while True:
            try:
                if (found := search.next()) is None:
                    return
                outcomes.append(tuple(found))
            except RuntimeError:  # another one is running it
                refused.append(True)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == len(set(outcomes)) == 10395  # 11!!


def test_searches_leave_nothing_behind() -> None:
    cover = pairings(30)
    for _ in range(200):
        next(cover.solutions())
    gc.collect()
    assert not [thing for thing in gc.get_objects() if isinstance(thing, _core.CoverSearch)]
