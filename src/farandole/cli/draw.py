"""The command ``farandole draw``: a picture of a puzzle, perhaps with its solution, or a film of how it is solved."""

from __future__ import annotations

import argparse

from farandole import outputs
from farandole.cli._arguments import add_language, add_lenient, add_output, add_puzzles
from farandole.cli._film import add_film_options, is_film, write_film
from farandole.cli._input import read_puzzle
from farandole.cli._output import NOT_ONE, SOLVED, report_error
from farandole.errors import shorten
from farandole.io.endings import choose_format

EXAMPLES = """\
examples:
  farandole draw puzzle.json -o puzzle.svg      any shape, any rules; --solution adds the other digits
  farandole draw killer.txt -o killer.png       PNG and PDF need more packages: pip install 'farandole[draw]'
  farandole draw 'https://www.f-puzzles.com/?load=...' --theme dark -o dark.svg   a link, in dark colors
  farandole draw puzzle.txt --size 1200 -o wide.png   a picture 1,200 pixels wide
  farandole draw puzzle.json                    SVG on standard output
  farandole draw puzzle.txt -o film.gif         a film: backtracking, dancing links and logic side by side
  farandole draw puzzle.txt --way links -o film.svg   a film of one of them; SVG is small, and browsers play it
  farandole draw puzzle.txt -o film.mp4 --seconds 20 --theme dark   MP4 needs the program ffmpeg
  farandole draw --cover matrix.txt -o links.gif    a film of dancing links on any small exact cover

exit status: 0 drawn, 1 no solution to show with --solution, 2 bad input
"""


SMALLEST, LARGEST = 16, 10_000  # pixels


def add_draw(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=draw)
    add_puzzles(command, "puzzle")
    add_output(
        command, "write to FILE: a picture in .svg, .png or .pdf, or a film in .gif, .mp4 or .svg", is_usual=False
    )
    command.add_argument("--solution", action="store_true", help="also draw the digits of the solution")
    command.add_argument("--candidates", action="store_true", help="draw the candidates that the givens leave")
    command.add_argument("--coordinates", action="store_true", help="number the rows and columns")
    command.add_argument(
        "--theme",
        choices=["light", "dark", "auto"],
        default="auto",
        help="colors; auto follows the viewer's screen in SVG, and is light elsewhere (default: auto)",
    )
    text = f"width of the picture in pixels, up to {LARGEST:,} (default: 48 for each cell, and twice as many in PNG)"
    command.add_argument("--size", type=_read_size, metavar="PIXELS", help=text)
    add_lenient(command)
    add_language(command)
    add_film_options(command)


def draw(arguments: argparse.Namespace) -> int:
    """Draw or film a puzzle; return the exit status."""
    if is_film(arguments):
        write_film(arguments)
        return SOLVED
    from farandole.render import svg

    choose_format("draw", arguments.output)
    puzzle = read_puzzle(arguments.puzzle, lenient=arguments.lenient, reading=arguments.reading)
    solution = puzzle.solve() if arguments.solution else None
    candidates = True if arguments.candidates else None
    drawing = svg.draw(
        puzzle, solution, theme=arguments.theme, candidates=candidates, coordinates=arguments.coordinates
    )
    if arguments.size:
        drawing = svg.resize(drawing, arguments.size)
    save(drawing, arguments.output or "-", scale=1 if arguments.size else 2)
    if arguments.solution and solution is None:
        report_error("no solution: only the puzzle is drawn")
        return NOT_ONE
    return SOLVED


def _read_size(text: str) -> int:
    if text.isdecimal() and SMALLEST <= int(text[:9]) <= LARGEST:
        return int(text)
    expected = f"expected a whole number from {SMALLEST} to {LARGEST:,}"
    raise argparse.ArgumentTypeError(f"{expected}, found {shorten(text)!r}")


def save(drawing: str, name: str, *, scale: float = 2) -> None:
    """Write an SVG drawing into a file, as what its name ends in; ``-`` is standard output."""
    from farandole.render import svg

    if name == "-":
        print(drawing, end="", flush=True)
        return
    format = choose_format("picture", name)
    content = (
        svg.png(drawing, scale=scale) if format == "png" else svg.pdf(drawing) if format == "pdf" else drawing.encode()
    )
    with outputs.open_output(name) as file:
        file.write(content)
