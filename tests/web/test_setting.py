"""What a setter, and whoever practices, asks for through the protocol."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import farandole.web
from farandole import formats
from farandole.rules import RULES
from farandole.web.api import practice
from farandole.web.protocol import call

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def result(method: str, **params: Any) -> dict[str, Any]:
    last: dict[str, Any] = json.loads(json.dumps(list(call(method, params))))[-1]
    assert last["event"] == "result", last
    return last


def test_a_puzzle_is_completed() -> None:
    told = result("complete", puzzle=EASY[:36] + "." * 45)
    [puzzle] = formats.read(json.dumps(told["document"]))
    assert puzzle.is_unique()
    assert told["exhausted"]
    assert len(told["clues"]) == sum(map(bool, puzzle.givens)) - 36 + EASY[:36].count(".")


def test_a_puzzle_is_minimized() -> None:
    told = result("minimize", puzzle=EASY, symmetry="rotate180")
    assert told["board"]["givens"].count(".") >= EASY.count(".")
    [puzzle] = formats.read(json.dumps(told["document"]))
    assert puzzle.is_unique()


def test_faults_are_told() -> None:
    [*_, error] = call("minimize", {"puzzle": "." * 16})
    assert (error["event"], error["kind"]) == ("error", "PuzzleError")
    [*_, error] = call("complete", {"puzzle": EASY, "symmetry": "odd"})
    assert error["kind"] == "ArgumentError"


def test_practice_makes_a_puzzle_where_none_of_ours_has_the_technique(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "_positions", dict)
    told = result("practice", technique="Naked Pair", seed=3)
    assert told["found"]
    hint = result("hint", puzzle=told["document"], digits=told["digits"], notes=told["notes"])
    assert hint["technique"] == "Naked Pair"
    [*_, error] = call("practice", {"technique": "Guessing well"})
    assert error["event"] == "error"


def test_techniques_are_listed_in_the_language() -> None:
    told = result("techniques", lang="zh")["techniques"]
    assert [one["technique"] for one in told[:2]] == ["Full House", "Naked Single"]
    assert not told[0]["name"].isascii()
    assert "Brute Force" not in {one["technique"] for one in told}


STATIC = Path(farandole.web.__file__).parent / "static"

# Rules that Set draws otherwise: those that join others, those of the whole grid, and those that only a program writes.
WITHOUT_TOOL = {
    *("and", "not", "or"),
    *("chaos_construction", "flatmates", "not_both", "not_consecutive", "not_pair_sum", "not_ratio", "one_of_each"),
    *("automaton", "clone", "indexer", "mutual_relation", "pill_arrow", "region_run", "region_sum", "relation"),
    *("marked_different", "modified", "sum", "table", "weighted_sum"),
}


def test_each_rule_has_a_tool_and_its_words() -> None:
    tools = (STATIC / "set" / "tools.js").read_text()
    drawn = set(re.findall(r'rule: "(\w+)"', tools))
    assert set(RULES) - drawn == WITHOUT_TOOL
    for words in (STATIC / "words").glob("*.js"):
        known = words.read_text()
        assert [name for name in RULES if f'"rule.{name}":' not in known] == []
        assert [name for name in re.findall(r'name: "(\w+)"', tools) if f'"set.tool.{name}":' not in known] == []
