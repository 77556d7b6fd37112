"""Hard puzzles, found near those of a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from farandole.cli._input import all_scanned
from farandole.cli._make_progress import Watching
from farandole.cli._make_rows import Row
from farandole.cli._output import complain, opened
from farandole.errors import ArgumentError, FormatError
from farandole.generate import MadePuzzle, make_near
from farandole.puzzle import Puzzle

PLAIN_WISHES = {"shape": "classic", "symmetry": "none", "minimal": True, "nice": 1}


def made_near(
    arguments: argparse.Namespace, wishes: dict[str, Any], seed: int, watching: Watching
) -> Iterator[MadePuzzle]:
    """Make puzzles near those of the file."""
    odd = [name for name, wish in wishes.items() if name != "rating" and wish not in (PLAIN_WISHES.get(name), None, [])]
    odd += ["resume"] * arguments.resume + ["sampling"] * bool(arguments.sampling)
    if odd:
        raise ArgumentError(f"--near: makes hard classic puzzles; expected no {odd[0]} beside it")
    known = []
    for name, line, found in all_scanned([arguments.near]):
        if not isinstance(found, Puzzle):
            raise type(found)(f"{name}: line {line}: {found}")
        if not found.is_classic:
            raise FormatError(f"{name}: line {line}: expected a classic puzzle, found {found.grid!r}")
        known.append(found.line)
    return make_near(
        known,
        arguments.n or 1,
        rating=wishes["rating"] or "SE 9+",
        seed=seed,
        seconds=arguments.seconds,
        progress=watching.hear,
        threads=arguments.threads,
    )


def counted(some: Iterable[MadePuzzle], n: int) -> Iterator[MadePuzzle]:
    """Complain where fewer come than were wished."""
    found = 0
    for made in some:
        found += 1
        yield made
    if found < n:
        complain(f"timed out: expected {n:,} puzzles, found {found:,}")


def write(some: Iterable[MadePuzzle], name: str, format: str, *, force: bool) -> int:
    """Write them to a file; return how many."""
    row, n = Row(format), 0
    with opened(name, force=force) as file:
        file.write(row.heading)
        for made in some:
            n += 1
            file.write(row.text(made))
    return n
