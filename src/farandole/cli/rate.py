"""The command ``farandole rate``: a row for each puzzle, as a table in a terminal, or else as CSV or JSON."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, TextIO

from farandole.bulk.progress import show_item_progress
from farandole.cli._arguments import add_force, add_language, add_output, add_puzzles, read_seconds, read_small_count
from farandole.cli._input import scan_all
from farandole.cli._output import open_text_output, report_error
from farandole.cli._rate_row import Row, find_difficulties, rate_row
from farandole.io.endings import choose_format

if TYPE_CHECKING:
    from farandole.puzzle import Puzzle

Entry = tuple[str, int, "Puzzle | Exception"]  # the source, the line, the puzzle or an error

EXAMPLES = """\
examples:
  farandole rate puzzles.txt                    difficulty, effort and guesses; for classic puzzles also HoDoKu's score
                                                and Sudoku Explainer's ER EP ED
  farandole rate puzzles.txt --scale logic      only one scale: some are slower than others
  farandole rate hard.txt --seconds 60          a minute per puzzle; "> 10.4" means that it was too short
  farandole rate puzzles.txt > ratings.csv      CSV, unless the output is a terminal
  farandole rate puzzles.txt --json -o r.jsonl  JSON also counts how often each technique was used

exit status: 0 all rated, 1 some have no or several solutions, 2 bad input
"""

SCALES = ("logic", "hodoku", "explainer", "search")
SECONDS = 10.0


def add_rate(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole rate`` takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=rate_all)
    add_puzzles(command)
    text = f"use only this scale: {', '.join(SCALES[:-1])} or {SCALES[-1]}; repeat it for several"
    command.add_argument("--scale", action="append", choices=SCALES, metavar="SCALE", help=text)
    text = f"time limit of a slow scale for each puzzle (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    command.add_argument("--json", action="store_true", help="write a line of JSON for each puzzle")
    add_output(command, "write to FILE, whose name ends in .csv, .json or .jsonl, instead of standard output")
    add_force(command)
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", default=1, help="processes to use (default: 1)"
    )
    add_language(command)


def rate_all(arguments: argparse.Namespace) -> int:
    """Rate all puzzles; return the exit status."""
    format = choose_format("rate", arguments.output, asked="json" if arguments.json else None)
    arguments.json = format == "json"
    entries = scan_all(arguments.puzzles)
    if arguments.json or arguments.output is not None or not sys.stdout.isatty():
        with open_text_output(arguments.output, force=arguments.force) as output:
            return rate(entries, arguments, output)
    from farandole.cli._rate_table import Table

    with Table(sys.stdout) as table:
        return _write_rows(entries, arguments, table.add)


def rate(entries: Iterable[Entry], arguments: argparse.Namespace, output: TextIO) -> int:
    """Write a row for each puzzle; return the highest exit status of all."""
    writer: csv.DictWriter[str] | None = None

    def write(row: Row) -> None:
        nonlocal writer
        if arguments.json:
            print(json.dumps(_for_json(row)), file=output)
        else:
            del row["name"], row["line"], row["steps"]
            if writer is None:
                writer = csv.DictWriter(output, list(row), lineterminator="\n")
                writer.writeheader()
            document = row["puzzle"]
            texts = {name: str(value) for name, value in find_difficulties(row).items()}
            writer.writerow(row | texts | {"puzzle": document if isinstance(document, str) else json.dumps(document)})
        output.flush()  # at once, because the next puzzle may take long

    return _write_rows(entries, arguments, write)


def _for_json(row: Row) -> Row:
    """Say in columns of their own which difficulties are lower bounds, as data sets do: ``er_is_least``."""
    values = find_difficulties(row)
    row |= {name: float(value) for name, value in values.items()}
    row |= {f"{name}_is_least": value.is_least for name, value in values.items()}
    return {name: value for name, value in row.items() if name not in ("name", "line")}


def _write_rows(
    entries: Iterable[Entry],
    arguments: argparse.Namespace,
    write: Callable[[Row], None],
) -> int:
    worst = 0
    scales = tuple(arguments.scale or SCALES)
    with ExitStack() as stack:
        advance: Callable[[], None] = lambda: None  # noqa: E731
        # In a terminal, the lines of JSON show the progress themselves.
        if not (arguments.json and arguments.output is None and sys.stdout.isatty()):
            entries, advance = stack.enter_context(show_item_progress("rating", entries))
        rows = stack.enter_context(closing(_rows(entries, scales, arguments.seconds, arguments.threads)))
        for row in rows:
            if "error" in row:
                report_error(str(row["error"]))
                worst = 2
            else:
                worst = max(worst, int(row["verdict"] != "solved"))
                write(row)
            advance()
    return worst


def _rows(
    entries: Iterable[Entry], scales: tuple[str, ...], seconds: float, threads: int
) -> Generator[Row, None, None]:
    """Rate each puzzle, in order; several at a time in worker processes."""
    jobs = ((name, line, entry, scales, seconds) for name, line, entry in entries)
    if threads == 1:
        yield from map(rate_row, jobs)
        return
    from farandole.bulk.processes import WorkerDied, map_in_processes

    with closing(map_in_processes(rate_row, jobs, threads)) as done:
        for (name, line, *_), row in done:
            if isinstance(row, WorkerDied):
                row = {"error": f"{name}: line {line}: not rated: its process {row}"}
            yield row
