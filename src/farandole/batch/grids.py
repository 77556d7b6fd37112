"""Full grids of digits, drawn by the million; and all that are essentially different, numbered."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import TYPE_CHECKING, Any

from farandole import _core
from farandole.batch.arrays import check_full_grids, check_stream, count_threads, empty_grids
from farandole.batch.isomorphism import canonical
from farandole.errors import ArgumentError
from farandole.limits import check_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from farandole.batch.classic import Numbers, Values

N_GRIDS = 6_670_903_752_021_072_936_960
"""How many full grids there are. Source: B. Felgenhauer, F. Jarvis, "Mathematics of Sudoku I" (2006)."""

N_CLASSES = 5_472_730_538
"""How many full grids are essentially different: no symmetry turns one into another.
Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II" (2006)."""

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
    n = check_int("n", n)
    grids = empty_grids(n)
    _core.draw_grids(*check_stream(seed, first), count_threads(n, threads), grids)
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

    full = check_full_grids(grids)
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


def rank(grids: NDArray[np.integer[Any]], *, threads: int | None = None) -> Numbers:
    """Find the number of each grid among the 5,472,730,538 that are essentially different.

    Isomorphic grids have one number. The order is not that of the canonical forms as lines: it goes by the least class
    of a grid's bands and stacks (`band_classes`); then, with that band on top, by how each stack shares out its digits
    to the columns of the other two bands; then as the grid reads. It is the same on every machine.

    A first call takes a second for its tables. Then a grid takes about a fifth of a millisecond, and much less
    where many of nearly the same number are asked for together.

    Parameters
    ----------
    grids : ndarray of integers, shape (n, 81) or (n, 9, 9)
        Full grids.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of int64, shape (n,)
        From 0 to ``N_CLASSES - 1``.

    Raises
    ------
    PuzzleError
        If the array isn't one of full grids.
    ArgumentError
        If the threads are no whole number from 1.

    Examples
    --------
    >>> from farandole.batch import variants
    >>> ranks = rank(variants(unrank(10**9), 5))
    >>> ranks.tolist()
    [1000000000, 1000000000, 1000000000, 1000000000, 1000000000]
    """
    import numpy as np

    full = check_full_grids(grids)
    blocks, before = np.empty((2, len(full)), np.int64)
    _core.find_places(full, count_threads(len(full), threads), blocks, before)
    ranks: Numbers = _starts()[blocks] + before
    return ranks


def unrank(ranks: ArrayLike, *, threads: int | None = None) -> Values:
    """Return the grids of some numbers, as `rank` counts them.

    Parameters
    ----------
    ranks : int, or array of integers, shape (n,)
        From 0 to ``N_CLASSES - 1``. In order they take less time.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)
        Canonical forms.

    Raises
    ------
    ArgumentError
        If a number is none of these, or if the threads are no whole number from 1.

    Examples
    --------
    >>> "".join(map(str, unrank(0)[0, :36]))
    '123456789456789123789123456214367598'
    >>> unrank([10**9, 10**9 + 1]).shape
    (2, 81)
    """
    import numpy as np

    wanted = _as_ranks(ranks)
    starts = _starts()
    blocks = np.searchsorted(starts, wanted, side="right") - 1
    grids = empty_grids(len(wanted))
    _core.find_grids(blocks, wanted - starts[blocks], count_threads(len(wanted), threads), grids)
    return canonical(grids, threads=threads)


def _as_ranks(ranks: ArrayLike) -> Numbers:
    import numpy as np

    expected = f"ranks: expected whole numbers from 0 to {N_CLASSES - 1}"
    try:
        array = np.atleast_1d(np.asarray(ranks))
    except ValueError:  # lists of several lengths
        raise ArgumentError(f"{expected}, found {type(ranks).__name__}") from None
    if array.ndim != 1:
        raise ArgumentError(f"{expected} in one dimension, found {array.shape}")
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.dtype.kind not in "iu":
        raise ArgumentError(f"{expected}, found {array.dtype if array.dtype != object else array[0]}")
    is_wrong = (array < 0) | (array >= N_CLASSES)
    if is_wrong.any():
        raise ArgumentError(f"{expected}, found {array[is_wrong.argmax()]}")
    result: Numbers = np.ascontiguousarray(array, np.int64)
    return result


@cache
def _starts() -> Numbers:
    """Return how many grids stand before each block of the order: `training/count_grids.py` counts them."""
    from importlib.resources import files  # slow to load, and few ask for this

    import numpy as np

    with files("farandole.batch").joinpath("ranks.npz").open("rb") as file, np.load(file) as stored:
        counts = stored["counts"]
    return np.concatenate([[0], np.cumsum(counts[:-1], dtype=np.int64)])
