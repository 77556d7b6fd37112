"""The kit of exact cover on the page: draw a board, choose pieces, watch them fill it, or read why they can't."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.test_accessible import faults_of
from browser.visits import expect, view
from needs import needs

Visit = Callable[..., Any]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def open_kit_at_once(page: Any) -> None:
    view(page, "Watch")
    page.get_by_role("combobox", name="Watch", exact=True).select_option("tiling")
    expect(page.get_by_role("button", name="piece X")).to_be_visible()


def open_kit(page: Any) -> None:
    open_kit_at_once(page)
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")


def square(page: Any, row: int, column: int) -> Any:
    return page.get_by_role("grid", name="Board to fill").get_by_role("gridcell", name=f"row {row} column {column},")


def fill(page: Any) -> Any:
    page.get_by_role("button", name="Fill the board").click()
    return page.locator(".tile-answer:is(.is-found, .is-none)")


def test_pentominoes_fill_their_board_as_often_as_is_known(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    open_kit(page)
    answer = page.locator(".tile-answer")
    expect(answer).to_have_text("9,356 tilings; 2,339 if turned and mirrored tilings count once.")
    page.get_by_role("button", name="Next tiling").click()
    expect(page.locator(".watch-card-tiling .watch-caption")).to_contain_text("A tiling of 12 pieces.")
    time = page.locator(".watch-time").text_content()
    page.get_by_role("button", name="Next tiling").click()
    expect(page.locator(".watch-time")).not_to_have_text(time)


def test_a_board_is_drawn_with_the_mouse_and_pieces_are_chosen(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    open_kit(page)
    page.get_by_label("Example").select_option("tetrominoes")
    expect(page.locator(".tile-answer")).to_have_text("The board has 20 cells; 5 pieces of 4 have 20.")
    expect(fill(page)).to_have_text(re.compile("There is no tiling. Color the board like a chessboard: .* 10 dark"))
    boxes = [square(page, 4, column).bounding_box() for column in (1, 4)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=8)
    page.mouse.up()
    expect(page.get_by_role("gridcell", name=re.compile("hole"))).to_have_count(4)
    expect(page.locator(".tile-answer")).to_have_text("The board has 16 cells; 5 pieces of 4 have 20.")
    page.get_by_role("button", name="piece T", exact=True).click()
    expect(page.get_by_role("button", name="piece T", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_label("Example")).to_have_value("own")
    expect(fill(page)).to_have_text(re.compile("^(There is no tiling|[1-9])"))
    page.reload()  # what was drawn stays
    page.get_by_role("combobox", name="Watch", exact=True).select_option("tiling")
    expect(page.get_by_role("gridcell", name=re.compile("hole"))).to_have_count(4)


def test_by_keys_alone_and_the_cells_in_conflict_are_marked(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    open_kit(page)
    page.get_by_label("Example").select_option("chessboard")
    square(page, 1, 1).focus()
    page.keyboard.press("Space")  # the corner comes back,
    for key in ("ArrowRight", "Space", "ArrowDown", "ArrowLeft", "Enter"):  # and what is beside it goes
        page.keyboard.press(key)
    expect(square(page, 1, 2)).to_have_accessible_name("row 1 column 2, hole")
    expect(square(page, 2, 1)).to_have_accessible_name("row 2 column 1, hole")
    page.get_by_role("button", name="Fill the board").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tile-answer")).to_have_text(
        "There is no tiling. The board has 61 cells: no choice of these pieces has so many."
    )
    square(page, 8, 7).focus()
    page.keyboard.press("Space")
    expect(fill(page)).to_have_text("There is no tiling. No piece fits on this cell.")
    expect(page.locator(".tile-grid .is-why")).to_have_attribute("aria-label", "row 1 column 1, part of the board")


@pytest.mark.parametrize("width", [320, 390])
def test_by_touch_on_a_phone(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    open_kit(page)
    square(page, 1, 1).tap()
    expect(square(page, 1, 1)).to_have_attribute("aria-selected", "false")
    page.get_by_label("Each piece").select_option("any")
    page.get_by_role("combobox", name="Pieces", exact=True).select_option("3")
    page.get_by_role("button", name="Fill the board").tap()
    expect(page.locator(".tile-answer.is-none")).to_contain_text("The board has 59 cells")
    square(page, 1, 1).tap()
    page.get_by_role("button", name="Fill the board").tap()
    expect(page.locator(".tile-answer.is-found")).to_contain_text("tilings")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_to_fill_and_odd_numbers_are_answered(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    open_kit(page)
    page.get_by_label("Rows", exact=True).fill("999")
    page.get_by_label("Rows", exact=True).press("Enter")
    expect(page.get_by_label("Rows", exact=True)).to_have_value("20")
    page.get_by_label("Rows", exact=True).fill("")
    page.get_by_label("Rows", exact=True).press("Enter")
    expect(page.get_by_label("Rows", exact=True)).to_have_value("1")
    page.get_by_label("Columns", exact=True).fill("1")
    page.get_by_label("Columns", exact=True).press("Enter")
    square(page, 1, 1).click()
    page.get_by_role("button", name="Fill the board").click()
    expect(page.locator(".tile-answer")).to_have_text("Draw a board, and choose at least one piece.")


def test_another_language_and_another_film_keep_the_board(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    open_kit(page)
    square(page, 1, 1).click()
    page.locator("#language").click()
    expect(page.get_by_role("gridcell", name="空洞")).to_have_count(1)
    expect(page.locator(".tile-answer")).to_contain_text("棋盘有 59 格，而骨牌共有 60 格")
    page.locator("#language").click()
    what = page.get_by_role("combobox", name="Watch", exact=True)
    what.select_option("dominoes")
    expect(page.locator(".watch-card-links")).to_be_visible()
    expect(page.get_by_label("every link")).to_be_visible()
    what.select_option("tiling")
    expect(square(page, 1, 1)).to_have_attribute("aria-selected", "false")
    expect(page.get_by_label("every link")).to_be_hidden()


@pytest.mark.server
def test_an_answer_that_comes_late_is_not_told_in_another_view(visit: Visit) -> None:
    page = visit(viewport=WIDE)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/count_tilings", hold)
    open_kit_at_once(page)
    top = page.locator(".watch-head").bounding_box()["y"]
    expect(page.locator("#work")).to_be_visible()
    assert page.locator(".watch-head").bounding_box()["y"] == top
    view(page, "Play")
    for _ in range(500):
        if not held:  # the search may have been asked for first
            page.wait_for_timeout(20)
    with page.expect_response("**/count_tilings"):
        held[0].continue_()
    view(page, "Watch")
    expect(page.locator(".tile-answer.is-found")).to_be_visible()
    view(page, "Play")
    expect(page.get_by_role("status")).to_have_text("")


@needs("axe")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_axe_finds_no_fault(visit: Visit, scheme: str, size: dict[str, int]) -> None:
    page = visit(viewport=size, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    open_kit(page)
    expect(page.locator(".tile-answer.is-found")).to_be_visible()
    assert faults_of(page) == []
