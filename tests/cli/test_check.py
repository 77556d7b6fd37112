"""``farandole check``: whether a puzzle is sound."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from oracle import solutions_of_classic

from commands import EASY, IMPOSSIBLE, THIRTEEN, WIKIPEDIA, run
from farandole.cli.check import examine
from farandole.errors import PuzzleError
from farandole.formats import read, write
from farandole.generate.clues import clues_of
from farandole.grid import Grid
from farandole.limits import StopToken
from farandole.puzzle import Puzzle
from farandole.rules import Cage

EXAMPLES = Path(__file__).parents[2] / "examples"


def facts(*arguments: str, stdin: str = "") -> dict[str, object]:
    found: dict[str, object] = json.loads(run("check", "--json", *arguments, stdin=stdin).stdout)
    return found


def test_needless_givens_are_those_without_which_there_is_one_solution() -> None:
    found = facts(WIKIPEDIA)
    assert (found["verdict"], found["count"], found["differ"]) == ("one", 1, [])
    expected = []
    for cell, character in enumerate(WIKIPEDIA):
        without = f"{WIKIPEDIA[:cell]}.{WIKIPEDIA[cell + 1 :]}"
        if character != "." and Puzzle.classic(without).count(limit=2) == 1:
            expected.append({"clue": "given", "cells": f"r{cell // 9 + 1}c{cell % 9 + 1}", "number": int(character)})
    assert found["needless"] == expected != []
    said = run("check", WIKIPEDIA)
    assert said.returncode == 0
    assert f"Each of these {len(expected)} clues could go alone, but perhaps not all together" in said.stdout


def test_a_minimal_puzzle_has_no_needless_clue() -> None:
    said = run("check", EASY)
    assert (said.returncode, said.stderr) == (0, "")
    assert "One solution\nNo clue is needless: " in said.stdout


@pytest.mark.parametrize("text", [THIRTEEN, "1.....1..2..3..2", "1....2.........."])
def test_digits_that_decide_are_those_of_a_single_solution(text: str) -> None:
    found = facts(text)
    puzzle = read(text)[0]
    expected = [
        {"cell": puzzle.grid.cell_name(cell), "digit": digit}
        for cell, given in enumerate(puzzle.givens)
        for digit in range(1, puzzle.grid.n_digits + 1)
        if not given and _count_with(puzzle, cell, digit) == 1
    ]
    assert found["deciding"] == expected
    if expected:
        assert found["completion"] == []
    else:
        givens = list(puzzle.givens)
        for clue in found["completion"]:  # type: ignore[attr-defined]
            givens[puzzle.grid.parse_cell(clue["cells"])] = clue["number"]
        assert puzzle.with_givens(givens).is_unique()


def _count_with(puzzle: Puzzle, cell: int, digit: int) -> int:
    """Count solutions with one more given, up to two. A given that clashes leaves none."""
    try:
        return puzzle.with_givens((*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :])).count(limit=2)
    except PuzzleError:
        return 0


def test_rules_are_clues() -> None:
    puzzle = Puzzle.of(Grid.latin(2), "1...", rules=[Cage((0, 1), 3), Cage((2,), 2)])
    assert [clue.in_words for clue in clues_of(puzzle)] == ["r1c1=1", "Cage r1c1 r1c2 (3)", "Cage r2c1 (2)"]
    found = facts("-", stdin=write(puzzle, "json"))
    assert [clue["cells"] for clue in found["needless"]] == ["r1c1", "r1c1 r1c2", "r2c1"]  # type: ignore[attr-defined]
    needed = Puzzle.of(Grid.latin(2), "....", rules=[Cage((0, 1), 3), Cage((2,), 2)])
    said = run("check", "-", stdin=write(needed, "json")).stdout
    assert "1 clue is needless: without it there is still only one solution: Cage r1c1 r1c2 (3)\n" in said


def test_several_solutions_are_drawn_and_told() -> None:
    done = run("check", THIRTEEN)
    assert (done.returncode, done.stderr) == (1, "")
    assert "13 solutions\n" in done.stdout
    two, _, true = done.stdout.partition("True candidates")
    boards = [[], []]  # type: list[list[str]]
    for line in two.splitlines():
        if line.startswith("│"):
            for side, half in enumerate(line.split("   ")):
                boards[side] += re.findall(r"\d", half)
    everywhere = list(
        islice(solutions_of_classic([range(1, 10) if digit == "." else [int(digit)] for digit in THIRTEEN]), 100)
    )
    texts = ["".join(map(str, one)) for one in everywhere]
    assert len(texts) == 13
    assert "".join(boards[0]) != "".join(boards[1])
    assert {"".join(board) for board in boards} <= set(texts)
    shown = re.findall(r"\d+", "".join(line for line in true.splitlines() if line.startswith("│")))
    assert shown == ["".join(sorted({text[cell] for text in texts})) for cell in range(81)]
    names = re.search(r"They differ in \d+ cells: (.*)", done.stdout)
    assert names
    assert names[1].split(", ") == facts(THIRTEEN)["differ"]


def test_no_solution_says_why() -> None:
    *_, verdict, conflict, smallest = run("check", IMPOSSIBLE).stdout.splitlines()
    assert verdict.startswith("No solution: column 5 can't be filled")
    assert conflict.startswith("9 clues together allow no solution: r1c6=5, ")
    assert smallest == "No fewer clues conflict."
    found = facts(IMPOSSIBLE)
    assert (len(found["conflict"]), found["conflict_is_smallest"]) == (9, True)  # type: ignore[arg-type]
    done = run("check", "12345678." + "." * 17 + "9" + "." * 54)
    assert (done.returncode, done.stdout.splitlines()[-3]) == (1, "No solution: r1c9 has no candidate left")
    assert facts(IMPOSSIBLE)["verdict"] == "none"


def test_time_ends_a_check_with_what_is_known() -> None:
    several = examine(Puzzle.classic("." * 81), StopToken(0.2))
    assert (several.is_known, several.count >= 2, several.is_unique) == (True, True, False)
    puzzle = Puzzle.classic(WIKIPEDIA)
    nothing = examine(puzzle, StopToken(0))
    assert len(nothing.needless.undecided) + len(nothing.needless.clues) in (0, 30)
    done = run("check", "." * 81, "--seconds", "0.2")
    assert done.returncode == 1
    assert "At least " in done.stdout


@pytest.mark.parametrize("name", ["killer.json", "jigsaw.txt", "samurai.txt"])
def test_any_shape_is_checked(name: str) -> None:
    done = run("check", str(EXAMPLES / name), "--seconds", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "One solution\n" in done.stdout


def test_true_candidates_become_a_picture(tmp_path: Path) -> None:
    for option in ("-o", "--svg"):
        picture = tmp_path / f"true{option}.svg"
        assert run("check", THIRTEEN, option, str(picture)).returncode == 1
        assert picture.read_text().count('class="mark"') == 1
        assert "<svg" in picture.read_text()
    assert [puzzle.count() for puzzle in read(THIRTEEN)] == [13]
