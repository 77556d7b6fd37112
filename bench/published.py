"""Read and solve published puzzles: texts of Interactive-Sudoku-Solver (ISS), beside ISS itself.

    python bench/published.py [FILE_OR_FOLDER...] [--each] [--seconds S] [--no-rival] [--runs N]

A file has a text, or rows of JSON (.jsonl) with the text in "iss", and perhaps "id", "title" and "solution". From a
folder, all files that end in .iss, .txt or .jsonl are taken. By default it is the collection in ../shared/data.

A puzzle is *solved right* if the search ends; if each house and each rule holds for the solution (by `holds`, which the
search doesn't use); if it is the stored one, where there is one; and, where ISS runs, if both find none, one or several
solutions. Times are CPU milliseconds, one thread, the best of some runs: reading the text, building the network,
searching for a second solution.

Where FARANDOLE_ISS names the folder of ISS, and there is a node, it reads and solves the same texts.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import iss as rival
from farandole.errors import FarandoleError
from farandole.formats.links import iss
from farandole.puzzle import Puzzle, Solution

SET = Path(__file__).parents[2] / "shared" / "data" / "published" / "published_iss.jsonl"
ENDINGS = (".iss", ".txt", ".jsonl")


class Text(NamedTuple):
    """A text, and what is known of it."""

    name: str
    text: str
    solution: Sequence[int] | None


@dataclass
class Result:
    """What became of a text; times in milliseconds."""

    text: Text
    refusal: str = ""
    kinds: list[str] = field(default_factory=list)
    fault: str = ""
    count: int = -1
    reading: float = math.nan
    building: float = math.nan
    searching: float = math.nan
    its_building: float = math.nan
    its_searching: float = math.nan

    @property
    def is_right(self) -> bool:
        return self.count >= 0 and not self.fault


def texts_of(paths: Iterable[Path]) -> Iterator[Text]:
    """Yield the texts of files and folders."""
    for path in paths:
        if path.is_dir():
            yield from texts_of(sorted(file for file in path.rglob("*") if file.suffix in ENDINGS))
        elif path.suffix == ".jsonl":
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if line.strip():
                    row = json.loads(line)
                    name = f"{row.get('id', f'{path.name}:{number}')} {row.get('title', '')}".strip()
                    yield Text(name, row["iss"], digits_of(row.get("solution")))
        else:
            yield Text(path.stem, path.read_text(), None)


def digits_of(solution: Any) -> Sequence[int] | None:
    """Read a stored solution: a list, or a text with a sign a cell, letters from 10 on."""
    if not solution:
        return None
    return [int(sign, 36) for sign in solution] if isinstance(solution, str) else [int(digit) for digit in solution]


def find_fault(puzzle: Puzzle, solution: Solution) -> str:
    """Return what is wrong with a solution, without the search; "" if nothing is."""
    grid, digits = puzzle.grid, solution.digits
    for cell, (digit, mask) in enumerate(zip(digits, puzzle.masks, strict=True)):
        if not 1 <= digit <= grid.n_digits or not mask >> (digit - 1) & 1:
            return f"{grid.cell_name(cell)} can't be {digit}"
    for house in grid.houses:
        if len({digits[cell] for cell in house.cells}) < len(house.cells):
            return f"{house.name} repeats a digit"
    for rule in puzzle.rules:
        if not rule.holds(tuple(solution[cell] for cell in rule.scope)):
            return f"{rule!r:.80} doesn't hold"
    return ""


def measure(text: Text, seconds: float, runs: int) -> Result:
    """Read, build and solve a text."""
    result = Result(text)
    puzzle: Puzzle | None = None
    best = [math.inf] * 3
    spent = 0.0
    for run in range(runs):
        began = time.process_time()
        try:
            puzzle = iss.read(text.text + "\n" * run)  # another text each time, because the last ones are kept
        except FarandoleError as error:
            result.refusal = str(error)
            result.kinds = kinds_of(text.text, str(error))
            return result
        was_read = time.process_time()
        try:
            search = puzzle.solutions(seconds=seconds) if not puzzle.is_classic else puzzle.solutions()
            built = time.process_time()
            solution, other = next(search, None), next(search, None)
        except FarandoleError as error:
            result.fault = str(error)
            return result
        ended = time.process_time()
        for n, taken in enumerate((was_read - began, built - was_read, ended - built)):
            best[n] = min(best[n], 1e3 * taken)
        spent += ended - began
        if spent > 2 and run >= 1:
            break
    result.reading, result.building, result.searching = best
    if not search.exhausted and other is None:
        result.fault = "not finished in time"
        return result
    result.count = 2 if other else 1 if solution else 0
    if solution:
        result.fault = find_fault(puzzle, solution) if puzzle else ""
        if not result.fault and text.solution and list(solution.values)[: len(text.solution)] != list(text.solution):
            result.fault = "the stored solution is another" if result.count == 1 else ""
    elif text.solution:
        result.fault = "no solution, but there is a stored one"
    return result


def kinds_of(text: str, error: str) -> list[str]:
    """List the kinds for which a text is refused."""
    try:
        unknown = iss.unknowns(text)
    except FarandoleError:
        unknown = []
    return [kind.split(" (")[0] for kind in unknown] or [error.split(": ")[0] + ": " + error.split(": ")[-1][:60]]


def compare(result: Result, process: rival.Process, seconds: float) -> None:
    """Ask ISS for the same text, and compare the answers."""
    try:
        count, _, times = process.ask(result.text.text, seconds)
    except rival.UnsayableError as error:
        result.fault = result.fault or f"ISS: {str(error)[:80]}"
        return
    if times.whole:
        result.its_searching = 1e3 * min(times.search)
        result.its_building = 1e3 * min(a - b for a, b in zip(times.whole, times.search, strict=True))
    if count < 0 or result.count < 0 or result.fault:
        return
    if min(count, 2) != result.count:
        result.fault = f"ISS finds {count} solutions, we find {result.count}"


def middle(values: Iterable[float]) -> str:
    usual = [value for value in values if not math.isnan(value)]
    return f"{statistics.median(usual):9.3f} {sum(usual):10.1f}" if usual else f"{'':20}"


def report(results: list[Result]) -> Iterator[str]:
    read = [result for result in results if not result.refusal]
    right = [result for result in read if result.is_right]
    unique = [result for result in right if result.count == 1]
    yield (
        f"{len(results)} texts, {len(read)} read ({share(len(read), len(results))}), {len(right)} solved right: "
        f"{len(unique)} with one solution, {sum(r.count == 2 for r in right)} with more, "
        f"{sum(r.count == 0 for r in right)} without"
    )
    both = [result for result in right if not math.isnan(result.its_searching)]
    yield f"{'':24} {'median':>9} {'sum':>10}   ms of {len(right)} texts"
    for what in ("reading", "building", "searching"):
        yield f"{what:24} {middle(getattr(result, what) for result in right)}"
    if both:
        yield f"beside ISS, {len(both)} texts"
        yield f"{'reading and building':24} {middle(r.reading + r.building for r in both)}"
        yield f"{'  ISS':24} {middle(r.its_building for r in both)}"
        yield f"{'searching':24} {middle(r.searching for r in both)}"
        yield f"{'  ISS':24} {middle(r.its_searching for r in both)}"
        ratios = [r.its_searching / r.searching for r in both]
        whole = [(r.its_building + r.its_searching) / (r.reading + r.building + r.searching) for r in both]
        yield f"ISS takes {mean(ratios):.2f} times as long to search, {mean(whole):.2f} with all else (geometric means)"
    for result in read:
        if not result.is_right:
            yield f"WRONG {result.text.name}: {result.fault}"
    for kind, n in Counter(kind for result in results for kind in set(result.kinds)).most_common():
        yield f"refused, {n:4} texts: {kind}"


def share(n: int, all_of: int) -> str:
    return f"{100 * n / max(all_of, 1):.0f} %"


def mean(ratios: list[float]) -> float:
    return math.exp(statistics.fmean(math.log(max(ratio, 1e-9)) for ratio in ratios))


def line_of(result: Result) -> str:
    if result.refusal:
        return f"{result.text.name[:40]:40}  {result.refusal[:100]}"
    times = (result.reading, result.building, result.searching, result.its_building, result.its_searching)
    said = " ".join(f"{taken:10.3f}" for taken in times)
    return f"{result.text.name[:40]:40} {result.count:2} {said}  {result.fault}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE_OR_FOLDER", default=[SET])
    parser.add_argument("--each", action="store_true", help="print each puzzle too")
    parser.add_argument("--seconds", type=float, default=20, help="the longest search for a puzzle")
    parser.add_argument("--runs", type=int, default=5, help="the most runs of a puzzle")
    parser.add_argument("--no-rival", action="store_true", help="without ISS")
    arguments = parser.parse_args()
    if absent := [str(path) for path in arguments.paths if not path.exists()]:
        print(f"skipped: {', '.join(absent)} absent")
        return 0
    process = None
    if not arguments.no_rival:
        reason = rival.missing()
        print(f"Interactive-Sudoku-Solver: skipped, {reason}" if reason else "beside Interactive-Sudoku-Solver")
        process = None if reason else rival.Process()
    if arguments.each:
        names = ("reading", "building", "searching", "ISS builds", "searches")
        print(f"{'':40}    {' '.join(f'{name:>10}' for name in names)}   ms")
    results = []
    for text in texts_of(arguments.paths):
        result = measure(text, arguments.seconds, arguments.runs)
        if process and not result.refusal:
            compare(result, process, arguments.seconds)
        results.append(result)
        if arguments.each:
            print(line_of(result), flush=True)
    if process:
        process.end()
    for line in report(results):
        print(line)
    return int(any(not result.is_right for result in results if not result.refusal))


if __name__ == "__main__":
    sys.exit(main())
