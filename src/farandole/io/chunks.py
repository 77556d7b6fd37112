"""Read puzzles in chunks of some ten thousand from files of any format: arrays, and faults of bad puzzles.

NumPy is imported inside the functions, because lines are solved without it, and start in half the time.
"""

from __future__ import annotations

import codecs
import io
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from farandole import batch
from farandole.errors import FormatError, MissingExtraError, short_repr, shorten
from farandole.formats.text import signs
from farandole.io.csv_rows import CsvRow, pad_fields, read_rows
from farandole.io.source import SAMPLE, Source, looks_like_puzzles, no_puzzles_error
from farandole.lazy import regex
from farandole.puzzle import EMPTY, Puzzle
from farandole.records import record

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

BLOCK = 1 << 22  # bytes of lines per block: some 50,000 puzzles
ROWS = 25_000  # rows of a table per chunk
GROUP = 1 << 12  # puzzles of other formats per chunk

UNREADABLE = 255  # the value of each cell of a bad puzzle

ROWS_ARE_LINES = regex(rb'[^"]*+(?:"[^"\r\n]*+"[^"]*+)*+')
"""Matches a table in which each quote is closed on its line."""

_NO_PARQUET = "expected a Parquet file, found one that can't be read"


@cache
def _givens() -> NDArray[np.uint8]:
    """Map each mask with one candidate to its digit, and all others to 0."""
    import numpy as np

    givens = np.zeros(512, np.uint8)
    givens[1 << np.arange(9)] = np.arange(1, 10)
    return givens


@cache
def _values() -> NDArray[np.uint8]:
    """Map bytes to cell values."""
    import numpy as np

    values = np.full(256, UNREADABLE, np.uint8)
    values[[ord(character) for character in EMPTY]] = 0
    values[ord("1") : ord("9") + 1] = np.arange(1, 10)
    return values


@record
class OtherColumns:
    """The columns of a table other than the puzzles, for some rows.

    Parameters
    ----------
    names : list of str
        Unique names.
    rows : list of list of str, optional
        The fields of CSV.
    columns : list of pyarrow.Array, optional
        The columns of Parquet.
    """

    names: list[str]
    rows: list[list[str]] | None = None
    columns: list[pyarrow.Array] | None = None

    def values(self) -> list[list[Any]]:
        """List the values of each row."""
        if self.rows is not None:
            return self.rows
        lists = [column.to_pylist() for column in self.columns or ()]
        return [list(row) for row in zip(*lists, strict=True)]


@record(frozen=False)
class Chunk:
    """Puzzles, their origin, and the faults of bad puzzles.

    Parameters
    ----------
    name : str
        The file.
    unit : str
        The unit of `numbers`: ``line`` or ``row``.
    numbers : ndarray of int64, shape (n,)
        The first line of each puzzle, or its row, counted from 1.
    values : ndarray of uint8, shape (n, 81)
        The givens, 0 for empty; `UNREADABLE` in bad puzzles.
    masks : ndarray of uint16, shape (n, 81), optional
        The candidates, if there are pencilmarks.
    faults : dict of int to str
        By index, what is wrong with a bad puzzle.
    position : int
        Bytes of the file up to the end of the puzzles, if known.
    others : Others, optional
        The other columns of a table, if requested.
    """

    name: str
    unit: str
    numbers: batch.Numbers
    values: batch.Values
    masks: batch.Candidates | None
    faults: dict[int, str]
    position: int
    others: OtherColumns | None = None

    @property
    def puzzles(self) -> batch.Values | batch.Candidates:
        """The argument for `batch.solve`. Bad puzzles are replaced by one that has no solution and takes no time."""
        if self.masks is not None:
            return self.masks
        if not self.faults:
            return self.values
        import numpy as np

        return np.minimum(self.values, 9)


@record(frozen=False)
class Block:
    """Unparsed lines of a file.

    Parameters
    ----------
    source : Source
        The file.
    text : memoryview
        The lines. Valid until two more blocks are read.
    number : int, optional
        The number of the first line; None if it follows the previous block.
    is_first : bool
        Whether this is the first block of the file.
    position : int
        Bytes of the file up to the end of the puzzles, if known.
    """

    source: Source
    text: memoryview
    number: int | None
    is_first: bool
    position: int

    def read(self, number: int) -> tuple[Chunk, int]:
        """Parse the puzzles; return them, and the number of the line after the block."""
        source, field = self.source, self.source.field
        lines = batch.read_lines(self.text, first_number=number, field=field)
        if lines.faults and not (text := str(self.text, "utf-8", "surrogateescape")).isascii():
            text = signs.normalize(text)
            lines = batch.read_lines(text.encode("utf-8", "surrogateescape"), first_number=number, field=field)
        chunk = Chunk(source.name, "line", lines.numbers, lines.values, None, lines.faults, self.position)
        return chunk, lines.next_number


def read_chunks(source: Source, *, keeps: bool = False) -> Iterator[Chunk]:
    """Yield the puzzles of a source in chunks.

    Parameters
    ----------
    source : Source
    keeps : bool
        Also read the other columns of a table.

    Raises
    ------
    FormatError
        If the source holds no puzzles, or a table of the wrong shape or type.
    MissingExtraError
        If the source is a Parquet file and pyarrow is not installed.
    """
    read: dict[str, Callable[[Source], Iterator[Chunk]]] = {
        "line": _read_lines, "csv": _read_csv if keeps else _read_lines, "npy": _read_npy,
        "parquet": partial(_read_parquet, keeps=keeps),
    }  # fmt: skip
    chunks = _read_entries(source) if _is_utf_16(source) else read.get(source.format, _read_entries)(source)
    for chunk in chunks:
        if len(chunk.values):
            expect_puzzles(chunk)
            yield chunk
            break
        yield chunk
    yield from chunks


def _is_utf_16(source: Source) -> bool:
    return source.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def expect_puzzles(chunk: Chunk) -> None:
    """Refuse a file whose first chunk shows that it holds no puzzles."""
    readable = (chunk.values[:SAMPLE, 0] != UNREADABLE).tolist()
    if not looks_like_puzzles(readable):
        numbers, [index, *_] = chunk.numbers[: len(readable)], chunk.faults
        fault = f"{chunk.unit} {numbers[index]}: {chunk.faults[index]}"
        raise FormatError(f"{chunk.name}: {no_puzzles_error(numbers[-1], f'{chunk.unit}s', fault)}")


def has_lines(source: Source) -> bool:
    """Return whether a source has one puzzle per line, alone or in a table, as `read_blocks` requires."""
    return not _is_utf_16(source) and source.format in ("line", "csv")


def read_blocks(source: Source) -> Iterator[Block | Chunk]:
    """Yield the lines of a source in blocks; one block may be in use while the next one is read.

    From the first row of several lines on, chunks are yielded instead of blocks.
    """
    blocks = source.blocks(BLOCK, n_buffers=3)
    number = 1
    for index, text in enumerate(blocks):
        is_first = index == 0
        if not source.field:
            yield Block(source, text, 1 if is_first else None, is_first, source.position)
            continue
        rows = text
        if is_first:
            names = re.match(rb"[^\r\n]*(\r\n|\r|\n)?", text)
            assert names is not None  # the pattern also matches nothing
            rows, number = text[names.end() :], 2
        content = bytes(rows)
        if b'"' in content and not ROWS_ARE_LINES.fullmatch(content):
            chunks = _rows_of_csv(source, chain([rows], blocks), number)
            for chunk in chunks if is_first else ():
                expect_puzzles(chunk)
                yield chunk
                break
            yield from chunks
            return
        number += content.count(b"\n")
        if b"\r" in content:
            number += content.count(b"\r") - content.count(b"\r\n")
        # A copy, because before rows of several lines, more blocks are read while this one is in use.
        yield Block(source, memoryview(content), 2 if is_first else None, is_first, source.position)


def _read_lines(source: Source) -> Iterator[Chunk]:
    next_number = 1
    for item in read_blocks(source):
        if isinstance(item, Block):
            item, next_number = item.read(item.number or next_number)
        yield item


def _read_csv(source: Source) -> Iterator[Chunk]:
    """Read a CSV table with all its columns."""
    blocks = source.blocks(BLOCK)
    number = 1
    for text in blocks:
        rows = text
        if number == 1:
            names = re.match(rb"[^\r\n]*(\r\n|\r|\n)?", text)
            assert names is not None
            rows, number = text[names.end() :], 2
        content = bytes(rows)
        if b'"' in content:
            yield from _rows_of_csv(source, chain([rows], blocks), number, keeps=True)
            return
        chunk, next_number = Block(source, memoryview(content), number, False, source.position).read(number)
        chunk.others = OtherColumns(
            source.other_names, _fields_beside(source, content, (chunk.numbers - number).tolist())
        )
        number = next_number
        yield chunk


def _fields_beside(source: Source, content: bytes, lines: list[int]) -> list[list[str]]:
    """Return the other fields of some lines without quotes."""
    assert source.field is not None
    (index, separator), n_fields = source.field, len(source.names)
    text = content.decode("utf-8", "surrogateescape")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    each = text.split("\n")
    rows = []
    for line in lines:
        fields = each[line].split(separator)
        if len(fields) == n_fields:
            del fields[index]
            rows.append(fields)
        else:
            rows.append(_beside(fields, index, n_fields))
    return rows


def _rows_of_csv(source: Source, blocks: Iterable[memoryview], number: int, *, keeps: bool = False) -> Iterator[Chunk]:
    """Read the rows of a table with a CSV parser."""
    assert source.field is not None
    (index, separator), n_fields = source.field, len(source.names)
    texts = (str(block, "utf-8", "surrogateescape") for block in blocks)
    lines = chain.from_iterable(io.StringIO(text, newline="") for text in texts)
    rows = read_rows(lines, separator, n_fields, number)
    while group := list(islice(rows, ROWS)):
        text = "".join(_line_of(row, index, separator) for row in group)
        chunk, _ = Block(source, memoryview(text.encode("utf-8", "surrogateescape")), 1, False, source.position).read(1)
        chunk.numbers[:] = [row.number for row in group]
        if keeps:
            chunk.others = OtherColumns(source.other_names, [_beside(row.fields, index, n_fields) for row in group])
        yield chunk


def _line_of(row: CsvRow, index: int, separator: str) -> str:
    """Write a row as one line with the puzzle in the same field."""
    if len(row.lines) == 1:
        return row.lines[0].rstrip("\r\n") + "\n"
    if index >= len(row.fields):
        return separator.join("x" * len(row.fields)) + "\n"
    cells = "".join(row.fields[index].split())  # a field may have nine lines of nine cells
    return f'{f"x{separator}" * index}"{cells}"\n'


def _beside(fields: list[str], index: int, n_fields: int) -> list[str]:
    """Return the other fields of a row: as many as there are names."""
    padded = pad_fields(fields, n_fields)
    return padded[:index] + padded[index + 1 :]


def _read_entries(source: Source) -> Iterator[Chunk]:
    import numpy as np

    content = source.read()
    n_lines = content.count(b"\n") + 1
    entries = source.scan(content)
    while group := list(islice(entries, GROUP)):
        values = np.full((len(group), 81), UNREADABLE, np.uint8)
        masks = np.zeros((len(group), 81), np.uint16)
        faults = {}
        for index, (line, found) in enumerate(group):
            if isinstance(found, Puzzle) and not found.is_classic:
                faults[index] = f"expected a classic puzzle like those before it, found one on {short_repr(found.grid)}"
            elif isinstance(found, Puzzle):
                values[index] = found.givens
                masks[index] = found.masks
            else:
                faults[index] = str(found).removeprefix(f"line {line}: ")
        numbers = np.array([line for line, _ in group], np.int64)
        position = (source.size or 0) * group[-1][0] // n_lines
        yield Chunk(source.name, "line", numbers, values, masks, faults, position)


@contextmanager
def _name_damaged(source: Source, expected: str) -> Iterator[None]:
    """Name the damaged file: libraries raise errors of any kind for one."""
    try:
        yield
    except Exception as error:
        if isinstance(error, FormatError) or (isinstance(error, OSError) and error.filename):
            raise
        what = str(error).partition("\n")[0] or type(error).__name__
        raise FormatError(f"{source.name}: {expected}: {shorten(what, 200)}") from None


# ── Tables: rows counted from 1 ───────────────────────────────────────────────────────────────────────────────


def _read_npy(source: Source) -> Iterator[Chunk]:
    import numpy as np

    header = io.BytesIO(source.head)  # longer than the longest header that numpy accepts
    n, dtype = _npy_header(source, header)
    file = source.reader()
    file.read(header.tell())
    for start in range(0, n, ROWS):
        content = file.read(min(ROWS, n - start) * 81 * dtype.itemsize)
        if len(content) < min(ROWS, n - start) * 81 * dtype.itemsize:
            found = start + len(content) // (81 * dtype.itemsize)
            raise FormatError(f"{source.name}: expected {n:,} rows, found the end after {found:,}")
        puzzles = np.frombuffer(content, dtype).reshape(-1, 81)
        yield _of_array(source, start, puzzles.astype(dtype.newbyteorder("="), copy=False))


def _npy_header(source: Source, file: Any) -> tuple[int, np.dtype[Any]]:
    """Read the number of rows and their type."""
    import numpy as np

    with _name_damaged(source, "expected a .npy file, found one whose header can't be read"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the header is a Python literal, and some cause warnings
        version = np.lib.format.read_magic(file)
        is_first = version == (1, 0)
        read = np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0
        shape, is_by_columns, dtype = read(file)
    n_cells = math.prod(shape)
    is_rows = shape[-1:] == (81,) and len(shape) <= 2
    is_squares = shape[-2:] == (9, 9) and len(shape) <= 3
    if not (is_rows or is_squares) or n_cells < 0:
        raise FormatError(f"{source.name}: expected an array of shape (n, 81) or (n, 9, 9), found {shape}")
    if dtype.kind not in "iuf":
        expected = "an array of digits, such as uint8, or uint16 (masks of candidates)"
        raise FormatError(f"{source.name}: expected {expected}, found {dtype}")
    if is_by_columns and n_cells != max(shape):
        raise FormatError(f"{source.name}: expected an array in C order, found one in Fortran order")
    return n_cells // 81, dtype


def _of_array(source: Source, start: int, puzzles: NDArray[Any]) -> Chunk:
    """Make a chunk from digits or masks, with the faults of bad rows; NaN is an empty cell."""
    import numpy as np

    are_masks = puzzles.dtype == np.uint16
    highest, expected = (511, "masks of 9 bits") if are_masks else (9, "digits from 0 to 9")
    faults = {}
    if puzzles.dtype.kind == "f":
        puzzles = np.where(np.isnan(puzzles), 0, puzzles)
    is_wrong = puzzles > highest
    if puzzles.dtype.kind != "u":
        is_wrong |= (puzzles < 0) | (puzzles != np.floor(puzzles))
    if is_wrong.any():
        puzzles = puzzles.copy()
        for index in np.nonzero(is_wrong.any(axis=1))[0].tolist():
            cell = int(np.argmax(is_wrong[index]))
            place = f"r{cell // 9 + 1}c{cell % 9 + 1}"
            faults[index] = f"expected {expected}, found {puzzles[index, cell]} in cell {place}"
            puzzles[index] = 0
    values = _givens()[puzzles] if are_masks else puzzles.astype(np.uint8, copy=False)
    if faults:
        values[list(faults)] = UNREADABLE
    numbers = np.arange(start + 1, start + 1 + len(puzzles))
    return Chunk(source.name, "row", numbers, values, puzzles if are_masks else None, faults, source.position)


def _read_parquet(source: Source, *, keeps: bool = False) -> Iterator[Chunk]:
    import numpy as np

    column, parquet = open_parquet(source)
    n, done = parquet.metadata.num_rows, 0
    batches = parquet.iter_batches(batch_size=ROWS, columns=None if keeps else [column])
    while True:
        with _name_damaged(source, _NO_PARQUET):
            if (rows := next(batches, None)) is None:
                return
        index = rows.schema.get_field_index(column)
        values, faults = values_of(rows.column(index))
        numbers = np.arange(done + 1, done + 1 + len(values))
        done += len(values)
        chunk = Chunk(source.name, "row", numbers, values, None, faults, (source.size or 0) * done // max(n, done))
        if keeps:
            others = [at for at in range(len(rows.schema)) if at != index]
            chunk.others = OtherColumns(
                [rows.schema.names[at] for at in others], columns=[rows.column(at) for at in others]
            )
        yield chunk


def open_parquet(source: Source) -> tuple[str, Any]:
    """Open a Parquet file; return also the name of its column of puzzles.

    Raises
    ------
    FormatError
        If there is no such column, or if it has the wrong type.
    MissingExtraError
        If pyarrow is not installed.
    """
    arrow, parquet = import_arrow(source.name)
    if source.on_disk is not source.file or source.name == "standard input":
        raise FormatError(f"{source.name}: expected a plain Parquet file, neither compressed nor standard input")
    with _name_damaged(source, _NO_PARQUET):
        # No pre-buffering, because a file may be a single row group.
        file = parquet.ParquetFile(source.name, pre_buffer=False, buffer_size=1 << 20)
        schema = file.schema_arrow
    index = source.column_index(schema.names)
    if index is None:
        raise source.missing_column(schema.names)
    name, kind = schema.names[index], schema.field(index).type
    of_text = (arrow.types.is_string, arrow.types.is_large_string, arrow.types.is_binary, arrow.types.is_large_binary)
    if not (any(is_kind(kind) for is_kind in of_text) or kind == arrow.binary(81)):
        expected = "a column of strings or of FixedSizeBinary(81)"
        raise FormatError(f"{source.name}: expected {expected}, found {name!r} of {kind}")
    return name, file


def other_columns(source: Source) -> dict[str, pyarrow.DataType | None]:
    """Map the other columns of a table to their types in Parquet; None for text."""
    if source.format == "csv":
        return dict.fromkeys(source.other_names)
    if source.format != "parquet":
        return {}
    column, file = open_parquet(source)
    return {field.name: field.type for field in file.schema_arrow if field.name != column}


def is_fixed(source: Source) -> bool:
    """Return whether the puzzles are a Parquet column of FixedSizeBinary(81)."""
    if source.format != "parquet":
        return False
    arrow, _ = import_arrow(source.name)
    column, file = open_parquet(source)
    return bool(file.schema_arrow.field(column).type == arrow.binary(81))


def import_arrow(name: str) -> tuple[Any, Any]:
    """Import pyarrow and pyarrow.parquet, for the file with this name."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.csv
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(f"{name}: pip install 'farandole[scale]' to read and write Parquet files") from None
    return pyarrow, pyarrow.parquet


def values_of(texts: pyarrow.Array) -> tuple[batch.Values, dict[int, str]]:
    """Parse an Arrow column of strings or bytes: cell values, and faults by index."""
    import numpy as np

    arrow, _ = import_arrow("")
    compute = arrow.compute
    sizes = compute.fill_null(compute.binary_length(texts), -1).to_numpy(zero_copy_only=False)
    is_whole = sizes == 81
    faults = {
        index: f"expected 81 cells, found {'null' if sizes[index] < 0 else sizes[index]}"
        for index in np.nonzero(~is_whole)[0].tolist()
    }
    whole = texts if not faults else texts.filter(arrow.array(is_whole))
    values = np.full((len(texts), 81), UNREADABLE, np.uint8)
    values[is_whole] = characters = _values()[_bytes_of(arrow, whole)]
    strays = np.nonzero(is_whole)[0][(characters == UNREADABLE).any(axis=1)]
    for index in strays.tolist():
        column = int(np.argmax(values[index] == UNREADABLE))
        byte = texts[index].as_buffer().to_pybytes()[column]
        found = f"'{chr(byte)}'" if 32 < byte < 127 else f"byte {byte}"
        faults[index] = f"column {column + 1}: expected a digit or one of {' '.join(EMPTY)} for empty, found {found}"
        values[index] = UNREADABLE
    return values, faults


def _bytes_of(arrow: Any, texts: pyarrow.Array) -> NDArray[np.uint8]:
    """Return a view of texts of 81 bytes each, shape (n, 81)."""
    import numpy as np

    start, content = 81 * texts.offset, texts.buffers()[-1]
    if texts.type != arrow.binary(81):
        is_large = texts.type in (arrow.large_string(), arrow.large_binary())
        offsets = np.frombuffer(texts.buffers()[1], np.int64 if is_large else np.int32)
        start = int(offsets[texts.offset]) if len(texts) else 0
    flat = np.frombuffer(content, np.uint8, 81 * len(texts), start) if len(texts) else np.empty(0, np.uint8)
    return flat.reshape(-1, 81)
