"""Large boards: what would take too much time and memory is not looked for, and all else is."""

import pytest

from farandole import Grid, Puzzle
from farandole.logic import Board
from farandole.logic.inference.sets import MAX_CANDIDATES, find_als, has_too_many_candidates
from farandole.logic.step import Search
from farandole.logic.techniques import sk_loop as sk_loops
from farandole.logic.techniques.als import als_xz
from farandole.logic.techniques.deadly import bug_lite
from farandole.logic.techniques.forcing import forcing_chains, forcing_nets, quad_forcing_chains
from farandole.logic.techniques.kraken import kraken_fish
from farandole.logic.techniques.loops import grouped_nice_loops, nice_loops
from farandole.logic.techniques.oddagons import broken_wing


def empty(size: int) -> Board:
    return Board.of(Puzzle.of(Grid.classic(size), [0] * size**2))


@pytest.mark.parametrize("size", [9, 16])
def test_boards_that_are_not_too_large(size: int) -> None:
    assert not has_too_many_candidates(empty(size))


@pytest.mark.parametrize(
    "search",
    [
        als_xz,
        nice_loops,
        grouped_nice_loops,
        forcing_chains,
        forcing_nets,
        quad_forcing_chains,
        kraken_fish,
        bug_lite,
        broken_wing,
    ],
)
def test_an_empty_board_of_32(search: Search) -> None:
    assert not list(search(empty(32)))


def test_a_board_of_25_with_few_candidates() -> None:
    board = empty(25)
    assert has_too_many_candidates(board)
    for cell in range(625):
        for digit in range(3 + cell % 2, 26):
            board.eliminate(cell, digit)
    assert sum(mask.bit_count() for mask in board.masks) <= MAX_CANDIDATES
    assert not has_too_many_candidates(board)
    assert find_als(board)


def test_sk_loops_begin_only_at_crossings_that_can_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    monkeypatch.setattr(sk_loops, "_loop", lambda *loop: looked_at.append(loop))
    assert not list(sk_loops.sk_loop(empty(16)))
    assert not looked_at
