"""Sudoku Explainer's ratings: the difficulty of the hardest step on its path.

Nicolas Juillerat's Sudoku Explainer (2006 to 2009, version 1.2.1) gives each technique a difficulty, always takes the
easiest step, and rates a puzzle by its hardest step: from 1.0, a last cell, to more than 11, chains nested in chains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import NamedTuple, SupportsFloat

from farandole.errors import UnfinishedError
from farandole.limits import time_limit
from farandole.logic.board import Board
from farandole.logic.explainer.bug import bugs
from farandole.logic.explainer.direct import direct_hidden, direct_locked
from farandole.logic.explainer.exclusion import aligned_pair_exclusion, aligned_triplet_exclusion
from farandole.logic.explainer.loops import unique_loop_1, unique_loop_2, unique_loop_3, unique_loop_4, unique_loops
from farandole.logic.explainer.multiple import MODES, multiple_chains
from farandole.logic.explainer.patterns import fish, hidden, locked, naked, wings
from farandole.logic.explainer.simple import CHAINS, CYCLES, forcing_chains
from farandole.logic.explainer.singles import hidden_singles, naked_singles
from farandole.logic.step import RatedStep, Step, Technique
from farandole.puzzle import Puzzle

Search = Callable[[Board], Iterator[RatedStep]]


class Stage(NamedTuple):
    """A search, and the difficulty of the easiest step that it finds."""

    search: Search
    least: float


UNSOLVED = 20.0
"""The rating of a puzzle that nested forcing chains don't solve, that doesn't have exactly one solution, or that has
rules that Sudoku Explainer doesn't support, such as totals."""


class ExplainerRating(NamedTuple):
    """How hard a puzzle is for Sudoku Explainer.

    Parameters
    ----------
    er : float
        The difficulty of the hardest step.
    ep : float
        The difficulty of the hardest step up to the first placed digit ("pearl").
    ed : float
        The difficulty of the first step ("diamond").
    path : tuple of RatedStep
        The steps, each with its difficulty.
    is_least : bool
        Whether the rating stopped before the end of the path. Then ``er`` is a lower bound, and so are ``ep`` and
        ``ed`` if no step of the path decides them yet.
    """

    er: float
    ep: float
    ed: float
    path: tuple[RatedStep, ...]
    is_least: bool = False

    def __repr__(self) -> str:
        return f"<ExplainerRating: ER {self.er}, EP {self.ep}, ED {self.ed}, {len(self.path)} steps>"


def rate(puzzle: Puzzle, *, seconds: SupportsFloat | None = None, enough: float = inf) -> ExplainerRating:
    """Rate a puzzle as Sudoku Explainer 1.2.1 does.

    Parameters
    ----------
    puzzle : Puzzle
    seconds : float, optional
        Time limit. The hardest puzzles take ten seconds. If the limit is reached, the rating is a lower bound, because
        all easier steps have been tried.
    enough : float, optional
        Stop at this rating: if no easier step is left, it is returned as a lower bound.

    Examples
    --------
    >>> puzzle = Puzzle.classic("..............1..2..3.....4.....2......15..6..47...3.....3...1..28.7....5........")
    >>> rating = rate(puzzle)
    >>> rating.er, rating.ep, rating.ed
    (7.1, 1.2, 1.2)
    >>> step, difficulty = rating.path[0]
    >>> step.technique.name, step.placements, difficulty
    ('Hidden Single', ((76, 1),), 1.2)
    >>> rate(puzzle, enough=6.0)[:3], rate(puzzle, enough=6.0).is_least
    ((6.2, 1.2, 1.2), True)
    """
    if not (supports(puzzle) and puzzle.is_unique()):
        return ExplainerRating(UNSOLVED, UNSOLVED, UNSOLVED, ())
    walk = _Walk(Board.of(puzzle), enough)
    try:
        with time_limit(seconds):
            for _ in walk.steps():
                pass
    except UnfinishedError:
        pass
    at_least = SEARCHES[walk.turn].least if walk.turn < len(SEARCHES) else UNSOLVED
    return walk.rating(at_least if walk.board.n_open else 0.0)


def supports(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has no rules beyond the houses of its grid, which are all that Sudoku Explainer knows."""
    return not puzzle.rules


def path(board: Board) -> Iterator[RatedStep]:
    """Yield the steps of Sudoku Explainer, and apply each."""
    return _Walk(board).steps()


class _Walk:
    """The path from a board to its solution, as far as it is known.

    Parameters
    ----------
    board : Board
    enough : float
        Stop when a step as hard as this, or harder, is needed.

    Attributes
    ----------
    done : list of RatedStep
        The steps so far.
    turn : int
        The index in `SEARCHES` of the search for the next step; those before it found none.
    """

    def __init__(self, board: Board, enough: float = inf) -> None:
        self.board = board
        self.done: list[RatedStep] = []
        self.turn = 0
        self._enough = enough

    def steps(self) -> Iterator[RatedStep]:
        """Yield each step, and apply it when the next one is asked for."""
        while self.board.n_open:
            for self.turn, (search, least) in enumerate(SEARCHES):
                if least >= self._enough:
                    return
                rated = next(search(self.board), None)
                if rated is not None:
                    break
            else:
                self.turn = len(SEARCHES)
                return
            self.done.append(rated)
            yield rated
            rated.step.apply(self.board)
            if round(rated.difficulty, 1) >= self._enough:
                return

    def rating(self, at_least: float) -> ExplainerRating:
        """Rate the steps so far; the difficulty of all later steps is at least `at_least`."""
        is_least = bool(self.board.n_open) and at_least < UNSOLVED
        er = ep = ed = 0.0
        for step, difficulty in self.done:
            er = max(er, difficulty)
            ed = ed or er
            if not ep and step.placements:
                ep = er
        er = max(er, at_least)
        ep, ed = (ep or er, ed or er) if is_least else (ep, ed)
        return ExplainerRating(round(er, 1), round(ep, 1), round(ed, 1), tuple(self.done), is_least)


def _rated(search: Callable[[Board], Iterator[Step]], *difficulty: float) -> Search:
    """Add difficulties to the steps of a search: a fixed one, or that of the technique."""

    def rated(board: Board) -> Iterator[RatedStep]:
        for step in search(board):
            yield RatedStep(step, difficulty[0] if difficulty else step.technique.se or 0.0)

    return rated


SEARCHES: tuple[Stage, ...] = (
    Stage(hidden_singles, 1.0),
    Stage(_rated(direct_locked), 1.7),
    Stage(_rated(partial(direct_hidden, size=2), 2.0), 2.0),
    Stage(naked_singles, 2.3),
    Stage(_rated(partial(direct_hidden, size=3), 2.5), 2.5),
    Stage(_rated(locked), 2.6),
    Stage(_rated(partial(naked, size=2)), 3.0),
    Stage(_rated(partial(fish, size=2)), 3.2),
    Stage(_rated(partial(hidden, size=2)), 3.4),
    Stage(_rated(partial(naked, size=3)), 3.6),
    Stage(_rated(partial(fish, size=3)), 3.8),
    Stage(_rated(partial(hidden, size=3)), 4.0),
    Stage(_rated(partial(wings, size=2)), 4.2),
    Stage(_rated(partial(wings, size=3)), 4.4),
    Stage(unique_loops, 4.5),
    Stage(_rated(partial(naked, size=4)), 5.0),
    Stage(_rated(partial(fish, size=4)), 5.2),
    Stage(_rated(partial(hidden, size=4)), 5.4),
    Stage(bugs, 5.6),
    Stage(_rated(aligned_pair_exclusion), 6.2),
    Stage(forcing_chains, 6.5),
    Stage(_rated(aligned_triplet_exclusion), 7.5),
    *(Stage(partial(multiple_chains, mode=mode), mode.difficulty) for mode in MODES),
)
"""The searches, in the order in which they are tried."""

TECHNIQUES: tuple[Technique, ...] = (
    unique_loop_1,
    unique_loop_2,
    unique_loop_3,
    unique_loop_4,
    *CYCLES.values(),
    *CHAINS.values(),
)
"""The techniques of this path alone; the catalog has the others."""
