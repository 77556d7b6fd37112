"""Results of searches: solutions, counts and candidates; each knows whether it is complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from farandole import _core
from farandole.display import RichDisplay
from farandole.grid import DIGITS, Grid
from farandole.limits import StopToken, check_int, check_int_or_none
from farandole.puzzle.digits import DigitGrid
from farandole.records import record

if TYPE_CHECKING:
    from farandole.rules import Rule

MAX_CHECKED = 1_000  # of the solutions that are only counted: a check takes 30 times as long as counting one


def format_digits(values: Iterable[int], signs: str = DIGITS) -> str:
    """Write each digit as a character: ``.`` for 0, and letters from 10 on, or as the signs of a grid.

    Examples
    --------
    >>> format_digits([1, 0, 9, 10, 16])
    '1.9AG'
    """
    return "".join(signs[value - 1] if value else "." for value in values)


@record
class Solution(RichDisplay, DigitGrid):
    """A full grid: ``solution["r1c1"]`` is a digit, ``solution.rows`` has all, `numpy.array` makes an array.

    Parameters
    ----------
    grid : Grid
        The cells and their houses.
    digits : tuple of int
        The digit of each cell, row-major, 1 to ``grid.n_digits``.
    """

    grid: Grid
    digits: tuple[int, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers that people write: the digits, or one less if the grid has digits from 0."""
        return self.grid.numbers_of(self.digits)

    @property
    def line(self) -> str:
        """The digits as one line, row after row, in the signs of the grid."""
        return format_digits(self.digits, self.grid.signs)

    def __str__(self) -> str:
        return self.grid.draw(self.line)


class CheckedSearch:
    """A search whose solutions are checked by custom rules, because the engine only knows their ``post``.

    Parameters
    ----------
    search : PuzzleSearch
    grid : Grid
    rules : tuple of Rule
        The rules to check.
    """

    def __init__(self, search: _core.PuzzleSearch, grid: Grid, rules: tuple[Rule, ...]) -> None:
        self._search, self._grid, self._rules = search, grid, rules
        self._n_counted = 0

    def next(self) -> list[int] | None:
        """Find the next solution; None if there is none.

        Raises
        ------
        PuzzleError
            If it breaks a rule.
        """
        from farandole.rules.rule import check_solution  # a puzzle without rules does not wait for this

        digits = self._search.next()
        if digits is not None:
            check_solution(self._rules, digits, self._grid)
        return digits

    def count(self, limit: int | None = None) -> int:
        """Count solutions up to a limit; the first ones are checked, because a check takes longer than to count one."""
        n = 0
        while self._n_counted < MAX_CHECKED and (limit is None or n < limit):
            if self.next() is None:
                return n
            n += 1
            self._n_counted += 1
        return n + self._search.count(None if limit is None else limit - n)

    @property
    def exhausted(self) -> bool:
        """Whether there are no other solutions."""
        return self._search.exhausted

    @property
    def nodes(self) -> int:
        """The guesses so far."""
        return self._search.nodes


AnySearch: TypeAlias = _core.Cursor | _core.PuzzleSearch | CheckedSearch


class Solutions(Iterator[Solution]):
    """An iterator over solutions, each computed on demand, in a fixed order.

    Attributes
    ----------
    exhausted : bool
        Whether there are no other solutions. False before the end, and if the budget or the time ran out.
    """

    def __init__(self, grid: Grid, cursor: AnySearch) -> None:
        self._grid = grid
        self._cursor = cursor
        self._is_over = False

    def __next__(self) -> Solution:
        digits = self._cursor.next()
        if digits is None:
            self._is_over = True
            raise StopIteration
        return Solution(self._grid, tuple(digits))

    def skip(self, limit: int) -> int:
        """Skip up to ``limit`` solutions, and return how many were skipped.

        Examples
        --------
        >>> from farandole.puzzle import Puzzle
        >>> solutions = Puzzle.of(Grid.latin(4), "." * 16).solutions()
        >>> solutions.skip(500), solutions.exhausted, solutions.skip(500), solutions.exhausted
        (500, False, 76, True)
        """
        found = self._cursor.count(check_int("limit", limit))
        self._is_over = self._is_over or found < limit
        return found

    @property
    def exhausted(self) -> bool:
        """Whether there are no other solutions."""
        return self._is_over and getattr(self._cursor, "exhausted", True)


class Candidates(tuple[dict[int, int], ...]):
    """For each cell, a dictionary from the digits that it holds in some solution to the number of solutions found.

    Attributes
    ----------
    exhausted : bool
        Whether every number is right up to the limit, because the budget and the time were enough.
    """

    exhausted: bool

    def __new__(cls, counts: Iterable[dict[int, int]], *, exhausted: bool) -> Candidates:
        """Make the tuple."""
        candidates = super().__new__(cls, counts)
        candidates.exhausted = exhausted
        return candidates


class SharedLimits:
    """A budget and a time limit that several searches share."""

    def __init__(self, budget: int | None, seconds: float | None) -> None:
        self._budget = check_int_or_none("budget", budget)
        self._stop = StopToken(seconds)
        self.is_spent = False

    def left(self) -> tuple[int | None, float | None]:
        """Return the budget and the seconds that are left."""
        return self._budget, self._stop.seconds_left()

    def take(self, search: AnySearch, *, is_over: bool) -> None:
        """Subtract the guesses of a search, and note whether it ended early."""
        if not isinstance(search, _core.Cursor):
            self.is_spent = self.is_spent or (is_over and not search.exhausted)
            if self._budget is not None:
                self._budget = max(0, self._budget - search.nodes)
