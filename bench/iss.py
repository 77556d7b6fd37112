"""Interactive-Sudoku-Solver beside us: our puzzles in its language, and a process of node that solves them.

It is JavaScript. So it runs in one process for all puzzles, and a puzzle is repeated until it gets no faster.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from functools import reduce
from pathlib import Path
from select import select
from typing import Any, NamedTuple

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.links import iss
from farandole.puzzle import Puzzle

FOLDER = os.environ.get("FARANDOLE_ISS")
MAX_RUNS_WITHOUT_GAIN = 12
MAX_SECONDS = 1.0  # of runs for one puzzle


class Times(NamedTuple):
    """CPU seconds of each run, with and without building; empty if it timed out."""

    whole: list[float]
    search: list[float]


class UnsayableError(Exception):
    """A puzzle that ISS's language cannot express."""


def missing() -> str | None:
    """Return why ISS can't run, or None if it can."""
    if not FOLDER:
        return "FARANDOLE_ISS is not set"
    if not shutil.which("node"):
        return "there is no node"
    return None if Path(FOLDER, "js", "solver", "engine.js").exists() else "FARANDOLE_ISS has no js/solver/engine.js"


def text_of(puzzle: Puzzle) -> str:
    """Write a puzzle in ISS's language: allowed digits become givens, and pairs without a dot whispers."""
    full = (1 << puzzle.grid.n_digits) - 1
    masks = list(puzzle.pencilmarks or (1 << digit >> 1 or full for digit in puzzle.givens))
    said: list[Any] = []
    for rule in puzzle.rules:
        match rule:
            case rules.Allowed(cells, digits):
                for cell in cells:
                    masks[cell] &= reduce(int.__or__, (1 << digit >> 1 for digit in digits))
            case rules.NotConsecutive(cells):
                said.append(rules.Whispers(cells, 2))
            case _:
                said.append(rule)
    try:
        return iss.write(replace(puzzle, pencilmarks=tuple(masks), rules=tuple(said)))
    except PuzzleError as error:
        raise UnsayableError(str(error).removeprefix("Interactive Sudoku Solver can't say: ")) from None


class Process:
    """A process of node, restarted if it crashes or takes far too long."""

    def __init__(self) -> None:
        self._node: subprocess.Popen[str] | None = None

    def ask(self, text: str, seconds: float) -> tuple[int, list[int] | None, Times]:
        """Count the solutions up to two: their number, one of them, and the times; -1 if it timed out."""
        if self._node is None:
            command = ["node", str(Path(__file__).with_suffix(".mjs")), str(FOLDER)]
            self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._node.stdin
        assert self._node.stdout
        line = {"text": text, "seconds": seconds, "patience": MAX_RUNS_WITHOUT_GAIN, "enough": MAX_SECONDS}
        self._node.stdin.write(json.dumps(line) + "\n")
        self._node.stdin.flush()
        ready, _, _ = select([self._node.stdout], [], [], 5 * (seconds + MAX_SECONDS) + 10)  # building may hang
        answer = self._node.stdout.readline() if ready else ""
        if not answer:
            self.end()
            return -1, None, Times([], [])
        found = json.loads(answer)
        if "error" in found:
            raise UnsayableError(found["error"])
        if "capped" in found:
            return -1, None, Times([], [])
        times = Times(*([ms / 1e3 for ms in found[kind]] for kind in ("whole", "search")))
        return found["count"], found["solution"], times

    def end(self) -> None:
        if self._node is not None:
            self._node.kill()
            self._node.communicate()
            self._node = None
