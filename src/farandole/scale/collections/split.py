"""Which puzzles are kept for a test: never two of one grid on both sides, and as hard as those to learn from."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

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
    which = which.reshape(-1)
    of_grid = np.zeros(len(unique), np.int64)
    np.maximum.at(of_grid, which, strata)
    key = seed.to_bytes(8, "little")
    places = np.array(
        [int.from_bytes(blake2b(grid.tobytes(), digest_size=8, key=key).digest(), "little") for grid in unique]
    )
    is_taken = np.zeros(len(unique), bool)
    for stratum in np.unique(of_grid):
        members = np.flatnonzero(of_grid == stratum)
        in_order = members[np.argsort(places[members], kind="stable")]
        is_taken[in_order[: round(share * len(members))]] = True
    return is_taken[which]
