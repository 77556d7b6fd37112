"""The command ``farandole data dedupe``: keep each puzzle once, up to isomorphism."""

from __future__ import annotations

import argparse

from farandole.cli._arguments import add_force, add_language, add_output, add_puzzles, read_small_count
from farandole.cli._input import each_source
from farandole.cli._output import BAD_INPUT, SOLVED, FirstErrors
from farandole.i18n import tr_counted
from farandole.io.endings import choose_format
from farandole.outputs import print_error

EXAMPLES = """\
examples:
  farandole data dedupe puzzles.txt -o once.txt      of isomorphic puzzles only the first is kept
  farandole data dedupe a.txt b.csv.gz -o once.txt   of several files, also of tables
  farandole data dedupe big.txt -o forms.txt --canonical    the canonical forms: the least of all isomorphic puzzles

exit status: 0 done, 2 some lines are not puzzles and were left out
"""


def add_dedupe(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=dedupe)
    add_puzzles(command)
    text = "write the puzzles to FILE, one per line, or as a table if its name ends in .csv"
    add_output(command, text, is_usual=False, required=True)
    add_force(command)
    command.add_argument("--canonical", action="store_true", help="write canonical forms instead of the puzzles")
    command.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", help="threads to use (default: one for each core)"
    )
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress bar and no summary")


def dedupe(arguments: argparse.Namespace) -> int:
    """Write each puzzle once; return the exit status."""
    from farandole.datasets import dedupe as datasets

    format = choose_format("data dedupe", arguments.output)
    sources = list(each_source(arguments.puzzles, column=arguments.column))
    errors = FirstErrors()
    done = datasets.dedupe(
        sources,
        None if arguments.output == "-" else arguments.output,
        format=format,
        force=arguments.force,
        canonical=arguments.canonical,
        threads=arguments.threads,
        quiet=arguments.quiet,
        complain=errors.report,
    )
    errors.report_number()
    if not arguments.quiet:
        summary = tr_counted(
            "{n} puzzle: {kept} kept, {twice} duplicate, {bad} bad",
            "{n} puzzles: {kept} kept, {twice} duplicate, {bad} bad",
            done.n,
            n=f"{done.n:,}",
            kept=f"{done.kept:,}",
            twice=f"{done.n - done.kept - done.bad:,}",
            bad=f"{done.bad:,}",
        )
        print_error(f"{summary}\n")
    return BAD_INPUT if done.bad else SOLVED
