"""Settings do what they say, and stay after a reload."""

import re
from collections.abc import Callable
from typing import Any

from browser.visits import EASY, cell, expect, open_puzzle, view

Visit = Callable[..., Any]


def choose(page: Any, name: str, on: bool = True) -> None:
    page.get_by_role("button", name="Keys and settings").click()
    page.get_by_role("checkbox", name=re.compile(name)).set_checked(on)
    page.keyboard.press("Escape")


def test_a_digit_comes_first_and_then_its_cells(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_puzzle(page, EASY)
    page.get_by_role("button", name="Keys and settings").click()
    expect(page.get_by_role("checkbox", name=re.compile("Digit first"))).to_be_in_viewport()  # keys are below
    page.keyboard.press("Escape")
    choose(page, "Digit first")
    four = page.locator("#pad").get_by_role("button", name="4", exact=True)
    four.tap()
    expect(four).to_have_attribute("aria-pressed", "true")
    cell(page, 1, 3).tap()
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, 4")
    page.locator("#pad").get_by_role("button", name="Corner").tap()
    page.locator("#pad").get_by_role("button", name="corner mark 4").tap()  # the same again ends it
    cell(page, 2, 2).tap()
    expect(cell(page, 2, 2)).to_have_accessible_name("row 2 column 2, empty")
    page.locator("#pad").get_by_role("button", name="corner mark 2").tap()
    cell(page, 2, 2).tap()
    expect(cell(page, 2, 2)).to_have_accessible_name(re.compile("corner 2"))
    view(page, "Set")
    cell(page, 1, 4).tap()  # digits of a draft are typed as before
    expect(cell(page, 1, 4)).to_have_accessible_name(re.compile("row 1 column 4, empty"))


def test_conflicts_the_verdict_and_seen_cells_can_be_hidden(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    expect(page.locator(".fault-sign").first).to_be_attached()
    expect(page.locator(".peer-cell")).to_be_attached()
    for name in ("Mark conflicts", "number of solutions", "Shade the cells"):
        choose(page, name, on=False)
    page.reload()
    cell(page, 1, 3).click()
    expect(page.locator(".fault-sign")).to_have_count(0)
    expect(page.locator(".peer-cell")).to_have_count(0)
    expect(page.locator(".verdict")).to_be_hidden()
    expect(page.locator(".conflicts")).to_be_hidden()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).to_contain_text("Wrong: 5")  # when it is asked for


def test_steps_are_told_in_notation_and_grouped_by_what_they_remove(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    page.get_by_role("button", name="Keys and settings").click()
    page.get_by_label("Explain steps in").select_option("notation")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Level 4 of 4").click()
    expect(page.locator(".learn-hint .linked-text")).to_contain_text(re.compile(r"r\dc\d=\d"))
    page.get_by_text("All possible steps").click()
    page.get_by_role("checkbox", name="Group by what they remove").check()
    expect(page.locator(".learn-group").first).to_have_text("Enter a digit")
    page.get_by_role("checkbox", name="Group by what they remove").uncheck()
    expect(page.locator(".learn-group")).to_have_count(0)
