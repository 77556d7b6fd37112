"""Sudoku of every shape and exact cover: fast, exact, a joy to read."""

from farandole import batch
from farandole.cover import Cover
from farandole.errors import CoverError, FarandoleError, FormatError, MissingExtraError, PuzzleError
from farandole.grid import Grid, House
from farandole.links import Event, dance
from farandole.puzzle import Puzzle, Solution

__all__ = [
    "Cover",
    "CoverError",
    "Event",
    "FarandoleError",
    "FormatError",
    "Grid",
    "House",
    "MissingExtraError",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "batch",
    "dance",
]
