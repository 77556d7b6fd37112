"""Make a sheet from a seed: a picture with puzzles, and their ground truth."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from farandole.grid import Cell
from farandole.photo.geometry import Points
from farandole.photo.synthetic.camera import Camera
from farandole.photo.synthetic.drawing import Drawing
from farandole.photo.synthetic.looks import OWN_FONT, Look, app_look, print_look
from farandole.photo.synthetic.puzzles import make_puzzle
from farandole.puzzle import Puzzle, Solution
from farandole.records import record

_WORDS = (
    "Sudoku",
    "of",
    "the",
    "day",
    "Fill",
    "each",
    "row",
    "column",
    "and",
    "box",
    "with",
    "all",
    "digits",
    "once",
    "Page",
)


@record(slots=False)
class GroundTruth:
    """The ground truth of a puzzle on a sheet.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle with its givens alone.
    entered : dict of Cell to int
        The digits that somebody entered.
    marks : dict of Cell to set of int
        The pencilmarks.
    corners : float array (4, 2)
        The corners of the grid in the picture: upper left, upper right, lower right, lower left.
    """

    puzzle: Puzzle
    entered: dict[Cell, int]
    marks: dict[Cell, set[int]]
    corners: Points


@record(slots=False)
class Sheet:
    """A picture, uint8 array (height, width, 3), and the ground truth of its puzzles from left to right."""

    picture: NDArray[np.uint8]
    ground_truths: tuple[GroundTruth, ...]


def make_sheet(
    kind: str,
    seed: int,
    *,
    on: str = "paper",
    filled: bool = False,
    fonts: tuple[str, ...] = (OWN_FONT,),
    hands: tuple[str, ...] = (),
    puzzles: int = 1,
) -> Sheet:
    """Make a sheet.

    Parameters
    ----------
    kind : str
        The shape of its puzzle: one of `KINDS`.
    seed : int
        The same seed and fonts make the same sheet, on every machine with the default fonts.
    on : str
        "paper", for a photo, or "screen".
    filled : bool
        Whether digits and, on a screen, pencilmarks are entered.
    fonts, hands : tuple of str
        Font files to choose from, for print and for handwriting, such as those of `installed_fonts`; by default, the
        font of Pillow. Without fonts of handwriting, entered digits are in print.
    puzzles : int
        The number of puzzles, side by side.

    Examples
    --------
    >>> made = make_sheet("4x4", 1, on="screen")
    >>> made.picture.ndim, len(made.ground_truths), sum(map(bool, made.ground_truths[0].puzzle.givens))
    (3, 1, 4)
    """
    random = Random(f"sheet {kind} {seed} {on} {filled}")
    drawings = []
    look = app_look(random, fonts) if on == "screen" else print_look(random, fonts, hands)
    for number in range(puzzles):
        puzzle = make_puzzle(kind, seed + 1000003 * number)
        entered, marks = _fill_in(puzzle, random, on == "screen") if filled else ({}, {})
        drawings.append((Drawing(puzzle, look, entered, marks, random), entered, marks))
    page, places = _page([drawing for drawing, _, _ in drawings], look, random)
    corners = np.array(
        [np.array(drawing.corners, float) + place for (drawing, _, _), place in zip(drawings, places, strict=True)]
    )
    if on == "paper":
        camera = Camera.of(random, scale=max(1.0, page.width / look.cell / 13))
        picture, seen = camera.take(page, corners.reshape(-1, 2))
        corners = seen.reshape(-1, 4, 2)
    else:
        picture = np.asarray(page)
    ground_truths = [
        GroundTruth(one.puzzle, entered, marks, quad)
        for (one, entered, marks), quad in zip(drawings, corners, strict=True)
    ]
    return Sheet(picture, tuple(ground_truths))


def _fill_in(puzzle: Puzzle, random: Random, with_marks: bool) -> tuple[dict[Cell, int], dict[Cell, set[int]]]:
    """Enter a part of the solution, and pencilmarks in other cells."""
    solution = puzzle.solve()
    assert isinstance(solution, Solution)
    open_ = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
    entered = {cell: solution.digits[cell] for cell in open_ if random.random() < 0.3}
    marks = {}
    for cell in open_:
        if with_marks and cell not in entered and random.random() < 0.5:
            n = puzzle.grid.n_digits
            marks[cell] = {solution.digits[cell], *random.sample(range(1, n + 1), random.randint(1, min(4, n - 1)))}
    return entered, marks


def _page(drawings: list[Drawing], look: Look, random: Random) -> tuple[Image.Image, list[NDArray[np.float64]]]:
    """Put drawings side by side, with text above and below; return the page, and the place of each drawing."""
    gap = random.randint(0, look.cell)
    above, below = (random.randint(0, 2 * look.cell) for _ in range(2))
    width = sum(drawing.page.width for drawing in drawings) + gap * (len(drawings) + 1)
    height = max(drawing.page.height for drawing in drawings) + above + below
    page = Image.new("RGB", (width, height), look.paper)
    places, x = [], gap
    for drawing in drawings:
        page.paste(drawing.page, (x, above))
        places.append(np.array([x, above], float))
        x += drawing.page.width + gap
    pen, font = ImageDraw.Draw(page), drawings[0].font(0.3)
    for top, bottom in ((0, above), (height - below, height)):
        for y in range(top + 4, bottom - look.cell // 2, look.cell // 2):
            pen.text((gap + 4, y), " ".join(random.choices(_WORDS, k=8)), font=font, fill=look.ink)
    return page, places
