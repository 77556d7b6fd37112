"""What a setter, and whoever practices, asks for through the protocol."""

import json
import math
import re
import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import farandole.web
from farandole import formats
from farandole.render.rule_sentences import describe_all_rules
from farandole.rules import RULES
from farandole.web.api import practice
from farandole.web.protocol import call
from needs import needs

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
    monkeypatch.setattr(practice, "read_positions", dict)
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
    *("chaos_construction", "not_both", "not_consecutive", "not_pair_sum", "not_ratio"),
    *("automaton", "marked_different", "modified", "region_run"),
}


def test_each_rule_has_a_tool_and_its_words() -> None:
    tools = (STATIC / "set" / "tools.js").read_text()
    drawn = set(re.findall(r'rule: "(\w+)"', tools))
    assert set(RULES) - drawn == WITHOUT_TOOL
    for words in (STATIC / "words").glob("*.js"):
        known = words.read_text()
        assert [name for name in RULES if f'"rule.{name}":' not in known] == []
        names = re.findall(r'\bname: "(\w+)"', tools)
        rules = dict(re.findall(r'\bname: "(\w+)"(?:(?!\bname: ")[\s\S])*?\brule: "(\w+)"', tools))
        keys = [(f'"set.tool.{name}":', f'"rule.{rules.get(name)}":') for name in names]
        assert [own for own, other in keys if own not in known and other not in known] == []


@needs("node")
def test_the_sample_of_each_tool_is_a_puzzle_with_a_rule_in_words() -> None:
    script = """
        const { TOOLS } = await import(`${process.argv[1]}/set/tools.js`);
        const { makeSample } = await import(`${process.argv[1]}/set/samples.js`);
        const samples = Object.values(TOOLS).flat().map((tool) => [tool.name, makeSample(tool)]);
        console.log(JSON.stringify(samples));
    """
    command = ["node", "--no-warnings", "--input-type=module", "-e", script, str(STATIC)]
    samples = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)
    assert [name for name, sample in samples if sample is None] == ["region", "paint_cells", "paint_line"]
    for name, sample in samples:
        if sample is not None:
            [puzzle] = formats.read(json.dumps(sample))
            assert len(puzzle.rules) == len(sample["rules"]), name
            assert len(describe_all_rules(puzzle)) > 1, name


@needs("node")
@pytest.mark.parametrize(
    ("text", "n", "holds"),
    [
        ("a + b = 2c", 3, lambda a, b, c: a + b == 2 * c),
        ("|a - b| >= 2", 2, lambda a, b: abs(a - b) >= 2),
        ("a < b < c", 3, lambda a, b, c: a < b < c),
        ("(a + 1)(b - 1) != -a × 2 % 3", 2, lambda a, b: (a + 1) * (b - 1) != _remainder(-a * 2, 3)),
    ],
)
def test_an_expression_allows_what_python_allows(text: str, n: int, holds: Callable[..., bool]) -> None:
    allowed = _list_allowed(text, n)
    assert allowed == [list(digits) for digits in product(range(5), repeat=n) if holds(*digits)]


@needs("node")
@pytest.mark.parametrize(
    "text", ["", "a", "a +", "a = c", "a = b b)", "|a - b = 1", "a ; b = 1", "a > 9", "constructor = a"]
)
def test_an_expression_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        _list_allowed(text, 2)


def _remainder(number: int, modulus: int) -> int:
    """Compute a remainder as JavaScript does."""
    return int(math.fmod(number, modulus))


def _list_allowed(text: str, n: int) -> Any:
    script = """
        const [folder, text, n] = process.argv.slice(1);
        const { listAllowed } = await import(`${folder}/set/expression.js`);
        console.log(JSON.stringify(listAllowed(text, Number(n), [0, 1, 2, 3, 4])));
    """
    command = ["node", "--no-warnings", "--input-type=module", "-e", script, "--", str(STATIC), text, str(n)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)
