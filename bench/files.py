"""Measure the road from file to file beside the kernel alone.

    python bench/files.py [SET...] [--road ROAD...] [--lines N] [--threads N] [--repeat N] [--data DIR]

writes a set again and again, N lines in all, and solves them by `farandole solve -o`: each road reads one format and
writes one. In turn with it, the kernel solves the same puzzles from arrays and to arrays that are there before. Best of
N, by CPU time, in ns a puzzle; a command has a process of its own. *Start* is what the command takes for a thousand
lines: what it loads. *Ratio* is the rate of a road to the kernel's, and once more without the start.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from farandole import _core, batch
from farandole.io.source import compressor

DATA = Path(__file__).parents[2] / "shared" / "data" / "classic"
ROADS = {
    "line": ("txt", "txt"),
    "stdin": ("-", "txt"),
    "csv": ("csv", "csv"),
    "gz": ("txt.gz", "txt.gz"),
    "zst": ("txt.zst", "txt.zst"),
    "npy": ("npy", "npy"),
    "parquet": ("parquet", "parquet"),
}
FEW = 1000  # lines for which the command does little but start
CHUNK = 50_000  # puzzles for which the kernel's arrays have room

Measure = tuple[float, float]  # seconds of CPU, and by the clock


def write(path: Path, lines: list[str]) -> Path:
    """Write puzzles in the format that the name asks for."""
    if path.suffix == ".npy":
        np.save(path, batch.read_lines("\n".join(lines).encode()).values)
    elif path.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.table({"puzzle": pyarrow.array(map(str.encode, lines), pyarrow.binary(81))})
        pyarrow.parquet.write_table(table, path, compression="zstd")
    else:
        text = "\n".join(["puzzle", *lines] if path.suffix == ".csv" else lines) + "\n"
        pack: Any = compressor(path.name)
        path.write_bytes(pack.compress(text.encode()) if pack else text.encode())
    return path


def solved(source: Path, target: Path, threads: int, *, piped: bool) -> Measure:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    command = [sys.executable, "-m", "farandole", "solve", "-" if piped else source, "-o", target, "-q"]
    with source.open("rb") as file:
        done = subprocess.run([*command, "--threads", str(threads)], stdin=file if piped else None, check=False)
    assert done.returncode < 2, f"{source} to {target}: status {done.returncode}"
    after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - start
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def kernel(values: batch.Values, threads: int) -> Measure:
    """Solve from arrays to arrays whose memory has been in use."""
    solutions, numbers = np.zeros((CHUNK, 81), np.uint8), np.zeros((3, CHUNK), np.int64)
    start, seen = process_time(), perf_counter()
    for at in range(0, len(values) - CHUNK + 1, CHUNK):
        _core.solve(values[at : at + CHUNK], 2, threads, solutions, numbers)
    return process_time() - start, perf_counter() - seen


def best(measures: list[Measure]) -> Measure:
    cpu, clock = zip(*measures, strict=True)
    return min(cpu), min(clock)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=["kaggle", "17_clue"], metavar="SET")
    parser.add_argument("--road", nargs="+", choices=ROADS, default=["line"])
    parser.add_argument("--lines", type=int, default=2_000_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    arguments = parser.parse_args()
    n = max(1, arguments.lines // CHUNK) * CHUNK
    for name in arguments.sets:
        values = batch.read_lines((arguments.data / f"{name}.txt").read_bytes()).values
        values = np.tile(values, (-(-n // len(values)), 1))[:n]
        lines = batch.Answers(values, *np.zeros((3, n), np.int64)).lines()
        with tempfile.TemporaryDirectory() as folder:
            for road in arguments.road:
                format, to = ROADS[road]
                ending = "txt" if format == "-" else format
                files = [write(Path(folder, f"{size}.{ending}"), lines[:size]) for size in (n, FEW)]
                found: dict[str, list[Measure]] = {"kernel": [], "road": [], "start": []}
                for _ in range(arguments.repeat):
                    found["kernel"].append(kernel(values, arguments.threads))
                    for what, file in zip(("road", "start"), files, strict=True):
                        target = Path(folder, f"solved.{to}")
                        found[what].append(solved(file, target, arguments.threads, piped=format == "-"))
                for file in files:
                    os.remove(file)
                show(name, road, n, {what: best(measures) for what, measures in found.items()})
    return 0


def show(name: str, road: str, n: int, found: dict[str, Measure]) -> None:
    alone, way, start = (found[what][0] for what in ("kernel", "road", "start"))
    print(
        f"{name:9} {road:8} kernel {alone / n * 1e9:4.0f} ns, road {way / n * 1e9:4.0f} ns, start {start * 1e3:.0f} ms;"
        f" ratio {alone / way:.2f}, {alone / (way - start):.2f} without the start;"
        f" {n / way / 1e6:.2f} million a second of CPU, {n / found['road'][1] / 1e6:.2f} by the clock",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
