"""Rules about lines whose digits add up: arrows, sums along region borders, zippers, sum lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise

from farandole.grid import Cell, CellGroups, CellsMeta, cell_dataclass
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import (
    CELLS,
    DIGITS,
    RuleCandidates,
    explain_equal_sums,
    sum_bounds,
    suppose,
)
from farandole.rules.lines import Line, require_apart
from farandole.rules.model import Digits, Model
from farandole.rules.nfa import Nfa
from farandole.rules.rule import check_distinct, check_rule, describe_unequal_sums, label


@record
class Arrow(Line):
    """The digit in the circle, the first cell, is the sum of the others, which may repeat.

    Where the line crosses itself, a digit counts twice.

    Examples
    --------
    >>> Arrow((0, 1, 2)).holds((9, 4, 5))
    True
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        require_apart(self, self.cells[:1], self.cells[1:], "the circle")

    def holds(self, digits: Digits) -> bool:
        return digits[0] == sum(digits[1:])

    def post(self, model: Model) -> None:
        _equal(model, self.cells[:1], self.cells[1:])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        circle, line = 0, list(range(1, len(cells.masks)))
        least, most = cells.sum_bounds(line)
        if place == circle:
            if least <= digit <= most:
                return explain_equal_sums(cells, place, digit, [], line)
            return tr("The cells of the arrow add up to at least {least} and at most {most}", least=least, most=most)
        rest = [n for n in line if n != place]
        least, most = cells.sum_bounds(rest)
        if digit + least > cells.highest(circle):
            return tr(
                "The circle is at most {most}, and the other cells of the arrow add up to at least {least}, "
                "so {cell} can't be more than {rest}",
                most=cells.highest(circle),
                least=least,
                cell=CELLS,
                rest=cells.highest(circle) - least,
            )
        if digit + most < cells.lowest(circle):
            return tr(
                "The circle is at least {least}, and the other cells of the arrow add up to at most {most}, "
                "so {cell} can't be less than {rest}",
                least=cells.lowest(circle),
                most=most,
                cell=CELLS,
                rest=cells.lowest(circle) - most,
            )
        return explain_equal_sums(cells, place, digit, rest, [circle])

    def describe(self, n_digits: int) -> str:
        return tr("Digits along an arrow add up to the digit in its circle, and may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Arrow"), cells, tr("the first is the sum of the others"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        return describe_unequal_sums(
            tr("the line"), sum_bounds(candidates[1:]), tr("the circle"), sum_bounds(candidates[:1])
        )


@record
class DoubleArrow(Line):
    """The digits in the circles, the first and the last cell, add up to the sum of those between them.

    Examples
    --------
    >>> DoubleArrow((0, 1, 2, 3)).holds((6, 8, 2, 4))
    True
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, len(self.cells) >= 2, "a circle at both ends")
        require_apart(self, (self.cells[0], self.cells[-1]), self.cells[1:-1], "each circle")

    def holds(self, digits: Digits) -> bool:
        return digits[0] + digits[-1] == sum(digits[1:-1])

    def post(self, model: Model) -> None:
        _equal(model, (self.cells[0], self.cells[-1]), self.cells[1:-1])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        last = len(cells.masks) - 1
        ends, line = [0, last], list(range(1, last))
        own, others = (ends, line) if place in ends else (line, ends)
        return explain_equal_sums(cells, place, digit, [n for n in own if n != place], others)

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a pink line add up to the sum of the two digits in the circles at its ends.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Double arrow"), cells, tr("the ends add up to the sum of the cells between them"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        ends = (candidates[0], candidates[-1])
        return describe_unequal_sums(
            tr("the cells between the circles"), sum_bounds(candidates[1:-1]), tr("the circles"), sum_bounds(ends)
        )


@record
class PillArrow(Line):
    """The first ``n_pill`` digits, read as one number, are the sum of the others.

    Examples
    --------
    >>> PillArrow((0, 1, 2, 3, 4), 2).holds((1, 7, 9, 5, 3))
    True
    """

    digit_fields = ()

    n_pill: int

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, 1 <= self.n_pill <= min(len(self.cells), 8), "a pill of at most 8 of the cells")
        pill, line = self.cells[: self.n_pill], self.cells[self.n_pill :]
        check_distinct(self, pill)
        require_apart(self, pill, line, "each cell of the pill")

    def holds(self, digits: Digits) -> bool:
        number = sum(factor * digit for factor, digit in zip(self._factors, digits, strict=False))
        return number == sum(digits[self.n_pill :])

    @property
    def _factors(self) -> list[int]:
        return [10**power for power in reversed(range(self.n_pill))]

    def post(self, model: Model) -> None:
        others = [-1] * (len(self.cells) - self.n_pill)
        model.sum(self.cells, 0, 0, coefficients=[*self._factors, *others])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        pill, line = list(range(self.n_pill)), list(range(self.n_pill, len(cells.masks)))
        low, high = cells.sum_bounds(line)
        if place in pill:
            ends = [
                sum(factor * (digit if n == place else end(n)) for n, factor in zip(pill, self._factors, strict=True))
                for end in (cells.lowest, cells.highest)
            ]
            if ends[0] <= high and ends[1] >= low:
                return None
            return tr("The cells of the arrow add up to at least {least} and at most {most}", least=low, most=high)
        least, most = (
            sum(factor * end(n) for n, factor in zip(pill, self._factors, strict=True))
            for end in (cells.lowest, cells.highest)
        )
        low, high = cells.sum_bounds([n for n in line if n != place])
        if digit + low > most:
            return tr(
                "The pill is at most {most}, and the other cells of the arrow add up to at least {least}, "
                "so {cell} can't be more than {rest}",
                most=most,
                least=low,
                cell=CELLS,
                rest=most - low,
            )
        if digit + high < least:
            return tr(
                "The pill is at least {least}, and the other cells of the arrow add up to at most {most}, "
                "so {cell} can't be less than {rest}",
                least=least,
                most=high,
                cell=CELLS,
                rest=least - high,
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr("Digits along an arrow add up to the number that the digits in its pill make, and may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Pill arrow"), cells, tr("the first {n}, read as one number, are the sum of the others", n=self.n_pill)
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        ends = zip(*(sum_bounds([mask]) for mask in candidates[: self.n_pill]), strict=True)
        low, high = (sum(factor * digit for factor, digit in zip(self._factors, end, strict=False)) for end in ends)
        return describe_unequal_sums(tr("the line"), sum_bounds(candidates[self.n_pill :]), tr("the pill"), (low, high))


@cell_dataclass
class RegionSum(Line, metaclass=CellsMeta):
    """A line's digits have the same sum in each region that it passes through.

    Parameters
    ----------
    cells : tuple of int
        The line.
    groups : tuple of tuple of int
        The same cells, those of each region together. Where the line is a loop, the cell in which it begins and ends
        comes once, and any group may be the first.

    Examples
    --------
    >>> RegionSum((0, 1, 2), ((0,), (1, 2))).holds((7, 3, 4))
    True
    """

    digit_fields = ()

    groups: CellGroups

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        line, grouped = self.cells, self.scope
        if self.is_loop and len(grouped) < len(line) and grouped and grouped[0] in line:
            start = line.index(grouped[0])
            line = line[start:-1] + line[:start]
        check_rule(self, grouped == line, "the cells of the groups in their order")

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of the groups."""
        return tuple(chain(*self.groups))

    def holds(self, digits: Digits) -> bool:
        left = iter(digits)
        return len({sum(next(left) for _ in group) for group in self.groups}) == 1

    def post(self, model: Model) -> None:
        for one, other in pairwise(self.groups):
            _equal(model, one, other)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        ends = list(accumulate(map(len, self.groups)))
        sides = [list(range(end - len(group), end)) for end, group in zip(ends, self.groups, strict=True)]
        own = next(side for side in sides if place in side)
        rest, others = [n for n in own if n != place], [side for side in sides if side is not own]
        for side in sorted(others, key=len):
            if reason := explain_equal_sums(cells, place, digit, rest, side):
                return reason
        return None

    def describe(self, n_digits: int) -> str:
        return tr("Thick borders divide a light blue line into parts whose digits have the same sum.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Region sum line"), cells, tr("the same sum in each region"))


@record
class Zipper(Line):
    """Digits equally far from the middle of the line add up to the digit in the middle; or, where the line has an
    even number of cells, all to the same sum.

    Examples
    --------
    >>> Zipper((0, 1, 2, 3, 4)).holds((3, 1, 8, 7, 5)), Zipper((0, 1, 2, 3)).holds((3, 1, 7, 5))
    (True, True)
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        half, odd = divmod(len(digits), 2)
        sums = {digits[i] + digits[-1 - i] for i in range(half)}
        return len(sums | ({digits[half]} if odd else set())) <= 1

    def post(self, model: Model) -> None:
        half, odd = divmod(len(self.cells), 2)
        pairs = [(self.cells[i], self.cells[-1 - i]) for i in range(half)]
        if odd:
            for pair in pairs:
                _equal(model, self.cells[half : half + 1], pair)
        else:
            for one, other in pairwise(pairs):
                _equal(model, one, other)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(cells.masks)
        half, odd = divmod(n, 2)
        partner = n - 1 - place
        if odd and place == half:
            sides = [[one, n - 1 - one] for one in range(half)]
        else:
            sides = [[half]] if odd else [[one, n - 1 - one] for one in range(half) if one not in (place, partner)]
        rest = [] if odd and place == half else [partner]
        reasons = (explain_equal_sums(cells, place, digit, rest, side) for side in sides)
        return next(filter(None, reasons), None)

    def describe(self, n_digits: int) -> str:
        if len(self.cells) % 2:
            return tr(
                "Two digits on a lavender line that are equally far from its middle cell add up to the digit there."
            )
        return tr(
            "On a lavender line without a middle cell, any two digits equally far from its ends have the same sum."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Zipper"), cells, tr("two cells at equal distance from the middle add up to the middle"))


@record
class SumLine(Line):
    """The line can be cut into parts that each add up to the total; a loop may be cut anywhere.

    Examples
    --------
    >>> SumLine((0, 1, 2, 3), 10).holds((3, 7, 1, 9)), SumLine((0, 1, 2, 3), 10).holds((3, 8, 1, 8))
    (True, False)
    """

    digit_fields = ()

    total: int = 10

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, 1 <= self.total <= 1000, f"a total from 1 to 1000 (not {self.total})")

    def holds(self, digits: Digits) -> bool:
        if not self.is_loop:
            return _is_cut(digits, self.total)
        ring = [*digits[:-1]]
        return any(_is_cut(ring[n:] + ring[:n], self.total) for n in range(len(ring)))

    def post(self, model: Model) -> None:
        numbers = model.numbers
        if self.is_loop:
            model.automaton(self.cells[:-1], _cut_loop(self.total, numbers))
        else:
            model.automaton(self.cells, _cut_line(self.total, numbers))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if digit > self.total:
            return tr("A part that adds up to {total} has no {digits}", total=self.total, digits=DIGITS)
        if self.is_loop:
            return None
        held = {0}  # what a part may have so far
        for n in range(len(cells.masks)):
            digits = [digit] if n == place else cells.digits(n)
            held = {(part + other) % self.total for part in held for other in digits if part + other <= self.total}
        if 0 in held:
            return None
        return suppose(
            cells, place, tr("the line could not be cut into parts that add up to {total}", total=self.total)
        )

    def describe(self, n_digits: int) -> str:
        return tr("A dashed light blue line can be cut into parts that each add up to {total}.", total=self.total)

    def describe_at(self, cells: str) -> str:
        return label(tr("Sum line"), cells, tr("parts that each add up to {total}", total=self.total))


def _is_cut(digits: Sequence[int], total: int) -> bool:
    left = total
    for digit in digits:
        left -= digit
        if left < 0:
            return False
        left = left or total
    return left == total


@lru_cache(maxsize=64)
def _cut_line(total: int, numbers: range) -> Nfa:
    """Make the automaton whose state is the sum so far of a part."""
    arcs = [
        (held, (held + number) % total, 1 << bit)
        for held in range(total)
        for bit, number in enumerate(numbers)
        if held + number <= total
    ]
    return Nfa(total, tuple(arcs), (0,))


@lru_cache(maxsize=64)
def _cut_loop(total: int, numbers: range) -> Nfa:
    """Make the automaton that guesses how much of the part at the start lies before it, and checks it at the end."""

    def state(start: int, held: int) -> int:
        return 1 + start * total + held

    arcs = []
    for start in range(total):
        for held in range(total):
            for bit, number in enumerate(numbers):
                if held + number > total:
                    break
                after = state(start, (held + number) % total)
                arcs.append((state(start, held), after, 1 << bit))
                if held == start:
                    arcs.append((0, after, 1 << bit))
    return Nfa(1 + total * total, tuple(arcs), tuple(state(start, start) for start in range(total)))


def _equal(model: Model, some: Iterable[Cell], others: Iterable[Cell]) -> None:
    """Post that some digits have the sum of others."""
    some, others = tuple(some), tuple(others)
    model.sum((*some, *others), 0, 0, coefficients=[1] * len(some) + [-1] * len(others))
