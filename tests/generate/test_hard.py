"""Hard puzzles, found near hard ones."""

from __future__ import annotations

import numpy as np
import pytest

from farandole import ArgumentError, PuzzleError, batch
from farandole.generate.hard import hard_puzzles
from farandole.logic import rate

# Found by `hard_puzzles` itself: at least 9.0.
SEED = "....8...3....37.8..3.69.....7......61.....89.9.8..51....57..2....1..86..6......5."


def test_neighbors_of_a_seed_are_hard() -> None:
    found = list(hard_puzzles(2, least=6.5, seeds=[SEED], rating_seconds=1))
    assert len(found) == 2
    assert all(hard.se >= 6.5 and hard.puzzle.is_unique() for hard in found)
    values = np.array([hard.puzzle.givens for hard in found], np.uint8)
    assert len(np.unique(batch.canonical(values), axis=0)) == 2
    assert (batch.minimize(values) == values).all()
    assert rate(found[0].puzzle, scales="explainer", seconds=5).explainer.er >= found[0].se


def test_it_keeps_to_its_time() -> None:
    assert list(hard_puzzles(5, least=11.9, seeds=[SEED], seconds=0)) == []
    assert list(hard_puzzles(0)) == []


def test_bad_wishes_are_told() -> None:
    with pytest.raises(ArgumentError, match=r"least: expected a rating from 1.0 to 11.9, found 12"):
        next(hard_puzzles(1, least=12))
    with pytest.raises(PuzzleError, match="puzzle 0: expected one solution, found several"):
        next(hard_puzzles(1, seeds=["." * 81]))


def test_neighbors() -> None:
    some = batch.minimal_puzzles(50).puzzles
    near = batch.neighbors(some, 2, seed=1)
    assert (batch.solve(near).counts == 1).all()
    assert (batch.minimize(near) == near).all()
    assert ((near == some) & (some > 0)).sum() > 0.75 * (some > 0).sum()
    assert (batch.neighbors(some, 0, seed=1) == some).all()
    with pytest.raises(PuzzleError, match="puzzle 0: expected a solution, found none"):
        batch.neighbors(np.array([[5, 5] + 79 * [0]]), 0)
