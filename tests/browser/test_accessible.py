"""Accessibility: a game played by names and keys only; axe-core finds no fault in any view."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import EASY, expect, open_puzzle, solved
from needs import NODE, needs

Visit = Callable[..., Any]

AXE = NODE / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MINI = "1...\n..3.\n.2..\n...4"


def faults_of(page: Any) -> list[str]:
    """Find the violations that axe-core reports."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    result = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", TAGS)
    faults = result["violations"]
    return [f"{fault['id']}: {', '.join(node['html'][:120] for node in fault['nodes'][:3])}" for fault in faults]


def test_a_game_is_played_with_a_screen_reader(visit: Visit) -> None:
    """Only keys are pressed, and only accessible names are read."""
    page = visit()
    page.get_by_role("button", name="Open", exact=True).focus()
    page.keyboard.press("Enter")
    dialog_open = page.get_by_role("dialog").get_by_role("button", name="Open", exact=True)
    dialog_open.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("There is no puzzle in this text.")
    page.get_by_role("textbox", name="A puzzle as text, or a link").fill(MINI)
    dialog_open.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell")).to_have_count(16)
    solution = solved(MINI.replace("\n", ""))
    page.get_by_role("gridcell", name="row 1 column 1, given 1").focus()
    page.keyboard.press("ArrowRight")  # the first arrow chooses the cell where one is
    at = [1, 1]
    for place, digit in enumerate(solution):
        row, column = place // 4 + 1, place % 4 + 1
        for key, steps in (("ArrowDown", row - at[0]), ("ArrowRight", column - at[1]), ("ArrowLeft", at[1] - column)):
            for _ in range(steps):
                page.keyboard.press(key)
        at = [row, column]
        focused = page.get_by_role("gridcell", name=f"row {row} column {column},")
        expect(focused).to_be_focused()
        if "empty" in (focused.get_attribute("aria-label") or ""):
            page.keyboard.press(digit)
            expect(focused).to_have_accessible_name(re.compile(f"^row {row} column {column}, {digit}"))
    expect(page.get_by_role("status")).to_contain_text("Solved")


def test_the_tree_of_names_is_that_of_a_grid(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    expect(page.get_by_role("grid", name="Sudoku").get_by_role("row")).to_have_count(9)
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1  # one stop for Tab
    assert page.locator(":is([aria-live=polite], [role=status]):not(dialog *, #python)").count() == 1


def test_single_letter_shortcuts_can_be_switched_off(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    page.get_by_role("gridcell", name="empty").first.click()
    page.get_by_role("button", name="Keys and settings").click()
    page.get_by_role("checkbox", name=re.compile("Single letters")).uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("gridcell", name="row 1 column 3,").click()
    page.keyboard.press("x")
    page.keyboard.press("1")
    expect(page.get_by_role("gridcell", name="row 1 column 3, 1")).to_be_visible()


@needs("axe")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_fault_that_axe_finds(visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    open_puzzle(page, EASY)
    found = {"play": faults_of(page)}
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("button", name="Level 1 of 4")).to_be_visible()
    found["learn"] = faults_of(page)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    found["watch"] = faults_of(page)
    page.locator("#views").get_by_role("button", name="Set").click()
    expect(page.locator("body")).to_have_attribute("data-view", "set")
    found["set"] = faults_of(page)
    page.locator("#views").get_by_role("button", name="Play").click()
    for name in ("Open", "Share", "Keys and settings"):
        page.get_by_role("banner").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found[name] = faults_of(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#library").click()
    expect(page.get_by_role("dialog", name="Library").get_by_role("listitem")).to_have_count(2)
    found["library"] = faults_of(page)
    assert not any(found.values()), json.dumps({view: faults for view, faults in found.items() if faults}, indent=1)


@needs("axe")
def test_a_phone_has_no_fault_either_and_its_targets_are_large(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, bypass_csp=True)
    open_puzzle(page, EASY)
    assert faults_of(page) == []
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.get_by_role("button", name="Level 4 of 4").tap()
    expect(page.get_by_role("button", name="Level 4 of 4")).to_have_attribute("aria-pressed", "true")
    assert faults_of(page) == []
    page.locator("#views").get_by_role("button", name="Play").tap()
    sides = (
        page.locator("#pad button")
        .locator("visible=true")
        .evaluate_all("buttons => buttons.map(b => b.getBoundingClientRect()).map(r => Math.min(r.width, r.height))")
    )
    assert min(sides) >= 24


def test_forced_colors_leave_the_board_to_be_seen(visit: Visit) -> None:
    page = visit(forced_colors="active")
    open_puzzle(page, EASY)
    colors = page.evaluate(
        """() => {
            const digit = document.querySelector("#drawing .board-svg text");
            return [getComputedStyle(digit).fill, getComputedStyle(document.body).backgroundColor];
        }"""
    )
    assert colors[0] != colors[1]
