"""The sums of rules, and what houses and sums leave over: the search behind the rule of 45.

A *region* is a set of full houses without a common cell, so its digits have a known sum. Sums that lie mostly inside
are taken away. What is left is an equation: cells inside that no sum counts (*innies*), and cells outside that a sum
counts (*outies*). Arrows and sums that overlap are added or taken away wherever that leaves fewer cells.

The search grows regions by houses that share a sum with them, those with the fewest cells left first. Its work is
bounded, and it runs once for each geometry and its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bits, set_of
from farandole.grid import Cell
from farandole.logic.board import CellSet, Geometry, HouseNumber, cache_for_geometries
from farandole.rules import AllDifferent, Allowed, Equation, Model, Rule

_MAX_WORK = 150_000  # sums that are looked at, for all regions together
_WORK_OF_GAIN = 6  # looks: to see how many cells a sum would leave takes as long
_MAX_HOUSES = 9  # of a region
_MAX_LEFT = 14  # cells of an equation; filled cells don't trouble a person, so there may be many
_HOPELESS = 30  # cells left: such a region does not grow, and other sums are not tried on it

_INSIDE, _MOSTLY, _ALL = _COVERS = range(3)  # which sums are taken away: those inside, mostly inside, or all

_Houses: TypeAlias = tuple[HouseNumber, ...]


class RuleSum(NamedTuple):
    """A sum that a rule fixes.

    Parameters
    ----------
    cells : CellSet
    equation : Equation
    rule : Rule
    is_plain : bool
        Whether each cell counts once.
    """

    cells: CellSet
    equation: Equation
    rule: Rule
    is_plain: bool


class Remainder(NamedTuple):
    """What is left of some houses when sums are taken away.

    Parameters
    ----------
    cells : CellSet
    equation : Equation
    houses : tuple of HouseNumber
    rules : tuple of Rule
        Whose sums are counted.
    is_plain : bool
        Whether each sum is taken away once, and no two of them have a common cell. Then the cells inside the houses
        have the coefficient 1, those outside -1.
    """

    cells: CellSet
    equation: Equation
    houses: _Houses
    rules: tuple[Rule, ...]
    is_plain: bool

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells that are left."""
        return self.equation.scope

    def post(self, model: Model) -> None:
        """Add the sum of the cells that are left to a model."""
        self.equation.post(model)


@cache_for_geometries(256)
def sums_of(geometry: Geometry, rules: tuple[Rule, ...]) -> tuple[RuleSum, ...]:
    """List the sums that rules fix, each once.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import geometry_of
    >>> from farandole.rules import Arrow, Cage, Thermo
    >>> rules = (Cage((0, 1), 9), Thermo((3, 4)), Arrow((5, 6, 7)))
    >>> [sum_of_rule.is_plain for sum_of_rule in sums_of(geometry_of(Grid.classic()), rules)]
    [True, False]
    """
    sums: dict[Equation, RuleSum] = {}
    for rule in rules:
        if isinstance(rule, AllDifferent | Allowed):
            continue
        for equation in rule.equations(geometry.grid):
            cells = set_of(equation.cells)
            sums.setdefault(equation, RuleSum(cells, equation, rule, set(equation.coefficients) == {1}))
    return tuple(sums.values())


@cache_for_geometries(64)
def remainders_of(geometry: Geometry, rules: tuple[Rule, ...]) -> tuple[Remainder, ...]:
    """List what is left of houses and sums, if these are few cells: the fewest cells first.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import geometry_of
    >>> from farandole.rules import Cage
    >>> rules = (Cage((0, 1, 2), 15), Cage((3, 4, 5), 12), Cage((6, 7), 10))
    >>> remainders_of(geometry_of(Grid.classic()), rules)[0].equation
    Equation(cells=(8,), coefficients=(1,), total=8)
    """
    sums = sums_of(geometry, rules)
    found: dict[tuple[tuple[Cell, ...], tuple[int, ...]], Remainder] = {}
    for remainder in _Search(geometry, sums).remainders() if sums else ():
        equation = remainder.equation
        found.setdefault((equation.cells, equation.coefficients), remainder)
    return tuple(sorted(found.values(), key=lambda remainder: (len(remainder.equation.cells), len(remainder.houses))))


class _Search:
    """Searches the regions of a geometry."""

    def __init__(self, geometry: Geometry, sums: Sequence[RuleSum]) -> None:
        self._geometry, self._sums = geometry, sums
        self._terms = [tuple(zip(*of_rule.equation[:2], strict=True)) for of_rule in sums]
        self._plain = [n for n, of_rule in enumerate(sums) if of_rule.is_plain]
        counted = 0
        self._overlap = len(self._plain) < len(sums)
        for n in self._plain:
            self._overlap |= bool(counted & sums[n].cells)
            counted |= sums[n].cells
        self._full = [
            house for house in range(len(geometry.houses)) if geometry.is_full[house] and self._touched(house)
        ]
        self._touching = {house: self._touched(house) for house in self._full}
        self._work = 0
        self._house_total = sum(geometry.grid.numbers)

    def _touched(self, house: HouseNumber) -> set[int]:
        cells = self._geometry.houses[house]
        return {n for n, of_rule in enumerate(self._sums) if of_rule.cells & cells}

    def remainders(self) -> Iterator[Remainder]:
        """Yield what is left of each region, until the work is done."""
        houses = self._geometry.houses
        heap: list[tuple[int, _Houses, CellSet]] = []
        seen: set[_Houses] = {(house,) for house in self._full}
        for house in self._full:
            yield from self._look_at((house,), houses[house], heap)
        while heap and self._work < _MAX_WORK:
            _, region, cells = heappop(heap)
            for house in self._neighbors(region, cells):
                wider = tuple(sorted((*region, house)))
                if wider not in seen:
                    seen.add(wider)
                    yield from self._look_at(wider, cells | houses[house], heap)

    def _neighbors(self, region: _Houses, cells: CellSet) -> Iterator[HouseNumber]:
        """Yield the houses without a cell of the region that a sum links with it."""
        linked = {n for house in region for n in self._touching[house] if self._sums[n].cells & ~cells}
        for house in self._full:
            if not self._geometry.houses[house] & cells and not linked.isdisjoint(self._touching[house]):
                yield house

    def _look_at(
        self, region: _Houses, cells: CellSet, heap: list[tuple[int, _Houses, CellSet]]
    ) -> Iterator[Remainder]:
        touched = sorted(set().union(*(self._touching[house] for house in region)))
        fewest = self._geometry.n_cells
        for cover in _COVERS:
            covered, total, counted = self._cover(region, cells, touched, cover)
            left = (cells ^ covered).bit_count()
            fewest = min(fewest, left)
            if 0 < left <= (_HOPELESS if self._overlap else _MAX_LEFT):
                remainder = self._remainder(region, cells, covered, total, counted, touched)
                fewest = min(fewest, len(remainder.equation.cells))
                if 0 < len(remainder.equation.cells) <= _MAX_LEFT and remainder.rules:
                    yield remainder
        if len(region) < _MAX_HOUSES and fewest <= _HOPELESS:
            heappush(heap, (fewest + 4 * len(region), region, cells))

    def _cover(
        self, region: _Houses, cells: CellSet, touched: Sequence[int], cover: int
    ) -> tuple[CellSet, int, list[int]]:
        """Take away plain sums without a common cell; return their cells, the total that is left, and the sums."""
        covered, total, counted = 0, self._house_total * len(region), []
        self._work += len(touched)
        for n in touched:
            of_rule = self._sums[n]
            mine = of_rule.cells
            if not of_rule.is_plain or mine & covered:
                continue
            outside = mine & ~cells
            if not outside or cover == _ALL or (cover == _MOSTLY and 2 * outside.bit_count() < mine.bit_count()):
                covered |= mine
                total -= of_rule.equation.total
                counted.append(n)
        return covered, total, counted

    def _remainder(
        self, region: _Houses, cells: CellSet, covered: CellSet, total: int, counted: list[int], touched: Sequence[int]
    ) -> Remainder:
        """Make the equation of what is left; add or take away whatever leaves fewer cells, if sums overlap."""
        left = dict.fromkeys(bits(cells & ~covered), 1) | dict.fromkeys(bits(covered & ~cells), -1)
        is_plain = True
        if self._overlap:
            total, more = self._reduce(left, total, touched)
            is_plain, counted = not more, list(dict.fromkeys(counted + more))
        equation = Equation(tuple(left), tuple(left.values()), total)
        return Remainder(set_of(left), equation, region, tuple(self._sums[n].rule for n in counted), is_plain)

    def _reduce(self, left: dict[Cell, int], total: int, touched: Sequence[int]) -> tuple[int, list[int]]:
        """Add sums to an equation, or take them away, as long as that leaves fewer cells."""
        used: list[int] = []
        gain = 1
        while gain > 0:
            self._work += _WORK_OF_GAIN * len(touched)
            gain, best, sign = max((self._gain(left, n) for n in touched), default=(0, 0, 0))
            if gain <= 0:
                break
            _, coefficients, of_sum = self._sums[best].equation
            for cell, coefficient in zip(self._sums[best].equation.cells, coefficients, strict=True):
                left[cell] = left.get(cell, 0) + sign * coefficient
                if not left[cell]:
                    del left[cell]
            total += sign * of_sum
            used.append(best)
        return total, used

    def _gain(self, left: dict[Cell, int], n: int) -> tuple[int, int, int]:
        """Return how many cells fewer are left by adding a sum or taking it away, the sum, and its sign."""
        added = taken = 0
        for cell, coefficient in self._terms[n]:
            held = left.get(cell)
            if held is None:
                added, taken = added - 1, taken - 1
            elif held == -coefficient:
                added += 1
            elif held == coefficient:
                taken += 1
        return max((added, n, 1), (taken, n, -1))


__all__ = ["Remainder", "RuleSum", "remainders_of", "sums_of"]
