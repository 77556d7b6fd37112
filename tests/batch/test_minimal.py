"""Drawn grids and minimal puzzles: right, minimal, the same on every instruction set and for any threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import is_solution
from strategies import examples

from farandole import ArgumentError, PuzzleError, batch
from farandole.batch import grids
from farandole.logic import explainer
from farandole.puzzle import Puzzle

ISAS = batch.isas()


def one_by_one(solution: batch.Values, order: list[int]) -> batch.Values:
    """Strike each cell in order, if the solution stays the only one: the slow way."""
    puzzle = solution.copy()
    for cell in order:
        trial = puzzle.copy()
        trial[cell] = 0
        if batch.solve(trial).counts[0] == 1:
            puzzle = trial
    return puzzle


def is_minimal(puzzle: batch.Values) -> bool:
    cells = np.flatnonzero(puzzle)
    without = np.tile(puzzle, (len(cells), 1))
    without[np.arange(len(cells)), cells] = 0
    return bool((batch.solve(without).counts > 1).all())


def test_drawn_grids_are_grids() -> None:
    for grid in grids.draw(200, seed=3):
        assert is_solution([0] * 81, grid.tolist())


@given(st.integers(0, 2**40), st.integers(0, 10**6), st.integers(1, 12), st.integers(0, 10))
@examples(30)
def test_a_grid_follows_from_its_index(seed: int, first: int, n: int, before: int) -> None:
    together = grids.draw(before + n, seed=seed, first=first)
    assert (together[before:] == grids.draw(n, seed=seed, first=first + before)).all()
    assert (batch.minimal_puzzles(before + n, seed=seed, first=first).solutions == together).all()


def test_every_isa_and_any_threads_make_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for isa in ISAS:
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        made += [batch.minimal_puzzles(9000, seed=11, threads=threads) for threads in (1, 3)]
    assert all((other.puzzles == made[0].puzzles).all() for other in made)
    assert all((other.solutions == made[0].solutions).all() for other in made)


def test_puzzles_are_unique_and_minimal() -> None:
    puzzles, solutions, weights = batch.minimal_puzzles(1000, seed=2)
    assert weights is None
    answers = batch.solve(puzzles)
    assert (answers.counts == 1).all()
    assert (answers.solutions == solutions).all()
    assert all(is_minimal(puzzle) for puzzle in puzzles[:300])


@pytest.mark.parametrize("isa", ISAS)
def test_striking_together_is_striking_one_by_one(isa: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARANDOLE_ISA", isa)
    from farandole import _core

    solutions, puzzles, orders = (np.empty((40, 81), np.uint8) for _ in range(3))
    _core.make_minimal(5, 0, 1, solutions, puzzles, orders)
    for solution, puzzle, order in zip(solutions, puzzles, orders, strict=True):
        assert sorted(order) == list(range(81))
        assert (one_by_one(solution, order.tolist()) == puzzle).all()


@given(st.integers(0, 10**6), st.integers(0, 40))
@examples(30)
def test_minimize_keeps_the_solution(seed: int, extra: int) -> None:
    [puzzle], [solution], _ = batch.minimal_puzzles(1, seed=seed)
    more = np.where(np.random.default_rng(seed).random(81) < extra / 81, solution, puzzle)
    [minimal] = batch.minimize(more[None], seed=seed)
    assert set(np.flatnonzero(minimal)) <= set(np.flatnonzero(more))
    assert (batch.solve(minimal).solutions[0] == solution).all()
    assert is_minimal(minimal)


def test_walks() -> None:
    walked = batch.minimal_puzzles(7000, seed=4, sampling="walk", threads=2)
    assert walked.weights is None
    answers = batch.solve(walked.puzzles)
    assert (answers.counts == 1).all()
    assert (answers.solutions == walked.solutions).all()
    assert all(is_minimal(puzzle) for puzzle in walked.puzzles[::100])
    later = batch.minimal_puzzles(500, seed=4, first=6500, sampling="walk", threads=1)
    assert (later.puzzles == walked.puzzles[6500:]).all()
    assert len({puzzle.tobytes() for puzzle in walked.puzzles}) == 7000
    beyond = batch.minimal_puzzles(40, seed=4, first=2048 * 16 - 20, sampling="walk")
    assert (beyond.puzzles[20:] == batch.minimal_puzzles(20, seed=4, first=2048 * 16, sampling="walk").puzzles).all()


def test_a_minimal_puzzle_stays() -> None:
    puzzles = batch.minimal_puzzles(100).puzzles
    assert (batch.minimize(puzzles) == puzzles).all()
    assert len(batch.minimize(puzzles[:0])) == 0


def test_bad_puzzles_are_told() -> None:
    two, none = np.zeros((1, 81), np.uint8), np.zeros((1, 81), np.uint8)
    none[0, :2] = 1
    for array, message in (
        (two, "puzzle 1: expected one solution, found several"),
        (none, "puzzle 1: expected one solution, found none"),
        (np.zeros(80, int), r"expected an array of shape \(n, 81\) or \(n, 9, 9\), found \(80,\)"),
        (np.full((2, 81), 10), "expected digits from 0 to 9, found 10 in puzzle 1, cell r1c1"),
        (np.zeros((1, 81), np.uint16), "expected an array of digits, such as uint8, found uint16"),
        (5, "puzzles: expected an array, strings, puzzles or rows of digits, found int"),
    ):
        with pytest.raises(PuzzleError, match=message):
            batch.minimize(array)  # type: ignore[arg-type]


def test_bad_numbers_are_told() -> None:
    with pytest.raises(ArgumentError, match="n: expected a whole number of at least 0, found -1"):
        grids.draw(-1)
    with pytest.raises(ArgumentError, match="n: expected fewer puzzles"):
        grids.draw(2**60)
    with pytest.raises(ArgumentError, match="seed: expected a whole number"):
        batch.minimal_puzzles(1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="sampling: expected 'top-down', 'weighted' or 'walk', found 'best'"):
        batch.minimal_puzzles(1, sampling="best")


def test_weights_are_those_of_the_way() -> None:
    """The slow way: count at each step how many givens can go."""
    from math import factorial, prod

    from farandole import _core

    weights = batch.minimal_puzzles(3, seed=8, sampling="weighted").weights
    assert weights is not None
    solutions, puzzles, orders = (np.empty((3, 81), np.uint8) for _ in range(3))
    _core.make_minimal(8, 0, 1, solutions, puzzles, orders)
    for weight, solution, puzzle, order in zip(weights, solutions, puzzles, orders, strict=True):
        state, choices = solution.copy(), []
        for cell in [cell for cell in order if not puzzle[cell]]:
            cells = np.flatnonzero(state)
            without = np.tile(state, (len(cells), 1))
            without[np.arange(len(cells)), cells] = 0
            choices.append(int((batch.solve(without).counts == 1).sum()))
            state[cell] = 0
        assert weight == pytest.approx(prod(choices) / factorial(len(choices)))


@pytest.mark.slow
def test_clue_counts() -> None:
    """Means over what is made top-down, and estimates for all minimal puzzles."""
    made = batch.minimal_puzzles(15_000, seed=1, sampling="weighted")
    givens = (made.puzzles > 0).sum(axis=1)
    assert givens.mean() == pytest.approx(24.40, abs=0.03)
    # Source: D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012): 26.577 givens,
    # 3.1 * 10^37 puzzles.
    assert np.average(givens, weights=made.weights) == pytest.approx(26.58, abs=0.35)
    assert made.weights is not None
    assert made.weights.mean() * grids.N_GRIDS == pytest.approx(3.1e37, rel=0.5)


@pytest.mark.slow
def test_top_down_puzzles_are_as_hard_as_others_found() -> None:
    # Source: D. Berthier, "Unbiased statistics of a CSP", 2009: a mean of 3.8 on Sudoku Explainer's scale.
    puzzles = batch.minimal_puzzles(60, seed=2).puzzles.tolist()
    ratings = np.array([explainer.rate(Puzzle.classic(puzzle)).er for puzzle in puzzles])
    standard_error = ratings.std(ddof=1) / np.sqrt(len(ratings))
    assert standard_error < 0.4
    assert abs(ratings.mean() - 3.8) < 3 * standard_error
