"""Measure hard puzzles of houses alone beside SAT solvers that get the same puzzles as clauses.

    python bench/sat.py [FAMILY...] [--solver NAME...] [--repeat N]

The question is the solution, and then the proof that there is no other. It prints the CPU seconds after which each of
them came, the best of N interleaved runs in one thread; the network and the clauses are made before. Solvers are those
of PySAT (`pip install python-sat`); without it we are alone.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from time import process_time

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

import collection

from farandole import _core, rules

try:
    from pysat.solvers import Solver
except ImportError:
    Solver = None

FAMILIES = ("sudoku25_gecode", "pencilmark_iss")

Seconds = tuple[float, float]  # until the solution, and until the proof of uniqueness
Ask = Callable[[], Seconds]


def ours(case: collection.Case) -> Ask:
    model = case.model()
    network, masks = model.network(), candidates(case)

    def ask() -> Seconds:
        began = process_time()
        search = _core.PuzzleSearch(network, masks, threads=1)
        check(case, search.next())
        found = process_time()
        assert search.next() is None, f"{case.name}: found a second solution"
        return found - began, process_time() - began

    return ask


def candidates(case: collection.Case) -> list[int]:
    return [given & allowed for given, allowed in zip(case.masks, case.model().masks, strict=True)]


def rival(case: collection.Case, name: str) -> Ask:
    """Write clauses: each cell has one digit, and each digit has one place in each house."""
    n = case.n_digits
    said: list[list[int]] = []

    def say_one_of(literals: list[int]) -> None:
        said.append(literals)
        said.extend([-one, -other] for one, other in combinations(literals, 2))

    for cell, mask in enumerate(candidates(case)):
        say_one_of([cell * n + digit + 1 for digit in range(n)])
        said.extend([-(cell * n + digit + 1)] for digit in range(n) if not mask >> digit & 1)
    for house in case.houses:
        for digit in range(n):
            say_one_of([cell * n + digit + 1 for cell in house])

    def ask() -> Seconds:
        with Solver(name=name, bootstrap_with=said) as solver:
            began = process_time()
            solver.solve()
            held = [literal for literal in solver.get_model() or () if literal > 0]
            found = process_time()
            check(case, [(literal - 1) % n + 1 for literal in held])
            solver.add_clause([-literal for literal in held])
            assert not solver.solve(), f"{case.name}: {name} found a second solution"
            return found - began, process_time() - began

    return ask


def check(case: collection.Case, digits: Sequence[int] | None) -> None:
    if digits is None or collection.violations(case, digits):
        raise AssertionError(f"{case.name}: a wrong answer")


def puzzles(families: Sequence[str]) -> Iterator[collection.Case]:
    """Return the families whose puzzles have only full houses and candidates."""
    for family in families:
        for case in collection.read(family):
            has_more = any(not isinstance(rule, rules.Allowed) for rule in case.rules())
            if has_more or any(len(house) < case.n_digits for house in case.houses):
                print(f"skipped: {case.name} has more than full houses")
            else:
                yield case


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", default=FAMILIES, metavar="FAMILY")
    parser.add_argument("--solver", nargs="+", default=["cadical153", "cadical195"], metavar="NAME")
    parser.add_argument("--repeat", type=int, default=2)
    arguments = parser.parse_args()
    if not collection.FOLDER.exists():
        print(f"skipped: {collection.FOLDER} is absent")
        return 0
    if Solver is None:
        print("SAT solvers: skipped, pip install python-sat")
    names = ["farandole", *(arguments.solver if Solver else ())]
    times: dict[str, list[Seconds]] = {name: [] for name in names}
    print(f"{'seconds: solution, and proof':32}" + "".join(f"{name:>20}" for name in names))
    for case in puzzles(arguments.families):
        asks = [ours(case), *(rival(case, name) for name in names[1:])]
        runs = [[ask() for ask in asks] for _ in range(arguments.repeat)]
        for name, some in zip(names, zip(*runs, strict=True), strict=True):
            times[name].append(each(min, some))
        print(f"{case.name:32}{line(times[name][-1] for name in names)}", flush=True)
    if times["farandole"]:
        print(f"{'median':32}{line(each(statistics.median, times[name]) for name in names)}")
    return 0


def each(choose: Callable[[Iterable[float]], float], times: Iterable[Seconds]) -> Seconds:
    found, proven = zip(*times, strict=True)
    return choose(found), choose(proven)


def line(times: Iterable[Seconds]) -> str:
    return "".join(f"{found:11.3f} {proven:8.3f}" for found, proven in times)


if __name__ == "__main__":
    sys.exit(main())
