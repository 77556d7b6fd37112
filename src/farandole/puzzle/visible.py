"""The part of a puzzle that a player sees under fog."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from farandole.grid import Cell
from farandole.puzzle.puzzle import Puzzle
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


def _is_undrawn(rule: Rule) -> bool:
    """Return whether a rule is one of the whole grid, or a clue outside it."""
    if isinstance(rule, AllDifferent):
        return len(rule.cells) == 2
    return isinstance(rule, _NOT_DRAWN + _OUTSIDE)
