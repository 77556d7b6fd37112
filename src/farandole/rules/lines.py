"""Rules about the digits along a line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from farandole.grid import Cell
from farandole.rules.model import Digits, Model, Rule, mask_of, require, tabulate


@dataclass(frozen=True, slots=True)
class Thermo(Rule):
    """Digits rise from the bulb, the first cell.

    Examples
    --------
    >>> Thermo((0, 1, 2)).holds((2, 5, 9)), Thermo((0, 1, 2)).holds((2, 5, 5))
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        return all(a < b for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)


@dataclass(frozen=True, slots=True)
class SlowThermo(Rule):
    """Digits rise from the bulb, the first cell, or stay the same.

    Examples
    --------
    >>> SlowThermo((0, 1, 2)).holds((2, 5, 5))
    True
    """

    def holds(self, digits: Digits) -> bool:
        return all(a <= b for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)


@dataclass(frozen=True, slots=True)
class Whispers(Rule):
    """Neighbors on the line differ by at least 5 (German), 4 (Dutch), or as said.

    Examples
    --------
    >>> Whispers((0, 1, 2)).holds((1, 6, 1)), Whispers((0, 1)).holds((3, 7)), Whispers((0, 1), 4).holds((3, 7))
    (True, False, True)
    """

    difference: int = 5

    def holds(self, digits: Digits) -> bool:
        return all(abs(a - b) >= self.difference for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)


@dataclass(frozen=True, slots=True)
class Palindrome(Rule):
    """The digits read the same from both ends.

    Examples
    --------
    >>> Palindrome((0, 1, 2)).holds((4, 7, 4))
    True
    """

    def holds(self, digits: Digits) -> bool:
        return list(digits) == list(reversed(digits))

    def post(self, model: Model) -> None:
        same = [(digit, digit) for digit in range(1, model.n_digits + 1)]
        for i in range(len(self.cells) // 2):
            model.table((self.cells[i], self.cells[-1 - i]), same)


@dataclass(frozen=True, slots=True)
class Renban(Rule):
    """The digits are consecutive numbers, in any order, none twice.

    Examples
    --------
    >>> Renban((0, 1, 2)).holds((5, 3, 4)), Renban((0, 1, 2)).holds((5, 3, 5))
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        return sorted(digits) == list(range(min(digits), min(digits) + len(digits)))

    def post(self, model: Model) -> None:
        n = len(self.cells)
        model.sets(self.cells, [mask_of(range(low, low + n)) for low in range(1, model.n_digits - n + 2)])


@dataclass(frozen=True, slots=True)
class Between(Rule):
    """The digits lie between those in the circles, the first and the last cell, and equal neither.

    Examples
    --------
    >>> Between((0, 1, 2, 3)).holds((8, 5, 5, 2)), Between((0, 1, 2)).holds((3, 3, 7))
    (True, False)
    """

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        require(self, len(self.cells) >= 2, "a circle at both ends")

    def holds(self, digits: Digits) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return all(low < digit < high for digit in digits[1:-1])

    def post(self, model: Model) -> None:
        _post_with_ends(self, model)


@dataclass(frozen=True, slots=True)
class Lockout(Rule):
    """The first and the last digit differ by at least ``difference``; the others are less than both or greater.

    Examples
    --------
    >>> Lockout((0, 1, 2, 3)).holds((7, 9, 1, 3)), Lockout((0, 1, 2)).holds((7, 4, 3))
    (True, False)
    """

    difference: int = 4

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        require(self, len(self.cells) >= 2, "a diamond at both ends")

    def holds(self, digits: Digits) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return high - low >= self.difference and all(not low <= digit <= high for digit in digits[1:-1])

    def post(self, model: Model) -> None:
        _post_with_ends(self, model)


@dataclass(frozen=True, slots=True)
class Entropic(Rule):
    """Any three neighbors on the line are from three different groups: low, middle and high.

    Examples
    --------
    >>> Entropic((0, 1, 2, 3)).holds((1, 5, 8, 3)), Entropic((0, 1, 2)).holds((1, 5, 4))
    (True, False)
    """

    groups: tuple[tuple[int, ...], ...] = ((1, 2, 3), (4, 5, 6), (7, 8, 9))

    def holds(self, digits: Digits) -> bool:
        return _are_mixed([next((n for n, group in enumerate(self.groups) if d in group), None) for d in digits])

    def post(self, model: Model) -> None:
        _post_threes(self, model)


@dataclass(frozen=True, slots=True)
class Modular(Rule):
    """Any three neighbors on the line have three different remainders when divided by 3.

    Examples
    --------
    >>> Modular((0, 1, 2, 3)).holds((1, 5, 9, 7)), Modular((0, 1, 2)).holds((1, 4, 9))
    (True, False)
    """

    def holds(self, digits: Digits) -> bool:
        return _are_mixed([digit % 3 for digit in digits])

    def post(self, model: Model) -> None:
        _post_threes(self, model)


def _are_mixed(kinds: list[int | None]) -> bool:
    """Whether any three neighbors are of three kinds; a line of one or two cells has just different ones."""
    size = min(3, len(kinds))
    windows = [kinds[i : i + size] for i in range(len(kinds) - size + 1)]
    return None not in kinds and all(len(set(window)) == size for window in windows)


def _post_pairwise(rule: Rule, model: Model) -> None:
    """Post a rule that says something of neighbors only."""
    for pair in pairwise(rule.cells):
        model.table(pair, tabulate(_at(rule, pair), model.n_digits))


def _post_threes(rule: Rule, model: Model) -> None:
    """Post a rule that says something of three neighbors only."""
    size = min(3, len(rule.cells))
    for i in range(len(rule.cells) - size + 1):
        cells = rule.cells[i : i + size]
        model.table(cells, tabulate(_at(rule, cells), model.n_digits))


def _post_with_ends(rule: Rule, model: Model) -> None:
    """Post a rule that says something of each cell and the two ends."""
    first, *inner, last = rule.cells
    triples: list[tuple[Cell, ...]] = [(first, cell, last) for cell in inner]
    for cells in triples or [(first, last)]:
        model.table(cells, tabulate(_at(rule, cells), model.n_digits))


def _at(rule: Rule, cells: tuple[Cell, ...]) -> Rule:
    return replace(rule, cells=cells)
