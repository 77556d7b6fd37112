"""Steps, hints and ratings leave a process whole: pickled, copied, as keys of a dictionary."""

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from itertools import islice
from multiprocessing import get_context

import pytest

import farandole
from farandole import Grid, Puzzle
from farandole.logic import EXTRA, TECHNIQUES, Board, Level, Step
from farandole.logic.explainer import multiple
from farandole.logic.step import Technique, technique
from farandole.rules import Cage

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PUZZLES = {
    "easy": Puzzle.classic(EASY),
    "hard": Puzzle.classic(HARD),
    "killer": Puzzle.of(Grid.classic(4), "1... ..2. .... ...3", rules=[Cage("r1c2 r2c2", 6), Cage("r3c1 r4c1", 6)]),
}


@pytest.mark.parametrize("some", [*TECHNIQUES, *EXTRA], ids=repr)
def test_a_technique_is_the_same_after_pickling(some: Technique) -> None:
    assert pickle.loads(pickle.dumps(some)) is copy(some) is deepcopy(some) is some


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_step_says_and_draws_the_same(puzzle: Puzzle) -> None:
    for step in islice(farandole.explain(puzzle), 12):
        for other in (pickle.loads(pickle.dumps(step)), deepcopy(step)):
            assert other == step
            assert hash(other) == hash(step)
            assert other.technique is step.technique
            assert farandole.describe(other) == farandole.describe(step)
            assert farandole.draw(other) == farandole.draw(step)


@pytest.mark.parametrize("digits", [None, {"r1c3": 9}], ids=["step", "mistake"])
def test_a_hint_says_the_same(digits: dict[str, int] | None) -> None:
    hint = farandole.hint(PUZZLES["easy"], digits)
    for other in (pickle.loads(pickle.dumps(hint)), deepcopy(hint), farandole.hint(PUZZLES["easy"], digits)):
        assert other == hint
        assert hash(other) == hash(hint)
        assert other.describe() == hint.describe()


def test_a_rating_is_the_same() -> None:
    rating = farandole.rate(PUZZLES["easy"])
    assert pickle.loads(pickle.dumps(rating)) == rating
    assert deepcopy(rating) == rating
    assert len({rating, farandole.rate(PUZZLES["easy"])}) == 1


def test_a_second_technique_of_a_name_is_not_taken_for_the_first() -> None:
    @technique("Naked Single", Level.EASY)
    def mine(_board: Board) -> Iterator[Step]:
        """Nothing."""
        yield from ()

    assert isinstance(mine, Technique)
    with pytest.raises(pickle.PicklingError, match="a unique name"):
        pickle.dumps(mine)


@pytest.mark.slow
def test_other_processes_rate() -> None:
    puzzle = PUZZLES["easy"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(farandole.rate, puzzle).result() == farandole.rate(puzzle)
        assert pool.submit(farandole.hint, puzzle).result().describe() == farandole.hint(puzzle).describe()


def test_the_kinds_of_multiple_chains_are_pickled() -> None:
    for some in multiple.TECHNIQUES.values():
        assert pickle.loads(pickle.dumps(some)) is some
