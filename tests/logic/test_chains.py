"""Simple chains: the library's cases, soundness, other shapes, and that a chain is one."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import _core
from farandole.bitsets import set_of
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


PAIRS = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]), max_size=12)


def ends_of(pairs: set[tuple[int, int]]) -> list[list[int]]:
    """List for each of eight nodes those that a pair joins it with."""
    return [[b if a == node else a for a, b in sorted(pairs) if node in (a, b)] for node in range(8)]


@given(st.lists(st.integers(0, 15), min_size=8, max_size=8), PAIRS, PAIRS, st.sets(st.integers(0, 7)), st.booleans())
def test_the_core_finds_the_chains_of_brute_force(
    cells: list[int], strong: set[tuple[int, int]], weak: set[tuple[int, int]], ends: set[int], exact: bool
) -> None:
    houses = [[*range(row, row + 4)] for row in range(0, 16, 4)]
    order = _core.HouseOrder(4, houses, [True] * 4, [[cell // 4] for cell in range(16)])
    near, far = ends_of(strong), ends_of(weak)
    web = _core.CandidateWeb(order, cells, near, far)

    def rank(start: int, node: int) -> tuple[bool, int, int]:
        return cells[node] // 4 == cells[start] // 4, cells[node], node

    def extend(chain: list[int], hops: int) -> Iterator[list[int]]:
        """List the chains depth first, house by house."""
        here, used = chain[-1], {cells[node] for node in chain}
        if len(chain) > 2 and here in ends and (not hops or not exact):
            yield chain
        for middle in sorted(far[here], key=lambda node: rank(here, node)) if hops and here != chain[0] else ():
            for after in sorted(near[middle], key=lambda node: rank(middle, node)):
                if cells[middle] not in used and (after == chain[0] or cells[after] not in used):
                    yield from extend([*chain, middle, after], hops - 1)

    for start, hops in product(range(8), range(4)):
        assert web.strong(start) == sorted(near[start], key=lambda node: rank(start, node))
        chains = (chain for first in web.strong(start) for chain in extend([start, first], hops))
        assert web.chain(start, sorted(ends), hops, exact=exact) == next(chains, [])
        front, reached = set(near[start]), set()
        for _ in range(hops):
            front = {after for node in front for middle in far[node] for after in near[middle]}
            reached |= front
        assert web.reached(start, hops) == set_of(reached)


def test_the_core_refuses_links_to_no_node() -> None:
    order = _core.HouseOrder(4, [[0, 1, 2, 3]], [True], [[0]] * 4)
    with pytest.raises(ValueError, match="no such node"):
        _core.CandidateWeb(order, [0, 1], [[1], [2]], [[], []])
    with pytest.raises(ValueError, match="no such cell"):
        _core.CandidateWeb(order, [0, 4], [[1], [0]], [[], []])
    with pytest.raises(ValueError, match="expected links of each node"):
        _core.CandidateWeb(order, [0, 1], [[1]], [[], []])
    web = _core.CandidateWeb(order, [0, 1], [[1], [0]], [[], []])
    for call in (
        web.strong,
        web.weak,
        partial(web.reached, most_hops=1),
        partial(web.chain, ends=[], hops=1, exact=True),
    ):
        with pytest.raises(ValueError, match="no such node"):
            call(-1)
    with pytest.raises(ValueError, match="no such node"):
        web.chain(0, [2], 1, exact=True)
