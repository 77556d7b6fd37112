"""Sudoku of every shape, and exact cover: fast and exact.

``import farandole`` is enough: functions and packages are loaded when they are first used.
"""

from farandole import display
from farandole.lazy import lazy_exports

TYPE_CHECKING = False  # as type checkers know it; `typing` would take a while to import

if TYPE_CHECKING:
    from farandole import batch as batch
    from farandole import bulk as bulk
    from farandole import cover as cover
    from farandole import datasets as datasets
    from farandole import distributed as distributed
    from farandole import errors as errors
    from farandole import formats as formats
    from farandole import generate as generate
    from farandole import grid as grid
    from farandole import i18n as i18n
    from farandole import io as io
    from farandole import logic as logic
    from farandole import photo as photo
    from farandole import puzzle as puzzle
    from farandole import render as render
    from farandole import rules as rules
    from farandole import sizes as sizes
    from farandole import tasks as tasks
    from farandole import tui as tui
    from farandole import web as web
    from farandole.cover import Cover
    from farandole.cover import Zdd as Zdd
    from farandole.cover.dance import Event as Event
    from farandole.cover.dance import dance as dance
    from farandole.errors import ArgumentError as ArgumentError
    from farandole.errors import CoverError as CoverError
    from farandole.errors import FarandoleError as FarandoleError
    from farandole.errors import FormatError as FormatError
    from farandole.errors import GivenUpWarning as GivenUpWarning
    from farandole.errors import MissingExtraError as MissingExtraError
    from farandole.errors import PuzzleError as PuzzleError
    from farandole.errors import UnfinishedError as UnfinishedError
    from farandole.formats import read, write
    from farandole.generate import complete, make, minimize, needless
    from farandole.grid import Grid
    from farandole.grid import House as House
    from farandole.logic import describe, explain, hint, rate
    from farandole.puzzle import About as About
    from farandole.puzzle import Puzzle, Solution
    from farandole.render import draw

    __version__: str

# What completion shows. Errors, `House` and a few more can be imported from here too; their packages list them.
__all__ = [
    "Cover",
    "Grid",
    "Puzzle",
    "Solution",
    "batch",
    "complete",
    "cover",
    "datasets",
    "describe",
    "draw",
    "errors",
    "explain",
    "formats",
    "generate",
    "grid",
    "hint",
    "logic",
    "make",
    "minimize",
    "needless",
    "photo",
    "puzzle",
    "rate",
    "read",
    "render",
    "rules",
    "write",
]

if not TYPE_CHECKING:  # a type checker that saw a `__getattr__` would accept every name
    _PACKAGES = (
        "_core",
        "batch",
        "bitsets",
        "bulk",
        "cover",
        "datasets",
        "distributed",
        "errors",
        "formats",
        "generate",
        "grid",
        "i18n",
        "io",
        "limits",
        "logic",
        "outputs",
        "photo",
        "puzzle",
        "records",
        "render",
        "rules",
        "selftest",
        "sizes",
        "system",
        "tasks",
        "tui",
        "web",
    )
    _NAMES = {
        "About": "puzzle",
        "ArgumentError": "errors",
        "Cover": "cover",
        "CoverError": "errors",
        "Event": "cover.dance",
        "FarandoleError": "errors",
        "FormatError": "errors",
        "Grid": "grid",
        "GivenUpWarning": "errors",
        "House": "grid",
        "MissingExtraError": "errors",
        "Puzzle": "puzzle",
        "PuzzleError": "errors",
        "Solution": "puzzle",
        "UnfinishedError": "errors",
        "Zdd": "cover",
        "complete": "generate",
        "dance": "cover.dance",
        "draw": "render",
        "explain": "logic",
        "hint": "logic",
        "make": "generate",
        "minimize": "generate",
        "needless": "generate",
        "rate": "logic",
        "read": "formats",
        "describe": "logic",
        "write": "formats",
    }
    _offered, _ = lazy_exports(__name__, _PACKAGES, _NAMES)

    def __getattr__(name):
        if name == "__version__":
            from farandole._core import VERSION

            return VERSION
        try:
            return _offered(name)
        except AttributeError:
            import sys

            from farandole.elsewhere import describe_missing  # only for a name that isn't there

            raise AttributeError(describe_missing(__name__, name), name=name, obj=sys.modules[__name__]) from None

    def __dir__():
        return [*__all__, "__version__"]


def _bundle(thing: object) -> dict[str, str]:
    from farandole.render.picture import bundle

    return bundle(thing)


display.set_bundler(_bundle)
