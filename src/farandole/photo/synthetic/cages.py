"""Draw cages as newspapers, books and apps do: borders inside their cells, or colors, and totals in corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from farandole.grid import Cell, Grid
from farandole.records import record
from farandole.rules.sums import Cage

Color: TypeAlias = tuple[int, int, int]
Place: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[float, float, float, float]

_PASTEL = ((255, 214, 214), (214, 234, 255), (216, 245, 214), (255, 243, 196), (232, 218, 250), (255, 226, 200))
_GRAY = ((255, 255, 255), (210, 210, 210), (232, 232, 232), (170, 170, 170), (190, 190, 190))
_DARK = ((48, 22, 26), (14, 30, 54), (14, 40, 20), (42, 36, 8), (38, 18, 56), (6, 6, 6))


@record(slots=False)
class CageLook:
    """The look of cages; lengths are relative to a cell.

    Attributes
    ----------
    dash, gap : float
        Lengths in the border. It is solid without a gap; there is no border without a dash.
    inset : float
        The distance of the border from the edge of its cells.
    width : float
        The width of the border.
    color : (int, int, int)
        The color of the border.
    shades : sequence of (int, int, int)
        The colors of cages, so that adjacent cages have different ones; empty for uncolored cages.
    tall : float
        The height of totals.
    ink : (int, int, int)
        The color of totals.
    is_inside : bool
        Whether totals are inside the border; otherwise, the border is cut for them.
    """

    dash: float = 0.11
    gap: float = 0.07
    inset: float = 0.08
    width: float = 0.018
    color: Color = (0, 0, 0)
    shades: Sequence[Color] = ()
    tall: float = 0.2
    ink: Color = (0, 0, 0)
    is_inside: bool = False


def cage_look(random: Random, paper: Color, ink: Color) -> CageLook:
    """Draw a random look of cages for a puzzle in these colors."""
    is_dark = sum(paper) < 300
    dash, gap = random.choice(
        (
            *((random.uniform(0.07, 0.16), random.uniform(0.04, 0.09)) for _ in range(4)),
            *((random.uniform(0.015, 0.025), random.uniform(0.04, 0.06)) for _ in range(2)),
            (1.0, 0.0),
        )
    )
    shades: Sequence[Color] = ()
    if random.random() < 0.25:
        shades = _DARK if is_dark else random.choice((_PASTEL, _PASTEL, _GRAY))
        if random.random() < 0.6:
            dash = gap = 0.0
    mixed = random.choice((0.0, 0.0, 0.0, 0.3))
    red, green, blue = (round(one + mixed * (other - one)) for one, other in zip(ink, paper, strict=True))
    return CageLook(
        dash=dash,
        gap=gap,
        inset=random.uniform(0.06, 0.13),
        width=random.uniform(0.015, 0.03),
        color=(red, green, blue),
        shades=shades,
        tall=random.uniform(0.18, 0.25),
        ink=ink,
        is_inside=random.random() < 0.3,
    )


def color_cages(grid: Grid, cages: Sequence[Cage], shades: Sequence[Color]) -> dict[Cell, Color]:
    """Color cages so that adjacent ones differ."""
    around = [{cell for one in cage.cells for cell in grid.neighbors(one)} for cage in cages]
    for turn in range(len(cages) or 1):  # another order, if one fails
        colors: dict[Cell, Color] = {}
        for number in (*range(turn, len(cages)), *range(turn)):
            beside = {colors.get(cell) for cell in around[number]}
            free = [shade for shade in shades if shade not in beside]
            if not free:
                break
            colors.update(dict.fromkeys(cages[number].cells, free[number % len(free)]))
        else:
            return colors
    raise ValueError(f"expected enough colors for {len(cages)} cages, found {len(shades)}")


def border_dashes(places: set[Place], look: CageLook, side: int) -> Iterator[Segment]:
    """Yield the dashes around a cage: x and y of both ends, in pixels from the corner of the grid.

    Parameters
    ----------
    places : set of (int, int)
        The rows and columns of its cells.
    look : CageLook
    side : int
        Pixels of a cell.
    """
    inset = max(2, round(look.inset * side))
    for place in places:
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (place[0] + down, place[1] + across) not in places:
                yield from _edge(places, place, (down, across), inset, side, look)


def _edge(places: set[Place], place: Place, to: Place, inset: int, side: int, look: CageLook) -> Iterator[Segment]:
    """Yield the dashes along one side of a cell, up to where the border bends."""
    (row, column), (down, across) = place, to
    ends = []
    for sign in (-1, 1):  # to the edge of the cell if the cage continues, beyond it around a bend
        beside = (row + sign * abs(across), column + sign * abs(down))
        around = (beside[0] + down, beside[1] + across)
        reach = side / 2 - inset if beside not in places else side / 2 + (inset if around in places else 0)
        ends.append(sign * reach)
    off = side / 2 - inset
    x, y = (column + 0.5) * side + across * off, (row + 0.5) * side + down * off
    dash, gap = max(look.dash * side, 1.5), max(look.gap * side, 2.0) if look.gap else 0.0
    start = ends[0]
    while start < ends[1]:
        stop = min(start + dash, ends[1])
        yield x + abs(down) * start, y + abs(across) * start, x + abs(down) * stop, y + abs(across) * stop
        start = stop + gap
