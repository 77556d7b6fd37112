"""Sudoku of every shape and exact cover: fast, exact, a joy to read."""

from farandole import batch
from farandole.cover import Cover
from farandole.errors import (
    ArgumentError,
    CoverError,
    FarandoleError,
    FormatError,
    GivenUpWarning,
    MissingExtraError,
    PuzzleError,
    UnfinishedError,
)
from farandole.grid import Grid, House
from farandole.links import Event, dance
from farandole.puzzle import Puzzle, Solution
from farandole.zdd import Zdd

__all__ = [
    "ArgumentError",
    "Cover",
    "CoverError",
    "Event",
    "FarandoleError",
    "FormatError",
    "GivenUpWarning",
    "Grid",
    "House",
    "MissingExtraError",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "UnfinishedError",
    "Zdd",
    "batch",
    "dance",
]
