"""What is wished of a puzzle, checked before any search: what can't be is told at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import inf
from operator import index
from random import Random
from typing import Any

from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.generate import shapes
from farandole.generate.symmetries import Orbit, orbits_of
from farandole.generate.targets import GuessTarget, Target, parse_target
from farandole.generate.variants import GENERATORS, find_generator
from farandole.grid import Cell, Grid
from farandole.grid.shapes import parse_position
from farandole.puzzle.digits import EMPTY, NO_CELL
from farandole.rules import AllDifferent, Allowed, Cage, Rule

FEWEST = {4: 4, 6: 8, 9: 17}
"""The fewest givens of a puzzle with boxes, by digits. Source: McGuire et al., "There is no 16-clue Sudoku", 2012."""

MOST_MINIMAL = 40  # givens of a minimal classic puzzle, as far as anyone knows


@dataclass(frozen=True, slots=True)
class Spec:
    """What is wished, as a search takes it.

    Parameters
    ----------
    shape : object
        A grid or its name; of a jigsaw each puzzle has its own regions.
    grid : Grid
        With the houses that rules add.
    rules : tuple of Rule
        Those that stand from the beginning.
    kinds : tuple of str
        Those that are laid over a full grid.
    orbits : tuple of tuple of Cell
        Cells that are given together.
    symmetry : str
    minimal : bool
    givens : (float, float)
        The least and the greatest number.
    pattern : frozenset of Cell, optional
        The cells that are given, if it is said.
    target : Target, optional
    houses, everywhere : tuple of str
        Names of rules that a grid with regions of its own gets anew.
    marks : tuple of int, optional
        A mask for each cell, of what it may hold.
    """

    shape: Any
    grid: Grid
    rules: tuple[Rule, ...]
    kinds: tuple[str, ...]
    orbits: tuple[Orbit, ...]
    symmetry: str
    minimal: bool
    givens: tuple[float, float]
    pattern: frozenset[Cell] | None
    target: Target | None
    houses: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()
    marks: tuple[int, ...] | None = None

    def seed(self, number: int, *parts: object) -> int:
        """Make the seed of the search from a user's seed and all that is wished.

        So two wishes with one seed don't lead to the same solution, and no puzzle of a sheet gives away another one. A
        plain classic puzzle keeps the user's seed.

        Parameters
        ----------
        number : int
            The user's seed.
        parts : objects
            What else is wished.
        """
        orbits = None if self.pattern is not None else self.orbits
        bounds = (
            self.symmetry,
            self.minimal,
            self.givens,
            self.pattern and sorted(self.pattern),
            str(self.target or ""),
        )
        is_plain = bounds == ("none", True, (0, inf), None, "") and not (self.rules or self.kinds or parts)
        if is_plain and self.grid == Grid.classic() and self.marks is None:
            return number
        houses = [house.cells for house in self.grid.houses]
        shape = ("drawn", str(self.shape).strip().lower()) if shapes.has_random_regions(self.shape) else ()
        grid = (self.grid.n_digits, self.grid.positions, houses, shape, self.houses, self.everywhere)
        text = repr((number, grid, self.rules, self.kinds, orbits, *bounds, self.marks, *parts))
        return hash_seed(text)

    def with_random_regions(self, random: Random) -> Spec:
        """Return the wish with regions of its own, if the shape has them."""
        if not shapes.has_random_regions(self.shape):
            return self
        grid = shapes.grid_of(self.shape, random)
        grid = grid.with_houses(*self.houses) if self.houses else grid
        kept = [rule for rule in self.rules if rule not in _everywhere(self.grid, self.everywhere)]
        return replace(self, grid=grid, rules=(*_everywhere(grid, self.everywhere), *kept))


def hash_seed(text: str) -> int:
    """Make a seed of a text: the same on every machine, unlike `hash`."""
    plain = re.sub(
        r" at 0x[0-9a-f]+", "", text, flags=re.IGNORECASE
    )  # where an object in a rule says no more of itself
    return int.from_bytes(blake2b(plain.encode(errors="backslashreplace"), digest_size=7).digest(), "little")


def make_spec(
    shape: Any,
    rules: Any,
    symmetry: str,
    minimal: bool,
    givens: Any,
    pattern: Any,
    rating: Any,
    techniques: Any,
) -> Spec:
    """Check what is wished.

    Raises
    ------
    ArgumentError
        If something is not understood, or if no puzzle is so.
    """
    if not isinstance(minimal, bool):
        raise ArgumentError(f"minimal: expected True or False, found {short_repr(minimal)}")
    grid = shapes.grid_of(shape, Random(0))
    fixed_rules, houses, everywhere, kinds = _sort_rules(rules)
    try:
        grid = grid.with_houses(*houses) if houses else grid
        fixed_rules = (*_everywhere(grid, everywhere), *(rule.on(grid) for rule in fixed_rules))
    except PuzzleError as error:
        raise ArgumentError.from_error(error, f"rules: {error}") from None
    if odd := [kind for kind in kinds if not GENERATORS[kind].fits(grid)]:
        raise ArgumentError(f"rules: {odd[0]} needs a shape with {GENERATORS[odd[0]].requirement}, found {grid!r}")
    target = parse_target(rating, techniques)
    _check_scale(target, fixed_rules, kinds)
    if pattern is None:
        cells = None
        orbits = orbits_of(grid, symmetry)
    else:
        if symmetry != "none":
            raise ArgumentError("symmetry: expected none beside a pattern, which says which cells are given")
        cells = parse_pattern(grid, pattern)
        orbits = tuple((cell,) for cell in sorted(cells))
    is_bare = not fixed_rules and not kinds
    bounds = _givens(givens, grid, is_bare=is_bare, minimal=minimal)
    if cells is not None:
        _check_pattern(grid, cells, bounds, is_bare=is_bare)
        bounds = (len(cells), len(cells))
    return Spec(
        shape,
        grid,
        fixed_rules,
        kinds,
        orbits,
        symmetry,
        minimal,
        bounds,
        cells,
        target,
        tuple(houses),
        tuple(everywhere),
    )


def _everywhere(grid: Grid, names: Iterable[str]) -> tuple[Rule, ...]:
    return tuple(rule for name in names for rule in shapes.rules_everywhere(grid, name))


def _sort_rules(rules: Any) -> tuple[tuple[Rule, ...], list[str], list[str], tuple[str, ...]]:
    """Part rules that stand, houses, rules of the whole grid, and rules that are laid."""
    given = (rules,) if isinstance(rules, str | Rule) else rules
    if not isinstance(given, Iterable):
        raise ArgumentError(f"rules: expected rules or their names, found {short_repr(rules)}")
    fixed_rules: list[Rule] = []
    houses: list[str] = []
    everywhere: list[str] = []
    kinds: list[str] = []
    for rule in given:
        if isinstance(rule, Rule):
            fixed_rules.append(rule)
            continue
        name = rule.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(rule, str) else ""
        if name in shapes.HOUSES:
            houses.append(name)
        elif name in shapes.GLOBAL_RULES:
            everywhere.append(name)
        elif kind := find_generator(name):
            kinds.append(kind)
        else:
            names = ", ".join((*shapes.HOUSES, *shapes.GLOBAL_RULES, *GENERATORS))
            raise ArgumentError(f"rules: expected a rule or one of {names}; found {short_repr(rule)}")
    return tuple(fixed_rules), list(dict.fromkeys(houses)), list(dict.fromkeys(everywhere)), tuple(dict.fromkeys(kinds))


def _check_scale(target: Target | None, fixed_rules: Iterable[Rule], kinds: Iterable[str]) -> None:
    """See whether the scale knows the rules."""
    if target is None or isinstance(target, GuessTarget):
        return
    known = (AllDifferent, Allowed) if target.scale == "explainer" else (AllDifferent, Allowed, Cage)
    odd = [type(rule).__name__ for rule in fixed_rules if not isinstance(rule, known)]
    odd += [name for name in kinds if not set(GENERATORS[name].rule_names) <= {kind.__name__ for kind in known}]
    if odd:
        scale = "Sudoku Explainer" if target.scale == "explainer" else "the path of techniques"
        raise ArgumentError(f"rating: {scale} knows nothing of {odd[0]}; expected guesses, such as 'guesses 0-3'")


def _givens(givens: Any, grid: Grid, *, is_bare: bool, minimal: bool) -> tuple[float, float]:
    """Check how many givens are wished."""
    if givens is None:
        return 0, inf
    try:
        low, high = (givens, givens) if isinstance(givens, int) else givens
        low, high = (0 if low is None else index(low)), (inf if high is None else index(high))
    except (TypeError, ValueError):
        raise ArgumentError(
            f"givens: expected a number, or a least and a greatest one, found {short_repr(givens)}"
        ) from None
    if isinstance(givens, bool) or not 0 <= low <= high or low > grid.n_cells:
        raise ArgumentError(
            f"givens: expected a least and a greatest number up to {grid.n_cells}, found {short_repr(givens)}"
        )
    fewest = fewest_givens(grid) if is_bare else 0
    if high < fewest:
        raise ArgumentError(f"givens: expected at least {fewest}, for fewer leave several solutions; found {high:g}")
    if minimal and is_bare and grid == Grid.classic() and low > MOST_MINIMAL:
        known = f"a minimal puzzle has at most {MOST_MINIMAL}, as far as anyone knows"
        raise ArgumentError(f"givens: {known}; expected fewer, or minimal=False; found {low:g}")
    return low, high


def fewest_givens(grid: Grid) -> int:
    """Tell how many givens a puzzle without rules has at least: all digits but one must be among them.

    Examples
    --------
    >>> fewest_givens(Grid.classic()), fewest_givens(Grid.classic(16)), fewest_givens(Grid.latin(5))
    (17, 15, 4)
    """
    known = FEWEST.get(grid.n_digits)
    return known if known and grid == Grid.classic(grid.n_digits) else grid.n_digits - 1


# ── Patterns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse_pattern(grid: Grid, pattern: Any) -> frozenset[Cell]:
    """Read which cells are given: a character for each, with ``.`` for empty; names of cells; or truth values.

    Raises
    ------
    ArgumentError
        If it is none of these, or of another size.

    Examples
    --------
    >>> grid = Grid.classic(4)
    >>> sorted(parse_pattern(grid, "x... .x.. ..x. ...x")), sorted(parse_pattern(grid, "r1c1 r1c2"))
    ([0, 5, 10, 15], [0, 1])
    """
    try:
        if isinstance(pattern, str):
            is_named = None not in map(parse_position, pattern.split())
            return frozenset(grid.cells_of(pattern)) if is_named else _read_pattern(grid, pattern)
        parts: list[Any] = [
            list(part) if not isinstance(part, str) and hasattr(part, "__iter__") else part for part in pattern
        ]
        if parts and all(isinstance(part, list) for part in parts):
            parts = [rule for part in parts for rule in part]
        elif parts and all(isinstance(part, str) for part in parts):
            if None not in map(parse_position, parts):
                return frozenset(grid.cells_of(parts))
            return _read_pattern(grid, "".join(parts))
        if len(parts) == grid.n_cells:
            return frozenset(cell for cell, part in enumerate(parts) if part)
        return frozenset(grid.cells_of(parts))
    except (PuzzleError, TypeError) as error:
        raise ArgumentError(f"pattern: {error}") from None


def _read_pattern(grid: Grid, text: str) -> frozenset[Cell]:
    marks = "".join(text.split())
    if len(marks) == grid.height * grid.width > grid.n_cells:
        marks = "".join(mark for k, mark in enumerate(marks) if grid.cell(k // grid.width, k % grid.width) is not None)
    marks = marks if len(marks) == grid.n_cells else marks.replace(NO_CELL, "")
    if len(marks) != grid.n_cells:
        raise PuzzleError(f"expected {grid.n_cells} characters, found {len(marks)}")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in EMPTY)


def _check_pattern(grid: Grid, cells: frozenset[Cell], bounds: tuple[float, float], *, is_bare: bool) -> None:
    """See whether some puzzle with givens in these cells can have one solution."""
    if not bounds[0] <= len(cells) <= bounds[1]:
        raise ArgumentError(f"pattern: expected as many cells as givens are wished, found {len(cells)}")
    if not is_bare:
        return
    if len(cells) < (fewest := fewest_givens(grid)):
        raise ArgumentError(f"pattern: expected at least {fewest} givens, found {len(cells)}")
    if pair := find_exchangeable(grid, cells):
        rule, other = (grid.houses[house].name for house in pair)
        raise ArgumentError(
            f"pattern: it leaves {rule} and {other} empty, which can be exchanged in every solution; "
            "expected a pattern that can have one solution"
        )


def find_exchangeable(grid: Grid, cells: frozenset[Cell]) -> tuple[int, int] | None:
    """Find two empty houses that can be exchanged, cell by cell, so that every house stays one; None if there are none.

    Examples
    --------
    >>> find_exchangeable(Grid.classic(4), frozenset({0, 1, 2, 3, 4, 5}))
    (2, 3)
    """
    known = {frozenset(house.cells) for house in grid.houses}
    empty = [n for n, house in enumerate(grid.houses) if not cells.intersection(house.cells)]
    for at, rule in enumerate(empty):
        for other in empty[at + 1 :]:
            some, others = grid.houses[rule].cells, grid.houses[other].cells
            if len(some) != len(others) or set(some) & set(others):
                continue
            swap = dict(zip((*some, *others), (*others, *some), strict=True))
            if all(frozenset(swap.get(cell, cell) for cell in house) in known for house in known):
                return rule, other
    return None
