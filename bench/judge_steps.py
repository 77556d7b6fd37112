"""Judge steps by the million: no step may eliminate a digit of the solution, place another, or do nothing.

    python bench/judge_steps.py [--steps N] [--first TASK] [--processes N] [--family NAME]... [--share MS]

A task is a number: it seeds the choice of a puzzle, a random part of its solution that is filled in, and random wrong
candidates that are crossed out. Then the path from there is followed, or all techniques are asked one by one. Puzzles
are those of the collections, classic ones permuted, and random full grids with rules that are generated for them; these
may have several solutions, so they are judged without techniques that assume one. Only different pairs of a board and
a step count. One step in a hundred is described, too, and its sentences are judged if the tests have a judge for its
technique. Faults are printed with their task; the exit status is then 1. `--first` continues at
another task.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.extend(str(Path(__file__).parents[1] / "tests" / folder) for folder in ("", "oracles", "logic"))

from farandole import Puzzle
from farandole.bitsets import bits, digits_of
from farandole.errors import FarandoleError
from farandole.generate.full_grids import random_solution
from farandole.generate.uniqueness import UniquenessChecker
from farandole.generate.variants import GENERATORS
from farandole.grid import Grid
from farandole.logic import EXTRA, SEARCHES, Board, Step, describe
from farandole.logic.path import path
from farandole.logic.step import Search, Technique
from farandole.logic.techniques.brute_force import brute_force
from logic_variants import FAMILIES, puzzles_of
from needs import SHARED

sum_bounds = import_module("test_sum_bounds")
sentences = import_module("test_rule_combinations")  # by name, because mypy knows the tests as a folder

CLASSIC = ("17_clue", "magictour_top1465", "forum_hardest_1905_11plus", "kaggle")
GENERATED = "generated"
ALL: tuple[Search, ...] = (*(search for search in SEARCHES if search is not brute_force), *EXTRA)
PER_TECHNIQUE = 20  # steps that each is asked for on a board
LONGEST = 0.5  # CPU seconds of a technique on a board, after which it is stopped
JUDGED = {"Rule Combinations", "Rule Must Hold", "House and Rules", "Two Rules Together"}


class Start(NamedTuple):
    """A board to judge steps on."""

    name: str
    board: Board
    solution: tuple[int, ...]
    is_unique: bool


class Report(NamedTuple):
    """What came of some tasks: the hashes of the steps with their techniques, counts, and faults."""

    last: int
    steps: list[tuple[int, str]]
    n_described: int
    n_judged: int
    n_stopped: int
    faults: list[str]


@cache
def read(family: str) -> list[tuple[str, Puzzle, tuple[int, ...]]]:
    """Read the puzzles of a family with their solutions."""
    if family in CLASSIC:
        lines = (SHARED / "classic" / f"{family}.txt").read_text().splitlines()
        named = [(line[:81], Puzzle.classic(line[:81])) for line in lines if len(line) > 80 and line[0] != "#"][:3000]
    else:
        named = list(islice(puzzles_of(family), 150))
    solved = []
    for name, puzzle in named:
        if (solution := puzzle.solve()) is not None:
            solved.append((name, puzzle, tuple(solution.digits)))
    return solved


def permute(line: tuple[int, ...], order: list[int], digits: list[int]) -> tuple[int, ...]:
    """Permute cells and digits of a classic grid; 0 stays."""
    return tuple(digits[line[cell]] for cell in order)


def choose(rng: Random, families: list[str]) -> Start:
    """Choose a puzzle."""
    family = rng.choice(families)
    if family == GENERATED:
        return generate(rng)
    name, puzzle, solution = rng.choice(read(family))
    if family in CLASSIC:
        thirds = [[3 * third + n for third in rng.sample(range(3), 3) for n in rng.sample(range(3), 3)] for _ in "rc"]
        order = [9 * row + column for row in thirds[0] for column in thirds[1]]
        if rng.random() < 0.5:
            order = [9 * (cell % 9) + cell // 9 for cell in order]
        digits = [0, *rng.sample(range(1, 10), 9)]
        puzzle = Puzzle(puzzle.grid, permute(puzzle.givens, order, digits))
        solution = permute(solution, order, digits)
    return Start(f"{family} {name}", Board.of(puzzle), solution, True)


def generate(rng: Random) -> Start:
    """Draw a full grid, rules that hold in it, and a few givens."""
    size = rng.choice([4, 6, 6, 9, 9, 9, 9, 9])
    grid = Grid.classic(size)
    solution = random_solution(UniquenessChecker(grid), rng)
    assert solution is not None
    rules = []
    kinds = rng.sample(sorted(GENERATORS), rng.choice([1, 1, 2, 3]))
    for kind in kinds:
        if GENERATORS[kind].fits(grid):
            made = GENERATORS[kind].generate(grid, solution, rng)
            rules += rng.sample(made, rng.randint(min(1, len(made)), len(made)))
    share = rng.random() * 0.4
    givens = tuple(digit if rng.random() < share else 0 for digit in solution)
    puzzle = Puzzle(grid, givens, rules=tuple(rules))
    return Start(f"generated {size} {'+'.join(kinds)}", Board.of(puzzle), solution, False)


def advance(start: Start, rng: Random) -> None:
    """Fill in part of the solution, and cross out part of the wrong candidates."""
    board, solution = start.board, start.solution
    placed, crossed_out = rng.choice([0, 0, 0.1, 0.3, 0.5, 0.7]), rng.choice([0, 0.1, 0.25, 0.5, 0.7])
    for cell in list(bits(board.open)):
        if rng.random() < placed:
            board.place(cell, solution[cell])
    for cell in bits(board.open):
        for digit in digits_of(board.masks[cell]):
            if digit != solution[cell] and rng.random() < crossed_out:
                board.eliminate(cell, digit)


def find_fault(step: Step, board: Board, solution: tuple[int, ...]) -> str:
    """Say what is wrong with a step; "" if nothing is."""
    if not (step.eliminations or step.placements):
        return "does nothing"
    for cell, digit in step.eliminations:
        if solution[cell] == digit:
            return f"eliminates the solution's digit {digit} in {board.geometry.grid.cell_name(cell)}"
        if not board.masks[cell] >> digit - 1 & 1:
            return f"eliminates {digit} in {board.geometry.grid.cell_name(cell)}, which isn't a candidate"
    for cell, digit in step.placements:
        if solution[cell] != digit:
            return f"places a wrong {digit} in {board.geometry.grid.cell_name(cell)}"
        if board.values[cell]:
            return f"places {digit} in {board.geometry.grid.cell_name(cell)}, which has a digit"
    return ""


def judge_sentences(step: Step, board: Board) -> bool:
    """Judge the sentences of a step, if the tests know how; return whether they do."""
    name = step.technique.name
    if name in JUDGED and len(sentences.cells_of(step)) <= sentences.MOST_CELLS:
        sentences.judge(step, board)
    elif name in ("Rule Contradiction", "Long Rule Contradiction"):
        sentences.judge_contradiction(step, board)
    elif name == "Rule Forcing":
        sentences.judge_forcing(step, board)
    elif name == "Set Equivalence with Sums":
        sentences.judge_sums(step, board)
    elif name == "Bounds of Sums":
        sum_bounds.judge(step, board)
    else:
        return False
    return True


class Judge:
    """Judges tasks in a process; keeps which techniques have used up their share of time."""

    def __init__(self, families: list[str], share: float) -> None:
        self.families, self.share = families, share
        self.n_boards = 0
        self.taken: Counter[int] = Counter()
        signal.signal(signal.SIGPROF, self._stop)

    @staticmethod
    def _stop(*_: object) -> None:
        raise TimeoutError

    def run(self, tasks: range) -> Report:
        """Judge the steps of some tasks."""
        report = Report(tasks[-1], [], 0, 0, 0, [])
        for task in tasks:
            rng = Random(f"judge {task}")
            try:
                start = choose(rng, self.families)
            except FarandoleError as error:
                print(f"task {task}: {error}", flush=True)
                continue
            try:
                advance(start, rng)
                steps = self.follow(start, rng) if rng.random() < 0.3 else self.ask_all(start, rng)
                for step in steps:
                    report = self.note(step, start, task, report)
            except Exception as error:
                report.faults.append(f"task {task}: {start.name}: {type(error).__name__}: {str(error)[:1500]}")
        return report

    def note(self, step: Step, start: Start, task: int, report: Report) -> Report:
        """Judge one step."""
        board, name = start.board, step.technique.name
        what = (start.name, board.values, board.masks, name, step.placements, step.eliminations)
        number = int.from_bytes(blake2b(repr(what).encode(), digest_size=8).digest(), "little")
        report.steps.append((number, name))
        if fault := find_fault(step, board, start.solution):
            report.faults.append(
                f"task {task}: {start.name}: {name} {fault}\n  {step.placements} {step.eliminations}\n"
                f"  values {board.values}\n  masks {board.masks}\n  rules {board.rules}"
            )
        elif number % 100 == 0:
            try:
                describe(step, board)
                n_judged = report.n_judged + judge_sentences(step, board)
            except Exception as error:
                fault = f"{type(error).__name__}: {str(error)[:1500]}"
                report.faults.append(
                    f"task {task}: {start.name}: {name}: {fault}\n"
                    f"  values {board.values}\n  masks {board.masks}\n  rules {board.rules}"
                )
            else:
                report = report._replace(n_described=report.n_described + 1, n_judged=n_judged)
        return report

    def follow(self, start: Start, rng: Random) -> Iterator[Step]:
        """Follow the path for some steps."""
        searches = SEARCHES if start.is_unique else [search for search in ALL if search not in EXTRA]
        steps = path(start.board, searches)
        for step in islice(steps, rng.choice([20, 40, 80])):
            if start.is_unique or not step.technique.assumes_unique:
                yield step
            else:
                return

    def ask_all(self, start: Start, rng: Random) -> Iterator[Step]:
        """Ask the techniques one by one, except those that have taken too long so far."""
        self.n_boards += 1
        for number in rng.sample(range(len(ALL)), len(ALL)):
            if self.taken[number] > self.share * self.n_boards:
                continue
            search = ALL[number]
            if isinstance(search, Technique) and search.assumes_unique and not start.is_unique:
                continue
            began = time.process_time()
            steps: list[Step] = []
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            try:
                steps.extend(islice(search(start.board), PER_TECHNIQUE))
            except TimeoutError:
                pass
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            self.taken[number] += time.process_time() - began  # type: ignore[assignment]
            yield from (step for step in steps if start.is_unique or not step.technique.assumes_unique)


_JUDGE: Judge


def _begin(families: list[str], share: float) -> None:
    global _JUDGE
    _JUDGE = Judge(families, share)


def _run(tasks: range) -> Report:
    return _JUDGE.run(tasks)


def main() -> int:
    """Judge, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="stop after so many different steps")
    parser.add_argument("--first", type=int, default=0, help="the first task")
    parser.add_argument("--tasks", type=int, default=10_000_000, help="most tasks")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0, help="CPU ms a board of each technique")
    parser.add_argument("--family", action="append", help=f"default: {CLASSIC}, {FAMILIES}, {GENERATED}")
    options = parser.parse_args()
    families = options.family or [*CLASSIC, *FAMILIES, *[GENERATED] * 12]
    seen: set[int] = set()
    counts: Counter[str] = Counter()
    n_described = n_judged = n_faults = last = 0
    pieces = (range(first, first + 5) for first in range(options.first, options.first + options.tasks, 5))
    began = time.time()
    with Pool(options.processes, _begin, (families, options.share / 1000), maxtasksperchild=200) as pool:
        for report in pool.imap_unordered(_run, pieces):
            for number, name in report.steps:
                if number not in seen:
                    seen.add(number)
                    counts[name] += 1
            n_described += report.n_described
            n_judged += report.n_judged
            n_faults += len(report.faults)
            for fault in report.faults:
                print(fault, flush=True)
            if last // 1000 != max(last, report.last) // 1000:
                print(
                    f"{time.time() - began:7.0f} s, task {report.last}: {len(seen):,} steps, {n_faults} faults",
                    flush=True,
                )
            last = max(last, report.last)
            if len(seen) >= options.steps:
                break
    print(f"\n{len(seen):,} different steps up to task {last}, {n_described:,} described, {n_judged:,} proofs judged")
    for name, count in counts.most_common():
        print(f"{count:12,} {name}")
    print(f"{n_faults} faults")
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
