"""Classic techniques whose cells see each other by rules: what they find and say, by brute force of the rules."""

from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from boards import board_with, is_possible, keep, keep_places
from farandole.bitsets import bits
from farandole.logic import Board, Step, describe
from farandole.logic.step import Search
from farandole.logic.techniques.als import als_xy_wing, als_xz
from farandole.logic.techniques.als_chains import als_chain, death_blossom
from farandole.logic.techniques.chains import remote_pair
from farandole.logic.techniques.cliques import naked_clique
from farandole.logic.techniques.coloring import multi_colors, simple_colors
from farandole.logic.techniques.fish import FISH
from farandole.logic.techniques.loops import grouped_nice_loops
from farandole.logic.techniques.single_digit import empty_rectangle, skyscraper, turbot_fish, two_string_kite
from farandole.logic.techniques.wings import w_wing, xy_wing, xyz_wing
from farandole.logic.wording.words import describe_rule
from farandole.puzzle import Puzzle
from farandole.rules import RULES, NotConsecutive, Renban, Rule, Thermo

CHAINS = (skyscraper, two_string_kite, turbot_fish, empty_rectangle, w_wing, xy_wing, xyz_wing, remote_pair)
COLORS = (simple_colors, multi_colors)
FISHES = tuple(FISH[kind, size] for kind in ("Finned", "Sashimi", "Finned Franken") for size in (2, 3))
SETS = (als_xz, als_xy_wing, als_chain, death_blossom)
SEARCHES: tuple[Search, ...] = (*CHAINS, *COLORS, naked_clique, *FISHES, *SETS, grouped_nice_loops)
MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)
MOST_CELLS = 8  # of rules that are tried by brute force


def judge(step: Step, board: Board, solutions: list[tuple[int, ...]]) -> None:
    """Judge what a step eliminates by all solutions, and each of its links by all fillings of its rules."""
    said = describe(step, board)
    assert step.eliminations
    for cell, digit in step.eliminations:
        assert board.masks[cell] >> digit - 1 & 1, said
        assert all(solution[cell] != digit for solution in solutions), said
    for link in (link for chain in step.reason.links for link in chain):
        if link.start.cells_of_set or link.end.cells_of_set or (link.is_strong and link.rules):
            continue  # of nice loops, whose tests judge them
        if link.is_strong:
            if link.house is None:
                cell = link.start.cells.bit_length() - 1
                assert link.start.cells == link.end.cells == 1 << cell
                assert board.masks[cell] == 1 << link.start.digit - 1 | 1 << link.end.digit - 1
            else:
                cells = board.geometry.houses[link.house] & board.places[link.start.digit]
                assert board.geometry.is_full[link.house]
                assert cells == link.start.cells | link.end.cells
        elif sum(len(rule.scope) for rule in link.rules) <= MOST_CELLS:
            for one, two in product(bits(link.start.cells), bits(link.end.cells)):
                claims = (one, link.start.digit), (two, link.end.digit)
                assert not is_possible(board.geometry, link.rules, *claims), (said, link)


def judge_steps(puzzle: Puzzle, searches: tuple[Search, ...]) -> None:
    solutions = solutions_of(puzzle)
    board = Board.of(puzzle)
    for search in searches if solutions else ():
        for step in islice(search(board), 20):
            judge(step, board, solutions)


@examples(300)
@given(puzzle=small_puzzles(MIXED))
def test_steps_of_mixed_rules_are_right(puzzle: Puzzle) -> None:
    judge_steps(puzzle, SEARCHES)


TWO_ROWS = {"row 1": "r1c1 r1c9", "row 5": "r5c1 r5c7"}
ZIGZAG = {"row 1": "r1c1 r1c9", "column 9": "r1c9 r8c9"}


@pytest.mark.parametrize(
    ("search", "rules", "places", "cells", "said"),
    [
        (
            skyscraper,
            [Thermo("r1c9 r3c4"), Renban("r5c7 r3c4")],
            TWO_ROWS,
            {},
            "Skyscraper. If r1c9 isn't 5, then r1c1 must be 5 (only two places in row 1), so r5c1 can't be 5 (both are "
            "in column 1), so r5c7 must be 5 (only two places in row 5). So r1c9 or r5c7 is 5. What both exclude is "
            "false ({0}; {1}), so r3c4 can't be 2, 3 or 5.",
        ),
        (
            turbot_fish,
            [Thermo("r1c1 r5c5")],
            {"row 1": "r1c1 r1c9", "row 5": "r5c5 r5c8"},
            {},
            "Turbot Fish. If r1c9 isn't 5, then r1c1 must be 5 (only two places in row 1), so r5c5 can't be 5 ({0}). "
            "Then r5c8 must be 5 (only two places in row 5). So r1c9 or r5c8 is 5: r2c8, r3c8, r4c9 and r6c9 "
            "can't be 5.",
        ),
        (
            two_string_kite,
            [Thermo("r1c9 r3c4"), Renban("r8c2 r3c4")],
            {"row 1": "r1c1 r1c9", "column 2": "r2c2 r8c2"},
            {},
            "2-String Kite. If r1c9 isn't 5, then r1c1 must be 5 (only two places in row 1), so r2c2 can't be 5 (both "
            "are in box 1), so r8c2 must be 5 (only two places in column 2). So r1c9 or r8c2 is 5. What both exclude "
            "is false ({0}; {1}), so r3c4 can't be 2, 3 or 5.",
        ),
        (
            empty_rectangle,
            [Thermo("r1c1 r4c4"), Thermo("r1c1 r4c5"), Renban("r1c9 r8c6")],
            {"row 1": "r1c1 r1c9", "box 5": "r4c4 r4c5 r5c6 r6c6"},
            {},
            "Empty Rectangle. If r1c9 isn't 5, then r1c1 must be 5 (only two places in row 1). Then 5 can't be in r4c4 "
            "or r4c5 ({0}; {1}). Then 5 must be in r5c6 or r6c6 (no other place left in box 5). So r1c9 is 5, or 5 is "
            "in r5c6 or r6c6. What both exclude is false ({2}), so r8c6 can't be 5.",
        ),
        (
            w_wing,
            [Thermo("r5c5 r9c7")],
            {"row 9": "r9c1 r9c7"},
            {"r1c1": (5, 6), "r5c5": (5, 6)},
            "W-Wing. If r1c1 isn't 6, then it can only be 5 (only two candidates), so r9c1 can't be 5 (both are in "
            "column 1), so r9c7 must be 5 (only two places in row 9). Then r5c5 can't be 5 ({0}), so it can only be 6. "
            "So r1c1 or r5c5 is 6: r1c5 and r5c1 can't be 6.",
        ),
        (
            xy_wing,
            [NotConsecutive("r1c1 r5c4")],
            {},
            {"r1c1": (1, 2), "r1c5": (1, 7), "r5c4": (3, 7)},
            "XY-Wing. If r1c5 isn't 7, then it can only be 1 (only two candidates), so r1c1 can't be 1 (both are in "
            "row 1), so it can only be 2. Then r5c4 can't be 3 ({0}), so it can only be 7. So r1c5 or r5c4 is 7: "
            "r1c4, r2c4, r3c4, r4c5, r5c5 and r6c5 can't be 7.",
        ),
        (
            xyz_wing,
            [NotConsecutive("r1c1 r5c4")],
            {},
            {"r1c1": (1, 2, 7), "r1c5": (1, 7), "r5c4": (3, 7)},
            "XYZ-Wing. r1c1 is 1, 2 or 7. If r1c1 is 7, then r1c4 can't be 7 (both are in row 1). If r1c1 is 1, then "
            "r1c5 can't be 1 (both are in row 1), so it can only be 7 (only two candidates), so r1c4 can't be 7 (row "
            "1). If r1c1 is 2, then r5c4 can't be 3 ({0}), so it can only be 7 (only two candidates), so r1c4 can't "
            "be 7 (column 4). So in any case: r1c4 can't be 7.",
        ),
        (
            remote_pair,
            [Renban("r1c5 r5c6")],
            {},
            {"r1c1": (1, 2), "r1c5": (1, 2), "r5c6": (1, 2), "r5c2": (1, 2), "r2c2": (1, 5, 7)},
            "Remote Pair. r1c1 is 1 or 2. If r1c1 is 1, then r2c2 can't be 1 (both are in box 1). If r1c1 is 2, then "
            "r1c5 can't be 2 (both are in row 1), so it can only be 1 (only two candidates). Then r5c6 can't be 1 "
            "({0}), so it can only be 2, so r5c2 can't be 2 (row 5), so it can only be 1. Then r2c2 can't be 1 "
            "(column 2). So in any case: r2c2 can't be 1.",
        ),
        (
            simple_colors,
            [Thermo("r1c1 r8c9")],
            ZIGZAG,
            {},
            "Simple Colors Wrap. By strong links, either r1c1 and r8c9 are 5 (color 1), or else r1c9 is 5 (color 2). "
            "If r1c1 is 5, then r8c9 can't be 5 ({0}). Both have the same color, so color 1 is false, so r1c1 and "
            "r8c9 can't be 5.",
        ),
        (
            simple_colors,
            [Thermo("r8c9 r5c5"), Renban("r1c9 r5c5")],
            ZIGZAG,
            {},
            "Simple Colors Trap. By strong links, either r1c1 and r8c9 are 5 (color 1), or else r1c9 is 5 (color 2). "
            "If r8c9 is 5, then r5c5 can't be 5 ({0}). If r1c9 is 5, then r5c5 can't be 5 ({1}). So what both colors "
            "rule out is false: r5c5 can't be 5.",
        ),
        (
            multi_colors,
            [Thermo("r1c1 r5c2"), Thermo("r8c9 r5c7")],
            ZIGZAG | {"row 5": "r5c2 r5c7"},
            {},
            "Multi Colors 2. By strong links, either r1c1 and r8c9 are 5 (color 1), or else r1c9 is 5 (color 2). By "
            "strong links, either r5c2 is 5 (color 3), or else r5c7 is 5 (color 4). If r1c1 is 5, then r5c2 can't be 5 "
            "({0}). If r8c9 is 5, then r5c7 can't be 5 ({1}). So color 1 excludes both color 3 and color 4, one of "
            "which is true. So color 1 is false: r1c1 and r8c9 can't be 5.",
        ),
        (
            multi_colors,
            [Thermo("r1c1 r5c2")],
            ZIGZAG | {"row 5": "r5c2 r5c8"},
            {},
            "Multi Colors 1. By strong links, either r1c1 and r8c9 are 5 (color 1), or else r1c9 is 5 (color 2). By "
            "strong links, either r5c2 is 5 (color 3), or else r5c8 is 5 (color 4). If r1c1 is 5, then r5c2 can't be 5 "
            "({0}). If r1c9 is 5, then r2c8 can't be 5 (both are in box 3). If r5c8 is 5, then r2c8 can't be 5 (both "
            "are in column 8). So color 1 and color 3 are not both true, color 2 or color 4 is, and what both of these "
            "rule out is false: r2c8 can't be 5.",
        ),
        (
            FISH["Finned", 2],
            [Thermo("r5c5 r8c9")],
            {"row 1": "r1c1 r1c9", "row 5": "r5c1 r5c5 r5c9"},
            {},
            "Finned X-Wing. In rows 1 and 5, all places of 5 but the fin r5c5 are in columns 1 and 9: r1c1, r1c9, r5c1 "
            "and r5c9. If the fin r5c5 is not 5, columns 1 and 9 have their 5s in these cells, and in no others. If it "
            "is 5, no cell that sees it is. Cells that share no house see each other by rules ({0}). So the result is "
            "the same either way: r8c9 can't be 5.",
        ),
        (
            als_xz,
            [Renban("r1c1 r5c5")],
            {},
            {"r1c1": (1, 2), "r5c5": (1, 3), "r5c6": (2, 3)},
            "Almost Locked Set XZ-Rule. A is r1c1, with 1 and 2; B is r5c5 and r5c6, with 1, 2 and 3: each has one "
            "digit more than cells, so it can lack only one. A and B can't both hold 1, because all its places there "
            "see each other. Cells that share no house see each other by rules ({0}). If A lacks 2, it holds 1, so B "
            "lacks 1 and holds 2. So A or B holds 2: r1c6 and r5c1 can't be 2.",
        ),
        (
            als_xy_wing,
            [Renban("r1c1 r5c4")],
            {},
            {"r1c1": (1, 2), "r1c5": (1, 7), "r5c4": (2, 7)},
            "Almost Locked Set XY-Wing. A is r1c5, with 1 and 7; B is r1c1, with 1 and 2; C is r5c4, with 2 and 7: "
            "each has one digit more than cells, so it can lack only one.",
        ),
        (
            death_blossom,
            [Renban("r1c1 r5c4")],
            {},
            {"r1c1": (1, 2), "r1c5": (1, 7), "r5c4": (2, 7)},
            "Death Blossom. r1c1 is 1 or 2. A is r1c5, with 1 and 7; B is r5c4, with 2 and 7: each has one digit more "
            "than cells, so it can lack only one. Cells that share no house see each other by rules ({0}). If r1c1 is "
            "1, A lacks it and holds 7. If r1c1 is 2, B lacks it and holds 7. So A or B holds 7: r1c4",
        ),
        (
            naked_clique,
            [Renban("r1c5 r5c6")],
            {},
            {"r1c5": (1, 2), "r5c6": (1, 2)},
            "Naked Clique. r1c5 and r5c6 see each other and have only 1 and 2 left. Cells that share no house see "
            "each other by rules ({0}). So each of these digits is in one of them, and in no other cell that sees all "
            "its places there: r1c6, r2c6, r3c6, r4c5, r5c5 and r6c5 can't be 1 or 2.",
        ),
    ],
)
def test_a_classic_technique_uses_a_rule_and_names_it(
    search: Search, rules: list[Rule], places: dict[str, str], cells: dict[str, tuple[int, ...]], said: str
) -> None:
    board = board_with(*rules)
    keep_places(board, 5, places)
    keep(board, cells)
    texts = [describe(step, board) for step in search(board)]
    expected = said.format(*(describe_rule(rule, board.geometry) for rule in board.rules))
    assert any(text.startswith(expected) for text in texts), "\n".join([expected, *texts])
    without = Board.of(Puzzle.classic("." * 81))
    keep_places(without, 5, places)
    keep(without, cells)
    assert not any(text in texts for text in (describe(step, without) for step in search(without)) if said[:40] in text)
