"""Canonical forms of classic puzzles and grids, and their symmetries.

The symmetries of the classic grid exchange digits, bands, stacks, the rows of a band and the columns of a stack, and
transpose. There are 9! * 3,359,232 of them. Two puzzles are isomorphic if a symmetry maps one to the other. The
canonical form is the first of all isomorphic puzzles, sorted as lines of 81 characters with 0 for empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from farandole import _core
from farandole.batch.arrays import check_digits, check_stream, count_threads, empty_grids
from farandole.errors import ArgumentError, PuzzleError
from farandole.limits import check_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from farandole.batch.classic import Numbers, PuzzlesLike, Values


def canonical(puzzles: PuzzlesLike, *, threads: int | None = None) -> Values:
    """Return the canonical form of each puzzle or full grid: the least of all that are isomorphic to it.

    Parameters
    ----------
    puzzles : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Digits, 0 for empty.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    PuzzleError
        If the array doesn't hold puzzles, or if a house holds a digit twice.
    ArgumentError
        If the threads are not a positive integer.

    Examples
    --------
    >>> from farandole.batch import read_lines, variants
    >>> lines = read_lines(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> forms = canonical(variants(lines.values, 1000))
    >>> (forms == forms[0]).all()
    np.True_
    >>> "".join(map(str, forms[0, :27]))
    '000000001000002034156000270'
    """
    return _forms(puzzles, threads)[0]


def automorphisms(puzzles: PuzzlesLike, *, threads: int | None = None) -> Numbers:
    """Count the automorphisms of each puzzle or full grid: 1 if there is only the identity.

    Exchanges of digits that don't occur are not counted.

    Parameters
    ----------
    puzzles : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Digits, 0 for empty.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of int64, shape (n,)
        The order of each group. If all digits occur in a puzzle, the number of isomorphic puzzles is 9! * 3,359,232
        divided by the order.

    Raises
    ------
    PuzzleError
        If the array doesn't hold puzzles, or if a house holds a digit twice.
    ArgumentError
        If the threads are not a positive integer.

    Examples
    --------
    >>> import numpy as np
    >>> r, c = np.divmod(np.arange(81), 9)
    >>> grid = (3 * (r % 3) + r // 3 + c) % 9 + 1  # each row is the one before, moved on
    >>> automorphisms(grid.reshape(1, 81))
    array([54])
    """
    return _forms(puzzles, threads)[1]


def isomorphic(
    puzzles: PuzzlesLike, others: NDArray[np.integer[Any]], *, threads: int | None = None
) -> NDArray[np.bool_]:
    """Return whether each puzzle is isomorphic to the other one.

    Parameters
    ----------
    puzzles, others : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Digits, 0 for empty. One of the two may be a single puzzle.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of bool, shape (n,)

    Raises
    ------
    PuzzleError
        If an array doesn't hold puzzles, if a house holds a digit twice, or if the arrays have different lengths.
    ArgumentError
        If the threads are not a positive integer.

    Examples
    --------
    >>> from farandole.batch import grids, variants
    >>> some = grids.draw(3)
    >>> isomorphic(some, variants(some, 3)), isomorphic(some[:1], some)
    (array([ True,  True,  True]), array([ True, False, False]))
    """
    one, other = canonical(puzzles, threads=threads), canonical(others, threads=threads)
    if len(one) != len(other) and 1 not in (len(one), len(other)):
        raise PuzzleError(f"expected as many puzzles as others, found {len(one)} and {len(other)}")
    result: NDArray[np.bool_] = (one == other).all(axis=1)
    return result


def transform(
    puzzles: PuzzlesLike,
    *,
    rows: ArrayLike | None = None,
    columns: ArrayLike | None = None,
    digits: ArrayLike | None = None,
    transpose: bool = False,
) -> Values:
    """Apply one symmetry of the grid to puzzles.

    Parameters
    ----------
    puzzles : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Digits, 0 for empty.
    rows, columns : sequence of int, shape (9,), optional
        The order of rows or columns, from 0; bands and stacks have to stay together.
    digits : sequence of int, shape (9,), optional
        The digits that replace 1, 2, ...
    transpose : bool
        Whether to transpose at the end.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    PuzzleError
        If the array doesn't hold puzzles.
    ArgumentError
        If rows, columns or digits are not such an order.

    Examples
    --------
    >>> from farandole.batch import grids
    >>> some = grids.draw(5)
    >>> turned = transform(some, rows=range(8, -1, -1), transpose=True)  # a quarter of a turn
    >>> isomorphic(some, turned).all()
    np.True_
    >>> transform(some, digits=[1, 2, 3])
    Traceback (most recent call last):
    ...
    farandole.errors.ArgumentError: digits: expected an order of 1 to 9, found (1, 2, 3)
    """
    import numpy as np

    grid = check_digits(puzzles).reshape(-1, 9, 9)
    row_order, column_order = _lines("rows", "bands", rows), _lines("columns", "stacks", columns)
    names = _order("digits", digits, "an order of 1 to 9", range(1, 10))
    moved = grid[:, row_order][:, :, column_order]
    if transpose:
        moved = moved.swapaxes(1, 2)
    result: Values = np.array([0, *names], np.uint8)[moved].reshape(-1, 81)
    return result


def variants(puzzles: PuzzlesLike, n: int, *, seed: int = 0, first: int = 0, threads: int | None = None) -> Values:
    """Make random isomorphic variants of puzzles.

    A variant has its digits exchanged, its bands, its stacks and the rows and columns in them permuted, and is
    transposed or not. These 10^12 symmetries keep the number of solutions, and nearly the difficulty: guesses and
    passes may differ a little.

    Parameters
    ----------
    puzzles : ndarray of integers, shape (m, 81) or (m, 9, 9)
        Digits, 0 for empty; or solutions.
    n : int
        The number of variants, of the first puzzle, the second, ... the last, the first again.
    seed : int
        The same seed gives the same variants, on every machine and for any number of threads.
    first : int
        The index of the first variant: each depends only on its puzzle, the seed and its index.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    PuzzleError
        If the array has the wrong shape or dtype, a value that is not a digit, or no puzzle.
    ArgumentError
        If ``n`` or the seed is not an integer of at least 0, or if memory doesn't suffice.

    Examples
    --------
    >>> from farandole.batch import read_lines, solve
    >>> lines = read_lines(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> puzzles = variants(lines.values, 1000)
    >>> solve(puzzles).counts.sum()
    np.int64(1000)
    """
    n = check_int("n", n)
    array = check_digits(puzzles)
    if not len(array):
        raise PuzzleError("expected at least one puzzle, found 0")
    made = empty_grids(n)
    _core.variants(array, *check_stream(seed, first), count_threads(n, threads), made)
    return made


def _forms(puzzles: PuzzlesLike, threads: int | None) -> tuple[Values, Numbers]:
    import numpy as np

    array = check_digits(puzzles)
    forms, symmetries = np.empty_like(array), np.empty(len(array), np.int64)
    bad = _core.canonical(array, count_threads(len(array), threads), forms, symmetries)
    if bad is not None:
        raise PuzzleError(f"puzzle {bad + 1}: expected no digit twice in a house")
    return forms, symmetries


def _order(name: str, order: ArrayLike | None, expected: str, of: range) -> list[int]:
    import numpy as np

    if order is None:
        return list(of)
    found = np.asarray(list(order) if isinstance(order, range) else order).tolist()
    if not isinstance(found, list) or sorted(found, key=str) != list(of):
        shown = tuple(found) if isinstance(found, list) else found
        raise ArgumentError(f"{name}: expected {expected}, found {shown}")
    return found


def _lines(name: str, groups: str, order: ArrayLike | None) -> list[int]:
    expected = f"an order of 0 to 8 that keeps {groups} together"
    lines = _order(name, order, expected, range(9))
    if any(len({line // 3 for line in lines[start : start + 3]}) > 1 for start in (0, 3, 6)):
        raise ArgumentError(f"{name}: expected {expected}, found {tuple(lines)}")
    return lines
