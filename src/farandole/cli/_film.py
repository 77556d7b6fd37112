"""Films for ``farandole draw``: how a search solves a puzzle or an exact cover."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import TYPE_CHECKING

from farandole import outputs
from farandole.cli._arguments import read_seconds
from farandole.cli._input import read_puzzle
from farandole.errors import FormatError
from farandole.io.endings import choose_format

if TYPE_CHECKING:
    from farandole.cover import Cover
    from farandole.render.film import Film

WAYS = ("all", "backtrack", "links", "logic")
SECONDS, LONGEST = 12.0, 120.0
ENDINGS = (".gif", ".mp4")


def add_film_options(command: argparse.ArgumentParser) -> None:
    """Let a command film how a puzzle is solved."""
    film = command.add_argument_group("films: how the puzzle is solved")
    text = "write a film; a name that ends in .gif or .mp4, or another of these options, asks for one, too"
    film.add_argument("--film", action="store_true", help=text)
    film.add_argument("--way", choices=WAYS, help="how to solve: one way, or all side by side (default: all)")
    film.add_argument("--cover", action="store_true", help="PUZZLE is an exact cover: a matrix, or Knuth's format")
    text = f"length of the film, up to {LONGEST:g}; a short search takes less (default: {SECONDS:g})"
    film.add_argument("--seconds", type=read_seconds, metavar="S", help=text)


def is_film(arguments: argparse.Namespace) -> bool:
    """Return whether the arguments ask for a film."""
    asked = arguments.film or arguments.cover or arguments.way is not None or arguments.seconds is not None
    return asked or (arguments.output or "").lower().endswith(ENDINGS)


def write_film(arguments: argparse.Namespace) -> None:
    """Film a search, and write the film."""
    if arguments.output is None:
        raise FormatError("expected -o and a name that ends in .gif, .mp4 or .svg")
    format = choose_format("draw --film", arguments.output)
    for option in ("solution", "candidates", "coordinates", "size"):
        if getattr(arguments, option):
            raise FormatError(f"--{option} has no effect on a film", code="no_effect")
    seconds = SECONDS if arguments.seconds is None else arguments.seconds
    if not 1 <= seconds <= LONGEST:
        raise FormatError(f"--seconds: expected 1 to {LONGEST:g}, found {seconds:g}")
    from farandole.render import film

    made = film.of_cover(_read_cover(arguments), seconds=seconds) if arguments.cover else _film(arguments, seconds)
    if format == "svg":
        content = film.svg(made, theme=arguments.theme).encode()
    else:
        content = (film.gif if format == "gif" else film.mp4)(made, theme=arguments.theme)
    with outputs.open_output(arguments.output) as file:
        file.write(content)


def _film(arguments: argparse.Namespace, seconds: float) -> Film:
    from farandole.render.film import of_puzzle

    puzzle = read_puzzle(arguments.puzzle, lenient=arguments.lenient, reading=arguments.reading)
    ways = WAYS[1:] if arguments.way in (None, "all") else (arguments.way,)
    return of_puzzle(puzzle, ways=ways, seconds=seconds)


def _read_cover(arguments: argparse.Namespace) -> Cover:
    from farandole.formats.knuth import read_cover
    from farandole.io.source import Source

    if arguments.way not in (None, "all"):
        raise FormatError("--way has no effect with --cover", code="no_effect")
    with closing(Source.open(arguments.puzzle[0])) as source:
        content = source.read()
    with source.name_errors():
        return read_cover(content)
