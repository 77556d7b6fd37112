"""Measure the classic kernels, rivals beside them in the same run.

    python bench/run.py [CASE...] [--repeat N] [--data DIR] [--update]

Runs are interleaved; CPU time is taken; best and median are shown. Search counters must equal `latest.json` (else the
exit status is 1); ``--update`` writes them there.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import rivals

from farandole import batch

LATEST = Path(__file__).with_name("latest.json")
DATA = Path(__file__).parents[2] / "shared" / "data" / "classic"
SETS = (
    "kaggle",
    "random_minimal",
    "17_clue",
    "magictour_top1465",
    "forum_hardest_1905_11plus",
    "forum_hardest_1106",
    "serg_many_solutions",
    "invalid",
)
# Puzzles per second as a ratio to tdoku's.
GOALS: dict[str, dict[str, float]] = {
    "avx512": dict(zip(SETS, (6, 5, 6, 4, 4, 3, 3, 5), strict=True)),
    "avx2": dict(zip(SETS, (4, 3.5, 4, 2.5, 2.5, 2, 2, 3), strict=True)),
}

Run = Callable[[], float]  # the CPU seconds of one run


def read(data: Path, name: str) -> batch.Values:
    """Read a set: at most 4,000 puzzles of hard ones; small sets are repeated."""
    values = batch.read_lines((data / f"{name}.txt").read_bytes()).values
    if name.startswith("forum"):
        values = values[:4000]
    return np.tile(values, (max(1, 2000 // len(values)), 1))


def run_ours(values: batch.Values | batch.Candidates, isa: str, *, limit: int, threads: int = 1) -> Run:
    def run() -> float:
        os.environ["FARANDOLE_ISA"] = isa
        start = time.process_time() if threads == 1 else time.perf_counter()
        batch.solve(values, limit=limit, threads=threads)
        return (time.process_time() if threads == 1 else time.perf_counter()) - start

    return run


def run_rival(solver: rivals.Solver, values: batch.Values, *, limit: int) -> Run:
    return lambda: solver(values, limit)[0]


def interleave(runs: dict[str, Run], repeat: int) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeat):
        for name, run in runs.items():
            seconds[name].append(run())
    return seconds


def show(title: str, n: int, seconds: dict[str, list[float]], goals: dict[str, float] | None = None) -> None:
    """Print puzzles per second, best and median of the runs, and the ratio of the best to that of the first."""
    print(f"\n{title}")
    first = min(next(iter(seconds.values())))
    for name, times in seconds.items():
        best, median = min(times), statistics.median(times)
        goal = (goals or {}).get(name)
        against = "" if goal is None else f"   goal {goal:g}"
        print(
            f"  {name:12} {n / best / 1e3:9,.1f} k/s   median {n / median / 1e3:9,.1f}   x{first / best:5.2f}{against}"
        )


def race(data: Path, name: str, solvers: dict[str, rivals.Solver], *, limit: int, repeat: int) -> dict[str, float]:
    """Run one set, rivals and kernels in turn; return the search counters, means of the puzzles below the limit."""
    values = read(data, name)
    runs = {rival: run_rival(solver, values, limit=limit) for rival, solver in solvers.items()}
    runs |= {isa: run_ours(values, isa, limit=limit) for isa in batch.isas()}
    goals = {isa: of_sets[name] for isa, of_sets in GOALS.items()} if limit == 2 and "tdoku" in solvers else None
    show(f"{name}, limit {limit}: {len(values):,} puzzles", len(values), interleave(runs, repeat), goals)
    answers = batch.solve(values, limit=limit)
    # If a puzzle reaches its limit, its counters depend on the lanes that share it.
    is_below = answers.counts < limit
    return {
        name: round(float(numbers[is_below].mean()), 4) if is_below.any() else 0.0
        for name, numbers in (("guesses", answers.guesses), ("passes", answers.passes))
    }


def alone(data: Path, solvers: dict[str, rivals.Solver], repeat: int) -> None:
    """Measure calls with one puzzle each."""
    values = read(data, "17_clue")[:1000]
    each = [values[i : i + 1] for i in range(len(values))]

    def ours() -> float:
        os.environ.pop("FARANDOLE_ISA", None)
        start = time.process_time()
        for one in each:
            batch.solve(one, threads=1)
        return time.process_time() - start

    runs = {name: lambda solve=solve: sum(solve(one, 2)[0] for one in each) for name, solve in solvers.items()}
    show(
        "17_clue, a call for each puzzle (ours with the call from Python)",
        1000,
        interleave(runs | {"ours": ours}, repeat),
    )


def sukaku(data: Path, repeat: int) -> None:
    """Measure masks of candidates as input: the same puzzles, with and without the peers of givens eliminated."""
    values = read(data, "random_minimal")
    masks = np.where(values > 0, 1 << (values.astype(np.int32) - 1).clip(0), 511).astype(np.uint16)
    isa = batch.isa()
    runs = {"digits": run_ours(values, isa, limit=2), "masks": run_ours(masks, isa, limit=2)}
    show(f"random_minimal as masks of candidates, {isa}", len(values), interleave(runs, repeat))


def threads(data: Path, repeat: int) -> None:
    """Measure two threads, by wall-clock time."""
    values = np.tile(read(data, "17_clue"), (4, 1))
    isa = batch.isas()[-1]
    runs = {f"{n} threads": run_ours(values, isa, limit=2, threads=n) for n in (1, 2)}
    show(f"17_clue on threads, {isa}, wall clock for 2", len(values), interleave(runs, repeat))


def settle(counters: dict[str, dict[str, float]], update: bool) -> int:
    """Compare search counters with `latest.json`, or write them there. Returns the exit status."""
    latest = json.loads(LATEST.read_text()) if LATEST.exists() else {}
    if update:
        LATEST.write_text(json.dumps(latest | counters, indent=2) + "\n")
        return 0
    changed = {case: found for case, found in counters.items() if latest.get(case) != found}
    for case, found in changed.items():
        print(f"\n{case}: counters {found}, {latest.get(case)} in {LATEST.name}", file=sys.stderr)
    return 1 if changed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"{', '.join(SETS)}, first, alone, sukaku, threads")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    cases = arguments.cases or [*SETS, "first", "alone", "sukaku", "threads"]
    data, repeat = arguments.data, arguments.repeat

    solvers, missing = rivals.find()
    for name, reason in missing.items():
        print(f"{name}: skipped, {reason}")
    counters = {}
    for case in cases:
        match case:
            case "first":
                for name in ("17_clue", "magictour_top1465", "serg_many_solutions"):
                    race(data, name, solvers, limit=1, repeat=repeat)
            case "alone":
                alone(data, solvers, repeat)
            case "sukaku":
                sukaku(data, repeat)
            case "threads":
                threads(data, repeat)
            case _:
                counters[case] = race(data, case, solvers, limit=2, repeat=repeat)
    return settle(counters, arguments.update)


if __name__ == "__main__":
    sys.exit(main())
