"""Draws icon.svg of the page as PNGs, for home screens that want them: src/farandole/web/static/icons/.

A maskable icon and that of Apple fill the square, because the system cuts their corners. It needs the extra ``draw``
and Pillow.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import cairosvg
from PIL import Image

STATIC = Path(__file__).parents[1] / "src" / "farandole" / "web" / "static"
ICONS = STATIC / "icons"
ENLARGED = 1.1  # the mark where the square is filled: it stays within the circle of 0.8 that every system shows
SIDE = 32  # of icon.svg
N_COLORS = 64

SIZES: dict[str, tuple[int, bool]] = {
    "192.png": (192, False),
    "512.png": (512, False),
    "maskable.png": (512, True),
    "apple-touch.png": (180, True),
}
"""For each file its side in pixels, and whether it fills the square."""


def draw(size: int, *, fills: bool) -> bytes:
    """Draw the icon as a PNG."""
    drawing = (STATIC / "icon.svg").read_text()
    if fills:
        ground = re.search(r"<rect [^>]*/>", drawing)
        assert ground is not None
        mark = drawing[ground.end() : drawing.index("</svg>")]
        middle = SIDE / 2
        placed = (
            f'<g transform="translate({middle} {middle}) scale({ENLARGED}) translate({-middle} {-middle})">{mark}</g>'
        )
        square = re.sub(r' rx="\d+"', "", ground[0])
        drawing = f"{drawing[: ground.start()]}{square}{placed}</svg>"
    png = cairosvg.svg2png(bytestring=drawing.encode(), output_width=size, output_height=size)
    picture = Image.open(io.BytesIO(png))
    packed = io.BytesIO()
    (picture.convert("RGB") if fills else picture).quantize(N_COLORS, dither=Image.Dither.NONE).save(
        packed, "PNG", optimize=True
    )
    return packed.getvalue()


def main() -> None:
    """Write the icons."""
    ICONS.mkdir(exist_ok=True)
    for name, (size, fills) in SIZES.items():
        (ICONS / name).write_bytes(draw(size, fills=fills))


if __name__ == "__main__":
    main()
