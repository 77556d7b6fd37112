"""Lay out legends and captions: the meaning of colors and signs, in lines as wide as the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from farandole.records import record, replace
from farandole.render.pieces.figures import Box, Disc, Mark, Point, Stroke, Words
from farandole.render.pieces.lines import break_lines, estimated_width

SIZE = 0.32  # font size of a legend, in cells of a board with nine columns
SWATCH = 0.62  # width of the sign before a text
GAP = 0.4  # between entries
LINE = 0.52  # height of a line

Swatch: TypeAlias = Callable[[Point, float], Iterable[Mark]]
"""Draws a sign, given its center and a scale."""


@record
class Entry:
    """An entry of a legend: a sign and its meaning."""

    swatch: Swatch
    text: str


def disc(ink: str, *, edge: str = "") -> Swatch:
    """Show the disc under a candidate."""
    return lambda at, scale: [Disc(at, 0.15 * scale, ink, edge, 0.035 * scale, over=True)]


def tint(ink: str) -> Swatch:
    """Show the color of cells."""
    return lambda at, scale: [Box(at, 0.34 * scale, ink, "grid", 0.02, over=True)]


def ring(ink: str) -> Swatch:
    """Show a ring."""
    return lambda at, scale: [Disc(at, 0.15 * scale, edge=ink, width=0.05 * scale, over=True)]


def lay_out_legend(entries: Iterable[Entry], corner: Point, width: float, *, scale: float = 1) -> Iterator[Mark]:
    """Lay out entries from an upper left corner, side by side, in a new line when one is full."""
    left, y = corner[0], corner[1] + LINE * scale / 2
    x = left
    for entry in entries:
        size, sign = SIZE * scale, SWATCH * scale
        room = sign + size * estimated_width(entry.text)
        if x > left and x + room > left + width:
            x, y = left, y + LINE * scale
        yield from entry.swatch((x + sign / 2 - 0.06 * scale, y), scale)
        for n, text in enumerate(break_lines(entry.text, max(width - sign, 3) / size)):
            y += LINE * scale * 0.8 * bool(n)
            yield Words((x + sign, y), text, size, "legend", to_the_right=True)
        x += room + GAP * scale


def lay_out_caption(title: str, text: str, corner: Point, width: float, *, scale: float = 1) -> list[Mark]:
    """Lay out a title and a text below it, so that they end at a lower left corner."""
    lines = [Words((0, 0), line, 0.34 * scale, "legend") for line in break_lines(text, width / (0.34 * scale)) if line]
    titles = [
        Words((0, 0), line, 0.46 * scale, "ink", is_bold=True)
        for line in break_lines(title, width / (0.5 * scale))
        if line
    ]
    y, placed = corner[1], []
    for line in reversed([*titles, *lines]):
        placed.append(replace(line, at=(corner[0], y - 0.6 * line.size), to_the_right=True))
        y -= 1.32 * line.size
    return [*reversed(placed)]


def arrow(ink: str, dash: tuple[float, ...] = ()) -> Swatch:
    """Show an arrow, solid or dashed."""

    def draw(at: Point, scale: float) -> list[Mark]:
        (x, y), half, barb = at, 0.22 * scale, 0.09 * scale
        shaft = Stroke(((x - half, y), (x + half, y)), ink, 0.04 * scale, dash=dash, over=True)
        head = ((x + half - barb, y - barb), (x + half, y), (x + half - barb, y + barb))
        return [shaft, Stroke(head, ink, 0.04 * scale, over=True)]

    return draw


def badge(name: str, ink: str) -> Swatch:
    """Show the color of a set, and its letter."""
    return lambda at, scale: [
        Box(at, 0.38 * scale, ink, "grid", 0.02, over=True),
        Words(at, name, 0.26 * scale, "ink", is_bold=True),
    ]
