"""Inks: which glyphs are the givens, judged by their colors and by what makes a puzzle."""

import numpy as np
import pytest

from farandole.photo import read
from farandole.photo.ink.colors import givens, inks
from farandole.photo.synthetic import sheet

BLACK, BLUE, RED = (20, 20, 25), (40, 80, 210), (200, 60, 50)


def test_the_plainest_ink_comes_first() -> None:
    masks = inks(np.array([BLUE, BLACK, RED, BLUE, BLACK], float))
    assert masks[0].tolist() == [False, True, False, False, True]
    assert np.array(masks).sum(axis=0).tolist() == [1] * 5


def test_no_glyphs_have_no_ink() -> None:
    mask, sureness = givens(np.empty((0, 3)), lambda _: False)
    assert (mask.tolist(), sureness) == ([], 1.0)


def test_one_digit_entered_is_told_by_the_puzzle() -> None:
    measured = np.array([BLACK, BLACK, BLACK, BLACK, BLUE], float)
    mask, sureness = givens(measured, lambda some: some.sum() >= 4)
    assert (mask.tolist(), sureness) == ([True] * 4 + [False], 1.0)


def test_one_digit_of_another_ink_that_the_puzzle_needs_is_a_given_but_less_surely() -> None:
    mask, sureness = givens(np.array([BLACK, BLACK, BLACK, BLUE], float), lambda some: some.sum() >= 4)
    assert mask.all()
    assert sureness < 0.99


def test_where_nothing_makes_a_puzzle_the_plainest_of_two_frequent_inks_is_taken() -> None:
    measured = np.array([BLUE] * 4 + [BLACK] * 3, float)
    mask, _ = givens(measured, lambda _: False)
    assert mask.tolist() == [False] * 4 + [True] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("4x4", 1000), ("4x4", 1004), ("classic", 101), ("killer", 5000)])
def test_screenshots_with_few_digits_entered_or_given_or_many_pencilmarks(kind: str, seed: int) -> None:
    made = sheet(kind, seed, on="screen", filled=True)
    assert read(made.picture).puzzle == made.truths[0].puzzle
