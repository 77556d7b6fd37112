"""Rules of one's own: a `post` that allows more than `holds`, and one that raises."""

import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import farandole
from farandole import generate
from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Digits, Model, Rule, Thermo, tabulate

GRID = Grid.classic((2, 2))


@dataclass(frozen=True, slots=True)
class Even(Rule):
    """Its post forgets all cells but the first."""

    def holds(self, digits: Digits) -> bool:
        return all(digit % 2 == 0 for digit in digits)

    def post(self, model: Model) -> None:
        model.allow(self.cells[0], 0b1010)


@dataclass(frozen=True, slots=True)
class NeverLast(Rule):
    """Its post says nothing, and only the last solutions in the order of the search break it."""

    def holds(self, digits: Digits) -> bool:
        return digits[0] != 4

    def post(self, model: Model) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Falling(Thermo):
    """A subclass of a rule of ours is a rule of one's own too."""

    def holds(self, digits: Digits) -> bool:
        return list(digits) == sorted(digits, reverse=True)

    def post(self, model: Model) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Right(Rule):
    """It is as it should be."""

    def holds(self, digits: Digits) -> bool:
        return sum(digits) % 2 == 0

    def post(self, model: Model) -> None:
        model.table(self.cells, tabulate(self, model.n_digits))


@dataclass(frozen=True, slots=True)
class Raising(Rule):
    """Its post has a slip of the pen."""

    def holds(self, digits: Digits) -> bool:
        return 4 not in digits

    def post(self, model: Model) -> None:
        model.no_such_method(self.cells)  # type: ignore[attr-defined]


QUESTIONS: dict[str, Callable[[Puzzle], object]] = {
    "solve": Puzzle.solve,
    "solve in time": lambda puzzle: puzzle.solve(seconds=60),
    "solutions": lambda puzzle: list(puzzle.solutions()),
    "skip": lambda puzzle: puzzle.solutions().skip(10**6),
    "count": Puzzle.count,
    "count by threads": lambda puzzle: puzzle.count(threads=2),
    "is_unique": Puzzle.is_unique,
    "candidates": Puzzle.candidates,
    "complete": lambda puzzle: farandole.complete(puzzle),
    "rate": lambda puzzle: farandole.rate(puzzle, scales=["search"]),
    "hint": lambda puzzle: farandole.hint(puzzle),
    "make": lambda puzzle: generate.make(shape=puzzle.grid, rules=puzzle.rules, seed=1),
    "pickled": lambda puzzle: pickle.loads(pickle.dumps(puzzle)).solve(),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_solution_that_breaks_a_rule_is_an_error_that_names_it(question: str) -> None:
    puzzle = Puzzle.of(GRID, "." * 16, rules=[Even("r1c1 r1c2")])
    with pytest.raises(PuzzleError, match=r"^Even r1c1 r1c2: its post allows [24] [13], which its holds refuses$"):
        QUESTIONS[question](puzzle)


@pytest.mark.parametrize("question", ["solutions", "skip", "count", "count by threads", "candidates"])
def test_not_the_first_solution_alone_is_checked(question: str) -> None:
    puzzle = Puzzle.of(GRID, "." * 16, rules=[NeverLast("r4c4")])
    assert puzzle.solve() is not None
    with pytest.raises(PuzzleError, match=r"^NeverLast r4c4: its post allows 4, which its holds refuses$"):
        QUESTIONS[question](puzzle)


def test_a_subclass_of_a_rule_is_checked() -> None:
    with pytest.raises(PuzzleError, match=r"^Falling r1c1 r1c2: "):
        Puzzle.of(GRID, "." * 16, rules=[Falling("r1c1 r1c2")]).solve()


def test_a_rule_that_is_right_changes_no_answer() -> None:
    puzzle = Puzzle.of(Grid.latin(5), "." * 25, rules=[Right("r1c1 r2c1")])
    n = puzzle.count()
    assert n > 10_000  # more than are checked
    assert n.exhausted
    assert puzzle.count(threads=2) == n == puzzle.solutions().skip(10**6)
    assert puzzle.count(limit=1500) == 1500
    assert puzzle.count(limit=500) == 500
    assert not puzzle.count(budget=10).exhausted
    assert puzzle.candidates(budget=10**6).exhausted
    solutions = puzzle.solutions()
    assert [solutions.skip(700), solutions.skip(700), solutions.skip(10**6)] == [700, 700, n - 1400]
    assert solutions.exhausted


def test_what_post_raises_arrives_alone() -> None:
    with pytest.raises(AttributeError, match="no_such_method") as caught:
        Puzzle.of(GRID, "." * 16, rules=[Raising((0, 1))]).solve()
    assert caught.value.__context__ is None
    assert "another exception" not in "".join(traceback.format_exception(caught.value))
