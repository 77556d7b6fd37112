"""Sudoku Explainer's ratings: equal to its own, from sound steps, on any grid."""

import csv
import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from time import perf_counter

import pytest

from farandole import Grid, Puzzle
from farandole.logic.board import Board
from farandole.logic.explainer import SEARCHES, UNSOLVED, ExplainerRating, path, rate
from farandole.logic.explainer.direct import direct_claiming, direct_pointing
from farandole.logic.explainer.multiple import DYNAMIC, MULTIPLE, NESTED, NISHIO, PLUS, Mode, multiple_proofs
from farandole.logic.explainer.multiple import TECHNIQUES as NAMED
from farandole.logic.explainer.simple import simple_proofs
from farandole.logic.path import path as simple_path
from farandole.logic.step import Step
from needs import SHARED, needs
from order import SIMPLE
from states import unsound

CHAINS = "..............1..2..3.....4.....2......15..6..47...3.....3...1..28.7....5........"


def rated(name: str) -> list[dict[str, str]]:
    file = SHARED / "logic" / f"ratings-se-{name}.csv"
    with file.open() as lines:
        return list(csv.DictReader(lines))


def variants(family: str, n: int) -> Iterator[tuple[Puzzle, str]]:
    file = SHARED / "variants" / f"{family}.jsonl"
    for case in islice(map(json.loads, file.read_text().splitlines()), n):
        grid = Grid.jigsaw("".join(case["regions"])) if "regions" in case else Grid.samurai()
        yield Puzzle.of(grid, "".join(case["givens"]).replace("#", "")), "".join(case["solution"]).replace("#", "")


def check(step: Step, solution: Sequence[int]) -> None:
    assert step.placements or step.eliminations
    assert all(solution[cell] == digit for cell, digit in step.placements), step
    assert all(solution[cell] != digit for cell, digit in step.eliminations), step


def states(puzzle: Puzzle, least: float) -> Iterator[Board]:
    """The boards at which Sudoku Explainer takes a step of some difficulty or more."""
    board = Board.of(puzzle)
    before = board.copy()
    for _, difficulty in path(board):
        if difficulty >= least:
            yield before
        before = board.copy()


def proved(puzzle: Puzzle) -> tuple[int, ...]:
    solution = puzzle.solve()
    assert solution is not None
    return solution.digits


@needs("data")
@pytest.mark.parametrize("name", ["easy", "interm", "17"])
def test_ratings_of_sudoku_explainer(name: str) -> None:
    for row in rated(name):
        rating = rate(Puzzle.classic(row["puzzle"]))
        assert (row["puzzle"], *rating[:3]) == (row["puzzle"], float(row["ER"]), float(row["EP"]), float(row["ED"]))


@needs("data")
def test_ratings_of_hard_puzzles() -> None:
    for row in rated("top1465"):
        if float(row["ER"]) < 8.6:
            rating = rate(Puzzle.classic(row["puzzle"]))
            assert (row["puzzle"], *rating[:3]) == (row["puzzle"], float(row["ER"]), float(row["EP"]), float(row["ED"]))


def test_a_path_as_sudoku_explainer_walks_it() -> None:
    steps = [
        (round(difficulty, 1), step.technique.name, step.eliminations)
        for step, difficulty in rate(Puzzle.classic(CHAINS)).path
        if difficulty > 2.6
    ]
    assert steps == [
        (4.5, "Unique Loop Type 4", ((10, 9), (9, 9))),
        (7.1, "Forcing Chain", ((15, 9),)),
        (2.8, "Locked Candidates Type 2 (Claiming)", ((4, 9),)),
        (7.0, "Bidirectional Cycle", ((33, 8),)),
        (7.0, "Bidirectional Cycle", ((80, 9),)),
        (7.1, "Forcing Chain", ((15, 6),)),
    ]


def test_a_puzzle_without_a_way_is_unsolved() -> None:
    assert rate(Puzzle.classic("1234567.." + "." * 72)) == ExplainerRating(UNSOLVED, UNSOLVED, UNSOLVED, ())


def test_time_ends_a_rating_with_what_is_known() -> None:
    # Easter Monster: its whole path takes seconds.
    puzzle = Puzzle.classic("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1")
    start = perf_counter()
    rating = rate(puzzle, seconds=0.5)
    assert perf_counter() - start < 20
    assert rating.is_least
    known = [search.least for search in SEARCHES if search.least <= rating.er]
    assert rating.er == max([*known, *(round(rated.difficulty, 1) for rated in rating.path)])
    assert 6.5 <= rating.er < 11.6
    easy = Puzzle.classic("..............1..2..3.....4.....2......15..6..47...3.....3...1..28.7....5........")
    assert rate(easy, seconds=60) == rate(easy)
    assert not rate(easy).is_least


def test_the_first_steps_count_where_time_ends() -> None:
    puzzle = Puzzle.classic(CHAINS)
    whole, bounds = rate(puzzle), [rate(puzzle, seconds=seconds) for seconds in (0, 0.002, 0.01, 0.05)]
    for bound in bounds:
        assert all(least <= found for least, found in zip(bound[:3], whole[:3], strict=True))
        assert bound.path == whole.path[: len(bound.path)]


def test_searches_are_in_the_order_of_their_difficulty() -> None:
    least = [search.least for search in SEARCHES]
    assert least == sorted(least)


def test_direct_claiming_keeps_the_cell_where_two_diagonals_cross() -> None:
    """A digit of the falling diagonal is in the central box, perhaps in r5c5, which is also on the rising one."""
    grid = Grid.classic().with_houses("diagonals")
    board = Board.of(Puzzle.of(grid, "." * 81))
    places = {"r5c5", "r6c6", "r1c9", "r4c6"}
    for house in grid.houses[-2:]:
        for cell in house.cells:
            if grid.cell_name(cell) not in places:
                board.eliminate(cell, 1)
    assert [step.placements for step in direct_claiming(board) if (8, 1) in step.placements] == []


def test_direct_pointing() -> None:
    """In box 1, 1 is in row 2; so in box 2 it is in row 1 or 3, where one cell is left."""
    board = Board.of(Puzzle.classic("234......" + "........." + "567234..." + "." * 54))
    step = next(direct_pointing(board), None)
    assert step is None  # two are left
    for cell in (4, 5):
        board.eliminate(cell, 1)
    step = next(direct_pointing(board))
    assert step.placements == ((3, 1),)
    assert {cell for cell, _ in step.eliminations} == set(range(12, 18))


@needs("data")
def test_all_steps_are_sound() -> None:
    names = set()
    for row in rated("17")[::3] + rated("interm")[::10]:
        puzzle = Puzzle.classic(row["puzzle"])
        solution = proved(puzzle)
        for board in islice(states(puzzle, 1.7), 3):
            for search, _ in SEARCHES[:19]:
                for step, _ in search(board):
                    names.add(step.technique.name)
                    check(step, solution)
    assert len(names) > 18


@pytest.mark.parametrize("mode", [NISHIO, MULTIPLE, DYNAMIC, PLUS], ids=lambda mode: mode.name or "Multiple")
def test_all_chains_are_sound(mode: Mode) -> None:
    puzzle = Puzzle.classic(CHAINS)
    solution = proved(puzzle)
    for board in islice(states(puzzle, 7.0), 2):
        for hint in (*simple_proofs(board), *multiple_proofs(board, mode)):
            assert hint.place is None or solution[hint.place[0]] == hint.place[1]
            assert all(solution[cell] != digit for cell, digit in hint.eliminations)


@pytest.mark.parametrize("mode", NESTED[:2], ids=lambda mode: mode.name)
def test_nested_chains_are_sound(mode: Mode) -> None:
    puzzle = Puzzle.of(Grid.classic((2, 2)), "1...............")
    solutions = [solution.digits for solution in puzzle.solutions()]
    board = Board.of(puzzle)
    board.eliminate(15, solutions[0][15])  # to have more to say
    left = [solution for solution in solutions if solution[15] != solutions[0][15]]
    for hint in multiple_proofs(board, mode):
        for cell, digit in hint.eliminations:
            assert all(solution[cell] != digit for solution in left)


def test_chains_tell_their_links() -> None:
    for step, difficulty in rate(Puzzle.classic(CHAINS)).path:
        if difficulty >= 7.0:
            for chain in step.reason.links:
                known = {chain[0].start}
                for link in chain:
                    assert link.start in known
                    known.add(link.end)


@needs("data")
@pytest.mark.parametrize(("family", "n"), [("jigsaw_janko", 20), ("jigsawx_janko", 1), ("samurai_janko", 3)])
def test_any_grid(family: str, n: int) -> None:
    for puzzle, solution in variants(family, n):
        for step, difficulty in path(Board.of(puzzle)):
            check(step, tuple(map(int, solution)))
            if difficulty > 6.0:
                break


@needs("data")
def test_relabeled_and_turned_puzzles_have_the_same_rating() -> None:
    """Where no choice among chains or unique loops is to be made."""
    shuffled = random.Random(6)
    for row in rated("easy")[::8] + rated("interm")[::8]:
        digits = "123456789"
        to = "".join(shuffled.sample(digits, 9))
        text = row["puzzle"].translate(str.maketrans(digits, to))
        lines = [3 * band + line for band in shuffled.sample(range(3), 3) for line in shuffled.sample(range(3), 3)]
        turned = "".join(text[9 * row + column] for column in lines for row in range(9))
        assert rate(Puzzle.classic(turned)).er == float(row["ER"])


@pytest.mark.slow
def test_nested_chains_as_techniques_are_sound() -> None:
    """Each strikes and places what is true, and its links tell all of it: no end without a start told before."""
    puzzle = Puzzle.classic("........4648....299..8..5....29.4...5......96.....51.....3...1..19......4...7..6.")
    board, solution = Board.of(puzzle), puzzle.solve()
    assert solution is not None
    for _ in simple_path(board, SIMPLE):
        pass
    names = set()
    for technique in NAMED.values():
        if technique.se is not None and technique.se > 9.5:
            break  # takes minutes
        for step in technique(board):
            names.add(step.technique.name)
            assert not unsound(board, solution.digits, [lambda _, step=step: iter([step])])
            for chain in step.reason.links:
                told = {chain[0].start}
                for link in chain:
                    assert link.start in told
                    told.add(link.end)
    assert {"Cell Forcing Chains", "Region Forcing Chains", "Nishio Forcing Chains"} <= names
    assert any(name.endswith("(+)") for name in names)
    assert any(name.endswith("(+ Forcing Chains)") for name in names)
