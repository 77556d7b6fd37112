"""An output file that can be resumed: ``NAME.part``, and its journal ``NAME.part.json``.

Chunks are appended to the part (and complaints to the file of bad puzzles). Now and then the journal is replaced by one
that counts the chunks and bytes so far. After any interruption, both files begin with what the journal counts. To
resume, they are truncated there, and as many chunks of the input are skipped. The file gets its final name only when it
is complete.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
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
    remove,
    rename,
    resolve_link,
    try_open_exclusive,
)
from farandole.records import field, record

Command = dict[str, Any]
Buffer = bytes | memoryview

PAUSE = 10  # the pause between journals, as a multiple of the time that one takes: fsync may need 20 ms
GZIP_LEVEL = 1  # 0.43 bytes per digit; level 6 needs 0.39, and six times the time


@record(frozen=False)
class Progress:
    """The state of an output.

    Parameters
    ----------
    chunks : int
        The number of chunks written.
    size, bad_size : int
        The sizes of the output and of the file of bad puzzles.
    seconds : float
        Time taken, in all runs.
    verdicts : list of int
        The number of puzzles with each of `VERDICTS`.
    is_whole : bool
        Whether all chunks are written.
    """

    chunks: int = 0
    size: int = 0
    bad_size: int = 0
    seconds: float = 0.0
    verdicts: list[int] = field(default_factory=lambda: [0] * len(VERDICTS))
    is_whole: bool = False


class Output:
    """Writes answers and complaints to a stream, or to a part that becomes a file.

    Use it in a ``with`` block. An error leaves the part and its journal, unless they are empty.

    Only the process that has locked the part writes its journal and the file of bad puzzles. A journal is written after
    all that it counts is synced to disk. That takes a while, so a journal covers several chunks. The last chunk gets a
    journal unless the process is killed.

    Parameters
    ----------
    target : str or int
        The name of the file, or the descriptor of a stream. A device or a pipe is a stream.
    bad : str, optional
        The file for complaints about bad puzzles.
    command : dict
        All that the answers depend on, as JSON values. A part can be resumed only by an equal command.
    resume : bool
        Resume the part, if there is one.
    force : bool
        Start over even if there is a part.
    can_resume : bool
        Whether the part can be resumed. If not, an error removes it.

    Raises
    ------
    FormatError
        If the part belongs to another command, is shorter than its journal says, or is locked by another process; or if
        there is a part, and neither ``resume`` nor ``force`` is set.
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
        self._busy = Lock()  # held during the write of a chunk
        self._is_open = False
        self._next_journal = 0.0  # time when the next journal is due
        with ExitStack() as files:
            self._bad: OutputFile | None = None
            self._file = files.enter_context(self._open(target))
            try:
                if self._is_part and not resume and not force:
                    hint = "--resume continues it, " if can_resume else ""
                    check_no_part(self._file, f"{hint}--force starts over")
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
        """Whether an earlier run completed the file: the part has its final name already."""
        done = self.progress
        return done.is_whole and done.size > 0 == os.path.getsize(self._name) and os.path.exists(self._target)

    def begin(self, data: Buffer) -> None:
        """Write the header, unless chunks were written before."""
        if data and not self.progress.chunks:
            self.progress.size += self._write([data])

    def add(self, pieces: Sequence[Buffer], complaints: Sequence[str], tally: Sequence[int], seconds: float) -> None:
        """Write a chunk of answers and count it, as one atomic step.

        Parameters
        ----------
        pieces : sequence of bytes-like
            The answers.
        complaints : sequence of str
            Lines for the file of bad puzzles.
        tally : sequence of int
            The number of puzzles with each of `VERDICTS`.
        seconds : float
            Total time so far.
        """
        with self._busy:
            if not self._is_open:
                return  # closed after an error in another thread
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
        """Convert the part to its final format, and give it its name."""
        if not self._is_part:
            return
        if not self.is_finished:
            self.progress.is_whole = True
            self._write_journal()
            self._is_open = False
            finish(self._name, self._target, sum(self.progress.verdicts))
        # The part was renamed or removed together with its lock, so another command may have started over.
        self._files.close()
        if (part := try_open_exclusive(self._name)) is not None:
            with part:
                with suppress(FileNotFoundError):
                    os.remove(self._journal)
                remove(self._name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        if error is None or not self._is_part:
            self._is_open = False
            self._files.close()
            return
        with self._busy, self._files:
            with suppress(OSError):  # the disk may be full; then the previous journal is valid
                if self._is_open and self.progress.chunks and self._can_resume:
                    self._write_journal()
                elif self._is_open:
                    remove(self._name)
                    os.remove(self._journal)
            self._is_open = False
            if self._can_resume and os.path.exists(self._journal):
                error.add_note(f"{self._name} is kept: run the command again with --resume to continue")

    def _remove_if_empty(self) -> None:
        """Remove a part that was created just now."""
        if self._is_part and not os.fstat(self._file.fileno()).st_size:
            with suppress(OSError):
                remove(self._name)

    def _cut(self, file: OutputFile, size: int) -> None:
        """Truncate a file to a size, and go to its end."""
        if (found := file.seek(0, os.SEEK_END)) < size:
            raise FormatError(
                f"{file.path}: expected {size:,} bytes as {self._journal} says, found {found:,}; --force starts over"
            )
        file.truncate(size)
        file.seek(size)

    # ── The journal ───────────────────────────────────────────────────────────────────────────────────────────

    def _write_journal(self) -> None:
        """Write the journal, after all it counts is synced to disk."""
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
            raise FormatError(f"{self._journal}: expected a journal: {error}; --force starts over") from None
        for key, value in self._command.items():
            if began.get(key) != value:
                found = json.dumps(value) if key in began else "something else"
                expected = f"expected {key} {json.dumps(began.get(key))}, as when it began"
                raise FormatError(f"{self._name}: {expected}; found {found}; --force starts over")
        if not progress.is_whole and not os.path.getsize(self._name):
            return Progress()  # the part was removed
        return progress


def fingerprint(source: Source) -> list[str | int]:
    """Return values that identify the content of a source in a later run: name, size, time, hash of the first bytes."""
    from zlib import crc32

    known: list[str | int] = [source.name, crc32(source.head)]
    if os.path.isfile(source.name):
        status = os.stat(source.name)
        known += [status.st_size, status.st_mtime_ns]
    return known


def identify_argument(argument: str) -> list[str | int]:
    """Return values that show in a later run whether the file of an argument has changed; of other arguments, the text.

    Examples
    --------
    >>> identify_argument("1.3." * 4)
    ['1.3.1.3.1.3.1.3.']
    """
    if not os.path.isfile(argument[:4096]):
        return [argument]
    status = os.stat(argument)
    return [argument, status.st_size, status.st_mtime_ns]


def _make_compressor(name: str) -> Callable[[Buffer], Buffer] | None:
    """Return a function that compresses one chunk by itself, so that the file can be cut between chunks."""
    module = compressor(name)
    if module is None:
        return None
    if module.__name__ == "gzip":
        # No timestamp, so that equal answers give equal files.
        return partial(module.compress, compresslevel=GZIP_LEVEL, mtime=0)
    pack: Callable[[Buffer], Buffer] = module.compress
    return pack
