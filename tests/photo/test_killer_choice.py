"""Totals that add up to the sum of all digits are ranked by probability."""

from itertools import product
from math import exp, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.photo.cages.choice import merge_rankings, rank_totals
from farandole.photo.repair import rank_hypotheses

ROWS = st.lists(st.lists(st.integers(0, 20), min_size=5, max_size=5), min_size=1, max_size=4)


@given(ROWS, st.integers(0, 16))
def test_all_that_add_up_come_in_order(rows: list[list[int]], whole: int) -> None:
    odds = np.array(rows, float)
    found = list(rank_totals(odds, whole))
    likely = {
        totals: prod(rows[cage][total] for cage, total in enumerate(totals))
        for totals in product(range(5), repeat=len(rows))
        if sum(totals) == whole
    }
    assert {totals for _, totals in found} == {totals for totals, odds in likely.items() if odds}
    assert len(found) == len({totals for _, totals in found})
    assert [cost for cost, _ in found] == pytest.approx(sorted(cost for cost, _ in found))
    for cost, totals in found:
        assert exp(-cost) == pytest.approx(likely[totals])


@given(ROWS, ROWS)
def test_each_comes_with_each_in_order(rows: list[list[int]], others: list[list[int]]) -> None:
    one, other = (list(rank_hypotheses(np.array(each, float) + 1, 9)) for each in (rows, others))
    found = list(merge_rankings(iter(one), iter(other)))
    assert sorted(values for _, values in found) == sorted(first + second for _, first in one for _, second in other)
    costs = {first + second: cost + more for cost, first in one for more, second in other}
    assert [cost for cost, _ in found] == pytest.approx(sorted(costs.values()))
    assert all(costs[values] == pytest.approx(cost) for cost, values in found)


def test_what_cannot_add_up_is_nothing() -> None:
    assert list(rank_totals(np.array([[0.0, 1.0], [0.0, 1.0]]), 3)) == []
    assert list(merge_rankings(iter([]), iter([(0.0, (1,))]))) == []
