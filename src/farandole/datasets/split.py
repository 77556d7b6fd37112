"""Which puzzles are kept for a test: never two of one grid on both sides, and as hard as those to learn from."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole import batch

if TYPE_CHECKING:
    from numpy.typing import NDArray


def split(grids: batch.Values, strata: NDArray[np.int64], share: float, seed: int = 0) -> NDArray[np.bool_]:
    """Choose the puzzles of a test set.

    Two puzzles with isomorphic solutions give each other away: who has learned one solution knows the other. So all
    puzzles of a grid stay together. A grid is of the highest stratum of its puzzles. In each stratum, the grids are
    put into an order that follows from the seed and the grid alone, and the first of them are taken.

    Parameters
    ----------
    grids : ndarray of uint8, shape (n, 81)
        The canonical form of each puzzle's solution.
    strata : ndarray of int64, shape (n,)
        A number from 0 for each puzzle: those of each number are split alike.
    share : float
        The part of the grids to take, from 0 to 1.
    seed : int
        Another seed, another choice.

    Returns
    -------
    ndarray of bool, shape (n,)
        Whether each puzzle is one of the test.

    Examples
    --------
    >>> from farandole.batch import canonical, grids
    >>> forms = canonical(grids.draw(100))
    >>> int(split(forms, np.arange(100) % 2, 0.2).sum())
    20
    """
    unique, which = np.unique(grids, axis=0, return_inverse=True)
    numbers = np.array([hash_grid(bytes(grid + ord("0")), seed) for grid in unique], np.uint64)
    return choose(numbers[which.reshape(-1)], strata, share)


def hash_grid(grid: bytes, seed: int = 0) -> int:
    """Return a number of 64 bits for a grid, 81 characters: it says where in the order the grid stands.

    Examples
    --------
    >>> hash_grid(b"1" * 81) == hash_grid(b"1" * 81), hash_grid(b"1" * 81, 2) == hash_grid(b"1" * 81)
    (True, False)
    """
    return int.from_bytes(blake2b(grid, digest_size=8, key=seed.to_bytes(8, "little")).digest(), "little")


def choose(numbers: NDArray[np.uint64], strata: NDArray[Any], share: float) -> NDArray[np.bool_]:
    """Choose as `split` does, where each puzzle has the number of its grid.

    Should two grids have the same number, their puzzles only stay together.
    """
    unique, which = np.unique(numbers, return_inverse=True)  # in order
    which = which.reshape(-1)
    of_grid = np.zeros(len(unique), np.int64)
    np.maximum.at(of_grid, which, strata)
    is_taken = np.zeros(len(unique), bool)
    for stratum in np.unique(of_grid):
        members = np.flatnonzero(of_grid == stratum)
        is_taken[members[: round(share * len(members))]] = True
    return is_taken[which]
