"""Sudoku Explainer's ratings: how hard the hardest step is, on the way that it goes.

Nicolas Juillerat's Sudoku Explainer (2006 to 2009, version 1.2.1) gives each technique a difficulty, takes the easiest
step there is, and rates a puzzle by its hardest one: from 1.0, a last cell, to more than 11, chains nested in chains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from farandole.logic.board import Board
from farandole.logic.explainer.bug import bugs
from farandole.logic.explainer.direct import direct_hidden, direct_locked
from farandole.logic.explainer.exclusion import aligned_pair_exclusion, aligned_triplet_exclusion
from farandole.logic.explainer.loops import unique_loops
from farandole.logic.explainer.multiple import MODES, multiple_chains
from farandole.logic.explainer.patterns import fish, hidden, locked, naked, wings
from farandole.logic.explainer.simple import forcing_chains
from farandole.logic.explainer.singles import hidden_singles, naked_singles
from farandole.logic.step import Rated, Step
from farandole.puzzle import Puzzle
from farandole.rules import AllDifferent, Allowed

Search = Callable[[Board], Iterator[Rated]]

UNSOLVED = 20.0
"""The rating of a puzzle that even nested forcing chains don't solve, that hasn't exactly one solution, or that has
rules of which Sudoku Explainer knows nothing, such as totals: to try all its chains in vain would take long."""


class ExplainerRating(NamedTuple):
    """How hard a puzzle is for Sudoku Explainer.

    Parameters
    ----------
    er : float
        The difficulty of the hardest step.
    ep : float
        That of the hardest step up to the first digit placed ("pearl").
    ed : float
        That of the first step ("diamond").
    path : tuple of Rated
        The steps, each with its difficulty.
    """

    er: float
    ep: float
    ed: float
    path: tuple[Rated, ...]

    def __repr__(self) -> str:
        return f"<ExplainerRating: ER {self.er}, EP {self.ep}, ED {self.ed}, {len(self.path)} steps>"


def rate(puzzle: Puzzle) -> ExplainerRating:
    """Rate a puzzle as Sudoku Explainer 1.2.1 does.

    Examples
    --------
    >>> puzzle = Puzzle.classic("..............1..2..3.....4.....2......15..6..47...3.....3...1..28.7....5........")
    >>> rating = rate(puzzle)
    >>> rating.er, rating.ep, rating.ed
    (7.1, 1.2, 1.2)
    >>> step, difficulty = rating.path[0]
    >>> step.technique.name, step.places, difficulty
    ('Hidden Single', ((76, 1),), 1.2)
    """
    if not (knows(puzzle) and puzzle.is_unique()):
        return ExplainerRating(UNSOLVED, UNSOLVED, UNSOLVED, ())
    er = ep = ed = 0.0
    board = Board.of(puzzle)
    steps = []
    for rated in path(board):
        steps.append(rated)
        er = max(er, rated.difficulty)
        ed = ed or er
        if not ep and rated.step.places:
            ep = er
    if board.n_open:
        er = UNSOLVED
    return ExplainerRating(round(er, 1), round(ep, 1), round(ed, 1), tuple(steps))


def knows(puzzle: Puzzle) -> bool:
    """Return whether it knows all rules of a puzzle: houses, and what single cells may hold."""
    return all(isinstance(rule, AllDifferent | Allowed) for rule in puzzle.rules)


def path(board: Board) -> Iterator[Rated]:
    """Yield the steps of Sudoku Explainer, and do each."""
    while board.n_open:
        for search in SEARCHES:
            rated = next(search(board), None)
            if rated is not None:
                yield rated
                rated.step.apply(board)
                break
        else:
            return


def _rated(search: Callable[[Board], Iterator[Step]], *difficulty: float) -> Search:
    """Rate the steps of a search, by their technique where there are several."""

    def rated(board: Board) -> Iterator[Rated]:
        for step in search(board):
            yield Rated(step, difficulty[0] if difficulty else step.technique.se or 0.0)

    return rated


SEARCHES: tuple[Search, ...] = (
    hidden_singles,
    _rated(direct_locked),
    _rated(partial(direct_hidden, size=2), 2.0),
    naked_singles,
    _rated(partial(direct_hidden, size=3), 2.5),
    _rated(locked),
    _rated(partial(naked, size=2)),
    _rated(partial(fish, size=2)),
    _rated(partial(hidden, size=2)),
    _rated(partial(naked, size=3)),
    _rated(partial(fish, size=3)),
    _rated(partial(hidden, size=3)),
    _rated(partial(wings, size=2)),
    _rated(partial(wings, size=3)),
    unique_loops,
    _rated(partial(naked, size=4)),
    _rated(partial(fish, size=4)),
    _rated(partial(hidden, size=4)),
    bugs,
    _rated(aligned_pair_exclusion),
    forcing_chains,
    _rated(aligned_triplet_exclusion),
    *(partial(multiple_chains, mode=mode) for mode in MODES),
)
"""In the order in which they are tried."""
