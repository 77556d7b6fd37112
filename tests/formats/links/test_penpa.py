"""Penpa+'s links: digits, regions and the rules that a drawing of Sudoku has for everybody."""

import base64
import json
import zlib
from itertools import pairwise
from typing import Any

import pytest

from farandole import rules
from farandole.errors import FormatError
from farandole.formats import detect_format, read, unknowns
from farandole.formats.links import penpa
from farandole.grid import Grid
from farandole.puzzle import About
from farandole.sizes import MAX_TEXT


def packed(held: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    letters = base64.b64encode(packer.compress(held.encode()) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={letters}"


def point(row: int, column: int, n: int = 4) -> int:
    """Number the center of a cell: there are two more on each side."""
    return (row + 2) * (n + 4) + column + 2


def link(head: str = "sudoku,4,4,38,0,1,1,190,190,36,36,0,0,0,0", *, n: int = 4, **keys: Any) -> str:
    """Make a link to a square with boxes, with thick lines as Penpa+ has them."""
    middle, size = n // 2, (n + 4) ** 2
    corners = [size + (row + 1) * (n + 4) + middle + 1 for row in range(n + 1)]
    borders = {f"{a},{b}": 2 for a, b in pairwise(corners)}
    corners = [size + (middle + 1) * (n + 4) + column + 1 for column in range(n + 1)]
    borders |= {f"{a},{b}": 2 for a, b in pairwise(corners)}
    drawn = json.dumps({"zS": {}, "zU": {"z_": []}, "lineE": borders} | keys, separators=(",", ":"))
    for sign in ("zS", "zU", "z_", "zN", "zT", "z1", "z6"):
        drawn = drawn.replace(f'"{sign}"', sign)
    return packed("\n".join([head, "[0,0,0,0]", "[]", drawn, "", "[]"]))


def test_digits_and_boxes() -> None:
    text = link(zN={str(point(0, 1)): ["3", 1, "1"], str(point(3, 3)): [" 4", 1, "1"]})
    assert (detect_format(text), unknowns(text)) == ("penpa", [])
    [puzzle] = read(text)
    assert (puzzle.givens[1], puzzle.givens[15]) == (3, 4)
    assert puzzle.grid == Grid.classic((2, 2))


def test_title_author_and_rules() -> None:
    head = "sudoku,4,4,38,0,1,1,190,190,36,36,0,0,0,0"
    [puzzle] = read(link(f"{head},Title: Hot%2C cold,Author: Ada,http://a.b,a%2Fb%2C%2D%2DAll %2E more,OFF"))
    assert puzzle.about == About("Hot, cold", "Ada", "a=b,\n\nAll & more")
    [bare] = read(link(f"{head},Title: ,Author: ,,,OFF"))
    assert not bare.about


def test_rules_that_drawings_mean() -> None:
    size, first = 64, point(0, 0)
    [puzzle] = read(
        link(
            "sudoku,4,4,38,0,1,1,190,190,36,36,1,0,0,1",
            zT=[[first, point(0, 1)], []],
            arrows=[[point(1, 0), point(1, 1), point(1, 2)]],
            z6=[[point(2, 0), point(2, 1)]],
            z1={str(4 * (size + point(2, 0))): [" 7", 1]},
            symbol={
                str(point(3, 0)): [3, "circle_L", 2],
                str(point(3, 1)): [3, "square_L", 2],
                str(3 * size + first): [8, "circle_SS", 2],
                str(2 * size + first): [2, "circle_SS", 2],
            },
        )
    )
    assert puzzle.rules == (
        rules.Thermo((0, 1)),
        rules.Arrow((4, 5, 6)),
        rules.Cage((8, 9), 7),
        rules.Allowed((12,), (1, 3)),
        rules.Allowed((13,), (2, 4)),
        rules.Consecutive((0, 1)),
        rules.Ratio((0, 4)),
    )
    assert len(puzzle.grid.houses) == 14


def test_without_thick_lines_there_are_no_boxes() -> None:
    [puzzle] = read(link(lineE={}))
    assert puzzle.count() == 576


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (link("hex,4,4,38"), "expected a grid of squares, found 'hex'"),
        (link("sudoku,4,5,38"), "found 5 rows and 4 columns"),
        (link("sudoku,x,5,38"), "a whole number, found 'x'"),
        (link(wall={"1,2": 1}), "not understood: drawings: wall"),
        (link(lineE={"1,2": 2}), "drawings: lineE"),
        (link(zN={str(point(0, 0)): ["A", 1, "1"]}), "a text: 'A'"),
        (link(zN={str(point(0, 0)): ["9", 1, "1"]}), "an integer from 1 to 4, found 9"),
        (link(zN={"1": ["9", 1, "1"]}), "a text: '9'"),
        (link(zT=[[1, 2]]), "a point in the grid"),
        (link(symbol={"20": [1, "star", 1]}), "symbol 'star'"),
        (link(z1={"9": ["7", 1]}), "a small text: '7'"),
        (packed("one\ntwo"), "cut off"),
        (packed(" " * (MAX_TEXT + 1)), "unpacks to more than"),
        ("https://swaroopg92.github.io/penpa-edit/#m=solve&p=1234", "damaged"),
    ],
)
def test_bad_links_are_refused(text: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        penpa.read(text)


def test_a_short_link_is_told() -> None:
    with pytest.raises(FormatError, match=r"only names a puzzle at swaroopg92\.github\.io"):
        read("https://swaroopg92.github.io/penpa-edit/?abc")
