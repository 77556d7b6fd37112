"""Rules about groups of cells: the same sum, the same digits; and about groups of digits among some cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, combinations, combinations_with_replacement, pairwise
from math import comb

from farandole.bitsets import bit_of, has_digit
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, RuleCandidates, explain_same, sum_bounds
from farandole.rules.general import equal_pairs
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_unequal_sums, label, list_digits

_MOST_MULTISETS = 400  # beyond, an automaton that reads two groups takes too long


@record
class EqualSum(Rule):
    """Groups of cells have the same sum.

    Parameters
    ----------
    cells : tuple of int
        The cells of the first group, then those of the second, and so on.
    sizes : tuple of int
        How many cells each group has.

    Examples
    --------
    >>> EqualSum((0, 1, 2, 3), (1, 2, 1)).holds((7, 3, 4, 7))
    True
    """

    digit_fields = ()
    may_repeat = True

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(
            self, min(self.sizes, default=0) >= 1 and sum(self.sizes) == len(self.cells), "a group for each cell"
        )

    def groups_of(self, values: Sequence[int]) -> list[tuple[int, ...]]:
        """Split the cells, or their digits, into groups."""
        return [tuple(values[end - size : end]) for end, size in zip(accumulate(self.sizes), self.sizes, strict=True)]

    def holds(self, digits: Digits) -> bool:
        return len({sum(group) for group in self.groups_of(digits)}) <= 1

    def post(self, model: Model) -> None:
        groups = sorted(self.groups_of(self.cells), key=len)
        pairs = list(pairwise(groups))
        if len(groups[0]) == 1:  # a single cell bounds each sum
            pairs += [(groups[0], other) for other in groups[2:]]
        for one, other in pairs:
            model.sum((*one, *other), 0, 0, coefficients=[1] * len(one) + [-1] * len(other))

    def describe(self, n_digits: int) -> str:
        return tr("Groups of cells of the same color have the same sum.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Equal sums"), cells, tr("the same sum in each group"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        sums = [(sum_bounds(group), n) for n, group in enumerate(self.groups_of(candidates), 1)]
        (low, high), one = max(sums)
        (low_of_other, high_of_other), other = min(sums, key=lambda bounds: bounds[0][1])
        return describe_unequal_sums(
            tr("group {n}", n=one), (low, high), tr("group {n}", n=other), (low_of_other, high_of_other)
        )


@record
class SameDigits(Rule):
    """Groups of as many cells hold the same digits, each as often, in any order.

    Parameters
    ----------
    cells : tuple of int
        The cells of the first group, then those of the second, and so on.
    n_groups : int

    Examples
    --------
    >>> SameDigits((0, 1, 2, 3, 4, 5), 2).holds((7, 3, 3, 3, 7, 3)), SameDigits((0, 1, 2, 3), 2).holds((1, 2, 1, 1))
    (True, False)
    """

    digit_fields = ()
    may_repeat = True

    n_groups: int = 2

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, self.n_groups >= 1 and len(self.cells) % self.n_groups == 0, "groups of as many cells")

    def groups_of(self, values: Sequence[int]) -> list[tuple[int, ...]]:
        """Split the cells, or their digits, into groups."""
        size = len(self.cells) // self.n_groups
        return [tuple(values[at : at + size]) for at in range(0, len(self.cells), size)]

    def holds(self, digits: Digits) -> bool:
        first, *others = map(Counter, self.groups_of(digits))
        return all(group == first for group in others)

    def post(self, model: Model) -> None:
        groups = self.groups_of(self.cells)
        size, n = len(groups[0]), model.n_digits
        if size == 1:
            for pair in combinations({*self.cells}, 2):
                model.table(pair, equal_pairs(n))
            return
        for one, other in pairwise(groups):  # more pairs find little more, and take long
            _post_same(model, one, other)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        groups = self.groups_of(range(len(cells.masks)))
        if len(groups[0]) == 1:
            return explain_same(cells, place, digit, range(len(cells.masks)))
        for group in groups:
            if not any(cells.allows(n, digit) for n in group):
                first, last = cells.names[group[0]], cells.names[group[-1]]
                return tr(
                    "No cell of the group from {first} to {last} can be {digits}, and each group holds the same digits",
                    first=first,
                    last=last,
                    digits=DIGITS,
                )
        known = {cells.value(n): n for n in range(len(cells.masks)) if cells.value(n)}
        of_cell = cells.places_of(place)
        for own in (group for group in groups if not {*group}.isdisjoint(of_cell)):
            for need, other in known.items():
                places = {n for n in own if cells.allows(n, need)}
                if need != digit and places and places <= {*of_cell}:
                    return tr(
                        "{other} is {need}, and in another group only {cell} can be {need}",
                        other=cells.names[other],
                        need=need,
                        cell=cells.names[place],
                    )
        return None

    def describe(self, n_digits: int) -> str:
        return tr("Groups of cells of the same color hold the same digits, each as often.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Same digits"), cells, tr("the same digits in each group"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        groups = self.groups_of(candidates)
        for digit in range(1, max(candidates).bit_length() + 1):
            surely = [group.count(bit_of(digit)) for group in groups]
            most = [sum(has_digit(mask, digit) for mask in group) for group in groups]
            if max(surely) > min(most):
                one, other = surely.index(max(surely)) + 1, most.index(min(most)) + 1
                return tr(
                    "group {n} would hold {digit} more often than group {other} can", n=one, digit=digit, other=other
                )
        return ""


def _post_same(model: Model, one: Sequence[Cell], other: Sequence[Cell]) -> None:
    """Post that two groups hold the same digits, without the cells that they share."""
    shared = Counter(one) & Counter(other)
    one = [*(Counter(one) - shared).elements()]
    other = [*(Counter(other) - shared).elements()]
    size, n = len(one), model.n_digits
    if not size:
        return
    model.sum((*one, *other), 0, 0, coefficients=[1] * size + [-1] * size)
    if model.are_different(one) and model.are_different(other):
        for digit in range(1, n + 1):
            model.automaton((*one, *other), _both_or_neither(digit, n, size))
    elif comb(n + size - 1, size) <= _MOST_MULTISETS:
        model.automaton((*one, *other), _same_multisets(n, size))
    else:
        for digit in range(1, n + 1):
            model.automaton((*one, *other), _same_count(digit, n, size))


@lru_cache(maxsize=32)
def _same_multisets(n_digits: int, size: int) -> Nfa:
    """Make the automaton that reads some digits, then the same ones in any order."""
    states: dict[tuple[bool, tuple[int, ...]], int] = {(False, ()): 0}
    arcs: dict[tuple[int, int], int] = {}

    def join(before: tuple[bool, tuple[int, ...]], after: tuple[bool, tuple[int, ...]], digit: int) -> None:
        way = states[before], states.setdefault(after, len(states))
        arcs[way] = arcs.get(way, 0) | 1 << digit >> 1

    digits = range(1, n_digits + 1)
    for length in range(size):
        for held in combinations_with_replacement(digits, length):
            for digit in digits:
                join((False, held), (length + 1 == size, tuple(sorted((*held, digit)))), digit)
    for length in range(size, 0, -1):
        for left in combinations_with_replacement(digits, length):
            for digit in {*left}:
                rest = list(left)
                rest.remove(digit)
                join((True, left), (True, tuple(rest)), digit)
    return Nfa(len(states), tuple((*way, mask) for way, mask in arcs.items()), (states[True, ()],))


@lru_cache(maxsize=256)
def _both_or_neither(digit: int, n_digits: int, size: int) -> Nfa:
    """Make the automaton that reads two groups, in each of which a digit comes once, or in neither."""

    def step(state: tuple[int, bool], found: int) -> tuple[int, bool] | None:
        read, is_held = state
        if found == digit:
            return (read + 1, not is_held) if is_held == (read >= size) else None
        return read + 1, is_held

    return Nfa.explore((0, False), step, lambda state: not state[1], n_digits=n_digits, length=2 * size)


@lru_cache(maxsize=256)
def _same_count(digit: int, n_digits: int, size: int) -> Nfa:
    """Make the automaton that reads two groups in which a digit comes as often."""
    own = 1 << digit >> 1
    others = (1 << n_digits) - 1 & ~own

    def number(read: int, surplus: int) -> int:
        return read * (size + 1) + surplus

    arcs = []
    for read in range(2 * size):
        for surplus in range(min(read, 2 * size - read, size) + 1):
            arcs.append((number(read, surplus), number(read + 1, surplus), others))
            if read < size:
                arcs.append((number(read, surplus), number(read + 1, surplus + 1), own))
            elif surplus:
                arcs.append((number(read, surplus), number(read + 1, surplus - 1), own))
    return Nfa((2 * size + 1) * (size + 1), tuple(arcs), (number(2 * size, 0),))


@record
class OneOfEach(Rule):
    """The cells hold at least one digit of each group: a low, a middle and a high one.

    Parameters
    ----------
    cells : tuple of int
    groups : tuple of tuple of int
        Groups of digits.

    Examples
    --------
    >>> OneOfEach((0, 1, 9, 10)).holds((1, 5, 9, 2)), OneOfEach((0, 1, 9, 10)).holds((1, 5, 6, 2))
    (True, False)
    """

    digit_fields = ("groups",)

    groups: tuple[tuple[int, ...], ...] = ((1, 2, 3), (4, 5, 6), (7, 8, 9))

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.groups) <= 10, "at most 10 groups of digits")

    def holds(self, digits: Digits) -> bool:
        return not any({*digits}.isdisjoint(group) for group in self.groups)

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _one_of_each(self.groups, model.n_digits, len(self.cells)))

    def describe(self, n_digits: int) -> str:
        groups = " / ".join(" ".join(map(str, group)) for group in self.groups)
        if len(self.cells) == 4:
            return tr(
                "Any 2x2 square that is marked, or each if none is, holds a digit of each group: {groups}.",
                groups=groups,
            )
        return tr("Tinted cells hold a digit of each group: {groups}.", groups=groups)

    def describe_at(self, cells: str) -> str:
        groups = " / ".join(" ".join(map(str, group)) for group in self.groups)
        return label(tr("One of each"), cells, tr("a digit of each group: {groups}", groups=groups))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        for group in self.groups:
            if not any(has_digit(mask, digit) for mask in candidates for digit in group if digit > 0):
                return tr("no cell could hold one of {digits}", digits=list_digits(group))
        return ""


@lru_cache(maxsize=64)
def _one_of_each(groups: tuple[tuple[int, ...], ...], n_digits: int, length: int) -> Nfa:
    bits = [mask_of(n for n, group in enumerate(groups, 1) if digit in group) for digit in range(n_digits + 1)]
    every = (1 << len(groups)) - 1
    return Nfa.explore(
        0, lambda held, digit: held | bits[digit], lambda held: held == every, n_digits=n_digits, length=length
    )
