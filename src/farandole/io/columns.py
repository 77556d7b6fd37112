"""The columns of a table of answers, for text and for Arrow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole import _core
from farandole.io.chunks import import_arrow
from farandole.io.solved import SolvedChunk
from farandole.io.writers import BAD, VERDICTS
from farandole.puzzle import EMPTY

if TYPE_CHECKING:
    import pyarrow


def words_of(
    solved: SolvedChunk, words: Sequence[str], describe: Callable[[str], str]
) -> tuple[np.ndarray[Any, Any], list[str]]:
    """Return an index for each puzzle, and the texts that it points to: verdicts, or messages for bad puzzles."""
    which = solved.verdicts.copy()
    which[list(solved.faults)] = np.arange(BAD, BAD + len(solved.faults))
    return which, [*words[:BAD], *map(describe, solved.faults.values())]


def numbers_of(column: str, solved: SolvedChunk) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return a column of numbers."""
    answers = solved.answers
    columns = {"count": answers.counts, "guesses": answers.guesses, "passes": answers.passes}
    return columns.get(column, solved.chunk.numbers)


def column_of(column: str, solved: SolvedChunk, kind: pyarrow.DataType) -> pyarrow.Array:
    """Make an Arrow column: one of `writers.COLUMNS`; `kind` is the type of strings of 81 characters."""
    arrow, _ = import_arrow("")
    match column:
        case "puzzle":
            return text_column(solved.chunk.values, solved.is_readable, EMPTY[0], kind)
        case "solution":
            return text_column(solved.answers.solutions, solved.has_solution, EMPTY[0], kind)
        case "verdict":
            return arrow.array(VERDICTS).take(arrow.array(solved.verdicts))
        case "reason":
            return arrow.array([solved.faults.get(index) for index in range(len(solved))], arrow.string())
        case _:
            return arrow.array(numbers_of(column, solved))


def text_column(
    values: np.ndarray[Any, np.dtype[np.uint8]], shown: np.ndarray[Any, Any], empty: str, kind: pyarrow.DataType
) -> pyarrow.Array:
    """Make an Arrow column of 81 characters each, null if not `shown`; as strings or as FixedSizeBinary(81)."""
    arrow, _ = import_arrow("")
    n = len(values)
    rows = _core.Rows(n)
    rows.digits(values, shown if kind == arrow.string() else np.ones(n, bool), empty)
    content = arrow.py_buffer(rows.write())
    is_valid = arrow.py_buffer(np.packbits(shown, bitorder="little"))
    if kind != arrow.string():
        return arrow.Array.from_buffers(kind, n, [is_valid, content])
    offsets = np.concatenate([[0], np.cumsum(81 * shown)]).astype(np.int32)
    return arrow.Array.from_buffers(kind, n, [is_valid, arrow.py_buffer(offsets), content])
