"""The path of steps to the solution, simplest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from farandole.logic.board import Board
from farandole.logic.catalog import select_techniques
from farandole.logic.faults import require_one_solution
from farandole.logic.step import Search, Step, Technique
from farandole.puzzle import Puzzle


def path(board: Board, searches: Sequence[Search], techniques: Collection[Technique] | None = None) -> Iterator[Step]:
    """Yield steps and apply each, until the board is full or no search finds a step.

    Each step is the first one of the first search that finds any. If `techniques` is given, only their steps count.
    """
    while board.n_open:
        for search in searches:
            steps = search(board)
            if techniques is not None:
                steps = (step for step in steps if step.technique in techniques)
            step = next(steps, None)
            if step is not None:
                yield step
                step.apply(board)
                break
        else:
            return


def explain(
    start: Puzzle | Board, *, techniques: Sequence[Technique | str] | None = None, assume_unique: bool = True
) -> Iterator[Step]:
    """Yield the steps to the solution, simplest first.

    Each step keeps a copy of the board before it, so `farandole.describe` and `farandole.draw` need nothing else.

    Parameters
    ----------
    start : Puzzle or Board
        A puzzle must have one solution. A board is not checked, and it changes: each step is applied to it when the
        next one is asked for. On a board with several solutions, a guess or a technique that assumes one solution may
        place digits that are not forced.
    techniques : sequence of Technique or of their names, optional
        The techniques to use, simplest first; by default `TECHNIQUES`, in HoDoKu's order.
    assume_unique : bool
        Whether to use techniques that hold only because the puzzle has one solution.

    Raises
    ------
    PuzzleError
        If a puzzle has no solution, or several.
    ArgumentError
        If a technique is unknown.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> steps = list(explain(puzzle))
    >>> len(steps), steps[0].technique, steps[0].placements
    (64, <Naked Single>, ((58, 7),))
    """
    searches, usable = select_techniques(techniques, assume_unique=assume_unique)
    if isinstance(start, Board):
        board = start
    else:
        require_one_solution(start)
        board = Board.of(start)
    return (replace(step, board=board.copy()) for step in path(board, searches, usable))
