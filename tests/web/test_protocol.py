"""What a page asks and is told: every answer is what the library says, every fault an event, and all of it JSON."""

import ast
import base64
import io
import json
import re
from collections.abc import Callable, Generator
from inspect import signature
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from strategies import examples

from farandole import Grid, Puzzle, formats, logic
from farandole.i18n import use_language
from farandole.photo.synthetic import make_sheet
from farandole.puzzle import About, Fog
from farandole.records import replace
from farandole.rules import RULES, Allowed, Cage, Thermo
from farandole.web.api.ideas import list_ideas
from farandole.web.protocol import METHODS, call

EXAMPLES = Path(__file__).parents[2] / "examples"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1..4..1..2..3..2"
MEDIUM = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def told(method: str, **params: Any) -> list[dict[str, Any]]:
    """The events of a call, through JSON and back; the last one ends it, and no other does.

    A call takes the time it needs: what is found must not hang on how busy a machine is.
    """
    if method in METHODS and "seconds" in signature(METHODS[method].answer).parameters:
        params = {"seconds": 600} | params
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
    assert 0 < last["seconds"] < 10
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
    assert found["levels"] == [logic.hint(Puzzle.classic(EASY)).describe(detail) for detail in logic.Detail]
    assert found["svg"].startswith("<svg")
    assert found["places"] == [["r5c5", 5]]
    assert "唯余法" in result("hint", puzzle=EASY, lang="zh")["levels"][0]
    assert result("hint", puzzle=EASY, digits="." * 2 + "1" + "." * 78)["wrong"] == [["r1c3", 1]]
    assert result("hint", puzzle=EASY, notes={"r5c5": "12"})["missed"] == [["r5c5", 5]]


def test_a_path_leads_to_the_solution() -> None:
    *steps, last = told("explain", puzzle=SMALL)
    assert (last["solved"], last["digits"], last["conclusion"]) == (True, "1324241342313142", "")
    assert len(steps) == 10
    assert "svg" not in steps[0]
    assert told("explain", puzzle=SMALL, pictures=True)[0]["svg"].startswith("<svg")
    assert len(told("explain", puzzle=SMALL, digits="13..............")) == 10


def test_ratings_come_scale_by_scale() -> None:
    *scales, last = told("rate", puzzle=EASY)
    assert [event["scale"] for event in scales] == ["search", "logic", "hodoku", "explainer"]
    assert (scales[0]["guesses"], scales[2]["score"], scales[3]["er"]) == (0, 204, 1.2)
    assert (scales[1]["difficulty"], scales[1]["level"], scales[1]["is_least"]) == (1.5, "easy", False)
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
    assert len(error["message"]) < 400


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
    with use_language("zh"):
        assert result("hint", puzzle=EASY, lang="en")["levels"][0] == "Naked Single"


# ── Collections ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_collection_leaves_out_what_is_no_puzzle() -> None:
    lines = [EASY, "hello", EASY[1:], "55" + EASY[2:], MEDIUM]
    batch, last = told("collect", text="\n".join(lines))
    assert [entry["puzzle"] for entry in batch["puzzles"]] == [EASY, MEDIUM]
    assert [(fault["code"], fault["fields"]["line"]) for fault in last["left_out"]] == [
        ("cell_count", 3),
        ("repeated_digit", 4),
    ]
    assert (last["count"], last["n_left_out"], last["is_cut"]) == (2, 2, False)


def test_a_collection_ends_at_ten_thousand() -> None:
    *batches, last = told("collect", text="\n".join([EASY] * 10_001))
    assert sum(len(batch["puzzles"]) for batch in batches) == last["count"] == 10_000
    assert last["is_cut"]


@pytest.mark.parametrize("join", ["\n".join, lambda parts: f"[{','.join(parts)}]"], ids=["lines", "list"])
def test_a_collection_of_documents(join: Callable[[list[str]], str]) -> None:
    titled = {
        "farandole": 1,
        "grid": {"size": 4},
        "givens": ["1...", "....", "....", "...."],
        "about": {"title": "One"},
    }
    batch, last = told(
        "collect", text=join([json.dumps(titled), '{"farandole": 99}', json.dumps({**titled, "about": {}})])
    )
    assert [(entry["title"], entry["cells"], entry["givens"]) for entry in batch["puzzles"]] == [
        ("One", 16, 1),
        ("", 16, 1),
    ]
    assert batch["puzzles"][0]["puzzle"] == titled
    assert last["n_left_out"] == 1


def test_a_collection_may_have_games() -> None:
    puzzle = {"farandole": 1, "grid": {"size": 4}, "givens": ["1...", "....", "....", "...."]}
    lines = [json.dumps({"game": game, "puzzle": puzzle}) for game in ({"version": 1}, None, 7)]
    batch, last = told("collect", text="\n".join([*lines, '{"game": {}, "puzzle": 3}']))
    assert [entry.get("game") for entry in batch["puzzles"]] == [{"version": 1}, None, None]
    assert all(entry["puzzle"] == puzzle for entry in batch["puzzles"])
    assert last["n_left_out"] == 1
    batch, _ = told("collect", text=lines[0])
    assert batch["puzzles"][0]["game"] == {"version": 1}


@pytest.mark.parametrize("text", ["", "hello", "[" * 100_000, "[1, 2]\n", "{\n{\n", "[]"])
def test_a_text_without_puzzles_is_no_collection(text: str) -> None:
    *_, last = told("collect", text=text)
    assert last["event"] == "error" or last["count"] == 0


# ── Long questions ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_count_tells_how_far_it_is() -> None:
    *progress, last = told("count", puzzle="." * 81, seconds=1)
    counts = [int(event["count"]) for event in (*progress, last)]
    assert counts == sorted(counts)
    assert not last["exhausted"]


def test_true_candidates_come_cell_by_cell() -> None:
    *cells, last = told("candidates", puzzle="1.....1..2..3..2", limit=9)
    assert [event["cell"] for event in cells] == [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    assert [event["candidates"] for event in cells] == last["candidates"]


def test_needless_clues_come_one_by_one() -> None:
    full = "1324241342313142"
    *clues, last = told("needless", puzzle=full)
    assert [clue["in_words"] for clue in clues][:2] == ["r1c1=1", "r1c2=3"]
    assert (last["unique"], last["count"], last["exhausted"]) == (True, 16, True)
    assert told("needless", puzzle="." * 16) == [
        {"event": "result", "unique": False, "count": 0, "exhausted": True},
    ]


def test_conflicting_clues_are_the_fewest() -> None:
    [last] = told("conflicting", puzzle="14....2..3.....1")
    assert ([clue["in_words"] for clue in last["clues"]], last["smallest"]) == (["r1c1=1", "r3c2=3", "r4c4=1"], True)
    assert told("conflicting", puzzle="." * 16) == [{"event": "result", "clues": None, "smallest": False}]


def test_a_puzzle_is_made_as_wished() -> None:
    make_app = result("make", rating="medium", symmetry="rotate180", seed=3)
    assert make_app["falls_short"] == []
    assert make_app["document"] == result("make", rating="medium", symmetry="rotate180", seed=3)["document"]
    puzzle = formats.read(json.dumps(make_app["document"]))[0]
    assert puzzle.is_unique()
    assert make_app["board"]["givens"] == puzzle.line
    assert {"scale": "hodoku", "level": "medium"}.items() <= make_app["ratings"][1].items()


def test_what_a_setter_has_is_completed_and_thinned() -> None:
    completed = result("complete", puzzle="1" + "." * 80)
    puzzle = formats.read(json.dumps(completed["document"]))[0]
    assert puzzle.is_unique()
    assert len(completed["clues"]) == 80 - puzzle.givens.count(0)
    thinned = result("minimize", puzzle=next(puzzle.solutions()).line)
    assert thinned["exhausted"]
    assert len(thinned["clues"]) > 40


def test_who_leaves_ends_the_work() -> None:
    make_app = call("make", {"rules": ["killer"], "seconds": 30})
    assert next(make_app)["event"] == "progress"
    assert isinstance(make_app, Generator)
    make_app.close()


# ── What a page draws itself ────────────────────────────────────────────────────────────────────────────────────────


def test_a_board_comes_in_layers() -> None:
    drawn = result("draw", puzzle=(EXAMPLES / "killer.json").read_text())
    for layer in drawn["layers"].values():
        names = {node.get("class", "") for node in ElementTree.fromstring(layer).iter()}
        assert all(f".{name}{{" in drawn["style"] for group in names for name in group.split())
        assert "style" not in layer
    assert drawn["view_box"] == [-20, -20, 940, 940]
    assert "style=" not in drawn["svg"]


@pytest.mark.parametrize("own", ["Normal sudoku rules apply.", "Standard Sudoku rules.", "Usual rules; 1-9 as always."])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_usual_rules_are_said_once_in_the_words_of_the_setter(own: str, lang: str) -> None:
    puzzle = {"farandole": 1, "grid": {"size": 9}, "about": {"rules": own}, "rules": [{"rule": "anti_knight"}]}
    [answer] = call("rules", {"puzzle": puzzle, "lang": lang})
    assert answer["told"][0] == own
    assert len(answer["told"]) == 2
    [answer] = call("rules", {"puzzle": puzzle | {"about": {"rules": "A gift."}}, "lang": lang})
    assert len(answer["told"]) == 3


def test_a_step_with_rules_says_which_it_uses_and_what_is_left() -> None:
    """The numbers of the rules are those of their groups in the drawing, so that the page can fade the others."""
    text = (EXAMPLES / "killer.json").read_text()
    rules = json.loads(text)["rules"]
    layers = result("draw", puzzle=text)["layers"]
    groups = {int(n) for layer in layers.values() for n in re.findall(r'data-rule="(\d+)"', layer)}
    assert groups == set(range(len(rules)))
    steps = [event for event in told("explain", puzzle=text) if event["event"] == "step"]
    of_cages = [step for step in steps if step["technique"] == "Cage Combinations"]
    assert any("combinations" in step for step in of_cages)
    for step in of_cages:
        [number] = step["lights"]["rules"]
        assert set(rules[number]["cells"].split()) >= {cell for cell, _ in step["removes"]}
        if table := step.get("combinations"):
            assert {len(row) for row in table["rows"]} == {len(table["headers"])} == {len(table["gone"])}
    assert not any(step["lights"]["rules"] for step in steps if step["technique"] == "Naked Single")


def test_a_step_says_what_it_lights_up() -> None:
    steps = [event for event in told("explain", puzzle=MEDIUM) if event["event"] == "step"]
    assert any(step["lights"]["houses"] for step in steps)
    for step in steps:
        roles = {(one["cell"], one["digit"]): one["role"] for one in step["lights"]["candidates"]}
        assert all(roles[cell, digit] == "placed" for cell, digit in step["places"])
        assert all(roles[cell, digit] == "gone" for cell, digit in step["removes"])


def test_conflicts_say_what_is_broken() -> None:
    assert result("conflicts", puzzle=EASY, digits=EASY)["conflicts"] == []
    found = result("conflicts", puzzle=EASY, digits=EASY[:2] + "3" + EASY[3:])["conflicts"]
    assert found == [
        {"cells": ["r1c2", "r1c3"], "said": "row 1 has 3 more than once"},
        {"cells": ["r1c2", "r1c3"], "said": "box 1 has 3 more than once"},
    ]
    cage = {"farandole": 1, "grid": {"size": 4}, "rules": [{"rule": "cage", "cells": "r1c1 r3c2", "total": 3}]}
    [broken] = result("conflicts", puzzle=cage, digits="1........1......")["conflicts"]
    assert broken["cells"] == ["r1c1", "r3c2"]


def test_every_rule_is_offered_and_every_puzzle_of_ours_read() -> None:
    rules = {rule["rule"]: rule for rule in result("rules")["rules"]}
    assert {"cage", "thermo", "anti_knight", "negative_xv"} <= set(rules)
    assert [field["name"] for field in rules["cage"]["fields"]] == ["cells", "total"]
    for shape in result("shapes")["shapes"]:
        assert result("solve", puzzle=shape["document"])["count"] == 1


# ── Contradictions ──────────────────────────────────────────────────────────────────────────────────────────────────

HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_any_wrong_digit_is_refuted_and_no_right_one() -> None:
    kinds = {}
    for digit in range(1, 10):
        found = result("why_not", puzzle=HARDEST, cell="r2c1", digit=digit)
        kinds[digit] = found["kind"]
        if found["kind"] == "contradiction":
            assert {"cell": "r2c1", "digit": digit, "role": "gone"} in found["lights"]["candidates"]
            ends = [line for line in found["why"].splitlines() if not line.endswith(":")]
            assert len(ends) > 1
    assert kinds == {1: "contradiction", 2: "contradiction", 3: "seen", 4: "contradiction", 5: "contradiction"} | {
        6: "seen",
        7: "seen",
        8: "seen",
        9: "possible",
    }


def test_why_not_names_the_rule() -> None:
    killer = (EXAMPLES / "killer.json").read_text()
    why = result("why_not", puzzle=killer, cell="r1c5", digit=5)
    assert why["kind"] == "contradiction"
    assert why["why"] == (
        "r1c5 can't be 5, because the cage would add up to at most 14, not 15. Cage r1c5 r2c5: no repeats, sum 15."
    )
    assert why["lights"]["cells"] == {"r1c5": "base", "r2c5": "base"}


def test_why_not_says_nothing_false_of_a_restricted_cell() -> None:
    """It sees no such digit: the rule of the cell forbids it."""
    even = Puzzle(Grid.classic(), Puzzle.classic(EASY).givens, rules=(Allowed((2,), (2, 4, 6, 8)),))
    why = result("why_not", puzzle=formats.write(even, "json"), cell="r1c3", digit=1)
    assert why["why"] == "r1c3 can't be 1, because of this rule. Allowed r1c3: only 2 4 6 8."
    masks = [0b1010 if cell == 2 else mask for cell, mask in enumerate(Puzzle.classic(EASY).masks)]
    marked = formats.write(Puzzle(even.grid, even.givens, tuple(masks)), "json")
    why = result("why_not", puzzle=marked, cell="r1c3", digit=1)
    assert why["why"] == "r1c3 can't be 1: the pencilmarks of the puzzle leave it out"


def test_wrong_digits_are_told_before_a_contradiction_of_theirs() -> None:
    solution = next(Puzzle.classic(EASY).solutions()).line
    wrong = "." * 2 + "1" + "." * 78
    assert result("why_not", puzzle=EASY, digits=wrong, cell="r5c5", digit=int(solution[40]))["kind"] == "wrong"


def test_a_guess_says_what_has_to_be_refuted() -> None:
    hardest = (EXAMPLES / "hardest.txt").read_text().split()
    line = next(one for one in hardest if len(one) == 81 and "trial" in result("hint", puzzle=one))
    guess = result("hint", puzzle=line)
    assert guess["levels"][-1].startswith("Brute Force. This is the last resort: none of the techniques in use helps")
    for cell, digit in guess["trial"]:
        assert result("why_not", puzzle=line, cell=cell, digit=digit)["kind"] == "contradiction"


# ── Practice ────────────────────────────────────────────────────────────────────────────────────────────────────────

LESSONS = [one for one in next(iter(call("techniques", {})))["techniques"] if one["ready"]]
READY = [one["technique"] for one in LESSONS if "rules" not in one]


@pytest.mark.parametrize("technique", READY)
def test_a_technique_can_be_practiced_where_it_comes_next(technique: str) -> None:
    given = result("practice", technique=technique, seed=1)
    told_next = result("hint", puzzle=given["document"], digits=given["digits"], notes=given["notes"], lesson=technique)
    assert told_next["technique"] == technique
    effects = {"places": told_next["places"], "removes": told_next["removes"]}
    assert effects in given["steps"]


@pytest.mark.parametrize("lesson", [one for one in LESSONS if "rules" in one], ids=lambda one: one["technique"])
def test_the_drills_of_an_idea_need_its_rules(lesson: dict[str, Any]) -> None:
    for nth in range(5):
        given = result("practice", technique=lesson["technique"], nth=nth)
        hint = result(
            "hint",
            puzzle=given["document"],
            digits=given["digits"],
            notes=given["notes"],
            lesson=lesson["technique"],
        )
        [puzzle] = formats.read(json.dumps(given["document"]))
        used = [puzzle.rules[number] for number in hint["lights"]["rules"]]
        assert used
        assert all(isinstance(rule, tuple(RULES[name] for name in lesson["rules"])) for rule in used)


def test_no_rule_is_said_twice() -> None:
    puzzle = Puzzle.classic("." * 81)
    about = About(rules="Normal Sudoku rules apply. Digits on a thermometer rise from the bulb, too.")
    document = json.loads(formats.write(replace(puzzle, rules=(Thermo((0, 1)), Cage((2, 3), 9)), about=about), "json"))
    told = result("rules", puzzle=document)["told"]
    assert told == [about.rules, "Digits in a cage don't repeat and add up to the number in its corner."]


def test_many_techniques_can_be_practiced() -> None:
    assert len(READY) > 60
    assert len(LESSONS) - len(READY) == len(list_ideas())
    assert told("practice", technique="Squirmbag", seconds=0)[-1] == {"event": "result", "found": False}


def test_of_several_puzzles_on_a_photo_the_places_are_told() -> None:
    make_app = make_sheet("4x4", 1, on="screen", puzzles=2)
    file = io.BytesIO()
    Image.fromarray(make_app.picture).save(file, "PNG")
    photo = base64.b64encode(file.getvalue()).decode()
    several = result("read", photo=photo)["several"]
    assert np.abs(np.array(several) - [truth.corners for truth in make_app.ground_truths]).max() < 5
    assert [result("read", photo=photo, index=index)["line"] for index in (1, 2)] == [
        truth.puzzle.line for truth in make_app.ground_truths
    ]


def test_a_photo_is_read() -> None:
    make_app, picture = make_sheet("classic", 1, on="screen"), io.BytesIO()
    Image.fromarray(make_app.picture).save(picture, "PNG")
    found = result("read", photo=base64.b64encode(picture.getvalue()).decode())
    assert found["board"]["givens"] == make_app.ground_truths[0].puzzle.line
    assert found["digits"] == "." * 81
    assert result("solve", puzzle=found["document"])["count"] == 1
    assert np.array(found["nodes"]).shape == (10, 10, 2)
    assert [found["nodes"][0][0], found["nodes"][-1][-1]] == [found["corners"][0], found["corners"][2]]
    [error] = told("read", photo="?")
    assert error["message"] == "photo: expected a picture as base64, found '?'"


@pytest.mark.parametrize(
    ("cell", "digit", "fault"),
    [
        ("r1c1", 0, "digit: expected 1 to 9, found 0"),
        ("r1c1", -3, "digit: expected 1 to 9, found -3"),
        ("r1c1", 10, "digit: expected 1 to 9, found 10"),
        ("", 1, "cell: expected the name of one cell, found ''"),
    ],
)
def test_a_candidate_is_a_cell_and_a_digit(cell: str, digit: int, fault: str) -> None:
    [event] = call("why_not", {"puzzle": "." * 81, "cell": cell, "digit": digit})
    assert (event["event"], event["message"]) == ("error", fault)


API = Path(__file__).parents[2] / "src" / "farandole" / "web" / "api"


def test_only_the_serializer_reaches_into_packages() -> None:
    """Answers ask questions of whole packages. What an object looks like in JSON stands in one module."""
    for path in API.glob("*.py"):
        if path.stem == "serialize":
            continue
        imports = [
            node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
        ]
        inside = [name for name in imports if name.startswith("farandole.") and name.count(".") > 1]
        why = {"farandole.logic.inference.contradictions", "farandole.logic.mistakes"}
        allowed = why if path.stem == "advice" else set()
        assert {name for name in inside if not name.startswith("farandole.web.")} <= allowed, path.stem


def test_a_page_is_told_a_line_about_each_rule() -> None:
    text = formats.write(Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1), 9), Thermo((2, 3))]), "json")
    for lang, labels in (
        ("en", ["Cage: no repeats, sum 9", "Thermometer: digits increase"]),
        ("zh", ["笼：数字不重复，总和 9", "温度计：数字递增"]),
    ):
        [puzzle, _] = call("parse", {"text": text, "lang": lang})
        assert puzzle["rule_labels"] == labels


MIST = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def test_answers_know_only_what_a_player_sees_under_fog() -> None:
    lamps = tuple(9 * row + column for row in range(3) for column in range(3))
    rules = [Cage((0, 1, 9), 19), Cage((21, 22, 31), 20)]
    about = About(rules="Find your way.", fog=Fog(lamps))
    text = formats.write(Puzzle.of(Grid.classic(), MIST, rules=rules, about=about), "json")
    puzzle = json.loads(text)
    entered = "." * 8 + "1" + "." * 72
    assert told("conflicts", puzzle=puzzle, digits=entered)[-1]["conflicts"] == []
    [why] = told("why_not", puzzle=puzzle, cell="r1c9", digit=1)
    assert why["kind"] == "possible"
    [hint] = told("hint", puzzle=puzzle)
    assert "20" not in " ".join(hint["levels"])
    assert told("rules", puzzle=puzzle)[-1]["told"] == ["Find your way."]


def test_a_drawing_is_read_or_asked_about() -> None:
    boxes = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]
    line = {"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#f067f0", "thickness": 10}
    board = [[{} if sign == "." else {"value": int(sign)} for sign in EASY[k : k + 9]] for k in range(0, 81, 9)]
    drawing = json.dumps({"cells": board, "regions": boxes, "lines": [line]})
    renban = "purple or pink lines (1): Renban: consecutive digits in any order"
    assert told("parse", text=drawing)[-1]["drawing"] == renban  # r1c1 to r1c3 are 5 3 4
    asked = json.dumps({"cells": [[{}] * 9] * 9, "regions": boxes, "lines": [line]})
    [error] = [event for event in call("parse", {"text": asked}) if event["event"] == "error"]
    assert error["code"] == "several_readings"
    assert error["fields"]["choices"][0].startswith("purple or pink lines (1): Renban")
    chosen = told("parse", text=asked, reading=1)
    assert chosen[0]["document"]["rules"] == [{"rule": "renban", "cells": "r1c1 r1c2 r1c3"}]


def test_steps_and_ratings_end_with_their_time() -> None:
    """Each search ends in time, and so does their sum."""
    last = result("explain", puzzle=MEDIUM, seconds=0)
    assert (last["exhausted"], last["solved"]) == (False, False)
    assert last["conclusion"] == "Timed out before the next step was found."
    assert result("explain", puzzle=MEDIUM)["exhausted"]
