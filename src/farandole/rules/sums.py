"""Rules about sums: cages, little killers, frames. `sum_lines` has those along lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from operator import mul

from farandole.bitsets import digits_of, is_single
from farandole.i18n import tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import (
    DIGITS,
    PLACES,
    RuleCandidates,
    explain_total,
    sum_bounds,
)
from farandole.rules.model import Digits, Model, lowest_digit
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label

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
