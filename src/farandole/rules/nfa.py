"""Automata that read the digits of a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any

from farandole.errors import RuleError
from farandole.records import record
from farandole.rules.fields import FIELD_TYPES, check_fields
from farandole.sizes import MAX_DIGITS, MAX_ENTRIES, MAX_STATES

_EVERY = (1 << MAX_DIGITS) - 1


@record
class Nfa:
    """A nondeterministic finite automaton that reads digits: states, and arcs between them.

    Parameters
    ----------
    n_states : int
        States are 0 to ``n_states - 1``; 0 is the initial state.
    arcs : tuple of (int, int, int)
        From, to, and the mask of the digits that the arc reads. Several arcs may read the same digit.
    accepting : tuple of int
        The accepting states.
    first_digit : int
        The number that the lowest bit of a mask stands for: 1; or 0 for a grid with digits from 0.

    Examples
    --------
    Digits that never decrease; the state is the last digit read:

    >>> rising = Nfa.explore(1, lambda last, digit: digit if digit >= last else None, lambda last: True,
    ...                          n_digits=4, length=3)
    >>> rising.accepts((1, 3, 3)), rising.accepts((2, 1, 4))
    (True, False)
    """

    n_states: int
    arcs: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]
    first_digit: int = 1

    def __post_init__(self) -> None:
        check_fields(self)
        states = range(self.n_states)
        if not 1 <= self.n_states <= MAX_STATES:
            raise RuleError("Nfa", f"expected 1 to {MAX_STATES:,} states, found {self.n_states:,}")
        if len(self.arcs) > MAX_ENTRIES:
            raise RuleError("Nfa", f"expected at most {MAX_ENTRIES:,} arcs, found {len(self.arcs):,}")
        for arc in self.arcs:
            if arc[0] not in states or arc[1] not in states:
                raise RuleError("Nfa", f"expected arcs of two states below {self.n_states} and a mask, found {arc}")
        for odd in (state for state in self.accepting if state not in states):
            raise RuleError("Nfa", f"expected accepting states below {self.n_states}, found {odd}")

    @classmethod
    def explore(
        cls,
        start: Hashable,
        step: Callable[[Any, int], Hashable],
        accepts: Callable[[Any], bool],
        *,
        n_digits: int,
        length: int,
        first: int = 1,
    ) -> Nfa:
        """Make an automaton from a function, by trying all digits in all states that are reachable in ``length`` steps.

        Parameters
        ----------
        start : hashable
            The initial state: any value, such as a sum so far.
        step : callable
            From a state and a digit to the next state, or None if the digit is not allowed.
        accepts : callable
            From a state to whether it is accepting.
        n_digits, length : int
            Digits are 1 to ``n_digits``, and ``length`` of them are read.
        first : int
            The number that ``step`` gets for digit 1: 0 in place of 1 if people write digits from 0.

        Raises
        ------
        RuleError
            If there are too many states.
        """
        number = {start: 0}
        arcs: dict[tuple[int, int], int] = {}
        layer = [start]
        for _ in range(length):
            found = []
            for state in layer:
                for bit in range(n_digits):
                    if (after := step(state, bit + first)) is None:
                        continue
                    if after not in number:
                        number[after] = len(number)
                        found.append(after)
                        if len(number) > MAX_STATES:
                            raise RuleError("Nfa", f"expected at most {MAX_STATES:,} states, found more")
                    way = (number[state], number[after])
                    arcs[way] = arcs.get(way, 0) | 1 << bit
            layer = found
        accepting = tuple(n for state, n in number.items() if accepts(state))
        return cls(len(number), tuple((*way, mask) for way, mask in arcs.items()), accepting)

    def accepts(self, digits: Sequence[int]) -> bool:
        """Return whether the digits, read in order, lead to an accepting state."""
        states = {0}
        for digit in digits:
            bit = 1 << digit - self.first_digit if digit >= self.first_digit else 0
            states = {after for before, after, mask in self.arcs if before in states and mask & bit}
        return not states.isdisjoint(self.accepting)

    def on_digits(self, first: int) -> Nfa:
        """Return the automaton that reads digits 1, 2, ... for the numbers from ``first`` on; always the same object.

        Examples
        --------
        >>> Nfa(1, ((0, 0, 0b110),), (0,)).on_digits(0).arcs
        ((0, 0, 12),)
        """
        return self if first == self.first_digit == 1 else _on_digits(self, first)


@lru_cache(maxsize=128)
def _on_digits(machine: Nfa, first: int) -> Nfa:
    up = machine.first_digit - first
    masks = (mask << up if up > 0 else mask >> -up for _, _, mask in machine.arcs)
    arcs = tuple((*arc[:2], mask & _EVERY) for arc, mask in zip(machine.arcs, masks, strict=True))
    return Nfa(machine.n_states, arcs, machine.accepting)


def _check_nfa(value: Any) -> Nfa:
    if not isinstance(value, Nfa):
        raise TypeError
    return value


FIELD_TYPES["Nfa"] = (_check_nfa, "an Nfa")
