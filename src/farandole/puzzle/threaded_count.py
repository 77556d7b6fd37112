"""A count shared out to threads: a puzzle cut into pieces that have no solution in common."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from farandole import _core
from farandole.limits import Deadline

PIECES = 16  # for each thread, for some are quicker than others


def cut(masks: Sequence[int], peers: Sequence[Iterable[int]], n_pieces: int) -> Iterator[list[int]]:
    """Cut a puzzle: in each piece, a cell has one of its candidates; those without a candidate for a cell are left out.

    Parameters
    ----------
    masks : sequence of int
        The candidates of each cell, bit d - 1 for digit d.
    peers : sequence of iterables of int
        The peers of each cell.
    n_pieces : int
        How many to make; fewer if the puzzle is too small, a few more if that comes naturally.

    Examples
    --------
    >>> list(cut([0b11, 0b11], [(1,), (0,)], 2))
    [[1, 2], [2, 1]]
    """
    pieces = deque([list(masks)])
    done: list[list[int]] = []
    while pieces and len(pieces) + len(done) < n_pieces:
        piece = pieces.popleft()
        open_cells = [cell for cell, mask in enumerate(piece) if mask & (mask - 1)]
        if not open_cells:
            done.append(piece)
            continue
        cell = min(open_cells, key=lambda cell: piece[cell].bit_count())
        left = piece[cell]
        while left:
            digit = left & -left
            left ^= digit
            if some := _placed(piece, cell, digit, peers):
                pieces.append(some)
    yield from done
    yield from pieces


def _placed(masks: Sequence[int], cell: int, digit: int, peers: Sequence[Iterable[int]]) -> list[int] | None:
    """Give a cell a digit, and its peers others, and so on where one is left; None if nothing fits."""
    piece = list(masks)
    piece[cell] = digit
    fresh = [cell]
    while fresh:
        cell = fresh.pop()
        for peer in peers[cell]:
            if piece[peer] & piece[cell]:
                piece[peer] &= ~piece[cell]
                if not piece[peer]:
                    return None
                if not piece[peer] & (piece[peer] - 1):
                    fresh.append(peer)
    return piece


def count(
    network: _core.Network, pieces: Iterable[list[int]], *, limit: int | None, deadline: Deadline, threads: int
) -> tuple[int, bool]:
    """Count the solutions of all pieces, up to a limit; say also whether these are all."""
    running: dict[Future[int], _core.PuzzleSearch] = {}
    found, is_all = 0, True
    left = iter(pieces)
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(running) < threads and (piece := next(left, None)) is not None:
                    search = _core.PuzzleSearch(network, piece, None, deadline.left())
                    running[pool.submit(search.count, None if limit is None else limit - found)] = search
                if not running:
                    return found, is_all
                for future in wait(running, timeout=0.1, return_when=FIRST_COMPLETED).done:
                    found += future.result()
                    is_all = running.pop(future).exhausted and is_all
                if limit is not None and found >= limit:
                    return limit, False
        finally:  # also after Ctrl-C, which only this thread gets
            for search in running.values():
                search.stop()
