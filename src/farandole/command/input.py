"""The puzzles that a command is given: files, links, standard input, or cells as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from farandole.command.output import complain
from farandole.errors import FormatError, PuzzleError
from farandole.files.source import Source
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.formats.text import Entry


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
    """Read the puzzle of an argument, or of those that a shell made of it.

    Raises
    ------
    FormatError
        If there is not exactly one, or if it can't be read.
    PuzzleError
        If there is no such puzzle.
    """
    with ExitStack() as files:
        source, *others = (files.enter_context(closing(source)) for source in Source.each_of(arguments))
        if others:
            found = f"{1 + len(others)} arguments; a puzzle with blanks needs quotes"
            raise FormatError(f"expected one puzzle, found {found}")
        entries = [entry for _, entry in scanned(source, lenient=lenient)]
    if len(entries) != 1:
        raise FormatError(f"{source.name}: expected one puzzle, found {len(entries)}")
    if not isinstance(entries[0], Puzzle):
        raise type(entries[0])(f"{source.name}: {entries[0]}")
    return entries[0]


def all_scanned(arguments: Sequence[str]) -> Iterator[tuple[str, int, Puzzle | FormatError | PuzzleError]]:
    """Yield the puzzles of all arguments, each with the name of its source and its line."""
    for source in Source.each_of(arguments):
        with closing(source):
            for line, found in source.scan():
                yield source.name, line, found
