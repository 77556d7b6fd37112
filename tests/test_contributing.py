"""CONTRIBUTING.md as a person follows it: its blocks go into a copy of the repository, and its commands run there."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from farandole import _core
from needs import needs

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
NEW_FILES: list[tuple[str, str]] = re.findall(r"^```py\n(# (\S+\.py)\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CHANGES: list[tuple[str, str]] = re.findall(r"^```diff\n--- (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS: list[str] = re.findall(r"`\.venv/bin/python ((?:-m pytest tests/\w+ tests/|docs/list_)[^`]*)`", PAGE)


def changed(text: str, change: str) -> str:
    """Change a text as blocks of a diff say. What is there around an addition must stand at one place."""
    for block in re.split(r"^@@\n", change, flags=re.MULTILINE)[1:]:
        lines = block.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        after = "".join(line[1:] for line in lines if line[0] != "-")
        assert text.count(before) == 1, f"expected one place for\n{before}, found {text.count(before)}"
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository after everything that the page says was done."""
    copy = tmp_path_factory.mktemp("contributing")
    for name in ("src", "tests", "docs", "examples"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copy(_core.__file__, copy / "src" / "farandole")
    for content, name in NEW_FILES:
        path = copy / name
        assert path.parent.is_dir()
        assert not path.exists(), f"{name} is there already: the page says that it is new"
        path.write_text(content)
    for name, change in CHANGES:
        path = copy / name
        path.write_text(changed(path.read_text(), change))
    return copy


def python(copy: Path, *words: str) -> str:
    """Run Python in the copy: its package hides the one that is installed."""
    path = os.pathsep.join([str(copy / "src"), *(place for place in sys.path if place)])
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    # Without `site`, whose .pth files would put an editable installation first.
    done = subprocess.run(
        [sys.executable, "-S", *words], cwd=copy, env=environment, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_is_taken_in_whole() -> None:
    assert [name for _, name in NEW_FILES] == [
        "src/farandole/rules/coprime.py",
        "src/farandole/logic/techniques/two_left.py",
        "src/farandole/formats/backwards.py",
    ]
    assert [command.split("/")[-1] for command in COMMANDS] == [
        "render -k coprime", "list_techniques.py", "list_messages.py",
    ]  # fmt: skip
    assert len(NEW_FILES) == len(re.findall(r"^```py", PAGE, re.MULTILINE))
    assert len(CHANGES) == len(re.findall(r"^```diff", PAGE, re.MULTILINE)) == 5
    for content, name in NEW_FILES:
        ast.parse(content, name)


def test_a_change_without_its_place_is_noticed() -> None:
    assert changed("a\nb\nc\n", "@@\n a\n+x\n b\n") == "a\nx\nb\nc\n"
    for text in ("a\nc\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError, match="expected one place"):
            changed(text, "@@\n a\n+x\n b\n")


def test_the_copy_is_what_runs(copy: Path) -> None:
    assert python(copy, "-c", "import farandole; print(farandole.__file__)").strip().startswith(str(copy))


def marks_of(command: str) -> Iterator[pytest.MarkDecorator]:
    """Mark a command that takes seconds, and one that needs more than `make test` brings."""
    if "pytest" in command:
        yield pytest.mark.slow
    if "list_messages" in command:
        yield needs("babel")


@pytest.mark.parametrize("command", [pytest.param(command, marks=[*marks_of(command)]) for command in COMMANDS])
def test_what_the_page_runs_succeeds(copy: Path, command: str) -> None:
    said = python(copy, *command.split())
    catalog = (copy / "src/farandole/i18n/zh/LC_MESSAGES/farandole.po").read_text()
    if "pytest" in command:
        assert re.search(r"^\.+", said, re.MULTILINE), "no test was chosen"
    elif "techniques" in command:
        assert "| Two Left |" in (copy / "docs" / "techniques.md").read_text()
    else:
        assert 'msgid "No number but 1 divides both digits."\n' in catalog
        assert 'msgid "In {house}, only {cells} are open"\n' in catalog


def test_a_rule_is_a_class(copy: Path) -> None:
    script = """
from math import gcd

import farandole
from farandole import Grid, Puzzle
from farandole.formats import json_document
from farandole.render import draw
from farandole.render.rule_sentences import describe_all_rules
from farandole.rules import RULES, Coprime

assert RULES["coprime"] is Coprime is farandole.rules.Coprime
grid = Grid.classic((2, 2))
puzzle = Puzzle(grid, (0,) * 16, rules=(Coprime((0, 15)), Coprime("r1c4 r2c3")))
expected = [
    solution for solution in Puzzle(grid, (0,) * 16).solutions()
    if gcd(solution.digits[0], solution.digits[15]) == gcd(solution.digits[3], solution.digits[6]) == 1
]
assert set(puzzle.solutions()) == set(expected)
assert 0 < len(expected) < 288
assert json_document.read(json_document.write(puzzle)) == puzzle
assert '"coprime"' in json_document.write(puzzle)
plain = draw(Puzzle(grid, (0,) * 16))
assert draw(puzzle).count("<path") + draw(puzzle).count("<polyline") > plain.count("<path") + plain.count("<polyline")
assert any("No number but 1 divides both digits" in sentence for sentence in describe_all_rules(puzzle))
"""
    python(copy, "-c", script)


def test_a_technique_is_a_file_and_a_line(copy: Path) -> None:
    [shown] = re.findall(r"^The step then says: \*(.*?)\*$", PAGE, re.MULTILINE)
    script = f"""
from farandole import Puzzle, draw, rate
from farandole.logic import TECHNIQUES, Board, Detail, describe, explain, find_technique, notation
from farandole.logic.techniques.two_left import two_left

assert [technique.name for technique in TECHNIQUES[:3]] == ["Full House", "Two Left", "Naked Single"]
assert find_technique("two left") is two_left
assert (two_left.__doc__ or "").endswith("Source: CONTRIBUTING.md.")

board = Board.of(Puzzle.classic("1234567.." + "." * 25 + "8" + "." * 46))
step = next(explain(board))
assert step.technique is two_left
assert notation(step, board.geometry) == "Two Left: 8 in r1c89 (other: r1c8=9) => r1c9=8"
assert describe(step, board, Detail.DIGITS) == "Two Left: look at 8 in r1c8 and r1c9"
assert describe(step, board) == {shown!r}
assert ">other<" in draw(step)

# A real puzzle, solved by all techniques in their order.
puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
[solution] = puzzle.solutions()
steps = [step for step in explain(puzzle) if step.technique is two_left]
assert steps
assert all(solution[cell] == digit for step in steps for cell, digit in step.placements)
assert [step.technique for step in rate(puzzle).hodoku.path].count(two_left) == len(steps)
"""
    python(copy, "-c", script)


def test_a_format_is_a_module_and_a_row(copy: Path) -> None:
    script = """
from farandole import Puzzle, formats

puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
text = formats.write(puzzle, "backwards")
assert text == f"backwards:{puzzle.line[::-1]}"
assert (formats.detect_format(text), formats.is_link(text)) == ("backwards", True)
assert formats.read(text) == [puzzle for _, puzzle in formats.scan(text)] == [puzzle]
assert formats.unknowns(text) == []
"""
    python(copy, "-c", script)
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    said = python(copy, "-m", "farandole", "convert", line, "--to", "backwards")
    assert said.strip() == f"backwards:{line[::-1]}"


def test_the_repository_itself_is_as_it_was(copy: Path) -> None:
    for name in {name for _, name in NEW_FILES}:
        assert (copy / name).exists()
        assert not (ROOT / name).exists()
