"""SudokuMaker's links: what each type of constraint means; numbers of edges, corners and places outside."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from farandole import rules
from farandole.errors import FormatError
from farandole.formats import detect_format, read, unknowns, write
from farandole.formats.links import sudokumaker
from farandole.formats.lzstring import compress
from farandole.grid import Grid
from farandole.puzzle import About, Puzzle

ROW = tuple(range(9))
BOXES = [3 * (cell // 27) + cell % 9 // 3 for cell in range(81)]


def link(*constraints: dict[str, Any], cells: dict[int, int] | None = None, **keys: Any) -> str:
    """Make a link as SudokuMaker makes it: LZ-string in its alphabet for links."""
    places: list[dict[str, Any]] = [{} for _ in range(keys.get("width", 9) ** 2)]
    for cell, digit in (cells or {}).items():
        places[cell] = {"given": True, "value": digit}
    regions = [] if "width" in keys else [{"type": 1, "regions": BOXES}]
    puzzle = {"name": "Mine", "author": "Ada", "cells": places, "constraints": [{"type": 0}, *regions, *constraints]}
    packed = compress(json.dumps({"formatVersion": "1.6.0", "puzzle": puzzle | keys})).replace("/", "-")
    return "https://sudokumaker.app/?puzzle=" + quote(packed.replace("=", ""))


MEANINGS: list[tuple[dict[str, Any], list[Any]]] = [
    ({"type": 100, "cells": [3]}, [rules.Allowed((3,), (2, 4, 6, 8))]),
    ({"type": 101, "cells": [3]}, [rules.Allowed((3,), (1, 3, 5, 7, 9))]),
    ({"type": 102, "cells": [0]}, [rules.Greater((0, 1)), rules.Greater((0, 9))]),
    ({"type": 103, "cells": [0, 1]}, [rules.Greater((9, 0)), rules.Greater((2, 1)), rules.Greater((10, 1))]),
    ({"type": 200, "clues": [{"edge": 1}]}, [rules.Consecutive((0, 1))]),
    ({"type": 200, "clues": [{"edge": 9, "value": 1}]}, [rules.Consecutive((0, 9))]),
    ({"type": 201, "clues": [{"edge": 28, "value": 2}]}, [rules.Ratio((10, 19))]),
    ({"type": 202, "clues": [{"edge": 19, "value": 10}]}, [rules.PairSum((9, 10), 10)]),
    ({"type": 300, "thermometers": [[0, 1, 2]]}, [rules.Thermo((0, 1, 2))]),
    ({"type": 300, "slow": True, "thermometers": [[0, 1, 2]]}, [rules.SlowThermo((0, 1, 2))]),
    ({"type": 301, "cages": [{"cells": [0, 1], "value": 9}]}, [rules.Cage((0, 1), 9)]),
    ({"type": 301, "cages": [{"cells": [0, 1]}]}, [rules.Cage((0, 1))]),
    ({"type": 303, "clues": [{"corner": 11, "digits": [1, 2]}]}, [rules.Quadruple((0, 1, 9, 10), (1, 2))]),
    ({"type": 400, "lines": [[0, 1]]}, [rules.Renban((0, 1))]),
    ({"type": 401, "lines": [[0, 1]]}, [rules.Whispers((0, 1), 5)]),
    ({"type": 401, "minDifference": 4, "lines": [[0, 1]]}, [rules.Whispers((0, 1), 4)]),
    ({"type": 402, "lines": [[0, 1]]}, [rules.Palindrome((0, 1))]),
    ({"type": 403, "lines": [[0, 1, 2]]}, [rules.Between((0, 1, 2))]),
    ({"type": 404, "lines": [[2, 3]]}, [rules.RegionSum((2, 3), ((2,), (3,)))]),
    ({"type": 406, "lines": [[0, 1, 2]], "groups": [14, 112, 896]}, [rules.Entropic((0, 1, 2))]),
    ({"type": 407, "lines": [[0, 1, 2]]}, [rules.Lockout((0, 1, 2))]),
    ({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0, 1, 2]]}]}, [rules.Arrow((0, 1, 2))]),
    (
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[1, 2, 3]]}]},
        [rules.PillArrow((0, 1, 2, 3), 2)],
    ),
    ({"type": 409, "lines": [[0, 1, 2]]}, [rules.DoubleArrow((0, 1, 2))]),
    (
        {"type": 500, "clues": [{"outerCell": 3, "diagonal": -1, "value": 9}]},
        [rules.LittleKiller((3, 13, 23, 33, 43, 53), 9)],
    ),
    ({"type": 501, "clues": [{"outerCell": 11, "value": 9}]}, [rules.Sandwich(ROW, 9)]),
    ({"type": 502, "clues": [{"outerCell": 21, "value": 9}]}, [rules.XSum(ROW[::-1], 9)]),
    ({"type": 503, "clues": [{"outerCell": 1, "value": 3}]}, [rules.Skyscraper(tuple(range(0, 81, 9)), 3)]),
    ({"type": 504, "clues": [{"outerCell": 111, "value": 3}]}, [rules.NumberedRoom(tuple(range(72, -1, -9)), 3)]),
    ({"type": 600, "cells": [9]}, [rules.Indexer(tuple(range(0, 81, 9)), 2)]),
    ({"type": 601, "cells": [2]}, [rules.Indexer(ROW, 3)]),
    ({"type": 12}, list(rules.anti_king(Grid.classic()))),
    ({"type": 13}, list(rules.anti_knight(Grid.classic()))),
    ({"type": 15}, list(rules.nonconsecutive(Grid.classic()))),
    ({"type": 200, "negative": [1]}, list(rules.nonconsecutive(Grid.classic()))),
]


@pytest.mark.parametrize(("said", "meant"), MEANINGS, ids=lambda value: str(value)[:24])
def test_each_type_means_a_rule(said: dict[str, Any], meant: list[Any]) -> None:
    text = link(said)
    assert (detect_format(text), unknowns(text)) == ("sudokumaker", [])
    [puzzle] = read(text)
    assert set(puzzle.rules) == set(meant)


def test_cells_houses_and_the_title() -> None:
    text = link({"type": 10}, {"type": 11}, {"type": 14}, {"type": 305, "cells": [0, 40]}, cells={3: 7})
    [puzzle] = read(text)
    assert (puzzle.givens[3], sum(puzzle.givens)) == (7, 7)
    assert len(puzzle.grid.houses) == 27 + 2 + 9 + 1
    assert puzzle.about == About("Mine", "Ada")
    [told] = read(link(comment="Normal sudoku rules apply.\nHave fun!"))
    assert told.about.rules == "Normal sudoku rules apply.\nHave fun!"
    [latin] = read(link(width=4, height=4))
    assert latin.count() == 576


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (link({"type": 1000, "name": "odd", "definition": {"name": "x"}}), "a programmed constraint 'odd'"),
        (link({"type": 4000, "lightCells": [1]}), "not understood: fog"),
        (link({"type": 2002, "symbols": [1]}), "drawings: symbols"),
        (link({"type": 777}), "type 777"),
        (link(type="custom"), "a custom puzzle"),
        (link({"type": 202, "negative": [5]}), "XV with negative"),
        (link(minDigit=0), "digits from 0 to 9"),
        (link(height=8), "found 8 rows, 9 columns"),
        (link({"type": 200, "clues": [{"edge": 0}]}), "an edge between two cells"),
        (link({"type": 303, "clues": [{"corner": 0, "digits": []}]}), "a corner where four cells meet"),
        (link({"type": 501, "clues": [{"outerCell": 0, "value": 1}]}), "a clue for a row or a column"),
        (link({"type": 400, "lines": [[81, 0]]}), "an integer from 0 to 80, found 81"),
        ("https://sudokumaker.app/?puzzle=x", "cut off|LZ-string|damaged"),
    ],
)
def test_what_is_not_understood_is_refused(text: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        sudokumaker.read(text)


def test_drawings_without_content_mean_nothing() -> None:
    assert unknowns(link({"type": 2000, "lines": []}, {"type": 1000})) == []


def test_a_short_link_says_that_it_is_one_and_none_is_written() -> None:
    with pytest.raises(FormatError, match=r"only names a puzzle at sudokumaker\.app"):
        read("https://sudokumaker.app/abc")
    with pytest.raises(FormatError, match="sudokumaker is only read; expected one of the formats line, "):
        write(Puzzle.classic("." * 81), "sudokumaker")
