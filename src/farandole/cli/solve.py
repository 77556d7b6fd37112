"""The command ``farandole solve``: one puzzle, many of any shape, or classic puzzles by the million."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

from farandole import outputs
from farandole.cli._arguments import (
    add_force,
    add_language,
    add_lenient,
    add_limit,
    add_output,
    add_puzzles,
    read_small_count,
)
from farandole.cli._input import each_source, scan_source
from farandole.cli._output import (
    BAD_INPUT,
    NOT_ONE,
    SOLVED,
    FirstErrors,
    open_error_log,
    open_text_output,
)
from farandole.errors import FormatError, shorten
from farandole.io import writers
from farandole.io.endings import choose_format
from farandole.io.source import FORMATS_BY_ENDING, Source, ending
from farandole.io.writers import Answer
from farandole.puzzle import Puzzle
from farandole.render.terminal import Style

if TYPE_CHECKING:
    from farandole.formats.text import Entry

EXAMPLES = """\
examples:
  farandole solve puzzle.txt                    a drawn grid, pencilmarks, .sdk, rows with commas: any format
  farandole solve 1..4..1..2..3..2              cells, with . or 0 for an empty one; quotes if there are blanks
  farandole solve                               paste a puzzle, then press Enter twice
  farandole solve samurai.txt                   any shape: jigsaw, samurai, 6x6 to 25x25, sukaku; and any rules
  farandole solve 'https://sudokupad.app/...'   links of f-puzzles, SudokuPad, SudokuWiki, their documents, our own JSON
  farandole solve puzzles.txt -o solved.txt     many puzzles: one line each, in the same order
  farandole solve sudoku.csv -o solved.parquet  tables: CSV, .npy, Parquet; a column named puzzle, quizzes ...
  farandole solve big.txt.gz -o s.txt --resume  continue where an earlier run was stopped
  farandole solve --count puzzle.txt            how many solutions there are
  farandole solve --all --limit 5 puzzle.txt    the first five solutions, each as it is found
  cat judge.txt | farandole solve -             the format of online judges: a count, then 9 lines of 9 digits each

exit status: 0 exactly one solution (of every puzzle), 1 none or several, 2 bad input
"""


def add_solve(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=solve)
    add_puzzles(command)
    question = command.add_mutually_exclusive_group()
    question.add_argument("--count", action="store_true", help="print the number of solutions")
    question.add_argument("--all", action="store_true", help="print every solution as soon as it is found")
    add_limit(command, "solutions")
    command.add_argument("--json", action="store_true", help="write a line of JSON for each puzzle")
    command.add_argument(
        "--format",
        choices=writers.FORMATS,
        metavar="FORMAT",
        help=f"how to write solutions: {', '.join(writers.FORMATS)}",
    )
    command.add_argument(
        "--columns",
        type=_read_columns,
        metavar="NAMES",
        help=f"write a table with some of these columns: {', '.join(writers.COLUMNS)}",
    )
    command.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    command.add_argument(
        "--bad",
        type=outputs.parse_file_name,
        metavar="FILE",
        help="also list bad puzzles in FILE: source, line, reason",
    )
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", help="threads to use (default: one for each core)"
    )
    add_output(command, "write solutions to FILE instead of standard output")
    again = command.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue an interrupted command with -o")
    add_force(again)
    add_lenient(command)
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress bar and no summary")


def _read_columns(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in writers.COLUMNS:
            expected = f"names among {', '.join(writers.COLUMNS)}, with commas between them"
            from farandole.cli._nearest import did_you_mean

            near = did_you_mean(name, writers.COLUMNS)
            raise argparse.ArgumentTypeError(f"expected {expected}; found {shorten(name)!r}{near}")
    return names


def solve(arguments: argparse.Namespace) -> int:
    """Solve all puzzles; return the exit status."""
    with ExitStack() as files:
        sources = [
            files.enter_context(closing(source)) for source in each_source(arguments.puzzles, column=arguments.column)
        ]
        format = _choose_format(arguments)
        if arguments.all:
            return _write_all(sources, format, arguments)
        one = sources[0] if len(sources) == 1 and format in (None, "grid", "json", "count") else None
        if one and (entry := _read_only_entry(one, arguments)):
            return _solve_one(one.name, entry, format, arguments)
        are_shaped = [source.is_shaped for source in sources]  # all, before the first is solved
        if any(are_shaped):
            return _solve_each(sources, format or "line", arguments)
        files.pop_all()  # from here on, the thread that reads them closes them
    # OpenBLAS starts a thread for each core when NumPy is loaded. They are of no use here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from farandole.bulk import pipeline

    errors = FirstErrors.of_log(arguments.bad)
    status = pipeline.solve(
        sources,
        arguments.output,
        format=format,
        columns=arguments.columns,
        limit=arguments.limit,
        threads=arguments.threads,
        bad=arguments.bad,
        resume=arguments.resume,
        force=arguments.force,
        quiet=arguments.quiet,
        complain=errors.report,
    )
    if arguments.quiet:
        errors.report_number()
    return status


def _choose_format(arguments: argparse.Namespace) -> str | None:
    """Choose the format, or None if no option or ending asks for one; refuse options that don't go together."""
    if arguments.resume and arguments.output is None:
        raise FormatError("--resume: expected -o FILE, the file to continue; found none")
    format: str | None = "count" if arguments.count else "json" if arguments.json else arguments.format
    by_ending = FORMATS_BY_ENDING.get(ending(arguments.output or ""))
    if arguments.count and by_ending in ("npy", "parquet"):
        raise FormatError(f"{arguments.output}: expected the name of a text file with --count, found .{by_ending}")
    if arguments.columns and by_ending is None and format is None:
        format = "csv"
    choose_format("solve", arguments.output, asked=format)
    if arguments.bad is not None:
        choose_format("bad", arguments.bad, prefix="--bad ")
    format = format or by_ending
    if arguments.columns and (format := format or "csv") not in ("csv", "parquet"):
        raise FormatError(f"--columns: expected the format csv or parquet, found {format}")
    if arguments.all:
        for option in ("columns", "resume"):
            if getattr(arguments, option):
                raise FormatError(f"--{option} can't be used with --all")
        if format in ("npy", "parquet"):
            raise FormatError(f"--all: expected a text format, found {format}")
    return format


def _read_only_entry(source: Source, arguments: argparse.Namespace) -> Entry | None:
    """Read the puzzle of a text with only one; return None for many puzzles, tables and the format of judges."""
    if not source.is_short or source.format in ("poj", "csv", "npy", "parquet"):
        return None
    entries = list(islice(scan_source(source, lenient=arguments.lenient, reading=arguments.reading), 2))
    return entries[0] if len(entries) == 1 else None


def _solve_one(name: str, entry: Entry, format: str | None, arguments: argparse.Namespace) -> int:
    _, puzzle = entry
    with open_error_log(arguments.bad) as report:
        if not isinstance(puzzle, Puzzle):
            from farandole.cli._advice import add_advice

            fault = f"{name}: {puzzle}"
            report(fault if arguments.bad else add_advice(puzzle, fault))  # a file of bad puzzles has no advice
            return BAD_INPUT
    with open_text_output(arguments.output, force=arguments.force) as output:
        return _answer(puzzle, output, format, arguments)


def _answer(puzzle: Puzzle, output: TextIO, format: str | None, arguments: argparse.Namespace) -> int:
    if format == "count":
        count = puzzle.count(limit=arguments.limit)
        print(count, file=output)
        return SOLVED if count == 1 else NOT_ONE
    answer = _find_answer(puzzle, arguments.limit or 2)
    json = writers.write_answer(answer, format) if format == "json" else None
    print(json or writers.draw_answer(answer, Style.of(output)), file=output)
    return SOLVED if len(answer.solutions) == 1 else NOT_ONE


def _find_answer(puzzle: Puzzle, limit: int) -> Answer:
    start = perf_counter()
    solutions = list(islice(puzzle.solutions(), limit))
    return Answer(puzzle, solutions, limit, perf_counter() - start)


def _solve_each(sources: Sequence[Source], format: str, arguments: argparse.Namespace) -> int:
    """Solve puzzles of any shape one after another: a line each, or a drawing."""
    if format not in ("line", "grid", "json", "count"):
        from farandole.formats import wrapped

        if any(source.format in (*wrapped.FORMATS, "jsonl") for source in sources):
            advice = "farandole convert FILE -o puzzles.txt makes plain lines of them"
            raise FormatError(
                f"puzzles in another text: expected the format line, grid or json, found {format}; {advice}"
            )
        raise FormatError(f"puzzles that are not 9x9: expected the format line, grid or json, found {format}")
    worst = SOLVED
    with (
        open_error_log(arguments.bad) as report,
        open_text_output(arguments.output, force=arguments.force) as output,
    ):
        for source in sources:
            for entry in scan_source(source, lenient=arguments.lenient, reading=arguments.reading):
                _, puzzle = entry
                if not isinstance(puzzle, Puzzle):
                    report(f"{source.name}: {puzzle}")
                    print(writers.write_bad(entry), file=output)
                    worst = BAD_INPUT
                    continue
                count: int
                if format == "count":
                    count = puzzle.count(limit=arguments.limit)
                    print(count, file=output)
                else:
                    answer = _find_answer(puzzle, arguments.limit or 2)
                    count = len(answer.solutions)
                    print(writers.write_answer(answer, format), file=output)
                worst = max(worst, SOLVED if count == 1 else NOT_ONE)
    return worst


def _write_all(sources: Sequence[Source], format: str | None, arguments: argparse.Namespace) -> int:
    """Write every solution as soon as it is found."""
    worst = SOLVED
    with (
        open_error_log(arguments.bad) as report,
        open_text_output(arguments.output, force=arguments.force) as output,
    ):
        for source in sources:
            for _, puzzle in scan_source(source, lenient=arguments.lenient, reading=arguments.reading):
                if not isinstance(puzzle, Puzzle):
                    report(f"{source.name}: {puzzle}")
                    worst = BAD_INPUT
                    continue
                count = 0
                for count, solution in enumerate(islice(puzzle.solutions(), arguments.limit), 1):
                    print(writers.write_solution(puzzle, solution, format), file=output, flush=count == 1)
                worst = max(worst, SOLVED if count == 1 else NOT_ONE)
    return worst
