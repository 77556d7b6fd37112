"""Hints: mistakes first, then the simplest step that is not yet done; and clear words on bad input."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from farandole.errors import ArgumentError, PuzzleError
from farandole.formats import read
from farandole.grid import Grid
from farandole.i18n import current_language
from farandole.logic import Board, Detail, explain, faults, hint
from farandole.logic.board import Geometry
from farandole.logic.step import Step
from farandole.logic.techniques.locked import pointing
from farandole.puzzle import Puzzle
from farandole.rules import Cage, SameDigits, anti_knight

PUZZLE = Puzzle.classic("..............1..2..3....4.........5..637.....2......1....6.87....4...3.59.......")


def solution() -> str:
    solved = PUZZLE.solve()
    assert solved is not None
    return solved.line


def test_a_wrong_digit_comes_first() -> None:
    wrong = "1" if solution()[0] != "1" else "2"
    told = hint(PUZZLE, wrong + "." * 80, notes={1: 1})
    assert (told.wrong_digits, told.missing_candidates, told.step) == (((0, int(wrong)),), (), None)
    assert [told.describe(detail) for detail in Detail] == [
        "A digit is wrong.",
        "A digit is wrong: look at box 1.",
        "The digit in r1c1 is wrong.",
        f"Suppose that r1c1 is {wrong}. Then 28 steps follow by houses alone. Then r1c4 has no candidate left, so r1c1 "
        f"can't be {wrong}.",
    ]


def test_a_digit_that_a_peer_holds_is_wrong_too_and_no_error() -> None:
    told = hint(PUZZLE, "5" + "." * 80)
    assert told.wrong_digits == ((0, 5),)
    assert told.describe() == "r1c1 can't be 5, because column 1 has its 5 in r9c1."


def test_a_wrong_digit_may_clash_with_one_that_was_entered_rightly() -> None:
    right, digits = solution(), ["."] * 81
    digits[0] = right[0]
    digits[1] = right[0]
    told = hint(PUZZLE, "".join(digits))
    assert told.wrong_digits == ((1, int(right[0])),)
    assert told.describe() == f"r1c2 can't be {right[0]}, because row 1 has its {right[0]} in r1c1."


def test_several_mistakes_are_told_together() -> None:
    wrong = [str(int(digit) % 9 + 1) for digit in solution()[:2]]
    told = hint(PUZZLE, "".join(wrong) + "." * 79)
    assert told.describe(Detail.NAME) == "Some digits are wrong."
    assert told.describe(Detail.PLACE) == "Some digits are wrong: look at box 1."
    assert told.describe(Detail.DIGITS) == "The digits in r1c1 and r1c2 are wrong."
    assert all(
        f"{cell} can't be {digit}" in told.describe() for cell, digit in zip(("r1c1", "r1c2"), wrong, strict=True)
    )


def test_a_candidate_that_was_struck_wrongly_comes_next() -> None:
    right = int(solution()[0])
    told = hint(PUZZLE, notes={0: 0b111111111 & ~(1 << right >> 1)})
    assert told.missing_candidates == ((0, right),)
    *before, last = (told.describe(detail) for detail in Detail)
    assert before == [
        "You crossed out a candidate that you still need.",
        "You crossed out a candidate that you still need: look at box 1.",
        "r1c1 needs a candidate back.",
    ]
    assert last == (
        f"Suppose that r1c1 isn't {right}. Then r1c3 can't be 5, 8 or 9; r3c1 can't be 9, because each of these would "
        "lead to a contradiction. Then 21 steps follow by houses alone. Then r6c4 has no candidate left, so r1c1 still "
        f"needs the candidate {right}."
    )


def test_a_hint_speaks_the_language_asked_for() -> None:
    def describe(step: Step, geometry: Geometry) -> Iterator[str]:  # noqa: ARG001
        yield current_language()

    told = hint(PUZZLE)
    assert told.step is not None
    spoken = replace(told, step=replace(told.step, technique=replace(told.step.technique, describe=describe)))
    assert "zh" in spoken.describe(lang="zh")
    assert "en" in spoken.describe()
    with pytest.raises(ArgumentError, match="lang: expected en or zh, found 'xx'"):
        spoken.describe(lang="xx")


def test_what_the_notes_have_done_is_no_hint() -> None:
    """Where the notes have struck what a step strikes, another step is told."""
    masks = Board.of(PUZZLE).masks
    told = []
    while (step := hint(PUZZLE, notes=masks, techniques=[pointing]).step) is not None:
        told.append(step.eliminations)
        for cell, digit in step.eliminations:
            masks[cell] &= ~(1 << digit >> 1)
    assert told[:2] == [((27, 1), (28, 1), (29, 1)), ((6, 3), (15, 3))]
    assert len(set(told)) == len(told) >= 5


def test_a_solved_puzzle_wants_nothing() -> None:
    assert hint(PUZZLE, solution()).describe() == "Solved: nothing is left to do."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("12" + "." * 79, "The puzzle has several solutions: r"),
        ("12345678." + "." * 17 + "9" + "." * 54, "The puzzle has no solution: r1c9 has no candidate left."),
    ],
)
def test_a_puzzle_without_one_solution_says_so(line: str, words: str) -> None:
    assert hint(Puzzle.classic(line)).describe().startswith(words)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"digits": "1"}, "expected 81 cells, found 1"),
        ({"digits": [1]}, "expected 81 digits, found 1"),
        ({"digits": [*[0] * 14, 5, *[0] * 66]}, "r2c6: expected the given 1, found 5"),
        ({"digits": [10, *[0] * 80]}, "r1c1: expected a digit from 0 to 9, found 10"),
        ({"notes": [1]}, "expected 81 masks of notes, found 1"),
        ({"notes": {81: 1}}, "notes: expected cells 0 to 80, found 81"),
        ({"notes": {0: 512}}, "r1c1: expected a mask of 9 bits, found 512"),
        ({"notes": {14: 2}}, "r2c6: the notes leave out its given, 1"),
    ],
)
def test_bad_states_are_refused(arguments: dict, fault: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match=fault) as caught:
        hint(PUZZLE, **arguments)
    assert isinstance(caught.value, PuzzleError) or "expected 81 cells" in fault


def test_a_samurai_gets_hints_too() -> None:
    [samurai] = read((Path(__file__).parents[2] / "examples" / "samurai.txt").read_text())
    assert hint(samurai).describe(Detail.PLACE).endswith("look at row 2 of the upper left grid")


def test_a_hint_knows_the_cages_of_a_killer() -> None:
    killer = Puzzle(Grid.classic(), PUZZLE.givens, rules=(Cage((0, 1), int(solution()[0]) + int(solution()[1])),))
    assert hint(killer).board.cages == Board.of(killer).cages != ()


def test_a_hint_is_the_first_step_of_the_explanation() -> None:
    assert hint(PUZZLE).step == next(explain(PUZZLE))


def test_of_many_mistakes_a_few_are_told() -> None:
    """Else one hint would tell the whole solution."""
    puzzle = Puzzle.classic("12345678." + "." * 72)
    puzzle = Puzzle.classic(next(iter(puzzle.solutions())).line[:78] + "...")
    line = next(iter(puzzle.solutions())).line
    puzzle = Puzzle.classic(line[:40] + "." * 10 + line[50:])
    assert puzzle.is_unique()
    notes = {cell: [int(line[cell]) % 9 + 1] for cell in range(40, 50)}
    said = hint(puzzle, notes=notes)
    assert len(said.missing_candidates) == 10
    assert said.describe(Detail.DIGITS) == "r5c56789,r6c12345 need candidates back."
    assert said.describe().count("still needs the candidate") == 5
    assert said.describe().endswith(". 5 more cells need candidates back.")
    digits = {cell: int(line[cell]) % 9 + 1 for cell in range(40, 46)}
    assert hint(puzzle, digits).describe().endswith(". 1 more digit is wrong.")


def test_the_smallest_grid_has_a_hint_as_any_other() -> None:
    said = hint(Puzzle.of(Grid.classic((1, 1)), ".")).describe()
    assert said.startswith("Full House.")
    assert said.endswith("r1c1 is 1.")


def test_a_puzzle_is_solved_once_for_all_its_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """To see that there is one solution takes longer than a hint, for a puzzle with hard rules."""
    n_solved = 0
    solutions = Puzzle.solutions

    def count(puzzle: Puzzle, budget: int | None = None) -> Any:
        nonlocal n_solved
        n_solved += 1
        return solutions(puzzle, budget=budget)

    monkeypatch.setattr(Puzzle, "solutions", count)
    line = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
    relabeled = line.translate(str.maketrans("123456789", "987654321"))  # which no other test has asked for
    for digits in (None, relabeled, {"r7c5": 3}):
        hint(Puzzle.classic(relabeled), digits)
    assert n_solved == 1


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_a_hint_says_that_it_is_not_known_whether_there_is_one_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search before a hint has a bound: 8.9 s were too long to wait. It counts nodes, and nothing else searches."""
    right = Puzzle.classic(HARD).solve()
    assert right is not None
    total = right.digits[1] + right.digits[2]
    puzzle = Puzzle(Grid.classic(), Puzzle.classic(HARD).givens, rules=(Cage((1, 2), total),))
    assert puzzle.nodes() > 4
    monkeypatch.setattr(faults, "_MAX_NODES", 4)
    budgets: list[int | None] = []
    solutions = Puzzle.solutions

    def watch(puzzle: Puzzle, **limits: Any) -> Any:
        budgets.append(limits.get("budget"))
        return solutions(puzzle, **limits)

    monkeypatch.setattr(Puzzle, "solutions", watch)
    monkeypatch.setattr(Puzzle, "solve", None)
    faults.search_solutions.cache_clear()
    found = hint(puzzle, {"r1c2": right.digits[1]})
    assert not found.is_sure
    assert found.step
    assert found.board.values[:2] == [8, right.digits[1]]
    assert "It isn't known whether the puzzle has one solution" in found.describe()
    assert "known" not in found.describe(Detail.DIGITS)
    assert set(budgets) == {4}
    digits = list(puzzle.givens)
    while (found := hint(puzzle, digits)).step:  # to the end: the steps neither guess nor assume one solution
        assert not found.step.technique.assumes_unique
        assert found.step.technique.name != "Brute Force"
        if not found.step.placements:
            break
        for cell, digit in found.step.placements:
            assert digit == right.digits[cell]
            digits[cell] = digit
    for wrong in ({"r1c2": 8}, {"r1c2": total, "r1c3": total}):
        said = hint(puzzle, wrong)
        assert said.step is None
        assert said.describe().startswith("No solution has all that you entered: ")
    noted = hint(puzzle, notes={"r1c2": {8}})
    assert noted.describe(Detail.NAME).startswith("No solution has all that you entered: r1c2")
    faults.search_solutions.cache_clear()  # its answers were cut short


def test_a_bound_grows_smaller_with_the_grid_and_with_slow_rules() -> None:
    """A node of a large grid takes longer; where sets of digits are compared, a thousand times as long."""
    cage, same = Cage((0, 1), 10), SameDigits((0, 1, 2, 3, 4, 5), 2)
    plain, slow = (faults.budget_of(Puzzle.of(Grid.classic(), "." * 81, rules=(rule,))) for rule in (cage, same))
    large = faults.budget_of(Puzzle(Grid.classic(25), (0,) * 625))
    assert plain
    assert slow
    assert large
    assert plain == 1000 * slow
    assert plain // 8 < large * 1.1 < plain
    assert faults.budget_of(PUZZLE) is None


def test_cells_of_many_pairs_get_names_of_their_own() -> None:
    grid = Grid.classic()
    names = [house.name for house in Board.of(Puzzle.of(grid, "." * 81, rules=anti_knight(grid))).geometry.grid.houses]
    assert len(set(names)) == len(names) == 27 + 224
    assert "cells r1c1 (2)" in names
