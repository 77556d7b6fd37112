"""Columns of puzzles in Polars, pandas and DuckDB: each function is a kernel of `farandole.bulk.row_kernels`.

A null stays null, and a row that isn't a puzzle is ``bad``, with a reason. Columns may be chunked or sliced, frames
lazy. Rows are solved in parts of `ROWS`, on several threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from farandole.bulk.row_kernels import ROWS, Canonical, Count, Kernel, Rate, Solve
from farandole.errors import FormatError, short_repr
from farandole.io.chunks import import_arrow
from farandole.limits import check_threads
from farandole.system import count_cores

if TYPE_CHECKING:
    import pyarrow

NAME = "sudoku"
"""The name of the accessors in Polars and pandas, and the beginning of the functions in DuckDB."""


def apply(column: Any, kernel: Kernel, *, threads: int | None = None) -> pyarrow.Table:
    """Call a kernel on a column of puzzles.

    Parameters
    ----------
    column : pyarrow.Array, pyarrow.ChunkedArray, or a sequence
        Puzzles of 81 cells as strings or bytes; nulls are allowed.
    kernel : Kernel
        Such as `Solve`; the name of its column doesn't matter.
    threads : int, optional
        How many threads share the work; by default, one for each core.

    Returns
    -------
    pyarrow.Table
        The new columns, with as many rows as the column. All are null where the puzzle is null.

    Raises
    ------
    FormatError
        If the column doesn't hold strings or bytes.

    Examples
    --------
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solved = apply([easy, None], Solve())
    >>> solved["verdict"].to_pylist(), solved["count"].to_pylist()
    (['solved', None], [1, None])
    """
    arrow, _ = import_arrow("")
    given = _as_arrow(column)
    chunks = given.chunks if isinstance(given, arrow.ChunkedArray) else [given]
    parts = [chunk.slice(start, ROWS) for chunk in chunks for start in range(0, len(chunk), ROWS)]
    fields = kernel.new_columns(arrow.string())
    schema = arrow.schema([arrow.field(name, kind) for name, kind in fields])
    n = min(len(parts), count_cores() if threads is None else check_threads(threads))
    if n > 1:
        with ThreadPoolExecutor(n) as pool:
            done = list(pool.map(lambda part: _apply(part, kernel), parts))
    else:
        done = [_apply(part, kernel) for part in parts]
    return arrow.Table.from_batches([arrow.record_batch(columns, schema=schema) for columns in done], schema)


def _as_arrow(column: Any) -> Any:
    arrow, _ = import_arrow("")
    try:
        if not isinstance(column, arrow.Array | arrow.ChunkedArray):
            column = arrow.array(column)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, TypeError) as error:
        first = str(error).partition("\n")[0]
        raise FormatError(f"expected a column of puzzles as strings, found one that Arrow refuses: {first}") from None
    kind = column.type.value_type if arrow.types.is_dictionary(column.type) else column.type
    known = arrow.types
    is_text = known.is_string(kind) or known.is_large_string(kind)
    is_bytes = known.is_binary(kind) or known.is_large_binary(kind) or kind == arrow.binary(81)
    if not (is_text or is_bytes or known.is_string_view(kind) or known.is_null(kind)):
        raise FormatError(f"expected a column of puzzles as strings of 81 characters, found one of {kind}")
    return column if (is_text or is_bytes) and kind is column.type else column.cast(arrow.large_string())


def _apply(part: pyarrow.Array, kernel: Kernel) -> list[pyarrow.Array]:
    """Call a kernel on some rows; nulls are left out, and come back as nulls."""
    arrow, _ = import_arrow("")
    if not part.null_count:
        return kernel.columns(part, arrow.string())
    is_valid = part.is_valid()
    n_before = arrow.compute.cumulative_sum(is_valid.cast(arrow.int64()))
    places = arrow.compute.if_else(is_valid, arrow.compute.subtract(n_before, 1), None)
    return [column.take(places) for column in kernel.columns(part.drop_null(), arrow.string())]


def _null_if_bad(done: pyarrow.Table, column: Any) -> Any:
    """Return a column with null where the puzzle is bad."""
    arrow, _ = import_arrow("")
    return arrow.compute.if_else(arrow.compute.equal(done["verdict"], "bad"), None, column)


# ── The functions, each for all libraries ───────────────────────────────────────────────────────────────────────


def _solve(column: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    return apply(column, Solve(limit=limit), threads=threads)


def _solution(column: Any, *, threads: int | None = None) -> Any:
    return apply(column, Solve(limit=1), threads=threads)["solution"]


def _count(column: Any, *, limit: int = 1_000_000, threads: int | None = None) -> Any:
    done = apply(column, Count(limit=limit), threads=threads)
    return _null_if_bad(done, done["count"])


def _is_unique(column: Any, *, threads: int | None = None) -> Any:
    arrow, _ = import_arrow("")
    done = apply(column, Count(limit=2), threads=threads)
    return _null_if_bad(done, arrow.compute.equal(done["verdict"], "solved"))


def _canonical(column: Any, *, threads: int | None = None) -> Any:
    return apply(column, Canonical(), threads=threads)["canonical"]


def _rate(column: Any, *, threads: int | None = None) -> Any:
    return apply(column, Rate(), threads=threads)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "solve": _solve,
    "solution": _solution,
    "count": _count,
    "is_unique": _is_unique,
    "canonical": _canonical,
    "rate": _rate,
}


def _results(name: str) -> pyarrow.Table | pyarrow.ChunkedArray:
    """The result of a function for no puzzles: it has the types of all results."""
    arrow, _ = import_arrow("")
    return _FUNCTIONS[name](arrow.array([], arrow.string()))


class _Accessor:
    """The functions of an accessor; a subclass passes the column, and takes the result."""

    def _call(self, name: str, **options: Any) -> Any:
        raise NotImplementedError

    def solve(self, *, limit: int = 2, threads: int | None = None) -> Any:
        """Solve: verdict, count (up to ``limit``), solution, and the reason why a row is bad."""
        return self._call("solve", limit=limit, threads=threads)

    def solution(self, *, threads: int | None = None) -> Any:
        """Return the first solution of each puzzle; null if there is none."""
        return self._call("solution", threads=threads)

    def count(self, *, limit: int = 1_000_000, threads: int | None = None) -> Any:
        """Count the solutions, up to ``limit``; null for a bad puzzle."""
        return self._call("count", limit=limit, threads=threads)

    def is_unique(self, *, threads: int | None = None) -> Any:
        """Return whether each puzzle has exactly one solution; null for a bad one."""
        return self._call("is_unique", threads=threads)

    def canonical(self, *, threads: int | None = None) -> Any:
        """Return the canonical form of each puzzle: equal for two that symmetries turn into each other."""
        return self._call("canonical", threads=threads)

    def rate(self, *, threads: int | None = None) -> Any:
        """Rate on HoDoKu's scale: verdict, score, level, hardest technique, and the reason why a row is bad."""
        return self._call("rate", threads=threads)


# ── Polars ──────────────────────────────────────────────────────────────────────────────────────────────────────


def extend_polars() -> None:
    """Give expressions and series of Polars the namespace ``sudoku``.

    Examples
    --------
    >>> import polars
    >>> extend_polars()
    >>> frame = polars.DataFrame({"puzzle": ["." * 81, None, "12"]})
    >>> frame.select(polars.col("puzzle").sudoku.count(limit=3))["puzzle"].to_list()
    [3, None, None]
    """
    import polars

    class OfExpression(_Accessor):
        def __init__(self, expression: polars.Expr) -> None:
            self._expression = expression

        def _call(self, name: str, **options: Any) -> polars.Expr:
            function = _FUNCTIONS[name]
            return self._expression.map_batches(
                lambda series: _to_polars(function(series.to_arrow(), **options), series.name),
                return_dtype=_to_polars(_results(name), "").dtype,
                is_elementwise=True,
            )

    class OfSeries(_Accessor):
        def __init__(self, series: polars.Series) -> None:
            self._series = series

        def _call(self, name: str, **options: Any) -> Any:
            return _to_polars(_FUNCTIONS[name](self._series.to_arrow(), **options), self._series.name)

    if not hasattr(polars.Expr, NAME):
        polars.api.register_expr_namespace(NAME)(OfExpression)
        polars.api.register_series_namespace(NAME)(OfSeries)


def _to_polars(result: Any, name: str) -> Any:
    """Return a column, or a table as a column of structs, whose row is null where the verdict is."""
    import polars

    arrow, _ = import_arrow("")
    if not isinstance(result, arrow.Table):
        return polars.Series(name, polars.from_arrow(result))
    return polars.Series(name, polars.from_arrow(_structs(result)))


def _structs(table: pyarrow.Table) -> pyarrow.ChunkedArray:
    """Join the columns of a table to one of structs, which are null where all fields are."""
    arrow, _ = import_arrow("")
    fields = list(table.schema)
    parts = [
        arrow.StructArray.from_arrays(rows.columns, fields=fields, mask=rows.column("verdict").is_null())
        for rows in table.to_batches()
    ]
    return arrow.chunked_array(parts, arrow.struct(fields))


# ── pandas ──────────────────────────────────────────────────────────────────────────────────────────────────────


def extend_pandas() -> None:
    """Give series of pandas the accessor ``sudoku``; the index of the result is that of the series.

    Examples
    --------
    >>> import pandas
    >>> extend_pandas()
    >>> pandas.Series(["." * 81, None], index=["a", "b"]).sudoku.count(limit=3).tolist()
    [3, <NA>]
    """
    import pandas

    class OfSeries(_Accessor):
        def __init__(self, series: Any) -> None:
            self._series = series

        def _call(self, name: str, **options: Any) -> Any:
            arrow, _ = import_arrow("")
            try:
                given = arrow.Array.from_pandas(self._series)
            except (arrow.ArrowInvalid, arrow.ArrowTypeError):
                found = next(value for value in self._series if not (isinstance(value, str | bytes) or value is None))
                raise FormatError(f"expected a column of puzzles as strings, found {short_repr(found)} in it") from None
            result = _FUNCTIONS[name](given, **options)
            types = {arrow.int64(): pandas.Int64Dtype(), arrow.bool_(): pandas.BooleanDtype()}
            done = result.to_pandas(types_mapper=types.get)
            done.index = self._series.index
            if not isinstance(result, arrow.Table):
                done.name = self._series.name
            return done

    if not hasattr(pandas.Series, NAME):
        pandas.api.extensions.register_series_accessor(NAME)(OfSeries)


# ── DuckDB ──────────────────────────────────────────────────────────────────────────────────────────────────────


def extend_duckdb(connection: Any) -> None:
    """Give a connection of DuckDB the functions ``sudoku_solve``, ``sudoku_count`` and the others.

    Examples
    --------
    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> extend_duckdb(connection)
    >>> connection.sql(f"SELECT sudoku_is_unique('{'.' * 81}')").fetchall()
    [(False,)]
    """
    kinds = {"string": "VARCHAR", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN"}
    for name, function in _FUNCTIONS.items():
        result = _results(name)
        if hasattr(result, "schema"):
            fields = {field.name: kinds[str(field.type)] for field in result.schema}
            returned = connection.struct_type(fields)
        else:
            returned = connection.type(kinds[str(result.type)])
        connection.create_function(
            f"{NAME}_{name}",
            _for_duckdb(function),
            [connection.type("VARCHAR")],
            returned,
            type="arrow",
            null_handling="special",
        )


def _for_duckdb(function: Callable[..., Any]) -> Callable[[Any], Any]:
    def call(column: Any) -> Any:
        result = function(column, threads=1)  # DuckDB has threads of its own
        return _structs(result) if hasattr(result, "schema") else result

    return call
