"""Rules of regions that are to be found: chaos construction, region runs, galaxies.

A layer of labels says which region a cell belongs to: see `add_layer`.
"""

from __future__ import annotations

from collections.abc import Sequence

from farandole.bitsets import bit_of, has_digit, is_single
from farandole.grid import Cell, Cells, CellsMeta, cell_dataclass
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, RuleCandidates, suppose
from farandole.rules.model import Digits, Model, lowest_digit
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_distinct, check_rule, label
from farandole.rules.shading import Shades, are_connected, explain_parted

MOST_SEEN = 63  # cells of a region run


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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(self.cells)
        own, name = place % n, cells.names[place]
        for other in range(n):
            known = (digit, cells.value(own + n)) if place < n else (cells.value(own), digit)
            if other != own and all(known) and known == (cells.value(other), cells.value(other + n)):
                return tr("{other} holds the same digit in the same region", other=cells.names[other])
        if place < n:
            return None
        if digit > 1 + max((cells.highest(before) for before in range(n, place)), default=0):
            return tr(
                "Regions are numbered in the order of their first cells, so {cell} can't be {digits}",
                cell=name,
                digits=DIGITS,
            )
        return _explain_regions(cells, range(n, 2 * n), place, digit, self.width, n // self.size, self.size)

    def describe(self, n_digits: int) -> str:
        return tr(
            "Divide the grid into regions of {n} cells, joined side by side, without repeated digits; "
            "the grid below numbers them in the order of their first cells.",
            n=self.size,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Chaos construction"), cells, tr("regions of {n} cells are to be found", n=self.size))


@record
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

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        numbers, start, *others = candidates
        surely, most, begin = 1, 1, 0
        for size in self.sizes:
            arm = others[begin : begin + size]
            begin += size
            if is_single(start):
                surely += next((n for n, mask in enumerate(arm) if mask != start), size)
            most += next((n for n, mask in enumerate(arm) if not mask & start), size)
        least = lowest_digit(numbers) + self.offset
        if surely > numbers.bit_length() + self.offset:
            return tr("at least {n} cells would be seen", n=surely)
        return tr("at most {n} cells would be seen", n=most) if most < least else ""

    def describe(self, n_digits: int) -> str:
        return tr(
            "A cell with arrows says how many cells of its region are seen along them, up to the first other one."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Region run"), cells, tr("the first cell says how far the region of the second one is seen from there")
        )


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        name = cells.names[place]
        for number, center in enumerate(self.centers, 1):
            if number != digit and place in self._middle(center):
                return tr("{cell} is at the center of region {n}", cell=name, n=number)
            mirror = self._mirror(place, center)
            if number != digit and mirror is not None and cells.value(mirror) == number:
                return tr(
                    "{other} is {n}, and so is {cell}, across its center",
                    other=cells.names[mirror],
                    n=number,
                    cell=name,
                )
            if number == digit and mirror is None:
                return tr("Across the center of region {n}, {cell} has no counterpart", n=number, cell=name)
            if number == digit and mirror is not None and not cells.allows(mirror, digit):
                return tr(
                    "Across the center of region {n} is {other}, which can't be {n}",
                    n=number,
                    other=cells.names[mirror],
                )
        if digit > len(self.centers):
            return tr("There are only {n} regions", n=len(self.centers))
        return _explain_regions(cells, range(len(cells.masks)), place, digit, self.width, len(self.centers), None)

    def describe(self, n_digits: int) -> str:
        return tr(
            "Galaxies: cells with the same number form one region, joined side by side, "
            "and a half turn about its center maps it to itself."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Galaxies"), cells, tr("each region is symmetrical about its center"))


def _explain_regions(
    cells: RuleCandidates, labels: range, place: int, digit: int, width: int, n_regions: int, size: int | None
) -> str | None:
    """Say which region could not be joined, or have its size, if a label is a number."""
    of_labels = cells._replace(masks=cells.masks[labels.start :], names=cells.names[labels.start :], houses=())
    before = of_labels.masks[place - labels.start]
    for number in range(1, n_regions + 1):
        if has_digit(before, number):
            region = Shades.of(of_labels, width, bit_of(number), place - labels.start, digit)
            if said := suppose(cells, place, explain_parted(region, size)):
                return said
    return None
