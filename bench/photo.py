"""Measure how many photos are read exactly right, as seen and with the solver.

    python bench/photo.py ../shared/data/photos/newspaper

Beside each photo NAME.jpg lies the truth, NAME.dat: two lines about the camera, then nine rows of nine digits, 0 for
empty.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from farandole import FarandoleError
from farandole.photo import read
from farandole.photo.pictures import PictureSource
from farandole.photo.synthetic.camera import cast_shadow

LEVELS = (0.999, 0.99, 0.95, 0.9, 0.0)


def truth_of(photo: Path) -> tuple[int, ...]:
    rows = photo.with_suffix(".dat").read_text().splitlines()[2:11]
    return tuple(int(digit) for row in rows for digit in row.split()[:9])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, help="a folder of photos with their truth")
    parser.add_argument("--quiet", action="store_true", help="don't name what was read wrong")
    parser.add_argument("--light", type=float, metavar="SHARE", help="cast a hard shadow with this share of the light")
    arguments = parser.parse_args()
    photos = sorted(arguments.photos.glob("*.jpg"))
    n_seen = n_solved = 0
    sure: list[tuple[float, bool]] = []
    times = []
    for photo in photos:
        truth = truth_of(photo)
        picture: PictureSource = photo
        if arguments.light is not None:
            picture = cast_shadow(np.asarray(Image.open(photo).convert("RGB")), arguments.light, Random(photo.name))
        start = time.process_time()
        try:
            reading = read(picture)
        except FarandoleError as error:
            print(f"{photo.name}: {str(error).partition(': ')[2]}")
            continue
        finally:
            times.append(time.process_time() - start)
        looks = list(reading.puzzle.givens)
        for repair in reading.repairs:
            looks[reading.puzzle.grid.parse_cell(repair.cell)] = repair.seen
        is_right = reading.puzzle.givens == truth
        n_seen += tuple(looks) == truth
        n_solved += is_right
        sure.append((reading.confidence, is_right))
        if not is_right and not arguments.quiet:
            wrong = [
                f"{reading.puzzle.grid.cell_name(cell)} {right} read as {found}"
                for cell, (right, found) in enumerate(zip(truth, reading.puzzle.givens, strict=True))
                if right != found
            ]
            print(f"{photo.name}: sure {reading.confidence:.3f}; {', '.join(wrong[:6])}{' ...' * (len(wrong) > 6)}")
    n = len(photos)
    print(f"{n} photos: {n_seen} exact as seen ({n_seen / n:.1%}), {n_solved} with the solver ({n_solved / n:.1%})")
    for level in LEVELS:
        right = [is_right for confidence, is_right in sure if confidence >= level]
        print(f"said to be {level:.1%} sure or more: {len(right)}, of which {sum(right)} are right")
    times.sort()
    print(f"CPU time of a photo: median {times[n // 2]:.3f} s, worst {times[-1]:.3f} s")


if __name__ == "__main__":
    main()
