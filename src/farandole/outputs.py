"""Output files of a command: never an input, written by one command at a time, and renamed only when complete.

Until a file is complete, its name ends in ``.part``. A link stays a link: its target is written. A path that exists and
is not a regular file (a device, a pipe) is a stream: it is written directly.
"""

from __future__ import annotations

import os
import stat
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ELOOP
from io import BufferedWriter, FileIO
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TextIO, TypeAlias
from weakref import WeakValueDictionary

from farandole import system
from farandole.errors import FormatError

if TYPE_CHECKING:
    from typing_extensions import Buffer

PART = ".part"
JOURNAL = ".part.json"
# All files that one output may write: itself, its part, its journal, the new journal, and Parquet made of the part.
_SUFFIXES = ("", PART, JOURNAL, f"{JOURNAL}.new", f"{PART}.parquet")

_Identity: TypeAlias = tuple[int, int] | str


class _Owner(NamedTuple):
    """What a file is for the command, and the code of the error if another output takes it."""

    name: str
    code: str = "same_file"


class OutputFile(FileIO):
    """A file to write, by its descriptor, whose errors name the file."""

    def __init__(self, descriptor: int, path: str, *, closefd: bool = True) -> None:
        super().__init__(descriptor, "w", closefd=closefd)
        self.path = path

    def write(self, data: Buffer, /) -> int:
        """Write as much of the data as fits; return the number of bytes."""
        try:
            return super().write(data) or 0
        except OSError as error:
            error.filename = self.path
            raise

    def write_all(self, data: Buffer) -> int:
        """Write all of the data; return the number of bytes."""
        rest = memoryview(data)
        size = len(rest)
        while rest:
            rest = rest[self.write(rest) :]
        return size

    def sync(self) -> None:
        """Wait until all data is on the disk."""
        os.fsync(self.fileno())


_LOCKED: WeakValueDictionary[str, OutputFile] = WeakValueDictionary()  # the open files of `open_exclusive`, by name


def print_error(text: str) -> None:
    """Print to standard error. If that fails, only the exit status shows what happened."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        discard_stream(sys.stderr)


def discard_stream(stream: TextIO) -> None:
    """Discard the buffer of a stream: Python would flush it at exit, fail again, and end with status 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def parse_file_name(text: str) -> str:
    """Parse the name of an output file, as a type for argparse."""
    if not text:
        raise ArgumentTypeError("expected the name of a file, found ''")
    return text


def parse_output(text: str) -> str | None:
    """Parse the name of an output file, as a type for argparse; None for ``-``, which is standard output."""
    return None if text == "-" else parse_file_name(text)


def check_distinct_files(
    reads: Sequence[str], replaced: Sequence[tuple[str, str]], in_place: Sequence[tuple[str, str | None]]
) -> None:
    """Refuse to write a file that is also read, or one file in two ways, under any names and links.

    Parameters
    ----------
    reads : sequence of str
        Names of input files, ``-`` for standard input. Names without a file are ignored.
    replaced : sequence of tuple of str and str
        Outputs that are written as a part first: the option, such as ``-o``, and the name.
    in_place : sequence of tuple of str and str
        Outputs that are written in place; None for standard output.

    Raises
    ------
    FormatError
        If two of them are the same file; the message names both.
    """
    taken: dict[_Identity, _Owner] = {}
    for name in reads:
        identity = _identity_of_stream(0) if name == "-" else _identity(name, exists=True)
        if identity is not None:
            taken[identity] = (
                _Owner("standard input") if name == "-" else _Owner(f"the input {name}", "output_is_input")
            )
    for option, place in in_place:
        said = "standard output" if place is None else f"{option} {place}"
        _take(taken, _identity_of_stream(1) if place is None else _identity(place), said)
    for option, name in replaced:
        if is_stream(name):
            continue
        for suffix in _SUFFIXES:
            file = f"{resolve_link(name)}{suffix}"
            _take(taken, _identity(file), f"{option} {name}", f" in {file}" if suffix else "")


def _take(taken: dict[_Identity, _Owner], identity: _Identity | None, owner: str, place: str = "") -> None:
    """Record the owner of a file; raise if it has another owner."""
    if identity is not None and (other := taken.setdefault(identity, _Owner(owner))).name != owner:
        raise FormatError(f"{owner}: expected a file of its own{place}, found {other.name}", code=other.code)


def _identity(name: str, *, exists: bool = False) -> _Identity | None:
    """Return the identity of a file: device and inode, or its path if it is new; None for streams and folders."""
    try:
        status = os.stat(name)
    except FileNotFoundError:
        return None if exists else os.path.realpath(name)
    except (OSError, ValueError):  # not a valid file name
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _identity_of_stream(descriptor: int) -> _Identity | None:
    with suppress(OSError):
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def is_stream(name: str) -> bool:
    """Return whether a path is a stream (a device, a pipe), which can't be replaced."""
    try:
        mode = os.stat(name).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def resolve_link(name: str) -> str:
    """Return the file that a name stands for: the target of a link, which need not exist."""
    return os.path.realpath(name) if os.path.islink(name) else name


def check_output_path(name: str) -> None:
    """Refuse a path at which no file can be written.

    Raises
    ------
    FormatError
        If it is a folder, or if its folder doesn't exist.
    """
    folder = os.path.dirname(name)
    if folder and not os.path.isdir(folder):
        if os.path.exists(folder):
            raise FormatError(f"{name}: expected a folder {folder}, found a file")
        raise FormatError(f"{name}: expected a folder {folder}, found none", code="no_folder", folder=folder)
    if os.path.isdir(name):
        raise FormatError(f"{name}: expected the name of a file, found a folder")


def open_exclusive(name: str) -> OutputFile:
    """Open a file to write, locked against other commands; its content stays.

    Raises
    ------
    FormatError
        If another command is writing it, or if it is a link.
    OSError
        If it can't be opened.
    """
    file = try_open_exclusive(name)
    if file is None:
        raise FormatError(f"{name}: another command is writing it")
    return file


def try_open_exclusive(name: str) -> OutputFile | None:
    """Open a file to write, locked against other commands; return None if another command has it."""
    while True:
        try:
            file = OutputFile(system.open_to_write(name), name)
        except OSError as error:
            if error.errno == ELOOP:
                raise FormatError(f"{name}: expected a file, found a link") from None
            raise
        if not system.try_lock(file.fileno()):
            file.close()
            return None
        # The command that had it may have renamed it meanwhile: then the name is of another file, or of none.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(name), os.fstat(file.fileno())):
                _LOCKED[name] = file
                return file
        file.close()


def rename(part: str, target: str) -> None:
    """Give a part its final name, once all of its data is on the disk."""
    system.sync_file(part)
    _release(part)
    os.replace(part, target)
    system.sync_folder(os.path.dirname(target) or ".")


def remove(name: str) -> None:
    """Remove a file, also one that is open here."""
    _release(name)
    os.remove(name)


def _release(name: str) -> None:
    """Close a locked file before it is renamed or removed, where the system renames no open file."""
    if not system.RENAMES_OPEN_FILES and (file := _LOCKED.get(name)):
        file.close()


def open_stream(name: str) -> OutputFile:
    """Open a device or a pipe: see `is_stream`."""
    return OutputFile(os.open(name, os.O_WRONLY), name)


@contextmanager
def open_truncated(name: str) -> Iterator[OutputFile]:
    """Open a file and truncate it, or open a stream."""
    target = resolve_link(name)
    if is_stream(target):
        with open_stream(target) as stream:
            yield stream
        return
    check_output_path(target)
    with open_exclusive(target) as file:
        file.truncate(0)
        yield file


@contextmanager
def open_output(name: str, *, keeps: bool = False, force: bool = False) -> Iterator[BinaryIO]:
    """Open a file that gets its final name at the end of the ``with`` block; ``-`` is standard output.

    Parameters
    ----------
    name : str
    keeps : bool
        Whether the part stays after an error.
    force : bool
        Whether to replace the part that an earlier command left.

    Raises
    ------
    FormatError
        If no file can be written there, if another command is writing it, or if an earlier one left a part.
    OSError
        If it can't be opened or written.
    """
    if name == "-":
        with _standard_output() as stream:
            yield stream
        return
    if is_stream(name):
        with BufferedWriter(open_stream(name)) as stream:
            yield stream
        return
    target = resolve_link(name)
    check_output_path(target)
    part, journal = f"{target}{PART}", f"{target}{JOURNAL}"
    with open_exclusive(part) as file:
        if (keeps or os.path.exists(journal)) and not force:
            check_no_part(file, "--force starts over")
        file.truncate(0)
        with suppress(FileNotFoundError):
            os.remove(journal)  # of an earlier command that left this part
        try:
            # The writer must not close the file, because that would release the lock.
            with BufferedWriter(OutputFile(file.fileno(), part, closefd=False)) as stream:
                yield stream
            rename(part, target)
        except BaseException as error:
            if keeps and os.path.getsize(part):
                error.add_note(f"{part} is kept: it holds what was written")
            else:
                remove(part)
            raise


def check_no_part(file: OutputFile, advice: str) -> None:
    """Refuse to overwrite the part that a stopped command left.

    Raises
    ------
    FormatError
        If the part is not empty.
    """
    if os.fstat(file.fileno()).st_size:
        raise FormatError(f"{file.path}: an earlier command was stopped and left it; {advice}")


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """Open standard output for binary data, and refuse a terminal."""
    sys.stdout.flush()
    descriptor = sys.stdout.fileno()
    if os.isatty(descriptor):
        raise FormatError("standard output: expected a file or a pipe, found a terminal")
    with BufferedWriter(OutputFile(descriptor, "standard output", closefd=False)) as stream:
        yield stream
