"""An exact cover problem from a matrix of zeros and ones.

Matrices of NumPy, SciPy, pandas and Polars are read as arrays, not value by value. They are recognized by their
attributes, and these libraries are not imported.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, NamedTuple

from farandole.cover.options import (
    Costs,
    Multiplicities,
    by_label,
    check_unique_items,
    listed_costs,
    read_bounds,
    read_costs,
)
from farandole.cover.problem import Item, Label, Problem
from farandole.errors import CoverError

MOST_COLUMNS = 1 << 26  # because items are named one by one
NUMBERS = "biuf"  # kinds of NumPy dtypes: bool, integers, floats
BLOCK = 1 << 22  # values of a matrix to read at a time


def read_matrix(
    matrix: Any, *, secondary: Iterable[Item], multiplicities: Multiplicities | None, costs: Costs | None
) -> Problem:
    """Read a problem as `Cover.from_matrix` takes it."""
    found = read_ones(matrix)
    secondary = check_unique_items(secondary, "secondary")
    primary, ones = found.columns, found.ones
    if secondary:
        late, columns = set(secondary), set(primary)
        for item in secondary:
            if item not in columns:
                raise CoverError(f"secondary: {item!r} is not one of the columns")
        primary = tuple(name for name in primary if name not in late)
        numbers = {name: number for number, name in enumerate(primary + secondary)}
        ones = array("i", [numbers[found.columns[column]] for column in ones])
    if costs is not None and by_label(costs, "costs") is None:
        costs = listed_costs(costs)
        if len(costs) != len(found.every_row):
            raise CoverError(f"costs: expected {len(found.every_row)}, one for each row, found {len(costs)}")
    prices = read_costs(costs, found.every_row)
    if prices and len(found.kept) < len(prices):
        prices = array("d", (prices[row] for row in found.kept))
        prices = prices if any(prices) else array("d")
    no_colors = array("i", bytes(4 * len(ones)))
    bounds = read_bounds(multiplicities, primary, secondary)
    return Problem(primary, secondary, found.starts, ones, no_colors, (), found.rows, *bounds, prices)


class Matrix(NamedTuple):
    """The ones of a matrix, row by row, without rows of zeros."""

    columns: tuple[Item, ...]  # their names
    rows: Sequence[Label]  # the names of the rows with a one
    every_row: Sequence[Label]  # the names of all
    kept: Sequence[int]  # the numbers of those that have a one
    starts: array[int]
    ones: array[int]  # numbers of columns


def read_ones(matrix: Any) -> Matrix:
    """Find the ones in rows of any kind, an array, a sparse matrix, or a frame."""
    if hasattr(matrix, "collect_schema") and hasattr(matrix, "collect"):  # a lazy frame of Polars
        matrix = matrix.collect()
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):  # pandas, Polars
        found = _read_sparse(matrix.sparse.to_coo()) if hasattr(matrix, "sparse") else _read_blocks(matrix)
        found = found._replace(columns=check_unique_items(matrix.columns, "columns", "column"))
        if not hasattr(matrix, "index"):
            return found
        names = check_unique_items(matrix.index, "index", "row")
        return found._replace(rows=tuple(names[row] for row in found.kept), every_row=names)
    if hasattr(matrix, "tocsr"):  # SciPy
        return _read_sparse(matrix)
    if getattr(getattr(matrix, "dtype", None), "kind", "O") in NUMBERS:  # NumPy
        return _read_blocks(matrix)
    return _read_rows(matrix)


def _read_sparse(matrix: Any) -> Matrix:
    _require_two_dimensions(matrix)
    csr = matrix.tocsr()
    if not csr.has_canonical_format or not csr.data.all():
        csr = csr.copy() if csr is matrix else csr
        csr.sum_duplicates()
        csr.eliminate_zeros()
    ends, ones = csr.indptr[1:], csr.indices
    bad = (csr.data != 1).nonzero()[0]
    if len(bad):
        at = int(bad[0])
        _fail(int((ends <= at).sum()), int(ones[at]), csr.data[at].item())
    reader = _Rows(matrix.shape[1])
    reader.add(ends - csr.indptr[:-1], ends, ones)
    return reader.matrix()


def _read_blocks(matrix: Any) -> Matrix:
    """Read an array or a frame in blocks of rows, so that temporary arrays stay small."""
    _require_two_dimensions(matrix)
    n_rows, n_columns = matrix.shape
    reader = _Rows(n_columns)
    height = max(1, BLOCK // max(n_columns, 1))
    for begin in range(0, n_rows, height):
        block = getattr(matrix, "iloc", matrix)[begin : begin + height]
        values = block.to_numpy() if hasattr(block, "to_numpy") else getattr(block, "A", block)
        if values.dtype.kind not in NUMBERS:
            for number, row in enumerate(values, begin):
                reader.add_row(number, row)
            continue
        is_one = values == 1
        is_bad = (values != 0) & ~is_one
        if hasattr(values, "mask"):  # a masked value is unknown, and equal to nothing
            is_bad = is_bad.filled(True)
            is_one = is_one.filled(False)
        if is_bad.any():
            row, column = (int(place[0]) for place in is_bad.nonzero())
            value = values[row, column]
            _fail(begin + row, column, value.item() if type(value).__module__ == "numpy" else value)
        counts = is_one.sum(axis=1)
        reader.add(counts, counts.cumsum(), is_one.nonzero()[1])
    return reader.matrix()


def _require_two_dimensions(matrix: Any) -> None:
    if len(matrix.shape) != 2:
        raise CoverError(f"matrix: expected two dimensions, found {len(matrix.shape)}")
    if matrix.shape[1] >= MOST_COLUMNS:
        raise CoverError(f"matrix: expected fewer than {MOST_COLUMNS} columns, found {matrix.shape[1]}")


def _read_rows(rows: Any) -> Matrix:
    reader: _Rows | None = None
    try:
        found = iter(rows)
    except TypeError:
        raise CoverError(f"matrix: expected rows of zeros and ones, found {rows!r}") from None
    for number, row in enumerate(found):
        if not (isinstance(row, Iterable) and isinstance(row, Sized)):
            raise CoverError(f"row {number}: expected a sequence of zeros and ones, found {row!r}")
        reader = _Rows(len(row)) if reader is None else reader
        if len(row) != reader.width:
            raise CoverError(f"row {number}: expected {reader.width} columns as in row 0, found {len(row)}")
        reader.add_row(number, row)
    return (reader or _Rows(0)).matrix()


class _Rows:
    """Collects the ones of rows."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._starts, self._ones = array("i", [0]), array("i")
        self._kept = array("q")
        self._n_rows = 0

    def add(self, counts: Any, ends: Any, ones: Any) -> None:
        """Add rows as NumPy arrays: the number of ones of each row, their ends, and their columns."""
        begin = len(self._ones)
        self._kept.frombytes((counts.nonzero()[0] + self._n_rows).astype("int64").tobytes())
        self._starts.frombytes((ends[counts != 0] + begin).astype("int32").tobytes())
        self._ones.frombytes(ones.astype("int32", copy=False).tobytes())
        self._n_rows += len(counts)

    def add_row(self, number: int, row: Iterable[object]) -> None:
        self._n_rows = number + 1
        self._ones.extend(_ones(number, row))
        if len(self._ones) > self._starts[-1]:
            self._starts.append(len(self._ones))
            self._kept.append(number)

    def matrix(self) -> Matrix:
        every_row = range(self._n_rows)
        kept = every_row if len(self._kept) == self._n_rows else tuple(self._kept)
        return Matrix(tuple(range(self.width)), kept, every_row, kept, self._starts, self._ones)


def _ones(number: int, row: Iterable[object]) -> Iterator[int]:
    for column, value in enumerate(row):
        try:
            is_one = bool(value == 1)
            is_zero = not is_one and bool(value == 0)
        except (TypeError, ValueError):  # pandas.NA, an array
            is_one = is_zero = False
        if is_one:
            yield column
        elif not is_zero:
            _fail(number, column, value)


def _fail(row: int, column: int, value: object) -> None:
    raise CoverError(f"row {row}, column {column}: expected 0 or 1, found {value!r}")
