"""Wings: the library's cases, soundness, other shapes."""

import pytest

from farandole.grid import Grid
from farandole.logic.board import Board
from farandole.logic.step import Technique
from farandole.logic.techniques.wings import (
    PINCER,
    bent_quadruple,
    rstuvwxyz_wing,
    stuvwxyz_wing,
    tuvwxyz_wing,
    uvwxyz_wing,
    vwxyz_wing,
    w_wing,
    wxyz_wing,
    xy_wing,
    xyz_wing,
)
from library import cases, steps_for
from needs import needs
from states import classic_states, shaped_states, unsound

SMALL = (xy_wing, xyz_wing, w_wing)
BENT = (bent_quadruple, vwxyz_wing, uvwxyz_wing, tuvwxyz_wing, stuvwxyz_wing, rstuvwxyz_wing)


@needs("data")
@pytest.mark.parametrize("technique", SMALL, ids=lambda technique: technique.name)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    for case in some:
        steps = steps_for(case, technique)
        assert case.is_strict(steps), case.line


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states():
        assert not unsound(board, solution, (*SMALL, wxyz_wing, *BENT))


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family):
        assert not unsound(board, solution, (*SMALL, wxyz_wing, *BENT[:2]))


def test_xy_wing_by_hand() -> None:
    # r1c1 is 1 or 2: so r1c5 is 3, or r2c2 is.
    board = Board(Grid.classic())
    for cell, digits in ((0, (1, 2)), (4, (1, 3)), (10, (2, 3))):
        for digit in set(range(1, 10)) - set(digits):
            board.eliminate(cell, digit)
    (step,) = xy_wing(board)
    assert step.eliminations == ((1, 3), (2, 3), (12, 3), (13, 3), (14, 3))
    assert step.reason.parts[PINCER] == ((4, 3), (10, 3))
