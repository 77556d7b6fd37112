"""The command ``farandole convert``: puzzles of any form, written in another one."""

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
from farandole.formats import any_form, text, write
from farandole.i18n import use_language
from farandole.io.endings import form_of
from farandole.puzzle import Puzzle
from farandole.render.terminal import describe

EXAMPLES = """\
examples:
  farandole convert puzzle.txt --to sudokupad   a link that opens the puzzle in the browser
  farandole convert 'https://www.f-puzzles.com/?load=...' -o puzzle.json    a link, saved as our own JSON
  farandole convert grids.txt -o puzzles.sdm    drawn grids, one line each
  farandole convert killer.json --to fpuzzles --lossy   without what a form can't say; told is what that is

exit status: 0 all converted, 2 some can't be read, or can't be said in that form
"""

FORMS = (*text.FORMS, *any_form.FORMS)
DRAWN = ("grid", "rows", "pencilmarks")
SINGLE = ("sdk",)  # the forms whose files hold one puzzle
FEW = 4  # things left out that are named


def add_convert(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=convert)
    add_puzzles(command)
    forms = f"{', '.join(FORMS[:-1])} or {FORMS[-1]}; those after json are links"
    text = f"the form to write: {forms} (default: what the ending of the output says, else line)"
    command.add_argument("--to", choices=FORMS, metavar="FORM", help=text)
    add_output(command, "write to FILE; its ending tells the form: .txt .sdm .sdk .json .jsonl")
    add_force(command)
    command.add_argument(
        "--lossy", action="store_true", help="leave out what the form can't say, and tell what that is"
    )
    add_lenient(command)


def convert(arguments: argparse.Namespace) -> int:
    """Convert all puzzles; return the exit status."""
    form = _form(arguments)
    found = list(_read(arguments))
    puzzles = [puzzle for _, puzzle in found if puzzle]
    if form in SINGLE and len(puzzles) > 1:
        raise FormatError(f"{form}: expected one puzzle, for a file of this form holds one; found {len(puzzles)}")
    is_good = len(puzzles) == len(found)
    with opened(arguments.output, force=arguments.force) as output:
        for number, (name, puzzle) in enumerate(found):
            if puzzle is None:
                continue
            try:
                said = _written(puzzle, form, name, is_lossy=arguments.lossy, is_one=len(puzzles) == 1)
            except PuzzleError as error:
                is_good = False
                complain(f"{name}: {_remedy(error, puzzle, form)}")
                continue
            print("\n" * bool(number and form in DRAWN) + said.rstrip("\n"), file=output)
    return SOLVED if is_good else BAD_INPUT


def _form(arguments: argparse.Namespace) -> str:
    """Find the form that is asked for."""
    return form_of("convert", arguments.output, asked=arguments.to)


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


def _written(puzzle: Puzzle, form: str, name: str, *, is_lossy: bool, is_one: bool) -> str:
    """Write a puzzle, if need be without what the form can't say."""
    if is_lossy:
        puzzle, lost = sayable(puzzle, form)
        if lost:
            more = f" and {len(lost) - FEW} more" if len(lost) > FEW else ""
            complain(f"{name}: left out, for {form} can't say it: {', '.join(lost[:FEW])}{more}")
    if puzzle.about and not any_form.has_about(form):
        complain(f"{name}: dropped, because {form} has no place for it: {', '.join(puzzle.about.said)}")
    said = write(puzzle, form)
    return said if form != "json" or is_one else json.dumps(json.loads(said))


def sayable(puzzle: Puzzle, form: str) -> tuple[Puzzle, list[str]]:
    """Leave out of a puzzle what a form can't say.

    Returns
    -------
    puzzle, lost
        What is left, and in words what is not. A grid stays as it is, whether the form can say it or not.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Thermo
    >>> puzzle, lost = sayable(Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),)), "line")
    >>> puzzle.rules, lost
    ((), ['Thermo r1c1 r1c2'])
    """
    if _can_say(puzzle, form):
        return puzzle, []
    bare = replace(puzzle, rules=(), pencilmarks=None)
    lost, kept = [], []
    for rule in puzzle.rules:
        if _can_say(replace(bare, rules=(rule,)), form):
            kept.append(rule)
        else:
            names = " ".join(map(puzzle.grid.cell_name, rule.scope))
            lost.append(f"{type(rule).__name__} {names}".rstrip())
    left = replace(puzzle, rules=tuple(kept))
    if puzzle.pencilmarks is not None and not _can_say(left, form):
        left = replace(left, pencilmarks=None)
        lost.append("pencilmarks")
    return left, lost


def _can_say(puzzle: Puzzle, form: str) -> bool:
    try:
        write(puzzle, form)
    except (PuzzleError, FormatError):
        return False
    return True


def _remedy(error: PuzzleError, puzzle: Puzzle, form: str) -> str:
    """Say what a form can't say, and what to do about that."""
    left, lost = sayable(puzzle, form)
    if lost and _can_say(left, form):
        return f"{error}; --lossy leaves that out, --to json keeps all"
    with use_language("en"):  # as errors are
        return f"{error} (found {describe(puzzle)}); --to json says any puzzle"
