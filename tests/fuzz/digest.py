"""Print a digest of what the kernels answer: equal on every machine, because kernels are equal to the bit.

``python -m fuzz.digest`` with `tests` on the path; tests/aarch64.sh compares two machines.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farandole import batch


def digest(n: int = 300) -> str:
    """Return a digest of puzzles that are made, solved, minimized, permuted and brought to canonical form.

    Examples
    --------
    >>> digest(20) == digest(20)
    True
    """
    made = batch.minimal_puzzles(n, seed=35, threads=1)
    easier = np.where(np.arange(81) % 3 == 0, made.solutions, made.puzzles)
    two = np.where(np.arange(81) % 5 == 0, 0, made.puzzles)
    answers = [batch.solve(puzzles, limit=100, threads=1) for puzzles in (made.puzzles, easier)]
    many = batch.solve(two, limit=100, threads=1)  # its guesses and passes depend on the kernel: it stops at the limit
    variants = batch.variants(made.puzzles, n, seed=1, threads=1)
    arrays: list[NDArray[Any]] = [
        made.puzzles,
        variants,
        batch.canonical(variants, threads=1),
        batch.minimize(easier, threads=1),
    ]
    arrays += [many.solutions, many.counts]
    for answer in answers:
        arrays += [answer.solutions, answer.counts, answer.guesses, answer.passes]
    return sha256(b"".join(np.ascontiguousarray(array, dtype="<i8").tobytes() for array in arrays)).hexdigest()[:16]


if __name__ == "__main__":
    print(digest())
