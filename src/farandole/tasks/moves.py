"""The legal moves of a board: those that contradict nothing that is seen at once."""

from __future__ import annotations

from collections.abc import Sequence

from farandole.grid import Cell
from farandole.puzzle import Puzzle
from farandole.rules import Rule


def legal_moves(puzzle: Puzzle, digits: Sequence[int]) -> list[tuple[Cell, int]]:
    """List the moves that contradict no house, and no rule whose other cells are filled.

    Parameters
    ----------
    puzzle : Puzzle
    digits : sequence of int
        The digit of each cell, with the givens; 0 for an empty cell.

    Returns
    -------
    list of (cell, digit)

    Examples
    --------
    >>> from farandole import Grid
    >>> puzzle = Puzzle.of(Grid.classic(4), "12.. .... .... ....")
    >>> legal_moves(puzzle, puzzle.givens)[:4]
    [(2, 3), (2, 4), (3, 3), (3, 4)]
    """
    grid = puzzle.grid
    rules_of: dict[Cell, list[Rule]] = {}
    for rule in puzzle.rules:
        open_cells = {cell for cell in rule.scope if not digits[cell]}
        if len(open_cells) == 1:
            rules_of.setdefault(open_cells.pop(), []).append(rule)
    moves = []
    for cell, held in enumerate(digits):
        if held:
            continue
        seen = {digits[peer] for peer in grid.peers[cell]}
        mask = puzzle.pencilmarks[cell] if puzzle.pencilmarks else -1
        for digit in range(1, grid.n_digits + 1):
            if digit in seen or not mask >> (digit - 1) & 1:
                continue
            if all(rule.holds([digits[other] or digit for other in rule.scope]) for rule in rules_of.get(cell, ())):
                moves.append((cell, digit))
    return moves
