"""Measure which techniques are slow: CPU seconds of each search between two steps, and of each step's description.

    python bench/slow_steps.py [FAMILY...] [--most N] [--seconds S] [--limit S] [--extra] [--hints] [--rows N]

A family is a file of ../shared/data/variants, "published", or a file of ../shared/data/classic such as 17_clue.txt.
The whole time between two steps counts: all searches that find nothing, and the search that finds the step.
`--extra` also asks each technique that is not in the default list, once for each board that singles don't solve.
`--hints` measures the first hint for each puzzle instead, in a process of its own, so that no cache is filled.
"""

import argparse
import os
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

from farandole import Puzzle, hint
from farandole.bitsets import bits, digits_of
from farandole.logic import EXTRA, SEARCHES, Board, Step, Technique, describe
from farandole.logic.step import Search
from farandole.logic.techniques.singles import SINGLES
from logic_variants import FAMILIES, puzzles_of
from needs import SHARED

BETWEEN, DESCRIBED = "(all between two steps)", "(description)"


@dataclass
class Times:
    """CPU seconds of a technique: the sum, the count, and the longest with the names of their puzzles."""

    total: float = 0
    n: int = 0
    n_over: int = 0
    longest: list[tuple[float, str]] = field(default_factory=list)

    def add(self, seconds: float, name: str, limit: float) -> None:
        self.total += seconds
        self.n += 1
        self.n_over += seconds > limit
        self.longest = sorted([*self.longest, (seconds, name)], reverse=True)[:3]


def read(family: str) -> Iterator[tuple[str, Puzzle]]:
    """Yield the names and puzzles of a family, or of a file of lines."""
    if not family.endswith(".txt"):
        yield from puzzles_of(family)
        return
    path = Path(family) if Path(family).exists() else SHARED / "classic" / family
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if len(line) >= 81 and line[0] != "#":
            yield f"line {number}", Puzzle.classic(line[:81])


def name_of(search: Search) -> str:
    """Name a search."""
    return search.name if isinstance(search, Technique) else getattr(search, "__name__", "search")


class Measurement:
    """The times of all techniques."""

    def __init__(self, limit: float, extra: list[Technique]) -> None:
        self.limit, self.extra = limit, extra
        self.times: dict[str, Times] = {}

    def add(self, technique: str, seconds: float, puzzle: str) -> None:
        self.times.setdefault(technique, Times()).add(seconds, puzzle, self.limit)

    def ask(self, search: Search, board: Board, puzzle: str) -> Step | None:
        """Ask a search for its first step."""
        began = time.process_time()
        try:
            return next(search(board), None)
        finally:
            self.add(name_of(search), time.process_time() - began, puzzle)

    def follow(self, puzzle: Puzzle, name: str, seconds: float) -> None:
        """Follow the path of a puzzle for so many seconds."""
        board = Board.of(puzzle)
        began = time.process_time()
        n_steps = 0
        while board.n_open and time.process_time() - began < seconds:
            before = time.process_time()
            where = f"{name}, step {n_steps}"
            step = next(filter(None, (self.ask(search, board, where) for search in SEARCHES)), None)
            self.add(BETWEEN, time.process_time() - before, where)
            if step is None:
                break
            before = time.process_time()
            describe(step, board)
            self.add(DESCRIBED, time.process_time() - before, f"{step.technique.name}: {where}")
            if step.technique not in SINGLES:
                for technique in self.extra:
                    if time.process_time() - began < seconds:
                        self.ask(technique, board, where)
            step.apply(board)
            n_steps += 1

    def print_table(self, rows: int) -> None:
        """Print the techniques, slowest first."""
        print(f"{'technique':32} {'longest':>8} {'over':>5} {'asked':>7} {'CPU s':>8}  where")
        for technique, times in sorted(self.times.items(), key=lambda item: -item[1].longest[0][0])[:rows]:
            where = "; ".join(f"{seconds:.2f} {name}" for seconds, name in times.longest)
            print(
                f"{technique:32} {times.longest[0][0]:8.3f} {times.n_over:5} {times.n:7} {times.total:8.1f}  {where}",
                flush=True,
            )


def seconds_of_hint(puzzle: Puzzle, digits: dict[int, int] | None) -> float:
    """Measure a hint in a child process, with empty caches."""
    reader, writer = os.pipe()
    if not os.fork():
        began = time.process_time()
        hint(puzzle, digits).describe()
        os.write(writer, struct.pack("d", time.process_time() - began))
        os._exit(0)
    os.close(writer)
    data = os.read(reader, 8)
    os.close(reader)
    os.wait()
    return struct.unpack("d", data)[0] if data else float("inf")


def mistake_in(puzzle: Puzzle) -> dict[int, int]:
    """Fill the last open cell that has two candidates or more with a wrong one; this caches the geometry."""
    solution, board = puzzle.solve(), Board.of(puzzle)
    assert solution is not None
    wrong = {
        cell: next(digit for digit in digits_of(board.masks[cell]) if digit != solution.digits[cell])
        for cell in bits(board.open)
        if board.masks[cell].bit_count() > 1
    }
    return dict([wrong.popitem()])


def main() -> None:
    """Measure, and print a table for each family."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--most", type=int, help="puzzles of each family")
    parser.add_argument("--skip", type=int, default=0, help="puzzles of each family to leave out first")
    parser.add_argument("--seconds", type=float, default=30, help="CPU time for the path of a puzzle")
    parser.add_argument("--limit", type=float, default=0.5, help="seconds that are too long")
    parser.add_argument("--extra", action="store_true", help="ask the techniques beyond the default list, too")
    parser.add_argument("--only", action="append", help="a technique beyond the default list to ask; may be repeated")
    parser.add_argument("--hints", action="store_true", help="measure the first hint of each puzzle")
    parser.add_argument("--rows", type=int, default=15, help="lines of a table")
    options = parser.parse_args()
    extra = [one for one in EXTRA if options.extra or one.name in (options.only or ())]
    for family in options.families or FAMILIES:
        measurement = Measurement(0.3 if options.hints else options.limit, extra)
        stop = options.most and options.skip + options.most
        try:
            for name, puzzle in islice(read(family), options.skip, stop):
                if options.hints:
                    measurement.add("first hint", seconds_of_hint(puzzle, None), name)
                    measurement.add("first hint, a digit is wrong", seconds_of_hint(puzzle, mistake_in(puzzle)), name)
                else:
                    measurement.follow(puzzle, name, options.seconds)
        finally:  # after Ctrl-C, too
            print(f"\n{family}")
            measurement.print_table(options.rows)


if __name__ == "__main__":
    main()
