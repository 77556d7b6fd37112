"""Solve as people do: techniques, the path of steps to the solution, hints, ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import SupportsFloat

from farandole.errors import ArgumentError, short_repr
from farandole.logic import hints, ratings
from farandole.logic.board import Board
from farandole.logic.catalog import EXTRA, SEARCHES, TECHNIQUES, technique_named
from farandole.logic.hints import Entered, Hint, Notes, fault_of, require_one_solution
from farandole.logic.path import path
from farandole.logic.ratings import Rating, Score
from farandole.logic.step import Because, Find, Level, Step, Technique
from farandole.logic.wording.say import Detail, say
from farandole.logic.wording.words import notation
from farandole.puzzle import Puzzle

__all__ = [
    "EXTRA",
    "SEARCHES",
    "TECHNIQUES",
    "Because",
    "Board",
    "Detail",
    "Hint",
    "Level",
    "Rating",
    "Score",
    "Step",
    "Technique",
    "explain",
    "fault_of",
    "hint",
    "notation",
    "rate",
    "require_one_solution",
    "say",
    "technique_named",
]


def explain(
    start: Puzzle | Board, *, techniques: Sequence[Technique | str] | None = None, assume_unique: bool = True
) -> Iterator[Step]:
    """Yield the steps to the solution, simplest first, each before it is done.

    Each step has the board as it is before it: so it can be said (`Step.say`) and drawn (`Step.draw`).

    Parameters
    ----------
    start : Puzzle or Board
        A puzzle must have one solution: where there are several, techniques that assume one, and a guess, place digits
        that are not forced. A board isn't checked. It changes along: each step is done on it when the next one is asked
        for.
    techniques : sequence of Technique or of their names, optional
        What may be used, simplest first; by default `TECHNIQUES`, in HoDoKu's order.
    assume_unique : bool
        Whether to use techniques that hold only because the puzzle has one solution.

    Raises
    ------
    PuzzleError
        If a puzzle has no solution, or several.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> steps = list(explain(puzzle))
    >>> len(steps), steps[0].technique, steps[0].places
    (64, <Naked Single>, ((58, 7),))
    """
    allowed = _allowed(techniques, assume_unique)
    if isinstance(start, Board):
        board = start
    else:
        require_one_solution(start)
        board = Board.of(start)
    steps = path(board, *allowed)
    return (replace(step, board=board.copy()) for step in steps)


def hint(
    puzzle: Puzzle,
    digits: Entered | None = None,
    *,
    notes: Notes | None = None,
    techniques: Sequence[Technique | str] | None = None,
    assume_unique: bool = True,
) -> Hint:
    """Find what to tell a player who asks for help: a mistake, else the next step; see `farandole.logic.hints.hint`.

    `techniques` and `assume_unique` are as for `explain`.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> hint(puzzle).say(Detail.PLACE)
    'Naked Single: look at box 8'
    >>> hint(puzzle, "7" + "." * 80).say()
    "r1c1 can't be 7, because the solution has another digit there."
    >>> hint(puzzle, {"r7c5": 7}, notes={"r7c6": {4, 5, 6}})
    <Hint: Naked Single: r7c6 is 5>
    """
    searches, allowed = _allowed(techniques, assume_unique)
    return hints.hint(puzzle, digits, notes=notes, searches=searches, techniques=allowed)


def _allowed(
    techniques: Sequence[Technique | str] | None, assume_unique: bool
) -> tuple[Sequence[Find], frozenset[Technique]]:
    """Return what to search for, in order, and the techniques whose steps may be used."""
    if isinstance(techniques, str) or not isinstance(techniques, Iterable | None):
        raise ArgumentError(f"techniques: expected a list of techniques, found {short_repr(techniques)}")
    allowed = TECHNIQUES if techniques is None else tuple(map(_technique, techniques))
    usable = frozenset(one for one in allowed if assume_unique or not one.assumes_unique)
    return SEARCHES if techniques is None else [one for one in allowed if one in usable], usable


def _technique(given: Technique | str) -> Technique:
    if isinstance(given, Technique):
        return given
    try:
        return technique_named(given)
    except ArgumentError as error:
        raise ArgumentError.from_error(error, f"techniques: {error}") from None


def rate(
    puzzle: Puzzle,
    *,
    scales: Collection[str] = ratings.SCALES,
    seconds: SupportsFloat | None = None,
    enough: float = inf,
) -> Rating:
    """Rate how hard a puzzle is, on several scales side by side: see `farandole.logic.ratings.rate`.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> rating = rate(puzzle)
    >>> rating.hodoku.score, rating.hodoku.level.name, rating.explainer[:3], rating.guesses
    (436, 'EASY', (1.5, 1.2, 1.2), 0)
    """
    return ratings.rate(puzzle, scales=scales, searches=SEARCHES, seconds=seconds, enough=enough)
