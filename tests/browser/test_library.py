"""The library: games, drafts and collections in the browser's database."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import EASY, SMALL, cell, expect, open_puzzle, paste, view
from farandole.web.protocol import call

Visit = Callable[..., Any]

MEDIUM = ".45.7......83...2..7........6.....95.....641.....42.....1257.3...7.6....83......."


def old_storage() -> dict[str, str]:
    """Make what older versions kept in the browser: a game with a digit and a move, and a draft."""
    [shown, _] = call("parse", {"text": SMALL})
    puzzle = {"document": shown["document"], "board": shown["board"], "drawn": None}
    state = {"cells": {"1": {"digit": "4"}}, "pen": [], "auto": False}
    moves = [{"cells": [[1, {"digit": ""}, {"digit": "4"}]], "pen": []}]
    game = {"version": 1, "title": "Old", "seconds": 65, "state": state, "moves": moves, "undone": []}
    entry = {"id": "old", "title": "Old", "when": 1, "seconds": 65, "filled": 5, "cells": 16, "solved": False}
    states = [{"document": {"farandole": 1, "grid": {"size": 4}}, "digits": "3" + "." * 15, "title": "Mine"}]
    draft = {
        "history": {"states": states, "at": 0, "clean": -1},
        "laid": states[0]["document"],
        "board": {**shown["board"], "givens": "." * 16},
    }
    values = {"games": [entry], "game.old": game, "puzzle.old": puzzle, "draft": draft}
    return {f"farandole.{key}": json.dumps(value) for key, value in values.items()}


def test_games_and_the_draft_of_older_versions_are_carried_over(visit: Visit) -> None:
    once = f"Object.assign(localStorage, {json.dumps(old_storage())})"
    page = visit(script=f"if (!sessionStorage.seen) {{ sessionStorage.seen = 1; {once} }}")
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 4")
    expect(page.get_by_role("heading", name="Old")).to_be_visible()
    expect(page.get_by_role("timer")).to_contain_text("1:0")
    page.reload()
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 4")
    cell(page, 4, 4).click()
    page.keyboard.press("Control+z")
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, empty")
    view(page, "Set")
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, 3")
    assert page.evaluate("Object.keys(localStorage).filter(key => /game|puzzle|draft/.test(key))") == []


def test_what_a_visit_could_not_finish_writing_is_written_by_the_next(visit: Visit) -> None:
    page = visit()
    open_puzzle(page, SMALL)
    page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') } }"
    )
    cell(page, 1, 2).click()
    page.keyboard.press("4")
    expect(page.locator("#status")).to_contain_text("no room left")
    page.reload()
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 4")


def test_a_browser_without_a_database_plays_on(visit: Visit) -> None:
    page = visit(script="indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }")
    open_puzzle(page, SMALL)
    cell(page, 1, 2).click()
    page.keyboard.press("4")
    paste(page, "1" + "." * 14 + "4")
    expect(cell(page, 4, 4)).to_have_accessible_name("row 4 column 4, given 4")
    expect(cell(page, 2, 3)).to_have_accessible_name("row 2 column 3, empty")
    paste(page, SMALL)
    expect(cell(page, 1, 2)).to_have_accessible_name("row 1 column 2, 4")


# ── The list ────────────────────────────────────────────────────────────────────────────────────────────────────────


def many(n: int) -> list[str]:
    """Make puzzles that differ: the digits of an easy one, renamed."""
    names = itertools.islice(itertools.permutations("123456789"), n)
    return [EASY.translate(str.maketrans("123456789", "".join(digits))) for digits in names]


def choose(page: Any, name: str, text: str) -> Any:
    """Choose a file in the dialog that opens puzzles; return the library."""
    page.get_by_role("button", name="Open", exact=True).first.click()
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.locator(".open-form input[type=file]").first.set_input_files(file)
    return page.get_by_role("dialog", name="Library")


def show_library(page: Any) -> Any:
    page.get_by_role("button", name="Open", exact=True).first.click()
    page.locator("#library").click()
    return page.get_by_role("dialog", name="Library")


def row(library: Any, name: str) -> Any:
    """Find the button that opens a puzzle."""
    return library.locator(".library-open", has_text=name)


def test_a_collection_of_ten_thousand(visit: Visit) -> None:
    page = visit()
    lines = many(10_000)
    library = choose(page, "Monday.txt", "\n".join(["hello", lines[0][1:], *lines]))
    status = library.locator(".library-status")
    expect(status).to_contain_text("10,000 puzzles. 1 line was left out. Line 2: Expected 81 cells, found 80.")
    assert library.get_by_role("listitem").count() < 40
    page.keyboard.press("End")  # the first row has the focus
    expect(row(library, "Monday · 10000")).to_be_focused()
    library.get_by_role("searchbox").fill("day · 998")
    expect(status).to_have_text("11 puzzles.")
    row(library, "Monday · 9981").click()
    expect(page.locator(".collection-row")).to_contain_text("Monday · 9981")
    page.get_by_role("button", name="Next puzzle of the collection").click()
    expect(page.locator(".collection-row")).to_contain_text("Monday · 9982")
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    page.reload()
    expect(page.locator(".collection-row")).to_contain_text("Monday · 9982")
    page.locator(".collection-row .quiet").click()
    library.get_by_label("Solved or not").select_option("begun")
    expect(row(library, "Monday · 9982")).to_contain_text("1 of 51 cells")
    library.get_by_label("Solved or not").select_option("")
    library.get_by_role("button", name="Delete all 10,000").click()
    expect(status).to_contain_text("10,000 puzzles were deleted.")
    library.get_by_role("button", name="Undo").click()
    expect(status).to_have_text("10,000 puzzles.")
    with page.expect_download() as waiting:
        library.get_by_role("button", name="Export").click()
    assert waiting.value.suggested_filename == "Monday.jsonl"
    library.get_by_role("button", name="Close").click()
    choose(page, "Back.jsonl", waiting.value.path().read_text())
    expect(row(library, "Back · 2").first).to_be_visible()
    library.get_by_label("Solved or not").select_option("begun")
    expect(row(library, "Back · 9982")).to_contain_text("1 of 51 cells")


def drop(page: Any, target: str, name: str, text: str) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([target, name, text]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], name, {type: "text/plain"}));
            const how = {dataTransfer, bubbles: true, cancelable: true};
            document.querySelector(target).dispatchEvent(new DragEvent("drop", how));
        }""",
        [target, name, text],
    )


def test_puzzles_are_exported_as_lines_and_games_come_back_with_their_moves(visit: Visit) -> None:
    page = visit()
    lines = many(3)
    drop(page, "body", "Three.txt", "\n".join(lines))
    expect(page.locator(".collection-row")).to_contain_text("Three · 1")
    cell(page, 1, 3).click()
    page.keyboard.press("1")
    library = show_library(page)
    library.get_by_label("Solved or not").select_option("begun")
    with page.expect_download() as waiting:
        library.get_by_role("button", name="Export").click()
    games = waiting.value.path().read_text()
    library.get_by_label("Solved or not").select_option("new")
    library.get_by_label("Which puzzles").select_option("Three")
    with page.expect_download() as waiting:
        library.get_by_role("button", name="Export").click()
    assert waiting.value.path().read_text().split() == lines[1:]

    other = page.context.browser.new_context(viewport={"width": 390, "height": 844})
    page = other.new_page()
    page.goto(library.page.url)
    expect(page.locator(".verdict")).to_contain_text("One solution")
    drop(page, "body", "games.jsonl", games.replace('"filled":1', '"filled":"<b>"'))
    library = page.get_by_role("dialog", name="Library")
    row(library, "games").click()
    expect(library).to_be_hidden()
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, 1")
    page.keyboard.press("Control+z")
    expect(cell(page, 1, 3)).to_have_accessible_name("row 1 column 3, empty")
    library = show_library(page)
    drop(page, "dialog[open]", "games.jsonl", games)
    expect(row(library, "games (2) · 1")).to_contain_text("1 of 51 cells")
    other.close()


@pytest.mark.server
def test_a_database_that_another_tab_blocks_is_told(visit: Visit) -> None:
    blocked = "indexedDB.open = () => { const asked = {}; setTimeout(() => asked.onblocked()); return asked; }"
    page = visit(script=blocked)
    open_puzzle(page, SMALL)
    library = show_library(page)
    expect(library.locator(".library-status")).to_contain_text("another tab", ignore_case=True)


def test_names_are_told_apart_and_can_be_changed(visit: Visit) -> None:
    page = visit()
    pasted = "\n".join(many(3))
    for name in ("Pasted puzzles · 1", "Pasted puzzles (2) · 1"):
        paste(page, pasted)
        expect(page.locator(".collection-row")).to_contain_text(name)
    open_puzzle(page, SMALL)
    open_puzzle(page, EASY)
    library = show_library(page)
    expect(library.get_by_role("listitem").first).to_contain_text("Sudoku 1")
    page.keyboard.press("F2")
    page.keyboard.type("<b>Mine</b>")
    page.keyboard.press("Enter")
    expect(library.get_by_role("listitem").first).to_contain_text("<b>Mine</b>")
    library.get_by_role("button", name="Rename 4×4 1").click()
    library.get_by_role("textbox", name="Name").fill("<b>Mine</b>")
    page.keyboard.press("Enter")
    expect(library.get_by_role("button", name="Rename <b>Mine</b> (2)")).to_be_visible()
    library.get_by_role("button", name="Delete <b>Mine</b>", exact=True).click()
    expect(library.locator(".library-status")).to_contain_text("“<b>Mine</b>” was deleted.")
    page.reload()  # the deleted game was on the board
    expect(page.get_by_role("heading", name="<b>Mine</b> (2)")).to_be_visible()
    library = show_library(page)
    expect(library.locator(".library-status")).to_have_text("8 puzzles.")


@pytest.mark.server
def test_two_tabs_share_the_library(visit: Visit) -> None:
    page = visit()
    library = show_library(page)
    expect(library.locator(".library-status")).to_have_text("1 puzzle.")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".verdict")).to_contain_text("One solution")
    paste(other, "\n".join(many(2)))
    expect(library.locator(".library-status")).to_have_text("3 puzzles.")
    library.get_by_role("button", name="Delete Pasted puzzles · 2").click()
    expect(other.get_by_role("button", name="Next puzzle of the collection")).to_be_disabled()


@pytest.mark.server
def test_an_import_that_takes_long_can_be_cancelled(visit: Visit) -> None:
    page = visit()
    page.route("**/call/collect", lambda _: None)
    library = choose(page, "Monday.txt", "\n".join(many(1000)))
    library.get_by_role("button", name="Cancel").click()
    expect(library.locator(".library-work")).to_be_hidden()
    expect(library.locator(".library-status")).to_have_text("1 puzzle.")


@pytest.mark.server
def test_what_cant_be_imported_is_told(visit: Visit) -> None:
    page = visit(script="indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }")
    library = choose(page, "hostile.txt", "<script>alert(1)</script>\n" * 4000)
    expect(library.locator(".library-status")).to_contain_text("This browser keeps nothing")
    expect(library.locator(".library-status")).to_contain_text("found text such as '<script>")
    library.get_by_role("button", name="Close").click()
    library = choose(page, "huge.txt", "1" * (9 << 20))
    expect(page.locator("#open-fault")).to_contain_text("8 MB")


@pytest.mark.server
def test_ratings_are_worked_out_on_wish(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    paste(page, "\n".join(many(2)))
    page.locator(".collection-row .quiet").click()
    library = page.get_by_role("dialog", name="Library")
    library.get_by_role("button", name="Rate").click()
    expect(row(library, "Pasted puzzles · 2")).to_contain_text("easy")
    expect(library.get_by_role("button", name="Rate")).to_have_count(0)


def test_puzzles_are_filtered_by_level_and_by_technique(visit: Visit) -> None:
    page = visit()
    paste(page, "\n".join([EASY, MEDIUM]))
    page.locator(".collection-row .quiet").click()
    library = page.get_by_role("dialog", name="Library")
    expect(library.get_by_label("Hardest technique")).to_be_hidden()  # until something is rated
    library.get_by_role("button", name="Rate").click()
    technique = library.get_by_label("Hardest technique")
    expect(technique.get_by_role("option")).to_have_count(3)
    technique.select_option("Locked Candidates Type 1 (Pointing)")
    expect(library.get_by_role("listitem")).to_have_count(1)
    expect(row(library, "Pasted puzzles · 2")).to_be_visible()
    technique.select_option("")
    library.get_by_label("Difficulty").select_option("easy")
    expect(row(library, "Pasted puzzles · 1")).to_be_visible()
    expect(library.get_by_role("listitem")).to_have_count(1)
