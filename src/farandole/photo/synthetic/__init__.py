"""Sheets with puzzles, as a camera or a screen shows them, with what is true about them."""

from farandole.photo.synthetic.puzzles import KINDS, make_puzzle
from farandole.photo.synthetic.sheets import Sheet, Truth, sheet

__all__ = ["KINDS", "Sheet", "Truth", "make_puzzle", "sheet"]
