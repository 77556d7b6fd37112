"""Hard puzzles are found near hard ones."""

from __future__ import annotations

import numpy as np
import pytest

from farandole import ArgumentError, PuzzleError, batch
from farandole.generate import Progress, make, make_near
from farandole.generate.hard import hard_puzzles
from farandole.logic import rate

# Found by `hard_puzzles` itself: at least 9.0.
SEED = "....8...3....37.8..3.69.....7......61.....89.9.8..51....57..2....1..86..6......5."

EASY = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_neighbors_of_a_seed_are_hard() -> None:
    found = list(hard_puzzles(2, least=6.5, seeds=[SEED], rating_seconds=0.1))
    assert len(found) == 2
    assert all(hard.se >= 6.5 and hard.puzzle.is_unique() for hard in found)
    values = np.array([hard.puzzle.givens for hard in found], np.uint8)
    assert len(np.unique(batch.canonical(values), axis=0)) == 2
    assert (batch.minimize(values) == values).all()
    assert rate(found[0].puzzle, scales="explainer", seconds=5).explainer.er >= found[0].se


@pytest.mark.slow
def test_make_finds_hard_ones() -> None:
    made = make(rating="SE 8.5+", seed=1)
    assert made.meets_spec
    assert made.rating.explainer.er >= 8.5
    assert (made.proof.is_unique, made.proof.is_minimal) == (True, True)
    heard: list[Progress] = []
    stopped = make(rating="SE 11+", seed=1, progress=heard.append, cancel=lambda: len(heard) > 3)
    assert (stopped.stopped, stopped.proof.is_unique) == ("cancel", True)
    assert stopped.missing == ("it is not as hard as you asked for: SE 11+",)


def test_made_near_others() -> None:
    [first, second] = made = list(make_near([EASY], 2, rating="SE 2.5+", seed=1))
    assert made[:1] == list(make_near([EASY], 1, rating="SE 2.5+", seed=1))
    assert first.puzzle != second.puzzle
    for one in made:
        assert one.rating.explainer.er >= 2.5
        assert (one.proof.is_unique, one.proof.is_minimal, one.seed) == (True, True, 1)
    with pytest.raises(ArgumentError, match=r"rating: expected one such as 'SE 9\+', found 'easy'"):
        make_near([SEED], 1, rating="easy")
    assert list(make_near([SEED], 1, seconds=0)) == []


def test_it_keeps_to_its_time() -> None:
    assert list(hard_puzzles(5, least=11.9, seeds=[SEED], seconds=0)) == []
    assert list(hard_puzzles(0)) == []


def test_bad_specs_are_told() -> None:
    with pytest.raises(ArgumentError, match=r"least: expected a rating from 1.0 to 11.9, found 12"):
        next(hard_puzzles(1, least=12))
    with pytest.raises(PuzzleError, match="puzzle 1: expected one solution, found several"):
        next(hard_puzzles(1, seeds=["." * 81]))


def test_neighbors() -> None:
    some = batch.minimal_puzzles(50).puzzles
    near = batch.neighbors(some, 2, seed=1)
    assert (batch.solve(near).counts == 1).all()
    assert (batch.minimize(near) == near).all()
    assert ((near == some) & (some > 0)).sum() > 0.75 * (some > 0).sum()
    assert (batch.neighbors(some, 0, seed=1) == some).all()
    with pytest.raises(PuzzleError, match="puzzle 1: expected a solution, found none"):
        batch.neighbors(np.array([[5, 5] + 79 * [0]]), 0)
