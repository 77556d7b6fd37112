"""A search for covers with multiplicities, under control as `Search` is for those without."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from time import monotonic
from typing import Any, Protocol

from farandole import _core


class Problem(Protocol):
    """What a search needs to know of a `Cover`."""

    @property
    def labels(self) -> Sequence[Any]:
        """What its options are called."""

    def _numbers(self) -> tuple[int, int, array[int], array[int], array[int]]: ...
    def _bounds(self) -> tuple[array[int], array[int]]: ...


class MultiSearch:
    """The covers of a problem, one after another, as they are found: an iterator that can be watched and stopped.

    It ends when all is searched, or when its ``budget`` or its ``seconds`` are spent; ``exhausted`` tells which.

    Attributes
    ----------
    found : int
        Covers found so far, those counted included.
    """

    def __init__(
        self, cover: Problem, *, first: bool = False, budget: int | None = None, seconds: float | None = None
    ) -> None:
        for name, value in (("budget", budget), ("seconds", seconds)):
            if value is not None and not value >= 0:
                raise ValueError(f"{name}: at least 0 expected, {value} found")
        self.found = 0
        self._labels = cover.labels
        self._search = _core.MultiSearch(*cover._numbers(), *cover._bounds(), first)
        self._budget = None if budget is None else min(budget, (1 << 63) - 1)  # no search gets as far
        self._seconds = seconds

    def __iter__(self) -> MultiSearch:
        return self

    def __next__(self) -> tuple[Any, ...]:
        began = monotonic()
        options = self._search.next(self._budget, self._seconds)
        self._spend(began)
        if options is None:
            raise StopIteration
        self.found += 1
        return tuple(self._labels[option] for option in options)

    def count(self, *, limit: int | None = None, seconds: float | None = None) -> int:
        """Count the covers to come, up to ``limit`` of them or for so many ``seconds``, and move past them."""
        began = monotonic()
        times = [time for time in (seconds, self._seconds) if time is not None]
        found = self._search.count(limit, self._budget, min(times, default=None))
        self._spend(began)
        self.found += found
        return found

    def _spend(self, began: float) -> None:
        if self._seconds is not None:
            self._seconds = max(0.0, self._seconds - (monotonic() - began))

    @property
    def nodes(self) -> int:
        """Options tried and items passed so far."""
        return self._search.nodes

    @property
    def share(self) -> float:
        """Which part of the search is done, from 0 to 1: an estimate, as if all branches of a level were alike."""
        return self._search.share

    @property
    def exhausted(self) -> bool:
        """Whether all was searched."""
        return self._search.exhausted

    def __repr__(self) -> str:
        state = "exhausted" if self.exhausted else f"{self.share:.1%} done"
        return f"<MultiSearch: {self.found} covers, {self.nodes} nodes, {state}>"
