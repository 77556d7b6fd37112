"""Arguments that several commands take, and how their values are read."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from farandole import outputs
from farandole.errors import ArgumentError, shorten
from farandole.i18n import LANGUAGES, use_language
from farandole.limits import INT64_MAX
from farandole.render.page_sizes import PAPERS, PER_PAGE


def add_puzzles(command: argparse.ArgumentParser, name: str = "puzzles") -> None:
    """Let a command take puzzles. One puzzle may be several words, because the shell splits a puzzle without quotes."""
    text = "a file, a link, or cells in quotes; - or nothing for standard input, where a puzzle can be pasted"
    command.add_argument(name, nargs="*", metavar="PUZZLE", help=text)


def add_output(
    command: argparse._ActionsContainer,
    text: str = "write to FILE instead of standard output",
    *,
    is_usual: bool = True,
    required: bool = False,
) -> None:
    """Let a command write to a file. ``-`` is standard output, read as None if the command usually writes there."""
    kind = outputs.parse_output if is_usual else outputs.parse_file_name
    command.add_argument(
        "-o", "--output", type=kind, metavar="FILE", required=required, help=f"{text}; - is standard output"
    )


def add_force(
    command: argparse._ActionsContainer, text: str = "start again even if a stopped command has left FILE.part"
) -> None:
    """Let a command discard what an earlier one has left."""
    command.add_argument("--force", action="store_true", help=text)


def add_target(command: argparse.ArgumentParser, formats: Sequence[str], default: str, more: str = "") -> None:
    """Let a command write puzzles into a file, in one of these formats."""
    text = f"the format: {', '.join(formats[:-1])} or {formats[-1]}{more} (default: {default})"
    command.add_argument("--to", choices=formats, metavar="FORMAT", help=text)
    add_output(command, "write to FILE; its ending chooses the format: .txt .sdm .sdk .json .jsonl")
    add_force(command)


def add_lenient(command: argparse.ArgumentParser) -> None:
    """Let a command read links that it understands only in part, and choose the reading of a drawing."""
    command.add_argument("--lenient", action="store_true", help="ignore parts of a link that are not understood")
    add_reading(command)


def add_reading(command: argparse.ArgumentParser) -> None:
    """Let a command choose which rules a drawing stands for."""
    command.add_argument(
        "--reading",
        type=read_small_count,
        metavar="N",
        help="if a drawing can stand for several sets of rules: take the Nth of those that the error lists",
    )


def add_language(command: argparse.ArgumentParser) -> None:
    """Let a command use another language."""
    text = f"language of the output: {' or '.join(LANGUAGES)} (default: FARANDOLE_LANG, or else en)"
    command.add_argument("--lang", type=_language, metavar="LANG", help=text)


def _language(text: str) -> str:
    try:
        with use_language(text):
            return text
    except ArgumentError:
        expected = ", ".join(f"{name} ({native})" for name, native in LANGUAGES.items())
        raise argparse.ArgumentTypeError(f"expected {expected}; found {shorten(text)!r}") from None


def add_paper(command: argparse._ActionsContainer) -> None:
    """Let a command choose its pages."""
    text = "puzzles per page (default: as many as have cells to write in, such as 4 of 9x9, 12 of 4x4, 1 of 16x16)"
    command.add_argument("--per-page", type=int, choices=[*PER_PAGE], help=text)
    command.add_argument("--paper", choices=[*PAPERS], default="a4", help="size of the pages (default: a4)")


def add_limit(command: argparse.ArgumentParser, answers: str) -> None:
    """Let a command stop early."""
    command.add_argument(
        "--limit",
        type=read_count,
        metavar="N",
        help=f"stop after N {answers} (default: 2, or no limit with --count and --all)",
    )


def read_count(text: str) -> int:
    """Read a positive whole number."""
    return _whole_number(text, INT64_MAX, "a whole number from 1 to 2**63 - 1")


def read_small_count(text: str) -> int:
    """Read a whole number from 1 to 1024, such as a number of threads."""
    return _whole_number(text, 1024)


def read_port(text: str) -> int:
    """Read the number of a port."""
    return _whole_number(text, 65535)


def read_seconds(text: str) -> float:
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
