"""Puzzles and their solutions."""

from farandole.limits import Count
from farandole.puzzle.about import About
from farandole.puzzle.digits import EMPTY, NO_CELL, DigitsLike, parse_digits
from farandole.puzzle.figures import DrawnLine, DrawnShape
from farandole.puzzle.fog import Fog
from farandole.puzzle.puzzle import Puzzle, check_puzzle
from farandole.puzzle.solutions import Candidates, Solution, Solutions

__all__ = [
    "EMPTY",
    "NO_CELL",
    "About",
    "Candidates",
    "Count",
    "DigitsLike",
    "DrawnLine",
    "DrawnShape",
    "Fog",
    "Puzzle",
    "Solution",
    "Solutions",
    "check_puzzle",
    "parse_digits",
]
