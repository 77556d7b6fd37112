"""Measure how much of the puzzles with rules the logic explains without brute force and nets.

    python bench/logic_variants.py [FAMILY...] [--most N] [--seconds S] [--each]

For each family it prints how many puzzles are explained, CPU seconds, the slowest step, and how often each technique
that HoDoKu lacks is used. "published" are texts of Interactive-Sudoku-Solver, and "fpuzzles" are f-puzzles links. The
other families are files of ../shared/data/variants. Brute force comes last, so a puzzle that needs it isn't explained.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

import collection

from farandole import Puzzle, formats
from farandole.errors import FarandoleError
from farandole.formats import fpuzzles
from farandole.logic import Board, explain
from needs import SHARED
from variants import maker

PUBLISHED, FPUZZLES = "published", "fpuzzles"
FAMILIES = (
    *(PUBLISHED, "variants_iss", FPUZZLES, "consecutive_janko", "skyscraper_janko", "framesum_janko", "evenodd_janko"),
    *("killer_janko", "killer_web", "killerx_janko", "killer_extreme_iss", "littlekiller_iss"),
    *("jigsaw_janko", "jigsawx_janko", "clueless1_janko", "clueless2_janko", "sudoku16_janko", "sudoku16_gecode"),
    *("samurai_janko", "samurai_misc", "samurai_net", "butterfly_janko", "gattai8_janko", "shogun_janko"),
    *("sohei_janko", "sumo_janko", "windmill_janko"),
)


@dataclass
class Tally:
    """What came of the puzzles of a family."""

    n: int = 0
    n_explained: int = 0
    seconds: float = 0
    slowest: float = 0
    used: Counter[str] = field(default_factory=Counter)


def puzzles_of(family: str) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles that have one solution and can be read, with their names."""
    if family == PUBLISHED:
        for row in _rows(SHARED / "published" / "published_iss.jsonl"):
            try:
                [puzzle] = formats.read(row["iss"])
            except FarandoleError:
                continue
            yield row["title"], puzzle
    elif family == FPUZZLES:
        for row in _rows(collection.FOLDER / "fpuzzles_dclamage.jsonl"):
            yield row["id"], fpuzzles.read(row["fpuzzles_b64"], lenient=True)
    else:
        for case in collection.read(family):
            if case.unique is not False:
                yield case.name, maker(case)()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text().splitlines())


def take(puzzle: Puzzle, seconds: float, tally: Tally) -> str:
    """Explain a puzzle as far as it goes without brute force and nets; return what ended it, "" if it is solved."""
    began = last = time.process_time()
    board = Board.of(puzzle)  # of the collection, whose puzzles have one solution
    stopped = ""
    for step in explain(board):
        now = time.process_time()
        tally.slowest = max(tally.slowest, now - last)
        name = step.technique.name
        if name == "Brute Force" or "Net" in name or now - began > seconds:
            stopped = name if now - began <= seconds else "time"
            break
        tally.used[name] += not step.technique.score
        last = time.process_time()
    tally.n += 1
    tally.n_explained += not stopped and not board.n_open
    tally.seconds += time.process_time() - began
    return stopped


def main() -> None:
    """Measure, and print a line for each family."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--most", type=int, help="puzzles of each family")
    parser.add_argument("--seconds", type=float, default=30, help="CPU time for a puzzle")
    parser.add_argument("--each", action="store_true", help="print a line for each puzzle that isn't explained")
    options = parser.parse_args()
    print(f"{'family':20} {'explained':>11} {'CPU s':>7} {'slowest':>8}  steps")
    for family in options.families or FAMILIES:
        tally = Tally()
        for name, puzzle in islice(puzzles_of(family), options.most):
            stopped = take(puzzle, options.seconds, tally)
            if stopped and options.each:
                print(f"    {name}: {stopped}")
        used = ", ".join(f"{name} {count}" for name, count in tally.used.most_common() if count)
        explained = f"{tally.n_explained} of {tally.n}"
        print(f"{family:20} {explained:>11} {tally.seconds:7.1f} {tally.slowest:8.2f}  {used}", flush=True)


if __name__ == "__main__":
    main()
