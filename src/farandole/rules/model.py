"""The constraints of the engine, to which rules post: houses, sums, sets, tables, automata."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from farandole import _core
from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid
from farandole.rules.nfa import Nfa
from farandole.sizes import MAX_DIGITS, MAX_MODEL

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
        if not 0 <= digit <= MAX_DIGITS:
            raise PuzzleError(f"expected a digit from 1 to {MAX_DIGITS}, found {digit}")
        mask |= 1 << digit >> 1
    return mask


class Equation(NamedTuple):
    """Cells whose digits, times their coefficients, add up to a total.

    Parameters
    ----------
    cells : tuple of int
        Each cell once.
    coefficients : tuple of int
        Of the cells, in their order; none is 0.
    total : int
    """

    cells: tuple[Cell, ...]
    coefficients: tuple[int, ...]
    total: int

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells, as those of a rule."""
        return self.cells

    def post(self, model: Model) -> None:
        """Add the equation to a model."""
        model.sum(self.cells, self.total, self.total, coefficients=self.coefficients)


def lowest_digit(mask: int) -> int:
    """Return the lowest digit of a mask, 0 if it is empty."""
    return (mask & -mask).bit_length()


class Model:
    """The constraints of a puzzle for the engine; `Rule.post` adds to it.

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
    Two different digits with the sum 5:

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
        self._grid: Grid | None = None  # its houses come before those of this model
        self._houses: list[Sequence[Cell]] = []
        self._full: frozenset[frozenset[Cell]] = frozenset()  # houses that hold each digit, of those looked at so far
        self._n_looked_at = 0
        self._sums: list[tuple[Sequence[Cell], Sequence[int], int, int]] = []
        self._sets: list[tuple[Sequence[Cell], Sequence[int]]] = []
        self._pairs: list[tuple[Cell, Cell, int]] = []
        self._partners: dict[tuple[int, ...], int] = {}
        # Shared constraints are stored once: partners by themselves, tables by their tuples and where cells repeat,
        # automata by their length. Tuples and automata are kept, so that no other object gets their id.
        self._known: dict[tuple[int, Sequence[int]], tuple[Iterable[Digits], Sequence[int]]] = {}
        self._tables: dict[tuple[int, Sequence[int]], tuple[list[Sequence[Cell]], Sequence[int]]] = {}
        self._machines: dict[tuple[int, int], Nfa] = {}
        self._automata: dict[tuple[int, int], tuple[list[Sequence[Cell]], int, Sequence[int], Sequence[int]]] = {}
        self._counted: list[tuple[Sequence[Cell], int]] = []
        self._sandwiches: list[tuple[Sequence[Cell], int]] = []
        self._skyscrapers: list[tuple[Sequence[Cell], int]] = []
        self._counts: list[tuple[Cell, Sequence[Cell], list[list[tuple[int, list[int]]]]]] = []
        self._distinct: list[tuple[Cell, Sequence[Cell], list[int]]] = []
        self._size = 0

    @classmethod
    def on(cls, grid: Grid) -> Self:
        """Start with the houses of a grid, which the networks of all puzzles on it share.

        Examples
        --------
        >>> Model.on(Grid.latin(3)).search().count()
        12
        """
        model = cls(grid.n_digits, grid.n_cells)
        model._grid, model._full = grid, grid.full_houses
        return model

    def all_different(self, cells: Sequence[Cell]) -> None:
        """No two of these cells hold the same digit; if there are as many cells as digits, they hold each digit."""
        if len(cells) > self.n_digits:
            self.forbid(cells)
        else:
            self._houses.append(cells)

    def allow(self, cell: Cell, mask: int) -> None:
        """The cell holds a digit of this mask."""
        self.masks[cell] &= mask

    def forbid(self, cells: Iterable[Cell]) -> None:
        """No digit is possible: the puzzle has no solution."""
        for cell in cells:
            self.masks[cell] = 0

    def sum(self, cells: Sequence[Cell], low: int, high: int, *, coefficients: Sequence[int] | None = None) -> None:
        """The sum of the digits, times coefficients if given, is from ``low`` to ``high``; a cell may come twice."""
        factors: dict[Cell, int] = {}
        for cell, factor in zip(cells, coefficients or [1] * len(cells), strict=True):
            factors[cell] = factors.get(cell, 0) + factor
        factors = {cell: factor for cell, factor in factors.items() if factor}
        if factors:
            self._sums.append((list(factors), list(factors.values()), low, high))
        elif not low <= 0 <= high:
            self.forbid(cells)

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The sums so far that have one total.

        Examples
        --------
        >>> model = Model(9, 4)
        >>> model.sum((0, 1, 3), 0, 0, coefficients=(1, -1, -1))
        >>> model.equations
        (Equation(cells=(0, 1, 3), coefficients=(1, -1, -1), total=0),)
        """
        return tuple(
            Equation(tuple(cells), tuple(factors), low) for cells, factors, low, high in self._sums if low == high
        )

    def sets(self, cells: Sequence[Cell], masks: Sequence[int]) -> None:
        """The cells hold different digits that form one of these sets; sets of another size are ignored."""
        self.all_different(cells)
        if len(cells) <= self.n_digits:
            self._sets.append((cells, [mask for mask in masks if mask.bit_count() == len(cells)]))

    def counted_sum(self, cells: Sequence[Cell], total: int) -> None:
        """The first X digits add up to the total, where X is the first digit."""
        self._counted.append((cells, total))

    def sandwich(self, cells: Sequence[Cell], total: int) -> None:
        """The digits between 1 and the highest add up to the total, in a line that holds each digit once."""
        self._sandwiches.append((cells, total))

    def skyscrapers(self, cells: Sequence[Cell], count: int) -> None:
        """This number of digits is higher than all before them, in a line that holds each digit once."""
        if 1 <= count <= self.n_digits:
            self._skyscrapers.append((cells, count))
        else:
            self.forbid(cells)

    def count(
        self,
        cells: Sequence[Cell],
        cases: Sequence[Sequence[tuple[int, Iterable[int]]]],
        control: Cell | None = None,
    ) -> None:
        """The numbers of cells with digits of some classes are among those allowed.

        A case is a list of disjoint masks of digits, each with the allowed numbers of cells. There is a case for each
        digit of the control cell, which is not counted; without a control cell, a single case.

        Examples
        --------
        Exactly one of two cells is a 3:

        >>> model = Model(3, 2)
        >>> model.count((0, 1), [[(0b100, [1])]])
        >>> model.search().count()
        4
        """
        n = len(cells)
        clean = [
            [(mask, [number for number in allowed if 0 <= number <= n]) for mask, allowed in case] for case in cases
        ]
        self._counts.append((-1 if control is None else control, cells, clean))

    def count_distinct(self, cells: Sequence[Cell], numbers: Iterable[int], control: Cell | None = None) -> None:
        """The number of different digits is one of these; with a control cell, the one at the place of its digit."""
        self._distinct.append((-1 if control is None else control, cells, list(numbers)))

    def holds_each_digit(self, cells: Sequence[Cell]) -> bool:
        """Return whether these cells are a known house with as many cells as digits."""
        if new := self._houses[self._n_looked_at :]:
            self._n_looked_at = len(self._houses)
            self._full |= {frozenset(house) for house in new if len(house) == self.n_digits}
        return frozenset(cells) in self._full

    def pair(self, one: Cell, other: Cell, partners: Sequence[int]) -> None:
        """Constrain two cells by the masks of digits that the other may hold, for each digit of the one."""
        self._pairs.append((one, other, self._partners.setdefault(tuple(partners), len(self._partners))))

    def table(self, cells: Sequence[Cell], tuples: Iterable[Digits]) -> None:
        """The digits of the cells are one of these tuples; a cell that comes twice has the same digit both times."""
        once = cells if len(set(cells)) == len(cells) else list(dict.fromkeys(cells))
        places = range(len(cells)) if once is cells else tuple(map(once.index, cells))
        key = id(tuples), places  # and the number of cells, because there is only one empty tuple
        if key not in self._known:
            self._known[key] = tuples, self._tabled(tuples, places)
        rows = self._known[key][1]
        if len(once) == 1:
            self.allow(once[0], rows[0])
        elif len(once) == 2:
            self.pair(once[0], once[1], rows)
        else:
            self._tables.setdefault(key, ([], rows))[0].append(once)

    def _tabled(self, tuples: Iterable[Digits], places: Sequence[int]) -> Sequence[int]:
        """Encode tuples for the engine, by the number of different cells: a mask, partners, or rows of masks."""
        known = (digits for digits in tuples if min(digits) >= 1 and max(digits) <= self.n_digits)
        width = max(places) + 1
        if width < len(places):
            firsts = [places.index(place) for place in range(width)]
            known = (
                tuple(digits[first] for first in firsts)
                for digits in known
                if all(digits[firsts[place]] == digit for place, digit in zip(places, digits, strict=True))
            )
        if width == 1:
            return [mask_of(digit for (digit,) in known)]
        if width == 2:
            partners = [0] * self.n_digits
            for one, other in known:
                partners[one - 1] |= 1 << other >> 1
            return tuple(partners)
        rows = [1 << digit >> 1 for digits in known for digit in digits]
        self._grow(len(rows))
        return rows

    def automaton(self, cells: Sequence[Cell], machine: Nfa) -> None:
        """The automaton accepts the digits of the cells in order; a cell may come twice."""
        key = id(machine), len(cells)
        if key not in self._automata:
            self._machines[key] = machine
            self._grow(len(machine.arcs))
            digits = (1 << self.n_digits) - 1
            arcs = [number for before, after, mask in machine.arcs for number in (before, after, mask & digits)]
            self._automata[key] = [], machine.n_states, arcs, machine.accepting
        self._automata[key][0].append(cells)

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > MAX_MODEL:
            raise PuzzleError(f"expected tables and machines of at most {MAX_MODEL:,} entries in all rules, found more")

    def network(self) -> _core.Network:
        """Make the network, which searches share: all but the masks.

        Raises
        ------
        PuzzleError
            If the rules are too large.
        """
        try:
            return self._network()
        except ValueError as error:
            raise PuzzleError(f"the rules together: {error}") from None

    def _network(self) -> _core.Network:
        constraints = (
            self._sums,
            self._sets,
            self._pairs,
            list(self._partners),
            list(self._tables.values()),
            list(self._automata.values()),
            self._counted,
            self._sandwiches,
            self._skyscrapers,
            self._counts,
            self._distinct,
        )
        if self._grid is None:
            return _core.Network(self.n_digits, self.n_cells, self._houses, *constraints)
        if self._houses:
            houses = [house.cells for house in self._grid.houses] + self._houses
            return _core.Network(self.n_digits, self.n_cells, houses, *constraints)
        shared = self._grid.network
        return _core.Network(self.n_digits, self.n_cells, shared, *constraints) if any(constraints) else shared

    def search(self, *, budget: int | None = None, seconds: float | None = None) -> _core.PuzzleSearch:
        """Begin a search for the solutions."""
        return _core.PuzzleSearch(self.network(), self.masks, budget, seconds)
