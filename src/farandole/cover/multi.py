"""A search for covers with multiplicities, under control as `Search` is for those without."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Protocol

from farandole import _core
from farandole.limits import Deadline, whole_or_none


class Problem(Protocol):
    """What a search needs to know of a `Cover`."""

    @property
    def labels(self) -> Sequence[Any]:
        """What its options are called."""

    def _numbers(self) -> tuple[int, int, array[int], array[int], array[int]]: ...
    def _bounds(self) -> tuple[array[int], array[int]]: ...


class MultiSearch:
    """The covers of a problem, one after another, as they are found: an iterator that can be watched and stopped.

    It ends when all is searched, when its ``budget`` is spent or its ``seconds`` are over; ``exhausted`` tells which.
    What it tells of itself may be read by another thread while it searches.
    """

    def __init__(
        self, cover: Problem, *, first: bool = False, budget: int | None = None, seconds: float | None = None
    ) -> None:
        self._budget, self._deadline = whole_or_none("budget", budget), Deadline(seconds)
        self._labels = cover.labels
        self._search = _core.MultiSearch(*cover._numbers(), *cover._bounds(), first)

    def __iter__(self) -> MultiSearch:
        return self

    def __next__(self) -> tuple[Any, ...]:
        options = self._search.next(self._budget, self._deadline.left())
        if options is None:
            raise StopIteration
        return tuple(self._labels[option] for option in options)

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count the covers to come, up to ``limit`` of them or for so many ``seconds``, and move past them."""
        deadline = self._deadline.earlier(seconds)
        return self._search.count(whole_or_none("limit", limit), self._budget, deadline.left())

    @property
    def found(self) -> int:
        """Covers found so far, those counted included."""
        return self._search.found

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
