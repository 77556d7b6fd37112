"""Sheets agree with their ground truth; the same seed makes the same sheet."""

import numpy as np
import pytest

from farandole.photo.synthetic import KINDS, make_puzzle, make_sheet
from farandole.photo.synthetic.drawing import name_of
from farandole.rules.sums import Cage


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_have_one_solution(kind: str) -> None:
    puzzle = make_puzzle(kind, 3)
    assert puzzle.is_unique()
    assert puzzle == make_puzzle(kind, 3)
    assert puzzle != make_puzzle(kind, 4)


def test_cages_cover_the_grid() -> None:
    puzzle = make_puzzle("killer", 1)
    cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
    assert sorted(cell for cage in cages for cell in cage.cells) == list(range(81))


@pytest.mark.parametrize("on", ["paper", "screen"])
def test_the_same_seed_gives_the_same_sheet(on: str) -> None:
    one, two = make_sheet("6x6", 5, on=on, filled=True), make_sheet("6x6", 5, on=on, filled=True)
    np.testing.assert_array_equal(one.picture, two.picture)
    assert one.ground_truths[0].entered == two.ground_truths[0].entered
    assert one.ground_truths[0].marks == two.ground_truths[0].marks


def test_what_is_entered_solves_the_puzzle() -> None:
    [truth] = make_sheet("classic", 2, on="screen", filled=True).ground_truths
    solved = truth.puzzle.solve()
    assert solved is not None
    solution = solved.digits
    assert truth.entered
    assert truth.marks
    for cell, digit in truth.entered.items():
        assert solution[cell] == digit
        assert not truth.puzzle.givens[cell]
    assert all(solution[cell] in digits for cell, digits in truth.marks.items())


def test_corners_are_where_the_lines_are() -> None:
    """The corner is dark, with light paper outside and, a third of a cell away, inside."""
    for seed in range(4):
        made = make_sheet("classic", seed)
        [truth] = made.ground_truths
        quad = truth.corners
        assert (quad > 0).all()
        assert (quad < made.picture.shape[1::-1]).all()
        for corner, opposite in zip(quad, quad[[2, 3, 0, 1]], strict=True):
            inside = corner + (opposite - corner) / 9 * 0.4
            around = made.picture[tuple(np.s_[int(v) - 4 : int(v) + 5] for v in corner[::-1])]
            paper = made.picture[tuple(np.s_[int(v) - 1 : int(v) + 2] for v in inside[::-1])]
            assert around.min() < 0.85 * np.median(paper), (seed, corner)


def test_two_on_a_page_lie_side_by_side() -> None:
    made = make_sheet("classic", 1, puzzles=2)
    left, right = made.ground_truths
    assert left.corners[:, 0].max() < right.corners[:, 0].min()
    assert left.puzzle != right.puzzle


@pytest.mark.parametrize(("letters", "expected"), [("numbers", "10"), ("letters", "A"), ("all", "J")])
def test_digits_have_names(letters: str, expected: str) -> None:
    assert name_of(10, 16, letters) == expected
