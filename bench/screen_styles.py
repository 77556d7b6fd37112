"""The styles of screens that `photo_screens.py` draws: our own, of the kinds that apps and websites have.

`SEEN` helped to develop the reader. `UNSEEN` were held out until their failures were looked at. `NEW` are held out:
measure them, but don't look at what fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Color = tuple[int, int, int]
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
SANS = ("LiberationSans-Regular", "DejaVuSans", "Roboto-Regular", "OpenSans-Regular", "Inter-Regular")
BOLD = ("LiberationSans-Bold", "DejaVuSans-Bold", "Roboto-Medium", "Lato-Bold")
ITALIC = ("LiberationSerif-Italic", "DejaVuSerif-Italic", "LiberationSans-Italic", "Lato-Italic")
SERIF = ("LiberationSerif-Regular", "DejaVuSerif", "EBGaramond12-Regular")
SCRIPT = ("KaushanScript-Regular", "lobster", "DancingScript-Regular")
HAND = ("ComicNeue-Regular", "Humor-Sans", "dkg", "breipfont")


@dataclass(frozen=True)
class Style:
    """The style of a screen; widths are relative to a cell, and colors are red, green and blue.

    ``given`` and ``hand`` are fonts of the givens and of the digits entered. ``tiles`` draws cells as tiles with gaps
    instead of lines. ``notes`` is where notes are: "places", "rows", "corners" or "beside" (entered digits too).
    ``clash`` colors the cells of a few digits, some of them wrong.
    """

    name: str
    paper: Color = WHITE
    ink: Color = BLACK
    lines: Color = BLACK
    faint: Color = (170, 170, 170)
    entered: Color = (40, 90, 200)
    marks: Color = (110, 110, 110)
    around: Color = (240, 240, 244)
    shade: Color | None = None
    peers: Color | None = None
    same: Color | None = None
    chosen: Color | None = None
    clash: tuple[Color, Color] | None = None
    given: tuple[str, ...] = SANS
    hand: tuple[str, ...] = SANS
    thin: float = 0.02
    thick: float = 0.05
    tall: float = 0.58
    tiles: float = 0.0
    texture: str = ""
    frame: str = "page"
    notes: str = "places"
    sizes: tuple[int, ...] = (9,)
    letters: tuple[str, ...] = field(default=("numbers",))


SEEN = (
    Style("plain", peers=(226, 235, 243), same=(195, 215, 234), chosen=(187, 222, 251), frame="phone"),
    Style("plain large", thick=0.07, thin=0.03, frame="browser", sizes=(9, 9, 6), given=BOLD),
    Style("dark", (32, 33, 36), (232, 234, 237), (154, 160, 166), (70, 72, 77), (138, 180, 248), (150, 155, 160),
          (20, 20, 22), peers=(44, 46, 52), chosen=(60, 70, 95), frame="phone"),
    Style("black", BLACK, WHITE, (110, 110, 110), (50, 50, 50), (255, 190, 80), (150, 150, 150), BLACK,
          peers=(28, 28, 34), given=BOLD, frame="phone"),
    Style("dark red", (250, 250, 250), BLACK, (60, 60, 60), (190, 190, 190), (30, 90, 200), (120, 120, 120),
          same=(150, 190, 250), clash=((140, 20, 30), BLACK), peers=(225, 232, 244)),
    Style("dark blue", (24, 32, 58), (220, 230, 250), (120, 140, 190), (56, 68, 104), (120, 220, 160), (130, 145, 185),
          (16, 22, 42), same=(50, 84, 160), chosen=(226, 160, 40), clash=((170, 40, 50), WHITE), frame="phone"),
    Style("wood", (222, 184, 135), (60, 32, 12), (80, 44, 18), (160, 120, 78), (150, 20, 20), (110, 76, 48),
          (150, 104, 62), texture="wood", given=SERIF, frame="browser"),
    Style("parchment", (244, 232, 204), (50, 36, 20), (90, 66, 40), (196, 176, 140), (30, 70, 150), (130, 110, 80),
          texture="noise", given=ITALIC, hand=SCRIPT),
    Style("slate", (62, 74, 82), (240, 244, 246), (200, 208, 214), (104, 118, 128), (250, 210, 90), (170, 184, 192),
          (46, 56, 62), texture="gradient", given=SANS, hand=ITALIC),
    Style("tiles", (236, 240, 246), (40, 50, 70), (205, 212, 224), (205, 212, 224), (60, 110, 220), (130, 140, 160),
          (205, 212, 224), tiles=0.07, peers=(216, 226, 244), frame="phone", given=BOLD),
    Style("script", entered=(60, 60, 160), given=SERIF, hand=SCRIPT, thin=0.015, thick=0.045),
    Style("notes beside", notes="beside", entered=(20, 110, 60), marks=(120, 120, 120), frame="browser"),
    Style("corners", notes="corners", entered=(29, 106, 229), thick=0.045, faint=(120, 120, 120), lines=(20, 20, 20)),
    Style("hexadecimal", sizes=(16,), letters=("hexadecimal", "letters", "numbers"), tall=0.6, notes="",
          faint=(160, 160, 160), frame="browser"),
    Style("checkers", (255, 255, 255), (33, 33, 33), (60, 60, 70), (200, 200, 208), (200, 50, 60), (120, 120, 130),
          shade=(206, 222, 240), same=(255, 214, 102), given=BOLD, frame="browser"),
)  # fmt: skip

UNSEEN = (
    Style("forest", (30, 60, 44), (232, 244, 226), (150, 190, 150), (62, 98, 76), (255, 214, 120), (150, 186, 160),
          (20, 42, 30), texture="noise", peers=(40, 78, 58), same=(90, 150, 60), given=BOLD, hand=HAND, frame="phone"),
    Style("pastel", (253, 246, 250), (92, 60, 110), (176, 136, 196), (226, 204, 234), (230, 90, 130), (170, 140, 180),
          (246, 232, 244), shade=(246, 230, 250), clash=((240, 110, 120), WHITE), given=ITALIC, hand=ITALIC),
    Style("chalk", (44, 52, 48), (236, 238, 232), (200, 204, 198), (110, 120, 114), (255, 230, 140), (170, 176, 170),
          (70, 50, 34), texture="noise", given=HAND, hand=HAND, notes="corners", frame="browser"),
    Style("amber", (255, 193, 60), (60, 30, 0), (110, 60, 0), (214, 150, 30), (160, 20, 60), (150, 96, 20),
          (230, 160, 30), texture="gradient", same=(190, 90, 10), chosen=(120, 40, 10), given=SERIF, frame="phone"),
    Style("terminal", (10, 12, 10), (90, 240, 110), (50, 140, 60), (28, 70, 34), (240, 240, 120), (60, 150, 80),
          (10, 12, 10), given=("DejaVuSansMono-Bold", "LiberationMono-Bold"), hand=("DejaVuSansMono-Oblique",),
          clash=((130, 16, 16), BLACK), notes="beside"),
    Style("ink", (248, 247, 243), (24, 24, 30), (24, 24, 30), (90, 90, 96), (40, 60, 150), (100, 100, 120),
          texture="noise", given=("EBGaramond12-Regular", "Cantarell-Regular"), hand=HAND, notes="rows",
          sizes=(9, 9, 6, 16), letters=("hexadecimal", "letters")),
)  # fmt: skip

NEW = (
    Style("navy", (18, 26, 46), (255, 246, 214), (190, 160, 90), (60, 62, 74), (110, 200, 240), (140, 140, 130),
          (12, 18, 34), peers=(28, 38, 64), same=(110, 84, 20), given=("Lato-Bold", "Lato-Regular"), hand=ITALIC,
          frame="phone", notes="corners"),
    Style("newsprint", (238, 234, 222), (30, 28, 26), (30, 28, 26), (120, 116, 108), (70, 70, 160), (120, 118, 110),
          (226, 222, 208), texture="noise", given=SERIF, hand=SCRIPT, notes="rows", frame="browser"),
    Style("mint", (240, 252, 246), (16, 74, 60), (60, 150, 120), (190, 226, 210), (220, 110, 40), (120, 170, 150),
          (220, 244, 234), shade=(224, 246, 236), same=(170, 232, 206), clash=((200, 40, 40), WHITE), given=BOLD,
          hand=("ComicNeue-Regular", "ComicNeue-Bold"), notes="beside", frame="phone"),
    Style("graphite", (52, 54, 58), (250, 250, 250), (170, 172, 176), (86, 88, 94), (130, 220, 130), (160, 162, 168),
          (40, 42, 46), texture="gradient", chosen=(96, 78, 30), peers=(64, 66, 72),
          given=("Inter-Regular", "Inter-Bold"), hand=("Roboto-Italic", "Roboto-Regular"), notes="places"),
    Style("candy", (255, 244, 224), (120, 30, 110), (180, 70, 160), (236, 196, 220), (20, 130, 160), (190, 140, 170),
          (255, 226, 206), shade=(255, 228, 236), same=(255, 206, 120),
          given=("lobster", "Lobster-Regular", "Roboto-Bold"), hand=SANS, notes="rows", sizes=(9, 9, 6), frame="phone"),
    Style("letters", (250, 250, 246), (20, 30, 40), (20, 30, 40), (150, 156, 160), (180, 40, 40), (120, 120, 120),
          texture="noise", given=("OpenSans-Regular", "OpenSans-Semibold"), hand=ITALIC, sizes=(16,), notes="",
          letters=("hexadecimal", "letters"), frame="browser"),
    Style("blue lines", (255, 255, 255), (34, 34, 34), (50, 90, 190), (170, 190, 230), (50, 90, 190), (130, 130, 140),
          (236, 240, 250), peers=(228, 236, 252), same=(190, 208, 248), given=("Cantarell-Bold", "Cantarell-Regular"),
          hand=("Cantarell-Regular",), notes="corners", frame="phone"),
    Style("gray entries", (255, 255, 255), (0, 0, 0), (0, 0, 0), (180, 180, 180), (110, 110, 110), (150, 150, 150),
          (245, 245, 245), chosen=(255, 240, 170), given=SANS, hand=SANS, notes="places", frame="browser"),
)  # fmt: skip
