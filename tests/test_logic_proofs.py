"""Proofs: in this board's own cells and digits, and true in its solution."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.formats import read
from farandole.logic import EXTRA, TECHNIQUES, Board, Detail, explain, explainer, say
from farandole.logic.proofs import _ways
from farandole.puzzle import Puzzle

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMED = {technique.name: technique for technique in (*TECHNIQUES, *EXTRA)}
CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: (?:and|or|nor) {CELL})?"


class Reader:
    """Says whether sentences hold in a solution."""

    def __init__(self, digit_at: Callable[[str], int]) -> None:
        self.digit_at = digit_at
        self.it = ""

    def holds(self, claim: str) -> bool:
        """Judge a claim; `it` is the cell named last."""
        if found := re.fullmatch(rf"({CELL}|it) is (not )?(\d+)", claim):
            cell, is_not, digit = found.groups()
            self.it = self.it if cell == "it" else cell
            return (self.digit_at(self.it) == int(digit)) is not bool(is_not)
        found = re.fullmatch(rf"(\d+) is in (neither |none of )?({CELLS})", claim)
        assert found, claim
        digit, is_not, cells = found.groups()
        return any(self.digit_at(cell) == int(digit) for cell in re.findall(CELL, cells)) is not bool(is_not)

    def follows(self, sentence: str) -> bool:
        """Judge "If this, then that, so that": all of it is true if the first is."""
        first, *others = re.split(r", (?:then |so )", sentence.removeprefix("If "))
        if not self.holds(first):
            return True
        return all(self.holds(claim.split(" by ")[0]) for claim in others)


def solved(puzzle: Puzzle) -> Callable[[str], int]:
    """Make a function from the name of a cell to its digit in the solution."""
    solution = puzzle.solve()
    assert solution is not None
    return dict(zip(map(puzzle.grid.cell_name, range(81)), solution.digits, strict=True)).__getitem__


def check(proof: str, digit_at: Callable[[str], int]) -> int:
    """Judge what a proof says of the solution; count the sentences that could be judged."""
    reader = Reader(digit_at)
    sets = {name: re.findall(CELL, cells) for name, cells in re.findall(rf"([A-Z]) is ({CELLS}), with", proof)}
    n_judged = 0
    for sentence in re.split(r"[.:;] ", proof.removesuffix(".")):
        ends = rf"(?:{CELL} is \d+|\d+ is in {CELLS})"
        if re.match(rf"If {CELL} is|If \d+ is in", sentence) and " lacks it" not in sentence and ", the" in sentence:
            assert reader.follows(sentence), sentence
        elif found := re.fullmatch(rf"So ({ends}) or ({ends})", sentence):
            assert any(map(reader.holds, found.groups())), sentence
        elif found := re.fullmatch(rf"(?:So|In \w+ \d+,) (\d+ is in {CELLS})", sentence):
            assert reader.holds(found[1]), sentence
        elif found := re.fullmatch(rf"(?:So )?({CELL}) is ([\d, or]+)", sentence):
            assert str(digit_at(found[1])) in re.findall(r"\d+", found[2]), sentence
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


@pytest.mark.parametrize("name", ["hardest.txt", "thousand.txt"])
def test_what_proofs_say_is_true(name: str) -> None:
    """Chains that begin with what is so lead to what is so; of two ends one is true; and so on."""
    n_judged = 0
    for puzzle in islice(read((EXAMPLES / name).read_text()), 8 if name == "hardest.txt" else 40):
        digit_at = solved(puzzle)
        board = Board.of(puzzle)
        steps = list(explain(board))
        if name == "thousand.txt":
            steps += [step for step, _ in explainer.rate(puzzle).path]
        for step in steps:
            n_judged += check(say(step, board.frame), digit_at)
    assert n_judged > 100


def test_what_chains_and_nets_say_is_true_where_singles_are_left() -> None:
    n_judged = 0
    for puzzle in islice(read((EXAMPLES / "thousand.txt").read_text()), 4):
        digit_at = solved(puzzle)
        board = Board.of(puzzle)
        for name in ("Forcing Net Contradiction", "Forcing Net Verity", "Forcing Chain Verity"):
            for step in islice(NAMED[name](board), 100):
                assert "  " not in say(step, board.frame, Detail.DIGITS)  # what is true at once has no chain
                n_judged += check(say(step, board.frame), digit_at)
    assert n_judged > 100


@pytest.mark.parametrize(
    ("technique", "line", "after", "sentences"),
    [
        (
            "XYZ-Wing",
            "..8...5...4...2.9.7.......3.2...4......93.......2.1.6.5.......8.1.6...2...3...7..",
            68,
            [r"\w+ is \d or \d, if not \d itself; \w+ and \w+, which it sees, have one of these each, and \d"],
        ),
        (
            "Almost Locked Set XZ-Rule",
            "...........9..62......3..7419.........7.4.9..4.2..5.....86...37..53.8....6......1",
            17,
            [
                "A and B can't both hold 1, for their places of it all see each other",
                "If A lacks 4, it holds 1, so B lacks 1 and holds 4",
                "So A or B holds 4: 4 leaves r9c8",
            ],
        ),
    ],
)
def test_a_proof_argues_with_this_boards_digits(
    technique: str, line: str, after: int, sentences: Sequence[str]
) -> None:
    board = Board.of(Puzzle.classic(line))
    steps = explain(board, techniques=(*TECHNIQUES[:after], NAMED[technique]))
    step = next((step for step in steps if step.technique is NAMED[technique]), None)
    assert step is not None
    proof = say(step, board.frame)
    for sentence in sentences:
        assert re.search(sentence, proof), proof


def test_a_net_that_places_a_digit_twice_is_told_by_what_came_first() -> None:
    """Here two singles of a round see each other, and the house of one has no place left but no place struck either."""
    line = "9.......5.4.3...6...2...1...8.74........2.......8.6.7.1.....9...3...7.4...5.....2"
    puzzle = Puzzle.classic(line)
    digit_at = solved(puzzle)
    board = Board.of(puzzle)
    nets = [step for step in explain(board) if step.technique.name == "Forcing Net Contradiction"]
    assert any(check(say(step, board.frame), digit_at) for step in nets)


def test_brute_force_gives_no_reason() -> None:
    [puzzle] = islice(read((EXAMPLES / "hardest.txt").read_text()), 1)
    board = Board.of(puzzle)
    step = next(NAMED["Brute Force"](board))
    assert "left" not in say(step, board.frame)


@given(st.lists(st.sets(st.integers(1, 9), min_size=1), min_size=1, max_size=4), st.integers(1, 30))
def test_the_ways_to_a_total_are_all_there_are(choices: list[set[int]], total: int) -> None:
    def fill(left: Sequence[set[int]], used: tuple[int, ...]) -> set[tuple[int, ...]]:
        if not left:
            return {tuple(sorted(used))} if sum(used) == total else set()
        return set().union(*(fill(left[1:], (*used, digit)) for digit in left[0] if digit not in used))

    fitting = [(cell, digit) for cell, digits in enumerate(choices) for digit in digits]
    assert _ways((1 << len(choices)) - 1, fitting, total) == sorted(fill(choices, ()))
    assert _ways((1 << len(choices) + 1) - 1, fitting, total) == []  # a filled cell: nobody knows what it adds


def test_a_cage_says_how_it_reaches_its_total() -> None:
    [killer] = read((EXAMPLES / "killer.json").read_text())
    board = Board.of(killer)
    proofs = [say(step, board.frame) for step in explain(board)]
    assert "The cage of r1c5 and r2c5 adds up to 15. That is 6+9 or 7+8. So nothing else is there" in proofs[0]
    must = next(proof for proof in proofs if proof.startswith("Cage Must Hold"))
    assert "and all that it can hold has a 9 in it. So 9 is in r4c6, r5c5 or r5c6" in must
