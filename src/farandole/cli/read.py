"""The command ``farandole read``: puzzles from photos, screenshots, scans and PDF documents."""

from __future__ import annotations

import argparse
import io
import json
import os
from collections.abc import Iterator, Sequence

from farandole import outputs
from farandole.cli._arguments import add_force, add_output, read_count
from farandole.cli._output import BAD_INPUT, NOT_ONE, SOLVED, name_overlays, open_text_output, report_error
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import write
from farandole.io.endings import choose_format
from farandole.io.source import read_photo
from farandole.photo import Reading
from farandole.puzzle import Puzzle

EXAMPLES = """\
examples:
  farandole read photo.jpg                      the puzzle in a line, and how sure the reading is
  farandole read photo.jpg -o puzzle.json       any shape; the other commands read this, and photos too
  farandole read photo.jpg --overlay seen.png   the photo with the digits drawn over it, doubtful cells in red
  farandole read *.jpg -o puzzles.txt           many photos, a line each
  farandole read book.pdf --page 12 --index 2   the second puzzle on a page

It needs more packages: pip install 'farandole[photo]'

exit status: 0 all read, 1 some don't have exactly one solution, 2 some can't be read
"""


def add_read(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=read)
    command.add_argument("puzzles", nargs="*", metavar="PHOTO", help="a picture or a PDF document; - is standard input")
    add_output(command, "write to FILE: JSON if its name ends in .json or .jsonl, or else a line for each puzzle")
    add_force(command, "start again even if a stopped command has left FILE.part; replace pictures in a folder")
    command.add_argument(
        "--overlay",
        metavar="FILE",
        help="draw the digits over the photo: a name in .png or .jpg, or a folder",
    )
    command.add_argument(
        "--json", action="store_true", help="print a JSON object for each photo, with all that is known"
    )
    command.add_argument("--index", type=read_count, metavar="N", help="which puzzle, if a photo shows several")
    command.add_argument("--page", type=read_count, metavar="N", help="the page of a PDF document (default: 1)")


def read(arguments: argparse.Namespace) -> int:
    """Read all photos; return the exit status."""
    overlay = _check_overlay(arguments)
    format = choose_format("read", arguments.output, asked="json" if arguments.json else None)
    status = SOLVED
    with open_text_output(arguments.output, force=arguments.force) as output:
        for name, reading in _read_all(arguments):
            if reading is None:
                status = BAD_INPUT
                continue
            if arguments.json:
                print(json.dumps({"photo": name, **reading.document()}, ensure_ascii=False), file=output)
            else:
                print(
                    write_line(reading.puzzle, is_json=format == "json", is_one=len(arguments.puzzles) == 1),
                    file=output,
                )
            output.flush()
            report_error(f"{name}: read {reading}")
            if reading.n_solutions != 1 and status == SOLVED:
                status = NOT_ONE
            if overlay:
                _draw_overlay(reading, name, overlay)
    return status


def _read_all(arguments: argparse.Namespace) -> Iterator[tuple[str, Reading | None]]:
    """Yield the reading of each photo; None, after an error is printed, if it can't be read."""
    for name in arguments.puzzles:
        try:
            yield name, read_photo(name, index=arguments.index, page=arguments.page)
        except (FarandoleError, OSError) as error:
            if len(arguments.puzzles) == 1:
                raise
            where = "" if isinstance(error, FarandoleError) else f"{name}: "
            report_error(f"{where}{error.strerror or error}" if isinstance(error, OSError) else str(error))
            yield name, None


def write_line(puzzle: Puzzle, *, is_json: bool, is_one: bool = False) -> str:
    """Write a puzzle in a line, or as JSON if a line cannot express it."""
    if not is_json:
        try:
            return write(puzzle, "line").rstrip("\n")
        except (FormatError, PuzzleError):
            pass
    text = write(puzzle, "json")
    return text.rstrip("\n") if is_one and is_json else json.dumps(json.loads(text))


# ── Pictures over photos ────────────────────────────────────────────────────────────────────────────────────────


def _check_overlay(arguments: argparse.Namespace) -> str | None:
    """Check the name of the picture before anything is read."""
    name: str | None = arguments.overlay
    if name is None:
        return None
    if os.path.isdir(name):
        _expect_no_file(name, arguments.puzzles, force=arguments.force)
        return name
    if len(arguments.puzzles) > 1:
        raise FormatError(f"{name}: expected a folder for the pictures of {len(arguments.puzzles)} photos")
    _choose_kind(name)
    return name


def _expect_no_file(folder: str, photos: Sequence[str], *, force: bool) -> None:
    """Refuse to replace a picture in a folder, and to draw two photos into one picture."""
    drawn: dict[str, str] = {}
    for photo, name in zip(photos, name_overlays(folder, photos), strict=True):
        if os.path.realpath(drawn.setdefault(name, photo)) != os.path.realpath(photo):
            raise FormatError(f"--overlay {name}: expected one photo for it, found {drawn[name]} and {photo}")
        if os.path.exists(name) and not force:
            raise FormatError(
                f"--overlay {name}: expected no picture of that name in the folder, found one; --force replaces it"
            )


def _choose_kind(name: str) -> str:
    return choose_format("overlay", name, prefix="--overlay ").upper()


def _draw_overlay(reading: Reading, photo: str, overlay: str) -> None:
    name = overlay
    if os.path.isdir(overlay):
        [name] = name_overlays(overlay, [photo])
    file = io.BytesIO()
    reading.overlay().save(file, _choose_kind(name))
    with outputs.open_output(name) as binary:
        binary.write(file.getvalue())
