"""The puzzles of a source with their titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from farandole.errors import FormatError, PuzzleError
from farandole.formats import unknowns
from farandole.formats.titles import clean_title, find_titles
from farandole.io.source import Source
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.formats.text import Entry

TITLE_COLUMNS = ("title", "name", "id", "puzzle_id", "number", "no")


class TitledPuzzle(NamedTuple):
    """A puzzle or its error, with its first line and its title, which may be empty."""

    line: int
    title: str
    found: Puzzle | FormatError | PuzzleError


def read_titled(
    source: Source, most: int, *, pass_over: Callable[[str], object] | None = None
) -> Iterator[TitledPuzzle]:
    """Yield the first puzzles of a source with their titles.

    Parameters
    ----------
    source : Source
    most : int
        Upper bound of the number of puzzles.
    pass_over : callable, optional
        Called with each part that isn't understood and is ignored. Without it, such a puzzle is refused.

    Raises
    ------
    FormatError
        If the source is not text, or holds no puzzles.

    Examples
    --------
    >>> source = Source.of("# Easy\\n" + "." * 81)
    >>> [(line, title) for line, title, _ in read_titled(source, 10)]
    [(2, 'Easy')]
    """
    content = source.read()
    if source.field is not None:
        yield from islice(_of_table(source, content), most)
        return
    if pass_over is not None:
        for unknown in unknowns(content):
            pass_over(unknown)
    entries: list[Entry] = []
    for entry in source.scan(content, lenient=pass_over is not None):
        entries.append(entry)
        if len(entries) == most:
            break
    for (line, found), title in zip(entries, find_titles(content, entries), strict=True):
        yield TitledPuzzle(line, title, found)


def _of_table(source: Source, content: bytes) -> Iterator[TitledPuzzle]:
    """Read the rows of a table: the puzzle from its column, and the title from the first column that has one."""
    names = [name.lower() for name in source.names]
    places = [names.index(name) for name in TITLE_COLUMNS if name in names]
    for row in source.rows(content):
        fields = row.fields
        title = next((said for place in places if place < len(fields) and (said := fields[place].strip())), "")
        found = source.read_row(row)
        heading = found.about.heading if isinstance(found, Puzzle) else ""
        yield TitledPuzzle(row.number, clean_title(title or heading), found)
