"""Measure how well our own rating agrees with published difficulties, and with other programs.

    python bench/ratings.py [SET...] [--most N] [--seconds S] [--each]

Sets of ../shared/data: "samurai" (levels of samuraisudoku.net), "published" (guesses of Interactive-Sudoku-Solver for
published variants), "hodoku" and "se" (scores of HoDoKu and ER of Sudoku Explainer for classic puzzles). For each it
prints Kendall's tau-b and Spearman's rho of the difficulty and of the effort with what is published, and the medians of
each published level. A puzzle that takes longer than S seconds of CPU is rated by its steps so far. Its numbers are
lower bounds, and ``tau+`` leaves out the pairs whose order they don't decide.
"""

import argparse
import csv
import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

import collection

from farandole import Puzzle, rate
from logic_variants import puzzles_of
from needs import SHARED
from variants import maker

LEVELS = ("easy", "medium", "hard", "evil")
CLASSIC = ("easy", "interm", "17", "top1465")
SETS = ("samurai", "published", "hodoku", "se")


def kendall(one: Sequence[float], other: Sequence[float], is_least: Sequence[bool] = ()) -> float:
    """Return Kendall's tau-b, without the pairs in which the lower number of `other` is only a lower bound."""
    agree = ties_one = ties_other = n = 0
    least = is_least or [False] * len(one)
    for (a, x, is_low_x), (b, y, is_low_y) in combinations(zip(one, other, least, strict=True), 2):
        if (is_low_x and x <= y) or (is_low_y and y <= x):
            continue
        n += 1
        ties_one += a == b
        ties_other += x == y
        agree += ((a > b) - (a < b)) * ((x > y) - (x < y))
    return float(agree / max(1e-9, ((n - ties_one) * (n - ties_other)) ** 0.5))


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rho: the correlation of the ranks."""

    def ranks(values: Sequence[float]) -> list[float]:
        order = sorted(values)
        return [(2 * order.index(value) + order.count(value) + 1) / 2 for value in values]

    return statistics.correlation(ranks(one), ranks(other))


def cases(name: str) -> Iterator[tuple[str, float, Puzzle]]:
    """Yield puzzles with their names and published difficulties."""
    match name:
        case "samurai":
            path = SHARED / "variants" / "samurai_net.jsonl"
            levels = {row["id"]: row["difficulty"] for row in map(json.loads, path.read_text().splitlines())}
            for case in collection.read("samurai_net"):
                yield case.name, LEVELS.index(levels[case.name]), maker(case)()
        case "published":
            path = SHARED / "published" / "published_iss.jsonl"
            guesses = {row["title"]: row["guesses"] for row in map(json.loads, path.read_text().splitlines())}
            for title, puzzle in puzzles_of("published"):
                yield title, guesses[title], puzzle
        case _:
            for kind in CLASSIC:
                with (SHARED / "logic" / f"ratings-{name}-{kind}.csv").open() as file:
                    for row in csv.DictReader(file):
                        value = row["score"] if name == "hodoku" else row["ER"]
                        if value:
                            yield row["puzzle"], float(value), Puzzle.classic(row["puzzle"])


def main() -> None:
    """Measure, and print the lines for each set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"default: {' '.join(SETS)}")
    parser.add_argument("--most", type=int, help="puzzles of each set")
    parser.add_argument("--seconds", type=float, default=20, help="for a puzzle")
    parser.add_argument("--each", action="store_true", help="print a line for each puzzle")
    options = parser.parse_args()
    head = f"{'difficulty: tau':>15} {'tau+':>5} {'rho':>5}  {'effort: tau':>11} {'tau+':>5} {'rho':>5}"
    print(f"{'set':10} {'n':>4} {'least':>5}  {head}")
    for name in options.sets or SETS:
        known, difficulties, efforts, is_least = [], [], [], []
        for title, published, puzzle in islice(cases(name), options.most):
            rating = rate(puzzle, scales=["logic"], seconds=options.seconds).logic
            known.append(published)
            difficulties.append(rating.difficulty)
            efforts.append(rating.effort)
            is_least.append(rating.is_least)
            if options.each:
                print(f"    {title[:40]:40} {published:>10g}  {rating}", flush=True)
        pairs = (difficulties, efforts)
        found = [(kendall(known, ours), kendall(known, ours, is_least), spearman(known, ours)) for ours in pairs]
        columns = zip(found, (15, 11), strict=True)
        said = "  ".join(f"{tau:{width}.2f} {sure:5.2f} {rho:5.2f}" for (tau, sure, rho), width in columns)
        print(f"{name:10} {len(known):4} {sum(is_least):5}  {said}", flush=True)
        if name == "samurai":
            for level, label in enumerate(LEVELS):
                of_level = [n for n, published in enumerate(known) if published == level]
                medians = [statistics.median(ours[n] for n in of_level) for ours in pairs] if of_level else []
                print(f"    {label:8} {len(of_level):3}  median difficulty and effort: {medians}")


if __name__ == "__main__":
    main()
