"""Puzzles that are made, one after another, to a file that can be continued."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from farandole.command.making.rows import Row
from farandole.command.making.watching import Watching
from farandole.command.output import NOT_ONE, SOLVED, complain
from farandole.files.outputs import rename
from farandole.generate import make_many
from farandole.scale.resumable import Output
from farandole.scale.writers import tally_of

VERSION = 2
"""Of what a seed makes. Another version of the search makes other puzzles, and doesn't continue a file."""

_MADE, _SHORT = 1, 2  # verdicts of the journal: as wished, something is missing


def write(
    arguments: argparse.Namespace, wishes: dict[str, Any], form: str, seed: int, n: int, watching: Watching
) -> int:
    """Make puzzles and write them to the file; return the exit status."""
    command = {"make": VERSION, "form": form, "seed": seed, "n": n, "seconds": arguments.seconds, **wishes}
    command = {key: list(value) if isinstance(value, tuple) else value for key, value in command.items()}
    row, start = Row(form), perf_counter()
    with Output(arguments.output, bad=None, command=command, resume=arguments.resume) as output:
        n_done = output.progress.chunks
        for _ in range(n_done):
            watching.advance()
        output.begin(row.heading.encode())
        rest = make_many(n - n_done, seed=seed + n_done, seconds=arguments.seconds, progress=watching.hear, **wishes)
        for made in rest:
            if made.stopped == "interrupt":  # the best so far isn't what this seed makes
                raise KeyboardInterrupt
            if made.falls_short:
                complain(f"seed {made.seed}: {'; '.join(made.falls_short)}")
            tally = tally_of(_SHORT if made.falls_short else _MADE)
            output.add([row.text(made).encode()], (), tally, perf_counter() - start)
            watching.advance()
        is_short = output.progress.verdicts[_SHORT] > 0
        output.finish(_named)
    return NOT_ONE if is_short else SOLVED


def _named(part: str, target: str, _: int) -> None:
    rename(part, target)
