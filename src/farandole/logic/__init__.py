"""Solve as people do: techniques, the path of steps to the solution, hints, ratings."""

from farandole.logic.board import Board
from farandole.logic.catalog import EXTRA, SEARCHES, TECHNIQUES, find_technique
from farandole.logic.faults import find_fault
from farandole.logic.hints import Hint, hint
from farandole.logic.path import Explanation, explain
from farandole.logic.ratings import LogicRating, Rating, Score, rate
from farandole.logic.step import Level, Reason, Step, Technique
from farandole.logic.wording.describe import Detail, describe
from farandole.logic.wording.words import notation

__all__ = [
    "EXTRA",
    "SEARCHES",
    "TECHNIQUES",
    "Board",
    "Detail",
    "Explanation",
    "Hint",
    "Level",
    "LogicRating",
    "Rating",
    "Reason",
    "Score",
    "Step",
    "Technique",
    "describe",
    "explain",
    "find_fault",
    "find_technique",
    "hint",
    "notation",
    "rate",
]
