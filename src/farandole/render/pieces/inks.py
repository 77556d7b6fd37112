"""The colors of drawings in the light and the dark theme, and their style sheets.

A drawing names its colors by classes. Its style sheet applies only within the drawing, so that a page or a notebook can
include several drawings and keep its own style.
"""

from __future__ import annotations

import re

from farandole.errors import ArgumentError, short_repr
from farandole.render.pieces.fonts import FAMILY

INKS: dict[str, tuple[str, str]] = {
    "paper": ("#fff", "#1b1d22"),
    "ink": ("#111", "#e9e9e9"),
    "grid": ("#888", "#6b6e76"),
    "label": ("#5d626c", "#a3a7b0"),
    "legend": ("#33363d", "#d4d6db"),
    "cage": ("#4d5b78", "#9fb0d0"),
    "total": ("#333", "#dcdee3"),
    "sign": ("#a9aeb8", "#6b6e76"),
    "given": ("#111", "#f2f2f2"),
    "found": ("#1655c0", "#7db2ff"),
    "mark": ("#555", "#b4b7be"),
    "held": ("#111", "#fff"),
    "white_dot": ("#fff", "#fff"),
    "black_dot": ("#111", "#000"),
    "dot_edge": ("#111", "#bbb"),
    "thermo": ("#bcc8da", "#465470"),
    "palindrome": ("#d8cbb6", "#5c5140"),
    "arrow": ("#71809b", "#93a6c8"),
    "between": ("#bdb2da", "#5f5684"),
    "parity": ("#d6d3dd", "#474453"),
    "overlap": ("#e4ebf8", "#2a3446"),
    "frame": ("#111", "#e9e9e9"),
    "window": ("#e3e6ee", "#343945"),
    "tint": ("#fdf0c4", "#4a4330"),
    "whispers": ("#8be08b", "#2f7a3c"),
    "dutch_whispers": ("#ffbf80", "#99591a"),
    "renban": ("#f0a0f0", "#823f85"),
    "nabner": ("#e6c84f", "#7d6a1f"),
    "lockout": ("#8fb4e8", "#3f659c"),
    "region_sum": ("#7fd6f5", "#23718f"),
    "zipper": ("#cdb1ec", "#68488c"),
    "entropic": ("#ffc9b5", "#8f4f38"),
    "modular": ("#93dcc8", "#2c7463"),
    "oscillator": ("#f19a9a", "#96413f"),
    "sequence": ("#c9a57a", "#6f5635"),
    "at_least": ("#b9c66b", "#5f6a26"),
    "magic": ("#8d6fc0", "#a48ad2"),
    "double_arrow": ("#d98cb3", "#8c3f66"),
    "sum": ("#0b7a75", "#4fc4bd"),
    "count": ("#d0512f", "#ff9a78"),
    "diagonal": ("#34aadc", "#2f86ad"),
    "clone_1": ("#dcdcdc", "#3a3d45"),
    "clone_2": ("#cfe3f7", "#2b3f54"),
    "clone_3": ("#d7eccf", "#33492b"),
    "clone_4": ("#f7dcd0", "#54392c"),
    "map": ("#f2f3f5", "#33363d"),
    "map_window": ("#ffd98a", "#7a5c14"),
    "map_edge": ("#c96a00", "#ffb84d"),
    "base": ("#dbe8fb", "#26364f"),
    "cover": ("#fbf0cf", "#4a4127"),
    "crossing": ("#e3e8d3", "#3c4436"),
    "set_1": ("#dff0d8", "#2b4430"),
    "set_2": ("#fde3cf", "#553a28"),
    "set_3": ("#e6dcf5", "#40345a"),
    "set_4": ("#d8eef3", "#264750"),
    "pattern": ("#8fd6c9", "#1f7367"),
    "part_1": ("#a9b9f5", "#4a55b0"),
    "placed": ("#7fd08a", "#28793b"),
    "placed_edge": ("#1b7f33", "#8be59d"),
    "blocker": ("#c96a00", "#ffb84d"),
    "start": ("#111", "#fff"),
    "right": ("#7fd08a", "#28793b"),
    "wrong": ("#8db9f2", "#2f62a8"),
    "fin": ("#f5c04a", "#8a5f10"),
    "endo_fin": ("#c9a2ec", "#75489e"),
    "color_1": ("#7fd08a", "#28793b"),
    "color_2": ("#f2a0b5", "#a04060"),
    "color_3": ("#8db9f2", "#2f62a8"),
    "color_4": ("#f5c04a", "#8a5f10"),
    "gone": ("#f7b3ad", "#8f3a34"),
    "strike": ("#c3271b", "#ff8a80"),
    "link": ("#b3541e", "#ffb27d"),
}
"""The colors by name, for the light and the dark theme."""

THEMES = ("light", "dark", "auto")


def check_theme(theme: str) -> None:
    """Check the name of a theme.

    Raises
    ------
    ArgumentError
        If the theme is unknown.
    """
    if theme not in THEMES:
        raise ArgumentError(f"theme: expected one of {', '.join(THEMES)}; found {short_repr(theme)}")


def style(content: str, theme: str) -> str:
    """Write the style sheet of the colors that a drawing uses, for the class ``farandole-`` plus the theme."""
    within = f".farandole-{theme}"
    names = sorted({name for group in re.findall(r'class="([^"]*)"', content) for name in group.split()})
    light, dark = (
        "\n".join(f"{within} {_ink(name, INKS[name.removesuffix('-line')][i])}" for name in names) for i in (0, 1)
    )
    return "\n".join(
        [
            *_outset(within),
            dark if theme == "dark" else light,
            *([f"@media(prefers-color-scheme:dark){{\n{dark}\n}}"] if theme == "auto" else []),
        ]
    )


def page_style() -> str:
    """Write the style sheet of all inks, for a page with drawings of the theme ``auto``: light or dark as the page is.

    Examples
    --------
    >>> ".farandole-auto .given{fill:light-dark(#111,#f2f2f2)}" in page_style()
    True
    """
    within = ".farandole-auto"
    both = {name: f"light-dark({light},{dark})" for name, (light, dark) in INKS.items()}
    inks = (f"{within} {_ink(name + ending, color)}" for name, color in both.items() for ending in ("", "-line"))
    return "\n".join([*_outset(within), *inks])


def _outset(within: str) -> list[str]:
    return [
        f"{within} path,{within} circle{{fill:none;stroke-linecap:round;stroke-linejoin:round}}",
        f"{within}{{font-family:{FAMILY};text-anchor:middle}}",
    ]


def _ink(name: str, color: str) -> str:
    return f".{name}{{{'stroke' if name.endswith('-line') else 'fill'}:{color}}}"
