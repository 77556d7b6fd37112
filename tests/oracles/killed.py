"""Kill ``farandole solve -o`` at every stage, go on with ``--resume``, and compare what comes out, to the byte.

::

    python tests/oracles/killed.py                    1,000 killed runs, SIGKILL, SIGTERM and SIGINT in turn
    python tests/oracles/killed.py --runs 30          a short one, as the tests do

A run is killed at a step (before, after or in the middle of a write, a sync, a renaming, a removal, an opening) or at
a moment anywhere from its start to its end. After up to four such runs on one file comes one that is left alone. A
target that is there after a kill must be whole; in the end the answers and the bad puzzles must be those of a run that
nobody disturbed, and no part and no journal may be left.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
NAMES = ("s.txt", "s.txt.gz", "s.txt.zst", "s.csv", "s.csv.gz", "s.json.zst", "s.npy", "s.parquet", "stdin.txt")

# The command with chunks so small that there are many. At a step of its work with files it ends itself, as if somebody
# else did. Arguments: the step (-1 for none), before, amid or after; the signal; those of the command.
ENDING = """
import atexit, os, sys
from farandole import batch
from farandole import outputs
from farandole.io import chunk_writers, chunks, resumable, solved
from farandole.bulk import threads  # imported here, so that no step is an import
chunks.BLOCK, chunks.ROWS, chunks.GROUP = 1 << 14, 200, 200
resumable.PAUSE = 1
last, moment, number = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
sys.argv[1:4] = []
step = 0

def stepwise(call, amid):
    def counted(*arguments, **options):
        global step
        step += 1
        if step - 1 != last:
            return call(*arguments, **options)
        if moment == "before":
            os.kill(os.getpid(), number)
        if moment == "amid" and amid:
            amid(*arguments)
            os.kill(os.getpid(), number)
        result = call(*arguments, **options)
        os.kill(os.getpid(), number)
        return result
    return counted

def half(file, data):
    start = file.tell()
    write(file, memoryview(data)[: len(data) // 2])
    file.seek(start)

write = outputs.OutputFile.write
outputs.OutputFile.write = stepwise(write, half)
outputs.OutputFile.truncate = stepwise(outputs.OutputFile.truncate, None)
for name in ("replace", "remove", "fsync", "open", "close"):
    setattr(os, name, stepwise(getattr(os, name), None))
if last == -1:
    atexit.register(lambda: print("steps:", step, file=sys.stderr))
from farandole.cli.main import main
sys.exit(main())
"""


class Case(NamedTuple):
    """A form, and what a run that nobody disturbed makes: its answers, its bad puzzles, its status, steps, seconds."""

    name: str
    answers: bytes
    bad: bytes
    status: int
    n_steps: int
    seconds: float


def puzzles(n: int) -> str:
    """Make a puzzle with its digits relabeled n times, and now and then one that is bad."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    dice = random.Random(n)
    lines = []
    for _ in range(n):
        digits = "".join(dice.sample("123456789", 9))
        lines.append(line.translate(str.maketrans("123456789", digits)))
        if dice.random() < 0.02:
            lines[-1] = dice.choice(["x", lines[-1][:80], "55" + lines[-1][2:], lines[-1].replace(".", "x", 1)])
    return "\n".join(lines)


def command(source: Path, target: Path, *, step: int = -1, moment: str = "", number: int = 0) -> list[str]:
    read = "-" if target.name.startswith("stdin") else str(source)
    ending = [sys.executable, "-c", ENDING, str(step), moment, str(number)]
    return [*ending, "solve", read, "-o", str(target), "--bad", f"{target}.bad", "--resume"]


def left_alone(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    with source.open("rb") as stdin:
        return subprocess.run(
            command(source, target), stdin=stdin, stdout=-1, stderr=-1, text=True, timeout=120, check=False
        )


def measure(source: Path, target: Path) -> Case:
    """Run a case that nobody disturbs."""
    start = time.perf_counter()
    done = left_alone(source, target)
    seconds = time.perf_counter() - start
    bad = Path(f"{target}.bad")
    assert done.returncode == 2, done.stderr
    case = Case(
        target.name, target.read_bytes(), bad.read_bytes(), done.returncode, int(done.stderr.split()[-1]), seconds
    )
    target.unlink()
    bad.unlink()
    return case


def kill(case: Case, source: Path, target: Path, number: int, dice: random.Random) -> tuple[str, int]:
    """Start a run and kill it; tell when, and its status."""
    at_step = dice.random() < 0.7
    step = dice.randrange(case.n_steps) if at_step else -2
    moment = dice.choice(["before", "amid", "after"])
    line = command(source, target, step=step, moment=moment, number=number)
    with source.open("rb") as stdin, subprocess.Popen(line, stdin=stdin, stdout=-3, stderr=-3) as process:
        try:
            process.wait(timeout=60 if at_step else dice.random() * case.seconds)
        except subprocess.TimeoutExpired:
            assert not at_step, "it hangs"
            process.send_signal(number)
            process.wait(timeout=60)
    return "at a step" if at_step else "at a moment", process.returncode


def is_left(case: Case, target: Path) -> str:
    """Say what is wrong with what a killed run left; nothing if a target that is there is whole."""
    if target.exists() and target.read_bytes() != case.answers:
        return f"{target.name}: not whole, but with its name"
    return ""


def try_case(case: Case, source: Path, folder: Path, seed: int) -> tuple[int, list[str], Counter[str]]:
    """Kill up to four runs on one file, then leave one alone; tell how many, what is wrong, and what they ended by."""
    dice = random.Random(seed)
    target = folder / str(seed) / case.name
    target.parent.mkdir()
    n_names = len(NAMES)
    number, n_killed = SIGNALS[(seed + seed // n_names) % len(SIGNALS)], 0
    faults: list[str] = []
    ends: Counter[str] = Counter()
    for _ in range(dice.randint(1, 4)):
        when, status = kill(case, source, target, number, dice)
        was_killed = status in (-number, 128 + number)
        n_killed += was_killed
        ends[f"{signal.Signals(number).name} {when}: {'killed' if was_killed else 'was done before'}"] += 1
        is_early = when == "at a moment" and status == 1  # Python itself was still beginning
        if not (was_killed or is_early or status == case.status):
            faults.append(f"seed {seed}: ended with {status} after {signal.Signals(number).name}")
        if fault := is_left(case, target):
            faults.append(f"seed {seed}: {fault}")
    done = left_alone(source, target)
    if done.returncode != case.status or not target.exists():
        faults.append(f"seed {seed}: {case.name}: status {done.returncode}: {done.stderr}")
    elif (target.read_bytes(), Path(f"{target}.bad").read_bytes()) != (case.answers, case.bad):
        faults.append(f"seed {seed}: {case.name}: other bytes")
    left = sorted(path.name for path in target.parent.iterdir())
    if left != sorted([case.name, f"{case.name}.bad"]):
        faults.append(f"seed {seed}: left: {left}")
    for path in target.parent.iterdir():
        path.unlink()
    return n_killed, faults, ends


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1000, help="how many runs to kill (default: 1000)")
    parser.add_argument("--puzzles", type=int, default=4000, help="in each (default: 4000)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="side by side (default: one a core)")
    parser.add_argument("--seed", type=int, default=0, help="the first one (default: 0)")
    options = parser.parse_args(argv)
    start = time.perf_counter()
    n_killed = n_faults = 0
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.processes) as pool:
        folder = Path(scratch)
        source = folder / "puzzles.txt"
        source.write_text(puzzles(options.puzzles))
        cases: dict[str, Case] = {}
        seed = options.seed
        while n_killed < options.runs:
            seeds = range(seed, seed := seed + min(8 * options.processes, options.runs - n_killed))
            names = [NAMES[seed % len(NAMES)] for seed in seeds]
            new = [folder / name for name in dict.fromkeys(names) if name not in cases]
            cases |= {case.name: case for case in pool.map(partial(measure, source), new)}
            tried = pool.map(try_case, map(cases.__getitem__, names), repeat(source), repeat(folder), seeds)
            for n, faults, ended in tried:
                n_killed += n
                n_faults += len(faults)
                ends += ended
                print(*faults, sep="\n", end="\n" * bool(faults), flush=True)
    for end, n in sorted(ends.items()):
        print(f"{n:7,} {end}")
    seconds = time.perf_counter() - start
    print(f"{n_killed:,} runs killed, {seed - options.seed:,} files, {n_faults:,} faults, {seconds:,.0f} s")
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
