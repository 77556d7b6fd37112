"""New puzzles are made and cancelled. Errors are shown in the player's language."""

from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import cell, expect, paste

Visit = Callable[..., Any]


def test_a_puzzle_is_made_as_specified(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="New").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Kind").select_option("Mini 6×6")
    dialog.get_by_label("Difficulty").select_option("Easy")
    dialog.get_by_label("Symmetry").select_option("half turn")
    dialog.get_by_role("button", name="Make").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", name="Mini 6×6 · Easy")).to_be_visible()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(36)
    expect(page.locator(".verdict")).to_contain_text("One solution, proved in")
    expect(page.locator(".verdict")).not_to_contain_text("NaN")


@pytest.mark.server
def test_making_can_be_cancelled(visit: Visit) -> None:
    page = visit()
    page.route("**/call/make", lambda _: None)  # it never answers
    page.get_by_role("button", name="New").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Make").click()
    expect(dialog.locator(".generate-status")).to_contain_text("Making a puzzle")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("button", name="Make")).to_be_enabled()
    expect(dialog.locator(".generate-status")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="A first puzzle")).to_be_visible()


def test_errors_are_shown_in_chinese(visit: Visit) -> None:
    page = visit(locale="zh-CN")
    paste(page, "1234")
    expect(page.locator("#status")).to_have_text("文本第 1 行：应有 81 格，读到 4 格。")
    paste(page, "11" + "." * 79)
    expect(page.locator("#status")).to_have_text("文本第 1 行：第 1 行里 1 出现两次：r1c1 和 r1c2。")


def test_a_reload_stays_in_the_view(visit: Visit) -> None:
    page = visit()
    page.locator("#views").get_by_role("button", name="Set").click()
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    page.reload()
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    page.locator("#views").get_by_role("button", name="Play").click()
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, given 2")


@pytest.mark.server
def test_set_shows_that_the_page_is_offline(visit: Visit) -> None:
    page = visit()
    page.route("**/call/*", lambda route: route.abort())
    page.locator("#views").get_by_role("button", name="Set").click()
    expect(page.locator("#status")).to_contain_text("Offline: hints and new puzzles")
