"""Blockers: the digits on the board that leave a single.

Most steps of a path are singles, so these store only their cell, digit and house. Their blockers are searched for when
a step is described or drawn.
"""

from __future__ import annotations

from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, CellSet, Digit
from farandole.logic.step import Part, Step
from farandole.records import replace

BLOCKER = Part("blocking digit")  # a digit on the board that leaves a single
RULED_OUT = Part("ruled out")  # a candidate that no digit blocks, because an earlier step eliminated it


def find_blockers(step: Step, board: Board) -> CellSet:
    """Find a small set of cells whose digits leave a single.

    Parameters
    ----------
    step : Step
        Any step; if it is not a single, the set is empty.
    board : Board
        The board before the step.

    Examples
    --------
    >>> from farandole.logic.techniques.singles import hidden_single
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic(".2..........5...........5..5" + "." * 53))
    >>> step = next(hidden_single(board))
    >>> [board.geometry.grid.cell_name(cell) for cell in bits(find_blockers(step, board))]
    ['r2c4', 'r3c7', 'r4c1']
    """
    if not _is_single(step):
        return 0
    ((cell, digit),), geometry = step.placements, board.geometry
    if not step.reason.houses:
        return _cell_blockers(board, cell, digit)
    others = geometry.houses[step.reason.houses[0]] & ~(1 << cell)
    return _house_blockers(board, others & board.open, digit) if others & board.open else others


def add_blockers(step: Step, board: Board) -> Step:
    """Add the blockers to the parts of a single; return any other step unchanged.

    Parameters
    ----------
    step : Step
    board : Board
        The board before the step.
    """
    if not _is_single(step):
        return step
    cells = find_blockers(step, board)
    blockers = tuple((cell, board.values[cell]) for cell in bits(cells))
    parts = {BLOCKER: blockers, RULED_OUT: tuple(_earlier_eliminations(step, board, blockers))}
    return replace(step, reason=replace(step.reason, parts=parts))


def _is_single(step: Step) -> bool:
    reason = step.reason
    if len(step.placements) != 1 or step.eliminations or reason.parts or reason.links or not reason.digits:
        return False
    return reason.cells == 1 << step.placements[0][0] and len(reason.houses) < 2


def _cell_blockers(board: Board, cell: Cell, digit: Digit) -> CellSet:
    """Choose digits that a cell sees, house by house, starting with the house that adds most digits."""
    geometry, values = board.geometry, board.values
    houses = {
        house: {
            values[other_cell]: other_cell
            for other_cell in geometry.cells[house]
            if values[other_cell] and other_cell != cell
        }
        for house in geometry.houses_of[cell]
    }
    chosen: dict[Digit, Cell] = {}
    while houses:
        best = max(houses, key=lambda house: len(houses[house].keys() - chosen.keys()))
        chosen = houses.pop(best) | chosen
    return set_of(other_cell for held, other_cell in chosen.items() if held != digit)


def _house_blockers(board: Board, cells: CellSet, digit: Digit) -> CellSet:
    """Choose a few cells with a digit that together see the given cells of a house."""
    peers = board.geometry.peers
    holders = [cell for cell, held in enumerate(board.values) if held == digit]
    chosen = 0
    while holders:
        best = max(holders, key=lambda cell: (peers[cell] & cells).bit_count())
        if not peers[best] & cells:
            break
        chosen |= 1 << best
        cells &= ~peers[best]
    return chosen


def _earlier_eliminations(step: Step, board: Board, blockers: tuple[Candidate, ...]) -> list[Candidate]:
    """List the other candidates that the digits on the board would leave."""
    ((cell, digit),), geometry = step.placements, board.geometry
    if step.reason.houses:
        left = geometry.houses[step.reason.houses[0]] & board.open & ~(1 << cell)
        for other, _ in blockers:
            left &= ~geometry.peers[other]
        return [(other, digit) for other in bits(left)]
    mask = (1 << geometry.n_digits) - 1 & ~bit_of(digit)
    for _, held in blockers:
        mask &= ~bit_of(held)
    return [(cell, other) for other in digits_of(mask)]
