"""Puzzles, and what they answer."""

from farandole.puzzle.puzzle import EMPTY, NO_CELL, Puzzle, digits_in
from farandole.puzzle.solutions import Candidates, Count, Solution, Solutions

__all__ = [
    "EMPTY",
    "NO_CELL",
    "Candidates",
    "Count",
    "Puzzle",
    "Solution",
    "Solutions",
    "digits_in",
]
