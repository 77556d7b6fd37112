"""Check quickly whether a solution is unique, for one grid with its rules and changing givens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from farandole import _core
from farandole.errors import UnfinishedError
from farandole.grid import Cell, Grid
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import AnySearch, CheckedSearch
from farandole.rules import Model, Rule
from farandole.rules.rule import custom_rules

Digits: TypeAlias = tuple[int, ...]
"""The digit of every cell."""

Masks: TypeAlias = list[int]

BUDGET = 20_000
"""Choices of one search. It limits choices, not time, so that a seed makes the same puzzle on a slow machine."""


def given_cells(puzzle: Puzzle) -> frozenset[Cell]:
    """Return the cells with a given.

    Examples
    --------
    >>> sorted(given_cells(Puzzle.classic("5" + "." * 79 + "3")))
    [0, 80]
    """
    return frozenset(cell for cell, digit in enumerate(puzzle.givens) if digit)


class UniquenessChecker:
    """Searches a grid with rules, whichever givens it has.

    Parameters
    ----------
    grid : Grid
    rules : iterable of Rule
    marks : sequence of int, optional
        For each cell, a mask of the digits that its pencilmarks allow.

    Attributes
    ----------
    start : list of int
        The masks of the cells without givens.

    Examples
    --------
    >>> checker = UniquenessChecker(Grid.classic(4))
    >>> solution = checker.solve(checker.masks({0: 1, 6: 2, 15: 3}))
    >>> checker.find_other(checker.masks({0: 1, 6: 2, 15: 3}), solution) is None
    False
    """

    def __init__(self, grid: Grid, rules: Iterable[Rule] = (), marks: Sequence[int] | None = None) -> None:
        self.grid = grid
        self.rules = tuple(rules)
        self._own_rules = custom_rules(self.rules)
        self.full = (1 << grid.n_digits) - 1
        self.marks = tuple(marks) if marks is not None else None
        self.is_classic = not self.rules and marks is None and grid == Grid.classic()
        self.start: Masks = [self.full] * grid.n_cells if marks is None else list(marks)
        if self.rules:
            model = Model.on(grid)
            for rule in self.rules:
                model.add(rule)
            self._network = model.network()
            self.start = [mask & left for mask, left in zip(self.start, model.masks, strict=True)]
        else:
            self._network = grid.network

    @classmethod
    def of(cls, puzzle: Puzzle) -> UniquenessChecker:
        """Take the grid, the rules and the pencilmarks of a puzzle."""
        marks = puzzle.pencilmarks
        if marks is not None:  # not reduced by the givens, because givens may be removed
            marks = puzzle.with_givens((0,) * puzzle.grid.n_cells).pencilmarks
        return cls(puzzle.grid, puzzle.rules, marks)

    def make_puzzle(self, solution: Sequence[int], given: Collection[Cell]) -> Puzzle:
        """Make the puzzle whose givens are these cells of a solution."""
        cells = set(given)
        givens = tuple(digit if cell in cells else 0 for cell, digit in enumerate(solution))
        return Puzzle(self.grid, givens, self.marks, self.rules)

    def masks(self, givens: dict[Cell, int]) -> Masks:
        """Return the masks to search: a given is a single bit."""
        masks = list(self.start)
        for cell, digit in givens.items():
            masks[cell] &= 1 << digit >> 1
        return masks

    def masks_of(self, solution: Sequence[int], given: Iterable[Cell]) -> Masks:
        """Return the masks to search if these cells of a solution are given."""
        return self.masks({cell: solution[cell] for cell in given})

    def solve(self, masks: Masks, *, budget: int = BUDGET) -> Digits | None:
        """Find a solution; None if there is none.

        Raises
        ------
        UnfinishedError
            If the budget is spent. The other methods raise it too.
        """
        search = self._search(masks, budget)
        found = search.next()
        if found is None:
            self._check(search)
            return None
        return tuple(found)

    def find_other(self, masks: Masks, solution: Sequence[int], *, budget: int = BUDGET) -> Digits | None:
        """Find a solution other than this one; None if there is none."""
        search = self._search(masks, budget)
        for _ in range(2):
            found = search.next()
            if found is None:
                self._check(search)
                return None
            if tuple(found) != tuple(solution):
                return tuple(found)
        return None

    def count(self, masks: Masks, *, limit: int, budget: int = BUDGET) -> int:
        """Count the solutions, up to a limit."""
        search = self._search(masks, budget)
        found = search.count(limit)
        if found < limit:
            self._check(search)
        return found

    def count_by_cdcl(self, givens: Sequence[int], *, budget: int = 50 * BUDGET) -> int | None:
        """Count up to two solutions by CDCL; None if the budget is spent."""
        masks = self.masks({cell: digit for cell, digit in enumerate(givens) if digit})
        search = _core.PuzzleSearch(self._network, masks, budget, None, 0)
        found = search.count(2)
        return found if found == 2 or search.exhausted else None

    def is_needed(self, masks: Masks, cell: Cell, digit: int, *, budget: int = BUDGET) -> bool:
        """Return whether a given is needed: without it, some solution has another digit in its cell."""
        kept = masks[cell]
        masks[cell] = self.start[cell] & ~(1 << digit >> 1)
        try:
            return self.solve(masks, budget=budget) is not None
        finally:
            masks[cell] = kept

    def _search(self, masks: Masks, budget: int) -> AnySearch:
        if self.is_classic:
            return _core.Cursor(masks)
        search = _core.PuzzleSearch(self._network, masks, budget)
        return CheckedSearch(search, self.grid, self._own_rules) if self._own_rules else search

    @staticmethod
    def _check(search: AnySearch) -> None:
        if not getattr(search, "exhausted", True):
            raise UnfinishedError("the budget is spent")
