"""Rules of shaded cells that are joined side by side: one region, yin-yang, a cave, a loop, a snake."""

from __future__ import annotations

from collections.abc import Sequence

from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import RuleCandidates, suppose
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.rule import label
from farandole.rules.shading import (
    Shades,
    Shading,
    are_connected,
    explain_degree,
    explain_parted,
    explain_square,
    neighbors,
    reach,
    squares,
)


@record
class Connected(Shading):
    """The shaded cells form one region, joined side by side.

    Parameters
    ----------
    cells : tuple of int
        A rectangle, row by row.
    digits : tuple of int
        The digits that shade a cell.
    width : int
        How many cells a row has.
    size : int, optional
        The number of shaded cells. By default any, but at least one.

    Examples
    --------
    >>> Connected((0, 1, 2, 3), (1, 3), 2).holds((1, 3, 2, 3)), Connected((0, 1, 2, 3), (1, 3), 2).holds((1, 2, 2, 3))
    (True, False)
    """

    size: int | None = None

    def holds(self, digits: Digits) -> bool:
        shaded = self.shaded(digits)
        return are_connected(shaded, len(digits), self.width) and self.size in (None, len(shaded))

    def post(self, model: Model) -> None:
        if self.size is not None and not 1 <= self.size <= len(self.cells):
            model.forbid(self.cells)
        else:
            model.connected(self.cells, self.width, self._mask(model), size=self.size)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return suppose(cells, place, explain_parted(self.suppose(cells, place, digit), self.size))

    def describe(self, n_digits: int) -> str:
        return tr(
            "Cells that hold one of the digits {digits} form one region, joined side by side.", digits=self._named
        )

    def describe_at(self, cells: str) -> str:
        if self.size is None:
            return label(tr("Connected"), cells, tr("those with {digits} form one region", digits=self._named))
        return label(
            tr("Connected"), cells, tr("those with {digits} form one region of {n}", digits=self._named, n=self.size)
        )


@record
class YinYang(Shading):
    """The shaded cells form one region, the others another, and no 2x2 square is all shaded or all not.

    Examples
    --------
    >>> YinYang((0, 1, 2, 3), (2,), 2).holds((1, 1, 2, 1)), YinYang((0, 1, 2, 3), (2,), 2).holds((1, 2, 2, 1))
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        n, shaded = len(digits), self.shaded(digits)
        others = {*range(n)} - shaded
        are_regions = are_connected(shaded, n, self.width) and are_connected(others, n, self.width)
        return are_regions and all(0 < len(shaded & {*square}) < 4 for square in squares(n, self.width))

    def post(self, model: Model) -> None:
        mask = self._mask(model)
        model.connected(self.cells, self.width, mask)
        model.connected(self.cells, self.width, (1 << model.n_digits) - 1 & ~mask)
        for square in squares(len(self.cells), self.width):
            model.count([self.cells[place] for place in square], [[(mask, [1, 2, 3])]])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        both = [self.suppose(cells, place, digit)]
        both.append(both[0].others())
        return suppose(cells, place, *map(explain_square, both), *map(explain_parted, both))

    def describe(self, n_digits: int) -> str:
        return tr(
            "Yin-yang: cells with {digits} form one region, the others another, and no 2x2 square lies in one of them.",
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Yin-yang"), cells, tr("{digits} against the others", digits=self._named))


@record
class Cave(Shading):
    """The shaded cells are walls: each is joined to the edge, and the others form one cave.

    Examples
    --------
    >>> plus = (2, 1, 2, 1, 1, 1, 2, 1, 2)
    >>> Cave(tuple(range(9)), (2,), 3).holds(plus), Cave(tuple(range(9)), (1,), 3).holds(plus)
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        n, walls = len(digits), self.shaded(digits)
        edge = [place for place in range(n) if self._is_at_edge(place)]
        is_open = len(reach(walls, edge, n, self.width)) == len(walls)
        return is_open and are_connected({*range(n)} - walls, n, self.width)

    def _is_at_edge(self, place: int) -> bool:
        column, last = place % self.width, len(self.cells) - self.width
        return place < self.width or place >= last or column in (0, self.width - 1)

    def post(self, model: Model) -> None:
        mask = self._mask(model)
        model.connected(self.cells, self.width, mask, outside=True)
        model.connected(self.cells, self.width, (1 << model.n_digits) - 1 & ~mask)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        walls = self.suppose(cells, place, digit)
        return suppose(cells, place, self._explain_enclosed(walls), explain_parted(walls.others()))

    def _explain_enclosed(self, walls: Shades) -> str:
        """Say which wall would not be joined to the edge."""
        for wall in sorted(walls.must):
            if not any(map(self._is_at_edge, walls.reach(wall))):
                return tr("{cell} could not be joined to the edge", cell=walls.names[wall])
        return ""

    def describe(self, n_digits: int) -> str:
        return tr(
            "Cave: cells with {digits} are walls, each joined to the edge of the grid; the others form one cave.",
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Cave"), cells, tr("{digits} are walls", digits=self._named))


@record
class Loop(Shading):
    """The shaded cells form a loop: one region in which each cell has two neighbors.

    Examples
    --------
    >>> ring = (2, 2, 2, 2, 1, 2, 2, 2, 2)
    >>> Loop(tuple(range(9)), (2,), 3).holds(ring), Loop(tuple(range(9)), (1, 2), 3).holds(ring)
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        n, shaded = len(digits), self.shaded(digits)
        have_two = all(len({*neighbors(n, self.width, place)} & shaded) == 2 for place in shaded)
        return have_two and are_connected(shaded, n, self.width)

    def post(self, model: Model) -> None:
        model.connected(self.cells, self.width, self._mask(model))
        _post_neighbors(self, model, [2])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        loop = self.suppose(cells, place, digit)
        return suppose(cells, place, explain_degree(loop, 2, 2), explain_parted(loop))

    def describe(self, n_digits: int) -> str:
        return tr("Loop: cells with {digits} form a loop, which doesn't touch itself side by side.", digits=self._named)

    def describe_at(self, cells: str) -> str:
        return label(tr("Loop"), cells, tr("those with {digits} form a loop", digits=self._named))


@record
class Snake(Shading):
    """The shaded cells form a snake: a path of one cell or more that doesn't touch itself side by side.

    Examples
    --------
    >>> Snake(tuple(range(6)), (2,), 3).holds((2, 2, 1, 1, 2, 2)), Snake(tuple(range(4)), (2,), 2).holds((2, 2, 2, 2))
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        n, shaded = len(digits), self.shaded(digits)
        degrees = [len({*neighbors(n, self.width, place)} & shaded) for place in shaded]
        is_path = max(degrees, default=0) <= 2 and sum(degrees) == 2 * (len(shaded) - 1)
        return is_path and are_connected(shaded, n, self.width)

    def post(self, model: Model) -> None:
        model.connected(self.cells, self.width, self._mask(model), tree=True)
        _post_neighbors(self, model, [0, 1, 2])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        path = self.suppose(cells, place, digit)
        return suppose(cells, place, explain_degree(path, 0, 2), explain_square(path), explain_parted(path))

    def describe(self, n_digits: int) -> str:
        return tr(
            "Snake: cells with {digits} form a path, which doesn't touch itself side by side.", digits=self._named
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Snake"), cells, tr("those with {digits} form a path", digits=self._named))


def _post_neighbors(rule: Shading, model: Model, numbers: Sequence[int]) -> None:
    """Post that each shaded cell has one of these numbers of shaded neighbors."""
    shaded, n = {*rule.digits}, len(rule.cells)
    mask = mask_of(digit for digit in shaded if 1 <= digit <= model.n_digits)
    for place, cell in enumerate(rule.cells):
        around = [rule.cells[other] for other in neighbors(n, rule.width, place)]
        if around:
            cases = [
                [(mask, numbers if digit in shaded else range(len(around) + 1))]
                for digit in range(1, model.n_digits + 1)
            ]
            model.count(around, cases, cell)
        elif 0 not in numbers:
            model.allow(cell, (1 << model.n_digits) - 1 & ~mask)
