"""The command ``farandole data dataset``: a data set for training, with ratings, canonical forms and a fair split."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from farandole import outputs
from farandole.cli._arguments import add_force, add_language, add_puzzles, read_seconds, read_small_count
from farandole.cli._dataset_row import Job, Row, make_row
from farandole.cli._input import each_source, scan_all
from farandole.cli._output import BAD_INPUT, SOLVED, FirstErrors
from farandole.errors import FarandoleError, FormatError
from farandole.i18n import tr_counted
from farandole.limits import INT64_MAX

if TYPE_CHECKING:
    from farandole.batch import Values
    from farandole.puzzle import Puzzle

EXAMPLES = """\
examples:
  farandole make -n 10000 --sampling top-down -o puzzles.txt && farandole data dataset puzzles.txt -o data
  farandole data dataset puzzles.txt -o data --steps --threads 8    with the steps to the solution, as text and as JSON
  farandole data dataset puzzles.txt -o data --scale none           by the million: no ratings except guesses
  farandole data dataset puzzles.txt -o data --format csv --test .2   a fifth of the grids for testing
  farandole data dataset variants.jsonl -o data --variants --validation .1    any shape and rules, with wrong steps

exit status: 0 done, 2 some lines are not puzzles and were left out
"""

FORMATS = ("parquet", "csv", "jsonl")
SCALES = ("hodoku", "explainer", "none")
SECONDS = 10.0


def add_dataset(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=dataset)
    add_puzzles(command)
    text = "the folder for train, test and README.md, the data card; it must be new or empty"
    command.add_argument("-o", "--output", type=outputs.parse_file_name, metavar="FOLDER", required=True, help=text)
    text = f"format of the tables: {', '.join(FORMATS)} (default: {FORMATS[0]})"
    command.add_argument("--format", choices=FORMATS, metavar="FORMAT", default=FORMATS[0], help=text)
    text = "the share of solution grids that is kept for testing, from 0 to 1 (default: 0.1)"
    command.add_argument("--test", type=_read_share, metavar="SHARE", default=0.1, help=text)
    text = "any shape and rules: documents, rules in words, steps, and wrong steps with the reason"
    command.add_argument("--variants", action="store_true", help=text)
    text = "with --variants: the share of the grids that is kept for validation (default: 0)"
    command.add_argument("--validation", type=_read_share, metavar="SHARE", default=0.0, help=text)
    command.add_argument("--seed", type=_read_seed, metavar="SEED", default=0, help="seed of the split (default: 0)")
    text = "use only this scale: hodoku, explainer, or none (default: both)"
    command.add_argument("--scale", action="append", choices=SCALES, metavar="SCALE", help=text)
    text = f"time limit of Sudoku Explainer's scale for each puzzle (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    command.add_argument(
        "--steps", action="store_true", help="also list the steps to the solution, as text and as JSON"
    )
    command.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", default=1, help="processes that rate (default: 1)"
    )
    again = command.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue an interrupted command")
    add_force(again, "start again even if a stopped command has left a part in FOLDER")
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress and no summary")


def _read_share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, found {text!r}")
    return share


def _read_seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed <= INT64_MAX:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 2**63 - 1, found {text!r}")
    return seed


def dataset(arguments: argparse.Namespace) -> int:
    """Write a data set; return the exit status."""
    from farandole.datasets import dataset as datasets

    if arguments.output == "-":
        raise FormatError(
            "-o -: expected the name of a folder, because a data set is several files; found standard output"
        )
    folder = Path(arguments.output)
    if folder.exists() and not folder.is_dir():
        raise FormatError(f"{folder}: expected the name of a folder, found a file")
    errors = FirstErrors()
    if arguments.variants or arguments.validation:
        return _write_variants(arguments, folder, errors)
    scales = tuple(arguments.scale or SCALES[:2])
    scales = () if "none" in scales else scales
    target = datasets.Dataset(folder, arguments.format, arguments.test, arguments.seed)
    words = ["farandole data dataset", *arguments.puzzles, f"--test {arguments.test:g}", f"--seed {arguments.seed}"]
    command = {"column": arguments.column, "scales": list(scales), "steps": arguments.steps}
    command |= {"seconds": arguments.seconds if "explainer" in scales else None}
    with ExitStack() as stack:
        counts = datasets.write(
            target,
            list(each_source(arguments.puzzles, column=arguments.column)),
            lambda puzzles: _start_ratings(puzzles, scales, arguments, stack),
            " ".join(words),
            command=command,
            resume=arguments.resume,
            force=arguments.force,
            complain=errors.report,
        )
    errors.report_number()
    if counts and not arguments.quiet:
        n = sum(counts.values())
        summary = tr_counted(
            "{n} puzzle: {train} for training, {test} for testing",
            "{n} puzzles: {train} for training, {test} for testing",
            n,
            n=f"{n:,}",
            **{name: f"{count:,}" for name, count in counts.items()},
        )
        outputs.print_error(f"{summary}\n")
    return BAD_INPUT if errors.n else SOLVED


def _write_variants(arguments: argparse.Namespace, folder: Path, errors: FirstErrors) -> int:
    """Write a data set of puzzles of any shape and rules."""
    from farandole.datasets import variants
    from farandole.datasets.dataset import Dataset
    from farandole.io.resumable import identify_argument

    if not arguments.variants:
        raise FormatError("--validation: expected --variants with it")
    for option, is_used in (("--scale", arguments.scale), ("--steps", arguments.steps), ("--column", arguments.column)):
        if is_used:
            raise FormatError(f"{option}: expected no {option} with --variants, which always writes the steps")
    if arguments.test + arguments.validation > 1:
        total = arguments.test + arguments.validation
        raise FormatError(f"--test, --validation: expected shares of at most 1 in all, found {total:g}")
    words = ["farandole data dataset --variants", *arguments.puzzles, f"--test {arguments.test:g}"]
    words += [f"--validation {arguments.validation:g}", f"--seed {arguments.seed}"]
    counts, n_bad = variants.write(
        Dataset(folder, arguments.format, arguments.test, arguments.seed),
        _scan_variants(arguments.puzzles),
        " ".join(words),
        validation=arguments.validation,
        command={"inputs": list(map(identify_argument, arguments.puzzles))},
        resume=arguments.resume,
        force=arguments.force,
        complain=errors.report,
    )
    errors.report_number()
    if not arguments.quiet:
        outputs.print_error(f"{', '.join(f'{part} {n:,}' for part, n in counts.items())}\n")
    return BAD_INPUT if n_bad else SOLVED


def _scan_variants(names: Iterable[str]) -> Iterator[tuple[str, Puzzle | FarandoleError]]:
    """Yield the puzzles of files; a file whose name ends in .jsonl has one in each line."""
    from farandole.datasets.variants import read_lines

    for name in names:
        if name.endswith(".jsonl"):
            try:
                with open(name, encoding="utf-8") as file:
                    yield from read_lines(file, name)
            except UnicodeError as error:
                raise FormatError(f"{name}: {error}") from None
        else:
            yield from ((f"{source}: line {line}", puzzle) for source, line, puzzle in scan_all([name]))


def _start_ratings(
    puzzles: Iterable[Values], scales: tuple[str, ...], arguments: argparse.Namespace, stack: ExitStack
) -> Iterator[Row]:
    """Rate each puzzle, in order; several at a time in worker processes."""
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
    return _rate_all(shown, advance, arguments.threads)


def _rate_all(jobs: Iterable[Job], advance: Callable[[], None], threads: int) -> Iterator[Row]:
    if threads == 1:
        for job in jobs:
            yield make_row(job)
            advance()
        return
    from farandole.bulk.processes import WorkerDied, map_in_processes

    with closing(map_in_processes(make_row, jobs, threads)) as done:
        for (line, *_), row in done:
            if isinstance(row, WorkerDied):
                raise FormatError(f"{line}: not rated: its process {row}")
            yield row
            advance()
