"""Sheets with puzzles, as a camera or a screen shows them, with what is true about them."""

from farandole.photo.synthetic.puzzles import KINDS, make_puzzle
from farandole.photo.synthetic.sheets import GroundTruth, Sheet, make_sheet

__all__ = ["KINDS", "GroundTruth", "Sheet", "make_puzzle", "make_sheet"]
