"""Outline cages over a picture, by lines a little inside their cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from farandole.photo.geometry import Points, interpolate_mesh

_INSET = 0.09  # distance of the lines from the walls, in cells

Place = tuple[int, int]


def outline_cage(mesh: Points, places: Collection[Place]) -> Iterator[Points]:
    """Yield the lines around a cage: arrays of shape (2, 2), x and y of both ends.

    Parameters
    ----------
    mesh : ndarray, shape (rows + 1, columns + 1, 2)
    places : collection of (int, int)
        The row and column of each of its cells.

    Examples
    --------
    >>> from farandole.photo.geometry import lattice
    >>> len(list(outline_cage(lattice(9, 9), [(0, 0), (0, 1)])))
    6
    """
    for row, column in places:
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + across) in places:
                continue
            ends = []
            for sign in (-1, 1):
                beside = (row + sign * abs(across), column + sign * abs(down))
                goes_on, bends = beside in places, (beside[0] + down, beside[1] + across) in places
                along = 0.5 + sign * (0.5 - (-_INSET if bends else 0) * goes_on - (0 if goes_on else _INSET))
                off = 0.5 + (down + across) * (0.5 - _INSET)
                ends.append((along, off) if down else (off, along))
            x, y = np.array(ends).T
            yield interpolate_mesh(mesh, column + x, row + y)
