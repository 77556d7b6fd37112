"""Measure the engine for any shape on the puzzle collection, beside rivals.

    python bench/variants.py [FAMILY...] [--seconds S] [--cp-sat N] [--each]

The question is the solution and the proof that there is no other, or two solutions. It is asked as a user does: by
`Puzzle`, which chooses the engine; CPU seconds, one thread, the best of some runs. It is timed twice: with building
(rules, puzzle, and a grid that is not rows, columns and boxes), and without. A puzzle that takes longer than S seconds
is capped, at S. The family of mixed variants is told apart by the rule that each puzzle has most of.

Where FARANDOLE_ISS names the folder of Interactive-Sudoku-Solver, and there is a node, it solves the same puzzles, and
those on which it wins are listed at the end. CP-SAT is asked for N puzzles of each family, evenly taken, after ours.

A puzzle that can't be built, or whose answer is another than the collection's, is left out and told at the end; then
the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

import collection

import iss
from cp_sat import UnknownRuleError, add_rule
from farandole import rules
from farandole.errors import FarandoleError
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle

# Milliseconds, median of the family, built before.
GOALS = {
    "jigsaw_janko": 0.03,
    "evenodd_janko": 0.03,
    "sudoku16_janko": 0.1,
    "samurai_janko": 0.1,
    "samurai_net": 0.1,
    "windmill_janko": 0.1,
    "sohei_janko": 0.1,
    "butterfly_janko": 0.1,
    "gattai8_janko": 0.3,
    "shogun_janko": 0.3,
    "sumo_janko": 0.3,
    "killer_janko": 0.1,
    "killer_web": 0.1,
    "skyscraper_janko": 0.2,
    "framesum_janko": 0.2,
    "killer_extreme_iss": 0.5,
    "littlekiller_iss": 5,
    "sudoku25_gecode": 1000,
    "pencilmark_iss": 20,
    "variants_iss arrow": 2,
    "variants_iss thermo": 5,
    "variants_iss renban": 100,
    "variants_iss sandwich": 2,
    "variants_iss xsum": 2,
}
MIXED = "variants_iss"
FAULTS = (AssertionError, FarandoleError, LookupError, TypeError, ValueError)
"""What a faulty document raises when it is read, built or checked."""

Make = Callable[[], Puzzle]


def maker(case: collection.Case) -> Make:
    """Return a function that builds the puzzle from numbers: its rules, and its grid unless many puzzles share it."""
    kinds: list[tuple[Callable[..., rules.Rule], list[Any]]] = [
        (type(rule), [getattr(rule, field.name) for field in fields(rule)]) for rule in case.rules()
    ]
    known = shared_grid(case)
    make_grid: Callable[[], Grid] = (lambda: known) if known else grid_maker(case)
    return lambda: Puzzle(make_grid(), case.givens, rules=tuple(kind(*values) for kind, values in kinds))


def houses_of(grid: Grid) -> set[frozenset[int]]:
    return {frozenset(house.cells) for house in grid.houses}


@cache
def known_grids(n: int) -> list[tuple[Grid, set[frozenset[int]]]]:
    """List the grids of rows, columns and boxes, which are made once."""
    sizes = [(height, n // height) for height in range(1, n + 1) if n % height == 0]
    return [(grid, houses_of(grid)) for grid in map(Grid.classic, sizes)]


def shared_grid(case: collection.Case) -> Grid | None:
    houses = set(map(frozenset, case.houses))
    return next((grid for grid, known in known_grids(case.n_digits) if known == houses), None)


def grid_maker(case: collection.Case) -> Callable[[], Grid]:
    """Return a function that makes the grid as a user does: from a text of regions if it can."""
    n, lines = case.n_digits, 2 * case.n_digits
    if len(case.places) == n * n:
        some = case.houses[lines : lines + n]
        region = {cell: chr(ord("A") + number) for number, cells in enumerate(some) for cell in cells}
        is_jigsaw = len(some) == n and len(region) == n * n
        text = "".join(region[cell] for cell in range(n * n)) if is_jigsaw else ""
        more = [(f"house {number}", cells) for number, cells in enumerate(case.houses[lines + n * is_jigsaw :])]

        def make_square() -> Grid:
            grid = Grid.jigsaw(text) if is_jigsaw else Grid.latin(n)
            return grid.with_houses(*(House(*house) for house in more))

        return make_square
    named = [(f"house {number}", tuple(sorted(cells))) for number, cells in enumerate(case.houses, 1)]
    return lambda: Grid(case.places, tuple(House(*house) for house in named), n_digits=n)


def runs_of(case: collection.Case, most: float) -> iss.Times:
    """Time building and searching until the times stop falling or MAX_SECONDS; no times after a timeout."""
    make, times = maker(case), iss.Times([], [])
    best, last = math.inf, 0
    while len(times.whole) - last <= iss.MAX_RUNS_WITHOUT_GAIN and sum(times.whole) < iss.MAX_SECONDS * (
        5 if len(times.whole) < 3 else 1
    ):
        began = time.process_time()
        puzzle = make()
        search = puzzle.solutions()  # makes the network
        built = time.process_time()
        if not puzzle.is_classic:  # lanes take no time limit, and need none
            search = puzzle.solutions(seconds=most)
        found, other = next(search, None), next(search, None)
        ended = time.process_time()
        if not search.exhausted and other is None:
            return iss.Times([], [])
        check(case, 2 if other else 1 if found else 0, found.digits if found else None)
        times.whole.append(ended - began)
        times.search.append(ended - built)
        if times.whole[-1] < 0.97 * best:
            best, last = times.whole[-1], len(times.whole)
    return times


def check(case: collection.Case, count: int, digits: Sequence[int] | None) -> None:
    """Raise an AssertionError if the collection has another solution."""
    knows = case.solution is not None and case.unique
    if (knows and (count != 1 or digits is None or tuple(digits) != case.solution)) or (
        case.unique is False and count == 1
    ):
        raise AssertionError(f"{case.name}: a wrong answer, {count} found")


def cp_sat(case: collection.Case) -> Callable[[float], bool]:
    """Model the puzzle for OR-tools as a Python user would: one variable per cell, one constraint per rule.

    Returns
    -------
    callable
        From a limit of seconds to whether the puzzle was proven to have its one solution.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, case.n_digits, str(cell)) for cell in range(len(case.places))]
    for cell, given in zip(cells, case.givens, strict=True):
        if given:
            model.add(cell == given)
    for house in case.houses:
        model.add_all_different([cells[cell] for cell in house])
    for rule in case.rules():
        add_rule(model, rule, cells, case.n_digits, largest=case.n_digits**2)

    def ask(seconds: float) -> bool:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return False
        if tuple(map(solver.value, cells)) != case.solution:
            raise AssertionError(f"{case.name}: a wrong answer")
        other = model.clone()
        differs = []
        for number, digit in enumerate(case.solution or ()):
            is_other = other.new_bool_var("")
            other.add(other.get_int_var_from_proto_index(number) != digit).only_enforce_if(is_other)
            differs.append(is_other)
        other.add_bool_or(differs)
        return bool(solver.solve(other) == cp_model.INFEASIBLE)

    return ask


def seconds_of(ask: Callable[[float], bool], most: float) -> float:
    """Time a question: the best of three runs, or one long run; infinity without an answer."""
    best = math.inf
    for _ in range(3):
        began = time.process_time()
        is_answered = ask(most)
        taken = time.process_time() - began
        if not is_answered:
            return math.inf
        best = min(best, taken)
        if taken > 0.1:
            break
    return best


def groups(family: str, faults: list[str]) -> dict[str, list[collection.Case]]:
    """Return the puzzles of a family, by the name used in reports; add those that can't be read to the faults."""
    found: dict[str, list[collection.Case]] = {}
    for number, line in enumerate(collection.lines(family), 1):
        try:
            case = collection.case_of(json.loads(line))
        except FAULTS as error:
            faults.append(f"{family}, line {number}: {type(error).__name__}: {error}")
            continue
        kinds = Counter(constraint["type"] for constraint in case.constraints).most_common(1)
        name = f"{family} {kinds[0][0] if kinds else 'houses'}" if family == MIXED else family
        found.setdefault(name, []).append(case)
    return found


def summary(times: Iterable[float], most: float) -> str:
    ordered = sorted(min(taken, most) for taken in times)
    capped = sum(taken == most for taken in ordered)
    median = statistics.median(ordered)
    text = f"median {1e3 * median:10.3f} ms   max {1e3 * ordered[-1]:10.2f} ms"
    return text + (f"   {capped} capped" if capped else "")


class Beside:
    """Interactive-Sudoku-Solver beside us: its times, the puzzles it can't express, and where it wins."""

    def __init__(self, seconds: float) -> None:
        self._process, self._seconds = iss.Process(), seconds
        self.skipped: list[str] = []
        self.lost: list[tuple[float, str]] = []

    def ask(self, family: str, case: collection.Case, ours: iss.Times) -> iss.Times | None:
        """Time ISS on a puzzle, and compare the answers; None if it can't express the puzzle."""
        try:
            count, solution, times = self._process.ask(iss.text_of(maker(case)()), self._seconds)
        except iss.UnsayableError as error:
            self.skipped.append(f"{family} {case.name}: {str(error)[:100]}")
            return None
        if count >= 0:
            check(case, count, solution)
        pairs = [(best(mine), best(its)) for mine, its in zip(ours, times, strict=True)]
        # A puzzle that times out for both says nothing.
        ratios = [min(mine, self._seconds) / its for mine, its in pairs if its < math.inf]
        if ratios and max(ratios) > 1:
            said = (f"{1e3 * mine:10.3f} / {1e3 * its:9.3f}{' !' if mine > its else '  '}" for mine, its in pairs)
            self.lost.append((max(ratios), f"{family:24} {case.name:32} {'    '.join(said)}"))
        return times

    def report(self) -> Iterator[str]:
        self._process.end()
        for line in self.skipped:
            yield f"skipped beside ISS, which can't say it: {line}"
        yield f"{len(self.lost)} puzzles on which ISS wins (!), ms, ours / its: with building, and without"
        for _, line in sorted(self.lost, reverse=True):
            yield f"  {line}"


def best(times: list[float]) -> float:
    return min(times, default=math.inf)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    parser.add_argument("--seconds", type=float, default=20, help="the longest search for a puzzle")
    parser.add_argument("--cp-sat", type=int, default=0, metavar="N")
    parser.add_argument(
        "--each", action="store_true", help="print each puzzle too: with building and without, best (median)"
    )
    arguments = parser.parse_args()
    if not collection.FOLDER.exists():
        print(f"skipped: {collection.FOLDER} is absent")
        return 0
    if arguments.cp_sat:
        try:
            import ortools  # noqa: F401
        except ImportError:
            print("CP-SAT: skipped, pip install ortools")
            arguments.cp_sat = 0
    if reason := iss.missing():
        print(f"Interactive-Sudoku-Solver: skipped, {reason}")
    beside = None if reason else Beside(arguments.seconds)
    faults: list[str] = []
    families = arguments.families or collection.families()
    for family, cases in chain.from_iterable(groups(family, faults).items() for family in families):
        times: list[tuple[iss.Times, iss.Times | None]] = []
        for case in cases:
            try:
                ours = runs_of(case, arguments.seconds)
                times.append((ours, beside.ask(family, case, ours) if beside else None))
            except FAULTS as error:
                faults.append(f"{family} {case.name}: {type(error).__name__}: {error}")
                continue
            if arguments.each:
                print(f"    {case.name:32} {'    '.join(map(each, (some for some in times[-1] if some)))}", flush=True)
        tell(family, arguments.seconds, [ours for ours, _ in times], [its for _, its in times if its])
        sample = cases[:: max(1, -(-len(cases) // arguments.cp_sat))] if arguments.cp_sat else []
        try:
            rival = [seconds_of(cp_sat(case), arguments.seconds) for case in sample]
        except UnknownRuleError as error:
            print(f"  {'CP-SAT':22}       skipped, {error}")
        else:
            if rival:
                print(f"  {'CP-SAT':22} {len(rival):4}  {summary(rival, arguments.seconds)}", flush=True)
    for line in beside.report() if beside else ():
        print(line)
    for fault in faults:
        print(f"left out: {fault}")
    return 1 if faults else 0


def each(times: iss.Times) -> str:
    if not times.whole:
        return f"{'capped':>44}"
    return "  ".join(f"{1e3 * best(some):9.3f} ({1e3 * statistics.median(some):9.3f})" for some in times)


def tell(family: str, most: float, ours: list[iss.Times], its: list[iss.Times]) -> None:
    goal = f"   goal {GOALS[family]:g} ms" if family in GOALS else ""
    for name, some in ((family, ours), ("  ISS", its)):
        for what, n in (("built before", 1), ("with building", 0)):
            if some:
                line = summary((best(times[n]) for times in some), most)
                said = goal if some is ours and n else ""
                print(f"{name:24} {len(some):4}  {what:13}  {line}{said}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
