"""Full grids of digits, drawn by the million."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farandole import _core
from farandole.batch.arrays import room_for, shared_threads, stream
from farandole.limits import whole

if TYPE_CHECKING:
    from farandole.batch.classic import Values

N_GRIDS = 6_670_903_752_021_072_936_960
"""How many full grids there are. Source: B. Felgenhauer, F. Jarvis, "Mathematics of Sudoku I" (2006)."""


def draw(n: int, *, seed: int = 0, first: int = 0, threads: int | None = None) -> Values:
    """Draw full grids, each of all 6,670,903,752,021,072,936,960 as likely as the other.

    Parameters
    ----------
    n : int
        How many.
    seed : int
        The same seed gives the same grids, on every machine and for any number of threads.
    first : int
        The index of the first one: each grid follows from the seed and its index alone, so
        ``draw(10, first=5)`` is the end of ``draw(15)``.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    ArgumentError
        If a number is no whole number from 0, or if there is no room for the grids.

    Examples
    --------
    >>> grids = draw(1000, seed=1)
    >>> (grids[10:] == draw(990, seed=1, first=10)).all()
    np.True_
    >>> grids.reshape(1000, 9, 9).sum(axis=2).min()
    np.uint64(45)
    """
    n = whole("n", n)
    grids = room_for(n)
    _core.draw_grids(*stream(seed, first), shared_threads(n, threads), grids)
    return grids
