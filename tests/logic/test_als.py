"""Almost locked sets, what they strike together, Sue de Coq: the library's cases, soundness, other shapes."""

import pytest

from farandole.bitsets import bits, set_of
from farandole.grid import Grid
from farandole.logic.board import Board
from farandole.logic.inference.sets import find_als
from farandole.logic.step import Technique
from farandole.logic.techniques.als import COMMON, als_xy_wing, als_xz
from farandole.logic.techniques.als_chains import als_chain, death_blossom
from farandole.logic.techniques.sue_de_coq import sue_de_coq
from library import cases, steps_for
from needs import needs
from states import classic_states, shaped_states, unsound

TECHNIQUES = (als_xz, als_xy_wing, als_chain, death_blossom, sue_de_coq)


@needs("data")
@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    for case in some:
        assert case.is_strict(steps_for(case, technique)), case.line


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states():
        assert not unsound(board, solution, TECHNIQUES)


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family)[-1:]:
        assert not unsound(board, solution, (als_xz, als_xy_wing, als_chain, sue_de_coq))


def keep(board: Board, cell: int, *digits: int) -> None:
    for digit in set(range(1, 10)) - set(digits):
        board.eliminate(cell, digit)


@needs("data")
def test_sets_have_one_digit_more_than_cells() -> None:
    for board, _ in classic_states(4):
        for als in find_als(board):
            assert als.digits.bit_count() == als.cells.bit_count() + 1
            assert als.digits == set_of(
                digit - 1
                for digit in range(1, 10)
                if any(board.masks[cell] >> digit - 1 & 1 for cell in bits(als.cells))
            )
            for digit, places in als.places.items():
                assert places == als.cells & board.places[digit]
                assert als.seen[digit] == board.geometry.seen_by_all(bits(places)) & board.places[digit]


def test_xz_by_hand() -> None:
    # r1c1 is 1 or 2, r1c9 and r2c9 are 1, 2 or 3: if r1c1 isn't 2, it is 1, so the others are 2 and 3.
    board = Board(Grid.classic())
    keep(board, 0, 1, 2)
    keep(board, 8, 1, 3)
    keep(board, 17, 2, 3)
    step = next(step for step in als_xz(board) if step.reason.cells == 1 | 1 << 8 | 1 << 17)
    assert set(step.eliminations) == {(6, 2), (7, 2), (9, 2), (10, 2), (11, 2)}
    assert step.reason.parts[COMMON] == ((0, 1), (8, 1))


def test_sue_de_coq_by_hand() -> None:
    # r1c1 and r1c2 hold two of 1234; r1c9 takes up 1 or 2, r2c1 takes up 3 or 4.
    board = Board(Grid.classic())
    keep(board, 0, 1, 2, 3, 4)
    keep(board, 1, 1, 2, 3, 4)
    keep(board, 8, 1, 2)
    keep(board, 9, 3, 4)
    step = next(sue_de_coq(board))
    assert set(step.eliminations) == {(cell, digit) for cell in range(2, 8) for digit in (1, 2)} | {
        (cell, digit) for cell in (2, 10, 11, 18, 19, 20) for digit in (3, 4)
    }
