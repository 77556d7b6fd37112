"""Choose the test set: no grid is on both sides, and the difficulty is distributed as in the training set."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole import batch

if TYPE_CHECKING:
    from numpy.typing import NDArray


def split(grids: batch.Values, strata: NDArray[np.int64], share: float, seed: int = 0) -> NDArray[np.bool_]:
    """Choose the puzzles of a test set.

    If two puzzles have isomorphic solutions, one solution reveals the other. So all puzzles of a grid stay together. A
    grid has the highest stratum of its puzzles. In each stratum, the grids are sorted by a hash of the seed and the
    grid, and the first of them are the test set.

    Parameters
    ----------
    grids : ndarray of uint8, shape (n, 81)
        The canonical form of each puzzle's solution.
    strata : ndarray of int64, shape (n,)
        A number from 0 for each puzzle. Each stratum is split in the same ratio.
    share : float
        The share of the grids for the test set, from 0 to 1.
    seed : int
        The seed of the choice.

    Returns
    -------
    ndarray of bool, shape (n,)
        Whether each puzzle is in the test set.

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
    """Return a 64-bit hash of a seed and a grid, given as 81 characters.

    Examples
    --------
    >>> hash_grid(b"1" * 81) == hash_grid(b"1" * 81), hash_grid(b"1" * 81, 2) == hash_grid(b"1" * 81)
    (True, False)
    """
    return int.from_bytes(blake2b(grid, digest_size=8, key=seed.to_bytes(8, "little")).digest(), "little")


def choose_parts(numbers: NDArray[np.uint64], strata: NDArray[Any], shares: Mapping[str, float]) -> list[str]:
    """Choose parts one after another, as `choose` does; what remains is ``train``.

    Parameters
    ----------
    numbers, strata : ndarray, shape (n,)
        The hash of the grid of each puzzle, and its stratum.
    shares : mapping from str to float
        The shares of all grids; together at most 1.

    Returns
    -------
    list of str
        The part of each puzzle.

    Examples
    --------
    >>> numbers = np.arange(10, dtype=np.uint64) * 7 % 10
    >>> parts = choose_parts(numbers, np.zeros(10, int), {"test": 0.2, "validation": 0.3})
    >>> [parts.count(name) for name in ("train", "validation", "test")]
    [5, 3, 2]
    """
    parts = np.full(len(numbers), "train", object)
    remaining = 1.0
    for name, share in shares.items():
        left = np.flatnonzero(parts == "train")
        if share and len(left):
            parts[left[choose(numbers[left], strata[left], min(1.0, share / remaining))]] = name
        remaining = max(1e-9, remaining - share)
    return [str(part) for part in parts]


def choose(numbers: NDArray[np.uint64], strata: NDArray[Any], share: float) -> NDArray[np.bool_]:
    """Choose as `split` does, by the hashes of the grids.

    If two grids have the same hash, their puzzles stay together, which does no harm.
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
