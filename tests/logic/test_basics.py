"""Basic steps in the core: as many of each technique as the path in Python has, and the same board after them."""

from collections import Counter
from math import inf

import strategies
from hypothesis import given
from strategies import examples

from farandole.generate.path_targets import AFTER_SINGLES
from farandole.logic import Board
from farandole.logic.basics import BASICS, apply_basics, count_basics
from farandole.logic.path import path
from farandole.logic.step import Search
from farandole.logic.techniques.singles import SINGLES
from farandole.puzzle import Puzzle

SEARCHES: tuple[Search, ...] = (*SINGLES, *AFTER_SINGLES[: 1 + max(map(AFTER_SINGLES.index, set(BASICS) - {*SINGLES}))])


def compare(puzzle: Puzzle) -> None:
    slow, fast = Board.of(puzzle), Board.of(puzzle)
    steps = Counter(step.technique for step in path(slow, SEARCHES))
    assert apply_basics(fast, inf) == steps
    assert (fast.values, fast.masks, fast.places) == (slow.values, slow.masks, slow.places)
    assert count_basics(puzzle, inf) == (steps, slow.n_open)


def test_the_core_takes_the_steps_of_the_path() -> None:
    lines = (
        "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2",
        "1....6.8..64..........4...7....9.6...7.4..5..5...7.1...5....32.3....8...4........",
    )
    for line in lines:
        compare(Puzzle.classic(line))


@given(puzzle=strategies.puzzles())
@examples(20)
def test_any_classic_puzzle(puzzle: Puzzle) -> None:
    if puzzle.is_classic:
        compare(puzzle)
