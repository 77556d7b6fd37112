"""What follows from suppositions: the native rounds against those that keep reasons, and fillings against all ways."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, small_puzzles

from farandole import _core
from farandole.bitsets import bits, digits_of
from farandole.grid import Grid
from farandole.logic import Board
from farandole.logic.inference.deductions import Trial, clashes, deduce
from farandole.logic.techniques.rule_contradictions import (
    find_proof,
    long_rule_contradiction,
    rule_contradiction,
    suppose,
)
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Cage, Thermo

MIXED = small_puzzles(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3))


def pair_network() -> _core.Network:
    """Two cells with different digits of 1 to 3."""
    return _core.Network(3, 2, [[0, 1]])


@examples(200)
@given(MIXED, st.integers(1, 6))
def test_native_rounds_leave_what_the_rounds_with_reasons_leave(puzzle: Puzzle, n_rounds: int) -> None:
    board = Board.of(puzzle)
    start = Trial.of(board)
    for cell in list(bits(board.open))[:6]:
        for digit in digits_of(board.masks[cell]):
            supposed, changed = suppose(start, (cell, digit))
            outcome = deduce(supposed, changed, n_rounds)
            core = start.book.suppositions
            clash_round, masks = core.suppose(start.masks, list(bits(start.placed)), (cell, digit), n_rounds)
            assert (clash_round > 0) == (outcome.clash is not None)
            if not clash_round:
                assert masks == outcome.trial.masks


@examples(120)
@given(MIXED)
def test_thorough_native_rounds_remove_what_thorough_rounds_with_reasons_remove(puzzle: Puzzle) -> None:
    """They look less far where houses are filled, so they may leave more."""
    board = Board.of(puzzle)
    start = Trial.of(board)
    core, quick = start.book.thorough_suppositions, start.book.suppositions
    for cell in list(bits(board.open))[:4]:
        for digit in digits_of(board.masks[cell]):
            supposed, changed = suppose(start, (cell, digit))
            outcome = deduce(supposed, changed, 40, is_thorough=True)
            clash_round, masks = core.suppose(start.masks, list(bits(start.placed)), (cell, digit), 40)
            clash_before, before = quick.suppose(start.masks, list(bits(start.placed)), (cell, digit), 40)
            assert outcome.clash is not None or not clash_round
            assert clash_round or not clash_before
            if not outcome.clash:
                assert all(not left & ~mask for left, mask in zip(outcome.trial.masks, masks, strict=True))
            if not clash_round:
                assert all(not left & ~mask for left, mask in zip(masks, before, strict=True))


def test_refuting_names_the_round_and_stops_when_the_work_is_done() -> None:
    board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2 r1c3"), Cage("r1c3 r1c4", 3)]))
    start = Trial.of(board)
    candidates = [(0, 1), (2, 2), (3, 9)]
    refute = start.book.suppositions.refute
    assert refute(start.masks, [], candidates, 6, 10**9) == [(1, 701), (1, 701), (1, 701)]
    assert refute(start.masks, [], candidates, 6, 0) == [(1, 701)]


def test_fillings_that_are_known_support_nothing_else() -> None:
    fillings = _core.Fillings(pair_network(), [7, 7], 50)
    assert fillings.supports([7, 7]) == [7, 7]
    assert fillings.supports([1, 7]) == [1, 6]
    assert fillings.supports([1, 1]) == [0, 0]
    assert fillings.must_hold([3, 3]) == 3
    assert fillings.must_hold([7, 3]) == 0
    assert fillings.must_hold([1, 1]) == 0


@pytest.mark.parametrize("masks", [[7], [7, 7, 7]])
def test_fillings_want_a_mask_for_each_cell(masks: list[int]) -> None:
    with pytest.raises(ValueError, match="a mask for each cell"):
        _core.Fillings(pair_network(), masks, 50)
    with pytest.raises(ValueError, match="a mask for each cell"):
        _core.Fillings(pair_network(), [7, 7], 50).must_hold(masks)


@pytest.mark.parametrize("n_digits", [-1, 0, 33])
def test_suppositions_want_digits(n_digits: int) -> None:
    with pytest.raises(ValueError, match="1 to 32 digits"):
        _core.Suppositions(n_digits, 3, [], [])


def test_masks_of_more_digits_are_refused() -> None:
    with pytest.raises(ValueError, match="n_digits bits"):
        _core.Fillings(pair_network(), [7, 8], 50)
    with pytest.raises(ValueError, match="n_digits bits"):
        _core.Suppositions(3, 3, [[0, 1, 2]], []).suppose([7, 7, 15], [], (0, 1), 1)


def test_suppositions_want_cells_and_candidates_of_their_board() -> None:
    fillings = _core.Fillings(pair_network(), [7, 7], 50)
    with pytest.raises(ValueError, match="the cells of a group"):
        _core.Suppositions(3, 3, [[0, 1, 2]], [(fillings, [0])])
    with pytest.raises(ValueError, match="numbers of cells"):
        _core.Suppositions(3, 3, [[0, 1, 3]], [])
    with pytest.raises(ValueError, match="numbers of houses"):
        _core.Suppositions(3, 3, [[0, 1, 2]], [], [], [(1, fillings, [0, 1])])
    with pytest.raises(ValueError, match="the cells of a group"):
        _core.Suppositions(3, 3, [[0, 1, 2]], [], [(fillings, [0])])
    suppositions = _core.Suppositions(3, 3, [[0, 1, 2]], [(fillings, [0, 2])])
    for candidate in ((3, 1), (-1, 1), (0, 0), (0, 33)):
        with pytest.raises(ValueError, match="a candidate"):
            suppositions.suppose([7, 7, 7], [], candidate, 1)


@examples(60)
@given(MIXED)
def test_a_proof_keeps_only_the_rules_of_a_house_that_it_needs(puzzle: Puzzle) -> None:
    board = Board.of(puzzle)
    for step in chain(rule_contradiction(board), long_rule_contradiction(board)):
        proof = find_proof(step)
        assert proof is not None
        deductions, clash = proof
        supposed, _ = suppose(Trial.of(board), step.eliminations[0])
        for deduction in deductions:
            supposed.apply(deduction)
        assert clashes(supposed, clash)
        assert all(len(deduction.rules) <= 5 for deduction in deductions)
