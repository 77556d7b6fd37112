"""A killer is set with the mouse and with keys, and its solutions are counted while it is drawn."""

import json
import re
from collections.abc import Callable
from typing import Any

from browser.visits import cell, drag, expect, paste
from farandole.formats import read
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage

Visit = Callable[..., Any]
SEVERAL = "1........2.....4"  # three solutions; a cage decides


def test_a_killer_is_set_checked_and_played(visit: Visit) -> None:
    page = visit()
    paste(page, SEVERAL)
    expect(page.locator(".verdict")).to_contain_text("Several solutions")
    page.locator("#views").get_by_role("button", name="Set").click()
    expect(page.locator(".set-verdict")).to_have_text("3 solutions")
    page.get_by_role("button", name="Cage", exact=True).click()
    drag(page, cell(page, 1, 1), cell(page, 1, 2))
    page.get_by_role("textbox", name="Total").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    expect(page.locator(".set-rules")).to_contain_text("Cage 5")
    # The same by keys: the cells are chosen, Enter draws.
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".set-verdict")).to_have_text("3 solutions")
    page.get_by_role("button", name="Redo").first.click()
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    page.get_by_role("button", name="Play it").click()
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, given 1, cage 5")
    expect(page.locator(".verdict")).to_contain_text("One solution")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#p=1"))
    [puzzle] = read(link.input_value())
    assert puzzle == Puzzle.of(Grid.classic((2, 2)), SEVERAL, rules=[Cage((0, 1), 5)])


def test_what_is_drawn_is_there_after_a_reload(visit: Visit) -> None:
    page = visit()
    said = {"farandole": 1, "grid": {"size": 4}, "givens": ["1...", "....", ".2..", "...4"]}
    paste(page, json.dumps(said | {"rules": [{"rule": "cage", "cells": "r1c1 r1c2", "total": 5}]}))
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty, cage 5")
    page.reload()
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty, cage 5")


def test_regions_are_drawn_in_colors(visit: Visit) -> None:
    page = visit()
    paste(page, SEVERAL)
    expect(page.locator(".verdict")).to_contain_text("Several solutions")
    page.locator("#views").get_by_role("button", name="Set").click()
    expect(page.locator(".set-verdict")).to_have_text("3 solutions")
    page.get_by_role("button", name="Regions", exact=True).click()
    regions = page.locator(".set-regions path")
    expect(regions).to_have_count(4)
    assert len({region.evaluate("path => getComputedStyle(path).fill") for region in regions.all()}) == 4
    drag(page, cell(page, 1, 2), cell(page, 1, 3))
    expect(page.locator("#status")).to_have_text("2 regions still have too few or too many cells.")
    drag(page, cell(page, 2, 3), cell(page, 2, 2))
    expect(page.locator(".set-unfinished")).to_have_count(0)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("button", name="Redo").first).to_be_enabled()
