"""The commands, and the parser that reads their arguments.

A new command is a row of `COMMANDS` and a function ``add_NAME`` in its module. That function tells a parser which
arguments the command takes and which function runs it. A module is imported only when its command is called.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from itertools import zip_longest
from typing import Any, NamedTuple, NoReturn

from farandole import _core
from farandole.cli._parser import Parser


class Command(NamedTuple):
    """A command: its name, what it does, and the module that does it."""

    name: str
    does: str
    module: str


COMMANDS = (
    Command("solve", "solve Sudoku puzzles", "farandole.cli.solve"),
    Command("draw", "draw a puzzle as SVG, PNG or PDF, or film how it is solved", "farandole.cli.draw"),
    Command("sheet", "print puzzles on paper, with their rules and answers", "farandole.cli.sheet"),
    Command("explain", "solve as people do, step by step", "farandole.cli.explain"),
    Command("hint", "give a hint for the next step", "farandole.cli.explain"),
    Command("rate", "rate how hard puzzles are", "farandole.cli.rate"),
    Command("check", "check that a puzzle has one solution and no needless clue", "farandole.cli.check"),
    Command("minimize", "remove the givens that puzzles don't need", "farandole.cli.minimize"),
    Command("complete", "add givens until puzzles have one solution", "farandole.cli.minimize"),
    Command("convert", "write puzzles in another format, also as links", "farandole.cli.convert"),
    Command("read", "read puzzles from photos and PDF documents", "farandole.cli.read"),
    Command("make", "make puzzles: any shape, symmetric, as hard as you like", "farandole.cli.make"),
    Command("data", "work on many puzzles: remove duplicates, make data sets, use many machines", "farandole.cli.data"),
    Command("play", "play a Sudoku puzzle in the terminal", "farandole.cli.play"),
    Command("serve", "open the page: play, learn, watch and set in a browser", "farandole.cli.serve"),
    Command("mcp", "offer all this to language models as tools (MCP)", "farandole.cli.mcp"),
    Command("cover", "solve an exact cover problem", "farandole.cli.cover"),
    Command("bench", "measure how many puzzles this machine solves in a second", "farandole.cli.bench"),
)

EXAMPLES = """\
examples:
  farandole puzzle.txt  solve it: a file, a link, or cells in quotes
  farandole hint puzzle.txt  where to look for the next step
  farandole draw puzzle.txt -o puzzle.svg  a picture of it

Each command has its own help with examples: farandole hint --help
"""


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a command, whose name is the first word; ``run`` is the function that runs it."""
    command = next((command for command in COMMANDS if command.name == words[0]), None)
    if command is None:
        arguments = parser().parse_args(words)  # options of the command without a name
    else:
        arguments = _alone(command).parse_args(_complete_cheapest(words[1:]))
    for several in ("puzzle", "puzzles"):
        if getattr(arguments, several, None) == []:
            setattr(arguments, several, ["-"])
    return arguments


def parser_of(name: str) -> argparse.ArgumentParser:
    """Make a parser that knows one command."""
    return parser([command for command in COMMANDS if command.name == name])


def parser(known: Collection[Command] = COMMANDS) -> argparse.ArgumentParser:
    """Make the parser of all commands; of those that are not ``known`` it reads only the name."""
    parser = Parser(
        prog="farandole",
        usage="farandole PUZZLE\n       farandole COMMAND ...",
        description="Sudoku of every shape and exact cover: fast, exact, a joy to read.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=["bash", "zsh", "fish"],
        help="print a script that completes this command in a shell: eval it in the shell's startup file",
    )
    parser._action_groups.append(parser._action_groups.pop(1))  # the commands come first, then the options
    add_commands(parser, COMMANDS, known)
    return parser


def add_commands(parser: argparse.ArgumentParser, commands: Sequence[Command], known: Collection[Command]) -> None:
    """Let a parser take one of several commands; of those that are not ``known`` it reads only the name."""
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for command in commands:
        added = below.add_parser(command.name, help=command.does, **_options_of(command, parser.prog))
        if command in known:
            _fill(added, command)


def _alone(command: Command) -> argparse.ArgumentParser:
    """Make the parser of one command without those of the others, which take longer than to solve a puzzle."""
    made = Parser(**_options_of(command))
    _fill(made, command)
    return made


def _options_of(command: Command, program: str = "farandole") -> dict[str, Any]:
    """Return what the parser of a command is told of it."""
    return {"prog": f"{program} {command.name}", "description": f"{command.does[0].upper()}{command.does[1:]}."}


def _fill(parser: argparse.ArgumentParser, command: Command) -> None:
    """Let a parser take the arguments of a command."""
    getattr(import_module(command.module), f"add_{command.name}")(parser)


def each_command(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    """Yield each command of a parser with its own parser and what it does, those of ``data`` too.

    Examples
    --------
    >>> [name for name, _, _ in each_command(parser()) if name.startswith("data")]
    ['data', 'data dedupe', 'data dataset', 'data scale']
    """
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for (name, below), choice in zip(action.choices.items(), action._choices_actions, strict=True):
                yield name, below, choice.help or ""
                for subname, subparser, does in each_command(below):
                    yield f"{name} {subname}", subparser, does


def _complete_cheapest(words: Sequence[str]) -> list[str]:
    """Write the 1 that ``--cheapest`` alone stands for: argparse would take a file after it for K."""
    pairs = zip_longest(words, words[1:], fillvalue="")
    return [f"{word}=1" if word == "--cheapest" and not following.isdecimal() else word for word, following in pairs]


class _Version(argparse.Action):
    """Print the version."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"farandole {_core.VERSION}")
        parser.exit()


class _Completion(argparse.Action):
    """Print the script for the startup file of a shell: ``eval "$(farandole --completion bash)"``."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: object, shell: object, *_: object) -> NoReturn:
        from argcomplete.shell_integration import shellcode

        print(shellcode(["farandole"], shell=str(shell)))
        parser.exit()
