"""Measure how many rendered sheets of each shape are read exactly right, and how many pencilmarks of screenshots.

    python bench/photo_sheets.py [--sheets 20] [--first 1000] [--kinds classic] [--on paper screen] [--hands FONT ...]

The sheets are made from seeds with the fonts at hand. Photos of paper are bent, lit and aged; screenshots are as an app
shows them, half filled. With `--hands`, digits are written on paper in one of these fonts. Real photos are measured by
`bench/photo.py`: neither stands for the other.

At the end it tells, over all of these sheets, how many of the readings that say they are so sure are right.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from random import Random

from farandole import FarandoleError
from farandole.photo import read
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.camera import cast_shadow
from farandole.photo.synthetic.looks import installed_fonts
from farandole.photo.synthetic.puzzles import KINDS

CERTAIN = 0.99  # minimum confidence of a reading that counts as certain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=20, metavar="N", help="sheets of each shape (20)")
    parser.add_argument("--first", type=int, default=1000, metavar="SEED", help="the first seed (1000)")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--on", nargs="+", default=["paper", "screen"], choices=["paper", "screen"])
    parser.add_argument("--hands", nargs="+", default=[], metavar="FONT", help="fonts to write digits on paper with")
    parser.add_argument("--light", type=float, metavar="SHARE", help="cast a hard shadow with this share of the light")
    arguments = parser.parse_args()
    seeds, hands = range(arguments.first, arguments.first + arguments.sheets), tuple(arguments.hands)
    sure: list[tuple[float, bool]] = []
    for on in arguments.on:
        for kind in arguments.kinds:
            sure += measure(kind, on, seeds, hands, arguments.light)
    for least, most in pairwise((0.0, 0.8, 0.95, 0.99, 1.01)):
        answers = [is_right for confidence, is_right in sure if least <= confidence < most]
        print(f"said to be {least:.0%} to {min(most, 1):.0%} sure: {len(answers)}, of which {sum(answers)} are right")


def measure(
    kind: str, on: str, seeds: range, hands: tuple[str, ...] = (), light: float | None = None
) -> list[tuple[float, bool]]:
    """Print a line for sheets of a shape; return the confidence of each reading, and whether it is right."""
    sure: list[tuple[float, bool]] = []
    n_right = n_sure = n_sure_right = n_marked = n_marks_right = n_written = n_told = n_mistaken = 0
    missed, took = [], 0.0
    for seed in seeds:
        made = make_sheet(kind, seed, on=on, filled=on == "screen" or bool(hands), fonts=installed_fonts(), hands=hands)
        [truth] = made.ground_truths
        picture = made.picture if light is None else cast_shadow(made.picture, light, Random(seed))
        n_written += len(truth.entered)
        start = time.process_time()
        try:
            reading = read(picture)
        except FarandoleError as error:
            missed.append(f"{seed} ({str(error).split(': ')[-1][:40]})")
            continue
        finally:
            took += time.process_time() - start
        right = reading.puzzle == truth.puzzle
        n_right += right
        sure.append((reading.confidence, right))
        if not right:
            missed.append(f"{seed} ({reading.confidence:.3f})")
        if reading.confidence >= CERTAIN:
            n_sure += 1
            n_sure_right += right
        if reading.puzzle.grid.n_cells == truth.puzzle.grid.n_cells:
            n_told += sum(bool(reading.entered[cell]) for cell in truth.entered)
            n_mistaken += sum(
                bool(entered and given) for entered, given in zip(reading.entered, truth.puzzle.givens, strict=True)
            )
        if right and on == "screen":
            for cell, marks in truth.marks.items():
                n_marked += 1
                n_marks_right += reading.candidates[cell] == sum(1 << digit - 1 for digit in marks)
    noted = f"; {n_marks_right} of {n_marked} cells' pencilmarks" if n_marked else ""
    if hands:
        noted += (
            f"; {n_told} of {n_written} written digits told from print, {n_mistaken} printed ones taken for written"
        )
    print(
        f"{on} {kind}: {n_right} of {len(seeds)} exact; "
        f"{n_sure_right} of {n_sure} said to be 99 % sure are right{noted}; "
        f"{took / len(seeds):.2f} s a sheet; missed: {', '.join(missed) or 'none'}",
        flush=True,
    )
    return sure


if __name__ == "__main__":
    main()
