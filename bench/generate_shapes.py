"""Make many puzzles of each kind, check each again, and print failures and CPU seconds.

    python bench/generate_shapes.py 100                            every shape, rule and rating
    python bench/generate_shapes.py 1000 4x4 6x6                   some of them, by name
    python bench/generate_shapes.py 1000 samurai --log made.jsonl  go on where the log ends

A failure is a puzzle that isn't unique by `Puzzle.is_unique`, whose proof fails, or an error. The log holds a line for
each puzzle; what it holds isn't made again.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

from farandole.generate import MadePuzzle, make

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


def time_make(arguments: dict[str, Any], seed: int) -> tuple[MadePuzzle | None, float]:
    """Make a puzzle; return it with its CPU seconds."""
    start = process_time()
    try:
        found = make(seed=seed, cancel=lambda: process_time() - start > SECONDS, **arguments)
    except Exception as error:  # whatever it is: it is counted, and shown
        print(f"seed {seed}: {error!r}", file=sys.stderr)
        return None, process_time() - start
    return found, process_time() - start


def measure(name: str, seed: int) -> dict[str, Any]:
    """Make a puzzle of a kind, check it, and return its row of the log."""
    found, seconds = time_make(KINDS[name], seed)
    is_good = found is not None and found.puzzle.is_unique() and found.proof.is_unique and found.proof.keeps_rules
    short = found.missing if found else None
    return {"kind": name, "seed": seed, "seconds": round(seconds, 4), "fails": not is_good, "falls_short": short}


def row(name: str, puzzles: list[dict[str, Any]]) -> str:
    """Return a row of the table."""
    times = sorted(each["seconds"] for each in puzzles)
    failures, short = (sum(bool(each[key]) for each in puzzles) for key in ("fails", "falls_short"))
    n = len(times)
    return f"| {name} | {n} | {failures} | {short} | {sum(times) / n:.3f} | {times[n // 2]:.3f} | {times[-1]:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n", type=int, help="puzzles of each kind")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="by default all")
    parser.add_argument("--log", type=Path, help="a file to go on from")
    options = parser.parse_args()
    known: dict[tuple[str, int], dict[str, Any]] = {}
    if options.log and options.log.exists():
        lines = [line for line in options.log.read_text().splitlines(keepends=True) if line.endswith("\n")]
        options.log.write_text("".join(lines))  # without the line at which it was killed
        known = {(each["kind"], each["seed"]): each for each in map(json.loads, lines)}
    print("| what | made | failures | fall short | mean CPU s | median | worst |\n|---|--:|--:|--:|--:|--:|--:|")
    for kind in options.kinds or KINDS:
        puzzles = []
        for seed in range(options.n):
            puzzle = known.get((kind, seed)) or measure(kind, seed)
            puzzles.append(puzzle)
            if options.log and (kind, seed) not in known:
                with options.log.open("a") as log:
                    log.write(json.dumps(puzzle) + "\n")
        print(row(kind, puzzles), flush=True)


if __name__ == "__main__":
    main()
