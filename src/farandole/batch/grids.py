"""Full grids: random ones by the million, and a numbering of all essentially different ones."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import TYPE_CHECKING

from farandole import _core
from farandole.batch.arrays import check_full_grids, check_stream, count_threads, empty_grids
from farandole.batch.isomorphism import canonical
from farandole.errors import ArgumentError
from farandole.limits import check_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from farandole.batch.classic import Numbers, PuzzlesLike, Values

N_GRIDS = 6_670_903_752_021_072_936_960
"""The number of full grids. Source: B. Felgenhauer, F. Jarvis, "Mathematics of Sudoku I" (2006)."""

N_CLASSES = 5_472_730_538
"""The number of essentially different full grids: no symmetry maps one to another.
Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II" (2006)."""

N_BAND_CLASSES = 416
"""The number of essentially different bands."""

_NAMINGS = factorial(9) * 36  # bands that become equal when digits are renamed and columns sorted


def draw(n: int, *, seed: int = 0, first: int = 0, threads: int | None = None) -> Values:
    """Draw full grids uniformly from all 6,670,903,752,021,072,936,960.

    Parameters
    ----------
    n : int
        The number of grids.
    seed : int
        The same seed gives the same grids, on every machine and for any number of threads.
    first : int
        The index of the first grid: each depends only on the seed and its index, so ``draw(10, first=5)`` is the end of
        ``draw(15)``.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    ArgumentError
        If a number is not an integer of at least 0, or if memory doesn't suffice.

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


def band_classes(grids: PuzzlesLike) -> NDArray[np.uint16]:
    """Return the class of each band and stack: one of 416, numbered from 0 by the least band of each.

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
    """Return the number of grids whose upper band is of each class: 416 numbers, whose sum is `N_GRIDS`.

    Examples
    --------
    >>> sum(band_class_sizes()) == N_GRIDS
    True
    """
    counts = (_core.count_bands_of_class(in_class) for in_class in range(N_BAND_CLASSES))
    return [_NAMINGS * n_bands * n_grids for n_bands, n_grids in counts]


def rank(grids: PuzzlesLike, *, threads: int | None = None) -> Numbers:
    """Return the rank of each grid among the 5,472,730,538 essentially different ones.

    Isomorphic grids have the same rank. The order is not that of the canonical forms as lines: grids are sorted by the
    least class of their bands and stacks (`band_classes`); then, with that band on top, by the distribution of digits
    to the columns of each stack in the other two bands; then as lines. It is the same on every machine.

    The first call takes a second for its tables. Then a grid takes about a fifth of a millisecond, and much less if
    many with nearby ranks are in one call.

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
        If the threads are not a positive integer.

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
    """Return the grids with the given ranks: the inverse of `rank`.

    Parameters
    ----------
    ranks : int, or array of integers, shape (n,)
        From 0 to ``N_CLASSES - 1``. Sorted ranks take less time.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)
        Canonical forms.

    Raises
    ------
    ArgumentError
        If a rank is out of range, or if the threads are not a positive integer.

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
    """Return the number of grids before each block of the order, as counted by `training/count_grids.py`."""
    from importlib.resources import files  # slow to load, and rarely needed

    import numpy as np

    with files("farandole.batch").joinpath("ranks.npz").open("rb") as file, np.load(file) as stored:
        counts = stored["counts"]
    return np.concatenate([[0], np.cumsum(counts[:-1], dtype=np.int64)])
