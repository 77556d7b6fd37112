"""Steps in words and pictures."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.bitsets import bits, set_of
from farandole.formats import read
from farandole.grid import Grid, House
from farandole.grid.house_names import grid_name, house_name
from farandole.grid.shapes import NAMED
from farandole.i18n import use_language
from farandole.logic import EXTRA, Board, Detail, describe, explain
from farandole.logic.board import geometry_of
from farandole.logic.techniques.cages import cage_combinations
from farandole.logic.techniques.rule_combinations import rule_combinations, two_rules
from farandole.logic.techniques.singles import hidden_single
from farandole.logic.wording.blockers import BLOCKER, RULED_OUT, add_blockers, find_blockers
from farandole.logic.wording.words import cell_notation, describe_houses, name_step, notation
from farandole.puzzle import Puzzle
from farandole.rules import Arrow, Renban, Thermo, Whispers
from order import SIMPLE, techniques_to

EXAMPLES = Path(__file__).parents[2] / "examples"
HARD = ".3.56...7....4.....59..81......7.8......9.4...2...6.7.3.......1.189.3.....7..5..."

name_of = Grid.classic().cell_name


def test_each_level_tells_more_and_only_the_last_tells_the_answer() -> None:
    board = Board.of(Puzzle.classic(HARD))
    for step in explain(board):
        name, place, digits, proof = (describe(step, board, detail) for detail in Detail)
        line = notation(step, board.geometry)
        assert all(text.startswith(name) for text in (place, digits, proof, line))
        ends = [*step.placements, *step.eliminations]
        for said in (place, digits):
            assert not any(words in said for words in ("can't", "<>", "=>", ": r"))
            assert not any(re.search(rf"{name_of(cell)}\b.*\b{digit}\b", said) for cell, digit in step.placements)
        assert line.count("=>") == 1
        for cell, digit in ends:
            assert name_of(cell) in proof
            assert re.search(rf"\b{digit}\b", proof)
        assert proof.endswith(".")
        assert "  " not in proof


def test_a_chain_with_a_step_in_it_says_what_the_step_rests_on() -> None:
    """Of two chains that agree, one supposes that a candidate is right, the other that it is wrong."""
    board = Board.of(
        Puzzle.classic("........4648....299..8..5....29.4...5......96.....51.....3...1..19......4...7..6.")
    )
    for _ in explain(board, techniques=SIMPLE):
        pass
    double = next(some for some in EXTRA if some.name == "Dynamic Double Forcing Chains (+)")
    said = describe(next(double(board)), board.geometry)
    assert "Whether r9c9 is 2 or not, r8c7 can't be 8:\n  If r9c9 is 2, then" in said
    assert "\n  If r9c9 isn't 2, then r8c6 can't be 2 (Locked Candidates Type 2 (Claiming): 2 in " in said


# ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────


def written_out(short: str, grid: Grid) -> list[str]:
    """Write out what solvers write in short: each cell by its name."""
    is_small = max(grid.height, grid.width) <= 9
    names = []
    for block in re.findall(r"r(\[[\d,]+\]|\d+)c(\[[\d,]+\]|\d+)", short):
        rows, columns = (
            part[1:-1].split(",") if part[0] == "[" else list(part) if is_small else [part] for part in block
        )
        names += [f"r{row}c{column}" for row in rows for column in columns]
    return names


GRIDS = [Grid.classic(), Grid.classic((2, 3)), Grid.classic((4, 4)), Grid.samurai(), Grid.jigsaw("AAAB CABB CCDB CDDD")]


@given(st.data())
def test_cells_in_short_are_those_cells(data: st.DataObject) -> None:
    grid = data.draw(st.sampled_from(GRIDS))
    cells = data.draw(st.sets(st.integers(0, grid.n_cells - 1), max_size=20))
    short = cell_notation(geometry_of(grid), set_of(cells))
    assert sorted(written_out(short, grid)) == sorted(map(grid.cell_name, cells))
    assert len(short) <= max(len(",".join(map(grid.cell_name, cells))), 1) + 2 * len(cells)


@pytest.mark.parametrize(
    ("cells", "short"),
    [
        ("r2c2 r2c3 r7c2 r7c3", "r27c23"),
        ("r1c1 r5c7 r5c8", "r1c1,r5c78"),
        ("r1c1 r2c1 r9c1", "r129c1"),
        ("r1c1 r2c2", "r1c1,r2c2"),
    ],
)
def test_cells_are_written_as_players_do(cells: str, short: str) -> None:
    grid = Grid.classic()
    assert cell_notation(geometry_of(grid), set_of(map(grid.parse_cell, cells.split()))) == short


def test_every_house_of_several_grids_has_a_name_of_its_own() -> None:
    for name in NAMED:
        grid = Grid.named(name)
        names = [house_name(grid, house) for house in range(len(grid.houses))]
        assert len(set(names)) == len(names)
        assert all(" grid" in said for said in names)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("twodoku", ["upper left", "lower right"]),
        ("samurai", ["upper left", "upper right", "middle", "lower left", "lower right"]),
        ("windmill", ["upper left", "upper right", "middle", "lower left", "lower right"]),
        ("flower", ["upper", "left", "middle", "right", "lower"]),
        ("triple", ["upper left", "middle", "lower right"]),
    ],
)
def test_a_grid_of_several_is_named_by_where_it_lies(name: str, places: list[str]) -> None:
    grid = Grid.named(name)
    assert [grid_name(grid, number) for number in range(1, len(places) + 1)] == [f"the {at} grid" for at in places]


def test_grids_that_lie_alike_have_numbers_too() -> None:
    grid = Grid.named("sumo")
    names = [grid_name(grid, number) for number in range(1, 14)]
    assert names[0] == "the upper left grid (number 1)"
    assert len(set(names)) == 13


def test_other_houses_are_named_as_one_speaks() -> None:
    grid = Grid.classic().with_houses("diagonals", "windoku", "disjoint_groups", "asterisk", "center_dot", "argyle")
    said = [house_name(grid, house) for house in range(27, len(grid.houses))]
    assert said[:3] == ["the falling diagonal", "the rising diagonal", "window 1"]
    assert {"group 9", "the asterisk", "argyle diagonal 8"} < set(said)
    jigsaw = Grid.jigsaw("AAAB CABB CCDB CDDD")
    assert house_name(jigsaw, len(jigsaw.houses) - 1) == "region D"
    assert describe_houses(geometry_of(jigsaw), (0, 9, 11)) == "row 1 and regions B and D"
    with use_language("zh"):
        assert describe_houses(geometry_of(jigsaw), (0, 9, 11)) == "第1行、B、D宫"
        numbered = geometry_of(Grid.jigsaw("1112 3122 3342 3444"))
        assert (describe_houses(numbered, (8,)), describe_houses(numbered, (9, 11))) == ("第1宫", "第2、4宫")
    mine = Grid.classic((2, 2)).with_houses(House("my corner", (0, 5)))
    assert house_name(mine, len(mine.houses) - 1) == "my corner"


def test_a_jigsaw_has_no_box() -> None:
    """Neither a step on the way, nor a technique asked for all that it finds in the beginning."""
    [jigsaw] = read((EXAMPLES / "jigsaw.txt").read_text())
    board = Board.of(jigsaw)
    for technique in techniques_to("2-String Kite"):
        for step in islice(technique(board), 3):
            assert "box" not in describe(step, board), describe(step, board)
    for step in explain(board):
        for detail in Detail:
            assert "box" not in describe(step, board, detail), describe(step, board, detail)


def test_no_proof_speaks_of_some_house_or_says_that_a_digit_leaves() -> None:
    """Houses have names; and what goes can't be, rather than being removed."""
    for puzzle in islice(read((EXAMPLES / "thousand.txt").read_text()), 12):
        board = Board.of(puzzle)
        for step in explain(board, techniques=techniques_to("2-String Kite")):
            assert not re.search(r"\bthe house\b|leaves r|removed", describe(step, board)), describe(step, board)


# ── Singles ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_blocks_leaves_a_single() -> None:
    """With the blocking digits and what was ruled out before, nothing but the single is left: seen by brute force."""
    board = Board.of(Puzzle.classic(HARD))
    n_singles = 0
    for step in explain(board):
        blockers = find_blockers(step, board)
        if step.technique.name not in ("Full House", "Naked Single", "Hidden Single"):
            assert not blockers
            continue
        n_singles += 1
        parts, ((cell, digit),) = add_blockers(step, board).reason.parts, step.placements
        assert set(parts[BLOCKER]) == {(other, board.values[other]) for other in bits(blockers)}
        if step.reason.houses:
            house = step.reason.houses[0]
            open_cells = {other for other in board.geometry.cells[house] if not board.values[other]} - {cell}
            seen = {other for other in open_cells for at, _ in parts[BLOCKER] if board.geometry.peers[at] >> other & 1}
            assert seen | {other for other, _ in parts[RULED_OUT]} == open_cells
            assert {value for _, value in parts[BLOCKER]} <= ({digit} if open_cells else set(range(1, 10)))
        else:
            assert all(board.geometry.peers[cell] >> other & 1 for other, _ in parts[BLOCKER])
            ruled_out = [value for _, value in (*parts[BLOCKER], *parts[RULED_OUT])]
            assert sorted([*ruled_out, digit]) == list(range(1, 10))
    assert n_singles > 40


def test_singles_say_which_digits_block() -> None:
    board = Board.of(
        Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    )
    step = next(explain(board))
    assert describe(step, board) == (
        "Naked Single. r5c5 sees 1, 2, 6, 7, 8 and 9 in column 5; 3 and 4 in row 5. So only 5 is left: r5c5 is 5."
    )
    assert describe(step, board.geometry) == "Naked Single. r5c5 has only 5 left. So that is its digit: r5c5 is 5."
    board = Board.of(Puzzle.classic(".2..........5...........5..5" + "." * 53))
    step = next(hidden_single(board))
    assert describe(step, board).startswith(
        "Hidden Single. The 5s in r2c4, r3c7 and r4c1 block the rest of row 1. So r1c3"
    )


def test_houses_keep_their_names_beside_an_equal_grid() -> None:
    one, other = (Grid.classic(4).with_houses(House(name, (0, 5))) for name in ("my corner", "your corner"))
    assert one == other
    assert [describe_houses(geometry_of(grid), (12,)) for grid in (one, other)] == ["my corner", "your corner"]


def test_a_title_names_the_rules_of_a_step_for_any_rule() -> None:
    """Not those of a technique with a name of its own, and not too many kinds."""
    rules = [Whispers("r1c1 r1c2 r1c3"), Thermo("r2c1 r2c2"), Arrow("r3c1 r3c2"), Renban("r4c1 r4c2")]
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=rules)
    board = Board.of(puzzle)
    step = next(rule_combinations(board))
    assert (name_step(step), describe(step, board, "name", lang="zh")) == (
        "Thermometer (Rule Combinations)",
        "温度计（规则组合）",
    )
    assert notation(step, board.geometry).startswith("Thermometer (Rule Combinations): ")
    assert describe(step, board, "place") == "Thermometer (Rule Combinations): look at box 1"
    two = replace(step, technique=two_rules, reason=replace(step.reason, rules=puzzle.rules[:2]))
    assert name_step(two) == "Whispers and Thermometer (Two Rules Together)"
    assert name_step(replace(two, reason=replace(two.reason, rules=puzzle.rules))) == "Two Rules Together"
    assert name_step(replace(step, technique=cage_combinations)) == "Cage Combinations"
