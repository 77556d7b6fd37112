"""Rules about two cells: dots, signs, and the gaps where a dot or a sign would be."""

from __future__ import annotations

from collections.abc import Sequence

from farandole.grid import Grid
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, RuleCandidates, explain_total, has_partner, sum_bounds
from farandole.rules.model import Digits, Equation, Model
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label, partner_masks

LETTERS = {5: "V", 10: "X"}
"""The letter that stands for a total between two cells."""


@record
class _Two(Rule):
    """A rule of two cells, posted as a table."""

    digit_fields = ()

    def _has_partner(self, cells: RuleCandidates, place: int, digit: int) -> bool:
        """Return whether a digit in one cell goes with a candidate of the other."""
        return has_partner(
            cells, digit, 1 - place, lambda one, other: self.holds((other, one) if place else (one, other))
        )

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if len(self.cells) != 2:
            check_rule(self, False, "two cells")

    def post(self, model: Model) -> None:
        one, other = self.cells
        model.pair(one, other, partner_masks(self, model.n_digits, model.first_digit))


@record
class Consecutive(_Two):
    """Two digits differ by 1, the white dot of Kropki, or by as much as said.

    Examples
    --------
    >>> Consecutive((0, 1)).holds((5, 4)), Consecutive((0, 1), 3).holds((5, 8))
    (True, True)
    """

    difference: int = 1

    def holds(self, digits: Digits) -> bool:
        return abs(digits[0] - digits[1]) == self.difference

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self._has_partner(cells, place, digit):
            return None
        return tr("No candidate of {other} is consecutive with {digits}", other=cells.names[1 - place], digits=DIGITS)

    def describe(self, n_digits: int) -> str:
        if self.difference == 1:
            return tr("Digits with a white dot between them are consecutive.")
        return tr("Digits with a white {number} between them differ by {number}.", number=self.difference)

    def describe_at(self, cells: str) -> str:
        if self.difference == 1:
            return label(tr("White dot"), cells, tr("consecutive"))
        return label(tr("White dot"), cells, tr("difference {n}", n=self.difference))


@record
class NotConsecutive(_Two):
    """Two digits don't differ by 1, or by as much as said: where a white dot would be, but isn't.

    Examples
    --------
    >>> NotConsecutive((0, 1)).holds((5, 4)), NotConsecutive((0, 1), 2).holds((5, 4))
    (False, True)
    """

    difference: int = 1

    def holds(self, digits: Digits) -> bool:
        return abs(digits[0] - digits[1]) != self.difference

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self._has_partner(cells, place, digit):
            return None
        return tr("Each candidate of {other} is consecutive with {digits}", other=cells.names[1 - place], digits=DIGITS)

    def describe(self, n_digits: int) -> str:
        if self.difference == 1:
            return tr("Digits side by side without a dot between them are not consecutive.")
        return tr("Digits side by side without a dot between them don't differ by {number}.", number=self.difference)

    def describe_at(self, cells: str) -> str:
        if self.difference == 1:
            return label(tr("No white dot"), cells, tr("not consecutive"))
        return label(tr("No white dot"), cells, tr("the difference is not {n}", n=self.difference))


@record
class Ratio(_Two):
    """One digit is twice the other, or as many times as said: the black dot of Kropki.

    Examples
    --------
    >>> Ratio((0, 1)).holds((3, 6)), Ratio((0, 1), 3).holds((9, 3))
    (True, True)
    """

    ratio: int = 2

    def holds(self, digits: Digits) -> bool:
        return self.ratio * digits[0] == digits[1] or digits[0] == self.ratio * digits[1]

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self._has_partner(cells, place, digit):
            return None
        words = {"other": cells.names[1 - place], "digits": DIGITS, "n": self.ratio}
        if not self._has_partner(cells._replace(masks=[(1 << cells.n_digits) - 1] * 2), place, digit):
            return tr("No digit is in the ratio 1:{n} with {digits}", **words)
        return tr("No candidate of {other} is in the ratio 1:{n} with {digits}", **words)

    def describe(self, n_digits: int) -> str:
        if self.ratio == 2:
            return tr("Of two digits with a black dot between them, one is twice the other.")
        return tr(
            "Of two digits with a black {number} between them, one is {number} times the other.", number=self.ratio
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Black dot"), cells, tr("one is {n} times the other", n=self.ratio))


@record
class NotRatio(_Two):
    """Neither digit is twice the other, or as many times as said: where a black dot would be, but isn't.

    Examples
    --------
    >>> NotRatio((0, 1)).holds((3, 6))
    False
    """

    ratio: int = 2

    def holds(self, digits: Digits) -> bool:
        return self.ratio * digits[0] != digits[1] and digits[0] != self.ratio * digits[1]

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self._has_partner(cells, place, digit):
            return None
        return tr(
            "Each candidate of {other} is in the ratio 1:{n} with {digits}",
            other=cells.names[1 - place],
            digits=DIGITS,
            n=self.ratio,
        )

    def describe(self, n_digits: int) -> str:
        if self.ratio == 2:
            return tr("Of two digits side by side without a dot between them, neither is twice the other.")
        return tr(
            "Of two digits side by side without a dot between them, neither is {number} times the other.",
            number=self.ratio,
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("No black dot"), cells, tr("neither is {n} times the other", n=self.ratio))


@record
class PairSum(_Two):
    """Two digits add up to a total: X is 10, V is 5.

    Examples
    --------
    >>> PairSum((0, 1), 10).holds((3, 7))
    True
    """

    total: int

    def holds(self, digits: Digits) -> bool:
        return sum(digits) == self.total

    def equations(self, grid: Grid) -> tuple[Equation, ...]:
        return (Equation(self.cells, (1, 1), self.total),)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_total(cells, place, digit, [1 - place], self.total)

    def describe(self, n_digits: int) -> str:
        if letter := LETTERS.get(self.total):
            return tr("Digits with {letter} between them add up to {number}.", letter=letter, number=self.total)
        return tr("Digits with the number {number} between them add up to it.", number=self.total)

    def describe_at(self, cells: str) -> str:
        return label(tr("Pair"), cells, tr("sum {total}", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        return describe_wrong_sum(tr("the two cells"), sum_bounds(candidates), self.total)


@record
class NotPairSum(_Two):
    """Two digits don't add up to a total: where an X or a V would be, but isn't.

    Examples
    --------
    >>> NotPairSum((0, 1), 10).holds((3, 7))
    False
    """

    total: int

    def holds(self, digits: Digits) -> bool:
        return sum(digits) != self.total

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self._has_partner(cells, place, digit):
            return None
        return tr(
            "Each candidate of {other} makes {total} with {digits}",
            other=cells.names[1 - place],
            digits=DIGITS,
            total=self.total,
        )

    def describe(self, n_digits: int) -> str:
        if letter := LETTERS.get(self.total):
            return tr(
                "Digits side by side without {letter} between them don't add up to {number}.",
                letter=letter,
                number=self.total,
            )
        return tr("Digits side by side don't add up to {number} unless it is between them.", number=self.total)

    def describe_at(self, cells: str) -> str:
        return label(tr("Pair"), cells, tr("sum is not {total}", total=self.total))


@record
class Greater(_Two):
    """The first digit is greater than the second.

    Examples
    --------
    >>> Greater((0, 1)).holds((6, 2))
    True
    """

    def holds(self, digits: Digits) -> bool:
        return digits[0] > digits[1]

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        words = {"cell": cells.names[place], "other": cells.names[1 - place]}
        if place == 0 and digit <= (least := cells.lowest(1)):
            return tr("{cell} is greater than {other}, which is at least {least}", **words, least=least)
        if place == 1 and digit >= (most := cells.highest(0)):
            return tr("{cell} is less than {other}, which is at most {most}", **words, most=most)
        return None

    def describe(self, n_digits: int) -> str:
        return tr("A sign between two cells opens toward the greater digit.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Sign"), cells, tr("the first is greater"))


@record
class NotBoth(_Two):
    """Two cells as many steps apart as the digit says, along rows and columns, don't both hold it.

    Examples
    --------
    >>> NotBoth((0, 10), 2).holds((2, 2)), NotBoth((0, 10), 2).holds((3, 3))
    (False, True)
    """

    digit: int

    def holds(self, digits: Digits) -> bool:
        return not digits[0] == digits[1] == self.digit

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        other = 1 - place
        if digit != self.digit or cells.value(other) != digit:
            return None
        return tr("{other} is {digit}, and lies {digit} steps away", other=cells.names[other], digit=digit)

    def describe(self, n_digits: int) -> str:
        return tr("Two equal digits are never as many steps apart, along rows and columns, as they say.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Anti-taxicab"), cells, tr("not both {digit}", digit=self.digit))
