"""Notes above each other that touch are no digit."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from farandole.photo.cells import CELL, Glyph, find_glyphs
from farandole.photo.ink.stacks import drop_stacks


def draw_glyph(text: str, tall: int) -> Glyph:
    """Draw digits above each other without gaps, each so many pixels high."""
    cell = Image.new("L", (9 * CELL, 9 * CELL))
    pen, font = ImageDraw.Draw(cell), ImageFont.load_default(100)
    top = (CELL - tall * len(text)) // 2
    for number, digit in enumerate(text):
        left, above, right, below = font.getbbox(digit)
        large = Image.new("L", (int(right - left), int(below - above)))
        ImageDraw.Draw(large).text((-left, -above), digit, 255, font)
        small = large.resize((max(round(large.width * tall / large.height), 3), tall))
        cell.paste(small, ((CELL - small.width) // 2, top + number * tall))
        pen.line((CELL // 2, top + number * tall, CELL // 2, top + number * tall), 255)  # so that they touch
    [glyph] = find_glyphs(np.asarray(cell, np.float32) / np.float32(255), 0.8)
    return glyph


@pytest.mark.parametrize("text", ["14", "25", "47", "369", "258", "58"])
def test_notes_that_touch_are_left_out(text: str) -> None:
    assert drop_stacks([draw_glyph(text, 10)]) == []


@pytest.mark.parametrize("digit", "123456789")
@pytest.mark.parametrize("tall", [16, 20, 24])
def test_digits_stay(digit: str, tall: int) -> None:
    glyph = draw_glyph(digit, tall)
    assert drop_stacks([glyph]) == [glyph]
