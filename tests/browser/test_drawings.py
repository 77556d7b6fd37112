"""Drawings of other sites on the page: the choice among readings, and what stands for no rule."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import cell, expect, paste
from farandole.formats import write
from farandole.grid import Grid
from farandole.puzzle import About, Fog, Puzzle
from farandole.rules import Cage

BOXES = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]
LINE = {"wayPoints": [[0.5, 0.5], [0.5, 1.5], [0.5, 2.5]], "color": "#67f067", "thickness": 10}
STAR = {"center": [4.5, 4.5], "width": 0.5, "height": 0.5, "text": "★", "color": "#c02020", "fontSize": 30}
EMPTY: dict[str, Any] = {"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES}
DRAWING = json.dumps(EMPTY | {"lines": [LINE], "overlays": [STAR], "metadata": {"rules": "Find out what green means."}})


def test_the_page_asks_which_rules_a_drawing_stands_for(visit: Callable[..., Any]) -> None:
    page = visit()
    paste(page, DRAWING)
    dialog = page.locator(".open-dialog[open]")
    expect(dialog).to_contain_text("Which rules does the drawing stand for?")
    expect(dialog).to_contain_text("Find out what green means.")
    choices = dialog.locator(".reading")
    expect(choices.first).to_contain_text("green lines (1): Whispers: neighbors differ by at least 5")
    expect(choices.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator(".rules")).to_contain_text("differ by at least 5")
    expect(page.locator(".layer-above")).to_contain_text("★")


def test_the_author_stands_below_the_title(visit: Callable[..., Any]) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    puzzle = Puzzle.of(Grid.classic((2, 2)), "1.....3..2.....4", about=About(title="A long title " * 4, author="Ada"))
    paste(page, write(puzzle, "json"))
    expect(page.locator(".play-head")).to_contain_text("Ada")
    title, author, time, pause = (
        page.locator(f".play-head {part}").bounding_box() for part in ("h2", "p", ".time", "button >> nth=0")
    )
    assert title["y"] + title["height"] <= author["y"]
    assert time["x"] + time["width"] <= pause["x"]  # in one row, however long the title is
    paste(page, "1.....3..2.....4")
    expect(page.locator(".play-head")).not_to_contain_text("Ada")


def test_the_choice_is_dropped_with_the_dialog(visit: Callable[..., Any]) -> None:
    page = visit()
    page.locator("#open").click()
    page.locator("#open-text").fill(DRAWING)
    page.locator(".open-form .main").click()
    dialog = page.locator(".open-dialog[open]")
    expect(dialog.locator(".readings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#open").click()
    expect(dialog.locator(".readings")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_choice_fits_the_window(visit: Callable[..., Any], width: int) -> None:
    page = visit(viewport={"width": width, "height": 800})
    paste(page, DRAWING)
    choice = page.locator(".reading").first
    expect(choice).to_be_visible()
    box = choice.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


# ── Fog ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

GIVENS = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
LAMPS = tuple(9 * row + column for row in range(3) for column in range(3))
FOGGY = Puzzle.of(
    Grid.classic(),
    GIVENS,
    rules=[Cage((0, 1, 9), 19), Cage((21, 22, 31), 20)],
    about=About("Mist", rules="Find your way.", message="Well done!", fog=Fog(LAMPS)),
)


def test_fog_hides_clues_until_a_digit_is_right(visit: Callable[..., Any]) -> None:
    page = visit()
    paste(page, write(FOGGY, "json"))
    expect(page.locator(".verdict")).to_contain_text("One solution")
    expect(page.get_by_role("gridcell", name="given")).to_have_count(2)
    expect(cell(page, 1, 8)).to_have_attribute("aria-label", "row 1 column 8, empty, fog")
    expect(cell(page, 3, 4)).to_have_attribute("aria-label", "row 3 column 4, empty, fog")
    cell(page, 3, 3).click()
    page.keyboard.press("4")  # a wrong digit
    expect(cell(page, 3, 4)).to_have_attribute("aria-label", "row 3 column 4, empty, fog")
    page.keyboard.press("5")
    expect(cell(page, 3, 4)).to_have_attribute("aria-label", "row 3 column 4, empty, cage")  # the total is in the fog
    page.keyboard.press("Control+z")
    expect(cell(page, 3, 4)).to_have_attribute("aria-label", "row 3 column 4, empty, fog")


def test_nothing_under_fog_is_told(visit: Callable[..., Any]) -> None:
    page = visit()
    paste(page, write(FOGGY, "json"))
    expect(page.locator(".verdict")).to_contain_text("One solution")
    expect(page.locator(".rules")).to_have_text("Find your way.")
    told = " ".join(page.get_by_role("gridcell").evaluate_all("cells => cells.map(cell => cell.ariaLabel)"))
    assert "cage 20" not in told
    assert told.count("given") == 2
    cell(page, 1, 9).click()
    page.keyboard.press("1")  # beside a given 1 under fog
    expect(page.locator(".fault-sign")).to_have_count(0)
    expect(cell(page, 1, 9)).to_have_attribute("aria-label", "row 1 column 9, 1, fog")
