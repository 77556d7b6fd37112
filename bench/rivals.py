"""Rival solvers of classic puzzles, as shared libraries in the folder FARANDOLE_RIVALS.

Each library ``lib<name>.so`` exports one C function, a loop around the rival's own call::

    double rival_run(const char* puzzles, size_t n, size_t limit, uint32_t* counts, uint64_t* guesses);

``puzzles`` has 82 bytes each: 81 characters with ``.`` for empty, and a NUL. It writes the solutions found of each
puzzle, at most ``limit``, and the guesses of all, and returns the CPU seconds that the loop took.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from farandole import batch

NAMES = ("tdoku", "rust_sudoku", "sk_bforce2", "fsss2", "jczsolve")

# Takes digits and a limit; returns CPU seconds and counts.
Solver = Callable[["batch.Values", int], tuple[float, np.ndarray]]


def find() -> tuple[dict[str, Solver], dict[str, str]]:
    """Find the rivals on this machine, and for each missing one the reason."""
    folder = os.environ.get("FARANDOLE_RIVALS")
    found: dict[str, Solver] = {}
    missing: dict[str, str] = {}
    for name in NAMES:
        path = Path(folder or ".") / f"lib{name}.so"
        if not folder:
            missing[name] = "FARANDOLE_RIVALS is not set"
        elif not path.exists():
            missing[name] = f"no {path.name} in FARANDOLE_RIVALS"
        else:
            found[name] = _solver(path)
    return found, missing


def _solver(path: Path) -> Solver:
    rival_run = ctypes.CDLL(str(path)).rival_run
    rival_run.restype = ctypes.c_double

    def solve(values: batch.Values, limit: int) -> tuple[float, np.ndarray]:
        text = np.zeros((len(values), 82), np.uint8)
        text[:, :81] = np.where(values, values + ord("0"), ord("."))
        counts = np.zeros(len(values), np.uint32)
        guesses = ctypes.c_uint64()
        pointer = ctypes.c_void_p
        seconds = rival_run(
            text.ctypes.data_as(pointer),
            ctypes.c_size_t(len(values)),
            ctypes.c_size_t(limit),
            counts.ctypes.data_as(pointer),
            ctypes.byref(guesses),
        )
        return seconds, counts

    return solve
