"""Measure exact covers, all solutions, rivals beside them in the same run.

    python bench/cover.py [CASE...] [--question count|list] [--repeat N] [--data DIR] [--update]

One thread; runs are interleaved; CPU seconds, best and median. Ours begin with the problem in Python, a `Cover`, and so
do those of rivals from Python; of programs the time to read the file is taken off. A rival that needs more than some
seconds is left out. Nodes and covers must equal `latest.json` (else the exit status is 1); ``--update`` writes them.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import cover_rivals
from run import Run, interleave, settle

from farandole import Cover
from farandole.cover.search import Search, SearchOptions
from farandole.formats.knuth import read_cover, write_cover

DATA = Path(__file__).parents[2] / "shared" / "data" / "cover"
# How many times as fast as the best rival we want to be.
GOALS: dict[str, float] = {
    **dict.fromkeys(("pent_6x10", "scott_8x8", "soma"), 8),
    **dict.fromkeys(("words_4x4", "sudoku_open", "costas_8", "queens_12"), 2),
}
CASES = [
    "pent_6x10", "scott_8x8", "soma", "words_4x4", "sudoku_open", "costas_8", "queens_12", "match_k14", "setpart_11",
    "pent_3x20", "pent_4x15", "langford_11", "langford_14_none", "queens_11", "samurai", "sudoku_many", "match_k12",
    "setpart_10", "domino_6x6", "tetro_6x6", "costas_7", "costas_10", "words_5x5",
]  # fmt: skip


def run_ours(cover: Cover, question: str, bits: bool) -> Run:
    def run() -> float:
        began = time.process_time()
        search = cover.search() if cover.problem.low else Search(cover.problem, SearchOptions(bits=bits))
        if question == "count":
            search.count()
        else:
            list(search)
        return time.process_time() - began

    return run


def run_rival(rival: cover_rivals.Rival, file: Path, covers: int) -> float:
    answer = rival(file)
    if answer is None:
        return float("inf")
    assert answer[1] == covers, f"{file.stem}: {answer[1]} covers, not {covers}"
    return answer[0]


def find_case(case: str, data: Path, folder: Path) -> Path:
    """Return the file of a case; if there is none, write what `Cover.named` makes, such as langford_11."""
    file = data / f"{case}.dlx"
    if file.exists():
        return file
    name = max((name for name in Cover.names() if case.startswith(name)), key=len, default=case)
    sizes = map(int, re.findall(r"[0-9]+", case.removeprefix(name)))
    made = folder / f"{case}.dlx"
    made.write_text(write_cover(Cover.named(name, *sizes)))
    return made


def show(title: str, seconds: dict[str, list[float]], nodes: int, goal: float) -> None:
    """Print CPU seconds, best and median of the runs, and the ratio to ours, by best."""
    ours = min(seconds["farandole"])
    print(f"\n{title}, {ours / nodes * 1e9:.0f} ns a node, goal x{goal:g}")
    for name, times in seconds.items():
        best, median = min(times), statistics.median(times)
        if best < float("inf"):
            print(f"  {name:12} {best:9.4f} s   median {median:9.4f}   x{best / ours:6.2f}", flush=True)


def race(file: Path, question: str, rivals: dict[str, cover_rivals.Rival], repeat: int) -> dict[str, float]:
    cover = read_cover(file.read_text())
    search = cover.search()
    covers = search.count()
    runs: dict[str, Run] = {name: partial(run_rival, rival, file, covers) for name, rival in rivals.items()}
    first = interleave(runs, 1)  # drops rivals that can't do it or take too long
    runs = {name: run for name, run in runs.items() if first[name][0] < float("inf")}
    runs |= {"farandole": run_ours(cover, question, bits=True), "its marks": run_ours(cover, question, bits=False)}
    show(
        f"{file.stem}, {question}: {covers:,} covers",
        interleave(runs, repeat),
        search.nodes,
        GOALS.get(file.stem, 1),
    )
    return {"covers": covers, "nodes": search.nodes}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help="a file in DIR, without .dlx, or a classic problem such as queens_9"
    )
    parser.add_argument("--question", choices=("count", "list"), default="count")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    rivals, missing = cover_rivals.find(arguments.question)
    for name, reason in missing.items():
        print(f"{name}: skipped, {reason}")
    counters = {}
    for case in arguments.cases or CASES:
        with tempfile.TemporaryDirectory() as folder:
            file = find_case(case, arguments.data, Path(folder))
            counters[case] = race(file, arguments.question, rivals, arguments.repeat)
    return settle(counters, arguments.update)


if __name__ == "__main__":
    sys.exit(main())
