"""The output, the error messages and the exit statuses of commands."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from farandole import outputs
from farandole.io.endings import choose_format
from farandole.io.source import compressor
from farandole.render.terminal import printable

SOLVED, NOT_ONE, BAD_INPUT, STOPPED, TERMINATED = 0, 1, 2, 130, 143
"""Exit statuses: exactly one solution; none or several; bad input; after Ctrl-C; after SIGTERM."""


MOST_ERRORS = 10  # errors of rows that are printed one by one


@contextmanager
def open_text_output(name: str | None, *, force: bool = False) -> Iterator[TextIO]:
    """Open standard output, or a file. Until the file is complete, its name ends in ``.part``."""
    if name is None or name == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    module = compressor(name)
    with outputs.open_output(name, keeps=True, force=force) as plain:
        binary = plain if module is None else module.open(plain, "wb")
        with io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            yield file


# ── Error messages ───────────────────────────────────────────────────────────────────────────────────────────────


def report_error(message: str) -> None:
    """Print a one-line error to stderr."""
    try:
        sys.stdout.flush()
    except OSError:
        outputs.discard_stream(sys.stdout)
    outputs.print_error(f"farandole: {printable(message)}\n")


class FirstErrors:
    """Reports the first errors of many; then says that the others are only counted, as the summary does.

    Parameters
    ----------
    where : str
        What lists them all, in words, if there is something.
    """

    def __init__(self, where: str = "") -> None:
        self.n = 0
        self._where = f": {where}" if where else ""

    @classmethod
    def of_log(cls, bad: str | None) -> FirstErrors:
        """Report the first errors of a command with ``--bad``, whose file lists them all."""
        return cls(f"{bad} has them all" if bad else "--bad FILE lists them all")

    def report(self, message: str) -> None:
        """Print an error, unless many have been printed."""
        self.n += 1
        if self.n <= MOST_ERRORS:
            report_error(message)
        elif self.n == MOST_ERRORS + 1:
            report_error(f"more errors are only counted{self._where}")

    def report_number(self) -> None:
        """Say how many there were, where no summary does."""
        if self.n > MOST_ERRORS:
            report_error(f"{self.n:,} errors in all")


@contextmanager
def open_error_log(bad: str | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints the first errors to stderr, and all to the file of bad puzzles if there is one."""
    if bad is not None:
        choose_format("bad", bad, prefix="--bad ")
    first = FirstErrors.of_log(bad)
    with outputs.open_truncated(bad or os.devnull) as file:

        def report(fault: str) -> None:
            first.report(fault)
            file.write_all(f"{printable(fault)}\n".encode())

        yield report
    first.report_number()


# ── Which files a command reads and writes ──────────────────────────────────────────────────────────────────────


def check_distinct_files(arguments: argparse.Namespace) -> None:
    """Refuse to write a file that is also read, or to write it twice; see `outputs.check_distinct_files`."""
    outputs.check_distinct_files(_list_inputs(arguments), list_replaced(arguments), list_written_in_place(arguments))


def _list_inputs(arguments: argparse.Namespace) -> list[str]:
    """List the arguments that a command reads: names of files, and texts of puzzles."""
    given = vars(arguments)
    named = [given[option] for option in ("file", "near") if given.get(option) is not None]
    return [*given.get("puzzles", ()), *given.get("puzzle", ()), *named]


def list_replaced(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """List the files that a command writes as a part first, each with the option that names it."""
    given = vars(arguments)
    output, svg = given.get("output"), given.get("svg")
    files = [] if output in (None, "-") else [("-o", output)]
    if svg not in (None, "-"):
        from glob import escape as glob_escape  # few commands write pictures
        from glob import glob

        steps = sorted(glob(os.path.join(glob_escape(svg), "[0-9]*.svg")))
        files += [("--svg", name) for name in (steps if os.path.isdir(svg) else [svg])]
    overlay = given.get("overlay")
    if overlay is not None and os.path.isdir(overlay):
        return [*files, *(("--overlay", name) for name in name_overlays(overlay, given["puzzles"]))]
    return files if overlay is None else [*files, ("--overlay", overlay)]


def name_overlays(folder: str, photos: Sequence[str]) -> list[str]:
    """Name the pictures in a folder that are drawn over photos."""
    stems = ("photo" if photo == "-" else os.path.splitext(os.path.basename(photo))[0] for photo in photos)
    return [os.path.join(folder, f"{stem}.png") for stem in stems]


def list_written_in_place(arguments: argparse.Namespace) -> list[tuple[str, str | None]]:
    """List the files that a command writes directly; None is standard output."""
    given = vars(arguments)
    bad = [] if given.get("bad") is None else [("--bad", given["bad"])]
    return [*bad, *([("", None)] if given.get("output") in (None, "-") else [])]
