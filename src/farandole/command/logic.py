"""The commands that think as people do: ``farandole explain``, ``hint`` and ``rate``."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, TextIO

from farandole.command.arguments import add_output, add_puzzles, few
from farandole.command.input import all_scanned, one_puzzle
from farandole.command.output import NOT_ONE, SOLVED, complain, opened
from farandole.errors import FarandoleError, FormatError, shortened
from farandole.files.outputs import file_name, written
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.logic import Technique

Found = tuple[str, int, Puzzle | Exception]  # the source, the line, what is there
Row = dict[str, object]

EXPLAIN_EXAMPLES = """\
examples:
  farandole explain puzzle.txt                  every step to the solution, one line each
  farandole explain puzzle.txt --level proof    in sentences
  farandole explain puzzle.txt --until x-wing   up to the first X-wing, and the candidates left there
  farandole explain puzzle.txt --svg steps      a picture of each step, in the folder steps

exit status: 0 solved, or the technique of --until reached; 1 neither, or not exactly one solution; 2 bad input
"""

HINT_EXAMPLES = """\
examples:
  farandole hint puzzle.txt                     which technique, and where to look
  farandole hint puzzle.txt --level proof       all of it, in sentences
  farandole hint puzzle.txt --digits 1...2....  the digits entered so far; the hint names a wrong one first
  farandole hint pencilmarks.txt                the pencilmarks are your notes; the hint names a mistake in them first

exit status: 0 a hint; 1 none: the puzzle is solved, or doesn't have exactly one solution; 2 bad input
"""

RATE_EXAMPLES = """\
examples:
  farandole rate puzzles.txt                    a table: HoDoKu's score and class, Sudoku Explainer's ER EP ED, guesses
  farandole rate puzzles.txt --scale hodoku     one scale only: some are slower than others
  farandole rate puzzles.txt --json -o r.jsonl  JSON also counts how often each technique was used

exit status: 0 all rated, 1 some have no or several solutions, 2 bad input
"""

_LONGEST_NAME = 60  # of a technique; what is longer is none
_MOST_NEAREST = 5

LEVELS = ("name", "place", "digits", "proof")


def add_explain(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole explain`` takes."""
    command.epilog = EXPLAIN_EXAMPLES
    command.set_defaults(run=lambda arguments: _about_one(explain, arguments))
    add_puzzles(command, "puzzle")
    command.add_argument("--level", choices=LEVELS, default="digits", help="how much to say (default: digits)")
    command.add_argument(
        "--until", metavar="TECHNIQUE", help="stop before the first step of this technique, and show the board"
    )
    command.add_argument(
        "--svg", type=file_name, metavar="DIR", help="draw each step in the folder DIR, as 001.svg, 002.svg ..."
    )
    _add_unique(command)


def add_hint(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole hint`` takes."""
    command.epilog = HINT_EXAMPLES
    command.set_defaults(run=lambda arguments: _about_one(hint, arguments))
    add_puzzles(command, "puzzle")
    command.add_argument("--level", choices=LEVELS, default="place", help="how much to say (default: place)")
    command.add_argument("--digits", metavar="CELLS", help="the digits entered so far, cell by cell")
    command.add_argument("--svg", type=file_name, metavar="FILE", help="draw the hint in FILE")
    _add_unique(command)


def add_rate(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole rate`` takes."""
    command.epilog = RATE_EXAMPLES
    command.set_defaults(run=_rate_all)
    add_puzzles(command)
    command.add_argument(
        "--scale",
        action="append",
        choices=["hodoku", "explainer", "search"],
        help="use only this scale; repeat it for several",
    )
    command.add_argument("--json", action="store_true", help="write a line of JSON for each puzzle")
    add_output(command)
    command.add_argument("--threads", type=few, metavar="N", default=1, help="processes to use (default: 1)")


def _add_unique(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--not-unique", action="store_true", help="use no technique that assumes there is only one solution"
    )


def _about_one(answer: Callable[[Puzzle, argparse.Namespace, TextIO], bool], arguments: argparse.Namespace) -> int:
    return SOLVED if answer(one_puzzle(arguments.puzzle), arguments, sys.stdout) else NOT_ONE


def _rate_all(arguments: argparse.Namespace) -> int:
    with opened(arguments.output) as output:
        return rate(all_scanned(arguments.puzzles), arguments, output, complain)


def explain(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print the path; return whether it leads to the technique asked for, or to the solution if none is."""
    from farandole import logic
    from farandole.logic.wording.say import Detail, say
    from farandole.render import steps, terminal

    until = technique_of(arguments.until) if arguments.until else None
    if fault := logic.fault_of(puzzle):
        print(terminal.printable(str(fault)), file=output)
        return False
    board = logic.Board.of(puzzle)
    if arguments.svg:
        os.makedirs(arguments.svg, exist_ok=True)
    style = terminal.Style.of(output)
    is_there = False
    for number, step in enumerate(logic.explain(board, assume_unique=not arguments.not_unique), 1):
        if is_there := step.technique is until:
            break
        said = say(step, board.geometry, Detail[arguments.level.upper()])
        print(style.fold(f"{number:3}  {terminal.printable(said)}", " " * 5), file=output)
        if arguments.svg:
            with written(os.path.join(arguments.svg, f"{number:03}.svg")) as file:
                file.write(steps.draw(step, board).encode())
    masks = board.masks if board.n_open else ()
    drawing = terminal.draw(puzzle.grid, board.values, givens=puzzle.givens, candidates=masks, style=style)
    print("\n".join(drawing), file=output)
    if board.n_open and not is_there:
        print("No technique finds a further step.", file=output)
    if until is None:
        return not board.n_open
    if not is_there:
        print(_why_never(until, arguments), file=output)
    return is_there


def _why_never(technique: Technique, arguments: argparse.Namespace) -> str:
    from farandole import logic

    if technique not in logic.TECHNIQUES:
        return f"{technique.name} never comes: it is not among the techniques that explain uses."
    if technique.assumes_unique and arguments.not_unique:
        return f"{technique.name} never comes: it holds only because there is one solution."
    return f"{technique.name} never comes: other techniques find every step."


def hint(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print a hint; return whether there was one."""
    from farandole import logic
    from farandole.logic.wording.say import Detail
    from farandole.render import steps, terminal

    notes = puzzle.pencilmarks if any(puzzle.givens) else None
    bare = replace(puzzle, pencilmarks=None) if notes else puzzle
    told = logic.hint(bare, arguments.digits, notes=notes, assume_unique=not arguments.not_unique)
    said = terminal.printable(told.say(Detail[arguments.level.upper()]))
    print(terminal.Style.of(output).fold(said), file=output)
    if arguments.svg and told.step:
        with written(arguments.svg) as file:
            file.write(steps.draw(told.step, told.board).encode())
    return bool(told.step or told.wrong or told.missed)


def technique_of(name: str) -> Technique:
    """Find a technique by its name, an alias, or either with other spelling.

    Raises
    ------
    FormatError
        If there is none.
    """
    from farandole import logic

    def plain(text: str) -> str:
        return "".join(filter(str.isalnum, text.lower()))

    techniques = (*logic.TECHNIQUES, *logic.EXTRA)
    names = {plain(known): known for technique in techniques for known in (technique.name, *technique.aliases)}
    for technique in techniques:
        if plain(name) in map(plain, (technique.name, *technique.aliases)):
            return technique
    wanted = plain(name)[:_LONGEST_NAME]
    near = [known for known in names if wanted and wanted in known]
    near += [known for known in get_close_matches(wanted, names) if known not in near]
    maybe = f"; the nearest: {', '.join(names[known] for known in near[:_MOST_NEAREST])}" if near else ""
    raise FormatError(f"--until: expected the name of a technique, found {shortened(name)!r}{maybe}")


def rate(found: Iterable[Found], arguments: argparse.Namespace, output: TextIO, complain: Callable[[str], None]) -> int:
    """Write a row for each puzzle; return the worst that happened: 0, 1 for not one solution, 2 for bad input."""
    scales = tuple(arguments.scale or ("hodoku", "explainer", "search"))
    worst = 0
    writer = None
    with closing(_rows(found, scales, arguments.threads)) as rows:
        for row in rows:
            if "error" in row:
                complain(str(row["error"]))
                worst = 2
                continue
            worst = max(worst, int(row["verdict"] != "solved"))
            if arguments.json:
                print(json.dumps(row), file=output, flush=True)  # at once: the next may take long
                continue
            del row["steps"]
            if writer is None:
                writer = csv.DictWriter(output, list(row), lineterminator="\n")
                writer.writeheader()
            document = row["puzzle"]
            writer.writerow(row | {"puzzle": document if isinstance(document, str) else json.dumps(document)})
            output.flush()
    return worst


def _rows(found: Iterable[Found], scales: tuple[str, ...], threads: int) -> Generator[Row, None, None]:
    """Rate each puzzle, in order; several at a time in processes of their own."""
    jobs = ((name, line, entry, scales) for name, line, entry in found)
    if threads == 1:
        yield from map(row_of, jobs)
        return
    from farandole.command.workers import Died, shared_out

    with closing(shared_out(row_of, jobs, threads)) as done:
        for (name, line, *_), row in done:
            if isinstance(row, Died):
                row = {"error": f"{name}: line {line}: not rated: its process {row}"}
            yield row


def row_of(job: tuple[str, int, Puzzle | Exception, tuple[str, ...]]) -> Row:
    """Rate a puzzle: the row that is shown for it."""
    name, line, puzzle, scales = job
    if not isinstance(puzzle, Puzzle):
        return {"error": f"{name}: {puzzle}"}
    try:
        return _rated(puzzle, scales)
    except FarandoleError as error:
        return {"error": f"{name}: line {line}: not rated: {error}"}
    except MemoryError:
        return {"error": f"{name}: line {line}: not rated: there is not enough memory"}


def _rated(puzzle: Puzzle, scales: tuple[str, ...]) -> Row:
    """Rate a puzzle: the row that is shown for it."""
    from farandole import logic
    from farandole.formats import whole

    rating = logic.rate(puzzle, scales=scales)
    row: Row = {"puzzle": whole(puzzle), "verdict": {0: "none", 1: "solved"}.get(rating.n_solutions, "several")}
    score = rating.hodoku if "hodoku" in rating.scales else None
    explainer = rating.explainer if "explainer" in rating.scales else None
    if "hodoku" in scales:
        row |= {
            "score": score.score if score else None,
            "level": score.level.name.lower() if score else None,
            "hardest": score.hardest.name if score and score.hardest else None,
        }
    if "explainer" in scales:
        row |= dict(zip(("er", "ep", "ed"), explainer[:3] if explainer else (None,) * 3, strict=True))
    if "search" in scales:
        row["guesses"] = rating.guesses if "search" in rating.scales else None
    row["steps"] = {technique.name: n for technique, n in score.steps.items()} if score else {}
    return row
