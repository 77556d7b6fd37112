"""Hard classic puzzles, found in the neighborhood of hard ones.

One minimal puzzle in thousands is as hard as SE 9, but near a hard puzzle there are many: strike two givens, take a
solution of the rest, add what is needed. Neighbors are filtered by the guesses of our fastest search, and the most
promising are rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from farandole import batch
from farandole.errors import ArgumentError
from farandole.limits import Deadline, whole
from farandole.logic import rate
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST = 20_000  # puzzles made to begin with, where there are no seeds
_POOL = 64  # hard puzzles whose neighbors are looked at
_NEIGHBORS = 4096  # at a time
_RATED = 16  # of them
_DRESSES = 8  # in which guesses are counted: their mean says more than one


class HardPuzzle(NamedTuple):
    """A hard puzzle.

    Attributes
    ----------
    puzzle : Puzzle
        Minimal, with one solution.
    se : float
        Its rating on Sudoku Explainer's scale, or where the time was short, the least that it can be.
    is_least : bool
        Whether the time was short.
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
    rating_seconds: float = 2.0,
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
        How long a rating may take. When it is over, all easier steps have been looked for in vain.
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
    import numpy as np

    n = whole("n", n)
    if not 1.0 <= least <= 11.9:
        raise ArgumentError(f"least: expected a rating from 1.0 to 11.9, found {least}")
    deadline = Deadline(seconds)
    random = np.random.default_rng(whole("seed", seed))
    pool = _seeds(seeds, seed, threads)
    known = {form.tobytes() for form in batch.canonical(pool, threads=threads)} if seeds else set()
    found = 0
    candidates = _neighbors(pool, random, threads) if seeds else pool
    while found < n and not deadline.has_passed:
        guesses = _mean_guesses(candidates, random, threads)
        for index in np.argsort(-guesses, kind="stable")[:_RATED]:
            if found == n or deadline.has_passed:
                return
            digits = candidates[index]
            form = batch.canonical(digits[None])[0].tobytes()
            if form in known:
                continue
            known.add(form)
            puzzle = Puzzle.classic(digits.tolist())
            rating = rate(puzzle, scales="explainer", seconds=rating_seconds).explainer
            if rating.er >= least:
                found += 1
                pool = np.concatenate([pool[-_POOL + 1 :], digits[None]])
                yield HardPuzzle(puzzle, rating.er, rating.is_least, float(guesses[index]))
        candidates = _neighbors(pool, random, threads)


def _seeds(seeds: Sequence[str] | None, seed: int, threads: int | None) -> batch.Values:
    """Take hard puzzles as they come, minimal; or the hardest of some that are made."""
    import numpy as np

    if seeds:
        values = np.array([Puzzle.classic(line).givens for line in seeds], np.uint8)
        return batch.minimize(values, threads=threads)[:_POOL]
    made = batch.minimal_puzzles(_FIRST, seed=seed, threads=threads).puzzles
    return made[np.argsort(-batch.solve(made, threads=threads).guesses, kind="stable")[:_POOL]]


def _neighbors(pool: batch.Values, random: np.random.Generator, threads: int | None) -> batch.Values:
    drawn = int(random.integers(1 << 62))
    return batch.neighbors(
        batch.variants(pool, _NEIGHBORS, seed=drawn, threads=threads), 2, seed=drawn, threads=threads
    )


def _mean_guesses(puzzles: batch.Values, random: np.random.Generator, threads: int | None) -> NDArray[np.float64]:

    n = len(puzzles)
    dressed = batch.variants(puzzles, _DRESSES * n, seed=int(random.integers(1 << 62)), threads=threads)
    guesses: NDArray[np.float64] = batch.solve(dressed, threads=threads).guesses.reshape(_DRESSES, n).mean(axis=0)
    return guesses
