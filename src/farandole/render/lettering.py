"""Lines of text on pages: measure them, break them, choose a font for each character, draw them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from farandole.render.pieces import fonts
from farandole.render.pieces.fonts import measuring_context, split_by_font
from farandole.render.pieces.lines import break_lines, estimated_width
from farandole.render.svg import escape_xml

LEADING = 1.3  # from line to line, in font sizes


def width_of(text: str, size: float, *, weight: str = "normal") -> float:
    """Measure the width of a line; without Cairo, estimate it, rather too wide than too narrow.

    Examples
    --------
    >>> width_of("ill", 10) < width_of("www", 10), width_of("w", 20) > width_of("w", 10)
    (True, True)
    """
    return size * width_in_ems(text, weight)


@lru_cache(maxsize=1 << 14)
def width_in_ems(text: str, weight: str) -> float:
    """Measure the width of a text, in ems."""
    return sum(advance(character, font, weight) for font, run in split_by_font(text) for character in run)


@cache
def advance(character: str, font: str, weight: str) -> float:
    """Return the advance of a character in ems. CairoSVG doesn't kern, so advances add up to the width of a line."""
    if (context := measuring_context()) and fonts.has_glyph(font, character):
        context.select_font_face(font, 0, int(weight == "bold"))
        context.set_font_size(100)
        return float(context.text_extents(character)[4]) / 100
    return estimated_width(character, is_bold=weight == "bold")


def lines_of(text: str, size: float, width: float, *, weight: str = "normal") -> list[str]:
    """Break a text between words, or between Chinese characters, so that each line fits a width.

    Examples
    --------
    >>> lines_of("Normal sudoku rules apply.", 10, 40)
    ['Normal', 'sudoku', 'rules', 'apply.']
    """
    return break_lines(text, width / size, lambda line: width_in_ems(line, weight))


# ── Lines on a page ───────────────────────────────────────────────────────────────────────────────────────────────────

N_STARS = 5


class Line(NamedTuple):
    """A line of text: its size in points, its look, and the number of stars, of five, before it."""

    text: str
    size: float
    weight: str = "normal"
    ink: str = "#111"
    stars: int | None = None

    @property
    def height(self) -> float:
        """The height, with its leading."""
        return LEADING * self.size

    @property
    def width(self) -> float:
        """The width."""
        return width_of(self.text, self.size, weight=self.weight) + self._star_width

    @property
    def _star_width(self) -> float:
        return 0 if self.stars is None else (N_STARS + 0.6 * bool(self.text)) * self.size

    def draw(self, x: float, top: float, *, anchor: str = "start") -> Iterator[str]:
        """Draw the line below ``top``, starting at ``x`` or, with the anchor ``middle``, centered on it."""
        y = top + 0.95 * self.size
        if self.stars is not None:
            x -= self.width / 2 * (anchor == "middle")
            yield _stars(x, y, self.size, self.stars)
            x, anchor = x + self._star_width, "start"
        pieces = split_by_font(self.text)
        if len(pieces) > 1:  # CairoSVG can't center a text of several fonts
            x, anchor = x - self.width / 2 * (anchor == "middle"), "start"
        for family, text in pieces if self.text else ():
            font = f'font-family="{family}, sans-serif" font-weight="{self.weight}"'
            place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}"'
            look = f'font-size="{self.size:.4g}" style="fill:{self.ink}"'
            yield f"<text {place} {font} {look}>{escape_xml(text)}</text>"
            x += self.size * width_in_ems(text, self.weight)


def stack_lines(lines: Iterable[Line], middle: float, top: float) -> Iterator[str]:
    """Draw lines below one another, each centered on ``middle``."""
    for line in lines:
        yield from line.draw(middle, top, anchor="middle")
        top += line.height


def align_left(lines: Sequence[Line], middle: float, top: float) -> Iterator[str]:
    """Draw left-aligned lines below one another, as a block centered on ``middle``."""
    left = middle - max((line.width for line in lines), default=0) / 2
    for line in lines:
        yield from line.draw(left, top)
        top += line.height


def _stars(x: float, y: float, size: float, n: int) -> str:
    """Draw five stars in a line, the first ``n`` filled."""
    shapes = []
    for number in range(N_STARS):
        center = x + (number + 0.5) * size, y - 0.36 * size
        radii = [0.46 * size, 0.19 * size] * 5
        turns = [math.pi * k / 5 for k in range(10)]
        points = [
            f"{center[0] + r * math.sin(turn):.2f} {center[1] - r * math.cos(turn):.2f}"
            for r, turn in zip(radii, turns, strict=True)
        ]
        fill = "#111" if number < n else "none"
        shapes.append(
            f'<path style="fill:{fill};stroke:#111;stroke-width:{0.05 * size:.3g}" d="M{"L".join(points)}z"/>'
        )
    return "".join(shapes)
