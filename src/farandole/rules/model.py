"""What a rule is, and what it may say to the engine: houses, sums, sets, tables, machines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from farandole import _core
from farandole.errors import PuzzleError
from farandole.grid import Cell

Digits = Sequence[int]


def mask_of(digits: Iterable[int]) -> int:
    """Make a mask of digits: bit d - 1 for digit d.

    Examples
    --------
    >>> bin(mask_of((1, 2, 5)))
    '0b10011'
    """
    mask = 0
    for digit in digits:
        mask |= 1 << digit >> 1
    return mask


@dataclass(frozen=True, slots=True)
class Machine:
    """An automaton that reads digits: states, and arcs that lead from one to the next.

    Parameters
    ----------
    n_states : int
        States are 0 to ``n_states - 1``; reading begins in 0.
    arcs : tuple of (int, int, int)
        From, to, and the mask of the digits that lead there. Several arcs may read the same digit.
    accepting : tuple of int
        The states in which reading may end.

    Examples
    --------
    Digits that never fall, by the last one read:

    >>> rising = Machine.explore(1, lambda last, digit: digit if digit >= last else None, lambda last: True,
    ...                          n_digits=4, length=3)
    >>> rising.accepts((1, 3, 3)), rising.accepts((2, 1, 4))
    (True, False)
    """

    n_states: int
    arcs: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]

    @classmethod
    def explore(
        cls,
        start: Hashable,
        step: Callable[[Any, int], Hashable],
        accepts: Callable[[Any], bool],
        *,
        n_digits: int,
        length: int,
    ) -> Machine:
        """Make a machine of a function, by trying all digits in all states that ``length`` of them can reach.

        Parameters
        ----------
        start : hashable
            The state before the first digit: anything, such as a total so far.
        step : callable
            From a state and a digit to the next state, or None if the digit may not come here.
        accepts : callable
            Whether reading may end in a state.
        n_digits, length : int
            Digits are 1 to ``n_digits``, and ``length`` of them are read.
        """
        number = {start: 0}
        arcs: dict[tuple[int, int], int] = {}
        layer = [start]
        for _ in range(length):
            found = []
            for state in layer:
                for digit in range(1, n_digits + 1):
                    if (after := step(state, digit)) is None:
                        continue
                    if after not in number:
                        number[after] = len(number)
                        found.append(after)
                    way = (number[state], number[after])
                    arcs[way] = arcs.get(way, 0) | 1 << digit >> 1
            layer = found
        accepting = tuple(n for state, n in number.items() if accepts(state))
        return cls(len(number), tuple((*way, mask) for way, mask in arcs.items()), accepting)

    def accepts(self, digits: Digits) -> bool:
        """Say whether the digits, read in order, lead to an accepting state."""
        states = {0}
        for digit in digits:
            states = {after for before, after, mask in self.arcs if before in states and mask & 1 << digit >> 1}
        return not states.isdisjoint(self.accepting)


class Model:
    """A puzzle as the engine takes it: what `Rule.post` writes to.

    Parameters
    ----------
    n_digits, n_cells : int
        Digits are 1 to ``n_digits``, cells 0 to ``n_cells - 1``.

    Attributes
    ----------
    masks : list of int
        The candidates of each cell, bit d - 1 for digit d; all of them at first.

    Examples
    --------
    Two different digits that make 5:

    >>> model = Model(4, 2)
    >>> model.all_different((0, 1))
    >>> model.sum((0, 1), 5, 5)
    >>> model.search().next()
    [1, 4]
    """

    def __init__(self, n_digits: int, n_cells: int) -> None:
        self.n_digits = n_digits
        self.n_cells = n_cells
        self.masks = [(1 << n_digits) - 1] * n_cells
        self._houses: list[Sequence[Cell]] = []
        self._sums: list[tuple[Sequence[Cell], Sequence[int], int, int]] = []
        self._sets: list[tuple[Sequence[Cell], Sequence[int]]] = []
        self._pairs: list[tuple[Cell, Cell, Sequence[int]]] = []
        self._tables: list[tuple[Sequence[Cell], Sequence[int]]] = []
        self._automata: list[tuple[Sequence[Cell], int, Sequence[int], Sequence[int]]] = []

    def all_different(self, cells: Sequence[Cell]) -> None:
        """No two of these cells hold the same digit; as many cells as digits are a house and hold each digit."""
        if len(cells) > self.n_digits:
            self.forbid(cells)
        else:
            self._houses.append(cells)

    def allow(self, cell: Cell, mask: int) -> None:
        """The cell holds a digit of this mask."""
        self.masks[cell] &= mask

    def forbid(self, cells: Iterable[Cell]) -> None:
        """Nothing fits here: the puzzle has no solution."""
        for cell in cells:
            self.masks[cell] = 0

    def sum(self, cells: Sequence[Cell], low: int, high: int, *, coefficients: Sequence[int] | None = None) -> None:
        """The digits, each times its coefficient if given, add up to ``low`` to ``high``."""
        self._sums.append((cells, coefficients or [1] * len(cells), low, high))

    def sets(self, cells: Sequence[Cell], masks: Sequence[int]) -> None:
        """The cells hold different digits, and together one of these sets; sets of another size don't count."""
        self.all_different(cells)
        if len(cells) <= self.n_digits:
            self._sets.append((cells, [mask for mask in masks if mask.bit_count() == len(cells)]))

    def table(self, cells: Sequence[Cell], tuples: Iterable[Digits]) -> None:
        """The digits of the cells are one of these tuples."""
        known = [digits for digits in tuples if min(digits) >= 1 and max(digits) <= self.n_digits]
        if len(cells) == 2:
            partners = [0] * self.n_digits
            for one, other in known:
                partners[one - 1] |= 1 << other >> 1
            self._pairs.append((cells[0], cells[1], partners))
        else:
            self._tables.append((cells, [1 << digit >> 1 for digits in known for digit in digits]))

    def automaton(self, cells: Sequence[Cell], machine: Machine) -> None:
        """The machine accepts the digits of the cells in order."""
        digits = (1 << self.n_digits) - 1
        arcs = [number for before, after, mask in machine.arcs for number in (before, after, mask & digits)]
        self._automata.append((cells, machine.n_states, arcs, machine.accepting))

    def network(self) -> _core.Network:
        """Make what searches share: all of it but the masks."""
        return _core.Network(
            self.n_digits,
            self.n_cells,
            self._houses,
            self._sums,
            self._sets,
            self._pairs,
            self._tables,
            self._automata,
        )

    def search(self, *, budget: int | None = None, seconds: float | None = None) -> _core.Propagation:
        """Begin a search for the solutions."""
        return _core.Propagation(self.network(), self.masks, budget, seconds)


@dataclass(frozen=True, slots=True)
class Rule(ABC):
    """Something that the digits of some cells keep.

    A rule of one's own is a frozen dataclass that says two things: ``holds`` is the rule, ``post`` how the engine
    is to keep it. For two or three cells, `tabulate` makes a table of ``holds`` itself.

    Parameters
    ----------
    cells : tuple of int
        Each cell at most once.

    Raises
    ------
    PuzzleError
        If the cells are not as a rule needs them.

    Examples
    --------
    >>> @dataclass(frozen=True, slots=True)
    ... class Coprime(Rule):
    ...     def holds(self, digits):
    ...         return math.gcd(*digits) == 1
    ...
    ...     def post(self, model):
    ...         model.table(self.cells, tabulate(self, model.n_digits))
    >>> import math
    >>> model = Model(6, 2)
    >>> Coprime((0, 1)).post(model)
    >>> model.search().count()
    23
    """

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        cells = self.scope
        if not cells:
            raise PuzzleError(f"{type(self).__name__}: at least one cell expected")
        if len(set(cells)) < len(cells):
            twice = next(cell for n, cell in enumerate(cells) if cell in cells[:n])
            raise PuzzleError(f"{type(self).__name__}: each cell once expected, cell {twice} found twice")

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells whose digits ``holds`` takes, in that order."""
        return self.cells

    @abstractmethod
    def holds(self, digits: Digits) -> bool:
        """Say whether the digits of the cells, in their order, keep the rule."""

    @abstractmethod
    def post(self, model: Model) -> None:
        """Tell the engine."""


def require(rule: Rule, holds: bool, expected: str) -> None:
    """Raise a PuzzleError that names the rule, its cells and what was expected of it, unless that holds."""
    if not holds:
        raise PuzzleError(f"{rule!r}: {expected} expected")


def tabulate(rule: Rule, n_digits: int) -> tuple[tuple[int, ...], ...]:
    """List all digits that keep a rule of a few cells."""
    return _tabulate(replace(rule, cells=tuple(range(len(rule.cells)))), n_digits)


@lru_cache(maxsize=256)
def _tabulate(rule: Rule, n_digits: int) -> tuple[tuple[int, ...], ...]:
    """List them for a rule at cells 0, 1, ..., so that rules of a kind share a table."""
    return tuple(filter(rule.holds, product(range(1, n_digits + 1), repeat=len(rule.cells))))
