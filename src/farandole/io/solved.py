"""Puzzles with their answers, and what these amount to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole import batch
from farandole.errors import PuzzleError
from farandole.grid import Grid
from farandole.io.chunks import UNREADABLE, Chunk
from farandole.io.writers import BAD, SEVERAL, VERDICTS
from farandole.puzzle import Puzzle
from farandole.render.terminal import printable

Verdicts: TypeAlias = NDArray[np.int64]

HOUSES = np.array([house.cells for house in Grid.classic().houses])


@dataclass(slots=True)
class SolvedChunk:
    """Puzzles of a file and their answers.

    Parameters
    ----------
    chunk : Chunk
        The puzzles.
    answers : Answers
        As `batch.solve` gives them.
    faults : dict of int to str
        By index, in order, why a puzzle is bad.
    verdicts : ndarray of int64, shape (n,)
        Of each, by a number of `writers.VERDICTS`, whether it has no solution, one, several, or is bad.
    """

    chunk: Chunk
    answers: batch.Answers
    faults: dict[int, str]
    verdicts: Verdicts

    @classmethod
    def of(cls, chunk: Chunk, answers: batch.Answers) -> SolvedChunk:
        """Find the verdicts."""
        found = sorted((chunk.faults | _clashes(chunk.values, answers.counts)).items())
        faults = {index: printable(fault) for index, fault in found}
        verdicts = np.minimum(answers.counts, SEVERAL)
        verdicts[list(faults)] = BAD
        return cls(chunk, answers, faults, verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    @property
    def tally(self) -> list[int]:
        """How many have each of `writers.VERDICTS`."""
        tally: list[int] = np.bincount(self.verdicts, minlength=len(VERDICTS)).tolist()
        return tally

    @property
    def is_readable(self) -> NDArray[np.bool_]:
        """Whether there is a puzzle."""
        readable: NDArray[np.bool_] = self.chunk.values[:, 0] != UNREADABLE
        return readable

    @property
    def has_solution(self) -> NDArray[np.bool_]:
        """Whether a solution was found."""
        return self.answers.counts > 0

    def complaints(self) -> list[str]:
        """Say of each bad puzzle where it is and what is wrong."""
        chunk = self.chunk
        name = printable(chunk.name)
        return [f"{name}: {chunk.unit} {chunk.numbers[index]}: {fault}" for index, fault in self.faults.items()]


def _clashes(values: batch.Values, counts: batch.Numbers) -> dict[int, str]:
    """Name the puzzles without a solution in which a house holds a digit twice: they are malformed."""
    suspects = np.nonzero(counts == 0)[0]
    suspects = suspects[values[suspects, 0] != UNREADABLE]
    bits = np.where(values[suspects] > 0, 1 << values[suspects].astype(np.int32), 0)[:, HOUSES]
    twice = (bits.sum(axis=2) != np.bitwise_or.reduce(bits, axis=2)).any(axis=1)
    faults = {}
    for index in suspects[twice].tolist():
        try:
            Puzzle.classic(values[index].tolist())
        except PuzzleError as error:
            faults[index] = str(error)
    return faults
