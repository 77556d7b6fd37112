"""Measure the CPU time in which rendered photos of each shape are read, on one core: NumPy's second thread would spin.

    taskset -c 0 python bench/photo_speed.py [KIND ...] [--sheets 10] [--first 3500]

KIND is a shape, or `two` for two classic puzzles on one photo, which are refused with a question. The best of three
readings counts.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from farandole import FarandoleError
from farandole.photo import read
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.puzzles import KINDS

TWO = "two"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[TWO, *KINDS], help="shapes (all)")
    parser.add_argument("--sheets", type=int, default=10, metavar="N", help="photos of each shape (10)")
    parser.add_argument("--first", type=int, default=3500, metavar="SEED", help="the first seed (3500)")
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        times = []
        for seed in range(arguments.first, arguments.first + arguments.sheets):
            picture = make_sheet("classic" if kind == TWO else kind, seed, puzzles=2 if kind == TWO else 1).picture
            times.append(min(measure(picture) for _ in range(3)))
        times.sort()
        print(f"{kind}: median {times[len(times) // 2]:.2f} s, worst {times[-1]:.2f} s", flush=True)


def measure(picture: NDArray[np.uint8]) -> float:
    """Return the CPU time of a reading, or of the answer that there is none."""
    start = time.process_time()
    with suppress(FarandoleError):
        read(picture)
    return time.process_time() - start


if __name__ == "__main__":
    main()
