"""Measure how many grids and minimal puzzles a second one core makes; tdoku's generator and QQWing beside them.

    python bench/generate.py [--seconds S] [--tdoku PATH] [--isa NAME...] [--levels] [--hard [--near FILE]]

PATH is tdoku's `generate`, built from its sources (https://github.com/t-dillon/tdoku) with -O3 -march=native. It is
asked for minimal puzzles of its own, each from nothing, and with `-d 3` from the one before. QQWing is taken where it
is installed, HoDoKu where its jar is in the folder FARANDOLE_LOGIC_RIVALS; what is absent is named.
With --levels, minimal puzzles of each level of HoDoKu are counted instead, each with its proof.
With --hard, puzzles of SE 9 and more are counted instead, found near those of FILE, or from nothing.
All are measured by CPU time, in turns, in this run; the rates of one of ours are divided by those of theirs.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from farandole import batch
from farandole.batch import grids
from farandole.generate import hard_puzzles, make_many
from farandole.logic import Level

_PART = 20_000  # items per call


def rate(make: Callable[[int], object], seconds: float) -> float:
    """Measure the items per second of CPU time of one thread; `make` takes the index of the first item of a part."""
    make(0)  # the first call makes tables
    began, n = time.process_time(), 0
    while (took := time.process_time() - began) < seconds:
        n += 1
        make(n * _PART)
    return n * _PART / took


def ours(seconds: float) -> Iterator[tuple[str, float]]:
    yield "uniform grids", rate(lambda first: grids.draw(_PART, first=first, threads=1), seconds)
    yield (
        "minimal puzzles, top-down",
        rate(lambda first: batch.minimal_puzzles(_PART, first=first, threads=1), seconds),
    )
    yield (
        "minimal puzzles, weighted",
        rate(lambda first: batch.minimal_puzzles(_PART, first=first, sampling="weighted", threads=1), seconds),
    )


def count_lines(command: list[str], seconds: float) -> float:
    """Measure the lines of 81 characters per second of CPU time that a program writes until it is stopped."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    program = subprocess.run(
        ["timeout", str(seconds), *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False
    )
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return sum(len(line) >= 81 for line in program.stdout.splitlines()) / took


def rivals(tdoku: str | None, seconds: float) -> Iterator[tuple[str, float]]:
    if tdoku:
        many = str(10**9)
        yield (
            "tdoku generate, from nothing",
            count_lines([tdoku, "-p0", "-s0", "-e0", "-a1", "-m1", "-d81", "-l", many], seconds),
        )
        yield "tdoku generate -d 3", count_lines([tdoku, "-p0", "-s0", "-e0", "-a1", "-m1", "-d3", "-l", many], seconds)
    else:
        absent("tdoku", "expected --tdoku PATH")
    if qqwing := shutil.which("qqwing"):
        # It writes at the end, so ask for as many puzzles as take about that long.
        yield "qqwing, minimal", count_lines([qqwing, "--generate", str(int(60 * seconds)), "--one-line"], 10 * seconds)
    else:
        absent("qqwing", "expected the program on the path")
    jars = list(Path(os.environ.get("FARANDOLE_LOGIC_RIVALS", "")).glob("[Hh]odoku*.jar"))
    java = shutil.which("java")
    if jars and java and "FARANDOLE_LOGIC_RIVALS" in os.environ:
        many = str(10**6)
        yield (
            "HoDoKu",
            count_lines([java, "-Xmx512m", "-jar", str(jars[0]), "/s", "/sc", "0", "/so", many], 10 * seconds),
        )
    else:
        absent("HoDoKu", "expected java, and its jar in the folder FARANDOLE_LOGIC_RIVALS")


def absent(name: str, why: str) -> None:
    print(f"{name:42} {'absent':>12}     {why}")


def levels(seconds: float) -> None:
    """Count puzzles of each level of HoDoKu."""
    for level in (level.name.lower() for level in Level):
        made = make_many(10**6, rating=level, seed=1)
        next(made)  # the first one makes tables
        began, n = time.process_time(), 0
        while (took := time.process_time() - began) < seconds:
            next(made)
            n += 1
        print(f"{level:42} {n / took:12.0f}/s")


def hard(near: str | None, seconds: float) -> None:
    """Count puzzles that reach SE 9."""
    lines = Path(near).read_text().splitlines() if near else []
    seeds = [line[:81] for line in lines if len(line) >= 81 and "#" not in line]
    began, n = time.process_time(), 0
    for n, _ in enumerate(hard_puzzles(10**6, seeds=seeds or None, seed=1, threads=1), 1):  # noqa: B007
        if time.process_time() - began > seconds:
            break
    took = time.process_time() - began
    print(
        f"{'SE 9 and more, ' + ('near others' if near else 'from nothing'):42} {n / took:12.2f}/s   {n} in {took:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="CPU seconds for each")
    parser.add_argument("--tdoku", help="tdoku's generate")
    parser.add_argument("--isa", nargs="*", default=batch.isas()[::-1], help="kernels, by default all")
    parser.add_argument("--levels", action="store_true", help="puzzles of each level of HoDoKu")
    parser.add_argument("--hard", action="store_true", help="puzzles of SE 9 and more")
    parser.add_argument("--near", metavar="FILE", help="hard puzzles to begin with")
    options = parser.parse_args()
    if options.levels:
        levels(options.seconds)
        return
    if options.hard:
        hard(options.near, options.seconds)
        return
    found = dict(rivals(options.tdoku, options.seconds))
    for name, puzzles in found.items():
        print(f"{name:42} {puzzles:12,.0f}/s")
    for isa in options.isa:
        os.environ["FARANDOLE_ISA"] = isa
        for name, things in ours(options.seconds):
            ratios = [f"{things / other:6.1f} x {rival}" for rival, other in found.items() if "minimal" in name]
            print(f"{isa + ', ' + name:42} {things:12,.0f}/s   {'; '.join(ratios)}")


if __name__ == "__main__":
    main()
