"""Hard classic puzzles, found in the neighborhood of hard ones.

One minimal puzzle in thousands is as hard as SE 9, but near a hard puzzle there are many: strike two givens, take a
solution of the rest, add what is needed. Neighbors are filtered by the guesses of our fastest search, those that are
left by how many wrong candidates it can't refute without a guess; only of the most promising it is found out whether
all easier steps lead nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple

from farandole import batch
from farandole.errors import ArgumentError, UnfinishedError
from farandole.generate.progress import ProgressMonitor
from farandole.grid import Grid
from farandole.limits import check_int
from farandole.logic import explainer
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST = 20_000  # puzzles made to begin with, where there are no seeds
_POOL = 64  # hard puzzles whose neighbors are looked at
_NEIGHBORS = 4096  # at a time
_GUESSED = 320  # of them, with the most guesses
_RATED = 16  # of these
_CLIMBS = 10  # without seeds: rounds at first in which nothing is rated
_VARIANTS = 8  # in which guesses are counted: their mean says more than one


class HardPuzzle(NamedTuple):
    """A hard puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        Minimal, with one solution.
    se : float
        Its rating on Sudoku Explainer's scale, or the least that it can be.
    is_least : bool
        Whether it may be harder.
    guesses : float
        Guesses of our fastest search, the mean over some dresses.
    """

    puzzle: Puzzle
    se: float
    is_least: bool
    guesses: float


def hard_puzzles(
    n: int,
    *,
    least: float = 9.0,
    seeds: Sequence[str] | None = None,
    seed: int = 0,
    seconds: float | None = None,
    rating_seconds: float = 0.0,
    threads: int | None = None,
) -> Iterator[HardPuzzle]:
    """Find minimal classic puzzles that are hard for people, no two isomorphic.

    Parameters
    ----------
    n : int
        How many at most.
    least : float
        The rating on Sudoku Explainer's scale that they reach.
    seeds : sequence of str, optional
        Hard puzzles to begin with, 81 characters each, such as those that are known; by default, the hardest of some
        thousand that are made.
    seed : int
        Another seed, another search.
    seconds : float, optional
        Stop after that time with what was found.
    rating_seconds : float
        How long to find out how much harder than ``least`` a puzzle is; by default, not at all.
    threads : int, optional
        How many threads search for neighbors; ratings take one.

    Yields
    ------
    HardPuzzle

    Raises
    ------
    ArgumentError
        If a number isn't one, or if the rating is none that a puzzle reaches.
    PuzzleError, FormatError
        If a seed is no puzzle with one solution.

    Examples
    --------
    >>> [found] = hard_puzzles(1, least=3.0, seed=1)
    >>> found.se >= 3.0, found.puzzle.is_unique()
    (True, True)
    """
    n = check_int("n", n)
    if not 1.0 <= least <= 11.9:
        raise ArgumentError(f"least: expected a rating from 1.0 to 11.9, found {least}")
    search = NeighborhoodSearch(
        least, check_int("seed", seed), seeds=seeds, monitor=ProgressMonitor(seconds), threads=threads
    )
    try:
        for found in islice(search.run(), n):
            if rating_seconds:
                rating = explainer.rate(found.puzzle, seconds=rating_seconds)
                found = found._replace(se=max(found.se, rating.er), is_least=rating.is_least)
            yield found
    except UnfinishedError:
        return


class NeighborhoodSearch:
    """A search among the neighbors of hard puzzles.

    Parameters
    ----------
    least, seed, seeds, threads
        As `hard_puzzles` takes them.
    monitor : ProgressMonitor
        Ends it.

    Attributes
    ----------
    least : float
    tries : int
        Puzzles looked at.
    """

    def __init__(
        self, least: float, seed: int, *, seeds: Sequence[str] | None, monitor: ProgressMonitor, threads: int | None
    ) -> None:
        import numpy as np

        self.tries = 0
        self.least, self._monitor, self._threads = least, monitor, threads
        self._random = np.random.default_rng(seed)
        self._known: set[bytes] = set()  # forms
        self._hard = np.empty((0, 81), np.uint8)  # seeds, and what was found
        if seeds:
            values = np.array([Puzzle.classic(line).givens for line in seeds], np.uint8)
            self._hard = batch.minimize(values, threads=threads)
            self._known.update(form.tobytes() for form in batch.canonical(self._hard, threads=threads))
            self._candidates = self._neighbors(self._hard[:_POOL])
        else:
            self._candidates = batch.minimal_puzzles(_FIRST, seed=seed, threads=threads).puzzles

    @property
    def most_promising(self) -> Puzzle:
        """One of those that are looked at."""
        return Puzzle.classic(self._candidates[0].tolist())

    def run(self) -> Iterator[HardPuzzle]:
        """Yield what is found, without end.

        Raises
        ------
        UnfinishedError
            If the time is over.
        """
        import numpy as np

        for climbs in count():
            self._monitor.check()
            self.tries += len(self._candidates)
            self._monitor.report("search", self.tries)
            guesses = self._mean_guesses(self._candidates)
            most = np.argsort(-guesses, kind="stable")[:_GUESSED]
            most = most[np.argsort(-_unrefuted_shares(self._candidates[most], self._threads), kind="stable")]
            self._candidates = self._candidates[most]
            if len(self._hard) or climbs >= _CLIMBS:
                yield from self._rate(guesses[most].tolist())
            # Where few hard ones are known, those come next that are hard for the search.
            self._candidates = self._neighbors(np.concatenate([self._hard[-_POOL:], self._candidates])[:_POOL])

    def _rate(self, guesses: Sequence[float]) -> Iterator[HardPuzzle]:
        """Rate the first candidates."""
        import numpy as np

        for digits, guessed in zip(self._candidates[:_RATED], guesses, strict=False):
            self._monitor.check()
            form = batch.canonical(digits[None])[0].tobytes()
            if form in self._known:
                continue
            self._known.add(form)
            puzzle = Puzzle.classic(digits.tolist())
            rating = explainer.rate(puzzle, enough=self.least)
            if rating.er >= self.least:
                self._hard = np.concatenate([self._hard, digits[None]])
                yield HardPuzzle(puzzle, rating.er, rating.is_least, guessed)

    def _neighbors(self, pool: batch.Values) -> batch.Values:
        drawn = int(self._random.integers(1 << 62))
        variants = batch.variants(pool, _NEIGHBORS, seed=drawn, threads=self._threads)
        return batch.neighbors(variants, 2, seed=drawn, threads=self._threads)

    def _mean_guesses(self, puzzles: batch.Values) -> NDArray[np.float64]:
        n = len(puzzles)
        drawn = int(self._random.integers(1 << 62))
        variants = batch.variants(puzzles, _VARIANTS * n, seed=drawn, threads=self._threads)
        guesses: NDArray[np.float64] = (
            batch.solve(variants, threads=self._threads).guesses.reshape(_VARIANTS, n).mean(0)
        )
        return guesses


def _unrefuted_shares(puzzles: batch.Values, threads: int | None) -> NDArray[np.float64]:
    """Tell which share of the wrong candidates our fastest search can't refute without a guess."""
    import numpy as np

    n = len(puzzles)
    masks, solutions = _masks(puzzles), batch.solve(puzzles, threads=threads).solutions
    digits = np.arange(9)
    wrong = (masks[:, :, None] >> digits & 1).astype(bool) & (solutions[:, :, None] != digits + 1)
    which, cells, assumed = np.nonzero(wrong)
    trials = masks[which]
    trials[np.arange(len(which)), cells] = 1 << assumed
    is_open = batch.solve(trials, limit=1, threads=threads).guesses > 0
    n_wrong = np.bincount(which, minlength=n)
    shares: NDArray[np.float64] = np.bincount(which, weights=is_open, minlength=n) / np.maximum(n_wrong, 1)
    return shares


def _masks(puzzles: batch.Values) -> batch.Candidates:
    """What the givens leave in each cell."""
    import numpy as np

    given = np.where(puzzles > 0, 1 << np.maximum(puzzles.astype(np.int32) - 1, 0), 0)
    seen = np.empty_like(given)
    for cell, peers in enumerate(Grid.classic().peers):
        seen[:, cell] = np.bitwise_or.reduce(given[:, list(peers)], axis=1)
    masks: batch.Candidates = np.where(puzzles > 0, given, 511 & ~seen).astype(np.uint16)
    return masks
