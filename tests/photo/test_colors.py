"""Givens are found by the color of their ink, and because they make a puzzle."""

import numpy as np
import pytest

from farandole.photo import read
from farandole.photo.ink.colors import find_givens, group_by_ink
from farandole.photo.synthetic import make_sheet

BLACK, BLUE, RED = (20, 20, 25), (40, 80, 210), (200, 60, 50)


def test_the_plainest_ink_comes_first() -> None:
    masks = group_by_ink(np.array([BLUE, BLACK, RED, BLUE, BLACK], float))
    assert masks[0].tolist() == [False, True, False, False, True]
    assert np.array(masks).sum(axis=0).tolist() == [1] * 5


def test_no_glyphs_have_no_ink() -> None:
    mask, confidence = find_givens(np.empty((0, 3)), lambda _: False)
    assert (mask.tolist(), confidence) == ([], 1.0)


def test_one_digit_entered_is_told_by_the_puzzle() -> None:
    colors = np.array([BLACK, BLACK, BLACK, BLACK, BLUE], float)
    mask, confidence = find_givens(colors, lambda some: some.sum() >= 4)
    assert (mask.tolist(), confidence) == ([True] * 4 + [False], 1.0)


def test_one_digit_of_another_ink_that_the_puzzle_needs_is_a_given_but_less_surely() -> None:
    mask, confidence = find_givens(np.array([BLACK, BLACK, BLACK, BLUE], float), lambda some: some.sum() >= 4)
    assert mask.all()
    assert confidence < 0.99


def test_where_nothing_makes_a_puzzle_the_plainest_of_two_frequent_inks_is_taken() -> None:
    colors = np.array([BLUE] * 4 + [BLACK] * 3, float)
    mask, _ = find_givens(colors, lambda _: False)
    assert mask.tolist() == [False] * 4 + [True] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("4x4", 1000), ("4x4", 1004), ("classic", 101), ("killer", 5000)])
def test_screenshots_with_few_digits_entered_or_given_or_many_pencilmarks(kind: str, seed: int) -> None:
    made = make_sheet(kind, seed, on="screen", filled=True)
    assert read(made.picture).puzzle == made.ground_truths[0].puzzle
