"""Draw the links of chains: arrows between candidates that bend around digits and other candidates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from farandole.render.pieces.figures import Curve, Mark, Point, Stroke, arrowhead
from farandole.render.pieces.frame import Window

WIDTH = 0.04
HEAD = 0.13
DASH = (0.07, 0.07)
BOWS = (0.12, -0.12, 0.25, -0.25, 0.4, -0.4, 0.55, -0.55, 0.75, -0.75, 1.0, -1.0, 1.4, -1.4)
"""Distances of the middle of an arrow from the straight line, in cells, to the left or right; the best first."""

OUTSIDE = 0.1  # how far an arrow may leave the board
SAMPLES = tuple(n / 16 for n in range(1, 16))


class Obstacles:
    """The spots that arrows avoid, indexed by their cell.

    Parameters
    ----------
    spots : mapping from Point to float
        The radius of each spot.
    window : Window
        The visible part of the board, which arrows must not leave.
    """

    def __init__(self, spots: Mapping[Point, float], window: Window) -> None:
        top, left, bottom, right = window
        self._bounds = left - OUTSIDE, top - OUTSIDE, right + OUTSIDE, bottom + OUTSIDE
        self._near: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}
        for point, radius in spots.items():
            self.add(point, radius, 20 if radius > 0.2 else 1)  # a big digit, or a candidate

    def add(self, point: Point, radius: float, weight: float) -> None:
        """Add a spot with the cost of coming near it."""
        x, y = point
        for row in {math.floor(y - radius), math.floor(y + radius)}:
            for column in {math.floor(x - radius), math.floor(x + radius)}:
                self._near.setdefault((row, column), []).append((x, y, radius, weight))

    def cost(self, point: Point) -> float:
        """Return the cost of a point: 0 if it is free."""
        x, y = point
        left, top, right, bottom = self._bounds
        cost = 0.0 if left <= x <= right and top <= y <= bottom else 20.0
        for spot_x, spot_y, radius, weight in self._near.get((math.floor(y), math.floor(x)), ()):
            gap = math.hypot(x - spot_x, y - spot_y)
            if gap < radius:
                cost += weight * (1 + (radius - gap) / radius)
        return cost


def arrows(
    links: Sequence[tuple[Point, Point, bool]], obstacles: Obstacles, *, radius: float, ink: str = "link"
) -> Iterator[Mark]:
    """Draw arrows between discs of this radius: solid ones for strong links, dashed ones for weak links."""
    drawn: set[tuple[Point, Point, bool]] = set()
    for start, end, is_strong in links:
        if start == end or (start, end, is_strong) in drawn:
            continue
        drawn.add((start, end, is_strong))
        length = math.dist(start, end)
        if length < 2.2 * radius:  # too near for an arrow
            yield Stroke((start, end), ink, WIDTH, dash=() if is_strong else DASH, over=False)
            continue
        curve = _best(start, end, obstacles, radius)
        yield Curve(curve[0], (curve[1], curve[2]), curve[3], ink, WIDTH, () if is_strong else DASH)
        yield arrowhead(point_at(curve, 0.9), curve[3], ink, WIDTH, size=HEAD, spread=0.5)
        for share in SAMPLES[3:-3]:
            obstacles.add(point_at(curve, share), 0.1, 0.3)  # overlapping arrows can't be distinguished


_Bezier = tuple[Point, Point, Point, Point]


def _best(start: Point, end: Point, obstacles: Obstacles, radius: float) -> _Bezier:
    """Choose the first curve without an obstacle, or else the one with the least cost."""
    best, least = _bow(start, end, BOWS[0], radius), math.inf
    for n, bow in enumerate(BOWS):
        curve = _bow(start, end, bow, radius)
        cost = 0.02 * n * n
        for share in SAMPLES:
            cost += obstacles.cost(point_at(curve, share))
            if cost >= least:
                break
        if cost < least:
            best, least = curve, cost
        if least <= 0.02 * (n + 1) ** 2:  # the next curves are bent more
            break
    return best


def _bow(start: Point, end: Point, bow: float, radius: float) -> _Bezier:
    """Return a flat curve from the edge of one disc to the edge of the other."""
    length = math.dist(start, end)
    (dx, dy), lift = ((end[0] - start[0]) / length, (end[1] - start[1]) / length), bow * 4 / 3
    inset = min(0.28 * length, 0.3 + 0.2 * abs(bow))

    def off(point: Point, along: float) -> Point:
        return point[0] + along * dx - lift * dy, point[1] + along * dy + lift * dx

    one, other = off(start, inset), off(end, -inset)
    return _move_toward(start, one, radius), one, other, _move_toward(end, other, radius + 0.03)


def _move_toward(point: Point, other: Point, way: float) -> Point:
    share = min(way / (math.dist(point, other) or 1), 0.9)
    return point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1])


def point_at(curve: _Bezier, share: float) -> Point:
    """Return the point of a curve at a parameter from 0 to 1."""
    rest = 1 - share
    a, b, c, d = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
    p, q, r, s = curve
    return a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]
