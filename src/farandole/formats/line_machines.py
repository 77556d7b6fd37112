"""The constraints of a model that read their cells one after another, as machines for clauses.

The state is what has to be known of the cells read so far: a sum, a count, the digits seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from farandole.formats.clauses import Machine
from farandole.grid import Cell

Reading = tuple[Sequence[Cell], Machine]
"""The cells in the order in which they are read, and the machine."""


def read_sum(cells: Sequence[Cell], factors: Sequence[int], low: int, high: int) -> Reading:
    """The state is the sum so far."""
    return cells, Machine(
        0, lambda place, total, digit: [total + factors[place] * digit], lambda total: low <= total <= high
    )


def read_sets(cells: Sequence[Cell], masks: Sequence[int]) -> Reading:
    """The state is the set of digits so far."""

    def step(_: int, seen: int, digit: int) -> list[int]:
        bit = 1 << digit >> 1
        return [] if seen & bit else [seen | bit]

    return cells, Machine(0, step, set(masks).__contains__)


def read_automaton(
    cells: Sequence[Cell], n_states: int, arcs: Sequence[tuple[int, int, int]], accepting: Sequence[int]
) -> Reading:
    """The state is that of the automaton."""
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(n_states)]
    for before, after, mask in arcs:
        leaving[before].append((after, mask))

    def step(_: int, state: int, digit: int) -> list[int]:
        return [after for after, mask in leaving[state] if mask >> (digit - 1) & 1]

    return cells, Machine(0, step, set(accepting).__contains__)


def read_counted_sum(cells: Sequence[Cell], total: int) -> Reading:
    """The state is how many digits still count, and their sum so far."""

    def step(place: int, state: tuple[int, int], digit: int) -> list[tuple[int, int]]:
        if place == 0:
            return [(digit - 1, digit)] if digit <= len(cells) else []
        left, found = state
        return [(left - 1, found + digit)] if left else [state]

    return cells, Machine((0, 0), step, lambda state: state == (0, total))


def read_sandwich(cells: Sequence[Cell], total: int, n_digits: int) -> Reading:
    """The state is how many of 1 and the highest digit were read, and the sum since the first of them."""

    def step(_: int, state: tuple[int, int], digit: int) -> list[tuple[int, int]]:
        n_ends, found = state
        if digit in (1, n_digits):
            return [(n_ends + 1, found)] if n_ends < 2 else []
        return [(n_ends, found + digit if n_ends == 1 else found)]

    return cells, Machine((0, 0), step, lambda state: state == (2, total))


def read_skyscrapers(cells: Sequence[Cell], count: int) -> Reading:
    """The state is the highest digit so far, and how many were seen."""

    def step(_: int, state: tuple[int, int], digit: int) -> list[tuple[int, int]]:
        highest, seen = state
        return [(digit, seen + 1) if digit > highest else state]

    return cells, Machine((0, 0), step, lambda state: state[1] == count)


def read_count(control: Cell, cells: Sequence[Cell], cases: Sequence[Sequence[tuple[int, Sequence[int]]]]) -> Reading:
    """The state is the case, and the numbers of cells in its classes."""

    def start(case: int) -> tuple[int, tuple[int, ...]]:
        return case, (0,) * len(cases[case])

    def step(place: int, state: Any, digit: int) -> list[Any]:
        if control >= 0 and place == 0:
            return [start(digit - 1)]
        case, counts = state
        more = tuple(n + (mask >> (digit - 1) & 1) for n, (mask, _) in zip(counts, cases[case], strict=True))
        allowed = all(n <= max(numbers, default=-1) for n, (_, numbers) in zip(more, cases[case], strict=True))
        return [(case, more)] if allowed else []

    def accepts(state: Any) -> bool:
        case, counts = state
        return all(n in numbers for n, (_, numbers) in zip(counts, cases[case], strict=True))

    return _after(control, cells), Machine(start(0), step, accepts)


def read_distinct(control: Cell, cells: Sequence[Cell], numbers: Sequence[int]) -> Reading:
    """The state is how many there should be, and the set of digits so far."""
    most = max(numbers, default=0)

    def step(place: int, state: tuple[int, int], digit: int) -> list[tuple[int, int]]:
        if control >= 0 and place == 0:
            return [(numbers[digit - 1], 0)]
        target, seen = state
        seen |= 1 << digit >> 1
        return [(target, seen)] if seen.bit_count() <= (target if control >= 0 else most) else []

    def accepts(state: tuple[int, int]) -> bool:
        target, seen = state
        return seen.bit_count() == target if control >= 0 else seen.bit_count() in numbers

    return _after(control, cells), Machine((0, 0), step, accepts)


def read_run(cells: Sequence[Cell], sizes: Sequence[int], offset: int) -> Reading:
    """The state is the number, the digit looked for, how many were seen, and whether the arm goes on."""
    begins = set[int]()
    place = 2
    for size in sizes:
        begins.add(place)
        place += size

    def step(place: int, state: Any, digit: int) -> list[Any]:
        if place == 0:
            return [digit + offset]
        if place == 1:
            return [(state, digit, 1, True)]
        number, wanted, seen, goes_on = state
        goes_on = (goes_on or place in begins) and digit == wanted
        return [(number, wanted, seen + goes_on, goes_on)] if seen + goes_on <= number else []

    return cells, Machine(None, step, lambda state: state[0] == state[2])


def read_order(one: Sequence[Cell], other: Sequence[Cell]) -> Reading:
    """Compare two lines: the state is ``<``, ``=`` or ``>``, in between with a digit of the one."""

    def step(place: int, state: Any, digit: int) -> Iterator[Any]:
        if state in ("<", ">"):
            yield state
        elif place % 2 == 0:
            yield digit
        else:
            yield "<" if state < digit else ">" if state > digit else "="

    pairs = [cell for pair in zip(one, other, strict=True) for cell in pair]
    return pairs, Machine("=", step, ("<", "=").__contains__)


def _after(control: Cell, cells: Sequence[Cell]) -> Sequence[Cell]:
    return [control, *cells] if control >= 0 else cells


MACHINES: dict[str, Callable[..., Reading]] = {
    "sum": read_sum,
    "sets": read_sets,
    "automaton": read_automaton,
    "counted_sum": read_counted_sum,
    "skyscrapers": read_skyscrapers,
    "count": read_count,
    "count_distinct": read_distinct,
    "run": read_run,
}
"""For each kind of constraint, how its values are read. `read_sandwich` needs the highest digit, too."""
