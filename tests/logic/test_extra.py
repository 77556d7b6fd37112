"""Techniques that HoDoKu lacks: their proofs on boards of our own, and soundness on boards with notes taken away."""

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.bitsets import bits, digits_of
from farandole.formats import read
from farandole.logic import TECHNIQUES, Board, describe, explain
from farandole.logic.catalog import find_technique
from farandole.puzzle import Puzzle
from needs import needs
from states import classic_states, is_wrong, unsound

NEW = (
    "Chute Remote Pair",
    "Rectangle Elimination",
    "Tridagon Guardians",
    "Quad Forcing Chains",
    "Bowman's Bingo",
)
# Puzzles that we made around twelve cells that three digits can't fill.
TRIDAGONS = (
    "..8..1.2..2...8....4....6......793...62..........26.1...1..2.4....43.8..4..6.....",
    "3.728......43.5.8.5....4..24.25...7....9.75...5..16..82.8.4...7.7.8..4.3...7.....",
    "..1.5.9.4..91.8.2.52..9....18.42.......8.........15..22.564..8.4.........1.97.2..",
    ".6....8.9..8.7...33....9.7....9.3...7...68..2.9.........13.67..5......3883.72...6",
    ".4.27.63.3.6.41...2........13...47....71.3.24..4.6....71.4..........745...2.3.871",
    "....92.37...64.89.29...5...8..2...6...6..7..372......9.723..9.6.......78.....93..",
    "...5...9.5.849.1...1..8.34..431......5.3.8..4.....95..1...3.478.84.1....3.5...6..",
    ".....5.9....6...14...34.5..3.1.9465..9.5....16.....4.......3..6..5.21.4...97.....",
    "..21...4.....26...65.4.....2.5...6..8496..1.2361..2.9.1...6...59..25.......9.1.2.",
)
PUZZLES = Path(__file__).parents[2] / "examples" / "thousand.txt"

# The technique, a puzzle that we made, how many simpler techniques come first, and the proof of its first step.
PROOFS = {
    "Chute Remote Pair": (
        "5..9.....1.7.6..4..34......7.....9.8....2..7.4.618..3.8..65..........6.1......78.",
        21,
        "Chute Remote Pair. r1c6 and r4c4 have only 3 and 4 left. If both were 4, box 8 would have no place for 4, "
        "because r7c5, r8c5 and r9c5 can't hold it. So one of r1c6 and r4c4 is 3: r2c4 can't be 3.",
    ),
    "Rectangle Elimination": (
        "..9..58.381.96...........6.2..4...8.....2.7..5.8..6.....21.........9.254.3.5...9.",
        21,
        "Rectangle Elimination. In row 1, 1 can only be in r1c5 or r1c8. If r6c5 were 1, r1c5 would not be 1, so r1c8 "
        "would be 1. Then box 6 would have no place for 1, because r5c8 and r6c9 see r6c5 or r1c8. So that can't be: "
        "r6c5 can't be 1.",
    ),
    "Quad Forcing Chains": (
        "97.8...3........122.39.......1...47.....9....64..........4...5.5.......7..913....",
        21,
        "Quad Forcing Chains. r4c4 is 2, 3, 5 or 6. In each case r8c4 must be 2:\n"
        "  If r4c4 is 2, then it can't be 5, so r4c5 must be 5 (only two places in row 4), so it can't be 6.\n"
        "    Then 6 must be in r4c4 or r5c4 (no other place left in box 5), so r8c4 can't be 6 (column 4).\n"
        "    Then it can only be 2 (only two candidates).\n"
        "  If r4c4 is 3, then it can't be 2, so r8c4 must be 2 (only two places in column 4).\n"
        "  If r4c4 is 5, then it can't be 2, so r8c4 must be 2 (only two places in column 4).\n"
        "  If r4c4 is 6, then it can't be 2, so r8c4 must be 2 (only two places in column 4).\n"
        "The result is the same in each case: r8c4 is 2.",
    ),
    "Bowman's Bingo": (
        "89.4..3.26.3.19.........89..6..51.......4.5.7..7..2.....4.2....3....6.......3.7..",
        21,
        "Bowman's Bingo. If r4c1 is 2, then r9c8 must be 2 (only two places in row 9) and row 5 would have no place "
        "for 2. That is impossible, so r4c1 can't be 2.",
    ),
    "Tridagon Guardians": (
        "..8..1.2..2...8....4....6......793...62..........26.1...1..2.4....43.8..4..6.....",
        21,
        "Tridagon Guardians. In boxes 1, 3, 7 and 9, r1c27,r2c18,r39c39,r7c17,r8c28 hold nothing but 5, 7 and 9 and a "
        "few other candidates. With nothing else in them, three digits alone could not fill these four times three "
        "cells. So one of these is true: 4 in r1c7; 6 in r2c1; 8 in r3c9. In each case r6c1 must be 8:\n"
        "  If r1c7 is 4, then r6c7 can't be 4 (both are in column 7).\n"
        "    Then r6c9 must be 4 (only two places in row 6), so it can't be 8.\n"
        "    Then r6c1 must be 8 (only two places in row 6).\n"
        "  If r2c1 is 6, then r2c5 can't be 6 (both are in row 2), so it can only be 4 (only two candidates).\n"
        "    Then r2c9 can't be 4 (row 2), so r6c9 must be 4 (only two places in column 9), so it can't be 8.\n"
        "    Then r6c1 must be 8 (only two places in row 6).\n"
        "  If r3c9 is 8, then r6c9 can't be 8 (both are in column 9).\n"
        "    Then r6c1 must be 8 (only two places in row 6).\n"
        "The result is the same in each case: r6c1 is 8.",
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_proof_of_a_step(name: str) -> None:
    line, after, proof = PROOFS[name]
    technique, puzzle = find_technique(name), Puzzle.classic(line)
    assert puzzle.is_unique()
    steps = explain(Board.of(puzzle), techniques=(*TECHNIQUES[:after], technique))
    step = next(step for step in steps if step.technique is technique)
    assert describe(step) == proof


@cache
def solve(puzzle: Puzzle) -> tuple[int, ...]:
    solution = puzzle.solve()
    assert solution is not None
    return solution.digits


@cache
def puzzles_for(name: str) -> tuple[Puzzle, ...]:
    """The puzzles on which a technique is tried."""
    if name == "Tridagon Guardians":
        return tuple(map(Puzzle.classic, TRIDAGONS))
    return tuple(islice(read(PUZZLES.read_text()), 60))


@cache
def stuck(puzzle: Puzzle) -> Board:
    """The board after singles, locked candidates and subsets."""
    board = Board.of(puzzle)
    for _ in explain(board, techniques=TECHNIQUES[:21]):
        pass
    return board


def thin_out(name: str, number: int, seed: int, share: float) -> tuple[Board, tuple[int, ...]]:
    """Set up a puzzle and eliminate a share of the wrong candidates, as if other techniques had done so."""
    puzzles = puzzles_for(name)
    puzzle, random = puzzles[number % len(puzzles)], Random(seed)
    board, solution = stuck(puzzle).copy(), solve(puzzle)
    for cell in bits(board.open):
        for digit in digits_of(board.masks[cell]):
            if digit != solution[cell] and random.random() < share:
                board.eliminate(cell, digit)
    return board, solution


@pytest.mark.parametrize("name", NEW)
@examples(80)
@given(number=st.integers(0, 59), seed=st.integers(0, 2**32), share=st.floats(0, 0.8))
def test_sound_where_notes_are_taken_away(name: str, number: int, seed: int, share: float) -> None:
    board, solution = thin_out(name, number, seed, share)
    for step in islice(find_technique(name)(board), 60):
        assert not is_wrong(step, board, solution), describe(step, board)


@pytest.mark.parametrize("name", NEW)
def test_boards_without_some_notes_have_steps(name: str) -> None:
    """The test above finds steps to judge."""
    shares = (0, 0.1, 0.2, 0.3, 0.4, 0.5) * 10
    boards = (thin_out(name, number, number, share)[0] for number, share in enumerate(shares))
    assert sum(any(True for _ in find_technique(name)(board)) for board in boards) >= 3


@needs("data")
def test_sound_on_hard_puzzles() -> None:
    for board, solution in classic_states(5):
        assert not unsound(board, solution, map(find_technique, NEW))
