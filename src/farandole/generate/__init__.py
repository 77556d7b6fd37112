"""Make puzzles of any shape with one solution, as hard and as symmetric as you like, and edit them as a setter does."""

from __future__ import annotations

from farandole.generate.clues import Clue, NeedlessClues, clues_of, needless
from farandole.generate.conflicts import ConflictingClues, conflicting
from farandole.generate.day import DAILY_LEVELS, daily
from farandole.generate.hard import HardPuzzle, hard_puzzles
from farandole.generate.making import make, make_many, make_near
from farandole.generate.progress import Progress
from farandole.generate.quality import Qualities, qualities
from farandole.generate.result import MadePuzzle, Proof
from farandole.generate.setting import ChangedPuzzle, complete, fill, minimize
from farandole.generate.shapes import shape_names
from farandole.generate.symmetries import SYMMETRIES

__all__ = [
    "DAILY_LEVELS",
    "SYMMETRIES",
    "ChangedPuzzle",
    "Clue",
    "ConflictingClues",
    "HardPuzzle",
    "MadePuzzle",
    "NeedlessClues",
    "Progress",
    "Proof",
    "Qualities",
    "clues_of",
    "complete",
    "conflicting",
    "daily",
    "fill",
    "hard_puzzles",
    "make",
    "make_many",
    "make_near",
    "minimize",
    "needless",
    "qualities",
    "shape_names",
]
