"""Divide a grid into cages so that walls and totals agree: each cage has one total, in its first cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from farandole.photo.cages.borders import Floats, Walls
from farandole.photo.cages.totals import Total
from farandole.records import record

_MISSING = 6.0  # cost of a cage without a total, as log-odds
_EXTRA = 0.25  # cost of a total that is not in the first cell of a cage, relative to its log-odds

Region = tuple[int, ...]
Wall = tuple[float, int, int]
"""The log-odds that a cage ends at the wall, and the cells on both sides."""


@record(slots=False)
class Layout:
    """The cells of each cage in order, and the cost: log-odds of walls and totals against the cages."""

    regions: tuple[Region, ...]
    cost: float


def list_walls(walls: Walls) -> list[Wall]:
    """List the walls of a grid, the most open first."""
    n = len(walls.right)
    found = [(float(walls.right[row, column]), row * n + column, row * n + column + 1)
             for row in range(n) for column in range(n - 1)]  # fmt: skip
    found += [(float(walls.below[row, column]), row * n + column, (row + 1) * n + column)
              for row in range(n - 1) for column in range(n)]  # fmt: skip
    return sorted(found)


def lay_out(walls: Walls, totals: Sequence[Total]) -> Layout:
    """Divide a grid into cages by walls alone, or by walls and totals together, whichever costs less.

    Examples
    --------
    >>> right, below = np.array([[-5.0], [5.0]]), np.array([[5.0, 5.0]])
    >>> lay_out(Walls(right, below, 0, 9.0), []).regions
    ((0, 1), (2,), (3,))
    """
    listed, n = list_walls(walls), len(walls.right)
    there = np.full(n * n, -_MISSING)
    for total in totals:
        there[total.cell] = np.clip(
            np.log(max(total.is_there, 1e-9) / max(1 - total.is_there, 1e-9)), -_MISSING, _MISSING
        )
    ways = (_join_cells(listed, n, n * n, there * 0), _join_cells(listed, n, n, there))
    return min((Layout(way, _cost(way, listed, there)) for way in ways), key=lambda layout: layout.cost)


def _join_cells(walls: Sequence[Wall], n: int, most: int, there: Floats) -> tuple[Region, ...]:
    """Join cells across open walls, the most open first.

    Two regions are not joined if together they would be too large, have two totals, or have a total outside their first
    cell. A region without a total is joined even across a wall that looks closed.
    """
    regions = {cell: [cell] for cell in range(n * n)}
    root = list(range(n * n))
    for odds, one, other in walls:
        first, second = root[one], root[other]
        if first == second:
            continue
        cells = sorted(regions[first] + regions[second])
        marked = [cell for cell in cells if there[cell] > 0]
        if len(cells) > most or len(marked) > 1 or (marked and marked[0] != cells[0]):
            continue
        if odds > 0 and (not there.any() or all(any(there[cell] > 0 for cell in regions[k]) for k in (first, second))):
            continue
        if odds > 0 and not marked:
            continue
        regions[first] = cells
        del regions[second]
        for cell in cells:
            root[cell] = first
    return tuple(sorted(tuple(cells) for cells in regions.values()))


def _cost(regions: tuple[Region, ...], walls: Sequence[Wall], there: Floats) -> float:
    number = {cell: k for k, region in enumerate(regions) for cell in region}
    cost = sum(abs(odds) for odds, one, other in walls if (number[one] != number[other]) != (odds > 0))
    firsts = {region[0] for region in regions}
    cost += sum(max(-there[cell] if cell in firsts else _EXTRA * there[cell], 0) for cell in range(len(there)))
    return float(cost)
