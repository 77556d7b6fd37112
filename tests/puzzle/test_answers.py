"""Every question, every rule: what a small puzzle answers is what all of its grids say."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, small_puzzles

import farandole
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Allowed, Lockout, Rule, Table

MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)


def is_answered_right(puzzle: Puzzle, limit: int) -> bool:
    """Compare all that a puzzle says of its solutions with the list of them."""
    solutions = solutions_of(puzzle)
    tallies = [Counter(digits) for digits in zip(*solutions, strict=True)] or [Counter[int]()] * puzzle.grid.n_cells
    expected = [{digit: min(limit, n) for digit, n in sorted(tally.items())} for tally in tallies]
    found = puzzle.candidates(limit=limit)
    assert [*map(list, found)] == [*map(list, expected)], "which digits"
    assert list(found) == expected, "in how many solutions"
    assert found.exhausted
    assert puzzle.candidates(limit=limit, budget=1_000_000) == found
    assert sorted(solution.digits for solution in puzzle.solutions()) == sorted(solutions)
    assert puzzle.count() == len(solutions)
    assert puzzle.is_unique() == (len(solutions) == 1)
    assert not solutions or puzzle.why() is None
    return True


@pytest.mark.parametrize("name", RULES)
@examples_of_each(40)
@given(data=st.data(), limit=st.sampled_from([1, 2, 1000]))
def test_answers_with_each_rule(name: str, data: st.DataObject, limit: int) -> None:
    assert is_answered_right(data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2))), limit)


@examples(300)
@given(small_puzzles(MIXED), st.sampled_from([1, 2, 1000]))
def test_answers_with_mixed_rules(puzzle: Puzzle, limit: int) -> None:
    assert is_answered_right(puzzle, limit)


@pytest.mark.parametrize("rule", [Allowed((0,), (2, 4)), Table((0,), ((2,), (4,)))])
def test_candidates_keep_to_what_a_rule_leaves_to_a_cell(rule: Rule) -> None:
    """The engine knows such rules by the masks with which a search begins."""
    puzzle = Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[rule])
    assert puzzle.candidates()[0] == {2: 1, 4: 1}
    assert puzzle.candidates(limit=1000)[0] == {2: 72, 4: 72}
    never = replace(puzzle, rules=(replace(rule, cells=(0,)), Allowed((0,), (1, 3))))
    assert never.candidates() == ({},) * 16


def stated_marks(puzzle: Puzzle) -> tuple[int, ...]:
    """List the pencilmarks of the cells where they strike more than the givens do; elsewhere everything.

    Where nothing is left, they are those that were given: one of them may come back without a given.
    """
    plain = Puzzle(puzzle.grid, puzzle.givens).masks
    full = (1 << puzzle.grid.n_digits) - 1
    marks = puzzle.pencilmarks or (full,) * puzzle.grid.n_cells
    masks = zip(puzzle.masks, plain, marks, strict=True)
    return tuple(marked if not mask else full if mask == left else mask for mask, left, marked in masks)


def test_rules_that_nothing_keeps_may_be_of_different_lengths() -> None:
    """Their tables are all the same empty tuple."""
    grid = Grid.classic((2, 2))
    puzzle = Puzzle(grid, (0,) * 16, rules=(Lockout((0, 1), 4), Lockout((0, 1, 2), 4), Lockout((4, 5, 6, 7), 4)))
    assert puzzle.count() == 0


# The pencilmarks of r1c3 leave nothing beside the given in r1c4.
CONTRADICTED = Puzzle(Grid.classic((2, 2)), (3, 4, 0, 1, 1, 2, 3, 4, 2, 1, 4, 3, 4, 3, 2, 0), (15, 15, 1, *[15] * 13))


@examples(150)
@given(small_puzzles(MIXED))
@example(CONTRADICTED)
def test_needless_clues_with_mixed_rules(puzzle: Puzzle) -> None:
    """A clue is needless if the puzzle without it has one solution; the pencilmarks stay."""
    marks, expected = stated_marks(puzzle), []
    for cell, digit in enumerate(puzzle.givens):
        left = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        if digit and len(solutions_of(Puzzle(puzzle.grid, left, marks, puzzle.rules))) == 1:
            expected.append(f"{puzzle.grid.cell_name(cell)}={digit}")
    for n, rule in enumerate(puzzle.rules):
        if len(solutions_of(replace(puzzle, rules=(*puzzle.rules[:n], *puzzle.rules[n + 1 :])))) == 1:
            expected.append(type(rule).__name__)
    found = farandole.needless(puzzle)
    assert not found.undecided
    assert [clue.in_words if clue.kind == "given" else clue.kind for clue in found.clues] == expected


@examples(100)
@given(small_puzzles(st.lists(st.sampled_from(sorted(RULES)), max_size=2)))
def test_givens_come_and_go_beside_pencilmarks_and_rules(puzzle: Puzzle) -> None:
    """Also where a cell has pencilmarks, a minimal puzzle has one solution, and none without any of its givens."""
    solutions = solutions_of(puzzle)
    assume(solutions)
    completed = farandole.complete(puzzle).puzzle
    assert len(solutions_of(completed)) == 1
    changed = farandole.minimize(completed)
    least = changed.puzzle
    assert changed.is_done
    assert solutions_of(least) == solutions_of(completed)
    assert stated_marks(least) == stated_marks(least.with_givens(least.givens))
    for cell, digit in enumerate(least.givens):
        if digit:
            left = (*least.givens[:cell], 0, *least.givens[cell + 1 :])
            assert len(solutions_of(Puzzle(least.grid, left, stated_marks(least), least.rules))) > 1


def test_a_given_is_not_needless_because_pencilmarks_repeat_it() -> None:
    """The pencilmarks of one cell make a mask for each, those of givens too."""
    puzzle = Puzzle(Grid.latin(3), (1, 0, 0, 2, 0, 0, 0, 0, 0), (7, 2) + (7,) * 7)
    assert puzzle.pencilmarks == (1, 2, 6, 2, 5, 5, 4, 7, 7)
    assert puzzle.is_unique()
    assert farandole.needless(puzzle).clues == ()
    assert farandole.minimize(puzzle).puzzle == puzzle
    assert puzzle.with_givens((0,) * 9).pencilmarks == (7, 2, 7, 7, 7, 7, 7, 7, 7)
