"""Measure the speedup by threads of one count: hard puzzles, and covers.

    python bench/threads.py [--threads N] [--repeat N] [--data DIR]

prints, for one thread and for several, seconds by the clock and of CPU, the best of N interleaved runs each, and the
ratios. On a machine with other work the clock says little. CPU seconds then tell what threads cost, and `own`, what the
calling thread had of them, tells whether they had equal parts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time, thread_time

sys.path.extend(str(Path(__file__).parents[1] / "tests" / folder) for folder in ("", "oracles"))

import collection

from farandole import _core
from farandole.formats.knuth import read_cover

DATA = Path(__file__).parents[2] / "shared" / "data" / "cover"
PUZZLES = {
    "killer_extreme_iss": ("iss-071", "iss-072", "iss-074", "iss-075", "iss-076", "iss-081"),
    "variants_iss": ("iss-119", "iss-120"),
}
COVERS = ("pent_6x10", "words_4x4", "domino_16x16")

Ask = Callable[[int], int]  # takes a number of threads; returns a count


def questions(data: Path) -> Iterator[tuple[str, Ask]]:
    for family, names in PUZZLES.items():
        for case in collection.read(family):
            if case.name in names:
                model = case.model()
                network = model.network()
                masks = [given & allowed for given, allowed in zip(case.masks, model.masks, strict=True)]
                yield (
                    case.name,
                    lambda n, network=network, masks=masks: (  # type: ignore[misc]
                        _core.PuzzleSearch(network, masks, threads=n).count()
                    ),
                )
    for name in COVERS:
        cover = read_cover((data / f"{name}.dlx").read_text())
        yield name, lambda n, cover=cover: cover.count(threads=n)  # type: ignore[misc]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    arguments = parser.parse_args()
    for name, ask in questions(arguments.data):
        best: dict[tuple[int, str], float] = {}
        counts = set()
        for _ in range(arguments.repeat):
            for n in (1, arguments.threads):
                began = perf_counter(), process_time(), thread_time()
                counts.add(ask(n))
                ended = perf_counter(), process_time(), thread_time()
                for kind, before, after in zip(("clock", "CPU", "own"), began, ended, strict=True):
                    best[n, kind] = min(best.get((n, kind), float("inf")), after - before)
        assert len(counts) == 1, f"{name}: {counts}"
        one, all_of = ({kind: best[n, kind] for kind in ("clock", "CPU", "own")} for n in (1, arguments.threads))
        print(
            f"{name:18} one: clock {one['clock']:.3f} CPU {one['CPU']:.3f}"
            f" | {arguments.threads}: clock {all_of['clock']:.3f} CPU {all_of['CPU']:.3f} own {all_of['own']:.3f}"
            f" | clock {one['clock'] / all_of['clock']:.2f}x, CPU {all_of['CPU'] / one['CPU']:.2f}x",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
