"""Techniques that HoDoKu lacks: their proofs on boards of our own, and soundness on boards with notes taken away."""

from collections import Counter
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from farandole import _core
from farandole.bitsets import bits, digits_of
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import Board, describe, explain
from farandole.logic.catalog import find_technique
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Thermo
from followed import ChainReader
from needs import needs
from order import techniques_to
from states import classic_states, is_wrong, unsound

NEW = (
    "Chute Remote Pair",
    "Rectangle Elimination",
    "Tridagon Guardians",
    "Quad Forcing Chains",
    "Bowman's Bingo",
    "Whip",
    "G-Whip",
    "Braid",
    "Multi-Sector Locked Set",
    "Multifish",
    "Gurth's Symmetrical Placement",
    "Borescoper's Deadly Pattern",
    "Qiu's Deadly Pattern",
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
# Puzzles that we made with a symmetry of cells and digits: half turns, diagonal mirrors, quarter turns.
SYMMETRIC = (
    "2.7.....8..1....5.49.28....8......2....9.6....1......3....31.67.5....2..3.....4.1",
    "..932...7..61..2.9.85....1..4.7...................1.6..7....32.9.8..74..1...859..",
    "...4..25..1.....3...9..5.6.7....6.....3...4.....9....7.9.8..6...4.....2..81..3...",
    ".....2..6....4...5...8.9.37..6..4.1..2..7....4.92...8............13.6...857......",
    "..4.8.......5.....9.7....63.5.......3....671.....2.63.....72.....2.18..9..8....4.",
    "92.5.7..41..............6.36..8...2.........54.....91...5..9......1.2...7.3.6....",
    ".198..........35.1.3...2..7.87.....3.........4.....65.6..9...4.1.84..........521.",
    "...9.64....7.8....8..2.3.1.2.3...6.5.6.....4.1.4...3.8.5.3.8..2....2.9....64.7...",
)
# Puzzles that we made with a Qiu's deadly pattern.
QIU = (
    ".3....1....4...92.5...9..7......27..6.291...8..9..8.....3......16...7.4...8.61...",
    "3....9...7..8.....159...34..3...16....6....5.....2..7.4.........8.7.......1..6425",
    ".2..85.....3.1.......6....7..6..............858..41....9.7.6..33......8.657......",
    "1.9.7........83........2.1375........8..2...4...3.9..64..7....852..9............1",
)
SPECIAL = {"Tridagon Guardians": TRIDAGONS, "Gurth's Symmetrical Placement": SYMMETRIC, "Qiu's Deadly Pattern": QIU}
PUZZLES = Path(__file__).parents[2] / "examples" / "thousand.txt"

# The technique, a puzzle that we made, the last technique that comes before it, and the proof of its first step.
PROOFS = {
    "Chute Remote Pair": (
        "5..9.....1.7.6..4..34......7.....9.8....2..7.4.618..3.8..65..........6.1......78.",
        "Hidden Quadruple",
        "Chute Remote Pair. r1c6 and r4c4 have only 3 and 4 left. If both were 4, box 8 would have no place for 4, "
        "because r7c5, r8c5 and r9c5 can't hold it. So one of r1c6 and r4c4 is 3: r2c4 can't be 3.",
    ),
    "Rectangle Elimination": (
        "..9..58.381.96...........6.2..4...8.....2.7..5.8..6.....21.........9.254.3.5...9.",
        "Hidden Quadruple",
        "Rectangle Elimination. In row 1, 1 can only be in r1c5 or r1c8. If r6c5 were 1, r1c5 would not be 1, so r1c8 "
        "would be 1. Then box 6 would have no place for 1, because r5c8 and r6c9 see r6c5 or r1c8. So that can't be: "
        "r6c5 can't be 1.",
    ),
    "Quad Forcing Chains": (
        "97.8...3........122.39.......1...47.....9....64..........4...5.5.......7..913....",
        "Hidden Quadruple",
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
        "Hidden Quadruple",
        "Bowman's Bingo. If r4c1 is 2, then r9c8 must be 2 (only two places in row 9) and row 5 would have no place "
        "for 2. That is impossible, so r4c1 can't be 2.",
    ),
    "Tridagon Guardians": (
        "..8..1.2..2...8....4....6......793...62..........26.1...1..2.4....43.8..4..6.....",
        "Hidden Quadruple",
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
    "Whip": (
        ".......36..81.....46....5..34.6.......9.....7.....2.8....2.7.1..1695....2.....3..",
        "X-Chain",
        "Whip. If r1c4 is 8, then r3c9 must be 8 (no other place left in box 3), so r3c3 must be 1 (no other "
        "place left in row 3). Then r7c3 must be 3 (no other place left in column 3), so r7c5 must be 4 (no other "
        "place left in row 7), so r9c4 would have no candidate left. That is impossible, so r1c4 can't be 8.",
    ),
    "Braid": (
        ".......36..81.....46....5..34.6.......9.....7.....2.8....2.7.1..1695....2.....3..",
        "X-Chain",
        "Braid. If r1c4 is 8, then r3c9 must be 8 (no other place left in box 3) and r3c3 must be 1 (no other "
        "place left in row 3). Then r9c4 must be 4 (no other candidate left) and r7c3 must be 4 (no other place "
        "left in row 7). Then column 3 would have no place for 3. That is impossible, so r1c4 can't be 8.",
    ),
    "G-Whip": (
        "..2.....1.....2..9.9.8.3.....1..........8.2....54.....4....5..8.8.92.75...36..4..",
        "Hidden Quadruple",
        "G-Whip. If r1c8 is 6, then 6 must be in r2c1 or r3c1 (no other place left in box 1), so row 5 would have no "
        "place for 6. That is impossible, so r1c8 can't be 6.",
    ),
    "Multi-Sector Locked Set": (
        "5..9.....1.7.6..4..34......7.....9.8....2..7.4.618..3.8..65..........6.1......78.",
        "Hidden Quadruple",
        "Multi-Sector Locked Set. Look at the 5 open cells where rows 2, 4 and 8 and columns 4 and 5 meet: "
        "r2c4,r48c45. Each of these digits is in them at most once: 4 in row 4; 7 in row 8; 3 and 8 in column 4; "
        "3 in column 5. That is all that the cells may hold, and just 5 digits. So each of these digits is in "
        "these cells, and nowhere else in its house: r1c5 can't be 3; r3c4 can't be 8.",
    ),
    "Multifish": (
        "..54.8...97.....3.34.9...1.5.....6.27...2.....1...4..........718....7....9.5..86.",
        "Hidden Quadruple",
        "Multifish. In rows 4 and 5, 6 digits among 4, 5, 6 and 8 are missing, counted house by house. In "
        "r4c8,r5c468, there is at most one digit in each cell. Each of these digits has its other places there in "
        "one house: 8 in column 2; 4 in column 3. So there is room for just 6 digits. So each of the cells holds "
        "one of the digits, and each of these digits is nowhere else in its house: r5c4 can't be 3; r5c6 can't be "
        "3 or 9.",
    ),
    "Gurth's Symmetrical Placement": (
        "2.7.....8..1....5.49.28....8......2....9.6....1......3....31.67.5....2..3.....4.1",
        "Hidden Quadruple",
        "Gurth's Symmetrical Placement. Turn the grid by half a turn, and exchange the digits: 1→2, 2→1, 3→8, "
        "4→7, 5→5, 6→9, 7→4, 8→3, 9→6. Then the givens are the same as before. There is only one solution, so it "
        "is the same as before, too. A cell that stays where it is holds a digit that stays the same: 5. So that "
        "can't be: r5c5 can't be 1, 2, 4 or 7.",
    ),
    "Borescoper's Deadly Pattern": (
        ".......12..16..3.......5...7..49...6..9.61..8..3.......1.3..954.9..5.6..37.......",
        "Hidden Quadruple",
        "Borescoper's Deadly Pattern. Unless r7c1 is 6 or r8c1 is 4, the digits 2, 7 and 8 could be swapped in "
        "r6c5, r6c6, r7c1, r7c5, r7c6, r8c1 and r8c6. Then there would be a second solution. So r7c1 is 6 or r8c1 "
        "is 4. In column 1, 8 can only be in r7c1 or r8c1. So one of r7c1 and r8c1 is 8, and the other one is 4 "
        "or 6: r7c1 and r8c1 can't be 2.",
    ),
    "Qiu's Deadly Pattern": (
        ".3....1....4...92.5...9..7......27..6.291...8..9..8.....3......16...7.4...8.61...",
        "Hidden Single",
        "Qiu's Deadly Pattern. In columns 4 and 5, at most one given counts, because the others exchange the same "
        "digits with the cells beside them. If r4c1 and r6c1 held only 3 and 4, and box 5 held these digits in "
        "r4c4, r4c5, r6c4 and r6c5, they could be swapped there, and digits of the two lines with them. Then "
        "there would be a second solution. So r5c6 is 3 or 4: r5c6 can't be 5.",
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_proof_of_a_step(name: str) -> None:
    line, last, proof = PROOFS[name]
    technique, puzzle = find_technique(name), Puzzle.classic(line)
    assert puzzle.is_unique()
    steps = explain(Board.of(puzzle), techniques=(*techniques_to(last), technique))
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
    if name in SPECIAL:
        return tuple(map(Puzzle.classic, SPECIAL[name]))
    return tuple(islice(read(PUZZLES.read_text()), 60))


@cache
def stuck(name: str, puzzle: Puzzle) -> Board:
    """The board after singles, locked candidates and subsets."""
    board = Board.of(puzzle)
    for _ in explain(
        board, techniques=techniques_to("Hidden Single" if name == "Qiu's Deadly Pattern" else "Hidden Quadruple")
    ):
        pass
    return board


def thin_out(name: str, number: int, seed: int, share: float) -> tuple[Board, tuple[int, ...]]:
    """Set up a puzzle and eliminate a share of the wrong candidates, as if other techniques had done so."""
    puzzles = puzzles_for(name)
    puzzle, random = puzzles[number % len(puzzles)], Random(seed)
    board, solution = stuck(name, puzzle).copy(), solve(puzzle)
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


@needs("data")
@pytest.mark.parametrize("name", ["Whip", "G-Whip", "Braid"])
def test_each_claim_of_a_proof_follows(name: str) -> None:
    n_judged = 0
    for board, _ in classic_states(12):
        for step in islice(find_technique(name)(board), 20):
            n_judged += ChainReader(board).judge(describe(step, board))
    assert n_judged > 100


def test_the_locked_set_of_the_easter_monster() -> None:
    # Source: its rows and columns are those of David P. Bird's example of a multi-sector locked set.
    board = Board.of(
        Puzzle.classic("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
    )
    step = next(find_technique("MSLS")(board))
    assert "the 16 open cells where rows 2, 4, 6 and 8 and columns 1, 3, 7 and 9 meet: r2468c1379" in describe(
        step, board
    )
    assert len(step.eliminations) == 16


@pytest.mark.parametrize(("square", "digits"), [((0, 1, 9), 3), ((0, 1, 9, 10), 4)])
def test_borescopers_cells_can_always_be_filled_in_another_way(square: tuple[int, ...], digits: int) -> None:
    cells = (*square, 4, 13, 36, 37)  # r1c5 and r2c5 beside it, r5c1 and r5c2 below
    geometry = Board(Grid.classic()).geometry
    ways: Counter[tuple[tuple[int, int], ...]] = Counter()
    for way in product(range(digits), repeat=len(cells)):
        if all(
            way[m] != way[n] or not geometry.peers[cells[m]] >> cells[n] & 1
            for m, n in combinations(range(len(cells)), 2)
        ):
            ways[
                tuple(
                    sorted(
                        (house, digit)
                        for cell, digit in zip(cells, way, strict=True)
                        for house in geometry.houses_of[cell]
                    )
                )
            ] += 1
    assert ways
    assert min(ways.values()) > 1


@examples(60)
@given(puzzle=small_puzzles(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3)))
def test_whips_through_rules_are_sound(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    for name in ("Whip", "G-Whip", "Braid", "Rule Whip"):
        for step in islice(find_technique(name)(board), 20):
            [(cell, digit)] = step.eliminations
            assert all(solution[cell] != digit for solution in solutions), describe(step, board)


def test_a_whip_names_the_rules_that_it_follows() -> None:
    rules = [Thermo("r4c1 r4c2 r4c3"), Thermo("r3c5 r4c5 r4c6")]
    board = Board.of(Puzzle.of(Grid.classic((2, 3)), "." * 36, rules=rules))
    for _ in explain(board, techniques=["Naked Single", "Hidden Single", "Rule Combinations"]):
        pass
    said = [describe(step, board) for step in find_technique("Rule Whip")(board)]
    assert (
        "Rule Whip. If r4c1 is 3, then r4c4 must be 1 (no other place left in row 4), so r4c5 must be 2 (no other "
        "place left in row 4; Thermometer r4c1 r4c2 r4c3: digits increase). Then r3c5 would have no candidate left "
        "(Thermometer r3c5 r4c5 r4c6: digits increase). That is impossible, so r4c1 can't be 3."
    ) in said
    assert not list(find_technique("Rule Whip")(stuck("Whip", puzzles_for("Whip")[0])))


def test_the_core_refuses_what_is_no_candidate() -> None:
    for excluded, variables in (([[1]], []), ([[]], [[0, 1]]), ([[-1]], [])):
        with pytest.raises(ValueError, match="no such candidate"):
            _core.Whips(excluded, variables)
    whips = _core.Whips([[1], [0]], [[0, 1]])
    for members, message in (([0], "two or three"), ([0, 2], "no such candidate")):
        with pytest.raises(ValueError, match=message):
            whips.add_group(members)
    assert whips.find_whips(0, 10) == []
    for cube, message in (([[1]] * 10, "at most 9"), ([[1], []], "a cube"), ([[2]], "a cube")):
        with pytest.raises(ValueError, match=message):
            _core.find_locked_sets(cube)
