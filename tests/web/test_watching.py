"""Searches that are watched: a page that follows the moves knows what is hidden, and how long each list is."""

import json
from typing import Any

import pytest

from farandole import Cover
from farandole.formats import read
from farandole.formats.knuth import read_cover
from farandole.web.api import covers
from farandole.web.protocol import call

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1..4..1..2..3..2"


def told(method: str, **params: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(json.dumps(list(call(method, params))))
    return events


def moves_of(events: list[dict[str, Any]]) -> list[Any]:
    return [move for event in events if event["event"] == "moves" for move in event["moves"]]


@pytest.mark.parametrize(("name", "n_solutions"), [("columns", 1), ("queens", 2), ("dominoes", 36), ("pentominoes", 8)])
def test_examples_have_the_solutions_that_people_know(name: str, n_solutions: int) -> None:
    assert read_cover(covers.EXAMPLES[name]()).count() == n_solutions


def test_a_page_that_follows_the_moves_knows_all_sizes() -> None:
    [*_, domino, _, _] = told("covers")
    matrix, *events = told("watch_cover", cover=domino["cover"], every=True)
    nodes = {(option, item) for option, (_, items) in enumerate(matrix["options"]) for item in items}
    hidden: set[tuple[int, int]] = set()
    n_solutions = 0
    for kind, _, *what in moves_of(events):
        if kind == "choose":
            item, size = what
            assert size == len([node for node in nodes - hidden if node[1] == item])
        elif kind == "hide":
            assert tuple(what) not in hidden
            hidden.add((what[0], what[1]))
        elif kind == "show":
            hidden.remove((what[0], what[1]))
        elif kind == "solution":
            n_solutions += 1
            covered = [item for option in what[0] for item in matrix["options"][option][1]]
            assert sorted(covered) == list(range(16))
    assert not hidden
    assert (n_solutions, events[-1]["solutions"], events[-1]["done"]) == (36, 36, True)


def test_a_puzzle_by_links() -> None:
    matrix, *events = told("watch", puzzle=SMALL, way="links")
    [solution] = [move for move in moves_of(events) if move[0] == "solution"]
    names = {matrix["options"][option][0] for option in solution[2]}
    digits = next(read(SMALL)[0].solutions()).line
    assert names == {f"r{n // 4 + 1}c{n % 4 + 1}={digit}" for n, digit in enumerate(digits)}


def test_logic_tells_what_each_step_leaves() -> None:
    board, *events = told("watch", puzzle=SMALL, way="logic", lang="zh")
    left = board["candidates"]
    *steps, (kind, level, values) = moves_of(events)
    for _, _, step in steps:
        for cell, before, after in step["changes"]:
            assert left[cell] == before
            left[cell] = after
    assert (kind, level) == ("solution", len(steps))
    assert not any(left)
    assert values == [int(digit) for digit in next(read(SMALL)[0].solutions()).line]
    assert not steps[0][2]["name"].isascii()


def test_a_search_that_is_cut_says_so() -> None:
    *_, last = told("watch_cover", cover=covers.queens(8), every=True, most=100)
    assert (last["count"], last["done"]) == (100, False)


def test_multiplicities_are_committed() -> None:
    moves = moves_of(told("watch_cover", cover="2|a b\na\na b\nb\n"))
    assert {"commit", "cover", "solution"} <= {move[0] for move in moves}
    assert Cover(["a", "ab", "b"], multiplicities={"a": 2}).count() == 1


def test_all_steps_now() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    *steps, last = told("steps_now", puzzle=line, seconds=600)
    assert (last["count"], last["exhausted"]) == (len(steps), True)
    assert len({(str(step["places"]), str(step["removes"])) for step in steps}) == len(steps) > 5
    assert steps[0]["technique"] in ("Full House", "Naked Single", "Hidden Single")
    [wrong] = told("steps_now", puzzle=SMALL, digits="12" + "." * 14)
    assert wrong["wrong"]
