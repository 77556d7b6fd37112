"""Singles in the order of Sudoku Explainer: last cells of houses, hidden singles, naked singles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farandole.bitsets import bit_of
from farandole.grid import Cell
from farandole.logic.board import Board, Digit, HouseKind, HouseNumber
from farandole.logic.explainer.order import order_of
from farandole.logic.step import RatedStep, Reason, Step, Technique
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single

LAST, IN_BOX, IN_LINE, NAKED = 1.0, 1.2, 1.5, 2.3

# Whether others are left in the house, its rank, the digit, the cell, the house: in this order they come.
_Hidden: TypeAlias = tuple[bool, int, Digit, Cell, HouseNumber]


def hidden_singles(board: Board) -> Iterator[RatedStep]:
    """Find the digits with one place left in a house: last cells first, then in boxes, columns, rows."""
    singles = _hidden(board)
    if singles:
        yield _single(board, min(singles))
        for single in sorted(singles)[1:]:
            yield _single(board, single)


def _hidden(board: Board) -> list[_Hidden]:
    geometry, rank = board.geometry, order_of(board.geometry).rank
    values, counts, open_cells = board.values, board.counts, board.open
    houses, houses_of, is_full = geometry.houses, geometry.houses_of, geometry.is_full
    return [
        (open_cells & houses[house] != 1 << cell, rank[house], digit, cell, house)
        for cell, digit in board.hidden
        if not values[cell]
        for house in houses_of[cell]
        if counts[house][digit] == 1 and is_full[house]
    ]


def _single(board: Board, single: _Hidden) -> RatedStep:
    is_hidden, _, digit, cell, house = single
    if not is_hidden:
        return RatedStep(_placed(full_house, cell, digit, house), LAST)
    in_box = board.geometry.kinds[house] is HouseKind.BOX
    return RatedStep(_placed(hidden_single, cell, digit, house), IN_BOX if in_box else IN_LINE)


def naked_singles(board: Board) -> Iterator[RatedStep]:
    """Find the cells with one candidate left."""
    values = board.values
    for cell, digit in sorted([single for single in board.naked if not values[single[0]]]):
        yield RatedStep(_placed(naked_single, cell, digit), NAKED)


def _placed(technique: Technique, cell: Cell, digit: Digit, *houses: HouseNumber) -> Step:
    return Step(technique, ((cell, digit),), (), Reason(bit_of(digit), 1 << cell, houses))
