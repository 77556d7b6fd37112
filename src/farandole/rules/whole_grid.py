"""Rules for the whole grid: chess moves, and negative constraints of dots and letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from farandole.errors import PuzzleError
from farandole.grid import Cell, Grid
from farandole.rules.general import AllDifferent
from farandole.rules.groups import OneOfEach
from farandole.rules.pairs import Consecutive, NotBoth, NotConsecutive, NotPairSum, NotRatio, PairSum, Ratio
from farandole.rules.rule import Rule
from farandole.rules.sequences import Flatmates

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


@_once_a_grid
def anti_taxicab(grid: Grid) -> tuple[NotBoth, ...]:
    """Make the rules that two equal digits are never as many steps apart as they say; not for cells that differ anyway.

    Examples
    --------
    >>> len(anti_taxicab(Grid.classic((2, 2))))
    54
    """
    made = []
    for cell, (row, column) in enumerate(grid.positions):
        peers = {*grid.peers[cell]}
        for other, (its_row, its_column) in enumerate(grid.positions[:cell]):
            steps = abs(row - its_row) + abs(column - its_column)
            if steps <= grid.n_digits and other not in peers:
                made.append(NotBoth((other, cell), steps))
    return tuple(made)


@_once_a_grid
def global_entropy(grid: Grid) -> tuple[OneOfEach, ...]:
    """Make the rules that any 2x2 square holds a low, a middle and a high digit.

    Raises
    ------
    PuzzleError
        If the number of digits isn't a multiple of 3.

    Examples
    --------
    >>> rules = global_entropy(Grid.classic())
    >>> len(rules), rules[0].groups
    (64, ((1, 2, 3), (4, 5, 6), (7, 8, 9)))
    """
    third = _third(grid)
    groups = tuple(tuple(range(first, first + third)) for first in (1, 1 + third, 1 + 2 * third))
    return tuple(OneOfEach(cells, groups) for cells in _squares(grid))


@_once_a_grid
def global_modular(grid: Grid) -> tuple[OneOfEach, ...]:
    """Make the rules that the digits of any 2x2 square leave each remainder when divided by 3.

    Raises
    ------
    PuzzleError
        If the number of digits isn't a multiple of 3.

    Examples
    --------
    >>> global_modular(Grid.classic())[0].groups
    ((1, 4, 7), (2, 5, 8), (3, 6, 9))
    """
    _third(grid)
    groups = tuple(tuple(range(first, grid.n_digits + 1, 3)) for first in (1, 2, 3))
    return tuple(OneOfEach(cells, groups) for cells in _squares(grid))


@_once_a_grid
def dutch_flatmates(grid: Grid) -> tuple[Flatmates, ...]:
    """Make the rules that each 5 has a 1 directly above it or a 9 directly below it; in other grids, each middle digit.

    Raises
    ------
    PuzzleError
        If the number of digits is even, so that none is in the middle.

    Examples
    --------
    >>> rules = dutch_flatmates(Grid.classic())
    >>> len(rules), rules[0].digit
    (9, 5)
    """
    n = grid.n_digits
    if n % 2 == 0:
        raise PuzzleError(f"Dutch flatmates: expected an odd number of digits, found {n}")
    made = []
    for row, column in grid.positions:
        if grid.cell(row - 1, column) is not None:
            continue
        run: list[Cell] = []  # the cells of a column, as far as it goes without a gap
        while (cell := grid.cell(row + len(run), column)) is not None:
            run.append(cell)
        made.append(Flatmates(tuple(run), (n + 1) // 2, 1, n))
    return tuple(made)


def _third(grid: Grid) -> int:
    if grid.n_digits % 3:
        raise PuzzleError(f"expected a number of digits that is a multiple of 3, found {grid.n_digits}")
    return grid.n_digits // 3


def _squares(grid: Grid) -> Iterator[tuple[Cell, ...]]:
    """Yield the 2x2 squares."""
    for row, column in grid.positions:
        cells = [grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        if None not in cells:
            yield tuple(cell for cell in cells if cell is not None)


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


def make_those_present(make: Callable[[Grid], tuple[Rule, ...]], grid: Grid, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Make the rules for the whole grid if all of them are present; otherwise none.

    Parameters
    ----------
    make : callable
        One of the functions above, such as `anti_king`.
    grid : Grid
    rules : iterable of Rule

    Examples
    --------
    >>> grid = Grid.classic((2, 2))
    >>> len(make_those_present(anti_king, grid, anti_king(grid))), make_those_present(global_entropy, grid, ())
    (42, ())
    """
    given = {*rules}
    kind = _KINDS.get(make)
    if not given or (kind and not any(type(rule) is kind for rule in given)):
        return ()
    try:
        made = make(grid)
    except PuzzleError:  # not for this grid
        return ()
    return made if given.issuperset(made) else ()


# Makers that take long, or that refuse some grids, and what they make.
_KINDS: dict[Callable[[Grid], tuple[Rule, ...]], type] = {
    anti_taxicab: NotBoth,
    global_entropy: OneOfEach,
    global_modular: OneOfEach,
    dutch_flatmates: Flatmates,
}


def _pairs(grid: Grid, moves: tuple[tuple[int, int], ...]) -> list[tuple[Cell, Cell]]:
    """List the pairs of cells that one of these moves connects."""
    joined = []
    for cell, (row, column) in enumerate(grid.positions):
        for down, right in moves:
            other = grid.cell(row + down, column + right)
            if other is not None:
                joined.append((cell, other))
    return joined
