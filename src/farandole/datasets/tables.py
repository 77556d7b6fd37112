"""The tables of a data set, written row by row: Parquet, CSV, or JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from farandole.io.chunks import import_arrow

GROUP = 10_000  # rows per row group of Parquet

Row = dict[str, Any]


class Table:
    """Writes a table. Use it in a ``with`` block, then call `rename`.

    Parameters
    ----------
    path : Path
        The final name; until `rename`, the file has the extension ``.new`` as well.
    format : str
        parquet, csv or jsonl.
    columns : list of str

    Attributes
    ----------
    n : int
        The number of rows so far.
    """

    def __init__(self, path: Path, format: str, columns: list[str]) -> None:
        self.n = 0
        self._path = path
        self._new = path.with_name(f"{path.name}.new")
        self._rows: list[Row] = []
        self._stack = ExitStack()
        self._write: Callable[[list[Row]], object]
        if format == "parquet":
            arrow, parquet = import_arrow(str(path))
            kinds: dict[str, Any] = {name: arrow.int64() for name in ("givens", "guesses", "score", "orbit_size")}
            kinds |= {"er": arrow.float64(), "er_is_least": arrow.bool_()}
            schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
            writer = self._stack.enter_context(parquet.ParquetWriter(self._new, schema))
            self._write = lambda rows: writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
            return
        file = self._stack.enter_context(open(self._new, "w", encoding="utf-8", newline=""))  # noqa: SIM115  the stack closes it
        if format == "csv":
            lines = csv.DictWriter(file, columns, lineterminator="\n")
            lines.writeheader()
            self._write = lines.writerows
        else:
            self._write = lambda rows: file.writelines(f"{json.dumps(row)}\n" for row in rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        with self._stack:
            if error is None and self._rows:
                self._write(self._rows)

    def add(self, row: Row) -> None:
        """Write a row."""
        self.n += 1
        self._rows.append(row)
        if len(self._rows) == GROUP:
            self._write(self._rows)
            self._rows = []

    def rename(self) -> None:
        """Give the file its final name."""
        self._new.replace(self._path)
