"""Functions of Arrow tables of puzzles that add columns, row by row.

A kernel is called with a table and returns it with new columns at the end. The schema of the result is known in advance
(`Kernel.schema`) and depends only on the kernel and the schema of the table. A kernel can be pickled, so any engine
that knows Arrow can send it to the rows. Malformed puzzles raise no error: the row has the verdict ``bad`` and a
reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole import batch
from farandole.errors import FarandoleError, FormatError
from farandole.io.chunks import Chunk, import_arrow, values_of
from farandole.io.columns import column_of, text_column
from farandole.io.solved import SolvedChunk, describe_clashes
from farandole.puzzle import EMPTY, Puzzle
from farandole.records import record

if TYPE_CHECKING:
    import pyarrow

ROWS = 1 << 16  # rows at a time: their data fits into the cache, and Ctrl-C is noticed between them


class Kernel(ABC):
    """Base of the kernels. Subclasses list the columns that they add, and compute them."""

    column: str

    @abstractmethod
    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:
        """List the new columns with their types; `kind` is the type of strings of 81 characters."""

    @abstractmethod
    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Compute the new columns for some rows."""

    def schema(self, given: pyarrow.Schema) -> pyarrow.Schema:
        """Return the schema of the result.

        Parameters
        ----------
        given : pyarrow.Schema
            The schema of the input.

        Raises
        ------
        FormatError
            If the column of puzzles is missing, or if a new column exists already.
        """
        if self.column not in given.names:
            raise FormatError(f"expected a column {self.column!r}, found {', '.join(given.names) or 'none'}")
        for name, kind in self.new_columns(self._kind(given)):
            if name in given.names:
                raise FormatError(f"expected no column {name!r}, because the kernel adds it; found one")
            given = given.append(import_arrow("")[0].field(name, kind))
        return given

    def _kind(self, given: pyarrow.Schema) -> pyarrow.DataType:
        arrow, _ = import_arrow("")
        kind = given.field(self.column).type
        return kind if kind == arrow.binary(81) else arrow.string()

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        """Return a table with the new columns.

        Parameters
        ----------
        table : pyarrow.Table
            Any table with the column of puzzles; its columns stay as they are.

        Raises
        ------
        FormatError
            As `schema` does.
        """
        arrow, _ = import_arrow("")
        schema = self.schema(table.schema)
        kind = self._kind(table.schema)
        batches = []
        for rows in table.to_batches(max_chunksize=ROWS):
            given = rows.column(rows.schema.get_field_index(self.column))
            batches.append(arrow.record_batch([*rows.columns, *self.columns(given, kind)], schema=schema))
        return arrow.Table.from_batches(batches, schema)

    def summarize(self, table: pyarrow.Table) -> dict[str, Any]:
        """Summarize a result for a report: how many rows have each verdict, and which rows are bad."""
        arrow, _ = import_arrow("")
        verdicts = table.column("verdict")
        reasons = table.column("reason")
        counts = arrow.compute.value_counts(verdicts).to_pylist()
        bad = np.nonzero(arrow.compute.equal(verdicts, "bad").to_numpy(zero_copy_only=False))[0]
        return {
            "verdicts": {entry["values"]: entry["counts"] for entry in counts},
            "bad": [(int(row), reasons[int(row)].as_py()) for row in bad[:FEW_BAD]],
        }


FEW_BAD = 20  # bad rows that a report names; all bad rows have their reason in the result


@record(slots=False)
class Solve(Kernel):
    """Solve classic puzzles: adds verdict, count, solution, and the reason why a row is bad.

    Parameters
    ----------
    column : str
        The column of puzzles: 81 cells each, as strings, bytes or FixedSizeBinary(81).
    limit : int
        Solutions to search for.

    Examples
    --------
    >>> import pyarrow
    >>> lines = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "5" * 81, "5"]
    >>> solved = Solve()(pyarrow.table({"puzzle": lines}))
    >>> solved["verdict"].to_pylist()
    ['solved', 'bad', 'bad']
    >>> solved["reason"].to_pylist()
    [None, 'row 1 holds 5 twice: r1c1 and r1c2', 'expected 81 cells, found 1']
    >>> solved["solution"][0].as_py()[:9]
    '534678912'
    """

    column: str = "puzzle"
    limit: int = 2

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:
        """List verdict, count, solution and reason."""
        arrow, _ = import_arrow("")
        text = arrow.string()
        return [("verdict", text), ("count", arrow.int64()), ("solution", kind), ("reason", text)]

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Solve some rows."""
        solved = _solve_given(given, self.limit)
        return [column_of(name, solved, kind).cast(type_) for name, type_ in self.new_columns(kind)]


@record(slots=False)
class Count(Kernel):
    """Count the solutions of classic puzzles: adds verdict and count, and the reason why a row is bad.

    Parameters
    ----------
    column : str
        The column of puzzles, as for `Solve`.
    limit : int
        Count no further: an empty grid has 6.7e21 solutions.
    """

    column: str = "puzzle"
    limit: int = 1_000_000

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:  # noqa: ARG002
        """List verdict, count and reason."""
        arrow, _ = import_arrow("")
        return [("verdict", arrow.string()), ("count", arrow.int64()), ("reason", arrow.string())]

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Count for some rows."""
        solved = _solve_given(given, self.limit)
        return [column_of(name, solved, kind).cast(type_) for name, type_ in self.new_columns(kind)]


@record(slots=False)
class Canonical(Kernel):
    """Compute the canonical form of classic puzzles: adds verdict, canonical, automorphisms and reason.

    The verdict is ``given`` or ``bad``; the reason says why a row is bad.

    Parameters
    ----------
    column : str
        The column of puzzles, as for `Solve`; solution grids are puzzles, too.
    """

    column: str = "puzzle"

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:
        """List verdict, canonical, automorphisms and reason."""
        arrow, _ = import_arrow("")
        text = arrow.string()
        return [("verdict", text), ("canonical", kind), ("automorphisms", arrow.int64()), ("reason", text)]

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Compute the canonical forms of some rows."""
        arrow, _ = import_arrow("")
        values, faults = _read_values(given)
        faults |= describe_clashes(values, np.arange(len(values)))
        sound = np.ones(len(values), bool)
        sound[list(faults)] = False
        forms, orders = np.zeros_like(values), np.zeros(len(values), np.int64)
        forms[sound] = batch.canonical(values[sound], threads=1)
        orders[sound] = batch.automorphisms(values[sound], threads=1)
        return [
            arrow.array(np.where(sound, "given", "bad").tolist(), arrow.string()),
            text_column(forms, sound, EMPTY[0], kind),
            arrow.array(orders, mask=~sound),
            arrow.array([faults.get(row) for row in range(len(values))], arrow.string()),
        ]


@record(slots=False)
class Rate(Kernel):
    """Rate classic puzzles on HoDoKu's scale, and optionally on Sudoku Explainer's.

    Adds verdict, score, level, hardest and reason; with ``explainer`` also er and er_is_least.

    Parameters
    ----------
    column : str
        The column of puzzles, as for `Solve`.
    explainer : bool
        Also rate on Sudoku Explainer's scale, which takes much longer.
    seconds : float
        Time limit of that rating for one puzzle. After it, ``er`` is a lower bound, and ``er_is_least`` is true.
    """

    column: str = "puzzle"
    explainer: bool = False
    seconds: float = 10.0

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:  # noqa: ARG002
        """List verdict, reason and the columns of the scales."""
        arrow, _ = import_arrow("")
        columns = [("verdict", arrow.string()), ("score", arrow.int64()), ("level", arrow.string())]
        columns += [("hardest", arrow.string()), ("reason", arrow.string())]
        return columns + ([("er", arrow.float64()), ("er_is_least", arrow.bool_())] if self.explainer else [])

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Rate some rows."""
        arrow, _ = import_arrow("")
        solved = _solve_given(given, 2)
        verdicts, reasons = (column_of(name, solved, kind).to_pylist() for name in ("verdict", "reason"))
        ratings = [
            self._rate(values) if verdict == "solved" else {}
            for verdict, values in zip(verdicts, solved.chunk.values, strict=True)
        ]
        rows = [
            {"verdict": verdict, "reason": reason, **rating}
            for verdict, reason, rating in zip(verdicts, reasons, ratings, strict=True)
        ]
        return [arrow.array([row.get(name) for row in rows], type_) for name, type_ in self.new_columns(kind)]

    def _rate(self, values: np.ndarray[Any, np.dtype[np.uint8]]) -> dict[str, Any]:
        from farandole import logic

        scales = ("hodoku", "explainer") if self.explainer else ("hodoku",)
        try:
            rating = logic.rate(Puzzle.classic(values.tolist()), scales=scales, seconds=self.seconds)
        except (FarandoleError, MemoryError) as error:
            return {"verdict": "bad", "reason": f"not rated: {error}"}
        score = rating.hodoku
        row: dict[str, Any] = {"score": score.score, "level": score.level.name.lower()}
        row["hardest"] = score.hardest.name if score.hardest else None
        if self.explainer:
            row |= {"er": float(rating.explainer.er), "er_is_least": rating.explainer.is_least}
        return row


@record(slots=False)
class Make(Kernel):
    """Make minimal classic puzzles: one for each index, determined by the seed and the index.

    Adds puzzle and solution, and a weight if the sampling is weighted (`batch.minimal_puzzles`).

    Parameters
    ----------
    column : str
        The column of indices: integers from 0.
    seed : int
    sampling : {"top-down", "weighted"}
    """

    column: str = "index"
    seed: int = 0
    sampling: str = "top-down"

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:  # noqa: ARG002
        """List puzzle and solution, and weight."""
        arrow, _ = import_arrow("")
        columns = [("puzzle", arrow.binary(81)), ("solution", arrow.binary(81))]
        return columns + ([("weight", arrow.float64())] if self.sampling == "weighted" else [])

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:  # noqa: ARG002
        """Make puzzles for some indices, one run of consecutive indices at a time."""
        arrow, _ = import_arrow("")
        indices = given.to_numpy(zero_copy_only=False)
        ends = [*(np.nonzero(np.diff(indices) != 1)[0] + 1).tolist(), len(indices)]
        made, begin = [], 0
        for end in ends:
            made.append(
                batch.minimal_puzzles(
                    end - begin, seed=self.seed, first=int(indices[begin]), sampling=self.sampling, threads=1
                )
            )
            begin = end
        shown = np.ones(len(indices), bool)
        columns = [
            text_column(np.concatenate(values), shown, EMPTY[0], arrow.binary(81))
            for values in ([one.puzzles for one in made], [one.solutions for one in made])
        ]
        if self.sampling == "weighted":
            columns.append(arrow.array(np.concatenate([one.weights for one in made])))
        return columns

    def summarize(self, table: pyarrow.Table) -> dict[str, Any]:
        """Count the puzzles."""
        return {"verdicts": {"made": len(table)}, "bad": []}


@record(slots=False)
class Read(Kernel):
    """Read the puzzles of photos: adds verdict, puzzle, confidence and reason.

    The verdict is ``read`` or ``bad``; the reason says why a row is bad. Puzzles that are not classic are JSON
    documents (`farandole.formats.json_document`).

    Parameters
    ----------
    column : str
        The column of photos: file names, or the bytes of files.
    """

    column: str = "photo"

    def new_columns(self, kind: pyarrow.DataType) -> list[tuple[str, pyarrow.DataType]]:  # noqa: ARG002
        """List verdict, puzzle, confidence and reason."""
        arrow, _ = import_arrow("")
        text = arrow.string()
        return [("verdict", text), ("puzzle", text), ("confidence", arrow.float64()), ("reason", text)]

    def columns(self, given: pyarrow.Array, kind: pyarrow.DataType) -> list[pyarrow.Array]:
        """Read some photos."""
        arrow, _ = import_arrow("")
        rows = [self._read(photo) for photo in given.to_pylist()]
        return [arrow.array([row.get(name) for row in rows], type_) for name, type_ in self.new_columns(kind)]

    def _read(self, photo: str | bytes) -> dict[str, Any]:
        from farandole import formats
        from farandole.photo import read

        try:
            reading = read(photo)
        except (FarandoleError, OSError) as error:
            return {"verdict": "bad", "reason": str(error)}
        return {"verdict": "read", "puzzle": formats.to_json_value(reading.puzzle), "confidence": reading.confidence}


KERNELS: dict[str, Callable[..., Kernel]] = {
    "solve": Solve,
    "count": Count,
    "rate": Rate,
    "canonical": Canonical,
    "make": Make,
    "read": Read,
}
"""The kernels by the names that ``farandole data scale`` uses."""


def _read_values(given: pyarrow.Array) -> tuple[batch.Values, dict[int, str]]:
    arrow, _ = import_arrow("")
    kinds = (arrow.string(), arrow.large_string(), arrow.binary(), arrow.large_binary(), arrow.binary(81))
    return values_of(given if given.type in kinds else given.cast(arrow.large_string()))


def _solve_given(given: pyarrow.Array, limit: int) -> SolvedChunk:
    values, faults = _read_values(given)
    chunk = Chunk("", "row", np.arange(1, 1 + len(values)), values, None, faults, 0)
    return SolvedChunk.of(chunk, batch.solve(chunk.puzzles, limit=limit, threads=1))
