"""Sources of puzzles: a file, standard input, or the text of an argument."""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from itertools import cycle, islice
from mmap import mmap
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from farandole.errors import CoverError, FormatError, MissingExtraError, PhotoError, PuzzleError, short_repr, shorten
from farandole.formats import looks_like_link
from farandole.io import file_types
from farandole.io.argument import MANY, find_text, join_pieces, nearest_name
from farandole.records import record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from farandole.formats import PuzzleReader
    from farandole.formats.text import Entry
    from farandole.io.csv_rows import CsvRow
    from farandole.photo import Reading
    from farandole.puzzle import Puzzle

COMPRESSED = {".gz": "gzip", ".zst": "backports.zstd"}  # extensions, and the modules that read and write them

SAMPLE = 1000  # lines or rows that decide whether a file holds puzzles
FEW = 3  # so few lines never decide: each is a bad puzzle, and gets its own complaint

FORMATS_BY_ENDING = {".csv": "csv", ".json": "json", ".jsonl": "json", ".npy": "npy", ".parquet": "parquet"}

# Names of columns that hold puzzles. Source: headers of data sets on Kaggle and Hugging Face.
PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "givens", "unsolved")

_NPY, _PARQUET = b"\x93NUMPY", b"PAR1"  # the first bytes of these files

BinaryFile: TypeAlias = io.RawIOBase | io.BufferedIOBase


def compressor(name: str) -> ModuleType | None:
    """Import the module that reads and writes a compressed file; None if the name has no extension of `COMPRESSED`.

    Raises
    ------
    MissingExtraError
        If the library for ``.zst`` is not installed.
    """
    module_name = COMPRESSED.get(os.path.splitext(name)[1].lower())
    if module_name is None:
        return None
    try:
        return import_module(module_name)
    except ImportError:
        raise MissingExtraError(f"{name}: pip install 'farandole[scale]' to read and write .zst files") from None


def read_photo(
    name: str, *, content: bytes | None = None, index: int | None = None, page: int | None = None
) -> Reading:
    """Read the puzzle of a photo; ``-`` is standard input.

    Raises
    ------
    PhotoError
        If the file is not a picture, or if no puzzle can be read from it.
    MissingExtraError
        If the libraries for pictures are not installed.
    OSError
        If the file can't be read.
    """
    from farandole import photo  # needs NumPy and a neural network, so it is imported only for photos

    if name == "-":
        name = "standard input"
        if content is None:
            with io.FileIO(0, closefd=False) as file:
                content = file.read()
    if content is None:
        return photo.read(name, index=index, page=page)
    try:
        return photo.read(content, index=index, page=page)
    except (PhotoError, MissingExtraError) as error:
        raise type(error)(f"{name}: {str(error).removeprefix('the picture given: ')}") from None


def ending(name: str) -> str:
    """Return the extension of a file name in lower case, without that of a compression.

    Examples
    --------
    >>> ending("Puzzles.CSV.gz"), ending("puzzles")
    ('.csv', '')
    """
    stem, last = os.path.splitext(name.lower())
    return os.path.splitext(stem)[1] if last in COMPRESSED else last


def is_compressed(name: str) -> bool:
    """Return whether a file of this name is compressed."""
    return os.path.splitext(name)[1].lower() in COMPRESSED


def looks_like_puzzles(readable: Iterable[bool]) -> bool:
    """Return whether a file holds puzzles, perhaps with some bad ones.

    It does as soon as one in ten lines is a puzzle. It doesn't if at most one in a hundred of the first `SAMPLE` lines
    is one: then errors for each line would help nobody.

    Parameters
    ----------
    readable : iterable of bool
        For each line (or row, or drawing), in order, whether it is a puzzle. Consumed only as far as needed.

    Examples
    --------
    >>> looks_like_puzzles([False] * 5 + [True]), looks_like_puzzles([False] * 800), looks_like_puzzles([False] * 3)
    (True, False, True)
    """
    n = n_readable = 0
    for n, is_readable in enumerate(islice(readable, SAMPLE), 1):
        n_readable += is_readable
        if 10 * n_readable >= n:
            return True
    return n <= FEW or 100 * n_readable >= n


@contextmanager
def name_damaged_file(name: str) -> Iterator[None]:
    """Name the damaged file: each decompressor raises errors of its own kind."""
    try:
        yield
    except Exception as error:
        if (isinstance(error, OSError) and error.filename) or not is_compressed(name):
            raise
        raise FormatError(f"{name}: expected a compressed file, found a damaged one: {error}") from None


@record(frozen=False, slots=False)
class Source:
    """A file that is being read, its name, and its first bytes, which show what it holds.

    Parameters
    ----------
    name : str
        The name in errors.
    file : binary file
        Its position is the end of ``head``.
    head : bytes
        The first bytes, at most `HEAD`.
    column : str, optional
        The column of puzzles; by default, the first column with a usual name.
    on_disk : binary file, optional
        The file under ``file``, perhaps compressed.
    size : int, optional
        The size of `on_disk`; None if unknown.
    reading : Reading, optional
        The result of reading a photo; then the head is the puzzle.
    """

    name: str
    file: BinaryFile
    head: bytes
    column: str | None = None
    on_disk: BinaryFile | None = None
    size: int | None = None
    reading: Reading | None = None

    HEAD = 1 << 16
    MOST = 1 << 28  # maximal size of a text that is read as a whole, decompressed

    @classmethod
    def open(cls, name: str, *, column: str | None = None) -> Source:
        """Open a file, or standard input for ``-``.

        Raises
        ------
        FormatError
            If the name is that of a folder, or if the file is empty or binary, such as an archive.
        OSError
            If the file can't be opened or read.
        MissingExtraError
            If the library for its compression is not installed.
        """
        on_disk: BinaryFile
        if name == "-":
            # Not `sys.stdin`, because at exit Python would wait for a thread that reads it.
            name, module = "standard input", None
            on_disk = io.FileIO(0, closefd=False)
        else:
            if "\0" in name:
                raise FormatError(f"expected the name of a file, found {short_repr(name)}")
            if os.path.isdir(name):
                raise FormatError(f"{name}: expected a file, found a folder{_suggest_file(name)}")
            module = compressor(name)
            on_disk = io.FileIO(name)
            if module:
                on_disk = io.BufferedReader(on_disk, 1 << 20)
        file: BinaryFile = module.open(on_disk, "rb") if module else on_disk
        source = cls(name, file, b"", column, on_disk, os.fstat(on_disk.fileno()).st_size or None)
        try:
            source.head = source._read_head()
            if file_types.is_picture(source.head):
                source._take_photo(read_photo(name, content=source.reader().read(cls.MOST)))
            source._expect_content()
        except BaseException:
            source.close()
            raise
        if source.is_short:
            source.close()
        return source

    def _take_photo(self, reading: Reading) -> None:
        """Replace a photo by the puzzle on it."""
        from farandole import formats

        puzzle = reading.puzzle
        text = puzzle.line if puzzle.is_classic else formats.write(puzzle, "json")
        self.reading, self.head, self.size = reading, text.encode(), None

    def _expect_content(self) -> None:
        if not self.head:
            message = f"{self.name}: expected text, found nothing"
            raise FormatError(message, code="empty_input", name=self.name)
        if kind := file_types.identify(self.head):
            raise FormatError(f"{self.name}: expected text or a table, found {kind}")

    @classmethod
    def of(cls, argument: str, *, column: str | None = None) -> Source:
        """Open an argument: the text of a puzzle, a file name, or ``-``.

        Examples
        --------
        >>> Source.of("." * 81).name
        'the puzzle given'
        """
        if text := find_text(argument):
            is_short = len(argument) < MANY and not looks_like_link(argument)
            name = f"the puzzle given (no file is called {argument!r})" if is_short else "the puzzle given"
            source = cls(name, io.BytesIO(), os.fsencode(text), column)
            if text.reader:
                source._text_reader = text.reader
            return source
        try:
            return cls.open(argument, column=column)
        except FileNotFoundError as error:
            near = nearest_name(argument)
            expected = "give a file, a link, or the cells of a puzzle in quotes"
            error.add_note(f"did you mean {near}?" if near else expected)
            raise

    @classmethod
    def each_of(cls, arguments: Sequence[str], *, column: str | None = None) -> Iterator[Source]:
        """Open arguments; the pieces of a puzzle that a shell split at blanks are joined."""
        return (cls.of(argument, column=column) for argument in join_pieces(arguments))

    def _read_head(self) -> bytes:
        head = bytearray()
        with name_damaged_file(self.name):
            # Not with a buffered reader, which would read ahead.
            while len(head) < self.HEAD and (block := self.file.read(self.HEAD - len(head))):
                head += block
        return bytes(head)

    def close(self) -> None:
        """Close the file."""
        self.file.close()
        if self.on_disk:
            self.on_disk.close()

    @property
    def is_short(self) -> bool:
        """Whether the head is the whole content."""
        return len(self.head) < self.HEAD

    @property
    def position(self) -> int:
        """Bytes read so far of the file on disk; 0 if unknown."""
        if self.is_short or self.on_disk is None:
            return self.size or 0
        return self.on_disk.tell() if self.on_disk.seekable() else 0

    def reader(self) -> io.BufferedReader:
        """Return a file object that starts with the head. Call it once, unless the head is the whole content."""
        return io.BufferedReader(_FromTheStart(self))

    def blocks(self, size: int, *, n_buffers: int = 1) -> Iterator[memoryview]:
        """Yield blocks of whole lines of about that size; a block is valid until `n_buffers` more are read."""
        reader = _FromTheStart(self)
        buffers = cycle([mmap(-1, 3 * size) for _ in range(n_buffers)])  # untouched pages take no memory
        text = next(buffers)
        n_rest = 0  # bytes at its start that belong to an incomplete line
        while n := reader.fill(memoryview(text)[n_rest : n_rest + size]):
            stop = n_rest + n
            end = text.rfind(b"\n", n_rest, stop) + 1 or text.rfind(b"\r", n_rest, stop) + 1
            if end:
                yield memoryview(text)[:end]
                n_rest, full, text = stop - end, text, next(buffers)
                memoryview(text)[:n_rest] = memoryview(full)[end:stop]
            elif n_rest <= size:  # a line longer than a block is garbage, so its beginning is enough
                n_rest = stop
        if n_rest:
            yield memoryview(text)[:n_rest]

    def read(self) -> bytes:
        """Read all of a text.

        Raises
        ------
        FormatError
            If it is a binary table, or has more than `MOST` bytes.
        """
        for beginning, kind in ((_NPY, "a NumPy array"), (_PARQUET, "a Parquet file")):
            if self.head.startswith(beginning):
                raise FormatError(f"{self.name}: expected text, found {kind}, which only solve can read")
        content = self.reader().read(self.MOST + 1)
        if len(content) > self.MOST:
            limit = f"at most {self.MOST >> 20} MiB where a puzzle takes several lines"
            raise FormatError(f"{self.name}: expected {limit}, found more; with a puzzle a line there is no limit")
        return content

    @property
    def format(self) -> str:
        """The format of the puzzles, by the head: ``npy``, ``parquet``, ``csv``, or one of `text.detect_format`.

        Raises
        ------
        FormatError
            If the source is neither text nor one of these, or holds no puzzle.
        """
        if self.head.startswith(_NPY):
            return "npy"
        if self.head.startswith(_PARQUET):
            return "parquet"
        if self.field is not None:
            return "csv"
        return self._text_reader.format

    @property
    def is_shaped(self) -> bool:
        """Whether the puzzles may not be classic, by the head."""
        from farandole.formats import text

        return self.format not in ("npy", "parquet", "csv", *text.FORMATS)

    @cached_property
    def _text_reader(self) -> PuzzleReader:
        """The reader of the head, made once; if the head is the whole content, `scan` uses it."""
        from farandole import formats

        # Without the last line, which the head may cut in the middle of a character.
        whole_lines = self.head if self.is_short else self.head[: self.head.rfind(b"\n") + 1] or self.head
        with self.name_errors():
            return formats.open_reader(whole_lines)

    @cached_property
    def field(self) -> tuple[int, str] | None:
        """The index of the field with the puzzle, and the separator of fields.

        None if the source is not a table: the first line has no names, or no field of the second line is as long as a
        puzzle.

        Raises
        ------
        FormatError
            If a table lacks the column.
        """
        others = list(io.StringIO(self.head.decode("utf-8-sig", errors="replace"), newline=""))[1:]
        if not "".join(others[:1]) and self.column is None:
            return None  # as for a puzzle in an argument
        from farandole.io.csv_rows import read_rows

        separator, names = self._separator, self.names
        second = next(read_rows(others, separator, len(names)), None)
        fields = [cell.strip() for cell in second.fields] if second else []
        if self.column is None and not any(
            len(cell) >= 28 > len(name) for cell, name in zip(fields, names, strict=False)
        ):
            return None
        index = self.column_index(names)
        if index is None and (self.column is not None or ending(self.name) == ".csv"):
            raise self.missing_column(names)
        return None if index is None else (index, separator)

    @cached_property
    def _separator(self) -> str:
        """The separator of the names in the first line."""
        return max(",;\t", key=self._first_line.count)

    @cached_property
    def _first_line(self) -> str:
        return next(io.StringIO(self.head.decode("utf-8-sig", errors="replace"), newline=""), "")

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns, from the first line of a table."""
        import csv

        # An unclosed quote ends with the line.
        return [cell.strip() for row in csv.reader([self._first_line], delimiter=self._separator) for cell in row]

    @property
    def other_names(self) -> list[str]:
        """The names of the other columns of CSV, made unique."""
        assert self.field is not None
        names: list[str] = []
        for index, name in enumerate(self.names):
            if index != self.field[0]:
                names.append(unique_name(name, names))
        return names

    def column_index(self, names: list[str]) -> int | None:
        """Return the index of the column of puzzles among the names of all columns."""
        if self.column is not None:
            return names.index(self.column) if self.column in names else None
        return next((index for index, name in enumerate(names) if name.lower() in PUZZLE_COLUMNS), None)

    def missing_column(self, names: list[str]) -> FormatError:
        """Make the error for a missing column of puzzles."""
        found = shorten(", ".join(names), 160)
        if self.column is not None:
            return FormatError(f"{self.name}: expected a column {self.column!r}, found {found}")
        expected = f"expected a column {', '.join(PUZZLE_COLUMNS[:-1])} or {PUZZLE_COLUMNS[-1]} (or --column)"
        return FormatError(f"{self.name}: {expected}; found {found}")

    def scan(
        self, content: bytes | None = None, *, lenient: bool = False, reading: int | None = None
    ) -> Iterator[Entry]:
        """Yield each puzzle of a text, or its error, with the number of its first line.

        Parameters
        ----------
        content : bytes, optional
            The text, if it has been read already.
        lenient, reading
            As for `farandole.formats.read`.

        Raises
        ------
        FormatError
            If the source is not text, or holds no puzzles.
        """
        if content is None:
            content = self.read()  # its errors have the name already
        if self.field is not None:
            yield from _of_puzzles(((row.number, self.read_row(row)) for row in self.rows(content)), self)
            return
        reader = self._text_reader if self.is_short else None
        with self.name_errors():
            if reader is None:
                from farandole import formats

                reader = formats.open_reader(content)
        yield from _of_puzzles(reader.scan(lenient=lenient, reading=reading), self)

    def rows(self, content: bytes) -> Iterator[CsvRow]:
        """Yield the rows of a table from its text."""
        from farandole.formats.text.lines import split_lines
        from farandole.io.csv_rows import read_rows

        with self.name_errors():
            _, *lines = split_lines(content)
        return read_rows((f"{line}\n" for line in lines), self._separator, len(self.names), 2)

    def read_row(self, row: CsvRow) -> Puzzle | FormatError | PuzzleError:
        """Read the puzzle of a row, or return its error."""
        from farandole import formats

        assert self.field is not None
        index, n_fields = self.field[0], len(row.fields)
        try:
            if index >= n_fields:
                raise FormatError(f"expected {index + 1} fields, found {n_fields}")
            [(_, found)] = formats.scan(row.fields[index])
        except ValueError:  # no puzzle, or several
            found = FormatError("expected one puzzle")
        except FormatError as error:
            found = error
        if isinstance(found, FormatError | PuzzleError):
            message = f"line {row.number}: {str(found).removeprefix('line 1: ')}"
            return type(found).from_error(found, message, line=row.number)
        return found

    @contextmanager
    def name_errors(self) -> Iterator[None]:
        """Put the name of the source before errors about its text."""
        try:
            yield
        except (FormatError, CoverError) as error:
            raise type(error).from_error(error, f"{self.name}: {error}") from None


def _of_puzzles(entries: Iterator[Entry], source: Source) -> Iterator[Entry]:
    """Yield the entries, unless the first of them show that the file holds no puzzles."""
    first: list[Entry] = []

    def readable() -> Iterator[bool]:
        for entry in entries:
            first.append(entry)
            yield not isinstance(entry[1], FormatError)

    with source.name_errors():
        if not looks_like_puzzles(readable()):
            raise no_puzzles_error(first[-1][0], "lines", str(first[0][1]))
        yield from first
        yield from entries


def unique_name(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: the name itself, or with a number.

    Examples
    --------
    >>> unique_name("id", []), unique_name("id", ["id", "id_2"])
    ('id', 'id_3')
    """
    number = 2
    unique = name
    while unique in taken:
        unique, number = f"{name}_{number}", number + 1
    return unique


def _suggest_file(folder: str) -> str:
    """Suggest a file of a folder that was given instead of a file."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in islice(entries, 1000) if entry.is_file() and entry.name[0] != ".")
    except OSError:
        return ""
    return f"; give one of its files, such as {os.path.join(folder, names[0])}" if names else " without files"


def no_puzzles_error(n: int, unit: str, fault: str) -> FormatError:
    """Make the error for a file that holds no puzzles, with its first fault as an example."""
    message = f"expected puzzles, found none or hardly any in the first {n:,} {unit}; {fault}"
    return FormatError(message, code="no_puzzles")


class _FromTheStart(io.RawIOBase):
    """Reads a source from the start, its head first."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._head = memoryview(source.head)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        if n := min(len(view), len(self._head)):
            view[:n], self._head = self._head[:n], self._head[n:]
            return n
        if self._source.file.closed:  # the head was the whole content
            return 0
        with name_damaged_file(self._source.name):
            n = self._source.file.readinto(view)
        return n or 0

    def fill(self, view: memoryview) -> int:
        """Fill a buffer as far as possible; return the number of bytes."""
        n = 0
        while n < len(view) and (more := self.readinto(view[n:])):
            n += more
        return n
