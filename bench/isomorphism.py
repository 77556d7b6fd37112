"""Measure canonical forms, variants, drawn grids and ranks on one core, by CPU time.

    python bench/isomorphism.py [--seconds S] [--puzzles FILE...]

Full grids and minimal puzzles are made; FILE has puzzles of one's own, such as a collection of 17 clues.
FARANDOLE_MINLEX names a program that reads a puzzle a line and writes its canonical form, a line each, in the same
order: its own form, which needn't be ours. It is measured by its CPU time, in this run.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from farandole import batch
from farandole.batch import grids

_N = 100_000
_N_RANKED = 5_000
_N_OF_GRIDS = 20  # for a program made for puzzles


def rate(do: Callable[[], object], n: int, seconds: float) -> float:
    """Return how many are done in a second of CPU time."""
    do()  # the first call makes tables
    began, times = time.process_time(), 0
    while (took := time.process_time() - began) < seconds:
        times += 1
        do()
    return n * times / took


def rate_of_program(program: str, values: batch.Values) -> float:
    """Return canonical forms per second of the program's CPU time, including its start."""
    signs = np.frombuffer(b".123456789\n", np.uint8)
    lines = signs[np.hstack([values, np.full((len(values), 1), 10, np.uint8)])].tobytes()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program], input=lines, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if (n := done.stdout.count(b"\n")) != len(values):
        raise SystemExit(f"{program}: expected {len(values)} lines, found {n}")
    return len(values) / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds for each")
    parser.add_argument("--puzzles", nargs="*", default=[], metavar="FILE")
    options = parser.parse_args()
    program = os.environ.get("FARANDOLE_MINLEX")
    sets = {"full grids": grids.draw(_N), "minimal puzzles": batch.minimal_puzzles(_N).puzzles}
    sets |= {Path(name).name: batch.read_lines(Path(name).read_bytes()).values for name in options.puzzles}
    for name, values in sets.items():
        forms = rate(partial(batch.canonical, values, threads=1), len(values), options.seconds)
        print(f"canonical forms of {name:24} {forms:12,.0f}/s", end="")
        theirs = rate_of_program(program, values[: _N_OF_GRIDS if values.all() else _N]) if program else 0
        print(f"   {forms / theirs:8,.1f} x {Path(program).name}, {theirs:,.0f}/s" if program else "", flush=True)
    if not program:
        print("no program beside: expected its name in FARANDOLE_MINLEX")
    puzzles = sets["minimal puzzles"]
    print(f"{'variants':43} {rate(lambda: batch.variants(puzzles, _N, threads=1), _N, options.seconds):12,.0f}/s")
    print(f"{'uniform grids':43} {rate(lambda: grids.draw(_N, threads=1), _N, options.seconds):12,.0f}/s")
    drawn, near = grids.draw(_N_RANKED), range(10**9, 10**9 + _N_RANKED)
    for name, ranks in {"random grids": grids.rank(drawn), "grids in a row": np.array(near)}.items():
        found = grids.unrank(ranks)
        ranked = rate(partial(grids.rank, found, threads=1), _N_RANKED, options.seconds)
        unranked = rate(partial(grids.unrank, np.sort(ranks), threads=1), _N_RANKED, options.seconds)
        print(f"{'ranks of ' + name:43} {ranked:12,.0f}/s\n{name + ' of ranks':43} {unranked:12,.0f}/s")


if __name__ == "__main__":
    main()
