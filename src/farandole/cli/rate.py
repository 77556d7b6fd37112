"""The command ``farandole rate``: a row for each puzzle, as a table in a terminal, or else as CSV or JSON."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

from farandole.bulk.progress import show_item_progress
from farandole.cli._arguments import add_force, add_language, add_output, add_puzzles, read_seconds, read_small_count
from farandole.cli._input import scan_all
from farandole.cli._output import BAD_INPUT, NOT_ONE, SOLVED, FirstErrors, open_text_output
from farandole.cli._rate_row import Row, find_difficulties, rate_row
from farandole.errors import FormatError
from farandole.io.endings import choose_format
from farandole.io.resumable import Output, identify_argument
from farandole.io.source import compressor
from farandole.io.writers import BAD, VERDICTS
from farandole.outputs import rename

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
  farandole rate big.txt -o r.csv --resume      continue where an earlier run was stopped
  farandole rate puzzles.txt --json -o r.jsonl  JSON also counts how often each technique was used

exit status: 0 all rated, 1 some have no or several solutions, 2 bad input
"""

SCALES = ("logic", "hodoku", "explainer", "search")
SECONDS = 10.0
ROWS_PACKED = 64  # rows that are compressed together


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
    again = command.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue a stopped command with -o")
    add_force(again)
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", default=1, help="processes to use (default: 1)"
    )
    add_language(command)


def rate_all(arguments: argparse.Namespace) -> int:
    """Rate all puzzles; return the exit status."""
    format = choose_format("rate", arguments.output, asked="json" if arguments.json else None)
    arguments.json = format == "json"
    entries = scan_all(arguments.puzzles)
    if arguments.output is not None:
        return _rate_into_file(entries, arguments)
    if arguments.resume:
        raise FormatError("--resume: expected -o FILE, the file to continue; found none")
    if arguments.json or not sys.stdout.isatty():
        with open_text_output(None) as output:
            return rate(entries, arguments, output)
    from farandole.cli._rate_table import Table

    with Table(sys.stdout) as table:
        return _write_rows(entries, arguments, table.add)


def rate(entries: Iterable[Entry], arguments: argparse.Namespace, output: TextIO) -> int:
    """Write a row for each puzzle; return the highest exit status of all."""
    is_first = True

    def write(row: Row) -> None:
        nonlocal is_first
        output.write(_write_row(row, as_json=arguments.json, with_header=is_first))
        is_first = False
        output.flush()  # at once, because the next puzzle may take long

    return _write_rows(entries, arguments, write)


def _write_row(row: Row, *, as_json: bool, with_header: bool) -> str:
    """Write a row as a line of JSON or CSV, perhaps after the names of the columns."""
    if as_json:
        return f"{json.dumps(_for_json(row))}\n"
    row = {name: value for name, value in row.items() if name not in ("name", "line", "steps")}
    text = io.StringIO()
    writer = csv.DictWriter(text, list(row), lineterminator="\n")
    if with_header:
        writer.writeheader()
    document = row["puzzle"]
    texts = {name: str(value) for name, value in find_difficulties(row).items()}
    writer.writerow(row | texts | {"puzzle": document if isinstance(document, str) else json.dumps(document)})
    return text.getvalue()


def _rate_into_file(entries: Iterable[Entry], arguments: argparse.Namespace) -> int:
    """Write a row for each puzzle into a file that a later command can continue; return the exit status."""
    command = {
        "inputs": list(map(identify_argument, arguments.puzzles)),
        "scales": list(arguments.scale or SCALES),
        "seconds": arguments.seconds,
        "json": arguments.json,
    }
    with Output(arguments.output, bad=None, command=command, resume=arguments.resume, force=arguments.force) as output:
        done = output.progress
        if not done.is_whole:
            start = perf_counter() - done.seconds
            # Each puzzle, also a bad one, is in the tally, so that it is the number of puzzles to pass over.
            rest = islice(entries, sum(done.verdicts), None)
            n = ROWS_PACKED if compressor(arguments.output) else 1
            for rows in _batch(_rate_each(rest, arguments), n):
                tally, texts = [0] * len(VERDICTS), ""
                for row in rows:
                    tally[BAD if "error" in row else VERDICTS.index(str(row["verdict"]))] += 1
                    if "error" not in row:
                        is_first = not (texts or done.size)
                        texts += _write_row(row, as_json=arguments.json, with_header=is_first)
                output.add(
                    [texts.encode("utf-8", "surrogateescape")] if texts else [], [], tally, perf_counter() - start
                )
        output.finish(lambda part, target, _: rename(part, target))
        verdicts = output.progress.verdicts
    solved = VERDICTS.index("solved")
    return BAD_INPUT if verdicts[BAD] else NOT_ONE if sum(verdicts) > verdicts[solved] else SOLVED


def _batch(rows: Iterable[Row], n: int) -> Iterator[list[Row]]:
    some = iter(rows)
    while batch := list(islice(some, n)):
        yield batch


def _for_json(row: Row) -> Row:
    """Say in columns of their own which difficulties are lower bounds, as data sets do: ``er_is_least``."""
    values = find_difficulties(row)
    row |= {name: float(value) for name, value in values.items()}
    row |= {f"{name}_is_least": value.is_least for name, value in values.items()}
    return {name: value for name, value in row.items() if name not in ("name", "line")}


def _write_rows(entries: Iterable[Entry], arguments: argparse.Namespace, write: Callable[[Row], None]) -> int:
    worst = SOLVED
    for row in _rate_each(entries, arguments):
        if "error" in row:
            worst = BAD_INPUT
        else:
            worst = max(worst, NOT_ONE * (row["verdict"] != "solved"))
            write(row)
    return worst


def _rate_each(entries: Iterable[Entry], arguments: argparse.Namespace) -> Iterator[Row]:
    """Rate each puzzle in order; print errors, and show progress."""
    scales = tuple(arguments.scale or SCALES)
    with ExitStack() as stack:
        advance: Callable[[], None] = lambda: None  # noqa: E731
        # In a terminal, the lines of JSON show the progress themselves.
        if not (arguments.json and arguments.output is None and sys.stdout.isatty()):
            entries, advance = stack.enter_context(show_item_progress("rating", entries))
        errors = FirstErrors()
        stack.callback(errors.report_number)
        for row in stack.enter_context(closing(_rows(entries, scales, arguments.seconds, arguments.threads))):
            if "error" in row:
                errors.report(str(row["error"]))
            yield row
            advance()


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
