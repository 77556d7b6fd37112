"""Pieces on a board as a page asks for them: the pieces, a film, a count, or why there is none."""

import json
from typing import Any

import pytest

from farandole.cover.pieces import Packing, polyominoes
from farandole.web.protocol import METHODS, call


def told(method: str, **params: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(json.dumps(list(call(method, params))))
    return events


def drawings(size: int, kind: str = "free") -> dict[str, str]:
    return {event["name"]: event["drawing"] for event in told("pieces", size=size, kind=kind)[:-1]}


@pytest.mark.parametrize(("kind", "counts"), [("free", [1, 1, 2, 5, 12, 35]), ("one-sided", [1, 1, 2, 7, 18, 60])])
def test_drawings_are_read_as_the_pieces_that_they_show(kind: Any, counts: list[int]) -> None:
    for size, n in enumerate(counts, 1):
        drawn = drawings(size, kind)
        assert len(drawn) == n
        assert Packing("." * 9, drawn).pieces == polyominoes(size, kind)


def test_the_film_fills_the_board_as_often_as_is_counted() -> None:
    packing = {"board": "....\n.##.\n....\n....", "pieces": drawings(2) | drawings(1), "times": None, "mirrors": False}
    matrix, *events = told("watch_tiling", packing=packing)
    moves = [move for event in events if event["event"] == "moves" for move in event["moves"]]
    assert {kind for kind, *_ in moves} == {"choose", "try", "dead end", "solution"} - {"dead end"}
    squares = sorted(item for item in matrix["items"] if item.startswith("r"))
    assert len(squares) == 14
    tilings = [chosen for kind, _, chosen in moves if kind == "solution"]
    for chosen in tilings:
        covered = [matrix["items"][item] for option in chosen for item in matrix["options"][option][1]]
        assert sorted(covered) == squares
    [counted] = told("count_tilings", packing=packing)
    assert counted["count"] == str(len(tilings)) == str(events[-1]["solutions"])
    assert counted["exhausted"]
    assert int(counted["classes"]) * 2 >= len(tilings)  # the board and its mirror image


def test_no_tiling_is_answered_with_the_reason() -> None:
    packing = {"board": ".....\n" * 4, "pieces": drawings(4)}
    [counted] = told("count_tilings", packing=packing)
    assert (counted["count"], counted["classes"], counted["exhausted"]) == ("0", "0", True)
    assert counted["why"].startswith("Color the board like a chessboard")
    [chinese] = told("count_tilings", packing=packing, lang="zh")
    assert "国际象棋盘" in chinese["why"]
    five = {name: drawing for name, drawing in drawings(5).items() if name in "ILNVX"}
    [counted] = told("count_tilings", packing={"board": ".....\n" * 5, "pieces": five})
    assert (counted["pieces"], counted["cells"]) == (["I", "L", "N", "V", "X"], [])


def test_a_count_that_takes_too_long_says_so() -> None:
    packing = {"board": ("." * 20 + "\n") * 20, "pieces": drawings(5), "times": None}
    [counted] = told("count_tilings", packing=packing, seconds=0.2)
    assert (counted["exhausted"], counted["classes"]) == (False, None)


@pytest.mark.parametrize(
    ("packing", "said"),
    [
        ({}, "expected a board and pieces"),
        ({"board": "..", "pieces": {"D": "XX"}, "turns": "no"}, "expected a board and pieces"),
        ({"board": "..", "pieces": {"D": "XX"}, "times": [1]}, "expected a board and pieces"),
        ({"board": "..", "pieces": {"D": "XX"}, "odd": 1}, "expected a board and pieces"),
        ({"board": "..", "pieces": ["XX"]}, "expected a board and pieces"),
        ({"board": "..", "pieces": {"D": 2}}, "expected a board and pieces"),
        ({"board": "##", "pieces": {"D": "XX"}}, "expected cells, found none"),
        ({"board": "..", "pieces": {}}, "expected at least one, found none"),
        ({"board": "..", "pieces": {"D": "."}}, "expected cells, found none"),
        ({"board": "..", "pieces": {"D": "XX"}, "times": [2, 1]}, "expected a number, a pair low and high"),
        ({"board": ("." * 21 + "\n") * 20, "pieces": {"D": "XX"}}, "at most 400 cells and 64 pieces, found 420 cells"),
        ({"board": "..", "pieces": {str(n): "XX" for n in range(65)}}, "found 2 cells and 65 pieces"),
        ("..", "expected a board and pieces"),
    ],
)
@pytest.mark.parametrize("method", ["watch_tiling", "count_tilings"])
def test_what_is_wrong_is_said(method: str, packing: Any, said: str) -> None:
    [error] = told(method, packing=packing)
    assert error["event"] == "error"
    assert said in error["message"]


def test_limits() -> None:
    [error] = told("pieces", size=7)
    assert "from 1 to 6, found 7" in error["message"]
    huge = {"board": ("." * 20 + "\n") * 20, "pieces": drawings(6)}
    [error] = told("watch_tiling", packing=huge)
    assert "a film shows at most 20,000 placements" in error["message"]
    [error] = told("watch_tiling", packing=huge, most=0)
    assert "most: expected a number from 1" in error["message"]
    assert METHODS["count_tilings"].may_take_long
