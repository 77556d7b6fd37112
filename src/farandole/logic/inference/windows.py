"""Windows: parts of a rule, small enough for an exact search.

A rule of many cells is often many small constraints, as each two neighbors of a line. A window takes those that lie
within a few cells: less than the rule says, so whatever has no filling there has none at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from farandole.grid import Cell
from farandole.rules import Model, Nfa
from farandole.rules.model import Digits


class WindowModel(Model):
    """The constraints of rules that lie within some cells; notes the cells of all constraints.

    Parameters
    ----------
    n_digits, n_cells : int
    window : iterable of Cell
    first_digit : int

    Attributes
    ----------
    scopes : list of frozenset of Cell
        The cells of each constraint so far that is more than a house, inside or not.
    """

    def __init__(self, n_digits: int, n_cells: int, window: Iterable[Cell], first_digit: int = 1) -> None:
        super().__init__(n_digits, n_cells, first_digit)
        self.scopes: list[frozenset[Cell]] = []
        self._window = frozenset(window)

    def _takes(self, cells: Iterable[Cell]) -> bool:
        scope = frozenset(cells)
        self.scopes.append(scope)
        return scope <= self._window

    def branch(self) -> WindowModel:
        """Make an empty model of the same window."""
        branch = WindowModel(self.n_digits, self.n_cells, self._window, self.first_digit)
        branch.scopes = self.scopes
        return branch

    def not_all(self, branch: Model) -> None:
        """Add nothing: the branch lacks constraints, so that one outside the window may be the one that fails."""

    def allow(self, cell: Cell, mask: int) -> None:
        """The cell holds a digit of this mask."""
        if cell in self._window:
            super().allow(cell, mask)

    def all_different(self, cells: Sequence[Cell]) -> None:
        """No two of these cells hold the same digit."""
        if self._window.issuperset(cells):
            super().all_different(cells)

    def sum(self, cells: Sequence[Cell], low: int, high: int, *, coefficients: Sequence[int] | None = None) -> None:
        """The sum of the digits is in a range."""
        if self._takes(cells):
            super().sum(cells, low, high, coefficients=coefficients)

    def sets(self, cells: Sequence[Cell], masks: Sequence[int]) -> None:
        """The cells hold different digits that form one of these sets."""
        if self._takes(cells):
            super().sets(cells, masks)

    def counted_sum(self, cells: Sequence[Cell], total: int) -> None:
        """The first X digits add up to the total, where X is the first digit."""
        if self._takes(cells):
            super().counted_sum(cells, total)

    def sandwich(self, cells: Sequence[Cell], total: int) -> None:
        """The digits between 1 and the highest add up to the total."""
        if self._takes(cells):
            super().sandwich(cells, total)

    def skyscrapers(self, cells: Sequence[Cell], count: int) -> None:
        """This number of digits is higher than all before them."""
        if self._takes(cells):
            super().skyscrapers(cells, count)

    def count(
        self,
        cells: Sequence[Cell],
        cases: Sequence[Sequence[tuple[int, Iterable[int]]]],
        control: Cell | None = None,
    ) -> None:
        """The numbers of cells with digits of some classes are among those allowed."""
        if self._takes(cells if control is None else (*cells, control)):
            super().count(cells, cases, control)

    def count_distinct(self, cells: Sequence[Cell], numbers: Iterable[int], control: Cell | None = None) -> None:
        """The number of different digits is one of these."""
        if self._takes(cells if control is None else (*cells, control)):
            super().count_distinct(cells, numbers, control)

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
        """The cells of a rectangle whose digit is in a mask form one region."""
        if self._takes(cells):
            super().connected(cells, width, digits, size=size, outside=outside, tree=tree)

    def regions(self, cells: Sequence[Cell], labels: Sequence[Cell], mask: int, *, is_full: bool) -> None:
        """Cells with the same label hold different digits."""
        if self._takes((*cells, *labels)):
            super().regions(cells, labels, mask, is_full=is_full)

    def islands(self, cells: Sequence[Cell], width: int, sea: int, sizes: Sequence[int]) -> None:
        """Cells that are not sea form islands, each with one number."""
        if self._takes(cells):
            super().islands(cells, width, sea, sizes)

    def rank(self, lines: Sequence[Sequence[Cell]], ranked: int, rank: int, ties: int) -> None:
        """A line has this rank among all lines."""
        if self._takes(cell for line in lines for cell in line):
            super().rank(lines, ranked, rank, ties)

    def run(self, cells: Sequence[Cell], sizes: Sequence[int], offset: int = 0) -> None:
        """The first cell says how many cells are seen from the second one."""
        if self._takes(cells):
            super().run(cells, sizes, offset)

    def pair(self, one: Cell, other: Cell, partners: Sequence[int]) -> None:
        """Constrain two cells."""
        if self._takes((one, other)):
            super().pair(one, other, partners)

    def table(self, cells: Sequence[Cell], tuples: Iterable[Digits]) -> None:
        """The digits of the cells are one of these tuples."""
        if self._takes(cells):
            super().table(cells, tuples)

    def automaton(self, cells: Sequence[Cell], machine: Nfa) -> None:
        """The automaton accepts the digits of the cells in order."""
        if self._takes(cells):
            super().automaton(cells, machine)


def choose_windows(
    scopes: Iterable[frozenset[Cell]], houses: Iterable[Sequence[Cell]], most: int
) -> list[tuple[Cell, ...]]:
    """Choose sets of cells around each constraint, grown by constraints and houses that share cells with them.

    Parameters
    ----------
    scopes : iterable of frozenset of Cell
        The cells of each constraint.
    houses : iterable of sequence of Cell
        Cells that hold different digits.
    most : int
        Cells of a window.

    Returns
    -------
    list of tuple of Cell
        None is part of another.

    Examples
    --------
    >>> choose_windows([frozenset((n, n + 1)) for n in range(5)], [], 4)
    [(0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5)]
    """
    known = [scope for scope in dict.fromkeys(scopes) if 1 < len(scope) <= most]
    seen: dict[Cell, set[Cell]] = {}
    for house in houses:
        for cell in house:
            seen.setdefault(cell, set()).update(house)
    windows: dict[frozenset[Cell], None] = {}
    for start in known:
        window: frozenset[Cell] = start
        while near := [scope for scope in known if scope & window and len(scope | window) <= most and scope - window]:
            window = min((window | scope for scope in near), key=partial(_cost, window, seen))
        windows[window] = None
    return [tuple(sorted(window)) for window in windows if not any(window < other for other in windows)]


def _cost(window: frozenset[Cell], seen: dict[Cell, set[Cell]], grown: frozenset[Cell]) -> tuple[int, int]:
    """Rank what grows a window: few cells first, then those that see many cells of it."""
    more = grown - window
    return len(more), -sum(len(seen.get(cell, set()) & window) for cell in more)
