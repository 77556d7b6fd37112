"""What stays while givens come and go: a grid, its rules, and quick answers on whether a solution is the only one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from farandole import _core
from farandole.errors import UnfinishedError
from farandole.grid import Cell, Grid
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import AnySearch, CheckedSearch
from farandole.rules import Model, Rule
from farandole.rules.model import custom_rules

Digits: TypeAlias = tuple[int, ...]
"""The digit of each cell, all of them."""

Masks: TypeAlias = list[int]

BUDGET = 20_000
"""Choices of one search. It counts choices, not time: so the same seed makes the same puzzle on a slow machine."""


class UniquenessChecker:
    """A grid with rules, ready to be searched with any givens.

    Parameters
    ----------
    grid : Grid
    rules : iterable of Rule
    marks : sequence of int, optional
        A mask for each cell, of what pencilmarks leave.

    Attributes
    ----------
    start : list of int
        The masks of the cells before any given.

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
                rule.post(model)
            self._network = model.network()
            self.start = [mask & left for mask, left in zip(self.start, model.masks, strict=True)]
        else:
            self._network = grid.network

    @classmethod
    def of(cls, puzzle: Puzzle) -> UniquenessChecker:
        """Take the grid, the rules and the pencilmarks of a puzzle."""
        marks = puzzle.pencilmarks
        if marks is not None:  # without what the givens strike: givens may go
            marks = puzzle.with_givens((0,) * puzzle.grid.n_cells).pencilmarks
        return cls(puzzle.grid, puzzle.rules, marks)

    def make_puzzle(self, solution: Sequence[int], given: Collection[Cell]) -> Puzzle:
        """Make the puzzle that gives some cells of a solution."""
        held = set(given)
        givens = tuple(digit if cell in held else 0 for cell, digit in enumerate(solution))
        return Puzzle(self.grid, givens, self.marks, self.rules)

    def masks(self, givens: dict[Cell, int]) -> Masks:
        """Return the masks to search: a given has its one bit."""
        masks = list(self.start)
        for cell, digit in givens.items():
            masks[cell] &= 1 << digit >> 1
        return masks

    def masks_of(self, solution: Sequence[int], given: Iterable[Cell]) -> Masks:
        """Return the masks to search where some cells of a solution are given."""
        return self.masks({cell: solution[cell] for cell in given})

    def solve(self, masks: Masks, *, budget: int = BUDGET) -> Digits | None:
        """Find a solution; None if there is none.

        Raises
        ------
        UnfinishedError
            If the budget was spent; so do the other questions.
        """
        search = self._search(masks, budget)
        found = search.next()
        if found is None:
            self._check(search)
            return None
        return tuple(found)

    def find_other(self, masks: Masks, solution: Sequence[int], *, budget: int = BUDGET) -> Digits | None:
        """Find a solution that is not this one; None if there is none."""
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
        """Count up to two solutions by the search that learns from its first choice on; None if it is too long."""
        masks = self.masks({cell: digit for cell, digit in enumerate(givens) if digit})
        search = _core.PuzzleSearch(self._network, masks, budget, None, 0)
        found = search.count(2)
        return found if found == 2 or search.exhausted else None

    def is_needed(self, masks: Masks, cell: Cell, digit: int, *, budget: int = BUDGET) -> bool:
        """Return whether a given may not go: there is a solution with another digit there, the other givens kept."""
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
