"""The constraints of the engine, to which rules post: houses, sums, sets, tables, automata, disjunctions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from operator import and_
from typing import Any, NamedTuple, Protocol, Self

from farandole import _core
from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid
from farandole.rules.nfa import Nfa
from farandole.rules.substitution import interleave, set_machine, split_machine, spread, sum_machine, table_machine
from farandole.sizes import MAX_DIGITS, MAX_MODEL

Digits = Sequence[int]

# Constraints as the engine takes them, in its order: clue by clue.
_LISTS = (
    "_counted",
    "_sandwiches",
    "_skyscrapers",
    "_counts",
    "_distinct",
    "_connected",
    "_regions",
    "_islands",
    "_ranks",
    "_runs",
)
_KINDS = {
    "sum": "_sums",
    "sets": "_sets",
    "counted_sum": "_counted",
    "sandwich": "_sandwiches",
    "skyscrapers": "_skyscrapers",
    "count": "_counts",
    "count_distinct": "_distinct",
    "connected": "_connected",
    "regions": "_regions",
    "islands": "_islands",
    "rank": "_ranks",
    "run": "_runs",
}
_MAX_SUM = (1 << 31) - 1  # what the engine takes as a bound of a sum


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


class Shiftable(Protocol):
    """A rule."""

    def shifted(self, first: int) -> Self:
        """Return the rule with digits from 1 in its fields, in place of numbers from another one on."""

    def post(self, model: Model) -> None:
        """Add constraints to a model."""


class Constraint(NamedTuple):
    """Something that was added to a model.

    Attributes
    ----------
    kind : str
        The name of the method of `Model` that added it.
    values : tuple
        What the engine gets of it.
    """

    kind: str
    values: tuple[Any, ...]


class Equation(NamedTuple):
    """Cells whose numbers, times their coefficients, add up to a total.

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
    first_digit : int
        The number with which rules count digit 1.

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

    def __init__(self, n_digits: int, n_cells: int, first_digit: int = 1) -> None:
        self.n_digits = n_digits
        self.first_digit = first_digit
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
        self._disjunctions: list[list[Model]] = []  # of each list, one holds
        self._negations: list[Model] = []  # none of these holds
        self._counts: list[tuple[Cell, Sequence[Cell], list[list[tuple[int, list[int]]]]]] = []
        self._connected: list[tuple[Sequence[Cell], int, int, int, bool, bool]] = []
        self._regions: list[tuple[Sequence[Cell], int, bool]] = []
        self._islands: list[tuple[Sequence[Cell], int, int, Sequence[int]]] = []
        self._runs: list[tuple[Sequence[Cell], Sequence[int], int]] = []
        self._ranks: list[tuple[Sequence[Sequence[Cell]], int, int, int]] = []
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
        model = cls(grid.n_digits, grid.n_cells, grid.first_digit)
        model._grid, model._full = grid, grid.full_houses
        return model

    @property
    def numbers(self) -> range:
        """The number with which rules count each digit."""
        return range(self.first_digit, self.first_digit + self.n_digits)

    def add(self, rule: Shiftable) -> None:
        """Post a rule, whose numbers begin with ``first_digit``."""
        (rule if self.first_digit == 1 else rule.shifted(self.first_digit)).post(self)

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
        """The sum of numbers, times coefficients if given, is from ``low`` to ``high``; a cell may come twice.

        The numbers are the digits, or those that digits stand for if ``first_digit`` is not 1. Everything else in a
        model is about digits.
        """
        factors: dict[Cell, int] = {}
        for cell, factor in zip(cells, coefficients or [1] * len(cells), strict=True):
            factors[cell] = factors.get(cell, 0) + factor
        factors = {cell: factor for cell, factor in factors.items() if factor}
        if factors:
            up = (1 - self.first_digit) * sum(factors.values())
            self._sums.append((list(factors), list(factors.values()), low + up, high + up))
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
            Equation(tuple(cells), tuple(factors), low + (self.first_digit - 1) * sum(factors))
            for cells, factors, low, high in self._sums
            if low == high
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

    def connected(
        self,
        cells: Sequence[Cell],
        width: int,
        digits: int,
        *,
        size: int | None = None,
        outside: bool = False,
        tree: bool = False,
    ) -> None:
        """The cells of a rectangle whose digit is in a mask form one region, joined side by side.

        Parameters
        ----------
        cells : sequence of int
            The rectangle, row by row.
        width : int
        digits : int
            A mask.
        size : int, optional
            The number of cells of the region. By default any number, but 0.
        outside : bool
            Whether what is outside the rectangle belongs to the region, which may then have no cell inside.
        tree : bool
            Whether no cells of the region may form a cycle.

        Examples
        --------
        >>> model = Model(2, 4)
        >>> model.connected((0, 1, 2, 3), 2, 0b10)
        >>> model.search().count()
        13
        """
        self._connected.append((cells, width, digits, -1 if size is None else size, outside, tree))

    def regions(self, cells: Sequence[Cell], labels: Sequence[Cell], mask: int, *, is_full: bool) -> None:
        """Cells with the same label of a mask hold different digits; each digit, if the regions are full."""
        self._regions.append(((*cells, *labels), mask, is_full))

    def islands(self, cells: Sequence[Cell], width: int, sea: int, sizes: Sequence[int]) -> None:
        """Cells of a rectangle without a digit of the sea form islands; each has one number, which is its size.

        Parameters
        ----------
        cells : sequence of int
            The rectangle, row by row.
        width : int
        sea : int
            A mask of digits.
        sizes : sequence of int
            For each cell, its number, or 0.

        Examples
        --------
        >>> model = Model(2, 4)
        >>> model.islands((0, 1, 2, 3), 2, 0b10, (2, 0, 0, 0))
        >>> model.search().count()
        2
        """
        self._islands.append((cells, width, sea, sizes))

    def rank(self, lines: Sequence[Sequence[Cell]], ranked: int, rank: int, ties: int) -> None:
        """Read as a number, a line has this rank among all lines, from 1 for the least.

        Parameters
        ----------
        lines : sequence of sequence of int
            The cells of each line, all of the same length.
        ranked : int
            The place of the line in ``lines``.
        rank : int
        ties : int
            0 if no lines may be equal, 1 if others may be equal to each other, 2 if any may: then equal lines share
            their ranks.

        Examples
        --------
        >>> model = Model(3, 2)
        >>> model.rank([(0,), (1,)], 0, 1, 1)
        >>> model.search().count()
        3
        """
        self._ranks.append((lines, ranked, rank, ties))

    def run(self, cells: Sequence[Cell], sizes: Sequence[int], offset: int = 0) -> None:
        """The first cell says how many cells are seen from the second one, itself included, up to other digits.

        Parameters
        ----------
        cells : sequence of int
            The cell that says it, the cell that sees, and its arms, one after another; at most 63 in all.
        sizes : sequence of int
            The number of cells of each arm.
        offset : int
            The first cell says so many less.

        Examples
        --------
        >>> model = Model(3, 4)
        >>> model.run((0, 1, 2, 3), (2,))
        >>> for cell, mask in enumerate((0b010, 0b001, 0b011, 0b011)):
        ...     model.allow(cell, mask)
        >>> model.search().next()
        [2, 1, 1, 2]
        """
        self._runs.append((cells, sizes, offset))

    def count_distinct(self, cells: Sequence[Cell], numbers: Iterable[int], control: Cell | None = None) -> None:
        """The number of different digits is one of these; with a control cell, the one at the place of its digit."""
        self._distinct.append((-1 if control is None else control, cells, list(numbers)))

    def holds_each_digit(self, cells: Sequence[Cell]) -> bool:
        """Return whether these cells are a known house with as many cells as digits."""
        if new := self._houses[self._n_looked_at :]:
            self._n_looked_at = len(self._houses)
            self._full |= {frozenset(house) for house in new if len(house) == self.n_digits}
        return frozenset(cells) in self._full

    def are_different(self, cells: Sequence[Cell]) -> bool:
        """Return whether a known house holds all of these cells, so that none of their digits comes twice."""
        chosen = {*cells}
        if len(chosen) < len(cells):
            return False
        houses = self._grid.house_cells if self._grid else ()
        return any(chosen.issubset(house) for house in (*houses, *self._houses))

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

    def branch(self) -> Model:
        """Make an empty model on the same cells, for `at_least_one` and `not_all`."""
        branch = Model(self.n_digits, self.n_cells, self.first_digit)
        branch._full, branch._known, branch._machines = self._full, self._known, self._machines
        return branch

    def at_least_one(self, branches: Sequence[Model]) -> None:
        """At least one of these branches holds, with all of its constraints.

        Parameters
        ----------
        branches : sequence of Model
            Each from `branch`, and complete.

        Examples
        --------
        Two digits that are equal, or that add up to 5:

        >>> model = Model(4, 2)
        >>> equal, sum_5 = model.branch(), model.branch()
        >>> equal.table((0, 1), [(digit, digit) for digit in range(1, 5)])
        >>> sum_5.sum((0, 1), 5, 5)
        >>> model.at_least_one([equal, sum_5])
        >>> model.search().count()
        8
        """
        possible = [branch for branch in branches if all(branch.masks)]
        if not possible:
            self.forbid(range(self.n_cells))
        elif len(possible) == 1:
            self._take(possible[0])
        elif not any(branch._is_empty for branch in possible):
            self._disjunctions.append(possible)
            self._grow(sum(branch._copied_size for branch in possible))

    def not_all(self, branch: Model) -> None:
        """At least one constraint of this branch does not hold.

        Examples
        --------
        >>> model = Model(4, 3)
        >>> sum_5 = model.branch()
        >>> sum_5.sum((0, 1, 2), 5, 5)
        >>> model.not_all(sum_5)
        >>> model.search().count()
        58
        """
        if all(branch.masks):
            self.at_least_one(list(branch._negate_each()))

    def substitute(
        self, inner: Model, places: Sequence[tuple[Cell, Cell]], values: tuple[tuple[int, ...], ...]
    ) -> None:
        """Add the constraints of a model on values, each of which two cells make: a mark and a digit.

        Parameters
        ----------
        inner : Model
            Complete, with houses, masks, sums, sets, pairs, tables, automata, and disjunctions of these only.
        places : sequence of (int, int)
            For each cell of the inner model, the cell with the mark, and the cell with the digit.
        values : tuple of tuple of int
            By mark and digit, the bit of the value in the masks of the inner model.

        Examples
        --------
        The second cell counts double if the first one is 2, and is then 4:

        >>> doubled = Model(4, 1)
        >>> doubled.allow(0, 0b1000)
        >>> model = Model(2, 2)
        >>> model.substitute(doubled, [(0, 1)], ((0b1, 0b10), (0b10, 0b1000)))
        >>> model.search().next()
        [2, 2]
        """
        if any(getattr(inner, name) for name in _LISTS):
            raise PuzzleError("expected sums, tables and automata of values, found another constraint")
        every = (1 << inner.n_digits) - 1
        for place, mask in enumerate(inner.masks):
            if mask != every:
                self.table(places[place], spread((mask,), values))
        equal = tuple(1 << bit for bit in range(inner.n_digits))
        for house in inner._houses:
            for one, other in combinations(house, 2):
                self.table((*places[one], *places[other]), spread(tuple(every & ~bit for bit in equal), values))
        all_partners = list(inner._partners)
        for one, other, number in inner._pairs:
            self.table((*places[one], *places[other]), spread(all_partners[number], values))
        for cells, factors, low, high in inner._sums:
            numbers = tuple(tuple(bit.bit_length() for bit in of_mark) for of_mark in values)
            self.automaton(interleave(cells, places), sum_machine(tuple(factors), low, high, numbers))
        for cells, masks in inner._sets:
            self.automaton(interleave(cells, places), set_machine(len(cells), tuple(masks), values))
        for groups, rows in inner._tables.values():
            for group in groups:
                size = len(group)
                tuples = tuple(tuple(rows[at : at + size]) for at in range(0, len(rows), size))
                self.automaton(interleave(group, places), table_machine(tuples, values))
        for lines, n_states, arcs, accepting in inner._automata.values():
            triples = zip(arcs[0::3], arcs[1::3], arcs[2::3], strict=True)
            machine = split_machine(n_states, tuple(triples), tuple(accepting), values)
            for line in lines:
                self.automaton(interleave(line, places), machine)
        for branches in inner._disjunctions:
            mine = [self.branch() for _ in branches]
            for branch, own in zip(branches, mine, strict=True):
                own.substitute(branch, places, values)
            self.at_least_one(mine)
        for negation in inner._negations:
            own = self.branch()
            own.substitute(negation, places, values)
            self.not_all(own)

    def _negate_each(self) -> Iterator[Model]:
        """Negate each constraint, in a branch of its own."""
        every = (1 << self.n_digits) - 1
        for cell, mask in enumerate(self.masks):
            if mask != every:
                negated = self.branch()
                negated.allow(cell, every & ~mask)
                yield negated
        all_partners = list(self._partners)
        for one, other, number in self._pairs:
            negated = self.branch()
            negated.pair(one, other, [every & ~mask for mask in all_partners[number]])
            yield negated
        for cells, factors, low, high in self._sums:
            ends = [(factor, factor * self.n_digits) for factor in factors]
            least, most = sum(map(min, ends)), sum(map(max, ends))
            for first, last in ((least, low - 1), (high + 1, most)):
                if first <= last:
                    negated = self.branch()
                    negated.sum(cells, max(first, -_MAX_SUM), min(last, _MAX_SUM), coefficients=factors)
                    yield negated
        for house in self._houses:
            for one, other in combinations(house, 2):
                negated = self.branch()
                negated.pair(one, other, [1 << bit for bit in range(self.n_digits)])
                yield negated
        for single in self._single_constraints():
            negated = self.branch()
            negated._negations.append(single)
            negated._grow(single._copied_size)
            yield negated
        for branches in self._disjunctions:
            negated = self.branch()
            for branch in branches:
                negated.not_all(branch)
            yield negated
        yield from self._negations

    def _single_constraints(self) -> Iterator[Model]:
        """Copy each constraint that has no better negation than to try the digits, into a branch of its own."""
        for cells, masks in self._sets:
            single = self.branch()
            single._sets.append((cells, masks))
            single._houses.append(cells)
            yield single
        for key, (groups, rows) in self._tables.items():
            for group in groups:
                single = self.branch()
                single._tables[key] = [group], rows
                yield single
        for shape, (lines, n_states, arcs, accepting) in self._automata.items():
            for line in lines:
                single = self.branch()
                single._automata[shape] = [line], n_states, arcs, accepting
                yield single
        for name in _LISTS:
            for clue in getattr(self, name):
                single = self.branch()
                getattr(single, name).append(clue)
                yield single

    @property
    def _is_empty(self) -> bool:
        """Whether nothing was added, so that all digits are allowed."""
        every = (1 << self.n_digits) - 1
        return not self._houses and not any(self._constraints()) and all(mask == every for mask in self.masks)

    @property
    def _copied_size(self) -> int:
        """Count the numbers in tables and machines, which are stored again for each branch."""
        inner = chain(self._negations, *self._disjunctions)
        return (
            sum(len(rows) for _, rows in self._tables.values())
            + sum(len(arcs) for _, _, arcs, _ in self._automata.values())
            + sum(branch._copied_size for branch in inner)
        )

    def _take(self, branch: Model) -> None:
        """Add all constraints of a branch."""
        self.masks = list(map(and_, self.masks, branch.masks))
        for name in ("_houses", "_sums", "_sets", *_LISTS):
            getattr(self, name).extend(getattr(branch, name))
        self._disjunctions += branch._disjunctions
        self._negations += branch._negations
        all_partners = list(branch._partners)
        for one, other, number in branch._pairs:
            self.pair(one, other, all_partners[number])
        for key, (groups, rows) in branch._tables.items():
            self._tables.setdefault(key, ([], rows))[0].extend(groups)
        for shape, (lines, n_states, arcs, accepting) in branch._automata.items():
            self._automata.setdefault(shape, ([], n_states, arcs, accepting))[0].extend(lines)
        self._grow(branch._size)

    def constraints(self) -> Iterator[Constraint]:
        """Yield everything that was added, except the masks; houses of a grid are among them.

        Examples
        --------
        >>> model = Model(4, 2)
        >>> model.sum((0, 1), 5, 5)
        >>> list(model.constraints())
        [Constraint(kind='sum', values=([0, 1], [1, 1], 5, 5))]
        """
        for cells in (*(self._grid.house_cells if self._grid else ()), *self._houses):
            yield Constraint("all_different", (cells,))
        all_partners = list(self._partners)
        for one, other, number in self._pairs:
            yield Constraint("pair", (one, other, all_partners[number]))
        for groups, rows in self._tables.values():
            for group in groups:
                size = len(group)
                yield Constraint("table", (group, [rows[at : at + size] for at in range(0, len(rows), size)]))
        for lines, n_states, arcs, accepting in self._automata.values():
            triples = list(zip(arcs[0::3], arcs[1::3], arcs[2::3], strict=True))
            for line in lines:
                yield Constraint("automaton", (line, n_states, triples, accepting))
        for kind, name in _KINDS.items():
            for values in getattr(self, name):
                yield Constraint(kind, values)
        for branches in self._disjunctions:
            yield Constraint("at_least_one", (branches,))
        for branch in self._negations:
            yield Constraint("not_all", (branch,))

    def _submodel(self) -> _core.Submodel:
        every = (1 << self.n_digits) - 1
        masks = [(cell, mask) for cell, mask in enumerate(self.masks) if mask != every]
        return _core.Submodel(masks, self._houses, *self._constraints())

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > MAX_MODEL:
            raise PuzzleError(f"expected tables and machines of at most {MAX_MODEL:,} entries in all rules, found more")

    def network(self, cells: Sequence[Cell] | None = None) -> _core.Network:
        """Make the network, which searches share: all but the masks.

        Parameters
        ----------
        cells : sequence of int, optional
            Keep only these cells, which have all houses and constraints, and number them in this order.

        Raises
        ------
        PuzzleError
            If the rules are too large.
        """
        try:
            return self._network(cells)
        except ValueError as error:
            raise PuzzleError(f"the rules together: {error}") from None

    def _network(self, cells: Sequence[Cell] | None) -> _core.Network:
        constraints = self._constraints()
        if self._grid is None:
            return _core.Network(self.n_digits, self.n_cells, self._houses, *(*constraints, cells))
        if self._houses:
            houses = [*self._grid.house_cells, *self._houses]
            return _core.Network(self.n_digits, self.n_cells, houses, *constraints)
        shared = self._grid.network
        return _core.Network(self.n_digits, self.n_cells, shared, *constraints) if any(constraints) else shared

    def _constraints(self) -> tuple[Any, ...]:
        """List all but houses and masks, as `_core.Network` takes them."""
        return (
            self._sums,
            self._sets,
            self._pairs,
            list(self._partners),
            list(self._tables.values()),
            list(self._automata.values()),
            *(getattr(self, name) for name in _LISTS),
            [[branch._submodel() for branch in branches] for branches in self._disjunctions],
            [branch._submodel() for branch in self._negations],
        )

    def search(self, *, budget: int | None = None, seconds: float | None = None) -> _core.PuzzleSearch:
        """Begin a search for the solutions."""
        return _core.PuzzleSearch(self.network(), self.masks, budget, seconds)
