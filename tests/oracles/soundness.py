"""Steps of all techniques on many puzzles, against the solution: `python tests/oracles/soundness.py FILE...`

Of each puzzle of the files (a line each, or a family of the collection: `.jsonl`), the path is walked, and each of its
steps looked at. On one state of most, rather one where singles do not suffice, all steps of every technique are listed;
a technique that takes long is stopped after a second, and left out as often as it needs to keep its time a state. Of a
puzzle with several solutions, only the first state is looked at, and no technique that assumes one solution: the steps
have to hold in two of its solutions.

A step that strikes or places what a solution denies, or strikes what is not there, is printed, and the exit status
is 1.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from farandole import batch
from farandole.grid import Grid
from farandole.logic import EXTRA, SEARCHES, Board, Step, Technique
from farandole.logic.catalog import GROUPS
from farandole.logic.step import Search
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.techniques.singles import SINGLES
from farandole.puzzle import Puzzle
from states import is_wrong, shaped

_GROUPED = {technique for some in GROUPS.values() for technique in some}
_ALL: tuple[Search, ...] = tuple(
    one for some in (SEARCHES, EXTRA) for one in some if one not in _GROUPED and one is not brute_force
)


class Report(NamedTuple):
    """What was looked at in a puzzle: the steps of its path, its states, all steps there by technique; what is wrong.

    Of each search, too, on how many states it was asked, for these are fewer if it takes long, and its CPU seconds.
    """

    n_path: int
    n_states: int
    found: Counter[str]
    asked: Counter[str]
    taken: dict[str, float]
    faults: list[str]


class Clock:
    """Which searches may be asked: each that has taken its share of seconds a state, or less."""

    def __init__(self) -> None:
        self.n_states = 0
        self.taken = [0.0] * len(_ALL)
        signal.signal(signal.SIGPROF, self._stop)

    @staticmethod
    def _stop(*_: object) -> None:
        raise TimeoutError

    def due(self, share: float) -> Iterator[int]:
        """Go through the searches whose turn it is."""
        self.n_states += 1
        for number, taken in enumerate(self.taken):
            if taken <= share * self.n_states:
                yield number

    def list_all(self, number: int, board: Board) -> tuple[list[Step], float]:
        """List the steps of a search, those that it finds in time, and tell how long it took."""
        start = time.process_time()
        steps: list[Step] = []
        signal.setitimer(signal.ITIMER_PROF, _LONGEST)
        try:
            steps.extend(_ALL[number](board))  # one by one: those before it is stopped are kept
        except TimeoutError:
            pass
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - start
        self.taken[number] += seconds
        return steps, seconds


_LONGEST = 1.0  # second of one search in a state; some fish are found by the million
_CLOCK: Clock  # of each process


def _begin() -> None:
    global _CLOCK
    _CLOCK = Clock()


def _name(search: Search) -> str:
    return search.name if isinstance(search, Technique) else getattr(search, "__name__", "")


def check(puzzle: Puzzle, *, share: float, longest: float, end: float) -> Report:
    """Walk a path, and list all steps of one state on the way."""
    report = Report(0, 0, Counter(), Counter(), {}, [])
    solutions = [some.digits for some in islice(puzzle.solutions(), 2)]
    if time.time() > end or not solutions:
        return report
    rng, board = Random(str(puzzle.givens)), Board.of(puzzle)
    n_path = n_states = 0
    begin = time.process_time()

    def note(steps: list[Step]) -> None:
        wrong = [step for step in steps if any(is_wrong(step, board, solution) for solution in solutions)]
        report.faults.extend(
            f"{step.technique.name}: {step.placements} {step.eliminations}\n{step}\n{board.masks}\n{puzzle}"
            for step in wrong
        )

    def look() -> None:
        for number in _CLOCK.due(share):
            steps, seconds = _CLOCK.list_all(number, board)
            if len(solutions) > 1:
                steps = [step for step in steps if not step.technique.assumes_unique]
            report.asked[_name(_ALL[number])] += 1
            report.taken[_name(_ALL[number])] = seconds
            report.found.update(step.technique.name for step in steps)
            note(steps)

    if len(solutions) > 1:
        look()
        return report._replace(n_states=1)
    while board.n_open and time.process_time() - begin < longest:
        step = next(filter(None, (next(search(board), None) for search in SEARCHES)), None)
        if step is None:  # it needs rules that no technique knows
            break
        note([step])
        n_path += 1
        if not n_states and rng.random() < (0.01 if step.technique in SINGLES else 0.5):
            start = time.process_time()
            look()
            begin += time.process_time() - start
            n_states = 1
        step.apply(board)
    return report._replace(n_path=n_path, n_states=n_states)


def _read(file: Path) -> Iterator[Puzzle]:
    if file.suffix == ".jsonl":
        yield from shaped(file.stem)
        return
    for line in file.read_text().splitlines():
        if len(line) > 80 and line[0] != "#":
            yield Puzzle.classic(line[:81])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--share", type=float, default=1.0, help="ms a state of each technique (default: 1)")
    parser.add_argument("--longest", type=float, default=50.0, help="ms after which a path is left (default: 50)")
    parser.add_argument("--variants", type=int, default=0, help="add so many puzzles, permuted and relabeled")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--processes", type=int, default=None)
    options = parser.parse_args()
    puzzles = [puzzle for file in options.files for puzzle in _read(file)]
    Random(0).shuffle(puzzles)
    if options.variants:
        values = np.array([puzzle.givens for puzzle in puzzles], np.uint8)
        puzzles += [Puzzle(Grid.classic(), tuple(some)) for some in batch.variants(values, options.variants).tolist()]
    n_puzzles = n_faults = n_path = n_states = 0
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    taken: dict[str, float] = {}
    end = time.time() + options.seconds
    work = partial(check, share=options.share / 1e3, longest=options.longest / 1e3, end=end)
    with Pool(options.processes, _begin) as pool:
        for report in pool.imap_unordered(work, puzzles, chunksize=8):
            n_puzzles += report.n_path + report.n_states > 0
            n_path += report.n_path
            n_states += report.n_states
            found += report.found
            asked += report.asked
            for name, seconds in report.taken.items():
                taken[name] = taken.get(name, 0.0) + seconds
            n_faults += len(report.faults)
            if n_puzzles % 5000 == 0:
                print(f"{n_puzzles:,} puzzles, {n_states:,} states, {n_faults:,} steps unsound", flush=True)
            for fault in report.faults[:3]:
                print(fault, flush=True)
    for name, n in found.most_common():
        print(f"{n:12,} {name}")
    print("On how many states each search was asked, and ms a state:")
    for name, n in asked.most_common():
        print(f"{n:12,} {taken[name] / n * 1000:10.2f} {name}")
    print(
        f"{n_puzzles:,} of {len(puzzles):,} puzzles; {n_path:,} steps on paths; {n_states:,} states,"
        f" {found.total():,} steps of {len(found)} techniques there; {n_faults:,} steps unsound"
    )
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
