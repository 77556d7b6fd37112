"""Make puzzles of any shape with one solution, as hard and as symmetric as you like, and edit them as a setter does."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
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

_MODULES = {
    "Clue": "clues",
    "NeedlessClues": "clues",
    "clues_of": "clues",
    "needless": "clues",
    "ConflictingClues": "conflicts",
    "conflicting": "conflicts",
    "DAILY_LEVELS": "day",
    "daily": "day",
    "HardPuzzle": "hard",
    "hard_puzzles": "hard",
    "make": "making",
    "make_many": "making",
    "make_near": "making",
    "Progress": "progress",
    "Qualities": "quality",
    "qualities": "quality",
    "MadePuzzle": "result",
    "Proof": "result",
    "ChangedPuzzle": "setting",
    "complete": "setting",
    "fill": "setting",
    "minimize": "setting",
    "shape_names": "shapes",
    "SYMMETRIES": "symmetries",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, (), _MODULES)
