"""Steps through rules: what they eliminate and what their sentences say, by brute force of the rules that they name."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import prod
from operator import mul

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, small_puzzles

from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid import Grid
from farandole.grid.house_names import house_name
from farandole.logic import Board, Step, Technique, describe, explain
from farandole.logic.inference.fillings import RuleGroup
from farandole.logic.techniques.cages import cage_combinations
from farandole.logic.techniques.crossing_rules import house_and_crossing_rules
from farandole.logic.techniques.equivalence_sums import set_equivalence_with_sums
from farandole.logic.techniques.rule_combinations import (
    house_and_rules,
    rule_combinations,
    rule_must_hold,
    three_rules,
    two_rules,
)
from farandole.logic.techniques.rule_contradictions import CONTRADICTIONS, rule_contradiction
from farandole.logic.techniques.rule_forcing import rule_forcing
from farandole.logic.wording.exclusions import explain_in_own_words
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Arrow,
    Between,
    Cage,
    Consecutive,
    NotConsecutive,
    Renban,
    Rule,
    Thermo,
    Whispers,
    nonconsecutive,
)

TECHNIQUES = (
    *(rule_combinations, rule_must_hold, house_and_rules, two_rules, three_rules),
    *(house_and_crossing_rules, *CONTRADICTIONS, rule_forcing, set_equivalence_with_sums),
)
MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)
Cells = tuple[int, ...]
Masks = dict[int, set[int]]
NAMES = r"r\d+c\d+(?:(?:, | and | or )r\d+c\d+)*"
MOST_CELLS = 9  # that are tried by brute force
MOST_WAYS = 300_000  # to fill the cells of a proof's sentence


@dataclass(frozen=True)
class Total:
    """A sum that a sentence states: each cell with its coefficient."""

    coefficients: dict[int, int]
    total: int

    @property
    def scope(self) -> Cells:
        return tuple(self.coefficients)

    def holds(self, digits: tuple[int, ...]) -> bool:
        return bool(self.total == sum(map(mul, self.coefficients.values(), digits)))

    @classmethod
    def read(cls, sum_of_cells: str, total: int, number_of: dict[str, int]) -> "Total":
        """Read a sum such as 2·r1c1 + r1c2 − r2c2."""
        terms = re.findall(r"(−?) ?(?:(\d+)·)?(r\d+c\d+)", sum_of_cells)
        return cls({number_of[name]: (-1 if sign else 1) * int(times or 1) for sign, times, name in terms}, total)

    def follows_on(self, board: Board) -> bool:
        """Return whether houses and sums of rules, added and taken away, say the same."""
        n_cells, n_digits = board.geometry.n_cells, board.geometry.n_digits
        rows = [(dict.fromkeys(bits(cells), 1), n_digits * (n_digits + 1) // 2) for cells in full_houses(board)]
        for rule in board.rules:
            for cells, coefficients, total in rule.equations(board.geometry.grid):
                rows.append((dict(zip(cells, coefficients, strict=True)), total))
        rows.append((self.coefficients, self.total))
        matrix = np.array([[terms.get(cell, 0) for cell in range(n_cells)] + [total] for terms, total in rows])
        return bool(np.linalg.matrix_rank(matrix) == np.linalg.matrix_rank(matrix[:-1]))


def full_houses(board: Board) -> list[int]:
    geometry = board.geometry
    return [cells for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full]


def candidates_of(board: Board) -> Masks:
    return {
        cell: {board.values[cell]} if board.values[cell] else set(digits_of(board.masks[cell]))
        for cell in range(board.geometry.n_cells)
    }


def fillings(board: Board, masks: Masks, cells: Cells, rules: tuple[Rule | Total, ...]) -> Iterator[dict[int, int]]:
    """Fill cells in every way that the rules and the houses among the cells allow."""

    def fill(held: dict[int, int]) -> Iterator[dict[int, int]]:
        if len(held) == len(cells):
            if all(rule.holds(tuple(held[cell] for cell in rule.scope)) for rule in rules):
                yield dict(held)
            return
        cell = cells[len(held)]
        for digit in masks[cell]:
            if all(digit != other or not board.geometry.peers[cell] >> peer & 1 for peer, other in held.items()):
                yield from fill(held | {cell: digit})

    return fill({})


def cells_of(step: Step) -> Cells:
    """The cells of a step and of its rules: a step of a part of a rule has fewer cells than the rule."""
    return tuple(bits(step.reason.cells | set_of(cell for rule in step.reason.rules for cell in rule.scope)))


def numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"(?<![rc\d])\d+", text)}


def judge(step: Step, board: Board) -> None:
    """Compare a step and its sentences with all fillings of its cells."""
    cells, name = cells_of(step), board.geometry.grid.cell_name
    number_of = {name(cell): cell for cell in range(board.geometry.n_cells)}
    ways = list(fillings(board, candidates_of(board), cells, step.reason.rules))
    left = {cell: {way[cell] for way in ways} for cell in cells}
    said = describe(step, board)
    n_judged = 0
    for claims in re.findall(r"With the candidates of its cells, (.*?)(?:\. |, so )", said):
        for names, limit, digit in re.findall(r"((?:r\d+c\d+|, | and )+) (?:is|are) at (least|most) (\d+)", claims):
            for cell in re.findall(r"r\d+c\d+", names):
                end = min(left[number_of[cell]]) if limit == "least" else max(left[number_of[cell]])
                assert end == int(digit), said
        n_judged += 1
    for names, listed in re.findall(r"With their candidates, ((?:r\d+c\d+|, | and )+) can only be ([\d\- or,]+)", said):
        known = [number_of[each] for each in re.findall(r"r\d+c\d+", names)]
        assert set(re.findall(r"[\d-]+", listed)) == {"-".join(str(way[cell]) for cell in known) for way in ways}, said
        n_judged += 1
    for names, listed in re.findall(rf"({NAMES}) can only be (\d+(?:(?:, | or )\d+)*)(?![-\d])", said):
        if not re.search(r"\d-\d", said):
            assert all(numbers(listed) == left[number_of[cell]] for cell in re.findall(r"r\d+c\d+", names)), said
            n_judged += 1
    for digits, names in re.findall(r"No way to fill its cells has ([\d, or]+) in ((?:r\d+c\d+|, | or )+)", said):
        assert all(numbers(digits).isdisjoint(left[number_of[each]]) for each in re.findall(r"r\d+c\d+", names)), said
        n_judged += 1
    for digits, names in re.findall(rf"In every way to fill its cells, ([\d, and]+) (?:is|are) in ({NAMES})", said):
        places = {number_of[each] for each in re.findall(r"r\d+c\d+", names)}
        for digit in numbers(digits):
            assert all(digit in {way[cell] for cell in places} for way in ways), said
        n_judged += 1
    n_judged += judge_own_words(step, board)
    for digit, names, cell in re.findall(r"No candidate of (r\d+c\d+) goes with ([\d, or]+) in (r\d+c\d+)", said):
        other, masks = number_of[digit], candidates_of(board)
        every = set(range(1, board.geometry.n_digits + 1))
        free = {one: masks[one] if one in (other, number_of[cell]) else every for one in masks}
        at_all = fillings(board, free, cells, step.reason.rules) if len(cells) <= 4 else iter(ways)
        assert numbers(names).isdisjoint({way[number_of[cell]] for way in at_all}), said
        n_judged += 1
    needs = r"With ([\d, or]+) in (r\d+c\d+), (r\d+c\d+) would have to be ([\d, or]+), but can only be ([\d, or]+)"
    for digits, where, single, need, held in re.findall(needs, said):
        other, masks = number_of[single], candidates_of(board)
        assert masks[other] == numbers(held), said
        free = masks | {number_of[where]: numbers(digits), other: set(range(1, board.geometry.n_digits + 1))}
        at_all = fillings(board, free, cells, step.reason.rules) if len(cells) <= 4 else iter(())
        assert {way[other] for way in at_all} <= numbers(need), said
        n_judged += 1
    for names, digit in re.findall(r"Every way to fill ((?:r\d+c\d+|, | and )+) has a (\d+)", said):
        part = [number_of[each] for each in re.findall(r"r\d+c\d+", names)]
        assert all(int(digit) in {way[cell] for cell in part} for way in ways), said
        n_judged += 1
    for digit in re.findall(r"Every way to fill its cells has a (\d+)", said):
        assert all(int(digit) in way.values() for way in ways), said
        n_judged += 1
    assert n_judged, said
    if step.technique is not rule_must_hold:
        expected = {
            (cell, d) for cell in cells if not board.values[cell] for d in candidates_of(board)[cell] - left[cell]
        }
        assert set(step.eliminations) == expected, said


def judge_own_words(step: Step, board: Board) -> int:
    """Return how many sentences of a rule a step has; their truth is tested with the rules."""
    rules = step.reason.rules
    if step.technique is rule_must_hold or len(rules) > 1 or step.reason.houses:
        return 0
    masks = {cell: bit_of(board.values[cell]) or board.masks[cell] for cell in rules[0].scope}
    return len(explain_in_own_words(rules[0], masks, step.eliminations, board.geometry)[0])


@pytest.mark.parametrize("marks", [{5: 14}, {2: 14}])
def test_a_house_that_a_rule_makes_is_judged(marks: dict[int, int]) -> None:
    cells = (0, 1, 2, 13) if 5 in marks else (0, 1, 2, 4)
    masks = tuple(marks.get(cell, 15) for cell in range(16))
    are_steps_right(Puzzle(Grid.classic((2, 2)), (0,) * 16, masks, (AllDifferent(cells),)))


@pytest.mark.parametrize("name", RULES)
@examples_of_each(25)
@given(data=st.data())
def test_steps_of_each_rule_are_those_of_brute_force(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2)))
    are_steps_right(puzzle)


@examples(150)
@given(puzzle=small_puzzles(MIXED))
def test_steps_of_mixed_rules_are_those_of_brute_force(puzzle: Puzzle) -> None:
    are_steps_right(puzzle)


def are_steps_right(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    for technique in TECHNIQUES:
        for step in technique(board):
            for cell, digit in step.eliminations:
                assert all(solution[cell] != digit for solution in solutions), describe(step, board)
            if step.technique in CONTRADICTIONS:
                judge_contradiction(step, board)
            elif step.technique is rule_forcing:
                judge_forcing(step, board)
            elif step.technique is set_equivalence_with_sums:
                judge_sums(step, board)
            elif len(cells_of(step)) <= MOST_CELLS:
                judge(step, board)


class ProofJudge:
    """Follows the sentences of a proof: each has to hold on the board that those before it leave."""

    def __init__(self, board: Board, said: str) -> None:
        grid = board.geometry.grid
        self.board, self.said, self.masks = board, said, candidates_of(board)
        self.number_of = {grid.cell_name(cell): cell for cell in range(grid.n_cells)}
        self.rule_of = {rule.describe_at(" ".join(map(grid.cell_name, rule.scope))): rule for rule in board.rules}
        self.houses = {house_name(grid, number): house.cells for number, house in enumerate(grid.houses)}

    def place(self, cell: int, digit: int) -> None:
        self.masks[cell] = {digit}
        for peer in bits(self.board.geometry.peers[cell]):
            self.masks[peer].discard(digit)

    def cells_in(self, names: str) -> list[int]:
        return [self.number_of[each] for each in re.findall(r"r\d+c\d+", names)]

    def see(self, cell: int, others: Iterable[int]) -> bool:
        return all(self.board.geometry.peers[cell] >> other & 1 for other in others)

    def sources_of(self, text: str) -> tuple[Cells, tuple[Rule | Total, ...]]:
        """Read a rule, a sum that houses and rules leave, or a house with its rules; return their cells, too."""
        if match := re.fullmatch(r"In (?:.*), the sums of rules leave (.*) = (\d+)", text):
            total = Total.read(match[1], int(match[2]), self.number_of)
            assert total.follows_on(self.board), self.said
            return total.scope, (total,)
        house: Cells = ()
        if text not in self.rule_of and (match := re.fullmatch(r"In (.*?): (.*)", text)):
            house, text = self.houses[match[1]], match[2]
        members = [text] if text in self.rule_of else text.split("; ")
        rules = tuple(self.rule_of[each] for each in members)
        return tuple(dict.fromkeys([*house, *(cell for rule in rules for cell in rule.scope)])), rules

    def ways(self, cells: Cells, sources: tuple[Rule | Total, ...]) -> list[dict[int, int]] | None:
        """List the fillings; None if there are too many cells to try."""
        if prod(len(self.masks[cell]) for cell in cells) > MOST_WAYS:
            return None
        return list(fillings(self.board, self.masks, cells, sources))

    def exclude(self, effects: str, is_excluded: Callable[[int, int], bool]) -> None:
        for names, digits in re.findall(r"((?:r\d+c\d+(?:, | and )?)+) can't be ([\d, or]+)", effects):
            for cell in self.cells_in(names):
                assert all(is_excluded(cell, digit) for digit in numbers(digits)), self.said
                self.masks[cell] -= numbers(digits)

    def follow(self, sentence: str) -> None:
        """Judge a sentence, and apply it."""
        masks, said = self.masks, self.said
        text, _, effects = sentence.rpartition(", so ")
        if match := re.fullmatch(r"Then (r\d+c\d+) can only be (\d+)", sentence):
            cell, only = self.number_of[match[1]], int(match[2])
            assert masks[cell] == {only}, said
            self.place(cell, only)
        elif match := re.fullmatch(r"Then (r\d+c\d+) is the only place for (\d+) in (.*)", sentence):
            cell, only = self.number_of[match[1]], int(match[2])
            assert [each for each in self.houses[match[3]] if only in masks[each]] == [cell], said
            self.place(cell, only)
        elif match := re.fullmatch(r"Then singles follow, one from another: (.*)", sentence):
            for name, held in re.findall(r"(r\d+c\d+) is (\d+)", match[1]):
                cell, only = self.number_of[name], int(held)
                assert masks[cell] == {only} or self.is_hidden(cell, only), said
                self.place(cell, only)
        elif match := re.fullmatch(r"Then (\d+) of (.*) is in (.*)", text):
            locked, places = int(match[1]), self.cells_in(match[3])
            assert [each for each in self.houses[match[2]] if locked in masks[each]] == places, said
            self.exclude(effects, lambda cell, digit: digit == locked and self.see(cell, places))
        elif match := re.fullmatch(r"Then (.*) have the same two digits left", text):
            one, other = self.cells_in(match[1])
            assert len(masks[one]) == 2, said
            assert masks[one] == masks[other], said
            assert self.see(one, [other]), said
            self.exclude(effects, lambda cell, digit: digit in masks[one] and self.see(cell, (one, other)))
        elif match := re.fullmatch(r"(.*), and every way to fill its cells has (\d+) in (.*)", text):
            needed, places = int(match[2]), self.cells_in(match[3])
            cells, sources = self.sources_of(match[1])
            ways = self.ways(cells, sources)
            assert [cell for cell in sorted(cells) if needed in masks[cell]] == sorted(places), said
            assert ways is None or all(needed in way.values() for way in ways), said
            self.exclude(effects, lambda cell, digit: digit == needed and self.see(cell, places))
        else:
            cells, sources = self.sources_of(text)
            ways = self.ways(cells, sources)
            left = masks if ways is None else {cell: {way[cell] for way in ways} for cell in cells}
            before = {cell: set(digits) for cell, digits in left.items()}
            self.exclude(effects, lambda cell, digit: ways is None or digit not in before[cell])

    def is_hidden(self, cell: int, digit: int) -> bool:
        full = [house for house in self.houses.values() if len(house) == self.board.geometry.n_digits]
        return any([each for each in house if digit in self.masks[each]] == [cell] for house in full)

    def contradict(self, sentence: str) -> None:
        """Judge the last sentence of a contradiction."""
        if match := re.match(r"Then (r\d+c\d+) has no candidate left", sentence):
            assert not self.masks[self.number_of[match[1]]], self.said
        elif match := re.match(r"Then (.*) has no place for (\d+)", sentence):
            assert all(int(match[2]) not in self.masks[cell] for cell in self.houses[match[1]]), self.said
        else:
            match = re.match(r"Then this rule can't hold: (.*), so ", sentence)
            assert match, self.said
            assert not self.ways(*self.sources_of(match[1])), self.said


def judge_contradiction(step: Step, board: Board) -> None:
    """Follow a contradiction sentence by sentence."""
    said = describe(step, board)
    [(wrong, digit)] = step.eliminations
    _, supposed, *sentences, last = said.removesuffix(".").split(". ")
    assert supposed == f"Suppose that {board.geometry.grid.cell_name(wrong)} is {digit}"
    judge = ProofJudge(board, said)
    judge.place(wrong, digit)
    for sentence in sentences:
        judge.follow(sentence)
    judge.contradict(last)


def judge_sums(step: Step, board: Board) -> None:
    """Check the totals that a set equivalence states, and what follows from the sum that is left."""
    said = describe(step, board)
    assert step.reason.equivalence is not None
    added, taken = step.reason.equivalence
    judge = ProofJudge(board, said)
    match = re.search(r"So ([^=.]*) = (-?\d+)\. ", said)
    assert match, said
    total = Total.read(match[1], int(match[2]), judge.number_of)
    assert total.follows_on(board), said
    times = Counter({cell: 1 + (added.twice >> cell & 1) for cell in bits(added.cells)})
    times.subtract({cell: 1 + (taken.twice >> cell & 1) for cell in bits(taken.cells)})
    more = re.search(r"So the total of A is (\d+) more than the total of B", said)
    assert more or "So A and B have the same total" in said, said
    assert Total(dict(times), int(more[1]) if more else 0).follows_on(board), said
    ways = judge.ways(total.scope, (total,))
    assert ways is None or all(way[cell] != digit for way in ways for cell, digit in step.eliminations), said


def judge_forcing(step: Step, board: Board) -> None:
    """Follow each case of a forcing; one of the cases must be true, and each must exclude the candidate."""
    said, name = describe(step, board), board.geometry.grid.cell_name
    [(wrong, digit)] = step.eliminations
    lead, *lines, end = said.split("\n")
    assert end.startswith("The result is the same in each case"), said
    cases = [(cell, node.digit) for node in step.reason.starts for cell in bits(node.cells)]
    if step.reason.houses:
        [house], held = step.reason.houses, cases[0][1]
        places = [cell for cell in bits(board.geometry.houses[house]) if held in candidates_of(board)[cell]]
        assert sorted(cases) == [(cell, held) for cell in places], said
    else:
        assert cases == [(cases[0][0], held) for held in digits_of(board.masks[cases[0][0]])], said
    assert f"{name(wrong)} can't be {digit}" in lead, said
    left = list(cases)
    judge = ProofJudge(board, said)
    for line in lines:
        sentence = line.strip().removesuffix(".")
        if line.startswith("    "):
            judge.follow(sentence)
            continue
        if left != cases:
            assert digit not in judge.masks[wrong], said
        judge = ProofJudge(board, said)
        cell, held = left.pop(0)
        assert re.match(rf"(Suppose that|If) {name(cell)} is {held}\b", sentence), said
        judge.place(cell, held)
    assert digit not in judge.masks[wrong], said
    assert not left, said


@pytest.mark.parametrize(
    ("rule", "given", "technique", "said"),
    [
        (
            Thermo("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8"),
            ".",
            rule_combinations,
            "more than 2, because r1c8 comes later and is at most 9.",
        ),
        (
            Renban("r1c1 r1c2 r1c3 r1c4"),
            "2",
            rule_combinations,
            "No digit is more than 5, because r1c1 is at most 2 and",
        ),
        (
            Between("r2c1 r2c2 r2c3"),
            ".",
            rule_combinations,
            "r2c2 is less than one of the circles, and these are at most 9",
        ),
        (
            Arrow("r2c4 r3c5 r4c6"),
            ".",
            rule_combinations,
            "The cells of the arrow add up to at least 2 and at most 18.",
        ),
        (
            Arrow("r1c1 r1c2 r1c3 r1c4"),
            ".",
            rule_combinations,
            "The cells of the arrow add up to at least 6 and at most 24. The circle is at most 9, and the other cells "
            "of the arrow add up to at least 3, so r1c2, r1c3 and r1c4 can't be more than 6, so",
        ),
        (
            Consecutive("r1c1 r2c1"),
            "1",
            rule_combinations,
            "No candidate of r1c1 is consecutive with 3, 4, 5, 6, 7, 8 or 9, so",
        ),
        (Whispers("r1c1 r1c2"), ".", rule_combinations, "No digit differs from 5 by at least 5, so r1c1 and"),
        (Renban("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6"), ".", rule_must_hold, "its cells has a 4. So 4 is in r1c1, r1c2"),
    ],
)
def test_one_rule_in_words(rule: Rule, given: str, technique: Technique, said: str) -> None:
    board = Board.of(Puzzle.of(Grid.classic(), given + "." * 80, rules=[rule]))
    assert said in describe(next(technique(board)), board)


def test_a_house_names_only_the_crossing_rules_that_it_needs() -> None:
    """With what the cage of r1c4 left, that of r1c1 settles where 6 to 9 are in row 1; the last two don't matter."""
    cages = [("r1c1 r1c2 r2c1", 24), ("r1c4 r1c5 r2c5", 23), ("r1c7 r2c7", 10), ("r1c8 r1c9 r2c9", 8)]
    board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[Cage(*cage) for cage in cages]))
    for step in cage_combinations(board):
        step.apply(board)
    assert describe(next(house_and_crossing_rules(board)), board) == (
        "Cage (House and Crossing Rules). In row 1: Cage r1c1 r1c2 r2c1: no repeats, sum 24. In every way to "
        "fill its cells, 7 is in r1c1 or r1c2. With the candidates of its cells, r1c3 and r1c6 are at most 5 and "
        "r1c7 is at most 4, so r2c1 can't be 7; r1c3, r1c6 and r1c7 can't be 6, 7, 8 or 9."
    )


def test_a_classic_board_has_no_such_steps() -> None:
    board = Board.of(Puzzle.classic("." * 81))
    for technique in TECHNIQUES:
        assert not list(technique(board))


@pytest.mark.parametrize(
    ("technique", "limit"),
    [(two_rules, 1200), (three_rules, 1800), (rule_contradiction, 20_000)],
)
def test_many_rules_take_no_longer_than_a_few_hundred(
    technique: Technique, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 16x16 grid without consecutive neighbors has 480 rules, and 20,000 pairs of them that meet."""
    grid = Grid.classic(16)
    board = Board.of(Puzzle.of(grid, "3" + "." * 255, rules=nonconsecutive(grid)))
    n_asked = 0
    supports = RuleGroup.supports

    def count(group: RuleGroup, masks: tuple[int, ...]) -> tuple[int, ...]:
        nonlocal n_asked
        n_asked += 1
        return supports(group, masks)

    monkeypatch.setattr(RuleGroup, "supports", count)
    list(technique(board))
    assert 0 < n_asked <= limit


def test_dots_alone_are_explained_to_the_end() -> None:
    """A consecutive puzzle, in which pairs without a dot aren't consecutive, needs no guess."""
    grid = Grid.classic()
    line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    pairs = [(cell, cell + 1) for cell in range(81) if cell % 9 < 8] + [(cell, cell + 9) for cell in range(72)]
    rules = [
        (Consecutive if abs(int(line[one]) - int(line[other])) == 1 else NotConsecutive)((one, other))
        for one, other in pairs
    ]
    puzzle = Puzzle(grid, (0, 3, *[0] * 79), rules=tuple(rules))  # without the 3, d and 10 - d could be swapped
    assert puzzle.is_unique()
    names = {step.technique.name for step in explain(puzzle)}
    assert "Brute Force" not in names
    assert "Rule Combinations" in names
