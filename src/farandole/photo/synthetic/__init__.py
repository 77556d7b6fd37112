"""Synthesize photos and screenshots of puzzles, with their ground truth."""

from farandole.photo.synthetic.puzzles import KINDS, make_puzzle
from farandole.photo.synthetic.sheets import GroundTruth, Sheet, make_sheet

__all__ = ["KINDS", "GroundTruth", "Sheet", "make_puzzle", "make_sheet"]
