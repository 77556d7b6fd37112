"""A search for exact covers under control: pausing, watched, shared out, or cut into pieces that run elsewhere.

`Cover.search` begins one; `Search` is what it gives.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from farandole import _core
from farandole.errors import CoverError

ChoiceRule: TypeAlias = Literal["smallest", "first", "sharp", "weighted", "random"]
RULES: tuple[ChoiceRule, ...] = ("smallest", "first", "sharp", "weighted", "random")
Piece: TypeAlias = list[int]  # numbers of options, in the order of their choice


class Problem(Protocol):
    """What a search needs to know of a `Cover`."""

    primary: tuple[Hashable, ...]

    @property
    def labels(self) -> Sequence[Any]:
        """What its options are called."""

    def _numbers(self) -> tuple[int, int, array[int], array[int], array[int]]: ...


class Search(_core.CoverSearch):
    """The covers of a problem, one after another, as they are found: an iterator that can be watched and stopped.

    It ends when all is searched, when its ``budget`` or its ``seconds`` are spent; ``exhausted`` tells which. So the
    outcome is one of three: *solved*, there was a cover; *none*, there was not and ``exhausted`` is true; *unknown*,
    there was not, but ``exhausted`` is false.

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
        pieces: list[Piece] | None = None,
        bits: bool = True,
    ) -> None:
        if choice not in RULES:
            raise CoverError(f"choice: {_one_of(RULES)} expected, {choice!r} found")
        for name, value in (("budget", budget), ("seconds", seconds)):
            if value is not None and not value >= 0:
                raise ValueError(f"{name}: at least 0 expected, {value} found")
        if threads < 1:
            raise ValueError(f"threads: at least 1 expected, {threads} found")
        self._cover = cover
        self._plan: dict[str, Any] = {
            "choice": choice,
            "sharp": None if sharp is None else tuple(sharp),
            "seed": int.from_bytes(os.urandom(8)) if seed is None and choice == "random" else seed,
            "pieces": [[]] if pieces is None else pieces,
            "bits": bits,
        }
        self._limits: dict[str, Any] = {"budget": budget, "seconds": seconds, "threads": threads, "ordered": ordered}
        super().__init__(
            *cover._numbers(),
            choice=choice,
            seed=(self._plan["seed"] or 0) % (1 << 64),
            preferred=self._preferred() if choice == "sharp" else (),
            pieces=self._plan["pieces"],
            bits=bits,
            labels=tuple(cover.labels),
            # No search gets as far as 64 bits, so a greater budget is none.
            budget=None if budget is None or budget >= 1 << 63 else budget,
            seconds=seconds,
            threads=threads,
            ordered=ordered,
        )

    if TYPE_CHECKING:  # by slots of the core

        def __iter__(self) -> Search: ...
        def __next__(self) -> tuple[Any, ...]: ...

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
            search to itself.

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
        if n < 1:
            raise ValueError(f"n: at least 1 expected, {n} found")
        self._require_new("split")
        parts = self.cut(n if n == 1 else 8 * n)  # some are quicker than others: each piece gets several
        ends = [len(parts) * k // n for k in range(n + 1)]
        return [self._like(parts[a:b]) for a, b in pairwise(ends) if a < b]

    def _like(self, pieces: list[Piece]) -> Search:
        return Search(self._cover, **{**self._plan, "pieces": pieces}, **self._limits)

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Any, ...]]:
        self._require_new("pickle")
        return _search, (self._cover, {**self._plan, **self._limits})

    def _require_new(self, what: str) -> None:
        if self.nodes or self.found or self.exhausted:
            raise RuntimeError(f"cannot {what} a search that has begun")

    def _preferred(self) -> list[int]:
        """Mark the items that a sharp choice prefers."""
        primary, sharp = self._cover.primary, self._plan["sharp"]
        if sharp is None:
            return [isinstance(item, str) and item.startswith("#") for item in primary]
        for item in sharp:
            if item not in primary:
                raise CoverError(f"sharp: {item!r} is no primary item")
        return [item in sharp for item in primary]

    def __repr__(self) -> str:
        state = "exhausted" if self.exhausted else f"{self.share:.1%} done"
        return f"<Search: {self.found} covers, {self.nodes} nodes, {state}>"


def _search(cover: Problem, arguments: dict[str, Any]) -> Search:
    return Search(cover, **arguments)


def _one_of(names: Iterable[str]) -> str:
    *others, last = map(repr, names)
    return f"{', '.join(others)} or {last}"
