"""Decision diagrams of exact covers beside Knuth's DLX6.

python bench/zdd.py [INSTANCE...] [--repeat N] [--data DIR]

prints for each instance the CPU seconds to find the diagram and count its covers, the best of N interleaved runs; the
nodes of the diagrams; and the ratio. DLX6 is a program ``dlx6`` in the folder FARANDOLE_RIVALS, and ``dlx6s`` the same
with a hash table of 2**22 entries instead of 2**30, which saves the machine clearing pages; their times are whole
processes. Ours read the file before the clock starts, which takes DLX6 a millisecond or two.
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

from farandole import Cover
from farandole.formats.knuth import read_cover

DATA = Path(__file__).parents[2] / "shared" / "data" / "cover"
INSTANCES = (
    "domino_8x8", "domino_12x12", "domino_16x16", "match_k14", "match_k20", "match_k24", "setpart_11", "tetro_6x6",
    "ltromino_9x10", "pentfree_5x8", "soma", "sudoku_open", "langford_11", "langford_12", "queens_12", "queens_13",
    "words_4x4",
)  # fmt: skip
RIVALS = ("dlx6", "dlx6s")

Run = Callable[[], tuple[float, int]]  # CPU seconds, nodes of the diagram


def ours(cover: Cover) -> tuple[float, int]:
    began = process_time()
    zdd = cover.zdd()
    zdd.count()
    return process_time() - began, zdd.size


def dlx6(program: Path, text: str) -> tuple[float, int]:
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = re.search(r"(\d+) ZDD node", done.stderr)
    seconds = ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime
    return seconds, int(size[1]) - 2 if size else 0


def read(name: str, data: Path) -> str:
    if name == "match_k24":
        pairs = [f"{a} {b}" for a in range(24) for b in range(a + 1, 24)]
        return "\n".join([" ".join(map(str, range(24))), *pairs, ""])
    if name == "langford_12":
        pairs = [f"n{n} s{k} s{k + n + 1}" for n in range(1, 13) for k in range(23 - n)]
        return "\n".join([" ".join([f"n{n}" for n in range(1, 13)] + [f"s{k}" for k in range(24)]), *pairs, ""])
    if name == "queens_13":
        fields = [f"r{r} c{c} u{r + c} d{r - c + 12}" for r in range(13) for c in range(13)]
        sides = [f"{kind}{k}" for kind in "rc" for k in range(13)]
        return "\n".join([" ".join([*sides, "|", *(f"{kind}{k}" for kind in "ud" for k in range(25))]), *fields, ""])
    return (data / f"{name}.dlx").read_text()


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
        cover = read_cover(text)
        runs: dict[str, Run] = {"farandole": lambda cover=cover: ours(cover)}  # type: ignore[misc]
        for program in programs:
            runs[program.name] = lambda program=program, text=text: dlx6(program, text)  # type: ignore[misc]
        times: dict[str, list[float]] = {rival: [] for rival in runs}
        sizes: dict[str, int] = {}
        for _ in range(arguments.repeat):
            for rival, run in runs.items():
                seconds, sizes[rival] = run()
                times[rival].append(seconds)
        best = {rival: min(seconds) for rival, seconds in times.items()}
        columns = (f"{r} {best[r]:.4f} s {sizes[r]:,} nodes {best[r] / best['farandole']:.1f}x" for r in runs)
        print(f"{name:14}", " | ".join(columns), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
