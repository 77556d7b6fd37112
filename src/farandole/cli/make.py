"""The command ``farandole make``: one puzzle or many, to a specification, in a file or on paper."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from random import SystemRandom
from typing import Any

from farandole import outputs
from farandole.cli._arguments import (
    add_force,
    add_language,
    add_output,
    add_paper,
    read_count,
    read_seconds,
    read_small_count,
)
from farandole.cli._make_options import SAMPLINGS, collect_options, list_wishes
from farandole.cli._make_progress import ProgressBar
from farandole.cli._make_rows import FORMATS, Row, describe_made
from farandole.cli._output import NOT_ONE, SOLVED, report_error
from farandole.errors import FormatError, shorten
from farandole.generate import SYMMETRIES, MadePuzzle, make_many
from farandole.i18n import tr
from farandole.io.endings import choose_format
from farandole.render.terminal import Style, describe, draw, printable

EXAMPLES = """\
examples:
  farandole make                                a minimal puzzle, and how hard it is
  farandole make --rating hard --symmetry rotate180
  farandole make --rating 'SE 7.1-8'            on Sudoku Explainer's scale; or 'score 800-1000', 'guesses 5+'
  farandole make --technique XY-Wing            needs this technique, and nothing harder
  farandole make --shape samurai                or 6x6, 16x16, jigsaw, windmill ...
  farandole make --rules killer --givens 0      or thermo, arrow, kropki, diagonals,anti_knight ...
  farandole make --pattern pattern.txt          givens where the pattern has a character other than .
  farandole make -n 100 --rating easy -o easy.txt    a line each; .csv and .jsonl have solutions and ratings, too
  farandole make -n 12 --sheet sheet.pdf        on paper, with answers; --booklet sorts them from easy to hard
  farandole make --near hard.txt -n 100 -o more.txt  SE 9 or more, found near known hard puzzles
  farandole make -n 1000000 -o many.txt         minimal classic puzzles by the million

exit status: 0 as specified, 1 something is missing (it says what), 2 invalid option, 130 after Ctrl-C
"""

SEEDS = 1 << 32


def add_make(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=make)
    add_puzzle_options(command.add_argument_group("the puzzle"))
    command.add_argument("-n", type=read_count, default=None, metavar="N", help="how many puzzles (default: 1)")
    command.add_argument(
        "--seed", type=_read_seed, metavar="SEED", help="the same seed and options make the same puzzle"
    )
    text = "time limit for each puzzle; then the best so far is printed, with what it lacks"
    command.add_argument("--seconds", type=read_seconds, metavar="S", help=text)
    text = "choose the nicest of K puzzles: it has several ways to start, and one hardest place"
    command.add_argument("--nice", type=read_small_count, default=1, metavar="K", help=text)
    text = "search for classic puzzles near the hard ones in FILE, as hard as --rating (default: 'SE 9+')"
    command.add_argument("--near", metavar="FILE", help=text)
    add_output(command, "write to FILE: .txt has a line each; .csv and .jsonl have solutions and ratings, too")
    command.add_argument("--format", choices=FORMATS, metavar="FORMAT", help=f"how to write them: {', '.join(FORMATS)}")
    again = command.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue an interrupted command with -o")
    add_force(again)
    sheets = command.add_argument_group("on paper")
    sheets.add_argument(
        "--sheet", type=outputs.parse_file_name, metavar="FILE", help="print the puzzles with answers as a PDF"
    )
    text = "the same, sorted from easy to hard, each with its rating and a link as a QR code"
    sheets.add_argument("--booklet", type=outputs.parse_file_name, metavar="FILE", help=text)
    sheets.add_argument("--title", default="", help="the title at the top of each page")
    add_paper(sheets)
    many = command.add_argument_group("minimal classic puzzles by the million")
    text = "how to sample them. top-down: remove givens from full grids that are equally likely (default for several "
    text += "lines without a wish, and for .parquet); weighted: the same with a weight each; "
    text += "walk: from puzzle to puzzle"
    many.add_argument("--sampling", choices=SAMPLINGS, help=text)
    many.add_argument(
        "--threads", type=read_small_count, metavar="N", help="threads to use (default: one for each core)"
    )
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def add_puzzle_options(group: argparse._ArgumentGroup) -> None:
    """Let a command take what `farandole.generate.make` takes."""
    text = "classic, 4x4 to 25x25, jigsaw, jigsaw 7x7, samurai, windmill ... (default: classic)"
    group.add_argument("--shape", default="classic", metavar="SHAPE", help=text)
    text = "diagonals, windoku, anti_knight, killer, thermo, kropki ...; several are separated by commas"
    group.add_argument("--rules", action="append", default=[], metavar="NAMES", help=text)
    group.add_argument(
        "--symmetry", choices=[*SYMMETRIES], default="none", help="symmetry of the givens (default: none)"
    )
    text = "easy, medium, hard, unfair, extreme; 'SE 7.1-8', 'score 800-1000', 'guesses 5+'; or the hardest technique"
    group.add_argument("--rating", "--level", metavar="RATING", help=text)
    text = "a technique that the puzzle needs, and nothing harder; repeat it for several"
    group.add_argument("--technique", action="append", metavar="NAME", help=text)
    group.add_argument("--givens", type=_read_givens, metavar="N", help="number of givens, or a range such as 22-25")
    text = "which cells are given: a character for each cell, . for empty; or a file with that"
    group.add_argument("--pattern", metavar="PATTERN", help=text)
    group.add_argument("--not-minimal", dest="minimal", action="store_false", help="allow needless givens")


def _read_givens(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    try:
        return int(low), int(high if dash else low)
    except ValueError:
        expected = "a number or a range such as 22-25"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {shorten(text)!r}") from None


def _read_seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {shorten(text)!r}") from None


def make(arguments: argparse.Namespace) -> int:
    """Make puzzles; return the exit status."""
    if arguments.sheet is not None or arguments.booklet is not None:
        from farandole.cli import _make_paper

        for option in ("sheet", "booklet"):
            _make_paper.expect_pdf(option, getattr(arguments, option), arguments.title)
    format = choose_format("make", arguments.output, asked=arguments.format)
    options = collect_options(arguments)
    arguments.sampling = _choose_sampling(arguments, options, format)
    if arguments.resume and arguments.output is None:
        raise FormatError("--resume: expected -o FILE, the file to continue; found none")
    if arguments.resume and arguments.seed is None:
        raise FormatError("--resume: expected the --seed of the stopped command; found none")
    seed = SystemRandom().randrange(SEEDS) if arguments.seed is None else arguments.seed
    if arguments.sampling and arguments.near is None:
        from farandole.cli import _make_bulk

        return _make_bulk.write(arguments, options, format, seed)
    if format == "parquet":
        raise FormatError(
            f"{arguments.output}: expected a name that ends in .txt, .csv or .jsonl with --near; found .parquet"
        )
    n = arguments.n or 1
    with ExitStack() as stack:
        bar = stack.enter_context(ProgressBar(n, is_quiet=arguments.quiet))
        if arguments.near is None:
            puzzles = make_many(n, seed=seed, seconds=arguments.seconds, progress=bar.update, **options)
        else:
            from farandole.cli import _make_near

            puzzles = _make_near.report_missing(_make_near.make_near_known(arguments, options, seed, bar), n)
        puzzles = _count(puzzles, bar)
        if arguments.near is not None and arguments.output is not None:
            return (
                SOLVED if _make_near.write(puzzles, arguments.output, format, force=arguments.force) == n else NOT_ONE
            )
        if arguments.output is not None:
            from farandole.cli import _make_file

            return _make_file.write(arguments, options, format, seed, n, bar)
        if arguments.sheet or arguments.booklet:
            return _print_on_paper(puzzles, arguments)
        if n > 1 or arguments.format is not None or not sys.stdout.isatty():
            return _print_rows(puzzles, format, n)
        made = next(puzzles, None)
    return NOT_ONE if made is None else _show(made)


def _choose_sampling(arguments: argparse.Namespace, options: dict[str, Any], format: str) -> str | None:
    """Choose how to make puzzles by the million; None for one after another, as wished.

    Several plain lines need nothing that takes a search or a rating, so the fast way is the usual one.
    """
    sampling: str | None = arguments.sampling
    if sampling or arguments.near is not None:
        return sampling
    if format == "parquet":
        return "top-down"  # only sampling writes Parquet
    is_plain = not list_wishes(options) and (arguments.sheet, arguments.booklet, arguments.seconds) == (None,) * 3
    return "top-down" if format == "line" and is_plain and (arguments.n or 1) > 1 else None


def _count(puzzles: Iterable[MadePuzzle], bar: ProgressBar) -> Iterator[MadePuzzle]:
    """Count the puzzles; after Ctrl-C end with the best candidate for the last one."""
    for made in puzzles:
        bar.advance()
        yield made
        if made.stopped == "interrupt":
            raise KeyboardInterrupt


def _show(made: MadePuzzle) -> int:
    """Draw a puzzle and describe it."""
    style = Style.of(sys.stdout)
    puzzle = made.puzzle
    print("\n".join([describe(puzzle), *draw(puzzle.grid, puzzle.givens, givens=puzzle.givens, style=style)]))
    for sentence in filter(None, describe_made(made) + [tr("Missing: {what}", what=what) for what in made.missing]):
        print(style.fold(printable(sentence)))
    if made.stopped == "interrupt":
        raise KeyboardInterrupt
    return NOT_ONE if made.missing else SOLVED


def _print_rows(puzzles: Iterable[MadePuzzle], format: str, n: int) -> int:
    """Print a row for each puzzle."""
    row, statuses = Row(format), []
    print(row.heading, end="")
    for made in puzzles:
        print(row.write(made), end="", flush=True)
        statuses.append(_report_missing(made))
    return max(statuses) if len(statuses) == n else NOT_ONE


def _report_missing(made: MadePuzzle) -> int:
    """Print what a puzzle lacks; return the exit status."""
    if not made.missing:
        return SOLVED
    report_error(f"seed {made.seed}: {'; '.join(made.missing)}")
    return NOT_ONE


def _print_on_paper(puzzles: Iterable[MadePuzzle], arguments: argparse.Namespace) -> int:
    all_made = list(puzzles)
    status = max(map(_report_missing, all_made), default=NOT_ONE)
    from farandole.cli import _make_paper

    paper = {"title": arguments.title, "size": arguments.paper, "per_page": arguments.per_page}
    if arguments.sheet:
        _make_paper.write(all_made, arguments.sheet, **paper)
    if arguments.booklet:
        _make_paper.write_booklet(all_made, arguments.booklet, **paper)
    return status
