"""Tables of puzzles in a folder, read in parts: Parquet by row groups, CSV and lines by bytes, or a range of numbers.

A part has its begin and its end, so a worker can read it without the other parts.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from farandole.distributed.folder import Folder
from farandole.errors import FormatError
from farandole.formats.text import signs
from farandole.io.chunks import ROWS_ARE_LINES, import_arrow
from farandole.io.csv_rows import pad_fields, read_rows
from farandole.io.source import PUZZLE_COLUMNS, compressor, ending
from farandole.records import record

if TYPE_CHECKING:
    import pyarrow
    from numpy.typing import NDArray

ROWS = 1 << 17  # rows at a time, and per row group of the output
BLOCK = 1 << 23  # bytes of text at a time
GROUP = 1 << 14  # rows of several lines at a time
LINE = 82  # bytes of a puzzle and its line feed


@record(slots=False)
class Part:
    """A part of a file, or of a range of numbers.

    Attributes
    ----------
    folder : Folder
    file : str
        The name of the file in the folder; empty for numbers.
    format : str
        parquet, csv, quoted, line or number. Quoted CSV has rows of several lines, so it isn't split.
    begin, end : int
        Row groups of Parquet; offsets in a text, for the lines that begin between them; or the numbers themselves. The
        end is -1 for a whole compressed text.
    n_rows : int
        The number of rows; for text, an upper bound.
    names : tuple of str
        The columns of a CSV file.
    """

    folder: Folder
    file: str
    format: str
    begin: int
    end: int
    n_rows: int
    names: tuple[str, ...] = ()


def parts_of(folder: Folder, sizes: dict[str, int], n_rows: int) -> tuple[list[Part], str]:
    """Split the files of a folder into parts; return also the column of puzzles.

    Parameters
    ----------
    folder : Folder
    sizes : dict of str to int
        The files and their sizes in bytes.
    n_rows : int
        Approximate number of rows per part.

    Raises
    ------
    FormatError
        If a file is not a table of puzzles, or if the columns differ.
    """
    parts: list[Part] = []
    columns: list[str] = []
    for file, size in sizes.items():
        format = {".parquet": "parquet", ".csv": "csv"}.get(ending(file), "line")
        if format == "parquet":
            file_parts, names = _groups(folder, file, n_rows)
        else:
            file_parts, names = _ranges(folder, file, size, format, n_rows)
        parts += file_parts
        columns.append("puzzle" if format == "line" else _column(folder.path(file), names))
    if len(set(columns)) > 1:
        raise FormatError(
            f"{folder.name}: expected the same column in each file, found {', '.join(sorted(set(columns)))}"
        )
    return parts, columns[0] if columns else "puzzle"


def numbers(n: int, n_rows: int) -> list[Part]:
    """Split the numbers from 0 to n - 1 into parts."""
    ends = [*range(n_rows, n, n_rows), n]
    return [
        Part(Folder("."), "", "number", begin, end, end - begin) for begin, end in zip([0, *ends], ends, strict=False)
    ]


def _column(name: str, names: list[str]) -> str:
    for column in names:
        if column.lower() in PUZZLE_COLUMNS:
            return column
    raise FormatError(
        f"{name}: expected a column called puzzle, quizzes or the like, found {', '.join(names)}; name it"
    )


def _groups(folder: Folder, file: str, n_rows: int) -> tuple[list[Part], list[str]]:
    _, parquet = import_arrow(file)
    with folder.open_to_read(file) as opened, _name_damaged(folder.path(file)):
        metadata = parquet.ParquetFile(opened).metadata
    parts, begin, rows = [], 0, 0
    for group in range(metadata.num_row_groups):
        rows += metadata.row_group(group).num_rows
        if rows >= n_rows or group + 1 == metadata.num_row_groups:
            parts.append(Part(folder, file, "parquet", begin, group + 1, rows))
            begin, rows = group + 1, 0
    return parts, metadata.schema.to_arrow_schema().names


def _ranges(folder: Folder, file: str, size: int, format: str, n_rows: int) -> tuple[list[Part], list[str]]:
    begin, names = 0, ["puzzle"]
    if format == "csv":
        with _text(folder, file) as text:
            header = text.readline(1 << 16)
        begin, names = len(header), [name.strip().strip('"') for name in header.decode().strip().split(",")]
        if _has_long_rows(folder, file):
            format = "quoted"
    if compressor(file) is not None or format == "quoted":
        return [Part(folder, file, format, begin, -1, 1000 * size, tuple(names))], names
    ends = [*range(begin + n_rows * LINE, size, n_rows * LINE), size]
    starts = [begin, *ends]
    return [
        Part(folder, file, format, start, end, end - start + 1, tuple(names))
        for start, end in zip(starts, ends, strict=False)
        if start < end
    ], names


def _has_long_rows(folder: Folder, file: str) -> bool:
    """Return whether a row of CSV has more than one line, by the first block."""
    with _text(folder, file) as text:
        block = text.read(BLOCK)
        block += text.readline()
    return ROWS_ARE_LINES.fullmatch(block) is None


def _rows(part: Part) -> Iterator[tuple[pyarrow.Table, NDArray[np.int64]]]:
    """Read quoted CSV row by row."""
    arrow, _ = import_arrow(part.file)
    with _text(part.folder, part.file) as text:
        text.read(part.begin)
        lines = (line.decode("utf-8", "replace") for line in iter(lambda: text.readline(BLOCK), b""))
        rows = read_rows(lines, ",", len(part.names))
        while group := list(islice(rows, GROUP)):
            columns = zip(*(pad_fields(row.fields, len(part.names)) for row in group), strict=True)
            table = arrow.table([arrow.array(column, arrow.string()) for column in columns], names=list(part.names))
            yield table, np.array([row.number for row in group], np.int64)


def tables(part: Part) -> Iterator[tuple[pyarrow.Table, NDArray[np.int64]]]:
    """Yield tables of a part, each with the numbers of its rows (or lines) in the part, counted from 1.

    Raises
    ------
    FormatError
        If the file is damaged.
    """
    arrow, parquet = import_arrow(part.file)
    if part.format == "number":
        for begin in range(part.begin, part.end, ROWS):
            end = min(begin + ROWS, part.end)
            yield arrow.table({"index": np.arange(begin, end)}), np.arange(begin, end) - part.begin + 1
        return
    if part.format != "parquet":
        yield from (_rows if part.format == "quoted" else _lines)(part)
        return
    with part.folder.open_to_read(part.file) as opened, _name_damaged(part.folder.path(part.file)):
        file = parquet.ParquetFile(opened)
        done = 0
        for rows in file.iter_batches(ROWS, row_groups=list(range(part.begin, part.end))):
            yield arrow.Table.from_batches([rows]), np.arange(done + 1, done + 1 + len(rows))
            done += len(rows)


@contextmanager
def _name_damaged(name: str) -> Iterator[None]:
    """Name the damaged file: the library raises errors of many kinds for one."""
    arrow, _ = import_arrow(name)
    try:
        yield
    except (arrow.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise FormatError(f"{name}: expected a Parquet file, found a damaged one: {error}") from None


@contextmanager
def _text(folder: Folder, file: str) -> Iterator[BinaryIO]:
    """Open a text file, and decompress it if need be."""
    with folder.open_to_read(file) as on_disk:
        module = compressor(file)
        yield module.open(on_disk, "rb") if module else on_disk


def _lines(part: Part) -> Iterator[tuple[pyarrow.Table, NDArray[np.int64]]]:
    arrow, _ = import_arrow(part.file)
    n_lines = 0
    for block in _blocks(part):
        if part.format == "csv" and b'"' in block and not ROWS_ARE_LINES.fullmatch(block):
            expected = "expected a row a line, or rows of several lines among the first"
            raise FormatError(f"{part.folder.path(part.file)}: {expected}; found quotes around the end of a line")
        if not block.isascii():
            block = signs.normalize(block.decode("utf-8", "replace")).encode()
        delimiter, names = (",", list(part.names)) if part.format == "csv" else ("\x01", ["puzzle"])
        try:
            rows = arrow.csv.read_csv(
                io.BytesIO(block),
                arrow.csv.ReadOptions(column_names=names, block_size=max(len(block), 1), use_threads=False),
                arrow.csv.ParseOptions(
                    delimiter=delimiter,
                    quote_char='"' if part.format == "csv" else False,
                    ignore_empty_lines=False,
                    invalid_row_handler=lambda _: "skip",
                ),
                arrow.csv.ConvertOptions(column_types=dict.fromkeys(names, arrow.string()), strings_can_be_null=False),
            )
        except arrow.ArrowException as error:
            raise FormatError(f"{part.folder.path(part.file)}: expected {part.format}, found {error}") from None
        first = rows.column(0)
        compute = arrow.compute
        counts = compute.and_(compute.not_equal(first, ""), compute.invert(compute.starts_with(first, "#")))
        indices = np.nonzero(counts.to_numpy(zero_copy_only=False))[0]
        yield rows.filter(counts), n_lines + indices + 1
        n_lines += len(rows)


def _blocks(part: Part) -> Iterator[bytes]:
    """Yield blocks of the lines that begin in a part."""
    with _text(part.folder, part.file) as text:
        if part.end < 0:
            text.read(part.begin)
        else:
            text.seek(max(part.begin - 1, 0))
            if part.begin and text.read(1) != b"\n":
                text.readline()
        at = part.begin if part.end < 0 else text.tell()
        while part.end < 0 or at < part.end:
            block = text.read(BLOCK if part.end < 0 else min(BLOCK, part.end - at))
            if not block:
                return
            block += text.readline() if not block.endswith(b"\n") else b""
            at += len(block)
            yield block
