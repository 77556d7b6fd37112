"""Proofs: in this board's own cells and digits, and true in its solution."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import collection
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farandole.bitsets import digits_of
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import EXTRA, TECHNIQUES, Board, Detail, Reason, describe, explain, explainer
from farandole.logic.inference.contradictions import find_contradiction
from farandole.logic.techniques.forcing import forcing_chain_contradiction
from farandole.logic.wording.chains import first_cell
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from followed import ChainReader
from needs import needs
from order import SIMPLE, techniques_to
from totals import TotalsReader

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMED = {technique.name: technique for technique in (*TECHNIQUES, *EXTRA)}
CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: (?:and|or|nor) {CELL})?"


def solved(puzzle: Puzzle) -> Callable[[str], int]:
    """Make a function from the name of a cell to its digit in the solution."""
    solution = puzzle.solve()
    assert solution is not None
    return dict(zip(map(puzzle.grid.cell_name, range(81)), solution.digits, strict=True)).__getitem__


def check(proof: str, board: Board | None, digit_at: Callable[[str], int]) -> int:
    """Follow a proof on its board, if given, and judge what it says of the solution; count what could be judged."""
    sets = {name: re.findall(CELL, cells) for name, cells in re.findall(rf"([A-Z]) is ({CELLS}), with", proof)}
    n_judged = ChainReader(board).judge(proof) if board else 0

    def holds(digit: str, cells: str) -> bool:
        return any(digit_at(cell) == int(digit) for cell in re.findall(CELL, cells))

    for sentence in re.split(r"[.:;](?: |\n)", proof.removesuffix(".")):
        if found := re.fullmatch(rf"So ({CELLS}) is (\d+)", sentence):
            assert holds(found[2], found[1]), sentence
        elif found := re.fullmatch(rf"So ({CELL}) is (\d+),? or ({CELL}) is (\d+)", sentence):
            assert holds(found[2], found[1]) or holds(found[4], found[3]), sentence
        elif found := re.fullmatch(rf"(?:So|In \w+ \d+,) (\d+) (?:is|can only be) in ({CELLS})", sentence):
            assert holds(*found.groups()), sentence
        elif found := re.fullmatch(rf"({CELLS}) can't be ([\d, or]+)", sentence):
            for cell in re.findall(CELL, found[1]):
                assert str(digit_at(cell)) not in re.findall(r"\d+", found[2]), sentence
        elif found := re.fullmatch(rf"(?:So )?({CELL}) is ([\d, or]+)", sentence):
            assert str(digit_at(found[1])) in re.findall(r"\d+", found[2]), sentence
        elif found := re.fullmatch(rf"In each case ({CELL}) (must|can't) be (\d+)", sentence):
            assert holds(found[3], found[1]) is (found[2] == "must"), sentence
        elif found := re.match(rf"If ({CELL}) (were|weren't) (\d+), ", sentence):
            assert holds(found[3], found[1]) is (found[2] == "weren't"), sentence
        elif found := re.fullmatch(r"So A or ([A-Z]) holds ([\d, and]+)", sentence):
            held = {digit_at(cell) for cell in sets["A"] + sets[found[1]]}
            assert set(map(int, re.findall(r"\d+", found[2]))) <= held, sentence
        elif found := re.fullmatch(rf"So one of ({CELLS}) is (?:another digit, )?([\d, or]+)", sentence):
            held = {digit_at(cell) for cell in re.findall(CELL, found[1])}
            assert held & set(map(int, re.findall(r"\d+", found[2]))), sentence
        else:
            continue
        n_judged += 1
    return n_judged


@pytest.mark.parametrize("name", ["hardest.txt", pytest.param("thousand.txt", marks=pytest.mark.slow)])
def test_what_proofs_say_is_true(name: str) -> None:
    """Chains that begin with what is so lead to what is so; of two ends one is true; and so on."""
    n_judged = 0
    for puzzle in islice(read((EXAMPLES / name).read_text()), 8 if name == "hardest.txt" else 40):
        digit_at = solved(puzzle)
        board = Board.of(puzzle)
        for step in explain(board):
            n_judged += check(describe(step, board.geometry), board, digit_at)
        board = Board.of(puzzle)
        for step, _ in explainer.path(board) if name == "thousand.txt" else ():
            n_judged += check(describe(step, board.geometry), board, digit_at)
    assert n_judged > 100


@pytest.mark.slow
def test_what_chains_and_nets_say_is_true_where_singles_are_left() -> None:
    n_judged = 0
    for puzzle in islice(read((EXAMPLES / "thousand.txt").read_text()), 2):
        digit_at = solved(puzzle)
        board = Board.of(puzzle)
        for name in ("Forcing Net Contradiction", "Forcing Net Verity", "Forcing Chain Verity"):
            for step in islice(NAMED[name](board), 100):
                assert "  " not in describe(step, board.geometry, Detail.DIGITS)  # what is true at once has no chain
                n_judged += check(describe(step, board.geometry), None, digit_at)  # nets place the singles unsaid
    assert n_judged > 100


@pytest.mark.parametrize(
    ("technique", "line", "after", "sentences"),
    [
        (
            "XYZ-Wing",
            "..8...5...4...2.9.7.......3.2...4......93.......2.1.6.5.......8.1.6...2...3...7..",
            "Brute Force",
            [
                r"\w+ is \d or \d, if it is not \d itself\. It sees \w+ and \w+, which have one of these digits each",
                r"If \w+ is not \d, one of them loses its digit and is \d\. So \d is in \w+, \w+ or \w+: \w+ can't",
            ],
        ),
        (
            "Almost Locked Set XZ-Rule",
            "...........9..62......3..7419.........7.4.9..4.2..5.....86...37..53.8....6......1",
            "Hidden Pair",
            [
                "A and B can't both hold 1, because all its places there see each other",
                "If A lacks 4, it holds 1, so B lacks 1 and holds 4",
                "So A or B holds 4: r9c8 can't be 4",
            ],
        ),
    ],
)
def test_a_proof_argues_with_this_boards_digits(
    technique: str, line: str, after: str, sentences: Sequence[str]
) -> None:
    board = Board.of(Puzzle.classic(line))
    steps = explain(board, techniques=(*techniques_to(after), NAMED[technique]))
    step = next((step for step in steps if step.technique is NAMED[technique]), None)
    assert step is not None
    proof = describe(step, board.geometry)
    for sentence in sentences:
        assert re.search(sentence, proof), proof


def test_a_net_that_places_a_digit_twice_is_told_by_what_came_first() -> None:
    """Here two singles of a round see each other, and the house of one has no place left but no place struck either."""
    line = "9.......5.4.3...6...2...1...8.74........2.......8.6.7.1.....9...3...7.4...5.....2"
    puzzle = Puzzle.classic(line)
    digit_at = solved(puzzle)
    board = Board.of(puzzle)
    said = [
        check(describe(step, board.geometry), board, digit_at)
        for step in explain(board)
        if step.technique.name == "Forcing Net Contradiction"
    ]
    assert any(said)


def test_brute_force_says_that_it_is_none_and_what_singles_show() -> None:
    """Each contradiction that it tells is one, and a digit is left open only if singles don't refute it."""
    puzzles = list(read((EXAMPLES / "hardest.txt").read_text()))
    told = []
    for puzzle in puzzles[:2]:
        board = Board.of(puzzle)
        for step in explain(board):
            if step.technique.name == "Brute Force":
                proof = describe(step, board.geometry)
                assert proof.startswith(
                    "Brute Force. This is the last resort: none of the techniques in use helps here"
                )
                told.append((proof, ChainReader(board).judge(proof)))
                [(cell, digit)] = step.placements
                wrong = [other for other in digits_of(board.masks[cell]) if other != digit]
                shown = [
                    other
                    for other in wrong
                    if f"\n  If {board.geometry.grid.cell_name(cell)} is {other}, then" in proof
                ]
                assert shown == [other for other in wrong if find_contradiction(board, (cell, other))]
    assert (
        "Singles alone don't show that r5c3 can't be 2 or 6: that takes more guesses. In that solution: r5c3 is 9."
        in told[0][0]
    )
    assert "Singles show what r5c4 can't be:\n  If r5c4 is 2, then r5c8 must be 8 (only two candidates)" in told[1][0]
    assert "and column 2 would have no place for 6.\nSingles alone don't show that r5c4 can't be 3" in told[1][0]
    assert told[1][1] > 15


def test_where_singles_refute_all_other_digits_no_guess_is_left() -> None:
    """Here are no techniques but brute force, so what it strikes can be seen."""
    board = Board.of(
        Puzzle.classic("81..6.........9....7.8..1.6.65...3..74.3.5..........7...9....5....14...8..3..7...")
    )
    proof = describe(next(NAMED["Brute Force"](board)), board.geometry)
    assert "Singles show what r5c" in proof
    assert "Singles alone" not in proof
    assert "\nNo other digit is left: r" in proof
    assert ChainReader(board).judge(proof) > 1


def test_the_reader_of_chains_finds_what_is_not_so() -> None:
    board = Board.of(
        Puzzle.classic(".6..21.9....68.1........7..81...937....1...2.....346.1...5..23...6.9.....7......8")
    )
    steps = explain(board, techniques=(*SIMPLE, NAMED["XY-Chain"]))
    step = next(step for step in steps if step.technique.name == "XY-Chain")
    proof = describe(step, board.geometry)
    assert proof.startswith(
        "XY-Chain. If r2c8 isn't 4, then it can only be 5 (only two candidates), so r6c8 can't be 5"
    )
    assert ChainReader(board).judge(proof) == 9
    for right, wrong in (
        ("it can only be 5", "it can only be 4"),
        ("r6c8 can't be 5", "r6c8 can't be 8"),
        ("so it can only be 8", "so it can only be 7"),
        ("r6c4 can't be 8", "r5c4 can't be 8"),
    ):
        assert right in proof
        with pytest.raises(AssertionError):
            ChainReader(board).judge(proof.replace(right, wrong, 1))


def test_nets_are_told_case_by_case_in_lines_that_one_can_read() -> None:
    n_lines = []
    for puzzle in islice(read((EXAMPLES / "hardest.txt").read_text()), 3):
        board = Board.of(puzzle)
        for step in explain(board):
            if "Forcing" in step.technique.name:
                first, *cases, last = describe(step, board.geometry).split("\n")
                assert first.endswith(":")
                assert last.startswith(("The result is the same in each case", "That is impossible"))
                assert all(re.match(r"  (If|As) |    Then ", line) for line in cases)
                assert max(map(len, cases)) < 140
                assert len(step.reason.starts) <= sum(line.startswith("  If ") for line in cases)
                n_lines.append(len(cases))
    assert n_lines


def test_a_chain_starts_in_its_first_cell() -> None:
    board = Board.of(
        Puzzle.classic(".6..21.9....68.1........7..81...937....1...2.....346.1...5..23...6.9.....7......8")
    )
    steps = explain(board, techniques=(*SIMPLE, NAMED["XY-Chain"]))
    chain = next(step for step in steps if step.technique.name == "XY-Chain")
    assert first_cell(chain.reason) == 16
    assert first_cell(Reason(cells=1)) is None


CAGES = {"Cage Combinations", "Cage Must Hold", "Rule of 45", "Large Rule of 45"}


def judged_by_cages(puzzle: Puzzle) -> int:
    """Judge every proof by cages on the way to the solution; count their sentences."""
    board = Board.of(puzzle)
    n_judged = 0
    for step in explain(board):
        if step.technique.name in CAGES:
            n_judged += TotalsReader(board).judge(describe(step, board.geometry), step)
    return n_judged


def test_proofs_by_cages_are_sound_in_every_sentence() -> None:
    [killer] = read((EXAMPLES / "killer.json").read_text())
    assert judged_by_cages(killer) > 100


@needs("data")
@pytest.mark.slow
@pytest.mark.parametrize(("family", "n"), [("killer_janko", 20), ("killer_web", 1), ("killer_extreme_iss", 2)])
def test_proofs_by_cages_of_the_collection_are_sound(family: str, n: int) -> None:
    cases = (case for case in collection.read(family) if case.n_digits == 9 and len(case.places) == 81)
    for case in islice(cases, n):
        assert judged_by_cages(Puzzle(Grid.classic(), case.givens, rules=tuple(case.rules()))) > 0


@st.composite
def some_cages(draw: st.DrawFn) -> Puzzle:
    """Draw cages with totals in a grid of 6 by 6 or 9 by 9, and digits that lie there."""
    n = draw(st.sampled_from([6, 9]))
    grid = Grid.classic((n // 3, 3))
    solution = next(Puzzle(grid, (0,) * n * n).solutions()).digits
    order = draw(st.permutations(range(1, n + 1)))
    digits = [order[digit - 1] for digit in solution]
    open_cells, cages = set(range(n * n)), []
    for start in draw(st.lists(st.integers(0, n * n - 1), max_size=30)):
        cells = [start]
        for step in draw(st.lists(st.sampled_from([1, n, -1, -n]), max_size=4)):
            cell = cells[-1] + step
            if cell in open_cells and cell not in cells and digits[cell] not in {digits[one] for one in cells}:
                cells.append(cell)
        if open_cells.issuperset(cells):
            open_cells.difference_update(cells)
            cages.append(Cage(tuple(cells), sum(digits[cell] for cell in cells)))
    givens = draw(st.sets(st.integers(0, n * n - 1), max_size=n * n // 3))
    return Puzzle(grid, tuple(digits[cell] * (cell in givens) for cell in range(n * n)), rules=tuple(cages))


@settings(deadline=None, max_examples=100)
@given(some_cages())
def test_proofs_by_cages_drawn_by_chance_are_sound(puzzle: Puzzle) -> None:
    """There may be many solutions: what the candidates and cages leave is all that a proof may use."""
    board = Board.of(puzzle)
    techniques = [*techniques_to("Hidden Single"), *(NAMED[name] for name in sorted(CAGES))]
    for step in islice(explain(board, techniques=techniques), 60):
        if step.technique.name in CAGES:
            TotalsReader(board).judge(describe(step, board.geometry), step)


def test_the_judge_of_cages_finds_what_is_not_so() -> None:
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((3, 4), 3), Cage((0, 1, 2), 6))))
    for cell in (3, 4):
        for digit in range(3, 10):
            board.eliminate(cell, digit)
    board.eliminate(4, 1)
    step = next(NAMED["Cage Combinations"](board))
    assert step.eliminations == ((3, 2),)
    proof = describe(step, board.geometry)
    assert proof == (
        "Cage Combinations. The cage of r1c4 and r1c5 adds up to 3. That is 1+2. "
        "With 2 in r1c4, there is no place for 1. So that can't be: r1c4 can't be 2."
    )
    TotalsReader(board).judge(proof, step)
    for false in (
        # What was once said: it strikes a digit that the list holds.
        "The cage of r1c4 and r1c5 adds up to 3. That is 1+2. So nothing else is there: r1c4 can't be 2.",
        proof.replace("adds up to 3", "adds up to 4"),
        proof.replace("r1c5", "r1c6"),
        proof.replace("1+2.", "1+2 or 1+3."),
        proof.replace("With 2 in r1c4", "With 1 in r1c4"),
        proof.replace("place for 1", "place for 2"),
        proof.replace("r1c4 can't be 2", "r1c4 can't be 1"),
        proof.replace("So that can't be", "So it is not"),
    ):
        with pytest.raises(AssertionError):
            TotalsReader(board).judge(false, step)


def test_a_cage_says_how_it_reaches_its_total() -> None:
    [killer] = read((EXAMPLES / "killer.json").read_text())
    board = Board.of(killer)
    proofs = [describe(step, board.geometry) for step in explain(board)]
    assert "The cage of r1c5 and r2c5 adds up to 15. That is 6+9 or 7+8. So nothing else is there" in proofs[0]
    must = next(proof for proof in proofs if proof.startswith("Cage Must Hold"))
    assert "and whatever it holds, 9 is in it. So 9 is in r4c6, r5c5 or r5c6" in must


def test_a_contradiction_is_shown_by_where_it_ends_not_by_what_is_refuted() -> None:
    names = set()
    for puzzle in islice(read((EXAMPLES / "hardest.txt").read_text()), 3):
        board, name = Board.of(puzzle), puzzle.grid.cell_name
        for step in explain(board):
            pattern = describe(step, board, Detail.DIGITS).partition(": look at ")[2]
            answers = {f"{digit} in {name(cell)}" for cell, digit in (*step.placements, *step.eliminations)}
            assert pattern not in answers
            names.add(step.technique.name)
    assert names & {"Forcing Chain Contradiction", "Forcing Net Contradiction"}


def test_a_contradiction_without_a_link_is_told_all_the_same() -> None:
    """The last place of a digit, which is a hidden single too: there is nothing to follow."""
    board = Board.of(
        Puzzle.classic("81..6.........9....7.8..1.6.65...3..74.3.5..........7...9....5....14...8..3..7...")
    )
    step = next(step for step in forcing_chain_contradiction(board) if not any(step.reason.links))
    assert describe(step, board) == (
        "Forcing Chain Contradiction. If r2c5 weren't 1, a cell or a house would have no candidate left. "
        "That is impossible: r2c5 is 1."
    )
