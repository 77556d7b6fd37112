"""Lessons: what a technique is, drills that notice success by touch, badges, and what to learn next."""

import re
from collections.abc import Callable
from typing import Any

from browser.visits import cell, expect, view
from farandole.web.protocol import call

Visit = Callable[..., Any]


def tap(page: Any, name: str) -> None:
    page.locator("#pad").get_by_role("button", name=name, exact=True).tap()


def test_a_drill_is_solved_by_touch_and_gives_a_badge(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    view(page, "Learn")
    page.get_by_text("Lessons").tap()
    lesson = page.get_by_role("combobox", name="Technique")
    lesson.select_option("Naked Single")
    expect(page.locator("#panel-learn")).to_contain_text("A cell has one candidate left")
    for n in range(1, 4):
        page.get_by_role("button", name="Give me a drill").tap()
        expect(page.locator("#panel-learn")).to_contain_text("Now find: Naked Single")
        single = page.locator("[role=gridcell][aria-label]").filter(has_not_text="x")
        names = single.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        for name in names:
            found = re.fullmatch(r"row (\d) column (\d), empty, notes (\d)", name)
            if found and page.get_by_text("Now find: Naked Single").count():
                cell(page, int(found[1]), int(found[2])).tap()
                tap(page, found[3])
        said = "You have the badge" if n == 3 else f"{n} of 3 for the badge"
        expect(page.locator("#panel-learn")).to_contain_text(said)
    expect(page.get_by_role("option", name="Naked Single ★")).to_be_attached()
    assert lesson.input_value() != "Naked Single"  # the next lesson
    page.reload()
    expect(page.get_by_role("option", name="Naked Single ★")).to_have_count(0)  # the panel is closed
    page.get_by_text("Lessons").tap()
    expect(page.get_by_role("option", name="Naked Single ★")).to_be_attached()


def test_a_drill_that_a_hint_solves_gives_no_badge(visit: Visit) -> None:
    page = visit()
    view(page, "Learn")
    page.get_by_text("Lessons").click()
    page.get_by_role("combobox", name="Technique").select_option("X-Wing")
    page.get_by_role("button", name="Give me a drill").click()
    expect(page.locator("#panel-learn")).to_contain_text("Now find: X-Wing")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#panel-learn")).to_contain_text("without a hint")
    expect(page.get_by_role("option", name="X-Wing", exact=True)).to_be_attached()


def step_of_drill(key: str, nth: int) -> dict[str, Any]:
    """Find out what a drill asks for."""
    *_, given = call("practice", {"technique": key, "nth": nth})
    step: dict[str, Any] = given["steps"][0]
    return step


def test_an_idea_of_variants_has_an_example_and_drills_by_touch(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    view(page, "Learn")
    page.get_by_text("Lessons").tap()
    page.get_by_role("combobox", name="Technique").select_option("Thermometers")
    expect(page.locator("#panel-learn")).to_contain_text("a long thermometer leaves few digits to each cell")
    page.get_by_role("button", name="Show me an example").tap()
    expect(page.locator(".learn-hint")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Level 2 of 4")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="More").tap()
    expect(page.locator(".learn-hint")).to_contain_text("thermometer", ignore_case=True)
    expect(page.locator(".layer-below .is-faded").first).to_be_attached()  # the other thermometers
    page.get_by_role("button", name="Give me a drill").tap()
    expect(page.locator("#panel-learn")).to_contain_text("Now find: Thermometers")
    step = step_of_drill("thermo", 1)
    tap(page, "Center")
    for name, digit in step["removes"]:
        page.locator(f"[data-cell={name}]").tap()
        page.locator("#pad .pad-digit").nth(digit - 1).tap()
    tap(page, "Digit")
    for name, digit in step["places"]:
        page.locator(f"[data-cell={name}]").tap()
        page.locator("#pad .pad-digit").nth(digit - 1).tap()
    expect(page.locator("#panel-learn")).to_contain_text("1 of 3 for the badge")
