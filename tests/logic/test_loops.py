"""Loops, chains and nets: HoDoKu's test cases and paths, soundness, other grids."""

import csv
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from farandole import batch
from farandole.formats import read
from farandole.logic.board import Board
from farandole.logic.path import path
from farandole.logic.step import Search, Step, Technique
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.techniques.forcing import forcing_chains, forcing_nets
from farandole.logic.techniques.loops import (
    aic,
    continuous_nice_loop,
    discontinuous_nice_loop,
    grouped_aic,
    grouped_continuous_nice_loop,
    grouped_discontinuous_nice_loop,
    grouped_nice_loops,
    nice_loops,
)
from farandole.logic.techniques.singles import full_house, hidden_single, naked_single
from farandole.logic.techniques.templates import template_delete, template_set
from farandole.puzzle import Puzzle
from library import FOLDER, cases, steps_for
from needs import needs

EXAMPLES = Path(__file__).parents[2] / "examples"
LOOPS = [
    continuous_nice_loop,
    discontinuous_nice_loop,
    aic,
    grouped_continuous_nice_loop,
    grouped_discontinuous_nice_loop,
    grouped_aic,
]
SINGLES = (full_house, naked_single, hidden_single)
SEARCHES = (nice_loops, grouped_nice_loops, forcing_chains, forcing_nets, template_set, template_delete)


@needs("data")
@pytest.mark.parametrize("technique", [*LOOPS, template_set, template_delete], ids=repr)
def test_library(technique: Technique) -> None:
    some = cases(technique.code)
    assert some
    assert [case for case in some if not case.is_strict(steps_for(case, technique))] == []


def hard_puzzles(n: int) -> list[str]:
    file = FOLDER / "ratings-hodoku-top1465.csv"
    with file.open() as lines:
        return [row["puzzle"] for row in csv.DictReader(lines)][:n]


def stuck(puzzle: str) -> Board:
    """Place singles until there are none."""
    board = Board.of(Puzzle.classic(puzzle))
    for _ in path(board, SINGLES):
        pass
    return board


def digits_of_solution(puzzle: str) -> list[int]:
    solved = batch.solve(np.array([[int(sign) if sign.isdigit() else 0 for sign in puzzle]], np.uint8))
    digits: list[int] = solved.solutions[0].tolist()
    return digits


def is_true(step: Step, solution: list[int]) -> bool:
    return all(solution[cell] != digit for cell, digit in step.eliminations) and all(
        solution[cell] == digit for cell, digit in step.placements
    )


@needs("data")
@pytest.mark.parametrize("search", SEARCHES, ids=["loops", "grouped", "chains", "nets", "set", "delete"])
def test_every_step_is_true(search: Search) -> None:
    for puzzle in hard_puzzles(3):
        solution = digits_of_solution(puzzle)
        assert all(is_true(step, solution) for step in islice(search(stuck(puzzle)), 60))


@needs("data")
@pytest.mark.slow
def test_every_step_with_sets_is_true() -> None:
    for case in cases("0706", "0709"):
        board = case.board()
        solution = digits_of_solution("".join(map(str, board.values)))
        assert all(is_true(step, solution) for step in grouped_nice_loops(board, with_als=True)), case.line


@needs("data")
@pytest.mark.slow
def test_deep_nets_are_true() -> None:
    puzzle = hard_puzzles(6)[5]
    solution = digits_of_solution(puzzle)
    assert all(is_true(step, solution) for step in islice(forcing_nets(stuck(puzzle), deep=True), 3))


@needs("data")
def test_each_chain_is_connected() -> None:
    kinds: Counter[str] = Counter()
    for puzzle in hard_puzzles(2):
        for step in grouped_nice_loops(stuck(puzzle), with_als=True):
            (chain,) = step.reason.links
            kinds[step.technique.name] += 1
            assert all(one.end == two.start for one, two in pairwise(chain))
            if step.technique.name.endswith("AIC"):
                assert chain[0].is_strong
                assert chain[-1].is_strong
    assert kinds["Grouped Discontinuous Nice Loop"]


@pytest.mark.parametrize("name", ["jigsaw", "samurai"])
def test_other_grids(name: str) -> None:
    (puzzle,) = read((EXAMPLES / f"{name}.txt").read_text())
    solution = list(next(puzzle.solutions()).digits)
    board = Board.of(puzzle)
    for _ in path(board, SINGLES):
        pass
    if not board.n_open:  # then without the singles
        board = Board.of(puzzle)
    for search in SEARCHES:
        assert all(is_true(step, solution) for step in islice(search(board), 5))


@needs("data")
def test_brute_force_takes_the_middle_cell() -> None:
    puzzle = hard_puzzles(1)[0]
    board = Board.of(Puzzle.classic(puzzle))
    ((cell, digit),) = next(brute_force(board)).placements
    open_cells = [at for at, value in enumerate(board.values) if not value]
    assert cell == open_cells[len(open_cells) // 2]
    assert digit == digits_of_solution(puzzle)[cell]
