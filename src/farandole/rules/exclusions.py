"""Why a cell of a rule can't hold a digit: what the cells can hold, and the sentences that several rules share.

A sentence may leave braces for the digit, ``{digits}``, and for the cell: ``{cells}``, or ``{places}`` where several
cells are alternatives. So one sentence can name all digits and cells for which it is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from farandole.bitsets import digits_of, has_digit, is_single
from farandole.i18n import join_words, tr
from farandole.rules.model import Digits, lowest_digit

# Braces that stay in a sentence.
DIGITS, CELLS, PLACES = "{digits}", "{cells}", "{places}"
_MAX_SUMS = 2_000  # partial sums of one search


class RuleCandidates(NamedTuple):
    """What the cells of a rule can hold, as a player sees it.

    A place is the index of a cell in the scope of the rule.

    Parameters
    ----------
    masks : sequence of int
        The candidates of each cell, bit d - 1 for digit d; none of them is empty.
    names : sequence of str
        The names of the cells. A cell that comes twice has the same name twice.
    n_digits : int
        The digits of the grid are 1 to ``n_digits``.
    houses : sequence of frozenset of int
        Groups of places whose digits differ. Of a cell that comes twice, they have the first place.
    """

    masks: Digits
    names: Sequence[str]
    n_digits: int
    houses: Sequence[frozenset[int]] = ()

    def digits(self, place: int) -> tuple[int, ...]:
        """List the candidates of a cell."""
        return digits_of(self.masks[place])

    def allows(self, place: int, digit: int) -> bool:
        """Return whether a digit is a candidate of a cell."""
        return has_digit(self.masks[place], digit)

    def lowest(self, place: int) -> int:
        """Return the lowest candidate of a cell."""
        return lowest_digit(self.masks[place])

    def highest(self, place: int) -> int:
        """Return the highest candidate of a cell."""
        return self.masks[place].bit_length()

    def value(self, place: int) -> int:
        """Return the only candidate of a cell, 0 if it has several."""
        return self.masks[place].bit_length() if is_single(self.masks[place]) else 0

    def differ(self, one: int, other: int) -> bool:
        """Return whether two places are of different cells in a house."""
        both = {self.places_of(one)[0], self.places_of(other)[0]}
        return len(both) == 2 and any(house >= both for house in self.houses)

    def are_apart(self, digits: Digits) -> bool:
        """Return whether digits of the cells differ in each house."""
        return all(len({digits[n] for n in house}) == len(house) for house in self.houses)

    def places_of(self, place: int) -> list[int]:
        """List all places of the cell of a place."""
        return [n for n, name in enumerate(self.names) if name == self.names[place]]

    def sum_bounds(self, places: Iterable[int]) -> tuple[int, int]:
        """Return bounds of the sum of some cells; cells of a house hold different digits.

        Examples
        --------
        >>> RuleCandidates([0b1111] * 3, ["r1c1", "r1c2", "r1c3"], 4, [frozenset({0, 1, 2})]).sum_bounds([0, 1, 2])
        (6, 9)
        """
        left, low, high = list(places), 0, 0
        while left:
            group = max(([n for n in left if n in house] for house in self.houses), key=len, default=[])
            are_distinct = len(group) > 1
            group = group if are_distinct else left
            bounds = sum_bounds([self.masks[n] for n in group], are_distinct=are_distinct)
            low, high = low + bounds[0], high + bounds[1]
            left = [n for n in left if n not in group]
        return low, high

    def sums(self, places: Sequence[int]) -> set[int] | None:
        """Return all sums of some cells, None if there are too many ways; cells of a house hold different digits."""
        houses = [house for house in self.houses if sum(n in house for n in places) > 1]
        states = {(0, (0,) * len(houses))}
        for n in places:
            inside = [n in house for house in houses]
            states = {
                (total + digit, tuple([mask | bit * is_in for mask, is_in in zip(used, inside, strict=True)]))
                for total, used in states
                for digit in self.digits(n)
                if (bit := 1 << digit)
                and not any(mask & bit and is_in for mask, is_in in zip(used, inside, strict=True))
            }
            if len(states) > _MAX_SUMS:
                return None
        return {total for total, _ in states}

    def without(self, digit: int, place: int) -> RuleCandidates | None:
        """Take a digit from the cells that share a house with a place; None if a cell has no other candidate."""
        bit = 1 << digit >> 1
        masks = [mask & ~bit if self.differ(place, n) else mask for n, mask in enumerate(self.masks)]
        return self._replace(masks=masks) if all(masks) else None

    def join(self, places: Iterable[int]) -> str:
        """Name some cells one by one."""
        return join_words(self.names[n] for n in places)

    def say_most(self, places: Sequence[int], most: int, several: str = "") -> str:
        """Say how much some cells add up to at most, by their names or a phrase for several; one cell just is that."""
        if len(places) == 1:
            return tr("{cell} is at most {most}", cell=self.names[places[0]], most=most)
        return tr("{cells} add up to at most {most}", cells=several or self.join(places), most=most)

    def say_least(self, places: Sequence[int], least: int, several: str = "") -> str:
        """Say how much some cells add up to at least, like `say_most`."""
        if len(places) == 1:
            return tr("{cell} is at least {least}", cell=self.names[places[0]], least=least)
        return tr("{cells} add up to at least {least}", cells=several or self.join(places), least=least)


def sum_bounds(candidates: Sequence[int], *, are_distinct: bool = False) -> tuple[int, int]:
    """Return bounds of the sum of some cells, given the masks of their candidates, none of them empty.

    Parameters
    ----------
    candidates : sequence of int
    are_distinct : bool
        Whether the cells hold different digits. Then no two of them have the lowest digit.

    Examples
    --------
    >>> sum_bounds([0b1, 0b110]), sum_bounds([0b111] * 2, are_distinct=True)
    ((3, 4), (3, 5))
    """
    lowest = sorted((mask & -mask).bit_length() for mask in candidates)
    highest = sorted((mask.bit_length() for mask in candidates), reverse=True)
    if are_distinct:
        for n in range(1, len(candidates)):
            lowest[n] = max(lowest[n], lowest[n - 1] + 1)
            highest[n] = min(highest[n], highest[n - 1] - 1)
    return sum(lowest), sum(highest)


def explain_total(cells: RuleCandidates, place: int, digit: int, rest: Sequence[int], total: int) -> str | None:
    """Say why a cell can't hold a digit, if it and some others add up to a total."""
    if not rest:
        return None if digit == total else tr("{cell} can only be {digits}", cell=CELLS, digits=total)
    least, most = cells.sum_bounds(rest)
    if digit + least > total:
        return _say_too_much(cells.say_least(rest, least, tr("The other cells of the sum")), total - least)
    if digit + most < total:
        return _say_too_little(cells.say_most(rest, most, tr("The other cells of the sum")), total - most)
    others = cells.without(digit, place)
    sums = others.sums(rest) if others else set()
    if sums is None or total - digit in sums:
        return None
    if len(rest) == 1:
        return tr(
            "No candidate of {other} makes {total} with {digits}",
            other=cells.names[rest[0]],
            total=total,
            digits=DIGITS,
        )
    return tr(
        "With {digits} in {places}, the other cells of the sum can't make it {total}",
        total=total,
        digits=DIGITS,
        places=PLACES,
    )


def explain_equal_sums(
    cells: RuleCandidates, place: int, digit: int, rest: Sequence[int], others: Sequence[int]
) -> str | None:
    """Say why a cell can't hold a digit, if it and the rest of its side have the sum of the other side."""
    if not others:
        return None
    (low_rest, high_rest), (low, high) = cells.sum_bounds(rest), cells.sum_bounds(others)
    if digit > high - low_rest:
        reason = cells.say_most(others, high)
        if rest:
            reason = tr("{reason}, and {other}", reason=reason, other=cells.say_least(rest, low_rest))
        return _say_too_much(reason, high - low_rest)
    if digit < low - high_rest:
        reason = cells.say_least(others, low)
        if rest:
            reason = tr("{reason}, and {other}", reason=reason, other=cells.say_most(rest, high_rest))
        return _say_too_little(reason, low - high_rest)
    left = cells.without(digit, place)
    sums, sums_of_others = (left.sums(rest), left.sums(others)) if left else (set(), set())
    if sums is None or sums_of_others is None or {digit + total for total in sums} & sums_of_others:
        return None
    return tr(
        "With {digits} in {cell}, no candidates of {others} make the sums equal",
        others=cells.join([*rest, *others]),
        digits=DIGITS,
        cell=cells.names[place],
    )


def _say_too_much(reason: str, most: int) -> str:
    return tr("{reason}, so {cell} can't be more than {most}", reason=reason, cell=CELLS, most=most)


def _say_too_little(reason: str, least: int) -> str:
    return tr("{reason}, so {cell} can't be less than {least}", reason=reason, cell=CELLS, least=least)


def has_partner(cells: RuleCandidates, digit: int, other: int, fits: Callable[[int, int], bool]) -> bool:
    """Return whether a digit fits a candidate of another cell."""
    return any(fits(digit, candidate) for candidate in cells.digits(other))


def explain_same(cells: RuleCandidates, place: int, digit: int, others: Iterable[int]) -> str | None:
    """Say which cell holds the same digit, and can't hold this one."""
    for other in others:
        if not cells.allows(other, digit):
            return tr(
                "{cell} and {other} hold the same digit, and {other} can't be {digits}",
                cell=cells.names[place],
                other=cells.names[other],
                digits=DIGITS,
            )
    return None


def suppose(cells: RuleCandidates, place: int, *clauses: str) -> str | None:
    """Say what would follow if a cell held a digit: the first clause that is not empty."""
    what = next(filter(None, clauses), None)
    return what and tr("With {digits} in {cell}, {what}", digits=DIGITS, cell=cells.names[place], what=what)
