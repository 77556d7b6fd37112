"""Split a puzzle into pieces that have no solution in common."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence


def cut(masks: Sequence[int], peers: Sequence[Iterable[int]], n_pieces: int) -> Iterator[list[int]]:
    """Split a puzzle: in each piece, a cell has one of its candidates. Pieces with an empty cell are dropped.

    Parameters
    ----------
    masks : sequence of int
        The candidates of each cell, bit d - 1 for digit d.
    peers : sequence of iterables of int
        The peers of each cell.
    n_pieces : int
        The number of pieces: fewer if the puzzle is too small, a few more because a cell is split into all its
        candidates.

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
            if smaller := _place(piece, cell, digit, peers):
                pieces.append(smaller)
    yield from done
    yield from pieces


def _place(masks: Sequence[int], cell: int, digit: int, peers: Sequence[Iterable[int]]) -> list[int] | None:
    """Place a digit, remove it from the peers, and so on for cells with one candidate; None for a contradiction."""
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
