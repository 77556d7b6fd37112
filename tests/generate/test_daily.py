"""Puzzles of the day are the same everywhere. A change of them is a change for everybody who plays today."""

from typing import Any

import pytest

from farandole.errors import ArgumentError, UnfinishedError
from farandole.generate import DAILY_LEVELS, daily
from farandole.rules import Thermo
from farandole.web.protocol import call

EXPECTED = {
    ("2026-11-28", "easy"): "...2..5.8.....1.29.1..3....6.7...89...........25...4.6....6..7.94.1.....1.3..2...",
    ("2026-11-29", "medium"): ".7..1..9...5..38.49.4.....5...2..3......5......9..1...2.....4.98.14..2...4..3..8.",
    ("2026-12-01", "hard"): "......1..51.8..73...9..2..6.....5.8....6.7....2.9.....3..7..6...94..8.12..5......",
    ("2028-02-29", "unfair"): ".1..24.6...58....769............1...8.2...4.1...3............529....23...7.18..9.",
    ("2026-12-01", "variant"): "........3.3....4..1...64.....5............3........................1............2",
}


@pytest.mark.parametrize(("day", "level"), EXPECTED)
def test_the_date_is_the_seed(day: str, level: str) -> None:
    made = daily(day, level)
    assert made.puzzle.line == EXPECTED[day, level]
    assert made.proof.is_unique
    assert all(isinstance(rule, Thermo) for rule in made.puzzle.rules)


def test_the_puzzles_of_a_day_have_different_solutions() -> None:
    assert len({daily("2026-11-30", level).solution.line for level in DAILY_LEVELS}) == len(DAILY_LEVELS)


def test_the_page_gets_the_same_puzzle() -> None:
    [*_, result] = call("daily", {"day": "2026-11-28", "level": "easy"})
    assert result["board"]["givens"] == EXPECTED["2026-11-28", "easy"]


@pytest.mark.parametrize(
    ("day", "level"), [("2026-02-29", "easy"), ("today", "easy"), ("2026-11-28", "odd"), (20261128, "easy")]
)
def test_an_invalid_day_or_level_is_refused(day: Any, level: str) -> None:
    with pytest.raises(ArgumentError, match="expected"):
        daily(day, level)


def test_a_puzzle_that_is_not_finished_in_time_is_not_returned() -> None:
    with pytest.raises(UnfinishedError):
        daily("2026-11-28", "unfair", seconds=1e-9)
