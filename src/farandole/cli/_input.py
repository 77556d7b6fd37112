"""Read the puzzles of a command: files, links, cells, standard input, or a pasted text."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING

from farandole.cli._output import report_error
from farandole.errors import FormatError, PuzzleError
from farandole.io.source import Source
from farandole.outputs import print_error
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.formats.text import Entry
    from farandole.photo import Reading


def each_source(arguments: Sequence[str], *, column: str | None = None) -> Iterator[Source]:
    """Open the arguments of a command: files, links or cells. In a terminal, standard input is a pasted text."""
    if list(arguments) == ["-"] and sys.stdin is not None and sys.stdin.isatty():
        text = read_paste().encode("utf-8", "surrogateescape")
        if not text.strip():
            raise FormatError("expected a puzzle to be pasted, found nothing")
        yield Source("the pasted text", io.BytesIO(text[Source.HEAD :]), text[: Source.HEAD], column)
    else:
        for source in Source.each_of(arguments, column=column):
            if source.reading and (source.reading.doubtful or source.reading.n_solutions != 1):
                report_error(f"{source.name}: read {source.reading}")
            yield source


def read_paste() -> str:
    """Read a pasted text from the terminal, up to an empty line after a puzzle, or to two empty lines."""
    with suppress(ImportError):
        import readline  # noqa: F401  without it, a terminal cuts a line at 4,096 characters, and links are longer

    print_error("Paste a puzzle, then press Enter twice (or Ctrl-D):\n")
    lines: list[str] = []
    with suppress(EOFError):
        while True:
            lines += input().split("\n")
            if lines[-1].strip() or not any(map(str.strip, lines)):
                continue
            if not "".join(lines[-2:]).strip() or _is_complete(lines):
                break
            if not _is_more_coming():
                print_error("The puzzle is not complete: go on, or press Enter once more.\n")
    return "\n".join(lines)


def _is_more_coming() -> bool:
    """Return whether more of the pasted text waits to be read, for example after an empty line in a drawn grid."""
    try:
        return bool(select.select([sys.stdin], [], [], 0.2)[0])
    except (OSError, ValueError):  # a terminal that can't be polled
        return True


def _is_complete(lines: Sequence[str]) -> bool:
    """Return whether lines contain complete puzzles, and no part of another one."""
    from farandole import formats

    try:
        entries = [entry for _, entry in formats.scan("\n".join(lines))]
    except FormatError:
        return False
    return bool(entries) and not any(isinstance(entry, FormatError) for entry in entries)


def scan_source(source: Source, *, lenient: bool = False, reading: int | None = None) -> Iterator[Entry]:
    """Yield the puzzles of a source; with ``lenient``, print which parts of a link are ignored."""
    if not lenient:
        return source.scan(reading=reading)
    from farandole import formats

    content = source.read()
    for unknown in formats.unknowns(content):
        report_error(f"{source.name}: ignored: {unknown}")
    return source.scan(content, lenient=True, reading=reading)


def read_puzzle(arguments: Sequence[str], *, lenient: bool = False, reading: int | None = None) -> Puzzle:
    """Read the one puzzle of the arguments; raise the errors of `read_puzzle_and_photo`."""
    return read_puzzle_and_photo(arguments, lenient=lenient, reading=reading)[0]


def read_puzzle_and_photo(
    arguments: Sequence[str], *, lenient: bool = False, reading: int | None = None
) -> tuple[Puzzle, Reading | None]:
    """Read the one puzzle of the arguments, and the whole reading if it is a photo.

    Raises
    ------
    FormatError
        If there is not exactly one puzzle, or if it can't be read.
    PuzzleError
        If the puzzle is malformed.
    """
    with ExitStack() as files:
        source, *others = (files.enter_context(closing(source)) for source in each_source(arguments))
        if others:
            are_files = all(map(os.path.isfile, arguments))
            what = "arguments; a puzzle with blanks needs quotes"
            if are_files:
                what = "files; the commands solve, rate and convert take many"
            raise FormatError(f"expected one puzzle, found {1 + len(others)} {what}")
        entries = [entry for _, entry in scan_source(source, lenient=lenient, reading=reading)]
    if len(entries) != 1:
        message = f"{source.name}: expected one puzzle, found {len(entries)}"
        raise FormatError(message, code="several_puzzles", found=len(entries))
    if not isinstance(entries[0], Puzzle):
        raise type(entries[0]).from_error(entries[0], f"{source.name}: {entries[0]}")
    return entries[0], source.reading


def scan_all(arguments: Sequence[str]) -> Iterator[tuple[str, int, Puzzle | FormatError | PuzzleError]]:
    """Yield the puzzles of all arguments, each with the name of its source and its line, or the error in its place."""
    for source in each_source(arguments):
        with closing(source):
            for line, entry in source.scan():
                yield source.name, line, entry
