"""The table of combinations: its rows are all fillings, and its lit rules are those of the step."""

import re
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Grid
from farandole.i18n import use_language
from farandole.logic import TECHNIQUES, Board, Step, explain, find_technique
from farandole.logic.inference.deductions import rules_of
from farandole.logic.step import Link, Node, Reason
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.techniques.rule_contradictions import find_proof
from farandole.logic.techniques.set_equivalence import set_equivalence_theory
from farandole.puzzle import Puzzle
from farandole.render import steps
from farandole.render.combinations import MAX_ROWS, describe_combinations, find_combinations, write_table
from farandole.render.pieces.figures import Stroke, Words
from farandole.render.pieces.table import Table, height_of, lay_out_table
from farandole.render.used_rules import find_used_rules
from farandole.rules import (
    Arrow,
    Between,
    Cage,
    Consecutive,
    PairSum,
    Ratio,
    Renban,
    Rule,
    Skyscraper,
    Thermo,
    Whispers,
)

NAMED = {technique.name: technique for technique in TECHNIQUES}
SVG = "{http://www.w3.org/2000/svg}"


def board_of(*rules: Rule, grid: Grid | None = None) -> Board:
    grid = grid or Grid.classic()
    return Board.of(Puzzle.of(grid, "." * grid.n_cells, rules=rules))


def first(board: Board, name: str) -> Step:
    return next(NAMED[name](board))


def first_of_several_rules(board: Board, name: str) -> Step:
    """Find the first step of a technique after all that one rule alone eliminates; the board is then as before it."""
    usable = (NAMED["Rule Combinations"], NAMED[name])
    return next(step for step in explain(board, techniques=usable) if step.technique is NAMED[name])


def fillings_of(board: Board, rules: tuple[Rule, ...], cells: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All digits of some cells with which the rules hold and no cell repeats a digit that it sees, by brute force."""
    peers = board.geometry.peers
    found = set()
    for digits in product(*(digits_of(board.masks[cell] or bit_of(board.values[cell])) for cell in cells)):
        of = dict(zip(cells, digits, strict=True))
        if any(of[a] == of[b] for a in cells for b in cells if a < b and peers[a] >> b & 1):
            continue
        if all(rule.holds(tuple(of[cell] for cell in rule.scope)) for rule in rules):
            found.add(digits)
    return found


def test_two_rules_have_all_their_fillings_in_the_table() -> None:
    board = board_of(Arrow("r2c2 r1c1 r1c2 r1c3"), Consecutive("r1c1 r1c2"))
    step = first_of_several_rules(board, "Two Rules Together")
    table = find_combinations(step, board)
    assert table is not None
    assert table.kind == "fillings"
    every = fillings_of(board, step.reason.rules, table.cells)
    rows = {tuple(digits_of(mask)[0] for mask in row) for row in table.rows}
    assert rows < every
    assert len(table.rows) == MAX_ROWS == len(every) - table.n_more
    for column, gone in enumerate(table.gone):
        assert not {filling[column] for filling in every} & set(digits_of(gone))
    assert describe_combinations(step, board).split("\n")[1:3] == [
        "16 ways to fill the cells are left:",
        "  r2c2 r1c1 r1c2 r1c3",
    ]


@given(st.integers(6, 24), st.integers(2, 4), st.data())
def test_a_cage_has_all_its_sets_in_the_table(total: int, size: int, data: st.DataObject) -> None:
    board = board_of(Cage(tuple(range(size)), total))
    for cell in range(size):
        for digit in data.draw(st.sets(st.integers(1, 9), max_size=4)):
            board.eliminate(cell, digit)
    step = next(NAMED["Cage Combinations"](board), None)
    if step is None:
        return
    table = find_combinations(step, board)
    every = fillings_of(board, tuple(board.rules), tuple(range(size)))
    if table is None or not every:
        return
    if table.kind == "sets":
        of_cells = {tuple(filling[cell] for cell in table.cells) for filling in every}
        sets = {union(map(bit_of, filling)) for filling in of_cells}
        assert {row[0] for row in table.rows} <= sets
        assert len(table.rows) + table.n_more == len(sets)
    else:
        assert len(table.rows) + table.n_more == len(every)


def test_a_line_with_two_directions_shows_both() -> None:
    board = board_of(Whispers("r1c1 r2c1 r3c2 r4c2"))
    step = first(board, "Rule Combinations")
    table = find_combinations(step, board)
    assert table is not None
    assert table.labels == ("low–high–low–high", "high–low–high–low")
    every = fillings_of(board, step.reason.rules, table.cells)
    for row, is_low in zip(table.rows, (True, False), strict=True):
        for column, mask in enumerate(row):
            digits = {filling[column] for filling in every if (filling[0] < filling[1]) == is_low}
            assert set(digits_of(mask)) == digits
    ends = board_of(Between("r1c1 r2c2 r3c3 r4c4"))
    table = find_combinations(first(ends, "Rule Combinations"), ends)
    assert table is not None
    assert table.labels == ("low–…–high", "high–…–low")
    drawing = steps.draw(first(ends, "Rule Combinations"), ends)
    assert {"low–…–high", "high–…–low", "both directions"} <= set(re.findall(">([^<>]+)</text>", drawing))


def test_both_directions_have_discs_that_differ_without_color() -> None:
    """The candidates of each direction have an ink, and those of the second an edge, on the board and in the table."""
    board = board_of(Whispers("r1c1 r2c1 r3c2 r4c2"))
    step = first(board, "Rule Combinations")
    table = find_combinations(step, board)
    assert table is not None
    drawing = ElementTree.fromstring(steps.draw(step, board))
    discs = [circle.get("class", "").split() for circle in drawing.iter(f"{SVG}circle")]
    plain = [names for names in discs if "color_3" in names]
    edged = [names for names in discs if "color_4" in names]
    assert (len(plain), len(edged)) == tuple(sum(mask.bit_count() for mask in row) + 1 for row in table.rows)
    assert {tuple(names) for names in plain} == {("color_3",)}
    assert {tuple(names) for names in edged} == {("color_4", "ink-line")}
    classes = {name for names in discs for name in names}
    assert not any(ink in classes for ink in ("color_1", "color_2"))


def test_both_sides_of_an_equivalence_have_letters() -> None:
    """Two tints tell the sets of cells apart, and A and B do without color."""
    line = "...3.....1..........3...2.9....2..484.5....2.....78.5...15.....2.97.35...3..921.."
    board = Board.of(Puzzle.classic(line))
    list(explain(board, techniques=TECHNIQUES[: TECHNIQUES.index(find_technique("X-Wing"))]))
    step = next(set_equivalence_theory(board))
    sides = step.reason.equivalence
    assert sides
    lights = steps.find_highlights(step, board)
    tints = [{lights.cells[cell] for cell in bits(side.cells)} for side in sides]
    assert all(len(inks) == 1 for inks in tints)
    assert tints[0] != tints[1]
    drawing = steps.draw(step, board)
    texts = re.findall(">([^<>]+)</text>", drawing)
    assert {"A", "B"} <= set(texts)


def test_a_line_with_digits_in_the_middle_has_no_two_directions() -> None:
    board = board_of(Whispers("r1c1 r2c1 r3c2 r4c2", 4))
    step = first(board, "Rule Combinations") if any(NAMED["Rule Combinations"](board)) else None
    assert step is None or find_combinations(step, board) is None


def test_what_every_set_has_is_marked() -> None:
    board = board_of(Renban("r4c4 r4c5 r5c5 r5c6 r6c6 r6c5"))
    step = first(board, "Rule Must Hold")
    table = find_combinations(step, board)
    assert table is not None
    assert [digits_of(row[0]) for row in table.rows] == [tuple(range(low, low + 6)) for low in (1, 2, 3, 4)]
    assert digits_of(table.needed) == (4,)
    assert steps.draw(step, board).count('class="part_1"') == 6 + 4 + 1  # places, sets, and the legend


def test_too_many_fillings_make_no_table() -> None:
    board = board_of(Thermo("r1c1 r1c2 r1c3 r1c4 r1c5"))
    step = first(board, "Rule Combinations")
    assert find_combinations(step, board) is None
    assert describe_combinations(step, board) == ""


def test_steps_without_rules_have_neither_lit_rules_nor_a_table() -> None:
    board = Board.of(Puzzle.of(Grid.classic(), "12345678." + "." * 72, rules=[Thermo("r5c1 r5c2")]))
    step = first(board, "Naked Single")
    assert (find_used_rules(step), find_combinations(step, board)) == ((), None)
    assert "<g opacity" not in steps.draw(step, board)


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_other_rules_fade(theme: str) -> None:
    used, other = Thermo("r1c1 r1c2 r1c3"), Renban("r5c5 r5c6")
    board = board_of(used, other, Cage("r8c8 r8c9", 7), Skyscraper(tuple(range(9)), 3), Consecutive("r9c1 r9c2"))
    step = first(board, "Rule Combinations")
    assert find_used_rules(step) == (board.rules[0],)
    root = ElementTree.fromstring(steps.draw(step, board, theme=theme))
    faded = [group for group in root.iter(f"{SVG}g") if group.get("opacity")]
    pale = {part.get("class") for group in faded for part in group.iter()}
    assert {"renban-line", "cage-line"} <= pale
    assert "thermo-line" not in pale
    assert "3" in {text.text for group in faded for text in group.iter(f"{SVG}text")}


def test_a_cage_is_lit_and_of_innies_the_cages_that_leave_them() -> None:
    cage, other = Cage("r1c1 r1c2 r1c3", 8), Cage("r5c5 r5c6", 9)
    board = board_of(cage, other)
    assert find_used_rules(first(board, "Cage Combinations")) == board.rules[:1]
    cages = Cage("r1c1 r1c2 r1c3 r2c1", 20), Cage("r2c2 r2c3 r3c1 r3c2", 18)
    board = board_of(*cages, other)
    assert find_used_rules(first(board, "Rule of 45")) == board.rules[:2]


def test_a_coloring_has_no_table_because_it_does_not_argue_by_fillings() -> None:
    board = board_of(Whispers("r1c1 r2c1 r3c2 r4c2"))
    step = first(board, "Rule Combinations")
    assert find_combinations(step, board) is not None
    colored = replace(step, reason=replace(step.reason, parts={COLORS[0]: ((0, 1),)}))
    assert find_combinations(colored, board) is None


def test_the_rules_of_links_are_lit_and_not_named_as_cells_of_the_pattern() -> None:
    board = board_of(Thermo("r1c1 r1c2"), Consecutive("r5c5 r5c6"), Ratio("r7c7 r7c8"))
    _, dot, other = board.rules
    links = (Link(Node(1, 1 << 40), Node(5, 1 << 41), is_strong=False, rules=(dot,)),)
    nets = (Link(Node(1, 1 << 60), Node(5, 1 << 61), is_strong=False, rules=(other,)),)
    step = Step(NAMED["AIC"], (), ((41, 5),), Reason(0, 1 << 40, links=(links,)))
    assert find_used_rules(step) == (dot,)
    assert dot.describe_at("") not in steps.draw(step, board)
    assert find_used_rules(replace(step, reason=replace(step.reason, nets=(nets,)))) == (dot, other)


def contradiction() -> tuple[Step, Board]:
    """A board on which a candidate is refuted through two dots."""
    grid = Grid.classic(4)
    rules = [Consecutive("r1c1 r1c2"), Consecutive("r1c2 r2c2"), Ratio("r2c2 r3c2"), PairSum("r3c2 r4c2", 5)]
    board = Board.of(Puzzle.of(grid, "." * 16, rules=rules))
    return first(board, "Rule Contradiction"), board


def test_a_contradiction_is_numbered_in_the_order_of_its_proof() -> None:
    step, board = contradiction()
    drawing = steps.draw(step, board)
    texts = re.findall(r">([^<>]+)</text>", drawing)
    bold = "".join(re.findall(r'<g class="ink" font-size="24" font-weight="bold">(.*?)</g>', drawing, re.DOTALL))
    shown = set(re.findall(r">(\d+)</text>", bold))
    proof = find_proof(step)
    assert proof is not None
    assert shown == {str(n + 1) for n in range(len(proof[0]))}
    assert {str(number) for _, number in steps.find_highlights(step, board).numbers} == shown
    assert {"what is supposed", "what follows, in this order", "the contradiction"} <= set(texts)
    deductions, clash = proof
    sources = [source for each in deductions for source in each.rules]
    sources += [clash.rule] if clash.rule is not None else []
    assert set(find_used_rules(step)) == {*rules_of(sources)}


def test_words_of_a_table_are_translated() -> None:
    board = board_of(Whispers("r1c1 r2c1 r3c2 r4c2"), Cage("r8c8 r8c9", 7))
    with use_language("zh"):
        drawing = steps.draw(first(board, "Rule Combinations"), board)
        table = find_combinations(first(board, "Cage Combinations"), board)
        assert table is not None
        lines = write_table(table, board.geometry.grid)
    words = re.findall(r">([^<>]+)</text>", drawing)
    assert "low" not in " ".join(words + lines)
    assert {"低–高–低–高", "都没有", "只剩两种方向："} <= set(words)
    assert lines[0] == "剩下 3 种组合："


def test_a_table_is_as_high_and_wide_as_it_says() -> None:
    rows = [("1", "2", "3")] * 8
    table = Table(
        "8 ways:", ("r1c1", "r1c2", "r1c3"), rows, more="and 2 more", gone=("4", "", "56"), gone_label="in none"
    )
    for width in (3, 4, 9, 16):
        marks = list(lay_out_table(table, (0, 0), width))
        texts = [mark for mark in marks if isinstance(mark, Words)]
        assert max(text.at[1] + text.size / 2 for text in texts) <= height_of(table, width)
        assert sum(text.text == "r1c1" for text in texts) == {3: 1, 4: 1, 9: 2, 16: 3}[width]
        assert sum(text.text in ("1", "2", "3") for text in texts) == 24
        assert sum(isinstance(mark, Stroke) and mark.ink == "strike" for mark in marks) == 3


def test_the_cells_of_two_rules_have_two_tints() -> None:
    board = board_of(Arrow("r2c2 r1c1 r1c2 r1c3"), Arrow("r2c8 r1c7 r1c8"))
    step = first_of_several_rules(board, "Two Rules Together")
    lights = steps.find_highlights(step, board)
    of_ink = {
        ink: set_of(cell for cell, other in lights.cells.items() if other == ink) for ink in lights.cells.values()
    }
    assert of_ink == {ink: set_of(rule.cells) for ink, rule in zip(("set_1", "set_2"), board.rules, strict=True)}
    assert lights.rules == step.reason.rules
