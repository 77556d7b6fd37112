"""Singles in the order of Sudoku Explainer: last cells of houses, hidden singles, naked singles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, Kind
from farandole.logic.explainer.order import order_of
from farandole.logic.step import Because, Rated, Step, Technique
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single

LAST, IN_BOX, IN_LINE, NAKED = 1.0, 1.2, 1.5, 2.3


def hidden_singles(board: Board) -> Iterator[Rated]:
    """Find the digits with one place left in a house: last cells first, then in boxes, columns, rows."""
    board.hidden = _still_open(board, board.hidden)
    found = _places(board)
    if found:
        yield _single(board, min(found))
        for single in sorted(found)[1:]:
            yield _single(board, single)


def _places(board: Board) -> list[tuple[bool, int, int, Cell, int]]:
    """List hidden singles: whether others are left in the house, its rank, the digit, the cell, the house."""
    geometry, rank = board.geometry, order_of(board.geometry).rank
    return [
        (bool((board.open ^ 1 << cell) & geometry.houses[home]), rank[home], digit, cell, home)
        for cell, digit in board.hidden
        for home in geometry.houses_of[cell]
        if board.counts[home][digit] == 1 and geometry.is_full[home]
    ]


def _single(board: Board, single: tuple[bool, int, int, Cell, int]) -> Rated:
    is_hidden, _, digit, cell, home = single
    if not is_hidden:
        return Rated(_placed(full_house, cell, digit, home), LAST)
    in_box = board.geometry.kinds[home] is Kind.BOX
    return Rated(_placed(hidden_single, cell, digit, home), IN_BOX if in_box else IN_LINE)


def naked_singles(board: Board) -> Iterator[Rated]:
    """Find the cells with one candidate left."""
    board.naked = _still_open(board, board.naked)
    for cell, digit in sorted(board.naked):
        yield Rated(_placed(naked_single, cell, digit), NAKED)


def _still_open(board: Board, singles: deque[Candidate]) -> deque[Candidate]:
    values = board.values
    return deque([single for single in singles if not values[single[0]]])


def _placed(technique: Technique, cell: int, digit: int, *houses: int) -> Step:
    return Step(technique, ((cell, digit),), (), Because(1 << digit >> 1, 1 << cell, houses))
