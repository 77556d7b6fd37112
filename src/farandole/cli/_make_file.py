"""Puzzles that are made, one after another, to a file that can be continued."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from farandole.cli._make_progress import Watching
from farandole.cli._make_rows import Row
from farandole.cli._output import NOT_ONE, SOLVED, complain
from farandole.generate import make_many
from farandole.io.resumable import Output
from farandole.io.writers import tally_of
from farandole.outputs import rename

VERSION = 2
"""Of what a seed makes. Another version of the search makes other puzzles, and doesn't continue a file."""

_MADE, _SHORT = 1, 2  # verdicts of the journal: as wished, something is missing


def write(
    arguments: argparse.Namespace, wishes: dict[str, Any], format: str, seed: int, n: int, watching: Watching
) -> int:
    """Make puzzles and write them to the file; return the exit status."""
    command = {"make": VERSION, "format": format, "seed": seed, "n": n, "seconds": arguments.seconds, **wishes}
    command = {key: list(value) if isinstance(value, tuple) else value for key, value in command.items()}
    row, start = Row(format), perf_counter()
    with Output(arguments.output, bad=None, command=command, resume=arguments.resume, force=arguments.force) as output:
        n_done = output.progress.chunks
        for _ in range(n_done):
            watching.advance()
        output.begin(row.heading.encode())
        rest = make_many(n - n_done, seed=seed + n_done, seconds=arguments.seconds, progress=watching.hear, **wishes)
        for made in rest:
            if made.stopped == "interrupt":  # the best so far isn't what this seed makes
                raise KeyboardInterrupt
            if made.missing:
                complain(f"seed {made.seed}: {'; '.join(made.missing)}")
            tally = tally_of(_SHORT if made.missing else _MADE)
            output.add([row.text(made).encode()], (), tally, perf_counter() - start)
            watching.advance()
        is_short = output.progress.verdicts[_SHORT] > 0
        output.finish(_named)
    return NOT_ONE if is_short else SOLVED


def _named(part: str, target: str, _: int) -> None:
    rename(part, target)
