"""Rules of shaded cells with counts: nurikabe and star battle. They are about a rectangle, as `Shading` is."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.grid import CellGroups, CellsMeta, cell_dataclass
from farandole.i18n import tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import RuleCandidates, suppose
from farandole.rules.model import Digits, Model
from farandole.rules.rule import check_rule, label
from farandole.rules.shading import (
    Shades,
    Shading,
    are_connected,
    explain_parted,
    explain_square,
    neighbors,
    reach,
    squares,
)


@record
class Nurikabe(Shading):
    """The shaded cells are the sea: one region without a 2x2 square. The others form islands, each with one number.

    Parameters
    ----------
    cells : tuple of int
        A rectangle, row by row.
    digits : tuple of int
        The digits that shade a cell.
    width : int
        How many cells a row has.
    numbers : tuple of int
        For each cell, the size of the island with this number; 0 where there is no number.

    Examples
    --------
    >>> nurikabe = Nurikabe((0, 1, 2, 3), (2,), 2, (2, 0, 0, 0))
    >>> nurikabe.holds((1, 1, 2, 2)), nurikabe.holds((1, 2, 2, 2))
    (True, False)
    """

    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        Shading.__post_init__(self)
        n = len(self.cells)
        are_sizes = len(self.numbers) == n and all(0 <= number <= n for number in self.numbers)
        check_rule(self, are_sizes, f"a number from 0 to {n} for each cell")

    def holds(self, digits: Digits) -> bool:
        n, sea = len(digits), self.shaded(digits)
        left = {*range(n)} - sea
        if not are_connected(sea, n, self.width) or any({*square} <= sea for square in squares(n, self.width)):
            return False
        if any(self.numbers[place] for place in sea):
            return False
        while left:
            island = reach(left, [min(left)], n, self.width)
            if [self.numbers[place] for place in island if self.numbers[place]] != [len(island)]:
                return False
            left -= island
        return True

    def post(self, model: Model) -> None:
        sea = self._mask(model)
        model.connected(self.cells, self.width, sea)
        model.islands(self.cells, self.width, sea, self.numbers)
        for square in squares(len(self.cells), self.width):
            model.count([self.cells[place] for place in square], [[(sea, [0, 1, 2, 3])]])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        sea = self.suppose(cells, place, digit)
        return suppose(cells, place, self._explain_island(sea.others()), explain_square(sea), explain_parted(sea))

    def _explain_island(self, land: Shades) -> str:
        """Say which island would have two numbers, none, or a wrong size."""
        for place in sorted(land.must):
            name = land.names[place]
            numbers = [self.numbers[other] for other in land.reach_surely(place) if self.numbers[other]]
            if len(numbers) > 1:
                return tr("the island of {cell} would have two numbers", cell=name)
            if numbers and len(land.reach_surely(place)) > numbers[0]:
                return tr("the island of {cell} would have more than {n} cells", cell=name, n=numbers[0])
            if numbers and len(land.reach(place)) < numbers[0]:
                return tr("the island of {cell} could not have {n} cells", cell=name, n=numbers[0])
            if not any(self.numbers[other] for other in land.reach(place)):
                return tr("the island of {cell} would have no number", cell=name)
        for place, number in enumerate(self.numbers):
            if number and place not in land.may:
                return tr("{cell} would be in the sea, but has a number", cell=land.names[place])
        return ""

    def describe(self, n_digits: int) -> str:
        return tr(
            "Nurikabe: cells with {digits} are the sea, one region without a 2x2 square; "
            "each island of other cells has one number, which is its size.",
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Nurikabe"), cells, tr("{digits} are the sea", digits=self._named))


@cell_dataclass
class StarBattle(Shading, metaclass=CellsMeta):
    """The shaded cells are stars: so many in each row, column and region. No two stars touch, not even at a corner.

    Parameters
    ----------
    cells : tuple of int
        A rectangle, row by row.
    digits : tuple of int
        The digits that shade a cell.
    width : int
        How many cells a row has.
    number : int
        How many stars there are in each row, column and region.
    regions : tuple of tuples of int
        The cells of each region; by default only rows and columns count.

    Examples
    --------
    >>> stars = StarBattle(tuple(range(16)), (2,), 4)
    >>> stars.holds((1, 2, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 2, 1))
    True
    """

    number: int = 1
    regions: CellGroups = CellGroups()

    def __post_init__(self) -> None:
        Shading.__post_init__(self)
        are_inside = all(region and {*region} <= {*self.cells} for region in self.regions)
        check_rule(self, are_inside, "regions of some of its cells")

    def _groups(self) -> Iterator[tuple[int, ...]]:
        """Yield the places of each row, column and region."""
        n = len(self.cells)
        for row in range(0, n, self.width):
            yield tuple(range(row, row + self.width))
        for column in range(self.width):
            yield tuple(range(column, n, self.width))
        places = {cell: place for place, cell in enumerate(self.cells)}
        for region in self.regions:
            yield tuple(places[cell] for cell in region)

    def _touching(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of places that touch."""
        n = len(self.cells)
        for place in range(n):
            yield from ((place, other) for other in neighbors(n, self.width, place) if other > place)
        for upper_left, upper_right, lower_left, lower_right in squares(n, self.width):
            yield upper_left, lower_right
            yield upper_right, lower_left

    def holds(self, digits: Digits) -> bool:
        stars = self.shaded(digits)
        are_counted = all(len(stars & {*group}) == self.number for group in self._groups())
        return are_counted and not any(stars.issuperset(pair) for pair in self._touching())

    def post(self, model: Model) -> None:
        stars = self._mask(model)
        every = (1 << model.n_digits) - 1
        for group in self._groups():
            model.count([self.cells[place] for place in group], [[(stars, [self.number])]])
        partners = [every & ~stars if stars >> bit & 1 else every for bit in range(model.n_digits)]
        for one, other in self._touching():
            model.pair(self.cells[one], self.cells[other], partners)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        stars = self.suppose(cells, place, digit)
        return suppose(cells, place, self._explain_touching(stars, place), self._explain_number(stars, place))

    def _explain_touching(self, stars: Shades, place: int) -> str:
        """Say which star would touch one in a place."""
        if place in stars.must:
            for pair in self._touching():
                if place in pair and stars.must.issuperset(pair):
                    return tr("it would touch the star in {cell}", cell=stars.names[sum(pair) - place])
        return ""

    def _explain_number(self, stars: Shades, place: int) -> str:
        """Say that a line or region of a place would have too many stars, or too few."""
        for group in map(set, self._groups()):
            surely, most = len(group & stars.must), len(group & stars.may)
            if place in group and surely > self.number:
                return tr(
                    "the stars of a row, column or region would be at least {n}, not {number}",
                    n=surely,
                    number=self.number,
                )
            if place in group and most < self.number:
                return tr(
                    "the stars of a row, column or region would be at most {n}, not {number}",
                    n=most,
                    number=self.number,
                )
        return ""

    def describe(self, n_digits: int) -> str:
        return tr_counted(
            "Star battle: each row, column and region has a star, a cell with {digits}; stars don't touch.",
            "Star battle: each row, column and region has {n} stars, cells with {digits}; stars don't touch.",
            self.number,
            n=self.number,
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Star battle"), cells, tr("{digits} are stars, {n} in each line", digits=self._named, n=self.number)
        )
