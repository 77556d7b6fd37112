"""The puzzles that a command is given: files, links, standard input, cells as they are, or what is pasted."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING

from farandole.cli._output import complain
from farandole.errors import FormatError, PuzzleError
from farandole.io.source import Source
from farandole.outputs import print_error
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.formats.text import Entry
    from farandole.photo import Reading


def each_source(arguments: Sequence[str], *, column: str | None = None) -> Iterator[Source]:
    """Open what a command is given, each as what it is; in a terminal, standard input is what is pasted there."""
    if list(arguments) == ["-"] and sys.stdin is not None and sys.stdin.isatty():
        text = pasted().encode("utf-8", "surrogateescape")
        if not text.strip():
            raise FormatError("expected a puzzle to be pasted, found nothing")
        yield Source("what was pasted", io.BytesIO(text[Source.HEAD :]), text[: Source.HEAD], column)
    else:
        for source in Source.each_of(arguments, column=column):
            if source.reading and (source.reading.doubtful or source.reading.n_solutions != 1):
                complain(f"{source.name}: read {source.reading}")
            yield source


def pasted() -> str:
    """Read from the terminal what a person pastes, up to an empty line after a puzzle, or to two empty lines."""
    with suppress(ImportError):
        import readline  # noqa: F401  a terminal by itself cuts a line at 4,096 characters, and links are longer

    print_error("Paste a puzzle, then press Enter twice (or Ctrl-D):\n")
    lines: list[str] = []
    with suppress(EOFError):
        while True:
            lines += input().split("\n")
            if lines[-1].strip() or not any(map(str.strip, lines)):
                continue
            if not "".join(lines[-2:]).strip() or _is_whole(lines):
                break
            if not _is_more_coming():
                print_error("No whole puzzle yet: go on, or press Enter once more.\n")
    return "\n".join(lines)


def _is_more_coming() -> bool:
    """Return whether more of what is pasted waits to be read, as behind an empty line inside a drawn grid."""
    try:
        return bool(select.select([sys.stdin], [], [], 0.2)[0])
    except (OSError, ValueError):  # where a terminal can't be waited for
        return True


def _is_whole(lines: Sequence[str]) -> bool:
    """Return whether lines hold puzzles, and nothing that is only a part of one."""
    from farandole import formats

    try:
        found = [entry for _, entry in formats.scan("\n".join(lines))]
    except FormatError:
        return False
    return bool(found) and not any(isinstance(entry, FormatError) for entry in found)


def scanned(source: Source, *, lenient: bool = False) -> Iterator[Entry]:
    """Yield the puzzles of a source; with ``lenient``, say what is passed over."""
    if not lenient:
        return source.scan()
    from farandole import formats

    content = source.read()
    for unknown in formats.unknowns(content):
        complain(f"{source.name}: passed over: {unknown}")
    return source.scan(content, lenient=True)


def one_puzzle(arguments: Sequence[str], *, lenient: bool = False) -> Puzzle:
    """Read the puzzle of an argument, or of those that a shell made of it; raise what `one_read` does."""
    return one_read(arguments, lenient=lenient)[0]


def one_read(arguments: Sequence[str], *, lenient: bool = False) -> tuple[Puzzle, Reading | None]:
    """Read the puzzle of an argument, and, where that is a photo, all that was read of it.

    Raises
    ------
    FormatError
        If there is not exactly one, or if it can't be read.
    PuzzleError
        If there is no such puzzle.
    """
    with ExitStack() as files:
        source, *others = (files.enter_context(closing(source)) for source in each_source(arguments))
        if others:
            are_files = all(map(os.path.isfile, arguments))
            what = "arguments; a puzzle with blanks needs quotes"
            if are_files:
                what = "files; the commands solve, rate and convert take many"
            raise FormatError(f"expected one puzzle, found {1 + len(others)} {what}")
        entries = [entry for _, entry in scanned(source, lenient=lenient)]
    if len(entries) != 1:
        message = f"{source.name}: expected one puzzle, found {len(entries)}"
        raise FormatError(message, code="several_puzzles", found=len(entries))
    if not isinstance(entries[0], Puzzle):
        raise type(entries[0]).from_error(entries[0], f"{source.name}: {entries[0]}")
    return entries[0], source.reading


def all_scanned(arguments: Sequence[str]) -> Iterator[tuple[str, int, Puzzle | FormatError | PuzzleError]]:
    """Yield the puzzles of all arguments, each with the name of its source and its line."""
    for source in each_source(arguments):
        with closing(source):
            for line, found in source.scan():
                yield source.name, line, found
