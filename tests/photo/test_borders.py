"""Cages: walls found by borders or colors, totals, and the layout of both."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from farandole.photo.cages.borders import CELL, Walls, find_borders
from farandole.photo.cages.killer import find_killer, find_total_corner
from farandole.photo.cages.layout import lay_out
from farandole.photo.cages.outline import outline_cage
from farandole.photo.cages.straighten import regularize_mesh, straighten_mesh
from farandole.photo.cages.totals import Total, read_totals
from farandole.photo.cells import measure_ink, rectify_cells
from farandole.photo.geometry import Gray, Points, lattice, rectify
from farandole.photo.lines import Response, extend_mesh, measure_darkness
from farandole.photo.pictures import open_picture
from farandole.photo.synthetic import Sheet, make_sheet
from farandole.rules.sums import Cage


@cache
def drawn(kind: str = "killer", seed: int = 15) -> Sheet:
    return make_sheet(kind, seed, on="screen")


def mesh_of(made: Sheet) -> Points:
    """Make the mesh of a screenshot from its ground truth."""
    corners = made.ground_truths[0].corners
    mesh: Points = lattice(9, 9) * (corners[2] - corners[0]) + corners[0]
    return mesh


def flat(made: Sheet) -> tuple[Response, Callable[[], Gray]]:
    """Rectify a sheet by its ground truth: its darkness and its colors."""
    picture = open_picture(made.picture)
    mesh = mesh_of(made)
    gray = picture.gray if np.median(picture.gray) > 110 else 255 - picture.gray
    ink = measure_darkness(rectify(np.ascontiguousarray(gray), extend_mesh(mesh), CELL), CELL * 5 // 8)[
        CELL:-CELL, CELL:-CELL
    ]
    colors = [rectify(np.ascontiguousarray(picture.color[:, :, k]), mesh, CELL) for k in range(3)]
    return ink, lambda: np.stack(colors, axis=-1)


def test_borders_are_where_cages_end() -> None:
    [walls] = find_borders(*flat(drawn()))
    cages = [rule.cells for rule in drawn().ground_truths[0].puzzle.rules]
    number = np.array([next(k for k, cells in enumerate(cages) if cell in cells) for cell in range(81)]).reshape(9, 9)
    np.testing.assert_array_equal(walls.right > 0, number[:, 1:] != number[:, :-1])
    np.testing.assert_array_equal(walls.below > 0, number[1:] != number[:-1])


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["classic", "jigsaw"])
def test_no_cages_where_none_are(kind: str, seed: int) -> None:
    """Borders of regions may look like those of cages, but a killer has totals too."""
    made = drawn(kind, seed)
    picture = open_picture(made.picture)
    ink = measure_ink(rectify_cells(picture.gray, mesh_of(made)))
    assert find_killer(picture, mesh_of(made), ink, on_screen=True) is None


def test_totals_are_read() -> None:
    found = {total.cell: int(total.odds.argmax()) for total in read_totals(flat(drawn())[0])}
    for cage in drawn().ground_truths[0].puzzle.rules:
        assert isinstance(cage, Cage)
        assert found[min(cage.cells)] == cage.total


def test_a_region_without_a_total_joins_the_one_beside_it() -> None:
    """A wall that looks closed is open if there is no total behind it."""
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
    ink = measure_darkness(rectify(pixels, extend_mesh(aside), CELL), CELL * 5 // 8)
    assert np.abs(straighten_mesh(aside, ink, CELL, (3, 3)) - true).max() < 1.2
    assert regularize_mesh(true) is not None
    bent = true + 20 * np.sin(true[:, :, ::-1] / 90)
    assert regularize_mesh(bent) is None


def test_borders_brighter_than_lines_do_not_draw_a_screen_aside() -> None:
    """With white cages and digits inside gray lines, the last border was taken for the last line."""
    pixels = np.full((500, 500), 255, np.uint8)
    for line in range(10):
        wide, at = (2 if line % 3 == 0 else 1), 25 + 50 * line
        pixels[25:476, at - wide : at + wide] = pixels[at - wide : at + wide, 25:476] = 150
    for row in range(9):
        for first in range(0, 9, 3):
            left, top = 25 + 50 * first + 6, 25 + 50 * row + 6
            right, bottom = left + 137, top + 37
            for part in (np.s_[top : top + 3, left:right], np.s_[bottom : bottom + 3, left:right],
                         np.s_[top:bottom, left : left + 3], np.s_[top:bottom, right : right + 3]):  # fmt: skip
                pixels[part] = 0
    true = lattice(9, 9) * 450 + 24.5
    ink = measure_darkness(rectify(pixels, extend_mesh(true), CELL), CELL * 5 // 8)
    assert np.abs(straighten_mesh(true, ink, CELL, (3, 3), is_flat=True) - true).max() < 4


def test_totals_are_found_where_larger_digits_fill_the_other_corners() -> None:
    ink = np.zeros((9 * 48, 9 * 48), np.float32)
    for cell in range(81):
        y, x = (at * 48 for at in divmod(cell, 9))
        if cell % 3 == 0:
            ink[y + 5 : y + 13, x + 5 : x + 9] = 0.9
        ink[y + 21 : y + 47, x + 20 : x + 47] = 0.9
    assert find_total_corner(ink) == 0


def test_an_outline_stays_inside_its_cells() -> None:
    places = [(0, 0), (0, 1), (1, 1)]
    for line in outline_cage(lattice(2, 2) * 2, places):
        for x, y in line:
            assert (int(y), int(x)) in places
