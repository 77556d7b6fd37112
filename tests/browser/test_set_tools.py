"""The tools of Set whose rules are about the whole grid, or have a layer of their own."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from browser.visits import SMALL, cell, drag, expect, paste, view
from farandole import formats
from farandole.puzzle.figures import DrawnLine, DrawnShape

Visit = Callable[..., Any]


def start_draft(page: Any, grid: dict[str, Any], *rules: dict[str, Any]) -> None:
    """Open a puzzle in Set."""
    view(page, "Set")
    paste(page, json.dumps({"farandole": 1, "grid": grid, "rules": rules}))
    expect(page.locator("#grid [role=gridcell]")).to_have_count(grid["size"] ** 2)


def choose_tool(page: Any, name: str) -> None:
    page.get_by_role("searchbox", name="Find a rule").fill(name)
    page.locator(f"[data-tool={name}]").click()


def exported(page: Any) -> Any:
    """Export the draft as JSON."""
    details = page.locator("details", has=page.get_by_text("Export", exact=True))
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    page.get_by_label("Format", exact=True).select_option("json")
    text = page.locator(".set-exported")
    details.get_by_role("button", name="Export", exact=True).click()
    expect(text).not_to_have_value("")
    return json.loads(text.input_value())


@pytest.mark.server
def test_an_export_waits_for_the_change_that_is_being_loaded(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4})
    choose_tool(page, "even")
    held: list[Any] = []
    page.route("**/call/parse", lambda route: held.append(route))
    cell(page, 1, 1).click()
    while not held:
        page.wait_for_timeout(50)
    page.get_by_text("Export", exact=True).first.click()
    page.get_by_label("Format", exact=True).select_option("json")
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.locator(".set-exported")).to_have_value("")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".set-exported")).not_to_have_value("")
    assert "rules" not in json.loads(page.locator(".set-exported").input_value())


def test_a_layer_of_regions_comes_and_goes(visit: Visit) -> None:
    page = visit()
    grid = {"size": 4, "box": None, "houses": ["diagonals"]}
    start_draft(page, grid)
    page.get_by_text("Whole grid").click()
    regions = page.get_by_label("Regions to be found")
    regions.check()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(32)
    view(page, "Play")
    view(page, "Set")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(32)
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(32)
    houses = [house["name"] for house in exported(page)["grid"]["houses"]]
    assert len(houses) == 10
    assert "falling diagonal" in houses
    page.locator(".set-remove").click()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    assert exported(page)["grid"] == grid
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(32)


def test_galaxies_have_centers_and_no_center_is_no_layer(visit: Visit) -> None:
    page = visit()
    grid = {"size": 4, "regions": ["AAAB", "CABB", "CCDB", "CDDD"]}
    start_draft(page, grid)
    choose_tool(page, "galaxies")
    drag(page, cell(page, 1, 1), cell(page, 1, 2))
    expect(page.locator("#grid [role=gridcell]")).to_have_count(32)
    drag(page, cell(page, 3, 3), cell(page, 3, 4))
    expect(page.locator(".set-rules")).to_contain_text("Galaxies 2")
    assert exported(page)["rules"][-1]["centers"] == [[0, 1], [4, 5]]
    drag(page, cell(page, 1, 1), cell(page, 1, 2))
    expect(page.locator(".set-rules")).to_contain_text("Galaxies 1")
    drag(page, cell(page, 3, 3), cell(page, 3, 4))
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    assert exported(page)["grid"] == grid


def test_islands_are_numbered_cell_by_cell(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4})
    choose_tool(page, "nurikabe")
    for row, size in ((1, "2"), (3, "1")):
        cell(page, row, 1).click()
        page.get_by_label("Size of the island").fill(size)
    expect(page.locator(".set-rules")).to_contain_text("Nurikabe")
    [rule] = exported(page)["rules"]
    assert rule["numbers"] == [2, *[0] * 7, 1, *[0] * 7]
    page.get_by_label("Size of the island").fill("x")
    expect(page.locator("#status")).to_have_text("Expected a number, found “x”.")
    page.get_by_label("Size of the island").fill("")
    cell(page, 1, 1).click()
    expect(page.get_by_label("Size of the island")).to_have_value("2")
    page.get_by_label("Size of the island").fill("")
    expect(page.locator(".set-rules")).to_contain_text("None yet")


def test_parity_and_halves_are_of_the_digits_that_the_grid_has(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4, "first_digit": 0})
    choose_tool(page, "even")
    cell(page, 1, 1).click()
    choose_tool(page, "oscillator")
    drag(page, cell(page, 2, 1), cell(page, 2, 2))
    expect(page.locator(".set-rules li")).to_have_count(2)
    expect(page.locator(".set-rules")).to_contain_text("Even")
    even, line = exported(page)["rules"]
    assert even["digits"] == [0, 2]
    assert line["groups"] == [[0, 1], [2, 3]]


def test_stars_and_ranks_are_drawn_and_undone(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4})
    cell(page, 1, 1).click()
    page.keyboard.press("Control+a")
    choose_tool(page, "star_battle")
    page.get_by_role("button", name="Draw with the selected cells").click()
    page.get_by_role("textbox", name="Digits").fill("1")
    expect(page.locator(".set-rules")).to_contain_text("Star battle")
    choose_tool(page, "full_rank")
    page.get_by_role("button", name="From the left").click()
    page.get_by_role("textbox", name="Rank").fill("3")
    expect(page.locator(".set-rules li")).to_have_count(2)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".set-rules li")).to_have_count(1)


def test_a_tool_is_found_by_its_name_and_explained(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4})
    expect(page.locator(".set-verdict")).to_have_text("More than 5 solutions")
    page.get_by_role("searchbox", name="Find a rule").fill("killer")
    cage = page.get_by_role("button", name="Cage", exact=True)
    cage.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("cage")
    expect(tip.locator("svg")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    cage.click()
    expect(page.locator(".set-detail .set-card svg")).to_be_visible()


def test_own_rules_are_expressions_and_faults_are_named(visit: Visit) -> None:
    page = visit()
    start_draft(page, {"size": 4})
    choose_tool(page, "own_cells")
    drag(page, cell(page, 1, 1), cell(page, 1, 2), cell(page, 1, 3))
    field = page.get_by_role("textbox", name="For the cells")
    field.fill("a + b")
    expect(page.locator("#set-value-fault")).to_contain_text("Expected a comparison")
    field.fill("a + b = c")
    expect(page.locator(".set-rules")).to_contain_text("Cells in order a + b = c")
    [rule] = exported(page)["rules"]
    assert [1, 2, 3] in rule["tuples"]
    assert all(a + b == c for a, b, c in rule["tuples"])


def test_givens_are_entered_by_touch_and_the_texts_are_exported(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    start_draft(page, {"size": 4})
    cell(page, 1, 1).tap()
    page.get_by_role("button", name="Write 3").tap()
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, 3")
    page.get_by_text("Title, author, rules").tap()
    texts = {"title": "Snake", "author": "Ada", "rules": "No snakes.", "message": "Well done"}
    for name, text in texts.items():
        page.locator(f".set-about [name={name}]").fill(text)
    page.reload()
    expect(page.locator("#grid [role=gridcell]")).to_have_count(16)
    assert exported(page)["about"] == texts


def test_candidates_are_hidden_for_a_puzzle_of_play_until_they_are_asked_for(visit: Visit) -> None:
    page = visit()
    paste(page, "1........2.....4")
    expect(page.locator(".verdict")).to_contain_text("Several solutions")
    view(page, "Set")
    box = page.get_by_label("Show true candidates")
    expect(box).not_to_be_checked()
    page.locator(".set select").first.select_option("4")
    expect(box).to_be_checked()
    box.uncheck()
    page.locator(".set select").first.select_option("6")
    expect(page.locator("#grid [role=gridcell]")).to_have_count(36)
    expect(box).not_to_be_checked()


def test_lines_and_colors_that_are_no_rules_are_kept_by_the_formats(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    view(page, "Set")
    paste(page, SMALL)
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    choose_tool(page, "paint_line")
    page.get_by_role("button", name="Orange").tap()
    drag(page, cell(page, 1, 1), cell(page, 1, 2), cell(page, 2, 3))
    expect(page.locator(".layer-below path[stroke^='#f08c00']")).to_be_attached()
    choose_tool(page, "paint_cells")
    cell(page, 3, 3).tap()
    expect(page.locator(".layer-below [fill^='#f08c00']")).to_be_attached()
    document = exported(page)
    assert [min(figure) for figure in document["about"]["drawing"]] == ["color", "fill"]
    assert "rules" not in document
    [puzzle] = formats.read(json.dumps(document))
    for name in ("sudokupad", "fpuzzles"):
        [kept] = formats.read(formats.write(puzzle, name))
        assert [type(figure) for figure in kept.about.drawing] == [DrawnLine, DrawnShape]
    cell(page, 3, 3).tap()
    expect(page.locator(".layer-below [fill^='#f08c00']")).to_have_count(0)
    page.get_by_role("button", name="Undo").first.tap()
    expect(page.locator(".layer-below [fill^='#f08c00']")).to_be_attached()
