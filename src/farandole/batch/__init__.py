"""Classic puzzles by the million: arrays in, arrays out."""

from typing import TYPE_CHECKING

from farandole.batch import grids
from farandole.batch.arrays import have_repeats
from farandole.batch.classic import Answers, Lines, isa, isas, lanes, read_lines, solve
from farandole.batch.isomorphism import automorphisms, canonical, isomorphic, transform, variants
from farandole.batch.minimal import MinimalPuzzles, minimal_puzzles, minimize, neighbors

if TYPE_CHECKING:  # arrays of NumPy, which is not loaded for them
    from farandole.batch.classic import Candidates as Candidates
    from farandole.batch.classic import Numbers as Numbers
    from farandole.batch.classic import Values as Values

__all__ = [
    "Answers",
    "Lines",
    "MinimalPuzzles",
    "automorphisms",
    "canonical",
    "grids",
    "have_repeats",
    "isa",
    "isas",
    "isomorphic",
    "lanes",
    "minimal_puzzles",
    "minimize",
    "neighbors",
    "read_lines",
    "solve",
    "transform",
    "variants",
]
