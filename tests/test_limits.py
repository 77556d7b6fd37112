"""Limits: the same numbers are refused everywhere, in the same words."""

from decimal import Decimal
from fractions import Fraction
from time import sleep

import numpy as np
import pytest

from farandole import ArgumentError, UnfinishedError
from farandole.limits import INT64_MAX, MAX_THREADS, StopToken, check_int, check_int_or_none, check_threads


@pytest.mark.parametrize("number", [0, 3, np.int8(3), np.uint64(3)])
def test_whole_numbers_are_taken(number: int) -> None:
    assert check_int("n", number) == number
    assert type(check_int("n", number)) is int


@pytest.mark.parametrize("number", [-1, 1.0, 1.5, "1", b"1", None, True, [1], -(10**30), np.int8(-1)])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    with pytest.raises(ArgumentError, match=r"^n: expected a whole number of at least 0, found .{1,100}$"):
        check_int("n", number)  # type: ignore[arg-type]


def test_numbers_beyond_all_searches_are_as_good_as_the_greatest() -> None:
    assert check_int("n", 10**5000) == INT64_MAX
    assert check_threads(10**30) == MAX_THREADS
    with pytest.raises(ArgumentError, match="of at least 0, found a negative number of more than 50 digits"):
        check_int("n", -(10**5000))


def test_the_least_is_what_is_asked_for() -> None:
    assert check_int("n", 1, least=1) == 1
    with pytest.raises(ArgumentError, match="n: expected a whole number of at least 1, found 0"):
        check_int("n", 0, least=1)
    with pytest.raises(ArgumentError, match="threads: expected a whole number of at least 1, found 0"):
        check_threads(0)


def test_none_is_no_limit() -> None:
    assert check_int_or_none("limit", None) is None
    with pytest.raises(ArgumentError, match="limit: expected a whole number of at least 0, found 'x'"):
        check_int_or_none("limit", "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [2, 1.5, np.float32(2), np.int8(2), Decimal("1.5"), Fraction(3, 2)])
def test_seconds_are_any_number(seconds: float) -> None:
    left = StopToken(seconds).seconds_left()
    assert left is not None
    assert float(seconds) - 1 < left <= float(seconds)


@pytest.mark.parametrize("seconds", [None, float("inf"), 10**400])
def test_some_times_never_end(seconds: float | None) -> None:
    assert StopToken(seconds).seconds_left() is None
    assert not StopToken(seconds).is_stopped


@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan"), float("-inf"), -(10**400), "1", b"1", True, [1], 1j])
def test_what_is_no_time_is_refused(seconds: object) -> None:
    with pytest.raises(ArgumentError, match=r"^seconds: expected a number of at least 0, found .{1,100}$"):
        StopToken(seconds)  # type: ignore[arg-type]


def test_time_goes_by_whoever_spends_it() -> None:
    token = StopToken(0.02)
    assert not token.is_stopped
    sleep(0.03)
    assert token.seconds_left() == 0
    assert token.is_stopped


def test_a_token_can_be_cancelled() -> None:
    is_cancelled = False
    token = StopToken(cancel=lambda: is_cancelled)
    token.check()
    is_cancelled = True
    with pytest.raises(UnfinishedError, match="cancelled") as caught:
        token.check()
    assert caught.value.code == "cancelled"
    assert token.earlier(100).is_stopped


def test_the_earlier_of_two_ends_counts() -> None:
    assert StopToken(None).earlier(0).is_stopped
    assert StopToken(0).earlier(None).is_stopped
    assert StopToken(None).earlier(None).seconds_left() is None
