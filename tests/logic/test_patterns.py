"""Patterns of one digit, and coloring: the library's cases, soundness, other shapes."""

import pytest

from farandole.grid import Grid
from farandole.logic.board import Board
from farandole.logic.inference.one_digit import impossible_places
from farandole.logic.step import Technique
from farandole.logic.techniques.coloring import (
    medusa_3d,
    multi_colors,
    multi_colors_1,
    multi_colors_2,
    simple_colors,
    simple_colors_trap,
    simple_colors_wrap,
)
from farandole.logic.techniques.single_digit import (
    dual_empty_rectangle,
    dual_two_string_kite,
    empty_rectangle,
    empty_rectangles,
    kites,
    skyscraper,
    turbot_fish,
    two_string_kite,
)
from library import cases, steps_for
from needs import needs
from states import classic_states, shaped_states, unsound

OURS = (
    skyscraper,
    two_string_kite,
    dual_two_string_kite,
    turbot_fish,
    empty_rectangle,
    dual_empty_rectangle,
    simple_colors_trap,
    simple_colors_wrap,
    multi_colors_1,
    multi_colors_2,
)


@needs("data")
@pytest.mark.parametrize("technique", OURS, ids=lambda technique: technique.name)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    for case in some:
        steps = steps_for(case, technique)
        assert case.is_strict(steps), case.line


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states():
        assert not unsound(board, solution, (*OURS, medusa_3d))


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family):
        assert not unsound(board, solution, (*OURS, medusa_3d))


@needs("data")
def test_a_search_finds_what_its_techniques_find() -> None:
    for case in cases("0401", "0402", "0404", "0405", "05"):
        board = case.board()
        for search, techniques in (
            (lambda board: kites(board, duals=True), (two_string_kite, dual_two_string_kite)),
            (lambda board: empty_rectangles(board, duals=True), (empty_rectangle, dual_empty_rectangle)),
            (simple_colors, (simple_colors_trap, simple_colors_wrap)),
            (multi_colors, (multi_colors_1, multi_colors_2)),
        ):
            options = {} if search in (simple_colors, multi_colors) else {"duals": True}
            parts = [step.eliminations for technique in techniques for step in technique(board, **options)]
            assert sorted(parts) == sorted(step.eliminations for step in search(board))


@needs("data")
def test_what_goes_is_in_no_arrangement() -> None:
    for case in cases("04", "05", "030", "031", "032"):
        board = case.board()
        for cell, digit in case.removes:
            assert impossible_places(board.geometry, board.places[digit]) >> cell & 1


def test_impossible_places_by_hand() -> None:
    # Both 1s of the two upper rows are in the left box, so none is in its third row, nor below them.
    board = Board(Grid.classic((2, 2)))
    for cell in (2, 3):
        board.eliminate(cell, 1)
    assert impossible_places(board.geometry, board.places[1]) == 0b110000


def test_skyscraper_by_hand() -> None:
    board = Board(Grid.classic())
    for row, columns in ((0, (1, 4)), (3, (1, 5))):
        for column in range(9):
            if column not in columns:
                board.eliminate(9 * row + column, 7)
    # One of r1c5 and r4c6 is 7, and it leaves the cells in the box of one and the column of the other.
    steps = list(skyscraper(board))
    assert {cell for cell, _ in steps[0].eliminations} == {14, 23, 40, 49}
    assert [link.is_strong for link in steps[0].reason.links[0]] == [True, False, True]
