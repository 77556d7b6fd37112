"""Puzzles with their answers and verdicts."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole import batch
from farandole.errors import PuzzleError
from farandole.io.chunks import UNREADABLE, Chunk
from farandole.io.writers import BAD, SEVERAL, VERDICTS
from farandole.puzzle import Puzzle
from farandole.records import record
from farandole.render.terminal import printable

Verdicts: TypeAlias = NDArray[np.int64]


@record(frozen=False)
class SolvedChunk:
    """A chunk of puzzles with its answers.

    Parameters
    ----------
    chunk : Chunk
        The puzzles.
    answers : Answers
        The result of `batch.solve`.
    faults : dict of int to str
        By index, in order, what is wrong with bad puzzles.
    verdicts : ndarray of int64, shape (n,)
        The verdict of each puzzle, as an index of `writers.VERDICTS`.
    """

    chunk: Chunk
    answers: batch.Answers
    faults: dict[int, str]
    verdicts: Verdicts

    @classmethod
    def of(cls, chunk: Chunk, answers: batch.Answers) -> SolvedChunk:
        """Compute the verdicts."""
        ordered = sorted((chunk.faults | describe_clashes(chunk.values, np.nonzero(answers.counts == 0)[0])).items())
        faults = {index: printable(fault) for index, fault in ordered}
        verdicts = np.minimum(answers.counts, SEVERAL)
        verdicts[list(faults)] = BAD
        return cls(chunk, answers, faults, verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    @property
    def tally(self) -> list[int]:
        """The number of puzzles with each of `writers.VERDICTS`."""
        tally: list[int] = np.bincount(self.verdicts, minlength=len(VERDICTS)).tolist()
        return tally

    @property
    def is_readable(self) -> NDArray[np.bool_]:
        """Whether each puzzle could be read."""
        readable: NDArray[np.bool_] = self.chunk.values[:, 0] != UNREADABLE
        return readable

    @property
    def has_solution(self) -> NDArray[np.bool_]:
        """Whether each puzzle has a solution."""
        return self.answers.counts > 0

    def complaints(self) -> list[str]:
        """Return a message for each bad puzzle: its place, and what is wrong."""
        chunk = self.chunk
        name = printable(chunk.name)
        return [f"{name}: {chunk.unit} {chunk.numbers[index]}: {fault}" for index, fault in self.faults.items()]


def describe_clashes(values: batch.Values, suspects: NDArray[np.intp]) -> dict[int, str]:
    """Describe the malformed puzzles among the suspects, by index: those in which a house holds a digit twice."""
    suspects = suspects[values[suspects, 0] != UNREADABLE]
    faults = {}
    for index in suspects[batch.have_repeats(values[suspects])].tolist():
        try:
            Puzzle.classic(values[index].tolist())
        except PuzzleError as error:
            faults[index] = str(error)
    return faults
