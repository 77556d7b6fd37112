"""A glyph fainter than the others is dirt, unless its neighbors are faint too."""

from dataclasses import replace

import numpy as np

from farandole.photo import read
from farandole.photo.cells import Glyph, find_glyphs, measure_ink, rectify_cells
from farandole.photo.digits import read_digits
from farandole.photo.synthetic import make_sheet


def seen_on_a_sheet() -> list[Glyph]:
    found = read(make_sheet("classic", 3).picture)
    return find_glyphs(measure_ink(rectify_cells(found.picture.gray, found.mesh)))


def paled(found: list[Glyph], near: float) -> list[Glyph]:
    """Fade the ink of glyphs, most at the first one, less with the distance from it."""
    first = np.array(divmod(found[0].cell, 9))
    apart = [np.hypot(*(divmod(glyph.cell, 9) - first)) for glyph in found]
    return [
        replace(glyph, contrast=glyph.contrast * min(0.36 + far / near, 1)) if near else glyph
        for glyph, far in zip(found, apart, strict=True)
    ]


def test_a_pale_corner_is_no_dirt() -> None:
    found = seen_on_a_sheet()
    cell = found[0].cell
    plain, corner, lone = (
        read_digits(some, 9, 9).odds[cell, 0] for some in (found, paled(found, 8.0), paled(found, 0.01))
    )
    assert plain < 0.05
    assert corner < 0.5 < lone
