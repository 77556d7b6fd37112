"""Commands on drawings that can stand for several sets of rules, and on puzzles inside other texts."""

import json
from pathlib import Path

import pytest

from commands import WIKIPEDIA, WIKIPEDIA_SOLVED, run

LINE = {"wayPoints": [[0.5, 0.5], [0.5, 1.5], [0.5, 2.5]], "color": "#67f067", "thickness": 10}
BOXES = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]
DRAWING = json.dumps({"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES, "lines": [LINE]})


@pytest.mark.parametrize("command", ["solve", "check", "convert", "hint"])
def test_a_command_lists_the_readings(command: str) -> None:
    to = ["--to", "json"] if command == "convert" else []
    done = run(command, "-", *to, stdin=DRAWING)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "the drawing can stand for several sets of rules: 1) green lines (1): Whispers" in done.stderr
    assert "; choose one with --reading N" in done.stderr


def test_a_command_takes_one() -> None:
    done = run("convert", "-", "--to", "json", "--reading", "1", stdin=DRAWING)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rules"] == [{"rule": "whispers", "cells": "r1c1 r1c2 r1c3"}]


@pytest.mark.parametrize(
    ("number", "stdin", "message"),
    [
        ("99", DRAWING, "reading: expected a number from 1 to 8, found 99"),
        ("0", DRAWING, "--reading: expected"),
        ("1", "." * 81, "reading: expected a drawing of f-puzzles or SudokuPad, found the format line"),
    ],
)
def test_a_wrong_number_is_named(number: str, stdin: str, message: str) -> None:
    done = run("convert", "-", "--to", "json", "--reading", number, stdin=stdin)
    assert done.returncode == 2
    assert message in done.stderr


def test_quoted_and_numbered_lines_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "mail.txt"
    file.write_text("".join(f"> {number}) {WIKIPEDIA}\n" for number in range(1, 4)))
    assert run("solve", str(file)).stdout == f"{WIKIPEDIA_SOLVED}\n" * 3
    done = run("solve", str(file), "-o", str(tmp_path / "out.csv"))
    assert done.returncode == 2
    assert "farandole convert FILE -o puzzles.txt makes plain lines of them" in done.stderr
