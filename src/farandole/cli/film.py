"""The command ``farandole film``: a search, to be watched."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import TYPE_CHECKING

from farandole import outputs
from farandole.cli._commands import add_language, add_lenient, add_output, add_puzzles, duration
from farandole.cli._input import one_puzzle
from farandole.cli._output import SOLVED
from farandole.errors import FormatError
from farandole.io.endings import form_of

if TYPE_CHECKING:
    from farandole.cover import Cover
    from farandole.render.film import Film

EXAMPLES = """\
examples:
  farandole film puzzle.txt -o film.gif         backtracking, dancing links and logic side by side
  farandole film puzzle.txt -o film.svg --way links   one of them; SVG is small, and browsers play it
  farandole film puzzle.txt -o film.mp4 --seconds 20 --theme dark   MP4 needs the program ffmpeg
  farandole film --cover matrix.txt -o links.gif    dancing links on any small exact cover

exit status: 0 made, 2 bad input
"""
WAYS = ("all", "backtrack", "links", "logic")
LONGEST = 120.0


def add_film(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=film)
    add_puzzles(command, "puzzle")
    add_output(command, "write to FILE, whose name ends in .gif, .mp4 or .svg", is_usual=False)
    command.add_argument(
        "--way", choices=WAYS, default="all", help="how to solve: one way, or all side by side (default: all)"
    )
    command.add_argument("--cover", action="store_true", help="PUZZLE is an exact cover: a matrix, or Knuth's format")
    length = f"how long the film may be, up to {LONGEST:g}; a short search takes less (default: 12)"
    command.add_argument("--seconds", type=duration, default=12.0, metavar="S", help=length)
    theme = "colors; auto follows the viewer's screen in SVG, and is light in GIF and MP4 (default: auto)"
    command.add_argument("--theme", choices=["light", "dark", "auto"], default="auto", help=theme)
    add_lenient(command)
    add_language(command)


def film(arguments: argparse.Namespace) -> int:
    """Make a film; return the exit status."""
    if arguments.output is None:
        raise FormatError("expected -o and a name that ends in .gif, .mp4 or .svg")
    form = form_of("film", arguments.output)
    if not 1 <= arguments.seconds <= LONGEST:
        raise FormatError(f"--seconds: expected 1 to {LONGEST:g}, found {arguments.seconds:g}")
    from farandole.render import film as films

    made = films.of_cover(_cover(arguments), seconds=arguments.seconds) if arguments.cover else _solved(arguments)
    if form == "svg":
        content = films.svg(made, theme=arguments.theme).encode()
    else:
        content = (films.gif if form == "gif" else films.mp4)(made, theme=arguments.theme)
    with outputs.open_output(arguments.output) as file:
        file.write(content)
    return SOLVED


def _solved(arguments: argparse.Namespace) -> Film:
    from farandole.render.film import of_puzzle

    puzzle = one_puzzle(arguments.puzzle, lenient=arguments.lenient)
    ways = WAYS[1:] if arguments.way == "all" else (arguments.way,)
    return of_puzzle(puzzle, ways=ways, seconds=arguments.seconds)


def _cover(arguments: argparse.Namespace) -> Cover:
    from farandole.formats.knuth import read_cover
    from farandole.io.source import Source

    if arguments.way != "all":
        raise FormatError("--way has no effect with --cover")
    with closing(Source.open(arguments.puzzle[0])) as source:
        content = source.read()
    with source.naming_errors():
        return read_cover(content)
