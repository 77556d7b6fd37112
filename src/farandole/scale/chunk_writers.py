"""How the answers to a chunk of classic puzzles are written: as lines, CSV, JSON, drawings, arrays or Parquet.

Whatever the form, a file of answers is a beginning and then the bytes of one chunk of puzzles after the other, so that
it can be cut after any of them and continued. Where the form in the end is another, `Form.finish` makes it.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from farandole import _core
from farandole.errors import FormatError
from farandole.files.chunks import import_arrow
from farandole.files.outputs import rename
from farandole.files.source import is_compressed
from farandole.grid import Grid
from farandole.puzzle import EMPTY
from farandole.render.terminal import Style, draw, printable
from farandole.scale.columns import column_of, numbers_of, words_of
from farandole.scale.solved import Answered
from farandole.scale.writers import BAD, NONE, SEVERAL, USUAL_COLUMNS, VERDICTS

Bytes: TypeAlias = bytes | memoryview


def _rename(part: str, target: str, _: int) -> None:
    rename(part, target)


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write answers.

    Parameters
    ----------
    write : callable
        Makes the bytes of some answered puzzles.
    begin : bytes
        What comes before the first.
    finish : callable
        Makes the file in its final form of the part, the name it is to have, and how many puzzles there are. It may be
        called again after it was cut short.
    """

    write: Callable[[Answered], Bytes]
    begin: bytes = b""
    finish: Callable[[str, str, int], None] = _rename


def form_named(name: str, *, target: str | None, columns: Sequence[str] | None, style: Style, fixed: bool) -> Form:
    """Find the form of a name: line, csv, json, count, poj, grid, npy or parquet.

    Parameters
    ----------
    name : str
        The form.
    target : str, optional
        The file that is to be written.
    columns : sequence of str, optional
        Of a table: some of `writers.COLUMNS`; by default `USUAL_COLUMNS`.
    style : Style
        For drawings.
    fixed : bool
        Parquet: puzzles and solutions as FixedSizeBinary(81), not as strings.

    Raises
    ------
    FormatError
        If this file can't be written in this form.
    MissingExtraError
        If pyarrow is needed and not installed.
    """
    if name in ("npy", "parquet"):
        if target is None:
            raise FormatError(f"standard output: expected a form of text, found {name}; name a file for it with -o")
        if is_compressed(target):
            raise FormatError(f"{target}: expected no compression in the form {name}")
    columns = columns or USUAL_COLUMNS
    match name:
        case "csv":
            return Form(partial(_csv, columns=columns), (",".join(columns) + "\n").encode())
        case "npy":
            return Form(lambda answered: answered.answers.solutions.reshape(-1).data, _npy_header(0), _finish_npy)
        case "parquet":
            assert target is not None
            table = _Table(target, columns, fixed)
            return Form(table.write, table.begin, table.finish)
        case "grid":
            return Form(partial(_grids, style=style))
        case _:
            writers = {"line": _lines, "json": _json, "count": _counts, "poj": _poj}
            return Form(writers[name])


# ── Text ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _details(answered: Answered, say: Callable[[str], str]) -> tuple[np.ndarray[Any, Any], list[str]]:
    """Choose for each puzzle among words: none for a good one, what is to be said of its fault for a bad one."""
    which = np.zeros(len(answered), np.int64)
    which[list(answered.faults)] = np.arange(1, len(answered.faults) + 1)
    return which, ["", *map(say, answered.faults.values())]


def _lines(answered: Answered) -> bytes:
    shown = answered.has_solution & (answered.verdicts != BAD)
    rows = _core.Rows(len(answered))
    rows.words(*words_of(answered, (VERDICTS[NONE], "", f"{VERDICTS[SEVERAL]}: "), "bad: {}".format))
    rows.digits(answered.answers.solutions, shown, ".")
    rows.text("\n")
    return rows.write()


def _counts(answered: Answered) -> bytes:
    rows = _core.Rows(len(answered))
    if not answered.faults:
        rows.numbers(answered.answers.counts)
    else:
        counts, which = np.unique(answered.answers.counts, return_inverse=True)
        which[list(answered.faults)] = np.arange(len(counts), len(counts) + len(answered.faults))
        rows.words(which, [*map(str, counts.tolist()), *map("bad: {}".format, answered.faults.values())])
    rows.text("\n")
    return rows.write()


def _csv(answered: Answered, *, columns: Sequence[str]) -> bytes:
    rows = _core.Rows(len(answered))
    for column, end in zip(columns, [*"," * (len(columns) - 1), "\n"], strict=True):
        _add_column(rows, column, answered)
        rows.text(end)
    return rows.write()


def _add_column(rows: _core.Rows, column: str, answered: Answered) -> None:
    match column:
        case "puzzle":
            rows.digits(answered.chunk.values, answered.is_readable, EMPTY[0])
        case "solution":
            rows.digits(answered.answers.solutions, answered.has_solution, EMPTY[0])
        case "verdict":
            rows.words(*words_of(answered, VERDICTS, lambda fault: _csv_quoted(f"bad: {fault}")))
        case _:
            rows.numbers(numbers_of(column, answered))


def _csv_quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(character in text for character in ',"\n\r') else text


def _json(answered: Answered) -> bytes:
    rows = _core.Rows(len(answered))
    rows.text('{"line": ')
    rows.numbers(answered.chunk.numbers)
    rows.text(', "puzzle": "')
    rows.digits(answered.chunk.values, answered.is_readable, EMPTY[0])
    rows.text('", "verdict": "')
    rows.words(answered.verdicts, list(VERDICTS))
    rows.text('", "count": ')
    rows.numbers(answered.answers.counts)
    # The text of a reason ends with its quote; that of a solution follows.
    which, reasons = _details(answered, lambda fault: f', "reason": {json.dumps(fault)[:-1]}')
    rows.words(which, [', "solution": "', *reasons[1:]])
    rows.digits(answered.answers.solutions, answered.has_solution & (answered.verdicts != BAD), EMPTY[0])
    rows.text('"}\n')
    return rows.write()


def _poj(answered: Answered) -> bytes:
    """Write nine rows for each puzzle: of a solution, or of what was given, so that the rows keep their places."""
    found = answered.has_solution
    digits = np.where(found[:, None], answered.answers.solutions, answered.chunk.values)
    shown = np.repeat(found | answered.is_readable, 9)
    rows = _core.Rows(9 * len(answered))
    rows.digits(digits.reshape(-1, 9), shown, "0")
    rows.words(np.where(shown, 0, 1), ["", VERDICTS[BAD]])
    rows.text("\n")
    return rows.write()


def _grids(answered: Answered, *, style: Style) -> bytes:
    chunk, answers = answered.chunk, answered.answers
    text = io.StringIO()
    for index, verdict in enumerate(answered.verdicts.tolist()):
        text.write(f"{printable(chunk.name)}, {chunk.unit} {chunk.numbers[index]}: {VERDICTS[verdict]}\n")
        if verdict == BAD:
            text.write(f"{answered.faults[index]}\n\n")
            continue
        givens = chunk.values[index].tolist()
        digits = answers.solutions[index].tolist() if answers.counts[index] else givens
        text.write("\n".join(draw(Grid.classic(), digits, givens=givens, style=style)) + "\n\n")
    return text.getvalue().encode(errors="surrogateescape")


# ── Arrays and Parquet ────────────────────────────────────────────────────────────────────────────────────────


def _npy_header(n: int) -> bytes:
    """Make the header of n solutions; numpy leaves room in it, so that it is as long for any n."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (n, 81)})
    return header.getvalue()


def _finish_npy(part: str, target: str, n: int) -> None:
    with open(part, "r+b") as file:
        file.write(_npy_header(n))
    rename(part, target)


class _Table:
    """Parquet. Its files can't be appended to: until the end the part is an Arrow stream, which can."""

    END_OF_STREAM = b"\xff\xff\xff\xff\x00\x00\x00\x00"

    def __init__(self, target: str, columns: Sequence[str], fixed: bool) -> None:
        self._arrow, self._parquet = arrow, _ = import_arrow(target)
        self._columns = columns
        self._text = arrow.binary(81) if fixed else arrow.string()
        kinds = {"puzzle": self._text, "solution": self._text, "verdict": arrow.string()}
        self._schema = arrow.schema([(column, kinds.get(column, arrow.int64())) for column in columns])
        self.begin: bytes = self._schema.serialize().to_pybytes()

    def write(self, answered: Answered) -> memoryview:
        columns = [column_of(column, answered, self._text) for column in self._columns]
        return memoryview(self._arrow.record_batch(columns, schema=self._schema).serialize())

    def finish(self, part: str, target: str, _: int) -> None:
        whole = f"{part}.parquet"
        with open(part, "ab") as file:
            file.write(self.END_OF_STREAM)
        with (
            self._arrow.ipc.open_stream(self._arrow.OSFile(part)) as stream,
            self._parquet.ParquetWriter(whole, self._schema, use_dictionary=["verdict"]) as file,
        ):
            for rows in stream:
                file.write_batch(rows)
        rename(whole, target)
        os.remove(part)
