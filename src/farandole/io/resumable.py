"""The file of answers while it is being written: ``NAME.part``, and ``NAME.part.json``, the journal of what is sure.

Chunks are appended to the part (and complaints to the file of bad puzzles), and after some of them the journal is
replaced by one that counts them. Whatever happens, both files begin with what the journal counts: to go on, they are
cut there, and as many chunks of puzzles are passed over. Only a whole file gets its name.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from operator import add
from threading import Lock
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from farandole.errors import FormatError
from farandole.io.source import Source, compressor
from farandole.io.writers import VERDICTS
from farandole.outputs import (
    JOURNAL,
    PART,
    OutputFile,
    check_no_part,
    check_output_path,
    is_stream,
    open_exclusive,
    open_stream,
    rename,
    resolve_link,
    try_open_exclusive,
)

Command = dict[str, Any]
Buffer = bytes | memoryview

PAUSE = 10  # times as long as a journal takes to make, the next one is not due: a disk may need 20 ms to be sure
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

    Only who has locked the part touches its journal and the file of bad puzzles, and a journal that counts a chunk is
    made after all it counts is on the disk. That takes a while, so not every chunk gets one, but the last one does,
    unless the process is killed.

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
    force : bool
        Whether to begin anew although there is a part.
    can_resume : bool
        Whether anybody can go on with the part. If not, an error removes it.

    Raises
    ------
    FormatError
        If the part is of another command, is shorter than its journal says, or is being written by another process;
        or if there is one, and neither ``resume`` nor ``force`` is said.
    OSError
        If a file can't be opened or written.
    """

    def __init__(
        self,
        target: str | int,
        *,
        bad: str | None,
        command: Command,
        resume: bool,
        force: bool = False,
        can_resume: bool = True,
    ) -> None:
        self.progress = Progress()
        self._can_resume = can_resume
        self._command = command
        self._is_part = isinstance(target, str) and not is_stream(target)
        self._target = resolve_link(str(target))
        self._name = f"{self._target}{PART}"
        self._journal = f"{self._target}{JOURNAL}"
        self._pack = _make_compressor(str(target)) if self._is_part else None
        self._busy = Lock()  # held while a chunk is written
        self._is_open = False
        self._next_journal = 0.0  # when it is due
        with ExitStack() as files:
            self._bad: OutputFile | None = None
            self._file = files.enter_context(self._open(target))
            try:
                if self._is_part and not resume and not force:
                    go_on = "--resume goes on with it, " if can_resume else ""
                    check_no_part(self._file, f"{go_on}--force begins anew")
                self._begin_or_resume(None if bad is None else resolve_link(bad), files, resume)
            except BaseException:
                self._remove_if_empty()
                raise
            self._files = files.pop_all()

    def _open(self, target: str | int) -> OutputFile:
        if not isinstance(target, str):
            return OutputFile(target, "standard output", closefd=False)
        if not self._is_part:
            return open_stream(target)
        check_output_path(self._target)
        return open_exclusive(self._name)

    def _begin_or_resume(self, bad: str | None, files: ExitStack, resume: bool) -> None:
        if resume and self._is_part:
            self.progress = self._read_journal()
        if self.is_finished:
            return
        if bad is not None:
            if not is_stream(bad):
                check_output_path(bad)
            self._bad = files.enter_context(open_stream(bad) if is_stream(bad) else open_exclusive(bad))
        if self._is_part:
            if not self.progress.chunks:
                with suppress(FileNotFoundError):
                    os.remove(self._journal)
            self._cut(self._file, self.progress.size)
        if bad is not None and self._bad and not is_stream(bad):
            self._cut(self._bad, self.progress.bad_size)
        self._is_open = True

    @property
    def is_finished(self) -> bool:
        """Whether an earlier run did everything, but for a word about it: the part has its name already."""
        done = self.progress
        return done.is_whole and done.size > 0 == os.path.getsize(self._name) and os.path.exists(self._target)

    def begin(self, data: Buffer) -> None:
        """Write what comes before the first chunk, unless it is there."""
        if data and not self.progress.chunks:
            self.progress.size += self._write([data])

    def add(self, pieces: Sequence[Buffer], complaints: Sequence[str], tally: Sequence[int], seconds: float) -> None:
        """Write a chunk of answers, and count it, in one step that is taken wholly or not at all.

        Parameters
        ----------
        pieces : sequence of bytes-like
            The answers.
        complaints : sequence of str
            A line each for the file of bad puzzles.
        tally : sequence of int
            How many have each of `VERDICTS`.
        seconds : float
            Time that all took so far.
        """
        with self._busy:
            if not self._is_open:
                return  # an error elsewhere has ended it
            progress = self.progress
            size = self._write(pieces)
            bad = "".join(f"{complaint}\n" for complaint in complaints).encode(errors="surrogateescape")
            bad_size = 0 if self._bad is None else self._bad.write_all(bad)
            progress.chunks += 1
            progress.size += size
            progress.bad_size += bad_size
            progress.seconds = seconds
            progress.verdicts = list(map(add, progress.verdicts, tally))
            if self._is_part and perf_counter() >= self._next_journal:
                self._write_journal()

    def _write(self, pieces: Sequence[Buffer]) -> int:
        if self._pack is None:
            return sum(map(self._file.write_all, pieces))
        return self._file.write_all(self._pack(b"".join(pieces)))

    def finish(self, finish: Callable[[str, str, int], None]) -> None:
        """Give the file its final format and name."""
        if not self._is_part:
            return
        if not self.is_finished:
            self.progress.is_whole = True
            self._write_journal()
            self._is_open = False
            finish(self._name, self._target, sum(self.progress.verdicts))
        # The lock went with the part, which has another name now, or none: another command may have begun anew.
        self._files.close()
        if (part := try_open_exclusive(self._name)) is not None:
            with part:
                with suppress(FileNotFoundError):
                    os.remove(self._journal)
                os.remove(self._name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        if error is None or not self._is_part:
            self._is_open = False
            self._files.close()
            return
        with self._busy, self._files:
            with suppress(OSError):  # the disk may be full: then an earlier journal holds
                if self._is_open and self.progress.chunks and self._can_resume:
                    self._write_journal()
                elif self._is_open:
                    os.remove(self._name)
                    os.remove(self._journal)
            self._is_open = False
            if self._can_resume and os.path.exists(self._journal):
                error.add_note(f"{self._name} is kept: the same command with --resume goes on")

    def _remove_if_empty(self) -> None:
        """Leave no part that was made just now."""
        if self._is_part and not os.fstat(self._file.fileno()).st_size:
            with suppress(OSError):
                os.remove(self._name)

    def _cut(self, file: OutputFile, size: int) -> None:
        """Leave of a file what is sure of it, and go to its end."""
        if (found := file.seek(0, os.SEEK_END)) < size:
            raise FormatError(
                f"{file.path}: expected {size:,} bytes as {self._journal} says, found {found:,}; --force begins anew"
            )
        file.truncate(size)
        file.seek(size)

    # ── The journal ───────────────────────────────────────────────────────────────────────────────────────────

    def _write_journal(self) -> None:
        """Count what has been written, once that is on the disk."""
        start = perf_counter()
        for written in filter(None, (self._file, self._bad)):
            if stat.S_ISREG(os.fstat(written.fileno()).st_mode):
                written.sync()
        new = f"{self._journal}.new"
        try:
            with open(new, "w", encoding="utf-8") as file:
                json.dump({"command": self._command, "progress": asdict(self.progress)}, file, indent=1)
        except OSError as error:
            error.filename = error.filename or new
            raise
        rename(new, self._journal)
        now = perf_counter()
        self._next_journal = now + PAUSE * (now - start)

    def _read_journal(self) -> Progress:
        try:
            with open(self._journal, encoding="utf-8") as file:
                journal = json.load(file)
            began, progress = journal["command"], Progress(**journal["progress"])
        except FileNotFoundError:
            return Progress()
        except (ValueError, TypeError, KeyError) as error:
            raise FormatError(f"{self._journal}: expected a journal: {error}; --force begins anew") from None
        for key, value in self._command.items():
            if began.get(key) != value:
                found = json.dumps(value) if key in began else "something else"
                expected = f"expected {key} {json.dumps(began.get(key))}, as when it began"
                raise FormatError(f"{self._name}: {expected}; found {found}; --force begins anew")
        if not progress.is_whole and not os.path.getsize(self._name):
            return Progress()  # the part is gone
        return progress


def fingerprint(source: Source) -> list[str | int]:
    """Say by what one sees that a source is the same as in an earlier run: its name, size, time and first bytes."""
    from zlib import crc32

    known: list[str | int] = [source.name, crc32(source.head)]
    if os.path.isfile(source.name):
        status = os.stat(source.name)
        known += [status.st_size, status.st_mtime_ns]
    return known


def _make_compressor(name: str) -> Callable[[Buffer], Buffer] | None:
    """Compress as the ending of a name says: each chunk for itself, so that the file can be cut between them."""
    module = compressor(name)
    if module is None:
        return None
    if module.__name__ == "gzip":
        # No time in it, so that the same answers are the same file.
        return partial(module.compress, compresslevel=GZIP_LEVEL, mtime=0)
    pack: Callable[[Buffer], Buffer] = module.compress
    return pack
