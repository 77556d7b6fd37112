"""Interactive Sudoku Solver: the codes of relations, automata and sets of cells, in 64 signs of six bits each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from farandole.errors import FormatError
from farandole.records import replace
from farandole.rules import Nfa

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {sign: value for value, sign in enumerate(SIGNS)}
_MOST_SIGNS = 200_000

Pairs = tuple[tuple[int, int], ...]


def _values_of(code: str) -> list[int]:
    if len(code) > _MOST_SIGNS:
        raise FormatError(f"expected a code of at most {_MOST_SIGNS:,} signs, found {len(code):,}")
    try:
        return [_VALUES[sign] for sign in code]
    except KeyError as error:
        raise FormatError(f"expected a code of letters, digits, - and _, found {error.args[0]!r} in it") from None


def decode_bits(code: str) -> list[int]:
    """List the numbers of the bits that are set, six in a sign, the lowest first.

    Examples
    --------
    >>> decode_bits("FB")
    [0, 2, 6]
    """
    return [6 * n + bit for n, value in enumerate(_values_of(code)) for bit in range(6) if value >> bit & 1]


def encode_bits(numbers: Sequence[int]) -> str:
    """Return the code in which these bits are set.

    Examples
    --------
    >>> encode_bits([0, 2, 6])
    'FB'
    """
    values = [0] * (max(numbers, default=-6) // 6 + 1)
    for number in numbers:
        values[number // 6] |= 1 << number % 6
    return "".join(SIGNS[value] for value in values)


@lru_cache(maxsize=128)
def decode_pairs(code: str, n_digits: int, first: int = 1) -> Pairs:
    """List the pairs of digits of a relation; the first digit is 1 or 0.

    Examples
    --------
    >>> decode_pairs(encode_pairs(((1, 2), (4, 1)), 4), 4)
    ((1, 2), (4, 1))
    """
    bits = [bit for bit in decode_bits(code) if bit < n_digits * n_digits]
    return tuple((bit // n_digits + first, bit % n_digits + first) for bit in bits)


def encode_pairs(pairs: Sequence[Sequence[int]], n_digits: int, first: int = 1) -> str:
    """Return the code of a relation."""
    return encode_bits([(one - first) * n_digits + other - first for one, other in pairs])


class _Bits:
    """Reads the bits of a code, the highest of each sign first."""

    def __init__(self, code: str) -> None:
        values = _values_of(code)
        self.left = 8 * (6 * len(values) // 8)
        self._bits = 0
        for value in values:
            self._bits = self._bits << 6 | value
        self._bits >>= 6 * len(values) - self.left

    def take(self, n: int) -> int:
        if n > self.left:
            raise FormatError("expected a longer code of an automaton, found its end")
        self.left -= n
        return self._bits >> self.left & (1 << n) - 1


Arcs = list[tuple[int, int, int]]


@lru_cache(maxsize=128)
def _decode(code: str) -> tuple[int, Arcs, list[int], list[int]]:
    """Return the number of states, arcs of a symbol each, the states at which to start, and the accepting ones."""
    if not code:
        return 1, [], [0], []
    bits = _Bits(code)
    form, state_bits, n_symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form > 1:
        raise FormatError(f"expected the code of an automaton of kind 0 or 1, found {form}")
    n_starts, n_accepting = bits.take(state_bits), bits.take(state_bits)
    starts_accept = bits.take(n_starts)
    symbol_bits = (n_symbols - 1).bit_length()
    arcs: Arcs = []
    state = 0
    if form == 1:  # a mask of symbols for each state, and a state for each of them
        while bits.left >= n_symbols:
            mask = bits.take(n_symbols)
            arcs += [(state, bits.take(state_bits), symbol) for symbol in range(n_symbols) if mask >> symbol & 1]
            state += 1
    else:  # the number of arcs for each state, and a symbol and a state for each of them
        count_bits = bits.take(4)
        while count_bits and bits.left >= count_bits:
            for _ in range(bits.take(count_bits)):
                symbol = bits.take(symbol_bits)
                arcs.append((state, bits.take(state_bits), symbol))
            state += 1
    starts = list(range(n_starts))
    accepting = [state for state in starts if starts_accept >> state & 1] + list(
        range(n_starts, n_starts + n_accepting)
    )
    n_states = 1 + max([*starts, *accepting, *(max(before, after) for before, after, _ in arcs)], default=0)
    return n_states, arcs, starts, accepting


@lru_cache(maxsize=128)
def decode_nfa(code: str, n_digits: int, sizes: tuple[int, ...] = (0,), first: int = 1) -> Nfa:
    """Make the automaton of a code.

    Parameters
    ----------
    code : str
    n_digits : int
    sizes : tuple of int
        How many cells each segment of the line has. Between two segments, the automaton reads a symbol of its own; so
        if there are several, its states are numbered by place, too. Of a single segment, the size is ignored.
    first : int
        The first digit, 1 or 0.

    Examples
    --------
    >>> decode_nfa(encode_nfa(Nfa(2, ((0, 1, 0b1), (1, 1, 0b110)), (1,)), 3), 3)
    Nfa(n_states=2, arcs=((0, 1, 1), (1, 1, 6)), accepting=(1,), first_digit=1)
    """
    n_states, arcs, starts, accepting = _decode(code)
    if len(sizes) > 1:
        return replace(_unroll(arcs, starts, accepting, n_digits, sizes), first_digit=first)
    masks: dict[tuple[int, int], int] = {}
    number = {state: state for state in range(n_states)}
    if starts != [0]:  # one state at which to start, with the arcs of all of them
        number = {state: state + 1 for state in range(n_states)}
        arcs = [*((-1, after, symbol) for before, after, symbol in arcs if before in starts), *arcs]
        number[-1] = 0
        accepting = [*accepting, *([-1] if {*starts} & {*accepting} else [])]
    for before, after, symbol in arcs:
        if symbol < n_digits:
            way = number[before], number[after]
            masks[way] = masks.get(way, 0) | 1 << symbol
    made = tuple((*way, mask) for way, mask in masks.items())
    return Nfa(len(number), made, tuple(sorted({number[state] for state in accepting})), first)


def _unroll(arcs: Arcs, starts: list[int], accepting: list[int], n_digits: int, sizes: tuple[int, ...]) -> Nfa:
    """Make an automaton that reads segments one after another, without the symbol between them."""
    reads: dict[int, list[tuple[int, int]]] = {}
    breaks: dict[int, list[int]] = {}
    for before, after, symbol in arcs:
        if symbol < n_digits:
            reads.setdefault(before, []).append((after, symbol))
        elif symbol == n_digits:
            breaks.setdefault(before, []).append(after)

    def pass_breaks(states: frozenset[int], n: int) -> frozenset[int]:
        for _ in range(n):
            states = frozenset(after for state in states for after in breaks.get(state, ()))
        return states

    n_breaks = [0]  # before each cell, and after the last one
    for n, size in enumerate(sizes):
        n_breaks[-1] += n > 0
        n_breaks += [0] * size
    masks: dict[tuple[int, int], int] = {}
    layer, n_states = {frozenset(starts): 0}, 1
    for n in n_breaks[:-1]:
        later: dict[frozenset[int], int] = {}
        for states, number in layer.items():
            for state in pass_breaks(states, n):
                for after, symbol in reads.get(state, ()):
                    goal = later.setdefault(frozenset((after,)), n_states)
                    n_states += goal == n_states
                    masks[number, goal] = masks.get((number, goal), 0) | 1 << symbol
        layer = later
    ends = [number for states, number in layer.items() if pass_breaks(states, n_breaks[-1]) & {*accepting}]
    return Nfa(n_states, tuple((*way, mask) for way, mask in masks.items()), tuple(ends))


def encode_nfa(machine: Nfa, n_digits: int) -> str | None:
    """Return the code of an automaton, without states that no arc reaches or leaves.

    None if it has too many states, or more than 16 digits.
    """
    arcs = [(before, after, d) for before, after, mask in machine.arcs for d in range(n_digits) if mask >> d & 1]
    present = sorted({0, *machine.accepting, *(state for before, after, _ in arcs for state in (before, after))})
    ends = [state for state in present[1:] if state in machine.accepting]
    others = [state for state in present[1:] if state not in machine.accepting]
    number = {state: place for place, state in enumerate([0, *ends, *others])}
    state_bits = max(1, (len(number) - 1).bit_length())
    if n_digits > 16 or len(ends) >= 1 << state_bits or state_bits > 16:
        return None
    by_state: dict[int, set[tuple[int, int]]] = {place: set() for place in range(len(number))}
    for before, after, symbol in arcs:
        by_state[number[before]].add((symbol, number[after]))
    count_bits = max(len(ways) for ways in by_state.values()).bit_length()
    if count_bits >= 16:
        return None
    text = f"{0:02b}{state_bits - 1:04b}{n_digits - 1:04b}{1:0{state_bits}b}{len(ends):0{state_bits}b}"
    text += f"{int(0 in machine.accepting):b}{count_bits:04b}"
    symbol_bits = (n_digits - 1).bit_length()
    for place in range(len(number)):
        text += f"{len(by_state[place]):0{count_bits}b}" if count_bits else ""
        for symbol, after in sorted(by_state[place]):
            text += (f"{symbol:0{symbol_bits}b}" if symbol_bits else "") + f"{after:0{state_bits}b}"
    text += "0" * (-len(text) % 8)  # whole bytes
    text += "0" * (-len(text) % 6)
    return "".join(SIGNS[int(text[at : at + 6], 2)] for at in range(0, len(text), 6))
