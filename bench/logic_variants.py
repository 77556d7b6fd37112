"""Measure how much of the puzzles with rules the logic explains without brute force and nets.

    python bench/logic_variants.py [FAMILY...] [--most N] [--seconds S] [--each]

For each family of ../shared/data/variants, and for "published" (texts of Interactive-Sudoku-Solver), it prints how many
puzzles are explained, CPU seconds, the slowest step, and how often each technique beyond the classic ones is used.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import collection

from farandole import Puzzle, formats
from farandole.errors import FarandoleError
from farandole.logic import Board, explain
from farandole.logic.techniques import cages, rule_combinations, rule_contradictions
from needs import SHARED
from variants import maker

PUBLISHED = "published"
FAMILIES = (
    *(PUBLISHED, "variants_iss", "consecutive_janko", "skyscraper_janko", "framesum_janko", "evenodd_janko"),
    *("killer_janko", "killer_web", "killerx_janko", "killer_extreme_iss", "littlekiller_iss", "jigsaw_janko"),
)
COUNTED = {
    technique.name: technique
    for technique in (
        *(cages.cage_combinations, cages.cage_must_hold, cages.rule_of_45, cages.large_rule_of_45),
        rule_combinations.rule_combinations,
        *(rule_combinations.rule_must_hold, rule_combinations.house_and_rules, rule_combinations.two_rules),
        rule_contradictions.rule_contradiction,
    )
}


@dataclass
class Tally:
    """What came of the puzzles of a family."""

    n: int = 0
    n_explained: int = 0
    seconds: float = 0
    slowest: float = 0
    used: Counter[str] = field(default_factory=Counter)


def puzzles_of(family: str) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles that have a solution and can be read, with their names."""
    if family == PUBLISHED:
        for line in (SHARED / "published" / "published_iss.jsonl").read_text().splitlines():
            row = json.loads(line)
            try:
                [puzzle] = formats.read(row["iss"])
            except FarandoleError:
                continue
            yield row["title"], puzzle
        return
    for case in collection.read(family):
        if case.unique is not False:
            yield case.name, maker(case)()


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
        tally.used[name] += 1
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
        used = ", ".join(f"{name} {tally.used[name]}" for name in COUNTED if tally.used[name])
        explained = f"{tally.n_explained} of {tally.n}"
        print(f"{family:20} {explained:>11} {tally.seconds:7.1f} {tally.slowest:8.2f}  {used}", flush=True)


if __name__ == "__main__":
    main()
