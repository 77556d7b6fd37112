"""Films of a search: several methods on the same puzzle, side by side; or dancing links on a small exact cover.

A `Film` has fixed shapes, and more shapes for each frame, made from the events of real searches. `of_puzzle` and
`of_cover` make a film; `svg` writes it as an animated drawing, `gif` and `mp4` as pictures.
"""

from farandole.render.film.covers import of_cover
from farandole.render.film.puzzles import WAYS, of_puzzle
from farandole.render.film.scene import Film, Shape, svg
from farandole.render.film.screen import gif, mp4

__all__ = ["WAYS", "Film", "Shape", "gif", "mp4", "of_cover", "of_puzzle", "svg"]
