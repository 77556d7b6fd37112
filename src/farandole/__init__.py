"""Sudoku of every shape and exact cover: fast, exact, a joy to read.

``import farandole`` is enough: exact cover, `farandole.formats`, `.logic`, `.render`, `.rules` are loaded when they are
first used.
"""

from typing import TYPE_CHECKING, Any

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
from farandole.puzzle import About, Puzzle, Solution

if TYPE_CHECKING:
    from farandole import cover as cover
    from farandole import formats as formats
    from farandole import logic as logic
    from farandole import render as render
    from farandole import rules as rules
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

_ROOMS = ("cover", "formats", "logic", "render", "rules")
_FROM = {"Cover": "cover", "Event": "cover.dance", "Zdd": "cover.zdd", "dance": "cover.dance"}


def __getattr__(name: str) -> Any:
    if name in _ROOMS or name in _FROM:
        from importlib import import_module

        module = import_module(f"{__name__}.{_FROM.get(name, name)}")
        return getattr(module, name) if name in _FROM else module
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS, *_FROM, "__version__"} - {"Any", "TYPE_CHECKING"})
