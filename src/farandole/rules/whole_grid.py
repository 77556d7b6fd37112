"""Rules for the whole grid: chess moves, and negative constraints of dots and letters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from farandole.grid import Cell, Grid
from farandole.rules.general import AllDifferent
from farandole.rules.pairs import Consecutive, NotConsecutive, NotPairSum, NotRatio, PairSum, Ratio
from farandole.rules.rule import Rule

_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))
_KING = ((0, 1), (1, 1), (1, 0), (1, -1))
_SIDE = ((0, 1), (1, 0))

# Puzzles on the same grid share its rules.
_once_a_grid = lru_cache(maxsize=8)


@_once_a_grid
def anti_knight(grid: Grid) -> tuple[AllDifferent, ...]:
    """Make the rules that cells a knight's move apart differ.

    Examples
    --------
    >>> len(anti_knight(Grid.classic()))
    224
    """
    return tuple(AllDifferent(pair) for pair in _pairs(grid, _KNIGHT))


@_once_a_grid
def anti_king(grid: Grid) -> tuple[AllDifferent, ...]:
    """Make the rules that cells a king's move apart differ.

    Examples
    --------
    >>> len(anti_king(Grid.classic()))
    272
    """
    return tuple(AllDifferent(pair) for pair in _pairs(grid, _KING))


@_once_a_grid
def nonconsecutive(grid: Grid) -> tuple[NotConsecutive, ...]:
    """Make the rules that cells side by side never hold consecutive digits.

    Examples
    --------
    >>> len(nonconsecutive(Grid.classic()))
    144
    """
    return tuple(NotConsecutive(pair) for pair in _pairs(grid, _SIDE))


def negative_kropki(grid: Grid, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Make the rules that all dots are given: pairs of neighbors without a dot satisfy neither relation.

    Parameters
    ----------
    grid : Grid
    rules : iterable of Rule
        These include the dots: `Consecutive` is a white dot, `Ratio` a black one.

    Examples
    --------
    >>> len(negative_kropki(Grid.classic(), [Consecutive((0, 1)), Ratio((1, 10))]))  # two rules for each pair without
    284
    """
    dots = {frozenset(rule.on(grid).cells) for rule in rules if isinstance(rule, Consecutive | Ratio)}
    bare = [pair for pair in _pairs(grid, _SIDE) if frozenset(pair) not in dots]
    return tuple(rule for pair in bare for rule in (NotConsecutive(pair), NotRatio(pair)))


def negative_xv(grid: Grid, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Make the rules that all letters are given: neighbors without X or V don't add up to 10 or 5.

    Parameters
    ----------
    grid : Grid
    rules : iterable of Rule
        These include the letters, as `PairSum`.

    Examples
    --------
    >>> len(negative_xv(Grid.classic(), [PairSum((0, 1), 10)]))
    286
    """
    letters = {frozenset(rule.on(grid).cells) for rule in rules if isinstance(rule, PairSum)}
    bare = [pair for pair in _pairs(grid, _SIDE) if frozenset(pair) not in letters]
    return tuple(NotPairSum(pair, total) for pair in bare for total in (5, 10))


def _pairs(grid: Grid, moves: tuple[tuple[int, int], ...]) -> list[tuple[Cell, Cell]]:
    """List the pairs of cells that one of these moves connects."""
    joined = []
    for cell, (row, column) in enumerate(grid.positions):
        for down, right in moves:
            other = grid.cell(row + down, column + right)
            if other is not None:
                joined.append((cell, other))
    return joined
