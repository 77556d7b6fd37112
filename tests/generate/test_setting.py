"""Edit puzzles: complete, minimize, fill, and needless clues."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farandole.errors import ArgumentError, PuzzleError, UnfinishedError
from farandole.generate import complete, fill, make, minimize, needless
from farandole.generate.clues import clues_of
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage

SEEDS = st.integers(0, 10**6)
EMPTY = Puzzle.classic("." * 81)


@settings(max_examples=8)
@given(seed=SEEDS, n=st.integers(0, 20))
def test_complete_then_minimize(seed: int, n: int) -> None:
    made = make(seed=seed)
    some = [cell for cell, digit in enumerate(made.puzzle.givens) if digit][:n]
    part = Puzzle.classic([digit if cell in some else 0 for cell, digit in enumerate(made.puzzle.givens)])
    whole = complete(part, seed=seed)
    assert whole.is_done
    assert whole.puzzle.is_unique()
    assert all(whole.puzzle.givens[cell] == part.givens[cell] for cell in some)
    assert len(whole.clues) == sum(map(bool, whole.puzzle.givens)) - len(some)
    for clue in whole.clues:
        cell = part.grid.parse_cell(clue.cells)
        without = [0 if other == cell else digit for other, digit in enumerate(whole.puzzle.givens)]
        assert not Puzzle.classic(without).is_unique()
    least = minimize(whole.puzzle, seed=seed)
    assert least.is_done
    assert least.puzzle.is_unique()
    assert not needless(least.puzzle).clues


@settings(max_examples=8)
@given(seed=SEEDS)
def test_minimize_by_symmetry(seed: int) -> None:
    solution = fill(EMPTY, seed=seed).puzzle
    changed = minimize(solution, symmetry="rotate180", seed=seed)
    givens = changed.puzzle.givens
    assert [bool(digit) for digit in givens] == [bool(digit) for digit in reversed(givens)]
    assert changed.puzzle.is_unique()


def test_minimize_takes_rules_too() -> None:
    made = make(rules="killer", seed=2)
    changed = minimize(made.puzzle, rules=True)
    assert changed.puzzle.is_unique()
    assert len(changed.puzzle.rules) < len(made.puzzle.rules)
    assert {clue.kind for clue in changed.clues} == {"Cage"}
    assert not needless(changed.puzzle).clues


def test_fill_keeps_givens() -> None:
    pattern = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"
    changed = fill(Puzzle.classic("7" + "." * 80), pattern, seed=4)
    assert changed.puzzle["r1c1"] == 7
    assert changed.puzzle.is_unique()
    assert changed.puzzle.pencilmarks is None


def test_what_cant_be_is_told() -> None:
    impossible = Puzzle.classic("12345678." + "." * 17 + "9" + "." * 54)
    for asked in (complete, fill):
        with pytest.raises(PuzzleError, match="expected a puzzle with a solution, found one with none"):
            asked(impossible)
    with pytest.raises(PuzzleError, match="expected a puzzle with one solution, found several"):
        minimize(EMPTY)
    with pytest.raises(PuzzleError, match="found none"):
        minimize(Puzzle.of(Grid.latin(2), "....", rules=[Cage((0, 1), 9)]))
    with pytest.raises(ArgumentError, match="puzzle: expected a Puzzle"):
        complete("." * 81)  # type: ignore[arg-type]


def test_stopped() -> None:
    with pytest.raises(UnfinishedError):
        complete(EMPTY, cancel=lambda: True)
    full = fill(EMPTY).puzzle
    heard: list[object] = []
    changed = minimize(full, progress=heard.append, cancel=lambda: len(heard) > 10)
    assert not changed.is_done
    assert changed.puzzle.is_unique()
    assert 0 < len(changed.clues) <= 11
    assert not needless(full, cancel=lambda: True).clues


def test_doors() -> None:
    puzzle = complete(EMPTY).puzzle
    assert needless(puzzle).clues == ()
    assert minimize(puzzle).clues == ()
    assert complete(puzzle).clues == ()


def test_clues_of_digits_from_zero_are_named_as_they_are_written() -> None:
    puzzle = Puzzle.of(Grid.classic(4).with_digits(4, first=0), "03.. .... .... ....")
    assert [clue.in_words for clue in clues_of(puzzle)] == ["r1c1=0", "r1c2=3"]
