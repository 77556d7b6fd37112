"""The commands ``farandole explain`` and ``hint``: solve as people do."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from farandole.cli._arguments import add_force, add_language, add_puzzles, add_reading
from farandole.cli._input import read_puzzle
from farandole.cli._output import NOT_ONE, SOLVED, report_error
from farandole.cli.draw import save
from farandole.errors import ArgumentError, FormatError, PuzzleError
from farandole.i18n import tr, tr_counted
from farandole.io.endings import choose_format
from farandole.outputs import open_output, parse_file_name, print_error
from farandole.puzzle import Puzzle
from farandole.records import replace

if TYPE_CHECKING:
    from farandole.logic import Board, Step, Technique
    from farandole.render.terminal import Style

EXPLAIN_EXAMPLES = """\
examples:
  farandole explain puzzle.txt                  every step to the solution, one line each
  farandole explain puzzle.txt --detail proof   in sentences
  farandole explain puzzle.txt --step           one step at a time, each with the board; Enter for the next
  farandole explain puzzle.txt --until x-wing   up to the first X-wing, and the candidates left there
  farandole explain puzzle.txt --svg steps      a picture of each step, in the folder steps
  farandole explain puzzle.txt -o lesson.pdf    a lesson to print: each step with its picture and its proof
  farandole explain puzzle.txt -o lesson.html   the same as a page for the browser

exit status: 0 solved, ended by q, or the technique of --until reached; 1 otherwise; 2 bad input
"""

HINT_EXAMPLES = """\
examples:
  farandole hint puzzle.txt                     which technique, and where to look
  farandole hint puzzle.txt --detail proof      the whole step, in sentences
  farandole hint puzzle.txt --digits 1...2....  the digits entered so far; the hint names a wrong one first
  farandole hint puzzle.txt --digits game.txt   the same from a file
  farandole hint pencilmarks.txt                the pencilmarks are your notes; the hint names a mistake in them first

exit status: 0 a hint; 1 no hint: the puzzle is solved, or doesn't have exactly one solution; 2 bad input
"""

_MOST_DIGITS = 100_000  # characters of a file

DETAILS = ("name", "place", "digits", "proof")


def add_explain(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole explain`` takes."""
    command.epilog = EXPLAIN_EXAMPLES
    command.set_defaults(run=_explain_one)
    add_puzzles(command, "puzzle")
    _add_detail(command, ("line", *DETAILS), "line", "how much to say (default: line, in notation)")
    command.add_argument(
        "--until", metavar="TECHNIQUE", help="stop before the first step of this technique, and show the board"
    )
    command.add_argument("--step", action="store_true", help="show the board before each step, and wait for Enter")
    command.add_argument(
        "--svg", type=parse_file_name, metavar="DIR", help="draw each step in the folder DIR, as 001.svg, 002.svg ..."
    )
    text = "write a lesson with the picture and the proof of each step to FILE, whose name ends in .html or .pdf"
    command.add_argument("-o", "--output", type=parse_file_name, metavar="FILE", help=text)
    command.add_argument("--title", default="", help="the title of the lesson (default: that of the puzzle)")
    add_force(command, "draw in DIR even if it contains files; pictures with the same names are replaced")
    _add_unique(command)


def add_hint(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole hint`` takes."""
    command.epilog = HINT_EXAMPLES
    command.set_defaults(run=lambda arguments: _answer_one(hint, arguments))
    add_puzzles(command, "puzzle")
    _add_detail(command, DETAILS, "place", "how much to say (default: place)")
    text = "the digits entered so far, for all cells, or a file with them"
    command.add_argument("--digits", metavar="CELLS", help=text)
    text = "draw the hint in FILE: .svg, .png or .pdf"
    command.add_argument("--svg", type=parse_file_name, metavar="FILE", help=text)
    _add_unique(command)


def _add_detail(command: argparse.ArgumentParser, details: Sequence[str], default: str, text: str) -> None:
    command.add_argument("--detail", choices=details, default=default, help=text)
    # The former name. A level is the difficulty of a puzzle.
    command.add_argument("--level", dest="detail", choices=details, help=argparse.SUPPRESS)


def _add_unique(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--not-unique", action="store_true", help="use no technique that assumes there is only one solution"
    )
    add_reading(command)
    add_language(command)


def _explain_one(arguments: argparse.Namespace) -> int:
    if arguments.step and arguments.puzzle == ["-"] and not sys.stdin.isatty():
        raise FormatError(
            "--step: expected a file or cells, because it reads standard input itself; found standard input"
        )
    return _answer_one(explain, arguments)


def _answer_one(answer: Callable[[Puzzle, argparse.Namespace, TextIO], bool], arguments: argparse.Namespace) -> int:
    return (
        SOLVED if answer(read_puzzle(arguments.puzzle, reading=arguments.reading), arguments, sys.stdout) else NOT_ONE
    )


def explain(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print the steps; return whether they reach the technique asked for, or else the solution."""
    from farandole import logic
    from farandole.logic.wording.describe import Detail, describe
    from farandole.logic.wording.words import notation
    from farandole.render import terminal
    from farandole.render.combinations import describe_combinations

    until = _find_technique(arguments.until) if arguments.until is not None else None
    if arguments.title and not arguments.output:
        raise ArgumentError("--title: expected -o, because only a lesson has a title")
    lesson = _Lesson(puzzle, arguments) if arguments.output else None
    explanation = logic.explain(puzzle, assume_unique=not arguments.not_unique)
    board = explanation.board
    if arguments.svg:
        from farandole.render import steps  # slow to import, as all that draws

        _make_folder(arguments.svg, force=arguments.force)
    style = terminal.Style.of(output)
    is_reached, number = False, 0
    for number, step in enumerate(explanation, 1):
        if is_reached := step.technique is until:
            break
        is_line = arguments.detail == "line"
        text = notation(step, board.geometry) if is_line else describe(step, board, Detail[arguments.detail.upper()])
        if arguments.step:
            print("\n".join(_draw(puzzle, board, style)), file=output)
        if arguments.detail == "proof":
            text += describe_combinations(step, board)
        if lesson:
            lesson.add(number, step, board)
        if not lesson or arguments.step:
            print(style.fold(f"{number:3}  {terminal.printable_lines(text)}", " " * 5), file=output)
        if arguments.svg:
            with open_output(os.path.join(arguments.svg, f"{number:03}.svg")) as file:
                file.write(steps.draw(step, board).encode())
        if arguments.step and not _wait_for_enter(output):
            return True
    if lesson:
        lesson.write(number, "" if is_reached else explanation.conclude() or "")
    if (number or not explanation.fault) and not lesson:
        masks = board.masks if board.n_open else ()
        drawing = terminal.draw(puzzle.grid, board.values, givens=puzzle.givens, candidates=masks, style=style)
        print("\n".join(drawing), file=output)
    if not is_reached and (conclusion := explanation.conclude()):
        print(style.fold(terminal.printable(conclusion)), file=output)
    if until is None:
        return not board.n_open and not explanation.fault
    if not is_reached:
        print(_explain_never(until, arguments), file=output)
    return is_reached


class _Lesson:
    """Collects the steps, and writes them as a lesson."""

    def __init__(self, puzzle: Puzzle, arguments: argparse.Namespace) -> None:
        from farandole.formats.titles import clean_title
        from farandole.render import svg, terminal
        from farandole.render.lesson import Page

        self._name, self._format = arguments.output, choose_format("explain", arguments.output)
        self._title = clean_title(arguments.title) or puzzle.about.heading or tr("Step by step")
        self._theme = "light" if self._format == "pdf" else "auto"
        if self._format == "pdf":
            from farandole.render.pieces.fonts import check_fonts

            check_fonts([self._title, tr("Step by step")])
        text = puzzle.about.rules or terminal.describe(puzzle)
        self._steps = [Page(tr("The puzzle"), text, svg.draw(puzzle, theme=self._theme))]

    def add(self, number: int, step: Step, board: Board) -> None:
        """Add a step on the board as it is before the step."""
        from farandole.logic.wording.describe import Detail, describe
        from farandole.logic.wording.words import name_step
        from farandole.render import steps
        from farandole.render.combinations import describe_combinations
        from farandole.render.lesson import Page

        name = name_step(step)  # the heading has it
        proof = describe(step, board, Detail.PROOF).removeprefix(name).lstrip(" .:。：")
        text = proof + describe_combinations(step, board)
        drawing = steps.draw(step, board, theme=self._theme)
        self._steps.append(Page(f"{number}. {name}", text, drawing))

    def write(self, n_steps: int, conclusion: str) -> None:
        """Write the lesson."""
        from farandole.render import lesson
        from farandole.render.paper import write_pdf

        end = conclusion or tr_counted("{n} step", "{n} steps", n_steps, n=n_steps)
        with open_output(self._name) as file:
            if self._format == "html":
                file.write(lesson.write_html(self._title, self._steps, end).encode())
            else:
                write_pdf(lesson.draw_pages(self._title, self._steps, end), file, title=self._title)


def _make_folder(name: str, *, force: bool) -> None:
    """Make the folder for pictures; refuse a folder with other files."""
    if os.path.isfile(name):
        raise FormatError(f"{name}: expected a folder for the pictures, found a file")
    os.makedirs(name, exist_ok=True)
    there = sorted(file for file in os.listdir(name) if not file.startswith("."))
    if there and not force:
        raise FormatError(
            f"{name}: expected an empty folder for the pictures, found {there[0]} in it; --force draws there"
        )


def _draw(puzzle: Puzzle, board: Board, style: Style) -> list[str]:
    """Draw a board, with its candidates if the terminal is wide enough for them."""
    from farandole.render import terminal

    drawing = terminal.draw(
        puzzle.grid, board.values, givens=puzzle.givens, candidates=board.masks if board.n_open else (), style=style
    )
    if style.weight and len(terminal.draw(puzzle.grid, board.values, candidates=board.masks)[0]) > style.width:
        return terminal.draw(puzzle.grid, board.values, givens=puzzle.givens, style=style)
    return drawing


def _wait_for_enter(output: TextIO) -> bool:
    """Wait for Enter; return whether the user wants the next step."""
    output.flush()
    if sys.stdin.isatty():
        print_error(f"{tr('Enter: the next step; q and Enter: the end')} ")
    line = sys.stdin.readline()
    return bool(line) and not line.strip().lower().startswith("q")


def _explain_never(technique: Technique, arguments: argparse.Namespace) -> str:
    from farandole import logic

    name = tr(technique.name)
    if technique not in logic.TECHNIQUES:
        return tr("{technique} never comes: explain does not use this technique.", technique=name)
    if technique.assumes_unique and arguments.not_unique:
        return tr("{technique} never comes: it assumes that there is only one solution.", technique=name)
    return tr("{technique} never comes: other techniques find every step.", technique=name)


def hint(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print a hint; return whether there was one."""
    from farandole import logic
    from farandole.logic.wording.describe import Detail
    from farandole.render import terminal

    if arguments.svg:
        choose_format("picture", arguments.svg)
    notes = puzzle.pencilmarks if any(puzzle.givens) else None
    bare = replace(puzzle, pencilmarks=None) if notes else puzzle
    try:
        found = logic.hint(bare, _read_digits(arguments.digits), notes=notes, assume_unique=not arguments.not_unique)
    except (FormatError, PuzzleError) as error:
        if arguments.digits:
            raise type(error).from_error(error, f"--digits: {error}") from None
        raise
    text = found.describe(Detail[arguments.detail.upper()])
    if found.step and arguments.detail == "proof":
        from farandole.render.combinations import describe_combinations

        text += describe_combinations(found.step, found.board)
    print(terminal.Style.of(output).fold(terminal.printable_lines(text)), file=output)
    if arguments.svg and found.step:
        from farandole.render import steps

        save(steps.draw(found.step, found.board), arguments.svg)
    elif arguments.svg:
        report_error(f"{arguments.svg}: nothing is drawn, because the hint is not a step")
    return bool(found.step or found.wrong_digits or found.missing_candidates)


def _read_digits(text: str | None) -> str | None:
    """Read the entered digits, or the file that contains them."""
    if text is None or not os.path.isfile(text[:4096]):
        return text
    with open(text, encoding="utf-8-sig", errors="replace") as file:
        return file.read(_MOST_DIGITS)


def _find_technique(name: str) -> Technique:
    from farandole.logic import find_technique

    try:
        return find_technique(name)
    except ArgumentError as error:
        raise FormatError.from_error(error, f"--until: {error}") from None
