"""JSON Lines: what `make` writes is read by everything that reads puzzles."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles

from commands import WIKIPEDIA, run
from farandole import formats
from farandole.errors import FormatError
from farandole.formats import json_document
from farandole.generate import make
from farandole.puzzle import Puzzle

DOCUMENT = '{"farandole": 1, "grid": {"size": 4}, "givens": ["12..", "....", "....", "...."]}'


@pytest.mark.parametrize("ending", ["json", "jsonl"])
@pytest.mark.parametrize("rules", [[], ["--rules", "killer"]], ids=["classic", "killer"])
@pytest.mark.parametrize("n", [1, 3])
def test_what_make_writes_is_read(tmp_path: Path, ending: str, rules: list[str], n: int) -> None:
    made = str(tmp_path / f"made.{ending}")
    assert run("make", "-n", str(n), "--seed", "1", "-q", *rules, "-o", made).returncode == 0
    lines = Path(made).read_text().splitlines()
    found = formats.read("\n".join(lines))
    assert [formats.to_json_value(puzzle) for puzzle in found] == [json.loads(line)["puzzle"] for line in lines]
    assert run("solve", made, "--format", "line", "-q").stdout.split() == [
        json.loads(line)["solution"] for line in lines
    ]
    rated = run("rate", made, "--scale", "hodoku")
    assert (rated.returncode, rated.stdout.count(",solved,")) == (0, n)


@examples(50)
@given(st.lists(puzzles(pencilmarks=True), min_size=2, max_size=4), st.sampled_from(["puzzle", "document", ""]))
def test_documents_in_lines(some: list[Puzzle], key: str) -> None:
    documents = [json.loads(json_document.write(puzzle)) for puzzle in some]
    lines = [json.dumps({"title": "x", key: document} if key else document) for document in documents]
    text = "\n\n".join(lines) + "\n"
    assert formats.detect_format(text) == "jsonl"
    assert formats.read(text) == formats.read(text.encode("utf-8-sig")) == some


def test_a_bad_line_is_named_and_the_others_are_read() -> None:
    good = json.dumps({"puzzle": WIKIPEDIA})
    entries = list(formats.scan("\n".join([good, "nope", "[1]", "{}", '{"puzzle": "12"}', good])))
    assert [line for line, entry in entries if isinstance(entry, Puzzle)] == [1, 6]
    faults = [str(entry) for _, entry in entries if not isinstance(entry, Puzzle)]
    assert len(faults) == 4
    assert faults[0].startswith("line 2: expected an object of JSON in each line: ")
    assert faults[1] == "line 3: expected an object of JSON in each line, found [1]"
    assert [fault[:8] for fault in faults[2:]] == ["line 4: ", "line 5: "]


@pytest.mark.parametrize(
    "text", [DOCUMENT, json.dumps(json.loads(DOCUMENT), indent=1), DOCUMENT + "\n\n", f"\n{DOCUMENT}"]
)
def test_one_document_is_none(text: str) -> None:
    assert formats.detect_format(text) == "json"
    assert len(formats.read(text)) == 1


@pytest.mark.parametrize("text", [f"{DOCUMENT}\nx", "{}", '{"puzzle": 5}', '{"puzzle": ""}', "{" * 10_000, "{}\n[]"])
def test_what_is_neither_is_refused(text: Any) -> None:
    with pytest.raises(FormatError):
        formats.read(text)


def test_two_puzzles_in_a_line_are_refused() -> None:
    text = json.dumps({"puzzle": f"{WIKIPEDIA}\n{WIKIPEDIA}"})
    with pytest.raises(FormatError, match="expected one puzzle in each line, found 2"):
        formats.read(f"{text}\n{text}")


@pytest.mark.parametrize("depth", [2, 150, 1000])
def test_lines_in_a_line_are_refused(depth: int) -> None:
    with pytest.raises(FormatError):
        formats.read('{"puzzle": ' * depth + DOCUMENT + "}" * depth)


def test_a_made_puzzle_keeps_its_rules() -> None:
    puzzle = make(rules="thermo", seed=1).puzzle
    line = json.dumps({"puzzle": formats.to_json_value(puzzle)})
    assert formats.read(f"{line}\n{line}") == [puzzle, puzzle]
