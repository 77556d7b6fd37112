"""Write the answers to a chunk of classic puzzles as lines, CSV, JSON, drawings, arrays or Parquet.

In every format, a file of answers is a header followed by the bytes of each chunk, so it can be cut after any chunk and
continued. If the final format is a different one, `AnswerFormat.finish` converts the file.

NumPy is imported inside the functions, because lines are solved without it, and start in half the time.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from farandole import _core
from farandole.errors import FormatError
from farandole.grid import Grid
from farandole.io.chunks import import_arrow
from farandole.io.source import is_compressed
from farandole.io.writers import BAD, NONE, SEVERAL, USUAL_COLUMNS, VERDICTS
from farandole.outputs import remove, rename
from farandole.puzzle import EMPTY
from farandole.records import record
from farandole.render.terminal import Style, draw, printable

if TYPE_CHECKING:
    import numpy as np

    from farandole.io.chunks import Chunk
    from farandole.io.column_copier import ColumnCopier
    from farandole.io.solved import SolvedChunk

Bytes: TypeAlias = bytes | memoryview


def _rename(part: str, target: str, _: int) -> None:
    rename(part, target)


@record
class Column:
    """A part of each row of a text.

    Parameters
    ----------
    name : str
        One of `writers.COLUMNS`, or ``text``.
    words : tuple of str
        For ``text``, the text; for ``verdict``, the words for no solution, one, and several.
    bad : callable, optional
        Makes the text for a bad puzzle from its fault.
    """

    name: str
    words: tuple[str, ...] = ()
    bad: Callable[[str], str] | None = None


@record
class AnswerFormat:
    """A format of answers.

    Parameters
    ----------
    write : callable
        Makes the bytes of a solved chunk.
    begin : bytes
        The header of the file.
    finish : callable
        Converts the part to the final file, given both names and the number of puzzles. It may be called again after an
        interruption.
    layout : tuple of Column, optional
        The parts of a row, for text with one row per puzzle.
    """

    write: Callable[[SolvedChunk], Bytes]
    begin: bytes = b""
    finish: Callable[[str, str, int], None] = _rename
    layout: tuple[Column, ...] | None = None


def _row_format(*columns: Column | str, begin: str = "") -> AnswerFormat:
    layout = tuple(Column("text", (column,)) if isinstance(column, str) else column for column in columns)
    return AnswerFormat(partial(_rows, layout=layout), begin.encode(), layout=layout)


def make_answer_format(
    name: str,
    *,
    target: str | None,
    columns: Sequence[str] | None,
    style: Style,
    fixed: bool,
    copier: ColumnCopier | None = None,
) -> AnswerFormat:
    """Make the format with a name: line, csv, json, count, poj, grid, npy or parquet.

    Parameters
    ----------
    name : str
    target : str, optional
        The output file; None for standard output.
    columns : sequence of str, optional
        For tables: some of `writers.COLUMNS`; by default `USUAL_COLUMNS`.
    style : Style
        The style of drawings.
    fixed : bool
        For Parquet: write puzzles and solutions as FixedSizeBinary(81), not as strings.
    copier : ColumnCopier, optional
        For csv, json and parquet: copies columns of the input.

    Raises
    ------
    FormatError
        If the file can't be written in this format.
    MissingExtraError
        If pyarrow is needed and not installed.
    """
    if name in ("npy", "parquet"):
        if target is None:
            raise FormatError(f"standard output: expected a text format, found {name}; name a file for it with -o")
        if is_compressed(target):
            raise FormatError(f"{target}: expected no compression in the format {name}")
    columns = columns or USUAL_COLUMNS
    match name:
        case "csv":
            special = {
                "verdict": Column("verdict", VERDICTS[:BAD], lambda _: VERDICTS[BAD]),
                "reason": Column("verdict", ("",) * BAD, _quote_csv),
            }
            parts = [(special.get(column, Column(column)), ",") for column in columns]
            format = _row_format(*[part for pair in parts for part in pair][:-1], "\n", begin=",".join(columns) + "\n")
            return (
                _append_columns(format, copier.csv, "\n", _csv_heading([*columns, *copier.written]))
                if copier
                else format
            )
        case "json":
            # A reason ends with its closing quote; the key of the solution follows.
            solution = ', "solution": "'
            reason = Column("verdict", (solution,) * BAD, lambda fault: f', "reason": {json.dumps(fault)[:-1]}')
            verdict = Column("verdict", VERDICTS[:BAD], lambda _: VERDICTS[BAD])
            format = _row_format(
                '{"line": ', Column("line"), ', "puzzle": "', Column("puzzle"), '", "verdict": "', verdict,
                '", "count": ', Column("count"), reason, Column("solution"), '"}\n',
            )  # fmt: skip
            return _append_columns(format, copier.json, "}\n", b"") if copier else format
        case "count":
            return _row_format(Column("count", bad="bad: {}".format), "\n")
        case "npy":
            return AnswerFormat(lambda solved: solved.answers.solutions.reshape(-1).data, _npy_header(0), _finish_npy)
        case "parquet":
            assert target is not None
            table = _Table(target, columns, fixed, copier)
            return AnswerFormat(table.write, table.begin, table.finish)
        case "grid":
            return AnswerFormat(partial(_grids, style=style))
        case "poj":
            return AnswerFormat(_poj)
        case _:
            words = (VERDICTS[NONE], "", f"{VERDICTS[SEVERAL]}: ")
            return _row_format(Column("verdict", words, "bad: {}".format), Column("solution"), "\n")


def _append_columns(
    format: AnswerFormat, others: Callable[[Chunk], list[bytes]], end: str, begin: bytes
) -> AnswerFormat:
    """Insert columns of the input before the end of each row."""
    ending = end.encode()

    def write(solved: SolvedChunk) -> bytes:
        rows = bytes(format.write(solved)).split(b"\n")  # our own columns hold no line feeds
        pairs = zip(rows, others(solved.chunk), strict=False)
        return b"".join(row.removesuffix(ending[:-1]) + other + ending for row, other in pairs)

    return AnswerFormat(write, begin or format.begin)


def _csv_heading(names: Sequence[str]) -> bytes:
    return (",".join(map(_quote_csv, names)) + "\n").encode()


# ── Text ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _rows(solved: SolvedChunk, *, layout: Sequence[Column]) -> bytes:
    rows = _core.Rows(len(solved))
    for column in layout:
        _add_column(rows, column, solved)
    return rows.write()


def _add_column(rows: _core.Rows, column: Column, solved: SolvedChunk) -> None:
    from farandole.io.columns import numbers_of, words_of

    match column.name:
        case "text":
            rows.text(column.words[0])
        case "puzzle":
            rows.digits(solved.chunk.values, solved.is_readable, EMPTY[0])
        case "solution":
            rows.digits(solved.answers.solutions, solved.has_solution, EMPTY[0])
        case "verdict":
            assert column.bad is not None
            rows.words(*words_of(solved, column.words, column.bad))
        case "count" if column.bad and solved.faults:
            rows.words(*_counts_or_faults(solved, column.bad))
        case name:
            rows.numbers(numbers_of(name, solved))


def _counts_or_faults(
    solved: SolvedChunk, describe: Callable[[str], str]
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[str]]:
    """Return an index for each puzzle, and the texts that it points to: counts, or messages for bad puzzles."""
    import numpy as np

    counts, which = np.unique(solved.answers.counts, return_inverse=True)
    which[list(solved.faults)] = np.arange(len(counts), len(counts) + len(solved.faults))
    return which, [*map(str, counts.tolist()), *map(describe, solved.faults.values())]


def _quote_csv(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(character in text for character in ',"\n\r') else text


def _poj(solved: SolvedChunk) -> bytes:
    """Write nine rows for each puzzle: the solution, or else the givens, so that the rows keep their positions."""
    import numpy as np

    is_solved = solved.has_solution
    digits = np.where(is_solved[:, None], solved.answers.solutions, solved.chunk.values)
    shown = np.repeat(is_solved | solved.is_readable, 9)
    rows = _core.Rows(9 * len(solved))
    rows.digits(digits.reshape(-1, 9), shown, "0")
    rows.words(np.where(shown, 0, 1), ["", VERDICTS[BAD]])
    rows.text("\n")
    return rows.write()


def _grids(solved: SolvedChunk, *, style: Style) -> bytes:
    chunk, answers = solved.chunk, solved.answers
    text = io.StringIO()
    for index, verdict in enumerate(solved.verdicts.tolist()):
        text.write(f"{printable(chunk.name)}, {chunk.unit} {chunk.numbers[index]}: {VERDICTS[verdict]}\n")
        if verdict == BAD:
            text.write(f"{solved.faults[index]}\n\n")
            continue
        givens = chunk.values[index].tolist()
        digits = answers.solutions[index].tolist() if answers.counts[index] else givens
        text.write("\n".join(draw(Grid.classic(), digits, givens=givens, style=style)) + "\n\n")
    return text.getvalue().encode(errors="surrogateescape")


# ── Arrays and Parquet ────────────────────────────────────────────────────────────────────────────────────────


def _npy_header(n: int) -> bytes:
    """Make the header for n solutions; numpy pads it, so it has the same length for any n."""
    import numpy as np

    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (n, 81)})
    return header.getvalue()


def _finish_npy(part: str, target: str, n: int) -> None:
    with open(part, "r+b") as file:
        file.write(_npy_header(n))
    rename(part, target)


class _Table:
    """Writes Parquet. Because Parquet files can't be appended to, the part is an Arrow stream until the end."""

    END_OF_STREAM = b"\xff\xff\xff\xff\x00\x00\x00\x00"

    def __init__(self, target: str, columns: Sequence[str], fixed: bool, copier: ColumnCopier | None) -> None:
        self._arrow, self._parquet = arrow, _ = import_arrow(target)
        self._columns, self._copier = columns, copier
        self._text = arrow.binary(81) if fixed else arrow.string()
        kinds = {"puzzle": self._text, "solution": self._text, "verdict": arrow.string(), "reason": arrow.string()}
        fields = [(column, kinds.get(column, arrow.int64())) for column in columns]
        fields += zip(copier.written, copier.types, strict=True) if copier else ()
        self._schema = arrow.schema(fields)
        self.begin: bytes = self._schema.serialize().to_pybytes()

    def write(self, solved: SolvedChunk) -> memoryview:
        from farandole.io.columns import column_of

        columns = [column_of(column, solved, self._text) for column in self._columns]
        columns += self._copier.arrow(solved.chunk) if self._copier else ()
        return memoryview(self._arrow.record_batch(columns, schema=self._schema).serialize())

    def finish(self, part: str, target: str, _: int) -> None:
        complete = f"{part}.parquet"
        with open(part, "ab") as file:
            file.write(self.END_OF_STREAM)
        with (
            self._arrow.ipc.open_stream(self._arrow.OSFile(part)) as stream,
            self._parquet.ParquetWriter(
                complete, self._schema, compression="zstd", use_dictionary=["verdict"], write_statistics=["verdict"]
            ) as file,
        ):
            for rows in stream:
                file.write_batch(rows)
        rename(complete, target)
        remove(part)
