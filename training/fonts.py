"""Draw the classes in the fonts of Debian packages.

printed.txt and written.txt hold the packages that are learned from, and the other two some that are only asked about,
as apt-get names them: `apt-get install $(cat training/*.txt)`. Each gives at most six files, so that no family
outvotes the others.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from farandole.photo.ink.net import CLASSES

PRINTED, WRITTEN, UNSEEN_PRINTED, UNSEEN_WRITTEN = (
    (Path(__file__).parent / f"{name}.txt").read_text().split()
    for name in ("printed", "written", "unseen_printed", "unseen_written")
)
FILES = 6  # maximum number of fonts of a package
LARGE = 64  # pixels per side of a picture
TALL = 44  # pixels that its ink fills
SIZE = 96  # font size of large glyphs
SMALL = (9, 10, 12, 14, 17, 21)  # font sizes of small glyphs, hinted as on a screen

Pictures = NDArray[np.uint8]


def files_of(package: str, folder: Path) -> list[Path]:
    """Return font files of a package, installed by dpkg or unpacked in ``folder/package``."""
    listed = Path(f"/var/lib/dpkg/info/{package}.list")
    if (folder / package).is_dir():
        names = sorted((folder / package).rglob("*"))
    elif listed.is_file():
        names = sorted(Path(line) for line in listed.read_text().splitlines())
    else:
        raise SystemExit(f"expected the package {package}, found none: apt-get install $(cat training/*.txt)")
    fonts = [path for path in names if path.suffix in (".ttf", ".otf", ".ttc") and path.is_file()]
    fonts = [
        path
        for path in fonts
        if not any(word in path.name for word in ("Math", "math", "Symbol", "Dingbats", "D050000L", "SC", "_K", "Key"))
    ]
    return [fonts[k * len(fonts) // min(FILES, len(fonts))] for k in range(min(FILES, len(fonts)))]


def draw(font: ImageFont.FreeTypeFont, text: str) -> Pictures | None:
    """Draw a text so that the bounding box of its ink is `TALL` high or wide; None if the font has no ink for it."""
    left, top, right, bottom = font.getbbox(text)
    if right - left < 1 or bottom - top < 3:
        return None
    picture = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, font=font, fill=255)
    box = picture.getbbox()
    if box is None:
        return None
    picture = picture.crop(box)
    ratio = TALL / max(picture.size)
    size = (max(1, round(picture.width * ratio)), max(1, round(picture.height * ratio)))
    page = Image.new("L", (LARGE, LARGE), 0)
    way = Image.Resampling.LANCZOS if ratio < 1 else Image.Resampling.BILINEAR  # as in a rectified photo
    page.paste(picture.resize(size, way), ((LARGE - size[0]) // 2, (LARGE - size[1]) // 2))
    return np.asarray(page)


def draw_font(path: Path, size: int) -> Pictures | None:
    """Draw every class but nothing; None if the font lacks a digit, or draws two alike."""
    font = ImageFont.truetype(str(path), size)
    drawn = [draw(font, name) for name in CLASSES[1:]]
    if any(picture is None for picture in drawn[:10]) or len({p.tobytes() for p in drawn[:10] if p is not None}) < 10:
        return None
    empty = np.zeros((LARGE, LARGE), np.uint8)
    return np.stack([empty, *(empty if picture is None else picture for picture in drawn)])


def draw_fonts(packages: list[str], folder: Path) -> Pictures:
    """Draw every class in these fonts, large and sharp: uint8 array (fonts, classes, 64, 64)."""
    drawn = [draw_font(path, SIZE) for package in packages for path in files_of(package, folder)]
    return np.stack([pictures for pictures in drawn if pictures is not None])


def draw_small(packages: list[str], folder: Path) -> Pictures:
    """Draw every class in these fonts with few pixels, in two sizes each: uint8 array (drawings, classes, 64, 64)."""
    paths = [path for package in packages for path in files_of(package, folder)]
    drawn = [draw_font(path, SMALL[(k + more) % len(SMALL)]) for k, path in enumerate(paths) for more in (0, 3)]
    return np.stack([pictures for pictures in drawn if pictures is not None])
