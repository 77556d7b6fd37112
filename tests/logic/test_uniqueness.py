"""Techniques that assume one solution: the library's cases, soundness, other shapes."""

import pytest

from farandole.bitsets import bits
from farandole.grid import Grid
from farandole.logic.board import Board, Candidate, HouseKind, geometry_of
from farandole.logic.step import Technique
from farandole.logic.techniques.deadly import (
    bug_lite,
    bug_type_2,
    bug_type_3,
    bug_type_4,
    extended_rectangle,
    ladders,
    multivalue_grave,
    reverse_bug,
    unique_loop,
)
from farandole.logic.techniques.uniqueness import (
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    bug_plus_1,
    corners_from,
    hidden_rectangle,
    uniqueness_1,
    uniqueness_2,
    uniqueness_3,
    uniqueness_4,
    uniqueness_5,
    uniqueness_6,
)
from library import cases, steps_for
from needs import needs
from states import classic_states, shaped_states, unsound

OURS = (
    uniqueness_1,
    uniqueness_2,
    uniqueness_3,
    uniqueness_4,
    uniqueness_5,
    uniqueness_6,
    hidden_rectangle,
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    bug_plus_1,
)
LARGER = (unique_loop, extended_rectangle, bug_lite, multivalue_grave, reverse_bug)
GRAVES = (bug_type_2, bug_type_3, bug_type_4)


@needs("data")
@pytest.mark.parametrize("technique", OURS, ids=lambda technique: technique.name)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    for case in some:
        steps = steps_for(case, technique)
        assert case.is_strict(steps), case.line


def test_all_assume_one_solution() -> None:
    assert all(technique.assumes_unique for technique in (*OURS, *LARGER, *GRAVES))


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states():
        assert not unsound(board, solution, (*OURS, *LARGER, *GRAVES))


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family):
        assert not unsound(board, solution, (*OURS, *LARGER, *GRAVES))


def test_rectangles_lie_in_two_boxes() -> None:
    geometry = geometry_of(Grid.classic())
    assert len({cells for cell in range(81) for _, cells in corners_from(geometry, cell)}) == 486
    crossed = geometry_of(Grid.classic().with_houses("diagonals"))
    for corners, cells in corners_from(crossed, 0):
        diagonals = [home for home in range(len(crossed.houses)) if crossed.kinds[home] is HouseKind.OTHER]
        assert all((crossed.houses[home] & cells).bit_count() % 2 == 0 for home in diagonals), corners


def test_ladders_lie_in_three_boxes() -> None:
    assert len(ladders(geometry_of(Grid.classic()))) == 486


def _pairs_but_for(*extra: Candidate) -> Board:
    """A grave in a rectangle of 2x2 boxes: everywhere two digits, and some more."""
    board = Board(Grid.classic((2, 2)))
    masks = [0b0011, 0b0011, 0b1100, 0b1100, 0b1100, 0b1100, 0b0011, 0b0011] * 2
    for cell, mask in enumerate(masks):
        for digit in range(1, 5):
            if not mask >> digit - 1 & 1 and (cell, digit) not in extra:
                board.eliminate(cell, digit)
    return board


def test_graves_by_hand() -> None:
    assert [step.eliminations for step in bug_plus_1(_pairs_but_for((0, 3)))] == [((0, 1), (0, 2))]
    assert not list(bug_plus_1(_pairs_but_for()))
    # r1c1 or r3c2 is 3, and r2c2 and r4c1 see both.
    assert [step.eliminations for step in bug_type_2(_pairs_but_for((0, 3), (9, 3)))] == [((5, 3), (12, 3))]


def _held_to(masks: dict[str, tuple[int, ...]]) -> Board:
    """An empty board, but for cells that may hold some digits only."""
    grid = Grid.classic()
    board = Board(grid)
    for name, digits in masks.items():
        for digit in {*range(1, 10)} - {*digits}:
            board.eliminate(grid.parse_cell(name), digit)
    return board


def test_a_ladder_of_pairs_is_an_extended_rectangle() -> None:
    """Whether its three rungs meet in all digits or not; one with three digits in a cell is a multivalue grave."""
    rungs = {"r1c1": (1, 2, 9), "r2c1": (1, 2), "r1c7": (2, 3), "r2c7": (2, 3)}
    for middle, named, other in (
        ({"r1c4": (1, 2), "r2c4": (2, 3)}, extended_rectangle, multivalue_grave),
        ({"r1c4": (1, 2, 3), "r2c4": (2, 3)}, multivalue_grave, extended_rectangle),
    ):
        board = _held_to(rungs | middle)
        cells = {board.geometry.grid.parse_cell(name) for name in rungs | middle}
        ours, others = (
            [
                step.eliminations
                for step in find(board)
                if (set(bits(step.reason.cells)), step.reason.digits) == (cells, 7)
            ]
            for find in (named, other)
        )
        assert (ours, others) == ([((0, 1), (0, 2))], [])
