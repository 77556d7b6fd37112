"""The most probable hypothesis with exactly one solution is chosen."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import WIKIPEDIA, WIKIPEDIA_SOLVED
from farandole.photo.repair import choose_hypothesis, count_classic, rank_hypotheses

ROWS = st.lists(st.lists(st.integers(1, 50), min_size=3, max_size=3), min_size=1, max_size=4)


@given(ROWS)
def test_probable_readings_come_in_order(rows: list[list[int]]) -> None:
    odds = np.array(rows, float)
    odds /= odds.sum(axis=1, keepdims=True)
    found = list(rank_hypotheses(odds, 1000))
    likely = {
        values: np.prod([odds[cell, digit] for cell, digit in enumerate(values)])
        for values in product(range(3), repeat=len(rows))
    }
    assert len(found) == len({values for _, values in found}) == len(likely)
    costs = [cost for cost, _ in found]
    assert costs == pytest.approx(sorted(costs))
    best = max(likely.values())
    for cost, values in found:
        assert likely[values] == pytest.approx(best * np.exp(-cost), rel=1e-6)


def odds_of(line: str, sure: float = 0.99) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    odds = np.full((81, 10), (1 - sure) / 9)
    for cell, sign in enumerate(line):
        odds[cell, int(sign) if sign != "." else 0] = sure
    return odds


def values_of(line: str) -> tuple[int, ...]:
    return tuple(int(sign) if sign != "." else 0 for sign in line)


def test_what_has_one_solution_stays() -> None:
    chosen = choose_hypothesis(odds_of(WIKIPEDIA, 0.9999), count_classic)
    assert (chosen.values, chosen.n_solutions) == (values_of(WIKIPEDIA), 1)
    assert chosen.confidence > 0.95
    assert min(chosen.cell_confidences) > 0.95


def test_two_slips_are_mended() -> None:
    odds = odds_of(WIKIPEDIA, 0.9999)
    for cell, wrong in ((0, 6), (4, 1)):  # 5 looks like 6, 7 like 1
        right = int(WIKIPEDIA[cell])
        odds[cell, [wrong, right]] = 0.6, 0.39
    chosen = choose_hypothesis(odds, count_classic)
    assert chosen.values == values_of(WIKIPEDIA)
    assert chosen.confidence < 0.99


def test_where_nothing_helps_the_likeliest_is_given_with_little_trust() -> None:
    empty = choose_hypothesis(odds_of("." * 81, 0.999), count_classic, most=50)
    assert (empty.values, empty.n_solutions) == ((0,) * 81, 2)
    assert empty.confidence <= 0.5


@pytest.mark.parametrize(
    ("line", "n_solutions"),
    [(f"55{WIKIPEDIA_SOLVED[2:]}", 0), (f"{WIKIPEDIA[:79]}.{WIKIPEDIA[80:]}", 2), (f"{WIKIPEDIA[:-2]}..", 2)],
)
def test_what_is_seen_for_sure_stays(line: str, n_solutions: int) -> None:
    chosen = choose_hypothesis(odds_of(line, 0.9999), count_classic)
    assert (chosen.values, chosen.n_solutions) == (values_of(line), n_solutions)
    assert chosen.confidence <= 0.5


def test_many_unlikely_changes_are_less_likely_than_several_solutions() -> None:
    odds = odds_of(f"{WIKIPEDIA[:79]}.{WIKIPEDIA[80:]}", 0.9999)
    odds[79] = 0.98, *[0.02 / 9] * 9  # a speck that may be a digit
    assert choose_hypothesis(odds, count_classic).values[79] == 0
