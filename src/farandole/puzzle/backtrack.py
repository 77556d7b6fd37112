"""Plain backtracking on bit sets, for reading and animation: `backtrack` yields each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.puzzle.puzzle import Puzzle


class Move(NamedTuple):
    """A step of `backtrack`."""

    kind: Literal["choose", "try", "dead end", "take back", "solution"]
    level: int
    what: Any


def backtrack(puzzle: Puzzle, *, choice: Literal["first", "fewest"] = "first") -> Iterator[Move]:
    """Search for every solution by trying digits, and yield each step.

    The digits that a house holds are the bits of a number. A cell may take the digits that none of its houses holds.
    A stack has the filled cells, each with the digits that are still to be tried.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape, without rules.
    choice : {"first", "fewest"}
        The cell to fill next: the first empty one, or the one with the fewest digits to try.

    Yields
    ------
    Move
        ``level`` counts the cells on the stack, and ``what`` depends on ``kind``:

        - ``"choose"``: a cell;
        - ``"dead end"``: that cell, if no digit fits;
        - ``"try"``, ``"take back"``: a cell and the digit that goes into it, or out again;
        - ``"solution"``: the digits of all cells.

    Raises
    ------
    PuzzleError
        If the puzzle has rules.
    ArgumentError
        If there is no such choice.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> for move in backtrack(Puzzle.of(Grid.latin(2), "1. ..")):
    ...     print("   " * move.level, move.kind, move.what)
     choose 1
     try (1, 2)
        choose 2
        try (2, 2)
           choose 3
           try (3, 1)
              solution (1, 2, 2, 1)
           take back (3, 1)
        take back (2, 2)
     take back (1, 2)
    """
    if puzzle.rules:
        raise PuzzleError(f"expected a puzzle without rules, found {puzzle.rules[0]!r}", code="has_rules")
    if choice not in ("first", "fewest"):
        raise ArgumentError(f"choice: expected 'first' or 'fewest', found {short_repr(choice)}")
    return _moves(puzzle, is_first=choice == "first")


def _moves(puzzle: Puzzle, *, is_first: bool) -> Iterator[Move]:
    grid, digits = puzzle.grid, list(puzzle.givens)
    houses_of = [[n for n, house in enumerate(grid.houses) if cell in house.cells] for cell in range(grid.n_cells)]
    held = [
        sum(1 << digits[cell] for cell in house.cells if digits[cell]) for house in grid.houses
    ]  # bit d for digit d
    marks = [mask << 1 for mask in puzzle.masks]

    def left(cell: int) -> int:
        """Return the candidates of a cell, as bits."""
        free = marks[cell]
        for house in houses_of[cell]:
            free &= ~held[house]
        return free

    def turn(cell: int, digit: int) -> None:
        """Add a digit to the houses of a cell, or remove it if it is there."""
        for house in houses_of[cell]:
            held[house] ^= 1 << digit

    empty = [cell for cell, digit in enumerate(digits) if not digit]
    stack: list[tuple[int, int]] = []  # a cell, and the digits to be tried there
    while True:
        level, open_cells = len(stack), [cell for cell in empty if not digits[cell]]
        if open_cells:
            cell = open_cells[0] if is_first else min(open_cells, key=lambda cell: left(cell).bit_count())
            stack.append((cell, left(cell)))
            yield Move("choose", level, cell)
            if not stack[-1][1]:
                yield Move("dead end", level, cell)
        else:
            yield Move("solution", level, tuple(digits))
        while stack:  # the next digit of the newest cell that has one
            cell, untried = stack.pop()
            if digit := digits[cell]:
                digits[cell] = 0
                turn(cell, digit)
                yield Move("take back", len(stack), (cell, digit))
            if untried:
                digit = (untried & -untried).bit_length() - 1
                digits[cell] = digit
                turn(cell, digit)
                yield Move("try", len(stack), (cell, digit))
                stack.append((cell, untried & (untried - 1)))
                break
        else:
            return
