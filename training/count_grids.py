"""Count all essentially different grids, by band class and block: the table of `farandole.batch.grids.rank`.

    python training/count_grids.py [--threads N] [--classes N] [-o src/farandole/batch/ranks.npz]

It takes two or three minutes of one core. With fewer classes, counted from the last one back, it only compares with
the table that is there.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from farandole import _core
from farandole.batch import grids

N_BLOCKS = 28 * 56 * 56 // 28  # of a class: splits of three stacks, 28 in a block
TABLE = Path(__file__).resolve().parents[1] / "src/farandole/batch/ranks.npz"


def counts_of(in_class: int) -> NDArray[np.uint32]:
    """Count the grids in the blocks of a band class."""
    counts = np.empty(N_BLOCKS, np.uint32)
    _core.count_blocks(in_class, counts)
    return counts


def main() -> int:
    """Count, compare with the known total, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--classes", type=int, default=grids.N_BAND_CLASSES, help="the last ones only")
    parser.add_argument("-o", "--output", type=Path, default=TABLE)
    options = parser.parse_args()
    classes = range(grids.N_BAND_CLASSES - options.classes, grids.N_BAND_CLASSES)
    with ThreadPoolExecutor(options.threads) as pool:
        counts = np.concatenate(list(pool.map(counts_of, classes)))
    if len(classes) < grids.N_BAND_CLASSES:
        with np.load(options.output) as stored:
            is_same = bool((stored["counts"][-len(counts) :] == counts).all())
        print("as in the table" if is_same else "other counts than in the table", file=sys.stderr)
        return int(not is_same)
    total = int(counts.sum(dtype=np.int64))
    print(f"{total:,} grids; expected {grids.N_CLASSES:,}; {counts.max():,} in a block", file=sys.stderr)
    if total != grids.N_CLASSES:
        return 1
    np.savez_compressed(options.output, counts=counts.astype(np.uint16 if counts.max() < 1 << 16 else np.uint32))
    return 0


if __name__ == "__main__":
    sys.exit(main())
