"""Watch on a first visit, at a usual height, and with rules that some methods don't know."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.visits import expect, paste, view

Visit = Callable[..., Any]
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_first_films_end_with_the_solution_and_nothing_is_covered(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    view(page, "Watch")
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    page.get_by_role("button", name="To the end").click()
    for way, end in (("backtrack", "Solved: every cell is filled."), ("links", "A solution: 81 options")):
        expect(page.locator(f".watch-card-{way}")).to_contain_text(end)
        expect(page.locator(f".watch-card-{way} .watch-note")).to_be_hidden()
    bottoms = page.locator(".watch-card").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().bottom)"
    )
    top = page.locator(".watch-player").bounding_box()["y"]
    assert max(bottoms) <= top
    stage = page.locator(".watch-stage")
    assert stage.evaluate("stage => stage.scrollHeight - stage.clientHeight") <= 0


def test_a_card_that_cant_show_a_variant_says_so(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    paste(page, (EXAMPLES / "killer.json").read_text())
    expect(page.get_by_role("heading", name="Killer")).to_be_visible()
    view(page, "Watch")
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    for method in ("backtracking here knows", "dancing links here know"):
        expect(page.get_by_text(f"No film: {method} only rows, columns and regions")).to_be_visible()
    expect(page.locator(".watch-card-logic .watch-board")).to_be_visible()


def test_a_step_of_logic_is_named_in_the_language(visit: Visit) -> None:
    page = visit(locale="zh-CN")
    page.locator("#views [data-view=watch]").click()
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    page.get_by_role("button", name="到结尾").click()
    expect(page.locator(".watch-card-logic .watch-caption")).to_have_text(re.compile(r"^[^A-Za-z]+: \d in r\dc\d"))
