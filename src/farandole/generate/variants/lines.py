"""Generate lines for a full grid: each grows from a random cell to touching cells while its rule holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby, pairwise
from random import Random
from typing import Any, TypeAlias

from farandole.generate.variants.rule_generator import Digits, RuleGenerator, king_neighbors
from farandole.grid import Cell, Grid
from farandole.records import record
from farandole.rules import (
    Arrow,
    Between,
    DoubleArrow,
    Entropic,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    PillArrow,
    RegionSum,
    Renban,
    Rule,
    SlowThermo,
    Thermo,
    Whispers,
    Zipper,
)

MAX_STEPS = 400  # steps of the search for one line
Line: TypeAlias = tuple[Cell, ...]
CanExtend: TypeAlias = Callable[[list[int], int], bool]
"""Takes the first digits of a line and its length; returns whether the line can be extended."""


@record
class LineShape:
    """The shape of the lines of one kind.

    Parameters
    ----------
    make : callable
        Makes the rule of a line of a grid; None if the line is unsuitable.
    can_extend : callable
        Whether the digits so far can begin a line of this length.
    shortest, longest : int
        The number of cells of a line.
    """

    make: Callable[[Grid, Line], Rule | None]
    can_extend: CanExtend = lambda digits, length: True  # noqa: ARG005
    shortest: int = 3
    longest: int = 5


def _place_lines(shape: LineShape, grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Place lines that don't overlap on about a third of the cells."""
    placed: list[Rule] = []
    free = set(range(grid.n_cells))
    for cell in random.sample(range(grid.n_cells), grid.n_cells):
        if len(free) < grid.n_cells * 5 // 8:
            break
        length = random.randint(shape.shortest, shape.longest)
        for size in range(length, shape.shortest - 1, -1):
            rule = _grow_line(shape, grid, solution, random, free, cell, size)
            if rule is not None:
                placed.append(rule)
                free.difference_update(rule.cells)
                break
    return placed


def _grow_line(
    shape: LineShape, grid: Grid, solution: Digits, random: Random, free: set[Cell], start: Cell, length: int
) -> Rule | None:
    """Grow a line of this length from a cell; None if none is found within the limit."""
    if start not in free:
        return None
    for line in _lines(shape, grid, solution, random, free, start, length):
        rule = shape.make(grid, line)
        if rule is not None and rule.holds([solution[cell] for cell in rule.scope]):
            return rule
    return None


def _lines(
    shape: LineShape, grid: Grid, solution: Digits, random: Random, free: set[Cell], start: Cell, length: int
) -> Iterator[Line]:
    stack: list[Line] = [(start,)]
    for _ in range(MAX_STEPS):
        if not stack:
            return
        line = stack.pop()
        if not shape.can_extend([solution[cell] for cell in line], length):
            continue
        if len(line) == length:
            yield line
            continue
        following = [cell for cell in king_neighbors(grid, line[-1]) if cell in free and cell not in line]
        stack += [(*line, cell) for cell in random.sample(following, len(following))]


def _rises(digits: list[int], length: int) -> bool:  # noqa: ARG001
    return all(a < b for a, b in pairwise(digits[-2:]))


def _stays_or_rises(digits: list[int], length: int) -> bool:  # noqa: ARG001
    return all(a <= b for a, b in pairwise(digits[-2:]))


def _fits_circle(digits: list[int], length: int) -> bool:
    total = sum(digits[1:])
    return total == digits[0] if len(digits) == length else total < digits[0]


def _stays_close(digits: list[int], length: int) -> bool:
    return len(set(digits)) == len(digits) and max(digits) - min(digits) < length


def _stays_apart(digits: list[int], length: int) -> bool:  # noqa: ARG001
    return all(b - a >= 2 for a, b in pairwise(sorted(digits)))


def _mirrors(digits: list[int], length: int) -> bool:
    at = len(digits) - 1
    return at < (length + 1) // 2 or digits[at] == digits[length - 1 - at]


def _zips(digits: list[int], length: int) -> bool:
    at = len(digits) - 1
    if at < (length + 1) // 2:
        return True
    half, odd = divmod(length, 2)
    total = digits[half] if odd else digits[half - 1] + digits[half]
    return digits[at] + digits[length - 1 - at] == total


def _plain(kind: type[Rule], grid: Grid, line: Line, **more: Any) -> Rule:  # noqa: ARG001
    return kind(line, **more)


def _whispers(share: int, grid: Grid, line: Line) -> Rule:
    """Make whispers whose difference is half of the digits, or one less: 5 or 4 of 9 digits."""
    return Whispers(line, max(2, (grid.n_digits + 1) // 2 - share))


def _entropic(grid: Grid, line: Line) -> Rule | None:
    third, rest = divmod(grid.n_digits, 3)
    if rest:
        return None
    return Entropic(line, tuple(tuple(range(k * third + 1, k * third + third + 1)) for k in range(3)))


def _region_sum(grid: Grid, line: Line) -> Rule | None:
    region_of = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
    groups = tuple(tuple(some) for _, some in groupby(line, key=lambda cell: region_of.get(cell, -1)))
    return RegionSum(line, groups) if len(groups) > 1 else None


def _pill(grid: Grid, line: Line) -> Rule | None:
    return PillArrow(line, 2) if line[1] in grid.neighbors(line[0]) else None


LINE_SHAPES: Mapping[str, tuple[type[Rule], LineShape]] = {
    "thermo": (Thermo, LineShape(partial(_plain, Thermo), _rises, 3, 6)),
    "slow_thermo": (SlowThermo, LineShape(partial(_plain, SlowThermo), _stays_or_rises, 4, 7)),
    "arrow": (Arrow, LineShape(partial(_plain, Arrow), _fits_circle, 3, 4)),
    "double_arrow": (DoubleArrow, LineShape(partial(_plain, DoubleArrow), shortest=4, longest=5)),
    "pill_arrow": (PillArrow, LineShape(_pill, shortest=4, longest=7)),
    "whispers": (Whispers, LineShape(partial(_whispers, 0), shortest=3, longest=6)),
    "dutch_whispers": (Whispers, LineShape(partial(_whispers, 1), shortest=3, longest=7)),
    "renban": (Renban, LineShape(partial(_plain, Renban), _stays_close, 3, 5)),
    "palindrome": (Palindrome, LineShape(partial(_plain, Palindrome), _mirrors, 3, 6)),
    "nabner": (Nabner, LineShape(partial(_plain, Nabner), _stays_apart, 3, 5)),
    "between": (Between, LineShape(partial(_plain, Between), shortest=3, longest=5)),
    "lockout": (Lockout, LineShape(partial(_plain, Lockout), shortest=3, longest=5)),
    "entropic": (Entropic, LineShape(_entropic, shortest=4, longest=7)),
    "modular": (Modular, LineShape(partial(_plain, Modular), shortest=4, longest=7)),
    "zipper": (Zipper, LineShape(partial(_plain, Zipper), _zips, 3, 5)),
    "region_sum": (RegionSum, LineShape(_region_sum, shortest=3, longest=6)),
}

GENERATORS: Mapping[str, RuleGenerator] = {
    name: RuleGenerator(partial(_place_lines, shape), (rule.__name__,), "regions" if name == "region_sum" else "")
    for name, (rule, shape) in LINE_SHAPES.items()
}
"""The generators of lines by name."""
