"""Rules that count: cells that hold digits of a set, cells in circles, different digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from farandole.bitsets import is_single, union
from farandole.i18n import tr, tr_counted
from farandole.records import record
from farandole.rules.model import Digits, Model, lowest_digit, mask_of
from farandole.rules.rule import Rule, check_distinct, check_rule, label, list_digits

MOST_COUNTED = 255
"""The greatest number of cells that a rule counts."""


def _check_few(rule: Rule) -> None:
    check_rule(rule, len(rule.cells) <= MOST_COUNTED, f"at most {MOST_COUNTED} cells")


@record
class Count(Rule):
    """Some cells hold one of the digits: at least so many, at most so many, or exactly so many.

    Parameters
    ----------
    cells : tuple of int
    digits : tuple of int
    least : int
    most : int, optional
        None for any number. If it equals ``least``, that many cells exactly.

    Examples
    --------
    Two of three cells are even, and one at most is a 9:

    >>> Count((0, 1, 2), (2, 4, 6, 8), 2, 2).holds((2, 2, 5))
    True
    >>> Count((0, 1, 2), (9,), most=1).holds((9, 1, 9))
    False
    """

    digit_fields = ("digits",)

    digits: tuple[int, ...]
    least: int = 0
    most: int | None = None

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        _check_few(self)

    def holds(self, digits: Digits) -> bool:
        n = sum(digit in self.digits for digit in digits)
        return self.least <= n and (self.most is None or n <= self.most)

    def post(self, model: Model) -> None:
        n = len(self.cells)
        allowed = range(max(self.least, 0), (n if self.most is None else min(self.most, n)) + 1)
        model.count(self.cells, [[(_mask_within(self.digits, model), allowed)]])

    def describe(self, n_digits: int) -> str:
        return tr(
            "A label such as 2×35 says that two cells of its outline hold a 3 or a 5; ≥2 stands for at least two, and "
            "≤2 for at most two."
        )

    def describe_at(self, cells: str) -> str:
        digits = list_digits(sorted(set(self.digits)))
        if self.most is None:
            text = tr("at least {n} of {digits}", n=self.least, digits=digits)
        elif self.least == self.most:
            text = tr("exactly {n} of {digits}", n=self.least, digits=digits)
        elif self.least <= 0:
            text = tr("at most {n} of {digits}", n=self.most, digits=digits)
        else:
            text = tr("from {least} to {most} of {digits}", least=self.least, most=self.most, digits=digits)
        return label(tr("Count"), cells, text)

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        low, high = _bounds(candidates, mask_of(digit for digit in self.digits if digit >= 1))
        digits = list_digits(sorted(set(self.digits)))
        if self.most is not None and low > self.most:
            return _too_many(tr_counted("{n} cell", "{n} cells", low, n=low), digits, self.most)
        if high < self.least:
            return _too_few(tr_counted("{n} cell", "{n} cells", high, n=high), digits, self.least)
        return ""


@record
class CountingCircles(Rule):
    """A digit in a circle is the number of circles that hold this digit.

    Examples
    --------
    >>> CountingCircles((0, 1, 2, 3)).holds((3, 1, 3, 3)), CountingCircles((0, 1)).holds((2, 1))
    (True, False)
    """

    digit_fields = ()

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        _check_few(self)

    def holds(self, digits: Digits) -> bool:
        return all(n == digit for digit, n in Counter(digits).items())

    def post(self, model: Model) -> None:
        model.count(self.cells, [[(1 << bit, (0, number)) for bit, number in enumerate(model.numbers)]])

    def describe(self, n_digits: int) -> str:
        return tr("A digit in a red ring is the number of red rings that hold this digit.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Counting circles"), cells, tr("a digit says how many of the circles hold it"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        for digit in range(1, max(mask.bit_length() for mask in candidates) + 1):
            low, high = _bounds(candidates, 1 << digit >> 1)
            if low > digit:
                return _too_many(tr_counted("{n} circle", "{n} circles", low, n=low), list_digits([digit]), digit)
            if low > 0 and high < digit:
                return _too_few(tr_counted("{n} circle", "{n} circles", high, n=high), list_digits([digit]), digit)
        return ""


class _Control(Rule):
    """A rule whose first cell says something about the others. It may come again among them, and is counted then."""

    __slots__ = ()
    may_repeat = True

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        _check_few(self)
        check_distinct(self, self.cells[1:])

    def _post_counts(self, model: Model, masks: Iterable[int]) -> None:
        """Post that the first number is how many others have digits of a mask, by the first digit."""
        control, *cells = self.cells
        is_counted = control in cells
        cases = []
        for (bit, number), mask in zip(enumerate(model.numbers), masks, strict=True):
            own = is_counted and mask >> bit & 1
            cases.append([(mask, [number - own])])
        model.count([cell for cell in cells if cell != control], cases, control)


@record
class Minesweeper(_Control):
    """The digit of the first cell is the number of the other cells that hold a mine, which is one of the digits.

    Parameters
    ----------
    cells : tuple of int
        The clue, then the cells that it counts. They may contain the clue again: then it counts itself too.
    digits : tuple of int
        The digits that are mines.

    Examples
    --------
    >>> Minesweeper((0, 1, 2, 3), (1, 3, 5, 7, 9)).holds((2, 5, 8, 5))
    True
    """

    digit_fields = ("digits",)

    digits: tuple[int, ...]

    def holds(self, digits: Digits) -> bool:
        return sum(digit in self.digits for digit in digits[1:]) == digits[0]

    def post(self, model: Model) -> None:
        self._post_counts(model, [_mask_within(self.digits, model)] * model.n_digits)

    def describe(self, n_digits: int) -> str:
        return tr(
            "A digit in a square with a dark corner is the number of mines around it; the small digits say which "
            "digits are mines."
        )

    def describe_at(self, cells: str) -> str:
        digits = list_digits(sorted(set(self.digits)))
        return label(tr("Minesweeper"), cells, tr("the first is the number of {digits} in the others", digits=digits))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        clue, *others = candidates
        return _wrong_count(
            others, mask_of(digit for digit in self.digits if digit >= 1), list_digits(sorted(set(self.digits))), clue
        )


@record
class ParityCount(_Control):
    """The digit of the first cell is the number of the other cells that are even like it, or odd like it.

    Parameters
    ----------
    cells : tuple of int
        The clue, then the cells that it counts. They may contain the clue again: then it counts itself too.

    Examples
    --------
    >>> ParityCount((0, 1, 2, 3)).holds((2, 4, 7, 8)), ParityCount((0, 0, 1, 2)).holds((2, 4, 7, 1))
    (True, False)
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return sum(digit % 2 == digits[0] % 2 for digit in digits[1:]) == digits[0]

    def post(self, model: Model) -> None:
        numbers = model.numbers
        masks = [sum(1 << bit for bit, number in enumerate(numbers) if number % 2 == parity) for parity in (0, 1)]
        self._post_counts(model, [masks[number % 2] for number in numbers])

    def describe(self, n_digits: int) -> str:
        return tr(
            "A digit in a diamond is the number of cells in the outline around it that have its parity: even cells "
            "if it is even, else odd cells."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Parity count"), cells, tr("the first is the number of the others with its parity"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        clue, *others = candidates
        if not is_single(clue):
            return ""
        digits = range(2 - clue.bit_length() % 2, max(mask.bit_length() for mask in candidates) + 1, 2)
        return _wrong_count(others, mask_of(digits), list_digits(digits), clue)


@record
class CountDistinct(_Control):
    """The digit of the first cell is the number of different digits in the other cells; or a number is given.

    Parameters
    ----------
    cells : tuple of int
        The clue, then the cells whose digits it counts. They may contain the clue again. Without a clue, if
        ``number`` is given, only the cells.
    number : int, optional
        The number of different digits in all the cells.

    Examples
    --------
    >>> CountDistinct((0, 1, 2, 3)).holds((2, 5, 8, 5)), CountDistinct((0, 1, 2), 1).holds((4, 4, 4))
    (True, True)
    """

    digit_fields = ()

    number: int | None = None

    def __post_init__(self) -> None:
        _Control.__post_init__(self)
        if self.number is not None:
            check_distinct(self, self.cells)

    def holds(self, digits: Digits) -> bool:
        if self.number is None:
            return len(set(digits[1:])) == digits[0]
        return len(set(digits)) == self.number

    def post(self, model: Model) -> None:
        if self.number is None:
            model.count_distinct(self.cells[1:], model.numbers, self.cells[0])
        else:
            model.count_distinct(self.cells, [self.number])

    def describe(self, n_digits: int) -> str:
        if self.number is None:
            return tr("A digit in a double ring is the number of different digits in the outline around it.")
        return tr("A number with ≠ is the number of different digits in its outline.")

    def describe_at(self, cells: str) -> str:
        if self.number is None:
            text = tr("the first is the number of different digits in the others")
        else:
            text = tr_counted("{n} different digit", "{n} different digits", self.number, n=self.number)
        return label(tr("Different digits"), cells, text)

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        clue, others = (candidates[0], candidates[1:]) if self.number is None else (0, candidates)
        least, most = (lowest_digit(clue), clue.bit_length()) if clue else (self.number or 0, self.number or 0)
        low = len({held for held in others if is_single(held)})
        high = min(len(others), union(others).bit_count())
        if low > most:
            return tr("there would be at least {low} different digits, not {n}", low=low, n=most)
        return tr("there would be at most {high} different digits, not {n}", high=high, n=least) if high < least else ""


def _mask_within(digits: Iterable[int], model: Model) -> int:
    return mask_of(digit for digit in digits if 1 <= digit <= model.n_digits)


def _bounds(candidates: Sequence[int], mask: int) -> tuple[int, int]:
    """Return how many cells must and may hold a digit of a mask."""
    return sum(not held & ~mask for held in candidates), sum(bool(held & mask) for held in candidates)


def _wrong_count(cells: Sequence[int], mask: int, digits: str, clue: int) -> str:
    """Say that more or fewer cells would hold a digit of a mask than the clue says; "" if the bounds don't show it."""
    low, high = _bounds(cells, mask)
    if low > clue.bit_length():
        return _too_many(tr_counted("{n} cell", "{n} cells", low, n=low), digits, clue.bit_length())
    if high < lowest_digit(clue):
        return _too_few(tr_counted("{n} cell", "{n} cells", high, n=high), digits, lowest_digit(clue))
    return ""


def _too_many(cells: str, digits: str, most: int) -> str:
    return tr("at least {cells} would hold {digits}, not {n}", cells=cells, digits=digits, n=most)


def _too_few(cells: str, digits: str, least: int) -> str:
    return tr("at most {cells} would hold {digits}, not {n}", cells=cells, digits=digits, n=least)
