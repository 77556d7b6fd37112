"""Rules of lines whose digits alternate, form a sequence, or point at places of the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from farandole.i18n import tr
from farandole.rules.exclusions import sum_bounds
from farandole.rules.lines import Line, require_apart
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label, partner_masks


@dataclass(frozen=True, slots=True)
class Oscillator(Line):
    """The digits alternate between two groups: odd and even (a parity line), low and high, or as said.

    Parameters
    ----------
    cells : tuple of int
    groups : tuple of tuple of int
        The two groups. A digit of neither is not on the line.

    Examples
    --------
    >>> Oscillator((0, 1, 2)).holds((3, 8, 1)), Oscillator((0, 1), ((1, 2, 3, 4), (6, 7, 8, 9))).holds((3, 5))
    (True, False)
    """

    digit_fields = ("groups",)

    groups: tuple[tuple[int, ...], ...] = ((1, 3, 5, 7, 9), (2, 4, 6, 8))

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, len(self.groups) == 2 and all(self.groups), "two groups of digits")
        check_rule(self, not {*self.groups[0]} & {*self.groups[1]}, "two groups without a common digit")

    def holds(self, digits: Digits) -> bool:
        return any(all(digit in self.groups[(n + first) % 2] for n, digit in enumerate(digits)) for first in (0, 1))

    def post(self, model: Model) -> None:
        one, other = (mask_of(digit for digit in group if 1 <= digit <= model.n_digits) for group in self.groups)
        for cell in self.cells:
            model.allow(cell, one | other)
        partners = [other if one >> bit & 1 else one if other >> bit & 1 else 0 for bit in range(model.n_digits)]
        for a, b in pairwise(self.cells):
            model.pair(a, b, partners)

    @property
    def _is_parity(self) -> bool:
        return all(len({digit % 2 for digit in group}) == 1 for group in self.groups)

    def describe(self, n_digits: int) -> str:
        if self._is_parity:
            return tr("Digits on a red line alternate between odd and even.")
        one, other = (" ".join(map(str, group)) for group in self.groups)
        return tr("Digits on a red line alternate between two groups: {one} / {other}.", one=one, other=other)

    def describe_at(self, cells: str) -> str:
        if self._is_parity:
            return label(tr("Parity line"), cells, tr("odd and even digits alternate"))
        one, other = (" ".join(map(str, group)) for group in self.groups)
        return label(tr("Oscillator"), cells, tr("digits of {one} and of {other} alternate", one=one, other=other))


@dataclass(frozen=True, slots=True)
class ArithmeticSequence(Line):
    """Each digit differs from the one before by the same amount, which may be negative, or 0.

    Examples
    --------
    >>> ArithmeticSequence((0, 1, 2)).holds((7, 5, 3)), ArithmeticSequence((0, 1, 2)).holds((1, 2, 4))
    (True, False)
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return len({b - a for a, b in pairwise(digits)}) <= 1

    def post(self, model: Model) -> None:
        if len(self.cells) > 2:
            model.automaton(self.cells, _arithmetic(model.n_digits, len(self.cells)))

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a brown line form an arithmetic sequence: each differs from the one before by the same.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Sequence"), cells, tr("each step changes the digit by the same"))


@lru_cache(maxsize=64)
def _arithmetic(n_digits: int, length: int) -> Nfa:
    """Make the automaton whose states are the last digit and the step."""
    most = n_digits - 1

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if not state:
            return (digit,)
        last, *before = state
        change = digit - last
        if (before and change != before[0]) or abs(change) * (length - 1) > most:
            return None
        return digit, change

    return Nfa.explore((), step, lambda _: True, n_digits=n_digits, length=length)


@dataclass(frozen=True, slots=True)
class AtLeastLine(Line):
    """Any two neighbors on the line add up to at least 10, or as said.

    Examples
    --------
    >>> AtLeastLine((0, 1, 2)).holds((3, 7, 9)), AtLeastLine((0, 1), 12).holds((3, 8))
    (True, False)
    """

    digit_fields = ()

    total: int = 10

    def holds(self, digits: Digits) -> bool:
        return all(a + b >= self.total for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        partners = partner_masks(AtLeastLine((0, 1), self.total), model.n_digits, model.first_digit)
        for a, b in pairwise(self.cells):
            model.pair(a, b, partners)

    def describe(self, n_digits: int) -> str:
        return tr("Any two neighbors on an olive line add up to at least {number}.", number=self.total)

    def describe_at(self, cells: str) -> str:
        return label(tr("At-least line"), cells, tr("two neighbors add up to at least {total}", total=self.total))


@dataclass(frozen=True, slots=True)
class IndexLine(Rule):
    """The digit in the Nth cell of the line says which cell of the line holds N.

    So the line of n cells holds the digits from 1 to n.

    Examples
    --------
    >>> IndexLine((0, 1, 2)).holds((1, 3, 2)), IndexLine((0, 1, 2)).holds((2, 3, 1))
    (True, False)
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return all(1 <= digit <= len(digits) and digits[digit - 1] == n for n, digit in enumerate(digits, 1))

    def post(self, model: Model) -> None:
        first = model.first_digit
        numbers, every = model.numbers, (1 << model.n_digits) - 1
        if len(self.cells) > numbers[-1]:
            model.forbid(self.cells)
            return
        for cell in self.cells:
            model.allow(cell, ((1 << len(self.cells)) - 1) << 1 >> first)
        model.all_different(self.cells)
        for (n, a), (k, b) in combinations(enumerate(self.cells, 1), 2):
            back = 1 << n - first
            model.pair(a, b, [back if number == k else every & ~back for number in numbers])

    def describe(self, n_digits: int) -> str:
        return tr("On a line that begins with a gray diamond, the digit in the Nth cell says which cell of it holds N.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Index line"), cells, tr("the digit in place N is the place of N"))


@dataclass(frozen=True, slots=True)
class Tightrope(Line):
    """The first and the last cell hold the same digit, and no cell between them holds it.

    Examples
    --------
    >>> Tightrope((0, 1, 2)).holds((4, 7, 4)), Tightrope((0, 1, 2, 3)).holds((4, 7, 4, 4))
    (True, False)
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, len(self.cells) >= 2, "a circle at both ends")
        first, *inner, last = self.cells
        require_apart(self, (first, last), inner, "each circle")
        require_apart(self, (first,), (last,), "each circle")

    def holds(self, digits: Digits) -> bool:
        return digits[0] == digits[-1] and digits[0] not in digits[1:-1]

    def post(self, model: Model) -> None:
        first, *inner, last = self.cells
        every = (1 << model.n_digits) - 1
        model.pair(first, last, [1 << bit for bit in range(model.n_digits)])
        others = [every & ~(1 << bit) for bit in range(model.n_digits)]
        for cell in dict.fromkeys(inner):
            model.pair(first, cell, others)
            model.pair(last, cell, others)

    def describe(self, n_digits: int) -> str:
        return tr("Black circles at the ends of a black line hold the same digit, which is nowhere between them.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Tightrope"), cells, tr("the ends are equal, and no cell between them holds their digit"))


@dataclass(frozen=True, slots=True)
class AverageArrow(Line):
    """The digit in the circle, the first cell, is the average of the others, which may repeat.

    Examples
    --------
    >>> AverageArrow((0, 1, 2)).holds((5, 3, 7)), AverageArrow((0, 1, 2)).holds((5, 3, 8))
    (True, False)
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, len(self.cells) >= 2, "a circle and a line")
        require_apart(self, self.cells[:1], self.cells[1:], "the circle")

    def holds(self, digits: Digits) -> bool:
        return digits[0] * (len(digits) - 1) == sum(digits[1:])

    def post(self, model: Model) -> None:
        n = len(self.cells) - 1
        model.sum(self.cells, 0, 0, coefficients=[n] + [-1] * n)

    def describe(self, n_digits: int) -> str:
        return tr("The digit in the circle of a dashed arrow is the average of the digits along it, which may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Average arrow"), cells, tr("the first is the average of the others"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        if candidates[0] & candidates[0] - 1:
            return ""
        total = candidates[0].bit_length() * (len(candidates) - 1)
        return describe_wrong_sum(tr("the line"), sum_bounds(candidates[1:]), total)
