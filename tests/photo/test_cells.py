"""A cell has one glyph, of one or two figures."""

import numpy as np

from farandole.photo.cells import CELL, find_glyphs


def test_a_figure_near_the_line_belongs_to_its_number_and_the_line_does_not() -> None:
    ink = np.zeros((10 * CELL, 10 * CELL), np.float32)
    for cell in range(0, 100, 2):
        y, x = (at * CELL for at in divmod(cell, 10))
        ink[y + 12 : y + 36, x + 4 : x + 10] = 0.9  # from where the line may end
        ink[y + 12 : y + 36, x + 16 : x + 32] = 0.9
    ink[12:36, 4:6] = ink[:, 10 * CELL - 1] = 0.9
    ink[12:36, 6:10] = 0
    first, *others = find_glyphs(ink)
    assert first.box == (16, 12, 32, 36)
    assert {glyph.box for glyph in others} == {(4, 12, 32, 36)}


def test_low_figures_make_a_number_and_pencilmarks_do_not() -> None:
    """Numbers of a 16x16 grid are hardly higher than pencilmarks of a classic grid; a figure was lost."""
    for height, box in ((15, (10, 16, 38, 31)), (11, None)):
        ink = np.zeros((16 * CELL, 16 * CELL), np.float32)
        for cell in range(0, 256, 2):
            y, x = (at * CELL for at in divmod(cell, 16))
            ink[y + 16 : y + 16 + height, x + 10 : x + 21] = 0.9
            ink[y + 16 : y + 16 + height, x + 27 : x + 38] = 0.9
        found = {glyph.box for glyph in find_glyphs(ink, is_screenshot=True)}
        assert box is None or found == {box}
        assert box is not None or all(right - left == 11 for left, _, right, _ in found)
