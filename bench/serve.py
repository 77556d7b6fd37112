"""How long 50 players wait when they ask one server for hints at once; half of their puzzles are very hard.

::

    python bench/serve.py --clients 50 --seconds 60 --pause 1

Each player asks for a hint, waits for it, thinks for the pause, and asks for the next one on another board. The server
is a process of its own, on the same cores as the players.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from farandole import Puzzle, logic
from farandole.logic import Board
from farandole.puzzle.solutions import format_digits
from farandole.tui import built_in

ROOT = Path(__file__).parents[1]
PORT = 8899


class Told(NamedTuple):
    """The outcome of a call: how long it took, and whether the answer was a hint."""

    seconds: float
    is_hint: bool


def questions() -> list[bytes]:
    """Write requests for hints on boards along the paths of hard puzzles."""
    lines = [line[:81] for line in (ROOT / "examples" / "hardest.txt").read_text().splitlines() if len(line) >= 81]
    lines += [built_in.load_puzzle(name).line for name in ("medium", "hard", "expert")]
    boards = ((line, Board.of(Puzzle.classic(line))) for line in lines)
    bodies = [
        json.dumps({"puzzle": line, "digits": format_digits(board.values)}).encode()
        for line, board in boards
        for _ in islice(logic.explain(board), 40)
    ]
    head = "POST /call/hint HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n"
    return [head.format(len(body)).encode() + body for body in bodies]


async def play(some: list[bytes], pause: float, until: float) -> list[Told]:
    """Send requests one after another."""
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
    await asyncio.sleep(random.random() * pause)
    told = []
    while monotonic() < until:
        start = monotonic()
        writer.write(random.choice(some))
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readuntil(b"\r\n0\r\n\r\n")
        is_hint = head.startswith(b"HTTP/1.1 200") and b'"event":"result"' in body
        told.append(Told(monotonic() - start, is_hint))
        await asyncio.sleep(pause)
    writer.close()
    return told


async def measure(clients: int, seconds: float, pause: float) -> list[Told]:
    """Let players send requests for some seconds."""
    some, until = questions(), monotonic() + seconds
    return [*chain.from_iterable(await asyncio.gather(*(play(some, pause, until) for _ in range(clients))))]


def cpu_seconds(group: int) -> float:
    """Add up the CPU time of a process group, from /proc."""
    fields = (file.read_text().rpartition(") ")[2].split() for file in Path("/proc").glob("[0-9]*/stat"))
    return (
        sum(int(user) + int(system) for _, _, of, *_, user, system in (one[:13] for one in fields) if int(of) == group)
        / 100
    )


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1)
    arguments = parser.parse_args()
    words = [sys.executable, "-m", "farandole", "serve", "--port", str(PORT)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        assert server.stdout
        server.stdout.readline()
        told = asyncio.run(measure(arguments.clients, arguments.seconds, arguments.pause))
        cpu = cpu_seconds(server.pid)
        server.send_signal(signal.SIGINT)
    waits = sorted(one.seconds for one in told)
    n_errors = sum(not one.is_hint for one in told)
    half, most, last = (1000 * waits[int(share * (len(waits) - 1))] for share in (0.5, 0.99, 1))
    print(f"{len(told)} hints, {n_errors} errors; median {half:.0f} ms, p99 {most:.0f} ms, longest {last:.0f} ms")
    print(f"{1000 * cpu / len(told):.1f} ms of CPU a hint, its start included")


if __name__ == "__main__":
    main()
