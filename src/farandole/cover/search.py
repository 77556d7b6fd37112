"""A search for exact covers under control: pausing, watched, shared out, or cut into pieces that run elsewhere.

`Cover.search` begins one; `Search` is what it gives.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from farandole import _core
from farandole.cover.options import items_once
from farandole.errors import ArgumentError, CoverError
from farandole.limits import Deadline, some_seed, some_threads, whole, whole_or_none

ChoiceRule: TypeAlias = Literal["smallest", "first", "sharp", "weighted", "random"]
RULES: tuple[ChoiceRule, ...] = ("smallest", "first", "sharp", "weighted", "random")
# One after another: how many options each has, and these in the order of their choice.
Pieces: TypeAlias = "array[int]"


class Problem(Protocol):
    """What a search needs to know of a `Cover`."""

    primary: tuple[Hashable, ...]

    @property
    def labels(self) -> Sequence[Any]:
        """What its options are called."""

    def _numbers(self) -> tuple[int, int, array[int], array[int], array[int]]: ...


class Search(_core.CoverSearch):
    """The covers of a problem, one after another, as they are found: an iterator that can be watched and stopped.

    It ends when all is searched, when its ``budget`` is spent or its ``seconds`` are over; ``exhausted`` tells which.
    So the outcome is one of three: *solved*, there was a cover; *none*, there was not and ``exhausted`` is true;
    *unknown*, there was not, but ``exhausted`` is false.

    Attributes
    ----------
    nodes : int
        Options tried so far. Another thread may read it, and the next two, while the search runs.
    found : int
        Covers found so far, those counted included.
    share : float
        Which part of the search is done, from 0 to 1: an estimate, as if all options of a level took equally long.
    exhausted : bool
        Whether all was searched.

    Examples
    --------
    >>> from itertools import combinations
    >>> from farandole import Cover
    >>> search = Cover(combinations(range(16), 2)).search(budget=1000)
    >>> covers = list(search)
    >>> search.nodes, search.found == len(covers), search.exhausted
    (1000, True, False)
    """

    def __init__(
        self,
        cover: Problem,
        *,
        choice: ChoiceRule = "smallest",
        sharp: Iterable[Any] | None = None,
        seed: int | None = None,
        budget: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        ordered: bool = True,
        pieces: Pieces | None = None,
        bits: bool = True,
    ) -> None:
        if choice not in RULES:
            raise CoverError(f"choice: {_one_of(RULES)} expected, {choice!r} found")
        deadline, budget, threads = Deadline(seconds), whole_or_none("budget", budget), some_threads(threads)
        require_spoken_to(choice, sharp, seed)
        self._cover = cover
        self._plan: dict[str, Any] = {
            "choice": choice,
            "sharp": None if sharp is None else items_once(sharp, "sharp"),
            "seed": int.from_bytes(os.urandom(8)) if seed is None and choice == "random" else seed,
            "pieces": pieces,
            "bits": bits,
        }
        self._limits: dict[str, Any] = {
            "budget": budget,
            "seconds": seconds,
            "threads": threads,
            "ordered": bool(ordered),
        }
        super().__init__(
            *cover._numbers(),
            choice=choice,
            seed=(self._plan["seed"] or 0) % (1 << 64),
            preferred=self._preferred() if choice == "sharp" else b"",
            pieces=pieces,
            bits=bits,
            labels=None if isinstance(cover.labels, range) else tuple(cover.labels),
            budget=budget,
            seconds=deadline.left(),  # those of pieces begin with their first step
            threads=threads,
            ordered=bool(ordered),
        )

    if TYPE_CHECKING:  # by slots of the core

        def __iter__(self) -> Search: ...
        def __next__(self) -> tuple[Any, ...]: ...

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count the covers to come, up to ``limit`` of them or for so many ``seconds``, and move past them."""
        return super().count(whole_or_none("limit", limit), Deadline(seconds).left())

    def split(self, n: int) -> list[Search]:
        """Cut a search that has not begun into pieces that can be searched anywhere, in any order.

        Parameters
        ----------
        n : int
            How many pieces; there are fewer where the problem is too small.

        Returns
        -------
        list of Search
            They share nothing and can be pickled. Their covers one after another are those of this search, in the
            same order but for the choice ``"weighted"``, and their counts add up. Each has the limits of this
            search to itself; its time begins with its first step.

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
        [225, 240, 240, 240]
        """
        n = whole("n", n, least=1)
        self._require_new("split")
        return [self._like(array("i", run)) for run in self.cut(n)]

    def _like(self, pieces: Pieces) -> Search:
        """Make a search for pieces of this one, with which it shares the problem."""
        search = Search.__new__(Search)
        _core.CoverSearch.__init__(search, self, pieces)
        search._cover, search._plan, search._limits = self._cover, {**self._plan, "pieces": pieces}, self._limits
        return search

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Any, ...]]:
        self._require_new("pickle")
        return _search, (self._cover, {**self._plan, **self._limits})

    def _require_new(self, what: str) -> None:
        if self.nodes or self.found or self.exhausted:
            raise RuntimeError(f"cannot {what} a search that has begun")

    def _preferred(self) -> bytes:
        """Mark the items that a sharp choice prefers."""
        primary, sharp = self._cover.primary, self._plan["sharp"]
        if sharp is None:
            return bytes(isinstance(item, str) and item.startswith("#") for item in primary)
        known, preferred = set(primary), set(sharp)
        for item in sharp:
            if item not in known:
                raise CoverError(f"sharp: {item!r} is no primary item")
        return bytes(item in preferred for item in primary)

    def __repr__(self) -> str:
        state = "exhausted" if self.exhausted else f"{self.share:.1%} done"
        return f"<Search: {self.found} covers, {self.nodes} nodes, {state}>"


def _search(cover: Problem, arguments: dict[str, Any]) -> Search:
    return Search(cover, **arguments)


def require_spoken_to(choice: ChoiceRule, sharp: object, seed: Any) -> None:
    """Refuse what says nothing to a choice."""
    if sharp is not None and choice != "sharp":
        raise ArgumentError(f"sharp: items for the choice 'sharp' only expected, {choice!r} found")
    if some_seed(seed) is not None and choice != "random":
        raise ArgumentError(f"seed: one for the choice 'random' only expected, {choice!r} found")


def _one_of(names: Iterable[str]) -> str:
    *others, last = map(repr, names)
    return f"{', '.join(others)} or {last}"
