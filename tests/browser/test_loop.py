"""The loop of play: the end of a game, the next one, the puzzles of the day, statistics."""

import re
from collections.abc import Callable
from typing import Any

from browser.visits import SMALL, cell, expect, open_puzzle, paste, solved, view
from farandole.generate import daily

Visit = Callable[..., Any]
DAY = "2026-12-01"
CLOCK = f"{DAY}T12:00:00"


def enter(page: Any, givens: str, solution: str, missing: int = 0) -> None:
    """Enter the digits of a solution, except for the last ones."""
    size = int(len(givens) ** 0.5)
    empty = [place for place, digit in enumerate(givens) if digit == "."]
    for place in empty[: len(empty) - missing]:
        cell(page, place // size + 1, place % size + 1).click()
        page.keyboard.press(solution[place])


def test_the_end_of_a_game_has_a_card_with_a_replay(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    tops = page.locator(".pad-digit").evaluate_all("digits => digits.map((digit) => digit.offsetTop)")
    assert tops[0] == tops[1] < tops[2] == tops[3]  # four keys are a square
    enter(page, SMALL, solved(SMALL))
    card = page.get_by_role("dialog", name="Solved")
    expect(card).to_be_visible()
    expect(card).to_contain_text(re.compile("Time0:.*Hints0"))
    expect(card).to_contain_text(re.compile("Difficulty.*easy"))
    card.get_by_role("button", name="Replay my solve").click()
    line = card.get_by_role("slider")
    n = SMALL.count(".")
    expect(line).to_have_value(str(n))  # it has ended
    board, next_button = card.locator(".end-screen svg"), card.get_by_role("button", name="Next like this")
    assert board.bounding_box()["y"] + board.bounding_box()["height"] <= next_button.bounding_box()["y"]
    expect(card.locator(".end-screen text.found")).to_have_count(n)
    line.fill("1")
    expect(card.locator(".end-screen text.found")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("gridcell", name="empty")).to_have_count(0)
    page.get_by_role("button", name="Result", exact=True).click()
    card.get_by_role("button", name="See the path").click()
    expect(page.locator("body")).to_have_attribute("data-view", "learn")
    expect(page.locator(".learn-path li").first).to_be_visible()
    view(page, "Play")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("gridcell", name="empty")).to_have_count(0)


def test_a_result_is_shared_without_the_solution(visit: Visit) -> None:
    clipboard = "{ writeText: async (text) => { window.copied = text; } }"
    page = visit(script=f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }});")
    open_puzzle(page, SMALL)
    enter(page, SMALL, solved(SMALL))
    card = page.get_by_role("dialog", name="Solved")
    card.get_by_role("button", name="Share result").click()
    expect(card).to_contain_text(re.compile("copied", re.IGNORECASE))
    text, link = page.evaluate("window.copied").split("\n")
    assert re.fullmatch(r"Farandole · 4×4.* · \d+:\d\d · 0 hints", text)
    assert solved(SMALL) not in text + link
    other = visit("#" + link.partition("#")[2])
    expect(other.get_by_role("gridcell")).to_have_count(16)
    expect(other.get_by_role("gridcell", name="empty")).to_have_count(SMALL.count("."))


def test_the_last_digit_in_learn_shows_the_card_and_the_next_puzzle_is_like_this_one(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    open_puzzle(page, SMALL)
    enter(page, SMALL, solved(SMALL), missing=1)
    view(page, "Learn")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Do it").click()
    card = page.get_by_role("dialog", name="Solved")
    expect(card).to_contain_text("Hints1")
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    expect(card).to_have_count(0)
    view(page, "Play")
    page.get_by_role("button", name="Result", exact=True).click()
    card.get_by_role("button", name="Next like this").click()
    expect(card).to_have_count(0)
    expect(page.get_by_role("gridcell", name="empty").first).to_be_visible()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    expect(page.get_by_role("heading", name="4×4")).to_be_visible()


def test_a_first_visitor_sees_puzzles_of_every_shape(visit: Visit) -> None:
    page = visit()
    gallery = page.get_by_role("region", name="Panels").get_by_role("group", name="Puzzles of every shape")
    gallery.get_by_role("button", name="Mini").click()
    expect(page.get_by_role("gridcell")).to_have_count(36)
    expect(gallery).to_be_hidden()
    page.reload()
    expect(page.get_by_role("gridcell")).to_have_count(36)
    expect(gallery).to_be_hidden()  # this is not the first visit


def test_the_gallery_of_the_first_visit_goes_with_the_first_digit(visit: Visit) -> None:
    page = visit()
    gallery = page.get_by_role("region", name="Panels").get_by_role("group", name="Puzzles of every shape")
    expect(gallery).to_be_visible()
    page.get_by_role("gridcell", name="empty").first.click()
    page.keyboard.press("3")
    expect(gallery).to_be_hidden()


OLDER = """async () => {
    const settle = (asked) => new Promise((resolve) => (asked.onsuccess = asked.onerror = () => resolve(asked.result)));
    await settle(indexedDB.deleteDatabase("farandole"));
    const asked = indexedDB.open("farandole", 2);
    asked.onupgradeneeded = () => {
        for (const name of ["entries", "games", "puzzles", "drafts", "results", "collections"])
            asked.result.createObjectStore(name);
        asked.transaction.objectStore("entries").createIndex("when", "when");
    };
    const db = await settle(asked);
    const entries = db.transaction("entries", "readwrite").objectStore("entries");
    const about = { title: "", kind: "9x9", puzzle: {}, when: 1, added: 1, seconds: 5, filled: 1, cells: 81 };
    for (const [id, day] of [["a", "2026-12-01 easy"], ["b", "2026-12-02 easy"], ["c", "2026-12-01 hard"]])
        entries.put({ ...about, id, day, solved: id === "c" }, id);
    await settle(entries.count());
    db.close();
}"""


def test_the_puzzles_of_a_day_are_found_without_reading_the_library(visit: Visit) -> None:
    """In the database of an older version, too."""
    spy = (
        "const own = IDBObjectStore.prototype.getAll; window.read = []; IDBObjectStore.prototype.getAll = function () {"
    )
    page = visit(script=f"{spy} window.read.push(this.name); return own.call(this); }};")
    page.evaluate(OLDER)
    page.reload()
    expect(page.locator("body.is-ready")).to_be_attached()
    page.clock.set_fixed_time(CLOCK)
    page.get_by_role("button", name="New", exact=True).click()
    dialog = page.get_by_role("dialog", name="New puzzle")
    expect(dialog.locator(".daily-puzzle", has_text="Easy")).to_contain_text("Continue")
    expect(dialog.locator(".daily-puzzle", has_text="Hard")).to_contain_text("✓ 0:05")
    expect(dialog.locator(".daily-puzzle", has_text="Medium")).to_contain_text("Play")
    assert "entries" not in page.evaluate("window.read")


def test_a_puzzle_of_the_day_counts_for_the_streak(visit: Visit) -> None:
    page = visit()
    page.clock.set_fixed_time(CLOCK)
    made = daily(DAY, "easy")
    page.get_by_role("button", name="New", exact=True).click()
    dialog = page.get_by_role("dialog", name="New puzzle")
    dialog.locator(".daily-puzzle", has_text="Easy").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("Dec 1 · Easy"))).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("One solution")
    for place, digit in enumerate(made.puzzle.line):
        name = f"given {digit}" if digit != "." else "empty"
        expect(cell(page, place // 9 + 1, place % 9 + 1)).to_have_accessible_name(re.compile(name))
    enter(page, made.puzzle.line, made.solution.line)
    expect(page.get_by_role("dialog", name="Solved")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New", exact=True).click()
    expect(dialog.locator(".daily-puzzle", has_text="Easy")).to_contain_text("✓")
    expect(dialog).to_contain_text("1 day in a row")
    dialog.get_by_text("Statistics").click()
    expect(dialog.get_by_role("row", name="Sudoku · Easy")).to_be_visible()
    dialog.get_by_role("button", name="Delete").click()
    expect(dialog).to_contain_text("Nothing solved yet.")
    dialog.get_by_role("button", name="Undo: bring the statistics back").click()
    expect(dialog.get_by_role("row", name="Sudoku · Easy")).to_be_visible()
    page.keyboard.press("Escape")
    paste(page, SMALL)
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
