"""Make many puzzles of each kind, check each anew, and tell failures and CPU seconds.

    python bench/generate_shapes.py 100            every shape, rule and rating
    python bench/generate_shapes.py 1000 4x4 6x6   some of them, by name

A failure is a puzzle that isn't unique by `Puzzle.is_unique`, that isn't as wished, or an error.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

from farandole.generate import Made, make

SECONDS = 60.0  # of CPU, after which a search is stopped

SHAPES: dict[str, dict[str, Any]] = {
    name: {"shape": name}
    for name in ("classic", "4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "jigsaw", "jigsaw 6x6", "jigsaw 7x7")
} | {name: {"shape": name} for name in ("twodoku", "butterfly", "windmill", "samurai", "sumo")}

RULES: dict[str, dict[str, Any]] = {
    name: {"rules": name}
    for name in ("diagonals", "windoku", "disjoint_groups", "anti_knight", "anti_king", "killer", "thermo", "arrow")
}
RULES |= {
    name: {"rules": name}
    for name in ("whispers", "renban", "kropki", "xv", "even_odd", "little_killer", "sandwich", "skyscraper", "sukaku")
}
RULES["killer without givens"] = {"rules": "killer", "givens": 0}

SYMMETRIES = {name: {"symmetry": name} for name in ("rotate180", "rotate90", "diagonal", "mirrors", "dihedral")}

RATINGS: dict[str, dict[str, Any]] = {
    name: {"rating": name}
    for name in ("easy", "medium", "hard", "unfair", "extreme", "score 800-1000", "SE 7.1-8", "SE 8-8.9", "SE 9+")
}
RATINGS |= {f"needs {name}": {"techniques": name} for name in ("X-Wing", "XY-Wing", "Swordfish", "WXYZ-Wing")}
RATINGS["rotate180, hard"] = {"symmetry": "rotate180", "rating": "hard"}
RATINGS["jigsaw 7x7, hard"] = {"shape": "jigsaw 7x7", "rating": "hard"}

KINDS = SHAPES | RULES | SYMMETRIES | RATINGS


def made(wish: dict[str, Any], seed: int) -> tuple[Made | None, float]:
    """Make a puzzle; tell the CPU seconds it took."""
    start = process_time()
    try:
        found = make(seed=seed, cancel=lambda: process_time() - start > SECONDS, **wish)
    except Exception as error:  # whatever it is: it is counted, and shown
        print(f"seed {seed}: {error!r}", file=sys.stderr)
        return None, process_time() - start
    return found, process_time() - start


def measure(name: str, n: int) -> str:
    """Make n puzzles of a kind; return a row of the table."""
    times, failures, short = [], 0, 0
    for seed in range(n):
        found, seconds = made(KINDS[name], seed)
        times.append(seconds)
        is_good = found is not None and found.puzzle.is_unique() and found.proof.is_unique and found.proof.keeps_rules
        failures += not is_good
        short += bool(found and found.falls_short)
    times.sort()
    return f"| {name} | {n} | {failures} | {short} | {times[n // 2]:.3f} | {times[-1]:.2f} |"


if __name__ == "__main__":
    print("| what | made | failures | fall short | median CPU s | worst |\n|---|--:|--:|--:|--:|--:|")
    for kind in sys.argv[2:] or KINDS:
        print(measure(kind, int(sys.argv[1])), flush=True)
