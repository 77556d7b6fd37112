"""Where a command writes, how it complains, and the exit status with which it ends."""

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


@contextmanager
def opened(name: str | None, *, force: bool = False) -> Iterator[TextIO]:
    """Open standard output, or a file that has its name only once it is complete (before, ``.part`` follows it)."""
    if name is None or name == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    module = compressor(name)
    with outputs.open_output(name, keeps=True, force=force) as plain:
        binary = plain if module is None else module.open(plain, "wb")
        with io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            yield file


# ── What is wrong ───────────────────────────────────────────────────────────────────────────────────────────────


def complain(message: str) -> None:
    """Say in a line of standard error what is wrong."""
    try:
        sys.stdout.flush()
    except OSError:
        outputs.discard_stream(sys.stdout)
    outputs.print_error(f"farandole: {printable(message)}\n")


@contextmanager
def complaints(bad: str | None) -> Iterator[Callable[[str], None]]:
    """Complain on standard error, and in the file of bad puzzles, if there is one."""
    if bad is not None:
        choose_format("bad", bad, said="--bad ")
    with outputs.open_truncated(bad or os.devnull) as file:

        def complain_twice(fault: str) -> None:
            complain(fault)
            file.write_all(f"{printable(fault)}\n".encode())

        yield complain_twice


# ── Which files a command reads and writes ──────────────────────────────────────────────────────────────────────


def keep_apart(arguments: argparse.Namespace) -> None:
    """Refuse to write a file that is read, and to write one in two ways; see `outputs.keep_apart`."""
    outputs.check_distinct_files(_read(arguments), replaced(arguments), written_in_place(arguments))


def _read(arguments: argparse.Namespace) -> list[str]:
    """List the files that a command reads; some may be texts of puzzles."""
    given = vars(arguments)
    named = [given[option] for option in ("file", "near") if given.get(option) is not None]
    return [*given.get("puzzles", ()), *given.get("puzzle", ()), *named]


def replaced(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """List the files that a command writes by way of a part, each with the option that names it."""
    given = vars(arguments)
    output, svg = given.get("output"), given.get("svg")
    replaced = [] if output in (None, "-") else [("-o", output)]
    if svg not in (None, "-"):
        from glob import escape as glob_escape  # few commands write pictures
        from glob import glob

        steps = sorted(glob(os.path.join(glob_escape(svg), "[0-9]*.svg")))
        replaced += [("--svg", name) for name in (steps if os.path.isdir(svg) else [svg])]
    overlay = given.get("overlay")
    if overlay is not None and os.path.isdir(overlay):
        return [*replaced, *(("--overlay", name) for name in overlays(overlay, given["puzzles"]))]
    return replaced if overlay is None else [*replaced, ("--overlay", overlay)]


def overlays(folder: str, photos: Sequence[str]) -> list[str]:
    """Name the pictures that are drawn over photos, in a folder."""
    stems = ("photo" if photo == "-" else os.path.splitext(os.path.basename(photo))[0] for photo in photos)
    return [os.path.join(folder, f"{stem}.png") for stem in stems]


def written_in_place(arguments: argparse.Namespace) -> list[tuple[str, str | None]]:
    """List the files that a command writes as they are; None is standard output."""
    given = vars(arguments)
    bad = [] if given.get("bad") is None else [("--bad", given["bad"])]
    return [*bad, *([("", None)] if given.get("output") in (None, "-") else [])]
