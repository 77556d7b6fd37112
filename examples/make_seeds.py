"""Make the puzzles that `farandole bench` begins with: a few of each kind, and it makes thousands of variants of them.

    python examples/make_seeds.py > src/farandole/cli/bench_seeds.txt

Hard ones are bred: a puzzle gets some givens of its solution back, loses others until it is minimal again, and the new
one stays if it needs more guesses. A kernel that guesses otherwise breeds others.
"""

from __future__ import annotations

import numpy as np
from make_puzzles import make_puzzles, minimize

from farandole import batch

N = 64  # of each kind
GENERATIONS = 500


def guesses(puzzles: batch.Values, n_variants: int) -> batch.Numbers:
    """Count the guesses of some variants of each puzzle, shape (n_variants, n)."""
    variants = batch.variants(puzzles, n_variants * len(puzzles), seed=len(puzzles))
    return batch.solve(variants).guesses.reshape(n_variants, len(puzzles))


def hardest(puzzles: batch.Values, n: int) -> batch.Values:
    """Keep the n puzzles whose variants need the most guesses, these first."""
    order = np.argsort(-guesses(puzzles, 64).mean(axis=0), kind="stable")
    return puzzles[order[:n]]


def with_givens(puzzles: batch.Values, n_more: int, random: np.random.Generator) -> batch.Values:
    """Add some givens of the solution, in empty cells at random."""
    fuller = puzzles.copy()
    order = np.where(puzzles > 0, 1.0, random.random(puzzles.shape)).argsort(axis=1)[:, :n_more]
    np.put_along_axis(fuller, order, np.take_along_axis(batch.solve(puzzles).solutions, order, axis=1), axis=1)
    return fuller


def without_givens(puzzles: batch.Values, n_less: int, random: np.random.Generator) -> batch.Values:
    """Strike some givens at random."""
    poorer = puzzles.copy()
    order = np.where(puzzles > 0, random.random(puzzles.shape), 1.0).argsort(axis=1)[:, :n_less]
    np.put_along_axis(poorer, order, 0, axis=1)
    return poorer


def make_easy(random: np.random.Generator) -> batch.Values:
    """Make puzzles of some 34 givens that need no guess."""
    puzzles = with_givens(make_puzzles(4 * N, seed=1), 10, random)
    return puzzles.compress(guesses(puzzles, 64).max(axis=0) == 0, axis=0)[:N]


def make_hard(random: np.random.Generator) -> batch.Values:
    """Breed minimal puzzles for guesses, a line of ancestors each; the weakest lines die out."""
    puzzles = make_puzzles(20_000, seed=3)
    for generation in range(GENERATIONS):
        puzzles = hardest(puzzles, max(4 * N, int(1000 * 0.97**generation)))
        trial = minimize(with_givens(puzzles, 4, random), random)
        better = guesses(trial, 16).mean(axis=0) > guesses(puzzles, 16).mean(axis=0)
        puzzles[better] = trial[better]
    return hardest(puzzles, N)


def make_open(random: np.random.Generator) -> batch.Values:
    """Make puzzles with a thousand solutions or more: minimal ones without eight of their givens."""
    puzzles = without_givens(make_puzzles(4 * N, seed=4), 8, random)
    return puzzles.compress(batch.solve(puzzles, limit=1000).counts == 1000, axis=0)[:N]


if __name__ == "__main__":
    random = np.random.default_rng(5)
    print("# Seeds of farandole bench, own work: python examples/make_seeds.py > src/farandole/cli/bench_seeds.txt")
    sets = {"easy": make_easy(random), "minimal": make_puzzles(N, seed=2), "hard": make_hard(random)}
    for name, puzzles in {**sets, "open": make_open(random)}.items():
        for puzzle in puzzles:
            print("".join(map(str, puzzle)).replace("0", "."), name)
