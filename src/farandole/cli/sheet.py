"""The command ``farandole sheet``: print puzzles on paper, with their rules in words and the answers at the end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from typing import NamedTuple, TypeVar

from farandole import outputs
from farandole.cli._arguments import add_language, add_lenient, add_output, add_paper, add_puzzles
from farandole.cli._output import BAD_INPUT, NOT_ONE, SOLVED, report_error
from farandole.cli._stars import describe_rating
from farandole.errors import FormatError
from farandole.formats.titles import clean_title
from farandole.i18n import tr
from farandole.io.endings import choose_format
from farandole.io.source import Source
from farandole.io.titled_puzzles import read_titled
from farandole.puzzle import Puzzle, Solution
from farandole.render import svg
from farandole.render.paper import Item, Sheet, write_pdf
from farandole.render.pieces.fonts import check_fonts

T = TypeVar("T")

EXAMPLES = """\
examples:
  farandole sheet puzzles.txt -o sheet.pdf      pages of puzzles, their rules in words, then the answers
  farandole sheet easy.txt hard.txt --per-page 6 --title 'Monday' --rate -o monday.pdf
  farandole sheet puzzle.json --per-page 1 --no-answers -o poster.svg   a single page may also be .svg or .png

PDF and PNG need more packages: pip install 'farandole[draw]'

exit status: 0 printed, 1 some have no or several solutions (the sheet says so), 2 bad input
"""

MOST_PAGES = 1000
USUAL_PER_PAGE = 4  # without --per-page, for the limit
MOST_FAULTS = 10  # errors of a file that are printed
SECONDS = 10.0  # to solve a puzzle
PNG_SCALE = 3.0  # 288 dots per inch: SVG has 96


class _Entry(NamedTuple):
    """A puzzle to print, where it comes from, and its title."""

    place: str
    title: str
    puzzle: Puzzle


def add_sheet(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=sheet)
    add_puzzles(command)
    add_output(command, "write to FILE, whose name ends in .pdf", is_usual=False)
    command.add_argument("--title", default="", help="the title at the top of each page")
    add_paper(command)
    command.add_argument("--rate", action="store_true", help="print how hard each puzzle is, in stars and numbers")
    command.add_argument("--candidates", action="store_true", help="print the candidates that the givens leave")
    command.add_argument("--no-answers", dest="answers", action="store_false", help="leave out the answers")
    add_lenient(command)
    add_language(command)


def sheet(arguments: argparse.Namespace) -> int:
    """Print puzzles; return the exit status."""
    name = arguments.output
    if name is None:
        raise FormatError("-o: expected a name that ends in .pdf, found none")
    format = choose_format("sheet", name)
    status, entries = _read(arguments)
    if not entries:
        raise FormatError("expected at least one puzzle to print, found none")
    if format != "svg":
        texts = [text for entry in entries for text in (entry.title, entry.puzzle.about.rules)]
        check_fonts([clean_title(arguments.title), tr("Answers"), *texts])
    items = []
    for entry in _show_progress(entries, "solving", len(entries)):
        item = _make_item(*entry, rates=arguments.rate)
        items.append(item)
        status = max(status, NOT_ONE * bool(item.remark))
    made = Sheet(
        items,
        per_page=arguments.per_page,
        title=clean_title(arguments.title),
        paper=arguments.paper,
        candidates=arguments.candidates,
        answers=arguments.answers,
    )
    if len(made) > 1 and format != "pdf":
        raise FormatError(f"{name}: expected a name that ends in .pdf for {len(made)} pages, found .{format}")
    with outputs.open_output(name) as file:
        pages = _show_progress(made.pages(), "drawing", len(made))
        if format == "pdf":
            write_pdf(pages, file, title=made.title)
        else:
            [page] = pages
            file.write(svg.png(page, scale=PNG_SCALE) if format == "png" else page.encode())
    return status


def _read(arguments: argparse.Namespace) -> tuple[int, list[_Entry]]:
    """Read the puzzles; print errors for those that can't be read."""
    per_page = arguments.per_page or USUAL_PER_PAGE
    most = MOST_PAGES * per_page
    entries: list[_Entry] = []
    n_bad = 0
    for source in Source.each_of(arguments.puzzles):
        faults: list[str] = []
        pass_over = partial(_pass_over, source.name) if arguments.lenient else None
        with closing(source):
            for n, (line, title, puzzle) in enumerate(read_titled(source, most + 1, pass_over=pass_over)):
                if not isinstance(puzzle, Puzzle):
                    faults.append(f"{source.name}: {puzzle}")
                    continue
                if max(n, len(entries)) >= most:
                    limit = f"at most {most:,} puzzles ({MOST_PAGES:,} pages of {per_page})"
                    raise FormatError(f"{source.name}: expected {limit}, found more")
                number = len(entries) + 1
                heading = (
                    f"{number}. {title}" if title not in ("", str(number)) else tr("Puzzle {number}", number=number)
                )
                entries.append(_Entry(f"{source.name}: line {line}", heading, puzzle))
        for fault in faults[:MOST_FAULTS]:
            report_error(fault)
        if len(faults) > MOST_FAULTS:
            report_error(f"{source.name}: {len(faults) - MOST_FAULTS:,} more that can't be read")
        n_bad += len(faults)
    return BAD_INPUT if n_bad else SOLVED, entries


def _pass_over(name: str, part: str) -> None:
    report_error(f"{name}: ignored: {part}")


def _make_item(place: str, title: str, puzzle: Puzzle, *, rates: bool) -> Item:
    """Solve a puzzle, and rate it if possible; print an error if it doesn't have exactly one solution."""
    solutions = puzzle.solutions(seconds=SECONDS)
    known: list[Solution] = [solution for _, solution in zip(range(2), solutions, strict=False)]
    solution = known[0] if known else None
    if len(known) == 2:
        report_error(f"{place}: several solutions: the answer shows one of them")
        remark = tr("It has several solutions: the answer shows one of them.")
    elif not solutions.exhausted:
        report_error(f"{place}: not solved within {SECONDS:g} seconds")
        remark = tr("It was not solved within {number} seconds.", number=f"{SECONDS:g}")
    elif not known:
        report_error(f"{place}: no solution")
        remark = tr("It has no solution.")
    else:
        stars, rating = _rate(puzzle) if rates else (None, "")
        return Item(puzzle, title, solution, stars=stars, rating=rating)
    return Item(puzzle, title, solution, remark)


def _rate(puzzle: Puzzle) -> tuple[int | None, str]:
    from farandole import logic

    return describe_rating(logic.rate(puzzle, scales=("logic", "hodoku"), seconds=SECONDS))


def _show_progress(items: Iterable[T], label: str, n: int) -> Iterable[T]:
    """Show a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, label, total=n, console=Console(stderr=True), transient=True)
