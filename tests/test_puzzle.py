"""Puzzles: how they are made, what is refused, and what they answer."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import is_solution, solutions_of_classic
from strategies import puzzles, solved_lines

from farandole import _core, batch
from farandole.errors import FormatError, PuzzleError
from farandole.grid import Grid
from farandole.puzzle import EMPTY, Puzzle, Solution

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
GIVENS = tuple(0 if character == "." else int(character) for character in HARD)
FULL = 511


@pytest.mark.parametrize("empty", EMPTY)
def test_whatever_stands_for_empty_makes_the_same_puzzle(empty: str) -> None:
    assert Puzzle.classic(HARD.replace(".", empty)) == Puzzle(Grid.classic(), GIVENS)


def test_a_puzzle_from_integers_or_from_spaced_characters() -> None:
    spaced = "\n".join(" ".join(HARD[start : start + 9]) for start in range(0, 81, 9))
    assert Puzzle.classic(GIVENS) == Puzzle.classic(spaced) == Puzzle.classic(HARD)


def test_line_drawing_and_repr() -> None:
    puzzle = Puzzle.classic(HARD)
    assert puzzle.line == HARD
    assert str(puzzle).startswith("4 . . | . . . | 8 . 5\n")
    assert repr(puzzle) == f"Puzzle.classic({HARD!r})"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 80, "81 cells expected, 80 found"),
        ("." * 82, "81 cells expected, 82 found"),
        ("", "81 cells expected, 0 found"),
        (".x" + "." * 79, "character 2: a digit or one of . 0 _ * ? for empty expected, 'x' found"),
        ("²" + "." * 80, "character 1: a digit or one of . 0 _ * ? for empty expected, '²' found"),
    ],
)
def test_characters_that_make_no_puzzle(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Puzzle.classic(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ((0, 3), "row 1 holds 5 twice: r1c1 and r1c4"),
        ((7, 79), "column 8 holds 5 twice: r1c8 and r9c8"),
        ((60, 80), "box 9 holds 5 twice: r7c7 and r9c9"),
        ((0, 1), "row 1 holds 5 twice: r1c1 and r1c2"),  # in box 1 too: the first house in order is named
    ],
)
def test_a_digit_twice_in_a_house(cells: tuple[int, int], message: str) -> None:
    givens = tuple(5 if cell in cells else 0 for cell in range(81))
    with pytest.raises(PuzzleError) as caught:
        Puzzle(Grid.classic(), givens)
    assert str(caught.value) == message


@pytest.mark.parametrize("digit", [-1, 10])
def test_a_given_that_is_no_digit(digit: int) -> None:
    with pytest.raises(PuzzleError, match=f"^r1c2: a digit from 1 to 9 expected, .* {digit} found$"):
        Puzzle.classic([0, digit] + [0] * 79)


def test_too_few_givens_or_masks() -> None:
    with pytest.raises(PuzzleError, match="81 givens expected, 80 found"):
        Puzzle(Grid.classic(), GIVENS[:80])
    with pytest.raises(PuzzleError, match="81 masks of pencilmarks expected, 80 found"):
        Puzzle(Grid.classic(), GIVENS, (FULL,) * 80)


@pytest.mark.parametrize("mask", [-1, 512])
def test_a_mask_of_other_digits(mask: int) -> None:
    with pytest.raises(PuzzleError, match=f"r1c2: a mask of 9 bits expected, {mask} found"):
        Puzzle(Grid.classic(), GIVENS, (FULL, mask) + (FULL,) * 79)


def test_pencilmarks_that_leave_out_a_given() -> None:
    with pytest.raises(PuzzleError, match="r1c1: the pencilmarks leave out its given, 4"):
        Puzzle(Grid.classic(), GIVENS, (FULL - 0b1000,) + (FULL,) * 80)


@given(puzzles())
def test_marks_that_say_no_more_than_the_givens_are_none(puzzle: Puzzle) -> None:
    assert Puzzle(puzzle.grid, puzzle.givens, (FULL,) * 81) == puzzle
    assert Puzzle(puzzle.grid, puzzle.givens, puzzle.masks) == puzzle
    assert puzzle.pencilmarks is None


@given(puzzles(pencilmarks=True))
def test_masks_hold_no_digit_of_a_peer(puzzle: Puzzle) -> None:
    for cell, (digit, mask) in enumerate(zip(puzzle.givens, puzzle.masks, strict=True)):
        held = {puzzle.givens[peer] for peer in puzzle.grid.peers[cell]} - {0}
        assert all(not mask >> (other - 1) & 1 for other in held)
        assert not digit or mask == 1 << digit - 1


@given(puzzles(pencilmarks=True))
def test_marks_in_canonical_form_stay(puzzle: Puzzle) -> None:
    assert Puzzle(puzzle.grid, puzzle.givens, puzzle.masks) == puzzle


def test_a_mark_struck_makes_another_puzzle() -> None:
    marks = (FULL, FULL - 1) + (FULL,) * 79
    puzzle = Puzzle(Grid.classic(), GIVENS, marks)
    assert puzzle.pencilmarks == puzzle.masks
    assert puzzle != Puzzle.classic(HARD)
    assert hash(puzzle) == hash(Puzzle(Grid.classic(), GIVENS, marks))


@given(puzzles(pencilmarks=True))
def test_repr_pastes_back(puzzle: Puzzle) -> None:
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Grid": Grid}) == puzzle


@given(solved_lines())
def test_a_solution_is_a_line_and_a_drawing(line: str) -> None:
    solution = Solution(Grid.classic(), tuple(map(int, line)))
    assert solution.line == Puzzle.classic(line).line == line
    assert str(solution) == Grid.classic().draw(line)


# ── Solving ───────────────────────────────────────────────────────────────────────────────────────────────────


def open_cells(line: str, cells: Iterable[int]) -> Puzzle:
    return Puzzle.classic("".join("." if cell in set(cells) else c for cell, c in enumerate(line)))


@settings(max_examples=60, deadline=None)
@given(solved_lines(), st.sets(st.integers(0, 80), max_size=40))
def test_solutions_are_those_of_brute_force(line: str, empty: set[int]) -> None:
    puzzle = open_cells(line, empty)
    digits = [[digit for digit in range(1, 10) if mask >> (digit - 1) & 1] for mask in puzzle.masks]
    expected = sorted(solutions_of_classic(digits))
    assert sorted(list(solution.digits) for solution in puzzle.solutions()) == expected
    assert puzzle.count() == len(expected)
    assert puzzle.count(limit=1) == min(1, len(expected))
    assert puzzle.is_unique() == (len(expected) == 1)
    found = puzzle.solve()
    assert found is not None
    assert is_solution(puzzle.givens, found.digits)
    assert puzzle.candidates() == tuple(tuple(sorted(set(cell))) for cell in zip(*expected, strict=True))


@settings(max_examples=60, deadline=None)
@given(puzzles(pencilmarks=True))
def test_pencilmarks_bind_the_search(puzzle: Puzzle) -> None:
    for solution in islice(puzzle.solutions(), 20):
        assert is_solution(puzzle.givens, solution.digits)
        assert all(mask >> (digit - 1) & 1 for mask, digit in zip(puzzle.masks, solution.digits, strict=True))


@settings(max_examples=15, deadline=None)
@given(solved_lines(), st.sets(st.integers(0, 80), max_size=45))
def test_cover_is_the_same_puzzle(line: str, empty: set[int]) -> None:
    puzzle = open_cells(line, empty)
    cover = puzzle.cover()
    assert len(cover.primary) == 324
    assert cover.count(limit=1000) == puzzle.count(limit=1000)
    placed = cover.solve()
    assert placed is not None
    digits = dict(str(label).split("=") for label in placed)
    assert is_solution(puzzle.givens, [int(digits[puzzle.grid.cell_name(cell)]) for cell in range(81)])


def test_the_cursor_is_lazy_and_agrees_with_batch() -> None:
    empty = Puzzle.classic("." * 81)
    solutions = empty.solutions()
    first, second = next(solutions), next(solutions)
    assert first != second
    assert empty.solve() == first
    assert tuple(batch.solve([empty.line] * 3, limit=1).solutions[0].tolist()) == first.digits
    assert empty.count(limit=0) == 0
    with pytest.raises(ValueError, match="limit: at least 0 expected, -1 found"):
        empty.count(limit=-1)


def test_an_impossible_puzzle_is_an_answer() -> None:
    # Source: P. Norvig, "Solving Every Sudoku Puzzle".
    puzzle = Puzzle.classic(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
    assert puzzle.solve() is None
    assert puzzle.count() == 0
    assert puzzle.candidates() == ((),) * 81
    assert puzzle.cover().solve() is None


def test_two_threads_share_no_cursor() -> None:
    cursor = _core.Cursor([511] * 81)
    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(cursor.count, 300_000) for _ in range(2)]
    errors = [result.exception() for result in results]
    assert None in errors
    assert all(error is None or "at work in another thread" in str(error) for error in errors)
