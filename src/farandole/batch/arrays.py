"""Checks of arrays of puzzles, and new arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farandole.batch.classic import PuzzlesLike, read_puzzles
from farandole.errors import ArgumentError, PuzzleError
from farandole.limits import check_int, check_threads
from farandole.system import count_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def count_threads(n: int, threads: int | None) -> int:
    """Return the number of threads: as given, or as many as pay off for n puzzles."""
    if threads is not None:
        return check_threads(threads)
    return count_cores() if n > 1000 else 1


def check_stream(seed: int, first: int) -> tuple[int, int]:
    """Check a seed and the index of the first puzzle."""
    return check_int("seed", seed), check_int("first", first)


def empty_grids(n: int) -> NDArray[np.uint8]:
    """Return an uninitialized array for n puzzles."""
    import numpy as np

    try:
        return np.empty((n, 81), np.uint8)
    except (MemoryError, ValueError):  # ValueError if it exceeds the address space
        raise ArgumentError(f"n: expected fewer puzzles, found {n}: they take {81 * n} bytes") from None


def check_digits(puzzles: PuzzlesLike, *, full: bool = False) -> NDArray[np.uint8]:
    """Return puzzles as a row of digits each, 0 for empty, after a check.

    Raises
    ------
    PuzzleError
        If the shape or the dtype is wrong, or if a value is not a digit. With ``full``, 0 is not a digit.
    """
    import numpy as np

    if not isinstance(puzzles, np.ndarray) or puzzles.dtype.kind not in "iu":
        puzzles = read_puzzles(puzzles)
    if puzzles.shape[-1:] != (81,) and puzzles.shape[-2:] != (9, 9):
        raise PuzzleError(f"expected an array of shape (n, 81) or (n, 9, 9), found {puzzles.shape}")
    if puzzles.dtype.kind not in "iu" or puzzles.dtype == np.uint16:
        raise PuzzleError(f"expected an array of digits, such as uint8, found {puzzles.dtype}")
    rows = puzzles.reshape(-1, 81)
    is_wrong = (rows < int(full)) | (rows > 9)
    if is_wrong.any():
        puzzle, cell = divmod(int(is_wrong.argmax()), 81)
        place = f"puzzle {puzzle + 1}, cell r{cell // 9 + 1}c{cell % 9 + 1}"
        raise PuzzleError(f"expected digits from {int(full)} to 9, found {rows[puzzle, cell]} in {place}")
    return np.ascontiguousarray(rows, np.uint8)


def check_full_grids(grids: PuzzlesLike) -> NDArray[np.uint8]:
    """Return full grids as a row of digits each, after a check.

    Raises
    ------
    PuzzleError
        As for `check_digits`, and if a house holds a digit twice.
    """
    rows = check_digits(grids, full=True)
    is_wrong = have_repeats(rows)
    if is_wrong.any():
        raise PuzzleError(f"puzzle {int(is_wrong.argmax()) + 1}: expected no digit twice in a house")
    return rows


def have_repeats(puzzles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return, for each puzzle, whether a house holds a digit twice.

    Examples
    --------
    >>> import numpy as np
    >>> have_repeats(np.array([[5, 5] + 79 * [0], [5] + 80 * [0]], np.uint8))
    array([ True, False])
    """
    import numpy as np

    square = np.where(puzzles > 0, np.left_shift(1, puzzles, dtype=np.int32), 0).reshape(-1, 9, 9)
    boxes = square.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    clashes = np.zeros(len(puzzles), bool)
    for houses in (square, square.swapaxes(1, 2), boxes):
        clashes |= (np.bitwise_or.reduce(houses, axis=2) != houses.sum(axis=2)).any(axis=1)
    return clashes
