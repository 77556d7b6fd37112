"""States of puzzles on the way to the solution, and whether all steps found there are sound."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

import collection

from farandole.grid import Grid, House
from farandole.logic.board import Board
from farandole.logic.path import path
from farandole.logic.step import Search, Step, Technique
from farandole.logic.techniques.locked import claiming, pointing
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single
from farandole.logic.techniques.subsets import naked_pair
from farandole.puzzle import Puzzle
from library import FOLDER

State = tuple[Board, tuple[int, ...]]  # and the solution

_SIMPLE = (full_house, naked_single, hidden_single, pointing, claiming, naked_pair)


@cache
def classic_states(n_puzzles: int = 12) -> tuple[State, ...]:
    """Take hard puzzles, and what is left of each every few simple steps, and when these end."""
    path_ = FOLDER / "ratings-hodoku-top1465.csv"
    with path_.open() as file:
        rows = list(islice(csv.DictReader(file), n_puzzles))
    return tuple(state for row in rows for state in _states(Puzzle.classic(row["puzzle"])))


@cache
def shaped_states(family: str, n_puzzles: int = 1) -> tuple[State, ...]:
    """The same for puzzles of the collection that have houses only: jigsaws, samurais, larger grids."""
    unique = (puzzle for puzzle in shaped(family) if puzzle.is_unique())
    return tuple(state for puzzle in islice(unique, n_puzzles) for state in _states(puzzle, every=40))


def shaped(family: str) -> Iterator[Puzzle]:
    """Read the puzzles of a family of the collection."""
    path_ = FOLDER.parent / "variants" / f"{family}.jsonl"
    for line in path_.read_text().splitlines():
        record = json.loads(line)
        if "grids" in record:
            grid = Grid.gattai([tuple(corner) for corner in record["grids"]])
        elif "regions" in record:
            grid = Grid.jigsaw("\n".join(record["regions"]))
        else:
            grid = Grid.classic(tuple(record["box"])) if "box" in record else Grid.latin(record["n"])
        extra = record.get("extra", ())
        number = {place: cell for cell, place in enumerate(grid.positions)}
        grid = grid.with_houses(
            *(House(f"extra {k}", tuple(number[r, c] for r, c in some)) for k, some in enumerate(extra))
        )
        case = collection.case_of(record)
        assert grid.positions == case.places
        yield Puzzle(grid, case.givens, rules=tuple(case.rules()))


def _states(puzzle: Puzzle, every: int = 12) -> Iterator[State]:
    solution = puzzle.solve()
    assert solution is not None
    board = Board.of(puzzle)
    n = -1
    for n, _ in enumerate(path(board, _SIMPLE)):
        if n % every == 0:
            yield board.copy(), solution.digits
    if board.n_open:
        yield board, solution.digits


def is_wrong(step: Step, board: Board, solution: Sequence[int]) -> bool:
    """Whether a step does nothing, strikes what isn't there, or strikes or places what the solution denies."""
    return (
        not (step.eliminations or step.placements)
        or any(not board.masks[cell] >> digit - 1 & 1 or solution[cell] == digit for cell, digit in step.eliminations)
        or any(solution[cell] != digit for cell, digit in step.placements)
    )


def unsound(board: Board, solution: Sequence[int], searches: Iterable[Search | Technique]) -> list[Step]:
    """Find all steps, and list those that are wrong."""
    return [step for search in searches for step in search(board) if is_wrong(step, board, solution)]
