"""Generate cages, circles, clones and marked cells for a full grid."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from farandole.generate.variants.rule_generator import Digits, RuleGenerator
from farandole.grid import Cell, Grid
from farandole.rules import Allowed, Cage, Clone, Quadruple, Rule

SIZES = (2, 2, 2, 3, 3, 3, 4, 4)
"""Sizes of cages; a size that is listed more often is more frequent."""

LARGEST = 5  # cells of a cage, with leftover cells


def _cages(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Divide the grid into cages without repeated digits; a leftover cell joins an adjacent cage."""
    owner: dict[Cell, int] = {}
    cages: list[list[Cell]] = []
    for start in random.sample(range(grid.n_cells), grid.n_cells):
        if start in owner:
            continue
        size = random.choice(SIZES)
        cage = [start]
        while len(cage) < size:
            digits = {solution[cell] for cell in cage}
            beside = dict.fromkeys(other for cell in cage for other in grid.neighbors(cell))
            free = [cell for cell in beside if cell not in owner and cell not in cage and solution[cell] not in digits]
            if not free:
                break
            # A cell with few free neighbors goes first; otherwise it would be left over.
            lonely = {cell: sum(o not in owner and o not in cage for o in grid.neighbors(cell)) for cell in free}
            fewest = min(lonely.values())
            cage.append(random.choice([cell for cell in free if lonely[cell] == fewest]))
        owner.update(dict.fromkeys(cage, len(cages)))
        cages.append(cage)
    _join_left_over(grid, solution, random, cages, owner)
    return [Cage(tuple(sorted(cage)), sum(solution[cell] for cell in cage)) for cage in cages if cage]


def _join_left_over(
    grid: Grid, solution: Digits, random: Random, cages: list[list[Cell]], owner: dict[Cell, int]
) -> None:
    for cage in [cage for cage in cages if len(cage) == 1]:
        [cell] = cage
        beside = dict.fromkeys(owner[other] for other in grid.neighbors(cell))
        fitting = [
            number
            for number in beside
            if len(cages[number]) < LARGEST and solution[cell] not in {solution[other] for other in cages[number]}
        ]
        if fitting and len(cage) == 1:
            number = random.choice(fitting)
            cages[number].append(cell)
            owner[cell] = number
            cage.clear()


def _even_odd(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Mark a third of the cells as even or odd."""
    cells = sorted(random.sample(range(grid.n_cells), grid.n_cells // 3))
    digits = range(1, grid.n_digits + 1)
    parted = [
        (tuple(cell for cell in cells if solution[cell] % 2 == odd), tuple(digits[1 - odd :: 2])) for odd in (0, 1)
    ]
    return [Allowed(marked, allowed) for marked, allowed in parted if marked]


def _quadruples(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Put circles, with some digits of the four cells around them, on about a ninth of the corners."""
    found: list[Rule] = []
    for cell in random.sample(range(grid.n_cells), grid.n_cells):
        row, column = grid.positions[cell]
        around = [grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        cells = tuple(other for other in around if other is not None)
        if len(cells) < 4 or len(found) >= grid.n_cells // 9:
            continue
        digits = sorted(random.sample([solution[other] for other in cells], random.randint(2, 4)))
        found.append(Quadruple(cells, tuple(digits)))
    return found


SHAPES = (
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 1)),
    ((0, 0), (0, 1), (1, 0), (1, 1)),
)
MAX_CLONES = 5


def _clones(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Find pairs of equal shapes that hold the same digits."""
    used: set[Cell] = set()
    clones: list[Rule] = []
    for shape in random.sample(SHAPES, len(SHAPES)):
        known: dict[tuple[int, ...], tuple[Cell, ...]] = {}
        for row, column in random.sample(grid.positions, grid.n_cells):
            found = (grid.cell(row + down, column + right) for down, right in shape)
            cells = tuple(cell for cell in found if cell is not None)
            if len(cells) < len(shape) or used.intersection(cells) or len(clones) >= MAX_CLONES:
                continue
            first = known.setdefault(tuple(solution[cell] for cell in cells), cells)
            if not set(first) & {*cells, *used}:
                clones.append(Clone(first, cells))
                used.update(first, cells)
    return clones


GENERATORS: Mapping[str, RuleGenerator] = {
    "killer": RuleGenerator(_cages, ("Cage",)),
    "even_odd": RuleGenerator(_even_odd, ("Allowed",)),
    "quadruple": RuleGenerator(_quadruples, ("Quadruple",)),
    "clone": RuleGenerator(_clones, ("Clone",)),
}
"""Cages, marked cells, circles and clones by name."""
