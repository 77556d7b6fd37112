"""Rules of all cells that a move connects: any leaper, steps along rows and columns, and marks that are all given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product

from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid
from farandole.rules.general import AllDifferent
from farandole.rules.pairs import NotConsecutive, NotPairSum
from farandole.rules.rule import Rule

# Puzzles on the same grid share its rules.
_once_a_grid = lru_cache(maxsize=16)


def pairs_apart(grid: Grid, *moves: tuple[int, int]) -> tuple[tuple[Cell, Cell], ...]:
    """List the pairs of cells that a move connects, in any direction.

    Parameters
    ----------
    grid : Grid
    moves : (int, int)
        How far along a row and along a column, or the other way round: (1, 2) is a knight's move, (0, 1) a step
        to the side, (1, 1) a step along a diagonal.

    Raises
    ------
    PuzzleError
        If a move leads nowhere.

    Examples
    --------
    >>> len(pairs_apart(Grid.classic(), (1, 3))), len(pairs_apart(Grid.classic(), (0, 1), (1, 1)))
    (192, 272)
    """
    ways: set[tuple[int, int]] = set()
    for one, other in moves:
        if (one, other) == (0, 0):
            raise PuzzleError("expected a move to another cell, found (0, 0)")
        for down, right in ((one, other), (other, one)):
            ways |= {(abs(down), right), (abs(down), -right)}
    forward = sorted((down, right) for down, right in ways if down > 0 or right > 0)
    found = []
    for cell, (row, column) in enumerate(grid.positions):
        for down, right in forward:
            other_cell = grid.cell(row + down, column + right)
            if other_cell is not None:
                found.append((cell, other_cell))
    return tuple(found)


@_once_a_grid
def anti_leaper(grid: Grid, one: int, other: int) -> tuple[AllDifferent, ...]:
    """Make the rules that cells a leaper's move apart differ: (1, 2) is a knight, (1, 3) a camel, (2, 3) a zebra.

    Examples
    --------
    >>> len(anti_leaper(Grid.classic(), 1, 3)), len(anti_leaper(Grid.classic(), 1, 2))
    (192, 224)
    """
    return tuple(AllDifferent(pair) for pair in pairs_apart(grid, (one, other)))


def anti_camel(grid: Grid) -> tuple[AllDifferent, ...]:
    """Make the rules that cells a camel's move apart, (1, 3), differ.

    Examples
    --------
    >>> len(anti_camel(Grid.classic()))
    192
    """
    return anti_leaper(grid, 1, 3)


def anti_zebra(grid: Grid) -> tuple[AllDifferent, ...]:
    """Make the rules that cells a zebra's move apart, (2, 3), differ.

    Examples
    --------
    >>> len(anti_zebra(Grid.classic()))
    168
    """
    return anti_leaper(grid, 2, 3)


@_once_a_grid
def taxicab(grid: Grid, steps: int) -> tuple[AllDifferent, ...]:
    """Make the rules that cells so many steps apart, along rows and columns, differ.

    Parameters
    ----------
    grid : Grid
    steps : int
        The number of steps of a shortest way between two cells.

    Examples
    --------
    >>> len(taxicab(Grid.classic(), 2))
    254
    """
    if steps < 1:
        raise PuzzleError(f"expected at least one step, found {steps}")
    moves = [(along, steps - along) for along in range(steps // 2 + 1)]
    return tuple(AllDifferent(pair) for pair in pairs_apart(grid, *moves))


@_once_a_grid
def knightmare(grid: Grid, totals: tuple[int, ...] = (5, 15)) -> tuple[NotPairSum, ...]:
    """Make the rules that cells a knight's move apart never add up to 5 or 15, or to other totals.

    Examples
    --------
    >>> len(knightmare(Grid.classic()))
    448
    """
    return tuple(NotPairSum(pair, total) for pair, total in product(pairs_apart(grid, (1, 2)), totals))


@_once_a_grid
def diagonal_nonconsecutive(grid: Grid) -> tuple[NotConsecutive, ...]:
    """Make the rules that cells a step along a diagonal apart never hold consecutive digits.

    Examples
    --------
    >>> len(diagonal_nonconsecutive(Grid.classic()))
    128
    """
    return tuple(NotConsecutive(pair) for pair in pairs_apart(grid, (1, 1)))


def negative(
    grid: Grid,
    rules: Iterable[Rule],
    kind: type[Rule] | tuple[type[Rule], ...],
    make: Callable[[tuple[Cell, Cell]], Rule],
    *moves: tuple[int, int],
) -> tuple[Rule, ...]:
    """Make the rules that all marks of a kind are given: what a mark says is false wherever there is none.

    Parameters
    ----------
    grid : Grid
    rules : iterable of Rule
        These include the marks.
    kind : class of rules
        That of the marks. A mark of several classes is a tuple of them.
    make : callable
        The rule of two cells without a mark.
    moves : (int, int)
        Which cells could have a mark, as in `pairs_apart`; by default those side by side.

    Examples
    --------
    Neighbors differ by 3 where a dot says so, and nowhere else:

    >>> from farandole.rules import Consecutive
    >>> grid = Grid.classic()
    >>> rules = negative(grid, [Consecutive((0, 1), 3)], Consecutive, lambda pair: NotConsecutive(pair, 3))
    >>> len(rules), rules[0]
    (143, NotConsecutive(cells=(0, 9), difference=3))
    """
    marked = {frozenset(rule.on(grid).cells) for rule in rules if isinstance(rule, kind)}
    return tuple(make(pair) for pair in pairs_apart(grid, *(moves or ((0, 1),))) if frozenset(pair) not in marked)
