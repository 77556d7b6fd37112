"""Make puzzles one after another, and write them to a file that can be continued."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from farandole.cli._make_progress import ProgressBar
from farandole.cli._make_rows import Row
from farandole.cli._output import NOT_ONE, SOLVED, report_error
from farandole.generate import make_many
from farandole.io.resumable import Output
from farandole.io.writers import tally_of
from farandole.outputs import rename

VERSION = 2
"""The version of the search: another version makes other puzzles from a seed, so it can't continue a file."""

_MADE, _SHORT = 1, 2  # verdicts in the journal: as specified, something is missing


def write(
    arguments: argparse.Namespace, options: dict[str, Any], format: str, seed: int, n: int, bar: ProgressBar
) -> int:
    """Make puzzles and write them to the file; return the exit status."""
    command = {"make": VERSION, "format": format, "seed": seed, "n": n, "seconds": arguments.seconds, **options}
    command = {key: list(value) if isinstance(value, tuple) else value for key, value in command.items()}
    row, start = Row(format), perf_counter()
    with Output(arguments.output, bad=None, command=command, resume=arguments.resume, force=arguments.force) as output:
        n_done = output.progress.chunks
        for _ in range(n_done):
            bar.advance()
        output.begin(row.heading.encode())
        rest = make_many(n - n_done, seed=seed + n_done, seconds=arguments.seconds, progress=bar.update, **options)
        for made in rest:
            if made.stopped == "interrupt":  # the best puzzle so far is not what this seed makes
                raise KeyboardInterrupt
            if made.missing:
                report_error(f"seed {made.seed}: {'; '.join(made.missing)}")
            tally = tally_of(_SHORT if made.missing else _MADE)
            output.add([row.write(made).encode()], (), tally, perf_counter() - start)
            bar.advance()
        is_short = output.progress.verdicts[_SHORT] > 0
        output.finish(_rename)
    return NOT_ONE if is_short else SOLVED


def _rename(part: str, target: str, _: int) -> None:
    rename(part, target)
