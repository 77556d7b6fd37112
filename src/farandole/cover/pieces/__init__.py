"""Pieces that fill a board: polyominoes, polyiamonds, polyhexes and polycubes, and their tilings.

A `Piece` is some cells of a `Lattice`, a `Board` is the cells to fill, and a `Packing` is the question of how pieces
fill a board: an exact cover. Its answers are `Tiling`s.

Examples
--------
>>> packing = Packing(Board.rectangle(3, 20), polyominoes(5))
>>> packing.count(), packing.count(up_to_symmetry=True)
(8, 2)
>>> print(packing.solve())
UUXIIIIINNNFTWYYYYZV
UXXXPPLNNFFFTWWYZZZV
UUXPPPLLLLFTTTWWZVVV
"""

from farandole.cover.pieces.board import Board
from farandole.cover.pieces.families import polycubes, polyhexes, polyiamonds, polyominoes
from farandole.cover.pieces.lattice import CUBE, HEXAGON, SQUARE, TRIANGLE, Lattice
from farandole.cover.pieces.packing import Packing
from farandole.cover.pieces.piece import Piece
from farandole.cover.pieces.tiling import Placement, Tiling

__all__ = [
    "CUBE",
    "HEXAGON",
    "SQUARE",
    "TRIANGLE",
    "Board",
    "Lattice",
    "Packing",
    "Piece",
    "Placement",
    "Tiling",
    "polycubes",
    "polyhexes",
    "polyiamonds",
    "polyominoes",
]
