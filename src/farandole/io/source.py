"""Where puzzles come from: a file, standard input, or the text of an argument."""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from farandole.formats import PuzzleReader
    from farandole.formats.text import Entry
    from farandole.io.csv_rows import CsvRow
    from farandole.photo import Reading
    from farandole.puzzle import Puzzle

COMPRESSED = {".gz": "gzip", ".zst": "backports.zstd"}  # endings, and the modules that read and write them

SAMPLE = 1000  # lines or rows that tell whether a file is one of puzzles
FEW = 3  # of them never tell: each is a puzzle gone wrong, and gets its own complaint

FORMATS_BY_ENDING = {".csv": "csv", ".json": "json", ".jsonl": "json", ".npy": "npy", ".parquet": "parquet"}

# Names of columns that hold puzzles. Source: headers of data sets on Kaggle and Hugging Face.
PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "givens", "unsolved")

_NPY, _PARQUET = b"\x93NUMPY", b"PAR1"  # what these files begin with

BinaryFile: TypeAlias = io.RawIOBase | io.BufferedIOBase


def compressor(name: str) -> ModuleType | None:
    """Import the module that reads and writes files of this name; None if it has no ending of `COMPRESSED`.

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
        If it is no picture, or no puzzle can be read from it.
    MissingExtraError
        If the libraries for pictures are not installed.
    OSError
        If the file can't be read.
    """
    from farandole import photo  # takes NumPy and a net: only those who give photos wait for them

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
    """Find what a file's name ends in, but for its compression, in lower case.

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
    """Return whether a file is one of puzzles, perhaps with bad ones among them, or something else.

    As soon as one in ten lines is a puzzle, it is. If no more than one in a hundred of the first `SAMPLE` is, it isn't:
    then nobody wants to know what is wrong with each line.

    Parameters
    ----------
    readable : iterable of bool
        Of each line (or row, or drawing), in order, whether it is a puzzle. No more are asked for than are needed.

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
    """Say of which file a decompressor complains: each has errors of its own kind."""
    try:
        yield
    except Exception as error:
        if (isinstance(error, OSError) and error.filename) or not is_compressed(name):
            raise
        raise FormatError(f"{name}: expected a compressed file, found a damaged one: {error}") from None


@dataclass
class Source:
    """A file that is being read, its name, and its first bytes, by which one sees what is in it.

    Parameters
    ----------
    name : str
        What errors call it.
    file : binary file
        Read up to the end of ``head``.
    head : bytes
        Its first bytes, at most `HEAD`.
    column : str, optional
        The column of a table that holds the puzzles; by default, the first that is called like one.
    on_disk : binary file, optional
        What ``file`` is read from, perhaps compressed.
    size : int, optional
        Bytes of that; None where nobody knows.
    reading : Reading, optional
        What was read from it, if it is a photo: the head is the puzzle then.
    """

    name: str
    file: BinaryFile
    head: bytes
    column: str | None = None
    on_disk: BinaryFile | None = None
    size: int | None = None
    reading: Reading | None = None

    HEAD = 1 << 16
    MOST = 1 << 28  # bytes, unpacked, of a text that is read as a whole

    @classmethod
    def open(cls, name: str, *, column: str | None = None) -> Source:
        """Open a file, or standard input for ``-``.

        Raises
        ------
        FormatError
            If it is a folder, empty, or known to be neither text nor a table: an image, an archive ...
        OSError
            If the file can't be opened or read.
        MissingExtraError
            If the library for its compression is not installed.
        """
        on_disk: BinaryFile
        if name == "-":
            # Not `sys.stdin`: at exit, Python would wait for a thread that reads it.
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
        """Put the puzzle of a photo in the place of the photo."""
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
        """Take an argument as what it is: the text of a puzzle, or else the name of a file, or ``-``.

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
        """Take arguments as what they are; a puzzle that a shell took apart at its blanks is one."""
        return (cls.of(argument, column=column) for argument in join_pieces(arguments))

    def _read_head(self) -> bytes:
        head = bytearray()
        with name_damaged_file(self.name):
            # Not by a buffered reader: it would read more than it gives.
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
        """Whether the head is all there is."""
        return len(self.head) < self.HEAD

    @property
    def position(self) -> int:
        """Bytes read so far of the file on disk; 0 where nobody knows."""
        if self.is_short or self.on_disk is None:
            return self.size or 0
        return self.on_disk.tell() if self.on_disk.seekable() else 0

    def reader(self) -> io.BufferedReader:
        """Give a file that begins with the head; once, if the head is not all there is."""
        return io.BufferedReader(_FromTheStart(self))

    def blocks(self, size: int, *, n_buffers: int = 1) -> Iterator[memoryview]:
        """Yield the bytes in blocks of whole lines, each about that size, of which so many are kept at a time."""
        reader = _FromTheStart(self)
        buffers = cycle([mmap(-1, 3 * size) for _ in range(n_buffers)])  # what nobody touches takes no memory
        text = next(buffers)
        n_rest = 0  # bytes at its start, of a line whose end is not read yet
        while n := reader.fill(memoryview(text)[n_rest : n_rest + size]):
            stop = n_rest + n
            end = text.rfind(b"\n", n_rest, stop) + 1 or text.rfind(b"\r", n_rest, stop) + 1
            if end:
                yield memoryview(text)[:end]
                n_rest, full, text = stop - end, text, next(buffers)
                memoryview(text)[:n_rest] = memoryview(full)[end:stop]
            elif n_rest <= size:  # of a line longer than a block, which is rubbish, the beginning is enough
                n_rest = stop
        if n_rest:
            yield memoryview(text)[:n_rest]

    def read(self) -> bytes:
        """Read all of a text.

        Raises
        ------
        FormatError
            If it is an array or a table of another kind than text, or has more than `MOST` bytes.
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
        """The format of its puzzles, by its head: ``npy``, ``parquet``, ``csv``, or one of `text.detect_format`.

        Raises
        ------
        FormatError
            If it is neither text nor one of these, or holds no puzzle.
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
        """Whether its puzzles may be other than classic ones, by its head."""
        from farandole.formats import text

        return self.format not in ("npy", "parquet", "csv", *text.FORMATS)

    @cached_property
    def _text_reader(self) -> PuzzleReader:
        """The format of its head, found out once; where the head is all, whoever scans it goes on from here."""
        from farandole import formats

        # Not the line that the head cuts off, perhaps in the middle of a character.
        whole_lines = self.head if self.is_short else self.head[: self.head.rfind(b"\n") + 1] or self.head
        with self.name_errors():
            return formats.open_reader(whole_lines)

    @cached_property
    def field(self) -> tuple[int, str] | None:
        """Where a line of a table has its puzzle: the index of the field, and what parts fields.

        None if there is no table: no first line of names, or no second line with a field as long as a puzzle.

        Raises
        ------
        FormatError
            If there is a table without the column.
        """
        _, *others = io.StringIO(self.head.decode("utf-8-sig", errors="replace"), newline="")
        if not "".join(others[:1]) and self.column is None:
            return None  # as for each puzzle in an argument
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
        """What stands between the names in the first line."""
        return max(",;\t", key=self._first_line.count)

    @cached_property
    def _first_line(self) -> str:
        return next(io.StringIO(self.head.decode("utf-8-sig", errors="replace"), newline=""), "")

    @cached_property
    def names(self) -> list[str]:
        """What stands in the first line of a table: the names of its columns."""
        import csv

        # A quote left open ends with the line.
        return [cell.strip() for row in csv.reader([self._first_line], delimiter=self._separator) for cell in row]

    @property
    def other_names(self) -> list[str]:
        """The names of the columns of CSV beside that of the puzzles, each once."""
        assert self.field is not None
        names: list[str] = []
        for index, name in enumerate(self.names):
            if index != self.field[0]:
                names.append(unique_name(name, names))
        return names

    def column_index(self, names: list[str]) -> int | None:
        """Find the column with the puzzles among the names of all columns."""
        if self.column is not None:
            return names.index(self.column) if self.column in names else None
        return next((index for index, name in enumerate(names) if name.lower() in PUZZLE_COLUMNS), None)

    def missing_column(self, names: list[str]) -> FormatError:
        """Say which column was expected, and which ones there are."""
        found = shorten(", ".join(names), 160)
        if self.column is not None:
            return FormatError(f"{self.name}: expected a column {self.column!r}, found {found}")
        expected = f"expected a column {', '.join(PUZZLE_COLUMNS[:-1])} or {PUZZLE_COLUMNS[-1]} (or --column)"
        return FormatError(f"{self.name}: {expected}; found {found}")

    def scan(self, content: bytes | None = None, *, lenient: bool = False) -> Iterator[Entry]:
        """Yield each puzzle of a text with the number of its line, or the error in its place.

        Parameters
        ----------
        content : bytes, optional
            The text, if it has been read.
        lenient : bool
            As for `farandole.formats.read`.

        Raises
        ------
        FormatError
            If it is no text, or not one of puzzles.
        """
        if content is None:
            content = self.read()  # names itself what is damaged
        if self.field is not None:
            yield from _of_puzzles(((row.number, self.read_row(row)) for row in self.rows(content)), self)
            return
        reader = self._text_reader if self.is_short else None
        with self.name_errors():
            if reader is None:
                from farandole import formats

                reader = formats.open_reader(content)
            yield from _of_puzzles(reader.scan(lenient=lenient), self)

    def rows(self, content: bytes) -> Iterator[CsvRow]:
        """Yield the rows of a table, whose text has been read."""
        from farandole.formats.text.lines import split_lines
        from farandole.io.csv_rows import read_rows

        with self.name_errors():
            _, *lines = split_lines(content)
        return read_rows((f"{line}\n" for line in lines), self._separator, len(self.names), 2)

    def read_row(self, row: CsvRow) -> Puzzle | FormatError | PuzzleError:
        """Read the puzzle of a row, or say what is wrong with it."""
        from farandole import formats

        assert self.field is not None
        index, n_fields = self.field[0], len(row.fields)
        try:
            if index >= n_fields:
                raise FormatError(f"expected {index + 1} fields, found {n_fields}")
            [(_, found)] = formats.scan(row.fields[index])
        except ValueError:  # none, or several
            found = FormatError("expected one puzzle")
        except FormatError as error:
            found = error
        if isinstance(found, FormatError | PuzzleError):
            message = f"line {row.number}: {str(found).removeprefix('line 1: ')}"
            return type(found).from_error(found, message, line=row.number)
        return found

    @contextmanager
    def name_errors(self) -> Iterator[None]:
        """Put its name before what is wrong with its text."""
        try:
            yield
        except (FormatError, CoverError) as error:
            raise type(error).from_error(error, f"{self.name}: {error}") from None


def _of_puzzles(entries: Iterator[Entry], source: Source) -> Iterator[Entry]:
    """Pass entries on, unless the first of them tell that this is no file of puzzles."""
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
    """Give a name that is not taken: this one, or else with a number.

    Examples
    --------
    >>> unique_name("id", []), unique_name("id", ["id", "id_2"])
    ('id', 'id_3')
    """
    number = 2
    found = name
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def _suggest_file(folder: str) -> str:
    """Name some files of a folder, for a person who gave the folder."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in islice(entries, 1000) if entry.is_file() and entry.name[0] != ".")
    except OSError:
        return ""
    return f"; give one of its files, such as {os.path.join(folder, names[0])}" if names else " without files"


def no_puzzles_error(n: int, unit: str, fault: str) -> FormatError:
    """Say what is wrong with a file that is not one of puzzles, with its first fault for an example."""
    message = f"expected puzzles, found none or hardly any in the first {n:,} {unit}; {fault}"
    return FormatError(message, code="no_puzzles")


class _FromTheStart(io.RawIOBase):
    """The bytes of a source, its head first."""

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
        if self._source.file.closed:  # the head was all
            return 0
        with name_damaged_file(self._source.name):
            n = self._source.file.readinto(view)
        return n or 0

    def fill(self, view: memoryview) -> int:
        """Read as many bytes as there is room for, or all that are left, and count them."""
        n = 0
        while n < len(view) and (more := self.readinto(view[n:])):
            n += more
        return n
