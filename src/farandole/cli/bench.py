"""The command ``farandole bench``: how fast this machine solves small built-in sets of puzzles."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import version
from importlib.resources import files
from time import perf_counter
from typing import TextIO

import numpy as np

from farandole import batch
from farandole.cli._arguments import read_small_count
from farandole.cli._output import SOLVED
from farandole.errors import shorten
from farandole.records import record
from farandole.render.terminal import BOLD, Style
from farandole.system import count_cores

SETS = {
    "easy": "about 34 givens; solved without guesses",
    "minimal": "random and minimal",
    "hard": "minimal, selected for many guesses",
    "open": "a thousand solutions or more; two are found",
}
EXAMPLES = """\
examples:
  farandole bench                               the widest kernel, on one thread and on all cores: about 5 seconds
  FARANDOLE_ISA=avx2 farandole bench            another kernel; guesses and passes stay the same, but for open
  farandole bench --json --seconds 2            JSON for a program; each rate is measured longer
"""

N_PUZZLES = 1 << 14  # of a set, for each thread


def add_bench(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=bench)
    command.add_argument(
        "--threads", type=read_small_count, metavar="N", help="compare N threads with one (default: one for each core)"
    )
    command.add_argument(
        "--seconds", type=_read_seconds, default=0.5, metavar="S", help="measure each rate for S seconds (default: 0.5)"
    )
    command.add_argument("--json", action="store_true", help="write the results as a JSON object")


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected a number of seconds between 0 and 3600, found {shorten(text)!r}")
    return seconds


def bench(arguments: argparse.Namespace) -> int:
    """Measure, and print the results; return the exit status."""
    report(sys.stdout, threads=arguments.threads, seconds=arguments.seconds, as_json=arguments.json)
    return SOLVED


@record
class Rates:
    """The results for a set.

    Parameters
    ----------
    name : str
        One of `SETS`.
    one_thread, all_threads : int
        Puzzles per second.
    guesses, passes : float
        Means per puzzle; the same on every machine, except for the set ``open``, whose searches end at the second
        solution: there, they depend on the kernel.
    """

    name: str
    one_thread: int
    all_threads: int
    guesses: float
    passes: float


def make_puzzles(name: str) -> batch.Values:
    """Make a set, always the same: variants of its seeds in ``bench_seeds.txt``, shape (N_PUZZLES, 81)."""
    lines = files("farandole.cli").joinpath("bench_seeds.txt").read_text("ascii").splitlines()
    seeds = "\n".join(line for line in lines if line.endswith(f" {name}"))
    return batch.variants(batch.read_lines(seeds.encode()).values, N_PUZZLES)


def measure(name: str, *, threads: int, seconds: float) -> Rates:
    """Solve a set repeatedly, up to two solutions of each puzzle: on one thread, then on ``threads``."""
    puzzles = make_puzzles(name)
    answers = batch.solve(puzzles, threads=1)
    one = _measure_rate(puzzles, 1, seconds)
    every = _measure_rate(np.tile(puzzles, (threads, 1)), threads, seconds) if threads > 1 else one
    return Rates(name, one, every, float(answers.guesses.mean()), float(answers.passes.mean()))


def _measure_rate(puzzles: batch.Values, threads: int, seconds: float) -> int:
    """Return puzzles per second of the fastest run: other programs can only slow a run down."""
    best, end = float("inf"), perf_counter() + seconds
    while (start := perf_counter()) < end:
        batch.solve(puzzles, threads=threads)
        best = min(best, perf_counter() - start)
    return round(len(puzzles) / best)


def report(output: TextIO, *, threads: int | None = None, seconds: float = 0.5, as_json: bool = False) -> None:
    """Measure every set; print a table, each row as soon as it is known, or a JSON object.

    Parameters
    ----------
    output : text file
        The file to write to.
    threads : int, optional
        Threads to compare with one; by default, one for each core that this process may use.
    seconds : float
        Time for each measurement: two for each set, or one if ``threads`` is 1.
    as_json : bool
        Whether to print a JSON object instead of a table.
    """
    if threads is None:
        threads = count_cores()
    facts = {
        "version": version("farandole"),
        "machine": _machine(),
        "kernels": batch.isas(),
        "kernel": batch.isa(),
        "lanes": batch.lanes(),
        "threads": threads,
    }
    rates = (measure(name, threads=threads, seconds=seconds) for name in SETS)
    if as_json:
        print(json.dumps(facts | {"puzzles": N_PUZZLES, "sets": [asdict(of_set) for of_set in rates]}), file=output)
        return
    style = Style.of(output)
    print("farandole {version} on {machine}".format_map(facts), file=output)
    print(f"kernel {batch.isa()}, {batch.lanes()} lanes; usable here: {', '.join(batch.isas())}\n", file=output)
    for line in _table(rates, threads, style):
        print(line, file=output, flush=True)
    print("\nGuesses and passes are means per puzzle, the same on every machine;", file=output)
    print("only those of open depend on the kernel. The sets:", file=output)
    for name, description in SETS.items():
        print(f"{name:9}{description}", file=output)


def _machine() -> str:
    """Return the name of the processor, if the system has one."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _table(rates: Iterator[Rates], threads: int, style: Style) -> Iterator[str]:
    """Lay the rates out, a line each; with one thread, leave out the columns of all threads."""
    several = threads > 1
    together = f"{f'{threads} threads':>15}{'ratio':>8}" if several else ""
    yield style.paint(f"{'puzzles/s':9}{'1 thread':>13}{together}{'guesses':>11}{'passes':>9}", weight=BOLD)
    for of_set in rates:
        one, every = _round(of_set.one_thread), _round(of_set.all_threads)
        together = f"{every:>15}{of_set.all_threads / of_set.one_thread:8.2f}" if several else ""
        yield f"{of_set.name:9}{one:>13}{together}{of_set.guesses:11.2f}{of_set.passes:9.1f}"


def _round(rate: int) -> str:
    """Round to three digits: more of them would change from run to run."""
    return f"{float(f'{rate:.3g}'):,.0f}"
