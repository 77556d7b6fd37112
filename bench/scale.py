"""Measure work spread over processes, Ray and Dask beside the sum of what single processes do; simulate large clusters.

    python bench/scale.py rows [--rows N] [--workers N] [--engine NAME...] [--folder DIR]
    python bench/scale.py killed [--box ROWS COLUMNS] [--kills N] [--longest S] [--engine NAME]
    python bench/scale.py simulate FOLDER [--workers N...] [--times N] [--longer N]

`rows` writes N variants of minimal puzzles as Parquet (FixedSizeBinary(81), zstd), and solves them with each engine.
First every worker alone does what it would do, without any engine: `farandole.bulk` in a plain loop, as many processes
as there are workers, each with a part of its own. What an engine reaches is divided by that. It also says whether the
files are equal byte for byte, and how many bytes a row takes.

`killed` counts the ways to fill a box of 90 cells with the 18 one-sided pentominoes (mirrored ones are pieces of their
own). The command is killed (SIGKILL) again and again, at moments drawn anew, alone or with its processes, and begun
again. The count must be the known one: D. Goodger, "Polyform Puzzler", one-sided pentominoes, where a solution and what
becomes of it by turning the box are one.

`simulate` takes the pieces of a job that was done (`farandole data scale`): how long each took, and which followed from
which. It gives them to a number of workers, each the next one that is there, and tells how long all takes, how busy the
workers are, and how long the longest chain of pieces is, which no number of workers makes shorter. ``--times`` tells
the same of a count so many times as large, ``--longer`` of pieces that take longer (a larger ``--budget``).
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet

from farandole import batch
from farandole.distributed.driver import run, run_job
from farandole.distributed.engines import ENGINES, start_engine
from farandole.distributed.rows import ROWS, plan
from farandole.distributed.search import FIRST, LEFT
from farandole.web.api.covers import PENTOMINOES

OVERHEAD = 0.008  # seconds between two tasks of a worker: Ray's, measured
DRIVER = 0.0016  # seconds of the one driver for each task: Ray's, measured
_GROUP = 100_000


def write_puzzles(folder: Path, n: int) -> int:
    """Write puzzles; return the bytes they take."""
    folder.mkdir(parents=True, exist_ok=True)
    seeds = batch.minimal_puzzles(20_000, seed=1).puzzles
    schema = pyarrow.schema([("puzzle", pyarrow.binary(81))])
    with pyarrow.parquet.ParquetWriter(folder / "puzzles.parquet", schema, compression="zstd") as file:
        for first in range(0, n, _GROUP):
            some = batch.variants(seeds, min(_GROUP, n - first), seed=first)
            text = np.where(some, some + ord("0"), ord(".")).astype(np.uint8)
            column = pyarrow.Array.from_buffers(
                pyarrow.binary(81), len(some), [None, pyarrow.py_buffer(text.tobytes())]
            )
            file.write_table(pyarrow.table([column], schema))
    return (folder / "puzzles.parquet").stat().st_size


def alone(source: Path, target: Path, n_rows: int, workers: int) -> float:
    """Let as many processes as there are workers do a share each, without an engine; rows a second of all together."""
    job = plan("solve", str(source), str(target), parameters={}, n_rows=n_rows)
    program = (
        "import sys, time; from farandole.distributed.rows import plan\n"
        f"job = plan('solve', {str(source)!r}, {str(target)!r}, parameters={{}}, n_rows={n_rows})\n"
        "tasks = job.tasks[int(sys.argv[1])::int(sys.argv[2])]\n"
        "start = time.perf_counter(); rows = sum(task.run()['rows'] for task in tasks)\n"
        "print(rows / (time.perf_counter() - start))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(k), str(workers)], stdout=subprocess.PIPE, text=True)
        for k in range(workers)
    ]
    assert job.tasks
    return sum(float(process.communicate()[0]) for process in processes)


def digest(target: Path) -> str:
    from hashlib import sha256

    whole = sha256()
    for path in sorted(target.glob("part-*")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def rows(arguments: argparse.Namespace) -> None:
    folder = Path(arguments.folder or tempfile.mkdtemp(prefix="scale-"))
    size = write_puzzles(folder / "in", arguments.rows)
    print(f"{arguments.rows:,} puzzles, {size / arguments.rows:.1f} bytes a row")
    n_rows = max(_GROUP, min(ROWS["solve"], arguments.rows // (8 * arguments.workers)))
    sum_of_all = alone(folder / "in", folder / "alone", n_rows, arguments.workers)
    print(f"{arguments.workers} processes alone: {sum_of_all:,.0f} rows/s, {digest(folder / 'alone')}")
    for name in arguments.engine:
        target = folder / name
        shutil.rmtree(target, ignore_errors=True)
        job = plan("solve", str(folder / "in"), str(target), parameters={}, n_rows=n_rows)
        engine = start_engine(name, run, workers=arguments.workers)
        start = time.perf_counter()
        failed = run_job(job, engine)
        rate = arguments.rows / (time.perf_counter() - start)
        assert not failed, failed
        print(f"{name}: {rate:,.0f} rows/s, {rate / sum_of_all:.0%} of that, {digest(target)}", flush=True)
    if arguments.folder is None:
        shutil.rmtree(folder)


KNOWN = {(3, 30): 46, (5, 18): 686_628, (6, 15): 2_567_183, (9, 10): 10_440_433}
TURNS = 4  # of a box that is no square: as it is, upside down, mirrored twice


def turned(cells: Iterable[tuple[int, int]]) -> set[tuple[tuple[int, int], ...]]:
    """Turn a piece into its four positions, each with its least row and column 0."""
    positions = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        positions.add(tuple(sorted((row - top, column - left) for row, column in cells)))
    return positions


def one_sided_pentominoes(height: int, width: int) -> Iterator[str]:
    """Write the problem in Knuth's format: a piece is an item, and so is a cell."""
    pieces: list[set[tuple[tuple[int, int], ...]]] = []
    for drawing in PENTOMINOES.split()[1::2]:
        cells = [(r, c) for r, row in enumerate(drawing.split("/")) for c, sign in enumerate(row) if sign == "X"]
        for piece in (turned(cells), turned((row, -column) for row, column in cells)):
            if piece not in pieces:
                pieces.append(piece)
    names = [f"p{number}" for number in range(len(pieces))]
    yield " ".join([*names, *(f"{row}.{column}" for row in range(height) for column in range(width))])
    for name, piece in zip(names, pieces, strict=True):
        for position in sorted(piece):
            rows, columns = (1 + max(places) for places in zip(*position, strict=True))
            for top, left in product(range(height - rows + 1), range(width - columns + 1)):
                yield " ".join([name, *(f"{top + row}.{left + column}" for row, column in position)])


def killed(arguments: argparse.Namespace) -> None:
    """Count, be killed, and count on."""
    box = arguments.box[0], arguments.box[1]
    if box not in KNOWN:
        sys.exit(f"--box: expected one of {[*KNOWN]}, found {box}")
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.dlx")
        problem.write_text("\n".join(one_sided_pentominoes(*box)) + "\n")
        count = [sys.executable, "-m", "farandole", "data", "scale", "count", str(problem), str(Path(folder, "count"))]
        begin, n_killed = time.perf_counter(), 0
        while True:
            with subprocess.Popen(
                [*count, "--engine", arguments.engine, "-q"], stdout=subprocess.PIPE, text=True, start_new_session=True
            ) as process:
                try:
                    wait = random.uniform(1, arguments.longest) if n_killed < arguments.kills else None
                    found, _ = process.communicate(timeout=wait)
                    break
                except subprocess.TimeoutExpired:
                    send = random.choice([os.kill, os.killpg])
                    send(process.pid, signal.SIGKILL)
                    n_killed += 1
                    n_reports = sum(1 for _ in Path(folder).rglob("_job/*"))
                    print(f"{time.perf_counter() - begin:.0f} s: killed {n_killed} times, {n_reports} files of the job")
        print(f"{time.perf_counter() - begin:.0f} s: {found.strip()}, expected {TURNS * KNOWN[box]}")
        if int(found) != TURNS * KNOWN[box]:
            sys.exit("the count is wrong")


def simulate(
    folder: str, workers: int, times: float = 1, longer: float = 1, overhead: float = OVERHEAD, driver: float = DRIVER
) -> tuple[float, float, float]:
    """Return the seconds that a count takes with so many workers, their efficiency, and its longest chain of pieces.

    Parameters
    ----------
    folder : str
        Of a count that was done.
    workers : int
    times : float
        It is a count so many times as large. It is cut until it has enough pieces, each of which takes as long as the
        longest that was measured; below each of these lies all that was measured.
    longer : float
        How much longer pieces take than those that were measured.
    overhead : float
        Seconds between two pieces of a worker.
    driver : float
        Seconds that the driver needs to give out a piece; it gives out one after the other.
    """
    seconds = {}
    for path in Path(folder, "_job").glob("*.json"):
        report = json.loads(path.read_text())
        if "seconds" in report:
            seconds[report["task"]] = report["seconds"] * longer + overhead
    if not seconds:
        raise SystemExit(f"{folder}: expected the folder of a count, found no report of a piece")
    below: dict[str, list[str]] = {}
    for name in sorted(seconds):
        below.setdefault(name.rpartition(".")[0], []).append(name)
    longest, n_cut, n_copies = max(seconds.values()), 0, round(times / longer)
    waiting = deque([(name, 0.0) for name in below[""]] if n_copies < 2 else [("", 0.0)] * min(FIRST, n_copies))
    n_roots = len(waiting)
    busy: list[tuple[float, str, float]] = []
    now = given = work = chain = 0.0
    while waiting or busy:
        while waiting and len(busy) < workers:
            name, before = waiting.popleft()
            took = seconds.get(name, longest)
            given = max(given, now) + driver
            work += took
            heapq.heappush(busy, (given + took, name, before + took))
        now, name, before = heapq.heappop(busy)
        chain = max(chain, before)
        if not name and n_roots + (LEFT - 1) * n_cut < n_copies:
            n_cut += 1
            waiting.extend([("", before)] * LEFT)
        else:
            waiting.extend((child, before) for child in below.get(name, ()))
    return now, work / (now * workers), chain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    some = what.add_parser("rows")
    some.add_argument("--rows", type=int, default=10_000_000)
    some.add_argument("--workers", type=int, default=2)
    some.add_argument("--engine", nargs="*", choices=ENGINES, default=["local", "ray", "dask"])
    some.add_argument("--folder", help="keep the files here")
    long = what.add_parser("killed")
    long.add_argument(
        "--box", type=int, nargs=2, default=[6, 15], metavar=("ROWS", "COLUMNS"), help=f"one of {[*KNOWN]}"
    )
    long.add_argument("--kills", type=int, default=20)
    long.add_argument("--longest", type=float, default=240, help="seconds between two kills")
    long.add_argument("--engine", choices=ENGINES, default="local")
    guess = what.add_parser("simulate")
    guess.add_argument("folder")
    guess.add_argument("--workers", type=int, nargs="*", default=[2, 10, 100, 1000, 10_000])
    guess.add_argument("--times", type=float, default=1, help="a count so many times as large")
    guess.add_argument("--longer", type=float, default=1, help="pieces that take so many times as long")
    arguments = parser.parse_args()
    if arguments.what in ("rows", "killed"):
        (rows if arguments.what == "rows" else killed)(arguments)
        return
    for workers in arguments.workers:
        took, efficiency, chain = simulate(arguments.folder, workers, arguments.times, arguments.longer)
        print(f"{workers:>6,} workers: {took:12,.1f} s, {efficiency:4.0%} busy; the longest chain takes {chain:,.1f} s")


if __name__ == "__main__":
    main()
