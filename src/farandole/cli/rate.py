"""The command ``farandole rate``: a row for each puzzle, as a table in a terminal, else as CSV or JSON."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, TextIO

from farandole.bulk.progress import show_item_progress
from farandole.cli._arguments import add_force, add_language, add_output, add_puzzles, read_seconds, read_threads
from farandole.cli._input import all_scanned
from farandole.cli._output import complain, opened
from farandole.cli._rate_row import Row, numbers_of, row_of
from farandole.io.endings import choose_format

if TYPE_CHECKING:
    from farandole.puzzle import Puzzle

Found = tuple[str, int, "Puzzle | Exception"]  # the source, the line, what is there

EXAMPLES = """\
examples:
  farandole rate puzzles.txt                    HoDoKu's score and class, Sudoku Explainer's ER EP ED, guesses
  farandole rate puzzles.txt --scale hodoku     one scale only: some are slower than others
  farandole rate hard.txt --seconds 60          a minute a puzzle for ER; "> 10.4" means that it was not enough
  farandole rate puzzles.txt > ratings.csv      what no terminal reads is CSV
  farandole rate puzzles.txt --json -o r.jsonl  JSON also counts how often each technique was used

exit status: 0 all rated, 1 some have no or several solutions, 2 bad input
"""

SCALES = ("hodoku", "explainer", "search")
SECONDS = 10.0


def add_rate(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole rate`` takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=rate_all)
    add_puzzles(command)
    text = f"use only this scale: {', '.join(SCALES[:-1])} or {SCALES[-1]}; repeat it for several"
    command.add_argument("--scale", action="append", choices=SCALES, metavar="SCALE", help=text)
    text = f"how long Sudoku Explainer's scale may take for a puzzle (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    command.add_argument("--json", action="store_true", help="write a line of JSON for each puzzle")
    add_output(command, "write to FILE, whose name ends in .csv, .json or .jsonl, instead of standard output")
    add_force(command)
    command.add_argument("--threads", type=read_threads, metavar="N", default=1, help="processes to use (default: 1)")
    add_language(command)


def rate_all(arguments: argparse.Namespace) -> int:
    """Rate all puzzles; return the exit status."""
    format = choose_format("rate", arguments.output, asked="json" if arguments.json else None)
    arguments.json = format == "json"
    found = all_scanned(arguments.puzzles)
    if arguments.json or arguments.output is not None or not sys.stdout.isatty():
        with opened(arguments.output, force=arguments.force) as output:
            return rate(found, arguments, output, complain)
    from farandole.cli._rate_table import Table

    with Table(sys.stdout) as table:
        return _write_rows(found, arguments, table.add, complain)


def rate(found: Iterable[Found], arguments: argparse.Namespace, output: TextIO, complain: Callable[[str], None]) -> int:
    """Write a row for each puzzle; return the worst that happened: 0, 1 for not one solution, 2 for bad input."""
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
            texts = {name: str(value) for name, value in numbers_of(row).items()}
            writer.writerow(row | texts | {"puzzle": document if isinstance(document, str) else json.dumps(document)})
        output.flush()  # at once: the next may take long

    return _write_rows(found, arguments, write, complain)


def _for_json(row: Row) -> Row:
    """Say of what the time was too short for that it is at least so much."""
    bounds = {name: value for name, value in numbers_of(row).items() if value.is_least}
    row |= dict.fromkeys(bounds) | {f"{name}_at_least": float(value) for name, value in bounds.items()}
    return {name: value for name, value in row.items() if name not in ("name", "line")}


def _write_rows(
    found: Iterable[Found], arguments: argparse.Namespace, write: Callable[[Row], None], complain: Callable[[str], None]
) -> int:
    worst = 0
    scales = tuple(arguments.scale or SCALES)
    with ExitStack() as stack:
        advance: Callable[[], None] = lambda: None  # noqa: E731
        # Lines of JSON that come one by one in a terminal show well enough how far it is.
        if not (arguments.json and arguments.output is None and sys.stdout.isatty()):
            found, advance = stack.enter_context(show_item_progress("rating", found))
        rows = stack.enter_context(closing(_rows(found, scales, arguments.seconds, arguments.threads)))
        for row in rows:
            if "error" in row:
                complain(str(row["error"]))
                worst = 2
            else:
                worst = max(worst, int(row["verdict"] != "solved"))
                write(row)
            advance()
    return worst


def _rows(found: Iterable[Found], scales: tuple[str, ...], seconds: float, threads: int) -> Generator[Row, None, None]:
    """Rate each puzzle, in order; several at a time in processes of their own."""
    jobs = ((name, line, entry, scales, seconds) for name, line, entry in found)
    if threads == 1:
        yield from map(row_of, jobs)
        return
    from farandole.bulk.processes import WorkerDied, map_in_processes

    with closing(map_in_processes(row_of, jobs, threads)) as done:
        for (name, line, *_), row in done:
            if isinstance(row, WorkerDied):
                row = {"error": f"{name}: line {line}: not rated: its process {row}"}
            yield row
