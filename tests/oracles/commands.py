"""The command in this process, in one of its own or in a terminal, and puzzles to give it."""

import os
import pty
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import BinaryIO

from farandole.cli.main import main

EASY = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# Source: oracle.solutions_of_classic.
THIRTEEN = "53..7....6..195....9.....6.8...6...34..8.3..1....2...6.6....28....419..5....8..79"
# Source: P. Norvig, "Solving Every Sudoku Puzzle".
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
CSV = f"puzzle,verdict,count,solution,reason\n{WIKIPEDIA},solved,1,{WIKIPEDIA_SOLVED},\n"
TWICE = "55.................................................................................."[:81]


def run(*arguments: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run the command in this process, with standard streams of its own: fifty times as quick as a new process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(data)
        given.seek(0)
        with _streams(given, out, err):
            try:
                status = main(arguments)
            except SystemExit as end:  # as argparse ends
                status = int(end.code or 0)
        streams = []
        for file in (out, err):
            file.seek(0)
            streams.append(file.read().decode())
    return subprocess.CompletedProcess(arguments, status, *streams)


@contextmanager
def _streams(*files: BinaryIO) -> Iterator[None]:
    """Put files in the place of standard input, output and error: of the descriptors, and of what Python has."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept, stdin = [os.dup(number) for number in range(3)], sys.stdin
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        out, err = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
        with open(0, closefd=False) as sys.stdin, out, err, redirect_stdout(out), redirect_stderr(err):
            yield
    finally:
        sys.stdin = stdin
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)


def started(*arguments: str, stdin: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, perhaps in another environment."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "farandole", *arguments],
        input=data,
        capture_output=True,
        env=os.environ | environment,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


MATRIX = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"


def in_terminal(*arguments: str, typed: bytes = b"", **environment: str) -> str:
    """What a terminal of 80 columns is sent, with what is typed into it."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm", "COLUMNS": "80"} | environment
        os.execv(sys.executable, [sys.executable, "-m", "farandole", *arguments])
    output = b""
    typist = threading.Thread(target=_type, args=(terminal, typed), daemon=True)
    while True:
        try:
            block = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other side has closed
            break
        if not block:
            break
        output += block
        if typed and not typist.ident:
            typist.start()
    os.close(terminal)
    os.waitpid(pid, 0)
    return output.decode()


def _type(terminal: int, typed: bytes) -> None:
    """Type what a person types once a command asks for it: a little later, and not all at once."""
    time.sleep(0.3)
    with suppress(OSError):  # it ended before
        for start in range(0, len(typed), 500):
            os.write(terminal, typed[start : start + 500])
