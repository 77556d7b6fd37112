"""Mistakes: a hint names the rule that a wrong digit breaks, or that needs a crossed-out candidate."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, rules, small_puzzles

from farandole.bitsets import bit_of, digits_of
from farandole.errors import RuleError
from farandole.grid import Grid
from farandole.logic import Board, hint
from farandole.logic.board import geometry_of
from farandole.logic.inference.deductions import Clash, Deduction, Trial, clashes, deduce, follows
from farandole.logic.mistakes import BrokenRules, Mistake, MistakeReason, Proof, Repeat, describe_mistake, find_reason
from farandole.logic.techniques.rule_contradictions import describe_briefly, suppose
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    Battlefield,
    Cage,
    Consecutive,
    Greater,
    Lunchbox,
    Nabner,
    PillArrow,
    Rule,
    Sandwich,
    SumUntil,
    Thermo,
)
from mistake_boards import BOARDS, LINE


@pytest.mark.parametrize(("rules_added", "right", "wrong", "sentence"), BOARDS)
def test_a_mistake_is_told_in_the_words_of_its_rule(
    rules_added: list[Rule], right: str, wrong: str, sentence: str
) -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=rules_added)
    digits = {cell: int(digit) for cell, digit in (entry.split("=") for entry in right.split())}
    cell, sign, digit = wrong.partition("=") if "=" in wrong else wrong.partition("-")
    if sign == "=":
        told = hint(puzzle, digits | {cell: int(digit)})
    else:
        told = hint(puzzle, digits, notes={cell: set(range(1, 10)) - {int(digit)}})
    said = told.describe()
    assert said.startswith(f"{sentence}. "), said
    lines = [rule.describe_at(" ".join(map(puzzle.grid.cell_name, rule.scope))) for rule in puzzle.rules]
    assert all(line in said for line in lines), said


def test_there_are_forty_boards_and_every_kind_of_rule() -> None:
    assert len(BOARDS) >= 40
    assert {type(rule) for rules_added, *_ in BOARDS for rule in rules_added} == {
        kind for name, kind in RULES.items() if name != "automaton"
    }


# ── By brute force ──────────────────────────────────────────────────────────────────────────────────────────────────

Fillings = list[tuple[int, ...]]
MAX_CELLS = 8  # that are filled by brute force


def fill(
    board: Board, cells: Sequence[int], masks: dict[int, int], members: Sequence[Rule]
) -> Iterator[dict[int, int]]:
    """Fill cells in every way that the rules and the houses among the cells allow."""
    for filling in product(*(digits_of(masks[cell]) for cell in cells)):
        held = dict(zip(cells, filling, strict=True))
        if all(
            held[one] != held[other] or not board.geometry.peers[one] >> other & 1
            for one in cells
            for other in cells
            if one < other
        ) and all(rule.holds(tuple(held[cell] for cell in rule.scope)) for rule in members):
            yield held


def judge(board: Board, mistake: Mistake, reason: BrokenRules, said: str) -> None:
    """Fill the cells of rules with no more than the facts: nothing may be left."""
    full = (1 << board.geometry.n_digits) - 1
    own = bit_of(mistake.digit) if mistake.is_entered else full & ~bit_of(mistake.digit)
    facts = dict(reason.facts)
    for cell, mask in reason.facts:
        now = bit_of(board.values[cell]) or board.masks[cell]
        if cell == mistake.cell:
            now &= ~bit_of(mistake.digit)
        assert not now & ~mask, said
    cells = [cell for rule in reason.rules for cell in rule.scope]
    cells += [cell for house in reason.houses for cell in board.geometry.cells[house]]
    cells = list(dict.fromkeys(cells))
    if len(cells) > MAX_CELLS:
        return
    masks = {cell: facts.get(cell, own if cell == mistake.cell else full) for cell in cells}
    assert not any(fill(board, cells, masks, reason.rules)), said
    for name, need, can in re.findall(r"(r\d+c\d+) would have to be ([\d, or]+), but can only be ([\d, or]+)", said):
        cell = board.geometry.grid.cells_of([name])[0]
        assert {int(digit) for digit in re.findall(r"\d+", can)} == set(digits_of(board.masks[cell])), said
        ways = fill(board, cells, masks | {cell: full}, reason.rules)
        assert {int(digit) for digit in re.findall(r"\d+", need)} == {way[cell] for way in ways}, said


def judge_proof(board: Board, mistake: Mistake, proof: Proof, said: str) -> None:
    """Follow a proof step by step, and also the contradiction of each candidate that it excludes first."""
    supposed = board.copy()
    (supposed.place if mistake.is_entered else supposed.eliminate)(mistake.cell, mistake.digit)
    trial = Trial.of(supposed)
    everywhere = range(board.geometry.n_cells)
    for candidate in proof.excluded:
        trial = deduce(trial, everywhere, 60, is_thorough=True).trial
        tried, changed = suppose(trial, candidate)
        assert deduce(tried, changed, 60).clash, said
        trial.remove([candidate])
    trial = Trial.of(supposed)
    trial.remove(proof.excluded)
    for deduction in proof.deductions:
        assert follows(trial, deduction), said
        trial.apply(deduction)
    assert clashes(trial, proof.clash), said
    if not proof.is_short:
        assert len(proof.deductions) > 1, said


def judge_all(puzzle: Puzzle, data: st.DataObject) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    right = data.draw(st.sampled_from(solutions))
    for cell in data.draw(st.sets(st.integers(0, puzzle.grid.n_cells - 1), max_size=puzzle.grid.n_cells // 2)):
        if not board.values[cell]:
            board.place(cell, right[cell])
    left = [
        solution
        for solution in solutions
        if all(value in (0, digit) for value, digit in zip(board.values, solution, strict=True))
    ]
    opens = [cell for cell, value in enumerate(board.values) if not value]
    if not opens:
        return
    for cell in data.draw(st.lists(st.sampled_from(opens), min_size=1, max_size=4, unique=True)):
        for digit in range(1, puzzle.grid.n_digits + 1):
            for is_entered in (True, False):
                mistake = Mistake(cell, digit, is_entered)
                reason: MistakeReason | None = find_reason(board, mistake)
                if reason is None:
                    continue
                said = ". ".join(describe_mistake(board, mistake, reason))
                assert all((solution[cell] == digit) is not is_entered for solution in left), said
                match reason:
                    case Repeat(house, rival):
                        assert board.values[rival] == digit, said
                        assert {cell, rival} <= set(board.geometry.cells[house]), said
                    case BrokenRules():
                        judge(board, mistake, reason, said)
                    case Proof():
                        judge_proof(board, mistake, reason, said)


@pytest.mark.parametrize("name", RULES)
@examples_of_each(25)
@given(data=st.data())
def test_reasons_of_each_rule_are_true(name: str, data: st.DataObject) -> None:
    judge_all(data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2))), data)


@examples(150)
@given(data=st.data())
def test_reasons_of_mixed_rules_are_true(data: st.DataObject) -> None:
    judge_all(data.draw(small_puzzles(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4))), data)


def sum_of(rule: Rule, digits: Sequence[int], what: str) -> int:
    """Add up the digits that a clause is about."""
    match rule, what:
        case PillArrow(), "the pill":
            return int("".join(map(str, digits[: rule.n_pill])))
        case PillArrow(), "the line":
            return sum(digits[rule.n_pill :])
        case _, "the line":
            return sum(digits[1:])
        case _, "the circle":
            return digits[0]
        case _, "the circles":
            return digits[0] + digits[-1]
        case _, "the cells between the circles":
            return sum(digits[1:-1])
        case Sandwich(), _:
            first, last = sorted((digits.index(1), digits.index(len(digits))))
            return sum(digits[first + 1 : last])
        case Lunchbox(), _:
            first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
            return sum(digits[first + 1 : last])
        case Battlefield(), _:
            first, last = sorted((digits[0], len(digits) - digits[-1]))
            return sum(digits[first:last])
        case SumUntil(), _:
            return sum(digits[: digits.index(rule.digit) + 1])
    if n := re.match(r"the first (\d+ )?digit", what):
        return sum(digits[: int(n[1] or 1)])
    return sum(digits)


def part_that_says(rule: Rule, said: str, masks: dict[int, int]) -> Rule:
    """Find the part of a rule whose numbers a clause is about; the rule itself, if no part says it."""
    parts = (part_that_says(part, said, masks) for part in rule.parts)
    return next((part for part in parts if part.describe_conflict([masks[cell] for cell in part.scope]) == said), rule)


@pytest.mark.parametrize("name", RULES)
@examples_of_each(200)
@given(data=st.data())
def test_numbers_of_a_broken_rule_are_true(name: str, data: st.DataObject) -> None:
    try:
        rule = data.draw(rules(name, 6, 6))
    except RuleError:
        return
    masks = {cell: data.draw(st.integers(1, 63) | st.sampled_from([1, 4, 32])) for cell in dict.fromkeys(rule.scope)}
    said = rule.describe_conflict([masks[cell] for cell in rule.scope])
    if not said:
        return
    rule = part_that_says(rule, said, masks)
    masks = {cell: masks[cell] for cell in rule.scope}
    for filling in product(*map(digits_of, masks.values())):
        held = dict(zip(masks, filling, strict=True))
        digits = [held[cell] for cell in rule.scope]
        if isinstance(rule, Cage | Sandwich | Lunchbox) and len(set(digits)) < len(digits):
            continue  # houses
        assert not rule.holds(tuple(digits)), said
        if isinstance(rule, SumUntil) and rule.digit not in digits:
            continue
        for what, bound, number in re.findall(r"(the [\w ]*?) would add up to (?:at (least|most) )?(\d+)", said):
            total = sum_of(rule, digits, what)
            assert total >= int(number) if bound == "least" else total <= int(number) if bound else total == int(number)
        for what, bound, number in re.findall(r"and (the [\w ]*?) to at (least|most) (\d+)", said):
            total = sum_of(rule, digits, what)
            assert total >= int(number) if bound == "least" else total <= int(number), said


LINE_OF_SUE = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # Source: Arto Inkala, 2012

# ── Several mistakes, other puzzles ─────────────────────────────────────────────────────────────────────────────────


def test_two_wrong_digits_break_a_rule_together() -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Cage("r1c2 r1c3 r1c4", 11)])
    cage = "Cage r1c2 r1c3 r1c4: no repeats, sum 11."
    assert hint(puzzle, {"r1c2": 6, "r1c3": 4, "r1c4": 2}).describe() == (
        f"r1c2 can't be 6 while r1c3 is 4, because the cage would add up to 12, not 11. {cage} "
        f"r1c3 can't be 4 while r1c2 is 6, because the cage would add up to 12, not 11. {cage}"
    )


def test_two_wrong_digits_are_in_one_house() -> None:
    assert hint(Puzzle.classic(LINE), {"r1c1": 1, "r1c2": 1}).describe() == (
        "r1c1 can't be 1 while r1c2 is 1, because both are in row 1. "
        "r1c2 can't be 1 while r1c1 is 1, because both are in row 1."
    )


def test_notes_that_are_right_help_to_explain() -> None:
    """Notes that have lost their digit are a mistake, and say nothing about the others."""
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Consecutive("r1c1 r1c2")])
    said = hint(puzzle, {"r1c1": 2}, notes={"r1c2": {5, 8}, "r1c3": {2, 3}}).describe()
    assert said.startswith("r1c1 can't be 2, because r1c2 would have to be 1 or 3, but can only be 5 or 8. White dot")


def test_without_rules_a_house_or_a_short_proof_is_the_reason() -> None:
    puzzle = Puzzle.classic(LINE)
    said = hint(puzzle, {"r1c1": 4}).describe()
    assert said.startswith("Suppose that r1c1 is 4. Then r")
    assert said.endswith("Then row 2 has no place for 3, so r1c1 can't be 4.")
    said = hint(puzzle, notes={"r9c9": {2, 4}}).describe()
    assert said.startswith("Suppose that r9c9 isn't 6. Then r9c9 can only be 4. Then")
    assert said.endswith(", so r9c9 still needs the candidate 6.")


@pytest.mark.parametrize(
    ("line", "rules_added"),
    [(LINE_OF_SUE, []), (LINE_OF_SUE, [Sandwich("r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9", 13)]), (HARD, [])],
)
def test_long_proofs_are_true_and_told_by_their_rules(line: str, rules_added: list[Rule]) -> None:
    """Singles alone don't solve these puzzles, and most of their wrong digits take long to refute."""
    puzzle = Puzzle.of(Grid.classic(), line, rules=rules_added)
    solution, board = puzzle.solve(), Board.of(puzzle)
    assert solution is not None
    n_long = n_nested = 0
    for cell in range(0, 81, 13):
        for digit in digits_of(board.masks[cell]):
            mistake = Mistake(cell, digit, digit != solution.digits[cell])
            reason = find_reason(board, mistake)
            if not isinstance(reason, Proof):
                continue
            said = ". ".join(describe_mistake(board, mistake, reason))
            judge_proof(board, mistake, reason, said)
            n_nested += bool(reason.excluded)
            if not reason.is_short:
                n_long += 1
                assert said.count(". ") <= 3, said
                assert f"Then {len(reason.deductions)} steps follow by houses" in said, said
    assert n_long
    assert n_nested


def test_a_mistake_is_told_in_chinese() -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Cage("r1c1 r1c2", 17)])
    said = hint(puzzle, {"r1c1": 7}).describe(lang="zh")
    assert not re.search(r"(?![rc]\d)[A-Za-z]{3}", said), said


@pytest.mark.parametrize(
    ("rule", "digits", "said"),
    [
        (
            Thermo("r3c3 r3c2 r2c1 r1c1"),
            {"r1c1": 9, "r2c1": 7, "r3c2": 1},
            "r3c2 can't be 1, because of this rule. Thermometer r3c3 r3c2 r2c1 r1c1: digits increase. r3c2 can't be "
            "less than 2, because r3c3 comes before and is at least 1.",
        ),
        (
            Nabner("r7c8 r6c8 r5c7"),
            {"r5c7": 4, "r6c8": 6},
            "r6c8 can't be 6, because r7c8 is 7. Nabner r7c8 r6c8 r5c7: no two are equal or consecutive. Each "
            "candidate of r7c8 is equal or next to 6.",
        ),
        (
            Cage("r1c9 r2c8 r2c7", 20),
            {"r1c9": 3, "r2c8": 8, "r2c7": 6},
            "r2c7 can't be 6, because the cage would add up to 17, not 20. Cage r1c9 r2c8 r2c7: no repeats, sum 20.",
        ),
    ],
)
def test_a_rule_without_numbers_says_in_its_own_words_why(rule: Rule, digits: dict[str, int], said: str) -> None:
    assert hint(Puzzle.of(Grid.classic(), LINE, rules=[rule]), digits).describe() == said


def test_a_mistake_without_a_reason_is_told_so() -> None:
    board = Board.of(Puzzle.of(Grid.classic(), HARD, rules=[Greater("r5c7 r6c7")]))
    assert [*describe_mistake(board, Mistake(1, 1, is_entered=False), None)] == [
        "r1c2 still needs the candidate 1, because no house of the cell has a 1 and no rule excludes it"
    ]
    assert [*describe_mistake(board, Mistake(1, 2, is_entered=True), None)] == [
        "r1c2 can't be 2, because the solution has another digit there"
    ]


def test_in_long_proofs_singles_that_follow_one_another_are_one_sentence() -> None:
    geometry = geometry_of(Grid.classic())
    singles = [Deduction(placed=(0, 5)), Deduction(placed=(1, 6), house=0)]
    locked = Deduction(((9, 7),), house=0, cells=0b110)
    said = [*describe_briefly([*singles, locked, *singles[:1], locked, locked, locked], Clash(cell=80), geometry)]
    assert said[:3] + said[-1:] == [
        "Then singles follow, one from another: r1c1 is 5 and r1c2 is 6",
        "Then 7 of row 1 is in r1c2 or r1c3, so r2c1 can't be 7",
        "Then r1c1 can only be 5",
        "Then r9c9 has no candidate left",
    ]
