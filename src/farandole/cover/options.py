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
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence, Sized
from math import isfinite
from operator import index
from typing import Any, NamedTuple, TypeAlias, TypeGuard, overload

from farandole.errors import CoverError

Item: TypeAlias = Hashable
Entry: TypeAlias = Hashable  # an item, or a pair (item, color)
Label: TypeAlias = Any  # hashable; what the caller chose to call an option
Bounds: TypeAlias = int | tuple[int, int]

MOST_ENTRIES = 1 << 30  # items, options and entries of options: the core counts them in 32 bits, and adds two of them
MOST_TIMES = 1 << 30  # that an item is covered
MOST_COLUMNS = 1 << 26  # of a matrix, whose items are named one by one
NUMBERS = "biuf"  # kinds of NumPy's types: truth values, integers, floats
BLOCK = 1 << 22  # values of a matrix that are read at once


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
    options: Iterable[tuple[Label, Iterable[Entry]]],
    primary: Iterable[Item] | None,
    secondary: Iterable[Item],
) -> tuple[int, Table]:
    """Number items and colors; return how many items are primary, and the options, which come with labels, by numbers.

    Options are read one by one and not kept: what is as long as all of them is arrays.
    """
    secondary = items_once(secondary, "secondary")
    late = set(secondary)
    by_appearance = primary is None
    first = () if primary is None else items_once(primary, "primary")
    # Until it is known how many primary items come before them, secondary ones are numbered down from -1.
    numbers = {item: number for number, item in enumerate(first)}
    _require_apart(numbers, secondary)
    numbers.update((item, -1 - number) for number, item in enumerate(secondary))
    starts, items, colors = array("i", [0]), array("i"), array("i")
    color_numbers: dict[Hashable, int] = {}
    for label, given in options:
        option = _entries(label, given)
        seen: dict[int, int] = {}
        for entry in option:
            item, color = entry, 0
            number = numbers.get(entry)
            if number is None:
                if _is_pair(entry) and entry[0] in (late if by_appearance else numbers):
                    item = entry[0]
                    number = numbers[item]
                    color = color_numbers.setdefault(entry[1], len(color_numbers) + 1)
                    if number >= 0:
                        raise CoverError(f"option {label!r}: {entry!r} gives a primary item a color")
                elif by_appearance:
                    number = numbers[entry] = len(numbers) - len(secondary)
                else:
                    raise CoverError(f"option {label!r}: {entry!r} is no item, primary or secondary")
            if number in seen:
                how = "in two colors" if 0 != color != seen[number] != 0 else "twice"
                raise CoverError(f"option {label!r} has item {item!r} {how}")
            seen[number] = color
        items.extend(seen.keys())
        colors.extend(seen.values())
        starts.append(len(items))
    if by_appearance:
        first = tuple(item for item, number in numbers.items() if number >= 0)
    if secondary:
        n_first = len(first)
        items = array("i", (item if item >= 0 else n_first - 1 - item for item in items))
    return len(first), Table(first + secondary, tuple(color_numbers), starts, items, colors)


def _entries(label: Label, given: Iterable[Entry]) -> tuple[Entry, ...]:
    """Read the entries of an option, hashable ones."""
    try:
        entries = iter(given)
    except TypeError:
        raise CoverError(f"option {label!r}: an iterable of items expected, {given!r} found") from None
    option = tuple(entries)
    if not option:
        raise CoverError(f"option {label!r} has no items")
    _require_hashable(option, f"option {label!r}")
    return option


def join_items(primary: tuple[Item, ...], secondary: tuple[Item, ...]) -> tuple[Item, ...]:
    """Put primary items before secondary ones; no item is both."""
    _require_apart(set(primary), secondary)
    return primary + secondary


def _require_apart(primary: Container[Item], secondary: Iterable[Item]) -> None:
    for item in secondary:
        if item in primary:
            raise CoverError(f"item {item!r} is both primary and secondary")


def items_once(items: Iterable[Item], what: str, kind: str = "item") -> tuple[Item, ...]:
    """Make a tuple of names that are hashable and listed once each."""
    try:
        names = iter(items)
    except TypeError:
        raise CoverError(f"{what}: an iterable of {kind}s expected, {items!r} found") from None
    found: dict[Item, None] = {}
    for item in names:
        _require_hashable((item,), f"{kind}s")
        if item in found:
            raise CoverError(f"{kind} {item!r} is listed twice")
        found[item] = None
    return tuple(found)


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
    multiplicities: Any, primary: Sequence[Item], secondary: Sequence[Item]
) -> tuple[array[int], array[int]] | None:
    """Read how often items are covered: two arrays over the primary items, or None if all of them are once."""
    if multiplicities is None:
        return None
    by_item = by_label(multiplicities, "multiplicities")
    if by_item is None:
        wanted = "a mapping from items, or a Series with their names"
        raise CoverError(f"multiplicities: {wanted} expected, {type(multiplicities).__name__} found")
    if not by_item:
        return None
    numbers = {item: number for number, item in enumerate(primary)}
    low, high = (array("i", [1]) * len(primary) for _ in range(2))
    for item, bounds in by_item.items():
        if item not in numbers:
            kind = "a secondary item" if item in secondary else "no item"
            raise CoverError(f"multiplicities: a primary item expected, {item!r} is {kind}")
        where = f"multiplicity of item {item!r}"
        try:
            least, most = map(index, bounds if isinstance(bounds, Sequence) else (bounds, bounds))
        except (TypeError, ValueError):
            raise CoverError(f"{where}: a whole number or a pair of them expected, {bounds!r} found") from None
        if not 0 <= least <= most:
            raise CoverError(f"{where}: 0 <= low <= high expected, {bounds!r} found")
        if most >= MOST_TIMES:
            raise CoverError(f"{where}: less than {MOST_TIMES} expected, more found")
        low[numbers[item]], high[numbers[item]] = least, most
    return (low, high) if min(low, default=1) != 1 or max(high, default=1) != 1 else None


def read_costs(costs: Any, labels: Sequence[Label]) -> array[float] | None:
    """Read the cost of each option; None if all of them are 0."""
    if costs is None:
        return None
    named = by_label(costs, "costs")
    if named is not None:
        known = labels if isinstance(labels, range) else set(labels)
        for label in named:
            if label not in known:
                raise CoverError(f"costs: {label!r} is the label of no option")
        if not isinstance(costs, Mapping):
            _require_all(named, labels)
        given: Iterable[Any] = (named.get(label, 0) for label in labels)
    else:
        given = listed_costs(costs)
        if len(given) != len(labels):
            raise CoverError(f"costs: {len(labels)} expected, one for each option, {len(given)} found")
    numbers = array("d", (_cost(label, cost) for label, cost in zip(labels, given, strict=True)))
    if not isfinite(sum(abs(number) for number in numbers)):
        raise CoverError("costs: a finite sum expected")
    return numbers if any(numbers) else None


def by_label(values: Any, what: str) -> Mapping[Any, Any] | None:
    """Read what goes by label: a mapping, or a Series that has an index; None for all else."""
    if isinstance(values, Mapping):
        return values
    if not (hasattr(values, "index") and hasattr(values, "items")):
        return None
    if getattr(values, "ndim", 1) != 1:
        raise CoverError(f"{what}: a value for each label expected, a {type(values).__name__} found")
    found: dict[Any, Any] = {}
    for label, value in values.items():
        if label in found:
            raise CoverError(f"{what}: label {label!r} is listed twice")
        found[label] = value
    return found


def listed_costs(costs: Any) -> tuple[Any, ...]:
    """Read costs that go by place."""
    if isinstance(costs, str | bytes) or not isinstance(costs, Iterable):
        raise CoverError(f"costs: numbers expected, {costs!r} found")
    return tuple(costs)


def _require_all(named: Mapping[Any, Any], labels: Iterable[Label]) -> None:
    for label in labels:
        if label not in named:
            raise CoverError(f"costs: one for each option expected, none for {label!r} found")


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
    every_row: Sequence[Label]  # the names of all
    kept: Sequence[int]  # the numbers of those that have a one
    starts: array[int]
    ones: array[int]  # numbers of columns


def read_matrix(matrix: Any) -> Matrix:
    """Read a matrix of zeros and ones: rows of any kind, an array, a sparse matrix, or a frame."""
    if hasattr(matrix, "collect_schema") and hasattr(matrix, "collect"):  # a lazy frame of Polars
        matrix = matrix.collect()
    if hasattr(matrix, "columns") and hasattr(matrix, "to_numpy"):  # pandas, Polars
        found = _read_sparse(matrix.sparse.to_coo()) if hasattr(matrix, "sparse") else _read_blocks(matrix)
        found = found._replace(columns=items_once(matrix.columns, "columns", "column"))
        if not hasattr(matrix, "index"):
            return found
        names = items_once(matrix.index, "index", "row")
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
    """Read an array or a frame some rows at a time: what is made meanwhile is small, and soon made."""
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
        if hasattr(values, "mask"):  # what is masked is unknown, and equal to nothing
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
        raise CoverError(f"matrix: two dimensions expected, {len(matrix.shape)} found")
    if matrix.shape[1] >= MOST_COLUMNS:
        raise CoverError(f"matrix: less than {MOST_COLUMNS} columns expected, {matrix.shape[1]} found")


def _read_rows(rows: Any) -> Matrix:
    reader: _Rows | None = None
    try:
        found = iter(rows)
    except TypeError:
        raise CoverError(f"matrix: rows of zeros and ones expected, {rows!r} found") from None
    for number, row in enumerate(found):
        if not (isinstance(row, Iterable) and isinstance(row, Sized)):
            raise CoverError(f"row {number}: a sequence of zeros and ones expected, {row!r} found")
        reader = _Rows(len(row)) if reader is None else reader
        if len(row) != reader.width:
            raise CoverError(f"row {number}: {reader.width} columns expected as in row 0, {len(row)} found")
        reader.add_row(number, row)
    return (reader or _Rows(0)).matrix()


class _Rows:
    """The ones of rows, as they come."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._starts, self._ones = array("i", [0]), array("i")
        self._kept = array("q")
        self._n_rows = 0

    def add(self, counts: Any, ends: Any, ones: Any) -> None:
        """Take over NumPy arrays: how many ones each row has, where they end, and the columns they are in."""
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
    raise CoverError(f"row {row}, column {column}: 0 or 1 expected, {value!r} found")
