"""What people call the puzzles of a text."""

import json

import pytest

from farandole import formats
from farandole.formats import fpuzzles, sudokupad
from farandole.formats.lzstring import compress
from farandole.formats.titles import LONGEST, find_titles
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Thermo

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
THERMO = Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1, 2)),))


def found(text: str | bytes) -> list[str]:
    """The titles of the puzzles of a text."""
    entries = [*formats.scan(text)]
    assert all(isinstance(entry, Puzzle) for _, entry in entries)
    return find_titles(text, entries)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LINE, [""]),
        (f"{LINE}  Golden Nugget\n{LINE} # AI Escargot\n{LINE};easy\n", ["Golden Nugget", "AI Escargot", "easy"]),
        (f"# Hard ones\n{LINE}\n{LINE}\n{LINE}", ["", "", ""]),  # of all of them
        (f"# Hard ones\n{LINE} one\n{LINE} two\n{LINE} three", ["one", "two", "three"]),
        (f"# One\n{LINE}\n\n# Two\n{LINE}", ["One", "Two"]),
        (f"Grid 01\n{ROWS}\nGrid 02\n{ROWS}\n", ["Grid 01", "Grid 02"]),
        (f"# Monday\n# by Ada\n\n{ROWS}", ["Monday"]),
        (f"{LINE} {SOLVED}", [""]),  # a solution is no title
        (f"{LINE},30,1.2", [""]),  # nor are numbers
        (f"#AAda\n#DSnake Eyes\n#CSome comment\n[Puzzle]\n{ROWS}", ["Snake Eyes (Ada)"]),
        (f"#A Ada\n[Puzzle]\n{ROWS}\n[State]\n{ROWS}", ["Ada"]),
        (f"[Puzzle]\n{ROWS}", [""]),
        (f"# 数独，第一题\n{LINE}".encode("utf-16"), ["数独，第一题"]),
        (f"# {'long ' * 40}\n{LINE}", [("long " * 40)[: LONGEST - 3] + "..."]),
        (f"# bell\a and\ttab\n{LINE}", ["bell and tab"]),
    ],
)  # fmt: skip
def test_texts(text: str | bytes, expected: list[str]) -> None:
    assert found(text) == expected


def of_fpuzzles(**said: object) -> str:
    return json.dumps(json.loads(fpuzzles.write(THERMO)) | said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, ""),
        ({"title": "Hot"}, "Hot"),
        ({"title": "Hot", "author": "Ada"}, "Hot (Ada)"),
        ({"author": "Ada"}, "Ada"),
        ({"title": 7, "author": None}, ""),
    ],
)
def test_f_puzzles(said: dict[str, object], expected: str) -> None:
    document = of_fpuzzles(**said)
    links = (fpuzzles.LINK + compress(document), f"{sudokupad.SITE}fpuz{compress(document)}")
    assert [found(text) for text in (document, *links)] == [[expected]] * 3


def test_sudokupad() -> None:
    document = json.loads(sudokupad_document())
    assert found(sudokupad_document()) == [""]
    assert found(json.dumps(document | {"cages": [{"value": "title: Hot"}, {"value": "author: Ada"}]})) == ["Hot (Ada)"]
    document["metadata"] = {"title": "Cold", "author": "Bo"}
    assert found(json.dumps(document | {"cages": [{"value": "title: Hot"}]})) == ["Cold (Bo)"]
    assert found(f"{sudokupad.SITE}scl{compress(json.dumps(document))}") == ["Cold (Bo)"]


def sudokupad_document() -> str:
    cells: list[list[dict[str, object]]] = [[{} for _ in range(4)] for _ in range(4)]
    return json.dumps({"cellSize": 64, "cells": cells, "regions": [], "cages": []})


def test_formats_without_a_place_for_a_title() -> None:
    assert found(formats.write(THERMO, "json")) == [""]
    assert found(formats.write(Puzzle.classic(LINE), "sudokuwiki")) == [""]
