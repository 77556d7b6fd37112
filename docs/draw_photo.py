"""Draw what docs/photo.md shows: each stage of reading a photo, from a rendered sheet.

python docs/draw_photo.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from farandole.photo import grids, read
from farandole.photo.cells import find_glyphs, measure_ink, rectify_cells
from farandole.photo.geometry import rectify
from farandole.photo.ink.net import normalize_glyph
from farandole.photo.lines import extend_mesh
from farandole.photo.pictures import open_picture
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.looks import installed_fonts

SEED = 5
WIDTH = 360
PICTURES = Path(__file__).parent / "pictures"
GREEN, BLUE = (16, 140, 70), (40, 90, 200)


def save(image: Image.Image, name: str) -> None:
    """Save a picture small, in 64 colors."""
    image = image.convert("RGB")
    image = image.resize((WIDTH, round(WIDTH * image.height / image.width)), Image.Resampling.LANCZOS)
    image.quantize(64).save(PICTURES / f"photo_{name}.png", optimize=True)


def draw() -> None:
    """Draw the stages."""
    made = make_sheet("classic", SEED, fonts=installed_fonts())
    picture = open_picture(made.picture)
    line = max(picture.gray.shape[1] // 180, 2)
    save(Image.fromarray(picture.color), "taken")

    image = Image.fromarray(picture.color)
    pen = ImageDraw.Draw(image)
    for quad in grids.find_quads(picture.gray):
        pen.polygon([(float(x), float(y)) for x, y in quad], outline=BLUE, width=line)
    save(image, "candidates")

    [fitted] = grids.find_grids(picture.gray, (9,))
    image = Image.fromarray(picture.color)
    pen = ImageDraw.Draw(image)
    for nodes in (*fitted.mesh, *fitted.mesh.swapaxes(0, 1)):
        pen.line([(float(x), float(y)) for x, y in nodes], fill=GREEN, width=line)
    save(image, "mesh")
    save(Image.fromarray(rectify(picture.gray, extend_mesh(fitted.mesh), 40)), "flat")

    found = find_glyphs(measure_ink(rectify_cells(picture.gray, fitted.mesh)))
    side = 28
    cells = np.full((9, side + 4, 9, side + 4), 235, np.uint8)
    for glyph in found:
        ink = normalize_glyph(glyph.ink)
        shown = 255 - np.clip(ink / max(float(ink.max()), 1e-6), 0, 1) * 255
        cells[glyph.cell // 9, 2:-2, glyph.cell % 9, 2:-2] = shown.astype(np.uint8)
    save(Image.fromarray(cells.reshape(9 * (side + 4), -1)), "glyphs")
    save(read(made.picture).overlay(), "read")


if __name__ == "__main__":
    draw()
