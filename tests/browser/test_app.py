"""The page as an app that a browser can install, and in a frame of another site."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import expect, paste, view

Visit = Callable[..., Any]


@pytest.mark.server
def test_the_browser_finds_nothing_wrong_with_the_manifest(visit: Visit) -> None:
    page = visit()
    answer = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert not answer["errors"]
    manifest = json.loads(answer["data"])
    assert manifest["shortcuts"][0]["url"].endswith("#day")


def test_the_shortcut_shows_the_puzzles_of_the_day(visit: Visit) -> None:
    page = visit("#day")
    expect(page.get_by_role("dialog", name="New puzzle")).to_contain_text("Puzzles of the day")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(81)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_embedded_puzzle_has_no_header_and_is_played(visit: Visit) -> None:
    page = visit()
    view(page, "Set")
    page.goto(page.url.split("?")[0].split("#")[0] + "?embed=1")
    expect(page.locator("body")).to_have_attribute("data-view", "play")
    expect(page.locator("body > header")).to_be_hidden()
    paste(page, "1........2.....4")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_visible()


def test_only_the_words_that_are_shown_are_loaded(visit: Visit) -> None:
    page = visit()
    listed = "performance.getEntriesByType('resource').map(({ name }) => name.match(/words.(..)[.]js/)?.[1] ?? '')"
    assert [name for name in page.evaluate(listed) if name] == ["en"]
    page.locator("#language").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    assert [name for name in page.evaluate(listed) if name] == ["zh"]


@pytest.mark.server
def test_words_that_cannot_be_loaded_change_nothing(visit: Visit) -> None:
    page = visit()
    page.context.route("**/words/zh.js", lambda route: route.abort())
    page.locator("#language").click()
    expect(page.locator("#status")).to_contain_text("Offline")
    expect(page.locator("html")).to_have_attribute("lang", "en")
