"""Colors of drawings: as they are written, and the names that setters call them by."""

from __future__ import annotations

import colorsys
import re

from farandole.lazy import regex

NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "lightgray": "#d3d3d3",
    "lightgrey": "#d3d3d3",
    "darkgray": "#a9a9a9",
    "darkgrey": "#a9a9a9",
    "red": "#ff0000",
    "orange": "#ffa500",
    "gold": "#ffd700",
    "yellow": "#ffff00",
    "green": "#008000",
    "lime": "#00ff00",
    "limegreen": "#32cd32",
    "lightgreen": "#90ee90",
    "cyan": "#00ffff",
    "aqua": "#00ffff",
    "teal": "#008080",
    "turquoise": "#40e0d0",
    "blue": "#0000ff",
    "lightblue": "#add8e6",
    "skyblue": "#87ceeb",
    "deepskyblue": "#00bfff",
    "navy": "#000080",
    "purple": "#800080",
    "violet": "#ee82ee",
    "magenta": "#ff00ff",
    "fuchsia": "#ff00ff",
    "pink": "#ffc0cb",
    "plum": "#dda0dd",
    "orchid": "#da70d6",
    "brown": "#a52a2a",
    "peachpuff": "#ffdab9",
    "salmon": "#fa8072",
}

HUES = ("red", "orange", "peach", "brown", "yellow", "green", "teal", "blue", "purple", "gray", "black", "white")
"""The names of colors by which drawings are sorted."""

SPOKEN: dict[str, tuple[str, ...]] = {
    "red": ("red",),
    "orange": ("orange", "peach"),
    "peach": ("peach", "orange"),
    "salmon": ("peach", "red"),
    "brown": ("brown", "orange"),
    "gold": ("yellow", "orange"),
    "golden": ("yellow", "orange"),
    "yellow": ("yellow",),
    "green": ("green",),
    "lime": ("green",),
    "teal": ("teal", "blue", "green"),
    "turquoise": ("teal", "blue"),
    "aqua": ("teal", "blue"),
    "cyan": ("blue", "teal"),
    "blue": ("blue", "teal"),
    "purple": ("purple",),
    "pink": ("purple", "red"),
    "magenta": ("purple",),
    "violet": ("purple",),
    "lavender": ("purple", "blue"),
    "lilac": ("purple",),
    "gray": ("gray",),
    "grey": ("gray",),
    "silver": ("gray",),
    "black": ("black",),
    "white": ("white",),
}
"""The hues that setters mean by a word."""

_RGB = regex(r"rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)")


def read_color(text: object) -> str:
    """Read a color of CSS as ``#rrggbb``, or ``#rrggbbaa`` if it is translucent; "" if it is none or not a color.

    Examples
    --------
    >>> read_color("#6F6"), read_color("rgb(255, 0, 0, .5)"), read_color("Grey"), read_color("#ffffff00")
    ('#66ff66', '#ff000080', '#808080', '')
    """
    if not isinstance(text, str):
        return ""
    text = text.strip().lower()
    color = NAMED.get(text, text)
    if re.fullmatch(r"#[0-9a-f]{3,4}", color):
        color = "#" + "".join(2 * digit for digit in color[1:])
    elif (match := _RGB.fullmatch(color)) and all(map(_is_number, match.groups("1")[:3])):
        color = "#" + "".join(f"{min(round(float(part)), 255):02x}" for part in match.groups()[:3])
        color += f"{_alpha(match[4]):02x}" if match[4] else ""
    if not re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", color) or (color.endswith("00") and len(color) == 9):
        return ""
    return color.removesuffix("ff") if len(color) == 9 else color


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d{1,9}(\.\d{0,9})?|\.\d{1,9}", text) is not None


def _alpha(text: str) -> int:
    if not _is_number(text.removesuffix("%")):
        return 255
    share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    return min(round(255 * share), 255)


def hue_of(color: str) -> str:
    """Name the hue of a color as setters do; "" for none.

    Examples
    --------
    >>> [hue_of(color) for color in ("#67f067", "#f067f0", "#2ecbff", "#ff8000", "#cfcfcf", "#000000", "#ffccaa")]
    ['green', 'purple', 'blue', 'orange', 'gray', 'black', 'peach']
    """
    if not color:
        return ""
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.2:
        return "black"
    if saturation < 0.1:
        return "white" if value > 0.95 else "black" if value < 0.3 else "gray"
    degrees = 360 * hue
    if degrees < 15 or degrees >= 345:
        return "purple" if saturation < 0.45 and value > 0.8 and degrees >= 330 else "red"
    if degrees < 45:
        return "brown" if value < 0.7 else "peach" if saturation < 0.5 else "orange"
    for most, name in ((70, "yellow"), (160, "green"), (187, "teal"), (255, "blue")):
        if degrees < most:
            return name
    return "purple"
