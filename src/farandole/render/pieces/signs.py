"""Signs for the kinds of clues outside the grid, and their meaning."""

from __future__ import annotations

from collections.abc import Sequence

from farandole import rules
from farandole.grid import Grid
from farandole.i18n import tr
from farandole.render.pieces.figures import Box, Curve, Disc, Mark, Point, Stroke
from farandole.render.pieces.legend import Entry, Swatch


def _sandwich_sign(at: Point, scale: float) -> list[Mark]:
    """Draw the two halves of a bun."""
    (x, y), w, h = at, 0.24 * scale, 0.25 * scale
    bends = (x - 0.6 * w, y - 1.6 * h), (x + 0.6 * w, y - 1.6 * h)
    crust = Curve((x - w, y - h), bends, (x + w, y - h), "sign", 0.045)
    return [crust, *(Stroke(((x - w, end), (x + w, end)), "sign", 0.045, over=True) for end in (y - h, y + h))]


def _circle_sign(at: Point, scale: float) -> list[Mark]:
    return [Disc(at, 0.29 * scale, edge="sign", width=0.04, over=True)]


def _room_sign(at: Point, scale: float) -> list[Mark]:
    return [Box(at, 0.52 * scale, edge="sign", width=0.04, over=True)]


def _tower_sign(at: Point, scale: float) -> list[Mark]:
    """Draw a house with a roof."""
    (x, y), w, h = at, 0.25 * scale, 0.26 * scale
    points = ((x - w, y + h), (x - w, y - 0.7 * h), (x, y - 1.35 * h), (x + w, y - 0.7 * h), (x + w, y + h))
    return [Stroke(points, "sign", 0.04, closed=True, over=True)]


def _hidden_sign(at: Point, scale: float) -> list[Mark]:
    """Draw a house behind a wall."""
    (x, y), h = at, 0.26 * scale
    wall = Stroke(((x - 0.34 * scale, y - 1.2 * h), (x - 0.34 * scale, y + h)), "sign", 0.06, over=True)
    return [wall, *_tower_sign(at, scale)]


def _brackets_sign(at: Point, scale: float) -> list[Mark]:
    """Draw brackets at the left and the right."""
    (x, y), h = at, 0.25 * scale
    drawn: list[Mark] = []
    for near, far in ((x - 0.22 * scale, x - 0.3 * scale), (x + 0.22 * scale, x + 0.3 * scale)):
        drawn.append(Stroke(((near, y - h), (far, y - h), (far, y + h), (near, y + h)), "sign", 0.04, over=True))
    return drawn


def _arrow_sign(at: Point, scale: float) -> list[Mark]:
    """Draw an arrow along a diagonal."""
    (x, y), half = at, 0.13 * scale
    tip = x + half, y + half
    head = ((tip[0] - half, tip[1]), tip, (tip[0], tip[1] - half))
    return [Stroke(points, "ink", 0.03, over=True) for points in (((x - half, y - half), tip), head)]


def _underline_sign(at: Point, scale: float) -> list[Mark]:
    """Draw a line below."""
    (x, y), half = at, 0.26 * scale
    return [Stroke(((x - half, y + half), (x + half, y + half)), "sign", 0.05, over=True)]


def _stairs_sign(at: Point, scale: float) -> list[Mark]:
    """Draw stairs that rise below."""
    (x, y), h = at, 0.1 * scale
    points = [(x - 3 * h, y + 4 * h), (x - h, y + 4 * h), (x - h, y + 3 * h), (x + h, y + 3 * h), (x + h, y + 2 * h)]
    return [Stroke((*points, (x + 3 * h, y + 2 * h)), "sign", 0.04, over=True)]


def _ranks_sign(at: Point, scale: float) -> list[Mark]:
    """Draw three bars of growing length below."""
    (x, y), h = at, 0.1 * scale
    return [
        Stroke(((x - 3 * h, y + n * h), (x + (2 * n - 5) * h, y + n * h)), "sign", 0.04, over=True) for n in (2, 3, 4)
    ]


def _stop_sign(at: Point, scale: float) -> list[Mark]:
    """Draw a line below that ends at a bar."""
    (x, y), h = at, 0.26 * scale
    stop = Stroke(((x + h, y - 0.4 * h), (x + h, y + h)), "sign", 0.05, over=True)
    return [stop, *_underline_sign(at, scale)]


def _broken_circle_sign(at: Point, scale: float) -> list[Mark]:
    """Draw the two halves of a circle, apart."""
    (x, y), r, gap = at, 0.29 * scale, 0.08 * scale
    halves = []
    for side in (-1, 1):
        bends = (x + side * (gap + 1.2 * r), y - r), (x + side * (gap + 1.2 * r), y + r)
        halves.append(Curve((x + side * gap, y - r), bends, (x + side * gap, y + r), "sign", 0.04))
    return [*halves]


def _two_bars_sign(at: Point, scale: float) -> list[Mark]:
    """Draw two bars that overlap, above and below."""
    (x, y), h = at, 0.29 * scale
    above = Stroke(((x - 1.2 * h, y - h), (x + 0.5 * h, y - h)), "sign", 0.05, over=True)
    return [above, Stroke(((x - 0.5 * h, y + h), (x + 1.2 * h, y + h)), "sign", 0.05, over=True)]


SIGNS: dict[type, Swatch] = {
    rules.Sandwich: _sandwich_sign,
    rules.XSum: _circle_sign,
    rules.Skyscraper: _tower_sign,
    rules.HiddenSkyscraper: _hidden_sign,
    rules.NumberedRoom: _room_sign,
    rules.FrameSum: _brackets_sign,
    rules.LittleKiller: _arrow_sign,
    rules.FirstSeen: _underline_sign,
    rules.RisingStreak: _stairs_sign,
    rules.SumUntil: _stop_sign,
    rules.BrokenXSum: _broken_circle_sign,
    rules.Battlefield: _two_bars_sign,
    rules.FullRank: _ranks_sign,
}
"""The sign for each kind of clue outside the grid."""


def clue_entries(grid: Grid, rule_list: Sequence[rules.Rule]) -> list[Entry]:
    """List the meaning of the signs that occur outside a grid."""
    kinds = {type(rule) for rule in rule_list}
    said = {
        rules.Sandwich: tr("Sandwich: the sum between 1 and {greatest}", greatest=grid.n_digits),
        rules.XSum: tr("X-sum: the sum of the first X digits; X is the first"),
        rules.Skyscraper: tr("Skyscraper: how many digits are greater than all before them"),
        rules.HiddenSkyscraper: tr("Hidden skyscraper: the first digit that is not greater than all before it"),
        rules.NumberedRoom: tr("Numbered room: the digit in the Xth cell; X is the first digit"),
        rules.FrameSum: tr("Frame: the sum of the nearest cells"),
        rules.LittleKiller: tr("Little killer: the sum along the arrow"),
        rules.FirstSeen: tr("First seen: the first odd digit, or the first even one"),
        rules.RisingStreak: tr("Rising streak: so many digits in a row, or more, increase by 1 each"),
        rules.SumUntil: tr("Sum until: the sum of the digits up to the 9, or another digit"),
        rules.BrokenXSum: tr("Broken X-sum: the sum of the first X-1 or X+1 digits; X is the first"),
        rules.Battlefield: tr("Battlefield: the sum where the first X and the last Y cells overlap, or of the gap"),
        rules.FullRank: tr("Full rank: the place of the line among all, read as numbers from both ends"),
    }
    return [Entry(_small(SIGNS[kind]), text) for kind, text in said.items() if kind in kinds]


def _small(sign: Swatch) -> Swatch:
    return lambda at, scale: sign(at, 0.58 * scale)
