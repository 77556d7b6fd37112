"""Rules about sums: cages, little killers, arrows, sums along region borders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import prod
from operator import mul

from farandole.bitsets import digits_of, is_single
from farandole.grid import Cell, CellGroups, CellsMeta, cell_dataclass
from farandole.i18n import tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import (
    CELLS,
    DIGITS,
    PLACES,
    RuleCandidates,
    explain_equal_sums,
    explain_total,
    sum_bounds,
    suppose,
)
from farandole.rules.lines import Line, require_apart
from farandole.rules.model import Digits, Model, lowest_digit
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_distinct, check_rule, describe_unequal_sums, describe_wrong_sum, label

MOST_COEFFICIENT = 1_000_000
"""The greatest coefficient of a sum."""


@record
class Sum(Rule):
    """The digits add up to a total; they may repeat where no house forbids it. A cell that comes twice counts twice.

    Examples
    --------
    >>> Sum((0, 1, 2), 7).holds((3, 1, 3))
    True
    """

    digit_fields = ()
    may_repeat = True

    total: int

    def holds(self, digits: Digits) -> bool:
        return sum(digits) == self.total

    def post(self, model: Model) -> None:
        model.sum(self.cells, self.total, self.total)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_total(cells, place, digit, [n for n in range(len(cells.masks)) if n != place], self.total)

    def describe(self, n_digits: int) -> str:
        return tr("Digits in a dotted cage add up to the number in its corner, and may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Sum"), cells, tr("sum {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        return describe_wrong_sum(tr("the cells of the sum"), sum_bounds(candidates), self.total)


@record
class Product(Rule):
    """The product of the digits is the total; digits may repeat.

    Examples
    --------
    >>> Product((0, 1, 2), 24).holds((2, 3, 4)), Product((0, 1), 24).holds((2, 4))
    (True, False)
    """

    digit_fields = ()

    total: int

    def holds(self, digits: Digits) -> bool:
        return prod(digits) == self.total

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _product(self.total, model.n_digits, len(self.cells), model.first_digit))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self.total % digit:
            return tr("{total} is not a multiple of {digits}", total=self.total, digits=DIGITS)
        others = cells.without(digit, place)
        products = {1} if others else set()
        for n, mask in enumerate(others.masks if others else ()):
            if n != place:
                each = {product * other for product in products for other in digits_of(mask)}
                products = {product for product in each if self.total % product == 0}
        if self.total // digit in products:
            return None
        return tr(
            "With {digits} in {places}, the other cells can't make the product {total}",
            digits=DIGITS,
            places=PLACES,
            total=self.total,
        )

    def describe(self, n_digits: int) -> str:
        return tr("Digits in a dashed outline have the product in its corner, after ×. They may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Product"), cells, tr("product {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        lowest, highest = prod(map(lowest_digit, candidates)), prod(mask.bit_length() for mask in candidates)
        if lowest > self.total:
            return tr("the product would be at least {product}, not {total}", product=lowest, total=self.total)
        if highest < self.total:
            return tr("the product would be at most {product}, not {total}", product=highest, total=self.total)
        known = [mask.bit_length() for mask in candidates if is_single(mask)]
        if self.total % prod(known):
            return tr("{total} is not a multiple of {product}", total=self.total, product=prod(known))
        return ""


@lru_cache(maxsize=128)
def _product(total: int, n_digits: int, length: int, first: int) -> Nfa:
    def step(product: int, number: int) -> int | None:
        after = product * number
        if total == 0:  # then all that matters is whether there is a 0
            return min(abs(after), 1)
        return after if after and total % after == 0 else None

    return Nfa.explore(1, step, lambda product: product == total, n_digits=n_digits, length=length, first=first)


@record
class WeightedSum(Rule):
    """The digits, each times its coefficient, add up to a total.

    A cell with a negative coefficient is a total that varies: a digit that says what the others add up to.

    Parameters
    ----------
    cells : tuple of int
        A cell that comes twice counts twice.
    coefficients : tuple of int
        One for each cell.
    total : int

    Examples
    --------
    Twice the first digit is the sum of the other two:

    >>> WeightedSum((0, 1, 2), (2, -1, -1)).holds((4, 3, 5))
    True
    """

    digit_fields = ()
    may_repeat = True

    coefficients: tuple[int, ...]
    total: int = 0

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.coefficients) == len(self.cells), "a coefficient for each cell")
        least = max(map(abs, self.coefficients), default=0)
        check_rule(self, least <= MOST_COEFFICIENT, f"coefficients from {-MOST_COEFFICIENT:,} to {MOST_COEFFICIENT:,}")

    def holds(self, digits: Digits) -> bool:
        total: int = sum(map(mul, self.coefficients, digits))
        return total == self.total

    def post(self, model: Model) -> None:
        model.sum(self.cells, self.total, self.total, coefficients=self.coefficients)

    def describe(self, n_digits: int) -> str:
        return tr(
            "The digits of some tinted cells, each times a number of the setter, add up to another of these numbers."
        )

    def describe_at(self, cells: str) -> str:
        names = cells.split() if cells else []
        if len(names) != len(self.cells):
            names = [f"#{place}" for place in range(1, len(self.cells) + 1)]
        terms = "".join(
            f"{'-' if factor < 0 else '+'}{'' if abs(factor) == 1 else f'{abs(factor)}·'}{name}"
            for factor, name in zip(self.coefficients, names, strict=True)
            if factor
        )
        return label(tr("Weighted sum"), cells, f"{terms.removeprefix('+') or 0} = {self.total}")

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        ends = [
            sorted((factor * lowest_digit(mask), factor * mask.bit_length()))
            for factor, mask in zip(self.coefficients, candidates, strict=True)
        ]
        low, high = sum(low for low, _ in ends), sum(high for _, high in ends)
        if low > self.total:
            return tr("the weighted sum would be at least {sum}, not {total}", sum=low, total=self.total)
        if high < self.total:
            return tr("the weighted sum would be at most {sum}, not {total}", sum=high, total=self.total)
        return ""


class LittleKiller(Sum):
    """The digits along a diagonal add up to a total; they may repeat where no house forbids it.

    Examples
    --------
    >>> LittleKiller((1, 5), 8).holds((4, 4))
    True
    """

    __slots__ = ()

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number with an arrow outside the grid is the sum of the digits on the diagonal to which it points; "
            "they may repeat."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Diagonal"), cells, tr("sum {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        return describe_wrong_sum(tr("the diagonal"), sum_bounds(candidates), self.total)


@record
class Cage(Rule):
    """No digit repeats in the cage, and the digits add up to its total, if it has one.

    Examples
    --------
    >>> Cage((0, 1, 2), 7).holds((1, 2, 4)), Cage((0, 1, 2), 7).holds((3, 1, 3)), Cage((0, 1)).holds((8, 9))
    (True, False, True)
    """

    digit_fields = ()

    total: int | None = None

    def holds(self, digits: Digits) -> bool:
        return len(set(digits)) == len(digits) and self.total in (None, sum(digits))

    def post(self, model: Model) -> None:
        model.all_different(self.cells)
        if self.total is not None:
            model.sum(self.cells, self.total, self.total)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self.total is None:
            return None
        every = range(len(cells.masks))
        apart = cells._replace(houses=[frozenset(every)])
        return explain_total(apart, place, digit, [n for n in every if n != place], self.total)

    def describe(self, n_digits: int) -> str:
        if self.total is None:
            return tr("Digits in a cage without a number don't repeat.")
        return tr("Digits in a cage don't repeat and add up to the number in its corner.")

    def describe_at(self, cells: str) -> str:
        if self.total is None:
            return label(tr("Cage"), cells, tr("no repeats"))
        return label(tr("Cage"), cells, tr("no repeats, sum {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        if self.total is None:
            return ""
        return describe_wrong_sum(tr("the cage"), sum_bounds(candidates, are_distinct=True), self.total)


@record
class FrameSum(Rule):
    """The first ``n`` digits, seen from the clue, add up to the total.

    Examples
    --------
    >>> FrameSum(tuple(range(9)), 15).holds((4, 5, 6, 1, 2, 3, 7, 8, 9))
    True
    """

    digit_fields = ()

    total: int
    n: int = 3

    def holds(self, digits: Digits) -> bool:
        return sum(digits[: self.n]) == self.total

    def post(self, model: Model) -> None:
        model.sum(self.cells[: self.n], self.total, self.total)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if place >= self.n:
            return None
        rest = [n for n in range(min(self.n, len(cells.masks))) if n != place]
        return explain_total(cells, place, digit, rest, self.total)

    def describe(self, n_digits: int) -> str:
        return tr_counted(
            "A number outside the grid is the digit nearest to it.",
            "A number outside the grid is the sum of the {n} digits nearest to it.",
            self.n,
            n=self.n,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Frame"), cells, tr("the first {n} add up to {total}", n=self.n, total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        what = tr_counted("the first digit", "the first {n} digits", self.n, n=self.n)
        return describe_wrong_sum(what, sum_bounds(candidates[: self.n]), self.total)


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
