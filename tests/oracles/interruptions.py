"""Interrupt the command at random moments, many times, and say what was left behind: a check by hand.

    python tests/oracles/interruptions.py [RUNS] [SIGNAL] [SEED]

Each run rates, explains or hints at the hardest puzzles of examples/. It prints how long the command took to end, the
slowest first, and what was wrong: a status, a traceback, a process that lives on.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

HARDEST = str(Path(__file__).parents[2] / "examples" / "hardest.txt")
LINES = [line for line in Path(HARDEST).read_text().splitlines() if line[0] != "#"]
COMMANDS = (
    ("rate", HARDEST, "--threads", "2"),
    ("rate", HARDEST, "--threads", "2", "--scale", "explainer"),
    ("rate", HARDEST),
    ("rate", HARDEST, "--scale", "explainer"),
    ("explain", LINES[0], "--detail", "proof"),
    ("hint", LINES[1], "--detail", "proof"),
)
# Says that it has begun: what Python does before is not ours.
BEGIN = """
import sys
from farandole.__main__ import command
print("begun", file=sys.stderr, flush=True)
sys.exit(command())
"""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What came of a run.

    Parameters
    ----------
    arguments : sequence of str
    moment : float
        Seconds after it had begun.
    seconds : float
        How long it took to end from then on.
    status : int
    errors : str
        What it wrote to standard error.
    n_left : int
        Processes of it that live on, a fifth of a second later.
    """

    arguments: Sequence[str]
    moment: float
    seconds: float
    status: int
    errors: str
    n_left: int

    def faults(self, number: signal.Signals) -> list[str]:
        """List what is not as it should be."""
        found = []
        # It may have been done before; and when Python ends, the signal does what it does without Python.
        if self.status not in (0, -number, 128 + number):
            found.append(f"status {self.status}")
        if self.errors not in ("", "farandole: interrupted\n", "farandole: terminated\n"):
            found.append(self.errors)
        if self.n_left:
            found.append(f"{self.n_left} processes left")
        return found


def interrupt(
    arguments: Sequence[str], moment: float, number: signal.Signals = signal.SIGINT, patience: float = 60
) -> Interrupted:
    """Run the command, and send it and its group a signal some seconds after it has begun."""
    mark = f"FARANDOLE_RUN={uuid4()}"
    environment = os.environ | dict([mark.split("=")])
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"begun\n"
        time.sleep(moment)
        sent = time.perf_counter()
        os.killpg(process.pid, number)  # as a terminal does
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
        seconds = time.perf_counter() - sent
        time.sleep(0.2)
        left = [pid for pid in Path("/proc").iterdir() if pid.name.isdecimal() and _has(pid, mark)]
        for pid in left:
            os.kill(int(pid.name), signal.SIGKILL)
        errors = process.stderr.read().decode()
    return Interrupted(arguments, moment, seconds, process.returncode, errors, len(left))


def _has(process: Path, mark: str) -> bool:
    try:
        return mark.encode() in (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def main() -> None:
    """Interrupt as often as asked, and print what came of it."""
    words = dict(enumerate(sys.argv[1:]))
    n_runs, number, seed = int(words.get(0, 100)), signal.Signals[words.get(1, "SIGINT")], int(words.get(2, 0))
    chance = random.Random(seed)
    found = [interrupt(chance.choice(COMMANDS), chance.uniform(0, 4), number) for _ in range(n_runs)]
    for one in found:
        for fault in one.faults(number):
            print(f"{' '.join(one.arguments)}, after {one.moment:.3f} s: {fault}")
    found.sort(key=lambda one: -one.seconds)
    for one in found[:10]:
        print(f"{one.seconds:.3f} s  {' '.join(one.arguments)}, after {one.moment:.3f} s")
    n_faulty = sum(bool(one.faults(number)) for one in found)
    median, slowest = found[n_runs // 2].seconds, found[0].seconds
    print(
        f"{n_runs} runs, {n_faulty} with faults, seed {seed}; ended in {median:.3f} s (median), {slowest:.3f} s (most)"
    )


if __name__ == "__main__":
    main()
