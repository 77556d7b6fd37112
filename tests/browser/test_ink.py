"""Candidates colored by hand, and chains drawn from candidate to candidate: by mouse, finger and keyboard."""

import itertools
from collections.abc import Callable
from typing import Any

from browser.visits import EASY, expect, open_puzzle, view

Visit = Callable[..., Any]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def cell(page: Any, row: int, column: int) -> Any:
    """Find a cell by its data: its name may also stand in the label of a cell that is linked with it."""
    return page.locator(f"[data-cell=r{row}c{column}]")


def place(page: Any, row: int, column: int, digit: int) -> tuple[float, float]:
    """Find where a candidate of a board of 9x9 is in the window."""
    square = cell(page, row, column)
    square.scroll_into_view_if_needed()  # on a phone, the buttons below the board scroll it away
    box = square.bounding_box()
    across, down = (digit - 1) % 3, (digit - 1) // 3
    return box["x"] + box["width"] * (0.5 + 0.287 * (across - 1)), box["y"] + box["height"] * (0.5 + 0.287 * (down - 1))


def start(visit: Visit, ink: str, **settings: Any) -> Any:
    """Open a puzzle with candidates, and take the pen."""
    page = visit(**settings)
    open_puzzle(page, EASY)
    page.get_by_role("button", name="Candidates").click()
    page.get_by_role("button", name="Pen", exact=True).click()
    page.get_by_role("button", name=ink).click()
    return page


def test_a_candidate_is_colored_by_mouse_and_the_color_survives_undo_and_reload(visit: Visit) -> None:
    page = start(visit, "Color candidates blue")
    page.mouse.click(*place(page, 1, 3, 2))
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 1 2 4, candidate 2 blue")
    page.get_by_role("button", name="Color candidates orange").click()
    page.mouse.click(*place(page, 1, 3, 2))
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 1 2 4, candidate 2 orange")
    page.keyboard.press("Control+z")
    page.reload()
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 1 2 4, candidate 2 blue")
    expect(page.locator(".layer-pen .hue-paper-1")).to_have_css("fill", "rgb(169, 200, 245)")
    page.keyboard.press("Control+z")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 1 2 4")


def test_links_are_drawn_by_dragging_and_by_tapping_on_a_phone(visit: Visit) -> None:
    page = start(visit, "Strong link", **PHONE)
    for at in ((1, 3, 2), (1, 4, 2), (2, 2, 2)):
        page.touchscreen.tap(*place(page, *at))
    page.touchscreen.tap(*place(page, 2, 2, 2))  # the last end again ends the chain
    page.touchscreen.tap(*place(page, 2, 2, 7))  # and another one begins
    strong = page.locator(".inked-link:not(.is-weak)")
    expect(strong).to_have_count(2)
    page.get_by_role("button", name="Weak link").tap()
    page.mouse.move(*place(page, 1, 3, 4))
    page.mouse.down()
    page.mouse.move(*place(page, 1, 6, 4), steps=4)
    expect(page.locator(".inked-link.is-open")).to_be_attached()
    page.mouse.up()
    expect(page.locator(".inked-link.is-weak")).to_have_count(1)
    expect(cell(page, 1, 6)).to_have_accessible_name(
        "row 1 column 6, empty, notes 2 4 6 8, weak link from 4 to 4 in row 1 column 3"
    )
    page.get_by_role("button", name="Clear", exact=True).tap()
    expect(page.locator(".inked-link")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator(".inked-link")).to_have_count(3)


def test_chains_and_colors_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    cell(page, 1, 3).click()
    for key in ("p", "x", "2", "ArrowRight", "2"):
        page.keyboard.press(key)
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, empty, strong link from 2 to 2 in row 1 column 3")
    for key in ("Escape", "v", "6", "9"):  # r1c4 can't be 9
        page.keyboard.press(key)
    expect(page.locator(".layer-pen .hue-paper-1")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, empty")
    page.keyboard.press("p")
    page.keyboard.press("2")
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, 2")


def test_ink_hides_with_its_candidate_and_comes_back_with_it(visit: Visit) -> None:
    page = start(visit, "Color candidates green")
    page.mouse.click(*place(page, 1, 3, 2))
    page.get_by_role("button", name="Pen", exact=True).click()
    colored = page.locator(".layer-pen .hue-paper-2")
    expect(colored).to_have_count(1)
    cell(page, 1, 4).click()
    page.keyboard.press("2")
    expect(colored).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(colored).to_have_count(1)


def test_ink_is_in_learn_and_in_a_shared_link(visit: Visit) -> None:
    page = start(visit, "Color candidates purple")
    page.mouse.click(*place(page, 1, 3, 4))
    view(page, "Learn")
    page.mouse.click(*place(page, 1, 3, 1))
    expect(page.locator(".layer-pen .hue-paper-6")).to_have_count(2)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link")
    expect(link).not_to_have_value("")
    other = visit(link.input_value()[link.input_value().index("#") :])
    expect(other.locator(".layer-pen .hue-paper-6")).to_have_count(2)


def test_what_the_pen_draws_is_chosen_below_the_digits_in_learn_on_a_phone(visit: Visit) -> None:
    page = start(visit, "Color candidates blue", **PHONE)
    view(page, "Learn")
    boxes = [page.locator(name).bounding_box() for name in (".pad-digits", ".pad-actions", ".pad-inks")]
    assert all(a["y"] + a["height"] <= b["y"] for a, b in itertools.pairwise(boxes))
    assert boxes[-1]["y"] + boxes[-1]["height"] <= PHONE["viewport"]["height"]
    page.get_by_role("button", name="Pen", exact=True).tap()
    expect(page.get_by_role("button", name="Corner")).to_be_visible()
