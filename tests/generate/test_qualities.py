"""Qualities of a puzzle, besides its difficulty."""

from __future__ import annotations

import pytest

from farandole.errors import PuzzleError
from farandole.generate import make, qualities
from farandole.puzzle import Puzzle

EASY = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = Puzzle.classic("..............1..2..3.....4.....2......15..6..47...3.....3...1..28.7....5........")


def test_easy_beside_hard() -> None:
    easy, hard = qualities(EASY), qualities(HARD)
    assert (easy.level, easy.spikes, easy.hardest_at) == ("easy", 0, easy.hardest_at)
    assert hard.spikes
    assert hard.openings is not None
    assert easy.openings is not None
    assert hard.openings < easy.openings
    assert easy.niceness > hard.niceness


def test_rules_that_techniques_dont_know() -> None:
    made = make(rules="thermo", shape="6x6", seed=1)
    found = qualities(made.puzzle)
    assert (found.score, found.bottleneck) == (None, None)
    assert found.niceness <= 1


def test_one_solution_is_needed() -> None:
    with pytest.raises(PuzzleError, match="found several"):
        qualities(Puzzle.classic("." * 81))


def test_the_nicest_of_several() -> None:
    nicest = make(rating="easy", seed=5, nice=6)
    assert qualities(nicest.puzzle).niceness >= qualities(make(rating="easy", seed=5).puzzle).niceness
    assert nicest.rating.hodoku.level.name == "EASY"
