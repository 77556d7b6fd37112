"""The searches of Sudoku Explainer in the core, against brute force and solutions."""

from itertools import combinations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from farandole import Grid, Puzzle, _core
from farandole.bitsets import digits_of
from farandole.generate import make
from farandole.logic.board import Board
from farandole.logic.explainer.order import order_of
from farandole.logic.explainer.propagation import Propagation, find_common

SEEDS = st.integers(0, 30)
LEAST = 2  # excluders


def board_of(seed: int) -> tuple[Board, tuple[int, ...]]:
    """Make a board of 6x6 with candidates left, and its solution."""
    puzzle = make(shape="6x6", seed=seed).puzzle
    solution = puzzle.solve()
    assert solution is not None
    return Board.of(puzzle), solution.digits


def find_excluded(board: Board, cells: tuple[int, ...], excluders: list[int]) -> set[tuple[int, int]]:
    """Find the candidates of cells that no filling has, if each excluder has to keep a candidate."""
    peers, masks = board.geometry.peers, board.masks
    kept = set()
    for digits in product(*(digits_of(masks[cell]) for cell in cells)):
        filled = list(zip(cells, digits, strict=True))
        clash = any(a[1] == b[1] and peers[a[0]] >> b[0] & 1 for a, b in combinations(filled, 2))
        if not clash and all(set(digits_of(masks[cell])) - set(digits) for cell in excluders):
            kept.update(filled)
    return {(cell, digit) for cell in cells for digit in digits_of(masks[cell])} - kept


@given(SEEDS, st.sampled_from([2, 3]))
def test_aligned_exclusion_is_that_of_brute_force(seed: int, size: int) -> None:
    board, _ = board_of(seed)
    peers, masks = board.geometry.peers, board.masks
    small = [cell for cell, mask in enumerate(masks) if 2 <= mask.bit_count() <= size]
    singles = [cell for cell, mask in enumerate(masks) if mask.bit_count() == 1]
    usable = [
        cell
        for cell, mask in enumerate(masks)
        if mask.bit_count() > 1 and not any(peers[cell] >> single & 1 for single in singles)
    ]
    expected = {}
    for cells in combinations(usable, size):
        seen = [other for other in small if all(peers[cell] >> other & 1 for cell in cells)]
        excluded = find_excluded(board, cells, seen) if len(seen) >= LEAST else set()
        if excluded:
            expected[cells] = excluded
    search = _core.AlignedExclusion(order_of(board.geometry).core, masks, size)
    found = {
        tuple(sorted(cells)): set(eliminated) for at in range(len(search)) for cells, _, eliminated in search.find(at)
    }
    # Sudoku Explainer doesn't try every triple.
    assert found == ({cells: expected.get(cells) for cells in found} if size == 3 else expected)


@given(SEEDS, st.booleans(), st.booleans(), st.data())
def test_what_follows_from_a_truth_is_true(seed: int, cells: bool, dynamic: bool, data: st.DataObject) -> None:
    board, solution = board_of(seed)
    n = board.geometry.n_cells
    truths = [
        2 * (digit * n + cell) + (solution[cell] == digit)
        for cell, mask in enumerate(board.masks)
        for digit in digits_of(mask)
    ]
    starts = data.draw(st.lists(st.sampled_from(truths), min_size=1, max_size=3, unique=True))
    propagations = [Propagation(board, start, cells=cells, dynamic=dynamic) for start in starts]
    for propagation, start in zip(propagations, starts, strict=True):
        assert propagation.conflict is None
        for claim, _ in find_common([propagation]):
            assert claim in truths
            known, todo = {claim}, [claim]
            for one in todo:
                new = set(propagation[one].parents) - known
                known |= new
                todo += new
            assert start in known
            assert dict(find_common([propagation]))[claim] == len(known)
    alone = [dict(find_common([propagation])) for propagation in propagations]
    shared = {claim: sum(one[claim] for one in alone) for claim in alone[0] if all(claim in one for one in alone)}
    assert dict(find_common(propagations)) == shared


@given(SEEDS)
def test_chains_lead_from_a_claim_to_its_opposite(seed: int) -> None:
    board, solution = board_of(seed)
    n = board.geometry.n_cells
    for in_houses, in_cells in ((True, False), (False, True), (True, True)):
        chains = _core.ClaimChains(order_of(board.geometry).core, board.masks, in_houses, in_cells)
        for source in chains.sources:
            digit, cell = divmod(source, n)
            for start in (2 * source, 2 * source + 1):
                links = chains.chain(start)
                assert chains.length(start, 1 << 30) == len(links)
                if links:
                    assert (links[0][0], links[-1][0]) == (start ^ 1, start)
                    assert (solution[cell] == digit) == bool(links[0][0] & 1)
            for _, eliminated in chains.cycles(source, 1 << 30):
                assert all(solution[at] != lost for at, lost in eliminated)


def has_loop(cells: set[int], houses: list[set[int]]) -> bool:
    """Whether digits of two kinds can alternate along a loop through all cells, so that each house has both or none."""
    if any(len(house & cells) not in (0, 2) for house in houses):
        return False
    near = {cell: {other for house in houses if cell in house for other in house & cells} - {cell} for cell in cells}
    start = min(cells)

    def walk(chain: list[int]) -> bool:
        if len(chain) < len(cells):
            return any(walk([*chain, cell]) for cell in near[chain[-1]] - set(chain))
        even = set(chain[::2])
        return start in near[chain[-1]] and all(near[cell].isdisjoint(even) == (cell in even) for cell in cells)

    return walk([start])


@given(st.sets(st.integers(0, 35), min_size=4, max_size=11))
@example({0, 1, 6, 7})
@example({0, 4, 12, 13, 25, 28})
def test_loops_of_a_pair_are_those_of_brute_force(cells: set[int]) -> None:
    geometry = Board.of(Puzzle.of(Grid.classic(6), "." * 36)).geometry
    houses = [set(house) for house in geometry.cells]
    masks = [0b101 if cell in cells else 0 for cell in range(36)]
    found = set()
    for start in cells:
        search = _core.PairLoops(order_of(geometry).core, masks, start)
        while not search.is_done:
            for loop in search.run(3):
                assert loop[0] == start
                assert len(set(loop)) == len(loop)
                found.add(frozenset(loop))
    sets = (set(some) for size in range(4, len(cells) + 1, 2) for some in combinations(cells, size))
    assert found == {frozenset(some) for some in sets if has_loop(some, houses)}


def test_the_core_refuses_what_is_out_of_range() -> None:
    board = Board.of(Puzzle.of(Grid.classic(4), "." * 16))
    order = order_of(board.geometry).core
    with pytest.raises(ValueError, match="expected a mask for each cell"):
        _core.ClaimChains(order, board.masks[1:], True, True)
    with pytest.raises(ValueError, match="no such claim"):
        _core.ClaimPropagation(order, board.masks, 1 << 20, True, True)
    with pytest.raises(ValueError, match="expected 2 or 3 cells"):
        _core.AlignedExclusion(order, board.masks, 4)
    with pytest.raises(ValueError, match="expected a cell with two candidates"):
        _core.PairLoops(order, board.masks, 0)
    with pytest.raises(ValueError, match="no such cell"):
        _core.PairLoops(order, board.masks, 16)
    with pytest.raises(ValueError, match="no such candidate"):
        _core.ClaimChains(order, board.masks, True, True).length(1 << 20, 4)
    propagation = _core.ClaimPropagation(order, board.masks, 2 * 16 + 1, True, True)
    with pytest.raises(ValueError, match="there is no conflict"):
        propagation.conflict()
    with pytest.raises(ValueError, match="expected parents that follow"):
        propagation.add_nested(0, [2 * 16], [2 * (4 * 16 + 15)])
    with pytest.raises(ValueError, match="this claim doesn't follow"):
        propagation.reason(2 * (4 * 16 + 15))
