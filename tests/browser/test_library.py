"""The library: games, drafts and collections in the browser's database."""

import json
from collections.abc import Callable
from typing import Any

from browser.visits import SMALL, cell, expect, open_puzzle, paste, view
from farandole.web.protocol import call

Visit = Callable[..., Any]


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
