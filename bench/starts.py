"""Measure what the command takes to start: CPU milliseconds of whole processes, beside Python alone.

    python bench/starts.py [NAME...] [--repeat N]

runs each command N times, in turn with the others, without the variables of this shell. The first round only fills
Python's cache of compiled modules. Best and median.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from statistics import median

LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
COMMANDS = {
    "python": ["-c", "pass"],
    "import": ["-c", "import farandole"],
    "version": ["-m", "farandole", "--version"],
    "solve": ["-m", "farandole", LINE],
    "hint": ["-m", "farandole", "hint", LINE],
    "rate": ["-m", "farandole", "rate", LINE],
    "draw": ["-m", "farandole", "draw", "-o", "puzzle.svg", LINE],
    "make": ["-m", "farandole", "make", "--seed", "1"],
}


def measure(arguments: list[str], folder: str) -> float:
    """Return the CPU time of a process, in ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {"PATH": os.defpath, "HOME": folder, "LANG": "C.UTF-8"}
    command = [sys.executable, *arguments]
    subprocess.run(
        command, check=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(COMMANDS)} (default: all)")
    parser.add_argument("--repeat", type=int, default=15, metavar="N", help="runs of each (default: 15)")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in COMMANDS:
            parser.error(f"expected some of {', '.join(COMMANDS)}, found {name}")
    names = arguments.names or list(COMMANDS)
    times: dict[str, list[float]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.repeat + 1):
            for name in names:
                times[name].append(measure(COMMANDS[name], folder))
    print(f"{'':10}{'best':>6}{'median':>8}  ms of CPU")
    for name, found in times.items():
        print(f"{name:10}{min(found[1:]):6.0f}{median(found[1:]):8.0f}  python {' '.join(COMMANDS[name])[:60]}")


if __name__ == "__main__":
    main()
