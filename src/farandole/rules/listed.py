"""Rules of pairs of digits that the setter lists: for neighbors on a line, and for any two of some cells."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, RuleCandidates
from farandole.rules.lines import MOST_SETS, Line
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.rule import Rule, check_rule, label

Pairs = tuple[tuple[int, ...], ...]


@record
class Relation(Line):
    """Any two neighbors on the line are one of the pairs, the digit that comes first on the line before the other.

    Parameters
    ----------
    cells : tuple of int
    pairs : tuple of (int, int)
    name : str
        What the setter calls the relation.

    Examples
    --------
    >>> Relation((0, 1, 2), ((1, 2), (2, 1), (2, 4), (4, 2)), "double").holds((1, 2, 4))
    True
    """

    digit_fields = ("pairs",)

    pairs: tuple[tuple[int, ...], ...]
    name: str = ""

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, all(len(pair) == 2 for pair in self.pairs), "pairs of two digits")

    def holds(self, digits: Digits) -> bool:
        return all(pair in self.pairs for pair in pairwise(digits))

    def post(self, model: Model) -> None:
        for pair in pairwise(self.cells):
            model.table(pair, self.pairs)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        known = {*self.pairs}
        for at in cells.places_of(place):
            for other, is_first in ((at + 1, True), (at - 1, False)):
                if 0 <= other < len(cells.masks) and (
                    said := _explain_pair(cells, digit, other, known, is_first=is_first)
                ):
                    return said
        return None

    def describe(self, n_digits: int) -> str:
        if self.name:
            return tr("Neighbors on a dotted line obey a rule of the setter: {name}.", name=self.name)
        return tr("Neighbors on a dotted line are pairs that the setter lists.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Relation"), cells, self.name or tr("neighbors are one of the pairs that the setter lists"))


@record
class MutualRelation(Rule):
    """Any two of the cells are one of the pairs, the digit of the cell that is listed first before the other.

    Parameters
    ----------
    cells : tuple of int
    pairs : tuple of (int, int)
    name : str
        What the setter calls the relation.

    Examples
    --------
    >>> MutualRelation((0, 1, 2), ((1, 3), (3, 1), (1, 5), (5, 1), (3, 5), (5, 3)), "odd").holds((5, 1, 3))
    True
    """

    digit_fields = ("pairs",)

    pairs: tuple[tuple[int, ...], ...]
    name: str = ""

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, all(len(pair) == 2 for pair in self.pairs), "pairs of two digits")

    def holds(self, digits: Digits) -> bool:
        return all(pair in self.pairs for pair in combinations(digits, 2))

    def post(self, model: Model) -> None:
        if len(self.cells) > 2 and all(one != other for one, other in self.pairs):
            sets = _sets(self.pairs, model.n_digits, len(self.cells))
            if sets is not None:
                model.sets(self.cells, sets)
                return
            model.all_different(self.cells)
        for pair in combinations(self.cells, 2):
            model.table(pair, self.pairs)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        known = {*self.pairs}
        for other in range(len(cells.masks)):
            if other != place and (said := _explain_pair(cells, digit, other, known, is_first=place < other)):
                return said
        return None

    def describe(self, n_digits: int) -> str:
        if self.name:
            return tr("Any two cells with the same dots obey a rule of the setter: {name}.", name=self.name)
        return tr("Any two cells with the same dots are pairs that the setter lists.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Relation"), cells, self.name or tr("any two are one of the pairs that the setter lists"))


def _explain_pair(
    cells: RuleCandidates, digit: int, other: int, known: Collection[tuple[int, ...]], *, is_first: bool
) -> str | None:
    """Say that no pair has a digit, or none has it beside a candidate of another cell; None if one has."""

    def fits(held: int) -> bool:
        return ((digit, held) if is_first else (held, digit)) in known

    if any(map(fits, cells.digits(other))):
        return None
    if not any(map(fits, range(1, cells.n_digits + 1))):
        return tr("No digit makes a pair of the rule with {digits}", digits=DIGITS)
    return tr("No candidate of {other} makes a pair of the rule with {digits}", other=cells.names[other], digits=DIGITS)


@lru_cache(maxsize=64)
def _sets(pairs: Pairs, n_digits: int, n_cells: int) -> tuple[int, ...] | None:
    """List the sets of digits of which any two are a pair in both orders; None if an order matters or sets are many."""
    known = {*pairs}
    if comb(n_digits, n_cells) > MOST_SETS or any((other, one) not in known for one, other in pairs):
        return None
    chosen = combinations(range(1, n_digits + 1), n_cells)
    return tuple(mask_of(digits) for digits in chosen if all(pair in known for pair in combinations(digits, 2)))
