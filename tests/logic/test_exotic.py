"""Oddagons, fireworks, exocets, SK-loops: known puzzles, soundness, other shapes."""

from itertools import product

import pytest

from farandole.grid import Grid
from farandole.logic.board import Board
from farandole.logic.techniques.exocet import BASE, exocets, junior_exocet, senior_exocet
from farandole.logic.techniques.fireworks import quadruple_firework, triple_firework
from farandole.logic.techniques.oddagons import (
    bivalue_oddagon,
    block,
    broken_wing,
    rectangles,
    transversals,
    tridagon,
)
from farandole.logic.techniques.sk_loop import covers, sk_loop
from farandole.puzzle import Puzzle
from needs import needs
from states import classic_states, shaped_states, unsound

ODDAGONS = (broken_wing, bivalue_oddagon, tridagon)
EXOTIC = (*ODDAGONS, triple_firework, quadruple_firework, exocets, sk_loop)
# Source: J. H. Conway's question about it, and Steve K's answer, made it known as the Easter Monster (2007).
EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states(5):
        assert not unsound(board, solution, EXOTIC)


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family)[-1:]:
        assert not unsound(board, solution, (bivalue_oddagon, tridagon, triple_firework, quadruple_firework, exocets))


def test_a_tridagon_cannot_be_filled_if_and_only_if_it_is_twisted_oddly() -> None:
    board = Board(Grid.classic())
    blocks = [block(board, home) for home in range(18, 27)]
    rectangle = next(rectangles(board, [box for box in blocks if box is not None]))
    everywhere = (1 << 81) - 1
    for parts in product(*(transversals(box, everywhere) for box in rectangle)):
        cells = [cell for some, _ in parts for cell in some]
        assert _can_fill(board, cells, {}) is (sum(is_odd for _, is_odd in parts) % 2 == 0)


def _can_fill(board: Board, cells: list[int], colors: dict[int, int]) -> bool:
    """Whether three colors do for cells so that peers differ, if some have theirs."""
    if not cells:
        return True
    taken = {color for cell, color in colors.items() if board.geometry.peers[cells[0]] >> cell & 1}
    return any(_can_fill(board, cells[1:], {**colors, cells[0]: color}) for color in {0, 1, 2} - taken)


def test_the_sk_loop_of_the_easter_monster() -> None:
    # Source: https://www.sudokuwiki.org/SK_Loops
    board = Board.of(Puzzle.classic(EASTER_MONSTER))
    (step,) = sk_loop(board)
    assert len(step.eliminations) == 13
    assert (step.reason.cells.bit_count(), len(step.reason.houses)) == (16, 8)


def test_covers_of_a_loop() -> None:
    assert covers(0) == (0, 0)
    assert covers(0b11) == (1, 0b1)  # pairs 0 and 1 share a digit in the house between them
    assert covers(0b1) == (1, 0b10000001)  # one pair shares it before or after
    assert covers(0b11111111) == (4, 0b11111111)


def test_exocets_of_a_hard_puzzle() -> None:
    # Source: forum_hardest_1106, the first puzzle.
    board = Board.of(
        Puzzle.classic("........2..8.1.9..5....3.4....1.93...6..3..8...37......4......53.1.7.8..2........")
    )
    steps = list(exocets(board))
    assert {step.technique for step in steps} <= {junior_exocet, senior_exocet}
    for step in steps:
        assert len(step.reason.parts[BASE]) >= 4


def test_triple_firework_by_hand() -> None:
    # Outside box 1, row 1 has 1, 2 and 3 only in r1c9, column 1 only in r9c1.
    board = Board(Grid.classic())
    for cell in (*range(3, 8), *range(27, 72, 9)):
        for digit in (1, 2, 3):
            board.eliminate(cell, digit)
    step = next(triple_firework(board))
    assert set(step.eliminations) == {(cell, digit) for cell in (0, 8, 72) for digit in range(4, 10)}


def test_quadruple_firework_by_hand() -> None:
    # 1 and 2 burst from r1c1, 3 and 4 from r9c9, into r1c9 and r9c1.
    board = Board(Grid.classic())
    for cell in (*range(3, 8), *range(27, 72, 9)):
        board.eliminate(cell, 1)
        board.eliminate(cell, 2)
    for cell in (*range(73, 78), *range(17, 54, 9)):
        board.eliminate(cell, 3)
        board.eliminate(cell, 4)
    step = next(quadruple_firework(board))
    assert step.reason.cells == 1 | 1 << 8 | 1 << 72 | 1 << 80
    assert {digit for cell, digit in step.eliminations if cell == 0} == {3, 4, 5, 6, 7, 8, 9}
