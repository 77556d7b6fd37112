"""Detect whether a grid is a killer, and read its cages: borders and totals."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from farandole.grid import Grid
from farandole.photo import cells
from farandole.photo.cages.borders import CELL, Walls, find_borders
from farandole.photo.cages.layout import Layout, Region, lay_out
from farandole.photo.cages.straighten import regularize_mesh, straighten_mesh
from farandole.photo.cages.totals import Box, Total, read_totals
from farandole.photo.geometry import Gray, Points, lattice, rectify, rectify_colors
from farandole.photo.lines import Response, box_mean, extend_mesh, measure_darkness
from farandole.photo.pictures import Picture
from farandole.photo.segments import find_components, join_tiles, split_tiles
from farandole.records import record

_SIZES = (4, 6, 8, 9)  # cells per side of a killer
_FEW = 0.09  # minimum share of cells with a small component in the same corner
_MANY = 0.2  # a share that suffices,
_CLEARLY = 4  # if it is so many times that of any other corner
_MUCH = 1.0  # minimum extra ink in that corner of all cells, in units of one full corner
_CORNER = (4, 18)  # range of the 48 pixels of a cell with totals
_MISSED = 0.2  # maximum share of cages without a total
_CLEAR = 0.5  # minimum probability of a clear total
_COST = 1.0  # maximum cost of the layout per cage
_PAPER = 200  # of 255: the lightness to which cells are equalized
_WELL, _INSIDE = 0.9, 3.0  # minimum probability of a certain total; its cost if it is inside a cage
_PLAIN = 60  # of 255: maximum spread of red, green and blue of a gray
_INK = 0.12  # minimum darkness of ink

Floats = NDArray[np.float64]


@record(slots=False)
class Killer:
    """The cages of a grid.

    Attributes
    ----------
    turns : int
        Counterclockwise quarter turns that bring the grid upright.
    mesh : ndarray, shape (n + 1, n + 1, 2)
        The upright mesh, more exact than the one of the grid that was found.
    regions : tuple of tuple of int
        The cells of each cage, row-major.
    totals : ndarray, shape (cages, 46)
        The probability of each total; a row of zeros if none is visible.
    cost : float
        The log-odds of walls and totals against the cages; 0 if nothing contradicts them.
    bare : ndarray of uint8
        The rectified grid without borders and totals, with a margin of one cell.
    bare_mesh : ndarray, shape (n + 1, n + 1, 2)
        The mesh of the grid in ``bare``.
    dark : float
        The usual darkness of totals.
    is_plain : bool
        Whether totals are black, gray or white; always true on paper.
    """

    turns: int
    mesh: Points
    regions: tuple[Region, ...]
    totals: Floats
    cost: float
    bare: Gray
    bare_mesh: Points
    dark: float
    is_plain: bool


def find_killer(picture: Picture, mesh: Points, ink: Response, *, on_screen: bool) -> Killer | None:
    """Read the cages of a grid; None if it is not a killer.

    Parameters
    ----------
    picture : Picture
    mesh : ndarray, shape (n + 1, n + 1, 2)
    ink : ndarray of float32
        The cells, as `cells.measure_ink` returns them.
    on_screen : bool
        Whether it is a screenshot, so that its lines are straight.
    """
    turns = find_total_corner(ink) if len(mesh) - 1 in _SIZES else None
    if turns is None:
        return None
    return _find_upright(picture, mesh, turns, on_screen=on_screen) or (
        _find_upright(picture, mesh, 0, on_screen=on_screen) if turns else None  # most pictures are upright
    )


def _find_upright(picture: Picture, mesh: Points, turns: int, *, on_screen: bool) -> Killer | None:
    """Read the cages of a grid after these counterclockwise quarter turns; None if there are none."""
    n = len(mesh) - 1
    mesh = np.ascontiguousarray(np.rot90(mesh, turns))
    height = len(Grid.classic(n).regions[0].cells) // len({cell % n for cell in Grid.classic(n).regions[0].cells})
    straight = regularize_mesh(mesh) if on_screen else None
    mesh = mesh if straight is None else straight
    dark = _darkness(rectify(picture.gray, extend_mesh(mesh), CELL))
    mesh = straighten_mesh(mesh, dark, CELL, (height, n // height), is_flat=straight is not None)
    flat = rectify(picture.gray, extend_mesh(mesh), CELL)
    dark = _darkness(flat)[CELL:-CELL, CELL:-CELL]

    @cache
    def colors() -> NDArray[np.uint8]:
        return rectify_colors(picture.color, mesh, CELL)

    ways = find_borders(dark, colors)
    if not ways:
        return None
    if not ways[0].inset:
        flat = _equalize_cells(flat)
        dark = _darkness(flat)[CELL:-CELL, CELL:-CELL]
    totals = read_totals(dark, ways[0].inset)
    if not totals:
        return None
    layouts = [lay_out(walls, totals) for walls in ways]
    walls, layout = min(zip(ways, layouts, strict=True), key=lambda way: _contradictions(way[1], totals))
    firsts = [totals[region[0]] for region in layout.regions]
    odds = np.array(
        [
            total.is_there * _mask_impossible(total.odds, len(region), n)
            for total, region in zip(firsts, layout.regions, strict=True)
        ]
    )
    missed = float((odds.sum(axis=1) == 0).mean())
    if missed > _MISSED or layout.cost > _COST * len(odds) or max(map(len, layout.regions)) > n:
        return None
    is_seen = odds.sum(axis=1) > _CLEAR
    peaks = [
        _darkest_place(dark, total, n) for total, one in zip(firsts, is_seen, strict=True) if one or not is_seen.any()
    ]
    level = float(np.median([dark[peak] for peak in peaks]))
    is_plain = not on_screen or bool(np.ptp(np.median([colors()[peak] for peak in peaks], axis=0)) < _PLAIN)
    total_boxes = {
        total.cell: total.box if one else total.place for total, one in zip(firsts, is_seen.tolist(), strict=True)
    }
    bare = _paint_over(flat, dark, walls, total_boxes)
    nodes: Points = (n * lattice(n, n) + 1) * CELL - 0.5
    return Killer(turns, mesh, layout.regions, odds, layout.cost, bare, nodes, level, is_plain)


def find_total_corner(ink: Response) -> int | None:
    """Find the corner in which many cells have a small component: 0 upper left, then clockwise; None for none."""
    side = cells.CELL
    n = len(ink) // side
    tiles: Response = split_tiles(ink, side).reshape(-1, side, side)
    peaks = np.partition(tiles[:, 4:-4, 4:-4].reshape(n * n, -1), -16, axis=1)[:, -16]
    mask = tiles > 0.42 * np.maximum(peaks, 0.6 * np.quantile(peaks, 0.8))[:, None, None]
    for edge in (np.s_[:, :3], np.s_[:, -3:], np.s_[:, :, :3], np.s_[:, :, -3:]):
        mask[edge] = False
    components, _ = find_components(join_tiles(mask.reshape(n, n, side, side)))
    boxes = np.array(components, float).reshape(-1, 5)[:, 1:]
    column, row = boxes[:, 0] // side, boxes[:, 1] // side
    box = (boxes - np.stack([column, row, column, row], axis=1) * side) / side
    wide, tall = box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]
    is_small = (np.minimum(wide, tall) >= 0.07) & (np.maximum(wide, tall) >= 0.11) & (np.maximum(wide, tall) <= 0.42)
    x, y = (box[:, 0] + box[:, 2]) / 2, (box[:, 1] + box[:, 3]) / 2
    near = [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)]
    places = row * n + column
    counts = [len(set(places[is_small & (one < 0.42) & (other < 0.42)])) for one, other in near]
    *_, second, first = sorted(counts)
    if first >= _MANY * n * n and first > _CLEARLY * second:
        return counts.index(first)
    # Borders are alike in all corners, so a corner with totals has more ink.
    low, high = slice(*_CORNER), slice(-_CORNER[1], -_CORNER[0])
    parts = (tiles[:, low, low], tiles[:, low, high], tiles[:, high, high], tiles[:, high, low])
    shares = np.sort(found := np.array([part.mean(axis=(1, 2)) for part in parts]), axis=0)
    more = np.maximum(found - np.where(found == shares[-1], shares[-2], shares[-1]), 0).sum(axis=1)
    best = int(np.argmax(more))
    return best if counts[best] >= _FEW * n * n or more[best] > _MUCH else None


def _darkness(flat: Gray) -> Response:
    return measure_darkness(flat, CELL * 5 // 8)


def _contradictions(layout: Layout, totals: list[Total]) -> float:
    """Return the cost of a layout, and of certain totals that are inside its cages."""
    firsts = {region[0] for region in layout.regions}
    n_inside = sum(total.is_there * total.odds.max() > _WELL and total.cell not in firsts for total in totals)
    return layout.cost + _INSIDE * float(n_inside)


def _equalize_cells(flat: Gray) -> Gray:
    """Equalize the lightness of cells; otherwise, ink in dark cells would seem faint."""
    tiles = split_tiles(flat, CELL)
    paper = np.median(tiles[:, :, 10:-10, 10:-10], axis=(2, 3), keepdims=True)
    even = np.clip(tiles * (_PAPER / np.maximum(paper, 1)), 0, 255).astype(np.uint8)
    return join_tiles(even)


def _mask_impossible(odds: Floats, size: int, n: int) -> Floats:
    """Keep the totals that this number of digits can have."""
    totals = np.arange(len(odds))
    possible = np.where((size * (size + 1) // 2 <= totals) & (totals <= size * (2 * n + 1 - size) // 2), odds, 0)
    return possible if possible.sum() > 1e-4 else np.zeros(len(odds))


def _darkest_place(dark: Response, total: Total, n: int) -> tuple[int, int]:
    """Find the darkest pixel of a total."""
    (left, top, right, bottom), y, x = total.box, total.cell // n * CELL, total.cell % n * CELL
    part = dark[y + top : y + bottom, x + left : x + right]
    row, column = np.unravel_index(int(part.argmax()), part.shape)
    return y + top + int(row), x + left + int(column)


def _paint_over(flat: Gray, dark: Response, walls: Walls, boxes: dict[int, Box]) -> Gray:
    """Paint over borders and totals in the color of their cells."""
    n = len(flat) // CELL - 2
    bare = flat.copy()
    closed = np.ones((4, n, n), bool)  # above, below, to the left, to the right
    closed[0, 1:] = closed[1, :-1] = walls.below > 0
    closed[2, :, 1:] = closed[3, :, :-1] = walls.right > 0
    tiles = split_tiles(dark, CELL)
    papers = np.median(split_tiles(flat, CELL)[1:-1, 1:-1, 10:-10, 10:-10], axis=(2, 3)).astype(np.uint8)
    reaches = _measure_border_ends(tiles, closed, walls.inset) if walls.inset else [0] * 4
    for cell in range(n * n):
        row, column = divmod(cell, n)
        tile = bare[(row + 1) * CELL : (row + 2) * CELL, (column + 1) * CELL : (column + 2) * CELL]
        paper = papers[row, column]
        above, below, left, right = reaches
        for rows in (slice(0, above), slice(CELL - below, CELL)):  # corners, where borders bend
            for columns in (slice(0, left), slice(CELL - right, CELL)):
                tile[rows, columns] = paper
        parts = (tile[:above], tile[CELL - below :], tile[:, :left], tile[:, CELL - right :])
        for side, part in enumerate(parts):
            if closed[side, row, column]:
                part[:] = paper
        if cell in boxes:
            tile[_total_pixels(tiles[row, column], boxes[cell])] = paper
    return bare


def _measure_border_ends(tiles: Response, closed: NDArray[np.bool_], inset: int) -> list[int]:
    """Measure where borders end on each of the four sides, because a mesh may be a little off."""
    sides = (tiles, tiles[:, :, ::-1], tiles.swapaxes(2, 3), tiles[:, :, :, ::-1].swapaxes(2, 3))
    out = []
    for side, which in zip(sides, closed, strict=True):
        profile = np.median(side[which][:, : inset + 9, CELL // 4 : -CELL // 4].mean(axis=2), axis=0)
        least = 0.25 * profile[max(inset - 2, 0) : inset + 4].max()
        end = inset + 2
        while end < len(profile) and profile[end] > max(least, 0.02):
            end += 1
        out.append(end + 1)
    return out


def _total_pixels(ink: Response, box: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Return the pixels of a total: its box, without components that begin in its lower half and belong to a digit."""
    left, top, right, bottom = box
    inside = np.zeros(ink.shape, bool)
    inside[max(top - 3, 0) : bottom + 2, max(left - 3, 0) : right + 3] = True
    components, labels = find_components(ink > _INK)
    is_below = np.array([False] + [component.top > (top + bottom) / 2 for component in components])
    reached = is_below[labels].astype(np.float32)
    return np.asarray(inside & (box_mean(box_mean(reached, 1, 0), 1, 1) == 0))
