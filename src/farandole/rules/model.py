"""The base class of rules, and the constraints of the engine: houses, sums, sets, tables, automata."""

from __future__ import annotations

import inspect
import re
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import product
from operator import index, is_
from typing import Any, ClassVar, Self, TypeAlias

from farandole import _core
from farandole.errors import PuzzleError, RuleError, short_repr
from farandole.grid import DIGITS, Cell, Cells, CellsMeta, Grid, cell_dataclass, normalize_cells
from farandole.i18n import tr
from farandole.sizes import MAX_CELLS, MAX_DIGITS, MAX_ENTRIES, MAX_MODEL, MAX_NUMBER, MAX_STATES

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


@dataclass(frozen=True, slots=True)
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
                for digit in range(1, n_digits + 1):
                    if (after := step(state, digit)) is None:
                        continue
                    if after not in number:
                        number[after] = len(number)
                        found.append(after)
                        if len(number) > MAX_STATES:
                            raise RuleError("Nfa", f"expected at most {MAX_STATES:,} states, found more")
                    way = (number[state], number[after])
                    arcs[way] = arcs.get(way, 0) | 1 << digit >> 1
            layer = found
        accepting = tuple(n for state, n in number.items() if accepts(state))
        return cls(len(number), tuple((*way, mask) for way, mask in arcs.items()), accepting)

    def accepts(self, digits: Digits) -> bool:
        """Return whether the digits, read in order, lead to an accepting state."""
        states = {0}
        for digit in digits:
            states = {after for before, after, mask in self.arcs if before in states and mask & 1 << digit >> 1}
        return not states.isdisjoint(self.accepting)


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


RULES: dict[str, type[Rule]] = {}
"""Rules by their names in documents: `AllDifferent` is "all_different". Each class adds itself when it is defined."""

WORD = re.compile("(?<=.)(?=[A-Z])")  # the beginning of each word but the first in the name of a class


@cell_dataclass
class Rule(metaclass=CellsMeta):
    """A rule about the digits of some cells.

    A custom rule is a frozen dataclass with two methods: ``holds`` defines the rule, ``post`` gives the engine its
    constraints. For two or three cells, `tabulate` makes a table from ``holds``.

    Every solution of a puzzle is checked by ``holds`` of its custom rules, and one that breaks it is a PuzzleError. (Of
    solutions that are only counted, the first 1,000 are checked.) If ``post`` allows less than ``holds``, solutions are
    missing, without an error.

    Parameters
    ----------
    cells : tuple of int, or names
        Each cell at most once, unless ``may_repeat`` of the class is True. Names such as ``"r1c1 r1c2"``, or a list of
        names, stay names until a puzzle puts the rule on its grid (`on`).

    Raises
    ------
    RuleError
        If the cells don't fit the rule, or if something is not a number.

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

    may_repeat: ClassVar[bool] = False
    """Whether a cell may come twice in the scope."""

    cells: Cells

    def __init_subclass__(cls) -> None:
        """Register a rule of this package under its name in documents; custom rules have no such name."""
        is_base = getattr(cls.holds, "__isabstractmethod__", False)
        # By name, so that the class with slots, which `dataclass` creates, replaces the one without.
        if cls.__module__.startswith(f"{__package__}.") and not is_base:
            RULES[WORD.sub("_", cls.__name__).lower()] = cls

    def __post_init__(self) -> None:
        is_simple, others = _plan(type(self))
        if is_simple and _core.are_cells(self.cells, -MAX_NUMBER, MAX_NUMBER):
            if others:
                check_fields(self, others)
            return
        check_fields(self)
        own, cells = self.cells, self.scope
        if not own:
            raise RuleError(type(self).__name__, "expected at least one cell")
        if len(cells) > MAX_CELLS or len(own) > MAX_CELLS:
            raise RuleError(type(self).__name__, f"expected at most {MAX_CELLS:,} cells, found {len(own):,}")
        if not self.may_repeat and len(set(cells)) < len(cells):
            check_distinct(self, cells)

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells whose digits ``holds`` takes, in order."""
        return self.cells

    def on(self, grid: Grid) -> Self:
        """Return the rule with numbers in place of names of cells; itself, if there are no names.

        Raises
        ------
        PuzzleError
            If the grid has no cell of such a name, or if the rule may not have such cells.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage("r1c1 r2c1", 3).on(Grid.classic())
        Cage(cells=(0, 9), total=3)
        """
        if set(map(type, self.scope)) <= {int}:
            return self
        numbered: dict[str, Any] = {}
        try:
            for name, is_group in _fields_of_cells(type(self)):
                given = getattr(self, name)
                numbered[name] = tuple(map(grid.cells_of, given)) if is_group else grid.cells_of(given)
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"{type(self).__name__}: {error}") from None
        return replace(self, **numbered)

    @abstractmethod
    def holds(self, digits: Digits) -> bool:
        """Return whether the digits of the cells, in order, satisfy the rule."""

    @abstractmethod
    def post(self, model: Model) -> None:
        """Add the constraints of the rule to a model."""

    def describe(self, n_digits: int) -> str:
        """Return the sentence for players that a setter writes below a puzzle.

        It is the same for all rules of a kind, so that a puzzle prints each sentence once. By default it is the first
        paragraph of the docstring of the class.

        Parameters
        ----------
        n_digits : int
            The digits of the grid are 1 to ``n_digits``.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage((0, 1), 9).describe(9)
        "Digits in a cage don't repeat and add up to the number in its corner."
        """
        kind = type(self)
        said = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0]
        is_written = said and not said.startswith(f"{kind.__name__}(")  # as a dataclass does it
        return " ".join(said.split()) if is_written else WORD.sub(" ", kind.__name__).capitalize() + "."

    def describe_at(self, cells: str) -> str:
        """Return a short line about this one rule, for players who don't see it drawn: in a terminal, or by ear.

        By default it is the name of the class and the cells.

        Parameters
        ----------
        cells : str
            The names of its cells in order, for display; "" omits them.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage((0, 1), 9).describe_at("r1c1 r1c2"), Cage((0, 1), 9).describe_at("")
        ('Cage r1c1 r1c2: no repeats, sum 9', 'Cage: no repeats, sum 9')
        """
        return f"{type(self).__name__} {cells}".rstrip()


def label(name: str, cells: str, text: str) -> str:
    """Compose the line that `Rule.describe_at` returns.

    Examples
    --------
    >>> label("Cage", "r1c1 r1c2", "sum 9"), label("Cage", "", "sum 9")
    ('Cage r1c1 r1c2: sum 9', 'Cage: sum 9')
    """
    if not cells:
        return tr("{name}: {text}", name=name, text=text)
    return tr("{name} {cells}: {text}", name=name, cells=cells, text=text)


def list_digits(digits: Iterable[int]) -> str:
    """List digits in characters, as in `DIGITS`."""
    return " ".join(DIGITS[digit - 1] for digit in digits if 1 <= digit <= len(DIGITS))


def custom_rules(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """List the custom rules, whose ``post`` is not tested against their ``holds`` here."""
    return tuple([rule for rule in rules if not type(rule).__module__.startswith(f"{__package__}.")])


def check_solution(rules: Iterable[Rule], digits: Digits, grid: Grid) -> None:
    """Raise a PuzzleError if a solution of the engine breaks one of these rules.

    Parameters
    ----------
    rules : iterable of Rule
    digits : sequence of int
        The digit of each cell.
    grid : Grid
        Gives the names of cells for the message.
    """
    for rule in rules:
        held = tuple(map(digits.__getitem__, rule.scope))
        if not rule.holds(held):
            names, found = " ".join(map(grid.cell_name, rule.scope)), " ".join(map(str, held))
            raise PuzzleError(f"{type(rule).__name__} {names}: its post allows {found}, which its holds refuses")


def check_rule(rule: Rule, holds: bool, expected: str) -> None:
    """Raise a RuleError that names the rule, its cells and the expectation, unless ``holds`` is true."""
    if not holds:
        cells = rule.scope[:9]
        names = " ".join(["{}"] * len(cells)) + " ..." * (len(rule.scope) > 9)
        raise RuleError(type(rule).__name__, f"expected {expected}, found {names}", cells)


def check_distinct(rule: Rule, cells: Sequence[Cell]) -> None:
    """Raise a RuleError if a cell comes twice."""
    if len(set(cells)) < len(cells):
        known: set[Cell] = set()
        twice = next(cell for cell in cells if cell in known or known.add(cell))  # type: ignore[func-returns-value]
        raise RuleError(type(rule).__name__, "expected each cell once, found {} twice", (twice,))


# ── What the fields of a rule may be ────────────────────────────────────────────────────────────────────────────────


_Check: TypeAlias = tuple[str, Callable[[Any], Any], str]  # name of the field, check, expected value in words


def check_fields(rule: Rule | Nfa, checks: Iterable[_Check] | None = None) -> None:
    """Check the fields of known types, and convert them to plain integers and tuples."""
    kind: Any = type(rule)
    for name, check, expected in _checks(kind) if checks is None else checks:
        value = getattr(rule, name)
        try:
            checked = check(value)
        except PuzzleError as error:
            raise RuleError(type(rule).__name__, f"{name}: {error}") from None
        except (TypeError, ValueError, OverflowError):
            is_large = isinstance(value, int) and abs(value) > MAX_NUMBER
            found = "a number beyond that" if is_large else short_repr(value, 100)
            raise RuleError(type(rule).__name__, f"{name}: expected {expected}, found {found}") from None
        if checked is not value:
            object.__setattr__(rule, name, checked)


def _number(value: Any) -> int:
    if type(value) is not int:
        if isinstance(value, bool):
            raise TypeError
        value = index(value)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise ValueError
    return int(value)


def _mask(value: Any) -> int:
    if isinstance(value, bool) or not 0 <= index(value) < 1 << MAX_DIGITS:
        raise TypeError
    return index(value)


def _tuple_of(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str | bytes):
            raise TypeError
        found = tuple(map(check, value))
        is_plain = type(value) is tuple and all(map(is_, value, found))
        return value if is_plain else found

    return checked


def _arc(before: Any, after: Any, mask: Any) -> tuple[int, int, int]:
    return _number(before), _number(after), _mask(mask)


def _machine(value: Any) -> Nfa:
    if not isinstance(value, Nfa):
        raise TypeError
    return value


_any_numbers = _tuple_of(_number)


def _numbers(value: Any) -> Any:
    return value if _core.are_numbers(value, -MAX_NUMBER, MAX_NUMBER) else _any_numbers(value)


def _cells(value: Any) -> Any:
    """Check numbers of cells, the common case, or names."""
    if _core.are_numbers(value, -MAX_NUMBER, MAX_NUMBER):
        return value
    try:
        return _any_numbers(value)
    except TypeError:
        return tuple(cell if isinstance(cell, str) else _number(cell) for cell in normalize_cells(value))


_CELLS = "cells such as 'r1c1 r1c2' or (0, 1)"
_WHOLE = f"a whole number from {-MAX_NUMBER:,} to {MAX_NUMBER:,}"
_KNOWN: dict[Any, tuple[Callable[[Any], Any], str]] = {
    "Cells": (_cells, _CELLS),
    "CellGroups": (_tuple_of(_cells), f"groups of {_CELLS}"),
    "tuple[Cell, ...]": (_cells, _CELLS),
    "tuple[tuple[Cell, ...], ...]": (_tuple_of(_cells), f"groups of {_CELLS}"),
    "int": (_number, _WHOLE),
    "int | None": (lambda value: None if value is None else _number(value), f"{_WHOLE}, or None"),
    "tuple[int, ...]": (_numbers, "a tuple of whole numbers"),
    "tuple[tuple[int, ...], ...]": (_tuple_of(_numbers), "tuples of whole numbers"),
    "tuple[tuple[int, int, int], ...]": (
        _tuple_of(lambda arc: _arc(*arc)),
        "arcs of two states and a mask",
    ),
    "Nfa": (_machine, "an Nfa"),
}
"""The check of a field and the expected value in words, by its declared type."""


@cache
def _checks(kind: Any) -> list[_Check]:
    return [(field.name, *_KNOWN[field.type]) for field in fields(kind) if field.type in _KNOWN]


@cache
def _plan(kind: Any) -> tuple[bool, list[_Check]]:
    """Return whether a kind of rule only needs each cell once, and its other checks."""
    is_simple = kind.scope is Rule.scope and not kind.may_repeat
    return is_simple, [check for check in _checks(kind) if check[0] != "cells"]


@cache
def _fields_of_cells(kind: Any) -> list[tuple[str, bool]]:
    """List the fields that hold cells, and whether they hold groups of them."""
    kinds = {"Cells": False, "tuple[Cell, ...]": False, "CellGroups": True, "tuple[tuple[Cell, ...], ...]": True}
    return [(field.name, kinds[field.type]) for field in fields(kind) if field.type in kinds]


# ── Tables of what holds ────────────────────────────────────────────────────────────────────────────────────────────


def tabulate(rule: Rule, n_digits: int, n_cells: int | None = None) -> tuple[tuple[int, ...], ...]:
    """List all digits that satisfy a rule of a few cells, or a rule of its kind on `n_cells` cells.

    Raises
    ------
    RuleError
        If there are too many combinations to try.
    """
    n_cells = len(rule.cells) if n_cells is None else n_cells
    if n_digits**n_cells > MAX_ENTRIES:
        raise RuleError(type(rule).__name__, f"expected a rule of fewer cells to tabulate, found {n_cells} cells")
    return _tabulate(type(rule), _own(rule), n_digits, n_cells)


def partner_masks(rule: Rule, n_digits: int) -> tuple[int, ...]:
    """For each digit of the first of two cells, return the mask of digits that the second may hold, for `Model.pair`.

    Examples
    --------
    >>> from farandole.rules import Greater
    >>> [bin(mask) for mask in partner_masks(Greater((0, 1)), 4)]
    ['0b0', '0b1', '0b11', '0b111']
    """
    return _partners(type(rule), _own(rule), n_digits)


def _own(rule: Rule) -> tuple[Any, ...]:
    """List the values of a rule's fields beside its cells."""
    return tuple([getattr(rule, name) for name in _own_fields(type(rule))])


@cache
def _own_fields(kind: Any) -> tuple[str, ...]:
    """Name the fields of a rule beside its cells."""
    return tuple(field.name for field in fields(kind) if field.init and field.name != "cells")


@lru_cache(maxsize=256)
def _tabulate(kind: Any, own: tuple[Any, ...], n_digits: int, n_cells: int) -> tuple[tuple[int, ...], ...]:
    """Tabulate a rule on cells 0, 1, ..., so that rules of a kind share a table."""
    rule = kind(cells=tuple(range(n_cells)), **dict(zip(_own_fields(kind), own, strict=True)))
    return tuple(filter(rule.holds, product(range(1, n_digits + 1), repeat=n_cells)))


@lru_cache(maxsize=256)
def _partners(kind: Any, own: tuple[Any, ...], n_digits: int) -> tuple[int, ...]:
    masks = [0] * n_digits
    for one, other in _tabulate(kind, own, n_digits, 2):
        masks[one - 1] |= 1 << other >> 1
    return tuple(masks)
