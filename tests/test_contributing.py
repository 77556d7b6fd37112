"""What CONTRIBUTING.md shows works: a rule is a class, a technique a file and a line, a form a module and a row."""

import re
import sys
from math import gcd
from pathlib import Path
from types import ModuleType

import pytest

from farandole import formats
from farandole.formats import document, table
from farandole.grid import Grid
from farandole.logic import TECHNIQUES, Board, Detail, explain, notation, say
from farandole.logic.step import Technique
from farandole.puzzle import Puzzle
from farandole.render.steps import draw
from farandole.rules import RULES, Cage, model

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text()
BLOCKS = dict(re.findall(r"^```py\n# src/(\S+)\.py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def test_a_rule_is_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "coprime", Cage)  # so that it is forgotten afterwards
    names = vars(model) | {"__name__": "farandole.rules.pairs", "math": __import__("math")}
    exec(BLOCKS["farandole/rules/pairs"], names)
    rule = RULES["coprime"]
    assert rule.__name__ == "Coprime"
    puzzle = Puzzle(Grid.classic((2, 2)), (0,) * 16, rules=(rule((0, 15)), rule((3, 6))))
    expected = [
        found for found in Puzzle(Grid.classic((2, 2)), (0,) * 16).solutions()
        if gcd(found.digits[0], found.digits[15]) == gcd(found.digits[3], found.digits[6]) == 1
    ]  # fmt: skip
    assert set(puzzle.solutions()) == set(expected)
    assert 0 < len(expected) < 288
    assert document.read(document.write(puzzle)) == puzzle


def test_a_technique_is_a_file_and_a_line() -> None:
    names: dict[str, object] = {"__name__": "two_left"}
    exec(BLOCKS["farandole/logic/techniques/two_left"], names)
    two_left = names["two_left"]
    assert isinstance(two_left, Technique)
    board = Board.of(Puzzle.classic("1234567.." + "." * 25 + "8" + "." * 46))
    step = next(two_left(board))
    assert notation(step, board.geometry) == "Two Left: 8 in r1c89 (other: r1c8=9) => r1c9=8"
    assert say(step, board, Detail.DIGITS) == "Two Left: look at 8 in r1c8 and r1c9"
    [shown] = re.findall(r"^The step then says: \*(.*?)\*$", PAGE, re.MULTILINE)
    assert say(step, board) == shown
    assert ">other<" in draw(step, board)
    assert next(explain(board, techniques=(two_left, *TECHNIQUES))).technique is two_left
    assert (two_left.__doc__ or "").endswith("Source: CONTRIBUTING.md.")


def test_a_form_is_a_module_and_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("farandole.formats.backwards")
    exec(BLOCKS["farandole/formats/backwards"], vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    row = eval(BLOCKS["farandole/formats/table"], vars(table))
    monkeypatch.setattr(table, "FORMATS", (*table.FORMATS, row))
    puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    text = formats.write(puzzle, "backwards")
    assert text == f"backwards:{puzzle.line[::-1]}"
    assert (formats.sniff(text), formats.is_link(text)) == ("backwards", True)
    assert formats.read(text) == [puzzle for _, puzzle in formats.scan(text)] == [puzzle]
    assert formats.unknowns(text) == []
