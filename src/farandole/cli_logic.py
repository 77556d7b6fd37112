"""The commands that think as people do: ``farandole explain``, ``hint`` and ``rate``."""

from __future__ import annotations

import argparse
import csv
import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from typing import Any, TextIO

from farandole.errors import FormatError
from farandole.puzzle import Puzzle

Found = tuple[str, Puzzle | Exception]
Row = dict[str, object]

EXPLAIN_EXAMPLES = """\
examples:
  farandole explain puzzle.txt                  every step to the solution, in a line each
  farandole explain puzzle.txt --level proof    in sentences
  farandole explain puzzle.txt --until x-wing   up to the first X-wing, and the candidates left there
  farandole explain puzzle.txt --svg steps      a picture of each step, in the folder steps

exit status: 0 solved, 1 not solved by these techniques, or not exactly one solution, 2 bad input
"""

HINT_EXAMPLES = """\
examples:
  farandole hint puzzle.txt                     which technique, and where to look
  farandole hint puzzle.txt --level proof       all of it, in sentences
  farandole hint puzzle.txt --digits 1...2....  the digits entered so far; a wrong one is told first
  farandole hint pencilmarks.txt                candidates struck so far are notes; a wrong one is told first

exit status: 0 a hint, 1 none to give: solved, or not exactly one solution, 2 bad input
"""

RATE_EXAMPLES = """\
examples:
  farandole rate puzzles.txt                    a table: HoDoKu's score and class, Sudoku Explainer's ER EP ED, guesses
  farandole rate puzzles.txt --scale hodoku     one scale only: some are slower than others
  farandole rate puzzles.txt --json -o r.jsonl  with how often each technique was used

exit status: 0 all rated, 1 some have no or several solutions, 2 bad input
"""

LEVELS = ("name", "place", "digits", "proof")


def add_explain(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole explain`` takes."""
    _add_puzzle(command)
    command.add_argument("--level", choices=LEVELS, default="digits", help="how much is told (default: digits)")
    command.add_argument("--until", metavar="TECHNIQUE", help="stop before the first step of this technique")
    command.add_argument("--svg", metavar="DIR", help="draw each step there, as 001.svg, 002.svg ...")
    _add_unique(command)


def add_hint(command: argparse.ArgumentParser) -> None:
    """Tell the parser what ``farandole hint`` takes."""
    _add_puzzle(command)
    command.add_argument("--level", choices=LEVELS, default="place", help="how much is told (default: place)")
    command.add_argument("--digits", metavar="CELLS", help="the digits entered so far, cell by cell")
    command.add_argument("--svg", metavar="FILE", help="draw it there")
    _add_unique(command)


def add_rate(command: argparse.ArgumentParser, positive: Callable[[str], int]) -> None:
    """Tell the parser what ``farandole rate`` takes."""
    command.add_argument("puzzles", nargs="+", metavar="PUZZLE", help="cells, a link, a file, or - for standard input")
    command.add_argument("--scale", action="append", choices=["hodoku", "explainer", "search"], help="just this scale")
    command.add_argument("--json", action="store_true", help="write a JSON object for each puzzle, on a line")
    command.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")
    command.add_argument("--threads", type=positive, metavar="N", default=1, help="processes to use (default: 1)")


def _add_puzzle(command: argparse.ArgumentParser) -> None:
    command.add_argument("puzzle", nargs="+", metavar="PUZZLE", help="cells, a link, a file, or - for standard input")


def _add_unique(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--not-unique", action="store_true", help="no techniques that hold only because there is one solution"
    )


def explain(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print the path; return whether it leads to the solution, or to the technique asked for."""
    from farandole import logic
    from farandole.logic.words import Detail, say
    from farandole.render import steps, terminal

    until = technique_of(arguments.until) if arguments.until else None
    if fault := logic.fault_of(puzzle):
        print(fault, file=output)
        return False
    board = logic.Board.of(puzzle)
    if arguments.svg:
        os.makedirs(arguments.svg, exist_ok=True)
    style = terminal.Style.of(output)
    for number, step in enumerate(logic.explain(board, assume_unique=not arguments.not_unique), 1):
        if step.technique is until:
            break
        said = say(step, board.frame, Detail[arguments.level.upper()])
        print(style.fold(f"{number:3}  {said}", " " * 5), file=output)
        if arguments.svg:
            with open(os.path.join(arguments.svg, f"{number:03}.svg"), "w", encoding="utf-8") as file:
                file.write(steps.draw(step, board))
    print("\n".join(terminal.draw(puzzle.grid, board.values, givens=puzzle.givens, style=style)), file=output)
    if board.n_open and until is None:
        print("No technique finds a further step.", file=output)
    return not board.n_open or until is not None


def hint(puzzle: Puzzle, arguments: argparse.Namespace, output: TextIO) -> bool:
    """Print a hint; return whether there was one."""
    from farandole import logic
    from farandole.logic.words import Detail
    from farandole.render import steps, terminal

    notes = puzzle.pencilmarks if any(puzzle.givens) else None
    bare = replace(puzzle, pencilmarks=None) if notes else puzzle
    told = logic.hint(bare, arguments.digits, notes=notes, assume_unique=not arguments.not_unique)
    print(terminal.Style.of(output).fold(told.say(Detail[arguments.level.upper()])), file=output)
    if arguments.svg and told.step:
        with open(arguments.svg, "w", encoding="utf-8") as file:
            file.write(steps.draw(told.step, told.board))
    return bool(told.step or told.wrong or told.missed)


def technique_of(name: str) -> Any:
    """Find a technique by its name, an alias, or either with other spelling.

    Raises
    ------
    FormatError
        If there is none.
    """
    from farandole import logic

    def plain(text: str) -> str:
        return "".join(filter(str.isalnum, text.lower()))

    for technique in (*logic.TECHNIQUES, *logic.EXTRA):
        if plain(name) in map(plain, (technique.name, *technique.aliases)):
            return technique
    near = [each.name for each in (*logic.TECHNIQUES, *logic.EXTRA) if plain(name) in plain(each.name)]
    maybe = f"; {', '.join(near[:5])} among them" if near else ""
    raise FormatError(f"--until: the name of a technique expected{maybe}, {name!r} found")


def rate(found: Iterable[Found], arguments: argparse.Namespace, output: TextIO, complain: Callable[[str], None]) -> int:
    """Write a row for each puzzle; return the worst that happened: 0, 1 for not one solution, 2 for bad input."""
    scales = tuple(arguments.scale or ("hodoku", "explainer", "search"))
    worst = 0
    writer = None
    for row in _rows(found, scales, arguments.threads):
        if "error" in row:
            complain(str(row["error"]))
            worst = 2
            continue
        worst = max(worst, int(row["verdict"] != "solved"))
        if arguments.json:
            print(json.dumps(row), file=output)
            continue
        del row["steps"]
        if writer is None:
            writer = csv.DictWriter(output, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return worst


def _rows(found: Iterable[Found], scales: tuple[str, ...], threads: int) -> Generator[Row, None, None]:
    """Rate each puzzle, in order; several at a time in processes of their own, for Python has one thread of thought."""
    jobs = ((name, entry, scales) for name, entry in found)
    if threads == 1:
        yield from map(_row, jobs)
        return
    from concurrent.futures import Future, ProcessPoolExecutor

    pool = ProcessPoolExecutor(threads)
    try:
        waiting: deque[Future[Row]] = deque()
        for job in jobs:
            waiting.append(pool.submit(_row, job))
            if len(waiting) > 16 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts does not want to wait for what has not begun


def _row(job: tuple[str, Puzzle | Exception, tuple[str, ...]]) -> Row:
    from farandole import logic

    name, puzzle, scales = job
    if not isinstance(puzzle, Puzzle):
        return {"error": f"{name}: {puzzle}"}
    rating = logic.rate(puzzle, scales=scales)
    row: Row = {"puzzle": puzzle.line, "verdict": {0: "none", 1: "solved"}.get(rating.n_solutions, "several")}
    score, explainer = rating.hodoku, rating.explainer
    if "hodoku" in scales:
        row |= {
            "score": score.score if score else None,
            "level": score.level.name.lower() if score else None,
            "hardest": score.hardest.name if score and score.hardest else None,
        }
    if "explainer" in scales:
        row |= dict(zip(("er", "ep", "ed"), explainer[:3] if explainer else (None,) * 3, strict=True))
    if "search" in scales:
        row["guesses"] = rating.guesses
    row["steps"] = {technique.name: n for technique, n in score.steps.items()} if score else {}
    return row
