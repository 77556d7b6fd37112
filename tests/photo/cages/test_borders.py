"""Cages on the mesh: walls where borders or colors tell them, totals, and the cages that both make."""

from functools import cache

import numpy as np
import pytest

pytest.importorskip("PIL")

from farandole.photo.cages.borders import CELL, Walls, borders
from farandole.photo.cages.layout import lay_out
from farandole.photo.cages.outline import outline
from farandole.photo.cages.straight import regular, straightened
from farandole.photo.cages.totals import Total, read_totals
from farandole.photo.geometry import Gray, Points, lattice, through
from farandole.photo.lines import Response, darkness, extended
from farandole.photo.pictures import opened
from farandole.photo.render import Sheet, sheet
from farandole.rules.sums import Cage


@cache
def drawn(kind: str = "killer", seed: int = 15) -> Sheet:
    return sheet(kind, seed, on="screen")


def flat(made: Sheet) -> tuple[Response, Gray]:
    """Lay a sheet flat by its truth: how dark it is, and its colors."""
    picture = opened(made.picture)
    matrix = made.truths[0].corners / picture.gray.shape[1]
    left, top = matrix[0]
    size = matrix[2] - matrix[0]
    mesh: Points = (lattice(9, 9) * size + (left, top)) * picture.gray.shape[1]
    gray = picture.gray if np.median(picture.gray) > 110 else 255 - picture.gray
    ink = darkness(through(np.ascontiguousarray(gray), extended(mesh), CELL), CELL * 5 // 8)[CELL:-CELL, CELL:-CELL]
    colors = [through(np.ascontiguousarray(picture.color[:, :, k]), mesh, CELL) for k in range(3)]
    return ink, np.stack(colors, axis=-1)


def test_borders_are_where_cages_end() -> None:
    [walls] = borders(*flat(drawn()))
    cages = [rule.cells for rule in drawn().truths[0].puzzle.rules]
    number = np.array([next(k for k, cells in enumerate(cages) if cell in cells) for cell in range(81)]).reshape(9, 9)
    np.testing.assert_array_equal(walls.right > 0, number[:, 1:] != number[:, :-1])
    np.testing.assert_array_equal(walls.below > 0, number[1:] != number[:-1])


@pytest.mark.parametrize("kind", ["classic", "jigsaw"])
def test_no_cages_where_none_are(kind: str) -> None:
    assert borders(*flat(drawn(kind, 1))) == []


def test_totals_are_read() -> None:
    found = {total.cell: int(total.odds.argmax()) for total in read_totals(flat(drawn())[0])}
    for cage in drawn().truths[0].puzzle.rules:
        assert isinstance(cage, Cage)
        assert found[min(cage.cells)] == cage.total


def test_a_region_without_a_total_joins_the_one_beside_it() -> None:
    """A wall looks closed, but what lies behind it has no total: it is open."""
    right, below = np.array([[-8.0, 1.0], [8.0, 8.0], [8.0, 8.0]]), np.array([[8.0, 8.0, 8.0], [8.0, -8.0, -8.0]])
    totals = [Total(cell, np.zeros(46), 0.999, (0, 0, 1, 1), (0, 0, 1, 1)) for cell in (0, 3, 4, 5, 6)]
    layout = lay_out(Walls(right, below, 5, 9.0), totals)
    assert layout.regions == ((0, 1, 2), (3,), (4, 7), (5, 8), (6,))
    assert layout.cost == 1.0


def test_a_mesh_that_borders_drew_aside_is_laid_over_the_lines() -> None:
    pixels = np.full((500, 500), 255, np.uint8)
    for line in range(10):
        wide = 2 if line % 3 == 0 else 1
        at = 25 + 50 * line
        pixels[25:476, at - wide + 1 : at + wide] = pixels[at - wide + 1 : at + wide, 25:476] = 0
    true = lattice(9, 9) * 450 + 25
    aside = true.copy()
    aside[:, 4, 0] += 5
    aside[7, :, 1] -= 5
    ink = darkness(through(pixels, extended(aside), CELL), CELL * 5 // 8)
    assert np.abs(straightened(aside, ink, CELL, (3, 3)) - true).max() < 1.2
    assert regular(true) is not None
    bent = true + 20 * np.sin(true[:, :, ::-1] / 90)
    assert regular(bent) is None


def test_an_outline_stays_inside_its_cells() -> None:
    places = [(0, 0), (0, 1), (1, 1)]
    for line in outline(lattice(2, 2) * 2, places):
        for x, y in line:
            assert (int(y), int(x)) in places
