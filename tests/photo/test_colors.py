"""Givens are found by the color of their ink, and because they make a puzzle."""

from collections.abc import Sequence

import numpy as np
import pytest

from farandole.photo import read
from farandole.photo.ink.colors import Inks, find_givens, group_by_ink
from farandole.photo.synthetic import make_sheet

BLACK, BLUE, RED, WHITE = (20, 20, 25), (40, 80, 210), (200, 60, 50), (255, 255, 255)
PLAINNESS = {BLACK: 0.0, BLUE: 3.0, RED: 3.5, WHITE: 0.0}
PINK = (240, 110, 120)


def inks_of(colors: Sequence[tuple[int, int, int]], *, is_exact: bool = True) -> Inks:
    """Return inks on white paper, but white ink on pink."""
    papers = [PINK if color == WHITE else WHITE for color in colors]
    plainness = np.array([PLAINNESS[color] for color in colors])
    return Inks(np.array(colors, float).reshape(-1, 3), plainness, np.array(papers, float).reshape(-1, 3), is_exact)


def test_inks_are_grouped() -> None:
    masks = group_by_ink(np.array([BLUE, BLACK, RED, BLUE, BLACK], float))
    assert sorted(mask.tolist() for mask in masks) == [
        [False, False, True, False, False],
        [False, True, False, False, True],
        [True, False, False, True, False],
    ]


def test_the_ink_of_thin_strokes_is_one_although_it_is_paler_in_some() -> None:
    [mask] = group_by_ink(np.array([(200 + 6 * k,) * 3 for k in range(9)], float))
    assert mask.all()


def test_no_glyphs_have_no_ink() -> None:
    mask, confidence = find_givens(inks_of([]), lambda _: 2, 81)
    assert (mask.tolist(), confidence) == ([], 1.0)


def test_one_digit_entered_is_told_by_the_puzzle() -> None:
    mask, confidence = find_givens(inks_of([BLACK] * 4 + [BLUE]), lambda some: 2 - bool(some.sum() >= 4), 16)
    assert mask.tolist() == [True] * 4 + [False]
    assert confidence > 0.95


def test_one_digit_of_another_ink_that_the_puzzle_needs_makes_it_less_sure() -> None:
    _, confidence = find_givens(inks_of([BLACK] * 20 + [BLUE]), lambda some: 2 - bool(some.sum() >= 21), 81)
    assert confidence < 0.95


def test_where_nothing_makes_a_puzzle_the_plainest_of_two_frequent_inks_is_taken() -> None:
    mask, _ = find_givens(inks_of([BLUE] * 4 + [BLACK] * 3), lambda _: 2, 16)
    assert mask.tolist() == [False] * 4 + [True] * 3


def test_a_full_grid_of_two_inks_has_the_givens_of_the_plainest_though_both_make_a_puzzle() -> None:
    mask, confidence = find_givens(inks_of([BLACK] * 26 + [RED] * 55), lambda _: 1, 81)
    assert mask.tolist() == [True] * 26 + [False] * 55
    assert confidence > 0.99


def test_highlighted_digits_that_the_puzzle_needs_are_givens() -> None:
    seen = inks_of([BLACK] * 22 + [WHITE] * 3 + [RED] * 20)
    mask, _ = find_givens(seen, lambda some: 2 - bool(some[:25].all() or some[25:].sum() > 25), 81)
    assert mask.tolist() == [True] * 25 + [False] * 20


def test_a_highlighted_digit_that_the_puzzle_does_not_need_makes_it_doubtful() -> None:
    _, confidence = find_givens(inks_of([BLACK] * 25 + [WHITE] + [RED] * 20), lambda _: 1, 81)
    assert confidence < 0.95


def test_a_full_grid_of_one_ink_is_doubtful() -> None:
    mask, confidence = find_givens(inks_of([BLACK] * 81), lambda _: 1, 81)
    assert mask.all()
    assert confidence < 0.95


def test_a_few_odd_colors_in_a_photo_are_the_same_ink() -> None:
    mask, confidence = find_givens(inks_of([BLACK] * 25 + [RED], is_exact=False), lambda _: 1, 81)
    assert mask.all()
    assert confidence == 1


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("4x4", 1000), ("4x4", 1004), ("classic", 101), ("killer", 5000)])
def test_screenshots_with_few_digits_entered_or_given_or_many_pencilmarks(kind: str, seed: int) -> None:
    made = make_sheet(kind, seed, on="screen", filled=True)
    assert read(made.picture).puzzle == made.ground_truths[0].puzzle
