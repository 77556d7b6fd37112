"""Rules of shaded cells: what they share, and why a cell must be shaded, or can't be.

They are about a rectangle of cells, row by row. A cell is shaded if its digit is in a set. So the shading is that of
the digits themselves, or that of a layer: more cells, which `add_layer` puts below a grid, and which hold a mark
instead of a digit. The marks of a layer belong to the solution: two grids with the same digits and other marks count
as two solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from farandole.bitsets import bit_of
from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid
from farandole.grid.grid import VARIABLE_GAP
from farandole.i18n import join_words, tr
from farandole.records import record, replace
from farandole.rules.exclusions import RuleCandidates
from farandole.rules.general import Allowed
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.rule import Rule, check_rule, list_digits


def add_layer(grid: Grid, n_marks: int = 2) -> tuple[Grid, tuple[Cell, ...], Allowed]:
    """Put a copy of all cells of a grid below it, as variables in no house, for marks beside the digits.

    Parameters
    ----------
    grid : Grid
    n_marks : int
        The cells of the layer hold the marks 1 to ``n_marks``.

    Returns
    -------
    Grid
        The cells of the old grid keep their numbers.
    tuple of int
        The cells of the layer, in the order of the cells that they mark.
    Allowed
        The rule that they hold marks.

    Raises
    ------
    PuzzleError
        If there are more marks than digits, or if the grid becomes too large.

    Examples
    --------
    >>> grid, layer, marks = add_layer(Grid.classic((2, 2)))
    >>> grid.n_cells, layer[0], grid.cell_name(layer[0]), marks.digits
    (32, 16, 'r7c1', (1, 2))
    """
    if not 1 <= n_marks <= grid.n_digits:
        raise PuzzleError(f"expected 1 to {grid.n_digits} marks, found {n_marks}")
    marked = grid.positions[: grid.n_cells - len(grid.variables)]
    top = grid.height + (1 if grid.variables else VARIABLE_GAP)
    below = tuple((row - marked[0][0] + top, column) for row, column in marked)
    wider = replace(grid, positions=(*grid.positions, *below), recipe="")
    layer = tuple(range(grid.n_cells, grid.n_cells + len(marked)))
    return wider, layer, Allowed(layer, tuple(range(1, n_marks + 1)))


def neighbors(n_cells: int, width: int, place: int) -> Iterator[int]:
    """Yield the places beside one in a rectangle."""
    if place >= width:
        yield place - width
    if place % width:
        yield place - 1
    if (place + 1) % width:
        yield place + 1
    if place + width < n_cells:
        yield place + width


def reach(places: Collection[int], starts: Iterable[int], n_cells: int, width: int) -> set[int]:
    """List the places that are joined to the starts."""
    reached = {place for place in starts if place in places}
    new = list(reached)
    while new:
        for other in neighbors(n_cells, width, new.pop()):
            if other in places and other not in reached:
                reached.add(other)
                new.append(other)
    return reached


def are_connected(places: Collection[int], n_cells: int, width: int) -> bool:
    """Return whether places of a rectangle form one region; not if there are none.

    Examples
    --------
    >>> are_connected({0, 1, 4}, 9, 3), are_connected({0, 4}, 9, 3)
    (True, False)
    """
    return bool(places) and len(reach(places, [min(places)], n_cells, width)) == len(places)


def squares(n_cells: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the places of each 2x2 square."""
    for place in range(n_cells - width):
        if (place + 1) % width:
            yield place, place + 1, place + width, place + width + 1


@record
class Shading(Rule):
    """A rule of the cells whose digit is in a set: they are shaded.

    Parameters
    ----------
    cells : tuple of int
        A rectangle, row by row.
    digits : tuple of int
        The digits that shade a cell.
    width : int
        How many cells a row has.
    """

    digit_fields = ("digits",)

    digits: tuple[int, ...]
    width: int

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        is_rectangle = self.width >= 1 and len(self.cells) % self.width == 0
        check_rule(self, is_rectangle, f"rows of {self.width} cells")

    def shaded(self, digits: Digits) -> set[int]:
        """List the places of the shaded cells."""
        return {place for place, digit in enumerate(digits) if digit in self.digits}

    def _mask(self, model: Model) -> int:
        return self._shading_mask(model.n_digits)

    def _shading_mask(self, n_digits: int) -> int:
        return mask_of(digit for digit in self.digits if 1 <= digit <= n_digits)

    def suppose(self, cells: RuleCandidates, place: int, digit: int) -> Shades:
        """Return what is shaded if a cell holds a digit."""
        return Shades.of(cells, self.width, self._shading_mask(cells.n_digits), place, digit)

    @property
    def _named(self) -> str:
        return list_digits(sorted(set(self.digits)))


# ── Why a cell must be shaded, or can't be ───────────────────────────────────────────────────────────────────────────
# Each function returns a clause about what would follow from a digit in a cell; "" if nothing wrong follows.


class Shades(NamedTuple):
    """What candidates say of the shading of a rectangle.

    Parameters
    ----------
    names : sequence of str
        The names of the cells.
    width : int
    may : set of int
        The places that may be shaded.
    must : set of int
        Those of them that can't be anything else.
    """

    names: Sequence[str]
    width: int
    may: set[int]
    must: set[int]

    @classmethod
    def of(cls, cells: RuleCandidates, width: int, shading: int, place: int, digit: int) -> Shades:
        """Return the shading by a mask of digits, if a cell holds a digit."""
        masks = [bit_of(digit) if n == place else mask for n, mask in enumerate(cells.masks)]
        may = {n for n, mask in enumerate(masks) if mask & shading}
        return cls(cells.names, width, may, {n for n in may if not masks[n] & ~shading})

    def others(self) -> Shades:
        """Return what is not shaded."""
        every = {*range(len(self.names))}
        return self._replace(may=every - self.must, must=every - self.may)

    def reach(self, place: int) -> set[int]:
        """List the places that may be shaded and joined to one."""
        return reach(self.may, [place], len(self.names), self.width)

    def reach_surely(self, place: int) -> set[int]:
        """List the places that are shaded and joined to one by shaded places."""
        return reach(self.must, [place], len(self.names), self.width)

    def around(self, place: int) -> set[int]:
        """List the places beside one."""
        return {*neighbors(len(self.names), self.width, place)}


def explain_parted(shades: Shades, size: int | None = None) -> str:
    """Say which shaded cells can't be joined, or why their region has another size."""
    if not shades.must:
        return "" if shades.may else tr("the region would have no cell")
    reached = shades.reach(min(shades.must))
    if lost := shades.must - reached:
        one, other = shades.names[min(shades.must)], shades.names[min(lost)]
        return tr("{cell} and {other} could not be joined", cell=one, other=other)
    if size is not None and len(shades.must) > size:
        return tr("the region would have more than {n} cells", n=size)
    if size is not None and len(reached) < size:
        return tr("the region could not have {n} cells", n=size)
    return ""


def explain_square(shades: Shades) -> str:
    """Say which 2x2 square would be all shaded."""
    for square in squares(len(shades.names), shades.width):
        if shades.must.issuperset(square):
            return tr("{cells} would be a 2x2 square", cells=join_words(shades.names[place] for place in square))
    return ""


def explain_degree(shades: Shades, least: int, most: int) -> str:
    """Say which shaded cell would have too few or too many shaded neighbors."""
    for place in sorted(shades.must):
        around, name = shades.around(place), shades.names[place]
        if len(around & shades.must) > most:
            return tr("{cell} would have more than {n} neighbors of its kind", cell=name, n=most)
        if len(around & shades.may) < least:
            return tr("{cell} would have fewer than {n} neighbors of its kind", cell=name, n=least)
    return ""
