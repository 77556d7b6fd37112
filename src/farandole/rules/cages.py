"""Rules of cages, in which no digit repeats, beyond their sum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from farandole.bitsets import is_single
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.lines import MOST_SETS
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, label


@record
class RellikCage(Rule):
    """No digit repeats, and no digits of the cage, one or several, add up to the total.

    Examples
    --------
    >>> RellikCage((0, 1, 2), 9).holds((8, 2, 5)), RellikCage((0, 1, 2), 9).holds((8, 2, 7))
    (True, False)
    """

    digit_fields = ()

    total: int

    def holds(self, digits: Digits) -> bool:
        return len(set(digits)) == len(digits) and self.total not in _sums(digits)

    def post(self, model: Model) -> None:
        numbers, n_cells = model.numbers, len(self.cells)
        if n_cells > len(numbers) or comb(len(numbers), n_cells) <= MOST_SETS:
            model.sets(self.cells, _without_sum(self.total, numbers, n_cells))
        else:
            model.all_different(self.cells)
            model.automaton(self.cells, _avoid(self.total, numbers, n_cells))

    def describe(self, n_digits: int) -> str:
        return tr(
            "In a cage whose number is crossed out, digits don't repeat, and no digits, one or several, add up to it."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Rellik cage"), cells, tr("no repeats, and no digits add up to {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        known = [mask.bit_length() for mask in candidates if is_single(mask)]
        for n in range(1, len(known) + 1):
            for some in combinations(known, n):
                if sum(some) == self.total:
                    return tr("{digits} would add up to {total}", digits=" + ".join(map(str, some)), total=self.total)
        return ""


def _sums(digits: Sequence[int]) -> set[int]:
    """List the sums of one or more of the digits."""
    sums: set[int] = set()
    for digit in digits:
        sums |= {digit, *(digit + other for other in sums)}
    return sums


@lru_cache(maxsize=128)
def _without_sum(total: int, numbers: range, n_cells: int) -> tuple[int, ...]:
    """List the sets of numbers of which none, one or several, add up to a total, as masks."""
    chosen = combinations(numbers, n_cells)
    return tuple(sum(1 << number - numbers[0] for number in some) for some in chosen if total not in _sums(some))


@lru_cache(maxsize=64)
def _avoid(total: int, numbers: range, length: int) -> Nfa:
    """Make the automaton whose states are the sums below the total that can be made of the numbers so far."""

    def step(sums: int, number: int) -> int | None:
        grown = (sums | sums << number) & (1 << max(total, 0) + 1) - 1
        return None if number == total or (total > 0 and grown >> total & 1) else grown

    return Nfa.explore(1, step, lambda _: True, n_digits=len(numbers), length=length, first=numbers[0])


@record
class EqualityCage(Rule):
    """No digit repeats; as many are even as odd, and as many are low as high.

    Parameters
    ----------
    cells : tuple of int
    halves : tuple of tuple of int
        The low digits, and the high ones; a digit that is neither doesn't occur.

    Examples
    --------
    >>> EqualityCage((0, 1, 2, 3)).holds((1, 8, 9, 2)), EqualityCage((0, 1)).holds((5, 8))
    (True, False)
    """

    digit_fields = ("halves",)

    halves: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4), (6, 7, 8, 9))

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.halves) == 2, "low digits and high digits")

    def holds(self, digits: Digits) -> bool:
        low, high = self.halves
        return (
            len(set(digits)) == len(digits)
            and {*digits} <= {*low, *high}
            and sum(digit % 2 for digit in digits) * 2 == len(digits)
            and sum(digit in low for digit in digits) == sum(digit in high for digit in digits)
        )

    def post(self, model: Model) -> None:
        model.sets(self.cells, _balanced(self.halves, model.n_digits, len(self.cells)))

    def describe(self, n_digits: int) -> str:
        low, high = (" ".join(map(str, half)) for half in self.halves)
        return tr(
            "In a cage with an equals sign, digits don't repeat, as many are even as odd, "
            "and as many are low as high: {low} / {high}.",
            low=low,
            high=high,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Equality cage"), cells, tr("no repeats, as many even as odd, as many low as high"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        every = max(candidates).bit_length()
        low, high = self.halves
        kinds = (
            (range(1, every + 1, 2), tr("more digits would be odd than even")),
            (range(2, every + 1, 2), tr("more digits would be even than odd")),
            (low, tr("more digits would be low than high")),
            (high, tr("more digits would be high than low")),
        )
        for digits, clause in kinds:
            mask = mask_of(digit for digit in digits if 1 <= digit <= every)
            if sum(not cell & ~mask for cell in candidates) * 2 > len(candidates):
                return clause
        return ""


@lru_cache(maxsize=64)
def _balanced(halves: tuple[tuple[int, ...], ...], n_digits: int, n_cells: int) -> tuple[int, ...]:
    rule = EqualityCage(tuple(range(n_cells)), halves)
    within = [digit for digit in sorted({*halves[0], *halves[1]}) if 1 <= digit <= n_digits]
    return tuple(mask_of(digits) for digits in combinations(within, n_cells) if rule.holds(digits))
