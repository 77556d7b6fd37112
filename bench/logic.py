"""Measure ratings by human logic, HoDoKu and Sudoku Explainer beside them in the same run.

    python bench/logic.py [SET...] [--scale hodoku|explainer] [--repeat N] [--data DIR]

The sets are those with golden ratings. Runs are interleaved; CPU time is taken, best and median are shown, and the
ratio to the rival. A rival is a Java program: one pass over a set has its start and its compiler in it (*with start*);
many passes, less the first, are what it needs when all is compiled (*warm*). Ours is the one pass. Every rating has to
equal the rival's, or the exit status is 1.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from farandole.logic import SEARCHES, Board, explainer
from farandole.logic.ratings import score_of
from farandole.puzzle import Puzzle

DATA = Path(__file__).parents[2] / "shared" / "data" / "logic"
SETS = ("easy", "interm", "17", "top1465")
RIVALS = os.environ.get("FARANDOLE_LOGIC_RIVALS")

Rating = tuple[str, ...]


class Rival(NamedTuple):
    """A Java program that rates the puzzles of a file, and how to read what it prints.

    Parameters
    ----------
    name : str
    arguments : tuple of str
        Its class, and its arguments; ``puzzles.txt`` is in the folder in which it runs.
    rating : re.Pattern
        The rating of one puzzle in its output.
    passes : int
        How often it goes over the easy sets when it is to be warm; twice over the hard one.
    """

    name: str
    arguments: tuple[str, ...]
    rating: re.Pattern[str]
    passes: int


HODOKU = Rival(
    "HoDoKu",
    ("sudoku.Main", "/bs", "puzzles.txt", "/o", "stdout"),
    re.compile(r"^[\d.]{81} #\d+ (\w+) \((\d+)\)", re.MULTILINE),
    40,
)
EXPLAINER = Rival(
    "Sudoku Explainer",
    ("diuf.sudoku.test.serate", "--format=ED=%r/%p/%d", "--input=puzzles.txt", "--output=-"),
    re.compile(r"^ED=([^/]+)/([^/]+)/(\S+)$", re.MULTILINE),
    4,
)


def run_rival(rival: Rival, lines: Sequence[str]) -> tuple[float, list[Rating]]:
    """Run a rival over puzzles; tell its CPU seconds, those of all its threads, and its ratings."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "puzzles.txt").write_text("\n".join(lines) + "\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [
                "java",
                "-Djava.awt.headless=true",
                f"-Djava.io.tmpdir={folder}",  # where HoDoKu would find a configuration
                "-cp",
                os.path.join(RIVALS or "", "*"),
                *rival.arguments,
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    ratings = [tuple(match) for match in rival.rating.findall(done.stdout)]
    if len(ratings) != len(lines):
        raise RuntimeError(f"{rival.name}: {len(lines)} ratings expected, {len(ratings)} found\n{done.stderr[-500:]}")
    return seconds, ratings


def run_ours(rate: Callable[[Puzzle], Rating], lines: Sequence[str]) -> tuple[float, list[Rating]]:
    """Rate puzzles; tell the CPU seconds and the ratings."""
    start = time.process_time()
    ratings = [rate(Puzzle.classic(line)) for line in lines]
    return time.process_time() - start, ratings


def by_score(puzzle: Puzzle) -> Rating:
    """Rate on HoDoKu's scale, each step with its reason."""
    score = score_of(Board.of(puzzle), SEARCHES)
    return score.level.name.capitalize(), str(score.score)


def by_explainer(puzzle: Puzzle) -> Rating:
    """Rate on Sudoku Explainer's scale, each step with its reason."""
    rating = explainer.rate(puzzle)
    return tuple(f"{value:.1f}" for value in (rating.er, rating.ep, rating.ed))


def measure(name: str, lines: Sequence[str], scale: str, repeat: int) -> int:
    """Print the puzzles a second of each program; tell how many ratings differ."""
    rival = EXPLAINER if scale == "explainer" else HODOKU
    rate = by_explainer if scale == "explainer" else by_score
    passes = 2 if name == "top1465" else rival.passes
    rates: dict[str, list[float]] = {}
    wanted: list[Rating] = []
    n_wrong = 0
    for _ in range(repeat):
        if RIVALS:
            once, wanted = run_rival(rival, lines)
            often, _ = run_rival(rival, [*lines] * passes)
            rates.setdefault(f"{rival.name}, warm", []).append((passes - 1) * len(lines) / (often - once))
            rates.setdefault(f"{rival.name}, with start", []).append(len(lines) / once)
        seconds, ratings = run_ours(rate, lines)
        rates.setdefault("ours", []).append(len(lines) / seconds)
        for line, rating, want in zip(lines, ratings, wanted, strict=bool(wanted)):
            if rating != want:
                n_wrong += 1
                print(f"{line}: ours {' '.join(rating)}, {rival.name} {' '.join(want)}")
    print(f"\n{name}, {len(lines)} puzzles, on the scale of {rival.name}, puzzles a CPU second")
    first = max(next(iter(rates.values())))
    for title, some in rates.items():
        print(f"  {title:28} best {max(some):9,.1f}  median {statistics.median(some):9,.1f}  {max(some) / first:6.2f}x")
    return n_wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", default=SETS)
    parser.add_argument("--scale", choices=("hodoku", "explainer"), default="hodoku")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of ratings-*.csv")
    options = parser.parse_args()
    if not RIVALS:
        print("no rivals: FARANDOLE_LOGIC_RIVALS is not set")
    n_wrong = 0
    for name in options.sets:
        program = "se" if options.scale == "explainer" else "hodoku"
        with (options.data / f"ratings-{program}-{name}.csv").open() as file:
            lines = [row["puzzle"] for row in csv.DictReader(file)]
        n_wrong += measure(name, lines, options.scale, options.repeat)
    return int(n_wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
