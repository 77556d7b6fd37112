"""Drawings of other sites on the page: the choice among readings, and what stands for no rule."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import expect, paste

BOXES = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]
LINE = {"wayPoints": [[0.5, 0.5], [0.5, 1.5], [0.5, 2.5]], "color": "#67f067", "thickness": 10}
STAR = {"center": [4.5, 4.5], "width": 0.5, "height": 0.5, "text": "★", "color": "#c02020", "fontSize": 30}
EMPTY: dict[str, Any] = {"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES}
DRAWING = json.dumps(EMPTY | {"lines": [LINE], "overlays": [STAR], "metadata": {"rules": "Find out what green means."}})


def test_the_page_asks_which_rules_a_drawing_stands_for(visit: Callable[..., Any]) -> None:
    page = visit()
    paste(page, DRAWING)
    dialog = page.locator(".open-dialog")
    expect(dialog).to_contain_text("Which rules does the drawing stand for?")
    expect(dialog).to_contain_text("Find out what green means.")
    choices = dialog.locator(".reading")
    expect(choices.first).to_contain_text("green lines (1): Whispers: neighbors differ by at least 5")
    expect(choices.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator(".rules")).to_contain_text("differ by at least 5")
    expect(page.locator(".layer-above")).to_contain_text("★")


def test_the_choice_is_dropped_with_the_dialog(visit: Callable[..., Any]) -> None:
    page = visit()
    page.locator("#open").click()
    page.locator("#open-text").fill(DRAWING)
    page.locator(".open-form .main").click()
    dialog = page.locator(".open-dialog")
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
