"""Simple chains: the library's cases, soundness, other shapes, and that a chain is one."""

from itertools import pairwise

import pytest

from farandole.grid import Grid
from farandole.logic.board import Board
from farandole.logic.step import Technique
from farandole.logic.techniques.chains import remote_pair, x_chain, xy_chain
from library import cases, steps_for
from needs import needs
from states import classic_states, shaped_states, unsound

TECHNIQUES = (remote_pair, x_chain, xy_chain)


@needs("data")
@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    for case in some:
        assert case.is_strict(steps_for(case, technique)), case.line


@needs("data")
@pytest.mark.parametrize("technique", [x_chain, xy_chain], ids=lambda technique: technique.name)
def test_the_chain_is_the_shortest(technique: Technique) -> None:
    for case in cases(technique.code):
        step = next(step for step in technique(case.board()) if case.concerns(step) and case.equals(step))
        assert len(step.reason.links[0]) == case.length, case.line


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    for board, solution in classic_states():
        assert not unsound(board, solution, TECHNIQUES)


@needs("data")
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    for board, solution in shaped_states(family):
        assert not unsound(board, solution, TECHNIQUES)


@needs("data")
def test_links_join_and_no_cell_comes_twice() -> None:
    for board, _ in classic_states():
        for step in (step for technique in (x_chain, xy_chain) for step in technique(board)):
            (links,) = step.reason.links
            assert all(link.end == after.start for link, after in pairwise(links))
            assert [link.is_strong for link in links] == [n % 2 == 0 for n in range(len(links))]
            cells = [link.end.cells for link in links[:-1]]
            assert (
                len(set(cells)) == len(cells) if step.technique is x_chain else len(set(cells[1::2])) == len(cells) // 2
            )


def test_xy_chain_by_hand() -> None:
    # r1c1 is 5 or 1; then r1c9 is 2, r9c9 is 3, r9c4 is 5.
    board = Board(Grid.classic())
    for cell, digits in ((0, (5, 1)), (8, (1, 2)), (80, (2, 3)), (75, (3, 5))):
        for digit in set(range(1, 10)) - set(digits):
            board.eliminate(cell, digit)
    (step,) = xy_chain(board)
    assert step.eliminations == ((3, 5), (72, 5))


def test_remote_pair_by_hand() -> None:
    board = Board(Grid.classic())
    for cell in (0, 8, 80, 75):
        for digit in range(3, 10):
            board.eliminate(cell, digit)
    step = next(remote_pair(board))
    assert set(step.eliminations) == {(3, 1), (3, 2), (72, 1), (72, 2)}
