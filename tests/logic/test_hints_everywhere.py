"""Hints about rules at all four levels: Python, the command, the page's API and the game say the same."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from commands import run
from farandole import formats
from farandole.grid import Grid
from farandole.logic import Board, Detail, Hint, hint
from farandole.logic.catalog import SEARCHES
from farandole.logic.path import path
from farandole.logic.wording.words import name_step
from farandole.puzzle import Puzzle
from farandole.rules import Arrow, Cage, Consecutive, NotConsecutive, Renban, Rule, Sandwich, Thermo, Whispers
from farandole.tui.advice import Advice
from farandole.web.protocol import call

SOLUTION = tuple(map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
LINES = [tuple(range(9 * row, 9 * row + 9)) for row in range(9)] + [tuple(range(col, 81, 9)) for col in range(9)]


def cells_of(line: tuple[int, ...], *digits: int) -> tuple[int, ...]:
    """Find the cells of digits in a row or column."""
    return tuple(next(cell for cell in line if SOLUTION[cell] == digit) for digit in digits)


def killers() -> Iterator[Rule]:
    for row in LINES[:9]:
        for start in (0, 2, 4, 6):
            yield Cage(row[start : start + 2], SOLUTION[row[start]] + SOLUTION[row[start + 1]])


def dots() -> Iterator[Rule]:
    for one, other in [(cell, cell + 1) for cell in range(81) if cell % 9 < 8] + [(n, n + 9) for n in range(72)]:
        yield (Consecutive if abs(SOLUTION[one] - SOLUTION[other]) == 1 else NotConsecutive)((one, other))


def sandwiches() -> Iterator[Rule]:
    for line in LINES:
        first, last = sorted(map(line.index, cells_of(line, 1, 9)))
        yield Sandwich(line, sum(SOLUTION[cell] for cell in line[first + 1 : last]))


KINDS: dict[str, Callable[[], Iterator[Rule]]] = {
    "killer": killers,
    "kropki": dots,
    "sandwich": sandwiches,
    "thermo": lambda: (Thermo(cells_of(row, 1, 3, 4, 6, 8, 9)) for row in LINES[:9]),
    "arrow": lambda: (Arrow(cells_of(row, 9, 2, 7)) for row in LINES),
    "whispers": lambda: (Whispers(cells_of(row, 3, 9, 1, 8, 2, 7)) for row in LINES[:9]),
    "renban": lambda: (Renban(cells_of(row, 4, 6, 3, 5)) for row in LINES),
}


@cache
def position(kind: str) -> tuple[Puzzle, Board]:
    """Make a puzzle of as few givens as go, and walk to the first step that uses a rule."""
    puzzle = Puzzle(Grid.classic(), SOLUTION, rules=tuple(KINDS[kind]()))
    for cell in range(0, 810, 10):
        givens = list(puzzle.givens)
        givens[cell % 81] = 0
        fewer = replace(puzzle, givens=tuple(givens))
        puzzle = fewer if fewer.is_unique() else puzzle
    board = Board.of(puzzle)
    for step in path(board, SEARCHES):
        if step.reason.rules:
            return puzzle, board.copy()
    raise AssertionError(f"{kind}: no step uses a rule")


def told(kind: str) -> Hint:
    puzzle, board = position(kind)
    return hint(puzzle, board.values, notes=dict(enumerate(board.masks)))


@pytest.mark.parametrize("kind", KINDS)
def test_python_has_four_levels(kind: str) -> None:
    found = told(kind)
    assert found.step is not None
    assert found.step.reason.rules
    name, place, digits, proof = (found.describe(detail) for detail in Detail)
    assert name == name_step(found.step)
    assert f"({found.step.technique.name})" in name or not found.step.technique.names_rules
    assert place.startswith(f"{name}: look at ")
    assert digits.startswith(f"{name}: look at ")
    assert proof.startswith(f"{name}. ")
    answers = [f"{found.board.geometry.grid.cell_name(cell)} can't be" for cell, _ in found.step.eliminations]
    assert "can't be" in proof
    assert not any(one in early for one in answers for early in (name, place, digits))


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_says_the_same(kind: str) -> None:
    puzzle, board = position(kind)
    name = puzzle.grid.cell_name
    asked = {
        "puzzle": formats.write(puzzle, "json"),
        "digits": "".join(str(digit or ".") for digit in board.values),
        "notes": {
            name(cell): "".join(str(digit) for digit in range(1, 10) if mask >> digit - 1 & 1)
            for cell, mask in enumerate(board.masks)
            if mask
        },
    }
    [result] = [event for event in call("hint", asked) if event["event"] == "result"]
    assert result["levels"] == [told(kind).describe(detail) for detail in Detail]


@pytest.mark.parametrize("kind", KINDS)
def test_the_game_says_the_same(kind: str) -> None:
    found = told(kind)
    advice = Advice(found)
    for detail in Detail:
        assert advice.words.startswith(found.describe(detail))
        advice.go_on()
    assert advice.cells


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_says_the_same(kind: str) -> None:
    puzzle, board = position(kind)
    marks = tuple(mask or 1 << digit >> 1 for mask, digit in zip(board.masks, board.values, strict=True))
    document = formats.write(Puzzle(puzzle.grid, tuple(board.values), marks, rules=puzzle.rules), "json")
    for detail in Detail:
        done = run("hint", "-", "--detail", detail.name.lower(), stdin=document)
        assert done.returncode == 0, done.stderr
        assert " ".join(done.stdout.split()).startswith(" ".join(told(kind).describe(detail).split()))
