"""Measure canonical forms, variants, drawn grids and ranks on one core, by CPU time.

    python bench/forms.py [--seconds S] [--puzzles FILE...]

Full grids and minimal puzzles are made; FILE has puzzles of one's own, such as a collection of 17 clues.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from farandole import batch
from farandole.batch import grids

_N = 100_000
_N_RANKED = 5_000


def rate(do: Callable[[], object], n: int, seconds: float) -> float:
    """Things done a second of CPU time."""
    do()  # tables are made at the first call
    began, times = time.process_time(), 0
    while (took := time.process_time() - began) < seconds:
        times += 1
        do()
    return n * times / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds for each")
    parser.add_argument("--puzzles", nargs="*", default=[], metavar="FILE")
    options = parser.parse_args()
    sets = {"full grids": grids.draw(_N), "minimal puzzles": batch.minimal_puzzles(_N).puzzles}
    sets |= {Path(name).name: batch.read_lines(Path(name).read_bytes()).values for name in options.puzzles}
    for name, values in sets.items():
        forms = rate(partial(batch.canonical, values, threads=1), len(values), options.seconds)
        print(f"canonical forms of {name:24} {forms:12,.0f}/s")
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
