"""The commands, and how their arguments are read.

A new command is a row of `COMMANDS` and a function ``add_NAME`` in its module, which tells a parser what the command
takes and what runs it. A module is imported only when its command is asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from itertools import zip_longest
from typing import NamedTuple, NoReturn

from farandole.command.output import BAD_INPUT
from farandole.files import outputs
from farandole.files.argument import spelled_out
from farandole.render.terminal import printable


class Command(NamedTuple):
    """A command: its name, what it does, and the module that does it."""

    name: str
    does: str
    module: str


COMMANDS = (
    Command("solve", "solve Sudoku puzzles", "farandole.command.solve"),
    Command("draw", "draw a Sudoku puzzle as SVG, PNG or PDF", "farandole.command.draw"),
    Command("sheet", "print puzzles on paper, with their rules and answers", "farandole.command.sheet"),
    Command("explain", "solve as people do, step by step", "farandole.command.logic"),
    Command("hint", "give a hint for the next step", "farandole.command.logic"),
    Command("rate", "rate how hard puzzles are", "farandole.command.logic"),
    Command("cover", "solve an exact cover problem", "farandole.command.cover"),
    Command("bench", "measure how many puzzles this machine solves in a second", "farandole.command.bench"),
)


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Say it, and end."""
        self.exit(BAD_INPUT, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a command; ``run`` is the function that does what they ask for."""
    words = spelled_out(_with_number(words))
    name = next((word for word in words if not word.startswith("-")), "")
    return parser([command for command in COMMANDS if command.name == name]).parse_args(words)


def parser(known: Sequence[Command] = COMMANDS) -> argparse.ArgumentParser:
    """Make the parser of all commands; for those that are not ``known`` it reads the name alone."""
    parser = Parser(prog="farandole", description="Sudoku and exact cover: fast, exact, a joy to read.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        below = commands.add_parser(
            command.name,
            help=command.does,
            description=f"{command.does[0].upper()}{command.does[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if command in known:
            getattr(import_module(command.module), f"add_{command.name}")(below)
    return parser


class _Version(argparse.Action):
    """Print the version: reading the package's metadata takes a while, so only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"farandole {version('farandole')}")
        parser.exit()


def _with_number(words: Sequence[str]) -> list[str]:
    """Put the 1 that ``--cheapest`` stands for behind it: argparse would take the file for a K."""
    pairs = zip_longest(words, words[1:], fillvalue="")
    return [f"{word}=1" if word == "--cheapest" and not following.isdecimal() else word for word, following in pairs]


# ── Arguments that several commands take ────────────────────────────────────────────────────────────────────────


def add_puzzles(command: argparse.ArgumentParser, name: str = "puzzles") -> None:
    """Let a command take puzzles. If it takes one, it accepts several words: a shell may have split the puzzle."""
    command.add_argument(name, nargs="+", metavar="PUZZLE", help="cells, a link, a file, or - for standard input")


def add_output(command: argparse._ActionsContainer, text: str = "write to FILE instead of standard output") -> None:
    """Let a command write to a file."""
    command.add_argument("-o", "--output", type=outputs.file_name, metavar="FILE", help=text)


def add_lenient(command: argparse.ArgumentParser) -> None:
    """Let a command take puzzles of which it understands only a part."""
    command.add_argument("--lenient", action="store_true", help="pass over the parts of a link that aren't understood")


def add_limit(command: argparse.ArgumentParser, answers: str) -> None:
    """Let a command stop early."""
    command.add_argument(
        "--limit",
        type=positive,
        metavar="N",
        help=f"stop after N {answers} (default: 2, or no limit with --count and --all)",
    )


def positive(text: str) -> int:
    """Read a whole number from 1 on."""
    return _whole_number(text, (1 << 63) - 1)


def few(text: str) -> int:
    """Read how many threads or processes are to share the work."""
    return _whole_number(text, 1024)


def _whole_number(text: str, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        found = repr(text) if len(text) <= 40 else f"{len(text)} characters"
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {most}, found {found}")
    return number
