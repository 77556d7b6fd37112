"""Rival solvers of exact covers, each measured in its own process.

Knuth's programs (``ssxcc``, ``dlx2``), built from CWEB, are looked for in the folder FARANDOLE_COVER_RIVALS. Packages
for Python are looked for by the interpreter that FARANDOLE_COVER_PYTHON names, else by this one, which runs this file::

    python bench/cover_rivals.py PACKAGE QUESTION FILE    # prints the CPU seconds, and the covers found
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

PROGRAMS = ("ssxcc", "dlx2")
PACKAGES = ("xcover", "exact_cover", "sage", "miniexact")
PATIENCE = 15  # CPU seconds

# Takes a file; returns CPU seconds and covers, or None if it can't do it or takes too long.
Answer = tuple[float, int] | None
Rival = Callable[[Path], Answer]


def find(question: str) -> tuple[dict[str, Rival], dict[str, str]]:
    """Find the rivals for "count" or "list", and for each missing one the reason."""
    folder = os.environ.get("FARANDOLE_COVER_RIVALS")
    python = os.environ.get("FARANDOLE_COVER_PYTHON", sys.executable)
    found: dict[str, Rival] = {}
    missing: dict[str, str] = {}
    for name in PROGRAMS if question == "count" else ():
        if not folder:
            missing[name] = "FARANDOLE_COVER_RIVALS is not set"
        elif not (Path(folder) / name).exists():
            missing[name] = f"no {name} in FARANDOLE_COVER_RIVALS"
        else:
            found[name] = partial(_run_program, Path(folder) / name)
    for name in PACKAGES:
        if subprocess.run([python, "-c", f"import {name}"], capture_output=True).returncode:
            missing[name] = "not installed where FARANDOLE_COVER_PYTHON says"
        else:
            found[name] = partial(_run_package, python, name, question)
    return found, missing


def _run_program(program: Path, file: Path) -> Answer:
    """Run a program of Knuth's; the time for reading the file, measured by a run that stops there, is subtracted."""
    seconds = []
    text = ""
    for stop in ([], ["T1"]):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with file.open() as lines:
            done = subprocess.run(_patiently([program, *stop]), stdin=lines, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        text = text or done.stderr
    total = text.partition("Altogether ")[2].split()
    return (max(seconds[0] - seconds[1], 1e-6), int(total[0])) if total else None


def _patiently(command: list[str | Path]) -> list[str | Path]:
    """Limit the CPU time of a command; if it reaches the limit, its output is not used."""
    return ["sh", "-c", f'ulimit -t {PATIENCE}; exec "$@"', "sh", *command]


def _run_package(python: str, name: str, question: str, file: Path) -> Answer:
    command: list[str | Path] = [python, "-W", "ignore", __file__, name, question, str(file)]
    done = subprocess.run(_patiently(command), capture_output=True, text=True)
    if done.returncode:
        return None
    seconds, covers = done.stdout.split()[-2:]
    return float(seconds), int(covers)


# ── In the other process ──────────────────────────────────────────────────────────────────────────────────────


def _read(file: Path) -> tuple[list[str], list[str], list[list[str]]]:
    """Read primary items, secondary items, options."""
    lines = [line.split() for line in file.read_text().splitlines() if line.strip() and not line.startswith("|")]
    items, options = lines[0], lines[1:]
    bar = items.index("|") if "|" in items else len(items)
    return items[:bar], items[bar + 1 :], options


def _timed(work: Callable[[], int]) -> tuple[float, int]:
    began = time.process_time()
    covers = work()
    return time.process_time() - began, covers


def _xcover(question: str, primary: list[str], secondary: list[str], options: list[list[str]]) -> tuple[float, int]:
    from xcover import covers  # type: ignore[import-not-found]

    colored = any(":" in entry for option in options for entry in option)
    list(covers([["a"], ["a", "b:1"]], primary=["a"], secondary=["b"], colored=True))  # compiles
    list(covers([["a"], ["a", "b"]], primary=["a"], secondary=["b"]))
    found = partial(covers, options, primary=primary, secondary=secondary or None, colored=colored)
    return _timed(lambda: sum(1 for _ in found()) if question == "count" else len(list(found())))


def _rows(primary: list[str], secondary: list[str], options: list[list[str]]) -> list[list[int]]:
    if secondary:
        raise SystemExit("primary items only")
    number = {item: n for n, item in enumerate(primary)}
    return [sorted(number[item] for item in option) for option in options]


def _exact_cover(question: str, *problem: Any) -> tuple[float, int]:
    import exact_cover  # type: ignore[import-not-found]
    import numpy as np

    rows = _rows(*problem)
    matrix = np.zeros((len(rows), len(problem[0])), np.int32)
    for n, row in enumerate(rows):
        matrix[n, row] = 1
    if question == "count":
        return _timed(lambda: int(exact_cover.get_solution_count(matrix)))
    return _timed(lambda: len(exact_cover.get_all_solutions(matrix)))


def _sage(question: str, *problem: Any) -> tuple[float, int]:
    import sage.all__sagemath_combinat  # type: ignore[import-not-found]  # noqa: F401
    from sage.combinat.matrices.dancing_links import dlx_solver  # type: ignore[import-not-found]

    solver = dlx_solver(_rows(*problem))
    if question == "count":
        return _timed(lambda: int(solver.number_of_solutions(ncpus=1)))
    return _timed(lambda: len(list(solver.solutions_iterator())))


def _miniexact(question: str, primary: list[str], secondary: list[str], options: list[list[str]]) -> tuple[float, int]:
    from miniexact import miniexacts_c  # type: ignore[import-not-found]

    solver = miniexacts_c()
    for item in primary:
        solver.primary(item)
    for item in secondary:
        solver.secondary(item)
    for option in options:
        for entry in option:
            solver.add(*entry.split(":"))
        solver.add(0)

    def work() -> int:
        covers = 0
        while solver.solve() == 10:
            covers += 1
            if question == "list":
                solver.selected_options()
        return covers

    return _timed(work)


def main() -> None:
    name, question, file = sys.argv[1:]
    seconds, covers = globals()[f"_{name}"](question, *_read(Path(file)))
    print(seconds, covers)


if __name__ == "__main__":
    main()
