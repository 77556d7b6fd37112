"""Sudoku of every shape and exact cover: fast, exact, a joy to read.

``import farandole`` is enough: every package, such as `farandole.generate`, is loaded when it is first used.
"""

from typing import TYPE_CHECKING

from farandole import batch
from farandole.errors import (
    ArgumentError,
    CoverError,
    FarandoleError,
    FormatError,
    GivenUpWarning,
    MissingExtraError,
    PuzzleError,
    UnfinishedError,
)
from farandole.grid import Grid, House
from farandole.lazy import offered
from farandole.puzzle import About, Puzzle, Solution

if TYPE_CHECKING:
    from farandole import cover as cover
    from farandole import errors as errors
    from farandole import files as files
    from farandole import formats as formats
    from farandole import generate as generate
    from farandole import grid as grid
    from farandole import language as language
    from farandole import logic as logic
    from farandole import photo as photo
    from farandole import play as play
    from farandole import puzzle as puzzle
    from farandole import render as render
    from farandole import rules as rules
    from farandole import scale as scale
    from farandole import sizes as sizes
    from farandole import web as web
    from farandole.cover import Cover
    from farandole.cover.dance import Event, dance
    from farandole.cover.zdd import Zdd

    __version__: str

__all__ = [
    "About",
    "ArgumentError",
    "Cover",
    "CoverError",
    "Event",
    "FarandoleError",
    "FormatError",
    "GivenUpWarning",
    "Grid",
    "House",
    "MissingExtraError",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "UnfinishedError",
    "Zdd",
    "batch",
    "dance",
]

if not TYPE_CHECKING:  # a type checker that saw a `__getattr__` would accept every name
    _MODULES = (
        "cover",
        "files",
        "formats",
        "generate",
        "language",
        "logic",
        "photo",
        "play",
        "render",
        "rules",
        "scale",
        "sizes",
        "web",
    )
    _NAMES = {"Cover": "cover", "Event": "cover.dance", "Zdd": "cover.zdd", "dance": "cover.dance"}
    _offered, _names = offered(__name__, _MODULES, _NAMES)

    def __getattr__(name):
        if name == "__version__":  # reading the metadata takes a while
            from importlib.metadata import version

            return version(__name__)
        return _offered(name)

    def __dir__():
        return [*_names(), "__version__"]
