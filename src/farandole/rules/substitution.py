"""Tables and automata that read a mark and a digit for each value, for `Model.substitute`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from farandole.grid import Cell
from farandole.rules.nfa import Nfa

Values = tuple[tuple[int, ...], ...]
_Arc = tuple[Any, int, int, Any]  # a state, a mark, a mask of digits, the next state


def interleave(cells: Sequence[Cell], places: Sequence[tuple[Cell, Cell]]) -> tuple[Cell, ...]:
    """List the marks and the digits of cells in turn."""
    return tuple(chain.from_iterable(places[cell] for cell in cells))


@lru_cache(maxsize=256)
def spread(masks: tuple[int, ...], values: Values) -> tuple[tuple[int, ...], ...]:
    """Tabulate a mask of values, or the mask of partners of each value, for marks and digits in turn."""
    pairs = [(mark, digit, bit) for mark, row in enumerate(values, 1) for digit, bit in enumerate(row, 1)]
    if len(masks) == 1:
        return tuple((mark, digit) for mark, digit, bit in pairs if bit & masks[0])
    return tuple(
        (mark, digit, its_mark, its_digit)
        for mark, digit, bit in pairs
        for its_mark, its_digit, its_bit in pairs
        if masks[bit.bit_length() - 1] & its_bit
    )


def _layered(layers: Iterable[Iterable[_Arc]], start: Hashable, ends: Any) -> Nfa:
    """Make an automaton from the arcs of each layer: a state, a mark, a mask of digits, the next state."""
    number: dict[Hashable, int] = {start: 0}
    arcs: dict[tuple[int, int], int] = {}
    for layer in layers:
        for before, mark, mask, after in layer:
            middle = number.setdefault(("mark", before, mark), len(number))
            arcs[number[before], middle] = 1 << mark >> 1
            way = middle, number.setdefault(after, len(number))
            arcs[way] = arcs.get(way, 0) | mask
    accepting = tuple(n for state, n in number.items() if ends(state))
    return Nfa(len(number), tuple((*way, mask) for way, mask in arcs.items()), accepting)


@lru_cache(maxsize=128)
def sum_machine(factors: tuple[int, ...], low: int, high: int, numbers: Values) -> Nfa:
    """Make the automaton whose states are the sums so far that can still come to the bounds."""
    flat = [number for row in numbers for number in row]
    ends = [sorted((factor * min(flat), factor * max(flat))) for factor in factors]

    def layers() -> Iterator[list[_Arc]]:
        sums = {0}
        for place, factor in enumerate(factors):
            least, most = (sum(end[side] for end in ends[place + 1 :]) for side in (0, 1))
            found = [
                ((place, total), mark, 1 << digit, (place + 1, total + factor * number))
                for total in sorted(sums)
                for mark, row in enumerate(numbers, 1)
                for digit, number in enumerate(row)
                if total + factor * number + least <= high and total + factor * number + most >= low
            ]
            sums = {after[1] for *_, after in found}
            yield found

    n = len(factors)
    return _layered(layers(), (0, 0), lambda state: state[0] == n and low <= state[1] <= high)


@lru_cache(maxsize=64)
def set_machine(size: int, masks: tuple[int, ...], values: Values) -> Nfa:
    """Make the automaton whose states are the different values so far, which belong to one of these sets."""

    def layers() -> Iterator[list[_Arc]]:
        states = {0}
        for _ in range(size):
            found = [
                (state, mark, 1 << digit, state | bit)
                for state in sorted(states)
                for mark, row in enumerate(values, 1)
                for digit, bit in enumerate(row)
                if not state & bit and any((state | bit) & ~mask == 0 for mask in masks)
            ]
            states = {after for *_, after in found}
            yield found

    return _layered(layers(), 0, lambda state: state in masks)


@lru_cache(maxsize=64)
def table_machine(tuples: tuple[tuple[int, ...], ...], values: Values) -> Nfa:
    """Make the automaton whose states are the beginnings of tuples of bits of values."""
    last = len(tuples[0]) - 1 if tuples else 0

    def layers() -> Iterator[list[_Arc]]:
        for place in range(last + 1):
            yield [
                (begin[:-1], mark, 1 << digit, begin if place < last else "end")
                for begin in sorted({some[: place + 1] for some in tuples})
                for mark, row in enumerate(values, 1)
                for digit, bit in enumerate(row)
                if bit == begin[-1]
            ]

    return _layered(layers(), (), lambda state: state == "end")


@lru_cache(maxsize=64)
def split_machine(
    n_states: int, arcs: tuple[tuple[int, int, int], ...], accepting: tuple[int, ...], values: Values
) -> Nfa:
    """Make the automaton that reads a mark and a digit for each value."""
    marks = range(1, len(values) + 1)
    made = [(state, n_states * mark + state, 1 << mark >> 1) for state in range(n_states) for mark in marks]
    for before, after, mask in arcs:
        for mark, row in enumerate(values, 1):
            digits = sum(1 << digit for digit, bit in enumerate(row) if bit & mask)
            if digits:
                made.append((n_states * mark + before, after, digits))
    return Nfa(n_states * (len(values) + 1), tuple(made), accepting)
