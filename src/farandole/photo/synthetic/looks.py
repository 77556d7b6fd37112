"""The looks of sheets: newspapers, books, light and dark apps."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from farandole.photo.synthetic.cages import CageLook, cage_look
from farandole.photo.synthetic.cages import Color as Color
from farandole.records import field, record, replace

OWN_FONT = ""  # the font of Pillow, which is the same on every machine
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


@record(slots=False)
class Look:
    """The look of a puzzle; widths are relative to a cell.

    Attributes
    ----------
    font, hand : str
        Font files for givens and for entered digits; empty for the font of Pillow.
    cell : int
        Pixels per cell.
    thin, thick : float
        The widths of the lines between cells, and between regions.
    tall : float
        The height of digits.
    paper, ink, lines, faint : (int, int, int)
        The colors of cells, givens, lines between regions, lines between cells.
    entered, marks : (int, int, int)
        The colors of entered digits and of pencilmarks.
    shade : (int, int, int) or None
        The color of every other region.
    chosen : (int, int, int) or None
        The color of a highlighted cell with its row, column and region.
    letters : str
        How digits from 10 on are written: "numbers" or "letters"; "all" for letters from 1 on.
    packed : bool
        Whether pencilmarks are in rows without gaps; otherwise, each is at the place of its digit.
    cages : CageLook
    """

    font: str = ""
    hand: str = ""
    cell: int = 56
    thin: float = 0.02
    thick: float = 0.06
    tall: float = 0.56
    paper: Color = WHITE
    ink: Color = BLACK
    lines: Color = BLACK
    faint: Color = BLACK
    entered: Color = (40, 90, 200)
    marks: Color = (110, 110, 110)
    shade: Color | None = None
    chosen: Color | None = None
    letters: str = "numbers"
    packed: bool = False
    cages: CageLook = field(default_factory=CageLook)


def _near(color: Color, random: Random, by: int = 12) -> Color:
    red, green, blue = (max(0, min(255, part + random.randint(-by, by))) for part in color)
    return red, green, blue


APPS = (
    Look(ink=(30, 40, 60), lines=(52, 72, 97), faint=(190, 198, 212), chosen=(226, 235, 243), entered=(50, 90, 175)),
    Look(lines=BLACK, faint=(170, 170, 170), entered=(30, 110, 220), marks=(90, 90, 90), thick=0.05),
    Look(paper=(32, 33, 36), ink=(232, 234, 237), lines=(154, 160, 166), faint=(70, 72, 77), entered=(138, 180, 248),
         marks=(150, 155, 160)),
    Look(paper=(18, 18, 18), ink=(240, 240, 240), lines=(120, 120, 120), faint=(52, 52, 52), entered=(255, 190, 80),
         marks=(140, 140, 140), chosen=(45, 45, 60)),
    Look(paper=(255, 250, 235), ink=(70, 50, 30), lines=(120, 90, 60), faint=(215, 200, 175), shade=(245, 232, 205),
         entered=(180, 70, 40)),
    Look(paper=(250, 250, 252), ink=(33, 33, 33), lines=(60, 60, 70), faint=(200, 200, 208), shade=(232, 240, 250),
         chosen=(187, 222, 251), entered=(25, 118, 210)),
    Look(paper=(240, 246, 240), ink=(20, 60, 30), lines=(40, 90, 50), faint=(180, 205, 185), entered=(200, 60, 120),
         packed=True),
    Look(thin=0.03, thick=0.045, faint=(120, 120, 120), entered=(29, 106, 229), packed=True),
)  # fmt: skip


def app_look(random: Random, fonts: tuple[str, ...]) -> Look:
    """Draw a random look of an app or a website."""
    look = random.choice(APPS)
    return replace(
        look,
        font=random.choice(fonts),
        hand=random.choice(fonts),
        cell=random.randint(34, 84),
        thin=random.uniform(0.015, 0.035),
        thick=random.uniform(0.04, 0.07),
        tall=random.uniform(0.45, 0.65),
        paper=_near(look.paper, random, 4),
        entered=_near(look.entered, random),
        chosen=look.chosen if random.random() < 0.6 else None,
        letters=random.choice(("numbers", "numbers", "letters")),
        cages=cage_look(Random(random.random()), look.paper, look.ink),
    )


def print_look(random: Random, fonts: tuple[str, ...], hands: tuple[str, ...] = ()) -> Look:
    """Draw a random look of a newspaper or a book."""
    gray = random.randint(0, 70)
    thin = random.choice((random.uniform(0.012, 0.02), random.uniform(0.015, 0.035)))
    ink = random.choice((BLACK, BLACK, (gray, gray, gray), (190, 40, 40), (30, 40, 120)))
    light = random.randint(205, 240)
    return Look(
        font=random.choice(fonts),
        hand=random.choice(hands or fonts),
        cell=60,
        thin=thin,
        thick=max(random.uniform(0.035, 0.08), 1.9 * thin),
        tall=random.uniform(0.46, 0.68),
        paper=(255, 255, 255 - random.randint(0, 25)),
        ink=ink,
        lines=(gray, gray, gray),
        faint=(gray, gray, gray) if random.random() < 0.7 else (gray + 80, gray + 80, gray + 80),
        entered=random.choice(((40, 60, 150), (60, 60, 60), (20, 20, 30))),
        marks=(90, 90, 100),
        shade=(light, light, light) if random.random() < 0.2 else None,
        letters=random.choice(("numbers", "letters", "all")),
        cages=cage_look(Random(random.random()), WHITE, ink),
    )


@cache
def installed_fonts(folder: str = "/usr/share/fonts") -> tuple[str, ...]:
    """List installed fonts for print, after that of Pillow."""
    found = sorted(str(path) for path in Path(folder).rglob("DejaVu*.ttf"))
    return (
        OWN_FONT,
        *(path for path in found if not any(word in path for word in ("ExtraLight", "MathTeX", "Oblique", "Italic"))),
    )
