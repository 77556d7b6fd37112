"""The command ``farandole draw``: a picture of a puzzle, perhaps with its solution."""

from __future__ import annotations

import argparse

from farandole import outputs
from farandole.cli._commands import add_language, add_lenient, add_output, add_puzzles
from farandole.cli._input import one_puzzle
from farandole.cli._output import NOT_ONE, SOLVED, complain
from farandole.io.endings import form_of

EXAMPLES = """\
examples:
  farandole draw puzzle.json -o puzzle.svg      any shape, any rules; --solution adds the other digits in another color
  farandole draw killer.txt -o killer.png       PNG and PDF need more packages: pip install 'farandole[draw]'
  farandole draw 'https://www.f-puzzles.com/?load=...' --theme dark -o dark.svg   a link, in dark colors
  farandole draw puzzle.json                    SVG on standard output

exit status: 0 drawn, 1 no solution to show with --solution, 2 bad input
"""


def add_draw(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=draw)
    add_puzzles(command, "puzzle")
    add_output(command, "write to FILE, whose name ends in .svg, .png or .pdf")
    command.add_argument("--solution", action="store_true", help="draw the digits of the solution too")
    command.add_argument("--candidates", action="store_true", help="draw the candidates that the givens leave")
    command.add_argument("--coordinates", action="store_true", help="number the rows and columns")
    command.add_argument(
        "--theme",
        choices=["light", "dark", "auto"],
        default="auto",
        help="colors; auto follows the viewer's screen, and is light in PNG and PDF (default: auto)",
    )
    add_lenient(command)
    add_language(command)


def draw(arguments: argparse.Namespace) -> int:
    """Draw a puzzle; return the exit status."""
    from farandole.render import svg

    form_of("draw", arguments.output)
    puzzle = one_puzzle(arguments.puzzle, lenient=arguments.lenient)
    solution = puzzle.solve() if arguments.solution else None
    candidates = True if arguments.candidates else None
    drawing = svg.draw(
        puzzle, solution, theme=arguments.theme, candidates=candidates, coordinates=arguments.coordinates
    )
    if arguments.output is None:
        print(drawing, end="")
    else:
        save(drawing, arguments.output)
    if arguments.solution and solution is None:
        complain("no solution: only the puzzle is drawn")
        return NOT_ONE
    return SOLVED


def save(drawing: str, name: str) -> None:
    """Write an SVG drawing into a file, as what its name ends in; ``-`` is standard output."""
    from farandole.render import svg

    if name == "-":
        print(drawing, end="", flush=True)
        return
    form = form_of("draw", name)
    content = svg.png(drawing) if form == "png" else svg.pdf(drawing) if form == "pdf" else drawing.encode()
    with outputs.open_output(name) as file:
        file.write(content)
