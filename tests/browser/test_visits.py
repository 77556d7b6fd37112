"""Whole visits: paste, play, undo, hints, watch, print, a phone, no network, other sites, Chinese."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser.visits import EASY, SMALL, cell, expect, open_puzzle, paste, solved, view
from farandole.formats import read, write
from farandole.puzzle import Puzzle

Visit = Callable[..., Any]
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_paste_and_play_to_the_end(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    cell(page, 1, 1).click()
    for row, digits in enumerate(zip(*[iter(solved(SMALL))] * 4, strict=True)):
        for digit in digits if row % 2 == 0 else digits[::-1]:
            page.keyboard.press(digit)
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
        page.keyboard.press("ArrowLeft" if row % 2 == 0 else "ArrowRight")
        page.keyboard.press("ArrowDown")
    for place, digit in enumerate(solved(SMALL)):
        square = cell(page, place // 4 + 1, place % 4 + 1)
        if re.search("empty", square.get_attribute("aria-label") or ""):
            square.click()
            page.keyboard.press(digit)
    expect(page.locator("#status")).to_contain_text("Solved")


def test_notes_that_a_digit_takes_away_come_back_by_undo_even_after_a_reload(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    cell(page, 1, 3).click()
    page.keyboard.press("Control+2")
    cell(page, 1, 4).click()
    page.keyboard.press("Control+2")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 2")
    page.keyboard.press("2")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty")
    page.reload()
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, 2")
    cell(page, 9, 1).click()
    page.keyboard.press("Control+z")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty, notes 2")
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, empty, notes 2")
    page.keyboard.press("Control+y")
    expect(cell(page, 1, 4)).to_have_accessible_name("row 1 column 4, 2")


def test_a_check_says_which_digit_is_wrong_and_a_conflict_which_house(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    cell(page, 1, 3).click()
    page.keyboard.press("5")
    expect(page.locator(".conflicts")).to_contain_text("ow 1 has 5 more than once")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).to_contain_text("Wrong: 5 in row 1 column 3")


def test_a_hint_tells_more_at_each_of_four_levels_and_does_the_step(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    said = []
    for level in range(1, 5):
        expect(page.get_by_role("button", name=f"Level {level} of 4")).to_have_attribute("aria-pressed", "true")
        said.append(page.locator(".learn-hint").inner_text())
        if level < 4:
            page.get_by_role("button", name="More", exact=True).click()
    assert len(set(said)) == 4
    empty = page.get_by_role("gridcell", name="empty")
    before = empty.count()
    page.get_by_role("button", name="Do it").click()
    expect(empty).to_have_count(before - 1)


def test_a_hint_with_rules_fades_the_others_and_shows_a_table(visit: Visit) -> None:
    page = visit()
    paste(page, (EXAMPLES / "killer.json").read_text())
    expect(page.locator(".verdict")).to_contain_text("One solution")
    expect(page.locator("#drawing [data-rule]").first).to_be_attached()  # the puzzle before had one solution, too
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    faded, table = page.locator("#drawing .is-faded"), page.locator(".learn-table")
    page.get_by_role("button", name="Level 2 of 4").click()
    expect(faded).to_have_count(0)
    expect(table).to_have_count(0)
    page.get_by_role("button", name="Level 4 of 4").click()
    expect(faded.first).to_be_attached()
    expect(page.locator("#drawing [data-rule]:not(.is-faded)").first).to_be_attached()
    expect(table).to_contain_text("left:")
    expect(table.locator("tfoot del").first).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(faded).to_have_count(0)
    expect(table).to_have_count(0)


def test_a_hint_names_the_rule_that_a_wrong_digit_breaks(visit: Visit) -> None:
    page = visit()
    paste(page, (EXAMPLES / "killer.json").read_text())
    expect(page.locator(".verdict")).to_contain_text("One solution")
    expect(page.locator("#drawing [data-rule]").first).to_be_attached()  # the puzzle before had one solution, too
    cell(page, 1, 5).click()
    page.keyboard.press("5")
    page.get_by_role("button", name="Learn").click()
    expect(page.locator(".learn-scales")).to_contain_text("Difficulty 5")
    expect(page.locator(".learn-scales")).not_to_contain_text("HoDoKu")
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.locator(".learn-hint")
    expect(hint).to_contain_text("You made a mistake")
    for level, said in enumerate(
        ("A digit is wrong.", "look at box 2", "The digit in r1c5 is wrong", "the cage would"), 1
    ):
        page.get_by_role("button", name=f"Level {level} of 4").click()
        expect(hint).to_contain_text(said)
    expect(hint).to_contain_text("r1c5 can't be 5, because the cage would add up to at most 14, not 15.")
    expect(hint).to_contain_text("Cage r1c5 r2c5: no repeats, sum 15.")


def test_three_ways_are_watched_side_by_side(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator(".watch")).to_have_attribute("data-state", "ready")
    for name in ("Backtracking", "Dancing links", "Human logic"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator(".watch")).to_contain_text("try 1 of")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".watch")).to_contain_text("Solved: every cell is filled.")


def test_paper_has_the_board_and_nothing_to_press(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    page.emulate_media(media="print")
    expect(page.locator("#drawing .board-svg")).to_be_visible()
    assert not page.get_by_role("button").locator("visible=true").count()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


@pytest.mark.server
def test_nothing_moves_under_a_finger_when_the_puzzles_come(visit: Visit) -> None:
    page = visit()
    waiting: list[Any] = []
    for method in ("shapes", "techniques"):
        page.route(f"**/call/{method}", lambda route: waiting.append(route))
    with page.expect_request("**/call/techniques"), page.expect_request("**/call/shapes"):
        page.get_by_role("button", name="New", exact=True).click()
    shown = page.locator("dialog[open]").locator("button, select")
    n = shown.count()
    before = [shown.nth(at).bounding_box() for at in range(n)]
    for route in waiting:
        route.continue_()
    expect(page.locator("dialog .gallery button").first).to_be_visible()
    expect(page.locator("optgroup option").first).to_be_attached()
    assert [shown.nth(at).bounding_box() for at in range(n)] == before


def test_a_samurai_fits_a_phone_and_is_played_with_a_finger(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="New", exact=True).tap()
    page.locator("dialog .gallery").get_by_role("button", name="Samurai").tap()
    expect(page.get_by_role("gridcell")).to_have_count(369)
    box = page.locator("#sheet").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Zoom in").tap()
    expect(page.locator("#map")).to_be_visible()
    square = page.get_by_role("gridcell", name="empty").first
    square.scroll_into_view_if_needed()
    name = square.get_attribute("aria-label").split(", ")[0]
    square.tap()
    page.locator("#pad").get_by_role("button", name="1", exact=True).tap()
    expect(page.get_by_role("gridcell", name=f"{name},").first).to_have_accessible_name(re.compile(f"{name}, 1"))


@pytest.mark.server
def test_play_goes_on_without_a_network(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    expect(page.locator("html[data-cached]")).to_be_attached()
    page.context.set_offline(True)
    cell(page, 1, 3).click()
    page.keyboard.press(solved(EASY)[2])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+6")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).to_contain_text("Right so far")
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text("Offline: hints and new puzzles").first).to_be_visible()  # for the hint or the rating
    expect(page.locator(".learn-hint")).not_to_have_attribute("aria-busy", "true")
    page.context.set_offline(False)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("button", name="Level 1 of 4")).to_be_visible()


def test_other_sites_are_offered_with_the_puzzle_and_our_own_link_opens(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    cell(page, 1, 3).click()
    page.keyboard.press(solved(EASY)[2])
    page.get_by_role("button", name="Share").click()
    sites = page.locator("dialog[open] a.button")
    expect(sites.first).to_be_visible()
    links = [site.get_attribute("href") for site in sites.all()]
    assert len(links) >= 4
    for link in links:
        [puzzle] = read(link)
        assert puzzle.givens[0] == 5
    expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile("#p=1"))
    own = page.get_by_role("textbox", name="Link").input_value()
    assert read(own) == [Puzzle.classic(EASY)]
    other = visit(own[own.index("#") :])
    expect(cell(other, 1, 3)).to_have_accessible_name("row 1 column 3, " + solved(EASY)[2])


def test_the_page_speaks_chinese_and_remembers_it(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    expect(page.get_by_role("button", name="Learn")).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    chinese = visit(locale="zh-CN")
    expect(chinese.locator("html")).to_have_attribute("lang", re.compile("^zh"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("." * 81, "Several solutions"),
        ("5" * 2 + "." * 79, "twice"),
        ("12345678." + "." * 8 + "9" + "." * 63, "No solution"),
    ],
)
def test_an_invalid_puzzle_is_reported_at_once(visit: Visit, text: str, said: str) -> None:
    page = visit()
    paste(page, text)
    expect(page.get_by_text(re.compile(said)).first).to_be_visible()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (EASY.replace("7", "."), "No technique finds another step. The puzzle has several solutions"),
        (EASY[:32] + "4" + EASY[33:], "Then r4c7 has no candidate left. So the puzzle has no solution."),
    ],
)
def test_a_path_that_ends_without_a_solution_says_how(visit: Visit, text: str, said: str) -> None:
    page = visit()
    paste(page, text)
    view(page, "Learn")
    page.get_by_text("The path to the solution").click()
    expect(page.get_by_text(re.compile(rf"steps from here\. .*{re.escape(said)}"))).to_be_visible()
    view(page, "Watch")
    expect(page.locator(".watch-card-logic").get_by_text(said)).to_be_visible()


@pytest.mark.parametrize("name", ["Play", "Set"])
def test_an_impossible_puzzle_names_the_clues_that_conflict(visit: Visit, name: str) -> None:
    page = visit()
    view(page, name)
    paste(page, "14....2..3.....1")
    expect(page.get_by_text("The fewest clues that conflict: r1c1=1, r3c2=3, r4c4=1.").first).to_be_visible()


def test_what_was_pasted_never_becomes_html(visit: Visit) -> None:
    page = visit()
    attack = '<img src=x onerror="document.title=1">'
    paste(page, json.dumps({"farandole": 1, "grid": {"size": 9}, "rules": [{"rule": attack, "cells": "r1c1"}]}))
    expect(page.locator("#status")).to_contain_text("img src")
    assert page.locator("img[src=x]").count() == 0
    assert page.title() != "1"


def test_first_paint_and_an_answer_to_a_key_are_quick(visit: Visit) -> None:
    """The goals are 1 s and 50 ms. Only ten times as much fails, because the machine may be busy."""
    page = visit()
    [samurai] = read((EXAMPLES / "samurai.txt").read_text())
    paste(page, write(samurai, "json"))
    expect(page.get_by_role("gridcell")).to_have_count(369)
    page.get_by_role("gridcell", name="empty").first.click()
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    answered = page.evaluate(
        """async () => {
            const times = [];
            for (const digit of [1, 2, 3, 4, 5]) {
                const key = {code: `Digit${digit}`, key: `${digit}`, bubbles: true, cancelable: true};
                const begin = performance.now();
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
                await new Promise(requestAnimationFrame);
                await new Promise(requestAnimationFrame);  // the frame before this one is painted
                times.push(performance.now() - begin);
            }
            return times.sort((one, other) => one - other)[2];
        }"""
    )
    print(f"first paint {painted:.0f} ms, input to paint on a samurai {answered:.0f} ms")
    assert painted < 10_000
    assert answered < 500
