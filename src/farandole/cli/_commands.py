"""The commands, and how their arguments are read.

A new command is a row of `COMMANDS` and a function ``add_NAME`` in its module, which tells a parser what the command
takes and what runs it. A module is imported only when its command is asked for.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from importlib import import_module
from itertools import takewhile, zip_longest
from typing import NamedTuple, NoReturn

from farandole import outputs
from farandole.cli._parser import Parser
from farandole.errors import ArgumentError, FormatError, shorten
from farandole.i18n import LANGUAGES, use_language
from farandole.io.argument import is_text, nearest_name, spelled_out, whole
from farandole.limits import INT64_MAX


class Command(NamedTuple):
    """A command: its name, what it does, and the module that does it."""

    name: str
    does: str
    module: str


COMMANDS = (
    Command("solve", "solve Sudoku puzzles", "farandole.cli.solve"),
    Command("draw", "draw a Sudoku puzzle as SVG, PNG or PDF", "farandole.cli.draw"),
    Command("film", "film how a puzzle is solved, as GIF, MP4 or SVG", "farandole.cli.film"),
    Command("sheet", "print puzzles on paper, with their rules and answers", "farandole.cli.sheet"),
    Command("explain", "solve as people do, step by step", "farandole.cli.explain"),
    Command("hint", "give a hint for the next step", "farandole.cli.explain"),
    Command("rate", "rate how hard puzzles are", "farandole.cli.rate"),
    Command("check", "check that a puzzle has one solution, and no clue too many", "farandole.cli.check"),
    Command("convert", "write puzzles in another form, links too", "farandole.cli.convert"),
    Command("read", "read puzzles from photos and PDF documents", "farandole.cli.read"),
    Command("make", "make puzzles: any shape, symmetric, as hard as wished", "farandole.cli.make"),
    Command("dedupe", "keep each puzzle once, in whatever dress it comes", "farandole.cli.dedupe"),
    Command(
        "dataset",
        "make a data set to learn from: ratings, canonical forms, a fair split",
        "farandole.cli.dataset",
    ),
    Command("play", "play a Sudoku puzzle in the terminal", "farandole.cli.play"),
    Command("serve", "open the page: play, learn, watch and set in a browser", "farandole.cli.serve"),
    Command("cover", "solve an exact cover problem", "farandole.cli.cover"),
    Command("scale", "work on folders of puzzles, or at one big count, on many machines", "farandole.cli.scale"),
    Command("bench", "measure how many puzzles this machine solves in a second", "farandole.cli.bench"),
)

# What people type who don't know a command's name yet.
MEANT = {
    "answer": "solve", "run": "solve", "picture": "draw", "render": "draw", "print": "draw", "svg": "draw",
    "steps": "explain", "step": "explain", "help me": "hint", "tip": "hint", "grade": "rate", "difficulty": "rate",
    "score": "rate", "validate": "check", "verify": "check", "unique": "check", "export": "convert",
    "import": "convert", "translate": "convert", "count": "solve --count", "benchmark": "bench", "dlx": "cover",
    "generate": "make", "new": "make", "create": "make",
    "completion": "--completion bash", "movie": "film", "gif": "film", "animate": "film", "watch": "film",
    "web": "serve", "server": "serve", "page": "serve", "browser": "serve",
    "photo": "read", "scan": "read", "ocr": "read", "camera": "read",
    "ray": "scale", "dask": "scale", "cluster": "scale", "spread": "scale",
    "version": "--version", "-v": "--version", "-V": "--version", "-?": "--help", "-help": "--help", "/?": "--help",
}  # fmt: skip

EXAMPLES = """\
examples:
  farandole puzzle.txt  solve it: a file, a link, or the cells in quotes
  farandole hint puzzle.txt  where to look for the next step
  farandole draw puzzle.txt -o puzzle.svg  a picture of it

Each command has a help with examples of its own: farandole hint --help
"""


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of a command; ``run`` is the function that does what they ask for."""
    words = routed(spelled_out(_with_number(words)))
    arguments = parser_of(words[0]).parse_args(words)
    for several in ("puzzle", "puzzles"):
        if getattr(arguments, several, None) == []:
            setattr(arguments, several, ["-"])
    return arguments


def parser_of(name: str) -> argparse.ArgumentParser:
    """Make a parser that knows one command."""
    return parser([command for command in COMMANDS if command.name == name])


def parser(known: Sequence[Command] = COMMANDS) -> argparse.ArgumentParser:
    """Make the parser of all commands; for those that are not ``known`` it reads the name alone."""
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
        help="print what teaches a shell to complete this command: eval it in the shell's startup file",
    )
    parser._action_groups.append(parser._action_groups.pop(1))  # the commands come first, then the options
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        does = f"{command.does[0].upper()}{command.does[1:]}."
        below = commands.add_parser(command.name, prog=f"farandole {command.name}", help=command.does, description=does)
        if command in known:
            getattr(import_module(command.module), f"add_{command.name}")(below)
    return parser


class _Version(argparse.Action):
    """Print the version: reading the package's metadata takes a while, so only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"farandole {version('farandole')}")
        parser.exit()


class _Completion(argparse.Action):
    """Print the script that a shell needs for completion."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: object, shell: object, *_: object) -> NoReturn:
        from farandole.cli._completion import script

        print(script(str(shell)))
        parser.exit()


# ── From words to a command ─────────────────────────────────────────────────────────────────────────────────────


def routed(words: Sequence[str]) -> list[str]:
    """Find what words ask for: a command, or the solution of a puzzle, or help.

    Examples
    --------
    >>> routed([]), routed(["help", "draw"]), routed(["53..7...."]), routed(["--count", "-"])
    (['--help'], ['draw', '--help'], ['solve', '53..7....'], ['solve', '--count', '-'])
    """
    names = [command.name for command in COMMANDS]
    words = list(words)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    first = words[0] if words else "--help"
    options = ("-h", "--help", "--version", "--completion")
    is_option = len(first) > 1 and first != "--" and any(known.startswith(first.partition("=")[0]) for known in options)
    if first in names or is_option:
        return words or ["--help"]
    if first.startswith("-") and first not in ("-", "--"):
        if found := next((word for word in words if word in names), None):
            _refuse(f"expected the command first: farandole {found} {shorten(first)} ..., found {shorten(first)}")
        from farandole.cli._nearest import nearest

        meant = MEANT.get(first) or nearest(first, options)
        if len(words) > 1 or not meant:
            return ["solve", *words]
        _refuse(f"expected a command, a puzzle or an option, found {shorten(first)}; did you mean {meant}?")
    if not (first in ("-", "--") or os.path.exists(first[:4096]) or is_text(first) or _is_split(words)):
        _refuse(_neither(first, names))
    return ["solve", *words]


def _is_split(words: Sequence[str]) -> bool:
    """Return whether the first words are the pieces of a puzzle that lacked quotes."""
    pieces = list(takewhile(lambda word: not word.startswith("--"), words))
    try:
        return len(whole(pieces)) < len(pieces)
    except FormatError:
        return True


def _neither(word: str, names: Sequence[str]) -> str:
    """Say what is wrong with a word that is neither a command nor a puzzle."""
    from farandole.cli._nearest import nearest

    found = f"expected a command, a file, a link or the cells of a puzzle, found {shorten(word)!r}"
    meant = MEANT.get(word.lower()) or nearest(word, names)
    file = nearest_name(word)
    if file and (not meant or "." in word or os.sep in word):
        meant = file
    return f"{found}; did you mean {meant}?" if meant else f"{found}: no command and no file has that name"


def _refuse(message: str) -> NoReturn:
    Parser(prog="farandole").error(message)


def _with_number(words: Sequence[str]) -> list[str]:
    """Put the 1 that ``--cheapest`` stands for behind it: argparse would take the file for a K."""
    pairs = zip_longest(words, words[1:], fillvalue="")
    return [f"{word}=1" if word == "--cheapest" and not following.isdecimal() else word for word, following in pairs]


# ── Arguments that several commands take ────────────────────────────────────────────────────────────────────────


def add_puzzles(command: argparse.ArgumentParser, name: str = "puzzles") -> None:
    """Let a command take puzzles. If it takes one, it accepts several words: a shell may have split the puzzle."""
    text = "a file, a link, cells in quotes, or - for standard input; without any, what is pasted or piped"
    command.add_argument(name, nargs="*", metavar="PUZZLE", help=text)


def add_output(
    command: argparse._ActionsContainer,
    text: str = "write to FILE instead of standard output",
    *,
    is_usual: bool = True,
    required: bool = False,
) -> None:
    """Let a command write to a file; ``-`` is standard output, and None if that is where it usually writes."""
    kind = outputs.parse_output if is_usual else outputs.parse_file_name
    command.add_argument(
        "-o", "--output", type=kind, metavar="FILE", required=required, help=f"{text}; - is standard output"
    )


def add_force(
    command: argparse._ActionsContainer, text: str = "begin anew although a stopped command left FILE.part"
) -> None:
    """Let a command give up what an earlier one left."""
    command.add_argument("--force", action="store_true", help=text)


def add_lenient(command: argparse.ArgumentParser) -> None:
    """Let a command take puzzles of which it understands only a part."""
    command.add_argument("--lenient", action="store_true", help="pass over the parts of a link that aren't understood")


def add_language(command: argparse.ArgumentParser) -> None:
    """Let a command speak another language."""
    text = f"language of what is said: {' or '.join(LANGUAGES)} (default: what FARANDOLE_LANG says, else en)"
    command.add_argument("--lang", type=_language, metavar="LANG", help=text)


def _language(text: str) -> str:
    try:
        with use_language(text):
            return text
    except ArgumentError:
        said = ", ".join(f"{name} ({native})" for name, native in LANGUAGES.items())
        raise argparse.ArgumentTypeError(f"expected {said}; found {shorten(text)!r}") from None


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
    return _whole_number(text, INT64_MAX, "a whole number from 1 on, below 2**63")


def few(text: str) -> int:
    """Read how many threads or processes are to share the work."""
    return _whole_number(text, 1024)


def port(text: str) -> int:
    """Read the number of a port."""
    return _whole_number(text, 65535)


def duration(text: str) -> float:
    """Read a number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, found {shorten(text)!r}")
    return seconds


def _whole_number(text: str, most: int, expected: str = "") -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        found = repr(text) if len(text) <= 40 else f"{len(text)} characters"
        raise argparse.ArgumentTypeError(f"expected {expected or f'a whole number from 1 to {most}'}, found {found}")
    return number
