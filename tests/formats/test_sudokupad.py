import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples_of_each, rules

from farandole.errors import FormatError, PuzzleError
from farandole.formats.lzstring import compress, decompress
from farandole.formats.sudokupad import SITE, read, unknowns, write
from farandole.formats.sudokupad.shorthand import unzip
from farandole.grid import Grid
from farandole.puzzle import About, DrawnLine, DrawnShape, Fog, Puzzle
from farandole.rules import RULES, Cage, Sum, Thermo, anti_knight

EMPTY = Puzzle(Grid.classic(), (0,) * 81)
BOXES = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]


def document(**keys: object) -> str:
    return json.dumps({"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES} | keys)


@pytest.mark.parametrize("name", RULES)
@given(st.data())
@examples_of_each(5)
def test_links_that_we_wrote_are_read_back_whole(name: str, data: st.DataObject) -> None:
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(data.draw(rules(name, 9, 81)),))
    assert read(write(puzzle)) == puzzle


@pytest.mark.parametrize("name", ["samurai", "shogun"])
def test_so_is_any_shape(name: str) -> None:
    grid = Grid.named(name)
    puzzle = Puzzle(grid, (7, *[0] * (grid.n_cells - 1)))
    assert read(write(puzzle)) == puzzle


def held(link: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(decompress(link.removeprefix(SITE + "scl")))
    return found


def test_what_sudokupad_itself_sees() -> None:
    puzzle = Puzzle(Grid.classic(), (7, *[0] * 80), rules=(Cage((0, 1), 9), Thermo((20, 21, 30))))
    said = held(write(puzzle))
    assert said["cells"][0][:2] == [{"value": 7}, {}]
    assert said["regions"] == BOXES
    assert said["cages"] == [{"cells": [[0, 0], [0, 1]], "unique": True, "value": 9, "sum": 9}]
    [line] = said["lines"]
    assert line["wayPoints"] == [[2.5, 2.5], [2.5, 3.5], [3.5, 3.5]]
    [bulb] = said["underlays"]
    assert (bulb["center"], bulb["rounded"]) == ([2.5, 2.5], True)


def test_an_fpuz_link_holds_an_fpuzzles_document() -> None:
    puzzle = Puzzle(Grid.classic(), (7, *[0] * 80), rules=(Cage((0, 1), 9), Thermo((20, 21, 30))))
    link = write(puzzle, "fpuz")
    assert link.startswith(SITE + "fpuz")
    assert read(link) == puzzle
    assert read(link.replace("fpuz", "fpuzzles")) == puzzle


def test_documents_of_others() -> None:
    cages = [
        {"cells": [[0, 0], [0, 1]], "value": "9", "unique": True},
        {"cells": [[1, 0], [1, 1]], "value": 3, "unique": False},
        {"cells": [[2, 0], [2, 1]], "unique": True},
        {"value": "title: Any", "cells": []},
    ]
    text = document(cages=cages, metadata={"title": "Any", "antiknight": True}, lines=[])
    some = (*anti_knight(Grid.classic()), Cage((0, 1), 9), Sum((9, 10), 3), Cage((18, 19)))
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=some)
    assert read(text) == puzzle
    assert unknowns(text) == []
    for prefix in ("scl", "ctc", "https://sudokupad.app/ctc", "https://sudokupad.app/?puzzleid=scl"):
        assert read(prefix + compress(text)) == puzzle
        assert read(prefix + compress(text).replace("+", "%2B") + "?setting-nogrid=1") == puzzle


def test_shorthand() -> None:
    # Source: S. Neumann, sudokutools, puzzlezipper_lib.js: what zip makes of the object below.
    zipped = "{cs:50,ce:[[{v:5},,{v:7}],[,,]],re:[[[0,0],[0,1]]],ca:[{v:'title: It\\'s'}],l:[{c:CFCFCF,r:t,th:2}],x:f}"
    assert unzip(zipped) == {
        "cellSize": 50,
        "cells": [[{"value": 5}, {}, {"value": 7}], [{}, {}, {}]],
        "regions": [[[0, 0], [0, 1]]],
        "cages": [{"value": "title: It's"}],
        "lines": [{"color": "#CFCFCF", "rounded": True, "thickness": 2}],
        "x": False,
    }


def test_a_link_in_shorthand() -> None:
    row = "[{v:5},,,,,,,,]"
    text = "{ce:[" + ",".join([row] + ["[,,,,,,,,]"] * 8) + "],re:" + json.dumps(BOXES, separators=(",", ":")) + "}"
    assert read("scl" + compress(text)) == Puzzle(Grid.classic(), (5, *[0] * 80))


DAMAGED = ["{", "{a:1", "[1,2", "{a:'b}", "{a b}", "{:1}", "{a:zz}", "[" * 100_000, "{a:1}}", "'", "{a:'\\x'}"]


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:9])
def test_damaged_shorthand_is_named(text: str) -> None:
    with pytest.raises(FormatError, match="SudokuPad's shorthand"):
        unzip(text)


@pytest.mark.parametrize(
    ("keys", "listed"),
    [
        (
            {"lines": [{}], "overlays": [{}, {}]},
            ["drawings: lines (1)", "drawings: overlays (2)"],
        ),
        ({"metadata": {"norowcol": True}}, ["metadata.norowcol"]),
        ({"cages": [{"cells": [[0, 0]], "value": "< 9"}]}, ["drawings: drawn cages with a text (1)"]),
        ({"overlays": [{"center": [0.5, 0.5], "width": 1, "height": 1, "text": "?"}]}, ["drawings: figures (1)"]),
        ({"cages": [{"value": "fog: yes"}]}, ["cages[0]: 'fog: yes'"]),
        ({"cells": [[{"color": "red"}]], "regions": []}, ["cells[0][0].color"]),
    ],
)
def test_what_is_not_understood_is_listed(keys: dict[str, object], listed: list[str]) -> None:
    text = document(**keys)
    assert unknowns(text) == listed
    with pytest.raises(FormatError, match="not understood"):
        read(text)
    read(text, lenient=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://sudokupad.app/n4bmmGRBP7", "a short one only names a puzzle"),
        ("scl" + compress("{}"), "expected an object with 'cells'"),
        (document(regions=[[[0, 9]]]), r"regions\[0\]\[0\]: expected the row and the column of a cell, counted from 0"),
        (document(cells=[[{}, {}], [{}]]), r"cells\[1\]: expected a list of 2"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_what_cant_be_written() -> None:
    with pytest.raises(FormatError, match="expected one of the formats scl, fpuz"):
        write(EMPTY, "ctc")
    with pytest.raises(PuzzleError, match="f-puzzles cannot express"):
        write(Puzzle(Grid.samurai(), (0,) * 369), "fpuz")


FULL = About(
    "Mist",
    "Ada",
    rules="Find your way.",
    message="Well done!",
    drawing=(
        DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067", 0.25),
        DrawnShape((4.5, 4.5), 0.5, 0.5, is_round=True, fill="#ff000080", edge="#000000", text="?", size=0.5),
    ),
    fog=Fog((0, 1), links=(((0,), (5, 6)),)),
)
CLASSIC = Puzzle.classic(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", about=FULL
)


def test_texts_drawing_and_fog_come_back() -> None:
    again = read(write(CLASSIC))
    assert (again, again.about) == (CLASSIC, FULL)


def test_sudokupad_gets_the_solution_the_rules_the_drawing_and_the_fog() -> None:
    said = held(write(CLASSIC))
    assert said["metadata"]["solution"] == CLASSIC.solve().line  # type: ignore[union-attr]
    assert (said["metadata"]["rules"], said["metadata"]["msgcorrect"]) == ("Find your way.", "Well done!")
    assert said["lines"][-1] == {"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#67f067", "thickness": 16}
    assert said["foglight"] == [[0, 0], [0, 1]]
    assert said["triggereffect"][0]["effect"] == {"type": "foglight", "cells": "r1c6r1c7"}
    del said["metadata"]["farandole"]
    again = read(json.dumps(said))
    assert again.about.fog == Fog((0, 1), (((0,), (5, 6)),), tuple(map(int, said["metadata"]["solution"])))


def test_rules_without_words_are_described() -> None:
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),))
    assert "thermometer" in held(write(puzzle))["metadata"]["rules"]
    assert "solution" not in held(write(puzzle))["metadata"]
    assert read(write(puzzle)).about == About()
