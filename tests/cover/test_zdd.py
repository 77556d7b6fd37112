"""Decision diagrams: they hold the covers that brute force finds, and answer about them as a list would."""

import pickle
import random
import zlib
from array import array
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from latency import SOON, late
from oracle import covers_of
from strategies import covers, examples

from farandole import Cover, CoverError, FormatError, UnfinishedError, Zdd, _core
from farandole.cover.portfolio import ZddPortfolio
from farandole.cover.zdd import MAGIC
from farandole.formats.knuth import read_cover
from needs import SHARED, needs

DATA = SHARED / "cover"
TOO_LONG = {"costas_10", "pent_6x10"}  # seconds each


def dominoes(n: int) -> Cover:
    cells = [(x, y) for x in range(n) for y in range(n)]
    pairs = [((x, y), (x + a, y + b)) for x, y in cells for a, b in [(0, 1), (1, 0)] if x + a < n and y + b < n]
    return Cover({pair: pair for pair in pairs})


def pairings(n: int) -> Cover:
    return Cover(combinations(range(n), 2))


class Numbers(NamedTuple):
    """A problem as the engine takes it, with multiplicities."""

    n_primary: int
    n_items: int
    options: list[dict[int, int]]  # items and their colors
    low: list[int]
    high: list[int]

    def zdd(self, *, first: bool) -> Zdd:
        starts, items, colors = array("i", [0]), array("i"), array("i")
        for option in self.options:
            items.extend(option.keys())
            colors.extend(option.values())
            starts.append(len(items))
        bounds = array("i", self.low), array("i", self.high)
        search = _core.ZddSearch(self.n_primary, self.n_items, starts, items, colors, *bounds, first=first)
        assert search.run(10**9, 10**9, 10**9) == "done"
        return Zdd(range(len(self.options)), array("i", search.nodes_from(0)), search.root, None)

    def covers(self) -> list[frozenset[int]]:
        """List the covers, by looking at each set of options."""
        numbers = [n for n, option in enumerate(self.options) if any(item < self.n_primary for item in option)]
        sets = (chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size))
        return [frozenset(chosen) for chosen in sets if self._is_cover([self.options[n] for n in chosen])]

    def _is_cover(self, options: Sequence[dict[int, int]]) -> bool:
        for item in range(self.n_items):
            colors = [option[item] for option in options if item in option]
            if item < self.n_primary:
                if not self.low[item] <= len(colors) <= self.high[item]:
                    return False
            elif len(colors) > 1 and (0 in colors or len(set(colors)) > 1):
                return False
        return True


@st.composite
def numbers(draw: st.DrawFn) -> Numbers:
    """Draw a problem with multiplicities, secondary items and colors."""
    n_primary = draw(st.integers(0, 4))
    n_items = n_primary + draw(st.integers(0, 3))
    low = [draw(st.sampled_from([1, 1, 0, 2])) for _ in range(n_primary)]
    high = [least + draw(st.sampled_from([0, 0, 1, 3])) for least in low]
    items = st.sets(st.sampled_from(range(n_items)), min_size=1, max_size=4) if n_items else st.just(set[int]())
    options = []
    for _ in range(draw(st.integers(0, 9))):
        taken = sorted(draw(items))
        options.append({item: draw(st.integers(0, 2)) if item >= n_primary else 0 for item in taken})
    return Numbers(n_primary, n_items, options, low, high)


# ── Right ─────────────────────────────────────────────────────────────────────────────────────────────────────


@examples(150)
@given(covers(max_options=10))
def test_a_diagram_holds_what_brute_force_finds(cover: Cover) -> None:
    expected = covers_of(cover)
    zdd = cover.zdd()
    found = list(zdd)
    assert {frozenset(labels) for labels in found} == expected
    assert len(found) == zdd.count() == cover.count() == cover.count(threads=2) == len(expected)
    assert cover.zdd(threads=2) == zdd
    assert bool(zdd) == bool(expected)
    assert all(reversed(labels) in zdd for labels in found)
    assert ((1, 2, 3, 4) in zdd) == (frozenset([1, 2, 3, 4]) in expected)


@examples(250)
@given(numbers())
def test_multiplicities_by_either_rule(problem: Numbers) -> None:
    expected = problem.covers()
    for first in (True, False):
        zdd = problem.zdd(first=first)
        found = list(zdd)
        assert {frozenset(labels) for labels in found} == set(expected)
        assert len(found) == zdd.count() == len(expected)


@pytest.mark.parametrize("seed", range(8))
def test_both_rules_find_the_covers_of_larger_problems(seed: int) -> None:
    """Keys of several words, many colors, and lists that are counted anew."""
    rng = random.Random(seed)
    shapes = [(8, 8, 1, 20), (14, 40, 3, 20), (12, 16, 80, 20), (70, 90, 2, 5)]
    n_primary, n_items, n_colors, n_planted = shapes[seed % 4]
    options = []
    for _ in range(n_planted):  # so many covers, and what their parts make together
        items, colors = rng.sample(range(n_primary), n_primary), [rng.randrange(n_colors) for _ in range(n_items)]
        while items:
            members = [items.pop() for _ in range(min(len(items), rng.randint(1, 5)))]
            fringe = rng.sample(range(n_primary, n_items), min(n_items - n_primary, rng.randint(0, 3)))
            options.append(members + [(item, colors[item]) for item in fringe])
    cover = Cover(options, primary=range(n_primary), secondary=range(n_primary, n_items))
    expected = sorted(map(sorted, cover.solutions()))
    assert len(expected) >= n_planted
    for first in (True, False):
        search = _core.ZddSearch(*cover.problem.numbers, cover.problem.low, cover.problem.high, first=first)
        while search.run(1000, 1 << 40, 1 << 40) != "done":
            pass
        zdd = Zdd(cover.labels, array("i", search.nodes_from(0)), search.root, None)
        assert sorted(map(sorted, zdd)) == expected


def counts() -> list[Any]:
    table = DATA / "counts.tsv"
    rows = [line.split("\t")[:3] for line in table.read_text().splitlines()] if table.exists() else []
    return [
        pytest.param(name, int(count), id=name)
        for name, kind, count in rows
        if kind in ("x", "xs", "xcc") and count != "?" and name not in TOO_LONG
    ]


@needs("data")
@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), counts())
def test_known_counts(name: str, count: int) -> None:
    """Source: counts.tsv beside the files names a paper, an OEIS sequence or the programs that agree.

    A memo that forgets colors, or compares hashes only, finds 1,026 of the 5,292 covers of words_4x4.
    """
    assert read_cover((DATA / f"{name}.dlx").read_text()).zdd().count() == count


def test_counts_have_any_size() -> None:
    # Source: P. W. Kasteleyn, "The statistics of dimers on a lattice", Physica 27, 1961.
    assert dominoes(12).count() == dominoes(12).zdd().count() == 53060477521960000
    assert dominoes(16).count() == dominoes(16).zdd().count() == 2444888770250892795802079170816
    strip = dominoes(2)
    assert strip.zdd().count() == 2
    ladder = Cover(
        [
            ((x, y), (x + a, y + 1 - a))
            for x in range(500)
            for y in range(2)
            for a in (0, 1)
            if x + a < 500 and y + 1 - a < 2
        ]
    )
    fibonacci = [1, 1]
    while len(fibonacci) <= 500:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert ladder.zdd().count() == fibonacci[500]


def test_the_order_of_items_does_not_matter() -> None:
    cover = dominoes(10)
    options = list(cover.options)
    random.Random(5).shuffle(options)
    primary = [*cover.primary]
    random.Random(6).shuffle(primary)
    assert Cover(options, primary=primary).zdd(budget=100_000).count() == 258584046368  # Source: Kasteleyn 1961


# ── Asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_samples_are_uniform() -> None:
    zdd = pairings(8).zdd()
    drawn = Counter(frozenset(cover) for cover in zdd.sample(21_000, seed=1))
    assert len(drawn) == zdd.count() == 105
    chi_square = sum((n - 200) ** 2 / 200 for n in drawn.values())
    assert 60 < chi_square < 160  # 104 degrees of freedom: less than 1 in 1,000 outside


def test_samples_follow_the_seed() -> None:
    zdd = dominoes(16).zdd()
    (one, other), (again, _) = zdd.sample(2, seed=7), zdd.sample(2, seed=7)
    assert one == again != other
    assert one in zdd
    assert zdd.sample(0) == []
    assert one != zdd.sample(1, seed=8)[0]


def test_each_place_has_a_cover() -> None:
    zdd = pairings(8).zdd()
    assert {zdd._cover_at(place) for place in range(105)} == set(zdd)


@examples(80)
@given(
    covers(max_options=10), st.lists(st.integers(-5, 5) | st.fractions(), min_size=10, max_size=10), st.integers(0, 6)
)
def test_the_cheapest_are_the_first_of_all_sorted(cover: Cover, costs: list[Any], k: int) -> None:
    costs = costs[: len(cover.options)]
    found = cover.zdd().cheapest(k, costs=costs)
    found_slowly: list[Any] = [list(labels) for labels in covers_of(cover)]
    expected = sorted(sum((costs[n] for n in labels), start=Fraction(0)) for labels in found_slowly)
    assert [cost for cost, _ in found] == expected[:k]
    assert all(sum(costs[n] for n in labels) == cost and labels in cover.zdd() for cost, labels in found)
    assert len({frozenset(labels) for _, labels in found}) == len(found)


def test_cheapest_by_labels_and_without_costs() -> None:
    zdd = Cover({pair: pair for pair in ["ab", "cd", "ac", "bd"]}).zdd()
    assert zdd.cheapest(costs={"ab": 3, "cd": -1, "ac": 0, "bd": 0}) == [(0, ("ac", "bd"))]
    assert zdd.cheapest(5) == [(0, ("ab", "cd")), (0, ("ac", "bd"))]
    assert zdd.cheapest(costs=[2**2000, 0, 2**2000 + 1, 0]) == [(2**2000, ("ab", "cd"))]
    assert Zdd(zdd.labels, zdd._nodes, zdd._root, [3, 3, 1, 1]).cheapest() == [(2, ("ac", "bd"))]


@examples(80)
@given(covers(max_options=10), st.sets(st.integers(0, 9), max_size=2), st.sets(st.integers(0, 9), max_size=2))
def test_restricted_is_filtered(cover: Cover, wanted: set[int], unwanted: set[int]) -> None:
    wanted, unwanted = wanted & set(cover.labels), unwanted & set(cover.labels)
    zdd = cover.zdd()
    part = zdd.containing(*wanted).avoiding(*unwanted)
    expected = [labels for labels in zdd if wanted <= set(labels) and unwanted.isdisjoint(labels)]
    assert sorted(part) == sorted(expected)
    assert part.count() == len(expected)
    assert part == zdd.avoiding(*unwanted).containing(*wanted)
    assert part.size <= 2 * zdd.size


def test_equal_is_what_holds_the_same() -> None:
    some, other = Cover(["ab", "cd", "ac", "bd"]), Cover(["ab", "cd", "ac", "bd", "abc"], primary="dcba")
    assert some.zdd() == other.zdd()
    assert hash(some.zdd()) == hash(other.zdd())
    assert some.zdd() != some.zdd().containing(0)
    assert some.zdd().containing(0) != some.zdd().containing(2)
    assert Cover({"x": "ab", "y": "cd"}).zdd() != Cover({"x": "ab", "z": "cd"}).zdd()
    assert some.zdd() != set(some.zdd())


def test_ends() -> None:
    nothing, none = Cover([]).zdd(), Cover(["a"], primary="ab").zdd()
    assert (list(nothing), nothing.count(), nothing.size, bool(nothing)) == ([()], 1, 0, True)
    assert (list(none), none.count(), none.size, bool(none)) == ([], 0, 0, False)
    assert nothing.sample(2) == [(), ()]
    assert (nothing.cheapest(), none.cheapest()) == ([(0, ())], [])
    assert () in nothing
    assert () not in none
    assert nothing != none
    assert repr(none) == "<Zdd: 0 covers, 0 nodes>"
    assert none.sample(2) == []


def test_covers_come_when_asked_for() -> None:
    zdd = dominoes(16).zdd()
    first = list(islice(zdd, 3))
    assert first == list(islice(zdd, 3))
    assert len(set(first)) == 3


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda zdd: zdd.containing("?"), "no option has the label '?'"),
        (lambda zdd: zdd.avoiding(0, 4), "no option has the label 4"),
        (lambda zdd: zdd.cheapest(costs=[1]), "costs: expected 4, one for each option, found 1"),
        (lambda zdd: zdd.cheapest(costs={5: 1}), "no option has the label 5"),
        (lambda zdd: zdd.cheapest(costs=[0, "1", 0, 0]), "cost of option 1: expected a finite number, found '1'"),
        (
            lambda zdd: zdd.cheapest(costs=dict.fromkeys(range(3), 0)),
            "costs: expected one for each option, found none for 3",
        ),
        (
            lambda zdd: zdd.cheapest(costs={0: 0, 1: 0, 2: 0, 3: float("nan")}),
            "cost of option 3: expected a finite number, found nan",
        ),
    ],
)
def test_bad_questions_are_named(ask: Any, message: str) -> None:
    with pytest.raises(CoverError) as error:
        ask(Cover(["ab", "cd", "ac", "bd"]).zdd())
    assert str(error.value) == message


# ── Files ─────────────────────────────────────────────────────────────────────────────────────────────────────

LABELS = st.recursive(
    st.text(max_size=3) | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=2).map(tuple),
    max_leaves=3,
)


@examples(50)
@given(covers(), st.lists(LABELS, min_size=9, max_size=9, unique=True))
def test_what_is_saved_comes_back(tmp_path_factory: pytest.TempPathFactory, cover: Cover, labels: list[Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "saved.zdd"
    cover = Cover(dict(zip(labels, cover.options, strict=False)), primary=cover.primary, secondary=cover.secondary)
    zdd = cover.zdd()
    for saved in (zdd, Zdd(zdd.labels, zdd._nodes, zdd._root, [0.1 * n for n, _ in enumerate(zdd.labels)])):
        saved.save(path)
        loaded = Zdd.load(path)
        assert loaded == saved
        assert tuple(loaded.labels) == saved.labels
        assert [*map(type, loaded.labels)] == [*map(type, saved.labels)]
        assert list(loaded) == list(saved)
        assert loaded.cheapest(9) == saved.cheapest(9)


def test_files_are_compact(tmp_path: Path) -> None:
    zdd = dominoes(12).zdd()
    zdd.save(tmp_path / "tilings.zdd")
    assert (tmp_path / "tilings.zdd").stat().st_size < 6 * zdd.size
    assert Zdd.load(str(tmp_path / "tilings.zdd")) == zdd


def test_labels_that_no_file_can_hold(tmp_path: Path) -> None:
    zdd = Cover({frozenset("ab"): "ab"}).zdd()
    with pytest.raises(TypeError, match=r"expected labels of strings.*, found frozenset\(\{.*\}\)"):
        zdd.save(tmp_path / "no.zdd")
    assert not (tmp_path / "no.zdd").exists()


def test_damaged_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "tilings.zdd"
    dominoes(4).zdd().save(path)
    whole = path.read_bytes()
    for place in range(len(whole)):
        for damaged in (whole[:place], whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(FormatError, match=r"tilings\.zdd: "):
                Zdd.load(path)


@pytest.mark.parametrize(
    ("header", "nodes"),
    [
        ("{}", []),
        ("[]", []),
        ('{"labels": 1, "costs": null, "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1]),
        ('{"labels": 1, "costs": null, "root": 3, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, 0, 1]),
        ('{"labels": 1, "costs": [1, 2], "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, 0, 1]),
        ('{"labels": 0, "costs": null, "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, 0, 1]),
        ('{"labels": 1, "costs": null, "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, 0, 2]),
        ('{"labels": 1, "costs": null, "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, -1, 1]),
        ('{"labels": [{}], "costs": null, "root": 2, "n_nodes": 3}', [-1, 0, 0, -1, 1, 1, 0, 0, 1]),
        ('{"labels": [], "costs": null, "root": 0, "n_nodes": 1}', [-1, 0, 0]),
    ],
)
def test_files_that_were_made_wrong(tmp_path: Path, header: str, nodes: list[int]) -> None:
    path = tmp_path / "wrong.zdd"
    path.write_bytes(MAGIC + zlib.compress(header.encode() + b"\n" + array("i", nodes).tobytes()))
    with pytest.raises(FormatError, match="found damage"):
        Zdd.load(path)


def test_diagrams_pickle() -> None:
    zdd = dominoes(4).zdd()
    assert pickle.loads(pickle.dumps(zdd)) == zdd


# ── Limits ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"budget": 1000}, "no diagram within a budget of 1000 nodes"),
        ({"budget": 0}, "no diagram within a budget of 0 nodes"),
        ({"memory": 100_000}, "no diagram within a memory of 100000 bytes"),
        ({"seconds": 0.01}, r"no diagram within 0.01 seconds"),
        ({"seconds": 0}, r"no diagram within 0 seconds"),
    ],
)
def test_a_spent_limit_is_no_diagram(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(UnfinishedError, match=message):
        dominoes(20).zdd(**limits)


def test_limits_that_suffice() -> None:
    assert dominoes(8).zdd(budget=10_000, seconds=60, memory=2_000_000).count() == 12988816


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_is_kept(threads: int) -> None:
    portfolio = ZddPortfolio(dominoes(20).problem, budget=12_345, memory=1 << 40, threads=threads)
    assert portfolio.run(60) == "spent"
    assert portfolio.nodes == 12_345


def test_threads_find_the_same_diagram() -> None:
    """Large enough for many turns; the better rule is another one each time."""
    for cover in (dominoes(10), Cover(combinations(range(14), 2))):
        assert cover.zdd(threads=2).count() == cover.zdd().count() == cover.count(threads=2)


def test_memory_is_kept() -> None:
    cover = dominoes(20)
    for memory in (10_000, 100_000, 3_000_000):
        for first in (True, False):
            search = _core.ZddSearch(*cover.problem.numbers, cover.problem.low, cover.problem.high, first=first)
            assert search.run(1 << 50, 1 << 50, memory) == "full"
            assert search.memory <= max(memory, 100_000)  # its least


@pytest.mark.parametrize("asked", ["cover.zdd()", "cover.count()", "cover.count(threads=2)"])
def test_ctrl_c_stops_a_long_search(asked: str) -> None:
    [seconds] = late("cover = Cover(combinations(range(61), 2))", asked)
    assert seconds < SOON


@pytest.mark.parametrize(
    ("low", "high"), [([1], [1]), ([1, 1], [1]), ([2, 1], [1, 1]), ([-1, 1], [1, 1]), ([1, 1], [])]
)
def test_the_core_trusts_no_bounds(low: list[int], high: list[int]) -> None:
    bounds = array("i", low), array("i", high)
    with pytest.raises(ValueError, match="expected"):
        _core.ZddSearch(2, 2, array("i", [0, 1]), array("i", [0]), array("i", [0]), *bounds, first=True)


def test_the_core_gives_no_half_diagram() -> None:
    problem = dominoes(8).problem
    search = _core.ZddSearch(*problem.numbers, problem.low, problem.high, first=True)
    assert search.run(1, 1 << 40, 1 << 40) == "paused"
    with pytest.raises(RuntimeError, match="this search is not done"):
        search.nodes_from(0)


@pytest.mark.parametrize(
    "nodes", [[], [-1, 0, 0], [-1, 0, 0, -1, 1, 1, 0], [-1, 0, 0, -1, 1, 1, 1, 0, 1], [0] * 8 + [2]]
)
def test_the_core_trusts_no_diagram(nodes: list[int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        _core.count_covers(array("i", nodes), 1)
