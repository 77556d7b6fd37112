"""Puzzles: how they are made, what is refused, and what they answer."""

import inspect
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import is_solution, solutions_of_classic
from strategies import examples, puzzles, solved_lines

from farandole import batch
from farandole.errors import ArgumentError, FormatError, PuzzleError
from farandole.grid import Grid, House
from farandole.puzzle import EMPTY, Puzzle, Solution
from farandole.rules import Cage, Rule, Thermo
from needs import SHARED, needs

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
        ("." * 80, "expected 81 cells, found 80"),
        ("." * 82, "expected 81 cells, found 82"),
        ("", "expected 81 cells, found 0"),
        (".x" + "." * 79, "character 2: expected a digit or one of . 0 _ * ? - for empty, found 'x'"),
        ("²" + "." * 80, "character 1: expected a digit or one of . 0 _ * ? - for empty, found '²'"),
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
    with pytest.raises(PuzzleError, match=f"^r1c2: expected a digit from 1 to 9, or 0 for empty; found {digit}$"):
        Puzzle.classic([0, digit] + [0] * 79)


def test_too_few_givens_or_masks() -> None:
    with pytest.raises(PuzzleError, match="expected 81 givens, found 80"):
        Puzzle(Grid.classic(), GIVENS[:80])
    with pytest.raises(PuzzleError, match="expected 81 masks of pencilmarks, found 80"):
        Puzzle(Grid.classic(), GIVENS, (FULL,) * 80)


@pytest.mark.parametrize("mask", [-1, 512])
def test_a_mask_of_other_digits(mask: int) -> None:
    with pytest.raises(PuzzleError, match=f"r1c2: expected a mask of 9 bits, found {mask}"):
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
    assert Puzzle(puzzle.grid, puzzle.givens, puzzle.pencilmarks or puzzle.masks) == puzzle
    assert puzzle.masks == tuple(
        mask & Puzzle(puzzle.grid, puzzle.givens).masks[cell]
        for cell, mask in enumerate(puzzle.pencilmarks or puzzle.masks)
    )


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


@examples(60)
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
    tallies = tuple(map(Counter, zip(*expected, strict=True)))
    assert puzzle.candidates() == tuple(dict.fromkeys(tally, 1) for tally in tallies)
    assert puzzle.candidates(limit=3) == tuple({d: min(3, n) for d, n in tally.items()} for tally in tallies)


@examples(60)
@given(puzzles(pencilmarks=True))
def test_pencilmarks_bind_the_search(puzzle: Puzzle) -> None:
    for solution in islice(puzzle.solutions(), 20):
        assert is_solution(puzzle.givens, solution.digits)
        assert all(mask >> (digit - 1) & 1 for mask, digit in zip(puzzle.masks, solution.digits, strict=True))


@examples(15)
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
    with pytest.raises(ValueError, match="limit: expected a whole number of at least 0, found -1"):
        empty.count(limit=-1)


def test_an_impossible_puzzle_is_an_answer() -> None:
    # Source: P. Norvig, "Solving Every Sudoku Puzzle".
    puzzle = Puzzle.classic(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
    assert puzzle.solve() is None
    assert puzzle.count() == 0
    assert puzzle.candidates() == ({},) * 81
    assert puzzle.cover().solve() is None


# ── Any grid ──────────────────────────────────────────────────────────────────────────────────────────────────

SMALL = [
    Grid.classic((2, 2)),
    Grid.latin(4),
    Grid.jigsaw("AAAB CABB CCDB CDDD"),
    Grid.classic((2, 2)).with_houses("diagonals"),
    Grid.classic((2, 2)).with_holes("r1c1", "r2c3"),
    Grid.gattai([(0, 0), (2, 2)], box=(2, 2)),
    Grid.classic((2, 3)),
    Grid(((0, 0), (0, 1), (1, 0), (2, 2)), (House("bend", (0, 1, 2)),), n_digits=4),
]


@st.composite
def small_puzzles(draw: st.DrawFn, *, most_open: int = 14) -> Puzzle:
    """Draw a puzzle of a small grid with a few open cells, whose givens are those of a solution, or nearly."""
    grid = draw(st.sampled_from(SMALL))
    tries = draw(st.permutations(range(1, grid.n_digits + 1)))
    found = Puzzle(grid, (*tries[:1], *[0] * (grid.n_cells - 1))).solve()
    assert found is not None
    digits = [tries[digit - 1] for digit in found.digits]
    empty = draw(st.sets(st.integers(0, grid.n_cells - 1), min_size=max(0, grid.n_cells - 30), max_size=most_open))
    givens = [0 if cell in empty else digit for cell, digit in enumerate(digits)]
    marks = None
    if draw(st.booleans()):
        marks = [draw(st.integers(0, (1 << grid.n_digits) - 1)) | (1 << digit >> 1) for digit in givens]
    return Puzzle(grid, tuple(givens), tuple(marks) if marks else None)


def solutions_by_force(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Fill cell after cell with each candidate, and go back where a house holds a digit twice."""
    houses = [
        [house.cells for house in puzzle.grid.houses if cell in house.cells] for cell in range(puzzle.grid.n_cells)
    ]

    def fill(digits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        cell = len(digits)
        if cell == puzzle.grid.n_cells:
            yield digits
            return
        for digit in range(1, puzzle.grid.n_digits + 1):
            before = (other for cells in houses[cell] for other in cells if other < cell)
            if puzzle.masks[cell] >> (digit - 1) & 1 and all(digits[other] != digit for other in before):
                yield from fill((*digits, digit))

    return fill(())


@examples(150)
@given(small_puzzles())
def test_any_grid_agrees_with_brute_force_and_with_its_cover(puzzle: Puzzle) -> None:
    expected = sorted(islice(solutions_by_force(puzzle), 2000))
    if len(expected) == 2000:
        return
    solutions = puzzle.solutions()
    assert not solutions.exhausted
    assert sorted(solution.digits for solution in solutions) == expected
    assert solutions.exhausted
    assert puzzle.count() == puzzle.cover().count() == len(expected)
    assert puzzle.count().exhausted
    assert puzzle.is_unique() == (len(expected) == 1)
    tallies = list(map(Counter, zip(*expected, strict=True))) or [Counter()] * puzzle.grid.n_cells
    for limit in (1, 4):
        assert list(puzzle.candidates(limit=limit)) == [
            {d: min(limit, n) for d, n in tally.items()} for tally in tallies
        ]
    if puzzle.why() is not None:
        assert not expected


def test_the_cover_of_a_samurai() -> None:
    puzzle = Puzzle.of(Grid.samurai(), "." * 369)
    cover = puzzle.cover()
    assert (len(cover.primary), len(cover.secondary), len(cover.options)) == (1548, 0, 9 * 369)
    # Source of 1,692: all 441 places of the 21x21 square and all 49 boxes, with the five times 18 rows and columns.
    assert len(cover.primary) == 1692 - (441 - 369) - 9 * (49 - 41)
    found = cover.solve()
    assert found is not None
    digits = dict(str(label).split("=") for label in found)
    values = [int(digits[puzzle.grid.cell_name(cell)]) for cell in range(369)]
    assert all(len({values[cell] for cell in house.cells}) == 9 for house in puzzle.grid.houses)


def test_a_smaller_house_is_secondary() -> None:
    cover = Puzzle(SMALL[-1], (0, 0, 0, 0)).cover()
    assert cover.primary == ("r1c1", "r1c2", "r2c1", "r3c3")
    assert cover.secondary == ("1 in bend", "2 in bend", "3 in bend", "4 in bend")
    assert cover.count() == 4 * 3 * 2 * 4


@given(small_puzzles(most_open=40))
def test_repr_of_any_puzzle_pastes_back(puzzle: Puzzle) -> None:
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Grid": Grid, "House": House}) == puzzle


def test_rules_are_kept_and_shown() -> None:
    cage, thermo = Cage((0, 1), 3), Thermo((4, 5))
    puzzle = Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[cage, thermo])
    assert eval(repr(puzzle), {"Puzzle": Puzzle, "Grid": Grid, "Cage": Cage, "Thermo": Thermo}) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    free = Puzzle.of(Grid.classic((2, 2)), "." * 16)
    kept = [s for s in free.solutions() if cage.holds(s.digits[:2]) and thermo.holds(s.digits[4:6])]
    assert puzzle.count() == len(kept) > 0
    assert not puzzle.is_classic
    with pytest.raises(PuzzleError, match="an exact cover can only express houses, but the puzzle has the rule: Cage"):
        puzzle.cover()
    with pytest.raises(PuzzleError, match=r"Cage\(cells=\(0, 16\), total=3\): expected cells 0 to 15, found 16"):
        Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((0, 16), 3)])


def test_a_classic_grid_with_rules_goes_to_the_other_engine() -> None:
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1), 3)])
    assert all(sum(solution.digits[:2]) == 3 for solution in islice(puzzle.solutions(), 10))


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle.of(Grid.classic((2, 2)), "12.. ..3. ...4 ...."), "r1c4 has no candidate left"),
        (Puzzle.of(Grid.classic((2, 2)), "1... ..1. .... ...."), None),
        (Puzzle.of(Grid.latin(4), "1... .1.. ..1. ...2"), "row 4 has no place for 1"),
        (Puzzle(Grid.latin(3), (0,) * 9, (3, 3, 7, *[7] * 6)), None),
        (
            Puzzle(Grid(((0, 0), (0, 1), (0, 2)), (House("bend", (0, 1, 2)),), n_digits=4), (0, 0, 0), (3, 3, 3)),
            "bend can't be filled: some of its cells have too few candidates among them",
        ),
        (
            Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1), 3), Cage((3, 4), 18)]),
            "Cage r1c4 r1c5 can't hold: total 18",
        ),
    ],
)
def test_why(puzzle: Puzzle, reason: str | None) -> None:
    assert puzzle.why() == reason
    if reason:
        assert puzzle.count() == 0


def test_a_budget_and_a_time_end_a_search_and_it_says_so() -> None:
    empty = Puzzle.of(Grid.samurai(), "." * 369)
    for allowance in ({"budget": 200}, {"seconds": 0.05}):
        count = empty.count(**allowance)
        assert not count.exhausted
        assert empty.is_unique(**allowance) in (False, None)
        assert not empty.candidates(**allowance).exhausted
    assert empty.count(budget=0) == 0
    assert empty.is_unique(budget=0) is None
    assert empty.solve(budget=0) is None
    classic = Puzzle.classic(HARD)
    assert classic.is_unique(budget=100_000) is True
    assert classic.candidates(budget=100_000).exhausted
    assert classic.count(limit=1).exhausted is False


def test_digits_beyond_nine_are_letters() -> None:
    grid = Grid.classic((4, 4))
    puzzle = Puzzle.of(grid, "1G" + "." * 254)
    assert puzzle.givens[:2] == (1, 16)
    solution = puzzle.solve()
    assert solution is not None
    assert set(solution.line) == set("123456789ABCDEFG")
    assert Puzzle.of(grid, solution.line).givens == solution.digits
    with pytest.raises(FormatError, match=r"character 3: expected a digit from 1 to G or one of .*, found 'H'"):
        Puzzle.of(grid, "1GH" + "." * 253)


def test_text_for_a_grid_with_places_outside() -> None:
    rows = [row.replace(" ", "#") for row in ("1234  ", "3412  ", "21....", "43....", "  ....", "  ...1")]
    puzzle = Puzzle.of(Grid.gattai([(0, 0), (2, 2)], box=(2, 2)), "\n".join(rows))
    assert puzzle.givens[:4] == (1, 2, 3, 4)
    assert puzzle == Puzzle.of(puzzle.grid, "".join(rows).replace("#", "."))
    with pytest.raises(FormatError, match="expected 28 cells, found 29"):
        Puzzle.of(puzzle.grid, "".join(rows).replace("#", "1", 1))


@needs("data")
@pytest.mark.parametrize("family", ["samurai_janko", "sohei_janko", "shogun_janko"])
def test_gattai_of_the_collection(family: str) -> None:
    for line in (SHARED / "variants" / f"{family}.jsonl").read_text().splitlines()[:10]:
        case = json.loads(line)
        puzzle = Puzzle.of(Grid.named(family.removesuffix("_janko")), "".join(case["givens"]))
        solution = puzzle.solve()
        assert solution is not None
        assert solution.line == "".join(case["solution"]).replace("#", "")
        assert puzzle.is_unique()


def test_threads_count_as_one_does() -> None:
    puzzle = Puzzle.of(Grid.jigsaw("AAAB CABB CCDB CDDD"), "." * 16)
    count = puzzle.count()
    together = puzzle.count(threads=2)
    assert (together, together.exhausted) == (count, True)
    some = Puzzle.classic("." * 81).count(limit=50, threads=2)
    assert (some, some.exhausted) == (50, False)
    killer = Puzzle(Grid.classic((2, 2)), (0,) * 16, rules=(Cage((0, 1), 3), Cage((4, 8), 7)))
    assert killer.count(threads=3) == killer.count()
    assert Puzzle.classic("12345678." + "." * 17 + "9" + "." * 54).is_unique(threads=2) is False
    with pytest.raises(ValueError, match="threads: expected a whole number of at least 1, found 0"):
        puzzle.count(threads=0)
    assert not Puzzle.classic("." * 81).count(threads=2, budget=2000).exhausted


def test_threads_stop_when_time_is_over() -> None:
    count = Puzzle(Grid.classic(), (0,) * 81).count(threads=2, seconds=0.2)
    assert count > 0
    assert not count.exhausted


QUESTIONS: dict[str, Callable[..., object]] = {
    "solve": Puzzle.solve,
    "solutions": Puzzle.solutions,
    "count": Puzzle.count,
    "is_unique": Puzzle.is_unique,
    "candidates": Puzzle.candidates,
    "nodes": Puzzle.nodes,
}
WRONG = (-1, -(10**30), 1.5, "x", True)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        (question, name)
        for question, ask in QUESTIONS.items()
        for name in ("limit", "budget", "seconds", "threads")
        if name in inspect.signature(ask).parameters
    ],
)
def test_limits_are_refused_alike(question: str, name: str) -> None:
    ask = QUESTIONS[question]
    for puzzle in (Puzzle.classic("." * 81), Puzzle.of(Grid.latin(4), "." * 16)):
        for value in (*WRONG, float("nan")):
            if (name, value) == ("seconds", 1.5):
                continue
            with pytest.raises(ArgumentError, match=f"^{name}: expected a (whole )?number of at least [01], found "):
                ask(puzzle, **{name: value})


@pytest.mark.parametrize("name", ["limit", "budget", "seconds", "threads"])
def test_great_limits_are_none(name: str) -> None:
    puzzle = Puzzle.of(Grid.classic((2, 2)), "1... ..2. .... ...3")
    assert puzzle.count(**{name: 10**30}) == 3


@pytest.mark.parametrize("rules", [(), (Cage((0, 1), 9),)])
def test_time_counts_between_solutions(rules: tuple[Rule, ...]) -> None:
    solutions = Puzzle.of(Grid.classic(), "." * 81, rules=rules).solutions(seconds=1)
    assert next(solutions, None) is not None
    sleep(1.1)  # ours, not the search's
    assert next(solutions, None) is None
    assert not solutions.exhausted


def test_no_time_is_no_solution() -> None:
    puzzle = Puzzle.classic("." * 81)
    assert puzzle.solve(seconds=0) is None
    assert puzzle.count(seconds=0) == puzzle.count(seconds=0, threads=2) == 0
    assert not puzzle.count(seconds=0).exhausted
    assert puzzle.is_unique(seconds=0) is None
    assert not puzzle.candidates(seconds=0).exhausted


anything: Any = Puzzle  # what a type checker would refuse


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: anything.classic([1.5] + [0] * 80), "digits: expected whole numbers, found "),
        (lambda: anything.classic(["1"] + [0] * 80), "digits: expected whole numbers, found "),
        (
            lambda: anything.classic([10**5000] + [0] * 80),
            "r1c1: expected a digit from 1 to 9, or 0 for empty; found a",
        ),
        (lambda: anything.classic(None), "expected a text, digits or rows of digits, found None"),
        (lambda: anything.of(Grid.classic(), None), "expected a text, digits or rows of digits, found None"),
        (lambda: anything(Grid.classic(), "." * 81), "givens: expected whole numbers, found "),
        (lambda: anything(None, (0,) * 81), "grid: expected a Grid, found None"),
        (lambda: anything(Grid.classic(), (0,) * 81, (1.5,) * 81), "pencilmarks: expected whole numbers, found "),
        (lambda: anything(Grid.classic(), (0,) * 81, rules=5), "rules: expected a tuple of rules, found 5"),
        (
            lambda: anything(Grid.classic(), (0,) * 81, rules=("Cage",)),
            "rules: 'Cage' needs cells",
        ),
    ],
)
def test_what_makes_no_puzzle_is_named(make: Callable[[], Puzzle], message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=f"^{message}"):
        make()


def test_numbers_of_numpy_make_the_same_puzzle() -> None:
    puzzle = Puzzle.classic(np.arange(81) % 2 * 0 + (np.arange(81) == 5) * 7)
    assert puzzle == Puzzle.classic(".....7" + "." * 75)
    assert eval(repr(Puzzle(Grid.classic(), list(puzzle.givens)))) == puzzle  # type: ignore[arg-type]
    assert hash(puzzle)


# Pencilmarks of houses that can't be filled, in grids that are empty otherwise.
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (4, 4), (5, 5)])
@pytest.mark.parametrize("share", [0.4, 0.6, 0.8])
def test_a_house_that_is_too_narrow_is_not_searched_for_ever(shape: tuple[int, int], share: float) -> None:
    grid = Grid.classic(shape)
    k = int(share * grid.n_digits)
    for house in (grid.houses[0], grid.houses[-1]):
        few = [(1 << grid.n_digits) - 1] * grid.n_cells
        for cell in house.cells[: k + 1]:
            few[cell] = (1 << k) - 1
        rare = [(1 << grid.n_digits) - 1] * grid.n_cells
        for cell in house.cells[k:]:
            rare[cell] &= ~((1 << k + 1) - 1)
        for marks in (few, rare):
            puzzle = Puzzle(grid, (0,) * grid.n_cells, tuple(marks))
            count = puzzle.count(seconds=20)
            assert (count, count.exhausted) == (0, True)
            assert puzzle.nodes() <= 1000
            assert puzzle.why() is not None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: anything("grid", (0,) * 81), "grid: expected a Grid, found 'grid'"),
        (lambda: anything(Grid.classic(), "0" * 81), "givens: expected whole numbers"),
        (lambda: anything(Grid.classic(), (0.5,) * 81), "givens: expected whole numbers"),
        (lambda: anything(Grid.classic(), (True,) * 81), "givens: expected whole numbers"),
        (lambda: anything(Grid.classic(), None), "givens: expected whole numbers, found None"),
        (lambda: anything(Grid.classic(), (10**30, *[0] * 80)), "r1c1: expected a digit from 1 to 9"),
        (lambda: anything(Grid.classic(), (0,) * 81, "marks"), "pencilmarks: expected whole numbers"),
        (
            lambda: anything(Grid.classic(), (0,) * 81, rules=("cage",)),
            "rules: 'cage' needs cells",
        ),
        (lambda: anything(Grid.classic(), (0,) * 81, rules=(None,)), "rules: expected a tuple of rules, found None"),
        (lambda: Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0,)),) * 200_001), "at most 200,000 rules"),
        (
            lambda: Puzzle(Grid.classic(), (0,) * 81, rules=(Cage(tuple(range(81))),) * 13_000),
            "at most 1,000,000 cells",
        ),
        (lambda: anything.classic([1.5] * 81), "digits: expected whole numbers"),
    ],
)
def test_what_is_no_puzzle_is_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        make()


def test_numbers_of_numpy_become_plain_ones() -> None:
    puzzle = Puzzle(Grid.classic(), np.zeros(81, np.uint8), rules=[Cage((0, 1), 9)])  # type: ignore[arg-type]
    assert puzzle == Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 9),))
    assert {type(digit) for digit in puzzle.givens} == {int}
