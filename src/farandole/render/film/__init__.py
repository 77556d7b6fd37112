"""Films of a search: several methods on one puzzle, dancing links on a small exact cover, or pieces on a board.

A `Film` has fixed shapes, and more shapes for each frame, made from the events of real searches. `of_puzzle`,
`of_cover` and `of_packing` make one; `svg` writes it as an animated drawing, `gif` and `mp4` as pictures.
"""

from farandole.render.film.covers import of_cover
from farandole.render.film.puzzles import WAYS, of_puzzle
from farandole.render.film.scene import Film, Shape, svg
from farandole.render.film.screen import gif, mp4
from farandole.render.film.tilings import of_packing

__all__ = ["WAYS", "Film", "Shape", "gif", "mp4", "of_cover", "of_packing", "of_puzzle", "svg"]
