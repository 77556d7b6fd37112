"""Measure covers with multiplicities beside Knuth's DLX3 and SSMCC.

    python bench/multiplicities.py [INSTANCE...] [--repeat N] [--data DIR]

prints for each instance the CPU seconds to count all covers, the best of N interleaved runs: ours, ours on marks alone,
and the programs ``dlx3`` and ``ssmcc`` in the folder FARANDOLE_RIVALS, as published: they count their mems. Their times
are whole processes; ours begin with the problem in Python.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from farandole import _core
from farandole.formats.knuth import read_cover

DATA = Path(__file__).parents[2] / "shared" / "data" / "cover"
INSTANCES = (
    "queendom_8_5",
    "queendom_7_4",
    "matrices_6_3",
    "matrices_7_2",
    "stirling_10_4",
    "tetbag_6x8",
    "partridge_5",
)
RIVALS = ("dlx3", "ssmcc")

Run = Callable[[], tuple[float, int]]  # CPU seconds, covers


def queendom(n: int, queens: int) -> str:
    """Write a problem: each square of an n x n board is attacked or held by a given number of queens."""
    fields = [(row, column) for row in range(n) for column in range(n)]
    lines = [" ".join([f"{queens}|queens", *(f"1:{queens}|{r}.{c}" for r, c in fields)])]
    for r, c in fields:
        seen = [f"{i}.{j}" for i, j in fields if i == r or j == c or abs(i - r) == abs(j - c)]
        lines.append(" ".join(["queens", *seen]))
    return "\n".join([*lines, ""])


def matrices(n: int, total: int) -> str:
    """Write a problem: n x n matrices of 0 and 1 whose rows and columns all have the same sum."""
    items = " ".join(f"{total}|r{k} {total}|c{k}" for k in range(n))
    return "\n".join([items, *(f"r{i} c{j}" for i in range(n) for j in range(n)), ""])


def read(name: str, data: Path) -> str:
    kind, *numbers = name.split("_")
    made = {"queendom": queendom, "matrices": matrices}
    if kind in made:
        first, second = map(int, numbers)
        return made[kind](first, second)
    return (data / f"{name}.dlx").read_text()


def ours(text: str, *, bits: bool) -> tuple[float, int]:
    problem = read_cover(text).problem
    began = process_time()
    found = _core.MultiSearch(*problem.numbers, problem.low, problem.high, False, bits).count()
    return process_time() - began, found


def rival(program: Path, text: str) -> tuple[float, int]:
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"Altogether (\d+) solution", done.stderr)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime, int(found[1]) if found else -1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="*", default=INSTANCES)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("FARANDOLE_RIVALS", "."))
    programs = [folder / name for name in RIVALS if (folder / name).exists()]
    for name in arguments.instances:
        text = read(name, arguments.data)
        runs: dict[str, Run] = {
            "farandole": lambda text=text: ours(text, bits=True),  # type: ignore[misc]
            "its marks": lambda text=text: ours(text, bits=False),  # type: ignore[misc]
        }
        for program in programs:
            runs[program.name] = lambda program=program, text=text: rival(program, text)  # type: ignore[misc]
        times: dict[str, list[float]] = {who: [] for who in runs}
        counts = set()
        for _ in range(arguments.repeat):
            for who, run in runs.items():
                seconds, found = run()
                times[who].append(seconds)
                counts.add(found)
        assert len(counts) == 1, f"{name}: {counts}"
        best = {who: min(seconds) for who, seconds in times.items()}
        columns = (f"{who} {best[who]:.4f} s {best[who] / best['farandole']:.1f}x" for who in runs)
        print(f"{name:14} {counts.pop():>9,} covers ", " | ".join(columns), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
