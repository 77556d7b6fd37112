"""Draw screenshots of grids cell by cell: what a puzzle can't hold, too."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def draw_screen(
    line: str,
    *,
    size: int = 9,
    side: int = 52,
    paper: Color = WHITE,
    ink: Color = BLACK,
    faint: Color = (150, 150, 150),
    fills: Mapping[int, Color] | None = None,
    inks: Mapping[int, Color] | None = None,
    tall: float = 0.6,
    talls: Mapping[int, float] | None = None,
    notes: Mapping[int, str] | None = None,
    margin: int = 40,
) -> NDArray[np.uint8]:
    """Draw a square grid: ``line`` has a sign for each cell.

    ``fills`` and ``inks`` are the colors of some cells, ``talls`` the heights of their digits, and ``notes`` small
    digits above these.
    """
    whole = size * side + 2 * margin
    image = Image.new("RGB", (whole, whole), paper)
    pen, small = ImageDraw.Draw(image), ImageFont.load_default(side * 0.28)
    for cell, sign in enumerate(line):
        x, y = margin + cell % size * side, margin + cell // size * side
        if fills and cell in fills:
            pen.rectangle((x, y, x + side, y + side), fill=fills[cell])
        if sign != ".":
            noted = (notes or {}).get(cell, "")
            font = ImageFont.load_default(round((talls or {}).get(cell, tall) * side * 1.35))
            middle = (x + side / 2, y + side * (0.6 if noted else 0.5))
            pen.text(middle, sign, font=font, fill=(inks or {}).get(cell, ink), anchor="mm")
            for number, mark in enumerate(noted):
                pen.text((x + side * (0.2 + 0.28 * number), y + side * 0.25), mark, font=small, fill=faint, anchor="mm")
    box = 3 if size == 9 else size
    for is_thick in (False, True):
        for number in range(size + 1):
            if (number % box == 0) == is_thick:
                at, color, width = margin + number * side, ink if is_thick else faint, 3 if is_thick else 1
                pen.line((at, margin, at, whole - margin), fill=color, width=width)
                pen.line((margin, at, whole - margin, at), fill=color, width=width)
    return np.asarray(image)
