"""Full grids of digits, drawn by the million."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

from farandole import _core
from farandole.batch.arrays import full_grids, room_for, shared_threads, stream
from farandole.limits import whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from farandole.batch.classic import Values

N_GRIDS = 6_670_903_752_021_072_936_960
"""How many full grids there are. Source: B. Felgenhauer, F. Jarvis, "Mathematics of Sudoku I" (2006)."""

N_BAND_CLASSES = 416
"""How many bands there are that no symmetry turns into each other."""

_NAMINGS = factorial(9) * 36  # bands that become the same once digits are named and columns sorted


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


def band_classes(grids: NDArray[np.integer[Any]]) -> NDArray[np.uint16]:
    """Find of which class each band and stack is: of 416, numbered from 0 by the least band of each.

    Parameters
    ----------
    grids : ndarray of integers, shape (n, 81) or (n, 9, 9)
        Full grids.

    Returns
    -------
    ndarray of uint16, shape (n, 6)
        The classes of three bands, from above, and of three stacks, from the left.

    Raises
    ------
    PuzzleError
        If the array isn't one of full grids.

    Examples
    --------
    >>> band_classes(draw(2, seed=1)).shape
    (2, 6)
    """
    import numpy as np

    full = full_grids(grids)
    classes = np.empty((len(full), 6), np.uint16)
    _core.band_classes(full, classes)
    return classes


def band_class_sizes() -> list[int]:
    """Count the grids whose upper band is of each class: 416 numbers, whose sum is `N_GRIDS`.

    Examples
    --------
    >>> sum(band_class_sizes()) == N_GRIDS
    True
    """
    counts = (_core.count_bands_of_class(in_class) for in_class in range(N_BAND_CLASSES))
    return [_NAMINGS * n_bands * n_grids for n_bands, n_grids in counts]
