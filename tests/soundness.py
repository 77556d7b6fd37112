"""All steps that techniques find on many puzzles, against the solution: `python tests/soundness.py FILE...`

Of each puzzle of the files (a line each), the path is walked. On some states where singles do not suffice, all steps of
every technique are listed; those that take long (large and mutant fish, nets, nested chains) on few. A step that
strikes or places what the solution denies, or strikes what is not there, is printed, and the exit status is 1.
"""

import argparse
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random

from farandole.logic import EXTRA, SEARCHES, Board, Technique
from farandole.logic.path import path
from farandole.logic.singles import full_house, hidden_single, naked_single
from farandole.logic.step import Find
from farandole.logic.techniques import GROUPS
from farandole.puzzle import Puzzle
from states import unsound

_SINGLES = (full_house, naked_single, hidden_single)
_GROUPED = {technique for some in GROUPS.values() for technique in some}
_SLOW_NAMES = (
    "Squirmbag",
    "Whale",
    "Leviathan",
    "Jellyfish",
    "Mutant",
    "Forcing",
    "forcing",
    "Kraken",
    "Template",
    "Nishio",
)


def _is_slow(search: Find) -> bool:
    name = search.name if isinstance(search, Technique) else getattr(search, "__name__", "")
    return any(part in name for part in (*_SLOW_NAMES, "forcing")) or (
        isinstance(search, Technique) and (search.se or 0) > 7.5
    )


_EXTRA: tuple[Find, ...] = EXTRA
_ALL = [one for one in (*SEARCHES, *_EXTRA) if one not in _GROUPED]
_FAST = [one for one in _ALL if not _is_slow(one)]
_SLOW = [one for one in _ALL if _is_slow(one)]


def check(line: str, *, every: int, end: float) -> tuple[int, Counter[str], list[str]]:
    """Walk a path and list all steps on the way; tell how many states there were, the steps, and what is wrong."""
    found: Counter[str] = Counter()
    faults: list[str] = []
    puzzle = Puzzle.classic(line)
    solution = puzzle.solve()
    if time.time() > end or solution is None or not puzzle.is_unique():
        return 0, found, faults
    rng = Random(line)
    board, n_states = Board.of(puzzle), 0
    for step in path(board, SEARCHES):
        if step.technique in _SINGLES or rng.random() > 2 / (n_states + 2):
            continue
        n_states += 1
        slow = [one for one in _SLOW if rng.random() < 1 / every and (getattr(one, "se", 0) or 0) < 9]
        for search in (*_FAST, *slow):
            steps = list(search(board))
            found.update(one.technique.name for one in steps)
            wrong = unsound(board, solution.digits, (lambda _, steps=steps: iter(steps),))
            faults += [f"{line} {board.masks} {one}" for one in wrong]
        if time.time() > end:
            break
    return n_states, found, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--every", type=int, default=100, help="slow techniques on one state of so many (default: 100)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--processes", type=int, default=None)
    options = parser.parse_args()
    lines = [
        line[:81]
        for file in options.files
        for line in file.read_text().splitlines()
        if len(line) > 80 and line[0] != "#"
    ]
    Random(0).shuffle(lines)
    n_puzzles = n_states = n_faults = 0
    total: Counter[str] = Counter()
    work = partial(check, every=options.every, end=time.time() + options.seconds)
    with Pool(options.processes) as pool:
        for n, found, faults in pool.imap_unordered(work, lines, chunksize=8):
            n_puzzles += n > 0
            n_states += n
            total += found
            n_faults += len(faults)
            for fault in faults[:3]:
                print(fault, flush=True)
    for name, n in total.most_common():
        print(f"{n:12,} {name}")
    print(
        f"{len(lines):,} puzzles read; {n_puzzles:,} looked at where singles do not suffice, {n_states:,} states,"
        f" {total.total():,} steps, {n_faults:,} of them unsound"
    )
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
