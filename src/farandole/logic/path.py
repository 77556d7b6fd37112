"""The path of steps to the solution, simplest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from farandole.logic.board import Board
from farandole.logic.step import Find, Step, Technique


def path(board: Board, searches: Sequence[Find], techniques: Collection[Technique] | None = None) -> Iterator[Step]:
    """Yield steps and do each, until none is found or all is done.

    Each is the first step of the first search that finds one. If techniques are given, only their steps count.
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
