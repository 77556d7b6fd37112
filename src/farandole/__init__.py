"""Sudoku of every shape and exact cover: fast, exact, a joy to read."""

from farandole import batch
from farandole.cover import Cover
from farandole.cover.dance import Event, dance
from farandole.cover.zdd import Zdd
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
from farandole.puzzle import Puzzle, Solution

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
