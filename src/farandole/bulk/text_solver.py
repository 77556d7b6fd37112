"""Solves blocks of lines to rows of text in the core, and inserts the rows of bad puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from farandole import _core, batch
from farandole.io.chunk_writers import AnswerFormat, Bytes
from farandole.io.chunks import UNREADABLE, Block, Chunk, expect_puzzles
from farandole.limits import INT64_MAX
from farandole.system import count_cores

if TYPE_CHECKING:
    from farandole.io.solved import SolvedChunk

_Bad: TypeAlias = tuple[int, str, bytes, int, int]  # the line, the reason, 81 digits, guesses, passes
_Field: TypeAlias = tuple[int, int]


class WrittenChunk(NamedTuple):
    """A chunk of answers, ready to be written.

    Attributes
    ----------
    pieces : sequence of bytes-like
        The answers.
    complaints : sequence of str
        For each bad puzzle, its place and what is wrong.
    tally : sequence of int
        The number of puzzles with each of `writers.VERDICTS`.
    position : int
        Bytes of the file up to the end of the puzzles, if known.
    """

    pieces: Sequence[Bytes]
    complaints: Sequence[str]
    tally: Sequence[int]
    position: int

    @classmethod
    def of(cls, format: AnswerFormat, chunk: Chunk, answers: batch.Answers) -> WrittenChunk:
        """Write the answers to a chunk."""
        from farandole.io.solved import SolvedChunk

        solved = SolvedChunk.of(chunk, answers)
        return cls([format.write(solved)], solved.complaints(), solved.tally, chunk.position)


class TextSolver:
    """Solves one block of lines after the other.

    Parameters
    ----------
    format : Form
        The format of the answers; it has a layout.
    limit : int, optional
        Solutions to search for in each puzzle; all by default.
    threads : int, optional
        By default, one per core.
    """

    def __init__(self, format: AnswerFormat, *, limit: int | None, threads: int | None) -> None:
        self._format = format
        self._limit = INT64_MAX if limit is None else limit
        self._threads = threads or count_cores()
        self._solvers: dict[_Field | None, _core.TextSolver] = {}
        self._next_number = 1
        self._is_first = False  # whether no puzzle of the source was seen yet

    def solve(self, block: Block) -> Callable[[], WrittenChunk] | Chunk:
        """Solve a block; return a function that writes the answers, or the puzzles if only NumPy can parse the block.

        Raises
        ------
        FormatError
            If the first lines of a source show that it holds no puzzles.
        """
        number = self._next_number if block.number is None else block.number
        pieces, bad, tally, self._next_number = self._solver(block).solve(block.text, number)
        self._is_first = block.is_first or (self._is_first and block.number is None)
        if any(reason for _, reason, *_ in bad) and (self._is_first or not bytes(block.text).isascii()):
            chunk, self._next_number = block.read(number)
            if self._is_first:
                expect_puzzles(chunk)
                self._is_first = False
            return chunk
        self._is_first &= not sum(tally) and not bad
        if bad:
            return partial(self._insert_bad, block.source.name, block.position, pieces, bad, tally)
        whole = [piece for piece in pieces if piece is not None]
        return partial(WrittenChunk, whole, (), (*tally, 0), block.position)

    def _solver(self, block: Block) -> _core.TextSolver:
        field = None if block.source.field is None else (block.source.field[0], ord(block.source.field[1]))
        if field not in self._solvers:
            layout = [(column.name, column.words) for column in self._format.layout or ()]
            self._solvers[field] = _core.TextSolver(layout, field, self._limit, self._threads)
        return self._solvers[field]

    def _insert_bad(
        self,
        name: str,
        position: int,
        pieces: list[memoryview | None],
        bad: list[_Bad],
        tally: tuple[int, int, int],
    ) -> WrittenChunk:
        """Insert the rows of bad puzzles between the others."""
        solved = _solved_chunk(name, position, bad)
        rows = iter(bytes(self._format.write(solved)).split(b"\n"))
        whole = b"".join(next(rows) + b"\n" if piece is None else piece for piece in pieces)
        none, *others = tally
        # A puzzle that the core rejects has no solution if there is no fault to report.
        none += len(bad) - len(solved.faults)
        return WrittenChunk([whole], solved.complaints(), (none, *others, len(solved.faults)), position)


def _solved_chunk(name: str, position: int, bad: list[_Bad]) -> SolvedChunk:
    import numpy as np

    from farandole.io.solved import SolvedChunk

    numbers = np.array([number for number, *_ in bad], np.int64)
    values = np.frombuffer(b"".join(digits for _, _, digits, *_ in bad), np.uint8).reshape(-1, 81).copy()
    faults = {index: reason for index, (_, reason, *_) in enumerate(bad) if reason}
    values[list(faults)] = UNREADABLE
    guesses, passes = np.array([line[3:] for line in bad], np.int64).T
    answers = batch.Answers(np.zeros_like(values), np.zeros(len(bad), np.int64), guesses.copy(), passes.copy())
    return SolvedChunk.of(Chunk(name, "line", numbers, values, None, faults, position), answers)
