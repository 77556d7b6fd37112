"""Rules of cells that are joined side by side: one region, yin-yang, a cave, a loop, a snake, regions to be found.

They are about a rectangle of cells, row by row. A cell is shaded if its digit is in a set. So the shading is that of
the digits themselves, or that of a layer: more cells, which `add_layer` puts below a grid, and which hold a mark
instead of a digit. The marks of a layer belong to the solution: two grids with the same digits and other marks count
as two solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from farandole.errors import PuzzleError
from farandole.grid import Cell, Cells, CellsMeta, Grid, cell_dataclass
from farandole.grid.grid import VARIABLE_GAP
from farandole.i18n import tr
from farandole.rules.general import Allowed
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_distinct, check_rule, label, list_digits

MOST_SEEN = 63  # cells of a region run


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


@dataclass(frozen=True, slots=True)
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
        return mask_of(digit for digit in self.digits if 1 <= digit <= model.n_digits)

    @property
    def _named(self) -> str:
        return list_digits(sorted(set(self.digits)))


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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

    def describe(self, n_digits: int) -> str:
        return tr(
            "Yin-yang: cells with {digits} form one region, the others another, and no 2x2 square lies in one of them.",
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Yin-yang"), cells, tr("{digits} against the others", digits=self._named))


@dataclass(frozen=True, slots=True)
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

    def describe(self, n_digits: int) -> str:
        return tr(
            "Cave: cells with {digits} are walls, each joined to the edge of the grid; the others form one cave.",
            digits=self._named,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Cave"), cells, tr("{digits} are walls", digits=self._named))


@dataclass(frozen=True, slots=True)
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

    def describe(self, n_digits: int) -> str:
        return tr("Loop: cells with {digits} form a loop, which doesn't touch itself side by side.", digits=self._named)

    def describe_at(self, cells: str) -> str:
        return label(tr("Loop"), cells, tr("those with {digits} form a loop", digits=self._named))


@dataclass(frozen=True, slots=True)
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


@cell_dataclass
class ChaosConstruction(Rule, metaclass=CellsMeta):
    """Regions to be found: each has as many cells, joined side by side, and no digit twice.

    The regions are numbered in the order of their first cells.

    Parameters
    ----------
    cells : tuple of int
        A rectangle, row by row.
    labels : tuple of int
        For each cell, the cell that holds the number of its region: a layer, see `add_layer`.
    width : int
        How many cells a row has.
    size : int
        How many cells a region has.

    Examples
    --------
    >>> regions = ChaosConstruction((0, 1, 2, 3), (4, 5, 6, 7), 2, 2)
    >>> regions.holds((1, 2, 1, 2, 1, 1, 2, 2)), regions.holds((1, 2, 1, 2, 1, 2, 1, 2))
    (True, False)
    """

    labels: Cells
    width: int
    size: int

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_distinct(self, self.scope)
        check_rule(self, len(self.labels) == len(self.cells), "a label for each cell")
        is_rectangle = self.width >= 1 and len(self.cells) % self.width == 0
        check_rule(self, is_rectangle, f"rows of {self.width} cells")
        is_divided = self.size >= 1 and len(self.cells) % self.size == 0
        check_rule(self, is_divided, f"cells for regions of {self.size}")

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells, and then their labels."""
        return (*self.cells, *self.labels)

    def holds(self, digits: Digits) -> bool:
        n = len(self.cells)
        numbers = list(digits[n:])
        if list(dict.fromkeys(numbers)) != list(range(1, n // self.size + 1)):
            return False
        for number in {*numbers}:
            places = {place for place in range(n) if numbers[place] == number}
            is_region = len(places) == self.size and are_connected(places, n, self.width)
            if not is_region or len({digits[place] for place in places}) < len(places):
                return False
        return True

    def post(self, model: Model) -> None:
        n_regions = len(self.cells) // self.size
        if n_regions > model.n_digits or self.size > model.n_digits:
            model.forbid(self.cells)
            return
        every = (1 << n_regions) - 1
        for place, cell in enumerate(self.labels):
            model.allow(cell, (1 << min(place + 1, n_regions)) - 1)
        # In order: a label is at most 1 more than all before it.
        arcs = [(highest, highest, (1 << highest) - 1) for highest in range(n_regions + 1)]
        arcs += [(highest, highest + 1, 1 << highest) for highest in range(n_regions)]
        model.automaton(self.labels, Nfa(n_regions + 1, tuple(arcs), (n_regions,)))
        for number in range(n_regions):
            model.connected(self.labels, self.width, 1 << number, size=self.size)
        model.regions(self.cells, self.labels, every, is_full=self.size == model.n_digits)

    def describe(self, n_digits: int) -> str:
        return tr(
            "Divide the grid into regions of {n} cells, joined side by side, without repeated digits; "
            "the grid below numbers them in the order of their first cells.",
            n=self.size,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Chaos construction"), cells, tr("regions of {n} cells are to be found", n=self.size))


@dataclass(frozen=True, slots=True)
class RegionRun(Rule):
    """The first cell says how many cells of the second one's region are seen along its arms, that cell included.

    Along each arm, the region is seen up to its first cell in another region. An arm of one cell counts whether it is
    in the region. So it is about labels of regions, as those of `ChaosConstruction`.

    Parameters
    ----------
    cells : tuple of int
        The cell that holds the number, the one that is looked from, and its arms, one after another; at most 63 cells.
    sizes : tuple of int
        The number of cells of each arm.
    offset : int
        The first cell says so many cells less.

    Examples
    --------
    >>> RegionRun((0, 4, 5, 6, 8), (2, 1)).holds((3, 1, 1, 2, 1)), RegionRun((0, 4, 5, 6), (2,)).holds((2, 1, 2, 1))
    (True, False)
    """

    digit_fields = ()

    sizes: tuple[int, ...]
    offset: int = 0

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        are_arms = all(size >= 0 for size in self.sizes) and sum(self.sizes) == len(self.cells) - 2
        check_rule(self, are_arms and len(self.cells) <= MOST_SEEN, f"two cells and arms of {self.sizes} cells")
        check_rule(self, 0 <= self.offset < MOST_SEEN, f"an offset from 0 to {MOST_SEEN - 1}")

    def holds(self, digits: Digits) -> bool:
        number, start, *others = digits
        seen, begin = 1, 0
        for size in self.sizes:
            arm = others[begin : begin + size]
            seen += next((n for n, digit in enumerate(arm) if digit != start), size)
            begin += size
        return number + self.offset == seen

    def post(self, model: Model) -> None:
        model.run(self.cells, self.sizes, self.offset + model.first_digit - 1)

    def describe(self, n_digits: int) -> str:
        return tr(
            "A cell with arrows says how many cells of its region are seen along them, up to the first other one."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Region run"), cells, tr("the first cell says how far the region of the second one is seen from there")
        )


@dataclass(frozen=True, slots=True)
class Galaxies(Rule):
    """Galaxies: the number in a cell is that of its region, and each region is symmetrical about its center.

    Each region is joined side by side, and a half turn about its center maps it to itself.

    Parameters
    ----------
    cells : tuple of int
        A rectangle of labels, row by row: a layer, see `add_layer`.
    width : int
        How many cells a row has.
    centers : tuple of (int, int)
        The center of region 1, 2, ..., in half cells from the center of the first cell: (0, 0) is that center, (1, 0)
        the middle of the edge below it, (1, 1) its lower right corner.

    Examples
    --------
    >>> galaxies = Galaxies((0, 1, 2, 3), 2, ((0, 1), (2, 1)))
    >>> galaxies.holds((1, 1, 2, 2)), galaxies.holds((1, 2, 1, 2))
    (True, False)
    """

    width: int
    centers: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        is_rectangle = self.width >= 1 and len(self.cells) % self.width == 0
        check_rule(self, is_rectangle, f"rows of {self.width} cells")
        height = len(self.cells) // self.width
        are_inside = all(
            len(center) == 2 and 0 <= center[0] <= 2 * height - 2 and 0 <= center[1] <= 2 * self.width - 2
            for center in self.centers
        )
        check_rule(self, bool(self.centers) and are_inside, "centers within the cells")

    def _mirror(self, place: int, center: Sequence[int]) -> int | None:
        """Return the place to which a half turn maps one, None outside."""
        row, column = center[0] - place // self.width, center[1] - place % self.width
        is_inside = 0 <= row < len(self.cells) // self.width and 0 <= column < self.width
        return row * self.width + column if is_inside else None

    def _middle(self, center: Sequence[int]) -> set[int]:
        """List the places that a center touches."""
        row, column = center
        return {r * self.width + c for r in (row // 2, (row + 1) // 2) for c in (column // 2, (column + 1) // 2)}

    def holds(self, digits: Digits) -> bool:
        n = len(self.cells)
        if not {*digits} <= {*range(1, len(self.centers) + 1)}:
            return False
        for number, center in enumerate(self.centers, 1):
            region = {place for place, digit in enumerate(digits) if digit == number}
            if not self._middle(center) <= region or not are_connected(region, n, self.width):
                return False
            if {self._mirror(place, center) for place in region} != region:
                return False
        return True

    def post(self, model: Model) -> None:
        if len(self.centers) > model.n_digits:
            model.forbid(self.cells)
            return
        every = (1 << model.n_digits) - 1
        for cell in self.cells:
            model.allow(cell, (1 << len(self.centers)) - 1)
        for number, center in enumerate(self.centers):
            own = 1 << number
            for place in self._middle(center):
                model.allow(self.cells[place], own)
            partners = [own if bit == number else every & ~own for bit in range(model.n_digits)]
            for place, cell in enumerate(self.cells):
                mirror = self._mirror(place, center)
                if mirror is None:
                    model.allow(cell, every & ~own)
                elif mirror > place:
                    model.pair(cell, self.cells[mirror], partners)
            model.connected(self.cells, self.width, own)

    def describe(self, n_digits: int) -> str:
        return tr(
            "Galaxies: cells with the same number form one region, joined side by side, "
            "and a half turn about its center maps it to itself."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Galaxies"), cells, tr("each region is symmetrical about its center"))
