"""The command ``farandole convert``: write puzzles in another format."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import closing

from farandole.cli._advice import add_advice
from farandole.cli._arguments import add_lenient, add_puzzles, add_target
from farandole.cli._input import each_source, scan_source
from farandole.cli._output import BAD_INPUT, SOLVED, FirstErrors, open_text_output, report_error
from farandole.errors import FormatError, PuzzleError
from farandole.formats import any_format, text, write
from farandole.i18n import use_language
from farandole.io.endings import choose_format
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.render.terminal import describe

EXAMPLES = """\
examples:
  farandole convert puzzle.txt --to sudokupad   a link that opens the puzzle in the browser
  farandole convert 'https://www.f-puzzles.com/?load=...' -o puzzle.json    a link, saved as our own JSON
  farandole convert grids.txt -o puzzles.sdm    drawn grids, one line each
  farandole convert killer.json -o killer.cnf   clauses for SAT solvers: as many models as solutions
  farandole convert killer.json --to fpuzzles --lossy   drop what the format cannot express, and say what that is

exit status: 0 all converted, 2 some can't be read, or can't be expressed in the format
"""

CNF = "cnf"  # is only written
FORMATS = (*text.FORMATS, *any_format.WRITABLE)
DRAWN = ("grid", "rows", "pencilmarks")
SINGLE = ("sdk", CNF)  # formats with one puzzle in a file
FEW = 4  # dropped parts that are named


def add_convert(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=convert)
    add_puzzles(command)
    add_target(
        command,
        (*FORMATS, CNF),
        "by the ending of the output, or else line",
        "; those after json are links, cnf is clauses",
    )
    command.add_argument(
        "--lossy", action="store_true", help="drop what the format cannot express, and say what that is"
    )
    add_lenient(command)


def convert(arguments: argparse.Namespace) -> int:
    """Convert all puzzles; return the exit status."""
    format = _choose_format(arguments)
    errors = FirstErrors()
    entries = list(_read_all(arguments, errors))
    puzzles = [puzzle for _, puzzle in entries if puzzle]
    if format in SINGLE and len(puzzles) > 1:
        raise FormatError(
            f"{format}: expected one puzzle, because a file in this format has only one; found {len(puzzles)}"
        )
    is_good = len(puzzles) == len(entries)
    with open_text_output(arguments.output, force=arguments.force) as output:
        for number, (name, puzzle) in enumerate(entries):
            if puzzle is None:
                continue
            try:
                text = _write(puzzle, format, name, is_lossy=arguments.lossy, is_one=len(puzzles) == 1)
            except PuzzleError as error:
                is_good = False
                errors.report(f"{name}: {_explain_loss(error, puzzle, format)}")
                continue
            print("\n" * bool(number and format in DRAWN) + text.rstrip("\n"), file=output)
    errors.report_number()
    return SOLVED if is_good else BAD_INPUT


def _choose_format(arguments: argparse.Namespace) -> str:
    """Choose the format."""
    return choose_format("convert", arguments.output, asked=arguments.to)


def _read_all(arguments: argparse.Namespace, errors: FirstErrors) -> Iterator[tuple[str, Puzzle | None]]:
    """Yield each puzzle with its name in errors; None, after an error is printed, if it can't be read."""
    for source in each_source(arguments.puzzles):
        with closing(source):
            for line, puzzle in scan_source(source, lenient=arguments.lenient, reading=arguments.reading):
                if isinstance(puzzle, Puzzle):
                    yield f"{source.name}: line {line}", puzzle
                else:
                    errors.report(add_advice(puzzle, f"{source.name}: {puzzle}"))
                    yield source.name, None


def _write(puzzle: Puzzle, format: str, name: str, *, is_lossy: bool, is_one: bool) -> str:
    """Write a puzzle; if lossy, without the parts that the format cannot express."""
    if is_lossy:
        puzzle, lost = reduce_to(puzzle, format)
        if lost:
            more = f" and {len(lost) - FEW} more" if len(lost) > FEW else ""
            report_error(f"{name}: dropped: the `{format}` format cannot express {', '.join(lost[:FEW])}{more}")
    if puzzle.about and not any_format.has_about(format):
        report_error(f"{name}: dropped: the `{format}` format has no place for {', '.join(puzzle.about.parts)}")
    document = _write_as(puzzle, format)
    return document if format != "json" or is_one else json.dumps(json.loads(document))


def reduce_to(puzzle: Puzzle, format: str) -> tuple[Puzzle, list[str]]:
    """Drop the parts of a puzzle that a format cannot express.

    Returns
    -------
    puzzle, lost
        The rest of the puzzle, and the dropped parts in words. The grid always stays.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Thermo
    >>> puzzle, lost = reduce_to(Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),)), "line")
    >>> puzzle.rules, lost
    ((), ['Thermo r1c1 r1c2'])
    """
    if _can_write(puzzle, format):
        return puzzle, []
    lost, kept = [], []
    if puzzle.about.drawing and not _can_write(Puzzle(puzzle.grid, puzzle.givens, about=puzzle.about), format):
        puzzle = replace(puzzle, about=replace(puzzle.about, drawing=()))
        lost.append("the drawing")
    bare = replace(puzzle, rules=(), pencilmarks=None)
    for rule in puzzle.rules:
        if _can_write(replace(bare, rules=(rule,)), format):
            kept.append(rule)
        else:
            names = " ".join(map(puzzle.grid.cell_name, rule.scope))
            lost.append(f"{type(rule).__name__} {names}".rstrip())
    left = replace(puzzle, rules=tuple(kept))
    if puzzle.pencilmarks is not None and not _can_write(left, format):
        left = replace(left, pencilmarks=None)
        lost.append("pencilmarks")
    return left, lost


def _can_write(puzzle: Puzzle, format: str) -> bool:
    try:
        _write_as(puzzle, format)
    except (PuzzleError, FormatError):
        return False
    return True


def _write_as(puzzle: Puzzle, format: str) -> str:
    if format != CNF:
        return write(puzzle, format)
    from farandole.formats.puzzle_cnf import write_puzzle_cnf

    return write_puzzle_cnf(puzzle)


def _explain_loss(error: PuzzleError, puzzle: Puzzle, format: str) -> str:
    """Explain why a puzzle can't be written, and what to do about it."""
    left, lost = reduce_to(puzzle, format)
    if lost and _can_write(left, format):
        return f"{error}; --lossy drops that, --to json keeps all"
    with use_language("en"):  # as errors are
        return f"{error} (found {describe(puzzle)}); --to json can express any puzzle"
