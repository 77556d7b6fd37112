"""Films of a search: the same puzzle by several ways, side by side, from real events; or any small exact cover.

A film is what stays and, for each frame, what is shown besides (`Film`). `of_puzzle` and `of_cover` make one; `svg`
writes it as an animated drawing, `gif` and `mp4` as pictures.
"""

from farandole.render.film.covers import of_cover
from farandole.render.film.puzzles import WAYS, of_puzzle
from farandole.render.film.scene import Film, Shape, svg
from farandole.render.film.screen import gif, mp4

__all__ = ["WAYS", "Film", "Shape", "gif", "mp4", "of_cover", "of_puzzle", "svg"]
