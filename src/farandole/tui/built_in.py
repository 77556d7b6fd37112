"""Built-in puzzles, each a file in the folder ``puzzles``. All of them were made by Farandole."""

from __future__ import annotations

from importlib.resources import files

from farandole import formats
from farandole.i18n import tr
from farandole.puzzle import Puzzle

NAMES = ("mini", "easy", "medium", "hard", "expert", "jigsaw", "killer", "letters", "samurai")


def load_puzzle(name: str) -> Puzzle:
    """Read a built-in puzzle.

    Examples
    --------
    >>> load_puzzle("mini").grid
    Grid.classic((2, 3))
    """
    ending = "json" if name == "killer" else "txt"
    [puzzle] = formats.read(files("farandole.tui").joinpath(f"puzzles/{name}.{ending}").read_text("utf-8"))
    return puzzle


def get_title(name: str) -> str:
    """Return the title of a built-in puzzle."""
    return {
        "mini": tr("Mini: 6x6, for a coffee"),
        "easy": tr("Easy"),
        "medium": tr("Medium"),
        "hard": tr("Hard"),
        "expert": tr("Expert"),
        "jigsaw": tr("Jigsaw: regions of any shape"),
        "killer": tr("Killer: cages with totals"),
        "letters": tr("Letters: 16x16, with A to G for 10 to 16"),
        "samurai": tr("Samurai: five grids in one"),
    }[name]
