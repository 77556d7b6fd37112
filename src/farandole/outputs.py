"""Files that a command writes: none that it reads, by one command at a time, and under their names only when whole.

Until it is whole, ``.part`` follows the name of a file. A link stays a link: what it points to is written. What exists
and is no file (a device, a pipe) is a stream, and takes what comes.
"""

from __future__ import annotations

import os
import stat
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ELOOP
from fcntl import LOCK_EX, LOCK_NB, flock
from io import BufferedWriter, FileIO
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TextIO, TypeAlias

from farandole.errors import FormatError

if TYPE_CHECKING:
    from typing_extensions import Buffer

PART = ".part"
JOURNAL = ".part.json"
# All that one output may write: besides itself its part, its journal, what replaces this, and Parquet made of the part.
_SUFFIXES = ("", PART, JOURNAL, f"{JOURNAL}.new", f"{PART}.parquet")

_Identity: TypeAlias = tuple[int, int] | str


class _Owner(NamedTuple):
    """What a file is for the command, and the code of the error if another output takes it."""

    name: str
    code: str = "same_file"


class OutputFile(FileIO):
    """A file to write, by a descriptor, that says in errors which file it is."""

    def __init__(self, descriptor: int, path: str, *, closefd: bool = True) -> None:
        super().__init__(descriptor, "w", closefd=closefd)
        self.path = path

    def write(self, data: Buffer, /) -> int:
        """Write some of it; return how many bytes."""
        try:
            return super().write(data) or 0
        except OSError as error:
            error.filename = self.path
            raise

    def write_all(self, data: Buffer) -> int:
        """Write all of it; return how many bytes that were."""
        rest = memoryview(data)
        size = len(rest)
        while rest:
            rest = rest[self.write(rest) :]
        return size

    def sync(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self.fileno())


def print_error(text: str) -> None:
    """Write to standard error. Where that fails, only the exit status tells what happened."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        discard_stream(sys.stderr)


def discard_stream(stream: TextIO) -> None:
    """Discard what a stream still holds: Python flushes it at exit, would fail again, and end with status 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def parse_file_name(text: str) -> str:
    """Read the name of a file to write, as an argument of the command."""
    if not text:
        raise ArgumentTypeError("expected the name of a file, found ''")
    return text


def parse_output(text: str) -> str | None:
    """Read the name of a file to write as an argument; None for ``-``, which is standard output."""
    return None if text == "-" else parse_file_name(text)


def check_distinct_files(
    reads: Sequence[str], replaced: Sequence[tuple[str, str]], in_place: Sequence[tuple[str, str | None]]
) -> None:
    """Refuse to write what is read, and to write one file in two ways, whatever the names and links.

    Parameters
    ----------
    reads : sequence of str
        What is read: names of files, ``-`` for standard input. What names no file is fine.
    replaced : sequence of tuple of str and str
        What is written by way of a part: the option, such as ``-o``, and the name.
    in_place : sequence of tuple of str and str
        What is written as it is; None for standard output.

    Raises
    ------
    FormatError
        If two of them are one file; it names both.
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
    """Note whose a file is, unless it is taken."""
    if identity is not None and (other := taken.setdefault(identity, _Owner(owner))).name != owner:
        raise FormatError(f"{owner}: expected a file of its own{place}, found {other.name}", code=other.code)


def _identity(name: str, *, exists: bool = False) -> _Identity | None:
    """Tell a file from others: where it lies on which disk, or where it would; None for streams and folders."""
    try:
        status = os.stat(name)
    except FileNotFoundError:
        return None if exists else os.path.realpath(name)
    except (OSError, ValueError):  # no name of a file
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _identity_of_stream(descriptor: int) -> _Identity | None:
    with suppress(OSError):
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def is_stream(name: str) -> bool:
    """Return whether a name stands for something that takes what comes, and can't be replaced."""
    try:
        mode = os.stat(name).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def resolve_link(name: str) -> str:
    """Find the file that is written under a name: that of a link is what it points to, which need not exist."""
    return os.path.realpath(name) if os.path.islink(name) else name


def check_output_path(name: str) -> None:
    """Refuse the name of a file that can't be there.

    Raises
    ------
    FormatError
        If it is a folder, or lies in none.
    """
    folder = os.path.dirname(name)
    if folder and not os.path.isdir(folder):
        if os.path.exists(folder):
            raise FormatError(f"{name}: expected a folder {folder}, found a file")
        raise FormatError(f"{name}: expected a folder {folder}, found none", code="no_folder", folder=folder)
    if os.path.isdir(name):
        raise FormatError(f"{name}: expected the name of a file, found a folder")


def open_exclusive(name: str) -> OutputFile:
    """Open a file to write, as the only command that does; nothing in it is changed.

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
    """Open a file to write, as the only command that does; None if another one does."""
    while True:
        try:
            file = OutputFile(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o666), name)
        except OSError as error:
            if error.errno == ELOOP:
                raise FormatError(f"{name}: expected a file, found a link") from None
            raise
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        # Whoever held it before may have given it another name in between: then this one names another file, or none.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(name), os.fstat(file.fileno())):
                return file
        file.close()


def sync_folder(name: str) -> None:
    """Make sure that what a file is called outlasts a loss of power."""
    descriptor = os.open(os.path.dirname(name) or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def rename(part: str, target: str) -> None:
    """Give a part its final name, once all that is in it is on the disk."""
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(part, target)
    sync_folder(target)


def open_stream(name: str) -> OutputFile:
    """Open what `is_stream`: a device, a pipe."""
    return OutputFile(os.open(name, os.O_WRONLY), name)


@contextmanager
def open_truncated(name: str) -> Iterator[OutputFile]:
    """Open a file, or a stream, of which nothing is to stay."""
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
    """Open a file that gets its name at the end of a ``with`` block; ``-`` is standard output.

    Parameters
    ----------
    name : str
    keeps : bool
        Whether what was written before an error is worth something: it stays in its part.
    force : bool
        Whether to begin anew where an earlier command left a part.

    Raises
    ------
    FormatError
        If the name is none for a file, if another command is writing it, or if an earlier one left a part.
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
            check_no_part(file, "--force begins anew")
        file.truncate(0)
        with suppress(FileNotFoundError):
            os.remove(journal)  # of an earlier command, whose part this was
        try:
            # Whoever closes it must not close the file: only then another command may write it.
            with BufferedWriter(OutputFile(file.fileno(), part, closefd=False)) as stream:
                yield stream
            rename(part, target)
        except BaseException as error:
            if keeps and os.fstat(file.fileno()).st_size:
                error.add_note(f"{part} is kept: it holds what was written")
            else:
                os.remove(part)
            raise


def check_no_part(file: OutputFile, advice: str) -> None:
    """Refuse to write over what an earlier command left when it was stopped.

    Raises
    ------
    FormatError
        If there is something in the part.
    """
    if os.fstat(file.fileno()).st_size:
        raise FormatError(f"{file.path}: an earlier command was stopped and left it; {advice}")


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """Open standard output for bytes that no terminal can show."""
    sys.stdout.flush()
    descriptor = sys.stdout.fileno()
    if os.isatty(descriptor):
        raise FormatError("standard output: expected a file or a pipe, found a terminal")
    with BufferedWriter(OutputFile(descriptor, "standard output", closefd=False)) as stream:
        yield stream
