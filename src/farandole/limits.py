"""Checks of the limits that callers give: ``limit``, ``budget``, ``seconds``, ``threads``.

Every search checks its limits here first. The same number is then refused everywhere with the same message, and the
core never gets a number that it can't take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf, isnan
from operator import index
from time import monotonic
from typing import SupportsFloat, SupportsIndex

from farandole.errors import ArgumentError, UnfinishedError, short_repr
from farandole.system import HAS_THREADS

INT64_MAX = (1 << 63) - 1  # the core counts in 64 bits; no search gets that far, so more makes no difference
MAX_THREADS = 1024 if HAS_THREADS else 1


def check_int(name: str, number: SupportsIndex, *, least: int = 0) -> int:
    """Check an argument that is a count or a maximum.

    Parameters
    ----------
    name : str
        The name of the argument.
    number
        An int, or what converts to one, such as an integer of NumPy. A bool is refused.
    least : int
        The smallest number allowed.

    Returns
    -------
    int
        The number, or `INT64_MAX` if it is greater.

    Raises
    ------
    ArgumentError
        If it is not a whole number, or too small.

    Examples
    --------
    >>> check_int("limit", 10**30) == INT64_MAX
    True
    >>> check_int("limit", 1.5)
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: limit: expected a whole number of at least 0, found 1.5
    """
    try:
        value = index(number)
    except TypeError:
        value = least - 1
    if isinstance(number, bool) or value < least:
        raise ArgumentError(f"{name}: expected a whole number of at least {least}, found {_short(number)}")
    return min(value, INT64_MAX)


def check_int_or_none(name: str, number: SupportsIndex | None, *, least: int = 0) -> int | None:
    """Check a number as `check_int` does; None stands for no limit.

    Examples
    --------
    >>> check_int_or_none("budget", 1000), check_int_or_none("budget", None)
    (1000, None)
    """
    return None if number is None else check_int(name, number, least=least)


def check_threads(number: SupportsIndex) -> int:
    """Check a number of threads, and return it, or `MAX_THREADS` if it is greater.

    Examples
    --------
    >>> check_threads(2), check_threads(10**30)
    (2, 1024)
    """
    return min(check_int("threads", number, least=1), MAX_THREADS)


def check_seed(seed: SupportsIndex | None) -> int | None:
    """Check a seed, which makes random choices repeatable: any whole number, or None.

    Examples
    --------
    >>> check_seed(-3)
    -3
    """
    try:
        return None if seed is None else index(seed)
    except TypeError:
        raise ArgumentError(f"seed: expected a whole number or None, found {_short(seed)}") from None


class Count(int):
    """The number of solutions, or covers, that were found.

    Attributes
    ----------
    exhausted : bool
        Whether these are all: no limit ended the search.

    Examples
    --------
    >>> count = Count(2, exhausted=False)
    >>> count, count == 2, count.exhausted
    (2, True, False)
    """

    exhausted: bool

    def __new__(cls, number: int, *, exhausted: bool) -> Count:
        """Make a count."""
        count = super().__new__(cls, number)
        count.exhausted = exhausted
        return count


class StopToken:
    """Tells a search when to stop: after some seconds, or when a callback says so.

    The end is a point on the clock: time counts while a search runs, and also between two of its answers.

    Parameters
    ----------
    seconds : float, optional
        Time limit in seconds, counted from now; None for no limit.
    cancel : callable, optional
        Returns whether to stop.

    Raises
    ------
    ArgumentError
        If the time is not a number, or below 0.

    Examples
    --------
    >>> StopToken(0).seconds_left(), StopToken(None).seconds_left()
    (0.0, None)
    >>> StopToken(cancel=lambda: True).is_stopped
    True
    >>> StopToken(-1)
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: seconds: expected a number of at least 0, found -1
    """

    __slots__ = ("_cancel", "_end")

    def __init__(self, seconds: SupportsFloat | None = None, cancel: Callable[[], bool] | None = None) -> None:
        seconds = check_seconds(seconds)
        self._end = inf if seconds is None else monotonic() + seconds
        self._cancel = cancel

    def seconds_left(self) -> float | None:
        """Return how many seconds are left: 0 after the end, None for no limit."""
        return None if self._end == inf else max(0.0, self._end - monotonic())

    def earlier(self, seconds: SupportsFloat | None) -> StopToken:
        """Return a token that also stops after this many seconds from now."""
        token = StopToken(seconds, self._cancel)
        token._end = min(token._end, self._end)
        return token

    @property
    def is_cancelled(self) -> bool:
        """Whether the callback says to stop."""
        return self._cancel is not None and bool(self._cancel())

    @property
    def is_timed_out(self) -> bool:
        """Whether the time is up."""
        return self.seconds_left() == 0

    @property
    def is_stopped(self) -> bool:
        """Whether to stop."""
        return self.is_cancelled or self.is_timed_out

    def check(self) -> None:
        """Raise UnfinishedError if it is time to stop."""
        # Without calls of its own, because inner loops call this.
        if self._cancel is not None and self._cancel():
            raise UnfinishedError("cancelled", code="cancelled")
        if self._end != inf and monotonic() >= self._end:
            raise UnfinishedError("timed out", code="timed_out")


_current: ContextVar[StopToken] = ContextVar("_current")


@contextmanager
def time_limit(seconds: SupportsFloat | None) -> Iterator[None]:
    """Limit the time of a ``with`` block, in which long loops call `check_deadline`.

    Raises
    ------
    UnfinishedError
        From `check_deadline`, once the time is up.

    Examples
    --------
    >>> with time_limit(0):
    ...     check_deadline()
    Traceback (most recent call last):
    ...
    farandole.errors.UnfinishedError: timed out
    """
    outer = _current.get(None)
    token = _current.set(outer.earlier(seconds) if outer else StopToken(seconds))
    try:
        yield
    finally:
        _current.reset(token)


def check_deadline() -> None:
    """Raise UnfinishedError if the time of the enclosing `time_limit` block is up; do nothing outside such a block."""
    token = _current.get(None)
    if token is not None:
        token.check()


def check_seconds(number: SupportsFloat | None) -> float | None:
    """Check a time limit in seconds, and return it; None for no limit, and for infinity.

    Raises
    ------
    ArgumentError
        If it is not a number of at least 0.
    """
    if number is None:
        return None
    try:
        # `float` also takes texts, but `isnan` refuses them.
        value = -inf if isinstance(number, bool) or isnan(number) else float(number)
    except TypeError:
        value = -inf
    except OverflowError:  # a whole number too large for a float
        value = inf if index(number) > 0 else -inf  # type: ignore[arg-type]
    if value < 0:
        raise ArgumentError(f"seconds: expected a number of at least 0, found {_short(number)}")
    return None if value == inf else value


def _short(found: object) -> str:
    """Show a bad value in one line of bounded length."""
    if isinstance(found, int) and abs(found) >= 10**50:  # `repr` refuses thousands of digits
        return "a number of more than 50 digits" if found > 0 else "a negative number of more than 50 digits"
    return short_repr(found, 100)
