"""Rules about the digits along a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from math import comb

from farandole.errors import RuleError
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, PLACES, RuleCandidates, explain_same, has_partner
from farandole.rules.general import equal_pairs
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.rule import Rule, check_rule, label, tabulate
from farandole.sizes import MAX_DIGITS


@record
class Line(Rule):
    """A rule of a line, which may cross itself and be a loop, but never stays in a cell."""

    may_repeat = True

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        still = next((one for one, other in pairwise(self.cells) if one == other), None)
        if still is not None:
            raise RuleError(type(self).__name__, "expected a line that goes on, found {} twice in a row", (still,))

    @property
    def is_loop(self) -> bool:
        """Whether the line ends where it began."""
        return len(self.cells) > 3 and self.cells[0] == self.cells[-1]


def require_apart(rule: Rule, some: Sequence[Cell], others: Sequence[Cell], what: str) -> None:
    """Raise a RuleError if a line returns to a cell that has a special role."""
    if both := [cell for cell in others if cell in {*some}]:
        raise RuleError(type(rule).__name__, f"expected {what} once, found {{}} again on the line", (both[0],))


MOST_SETS = 2_000  # beyond, pairs say nearly as much in less time


@record
class Thermo(Rule):
    """Digits rise from the bulb, the first cell.

    Examples
    --------
    >>> Thermo((0, 1, 2)).holds((2, 5, 9)), Thermo((0, 1, 2)).holds((2, 5, 5))
    (True, False)
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return all(a < b for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_rise(cells, place, digit, step=1)

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a thermometer rise from the bulb.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Thermometer"), cells, tr("digits increase"))


@record
class SlowThermo(Line):
    """Digits rise from the bulb, the first cell, or stay the same.

    Examples
    --------
    >>> SlowThermo((0, 1, 2)).holds((2, 5, 5))
    True
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return all(a <= b for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_rise(cells, place, digit, step=0)

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a hollow thermometer rise from the bulb or stay the same.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Slow thermometer"), cells, tr("digits increase or stay the same"))


@record
class Whispers(Line):
    """Neighbors on the line differ by at least 5 (German), 4 (Dutch), or as said.

    Examples
    --------
    >>> Whispers((0, 1, 2)).holds((1, 6, 1)), Whispers((0, 1)).holds((3, 7)), Whispers((0, 1), 4).holds((3, 7))
    (True, False, True)
    """

    digit_fields = ()

    difference: int = 5

    def holds(self, digits: Digits) -> bool:
        return all(abs(a - b) >= self.difference for a, b in pairwise(digits))

    def post(self, model: Model) -> None:
        _post_pairwise(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_by_neighbors(
            cells,
            place,
            digit,
            lambda one, other: abs(one - other) >= self.difference,
            tr("No digit differs from {digits} by at least {n}", digits=DIGITS, n=self.difference),
            lambda other: tr(
                "No candidate of {other} differs from {digits} by at least {n}",
                other=other,
                digits=DIGITS,
                n=self.difference,
            ),
        )

    def describe(self, n_digits: int) -> str:
        if self.difference <= n_digits // 2:
            return tr("Neighboring digits on an orange line differ by at least {number}.", number=self.difference)
        return tr("Neighboring digits on a green line differ by at least {number}.", number=self.difference)

    def describe_at(self, cells: str) -> str:
        return label(tr("Whispers"), cells, tr("neighbors differ by at least {n}", n=self.difference))


@record
class Palindrome(Line):
    """The digits read the same from both ends.

    Examples
    --------
    >>> Palindrome((0, 1, 2)).holds((4, 7, 4))
    True
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return list(digits) == list(reversed(digits))

    def post(self, model: Model) -> None:
        for i in range(len(self.cells) // 2):
            model.table((self.cells[i], self.cells[-1 - i]), equal_pairs(model.n_digits))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_same(cells, place, digit, [len(self.cells) - 1 - n for n in cells.places_of(place)])

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a gray line read the same from both ends.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Palindrome"), cells, tr("the same from both ends"))


@record
class Renban(Line):
    """The digits are consecutive numbers, in any order, none twice.

    Examples
    --------
    >>> Renban((0, 1, 2)).holds((5, 3, 4)), Renban((0, 1, 2)).holds((5, 3, 5))
    (True, False)
    """

    digit_fields = ()

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of the line, each once."""
        return tuple(dict.fromkeys(self.cells))

    def holds(self, digits: Digits) -> bool:
        return sorted(digits) == list(range(min(digits), min(digits) + len(digits)))

    def post(self, model: Model) -> None:
        n = len(self.scope)
        model.sets(self.scope, [mask_of(range(low, low + n)) for low in range(1, model.n_digits - n + 2)])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(cells.masks)
        lowest, highest = min(range(n), key=cells.highest), max(range(n), key=cells.lowest)
        most, least = cells.highest(lowest) + n - 1, cells.lowest(highest) - n + 1
        if digit > most:
            return tr(
                "No digit is more than {most}, because {other} is at most {limit} and the digits are consecutive",
                most=most,
                other=cells.names[lowest],
                limit=cells.highest(lowest),
            )
        if digit < least:
            return tr(
                "No digit is less than {least}, because {other} is at least {limit} and the digits are consecutive",
                least=least,
                other=cells.names[highest],
                limit=cells.lowest(highest),
            )
        for low in range(max(1, digit - n + 1), min(digit, cells.n_digits - n + 1) + 1):
            others = [other for other in range(n) if other != place]
            if all(any(cells.allows(other, need) for other in others) for need in range(low, low + n) if need != digit):
                return None
        return tr(
            "{n} consecutive digits with {digits} in {places} need a digit that no other cell of the line can be",
            n=n,
            digits=DIGITS,
            places=PLACES,
        )

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a purple line don't repeat and are consecutive, in any order.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Renban"), cells, tr("consecutive digits in any order"))


@record
class Nabner(Line):
    """No two digits are the same or consecutive, wherever they lie on the line.

    Examples
    --------
    >>> Nabner((0, 1, 2)).holds((3, 9, 1)), Nabner((0, 1, 2)).holds((3, 9, 4))
    (True, False)
    """

    digit_fields = ()

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of the line, each once."""
        return tuple(dict.fromkeys(self.cells))

    def holds(self, digits: Digits) -> bool:
        return all(b - a >= 2 for a, b in pairwise(sorted(digits)))

    def post(self, model: Model) -> None:
        n, cells = len(self.scope), self.scope
        n_free = model.n_digits - n + 1  # digits, once the one after each on the line is left out
        if n_free < n:
            model.forbid(cells)
        elif comb(n_free, n) <= MOST_SETS:
            chosen = combinations(range(1, n_free + 1), n)
            model.sets(cells, [mask_of(digit + k for k, digit in enumerate(some)) for some in chosen])
        else:
            model.all_different(cells)
            for pair in combinations(cells, 2):
                model.table(pair, tabulate(self, model.n_digits, 2))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        for other in range(len(cells.masks)):
            if other != place and not has_partner(cells, digit, other, lambda one, two: abs(one - two) > 1):
                return tr(
                    "Each candidate of {other} is equal or next to {digits}",
                    other=cells.names[other],
                    digits=DIGITS,
                )
        return None

    def describe(self, n_digits: int) -> str:
        return tr("No two digits on a yellow line are the same or consecutive, wherever they are on it.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Nabner"), cells, tr("no two are equal or consecutive"))


@record
class Between(Line):
    """The digits lie between those in the circles, the first and the last cell, and equal neither.

    Examples
    --------
    >>> Between((0, 1, 2, 3)).holds((8, 5, 5, 2)), Between((0, 1, 2)).holds((3, 3, 7))
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
        low, high = sorted((digits[0], digits[-1]))
        return all(low < digit < high for digit in digits[1:-1])

    def post(self, model: Model) -> None:
        _post_with_ends(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        last = len(cells.masks) - 1
        if place in (0, last):
            return _explain_end(self, cells, place, digit, tr("between the circles"))
        most, least = max(cells.highest(0), cells.highest(last)), min(cells.lowest(0), cells.lowest(last))
        if digit >= most:
            return tr(
                "{cell} is less than one of the circles, and these are at most {most}",
                cell=cells.names[place],
                most=most,
            )
        if digit <= least:
            return tr(
                "{cell} is greater than one of the circles, and these are at least {least}",
                cell=cells.names[place],
                least=least,
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr("Digits on a gray line lie between the digits in the circles at its ends, and equal neither.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Between"), cells, tr("the others lie between the ends"))


@record
class Lockout(Line):
    """The first and the last digit differ by at least ``difference``; the others are less than both or greater.

    Examples
    --------
    >>> Lockout((0, 1, 2, 3)).holds((7, 9, 1, 3)), Lockout((0, 1, 2)).holds((7, 4, 3))
    (True, False)
    """

    digit_fields = ()

    difference: int = 4

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, len(self.cells) >= 2, "a diamond at both ends")
        first, *inner, last = self.cells
        require_apart(self, (first, last), inner, "each diamond")
        require_apart(self, (first,), (last,), "each diamond")

    def holds(self, digits: Digits) -> bool:
        low, high = sorted((digits[0], digits[-1]))
        return high - low >= self.difference and all(not low <= digit <= high for digit in digits[1:-1])

    def post(self, model: Model) -> None:
        _post_with_ends(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        last = len(cells.masks) - 1
        if place in (0, last):
            other = last - place
            if not has_partner(cells, digit, other, lambda one, two: abs(one - two) >= self.difference):
                return tr(
                    "No candidate of {other} differs from {digits} by at least {n}",
                    other=cells.names[other],
                    digits=DIGITS,
                    n=self.difference,
                )
            return _explain_end(self, cells, place, digit, tr("outside the diamonds"))
        ends = [(one, two) for one in cells.digits(0) for two in cells.digits(last)]
        if all(min(end) <= digit <= max(end) for end in ends if abs(end[0] - end[1]) >= self.difference):
            return tr(
                "{digits} would be between the diamonds {first} and {last}, or equal to one of them",
                digits=DIGITS,
                first=cells.names[0],
                last=cells.names[last],
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr(
            "Digits in the diamonds of a blue line differ by at least {number}; "
            "each digit between them is greater than both or less than both.",
            number=self.difference,
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Lockout"),
            cells,
            tr("the ends differ by at least {n}, and no other cell lies between them", n=self.difference),
        )


@record
class Entropic(Line):
    """Any three neighbors on the line are from three different groups: low, middle and high.

    Examples
    --------
    >>> Entropic((0, 1, 2, 3)).holds((1, 5, 8, 3)), Entropic((0, 1, 2)).holds((1, 5, 4))
    (True, False)
    """

    digit_fields = ("groups",)

    groups: tuple[tuple[int, ...], ...] = ((1, 2, 3), (4, 5, 6), (7, 8, 9))

    def holds(self, digits: Digits) -> bool:
        kinds = [next((n for n, group in enumerate(self.groups) if d in group), None) for d in digits]
        return _are_mixed(kinds, is_loop=self.is_loop)

    def post(self, model: Model) -> None:
        _post_threes(self, model)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return _explain_groups(
            self,
            cells,
            place,
            digit,
            lambda digit: next((n for n, group in enumerate(self.groups) if digit in group), -1),
            len(self.groups),
        )

    def describe(self, n_digits: int) -> str:
        groups = " / ".join(" ".join(map(str, group)) for group in self.groups)
        return tr("Any three neighbors on a peach line are from three different groups: {groups}.", groups=groups)

    def describe_at(self, cells: str) -> str:
        return label(tr("Entropic"), cells, tr("any three neighbors are low, middle and high"))


@record
class Modular(Line):
    """Any three neighbors on the line have three different remainders when divided by 3; or as many as said.

    Examples
    --------
    >>> Modular((0, 1, 2, 3)).holds((1, 5, 9, 7)), Modular((0, 1, 2)).holds((1, 4, 9)), Modular((0, 1), 2).holds((4, 6))
    (True, False, False)
    """

    digit_fields = ()

    modulus: int = 3

    def __post_init__(self) -> None:
        Line.__post_init__(self)
        check_rule(self, 1 <= self.modulus <= MAX_DIGITS, f"a modulus from 1 to {MAX_DIGITS} (not {self.modulus})")

    def holds(self, digits: Digits) -> bool:
        return _are_mixed([digit % self.modulus for digit in digits], is_loop=self.is_loop, size=self.modulus)

    def post(self, model: Model) -> None:
        if self.modulus == 3:
            _post_threes(self, model)
            return
        differ = _remainders(self.modulus, model.n_digits)
        cells = self.cells + self.cells[1 : self.modulus - 1] * self.is_loop
        for place, one in enumerate(cells):
            for other in cells[place + 1 : place + self.modulus]:
                model.table((one, other), differ)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if self.modulus != 3:
            return None
        return _explain_groups(self, cells, place, digit, lambda digit: digit % 3, 3)

    def describe(self, n_digits: int) -> str:
        if self.modulus == 3:
            return tr("Any three neighbors on a turquoise line leave different remainders when divided by 3.")
        if self.modulus == 2:
            return tr("Odd and even digits alternate on a dashed turquoise line.")
        return tr(
            "Any {n} neighbors on a dashed turquoise line leave different remainders when divided by {n}.",
            n=self.modulus,
        )

    def describe_at(self, cells: str) -> str:
        if self.modulus == 3:
            return label(tr("Modular"), cells, tr("any three neighbors differ modulo 3"))
        if self.modulus == 2:
            return label(tr("Modular"), cells, tr("odd and even digits alternate"))
        return label(tr("Modular"), cells, tr("any {n} neighbors differ modulo {n}", n=self.modulus))


@lru_cache(maxsize=64)
def _remainders(modulus: int, n_digits: int) -> tuple[tuple[int, int], ...]:
    """List the pairs of digits that leave different remainders."""
    digits = range(1, n_digits + 1)
    return tuple((one, other) for one in digits for other in digits if (one - other) % modulus)


def _are_mixed(kinds: Sequence[int | None], *, is_loop: bool, size: int = 3) -> bool:
    """Return whether any three neighbors, or as many as said, are of three kinds; else whether all are."""
    kinds = [*kinds, *(kinds[1 : size - 1] if is_loop else ())]
    size = min(size, len(kinds))
    windows = [kinds[i : i + size] for i in range(len(kinds) - size + 1)]
    return None not in kinds and all(len(set(window)) == size for window in windows)


def explain_rise(cells: RuleCandidates, place: int, digit: int, *, step: int) -> str | None:
    """Say which cell further on, or before, leaves no room for a digit on a line whose digits rise by a step."""
    name = cells.names[place]
    later = min(range(place + 1, len(cells.masks)), key=lambda n: cells.highest(n) - step * n, default=place)
    most = cells.highest(later) - step * (later - place)
    if later > place and digit > most:
        return tr(
            "{cell} can't be more than {most}, because {other} comes later and is at most {limit}",
            cell=name,
            most=most,
            other=cells.names[later],
            limit=cells.highest(later),
        )
    earlier = max(range(place), key=lambda n: cells.lowest(n) - step * n, default=place)
    least = cells.lowest(earlier) + step * (place - earlier)
    if earlier < place and digit < least:
        return tr(
            "{cell} can't be less than {least}, because {other} comes before and is at least {limit}",
            cell=name,
            least=least,
            other=cells.names[earlier],
            limit=cells.lowest(earlier),
        )
    return None


def explain_by_neighbors(
    cells: RuleCandidates,
    place: int,
    digit: int,
    fits: Callable[[int, int], bool],
    no_digit: str,
    no_candidate: Callable[[str], str],
) -> str | None:
    """Say that no digit fits, or no candidate of a neighbor, or only the same one of two that see each other."""
    if len(cells.masks) > 1 and not any(fits(digit, other) for other in range(1, cells.n_digits + 1)):
        return no_digit
    neighbors = [n for at in cells.places_of(place) for n in (at - 1, at + 1) if 0 <= n < len(cells.masks)]
    partners = [[other for other in cells.digits(n) if fits(digit, other)] for n in neighbors]
    for n, fitting in zip(neighbors, partners, strict=True):
        if not fitting:
            return no_candidate(cells.names[n])
    for (one, fitting), (two, others) in combinations(zip(neighbors, partners, strict=True), 2):
        if len(fitting) == 1 and fitting == others and cells.differ(one, two):
            return tr(
                "With {digits} in {cell}, {one} and {other} would both be {digit}, and they see each other",
                digits=DIGITS,
                cell=cells.names[place],
                one=cells.names[one],
                other=cells.names[two],
                digit=fitting[0],
            )
    return None


def _explain_end(rule: Rule, cells: RuleCandidates, place: int, digit: int, where: str) -> str | None:
    """Say which cell of a line would not be where a digit at one end, and any at the other, want it."""
    last = len(cells.masks) - 1
    for inner in range(1, last):
        ends = [(digit, other) if place == 0 else (other, digit) for other in cells.digits(last - place)]
        if not any(rule.holds((one, held, two)) for one, two in ends for held in cells.digits(inner)):
            return tr(
                "With {digits} in {cell}, {other} would not be {where}",
                digits=DIGITS,
                cell=cells.names[place],
                other=cells.names[inner],
                where=where,
            )
    return None


def _explain_groups(
    rule: Line, cells: RuleCandidates, place: int, digit: int, group_of: Callable[[int], int], n_groups: int
) -> str | None:
    """Say which neighbors take the group of a digit, or which cell of the same group lacks it."""
    own, n = group_of(digit), len(cells.masks)
    if own < 0:
        return tr("{digits} is in none of the groups", digits=DIGITS)
    name = "-".join(str(other) for other in range(1, cells.n_digits + 1) if group_of(other) == own)
    line = [*range(n), *[1] * rule.is_loop]
    groups = [{group_of(candidate) for candidate in cells.digits(at)} - {-1} for at in line]
    starts = [at for at, n in enumerate(line) if cells.names[n] == cells.names[place]]
    size = min(3, len(line))
    windows = [
        [at for at in range(first, first + size) if at != start]
        for start in starts
        for first in range(max(0, start - size + 1), min(start, len(line) - size) + 1)
    ]
    for at in chain.from_iterable(windows):
        if groups[at] == {own}:
            return tr(
                "{other} is from the group {group}, and any three neighbors are from different groups",
                other=cells.names[line[at]],
                group=name,
            )
    for start in starts if n_groups == 3 else ():
        for at in (start - 3, start + 3):
            if 0 <= at < len(line) and own not in groups[at]:
                return tr(
                    "{cell} is three cells from {other}, so both are from the same group, and {other} is not from "
                    "{group}",
                    other=cells.names[line[at]],
                    cell=cells.names[place],
                    group=name,
                )
    for window in windows:
        both = set().union(*(groups[at] for at in window))
        if len(window) == 2 and own in both and len(both) == 2:
            return tr(
                "{one} and {other} are from two different groups, and one of these is {group}",
                one=cells.names[line[window[0]]],
                other=cells.names[line[window[1]]],
                group=name,
            )
    return None


def _post_pairwise(rule: Rule, model: Model) -> None:
    """Post a rule that only relates neighbors."""
    if len(rule.cells) == 1:
        return
    table = tabulate(rule, model.n_digits, 2)
    for pair in pairwise(rule.cells):
        model.table(pair, table)


def _post_threes(rule: Line, model: Model) -> None:
    """Post a rule that only relates three neighbors."""
    cells = rule.cells + rule.cells[1:2] * rule.is_loop
    size = min(3, len(cells))
    table = tabulate(rule, model.n_digits, size)
    for i in range(len(cells) - size + 1):
        model.table(cells[i : i + size], table)


def _post_with_ends(rule: Rule, model: Model) -> None:
    """Post a rule that relates each cell to the two ends."""
    first, *inner, last = rule.cells
    triples: list[tuple[Cell, ...]] = [(first, cell, last) for cell in inner] or [(first, last)]
    table = tabulate(rule, model.n_digits, len(triples[0]))
    for cells in triples:
        model.table(cells, table)
