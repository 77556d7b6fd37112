"""Compare our net with general OCR programs on the digits of photos, cell by cell.

    FARANDOLE_OCR_PYTHON=.../bin/python python bench/photo_rivals.py ../shared/data/photos/newspaper [--photos 12]

The cells are cropped by our mesh, upright, without their walls, and only those that hold a digit: so it is the reading
of digits alone that is compared, and neither finding the grid nor telling empty cells from filled ones. Packages are
looked for by the interpreter that FARANDOLE_OCR_PYTHON names (pip install rapidocr onnxruntime ddddocr tesserocr); it
runs this file, and tesserocr needs Debian's tesseract-ocr.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGES = ("rapidocr", "ddddocr", "tesserocr", "easyocr")
SIDE = 64  # pixels of a cell
TIMEOUT = 600  # seconds
TESSDATA = "/usr/share/tesseract-ocr/5/tessdata"  # where Debian has it

Pixels = Any  # a NumPy array of cells: uint8 (n, SIDE, SIDE)


def main() -> None:
    import numpy as np

    from farandole.photo import read
    from farandole.photo.geometry import rectify
    from photo import truth_of

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, help="a folder of photos with their truth")
    parser.add_argument("--photos", dest="n", type=int, default=12, help="how many of them (12)")
    arguments = parser.parse_args()
    crops, truth, ours, grids = [], [], [], []
    for number, photo in enumerate(sorted(arguments.photos.glob("*.jpg"))[: arguments.n]):
        reading = read(photo)
        looks = list(reading.puzzle.givens)
        for repair in reading.repairs:
            looks[reading.puzzle.grid.parse_cell(repair.cell)] = repair.seen
        flat = rectify(reading.picture.gray, reading.mesh, SIDE + 2 * (SIDE // 10))
        side = flat.shape[0] // 9
        for cell, digit in enumerate(truth_of(photo)):
            if digit:
                y, x = (place * side + SIDE // 10 for place in divmod(cell, 9))
                crops.append(flat[y : y + SIDE, x : x + SIDE])
                truth.append(digit)
                ours.append(looks[cell])
                grids.append(number)
    print(f"{len(truth)} digits of {grids[-1] + 1} photos, in cells cropped by our mesh")
    _tell("farandole, as seen", truth, ours, grids)
    python = os.environ.get("FARANDOLE_OCR_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cells.npy"
        np.save(file, np.stack(crops))
        for name in PACKAGES:
            try:
                done = subprocess.run(
                    [python, "-W", "ignore", __file__, name, str(file)],
                    capture_output=True,
                    text=True,
                    timeout=TIMEOUT,
                )
            except subprocess.TimeoutExpired:
                print(f"{name}: took more than {TIMEOUT} s")
                continue
            if done.returncode:
                print(f"{name}: can't be run: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
                continue
            seconds, line = done.stdout.strip().splitlines()[-1].split(":")
            _tell(
                f"{name} ({1000 * float(seconds) / len(truth):.1f} ms of CPU a cell)", truth, [*map(int, line)], grids
            )


def _tell(name: str, truth: list[int], read: list[int], grids: list[int]) -> None:
    right = [one == other for one, other in zip(truth, read, strict=True)]
    wrong = {grid for grid, is_right in zip(grids, right, strict=True) if not is_right}
    n = grids[-1] + 1
    print(
        f"{name}: {sum(right)} digits right ({sum(right) / len(right):.1%}), all of {n - len(wrong)} photos", flush=True
    )


# ── In the other process ──────────────────────────────────────────────────────────────────────────────────────


def _rapidocr() -> Callable[[Pixels], str]:
    engine = importlib.import_module("rapidocr").RapidOCR()

    def read(cell: Pixels) -> str:
        found = engine(cell[:, :, None].repeat(3, axis=2), use_det=False, use_cls=False, use_rec=True)
        return "".join(found.txts or ())

    return read


def _ddddocr() -> Callable[[Pixels], str]:
    engine = importlib.import_module("ddddocr").DdddOcr(show_ad=False)
    engine.set_ranges("123456789")

    def read(cell: Pixels) -> str:
        from PIL import Image

        file = io.BytesIO()
        Image.fromarray(cell).save(file, "PNG")
        return str(engine.classification(file.getvalue()))

    return read


def _tesserocr() -> Callable[[Pixels], str]:
    tesserocr = importlib.import_module("tesserocr")
    engine = tesserocr.PyTessBaseAPI(path=os.environ.get("TESSDATA_PREFIX", TESSDATA), psm=tesserocr.PSM.SINGLE_CHAR)
    engine.SetVariable("tessedit_char_whitelist", "123456789")

    def read(cell: Pixels) -> str:
        from PIL import Image

        engine.SetImage(Image.fromarray(cell))
        return str(engine.GetUTF8Text())

    return read


def _easyocr() -> Callable[[Pixels], str]:
    engine = importlib.import_module("easyocr").Reader(["en"], gpu=False, verbose=False, download_enabled=False)
    return lambda cell: "".join(engine.recognize(cell, allowlist="123456789", detail=0))


def run(name: str, file: str) -> None:
    """Read all cells; print the CPU seconds, and a digit for each cell, 0 if not exactly one was read."""
    import numpy as np

    read = globals()[f"_{name}"]()
    cells = np.load(file)
    start = time.process_time()
    found = [[sign for sign in read(cell) if sign in "123456789"] for cell in cells]
    seconds = time.process_time() - start
    print(f"{seconds}:{''.join(signs[0] if len(signs) == 1 else '0' for signs in found)}")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] in PACKAGES:
        run(*sys.argv[1:])
    else:
        main()
