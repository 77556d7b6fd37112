"""The spec of a puzzle to make, checked before any search."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from itertools import combinations
from math import inf
from operator import index
from random import Random
from typing import Any

from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.generate import shapes
from farandole.generate.symmetries import Orbit, orbits_of
from farandole.generate.targets import GuessTarget, Target
from farandole.generate.variants import GENERATORS, find_generator
from farandole.grid import Cell, Grid, Lazy
from farandole.grid.shapes import parse_position
from farandole.puzzle.digits import EMPTY, NO_CELL
from farandole.records import field, record, replace
from farandole.rules import AllDifferent, Allowed, Cage, Rule

FEWEST = {4: 4, 6: 8, 9: 17}
"""The fewest givens of a grid with boxes, by its digits. Source: McGuire et al., "There is no 16-clue Sudoku", 2012."""

MAX_MINIMAL = 40  # givens of a minimal classic puzzle, as far as anyone knows


@record
class Spec:
    """The checked arguments of `make`, as a search takes them.

    Parameters
    ----------
    shape : object
        A grid or its name; each puzzle of a jigsaw has its own regions.
    grid : Grid
        The grid, with the houses that rules add.
    rules : tuple of Rule
        The fixed rules.
    kinds : tuple of str
        The names of the rules that are generated for a full grid.
    orbits : tuple of tuple of Cell
        The cells that are given together.
    symmetry : str
    minimal : bool
    givens : (float, float)
        The minimum and the maximum number.
    pattern : frozenset of Cell, optional
        The cells that are given, if they are prescribed.
    target : Target, optional
    houses, everywhere : tuple of str
        The names of rules that must be made again for random regions.
    marks : tuple of int, optional
        For each cell, a mask of the digits that it may hold.
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
    _text: Lazy[str] = field(init=False, repr=False, compare=False, default_factory=Lazy)

    def seed(self, number: int, *parts: object) -> int:
        """Make the seed of the search from a user's seed and the whole spec.

        So two specs with one seed don't lead to the same solution, and no puzzle of a sheet gives another one away. A
        plain classic puzzle keeps the user's seed.

        Parameters
        ----------
        number : int
            The user's seed.
        parts : objects
            What else the seed depends on.
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
        if parts:
            return hash_seed(f"({number!r}, {self._write(orbits, bounds, parts)}")
        return hash_seed(f"({number!r}, {self._text.value(lambda: self._write(orbits, bounds, ()))}")

    def _write(self, orbits: tuple[Orbit, ...] | None, bounds: tuple[object, ...], parts: tuple[object, ...]) -> str:
        """Write everything that a seed depends on, beside the user's."""
        houses = [house.cells for house in self.grid.houses]
        shape = ("drawn", str(self.shape).strip().lower()) if shapes.has_random_regions(self.shape) else ()
        grid = (self.grid.n_digits, self.grid.positions, houses, shape, self.houses, self.everywhere)
        return repr((grid, self.rules, self.kinds, orbits, *bounds, self.marks, *parts))[1:]

    def with_random_regions(self, random: Random) -> Spec:
        """Return the spec with random regions, if its shape has them; else the spec itself."""
        if not shapes.has_random_regions(self.shape):
            return self
        grid = shapes.grid_of(self.shape, random)
        grid = grid.with_houses(*self.houses) if self.houses else grid
        kept = [rule for rule in self.rules if rule not in _everywhere(self.grid, self.everywhere)]
        return replace(self, grid=grid, rules=(*_everywhere(grid, self.everywhere), *kept))


def hash_seed(text: str) -> int:
    """Hash a text to a seed that is the same on every machine, unlike `hash`."""
    # The default repr of an object in a rule has its address, which changes from run to run.
    plain = re.sub(r" at 0x[0-9a-f]+", "", text, flags=re.IGNORECASE)
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
    """Check the arguments of `make`.

    Raises
    ------
    ArgumentError
        If an argument is invalid, or if no puzzle can meet all of them.
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
    target = _parse_target(rating, techniques)
    _check_scale(target, fixed_rules, kinds)
    if pattern is None:
        cells = None
        orbits = orbits_of(grid, symmetry)
    else:
        if symmetry != "none":
            raise ArgumentError(
                "symmetry: expected no symmetry with a pattern, which already says which cells are given"
            )
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
    """Sort rules into fixed rules, houses, rules of the whole grid, and rules to generate."""
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


def _parse_target(rating: Any, techniques: Any) -> Target | None:
    """Read the target difficulty, without importing all techniques if there is none."""
    if rating is None and techniques is None:
        return None
    from farandole.generate.target_parser import parse_target

    return parse_target(rating, techniques)


def _check_scale(target: Target | None, fixed_rules: Iterable[Rule], kinds: Iterable[str]) -> None:
    """Check that the scale of the target knows the rules."""
    if target is None or isinstance(target, GuessTarget):
        return
    known = (AllDifferent, Allowed) if target.scale == "explainer" else (AllDifferent, Allowed, Cage)
    odd = [type(rule).__name__ for rule in fixed_rules if not isinstance(rule, known)]
    odd += [name for name in kinds if not set(GENERATORS[name].rule_names) <= {kind.__name__ for kind in known}]
    if odd:
        scale = "Sudoku Explainer" if target.scale == "explainer" else "the path of techniques"
        raise ArgumentError(f"rating: {scale} can't rate {odd[0]}; expected a range of guesses, such as 'guesses 0-3'")


def _givens(givens: Any, grid: Grid, *, is_bare: bool, minimal: bool) -> tuple[float, float]:
    """Check the number of givens."""
    if givens is None:
        return 0, inf
    try:
        low, high = (givens, givens) if isinstance(givens, int) else givens
        low, high = (0 if low is None else index(low)), (inf if high is None else index(high))
    except (TypeError, ValueError):
        raise ArgumentError(
            f"givens: expected a number, or a minimum and a maximum, found {short_repr(givens)}"
        ) from None
    if isinstance(givens, bool) or not 0 <= low <= high or low > grid.n_cells:
        raise ArgumentError(
            f"givens: expected a minimum and a maximum up to {grid.n_cells}, found {short_repr(givens)}"
        )
    fewest = fewest_givens(grid) if is_bare else 0
    if high < fewest:
        raise ArgumentError(
            f"givens: expected at least {fewest}, because fewer leave several solutions; found {high:g}"
        )
    if minimal and is_bare and grid == Grid.classic() and low > MAX_MINIMAL:
        known = f"a minimal puzzle has at most {MAX_MINIMAL}, as far as anyone knows"
        raise ArgumentError(f"givens: {known}; expected fewer, or minimal=False; found {low:g}")
    return low, high


def fewest_givens(grid: Grid) -> int:
    """Return the fewest givens of a puzzle without rules: all digits but one must be among them.

    Examples
    --------
    >>> fewest_givens(Grid.classic()), fewest_givens(Grid.classic(16)), fewest_givens(Grid.latin(5))
    (17, 15, 4)
    """
    known = FEWEST.get(grid.n_digits)
    return known if known and grid == Grid.classic(grid.n_digits) else grid.n_digits - 1


# ── Patterns ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse_pattern(grid: Grid, pattern: Any) -> frozenset[Cell]:
    """Read a pattern of givens: a character for each cell, with ``.`` for empty; names of cells; or truth values.

    Raises
    ------
    ArgumentError
        If the pattern is none of these, or has another size.

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
            parts = [value for part in parts for value in part]
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
    """Check that a puzzle with givens in these cells can have one solution."""
    if not bounds[0] <= len(cells) <= bounds[1]:
        raise ArgumentError(f"pattern: expected as many cells as `givens` allows, found {len(cells)}")
    if not is_bare:
        return
    if len(cells) < (fewest := fewest_givens(grid)):
        raise ArgumentError(f"pattern: expected at least {fewest} givens, found {len(cells)}")
    if pair := find_exchangeable(grid, cells):
        first, second = (grid.houses[house].name for house in pair)
        raise ArgumentError(
            f"pattern: expected a pattern that can have one solution, found {first} and {second} empty, "
            "which can be exchanged in every solution"
        )


def find_exchangeable(grid: Grid, cells: frozenset[Cell]) -> tuple[int, int] | None:
    """Find two empty houses whose cells can be exchanged without breaking any house; None if there are none.

    Examples
    --------
    >>> find_exchangeable(Grid.classic(4), frozenset({0, 1, 2, 3, 4, 5}))
    (2, 3)
    """
    known = {frozenset(house.cells) for house in grid.houses}
    empty = [n for n, house in enumerate(grid.houses) if not cells.intersection(house.cells)]
    for first, second in combinations(empty, 2):
        left, right = grid.houses[first].cells, grid.houses[second].cells
        if len(left) != len(right) or set(left) & set(right):
            continue
        swap = dict(zip((*left, *right), (*right, *left), strict=True))
        if all(frozenset(swap.get(cell, cell) for cell in house) in known for house in known):
            return first, second
    return None
