"""Synthetic sheets are read: the puzzle, its place, its rotation, entered digits; other pictures raise clear errors."""

import json
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from farandole import Puzzle
from farandole.errors import ArgumentError, PhotoError
from farandole.photo import Reading, read, shadows
from farandole.photo.pictures import open_picture
from farandole.photo.screens import detect_screenshot
from farandole.photo.synthetic import Sheet, make_sheet


@cache
def paper(seed: int = 3) -> Sheet:
    return make_sheet("classic", seed)


@cache
def reading() -> Reading:
    return read(paper().picture)


def test_a_photo_of_paper() -> None:
    [truth] = paper().ground_truths
    assert reading().puzzle == truth.puzzle
    assert (reading().n_solutions, reading().repairs, reading().doubtful) == (1, (), ())
    assert reading().confidence > 0.9
    assert np.abs(np.array(reading().corners) - truth.corners).max() < 6


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_whichever_way_up(turns: int) -> None:
    turned = read(np.ascontiguousarray(np.rot90(paper().picture, turns)))
    assert turned.puzzle == reading().puzzle
    assert turned.rotation == 90 * turns


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["4x4", "6x6", "8x8"])
def test_other_sizes(kind: str) -> None:
    made = make_sheet(kind, 1)
    assert read(made.picture).puzzle == made.ground_truths[0].puzzle


@pytest.mark.slow
def test_thick_lines_are_no_grid_of_their_own() -> None:
    made = make_sheet("classic", 1019, on="screen", filled=True)
    assert read(made.picture).puzzle == made.ground_truths[0].puzzle


def test_bytes_files_and_pictures_are_read_alike(tmp_path: object) -> None:
    image = Image.fromarray(paper().picture)
    path = f"{tmp_path}/photo.png"
    image.save(path)
    with open(path, "rb") as file:
        for given in (path, file.read(), image):
            assert read(given).puzzle == reading().puzzle


def two() -> NDArray[np.uint8]:
    """Two puzzles on one page."""
    left, right = (Image.fromarray(make_sheet("classic", seed, on="screen").picture) for seed in (1, 4))
    page = Image.new("RGB", (left.width + right.width, max(left.height, right.height)), "white")
    page.paste(left, (0, 0))
    page.paste(right, (left.width, 0))
    return np.asarray(page)


def test_two_puzzles_are_chosen_by_index() -> None:
    page = two()
    with pytest.raises(PhotoError, match=r"expected one puzzle, found 2: choose by its index: 1 .* left, 2 .* right"):
        read(page)
    for index, seed in ((1, 1), (2, 4)):
        assert read(page, index=index).puzzle == make_sheet("classic", seed, on="screen").ground_truths[0].puzzle
    with pytest.raises(PhotoError, match="expected an index from 1 to 2, found 3"):
        read(page, index=3)


def test_no_grid() -> None:
    with pytest.raises(PhotoError, match="expected a puzzle, found no grid in the picture"):
        read(np.full((400, 400, 3), 200, np.uint8))


def test_an_empty_grid() -> None:
    pixels = np.full((500, 500), 255, np.uint8)
    for at in range(20, 471, 50):
        pixels[20:472, at : at + 2] = pixels[at : at + 2, 20:472] = 0
    with pytest.raises(PhotoError, match="found a grid without digits"):
        read(pixels)


def test_a_blurred_photo_is_refused() -> None:
    blurred = np.asarray(Image.fromarray(paper().picture).filter(ImageFilter.GaussianBlur(10)))
    with pytest.raises(PhotoError, match="expected a puzzle, found a blurred picture: hold the camera still"):
        read(blurred)


@pytest.mark.slow
@pytest.mark.parametrize("side", range(4))
def test_a_grid_that_is_cut_off_is_refused(side: int) -> None:
    turned = np.rot90(paper().picture, side)
    corners = np.array(read(turned).corners)
    cut = int(corners[:, 0].min() + 0.26 * np.ptp(corners[:, 0]))  # a little more than two columns
    with pytest.raises(PhotoError, match=r"expected a .*puzzle, found a grid that is cut off"):
        read(np.ascontiguousarray(turned[:, cut:]))


@pytest.mark.slow
@pytest.mark.parametrize("flatter", [4, 5, 6])
def test_a_grid_seen_from_too_flat_an_angle_is_refused(flatter: int) -> None:
    image = Image.fromarray(paper().picture)
    flat = image.resize((image.width, image.height // flatter), Image.Resampling.LANCZOS)
    with pytest.raises(PhotoError, match="found a grid at too flat an angle: take the photo from above") as caught:
        read(flat)
    assert caught.value.code == "too_flat"


def test_a_blurred_photo_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shadows, "level_light", lambda _: pytest.fail("it looked for shadows"))
    blurred = Image.fromarray(paper().picture).filter(ImageFilter.GaussianBlur(10))
    with pytest.raises(PhotoError) as caught:
        read(blurred)
    assert caught.value.code == "blurred"


def test_a_photo_of_a_flat_dark_table_is_no_screenshot() -> None:
    made = make_sheet("4x4", 1009)  # JPEG made the table as flat as the background of a screenshot
    assert not detect_screenshot(open_picture(made.picture))[0]
    assert read(made.picture).puzzle == made.ground_truths[0].puzzle


def test_arguments_are_checked() -> None:
    with pytest.raises(ArgumentError, match="index"):
        read(paper().picture, index=0)
    with pytest.raises(ArgumentError, match="page"):
        read(paper().picture, page=-1)


# ── Shown ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_as_json() -> None:
    document = json.loads(json.dumps(reading().document()))
    assert document["line"] == reading().puzzle.line
    assert (document["solutions"], document["rotation"], document["doubtful"]) == (1, 0, [])
    assert Puzzle.classic(document["line"]) == reading().puzzle


def test_over_the_photo(tmp_path: object) -> None:
    path = f"{tmp_path}/seen.png"
    overlay = reading().overlay(path)
    with Image.open(path) as image:
        assert image.size == overlay.size
    assert (np.asarray(overlay) != paper().picture).any()
    assert reading()._repr_svg_().startswith("<svg")
    assert "data:image/jpeg" in reading()._repr_svg_()


def test_in_words() -> None:
    n_givens = sum(map(bool, reading().puzzle.givens))
    assert str(reading()).startswith(f"{n_givens} givens, 9")
