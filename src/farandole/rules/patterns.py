"""Patterns of digits, as regular expressions write them, as automata."""

from __future__ import annotations

from functools import lru_cache

from farandole.errors import PuzzleError, short_repr
from farandole.records import replace
from farandole.rules.nfa import Nfa
from farandole.sizes import MAX_STATES

_MOST_SIGNS = 1_000
_MOST_SETS = 500
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


@lru_cache(maxsize=128)
def nfa_of(pattern: str, n_digits: int, first_digit: int = 1) -> Nfa:
    """Make the automaton of a pattern.

    Parameters
    ----------
    pattern : str
        Digits (letters from 10 on, A for 10), ``.`` for any digit, ``[135]``, ``[1-5]`` and ``[^1-5]``, groups ``( )``,
        alternatives ``|``, and ``*``, ``+``, ``?``, ``{2}``, ``{2,}``, ``{2,4}`` after what is repeated.
    n_digits : int
    first_digit : int
        The first digit, 1 or 0.

    Raises
    ------
    PuzzleError
        If the pattern is malformed: the message says where.

    Examples
    --------
    >>> machine = nfa_of("1.*9|[2-4]{3}", 9)
    >>> machine.accepts((1, 5, 9)), machine.accepts((2, 4, 2)), machine.accepts((2, 5, 9))
    (True, True, False)
    """
    if len(pattern) > _MOST_SIGNS:
        raise PuzzleError(f"expected a pattern of at most {_MOST_SIGNS:,} signs, found {len(pattern):,}")
    reader = _Reader("".join(pattern.split()), n_digits, first_digit)
    first, last = reader.alternatives()
    if reader.at < len(reader.text):
        raise reader.fault("the end")
    return replace(reader.machine(first, last), first_digit=first_digit)


class _Reader:
    """Reads a pattern by descent; makes states joined by masks of digits, or by nothing."""

    def __init__(self, text: str, n_digits: int, first_digit: int) -> None:
        self.text, self.n_digits, self.first_digit = text, n_digits, first_digit
        self.at = 0
        self._arcs: list[tuple[int, int, int]] = []
        self._free: list[list[int]] = []  # the states that a state becomes without a digit
        self._reads: dict[int, list[tuple[int, int]]] = {}

    def fault(self, expected: str) -> PuzzleError:
        found = short_repr(self.text[self.at]) if self.at < len(self.text) else "its end"
        return PuzzleError(
            f"pattern {short_repr(self.text, 60)}, sign {self.at + 1}: expected {expected}, found {found}"
        )

    def _state(self) -> int:
        if len(self._free) >= MAX_STATES:
            raise PuzzleError(
                f"pattern {short_repr(self.text, 60)}: expected at most {MAX_STATES:,} states, found more"
            )
        self._free.append([])
        return len(self._free) - 1

    def _next(self, sign: str) -> bool:
        """Pass over a sign, if it is the next one."""
        is_next = self.text.startswith(sign, self.at)
        self.at += len(sign) * is_next
        return is_next

    def alternatives(self) -> tuple[int, int]:
        first, last = self._state(), self._state()
        while True:
            begin, end = self._sequence()
            self._free[first].append(begin)
            self._free[end].append(last)
            if not self._next("|"):
                return first, last

    def _sequence(self) -> tuple[int, int]:
        first = last = self._state()
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            begin, end = self._repeated()
            self._free[last].append(begin)
            last = end
        return first, last

    def _repeated(self) -> tuple[int, int]:
        start = self.at
        begin, end = self._one()
        while self.at < len(self.text) and self.text[self.at] in "*+?{":
            stop = self.at
            least, most = self._times()
            after = self.at
            first = last = self._state()
            for n in range(least if most is None else most):
                # Read the part again for a copy of its states.
                if n:
                    self.at = start
                    begin, end = self._again(start, stop)
                if n >= least:
                    self._free[begin].append(end)
                self._free[last].append(begin)
                last = end
            if most is None:
                self.at = start
                begin, end = self._again(start, stop)
                loop = self._state()
                self._free[last].append(loop)
                self._free[loop].append(begin)
                self._free[end].append(loop)
                last = loop
            begin, end = first, last
            self.at = after
        return begin, end

    def _again(self, start: int, stop: int) -> tuple[int, int]:
        part = self.text
        self.text = part[:stop]
        self.at = start
        ends = self._repeated()
        self.text = part
        return ends

    def _times(self) -> tuple[int, int | None]:
        for sign, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._next(sign):
                return times
        self.at += 1
        least = self._number()
        if least is None:
            raise self.fault("a number")
        most: int | None = least
        if self._next(","):
            most = self._number()
            if most is not None and most < least:
                raise self.fault(f"a number from {least} on before it")
        if not self._next("}"):
            raise self.fault("}")
        return least, most

    def _number(self) -> int | None:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in _SIGNS[:10] and self.at < start + 4:
            self.at += 1
        return int(self.text[start : self.at]) if self.at > start else None

    def _one(self) -> tuple[int, int]:
        if self._next("("):
            ends = self.alternatives()
            if not self._next(")"):
                raise self.fault(")")
            return ends
        if self._next("."):
            return self._digits((1 << self.n_digits) - 1)
        if self._next("["):
            return self._digits(self._class())
        return self._digits(1 << self._digit() >> 1)

    def _digits(self, mask: int) -> tuple[int, int]:
        begin, end = self._state(), self._state()
        self._arcs.append((begin, end, mask))
        return begin, end

    def _digit(self) -> int:
        sign = self.text[self.at : self.at + 1].lower()
        digit = (_SIGNS.find(sign) if sign else -1) - self.first_digit + 1
        if not 1 <= digit <= self.n_digits:
            raise self.fault(f"a digit from {self.first_digit} to {self.first_digit + self.n_digits - 1}")
        self.at += 1
        return digit

    def _class(self) -> int:
        is_negated, mask = self._next("^"), 0
        while not self._next("]"):
            low = high = self._digit()
            if self._next("-"):
                high = self._digit()
                if high < low:
                    self.at -= 1
                    raise self.fault(f"a digit from {low + self.first_digit - 1} on")
            mask |= (1 << high) - (1 << low - 1)
        if not mask:
            raise self.fault("digits before it")
        return (1 << self.n_digits) - 1 & ~mask if is_negated else mask

    def machine(self, first: int, last: int) -> Nfa:
        """Make the automaton; its states are sets of states, unless these are too many."""
        for begin, end, mask in self._arcs:
            self._reads.setdefault(begin, []).append((end, mask))
        return self._determined(first, last) or self._undetermined(first, last)

    def _close(self, states: set[int], last: int) -> frozenset[int]:
        """Add the states that these become without a digit; leave out those that read nothing."""
        left = [*states]
        for state in left:  # which grows
            for after in self._free[state]:
                if after not in states:
                    states.add(after)
                    left.append(after)
        return frozenset(state for state in states if state in self._reads or state == last)

    def _determined(self, first: int, last: int) -> Nfa | None:
        numbers = {self._close({first}, last): 0}
        left, masks = [*numbers], dict[tuple[int, int], int]()
        for states in left:  # which grows
            for digit in range(1, self.n_digits + 1):
                bit = 1 << digit >> 1
                reached = {end for state in states for end, mask in self._reads.get(state, ()) if mask & bit}
                if after := self._close(reached, last):
                    if after not in numbers:
                        numbers[after] = len(numbers)
                        left.append(after)
                        if len(left) > _MOST_SETS:
                            return None
                    way = numbers[states], numbers[after]
                    masks[way] = masks.get(way, 0) | bit
        ends = tuple(number for states, number in numbers.items() if last in states)
        return Nfa(len(numbers), tuple((*way, mask) for way, mask in masks.items()), ends)

    def _undetermined(self, first: int, last: int) -> Nfa:
        numbers = {first: 0} | {end: n for n, end in enumerate(sorted({end for _, end, _ in self._arcs} - {first}), 1)}
        arcs, ends = [], []
        for state, number in numbers.items():
            closed = self._close({state}, last)
            arcs += [(number, numbers[end], mask) for inner in closed for end, mask in self._reads.get(inner, ())]
            ends += [number] if last in closed else []
        return Nfa(len(numbers), tuple(arcs), tuple(ends))
