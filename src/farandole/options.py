"""The options of an exact cover problem as arrays of numbers: from names, and from matrices of zeros and ones.

`Cover` keeps an option as a slice of two arrays, the numbers of its items and of their colors::

    options    ("a", "b"), ("b", ("x", "red"))        items a b x have the numbers 0 1 2
    starts     0         2             4              option o is items[starts[o]:starts[o + 1]]
    items      0    1    1    2
    colors     0    0    0    1                       0 is no color, 1 the first one that appears

A million options of ten items are 80 MB this way; as tuples they would be ten times that. A matrix is never
read value by value if it can hand over arrays: NumPy, SciPy, pandas and Polars are recognized by what they
offer and not imported.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from operator import index
from typing import Any, NamedTuple, SupportsFloat, TypeAlias, TypeGuard, overload

from farandole.errors import CoverError

Item: TypeAlias = Hashable
Entry: TypeAlias = Hashable  # an item, or a pair (item, color)
Label: TypeAlias = Any  # hashable; what the caller chose to call an option
Bounds: TypeAlias = int | tuple[int, int]


class Table(NamedTuple):
    """Options as arrays of ints, and the names behind the numbers."""

    names: tuple[Item, ...]
    color_names: tuple[Hashable, ...]
    starts: array[int]
    items: array[int]
    colors: array[int]


class Options(Sequence[tuple[Entry, ...]]):
    """The options of a table, each made when it is asked for."""

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table.starts) - 1

    @overload
    def __getitem__(self, at: int) -> tuple[Entry, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[Entry, ...], ...]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, ...]:
        if isinstance(at, slice):
            return tuple(self[number] for number in range(*at.indices(len(self))))
        names, color_names, starts, items, colors = self._table
        number = range(len(self))[at]
        entries = slice(starts[number], starts[number + 1])
        return tuple(
            (names[item], color_names[color - 1]) if color else names[item]
            for item, color in zip(items[entries], colors[entries], strict=True)
        )

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} options>"


# ── From names ────────────────────────────────────────────────────────────────────────────────────────────────


def tabulate(
    labels: Sequence[Label],
    options: Sequence[tuple[Entry, ...]],
    primary: Iterable[Item] | None,
    secondary: Iterable[Item],
) -> tuple[int, Table]:
    """Number items and colors; return how many items are primary, and the options by numbers."""
    for label, option in zip(labels, options, strict=True):
        if not option:
            raise CoverError(f"option {label!r} has no items")
        _require_hashable(option, f"option {label!r}")
    secondary = items_once(secondary)
    primary = _uncolored(options, set(secondary)) if primary is None else items_once(primary)
    names = join_items(primary, secondary)
    starts, items, colors = array("i", [0]), array("i"), array("i")
    numbers = {item: number for number, item in enumerate(names)}
    color_numbers: dict[Hashable, int] = {}
    for label, option in zip(labels, options, strict=True):
        seen: dict[int, int] = {}
        for entry in option:
            item, color = entry, 0
            if entry not in numbers:
                if _is_pair(entry):
                    item = entry[0]
                    color = color_numbers.setdefault(entry[1], len(color_numbers) + 1)
                if item not in numbers:
                    raise CoverError(f"option {label!r}: {entry!r} is no item, primary or secondary")
                if numbers[item] < len(primary):
                    raise CoverError(f"option {label!r}: {entry!r} gives a primary item a color")
            number = numbers[item]
            if number in seen:
                how = "in two colors" if 0 != color != seen[number] != 0 else "twice"
                raise CoverError(f"option {label!r} has item {item!r} {how}")
            seen[number] = color
        items.extend(seen.keys())
        colors.extend(seen.values())
        starts.append(len(items))
    return len(primary), Table(names, tuple(color_numbers), starts, items, colors)


def join_items(primary: tuple[Item, ...], secondary: tuple[Item, ...]) -> tuple[Item, ...]:
    """Put primary items before secondary ones; no item is both."""
    known = set(primary)
    for item in secondary:
        if item in known:
            raise CoverError(f"item {item!r} is both primary and secondary")
    return primary + secondary


def items_once(items: Iterable[Item], kind: str = "item") -> tuple[Item, ...]:
    """Make a tuple of names that are hashable and listed once each."""
    items = tuple(items)
    _require_hashable(items, f"{kind}s")
    seen: set[Item] = set()
    for item in items:
        if item in seen:
            raise CoverError(f"{kind} {item!r} is listed twice")
        seen.add(item)
    return items


def _uncolored(options: Iterable[tuple[Entry, ...]], secondary: set[Item]) -> tuple[Item, ...]:
    """Find the items that are not secondary, in order of first appearance."""
    entries = dict.fromkeys(entry for option in options for entry in option)
    return tuple(
        entry for entry in entries if entry not in secondary and not (_is_pair(entry) and entry[0] in secondary)
    )


def _is_pair(entry: object) -> TypeGuard[tuple[Hashable, Hashable]]:
    return isinstance(entry, tuple) and len(entry) == 2


def _require_hashable(values: Iterable[Any], where: str) -> None:
    for value in values:
        try:
            hash(value)
        except TypeError:
            raise CoverError(f"{where}: {value!r} is not hashable") from None


# ── Multiplicities and costs ──────────────────────────────────────────────────────────────────────────────────


def read_bounds(
    multiplicities: Mapping[Any, Bounds] | None, primary: Sequence[Item], secondary: Sequence[Item]
) -> tuple[array[int], array[int]] | None:
    """Read how often items are covered: two arrays over the primary items, or None if all of them are once."""
    if not multiplicities:
        return None
    numbers = {item: number for number, item in enumerate(primary)}
    low, high = (array("i", [1]) * len(primary) for _ in range(2))
    for item, bounds in multiplicities.items():
        if item not in numbers:
            kind = "a secondary item" if item in secondary else "no item"
            raise CoverError(f"multiplicities: a primary item expected, {item!r} is {kind}")
        try:
            least, most = map(index, bounds if isinstance(bounds, Sequence) else (bounds, bounds))
            low[numbers[item]], high[numbers[item]] = least, most
        except (TypeError, ValueError, OverflowError):
            wanted = "a whole number or a pair of them"
            raise CoverError(f"multiplicity of item {item!r}: {wanted} expected, {bounds!r} found") from None
        if not 0 <= least <= most:
            raise CoverError(f"multiplicity of item {item!r}: 0 <= low <= high expected, {bounds!r} found")
    return (low, high) if min(low, default=1) != 1 or max(high, default=1) != 1 else None


def read_costs(
    costs: Mapping[Any, SupportsFloat] | Iterable[SupportsFloat] | None, labels: Sequence[Label]
) -> array[float] | None:
    """Read the cost of each option; None if all of them are 0."""
    if costs is None:
        return None
    if isinstance(costs, Mapping):
        by_label: Mapping[Any, SupportsFloat] = costs
        unknown = by_label.keys() - set(labels)
        if unknown:
            raise CoverError(f"costs: {min(unknown, key=repr)!r} is the label of no option")
        given: Sequence[SupportsFloat] = [by_label.get(label, 0) for label in labels]
    else:
        given = list(costs)
        if len(given) != len(labels):
            raise CoverError(f"costs: {len(labels)} expected, one for each option, {len(given)} found")
    numbers = array("d", (_cost(label, cost) for label, cost in zip(labels, given, strict=True)))
    if not isfinite(sum(map(abs, numbers))):
        raise CoverError("costs: a finite sum expected")
    return numbers if any(numbers) else None


def _cost(label: Label, cost: object) -> float:
    try:
        number = float("nan") if isinstance(cost, str | bytes) else float(cost)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise CoverError(f"cost of option {label!r}: a finite number expected, {cost!r} found")
    return number


# ── From matrices ─────────────────────────────────────────────────────────────────────────────────────────────


class Matrix(NamedTuple):
    """The ones of a matrix, row by row; rows without any are left out."""

    columns: tuple[Item, ...]  # their names
    rows: Sequence[Label]  # the names of the rows that have a one
    kept: Sequence[int]  # their numbers
    n_rows: int
    starts: array[int]
    ones: array[int]  # numbers of columns


def read_matrix(matrix: Any) -> Matrix:
    """Read a matrix of zeros and ones: rows of any kind, an array, a sparse matrix, or a frame."""
    if hasattr(matrix, "columns"):  # pandas, Polars
        values = matrix.sparse.to_coo() if hasattr(matrix, "sparse") else matrix.to_numpy()
        found = read_matrix(values)
        names = list(matrix.index) if hasattr(matrix, "index") else None
        rows = found.rows if names is None else items_once((names[row] for row in found.kept), "row")
        return found._replace(columns=items_once(matrix.columns, "column"), rows=rows)
    if hasattr(matrix, "tocsr"):  # SciPy
        return _read_sparse(matrix)
    if getattr(getattr(matrix, "dtype", None), "kind", "O") in "biuf":  # NumPy
        return _read_array(matrix)
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
    return _matrix_of(matrix.shape, ends - csr.indptr[:-1], ends, ones)


def _read_array(matrix: Any) -> Matrix:
    _require_two_dimensions(matrix)
    is_one = matrix == 1
    bad = ((matrix != 0) & ~is_one).nonzero()
    if len(bad[0]):
        row, column = int(bad[0][0]), int(bad[1][0])
        _fail(row, column, matrix[row, column].item())
    counts = is_one.sum(axis=1)
    return _matrix_of(matrix.shape, counts, counts.cumsum(), is_one.nonzero()[1])


def _require_two_dimensions(matrix: Any) -> None:
    if len(matrix.shape) != 2:
        raise CoverError(f"matrix: two dimensions expected, {len(matrix.shape)} found")


def _matrix_of(shape: tuple[int, int], counts: Any, ends: Any, ones: Any) -> Matrix:
    """Take over NumPy arrays: how many ones each row has, where they end, and the columns they are in."""
    n_rows, n_columns = shape
    kept: Sequence[int] = range(n_rows)
    if not counts.all():
        kept, ends = counts.nonzero()[0].tolist(), ends[counts != 0]
    starts, columns = array("i", [0]), array("i")
    starts.frombytes(ends.astype("int32").tobytes())
    columns.frombytes(ones.astype("int32", copy=False).tobytes())
    return Matrix(tuple(range(n_columns)), kept, kept, n_rows, starts, columns)


def _read_rows(rows: Iterable[Sequence[int]]) -> Matrix:
    starts, ones, kept = array("i", [0]), array("i"), []
    width, number = 0, -1
    for number, row in enumerate(rows):
        if number == 0:
            width = len(row)
        if len(row) != width:
            raise CoverError(f"row {number}: {width} columns expected as in row 0, {len(row)} found")
        ones.extend(_ones(number, row))
        if len(ones) > starts[-1]:
            starts.append(len(ones))
            kept.append(number)
    return Matrix(tuple(range(width)), tuple(kept), kept, number + 1, starts, ones)


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
    raise CoverError(f"row {row}, column {column}: 0 or 1 expected, {value!r} found")
