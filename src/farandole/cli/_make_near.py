"""Make hard puzzles near those of a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from farandole.cli._input import scan_all
from farandole.cli._make_options import list_wishes
from farandole.cli._make_progress import ProgressBar
from farandole.cli._make_rows import Row
from farandole.cli._output import open_text_output, report_error
from farandole.errors import ArgumentError, FormatError
from farandole.generate import MadePuzzle, make_near
from farandole.puzzle import Puzzle


def make_near_known(
    arguments: argparse.Namespace, options: dict[str, Any], seed: int, bar: ProgressBar
) -> Iterator[MadePuzzle]:
    """Make puzzles near those of the file that ``--near`` names."""
    odd = [name for name in list_wishes(options) if name != "rating"]
    odd += ["resume"] * arguments.resume + ["sampling"] * bool(arguments.sampling)
    if odd:
        raise ArgumentError(f"--near: makes hard classic puzzles; expected no {odd[0]} with it")
    known = []
    for name, line, found in scan_all([arguments.near]):
        if not isinstance(found, Puzzle):
            raise type(found)(f"{name}: {found}")
        if not found.is_classic:
            raise FormatError(f"{name}: line {line}: expected a classic puzzle, found {found.grid!r}")
        known.append(found.line)
    return make_near(
        known,
        arguments.n or 1,
        rating=options["rating"] or "SE 9+",
        seed=seed,
        seconds=arguments.seconds,
        progress=bar.update,
        threads=arguments.threads,
    )


def report_missing(puzzles: Iterable[MadePuzzle], n: int) -> Iterator[MadePuzzle]:
    """Pass puzzles on; print an error if there are fewer than were asked for."""
    count = 0
    for made in puzzles:
        count += 1
        yield made
    if count < n:
        report_error(f"timed out: expected {n:,} puzzles, found {count:,}")


def write(puzzles: Iterable[MadePuzzle], name: str, format: str, *, force: bool) -> int:
    """Write puzzles to a file; return how many."""
    row, n = Row(format), 0
    with open_text_output(name, force=force) as file:
        file.write(row.heading)
        for made in puzzles:
            n += 1
            file.write(row.write(made))
    return n
