"""Rules of lines whose digits alternate, form a sequence, or point at places of the line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from farandole.i18n import tr
from farandole.records import record
from farandole.rules.exclusions import DIGITS, RuleCandidates, explain_same, explain_total, sum_bounds
from farandole.rules.lines import Line, explain_by_neighbors, require_apart
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label, list_digits, partner_masks


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        own = [n for n, group in enumerate(self.groups) if digit in group]
        if not own:
            return tr("{digits} is in neither group", digits=DIGITS)
        for other, mask in enumerate(cells.masks):
            expected = (own[0] + other - place) % 2
            if not mask & mask_of(self.groups[expected]):
                return tr(
                    "With {digits} in {cell}, {other} would be one of {group}",
                    digits=DIGITS,
                    cell=cells.names[place],
                    other=cells.names[other],
                    group=list_digits(self.groups[expected]),
                )
        return None

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


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n, name = len(cells.masks), cells.names[place]
        known = [other for other in range(n) if cells.value(other)]
        for one, other in combinations(known, 2):
            step, rest = divmod(cells.value(other) - cells.value(one), other - one)
            expected = cells.value(one) + step * (place - one)
            if not rest and digit != expected:
                return tr(
                    "{one} and {other} make each step {step}, so {cell} is {digit}",
                    one=cells.names[one],
                    other=cells.names[other],
                    step=step,
                    cell=name,
                    digit=expected,
                )
        for step in range(-cells.n_digits, cells.n_digits + 1):
            sequence = [digit + step * (other - place) for other in range(n)]
            if all(other in cells.digits(at) for at, other in enumerate(sequence)):
                return None
        return tr("With {digits} in {cell}, no step leads through candidates of all cells", digits=DIGITS, cell=name)

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


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        return explain_by_neighbors(
            cells,
            place,
            digit,
            lambda one, other: one + other >= self.total,
            tr("No digit makes at least {n} with {digits}", digits=DIGITS, n=self.total),
            lambda other: tr(
                "No candidate of {other} makes at least {n} with {digits}", other=other, digits=DIGITS, n=self.total
            ),
        )

    def describe(self, n_digits: int) -> str:
        return tr("Any two neighbors on an olive line add up to at least {number}.", number=self.total)

    def describe_at(self, cells: str) -> str:
        return label(tr("At-least line"), cells, tr("two neighbors add up to at least {total}", total=self.total))


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n, name = len(cells.masks), cells.names[place]
        if digit > n:
            return tr("The line has {n} cells", n=n)
        for other in range(n):
            if cells.value(other) == place + 1 and other + 1 != digit:
                return tr(
                    "{other} is {n}, so {cell} is {digit}",
                    other=cells.names[other],
                    n=place + 1,
                    cell=name,
                    digit=other + 1,
                )
        if cells.allows(digit - 1, place + 1):
            return None
        return tr(
            "With {digit} in {cell}, {other} would be {n}",
            digit=digit,
            cell=name,
            other=cells.names[digit - 1],
            n=place + 1,
        )

    def describe(self, n_digits: int) -> str:
        return tr("On a line that begins with a gray diamond, the digit in the Nth cell says which cell of it holds N.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Index line"), cells, tr("the digit in place N is the place of N"))


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        last = len(cells.masks) - 1
        if place in (0, last):
            inner = next((n for n in range(1, last) if cells.value(n) == digit), None)
            if inner is not None:
                return tr("{other} lies between the circles and is {digits}", other=cells.names[inner], digits=DIGITS)
            return explain_same(cells, place, digit, [last - place])
        circle = next((n for n in (0, last) if cells.value(n) == digit), None)
        if circle is None:
            return None
        return tr("{other} is a circle and holds {digits}", other=cells.names[circle], digits=DIGITS)

    def describe(self, n_digits: int) -> str:
        return tr("Black circles at the ends of a black line hold the same digit, which is nowhere between them.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Tightrope"), cells, tr("the ends are equal, and no cell between them holds their digit"))


@record
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

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n, circle = len(cells.masks) - 1, cells.value(0)
        if place > 0:
            rest = [other for other in range(1, n + 1) if other not in cells.places_of(place)]
            is_once = len(rest) == n - 1
            return explain_total(cells, place, digit, rest, circle * n) if circle and is_once else None
        others = cells.without(digit, 0)
        sums = others.sums(range(1, n + 1)) if others else set()
        if sums is None or digit * n in sums:
            return None
        return tr(
            "With {digit} in {cell}, the line would add up to {total}, which it can't",
            digit=digit,
            cell=cells.names[0],
            total=digit * n,
        )

    def describe(self, n_digits: int) -> str:
        return tr("The digit in the circle of a dashed arrow is the average of the digits along it, which may repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Average arrow"), cells, tr("the first is the average of the others"))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        if candidates[0] & candidates[0] - 1:
            return ""
        total = candidates[0].bit_length() * (len(candidates) - 1)
        return describe_wrong_sum(tr("the line"), sum_bounds(candidates[1:]), total)


@record
class Pointer(Rule):
    """The second digit says how many cells farther on the line the first digit comes again.

    Examples
    --------
    >>> Pointer((0, 1, 2, 3, 4)).holds((7, 3, 1, 9, 7))
    True
    """

    digit_fields = ()
    may_repeat = True

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.cells) >= 2, "two cells or more")

    def holds(self, digits: Digits) -> bool:
        return 1 <= digits[1] <= len(digits) - 2 and digits[1 + digits[1]] == digits[0]

    def post(self, model: Model) -> None:
        first = model.first_digit
        held, steps, *others = self.cells
        model.allow(steps, ((1 << min(len(others), model.n_digits)) - 1) << 1 >> first)
        for digit, cell in enumerate(others[: model.n_digits], 2 - first):
            model.table((held, steps, cell), _pointed(digit, model.n_digits))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n_others, steps = len(cells.masks) - 2, cells.value(1)
        if 1 in cells.places_of(place):
            if digit > n_others:
                return tr("Only {n} cells follow", n=n_others)
            if not cells.masks[0] & cells.masks[1 + digit]:
                return tr(
                    "With {digit} in {cell}, {one} and {other} would hold the same digit, and have none in common",
                    digit=digit,
                    cell=cells.names[place],
                    one=cells.names[0],
                    other=cells.names[1 + digit],
                )
        if not 1 <= steps <= n_others:
            return None
        ends = 0, 1 + steps
        return explain_same(cells, place, digit, [sum(ends) - end for end in cells.places_of(place) if end in ends])

    def describe(self, n_digits: int) -> str:
        return tr(
            "A dashed arrow begins with a dot: the digit next to the dot says "
            "how many cells farther the digit of the dot comes again."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Pointer"), cells, tr("the second digit says how much farther the first comes again"))


@lru_cache(maxsize=64)
def _pointed(place: int, n_digits: int) -> tuple[tuple[int, int, int], ...]:
    """List a digit, the digit that says the steps, and the digit at the place to which one digit points."""
    digits = range(1, n_digits + 1)
    return tuple(
        (digit, steps, other)
        for digit in digits
        for steps in digits
        for other in digits
        if steps != place or digit == other
    )


@record
class Flatmates(Line):
    """Each 5 on the line comes right after a 1 or right before a 9; or as said.

    Examples
    --------
    >>> Flatmates((0, 1, 2)).holds((1, 5, 2)), Flatmates((0, 1, 2)).holds((9, 5, 1)), Flatmates((0, 1)).holds((5, 9))
    (True, False, True)
    """

    digit_fields = ("digit", "before", "after")

    digit: int = 5
    before: int = 1
    after: int = 9

    def holds(self, digits: Digits) -> bool:
        last = len(digits) - 1
        return all(
            digit != self.digit
            or (n > 0 and digits[n - 1] == self.before)
            or (n < last and digits[n + 1] == self.after)
            for n, digit in enumerate(digits)
        )

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _flatmates(self.digit, self.before, self.after, model.n_digits, len(self.cells)))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        last, name = len(cells.masks) - 1, cells.names[place]
        has_before = place > 0 and cells.allows(place - 1, self.before)
        has_after = place < last and cells.allows(place + 1, self.after)
        if digit == self.digit and not has_before and not has_after:
            return tr(
                "{digit} in {cell} would come neither after a {before} nor before a {after}",
                digit=digit,
                cell=name,
                before=self.before,
                after=self.after,
            )
        for other, needed, far, is_far in (
            (place - 1, self.after, place - 2, self.before),
            (place + 1, self.before, place + 2, self.after),
        ):
            is_flat = 0 <= other <= last and cells.value(other) == self.digit
            if is_flat and digit != needed and not (0 <= far <= last and cells.allows(far, is_far)):
                return tr(
                    "{other} is {digit}, and on its other side is no {far}, so {cell} is {needed}",
                    other=cells.names[other],
                    digit=self.digit,
                    far=is_far,
                    cell=name,
                    needed=needed,
                )
        return None

    def describe(self, n_digits: int) -> str:
        return tr(
            "Each {digit} has a {before} directly above it or a {after} directly below it.",
            digit=self.digit,
            before=self.before,
            after=self.after,
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Flatmates"),
            cells,
            tr(
                "each {digit} comes right after a {before} or right before a {after}",
                digit=self.digit,
                before=self.before,
                after=self.after,
            ),
        )


@lru_cache(maxsize=64)
def _flatmates(digit: int, before: int, after: int, n_digits: int, length: int) -> Nfa:
    def step(state: tuple[bool, bool], found: int) -> tuple[bool, bool] | None:
        is_begun, needs_after = state  # the last digit was `before`; it was `digit`, and needs `after`
        if needs_after and found != after:
            return None
        return found == before, found == digit and not is_begun

    return Nfa.explore((False, False), step, lambda state: not state[1], n_digits=n_digits, length=length)
