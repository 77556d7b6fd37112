"""Searches for exact covers that can be paused, monitored, distributed to threads, and split into pieces.

`Cover.search` begins one. `Search` is for problems whose items are covered once, `MultiSearch` for multiplicities.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from farandole import _core
from farandole.cover.options import check_unique_items
from farandole.cover.problem import Problem
from farandole.errors import ArgumentError, CoverError, short_repr
from farandole.limits import StopToken, check_int, check_int_or_none, check_seconds, check_seed, check_threads
from farandole.records import record

Choice: TypeAlias = Literal["smallest", "first"]
ChoiceRule: TypeAlias = Literal["smallest", "first", "sharp", "weighted", "random"]
CHOICES: tuple[ChoiceRule, ...] = ("smallest", "first", "sharp", "weighted", "random")
# For each piece in turn: the number of its options, and the options in the order of their choice.
Pieces: TypeAlias = "array[int]"


@record
class SearchOptions:
    """How to search for covers, and when to stop; `Cover.search` says what each option means.

    Parameters
    ----------
    choice : {"smallest", "first", "sharp", "weighted", "random"}
    sharp : iterable of items, optional
    seed : int, optional
    budget : int, optional
    seconds : float, optional
    threads : int
    ordered : bool
    bits : bool
        Whether bit sets may take over from linked lists; only tests and benchmarks say no.

    Raises
    ------
    CoverError
        If there is no such choice, or if ``sharp`` names an item twice.
    ArgumentError
        If a number is out of range, or if ``sharp`` or ``seed`` has no effect with the choice.
    """

    choice: ChoiceRule = "smallest"
    sharp: Iterable[Any] | None = None
    seed: int | None = None
    budget: int | None = None
    seconds: float | None = None
    threads: int = 1
    ordered: bool = True
    bits: bool = True

    def __post_init__(self) -> None:
        if self.choice not in CHOICES:
            raise CoverError(f"choice: expected {_one_of(CHOICES)}, found {self.choice!r}")
        if self.sharp is not None and self.choice != "sharp":
            raise ArgumentError(f"sharp: only the choice 'sharp' prefers items, found {self.choice!r}")
        seed = check_seed(self.seed)
        if seed is not None and self.choice != "random":
            raise ArgumentError(f"seed: only the choice 'random' takes one, found {self.choice!r}")
        if seed is None and self.choice == "random":
            seed = int.from_bytes(os.urandom(8))  # so that all pieces of a search have the same
        checked = {
            "sharp": None if self.sharp is None else check_unique_items(self.sharp, "sharp"),
            "seed": seed,
            "budget": check_int_or_none("budget", self.budget),
            "seconds": check_seconds(self.seconds),
            "threads": check_threads(self.threads),
            "ordered": bool(self.ordered),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)


DEFAULTS = SearchOptions()


class Search(_core.CoverSearch):
    """An iterator over the covers of a problem that can be monitored and stopped.

    It ends when the search is complete, when its ``budget`` is spent, or when its ``seconds`` are up; ``exhausted`` is
    True only in the first case. The outcome is *solved* if there was a cover, *none* if there was none and
    ``exhausted`` is True, and *unknown* otherwise.

    Attributes
    ----------
    nodes : int
        Options tried so far. Other threads may read it, and the next two, while the search runs.
    found : int
        Covers found so far, those counted included.
    share : float
        Progress from 0 to 1: an estimate, as if all options of a level took equally long.
    exhausted : bool
        Whether the search is complete.

    Examples
    --------
    >>> from itertools import combinations
    >>> from farandole import Cover
    >>> search = Cover(combinations(range(16), 2)).search(budget=1000)
    >>> covers = list(search)
    >>> search.nodes, search.found == len(covers), search.exhausted
    (1000, True, False)
    """

    def __init__(self, problem: Problem, options: SearchOptions = DEFAULTS, *, pieces: Pieces | None = None) -> None:
        self._problem, self._options, self._pieces = problem, options, pieces
        super().__init__(
            *problem.numbers,
            choice=options.choice,
            seed=(options.seed or 0) % (1 << 64),
            preferred=self._preferred() if options.choice == "sharp" else b"",
            pieces=pieces,
            bits=options.bits,
            labels=None if isinstance(problem.labels, range) else tuple(problem.labels),
            budget=options.budget,
            seconds=options.seconds,  # those of pieces begin with their first step
            threads=options.threads,
            ordered=options.ordered,
        )

    if TYPE_CHECKING:  # by slots of the core

        def __iter__(self) -> Search: ...
        def __next__(self) -> tuple[Any, ...]: ...

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count and skip the next covers, up to ``limit`` or for ``seconds``."""
        return super().count(check_int_or_none("limit", limit), check_seconds(seconds))

    def split(self, n: int) -> list[Search]:
        """Split a search that has not begun into pieces that can run anywhere, in any order.

        Parameters
        ----------
        n : int
            The number of pieces; there are fewer if the problem is too small.

        Returns
        -------
        list of Search
            They share nothing and can be pickled. Together they find the covers of this search, in the same order
            except for the choice ``"weighted"``. Each has the full limits of this search, and its time begins with
            its first step.

        Raises
        ------
        RuntimeError
            If the search has begun.

        Examples
        --------
        >>> from itertools import combinations
        >>> from farandole import Cover
        >>> pieces = Cover(combinations(range(10), 2)).search().split(4)
        >>> [piece.count() for piece in pieces]
        [240, 240, 240, 225]
        """
        n = check_int("n", n, least=1)
        self._require_new("split")
        return [self._like(array("i", run)) for run in self.cut(n)]

    def rest(self) -> Search:
        """Return the rest of a paused search, to continue it elsewhere or later.

        Returns
        -------
        Search
            It has not begun, so it can be pickled and split, and it has the full limits of this search. This search and
            the rest find each cover once, in the same order except for the choice ``"weighted"``.

        Raises
        ------
        RuntimeError
            If there are covers that were found but not yet taken, or if threads share the search.

        Examples
        --------
        >>> from itertools import combinations
        >>> from farandole import Cover
        >>> parts = [Cover(combinations(range(10), 2)).search(budget=500)]
        >>> for part in parts:
        ...     _ = part.count()
        ...     if not part.exhausted:
        ...         parts.append(part.rest())
        >>> len(parts), sum(part.found for part in parts)
        (5, 945)
        """
        if self._options.threads > 1:
            raise RuntimeError("cannot take the rest of a search that threads share")
        return self._like(array("i", self.left()))

    def _like(self, pieces: Pieces) -> Search:
        """Make a search for pieces of this one; both share the problem."""
        search = Search.__new__(Search)
        _core.CoverSearch.__init__(search, self, pieces)
        search._problem, search._options, search._pieces = self._problem, self._options, pieces
        return search

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Any, ...]]:
        self._require_new("pickle")
        return _search, (self._problem, self._options, self._pieces)

    def _require_new(self, what: str) -> None:
        if self.nodes or self.found or self.exhausted:
            raise RuntimeError(f"cannot {what} a search that has begun")

    def _preferred(self) -> bytes:
        """Mark the items that a sharp choice prefers."""
        primary, sharp = self._problem.primary, self._options.sharp
        if sharp is None:
            return bytes(isinstance(item, str) and item.startswith("#") for item in primary)
        known, preferred = set(primary), set(sharp)
        for item in sharp:
            if item not in known:
                raise CoverError(f"sharp: {item!r} is not a primary item")
        return bytes(item in preferred for item in primary)

    def __repr__(self) -> str:
        state = "exhausted" if self.exhausted else f"{self.share:.1%} done"
        return f"<Search: {self.found} covers, {self.nodes} nodes, {state}>"


def _search(problem: Problem, options: SearchOptions, pieces: Pieces | None) -> Search:
    return Search(problem, options, pieces=pieces)


class MultiSearch:
    """An iterator over the covers of a problem with multiplicities; otherwise like `Search`.

    Other threads may read its attributes while it runs.
    """

    def __init__(self, problem: Problem, options: SearchOptions = DEFAULTS) -> None:
        if options.choice not in ("smallest", "first"):
            expected = "with multiplicities expected 'smallest' or 'first'"
            raise CoverError(f"choice: {expected}, found {options.choice!r}")
        if options.threads != 1:
            raise ArgumentError(f"threads: with multiplicities expected 1, found {options.threads}")
        self._budget, self._stop = options.budget, StopToken(options.seconds)
        self._labels = problem.labels
        self._search = _core.MultiSearch(*problem.numbers, problem.low, problem.high, options.choice == "first")

    def __iter__(self) -> MultiSearch:
        return self

    def __next__(self) -> tuple[Any, ...]:
        options = self._search.next(self._budget, self._stop.seconds_left())
        if options is None:
            raise StopIteration
        return tuple(self._labels[option] for option in options)

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count and skip the next covers, up to ``limit`` or for ``seconds``."""
        seconds_left = self._stop.earlier(seconds).seconds_left()
        return self._search.count(check_int_or_none("limit", limit), self._budget, seconds_left)

    def split(self, n: int) -> list[Search]:
        """Refuse: a search with multiplicities can't be split.

        Raises
        ------
        ArgumentError
            Always.
        """
        raise ArgumentError(f"with multiplicities a search can't be cut into pieces, {short_repr(n)} found")

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
        """Progress from 0 to 1: an estimate, as if all branches of a level took equally long."""
        return self._search.share

    @property
    def exhausted(self) -> bool:
        """Whether the search is complete."""
        return self._search.exhausted

    def __repr__(self) -> str:
        state = "exhausted" if self.exhausted else f"{self.share:.1%} done"
        return f"<MultiSearch: {self.found} covers, {self.nodes} nodes, {state}>"


def _one_of(names: Iterable[str]) -> str:
    *others, last = map(repr, names)
    return f"{', '.join(others)} or {last}"


def takes_first(choice: Choice) -> bool:
    """Return whether the choice is ``first``, not ``smallest``."""
    if choice not in ("smallest", "first"):
        raise CoverError(f"choice: expected 'smallest' or 'first', found {choice!r}")
    return choice == "first"
