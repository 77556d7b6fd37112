"""The command ``farandole data dataset``: ratings, canonical forms and a fair split, for those who train models."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from farandole import outputs
from farandole.cli._arguments import add_force, add_language, add_puzzles, read_seconds, read_threads
from farandole.cli._input import each_source
from farandole.cli._output import BAD_INPUT, SOLVED, complain
from farandole.cli._rated import Job, Row, rated
from farandole.errors import FormatError
from farandole.i18n import tr_counted

if TYPE_CHECKING:
    from farandole.batch import Values

EXAMPLES = """\
examples:
  farandole make -n 10000 --sampling top-down -o puzzles.txt && farandole data dataset puzzles.txt -o data
  farandole data dataset puzzles.txt -o data --steps --threads 8    with the path to the solution, as text and as JSON
  farandole data dataset puzzles.txt -o data --scale none           by the million: no ratings but guesses
  farandole data dataset puzzles.txt -o data --form csv --test .2   a fifth of the grids for the test

exit status: 0 done, 2 some are no puzzles and were left out
"""

SCALES = ("hodoku", "explainer", "none")
SECONDS = 10.0


def add_dataset(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=dataset)
    add_puzzles(command)
    text = "the folder for train, test and README.md, the data card; it must be new or empty"
    command.add_argument("-o", "--output", type=outputs.parse_file_name, metavar="FOLDER", required=True, help=text)
    command.add_argument(
        "--form", choices=("parquet", "csv", "jsonl"), default="parquet", help="of the tables (default: parquet)"
    )
    text = "the part of the solution grids that is kept for the test, from 0 to 1 (default: 0.1)"
    command.add_argument("--test", type=_share, metavar="SHARE", default=0.1, help=text)
    command.add_argument(
        "--seed", type=_seed, metavar="SEED", default=0, help="another seed, another split (default: 0)"
    )
    text = "rate on this scale only: hodoku, explainer, or none; by default on both"
    command.add_argument("--scale", action="append", choices=SCALES, metavar="SCALE", help=text)
    text = f"how long Sudoku Explainer's scale may take for a puzzle (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    command.add_argument("--steps", action="store_true", help="also tell the path to the solution, as text and as JSON")
    command.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    command.add_argument(
        "--threads", type=read_threads, metavar="N", default=1, help="processes that rate (default: 1)"
    )
    again = command.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue where an interrupted command stopped")
    add_force(again, "begin anew although a stopped command left a part in FOLDER")
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress and no summary")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, found {text!r}")
    return share


def _seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed < 1 << 63:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, found {text!r}")
    return seed


def dataset(arguments: argparse.Namespace) -> int:
    """Write a data set; return the exit status."""
    from farandole.datasets import dataset as scale

    if arguments.output == "-":
        raise FormatError("-o -: expected the name of a folder, for a data set is several files; found standard output")
    folder = Path(arguments.output)
    if folder.exists() and not folder.is_dir():
        raise FormatError(f"{folder}: expected the name of a folder, found a file")
    n_bad = 0

    def complain_and_count(message: str) -> None:
        nonlocal n_bad
        n_bad += 1
        complain(message)

    scales = tuple(arguments.scale or SCALES[:2])
    scales = () if "none" in scales else scales
    wish = scale.Dataset(folder, arguments.form, arguments.test, arguments.seed)
    words = ["farandole data dataset", *arguments.puzzles, f"--test {arguments.test:g}", f"--seed {arguments.seed}"]
    command = {"column": arguments.column, "scales": list(scales), "steps": arguments.steps}
    command |= {"seconds": arguments.seconds if "explainer" in scales else None}
    with ExitStack() as stack:
        counts = scale.write(
            wish,
            list(each_source(arguments.puzzles, column=arguments.column)),
            lambda puzzles: _ratings(puzzles, scales, arguments, stack),
            " ".join(words),
            command=command,
            resume=arguments.resume,
            force=arguments.force,
            complain=complain_and_count,
        )
    if counts and not arguments.quiet:
        n = sum(counts.values())
        summary = tr_counted(
            "{n} puzzle: {train} to learn from, {test} for the test",
            "{n} puzzles: {train} to learn from, {test} for the test",
            n,
            n=f"{n:,}",
            **{name: f"{count:,}" for name, count in counts.items()},
        )
        outputs.print_error(f"{summary}\n")
    return BAD_INPUT if n_bad else SOLVED


def _ratings(
    puzzles: Iterable[Values], scales: tuple[str, ...], arguments: argparse.Namespace, stack: ExitStack
) -> Iterator[Row]:
    """Rate each puzzle, in order; several at a time in processes of their own."""
    if not scales and not arguments.steps:
        return ({} for _ in puzzles)
    jobs: Iterator[Job] = (
        ("".join(map(str, digits.tolist())), scales, arguments.seconds, arguments.steps) for digits in puzzles
    )
    if not arguments.quiet:
        from farandole.bulk.progress import show_item_progress

        shown, advance = stack.enter_context(show_item_progress("rating", jobs))
    else:
        shown, advance = jobs, lambda: None
    return _advancing(shown, advance, arguments.threads)


def _advancing(jobs: Iterable[Job], advance: Callable[[], None], threads: int) -> Iterator[Row]:
    if threads == 1:
        for job in jobs:
            yield rated(job)
            advance()
        return
    from farandole.bulk.processes import WorkerDied, map_in_processes

    with closing(map_in_processes(rated, jobs, threads)) as done:
        for (line, *_), row in done:
            if isinstance(row, WorkerDied):
                raise FormatError(f"{line}: not rated: its process {row}")
            yield row
            advance()
