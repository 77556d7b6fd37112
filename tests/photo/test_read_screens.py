"""Screenshots are read as they are: what a player or an author did on purpose stays."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from commands import WIKIPEDIA, WIKIPEDIA_SOLVED
from drawn_screens import WHITE, draw_screen
from farandole.errors import PhotoError
from farandole.photo import read
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.camera import Camera

SEVERAL = f"{WIKIPEDIA[:79]}.{WIKIPEDIA[80:]}"


def test_several_solutions_are_told() -> None:
    seen = read(draw_screen(SEVERAL))
    assert (seen.puzzle.line, seen.n_solutions, seen.repairs) == (SEVERAL, 2, ())
    assert "several solutions" in str(seen)


def test_a_clash_is_told_with_what_was_read() -> None:
    seen = read(draw_screen(f"55{WIKIPEDIA[2:]}"))
    assert (seen.n_solutions, seen.repairs) == (0, ())
    dropped = seen.document()["dropped"]
    assert dropped in ({"r1c1": 5}, {"r1c2": 5})
    assert "no solution; left out, because the same digit is in a row, column or region: 5 in r1c" in str(seen)
    seen.overlay()


FOURS = [cell for cell, sign in enumerate(WIKIPEDIA) if sign == "4"]


def test_black_digits_on_dark_red() -> None:
    seen = read(draw_screen(WIKIPEDIA, fills=dict.fromkeys(FOURS, (140, 20, 30))))
    assert (seen.puzzle.line, seen.doubtful) == (WIKIPEDIA, ())


def test_ink_that_can_hardly_be_seen_makes_its_cell_doubtful() -> None:
    cell = WIKIPEDIA.index("4")
    hidden = draw_screen(WIKIPEDIA, fills={cell: (90, 10, 20)}, inks={cell: (104, 16, 26)})
    seen = read(hidden)
    assert seen.puzzle.givens[cell] == 0
    assert seen.puzzle.grid.cell_name(cell) in seen.doubtful
    assert seen.confidence < 0.95


def test_a_full_grid_with_shaded_boxes_is_no_6x6() -> None:
    shaded = {cell: (206, 222, 240) for cell in range(81) if (cell // 27 + cell % 9 // 3) % 2}
    given = {cell: (20, 20, 20) for cell, sign in enumerate(WIKIPEDIA) if sign != "."}
    inks = {cell: given.get(cell, (200, 50, 60)) for cell in range(81)}
    seen = read(draw_screen(WIKIPEDIA_SOLVED, fills=shaded, inks=inks, faint=(200, 200, 208)))
    assert seen.puzzle.line == WIKIPEDIA
    assert "".join(str(max(pair)) for pair in zip(seen.puzzle.givens, seen.entered, strict=True)) == WIKIPEDIA_SOLVED


def test_a_textured_screen() -> None:
    random = np.random.default_rng(3)
    noise = np.kron(random.normal(0, 8, (183, 183)), np.ones((3, 3)))
    plain = draw_screen(WIKIPEDIA, paper=(244, 232, 204), ink=(50, 36, 20), faint=(196, 176, 140))
    assert (
        read((plain + noise[: len(plain), : len(plain), None]).clip(0, 255).astype(np.uint8)).puzzle.line == WIKIPEDIA
    )


def test_low_figures() -> None:
    """In old-style figures, 1 and 2 are as low as small letters."""
    low = {cell: 0.4 for cell, sign in enumerate(WIKIPEDIA) if sign in "12"}
    assert read(draw_screen(WIKIPEDIA, talls=low)).puzzle.line == WIKIPEDIA


def test_digits_from_0_on() -> None:
    lowered = "".join(sign if sign == "." else str(int(sign) - 1) for sign in WIKIPEDIA)
    assert read(draw_screen(lowered)).puzzle.line == WIKIPEDIA


ENTERED = {cell: (40, 90, 200) for cell, sign in enumerate(WIKIPEDIA) if sign == "."}


def test_notes_beside_digits_entered() -> None:
    shown = draw_screen(
        WIKIPEDIA_SOLVED, inks=ENTERED, talls=dict.fromkeys(ENTERED, 0.45), notes=dict.fromkeys(ENTERED, "147")
    )
    seen = read(shown)
    assert seen.puzzle.line == WIKIPEDIA
    assert "".join(map(str, map(max, seen.puzzle.givens, seen.entered))) == WIKIPEDIA_SOLVED


def test_digits_entered_in_a_dark_color_near_to_that_of_the_givens() -> None:
    shown = draw_screen(
        WIKIPEDIA_SOLVED, paper=(222, 184, 135), ink=(60, 32, 12), inks=dict.fromkeys(ENTERED, (100, 30, 14))
    )
    assert read(shown).puzzle.line == WIKIPEDIA


def test_white_givens_on_red_are_givens() -> None:
    inks = ENTERED | dict.fromkeys(FOURS, WHITE)
    shown = draw_screen(WIKIPEDIA_SOLVED, inks=inks, fills=dict.fromkeys(FOURS, (240, 110, 120)))
    seen = read(shown)
    assert seen.puzzle.line == WIKIPEDIA or seen.confidence < 0.95


def test_a_full_grid_of_one_color_is_not_surely_all_given() -> None:
    assert read(draw_screen(WIKIPEDIA_SOLVED)).confidence < 0.95


def photograph(screen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Take a photo of a screen from aside, with the grain of a sensor."""
    framed = Image.new("RGB", (screen.shape[1] + 120, screen.shape[0] + 120), (18, 18, 20))
    framed.paste(Image.fromarray(screen), (60, 60))
    camera = Camera(size=(1000, 1000), tilt=0.04, turn=3, blur=0.6, noise=4, shadow=0.1, quality=80, seed=5)
    return camera.take(framed, np.zeros((1, 2)))[0]


@pytest.mark.parametrize("is_full", [True, False])
def test_digits_entered_in_a_photo_of_a_screen_are_not_givens(*, is_full: bool) -> None:
    line = WIKIPEDIA_SOLVED if is_full else f"{WIKIPEDIA_SOLVED[:40]}{WIKIPEDIA[40:]}"
    assert read(photograph(draw_screen(line, inks=ENTERED))).puzzle.line == WIKIPEDIA


def test_a_photo_of_a_dark_screen_with_faint_lines() -> None:
    dark = draw_screen(WIKIPEDIA, paper=(24, 32, 58), ink=(220, 230, 250), faint=(56, 68, 104))
    assert read(photograph(dark)).puzzle.line == WIKIPEDIA


def draw_table(rows: int, columns: int, wide: int, high: int, first: int) -> NDArray[np.uint8]:
    """Draw a table of numbers."""
    image = Image.new("RGB", (columns * wide + 80, rows * high + 80), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(24)
    for cell in range(rows * columns):
        x, y = 40 + cell % columns * wide, 40 + cell // columns * high
        pen.rectangle((x, y, x + wide, y + high), outline="black", width=2)
        if 0 < (number := cell - first) < 32:
            pen.text((x + wide / 2, y + high / 2), str(number), font=font, fill="black", anchor="mm")
    return np.asarray(image)


def draw_chess() -> NDArray[np.uint8]:
    image = Image.new("RGB", (560, 560), "white")
    pen = ImageDraw.Draw(image)
    for cell in range(64):
        x, y = 40 + cell % 8 * 60, 40 + cell // 8 * 60
        pen.rectangle((x, y, x + 59, y + 59), fill=(181, 136, 99) if (cell + cell // 8) % 2 else (240, 217, 181))
        if cell < 16:
            pen.ellipse((x + 15, y + 12, x + 45, y + 48), fill="black")
    return np.asarray(image)


def draw_chess_to_the_edge() -> NDArray[np.uint8]:
    """Draw a chess board that fills the picture; with its pieces, it looks like a part of a grid."""
    image = Image.new("RGB", (560, 560), (240, 217, 181))
    pen = ImageDraw.Draw(image)
    for cell in range(64):
        x, y = cell % 8 * 70, cell // 8 * 70
        if (cell + cell // 8) % 2:
            pen.rectangle((x, y, x + 69, y + 69), fill=(181, 136, 99))
        if not 16 <= cell < 48:
            corners = [(x + 17, y + 53), (x + 35, y + 17), (x + 53, y + 53)]
            pen.polygon(corners, fill="black" if cell < 16 else "white")
    return np.asarray(image)


def draw_crossword() -> NDArray[np.uint8]:
    black = np.random.default_rng(3).random((9, 9)) < 0.18
    numbers = draw_screen("1" * 81, tall=0.2).copy()
    for row, column in np.argwhere(black):
        numbers[40 + row * 52 : 92 + row * 52, 40 + column * 52 : 92 + column * 52] = 0
    return numbers


OTHERS = {
    "chess": draw_chess,
    "chess to the edge": draw_chess_to_the_edge,
    "table": lambda: draw_table(5, 9, 60, 50, -1),
    "calendar": lambda: draw_table(6, 7, 70, 60, 2),
    "calendar of five weeks": lambda: draw_table(5, 7, 80, 80, 1),
    "crossword": draw_crossword,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_puzzle_gets_a_clear_no(name: str) -> None:
    with pytest.raises(PhotoError, match=r"found no grid in the picture|found a grid without digits"):
        read(OTHERS[name]())


def test_a_digit_taken_for_dirt_makes_those_entered_doubtful() -> None:
    picture = make_sheet("classic", 1, on="screen", filled=True).picture.copy()
    whole = read(picture)
    (left, top), (right, bottom) = whole.mesh[2, 6], whole.mesh[3, 7]
    side = bottom - top
    low, high, first, last = map(round, (top + side / 10, top + side * 0.4, left + side / 8, right - side / 8))
    picture[low:high, first:last] = picture[low, first]  # the upper part of a digit that was entered
    seen = read(picture)
    assert whole.entered[24]
    assert not seen.entered[24]
    assert seen.entered_confidence < 0.8 < whole.entered_confidence


def test_entered_digits_and_notes_have_a_confidence_of_their_own() -> None:
    made = make_sheet("classic", 1, on="screen", filled=True)
    seen = read(made.picture)
    assert 0.9 < seen.entered_confidence < seen.confidence  # there are many notes
    assert seen.doubtful == ()
    assert f"digits entered and notes in {sum(map(bool, seen.candidates))} cells, 9" in str(seen)
    alone = read(make_sheet("classic", 1, on="screen").picture)
    assert alone.entered_confidence == 1
