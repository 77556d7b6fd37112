"""Clauses with variables of their own, each of which the others determine: so models can be counted.

References
----------
C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005 (sequential counters).
G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968 (variables for parts of a formula).
F. Bacchus, "GAC via unit propagation", CP 2007 (tables, and automata by layers of states).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

from farandole.errors import PuzzleError

Encoding: TypeAlias = Literal["pairwise", "sequential"]
ENCODINGS = ("pairwise", "sequential")
TRUE = 1 << 40  # a literal that no clause holds, because it is left out
MAX_LITERALS = 8_000_000


class Machine(NamedTuple):
    """An automaton that reads symbols one after another.

    Attributes
    ----------
    start : hashable
        The state before the first symbol.
    step : callable
        From a place, a state and a symbol to the next states.
    accepts : callable
        From a state to whether it may be the last one.
    """

    start: Hashable
    step: Callable[[int, Any, int], Iterable[Hashable]]
    accepts: Callable[[Any], bool]


class Clauses:
    """A growing list of clauses.

    Parameters
    ----------
    n_variables : int
        Variables 1 to this number belong to the caller.
    encoding : {"sequential", "pairwise"}
        How to say that at most one of some literals is true.

    Attributes
    ----------
    rows : list of list of int
    """

    def __init__(self, n_variables: int, encoding: Encoding) -> None:
        self.n_variables = n_variables
        self.rows: list[list[int]] = []
        self._encoding = encoding
        self._n_literals = 0

    def new(self) -> int:
        """Make a variable."""
        self.n_variables += 1
        return self.n_variables

    def add(self, literals: Iterable[int]) -> None:
        """Say that one of these literals is true."""
        row = [literal for literal in literals if literal != -TRUE]
        if TRUE in row:
            return
        self._n_literals += len(row) + 1
        if self._n_literals > MAX_LITERALS:
            raise PuzzleError(f"expected rules with at most {MAX_LITERALS:,} literals in their clauses, found more")
        self.rows.append(row)

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a literal that is true if and only if one of these is."""
        some = list(dict.fromkeys(literal for literal in literals if literal != -TRUE))
        if TRUE in some or any(-literal in some for literal in some):
            return TRUE
        if len(some) < 2:
            return some[0] if some else -TRUE
        found = self.new()
        self.add([-found, *some])
        for literal in some:
            self.add([found, -literal])
        return found

    def all_of(self, literals: Iterable[int]) -> int:
        """Return a literal that is true if and only if all of these are."""
        return -self.any_of(-literal for literal in literals)

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Say that at most one of these literals is true."""
        self.bound(0, 1, [literal for literal in literals if literal != -TRUE])

    def bound(self, low: int, high: int | None, literals: list[int]) -> None:
        """Say that from low to high of these literals are true."""
        high = len(literals) if high is None else min(high, len(literals))
        if low > high:
            self.add([])
        elif high == 0:
            for literal in literals:
                self.add([-literal])
        elif low <= 1 and high == len(literals):
            if low:
                self.add(literals)
        elif low <= 1 and high == 1 and (self._encoding == "pairwise" or len(literals) <= 3):
            if low:
                self.add(literals)
            for one, other in combinations(literals, 2):
                self.add([-one, -other])
        else:
            counts = self.count(literals, high + 1)
            if high < len(literals):
                self.add([-counts[high]])
            if low:
                self.add([counts[low - 1]])

    def count(self, literals: Sequence[int], most: int) -> list[int]:
        """Return a literal for each number from 1 to ``most``: it is true if so many of these are.

        It is a sequential counter: s[j] after k literals is true if and only if at least j of these k are.
        """
        before: list[int] = []
        for number, literal in enumerate(literals, 1):
            now = [self.new() for _ in range(min(number, most))]
            for j, this in enumerate(now, 1):
                same = before[j - 1] if j <= len(before) else None
                less = before[j - 2] if j > 1 else None
                self._define(this, literal, same, less)
            before = now
        return before + [-TRUE] * (most - len(before))

    def _define(self, this: int, literal: int, same: int | None, less: int | None) -> None:
        """Say that ``this`` is true if and only if ``same`` is, or the literal and ``less`` are; None is left out."""
        self.add([this, -literal, *([-less] if less else [])])
        self.add([-this, literal, *([same] if same else [])])
        if same:
            self.add([this, -same])
        if less:
            self.add([-this, less, *([same] if same else [])])

    def read(self, machine: Machine, symbols: Sequence[Sequence[int]]) -> dict[Hashable, int]:
        """Run a machine; return a literal for each accepting state, true if and only if it is reached.

        Parameters
        ----------
        machine : Machine
        symbols : sequence of sequence of int
            For each place, a literal for each symbol from 1; exactly one of them is true.
        """
        arcs = _find_arcs(machine, symbols)
        layer: dict[Hashable, int] = {machine.start: TRUE}
        for literals, steps in zip(symbols, arcs, strict=True):
            after: dict[Hashable, int] = {}
            ways: dict[tuple[Hashable, int], list[int]] = {}
            for before, symbol, to in steps:
                after.setdefault(to, 0)
                ways.setdefault((to, symbol), []).append(layer[before])
            for to in after:
                after[to] = self.new()
            for (to, symbol), befores in ways.items():
                for before_literal in befores:
                    self.add([-before_literal, -literals[symbol - 1], after[to]])
            for to, this in after.items():
                for symbol, literal in enumerate(literals, 1):
                    if literal != -TRUE:
                        self.add([-this, -literal, *ways.get((to, symbol), ())])
            layer = after
        return {state: literal for state, literal in layer.items() if machine.accepts(state)}

    def text(self, *notes: str) -> str:
        """Write DIMACS CNF, after comments."""
        head = f"p cnf {self.n_variables} {len(self.rows)}"
        lines = [*(f"c {note}" for note in notes), head, *(" ".join(map(str, [*row, 0])) for row in self.rows)]
        return "\n".join(lines) + "\n"


def _find_arcs(machine: Machine, symbols: Sequence[Sequence[int]]) -> list[list[tuple[Hashable, int, Hashable]]]:
    """List the steps of each place, from a state by a symbol to a state, which are on a way to an accepting state."""
    layer: dict[Hashable, None] = {machine.start: None}
    arcs: list[list[tuple[Hashable, int, Hashable]]] = []
    for place, literals in enumerate(symbols):
        steps = [
            (state, symbol, to)
            for state in layer
            for symbol, literal in enumerate(literals, 1)
            if literal != -TRUE
            for to in dict.fromkeys(machine.step(place, state, symbol))
        ]
        if len(steps) > MAX_LITERALS // 4:
            raise PuzzleError("expected rules with fewer states in their clauses")
        arcs.append(steps)
        layer = dict.fromkeys(to for _, _, to in steps)
    needed = {state for state in layer if machine.accepts(state)}
    for place in reversed(range(len(arcs))):
        arcs[place] = [step for step in arcs[place] if step[2] in needed]
        needed = {before for before, _, _ in arcs[place]}
    return arcs
