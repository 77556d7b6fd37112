"""Hints, messages and the pad are at hand in each view: nothing vanishes, and nothing moves the board."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import EASY, cell, expect, open_puzzle, paste, view

Visit = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HINT = {"name": "Hint", "exact": True}
SETTER = {"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4]}


def wait_until_on_top(shown: Any) -> None:
    """Wait until the middle of an element is in the window, and nothing covers it. Nothing is scrolled."""
    shown.evaluate(
        """async (element) => {
            for (let frame = 0; frame < 300; frame++) {
                const { x, y, width, height } = element.getBoundingClientRect();
                const top = document.elementFromPoint(x + width / 2, y + height / 2);
                if (element.contains(top)) return;
                await new Promise(requestAnimationFrame);
            }
            throw new Error(`${element.outerHTML} is covered or out of sight`);
        }"""
    )


def test_hint_stands_beside_check_and_tells_more_each_time(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    page.get_by_role("button", **HINT).click()
    expect(page.locator("body")).to_have_attribute("data-view", "learn")
    for level in range(1, 5):
        expect(page.get_by_role("button", name=f"Level {level} of 4")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", **HINT).click()
    expect(page.get_by_role("button", name="Level 4 of 4")).to_have_attribute("aria-pressed", "true")


def test_board_hint_and_pad_share_a_small_phone(visit: Visit) -> None:
    """A digit is entered by touch while a hint is read and a section of Learn is open."""
    page = visit(**PHONE | {"viewport": {"width": 320, "height": 640}})
    open_puzzle(page, EASY)
    page.get_by_role("button", **HINT).tap()
    expect(page.get_by_role("button", name="Level 1 of 4")).to_be_visible()
    hint = page.locator(".learn-hint")
    for shown in (cell(page, 1, 1), cell(page, 9, 9), hint.get_by_role("heading"), hint.get_by_text("Do it")):
        wait_until_on_top(shown)
    page.get_by_text("All possible steps").tap()
    cell(page, 1, 3).tap()
    page.locator("#pad").get_by_role("button", name="4", exact=True).tap()
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, 4")


def test_no_message_moves_the_board(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    place = page.locator("#stage").bounding_box()
    page.get_by_role("button", name="Check").click()
    page.evaluate("document.getElementById('status').textContent = 'A very long message. '.repeat(40)")
    assert page.locator("#stage").bounding_box() == place
    page.get_by_role("button", **HINT).click()
    expect(page.get_by_role("button", name="Level 1 of 4")).to_be_visible()
    assert page.locator("#stage").bounding_box() == place


@pytest.mark.server
def test_work_that_takes_a_while_can_be_cancelled(visit: Visit) -> None:
    page = visit(block="**/call/hint")
    open_puzzle(page, EASY)
    page.get_by_role("button", **HINT).click()
    expect(page.locator("#work")).to_contain_text("Working")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#work")).to_be_hidden()
    expect(page.locator(".learn-hint")).not_to_have_attribute("aria-busy", "true")


def test_what_an_import_left_out_stays_until_it_is_dismissed(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps(SETTER | {"futoshiki": True, "text": [{"cells": ["R1C1"], "value": "hello"}]}))
    notice = page.get_by_role("note")
    expect(notice).to_contain_text("Left out")
    view(page, "Learn")
    page.get_by_role("button", name="Check").click()
    page.reload()
    expect(notice).to_contain_text("Left out")
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    page.reload()
    expect(cell(page, 1, 1)).to_be_visible()
    expect(notice).to_be_hidden()


@pytest.mark.parametrize("link", ["#p=1.abc", "#p=1.7VtbjuM2EP", "?load=N4Ig"])
def test_a_damaged_link_says_so_until_it_is_dismissed(visit: Visit, link: str) -> None:
    page = visit(link)
    notice = page.get_by_role("note")
    expect(notice).to_contain_text("This link is damaged or incomplete")
    open_puzzle(page, EASY)
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (431, 800), (640, 400), (320, 256), (844, 390)])
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_a_small_window_loses_nothing(visit: Visit, size: tuple[int, int], language: str) -> None:
    """WCAG 1.4.10: a window of 1280 pixels at 200 % and 400 % never scrolls sideways."""
    page = visit(viewport={"width": size[0], "height": size[1]}, locale=language)
    for name in ("play", "learn", "watch", "set"):
        page.locator(f"#views [data-view={name}]").click()
        expect(page.locator("body")).to_have_attribute("data-view", name)
        if name == "learn":
            assert page.locator("#pad").bounding_box()["height"] <= 130  # two rows, which leave room for a hint
        for letters in ("large", "normal"):
            page.evaluate("size => document.documentElement.dataset.size = size", letters)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (name, letters)
            cut = page.evaluate(
                """() => [...document.querySelectorAll("header button, #pad button")]
                    .filter((b) => b.checkVisibility() && b.getBoundingClientRect().right > innerWidth)
                    .map((b) => b.textContent)"""
            )
            assert not cut, (name, letters)
    for name in ("new", "open", "share", "help"):
        page.locator(f"#{name}").click()
        content = page.locator("dialog[open] > div")
        assert content.evaluate("content => content.scrollWidth <= content.clientWidth"), name
        page.keyboard.press("Escape")
