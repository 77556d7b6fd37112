"""Find hard classic puzzles in the neighborhood of hard ones.

One minimal puzzle in thousands reaches SE 9, but many neighbors of a hard puzzle do. To make a neighbor, remove two
givens, take a solution of the rest, and add the givens that it needs. Neighbors are filtered first by the guesses of
our fastest search, then by the share of wrong candidates that it can't refute without a guess. Only the most promising
are rated.
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

_FIRST = 20_000  # puzzles made at the start, if there are no seeds
_POOL = 64  # hard puzzles whose neighbors are tried
_NEIGHBORS = 4096  # neighbors per round
_GUESSED = 320  # neighbors with the most guesses, which are kept
_RATED = 16  # kept neighbors that are rated
_CLIMBS = 10  # first rounds, in which nothing is rated, if there are no seeds
_VARIANTS = 8  # isomorphic variants over which guesses are averaged


class HardPuzzle(NamedTuple):
    """A hard puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        Minimal, with one solution.
    se : float
        Its rating on Sudoku Explainer's scale, or a lower bound.
    is_least : bool
        Whether ``se`` is a lower bound.
    guesses : float
        Guesses of our fastest search, averaged over isomorphic variants.
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
    """Find minimal classic puzzles that are hard for people; no two are isomorphic.

    Parameters
    ----------
    n : int
        The maximum number of puzzles.
    least : float
        The minimum rating on Sudoku Explainer's scale.
    seeds : sequence of str, optional
        Known hard puzzles to start from, 81 characters each; by default, the hardest of some thousand that are made.
    seed : int
        Another seed leads to other puzzles.
    seconds : float, optional
        Time limit; the iteration then ends.
    rating_seconds : float
        Time limit for rating each puzzle exactly; by default, only whether it reaches ``least`` is found out.
    threads : int, optional
        Threads of the search; ratings use one.

    Yields
    ------
    HardPuzzle

    Raises
    ------
    ArgumentError
        If an argument is not a number, or if no known puzzle reaches the rating.
    PuzzleError, FormatError
        If a seed doesn't have exactly one solution.

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
    """Searches the neighbors of hard puzzles.

    Parameters
    ----------
    least, seed, seeds, threads
        As `hard_puzzles` takes them.
    monitor : ProgressMonitor
        Reports progress and stops the search.

    Attributes
    ----------
    least : float
    tries : int
        Puzzles tried.
    """

    def __init__(
        self, least: float, seed: int, *, seeds: Sequence[str] | None, monitor: ProgressMonitor, threads: int | None
    ) -> None:
        import numpy as np

        self.tries = 0
        self.least, self._monitor, self._threads = least, monitor, threads
        self._random = np.random.default_rng(seed)
        self._known: set[bytes] = set()  # canonical forms
        self._hard = np.empty((0, 81), np.uint8)  # seeds and puzzles found
        if seeds:
            values = np.array([Puzzle.classic(line).givens for line in seeds], np.uint8)
            self._hard = batch.minimize(values, threads=threads)
            self._known.update(form.tobytes() for form in batch.canonical(self._hard, threads=threads))
            self._candidates = self._neighbors(self._hard[:_POOL])
        else:
            self._candidates = batch.minimal_puzzles(_FIRST, seed=seed, threads=threads).puzzles

    @property
    def most_promising(self) -> Puzzle:
        """The most promising puzzle so far."""
        return Puzzle.classic(self._candidates[0].tolist())

    def run(self) -> Iterator[HardPuzzle]:
        """Yield hard puzzles, without end.

        Raises
        ------
        UnfinishedError
            If it times out.
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
            # If few hard puzzles are known, the next ones are those with the most guesses.
            self._candidates = self._neighbors(np.concatenate([self._hard[-_POOL:], self._candidates])[:_POOL])

    def _rate(self, guesses: Sequence[float]) -> Iterator[HardPuzzle]:
        """Rate the first candidates, and yield those that are hard enough."""
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
    """Measure the share of wrong candidates that our fastest search can't refute without a guess."""
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
    """Return the candidates that the givens leave in each cell."""
    import numpy as np

    given = np.where(puzzles > 0, 1 << np.maximum(puzzles.astype(np.int32) - 1, 0), 0)
    seen = np.empty_like(given)
    for cell, peers in enumerate(Grid.classic().peers):
        seen[:, cell] = np.bitwise_or.reduce(given[:, list(peers)], axis=1)
    masks: batch.Candidates = np.where(puzzles > 0, given, 511 & ~seen).astype(np.uint16)
    return masks
