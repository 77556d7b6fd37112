"""Photos: the grid over the photo, cells that are hard to read, a choice between two puzzles."""

import base64
import io
import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from browser.visits import cell, expect
from farandole.photo import read
from farandole.photo.synthetic import make_sheet
from farandole.web.protocol import call

Visit = Callable[..., Any]

pytestmark = pytest.mark.server  # in the browser, photos need wheels of NumPy and Pillow, which npm doesn't have


def give(page: Any, pixels: NDArray[np.uint8]) -> None:
    """Choose a photo as a file."""
    photo = {"name": "photo.png", "mimeType": "image/png", "buffer": encode(pixels)}
    page.locator("input[type=file]").first.set_input_files(photo)


def encode(pixels: NDArray[np.uint8]) -> bytes:
    """Encode a picture as PNG."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def test_a_photo_lies_under_its_grid(visit: Visit) -> None:
    made = make_sheet("classic", 1, on="screen", filled=True)
    found = read(made.picture)
    page = visit()
    give(page, np.rot90(made.picture))  # turned as a phone may be
    over = page.get_by_role("img", name="The photo with the grid over it")
    expect(over).to_be_visible()
    caption = re.compile(r"^Givens: \d+ % sure\. Digits entered and notes: \d+ % sure\.$")
    expect(page.locator(".photo figcaption")).to_have_text(caption)
    expect(page.get_by_role("gridcell", name="given")).to_have_count(sum(map(bool, found.puzzle.givens)))
    expect(over.locator("polygon")).to_have_count(81)
    digits = [given or entered for given, entered in zip(found.puzzle.givens, found.entered, strict=True)]
    assert over.locator("text").all_text_contents() == [str(digit or "") for digit in digits]
    noted = next(at for at, marks in enumerate(found.candidates) if marks)
    marks = " ".join(str(digit) for digit in range(1, 10) if found.candidates[noted] >> digit - 1 & 1)
    expect(cell(page, noted // 9 + 1, noted % 9 + 1)).to_have_accessible_name(
        f"row {noted // 9 + 1} column {noted % 9 + 1}, empty, notes {marks}"
    )
    empty = next(at for at, digit in enumerate(digits) if not digit)
    over.locator("polygon").nth(empty).click()
    page.keyboard.press("7")
    expect(over.locator("text").nth(empty)).to_have_text("7")
    places = [one.bounding_box() for one in over.locator("polygon").all()[:2]]
    assert places[1]["x"] > places[0]["x"] + places[0]["width"] / 2  # upright again
    page.get_by_role("button", name="New", exact=True).click()
    page.locator("dialog .gallery").get_by_role("button", name="Samurai").click()
    expect(over).to_be_hidden()


def test_doubtful_cells_are_marked_and_corrected_by_keys(visit: Visit) -> None:
    made = make_sheet("classic", 4, on="screen")
    givens = made.ground_truths[0].puzzle.givens
    at = next(at for at, digit in enumerate(givens) if digit)
    row, column, digit = at // 9 + 1, at % 9 + 1, str(givens[at])
    page = visit()
    page.route("**/call/read", unsure(made.picture, f"r{row}c{column}", "r5c5"))
    give(page, made.picture)
    expect(page.locator(".photo .doubtful")).to_have_count(2)
    expect(page.locator(".photo figcaption")).to_contain_text("the 2 cells that are hard to read")
    page.locator(".photo polygon").nth(at).click()
    page.keyboard.press("Backspace")
    expect(page.locator(".photo text").nth(at)).to_have_text("")
    page.keyboard.press(digit)
    expect(page.locator(".photo text").nth(at)).to_have_text(digit)
    page.get_by_role("button", name="These are the givens").click()
    expect(cell(page, row, column)).to_have_accessible_name(f"row {row} column {column}, given {digit}")


def unsure(pixels: NDArray[np.uint8], *cells: str) -> Callable[[Any], None]:
    """Answer ``read`` in place of the server, which could be busy, and say that these cells are doubtful."""
    [event] = call("read", {"photo": base64.b64encode(encode(pixels)).decode()})
    body = f"data: {json.dumps(event | {'doubtful': cells})}\n\n"
    return lambda route: route.fulfill(content_type="text/event-stream", body=body)


def test_one_of_two_puzzles_is_chosen_in_the_photo(visit: Visit) -> None:
    made = make_sheet("classic", 2, on="screen", puzzles=2)
    for number, way in ((1, "photo"), (2, "button")):
        page = visit()
        give(page, made.picture)
        which = page.get_by_role("dialog", name="Choose a puzzle")
        expect(which).to_be_visible()
        if way == "photo":
            which.locator("polygon").nth(number - 1).click()
        else:
            which.get_by_role("button", name=f"Puzzle {number}").click()
        expect(which).to_have_count(0)
        givens = made.ground_truths[number - 1].puzzle.givens
        first = next(at for at, digit in enumerate(givens) if digit)
        expect(cell(page, first // 9 + 1, first % 9 + 1)).to_have_accessible_name(
            f"row {first // 9 + 1} column {first % 9 + 1}, given {givens[first]}"
        )
        expect(page.locator(".photo polygon")).to_have_count(81)
