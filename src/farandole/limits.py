"""What a question may cost and how much it may bring: ``limit``, ``budget``, ``seconds``, ``threads``, checked alike.

Every question checks its limits here first. So the same number is refused everywhere, in the same words, and no number
reaches the core that it can't take.
"""

from __future__ import annotations

from math import inf, isnan
from operator import index
from time import monotonic
from typing import SupportsFloat, SupportsIndex

from farandole.errors import ArgumentError, quoted

MOST = (1 << 63) - 1  # no search gets as far, so a greater number says the same
MOST_THREADS = 1024


def whole(name: str, number: SupportsIndex, *, least: int = 0) -> int:
    """Check a whole number that an argument gives: how many, or how many at most.

    Parameters
    ----------
    name : str
        What the argument is called.
    number
        An int, or what stands for one, such as an integer of NumPy; but no truth value.
    least : int
        The smallest that will do.

    Returns
    -------
    int
        The number; `MOST` for a greater one.

    Raises
    ------
    ArgumentError
        If it is none, or below the least.

    Examples
    --------
    >>> whole("limit", 10**30) == MOST
    True
    >>> whole("limit", 1.5)
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: limit: a whole number from 0 expected, 1.5 found
    """
    try:
        value = index(number)
    except TypeError:
        value = least - 1
    if isinstance(number, bool) or value < least:
        raise ArgumentError(f"{name}: a whole number from {least} expected, {_short(number)} found")
    return min(value, MOST)


def whole_or_none(name: str, number: SupportsIndex | None, *, least: int = 0) -> int | None:
    """Check a whole number as `whole` does, where None stands for no limit.

    Examples
    --------
    >>> whole_or_none("budget", 1000), whole_or_none("budget", None)
    (1000, None)
    """
    return None if number is None else whole(name, number, least=least)


def some_threads(number: SupportsIndex) -> int:
    """Check how many threads are wanted; nobody gets more than `MOST_THREADS`.

    Examples
    --------
    >>> some_threads(2), some_threads(10**30)
    (2, 1024)
    """
    return min(whole("threads", number, least=1), MOST_THREADS)


def some_seed(seed: SupportsIndex | None) -> int | None:
    """Check what makes chance repeatable: any whole number, or None.

    Examples
    --------
    >>> some_seed(-3)
    -3
    """
    try:
        return None if seed is None else index(seed)
    except TypeError:
        raise ArgumentError(f"seed: a whole number or None expected, {_short(seed)} found") from None


class Deadline:
    """When the time for a question is over: so many seconds after it was asked, whoever spends them.

    It is a point on the clock. So time counts while a search runs, and between two of its answers, too.

    Parameters
    ----------
    seconds : float, optional
        How long from now; None is for ever.

    Raises
    ------
    ArgumentError
        If it is no number, or below 0.

    Examples
    --------
    >>> Deadline(0).left(), Deadline(None).left()
    (0.0, None)
    >>> Deadline(-1)
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: seconds: a number from 0 expected, -1 found
    """

    __slots__ = ("_end",)

    def __init__(self, seconds: SupportsFloat | None) -> None:
        seconds = _seconds(seconds)
        self._end = inf if seconds is None else monotonic() + seconds

    def left(self) -> float | None:
        """Tell how many seconds are left, 0 when it has passed; None for ever."""
        return None if self._end == inf else max(0.0, self._end - monotonic())

    def earlier(self, seconds: SupportsFloat | None) -> Deadline:
        """Give the earlier one of this deadline and one that is so many seconds from now."""
        other = Deadline(seconds)
        return self if self._end <= other._end else other

    @property
    def has_passed(self) -> bool:
        """Whether the time is over."""
        return self.left() == 0


def _seconds(number: SupportsFloat | None) -> float | None:
    if number is None:
        return None
    try:
        # Of what `float` takes, texts are no numbers: `isnan` knows.
        value = -inf if isinstance(number, bool) or isnan(number) else float(number)
    except TypeError:
        value = -inf
    except OverflowError:  # a whole number beyond all floats
        value = inf if index(number) > 0 else -inf  # type: ignore[arg-type]
    if value < 0:
        raise ArgumentError(f"seconds: a number from 0 expected, {_short(number)} found")
    return value


def _short(found: object) -> str:
    """Write what was found, in one line of bounded length."""
    if isinstance(found, int) and abs(found) >= 10**50:  # `repr` refuses thousands of digits
        return "a number of more than 50 digits" if found > 0 else "a negative number of more than 50 digits"
    return quoted(found, 100)
