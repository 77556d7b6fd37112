"""Kraken fish: as many as HoDoKu finds, that their chains join fish and target, soundness, other shapes."""

from collections import Counter
from itertools import pairwise

import pytest

from farandole.bitsets import set_of
from farandole.logic.board import Board
from farandole.logic.catalog import SEARCHES
from farandole.logic.path import path
from farandole.logic.techniques.cages import rule_of_45
from farandole.logic.techniques.fish import ENDO_FIN, FIN
from farandole.logic.techniques.fish_search import Shape
from farandole.logic.techniques.kraken import IN_ONE_COVER, kraken_fish, kraken_fish_type_1, kraken_fish_type_2
from farandole.puzzle import Puzzle
from library import cases
from needs import needs
from states import classic_states, shaped_states, unsound

SIMPLE = SEARCHES[: SEARCHES.index(rule_of_45)]  # singles, locked candidates, subsets
EASIER = "5..9.....1.7.6..4..34......7.....9.8....2..7.4.618..3.8..65..........6.1......78."
HARDER = ".......36..81.....46....5..34.6.......9.....7.....2.8....2.7.1..1695....2.....3.."


def stuck(puzzle: str) -> Board:
    board = Board.of(Puzzle.classic(puzzle))
    for _ in path(board, SIMPLE):
        pass
    return board


def count(board: Board) -> tuple[int, int]:
    steps = Counter(step.technique for step in kraken_fish(board))
    return steps[kraken_fish_type_1], steps[kraken_fish_type_2]


# Source: HoDoKu 2.2, FishSolver.getAllKrakenFishes, sizes 2 to 4, two fins, no endo fins, Franken.
@pytest.mark.parametrize(("puzzle", "n"), [(EASIER, (42, 258)), (HARDER, (24, 152))])
def test_there_are_as_many_as_hodoku_finds(puzzle: str, n: tuple[int, int]) -> None:
    assert count(stuck(puzzle)) == n


@needs("data")
def test_library() -> None:
    for case in cases("0000", name="extra-libs/kraken-split.txt"):
        assert count(case.board()) == (22, 179)  # the file says so


def test_each_fin_has_its_chain() -> None:
    for step in kraken_fish(stuck(EASIER)):
        reason = step.reason
        digit, ((cell, eliminated),) = reason.digits.bit_length(), step.eliminations
        assert all(one.end == two.start for chain in reason.links for one, two in pairwise(chain))
        assert {chain[-1].end.digit for chain in reason.links} == {eliminated}
        assert {chain[-1].end.cells for chain in reason.links} == {1 << cell}
        starts = reason.parts[FIN] + reason.parts.get(IN_ONE_COVER, ())
        assert sorted((chain[0].start.cells, chain[0].start.digit) for chain in reason.links) == sorted(
            (1 << fin, digit) for fin, _ in starts
        )
        assert IN_ONE_COVER not in reason.parts or step.technique is kraken_fish_type_2
        assert not any(chain[0].is_strong or chain[-1].is_strong for chain in reason.links)


def test_type_1_strikes_in_a_cover_of_a_fish_whose_fins_do_not_see_it() -> None:
    board = stuck(HARDER)
    geometry = board.geometry
    for step in kraken_fish_type_1(board):
        ((cell, _),) = step.eliminations
        assert any(geometry.houses[home] >> cell & 1 for home in step.reason.covers)
        assert set_of(fin for fin, _ in step.reason.parts[FIN]) & ~geometry.peers[cell]


def test_options() -> None:
    board = stuck(HARDER)
    for step in kraken_fish(board, shape=Shape.BASIC, max_size=2, max_fins=1):
        assert len(step.reason.houses) == len(step.reason.covers) == 2
        assert len(step.reason.parts[FIN]) == 1
        assert not {*step.reason.houses, *step.reason.covers} & set(range(18, 27))
    with_endo_fins = kraken_fish(board, max_size=2, max_endo_fins=1)
    assert any(ENDO_FIN in step.reason.parts for step in with_endo_fins)


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states()[::7]:
        assert not unsound(board, solution, [lambda board: kraken_fish(board, max_size=2, max_endo_fins=1)])


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family)[-1:]:
        assert not unsound(board, solution, [lambda board: kraken_fish(board, max_size=2)])
