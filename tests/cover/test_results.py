"""The cheapest covers are those of brute force, estimates come near, and contradictions are true."""

from collections.abc import Hashable
from itertools import combinations
from math import fsum, inf, isnan, nan
from typing import Any

import pytest
from hypothesis import given
from latency import SOON, late
from oracle import covers_of
from strategies import covers, examples

from farandole import Cover, CoverError
from farandole.cover.results import Estimate
from farandole.formats.knuth import read_cover
from needs import SHARED, needs

DATA = SHARED / "cover"


# ── Cheapest ──────────────────────────────────────────────────────────────────────────────────────────────────


@examples(250)
@given(covers(multiplicities=True, costs=True))
def test_cheapest_is_brute_force(cover: Cover) -> None:
    costs = dict(zip(cover.labels, cover.costs, strict=True))
    known = covers_of(cover)
    expected = sorted(fsum(costs[label] for label in labels) for labels in known)
    for k in (0, 1, 2, 5, 1000):
        found = cover.cheapest(k)
        assert found.exhausted
        assert [cost for cost, _ in found] == pytest.approx(expected[:k], rel=1e-12)
        assert [cost for cost, _ in found] == [fsum(costs[label] for label in labels) for _, labels in found]
        assert {frozenset(labels) for _, labels in found} <= known
        assert len({frozenset(labels) for _, labels in found}) == len(found)


@needs("data")
@pytest.mark.parametrize(
    ("name", "optimum"), [("cost_queens_12", 2795), ("cost_queens_20", 3000), ("cost_match_20", 1130)]
)
def test_known_optima(name: str, optimum: int) -> None:
    """Source: dlx5 finds the same; CP-SAT, too, but for cost_queens_20."""
    cover = read_cover((DATA / f"{name}.dlx").read_text())
    found = cover.cheapest()
    assert (found.exhausted, [cost for cost, _ in found]) == (True, [optimum])


def test_costs_are_compared_exactly() -> None:
    # In floats 0.1 + 0.2 > 0.3, and the sum of either side of the last pair is the same.
    assert [len(labels) for _, labels in Cover(["ab", "a", "b"], costs=[0.3, 0.1, 0.19]).cheapest()] == [2]
    tiny = Cover(["ab", "a", "b"], costs=[1, 1 / 3, 2 / 3 - 1e-12]).cheapest()
    assert [len(labels) for _, labels in tiny] == [2]
    huge = Cover(["ab", "a", "b"], costs=[2**52, 2**51, 2**51 - 1]).cheapest()
    assert [cost for cost, _ in huge] == [2**52 - 1]


def test_costs_of_any_size() -> None:
    for scale in (1e-300, 1e-9, 1, 1e300):
        found = Cover(["ab", "a", "b", "c", "bc"], costs=[scale * cost for cost in (7, 2, 4, 3, 8)]).cheapest(2)
        assert [cost / scale for cost, _ in found] == pytest.approx([9, 10])


def test_a_credit_is_taken_where_it_may() -> None:
    cover = Cover(["a", "ab", "b", "b"], multiplicities={"a": (1, 2), "b": (0, 2)}, costs=[-1, -2, 3, -4])
    assert [(cost, {*labels}) for cost, labels in cover.cheapest()] == [(-7, {0, 1, 3})]


def test_a_budget_leaves_the_question_open() -> None:
    cover = Cover(((a, b) for a in range(40) for b in range(a)), costs=[(7 * n * n) % 997 for n in range(780)])
    some = cover.cheapest(20, budget=60)
    assert not some.exhausted
    assert some.nodes == 60
    none = cover.cheapest(budget=5)
    assert (list(none), none.exhausted) == ([], False)
    assert not Cover(((a, b) for a in range(61) for b in range(a)), costs=[1] * 1830).cheapest(seconds=0.1).exhausted


def test_without_costs_any_cover_is_cheapest() -> None:
    assert Cover(["ab", "a", "b"]).cheapest(3) == [(0, (0,)), (0, (1, 2))]
    with pytest.raises(ValueError, match="k: expected a whole number of at least 0, found -1"):
        Cover(["a"]).cheapest(-1)


def test_ctrl_c_stops_the_cheapest() -> None:
    [seconds] = late(
        "cover = Cover(((a, b) for a in range(61) for b in range(a)), costs=[1] * 1830)", "cover.cheapest()"
    )
    assert seconds < SOON


# ── Estimates ─────────────────────────────────────────────────────────────────────────────────────────────────


@examples(100)
@given(covers(multiplicities=True))
def test_estimates_come_near(cover: Cover) -> None:
    count = cover.count()
    estimate = cover.estimate(samples=2000, seed=1)
    if isnan(estimate.covers):  # no way met one
        assert count == 0
        return
    assert abs(estimate.covers - count) <= 6 * estimate.covers_error + 0.05 * count
    if count:
        assert estimate.covers > 0
        assert estimate == cover.estimate(samples=2000, seed=1)


def test_an_estimate_of_nodes() -> None:
    rows = [[f"r{a}", f"c{b}", f"a{a + b}", f"b{a - b}"] for a in range(8) for b in range(8)]
    lines = [f"{kind}{n}" for kind in "rc" for n in range(8)]
    cover = Cover(rows, primary=lines, secondary={entry for row in rows for entry in row} - set(lines))
    search = _search_of(cover)
    estimate = cover.estimate(samples=20_000, seed=8)
    assert search.count() == 92
    assert estimate.covers == pytest.approx(92, abs=5 * estimate.covers_error)
    # The search sees when an item is left without options, and leaves at once: so do the ways down.
    assert estimate.nodes == pytest.approx(search.nodes, abs=5 * estimate.nodes_error)


def _search_of(cover: Cover) -> Any:
    from farandole import _core

    return _core.MultiSearch(*cover.problem.numbers, cover.problem.low, cover.problem.high)


def test_estimates_of_little() -> None:
    assert Cover([]).estimate() == (0, 0, 1, 0)
    assert Cover([], primary="a").estimate() == (0, 0, 0, 0)
    assert tuple(Estimate.of([(1e300, 0), (3e300, 0)])) == pytest.approx((2e300, 1e300, nan, nan), nan_ok=True)
    assert Estimate.of([(7, 2)]) == (7, inf, 2, inf)
    with pytest.raises(ValueError, match="samples: expected a whole number of at least 1, found 0"):
        Cover(["a"]).estimate(samples=0)


# ── Why ───────────────────────────────────────────────────────────────────────────────────────────────────────


def can_be_covered(cover: Cover, items: set[Hashable]) -> bool:
    """Whether some options cover these items, and no other item too often, by looking at each set of options."""
    bounds = dict.fromkeys(cover.primary, (1, 1)) | cover.multiplicities
    relaxed = {item: bounds[item] if item in items else (0, bounds[item][1]) for item in cover.primary}
    return bool(
        covers_of(Cover(cover.options, primary=cover.primary, secondary=cover.secondary, multiplicities=relaxed))
    )


@examples(300)
@given(covers(multiplicities=True, max_options=7))
def test_the_items_of_a_reason_are_a_smallest_set(cover: Cover) -> None:
    why = cover.why()
    assert bool(why) == bool(why.items) == (not covers_of(cover))
    if not why:
        return
    assert not can_be_covered(cover, {*why.items})
    if why.is_minimal:
        assert all(can_be_covered(cover, {*why.items} - {item}) for item in why.items)
    assert why.is_smallest
    fewer = combinations(cover.primary, len(why.items) - 1)
    assert all(can_be_covered(cover, set(items)) for items in fewer)


def test_six_lessons_in_five_hours() -> None:
    why = Cover((lesson, hour) for lesson in "abcdef" for hour in range(5)).why()
    assert why == ["items 'a', 'b', 'c', 'd', 'e' and 'f' can't be covered together, though any 5 of them can"]
    assert (why.items, why.is_smallest, why.is_minimal) == (tuple("abcdef"), True, True)


def test_a_smallest_set_is_not_just_a_minimal_one() -> None:
    wide = [(lesson, hour) for lesson in "abcd" for hour in "xyz"]
    narrow = [(lesson, hour) for lesson in "efg" for hour in "uv"]
    assert Cover(wide + narrow, secondary="uvxyz").why().items == ("e", "f", "g")


def test_an_item_that_conflicts_with_itself() -> None:
    why = Cover(["ax", "ax", "ay", "ay"], secondary="xy", multiplicities={"a": 3}).why()
    assert why == ["item 'a' can't be covered as often as it should be: its options don't go together"]


def test_a_reason_that_is_not_found_in_time() -> None:
    pigeons = Cover((pigeon, hole) for pigeon in range(20) for hole in "abcdefghijklmnopqrs")
    assert pigeons.why(budget=1000) == pigeons.why(seconds=0) == []
    few = Cover((lesson, hour) for lesson in "abcdef" for hour in range(5))
    halfway = few.why(budget=1500)
    assert halfway == ["11 items can't be covered together; a larger budget may tell which of them"]
    assert (halfway.is_smallest, halfway.is_minimal) == (False, False)


def test_colors_that_clash_are_the_ones_named() -> None:
    options = {"one": ["a", ("x", 1)], "two": ["b", ("x", 1)], "three": ["c", ("x", 2)]}
    why = Cover(options, secondary="x").why()
    assert why[0].startswith("needed are option 'one' for 'a' and option 'three' for 'c'")
    assert why.items == ("a", "c")


def test_reasons() -> None:
    assert Cover(["a", "b"], primary="abc").why() == ["no option has item 'c'"]
    assert Cover(["a", "ab"], multiplicities={"a": 3}).why() == [
        "item 'a' is to be covered 3 times, but only 2 options have it"
    ]
    words = Cover({"cat": ["across", ("x", "a")], "tea": ["down", ("x", "e")]}, secondary="x")
    assert words.why() == [
        "needed are option 'cat' for 'across' and option 'tea' for 'down', but they don't go together: item 'x'"
    ]
    assert Cover(["a", "a", "b"]).why() == []
    assert Cover([]).why() == []


def test_a_sum_of_costs_must_be_finite() -> None:
    with pytest.raises(CoverError, match="costs: expected a finite sum"):
        Cover(["a", "b"], costs=[1e308, 1e308])
