"""Make minimal puzzles: random full grids, from which givens are struck as long as the solution stays the only one.

    python examples/make_puzzles.py 1000 > examples/thousand.txt

All puzzles lose their n-th given together, so that `batch.solve` proves a thousand of them unique at once.
"""

from __future__ import annotations

import sys

import numpy as np

from farandole import batch


def make_grids(n: int, random: np.random.Generator) -> batch.Values:
    """Make full grids, shape (n, 81): three boxes on the diagonal at random, then the first solution."""
    puzzles = np.zeros((n, 9, 9), np.uint8)
    for k in (0, 3, 6):
        puzzles[:, k : k + 3, k : k + 3] = random.permuted(np.tile(np.arange(1, 10), (n, 1)), axis=1).reshape(n, 3, 3)
    return batch.solve(puzzles.reshape(n, 81), limit=1).solutions


def minimize(puzzles: batch.Values, random: np.random.Generator) -> batch.Values:
    """Strike givens of puzzles with one solution, in any order, as long as it stays the only one."""
    puzzles = puzzles.copy()
    everyone = np.arange(len(puzzles))
    order = random.permuted(np.tile(np.arange(81), (len(puzzles), 1)), axis=1)
    for cells in order.T:
        trial = puzzles.copy()
        trial[everyone, cells] = 0
        unique = batch.solve(trial).counts == 1
        puzzles[unique] = trial[unique]
    return puzzles


def make_puzzles(n: int, *, seed: int = 1) -> batch.Values:
    """Make minimal puzzles with one solution each, shape (n, 81)."""
    random = np.random.default_rng(seed)
    return minimize(make_grids(n, random), random)


if __name__ == "__main__":
    print(f"# {sys.argv[1]} minimal puzzles: python examples/make_puzzles.py {sys.argv[1]}")
    for puzzle in make_puzzles(int(sys.argv[1])):
        print("".join(map(str, puzzle)).replace("0", "."))
