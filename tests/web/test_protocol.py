"""What a page asks and is told: every answer is what the library says, every fault an event, and all of it JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import Puzzle, formats, logic
from farandole.language import speaking
from farandole.web.protocol import METHODS, call

EXAMPLES = Path(__file__).parents[2] / "examples"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1..4..1..2..3..2"


def told(method: str, **params: Any) -> list[dict[str, Any]]:
    """The events of a call, through JSON and back; the last one ends it, and no other does."""
    events: list[dict[str, Any]] = json.loads(json.dumps(list(call(method, params))))
    assert [event["event"] in ("result", "error") for event in events] == [False] * (len(events) - 1) + [True]
    return events


def result(method: str, **params: Any) -> dict[str, Any]:
    [*_, last] = told(method, **params)
    assert last["event"] == "result", last
    return last


@pytest.mark.parametrize("name", ["classic.txt", "jigsaw.txt", "killer.json", "samurai.txt"])
def test_a_document_says_the_whole_puzzle(name: str) -> None:
    text = (EXAMPLES / name).read_text()
    [puzzle, last] = told("parse", text=text)
    assert (last["event"], last["count"]) == ("result", 1)
    assert formats.read(json.dumps(puzzle["document"])) == formats.read(text)
    assert len(puzzle["board"]["cells"]) == len(puzzle["board"]["givens"])
    assert result("solve", puzzle=puzzle["document"])["count"] == 1


def test_solutions_come_one_by_one() -> None:
    *found, last = told("solve", puzzle="1.....1..2..3..2", limit=5)
    assert [event["event"] for event in found] == ["solution"] * 2
    assert last["exhausted"]
    assert last["differ"] == ["r1c2", "r1c4", "r2c2", "r2c4"]
    assert not result("solve", puzzle="." * 16, limit=3)["exhausted"]
    assert result("solve", puzzle="1..4......2.3...")["count"] == 0


def test_counts_and_candidates() -> None:
    assert result("count", puzzle="." * 16) == {"event": "result", "count": "288", "exhausted": True}
    assert result("candidates", puzzle=SMALL, limit=2)["candidates"][1] == {"3": 1}


def test_a_players_digits_are_checked() -> None:
    solution = next(Puzzle.classic(EASY).solutions()).line
    assert result("check", puzzle=EASY, digits=solution)["solved"]
    wrong = result("check", puzzle=EASY, digits=EASY[:2] + "1" + EASY[3:])
    assert (wrong["wrong"], wrong["solved"]) == (["r1c3"], False)
    assert "several" in result("check", puzzle="." * 81, digits="." * 81)["fault"]


def test_hints_have_four_levels_and_a_picture() -> None:
    found = result("hint", puzzle=EASY)
    assert found["levels"] == [logic.hint(Puzzle.classic(EASY)).say(detail) for detail in logic.Detail]
    assert found["svg"].startswith("<svg")
    assert found["places"] == [["r5c5", 5]]
    assert "唯余法" in result("hint", puzzle=EASY, lang="zh")["levels"][0]
    assert result("hint", puzzle=EASY, digits="." * 2 + "1" + "." * 78)["wrong"] == [["r1c3", 1]]
    assert result("hint", puzzle=EASY, notes={"r5c5": "12"})["missed"] == [["r5c5", 5]]


def test_a_path_leads_to_the_solution() -> None:
    *steps, last = told("explain", puzzle=SMALL)
    assert last == {"event": "result", "solved": True, "digits": "1324241342313142"}
    assert len(steps) == 10
    assert "svg" not in steps[0]
    assert told("explain", puzzle=SMALL, pictures=True)[0]["svg"].startswith("<svg")
    assert len(told("explain", puzzle=SMALL, digits="13..............")) == 10


def test_ratings_come_scale_by_scale() -> None:
    *scales, last = told("rate", puzzle=EASY)
    assert [event["scale"] for event in scales] == ["search", "hodoku", "explainer"]
    assert (scales[0]["guesses"], scales[1]["score"], scales[2]["er"]) == (0, 204, 1.2)
    assert last["n_solutions"] == 1
    assert told("rate", puzzle="." * 81) == [{"event": "result", "n_solutions": 2}]


def test_why_not_tells_the_contradiction() -> None:
    assert result("why_not", puzzle=EASY, cell="r1c3", digit=5)["why"] == "r1c3 can't be 5: it sees that digit"
    said = result("why_not", puzzle=EASY, cell="r1c3", digit=1)["why"]
    assert said.startswith("If r1c3 is 1, ")
    assert result("why_not", puzzle=EASY, cell="r5c5", digit=5)["kind"] == "possible"


@pytest.mark.parametrize("way", ["backtrack", "links", "logic"])
def test_a_search_can_be_watched_up_to_its_solution(way: str) -> None:
    *parts, last = told("watch", puzzle=SMALL, way=way)
    moves = [move for part in parts if part["event"] == "moves" for move in part["moves"]]
    assert (last["count"], last["solved"], last["done"]) == (len(moves), True, True)
    assert moves[-1][0] == "solution"
    last = told("watch", puzzle=SMALL, way=way, most=3)[-1]
    assert (last["count"], last["solved"], last["done"]) == (3, False, False)


@pytest.mark.parametrize(
    ("method", "params", "said"),
    [
        ("solve", {}, "solve: expected puzzle, which is missing"),
        ("solve", {"puzzle": "..."}, "expected"),
        ("solve", {"puzzle": 5}, "puzzle: expected one puzzle, as a text or a document, found 5"),
        ("solve", {"puzzle": SMALL, "limit": "2"}, "limit: expected a whole number, found '2'"),
        ("solve", {"puzzle": SMALL, "limit": True}, "limit: expected a whole number, found True"),
        ("hint", {"puzzle": SMALL, "lang": "fr"}, "lang: expected one of en, zh; found 'fr'"),
        ("hint", {"puzzle": SMALL, "notes": [1]}, "notes: expected digits for names of cells, found [1]"),
        ("why_not", {"puzzle": SMALL, "cell": "r9c9", "digit": 1}, "r9c9"),
        ("watch", {"puzzle": SMALL, "way": "magic"}, "way: expected one of backtrack, links, logic; found 'magic'"),
        ("watch", {"puzzle": SMALL, "way": "logic", "most": 0}, "most: expected a number from 1"),
        ("parse", {"text": "x" * 70_000}, "text: expected a text of at most 65,536 characters"),
        ("jump", {}, "method: expected one of parse, "),
    ],
)
def test_faults_are_events(method: str, params: dict[str, Any], said: str) -> None:
    [error] = told(method, **params)
    assert error["event"] == "error"
    assert said in error["message"]
    assert len(error["message"]) < 300


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.text(max_size=20)
    | st.sampled_from([EASY[:16], SMALL, "r1c1"]),
    lambda below: (
        st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(["r1c1", "grid", "x"]), below, max_size=3)
    ),
    max_leaves=5,
)


@examples(300)
@given(st.data())
def test_whatever_comes_is_answered(data: st.DataObject) -> None:
    method = data.draw(st.sampled_from(sorted(METHODS)))
    names = [*METHODS[method].answer.__annotations__, "other"]
    params = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=4))
    told(method, **{"puzzle": SMALL, **params} if data.draw(st.booleans()) else params)


def test_the_language_is_the_callers_own() -> None:
    with speaking("zh"):
        assert result("hint", puzzle=EASY, lang="en")["levels"][0] == "Naked Single"
