"""Minimal classic puzzles by the million, one per lane.

A puzzle is minimal if each given is needed: without it there is a second solution. Givens of a full grid are removed in
random order as long as the solution stays unique. This yields puzzles with few givens more often than they occur among
all minimal puzzles, of which there are some 3.1 * 10^37. The weight of a puzzle is the number of those it represents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from farandole import _core
from farandole.batch.arrays import check_digits, check_stream, count_threads, empty_grids
from farandole.batch.classic import solve
from farandole.batch.isomorphism import variants
from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.limits import check_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from farandole.batch.classic import PuzzlesLike, Values

_WEIGHED = 1000  # puzzles whose weights are computed at a time: each takes some thirty rows
_WALKERS, _STEPS = 2048, 16  # of a block of puzzles
_STRUCK = 3  # givens removed at each step of a walk
_SMALLEST = 4  # cells of the smallest unavoidable set


class MinimalPuzzles(NamedTuple):
    """Minimal puzzles, their solutions and weights.

    Attributes
    ----------
    puzzles : ndarray of uint8, shape (n, 81)
        Digits, 0 for empty.
    solutions : ndarray of uint8, shape (n, 81)
        The solution of each.
    weights : ndarray of float64, shape (n,), or None
        The number of minimal puzzles of a grid that each represents, with ``sampling="weighted"``. The estimate of a
        mean over all minimal puzzles is ``numpy.average(..., weights=weights)``; that of their number is
        ``weights.mean() * grids.N_GRIDS``.
    """

    puzzles: Values
    solutions: Values
    weights: NDArray[np.float64] | None


def minimal_puzzles(
    n: int, *, seed: int = 0, first: int = 0, sampling: str = "top-down", threads: int | None = None
) -> MinimalPuzzles:
    """Make minimal classic puzzles from uniformly drawn grids.

    Parameters
    ----------
    n : int
        The number of puzzles.
    seed : int
        The same seed gives the same puzzles, on every machine and for any number of threads.
    first : int
        The index of the first puzzle: each depends only on the seed and its index.
    sampling : {"top-down", "weighted", "walk"}
        From full grids downwards; or the same with the weight of each puzzle, which takes eight times as long. Or a
        walk from puzzle to puzzle, which removes three givens, chooses a solution of the rest, and adds givens where
        needed; neighbors on a walk are similar.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    MinimalPuzzles

    Raises
    ------
    ArgumentError
        If a number is not an integer of at least 0, if the sampling is unknown, or if memory doesn't suffice.

    Examples
    --------
    >>> puzzles, solutions, _ = minimal_puzzles(1000, seed=1)
    >>> (solve(puzzles).solutions == solutions).all()
    np.True_
    >>> import numpy as np
    >>> some = minimal_puzzles(1000, seed=1, sampling="weighted")
    >>> givens = (some.puzzles > 0).sum(axis=1)
    >>> bool(np.average(givens) < 25 < np.average(givens, weights=some.weights))
    True
    """
    n = check_int("n", n)
    if sampling not in ("top-down", "weighted", "walk"):
        raise ArgumentError(f"sampling: expected 'top-down', 'weighted' or 'walk', found {short_repr(sampling)}")
    if sampling == "walk":
        return _walked(n, *check_stream(seed, first), count_threads(n, threads))
    puzzles, solutions, orders = empty_grids(n), empty_grids(n), empty_grids(n)
    threads = count_threads(n, threads)
    _core.make_minimal(*check_stream(seed, first), threads, solutions, puzzles, orders)
    weights = _weigh(puzzles, solutions, orders, threads) if sampling == "weighted" else None
    return MinimalPuzzles(puzzles, solutions, weights)


def minimize(puzzles: PuzzlesLike, *, seed: int = 0, first: int = 0, threads: int | None = None) -> Values:
    """Remove givens in random order, as long as the solution stays unique.

    Parameters
    ----------
    puzzles : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Puzzles with one solution each, or full grids; 0 for empty.
    seed : int
        The same seed gives the same puzzles.
    first : int
        The index of the first puzzle: the result depends only on the puzzle, the seed and its index.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    PuzzleError
        If the array doesn't hold puzzles, or if one of them hasn't exactly one solution.
    ArgumentError
        If a number is not an integer of at least 0.

    Examples
    --------
    >>> from farandole.batch import grids
    >>> puzzles = minimize(grids.draw(1000))
    >>> solve(puzzles).counts.max()
    np.int64(1)
    """
    minimal = check_digits(puzzles).copy()
    seed, first = check_stream(seed, first)
    threads = count_threads(len(minimal), threads)
    answers = solve(minimal, threads=threads)
    if (answers.counts != 1).any():
        index = int((answers.counts != 1).argmax())
        found = "none" if answers.counts[index] == 0 else "several"
        raise PuzzleError(f"puzzle {index + 1}: expected one solution, found {found}")
    _core.minimize(seed, first, threads, answers.solutions, minimal)
    return minimal


def _walked(n: int, seed: int, first: int, threads: int) -> MinimalPuzzles:
    """Walk in blocks, each of which follows from the seed and its number."""
    puzzles, solutions = empty_grids(n), empty_grids(n)
    n_done = 0
    while n_done < n:
        block, skipped = divmod(first + n_done, _WALKERS * _STEPS)
        found = _block(seed, block, -(-min(skipped + n - n_done, _WALKERS * _STEPS) // _WALKERS), threads)
        for whole_of, part in zip((puzzles, solutions), found, strict=True):
            taken = part[skipped : skipped + n - n_done]
            whole_of[n_done : n_done + len(taken)] = taken
        n_done += len(taken)
    return MinimalPuzzles(puzzles, solutions, None)


def _block(seed: int, block: int, n_steps: int, threads: int) -> tuple[Values, Values]:
    """Walk so many steps: many walkers at once, a step of all of them after the other."""
    import numpy as np

    random = np.random.default_rng([seed, block])
    puzzles, solutions, _ = minimal_puzzles(_WALKERS, seed=seed, first=block * _WALKERS, threads=threads)
    found = [(puzzles, solutions)]
    for _ in range(1, n_steps):
        drawn = int(random.integers(1 << 62))
        puzzles = neighbors(
            variants(puzzles, _WALKERS, seed=drawn, threads=threads), _STRUCK, seed=drawn, threads=threads
        )
        solutions = solve(puzzles, limit=1, threads=threads).solutions
        found.append((puzzles, solutions))
    walked, solved = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return walked, solved


def neighbors(puzzles: PuzzlesLike, n_removed: int, *, seed: int = 0, threads: int | None = None) -> Values:
    """Make a minimal puzzle near each: remove some givens, choose a solution of the rest, add givens where needed.

    Parameters
    ----------
    puzzles : digits in any form that `solve` takes, such as an array of shape (n, 81)
        Each with a solution. The solution that is chosen for the rest differs between isomorphic puzzles (`variants`).
    n_removed : int
        The number of givens to remove from each.
    seed : int
        The same seed gives the same puzzles.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.

    Returns
    -------
    ndarray of uint8, shape (n, 81)

    Raises
    ------
    PuzzleError
        If the array doesn't hold puzzles, or if one of them has no solution.
    ArgumentError
        If a number is not an integer of at least 0.

    Examples
    --------
    >>> some = minimal_puzzles(100).puzzles
    >>> near = neighbors(some, 2)
    >>> solve(near).counts.sum(), bool(((near == some) & (some > 0)).sum(axis=1).mean() > 18)
    (np.int64(100), True)
    """
    import numpy as np

    rest = check_digits(puzzles).copy()
    random = np.random.default_rng(check_int("seed", seed))
    keys = random.random(rest.shape)
    struck = np.where(rest > 0, keys, 2).argsort(axis=1)[:, : check_int("n_removed", n_removed)]
    np.put_along_axis(rest, struck, 0, axis=1)
    threads = count_threads(len(rest), threads)
    answers = solve(rest, limit=1, threads=threads)
    if not answers.counts.all():
        raise PuzzleError(f"puzzle {int(answers.counts.argmin()) + 1}: expected a solution, found none")
    # Cells that are not givens are tried first, so nearly all of the rest stays.
    orders = np.where(rest > 0, 1 + keys, keys).argsort(axis=1).astype(np.uint8)
    minimal = answers.solutions.copy()
    _core.minimize(0, 0, threads, answers.solutions, minimal, orders)
    return minimal


def _weigh(puzzles: Values, solutions: Values, orders: Values, threads: int) -> NDArray[np.float64]:
    import numpy as np

    weights = np.empty(len(puzzles))
    for start in range(0, len(puzzles), _WEIGHED):
        part = slice(start, start + _WEIGHED)
        weights[part] = _weights(puzzles[part], solutions[part], orders[part], threads)
    return weights


def _weights(puzzles: Values, solutions: Values, orders: Values, threads: int) -> NDArray[np.float64]:
    """Weigh puzzles by the choices on the way to them.

    On the way, one of r givens that can go is struck, each as likely; then one of those that still can. So the way has
    the chance 1 / (r1 * r2 * ...). The k cells that are empty at the end could have gone in any order, so k! ways lead
    to the puzzle. Then the mean of r1 * r2 * ... / k! over many draws is the number of minimal puzzles of a grid:
    D. Knuth, "Estimating the efficiency of backtrack programs" (1975). A given that is left could go at first and later
    couldn't; when that changed is found by halving.
    """
    import numpy as np

    n = len(puzzles)
    ranks = np.empty((n, 81), np.int64)  # how many cells are tried before each
    np.put_along_axis(ranks, orders.astype(np.int64), np.arange(81)[None, :], axis=1)
    is_struck = puzzles == 0
    in_order = np.take_along_axis(is_struck, orders.astype(np.int64), axis=1)
    struck_before = np.take_along_axis(
        in_order.cumsum(axis=1) - in_order, ranks, axis=1
    )  # a cell: how many went before it
    n_removed = is_struck.sum(axis=1)

    which, cells = np.nonzero(~is_struck)
    can_go = np.full(
        len(which), _SMALLEST - 2
    )  # once so many are struck, the given can go; once `needed` are, it can't
    needed = struck_before[which, cells]
    step = np.where(is_struck, struck_before, 81)  # when each cell goes
    while (unsure := np.flatnonzero(needed - can_go > 1)).size:
        middle = (can_go[unsure] + needed[unsure]) // 2
        trial = np.where(step[which[unsure]] < middle[:, None], 0, solutions[which[unsure]]).astype(np.uint8)
        trial[np.arange(len(unsure)), cells[unsure]] = 0
        is_unique = solve(trial, threads=threads).counts == 1
        can_go[unsure] = np.where(is_unique, middle, can_go[unsure])
        needed[unsure] = np.where(is_unique, needed[unsure], middle)

    changes = np.zeros((n, 82), np.int64)  # how many givens of the puzzle become needed at each step
    np.add.at(changes, (which, needed), 1)
    givens = (~is_struck).sum(axis=1)
    still_can = givens[:, None] - changes.cumsum(axis=1)
    steps = np.arange(82)
    on_the_way = steps < n_removed[:, None]
    choices = np.where(on_the_way, still_can + n_removed[:, None] - steps, 1)
    logarithm = np.log(choices).sum(axis=1) - _log_factorials()[n_removed]
    result: NDArray[np.float64] = np.exp(logarithm)
    return result


def _log_factorials() -> NDArray[np.float64]:
    """List the logarithms of 0! to 81!."""
    import numpy as np

    return np.concatenate([[0.0], np.log(np.arange(1, 82)).cumsum()])
