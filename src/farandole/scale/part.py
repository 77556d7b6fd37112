"""The file of answers while it is being written: ``NAME.part``, and ``NAME.part.json``, the journal of what is sure.

Chunks are appended to the part (and complaints to the file of bad puzzles), and after each the journal is replaced by
one that counts it. Whatever happens, both files begin with what the journal counts: to go on, they are cut there, and
as many chunks of puzzles are passed over. Only a whole file gets its name.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from io import FileIO
from types import TracebackType
from typing import Any, Self

import numpy as np

from farandole.errors import FormatError
from farandole.formats.source import Source, compressor
from farandole.scale.answered import VERDICTS, Verdicts

Command = dict[str, Any]
Buffer = bytes | memoryview

GZIP_LEVEL = 1  # 0.43 bytes a digit, where level 6 takes 0.39 in six times the time


@dataclass(slots=True)
class Progress:
    """What has been written so far.

    Parameters
    ----------
    chunks : int
        Chunks of puzzles.
    size, bad_size : int
        Bytes of the output and of the file of bad puzzles.
    seconds : float
        Time it took, in all runs.
    verdicts : list of int
        How many puzzles had each of `VERDICTS`.
    is_whole : bool
        Whether there is nothing more to come.
    """

    chunks: int = 0
    size: int = 0
    bad_size: int = 0
    seconds: float = 0.0
    verdicts: list[int] = field(default_factory=lambda: [0] * len(VERDICTS))
    is_whole: bool = False


class Output:
    """Where answers and complaints go: a stream, or a part that becomes a file.

    Use it in a ``with`` block. An error leaves the part and its journal, unless they hold nothing yet.

    Parameters
    ----------
    target : str or int
        The name of the file, or the descriptor of a stream. What exists and is no file (a device, a pipe) is a stream.
    bad : str, optional
        The file of bad puzzles.
    command : dict
        All that the answers depend on, as JSON can say it: a part is continued by the same command only.
    resume : bool
        Whether to go on with the part, if there is one.

    Raises
    ------
    FormatError
        If the part is of another command, is shorter than its journal says, or is being written by another process.
    OSError
        If a file can't be opened or written.
    """

    def __init__(self, target: str | int, *, bad: str | None, command: Command, resume: bool) -> None:
        self.progress = Progress()
        self._command = command
        self._bad_name = bad
        self._files = ExitStack()
        self._is_part = isinstance(target, str) and not _is_stream(target)
        self._target = str(target)
        self._name = f"{target}.part" if self._is_part else self._target
        self._journal = f"{self._name}.json"
        self._pack = _packer(self._target) if self._is_part else lambda data: data
        if resume and self._is_part:
            self.progress = self._read_journal()
        if self.is_finished:
            return
        if self._is_part and not self.progress.chunks:
            with suppress(FileNotFoundError):
                os.remove(self._journal)
        self._bad = None if bad is None else self._open_at(bad, self.progress.bad_size)
        if isinstance(target, str):
            self._file = self._open_at(self._name, self.progress.size)
        else:
            self._file = FileIO(target, "w", closefd=False)

    @property
    def can_resume(self) -> bool:
        """Whether there is a part that can be continued."""
        return self._is_part and self.progress.chunks > 0

    @property
    def is_finished(self) -> bool:
        """Whether an earlier run did everything, but for a word about it."""
        return self.progress.is_whole and not os.path.exists(self._name)

    def begin(self, data: Buffer) -> None:
        """Write what comes before the first chunk, unless it is there."""
        if data and not self.progress.chunks:
            self.progress.size += _write(self._file, self._pack(data), self._name)

    def add(self, data: Buffer, complaints: Sequence[str], verdicts: Verdicts, seconds: float) -> None:
        """Write a chunk of answers, and then count it, in one step that is taken wholly or not at all."""
        progress = self.progress
        size = _write(self._file, self._pack(data), self._name)
        bad = "".join(f"{complaint}\n" for complaint in complaints).encode(errors="surrogateescape")
        bad_size = 0 if self._bad is None else _write(self._bad, bad, str(self._bad_name))
        progress.chunks += 1
        progress.size += size
        progress.bad_size += bad_size
        progress.seconds = seconds
        counts = np.bincount(verdicts, minlength=len(VERDICTS))
        progress.verdicts = (counts + progress.verdicts).tolist()
        self._write_journal()

    def finish(self, finish: Callable[[str, str, int], None]) -> None:
        """Give the file its final form and name."""
        if not self._is_part:
            return
        if not self.is_finished:
            self.progress.is_whole = True
            self._write_journal()
            finish(self._name, self._target, sum(self.progress.verdicts))
        with suppress(FileNotFoundError):
            os.remove(self._journal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        self._files.close()
        if error is None or not self._is_part:
            return
        if self.can_resume:
            error.add_note(f"{self._name} is kept: the same command with --resume goes on")
        else:
            with suppress(OSError):
                os.remove(self._name)

    def _open_at(self, name: str, size: int) -> FileIO:
        """Open a file to append, cut to what is sure of it."""
        # Not cut by opening: another process may be writing it.
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT, 0o666)
        file = self._files.enter_context(FileIO(descriptor, "w"))
        if _is_stream(name):
            return file
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise FormatError(f"{name}: another command is writing it") from None
        if (found := file.seek(0, os.SEEK_END)) < size:
            raise FormatError(
                f"{name}: {size:,} bytes expected by {self._journal}, {found:,} found; begin without --resume"
            )
        file.truncate(size)
        file.seek(size)
        return file

    # ── The journal ───────────────────────────────────────────────────────────────────────────────────────────

    def _write_journal(self) -> None:
        if not self._is_part:
            return
        new = f"{self._journal}.new"
        try:
            with open(new, "w", encoding="utf-8") as file:
                json.dump({"command": self._command, "progress": asdict(self.progress)}, file, indent=1)
            os.replace(new, self._journal)
        except OSError as error:
            error.filename = error.filename or new
            raise

    def _read_journal(self) -> Progress:
        try:
            with open(self._journal, encoding="utf-8") as file:
                journal = json.load(file)
            began, progress = journal["command"], Progress(**journal["progress"])
        except FileNotFoundError:
            return Progress()
        except (ValueError, TypeError, KeyError) as error:
            raise FormatError(f"{self._journal}: a journal expected: {error}; begin without --resume") from None
        for key, value in self._command.items():
            if began.get(key) != value:
                found = f"{json.dumps(value)} found" if key in began else "something else found"
                expected = f"{key} {json.dumps(began.get(key))} expected, as it began"
                raise FormatError(f"{self._name}: {expected}, {found}; begin without --resume")
        if not progress.is_whole and not os.path.exists(self._name):
            return Progress()
        return progress


def identity(source: Source) -> list[str | int]:
    """Say by what one sees that a source is the same as in an earlier run: its name, size, time and first bytes."""
    from zlib import crc32

    known: list[str | int] = [source.name, crc32(source.head)]
    if os.path.isfile(source.name):
        status = os.stat(source.name)
        known += [status.st_size, status.st_mtime_ns]
    return known


def _packer(name: str) -> Callable[[Buffer], Buffer]:
    """Compress as the ending of a name says: each chunk for itself, so that the file can be cut between them."""
    module = compressor(name)
    if module is None:
        return lambda data: data
    if name.endswith(".gz"):
        # No time in it, so that the same answers are the same file.
        return partial(module.compress, compresslevel=GZIP_LEVEL, mtime=0)
    pack: Callable[[Buffer], Buffer] = module.compress
    return pack


def _is_stream(name: str) -> bool:
    try:
        return not stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return False


def _write(file: FileIO, data: Buffer, name: str) -> int:
    """Write all of it, and name the file in errors."""
    rest = memoryview(data)
    size = len(rest)
    try:
        while rest:
            rest = rest[file.write(rest) or 0 :]
    except OSError as error:
        error.filename = name
        raise
    return size
