"""Copy the other columns of the input tables to the output."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from farandole.errors import FormatError
from farandole.io.chunks import Chunk, import_arrow, other_columns
from farandole.io.source import Source, unique_name
from farandole.lazy import regex
from farandole.records import record

if TYPE_CHECKING:
    import pyarrow


_SPECIAL = regex(r'["\r\n]')


@record(slots=False)
class ColumnCopier:
    """Copies columns from the input to the output.

    Parameters
    ----------
    names : tuple of str
        The names in the input.
    written : tuple of str
        The names in the output, where they must differ from those of the answers.
    kinds : tuple of pyarrow.DataType or None
        The types in Parquet; None for text of CSV.
    """

    names: tuple[str, ...]
    written: tuple[str, ...]
    kinds: tuple[pyarrow.DataType | None, ...]

    @classmethod
    def of(cls, sources: Sequence[Source], taken: Collection[str], *, typed: bool) -> ColumnCopier:
        """Find the columns of all sources other than the puzzles.

        Parameters
        ----------
        sources : sequence of Source
        taken : collection of str
            The names of the answer columns. Input columns with these names get the prefix ``input_``.
        typed : bool
            Whether the output has types, so that columns with the same name must have the same type.

        Raises
        ------
        FormatError
            If they have different types.
        """
        kinds: dict[str, Any] = {}
        for source in sources:
            for name, kind in other_columns(source).items():
                known = kinds.setdefault(name, kind)
                if typed and known != kind:
                    expected = f"expected the column {name!r} of {known or 'text'}, as in the file before"
                    raise FormatError(f"{source.name}: {expected}; found {kind or 'text'}; choose with --columns")
        written: list[str] = []
        for name in kinds:
            written.append(unique_name(f"input_{name}" if name in taken else name, [*taken, *written]))
        return cls(tuple(kinds), tuple(written), tuple(kinds.values()))

    def __bool__(self) -> bool:
        return bool(self.names)

    def csv(self, chunk: Chunk) -> list[bytes]:
        """Write the columns of each row as CSV fields, with a comma before each."""
        rows = _Lines()
        writer = csv.writer(rows, lineterminator="\r\n")  # so that \r and \n are both quoted
        for values in self._values(chunk):
            if chunk.others is not None and chunk.others.rows is not None and None not in values:
                text = ",".join(values)
                if not _SPECIAL.search(text) and text.count(",") == len(values) - 1:  # most rows need no quotes
                    rows.lines.append(f",{text}".encode("utf-8", "surrogateescape"))
                    continue
            writer.writerow(["", *("" if value is None else _text(value) for value in values)])
        return rows.lines

    def json(self, chunk: Chunk) -> list[bytes]:
        """Write the columns of each row as members of a JSON object, with a comma before each."""
        names = self.written
        return [
            f", {json.dumps(dict(zip(names, values, strict=True)), default=_text)[1:-1]}".encode()
            for values in self._values(chunk)
        ]

    def arrow(self, chunk: Chunk) -> list[pyarrow.Array]:
        """Return the columns as Arrow arrays."""
        arrow, _ = import_arrow("")
        others, n = chunk.others, len(chunk.values)
        columns = []
        for name, kind in zip(self.names, self.types, strict=True):
            if others is None or name not in others.names:
                columns.append(arrow.nulls(n, kind))
            elif others.columns is not None:
                columns.append(others.columns[others.names.index(name)])
            else:
                index = others.names.index(name)
                texts = [_whole(row[index]) for row in others.rows or ()]
                columns.append(arrow.array(texts, kind))
        return columns

    @property
    def types(self) -> list[pyarrow.DataType]:
        """The types of the columns in Parquet."""
        arrow, _ = import_arrow("")
        return [kind or arrow.string() for kind in self.kinds]

    def _values(self, chunk: Chunk) -> list[list[Any]]:
        others = chunk.others
        if others is None:
            return [[None] * len(self.names)] * len(chunk.values)
        if tuple(others.names) == self.names:
            return others.values()
        places = [others.names.index(name) if name in others.names else None for name in self.names]
        return [[None if place is None else row[place] for place in places] for row in others.values()]


class _Lines(io.TextIOBase):
    """A file object that collects the rows written to it."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, row: str, /) -> int:
        self.lines.append(row.removesuffix("\r\n").encode("utf-8", "surrogateescape"))
        return len(row)


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _whole(text: str) -> str:
    """Replace bytes that are not UTF-8, because Parquet can't hold them."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
