"""Ranks: each essentially different grid has one number, and each number a grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import ArgumentError, PuzzleError, _core, batch
from farandole.batch import grids

LAST = grids.N_CLASSES - 1
N_BLOCKS = 3136  # of each of 416 band classes


def test_grids_of_any_dress_have_one_rank() -> None:
    some = grids.draw(300, seed=4)
    ranks = grids.rank(some)
    assert (grids.rank(batch.variants(some, 300, seed=9), threads=2) == ranks).all()
    assert (grids.unrank(ranks) == batch.canonical(some)).all()
    assert len(np.unique(ranks)) == 300


def test_numbers_next_to_each_other() -> None:
    for first in (0, 10**9, LAST - 299):
        ranks = np.arange(first, first + 300)
        found = grids.unrank(ranks)
        assert len({grid.tobytes() for grid in found}) == 300
        assert (grids.rank(found[::-1]) == ranks[::-1]).all()
        assert (grids.unrank(ranks[::-1], threads=3) == found[::-1]).all()


@given(
    st.lists(
        st.one_of(st.integers(0, LAST), st.integers(0, 400), st.integers(LAST - 400, LAST)), min_size=1, max_size=4
    )
)
@examples(30)
def test_rank_of_unrank_is_the_same(ranks: list[int]) -> None:
    found = grids.unrank(ranks)
    assert (batch.canonical(found) == found).all()
    assert grids.rank(found.reshape(-1, 9, 9)).tolist() == ranks


def test_symmetric_grids() -> None:
    row, column = np.divmod(np.arange(81), 9)
    most = ((3 * (row % 3) + row // 3 + column) % 9 + 1).astype(np.uint8)
    turned = (3 * ((row % 3 + column // 3) % 3) + (row // 3 + column % 3) % 3 + 1).astype(np.uint8)
    for grid in (most, turned):
        assert batch.automorphisms(grid)[0] > 1
        assert (grids.unrank(grids.rank(grid)) == batch.canonical(grid)).all()
        assert len(np.unique(grids.rank(batch.variants(grid, 50)))) == 1


def test_ranks_go_by_the_least_band_class() -> None:
    some = grids.draw(200, seed=2)
    least = grids.band_classes(some).min(axis=1)
    assert (np.diff(least[grids.rank(some).argsort()].astype(int)) >= 0).all()


def test_the_table_counts_what_is_listed() -> None:
    starts = grids.rank(grids.unrank([0, LAST]))
    assert starts.tolist() == [0, LAST]
    counts = np.empty(N_BLOCKS, np.uint32)
    total = 0
    for in_class in range(405, 416):
        _core.count_blocks(in_class, counts)
        total += int(counts.sum())
    least = grids.band_classes(grids.unrank([LAST - total, LAST - total + 1])).min(axis=1)
    assert least[0] < 405 <= least[1]


def test_ranks_of_nothing() -> None:
    assert grids.unrank([]).shape == (0, 81)
    assert grids.rank(np.empty((0, 81), np.uint8)).shape == (0,)


def test_a_number_alone_and_numbers_of_any_dtype() -> None:
    alone = grids.unrank(12345)
    assert alone.shape == (1, 81)
    for numbers in ([12345], (12345,), np.int32(12345), np.array([12345], np.uint16), np.array([12345], np.uint64)):
        assert (grids.unrank(numbers) == alone).all()
    alone.flags.writeable = False
    assert grids.rank(alone).tolist() == [12345]


@pytest.mark.parametrize(
    "wrong", [-1, grids.N_CLASSES, [0, 10**30], 1.0, "0", None, True, [[1, 2], [3]], [[0]], [None], b"1"]
)
def test_wrong_numbers_are_told(wrong: object) -> None:
    with pytest.raises(ArgumentError, match="ranks: expected whole numbers from 0 to 5472730537"):
        grids.unrank(wrong)  # type: ignore[arg-type]


def test_wrong_grids_are_told() -> None:
    with pytest.raises(PuzzleError, match="expected digits from 1 to 9, found 0"):
        grids.rank(np.zeros((1, 81), np.uint8))
    latin = np.add.outer(np.arange(9), np.arange(9)) % 9 + 1
    with pytest.raises(PuzzleError, match="puzzle 1: expected no digit twice in a house"):
        grids.rank(latin)
    with pytest.raises(ArgumentError, match="threads"):
        grids.unrank(0, threads=0)
    with pytest.raises(ValueError, match="expected arrays"):
        _core.find_grids(np.array([416 * N_BLOCKS]), np.array([0]), 1, np.empty((1, 81), np.uint8))
