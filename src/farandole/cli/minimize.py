"""The commands ``farandole minimize`` and ``complete``: remove the givens that a puzzle doesn't need, or add some."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from farandole.bulk.progress import show_search_progress
from farandole.cli._arguments import add_language, add_lenient, add_puzzles, add_target, read_seconds
from farandole.cli._input import each_source, scan_source
from farandole.cli._output import BAD_INPUT, NOT_ONE, SOLVED, FirstErrors, open_text_output
from farandole.errors import FormatError, PuzzleError, UnfinishedError
from farandole.formats import any_format, text, to_json_value, write
from farandole.generate.symmetries import SYMMETRIES
from farandole.i18n import tr, tr_counted
from farandole.io.endings import choose_format
from farandole.puzzle import Puzzle
from farandole.render.terminal import Style, describe, draw, json_line, printable

if TYPE_CHECKING:
    from farandole.generate.setting import ChangedPuzzle

MINIMIZE_EXAMPLES = """\
examples:
  farandole minimize puzzle.txt                 remove givens until every one that is left is needed
  farandole minimize puzzles.txt -o minimal.txt many puzzles: one line each, in the same order
  farandole minimize puzzle.txt --symmetry rotate180   remove the givens of a symmetric pair together
  farandole minimize killer.json --rules        then remove needless cages, arrows and other rules, too
  farandole minimize puzzle.txt --seed 2        another order, so that other givens stay

farandole check says which clues are needless, and removes none.

exit status: 0 minimal, 1 none or several solutions, or out of time, 2 bad input
"""

COMPLETE_EXAMPLES = """\
examples:
  farandole complete draft.txt                  add givens until there is one solution; every one of them is needed
  farandole complete draft.json --symmetry rotate180   each with its symmetric partner
  farandole complete draft.txt --seed 2         other givens, and perhaps of another solution
  farandole complete drafts.txt -o puzzles.txt  many puzzles: one line each, in the same order

farandole solve fills a puzzle with its solution. A puzzle that has one solution stays as it is.

exit status: 0 one solution, 1 no solution, or out of time, 2 bad input
"""

FORMATS = (*text.FORMATS, *any_format.WRITABLE)
SECONDS = 60.0
MOST_NAMED = 40

Change = Callable[[Puzzle, argparse.Namespace], "ChangedPuzzle"]


def add_minimize(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole minimize`` takes."""
    command.epilog = MINIMIZE_EXAMPLES
    command.set_defaults(run=lambda arguments: _change_all(arguments, _minimize, _describe_removed))
    _add_arguments(command, "the givens are removed")
    command.add_argument("--rules", action="store_true", help="remove needless rules after the givens, too")


def add_complete(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole complete`` takes."""
    command.epilog = COMPLETE_EXAMPLES
    command.set_defaults(run=lambda arguments: _change_all(arguments, _complete, _describe_added))
    _add_arguments(command, "the givens are added")


def _add_arguments(command: argparse.ArgumentParser, change: str) -> None:
    add_puzzles(command)
    add_target(command, FORMATS, "a line, or JSON where a line can't hold the puzzle")
    text = f"{change} in symmetric groups: {', '.join(SYMMETRIES)} (default: none)"
    command.add_argument("--symmetry", choices=[*SYMMETRIES], default="none", metavar="NAME", help=text)
    text = "decides the order (default: 0); the same seed does the same again"
    command.add_argument("--seed", type=int, default=0, metavar="N", help=text)
    text = f"time limit for each puzzle (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    add_lenient(command)
    add_language(command)


def _minimize(puzzle: Puzzle, arguments: argparse.Namespace) -> ChangedPuzzle:
    from farandole.generate import minimize

    return minimize(
        puzzle,
        symmetry=arguments.symmetry,
        rules=arguments.rules,
        seed=arguments.seed,
        seconds=arguments.seconds,
    )


def _complete(puzzle: Puzzle, arguments: argparse.Namespace) -> ChangedPuzzle:
    from farandole.generate import complete

    return complete(puzzle, symmetry=arguments.symmetry, seed=arguments.seed, seconds=arguments.seconds)


def _change_all(arguments: argparse.Namespace, change: Change, describe_change: Callable[[ChangedPuzzle], str]) -> int:
    """Change all puzzles and write them; return the exit status."""
    format = choose_format("minimize", arguments.output, asked=arguments.to)
    entries = list(_read_all(arguments))
    is_shown = (
        len(entries) == 1 and arguments.output is None and arguments.to is None and Style.of(sys.stdout).weight > 0
    )
    worst, errors = SOLVED, FirstErrors()
    with (
        open_text_output(arguments.output, force=arguments.force) as output,
        show_search_progress("searching"),
    ):
        for name, line, puzzle in entries:
            if not isinstance(puzzle, Puzzle):
                errors.report(f"{name}: {puzzle}")
                worst = BAD_INPUT
                continue
            try:
                changed = change(puzzle, arguments)
            except UnfinishedError as error:
                errors.report(f"{name}: line {line}: {error}")
                worst = max(worst, NOT_ONE)
                continue
            except PuzzleError as error:
                errors.report(f"{name}: line {line}: {_advise(str(error))}")
                worst = max(worst, NOT_ONE)
                continue
            if is_shown:
                _show(changed, describe_change(changed))
            else:
                print(_write(changed.puzzle, format, arguments.to), file=output)
            if not changed.is_done:
                errors.report(f"{name}: line {line}: timed out: perhaps more givens are needless")
                worst = max(worst, NOT_ONE)
    errors.report_number()
    return worst


def _advise(message: str) -> str:
    """Name the command for a puzzle that has several solutions, or none."""
    if message.endswith("found several"):
        return f"{message}; farandole complete adds givens"
    return f"{message}; farandole check names the clues that conflict" if message.endswith("none") else message


def _read_all(arguments: argparse.Namespace) -> Iterator[tuple[str, int, Puzzle | FormatError | PuzzleError]]:
    for source in each_source(arguments.puzzles):
        with closing(source):
            for line, puzzle in scan_source(source, lenient=arguments.lenient, reading=arguments.reading):
                yield source.name, line, puzzle


def _write(puzzle: Puzzle, format: str, asked: str | None) -> str:
    """Write a puzzle; without a format that was asked for, as JSON if a line can't hold it."""
    if asked is None and format == "line":
        value = to_json_value(puzzle)
        return value if isinstance(value, str) else json_line(value)
    return write(puzzle, format).rstrip("\n")


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────


def _show(changed: ChangedPuzzle, sentence: str) -> None:
    """Draw the puzzle, and say what has changed."""
    style, puzzle = Style.of(sys.stdout), changed.puzzle
    print("\n".join([describe(puzzle), *draw(puzzle.grid, puzzle.givens, givens=puzzle.givens, style=style)]))
    print(style.fold(printable(sentence)))


def _describe_removed(changed: ChangedPuzzle) -> str:
    n = len(changed.clues)
    if not n:
        return tr("Nothing is removed: every clue is needed.")
    return tr_counted(
        "{n} needless clue is removed: {clues}", "{n} needless clues are removed: {clues}", n, n=n, clues=_list(changed)
    )


def _describe_added(changed: ChangedPuzzle) -> str:
    n = len(changed.clues)
    if not n:
        return tr("Nothing is added: there is one solution already.")
    return tr_counted("{n} given is added: {clues}", "{n} givens are added: {clues}", n, n=n, clues=_list(changed))


def _list(changed: ChangedPuzzle) -> str:
    names = [clue.in_words for clue in changed.clues]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" ... (+{more})" if more > 0 else "")
