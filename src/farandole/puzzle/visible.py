"""The part of a puzzle that a player sees under fog."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from farandole.grid import Cell
from farandole.puzzle.puzzle import Puzzle
from farandole.records import replace
from farandole.rules import (
    AllDifferent,
    FrameSum,
    LittleKiller,
    NotConsecutive,
    NotPairSum,
    NotRatio,
    NumberedRoom,
    Rule,
    Sandwich,
    Skyscraper,
    XSum,
)

_BUDGET = 100_000  # guesses

_NOT_DRAWN = (NotConsecutive, NotPairSum, NotRatio)
_OUTSIDE = (FrameSum, LittleKiller, NumberedRoom, Sandwich, Skyscraper, XSum)


def visible_part(puzzle: Puzzle, clear: AbstractSet[Cell]) -> Puzzle:
    """Return the puzzle with only the clues that a player sees: those that lie in clear cells.

    Rules of the whole grid, which nobody draws, stay. So does a clue outside the grid, which no fog hides.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Cage
    >>> puzzle = Puzzle.of(Grid.classic((2, 2)), "1..2............", rules=[Cage((0, 1), 3), Cage((3, 7), 6)])
    >>> seen = visible_part(puzzle, {0, 1, 2})
    >>> seen.line, seen.rules
    ('1...............', (Cage(cells=(0, 1), total=3),))
    """
    givens = tuple(digit if cell in clear else 0 for cell, digit in enumerate(puzzle.givens))
    seen = tuple(rule for rule in puzzle.rules if _is_undrawn(rule) or clear >= {*rule.scope})
    return replace(puzzle, givens=givens, rules=seen)


def seen_by_player(puzzle: Puzzle, entered: Sequence[int]) -> Puzzle:
    """Return what a player sees of a puzzle under fog who has entered some digits; without fog, the puzzle itself.

    Parameters
    ----------
    puzzle : Puzzle
    entered : sequence of int
        The digit of each cell, 0 for none; givens may be among them.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import About, Fog
    >>> puzzle = Puzzle.of(Grid.classic((2, 2)), "1..2 3.1. .... ...4", about=About(fog=Fog((0, 1))))
    >>> seen_by_player(puzzle, [0] * 16).line
    '1...............'
    """
    fog = puzzle.about.fog
    if fog is None:
        return puzzle
    return visible_part(puzzle, fog.clear_cells(puzzle.grid, entered, find_right_digits(puzzle), puzzle.givens))


def find_right_digits(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the digits that clear the fog: those that are stored, or else the only solution; empty if unknown."""
    fog = puzzle.about.fog
    if fog is not None and fog.solution:
        return fog.solution
    first = puzzle.solve(budget=_BUDGET)
    return first.digits if first is not None else ()


def _is_undrawn(rule: Rule) -> bool:
    """Return whether a rule is one of the whole grid, or a clue outside it."""
    if isinstance(rule, AllDifferent):
        return len(rule.cells) == 2
    return isinstance(rule, _NOT_DRAWN + _OUTSIDE)
