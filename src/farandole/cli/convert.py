"""The command ``farandole convert``: puzzles of any format, written in another one."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from farandole.cli._arguments import add_force, add_lenient, add_output, add_puzzles
from farandole.cli._input import each_source, scanned
from farandole.cli._output import BAD_INPUT, SOLVED, complain, opened
from farandole.errors import FormatError, PuzzleError
from farandole.formats import any_format, text, write
from farandole.i18n import use_language
from farandole.io.endings import choose_format
from farandole.puzzle import Puzzle
from farandole.render.terminal import describe

EXAMPLES = """\
examples:
  farandole convert puzzle.txt --to sudokupad   a link that opens the puzzle in the browser
  farandole convert 'https://www.f-puzzles.com/?load=...' -o puzzle.json    a link, saved as our own JSON
  farandole convert grids.txt -o puzzles.sdm    drawn grids, one line each
  farandole convert killer.json --to fpuzzles --lossy   without what a format can't say; told is what that is

exit status: 0 all converted, 2 some can't be read, or can't be said in that format
"""

FORMATS = (*text.FORMATS, *any_format.WRITABLE)
DRAWN = ("grid", "rows", "pencilmarks")
SINGLE = ("sdk",)  # the formats whose files hold one puzzle
FEW = 4  # things left out that are named


def add_convert(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=convert)
    add_puzzles(command)
    formats = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}; those after json are links"
    text = f"the format to write: {formats} (default: what the ending of the output says, else line)"
    command.add_argument("--to", choices=FORMATS, metavar="FORMAT", help=text)
    add_output(command, "write to FILE; its ending tells the format: .txt .sdm .sdk .json .jsonl")
    add_force(command)
    command.add_argument(
        "--lossy", action="store_true", help="leave out what the format can't say, and tell what that is"
    )
    add_lenient(command)


def convert(arguments: argparse.Namespace) -> int:
    """Convert all puzzles; return the exit status."""
    format = _choose_format(arguments)
    found = list(_read(arguments))
    puzzles = [puzzle for _, puzzle in found if puzzle]
    if format in SINGLE and len(puzzles) > 1:
        raise FormatError(f"{format}: expected one puzzle, for a file of this format holds one; found {len(puzzles)}")
    is_good = len(puzzles) == len(found)
    with opened(arguments.output, force=arguments.force) as output:
        for number, (name, puzzle) in enumerate(found):
            if puzzle is None:
                continue
            try:
                said = _written(puzzle, format, name, is_lossy=arguments.lossy, is_one=len(puzzles) == 1)
            except PuzzleError as error:
                is_good = False
                complain(f"{name}: {_remedy(error, puzzle, format)}")
                continue
            print("\n" * bool(number and format in DRAWN) + said.rstrip("\n"), file=output)
    return SOLVED if is_good else BAD_INPUT


def _choose_format(arguments: argparse.Namespace) -> str:
    """Find the format that is asked for."""
    return choose_format("convert", arguments.output, asked=arguments.to)


def _read(arguments: argparse.Namespace) -> Iterator[tuple[str, Puzzle | None]]:
    """Yield each puzzle with what errors call it; None in the place of what can't be read, which is told."""
    for source in each_source(arguments.puzzles):
        with closing(source):
            for line, puzzle in scanned(source, lenient=arguments.lenient):
                if isinstance(puzzle, Puzzle):
                    yield f"{source.name}: line {line}", puzzle
                else:
                    complain(f"{source.name}: {puzzle}")
                    yield source.name, None


def _written(puzzle: Puzzle, format: str, name: str, *, is_lossy: bool, is_one: bool) -> str:
    """Write a puzzle, if need be without what the format can't say."""
    if is_lossy:
        puzzle, lost = sayable(puzzle, format)
        if lost:
            more = f" and {len(lost) - FEW} more" if len(lost) > FEW else ""
            complain(f"{name}: left out, for {format} can't say it: {', '.join(lost[:FEW])}{more}")
    if puzzle.about and not any_format.has_about(format):
        complain(f"{name}: dropped, because {format} has no place for it: {', '.join(puzzle.about.said)}")
    said = write(puzzle, format)
    return said if format != "json" or is_one else json.dumps(json.loads(said))


def sayable(puzzle: Puzzle, format: str) -> tuple[Puzzle, list[str]]:
    """Leave out of a puzzle what a format can't say.

    Returns
    -------
    puzzle, lost
        What is left, and in words what is not. A grid stays as it is, whether the format can say it or not.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Thermo
    >>> puzzle, lost = sayable(Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),)), "line")
    >>> puzzle.rules, lost
    ((), ['Thermo r1c1 r1c2'])
    """
    if _can_say(puzzle, format):
        return puzzle, []
    bare = replace(puzzle, rules=(), pencilmarks=None)
    lost, kept = [], []
    for rule in puzzle.rules:
        if _can_say(replace(bare, rules=(rule,)), format):
            kept.append(rule)
        else:
            names = " ".join(map(puzzle.grid.cell_name, rule.scope))
            lost.append(f"{type(rule).__name__} {names}".rstrip())
    left = replace(puzzle, rules=tuple(kept))
    if puzzle.pencilmarks is not None and not _can_say(left, format):
        left = replace(left, pencilmarks=None)
        lost.append("pencilmarks")
    return left, lost


def _can_say(puzzle: Puzzle, format: str) -> bool:
    try:
        write(puzzle, format)
    except (PuzzleError, FormatError):
        return False
    return True


def _remedy(error: PuzzleError, puzzle: Puzzle, format: str) -> str:
    """Say what a format can't say, and what to do about that."""
    left, lost = sayable(puzzle, format)
    if lost and _can_say(left, format):
        return f"{error}; --lossy leaves that out, --to json keeps all"
    with use_language("en"):  # as errors are
        return f"{error} (found {describe(puzzle)}); --to json says any puzzle"
