"""Canonical forms: the least of all arrangements, the same for all variants, on every instruction set."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import ArgumentError, PuzzleError, batch
from farandole.batch import grids

ISAS = batch.isas()


def line_orders() -> batch.Numbers:
    """All orders of nine rows (or columns) that keep the bands (stacks) together."""
    thirds = np.array(list(permutations(range(3))))
    inner = np.array(list(product(thirds, repeat=3)))  # (216, 3, 3): of each band's rows
    orders: batch.Numbers = (3 * thirds[:, None, :, None] + inner).reshape(-1, 9)
    return orders


def least_of_all(puzzle: batch.Values) -> tuple[batch.Values, int]:
    """Try all 3,359,232 arrangements, each with its digits named in the order in which they appear: the slow way.

    Those whose first two rows aren't the least are left out early.
    """
    orders = line_orders()
    grids = np.array([puzzle.reshape(9, 9), puzzle.reshape(9, 9).T])
    pairs = np.unique(orders[:, :2], axis=0)  # 18: two rows of a band
    beginnings = grids[:, pairs][:, :, :, orders].transpose(3, 0, 1, 2, 4)  # by order of columns, way, pair
    _, best = least(named(beginnings.reshape(-1, 18)))
    lines = []
    for order, way, pair in zip(*np.unravel_index(best, (len(orders), 2, len(pairs))), strict=True):
        below = orders[(orders[:, :2] == pairs[pair]).all(axis=1)]
        lines.append(named(grids[way][below][:, :, orders[order]].reshape(-1, 81)))
    together = np.concatenate(lines)
    [form], which = least(together)
    return form, len(which)


def named(lines: batch.Values) -> batch.Values:
    """Name the digits of many lines 1, 2, ... as they appear."""
    first = np.full((len(lines), 10), 99)
    for cell in range(lines.shape[1] - 1, -1, -1):
        first[np.arange(len(lines)), lines[:, cell]] = cell
    first[:, 0] = -1
    names = first.argsort(axis=1, kind="stable").argsort(axis=1, kind="stable").astype(np.uint8)
    result: batch.Values = np.take_along_axis(names, lines.astype(np.int64), axis=1)
    return result


def least(lines: batch.Values) -> tuple[batch.Values, batch.Numbers]:
    """The least of some lines, and which they are."""
    among = np.arange(len(lines))
    for cell in range(lines.shape[1]):
        values = lines[among, cell]
        among = among[values == values.min()]
    return lines[among[:1]], among


def moved_rows() -> batch.Values:
    row, column = np.divmod(np.arange(81), 9)
    grid: batch.Values = ((3 * (row % 3) + row // 3 + column) % 9 + 1).astype(np.uint8)
    return grid


def odd_puzzles() -> list[batch.Values]:
    """Puzzles with much symmetry, or hardly any clues: where ties are many."""
    full = moved_rows()
    few = np.zeros((4, 81), np.uint8)
    few[1, 40] = 7
    few[2, [0, 40, 80]] = 1
    few[3, :9] = range(1, 10)
    corners = np.where(np.isin(np.arange(81) % 3, (0, 1)), full, 0)
    diagonal = np.where(np.arange(81) % 10 == 0, full, 0)
    return [full, *few, corners, diagonal, np.where(full > 1, full, 0), np.where(full == 1, 1, 0)]


def test_forms_are_the_least_of_all_arrangements() -> None:
    odd = [puzzle for puzzle in odd_puzzles() if (puzzle > 0).sum() > 9]
    some = [*odd, *batch.minimal_puzzles(12, seed=5).puzzles, *grids.draw(12, seed=5)]
    for puzzle in some:
        best, n_symmetries = least_of_all(puzzle)
        assert (batch.canonical(puzzle) == best).all()
        assert batch.automorphisms(puzzle)[0] == n_symmetries


@pytest.mark.parametrize("isa", ISAS)
def test_variants_have_one_form(isa: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARANDOLE_ISA", isa)
    some = np.concatenate([odd_puzzles(), batch.minimal_puzzles(200).puzzles, grids.draw(200)])
    forms, symmetries = batch.canonical(some), batch.automorphisms(some)
    for seed in range(3):
        others = batch.variants(some, len(some), seed=seed)
        assert (batch.canonical(others, threads=2) == forms).all()
        assert (batch.automorphisms(others) == symmetries).all()
        assert batch.isomorphic(some, others).all()
    assert (batch.canonical(forms) == forms).all()


def test_forms_are_the_same_on_every_isa(monkeypatch: pytest.MonkeyPatch) -> None:
    some = np.concatenate([odd_puzzles(), batch.minimal_puzzles(300).puzzles, grids.draw(300)])
    found = []
    for isa in ISAS:
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        found.append((batch.canonical(some), batch.automorphisms(some)))
    assert all((forms == found[0][0]).all() and (counts == found[0][1]).all() for forms, counts in found)


def test_symmetric_puzzles() -> None:
    full, empty, *_ = odd_puzzles()
    assert batch.automorphisms(np.array([full, empty, np.where(full == 1, 1, 0)])).tolist() == [54, 3359232, 72]


@given(st.integers(0, 10**9), st.integers(17, 81))
@examples(60)
def test_a_form_is_isomorphic_to_its_puzzle(seed: int, n_clues: int) -> None:
    random = np.random.default_rng(seed)
    puzzle = grids.draw(1, seed=seed)[0]
    puzzle[random.permutation(81)[n_clues:]] = 0
    [form] = batch.canonical(puzzle)
    assert Counter(Counter(form[form > 0].tolist()).values()) == Counter(Counter(puzzle[puzzle > 0].tolist()).values())
    assert tuple(form) <= tuple(puzzle)
    assert tuple(form) <= tuple(batch.variants(puzzle, 1, seed=seed)[0])


def test_different_puzzles_have_different_forms() -> None:
    some = grids.draw(2000, seed=1)
    assert len({form.tobytes() for form in batch.canonical(some)}) == 2000
    assert not batch.isomorphic(some[:1000], some[1000:]).any()


def test_transform() -> None:
    some = batch.minimal_puzzles(20).puzzles
    order = [5, 3, 4, 0, 2, 1, 8, 7, 6]
    turned = batch.transform(some, rows=order, columns=order[::-1], digits=[2, 3, 1, 4, 5, 6, 7, 9, 8], transpose=True)
    assert batch.isomorphic(some, turned).all()
    assert (batch.transform(some) == some).all()
    assert batch.transform(some, rows=order)[0, 0] == some[0, 45]


def test_bad_puzzles_are_told() -> None:
    twice = np.zeros((3, 81), np.uint8)
    twice[1, :9] = 4
    twice[2, [0, 10]] = 1
    with pytest.raises(PuzzleError, match="puzzle 2: expected no digit twice in a house"):
        batch.canonical(twice)
    with pytest.raises(PuzzleError, match="puzzle 1: expected no digit twice in a house"):
        batch.automorphisms(twice[2])
    with pytest.raises(PuzzleError, match="expected as many puzzles as others, found 2 and 3"):
        batch.isomorphic(np.zeros((2, 81), int), np.zeros((3, 81), int))
    for order in ([0, 1, 2], [0, 1, 3, 2, 4, 5, 6, 7, 8], [0] * 9, "012345678", 5, [None] * 9):
        with pytest.raises(ArgumentError, match="columns: expected an order of 0 to 8 that keeps stacks together"):
            batch.transform(twice, columns=order)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="digits: expected an order of 1 to 9"):
        batch.transform(twice, digits=range(9))


def test_grids_are_uniform() -> None:
    """The exact total; and all 416 classes of bands come as often as they should, by chi-squared."""
    sizes = grids.band_class_sizes()
    assert len(sizes) == 416
    assert sum(sizes) == grids.N_GRIDS
    n = 200_000
    classes = grids.band_classes(grids.draw(n, seed=12))
    expected = np.array([size / grids.N_GRIDS for size in sizes]) * n
    for place in range(6):
        found = np.bincount(classes[:, place], minlength=416)
        chi_squared = ((found - expected) ** 2 / expected).sum()
        assert 315 < chi_squared < 530  # 415 degrees of freedom: 1 in 10,000 on each side
