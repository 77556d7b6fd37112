"""Rules of clues outside the grid. The cells are the line as seen from the clue, nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from farandole.bitsets import is_single
from farandole.i18n import tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import DIGITS, PLACES, RuleCandidates, explain_total, sum_bounds
from farandole.rules.model import Digits, Model, lowest_digit, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_rule, describe_wrong_sum, label
from farandole.sizes import MAX_DIGITS

MOST_IN_SETS = 12  # cells of a line whose sandwiches become sets of digits: longer lines have too many


@record
class Sandwich(Rule):
    """The digits between 1 and the greatest digit, as many as the line has cells, add up to the total.

    Examples
    --------
    >>> Sandwich(tuple(range(9)), 10).holds((4, 1, 2, 8, 9, 3, 5, 6, 7))
    True
    """

    total: int

    def holds(self, digits: Digits) -> bool:
        greatest = len(self.cells)
        if digits.count(1) != 1 or digits.count(greatest) != 1:
            return False
        first, last = sorted((digits.index(1), digits.index(greatest)))
        return sum(digits[first + 1 : last]) == self.total

    def post(self, model: Model) -> None:
        if 1 < len(self.cells) <= MOST_IN_SETS and model.holds_each_digit(self.cells):
            model.sandwich(self.cells, self.total)
        else:
            model.automaton(self.cells, _sandwich(self.total, model.n_digits, len(self.cells)))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        greatest = len(cells.masks)
        if greatest == 1:
            return None
        crusts = [n for n in range(greatest) if cells.value(n) in (1, greatest)]
        if digit in (1, greatest):
            if any(
                self._leaves_total(cells, place, end)
                for end in range(greatest)
                if cells.allows(end, greatest + 1 - digit)
            ):
                return None
            return tr(
                "With {digits} in {places}, wherever the other of 1 and {greatest} is, the digits between them don't "
                "add up to {total}",
                digits=DIGITS,
                places=PLACES,
                greatest=greatest,
                total=self.total,
            )
        if len(crusts) != 2 or not crusts[0] < place < crusts[1] or cells.value(crusts[0]) == cells.value(crusts[1]):
            return None
        rest = [n for n in range(crusts[0] + 1, crusts[1]) if n != place]
        return explain_total(cells, place, digit, rest, self.total)

    def _leaves_total(self, cells: RuleCandidates, one: int, other: int) -> bool:
        """Return whether bounds leave the total to the cells between two places."""
        ends = {1, len(cells.masks)}
        between = [cells.masks[n] & ~mask_of(ends) for n in range(min(one, other) + 1, max(one, other))]
        if one == other or not all(between):
            return False
        are_distinct = any(house.issuperset(range(min(one, other), max(one, other))) for house in cells.houses)
        low, high = sum_bounds(between, are_distinct=are_distinct)
        return low <= self.total <= high

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number outside the grid is the sum of the digits between 1 and {digit} in its row or column.",
            digit=len(self.cells),
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Sandwich"), cells, tr("digits between the lowest and the highest add up to {total}", total=self.total)
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        ends = [n for n, mask in enumerate(candidates) if mask in (1, 1 << len(self.cells) >> 1)]
        if len(ends) != 2 or candidates[ends[0]] == candidates[ends[1]]:
            return ""
        between = candidates[ends[0] + 1 : ends[1]]
        return describe_wrong_sum(tr("the digits of the sandwich"), sum_bounds(between), self.total)


@record
class Lunchbox(Rule):
    """No digit repeats, and the digits between the smallest and the greatest one add up to the total.

    Examples
    --------
    >>> Lunchbox((0, 1, 2, 3), 11).holds((3, 5, 6, 8)), Lunchbox((0, 1, 2, 3), 6).holds((5, 3, 6, 8))
    (True, True)
    """

    digit_fields = ()

    total: int

    def holds(self, digits: Digits) -> bool:
        first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
        return len({*digits}) == len(digits) and sum(digits[first + 1 : last]) == self.total

    def post(self, model: Model) -> None:
        is_sandwich = model.first_digit == 1 and 1 < len(self.cells) <= MOST_IN_SETS
        if is_sandwich and model.holds_each_digit(self.cells):
            model.sandwich(self.cells, self.total)
        else:
            model.all_different(self.cells)
            model.automaton(self.cells, _lunchbox(self.total, model.n_digits, model.first_digit))

    def describe(self, n_digits: int) -> str:
        return tr(
            "In a lunchbox, digits don't repeat, and those between the smallest and the greatest add up to its number."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Lunchbox"),
            cells,
            tr("digits between the smallest and the greatest add up to {total}", total=self.total),
        )

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        lowest, highest = list(map(lowest_digit, candidates)), [mask.bit_length() for mask in candidates]
        first, last = highest.index(min(highest)), lowest.index(max(lowest))
        is_least = all(highest[first] <= low for n, low in enumerate(lowest) if n != first)
        is_greatest = all(lowest[last] >= high for n, high in enumerate(highest) if n != last)
        if first == last or not is_least or not is_greatest:
            return ""
        between = candidates[min(first, last) + 1 : max(first, last)]
        return describe_wrong_sum(
            tr("the digits between the smallest and the greatest"), sum_bounds(between), self.total
        )


@record
class HiddenSkyscraper(Rule):
    """The clue is the first skyscraper that is hidden; a digit is a height, and hides those behind it up to its height.

    Examples
    --------
    >>> HiddenSkyscraper((0, 1, 2, 3), 3).holds((1, 4, 3, 2))
    True
    """

    digit_fields = ("digit",)

    digit: int

    def holds(self, digits: Digits) -> bool:
        hidden = (digit for n, digit in enumerate(digits) if n and digit <= max(digits[:n]))
        return next(hidden, None) == self.digit

    def post(self, model: Model) -> None:
        model.automaton(self.cells, _hidden_skyscraper(self.digit, model.n_digits))

    def describe(self, n_digits: int) -> str:
        return tr(
            "Digits are heights of buildings, and a higher one hides lower ones behind it: "
            "a number behind a wall, outside the grid, is the first building that is hidden, seen from there."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Hidden skyscraper"), cells, tr("{digit} is the first that is hidden", digit=self.digit))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        tallest = 0
        for mask in candidates:
            if not is_single(mask):
                return ""
            digit = mask.bit_length()
            if digit == self.digit and digit <= tallest:
                return ""
            if digit <= tallest:
                return tr("{digit} would be the first that is hidden, not {own}", digit=digit, own=self.digit)
            tallest = digit
        return tr("no building would be hidden")


@record
class XSum(Rule):
    """The first digits add up to the total, as many of them as the very first says.

    Examples
    --------
    >>> XSum(tuple(range(9)), 14).holds((3, 9, 2, 1, 4, 5, 6, 7, 8))
    True
    """

    digit_fields = ()

    total: int

    def holds(self, digits: Digits) -> bool:
        return digits[0] <= len(digits) and sum(digits[: digits[0]]) == self.total

    def post(self, model: Model) -> None:
        if model.first_digit == 1:
            model.counted_sum(self.cells, self.total)
        elif self.total < 0:
            model.forbid(self.cells)
        else:
            model.automaton(self.cells, _counted_sum(self.total, model.n_digits, len(self.cells)))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(cells.masks)
        if place > 0:
            count = cells.value(0)
            return (
                explain_total(cells, place, digit, [n for n in range(min(count, n)) if n != place], self.total)
                if place < count
                else None
            )
        if digit > n:
            return tr("The line has {n} cells", n=n)
        if others := cells.without(digit, 0):
            low, high = others.sum_bounds(range(1, digit))
            if digit + low <= self.total <= digit + high:
                return None
        return tr(
            "With {digits} in {cell}, as many cells can't add up to {total}",
            digits=DIGITS,
            cell=cells.names[0],
            total=self.total,
        )

    def describe(self, n_digits: int) -> str:
        return tr(
            "A number outside the grid is the sum of the first X digits seen from there; X is the very first of them."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("X-sum"), cells, tr("the first X add up to {total}, and the very first is X", total=self.total))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        first = candidates[0]
        if first & first - 1:
            return ""
        n = first.bit_length()
        if n > len(candidates):
            return ""
        what = tr_counted("the first digit", "the first {n} digits", n, n=n)
        return describe_wrong_sum(what, sum_bounds(candidates[:n]), self.total)


@record
class Skyscraper(Rule):
    """The clue is the number of skyscrapers that one sees from it; a digit is a height, and hides lower ones behind it.

    Examples
    --------
    >>> Skyscraper((0, 1, 2, 3), 2).holds((3, 1, 4, 2))
    True
    """

    digit_fields = ()

    count: int

    def holds(self, digits: Digits) -> bool:
        return sum(digit > max((0, *digits[:n])) for n, digit in enumerate(digits)) == self.count

    def post(self, model: Model) -> None:
        if model.first_digit == 1 and model.holds_each_digit(self.cells):
            model.skyscrapers(self.cells, self.count)
        else:
            machine = _skyscraper(self.count, model.n_digits, len(self.cells), model.first_digit)
            model.automaton(self.cells, machine)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        greatest, name = cells.n_digits, cells.names[place]
        is_full = len(cells.masks) == greatest and any(house.issuperset(range(greatest)) for house in cells.houses)
        if self.count == 1 and is_full and (digit == greatest) == (place > 0):
            return tr("Only the first building is seen, so it hides all others and is {greatest}", greatest=greatest)
        seen = place + 1
        if digit > greatest + seen - self.count:
            return tr_counted(
                "Up to {cell}, at most {seen} building is seen, so at least {more} higher must follow",
                "Up to {cell}, at most {seen} buildings are seen, so at least {more} higher must follow",
                seen,
                cell=name,
                seen=seen,
                more=self.count - seen,
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr(
            "Digits are heights of buildings, and a higher one hides lower ones behind it: "
            "a number outside the grid says how many buildings are seen from there."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Skyscrapers"), cells, tr("{n} are higher than all before them", n=self.count))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        if any(mask & mask - 1 for mask in candidates):
            return ""
        heights = [mask.bit_length() for mask in candidates]
        n = sum(all(height > other for other in heights[:n]) for n, height in enumerate(heights))
        if n == self.count:
            return ""
        return tr("{n} would be higher than all before them, not {count}", n=n, count=self.count)


@record
class NumberedRoom(Rule):
    """The clue's digit is in the room, the cell of the line, that the first digit says.

    Examples
    --------
    >>> NumberedRoom(tuple(range(9)), 7).holds((3, 1, 7, 2, 4, 5, 6, 8, 9))
    True
    """

    digit_fields = ()

    digit: int

    def holds(self, digits: Digits) -> bool:
        return 1 <= digits[0] <= len(digits) and digits[digits[0] - 1] == self.digit

    def post(self, model: Model) -> None:
        first = model.first_digit
        if not model.holds_each_digit(self.cells):
            model.automaton(self.cells, _numbered_room(self.digit, model.n_digits, len(self.cells), first))
            return
        # The digit is there once: in a room if and only if the first digit says so.
        numbers, every = model.numbers, (1 << model.n_digits) - 1
        own = 1 << self.digit - first if self.digit in numbers else 0
        for room, cell in enumerate(self.cells[1:], 2):
            model.pair(self.cells[0], cell, [own if number == room else every & ~own for number in numbers])
        without = {0} if self.digit == 1 else {0, 1, self.digit}
        model.allow(self.cells[0], sum(1 << bit for bit, number in enumerate(numbers) if number not in without))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(cells.masks)
        if place == 0:
            if digit == self.digit and 1 < digit <= n and cells.differ(0, digit - 1):
                return tr(
                    "With {digit} in {cell}, {other} would be {digit}, too",
                    digit=digit,
                    cell=cells.names[0],
                    other=cells.names[digit - 1],
                )
            if digit <= n and (cells.allows(digit - 1, self.digit) if digit > 1 else self.digit == 1):
                return None
            return tr(
                "With {digits} in {cell}, {digit} would be in a cell that can't hold it",
                digits=DIGITS,
                cell=cells.names[0],
                digit=self.digit,
            )
        if cells.value(0) == place + 1 and digit != self.digit:
            return tr(
                "{first} is {n}, so {cell} is {digit}",
                first=cells.names[0],
                n=place + 1,
                cell=cells.names[place],
                digit=self.digit,
            )
        if (
            digit == self.digit
            and not cells.allows(0, place + 1)
            and any(house.issuperset(range(n)) for house in cells.houses)
        ):
            return tr(
                "{digit} would be in cell {n}, but {first} can't be {n}", digit=digit, n=place + 1, first=cells.names[0]
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr(
            "A digit outside the grid is in the Nth cell of its row or column, seen from there; "
            "N is the digit in the first cell."
        )

    def describe_at(self, cells: str) -> str:
        return label(
            tr("Numbered room"), cells, tr("{digit} is in the place that the first digit gives", digit=self.digit)
        )


@record
class Indexer(Rule):
    """The digit of an indexer says where in its row, column or box the number of its own place is.

    Say an indexer is in the third cell of its row and holds 7: then the seventh cell of the row holds 3.

    Parameters
    ----------
    cells : tuple of int
        The row, column or box, in order.
    place : int
        Which of them is the indexer, from 1.

    Examples
    --------
    >>> Indexer((0, 1, 2, 3), 3).holds((4, 3, 2, 1)), Indexer((0, 1, 2, 3), 3).holds((4, 1, 2, 3))
    (True, False)
    """

    digit_fields = ()

    place: int

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.cells) <= MAX_DIGITS, f"at most {MAX_DIGITS} cells")
        check_rule(self, 1 <= self.place <= len(self.cells), f"a place from 1 to {len(self.cells)} (not {self.place})")

    def holds(self, digits: Digits) -> bool:
        digit = digits[self.place - 1]
        return 1 <= digit <= len(digits) and digits[digit - 1] == self.place

    def post(self, model: Model) -> None:
        first = model.first_digit
        numbers, every = model.numbers, (1 << model.n_digits) - 1
        indexer, own = self.cells[self.place - 1], 1 << self.place - first
        model.allow(indexer, ((1 << min(len(self.cells), model.n_digits)) - 1) << 1 >> first)
        for pointed, cell in enumerate(self.cells, 1):
            if pointed != self.place:
                model.pair(indexer, cell, [own & every if number == pointed else every for number in numbers])

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        indexer, name = self.place - 1, cells.names[self.place - 1]
        if place == indexer:
            if digit == self.place or (digit <= len(cells.masks) and cells.allows(digit - 1, self.place)):
                return None
            return tr(
                "With {digits} in {cell}, {digit} would be in a cell that can't hold it",
                digits=DIGITS,
                cell=name,
                digit=self.place,
            )
        if cells.value(indexer) == place + 1 and digit != self.place:
            return tr(
                "{first} is {n}, so {cell} is {digit}",
                first=name,
                n=place + 1,
                cell=cells.names[place],
                digit=self.place,
            )
        return None

    def describe(self, n_digits: int) -> str:
        return tr(
            "A yellow cell says where the number of its own place is in its row or column, as its bar runs, "
            "or without a bar in its box: if the third cell holds 7, the seventh holds 3."
        )

    def describe_at(self, cells: str) -> str:
        return label(tr("Indexer"), cells, tr("the digit in place {n} gives the place of {n}", n=self.place))


@lru_cache(maxsize=64)
def _sandwich(total: int, n_digits: int, length: int) -> Nfa:
    crusts = (1, length)

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        closing, left = state  # the crust to come: 0 for either, -1 for none
        if length == 1:
            return (-1, left) if digit == 1 else None
        if digit in crusts:
            if closing == 0:
                return (length + 1 - digit, left)
            return (-1, left) if digit == closing and left == 0 else None
        if closing <= 0:
            return state
        return (closing, left - digit) if digit <= left else None

    return Nfa.explore((0, total), step, lambda state: state == (-1, 0), n_digits=n_digits, length=length)


@lru_cache(maxsize=64)
def _lunchbox(total: int, n_digits: int, first: int) -> Nfa:
    """Make the automaton that guesses the smallest and the greatest digit, for cells that hold each digit once."""
    less = 1 - first  # than a digit is its number
    states: dict[tuple[int, ...], int] = {(): 0, (0,): 1}
    arcs: list[tuple[int, int, int]] = []

    def join(before: tuple[int, ...], after: tuple[int, ...], mask: int) -> None:
        arcs.append((states[before], states.setdefault(after, len(states)), mask))

    if total == 0:  # a single cell is both
        join((), (0,), (1 << n_digits) - 1)
    for low in range(1, n_digits + 1):
        for high in range(low + 1, n_digits + 1):
            inner = (1 << high - 1) - (1 << low)
            outside, after = (low, high), (low, high, 0)
            for before in ((), outside):
                join(before, outside, inner)
                for end, other in ((low, high), (high, low)):
                    join(before, (low, high, other, total), mask_of((end,)))
            for other in (low, high):
                for left in range(total, -1, -1):
                    within = (low, high, other, left)
                    if within not in states:
                        continue
                    for digit in range(low + 1, min(high, left + less + 1)):
                        join(within, (low, high, other, left - digit + less), mask_of((digit,)))
                    if left == 0:
                        join(within, after, mask_of((other,)))
            if after in states:
                join(after, after, inner)
    accepting = tuple(number for state, number in states.items() if len(state) in (1, 3))
    return Nfa(len(states), tuple(arcs), accepting)


@lru_cache(maxsize=64)
def _hidden_skyscraper(digit: int, n_digits: int) -> Nfa:
    """Make the automaton whose state is the highest digit so far, or after them that the digit was hidden first."""
    done, every = n_digits + 1, (1 << n_digits) - 1
    arcs = [(done, done, every)]
    for highest in range(n_digits + 1):
        arcs += [(highest, higher, mask_of((higher,))) for higher in range(highest + 1, n_digits + 1)]
        if 1 <= digit <= highest:
            arcs.append((highest, done, mask_of((digit,))))
    return Nfa(n_digits + 2, tuple(arcs), (done,))


@lru_cache(maxsize=64)
def _skyscraper(count: int, n_digits: int, length: int, first: int) -> Nfa:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, left = state
        if digit <= highest:
            return state
        return (digit, left - 1) if left else None

    return Nfa.explore((0, count), step, lambda state: state[1] == 0, n_digits=n_digits, length=length, first=first)


@lru_cache(maxsize=64)
def _counted_sum(total: int, n_digits: int, length: int) -> Nfa:
    """Make the automaton of an X-sum of numbers from 0, which counts cells and the total down."""

    def step(state: tuple[int, int] | None, number: int) -> tuple[int, int] | None:
        n_left, left = state or (number, total)
        if n_left == 0:
            return (0, 0) if left == 0 else None
        return (n_left - 1, left - number) if number <= left else None

    return Nfa.explore(None, step, lambda state: state == (0, 0), n_digits=n_digits, length=length, first=0)


@lru_cache(maxsize=64)
def _numbered_room(digit: int, n_digits: int, length: int, first: int) -> Nfa:
    def step(rooms: int, found: int) -> int | None:  # to the room: -1 before the first, 0 once there
        if rooms < 0:
            if found <= 1:
                return 0 if found == digit == 1 else None
            return found - 1 if found <= length else None
        if rooms == 1:
            return 0 if found == digit else None
        return max(0, rooms - 1)

    return Nfa.explore(-1, step, lambda rooms: rooms == 0, n_digits=n_digits, length=length, first=first)
