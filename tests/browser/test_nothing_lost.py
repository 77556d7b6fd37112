"""The game and the draft of Set: no view, reload, link or other puzzle loses anything of them."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from browser.visits import EASY, SMALL, cell, drag, expect, open_puzzle, paste, view

Visit = Callable[..., Any]
VIEWS = ("Play", "Learn", "Watch", "Set")
KILLER = {
    "farandole": 1,
    "grid": {"size": 4},
    "givens": ["1...", "....", ".2..", "...4"],
    "rules": [{"rule": "cage", "cells": "r1c1 r1c2", "total": 5}],
}


def labels(page: Any) -> list[str]:
    """Read the label of each cell on the board."""
    expected: list[str] = page.locator("#grid [role=gridcell]").evaluate_all(
        "squares => squares.map(square => square.getAttribute('aria-label'))"
    )
    return expected


def start_game(page: Any) -> list[str]:
    """Enter digits, corner marks, center marks, colors and lines of the pen; return the labels of the board."""
    paste(page, json.dumps(KILLER))
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    expect(page.locator(".verdict")).to_contain_text("One solution")
    for place, key in (
        ((1, 2), "4"),
        ((2, 2), "Shift+3"),
        ((2, 3), "Control+2"),
        ((2, 3), "Control+3"),
        ((3, 4), "Alt+3"),
        ((4, 1), "3"),
    ):
        cell(page, *place).click()
        page.keyboard.press(key)
    page.keyboard.press("p")
    cell(page, 4, 2).click()
    page.keyboard.press("p")
    expected = labels(page)
    assert expected[1] == "row 1 column 2, 4, cage 5"
    assert expected[5] == "row 2 column 2, empty, corner 3"
    assert expected[6] == "row 2 column 3, empty, notes 2 3"
    assert len(set(expected)) == 16
    assert sum(label.endswith("empty") for label in expected) < 8
    return expected


def expect_labels(page: Any, expected: list[str]) -> None:
    """Wait until the cells have these labels."""
    for number, label in enumerate(expected):
        expect(page.locator("#grid [role=gridcell]").nth(number)).to_have_attribute("aria-label", label)


def choose_tool(page: Any, tool: str) -> None:
    """Find a tool by its name, and take it."""
    page.get_by_role("searchbox", name="Find a rule").fill(tool)
    page.get_by_role("button", name=tool, exact=True).click()


def draw_shape(page: Any, tool: str, *squares: Any) -> None:
    """Draw with a tool from the first cell to the last."""
    choose_tool(page, tool)
    drag(page, *squares)


def export_rules(page: Any) -> list[dict[str, Any]]:
    """Export the puzzle, and read its rules."""
    page.locator("summary", has_text="Export").click()
    page.get_by_label("Format", exact=True).select_option("json")
    page.get_by_role("button", name="Export").click()
    exported = page.locator(".set-exported")
    expect(exported).to_have_value(re.compile("farandole"))
    rules: list[dict[str, Any]] = json.loads(exported.input_value()).get("rules", [])
    page.locator("summary", has_text="Export").click()
    return rules


def tour(names: Sequence[str]) -> list[str]:
    """Return a walk that contains every order of the names: 33 steps for four of them."""
    if len(names) == 1:
        return [*names]
    *others, last = names
    n = len(others)
    shorter = tour(others)
    walk: list[str] = []
    for order in (shorter[at : at + n] for at in range(len(shorter) - n + 1)):
        if len({*order}) == n:
            part = [*order, last, *order]
            overlap = next(k for k in range(len(part), -1, -1) if walk[len(walk) - k :] == part[:k])
            walk += part[overlap:]
    return walk


def test_no_order_of_the_views_takes_anything_from_the_game(visit: Visit) -> None:
    page = visit()
    expected = start_game(page)
    for name in (*tour(VIEWS), "Play"):
        view(page, name)
        if name in ("Play", "Learn"):
            expect_labels(page, expected)
    expect(page.get_by_role("gridcell", selected=True)).to_have_attribute("data-cell", "r4c1")
    cell(page, 3, 3).click()
    page.keyboard.press("Control+z")  # the ring of the pen
    page.keyboard.press("Control+z")
    expect(cell(page, 4, 1)).to_have_accessible_name("row 4 column 1, empty")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    expect_labels(page, expected)


def test_a_reload_in_any_view_keeps_the_game_with_its_moves(visit: Visit) -> None:
    page = visit()
    expected = start_game(page)
    for name in VIEWS:
        view(page, name)
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-view", name.lower())
        view(page, "Play")
        expect_labels(page, expected)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(cell(page, 4, 1)).to_have_accessible_name("row 4 column 1, empty")


def test_the_game_stays_until_the_draft_is_played_and_then_it_is_among_the_recent_ones(visit: Visit) -> None:
    page = visit()
    expected = start_game(page)
    view(page, "Set")
    draw_shape(page, "Thermometer", cell(page, 2, 1), cell(page, 3, 1), cell(page, 4, 1))
    expect(page.locator(".set-rules")).to_contain_text("Thermometer")
    expect(page.locator("#status")).to_have_text("Drawn: Thermometer")
    view(page, "Play")
    expect(page.locator("#status")).to_have_text("")
    expect_labels(page, expected)
    view(page, "Set")
    expect(page.locator(".set-rules")).to_contain_text("Thermometer")
    page.reload()
    expect(page.locator(".set-rules")).to_contain_text("Thermometer")
    view(page, "Learn")
    expect_labels(page, expected)
    view(page, "Set")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("body")).to_have_attribute("data-view", "play")
    expect(cell(page, 2, 1)).to_have_accessible_name(re.compile("row 2 column 1, empty, thermo"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".recent-game").nth(1).click()
    expect_labels(page, expected)


def test_a_draft_stays_when_another_puzzle_is_played_and_can_give_way_to_it(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    view(page, "Set")
    cell(page, 1, 2).click()
    page.keyboard.press("3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+3")
    expect(cell(page, 2, 2)).to_have_accessible_name("row 2 column 2, empty, corner 3")
    drawn = labels(page)
    view(page, "Play")
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty")
    open_puzzle(page, EASY)
    view(page, "Set")
    expect(page.locator("#status")).to_contain_text("your draft")
    expect_labels(page, drawn)
    page.get_by_role("button", name="From Play").click()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(81)
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, 5")
    page.get_by_role("button", name="Undo").first.click()
    expect_labels(page, drawn)
    page.reload()
    expect_labels(page, drawn)
    page.get_by_role("button", name="Redo").first.click()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(81)


def test_a_draft_that_nothing_was_drawn_on_follows_the_game(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    view(page, "Set")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    view(page, "Play")
    open_puzzle(page, EASY)
    view(page, "Set")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(81)
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, 5")


def test_a_puzzle_opened_in_set_becomes_the_draft_and_the_game_stays(visit: Visit) -> None:
    page = visit()
    expected = start_game(page)
    view(page, "Set")
    cell(page, 1, 3).click()
    page.keyboard.press("3")
    drawn = labels(page)
    paste(page, EASY)
    expect(page.locator("#grid [role=gridcell]")).to_have_count(81)
    page.locator(".set select").first.select_option("6")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(36)
    for _ in range(2):
        page.get_by_role("button", name="Undo").first.click()
        expect(page.locator("#grid [role=gridcell]")).not_to_have_count(36)
    expect_labels(page, drawn)
    view(page, "Play")
    expect_labels(page, expected)


def test_a_saved_game_and_a_link_are_played_and_the_draft_stays(visit: Visit) -> None:
    page = visit()
    expected = start_game(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile("#p=1"))
    link = page.get_by_role("textbox", name="Link").input_value()
    page.keyboard.press("Escape")
    open_puzzle(page, EASY)
    view(page, "Set")
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    drawn = labels(page)
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".recent-game").nth(1).click()
    expect(page.locator("body")).to_have_attribute("data-view", "play")
    expect_labels(page, expected)
    view(page, "Set")
    expect_labels(page, drawn)
    page.evaluate("hash => { location.hash = hash }", link[link.index("#") :])
    expect(page.locator("body")).to_have_attribute("data-view", "play")
    expect_labels(page, expected)
    view(page, "Set")
    expect_labels(page, drawn)
    # The same in a new tab that was left in Set.
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("body")).to_have_attribute("data-view", "play")
    expect_labels(other, expected)
    other.close()


@pytest.mark.server
def test_the_same_puzzle_opened_again_at_once_goes_on_with_the_last_digit(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    cell(page, 1, 2).click()
    page.keyboard.press("3")
    waiting: list[Any] = []
    page.route("**/call/parse", lambda route: waiting.append(route))
    with page.expect_request("**/call/parse"):
        paste(page, SMALL)
    cell(page, 1, 3).click()
    page.keyboard.press("2")
    waiting[0].continue_()
    page.unroute("**/call/parse")
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(0)  # it has come
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 3")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, 2")


def test_a_link_of_digits_alone_opened_twice_has_them_both_times(visit: Visit) -> None:
    page = visit()
    link = page.evaluate(
        """async () => {
            const { encodeLink } = await import(new URL("static/core/link.js", document.baseURI));
            const puzzle = { farandole: 1, grid: { size: 4 }, givens: ["1...", "....", "....", "...4"] };
            return encodeLink({ puzzle, digits: "12.............4" });
        }"""
    )
    for _ in range(2):
        paste(page, "https://example.org/" + link)
        expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
        expect(page.get_by_role("gridcell", selected=True)).to_have_count(0)  # it has come
        expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 2")
        cell(page, 2, 2).click()


def test_the_clock_of_a_paused_game_stays_paused_until_a_move(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    page.get_by_role("button", name="Pause").click()
    view(page, "Set")
    assert page.locator("#drawing").evaluate("drawing => getComputedStyle(drawing).filter") == "none"
    view(page, "Play")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    cell(page, 1, 2).click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("2")  # a move is no rest
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("body")).not_to_have_class(re.compile("is-paused"))


def test_the_pen_of_the_game_is_there_again(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    page.get_by_role("button", name="Pen", exact=True).click()
    view(page, "Set")
    cell(page, 2, 2).click()
    expect(cell(page, 2, 2)).to_have_accessible_name("row 2 column 2, empty")
    view(page, "Play")
    cell(page, 2, 2).click()
    expect(cell(page, 2, 2)).to_have_accessible_name(re.compile("circle"))


@pytest.mark.server
def test_a_hint_that_comes_late_does_not_light_up_another_view(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, EASY)
    view(page, "Learn")
    page.route("**/call/hint", lambda _: None)  # it never answers
    with page.expect_request("**/call/hint"):
        page.get_by_role("button", name="Hint", exact=True).click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/call/hint")):  # it is given up
        view(page, "Play")
    view(page, "Learn")
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_another_language_keeps_draft_and_cover(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    view(page, "Set")
    cell(page, 1, 2).click()
    page.keyboard.press("3")
    view(page, "Watch")
    page.locator(".watch-what").select_option("own")
    page.locator(".watch-own textarea").fill("a b\na\nb")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.locator(".watch-own textarea")).to_have_value("a b\na\nb")
    expect(page.locator(".watch-own")).to_be_visible()
    page.get_by_role("button", name="English", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    view(page, "Set")
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 3")
    page.get_by_role("button", name="Undo").first.click()
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty")


def test_storage_that_is_full_or_forbidden_costs_nothing_while_the_page_is_open(visit: Visit) -> None:
    page = visit()
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    expected = start_game(page)
    view(page, "Set")
    cell(page, 1, 3).click()
    page.keyboard.press("3")
    drawn = labels(page)
    view(page, "Play")
    expect_labels(page, expected)
    view(page, "Set")
    expect_labels(page, drawn)


def test_a_damaged_draft_gives_way_to_the_game(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    damaged: tuple[Any, ...] = (
        {"history": {"states": [{"document": {"grid": {"size": 9}}, "digits": "12"}], "at": 0}, "laid": {"grid": {}}},
        {"history": {"states": "x", "at": 7}},
        [],
    )
    for draft in damaged:
        page.evaluate("draft => localStorage.setItem('farandole.draft', draft)", json.dumps(draft))
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-view", "play")
        view(page, "Set")
        expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
        expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, 1")
        view(page, "Play")


def test_regions_that_are_half_drawn_wait_for_the_setter(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    view(page, "Set")
    draw_shape(page, "Regions", cell(page, 1, 2), cell(page, 1, 3))
    expect(page.locator(".set-unfinished")).to_have_count(2)
    view(page, "Watch")
    view(page, "Set")
    page.get_by_role("button", name="Regions", exact=True).click()
    expect(page.locator(".set-unfinished")).to_have_count(2)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".set-unfinished")).to_have_count(0)
    page.get_by_role("button", name="Redo").first.click()
    expect(page.locator(".set-unfinished")).to_have_count(2)


# ── Values without Enter ──────────────────────────────────────────────────────────────────────────────────────────────


def blank(page: Any) -> None:
    """Start an empty 4x4 in Set."""
    view(page, "Set")
    page.locator(".set select").first.select_option("4")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)


CLUES = [
    ("Sandwich", "From the left", "Total", {"rule": "sandwich", "cells": "r1c1 r1c2 r1c3 r1c4", "total": 12}),
    ("Skyscraper", "From the left", "Count", {"rule": "skyscraper", "cells": "r1c1 r1c2 r1c3 r1c4", "count": 3}),
    ("X-sum", "From above", "Total", {"rule": "x_sum", "cells": "r1c1 r2c1 r3c1 r4c1", "total": 10}),
    ("Numbered room", "From below", "Digit", {"rule": "numbered_room", "cells": "r4c1 r3c1 r2c1 r1c1", "digit": 2}),
    ("Frame sum", "From the left", "Total", {"rule": "frame_sum", "cells": "r1c1 r1c2 r1c3 r1c4", "total": 10}),
    ("Little killer", "Down right ↘", "Total", {"rule": "little_killer", "cells": "r1c1 r2c2 r3c3 r4c4", "total": 11}),
]


@pytest.mark.parametrize(("tool", "side", "label", "rule"), CLUES, ids=[tool for tool, *_ in CLUES])
def test_a_clue_outside_needs_no_enter(visit: Visit, tool: str, side: str, label: str, rule: dict[str, Any]) -> None:
    page = visit()
    blank(page)
    cell(page, 1, 1).click()
    choose_tool(page, tool)
    page.get_by_role("button", name=side, exact=True).click()
    value = next(str(value) for field, value in rule.items() if field not in ("rule", "cells"))
    field = page.get_by_role("textbox", name=label, exact=True)
    expect(field).to_be_focused()
    field.press_sequentially(value)
    expect(page.locator(".set-rules")).to_contain_text(f"{tool} {value}")
    view(page, "Play")
    view(page, "Set")
    expect(page.locator(".set-rules")).to_contain_text(f"{tool} {value}")
    assert export_rules(page) == [rule]
    page.get_by_role("button", name="Undo").first.click()  # the clue, not its last digit
    expect(page.locator(".set-rules")).not_to_contain_text(tool)


DRAGGED = [
    ("Cage", "Total", ((1, 1), (1, 2)), {"rule": "cage", "cells": "r1c1 r1c2", "total": 5}),
    ("Whispers", "Difference", ((1, 1), (1, 2)), {"rule": "whispers", "cells": "r1c1 r1c2", "difference": 2}),
]


@pytest.mark.parametrize(("tool", "label", "places", "rule"), DRAGGED, ids=[tool for tool, *_ in DRAGGED])
def test_what_is_dragged_needs_no_enter(
    visit: Visit, tool: str, label: str, places: tuple[tuple[int, int], ...], rule: dict[str, Any]
) -> None:
    page = visit()
    blank(page)
    draw_shape(page, tool, *(cell(page, *place) for place in places))
    field = page.get_by_role("textbox", name=label, exact=True)
    expect(field).to_be_focused()
    page.keyboard.type(str(list(rule.values())[-1]))
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("body")).to_have_attribute("data-view", "play")
    view(page, "Set")
    assert export_rules(page) == [rule]


def test_a_quadruple_needs_no_enter_and_a_reload_is_no_loss(visit: Visit) -> None:
    page = visit()
    blank(page)
    for place in ((1, 1), (1, 2), (2, 1), (2, 2)):
        cell(page, *place).click(modifiers=["Control"])
    choose_tool(page, "Quadruple")
    page.get_by_role("button", name="Draw with the selected cells").click()
    field = page.get_by_role("textbox", name="Digits", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type("13")
    expect(page.locator(".set-rules")).to_contain_text("Quadruple 13")
    page.reload()
    expect(page.locator(".set-rules")).to_contain_text("Quadruple 13")


def test_a_total_is_changed_emptied_and_refused_in_plain_sight(visit: Visit) -> None:
    page = visit()
    blank(page)
    draw_shape(page, "Cage", cell(page, 1, 1), cell(page, 1, 2))
    field = page.get_by_role("textbox", name="Total", exact=True)
    rules = page.locator(".set-rules")
    field.fill("7")
    expect(rules).to_contain_text("Cage 7")
    field.fill("")
    expect(rules).not_to_contain_text("7")
    expect(rules).to_contain_text("Cage")
    field.fill("five")
    expect(page.locator("#set-value-fault")).to_have_text("Expected a number, found “five”.")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("5")
    expect(rules).to_contain_text("Cage 5")
    expect(page.locator("#set-value-fault")).to_be_hidden()
    expect(field).to_be_focused()
    field.press("Enter")
    page.get_by_role("button", name="Undo").first.click()
    expect(rules).not_to_contain_text("5")
    expect(rules).to_contain_text("Cage")


def test_both_ends_of_a_row_have_clues_of_their_own(visit: Visit) -> None:
    page = visit()
    blank(page)
    cell(page, 1, 1).click()
    choose_tool(page, "Skyscraper")
    for side, value in (("From the left", "2"), ("From the right", "3"), ("From the left", "1")):
        page.get_by_role("button", name=side, exact=True).click()
        field = page.get_by_role("textbox", name="Count", exact=True)
        expect(field).to_be_focused()
        field.fill(value)
        expect(page.locator(".set-rules")).to_contain_text(f"Skyscraper {value}")
    found = [(rule["cells"], rule["count"]) for rule in export_rules(page)]
    assert found == [("r1c1 r1c2 r1c3 r1c4", 1), ("r1c4 r1c3 r1c2 r1c1", 3)]


@pytest.mark.server
def test_a_digit_that_is_typed_while_a_rule_is_on_its_way_stays(visit: Visit) -> None:
    page = visit()
    blank(page)
    cell(page, 3, 3).click()
    waiting: list[Any] = []
    page.route("**/call/parse", lambda route: waiting.append(route))
    with page.expect_request("**/call/parse"):
        draw_shape(page, "Thermometer", cell(page, 1, 1), cell(page, 1, 2))
    page.keyboard.press("2")
    expect(cell(page, 3, 3)).to_have_accessible_name("row 3 column 3, 2")
    for route in waiting:
        route.continue_()
    page.unroute("**/call/parse")
    expect(cell(page, 1, 1)).to_have_accessible_name(re.compile("thermo"))
    expect(cell(page, 3, 3)).to_have_accessible_name("row 3 column 3, 2")


@pytest.mark.server
def test_an_invalid_rule_is_undone_and_nothing_else(visit: Visit) -> None:
    page = visit()
    blank(page)
    cell(page, 3, 3).click()
    page.keyboard.press("2")
    expect(page.locator(".set-verdict")).not_to_have_text("Searching…")
    page.route("**/call/parse", lambda route: route.abort())
    draw_shape(page, "Thermometer", cell(page, 1, 1), cell(page, 1, 2))
    expect(page.locator("#status")).to_contain_text("Offline: hints and new puzzles")
    expect(page.locator(".set-rules")).not_to_contain_text("Thermometer")
    expect(cell(page, 3, 3)).to_have_accessible_name("row 3 column 3, 2")
    page.unroute("**/call/parse")
    page.get_by_role("button", name="Undo").first.click()
    expect(cell(page, 3, 3)).to_have_accessible_name("row 3 column 3, empty")


@pytest.mark.server
def test_no_button_moves_when_the_verdict_comes(visit: Visit) -> None:
    page = visit()
    blank(page)
    expect(page.locator(".set-verdict + p")).to_contain_text("They differ")
    play = page.get_by_role("button", name="Play it")
    after = play.bounding_box()
    page.route("**/call/solve", lambda _: None)  # it never answers
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    expect(page.locator(".set-verdict")).to_have_text("Searching…")
    assert play.bounding_box() == after


def test_a_title_needs_no_enter(visit: Visit) -> None:
    page = visit()
    blank(page)
    page.locator("summary", has_text="Title").click()
    page.get_by_role("textbox", name="Title").press_sequentially("Dawn")
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    page.locator("summary", has_text="Title").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Dawn")
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("heading", name="Dawn")).to_be_visible()


def test_rules_are_joined_negated_and_separated(visit: Visit) -> None:
    page = visit()
    blank(page)
    draw_shape(page, "Thermometer", cell(page, 1, 1), cell(page, 1, 2))
    rules = page.locator(".set-rules")
    expect(rules).to_contain_text("Thermometer r1c1 r1c2")
    expect(page.locator("#status")).to_contain_text("Drawn")  # the board is there
    drag(page, cell(page, 1, 2), cell(page, 1, 1))
    page.get_by_role("checkbox", name="Choose Thermometer r1c1 r1c2").check()
    page.get_by_role("checkbox", name="Choose Thermometer r1c2 r1c1").check()
    page.get_by_role("button", name="At least one is true").click()
    expect(rules).to_contain_text("At least one: Thermometer r1c1 r1c2; Thermometer r1c2 r1c1")
    either = {
        "rule": "or",
        "rules": [{"rule": "thermo", "cells": "r1c1 r1c2"}, {"rule": "thermo", "cells": "r1c2 r1c1"}],
    }
    assert export_rules(page) == [either]
    page.get_by_role("checkbox", name="Choose At least one").check()
    page.get_by_role("button", name="Is not true").click()
    expect(rules).to_contain_text("Not: At least one")
    page.get_by_role("checkbox", name="Choose Not").check()
    page.get_by_role("button", name="Separate again").click()
    expect(rules).not_to_contain_text("Not")
    page.get_by_role("button", name="Undo").first.click()
    expect(rules).to_contain_text("Not: At least one")
