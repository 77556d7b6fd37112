"""What the first word of a command line is: a command, an option, a puzzle, or a mistyped word. Decided once, here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import takewhile
from typing import NoReturn

from farandole.cli._commands import COMMANDS
from farandole.cli._parser import Parser
from farandole.errors import shorten
from farandole.io.argument import find_text, join_pieces, nearest_name, replace_dashes

NAMES = tuple(command.name for command in COMMANDS)
OPTIONS = ("-h", "--help", "--version", "--completion")

OLD_COMMANDS = {
    "dedupe": ("data", "dedupe"),
    "dataset": ("data", "dataset"),
    "scale": ("data", "scale"),
    "film": ("draw", "--film"),
}
"""Former commands, which still work, and the words that now do the same."""

# Words that people type who don't know the name of a command.
MEANT = {
    "answer": "solve", "run": "solve", "picture": "draw", "render": "draw", "print": "draw", "svg": "draw",
    "steps": "explain", "step": "explain", "help me": "hint", "tip": "hint", "grade": "rate", "difficulty": "rate",
    "score": "rate", "validate": "check", "verify": "check", "unique": "check", "export": "convert",
    "import": "convert", "translate": "convert", "count": "solve --count", "benchmark": "bench", "dlx": "cover",
    "minimise": "minimize", "reduce": "minimize", "fill": "complete", "finish": "complete",
    "generate": "make", "new": "make", "create": "make",
    "completion": "--completion bash", "movie": "draw --film", "gif": "draw --film", "animate": "draw --film",
    "watch": "draw --film", "web": "serve", "server": "serve", "page": "serve", "browser": "serve",
    "photo": "read", "scan": "read", "ocr": "read", "camera": "read",
    "deduplicate": "data dedupe", "duplicates": "data dedupe",
    "ray": "data scale", "dask": "data scale", "cluster": "data scale", "spread": "data scale",
    "version": "--version", "-v": "--version", "-V": "--version", "-?": "--help", "-help": "--help", "/?": "--help",
}  # fmt: skip


def find_command(words: Sequence[str]) -> list[str]:
    """Return a command line with the name of its command first.

    A puzzle alone is solved. Its text is a `PuzzleText`, so that nothing later asks again what it is.

    Raises
    ------
    FormatError
        If the first words are the pieces of a puzzle without quotes, and some are missing.
    SystemExit
        If the first word is none of these; a message on standard error says which one was probably meant.

    Examples
    --------
    >>> find_command([]), find_command(["help", "draw"]), find_command(["dedupe", "a.txt"])
    (['--help'], ['draw', '--help'], ['data', 'dedupe', 'a.txt'])
    >>> find_command(["53..7...."]), find_command(["--count", "-"])
    (['solve', '53..7....'], ['solve', '--count', '-'])
    """
    words = replace_dashes(words)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    first, *others = words or ["--help"]
    if first in OLD_COMMANDS:
        return [*OLD_COMMANDS[first], *others]
    if first in NAMES or _is_option(first):
        return [first, *others]
    if first.startswith("-") and first not in ("-", "--"):
        _expect_option_of_solve(first, others)
        return ["solve", first, *others]
    if puzzle := _find_puzzle(words):
        return ["solve", *puzzle]
    return _fail(_explain_unknown(first))


def _is_option(word: str) -> bool:
    """Return whether a word is an option of the command without a name, perhaps abbreviated."""
    return len(word) > 1 and word != "--" and any(option.startswith(word.partition("=")[0]) for option in OPTIONS)


def _expect_option_of_solve(first: str, others: Sequence[str]) -> None:
    """Refuse an option before a command, and a mistyped option of the command without a name."""
    if command := next((word for word in others if word in NAMES), None):
        _fail(f"expected the command first: farandole {command} {shorten(first)} ..., found {shorten(first)}")
    from farandole.cli._nearest import nearest

    meant = MEANT.get(first) or nearest(first, OPTIONS)
    if meant and not others:
        _fail(f"expected a command, a puzzle or an option, found {shorten(first)}; did you mean {meant}?")


def _find_puzzle(words: Sequence[str]) -> list[str] | None:
    """Return words that begin with a puzzle, its text recognized; None if they begin with something else."""
    first, *others = words
    if first in ("-", "--") or os.path.exists(first[:4096]):
        return list(words)
    pieces = list(takewhile(lambda word: not word.startswith("--"), words))
    joined = join_pieces(pieces)
    if len(joined) < len(pieces):
        return [*joined, *words[len(pieces) :]]
    text = find_text(first)
    return [text, *others] if text else None


def _explain_unknown(word: str) -> str:
    """Say what is wrong with a word that is neither a command nor a puzzle."""
    from farandole.cli._nearest import nearest

    meant = MEANT.get(word.lower()) or nearest(word, (*NAMES, *OLD_COMMANDS))
    file = nearest_name(word)
    if file and (not meant or "." in word or os.sep in word):
        meant = file
    meant = " ".join(OLD_COMMANDS.get(meant or "", (meant or "",)))
    expected = f"expected a command, a file, a link or the cells of a puzzle, found {shorten(word)!r}"
    if meant:
        return f"{expected}; did you mean {meant}?"
    return f"{expected}: no command and no file has that name; run farandole without arguments to see all commands"


def _fail(message: str) -> NoReturn:
    Parser(prog="farandole").error(message)
