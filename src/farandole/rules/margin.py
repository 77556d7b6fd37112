"""More rules of clues outside the grid. The cells are the line as seen from the clue, nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

from farandole.bitsets import bit_of, digits_of, has_digit, is_single
from farandole.i18n import join_words, tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import RuleCandidates, sum_bounds, suppose
from farandole.rules.lines import explain_rise
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label


@record
class FirstSeen(Rule):
    """The clue is the first odd digit that one sees from it, if it is odd, and the first even digit if it is even.

    Examples
    --------
    >>> FirstSeen((0, 1, 2), 4).holds((3, 4, 2)), FirstSeen((0, 1, 2), 2).holds((3, 4, 2))
    (True, False)
    """

    digit_fields = ("digit",)

    digit: int

    def holds(self, digits: Digits) -> bool:
        return next((digit for digit in digits if digit % 2 == self.digit % 2), None) == self.digit

    def post(self, model: Model) -> None:
        every = range(1, model.n_digits + 1)
        own = mask_of([self.digit]) if self.digit in every else 0
        other = mask_of(digit for digit in every if digit % 2 != self.digit % 2)
        model.automaton(self.cells, Nfa(2, ((0, 0, other), (0, 1, own), (1, 1, (1 << model.n_digits) - 1)), (1,)))

    def describe(self, n_digits: int) -> str:
        return tr(
            "An odd number outside the grid is the first odd digit seen from there, an even number the first even one."
        )

    def describe_at(self, cells: str) -> str:
        if self.digit % 2:
            return label(tr("First seen"), cells, tr("{digit} is the first odd digit", digit=self.digit))
        return label(tr("First seen"), cells, tr("{digit} is the first even digit", digit=self.digit))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        own, parity = bit_of(self.digit), self.digit % 2
        for mask in candidates:
            if mask & own:
                return ""
            if all(digit % 2 == parity for digit in digits_of(mask)):
                if parity:
                    return tr("the first odd digit would not be {digit}", digit=self.digit)
                return tr("the first even digit would not be {digit}", digit=self.digit)
        return tr("no cell could be {digit}", digit=self.digit)


@record
class Rossini(Rule):
    """The three digits nearest to the clue increase in the direction of its arrow; without an arrow, neither way.

    Parameters
    ----------
    cells : tuple of int
        Of these, the first three count.
    direction : int
        1 if the arrow points into the grid, so that digits increase as seen from the clue; -1 if it points out of the
        grid; 0 if there is no arrow, in a puzzle where all arrows are given.

    Examples
    --------
    >>> Rossini((0, 1, 2), 1).holds((2, 5, 9)), Rossini((0, 1, 2), -1).holds((7, 5, 6))
    (True, False)
    """

    digit_fields = ()

    direction: int

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, self.direction in (-1, 0, 1), f"a direction of -1, 0 or 1 (not {self.direction})")
        check_rule(self, len(self.cells) >= 2, "two cells or more")

    def holds(self, digits: Digits) -> bool:
        signs = {(b > a) - (b < a) for a, b in pairwise(digits[:3])}
        return signs == {self.direction} if self.direction else len(signs) > 1 or signs == {0}

    def post(self, model: Model) -> None:
        cells = self.cells[:3]
        if self.direction:
            n = model.n_digits
            above = [(1 << n) - (1 << digit) for digit in range(1, n + 1)]
            for a, b in pairwise(cells[:: self.direction]):
                model.pair(a, b, above)
        else:
            model.automaton(cells, _unordered(model.n_digits, len(cells)))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(self.cells[:3])
        if place >= n:
            return None
        if self.direction:
            way = slice(None, n) if self.direction > 0 else slice(n - 1, None, -1)
            along = RuleCandidates(cells.masks[way], cells.names[way], cells.n_digits)
            return explain_rise(along, place if self.direction > 0 else n - 1 - place, digit, step=1)
        choices = [[digit] if other == place else cells.digits(other) for other in range(n)]
        if any(map(self.holds, product(*choices))):
            return None
        return suppose(cells, place, tr("the three digits would increase or decrease in order"))

    def describe(self, n_digits: int) -> str:
        if self.direction:
            return tr("The three digits nearest to an arrow outside the grid increase in its direction.")
        return tr("The three digits nearest to an edge without an arrow neither increase nor decrease in order.")

    def describe_at(self, cells: str) -> str:
        text = {
            1: tr("the first three digits increase"),
            -1: tr("the first three digits decrease"),
            0: tr("the first three digits neither increase nor decrease in order"),
        }[self.direction]
        return label(tr("Rossini"), cells, text)


@lru_cache(maxsize=16)
def _unordered(n_digits: int, length: int) -> Nfa:
    def step(state: tuple[int, int | None], digit: int) -> tuple[int, int | None]:
        last, direction = state  # the direction so far, 2 once there are two
        change = (digit > last) - (digit < last)
        if not last:
            return digit, None
        return digit, change if direction in (None, change) else 2

    return Nfa.explore((0, None), step, lambda state: state[1] in (0, 2), n_digits=n_digits, length=length)


@record
class RisingStreak(Rule):
    """Somewhere on the line as seen from the clue, as many digits as it says follow each other, each 1 more.

    There may be a longer streak.

    Examples
    --------
    >>> RisingStreak(tuple(range(6)), 3).holds((2, 1, 4, 5, 6, 3)), RisingStreak((0, 1, 2), 2).holds((3, 2, 1))
    (True, False)
    """

    digit_fields = ()

    count: int

    def holds(self, digits: Digits) -> bool:
        longest = run = 1
        for a, b in pairwise(digits):
            run = run + 1 if b == a + 1 else 1
            longest = max(longest, run)
        return longest >= self.count

    def post(self, model: Model) -> None:
        if self.count > 1:
            model.automaton(self.cells, _streak(self.count, model.n_digits))

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number outside the grid says that so many digits in a row, or more, increase by 1 each, seen from there."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Rising streak"), cells, tr("at least {n} digits in a row increase by 1 each", n=self.count))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        if self.count < 2:
            return ""
        for start in range(len(candidates) - self.count + 1):
            streak = candidates[start : start + self.count]
            if any(all(has_digit(mask, first + n) for n, mask in enumerate(streak)) for first in digits_of(streak[0])):
                return ""
        return tr("no {n} digits in a row could increase by 1 each", n=self.count)


@lru_cache(maxsize=64)
def _streak(count: int, n_digits: int) -> Nfa:
    """Make the automaton that guesses where the streak begins."""
    every = (1 << n_digits) - 1
    if count > n_digits:
        return Nfa(1, (), ())
    # States: 0 before, 1 after, and for each start and number of digits read one within.
    within = {
        (start, n): 2 + k
        for k, (start, n) in enumerate((start, n) for start in range(1, n_digits - count + 2) for n in range(1, count))
    }
    arcs = [(0, 0, every), (1, 1, every)]
    for (start, n), state in within.items():
        if n == 1:
            arcs.append((0, state, mask_of([start])))
        arcs.append((state, within.get((start, n + 1), 1), mask_of([start + n])))
    return Nfa(2 + len(within), tuple(arcs), (1,))


@record
class SumUntil(Rule):
    """The digits up to the first 9, or the first of another digit, add up to the total, it included.

    Parameters
    ----------
    cells : tuple of int
    total : int
    digit : int, optional
        The first cell that holds it is the last that counts; there must be one.

    Examples
    --------
    >>> SumUntil((0, 1, 2, 3), 12, 5).holds((3, 4, 5, 1))
    True
    """

    digit_fields = ()

    total: int
    digit: int = 9

    def holds(self, digits: Digits) -> bool:
        if self.digit not in digits:
            return False
        return sum(digits[: list(digits).index(self.digit) + 1]) == self.total

    def post(self, model: Model) -> None:
        if self.total < 0:
            model.forbid(self.cells)
        else:
            machine = _until(self.total, self.digit, model.n_digits, len(self.cells), model.first_digit)
            model.automaton(self.cells, machine)

    def describe(self, n_digits: int) -> str:
        return tr("A number outside the grid is the sum of the digits from there up to the {digit}.", digit=self.digit)

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Sum until"), cells, tr("digits up to the {digit} add up to {total}", digit=self.digit, total=self.total)
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        own = bit_of(self.digit)
        place = next((n for n, mask in enumerate(candidates) if mask & own), None)
        if place is None:
            return tr("no cell could be {digit}", digit=self.digit)
        low = sum_bounds(candidates[:place])[0] + self.digit
        is_end = candidates[place] == own
        high = sum_bounds(candidates[: place + 1] if is_end else candidates)[1]
        return describe_wrong_sum(tr("the digits up to the {digit}", digit=self.digit), (low, high), self.total)


@lru_cache(maxsize=64)
def _until(total: int, last: int, n_digits: int, length: int, first: int) -> Nfa:
    def step(left: int, digit: int) -> int | None:  # -1 once the last digit was read
        if left < 0:
            return left
        if digit == last:
            return -1 if digit == left else None
        return left - digit if digit <= left else None

    return Nfa.explore(total, step, lambda left: left < 0, n_digits=n_digits, length=length, first=first)


@record
class BrokenXSum(Rule):
    """The first X-1 or the first X+1 digits add up to the total, where X is the very first.

    Examples
    --------
    >>> BrokenXSum((0, 1, 2, 3), 5).holds((3, 2, 1, 4)), BrokenXSum((0, 1, 2, 3), 10).holds((3, 2, 1, 4))
    (True, True)
    """

    total: int

    def holds(self, digits: Digits) -> bool:
        first = digits[0]
        return any(0 <= n <= len(digits) and sum(digits[:n]) == self.total for n in (first - 1, first + 1))

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _broken(self.total, model.n_digits, len(self.cells)))

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number outside the grid is the sum of the first X-1 or X+1 digits seen from there; "
            "X is the very first of them."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Broken X-sum"),
            cells,
            tr("the first X-1 or X+1 add up to {total}, and the very first is X", total=self.total),
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        first = candidates[0].bit_length()
        sums = [(sum_bounds(candidates[:n]), n) for n in (first - 1, first + 1) if n <= len(candidates)]
        if not is_single(candidates[0]) or not sums:
            return ""
        texts = [
            describe_wrong_sum(tr_counted("the first digit", "the first {n} digits", n, n=n), bounds, self.total)
            for bounds, n in sums
            if n or not self.total  # no digits add up to 0
        ]
        return join_words(texts) if all(texts) else ""


@lru_cache(maxsize=64)
def _broken(total: int, n_digits: int, length: int) -> Nfa:
    """Make the automaton that guesses the number of digits after the first, and counts them down."""
    states: dict[tuple[int, int], int] = {(-1, 0): 0, (0, 0): 1}
    arcs = [(1, 1, (1 << n_digits) - 1)]
    found: list[tuple[int, int]] = []

    def join(before: tuple[int, int], after: tuple[int, int], digit: int) -> None:
        if after not in states:
            states[after] = len(states)
            found.append(after)
        arcs.append((states[before], states[after], 1 << digit - 1))

    for first in range(1, n_digits + 1):
        for n in (first - 1, first + 1):
            left = total - first if n else total
            if n <= length and (left > 0 if n > 1 else left == 0):
                join((-1, 0), (max(n - 1, 0), left), first)
    for n, left in found:  # which grows
        for digit in range(1, min(left, n_digits) + 1):
            if (n == 1) == (digit == left):
                join((n, left), (n - 1, left - digit), digit)
    return Nfa(len(states), tuple(arcs), (1,))


@record
class Battlefield(Rule):
    """The first X cells meet the last Y: the clue is the sum of those in both, or else of those between them.

    X is the first digit of the line, and Y is the last.

    Examples
    --------
    >>> Battlefield((0, 1, 2, 3), 3).holds((3, 1, 2, 4)), Battlefield((0, 1, 2, 3), 4).holds((1, 3, 1, 1))
    (False, True)
    """

    total: int

    def holds(self, digits: Digits) -> bool:
        n = len(digits)
        if digits[0] > n or digits[-1] > n:
            return False
        one, other = sorted((digits[0], n - digits[-1]))
        return sum(digits[one:other]) == self.total

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _battlefield(self.total, model.n_digits, len(self.cells)))

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number outside the grid is about the first X and the last Y cells of its row or column, "
            "where X is the first digit and Y the last: it is the sum of the digits in both, "
            "or, if they don't meet, of the digits between them."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Battlefield"),
            cells,
            tr("digits of both the first X and the last Y, or between them, add up to {total}", total=self.total),
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        first, last, n = candidates[0], candidates[-1], len(candidates)
        if not is_single(first) or not is_single(last) or max(first, last).bit_length() > n:
            return ""
        start, end = sorted((first.bit_length(), n - last.bit_length()))
        return describe_wrong_sum(tr("the digits that count"), sum_bounds(candidates[start:end]), self.total)


@lru_cache(maxsize=64)
def _battlefield(total: int, n_digits: int, length: int) -> Nfa:
    """Make the automaton that guesses the last digit when it reads the first."""
    states: dict[tuple[int, ...], int] = {(): 0}
    arcs: dict[tuple[int, int], int] = {}
    layer: list[tuple[int, ...]] = [()]
    most = min(n_digits, length)
    for place in range(length):
        found: list[tuple[int, ...]] = []
        for state in layer:
            for digit in range(1, n_digits + 1):
                if state:
                    guesses = [state[1:3]]
                else:
                    guesses = [(digit, last) for last in range(1, most + 1)] if digit <= length else []
                for first, last in guesses:
                    start, end = sorted((first, length - last))
                    left = (state[3] if state else total) - (digit if start <= place < end else 0)
                    if left < 0 or (place == length - 1 and (digit != last or left)):
                        continue
                    after = (place + 1, first, last, left)
                    if after not in states:
                        states[after] = len(states)
                        found.append(after)
                    way = states[state], states[after]
                    arcs[way] = arcs.get(way, 0) | 1 << digit - 1
        layer = found
    accepting = tuple(states[state] for state in layer)
    return Nfa(len(states), tuple((*way, mask) for way, mask in arcs.items()), accepting)
