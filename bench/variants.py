"""Measure the engine of any shape on the puzzle collection, CP-SAT beside it.

    python bench/variants.py [FAMILY...] [--seconds S] [--rival N] [--each]

A puzzle is built before; then its solution and the proof that there is no other are timed, by the engine that `Puzzle`
chooses, as for a user: CPU seconds, one thread, the best of three runs for those that take less than 0.1 s. A puzzle
that takes longer than S seconds is counted as capped, with S. The family of mixed variants is told apart by the rule
that each puzzle has most of. CP-SAT does the same for N puzzles of each family, evenly taken, right after ours.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, pairwise
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import collection

from farandole import rules
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle

# Milliseconds, median of the family.
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
    "killer_extreme_iss": 5,
    "littlekiller_iss": 20,
    "sudoku25_gecode": 1000,
    "pencilmark_iss": 20,
    "variants_iss arrow": 2,
    "variants_iss thermo": 20,
    "variants_iss renban": 100,
    "variants_iss sandwich": 0.2,
    "variants_iss xsum": 0.2,
}
MIXED = "variants_iss"

CLASSIC = Grid.classic()
CLASSIC_HOUSES = {frozenset(house.cells) for house in CLASSIC.houses}

Ask = Callable[[float], bool]  # from a limit of seconds to whether the puzzle was proven to have its one solution


def ours(case: collection.Case) -> Ask:
    """Ask as a user does: `Puzzle` chooses the engine. Lanes can't be stopped by time, and need not be."""
    grid = CLASSIC if set(map(frozenset, case.houses)) == CLASSIC_HOUSES else grid_of(case)
    puzzle = Puzzle(grid, case.givens, rules=tuple(case.rules()))
    puzzle.solutions()  # makes the network, and no more

    def ask(seconds: float) -> bool:
        search = puzzle.solutions(seconds=None if puzzle.is_classic else seconds)
        found, other = next(search, None), next(search, None)
        if search.exhausted and (found is None or found.digits != case.solution or other is not None):
            raise AssertionError(f"{case.name}: a wrong answer")
        return search.exhausted

    return ask


def grid_of(case: collection.Case) -> Grid:
    houses = (House(f"house {n}", tuple(sorted(cells))) for n, cells in enumerate(case.houses, 1))
    return Grid(case.places, tuple(houses), n_digits=case.n_digits)


class UnknownRuleError(Exception):
    """A rule that the rival has no constraint for, or that nobody has put into its words."""


def cp_sat(case: collection.Case) -> Ask:
    """Say the puzzle to OR-tools as a Python user would: a variable a cell, and a constraint a rule."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(1, case.n_digits, str(cell)) for cell in range(len(case.places))]
    for cell, given in zip(cells, case.givens, strict=True):
        if given:
            model.add(cell == given)
    for house in case.houses:
        model.add_all_different([cells[cell] for cell in house])
    for rule in case.rules():
        ours = [cells[cell] for cell in rule.cells]
        match rule:
            case rules.Cage(_, total):
                model.add_all_different(ours)
                if total is not None:
                    model.add(sum(ours) == total)
            case rules.Sum(_, total):
                model.add(sum(ours) == total)
            case rules.Arrow():
                model.add(ours[0] == sum(ours[1:]))
            case rules.Thermo():
                for one, other in pairwise(ours):
                    model.add(one < other)
            case rules.AllDifferent():
                model.add_all_different(ours)
            case rules.Allowed(_, digits):
                for cell in ours:
                    model.add_allowed_assignments([cell], [[digit] for digit in digits])
            case rules.RegionSum(_, groups):
                for some, others in pairwise(groups):
                    model.add(sum(cells[cell] for cell in some) == sum(cells[cell] for cell in others))
            case _ if len(ours) == 2:
                model.add_allowed_assignments(ours, rules.tabulate(rule, case.n_digits))
            case _:
                raise UnknownRuleError(f"no {type(rule).__name__} among its constraints")

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


def seconds_of(ask: Ask, most: float) -> float:
    """Time a question: the best of three, or one where that is long; infinity where it is not answered."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        is_answered = ask(most)
        taken = time.process_time() - began
        if not is_answered:
            return float("inf")
        best = min(best, taken)
        if taken > 0.1:
            break
    return best


def groups(family: str) -> dict[str, list[collection.Case]]:
    """The puzzles of a family with one solution, by the name they are reported under."""
    found: dict[str, list[collection.Case]] = {}
    for case in collection.read(family):
        if case.unique is not False:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rival", type=int, default=0, metavar="N")
    parser.add_argument("--each", action="store_true", help="print each puzzle too")
    arguments = parser.parse_args()
    if not collection.FOLDER.exists():
        print(f"skipped: {collection.FOLDER} is absent")
        return 0
    if arguments.rival:
        try:
            import ortools  # noqa: F401
        except ImportError:
            print("CP-SAT: skipped, pip install ortools")
            arguments.rival = 0
    families = arguments.families or collection.families()
    for family, cases in chain.from_iterable(groups(family).items() for family in families):
        times = []
        for case in cases:
            times.append(seconds_of(ours(case), arguments.seconds))
            if arguments.each:
                print(f"    {case.name:32} {1e3 * times[-1]:10.3f} ms")
        goal = f"   goal {GOALS[family]:g} ms" if family in GOALS else ""
        print(f"{family:24} {len(cases):4}  {summary(times, arguments.seconds)}{goal}", flush=True)
        sample = cases[:: max(1, -(-len(cases) // arguments.rival))] if arguments.rival else []
        try:
            rival = [seconds_of(cp_sat(case), arguments.seconds) for case in sample]
        except UnknownRuleError as error:
            print(f"  {'CP-SAT':22}       skipped, {error}")
        else:
            if rival:
                print(f"  {'CP-SAT':22} {len(rival):4}  {summary(rival, arguments.seconds)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
