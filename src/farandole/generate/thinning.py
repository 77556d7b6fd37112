"""From a full grid to a puzzle: givens go, as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from farandole.errors import UnfinishedError
from farandole.generate.progress import Watch
from farandole.generate.symmetries import Orbit
from farandole.generate.uniqueness import BUDGET, Digits, Ground, Masks
from farandole.grid import Cell

LARGEST = 16  # digits; on larger grids a choice takes long, and many searches end nowhere
FEW, HASTY = 5, 500  # where so many searches were too long, the others get so many choices


@dataclass
class Thinned:
    """Givens of a solution that make it the only one.

    Parameters
    ----------
    given : set of Cell
    undecided : set of Cell
        Those of which it is not known whether they may go: the search was too long.
    """

    given: set[Cell]
    undecided: set[Cell]


def thin(
    ground: Ground,
    solution: Digits,
    orbits: Sequence[Orbit],
    given: Collection[Cell],
    *,
    least: int = 0,
    watch: Watch | None = None,
) -> Thinned:
    """Take orbits away, in order, each if the solution stays the only one.

    Parameters
    ----------
    ground : Ground
    solution : tuple of int
    orbits : sequence of tuple of Cell
        What may go, in the order in which it is tried; those that are not given are passed over.
    given : collection of Cell
    least : int
        Keep as many givens.
    watch : Watch, optional
    """
    held = set(given)
    masks = ground.masks_of(solution, held)
    undecided: set[Cell] = set()
    left = [orbit for orbit in orbits if held.issuperset(orbit)]
    size = max(1, len(left) // 3)  # the first ones go nearly always: try many at once
    while left:
        if watch is not None and watch.is_over:  # what is left is unique, if not minimal: better than nothing
            undecided.update(cell for orbit in left for cell in orbit)
            break
        some, left = left[:size], left[size:]
        cells = [cell for orbit in some for cell in orbit]
        if len(held) - len(cells) < least:
            if size == 1:
                continue
            left, size = some + left, max(1, size // 2)
            continue
        goes = _goes(ground, solution, masks, cells)
        if goes:
            held.difference_update(cells)
            for cell in cells:
                masks[cell] = ground.start[cell]
        elif size > 1:
            left, size = some + left, max(1, size // 4)
            continue
        elif goes is None:
            undecided.update(cells)
        size = max(1, size // 2) if size > 1 else 1
    return Thinned(held, undecided)


def _goes(
    ground: Ground, solution: Digits, masks: Masks, cells: Sequence[Cell], *, budget: int = BUDGET
) -> bool | None:
    """Return whether some givens may go together; None if the search is too long."""
    if ground.grid.n_digits > LARGEST:
        budget = min(budget, HASTY)
    try:
        if len(cells) == 1:
            return not ground.is_needed(masks, cells[0], solution[cells[0]], budget=budget)
        trial = list(masks)
        for cell in cells:
            trial[cell] = ground.start[cell]
        return ground.other(trial, solution, budget=budget) is None
    except UnfinishedError:
        return None


def needless_among(
    ground: Ground, solution: Digits, given: Collection[Cell], *, budget: int = BUDGET
) -> tuple[list[Cell], list[Cell]]:
    """Find the givens of which each alone may go; and those of which it isn't known."""
    masks = ground.masks_of(solution, given)
    needless: list[Cell] = []
    undecided: list[Cell] = []
    for cell in sorted(given):
        goes = _goes(ground, solution, masks, (cell,), budget=budget if len(undecided) < FEW else HASTY)
        if goes is None:
            undecided.append(cell)
        elif goes:
            needless.append(cell)
    return needless, undecided


def grown(
    ground: Ground,
    solution: Digits,
    given: Collection[Cell],
    orbits: Sequence[Orbit],
    random: Random,
    watch: Watch | None = None,
) -> set[Cell] | None:
    """Add orbits, where solutions differ, until the solution is the only one; None if they don't suffice."""
    held = set(given)
    orbit_of = {cell: orbit for orbit in orbits for cell in orbit}
    while True:
        if watch is not None:
            watch.heed()
        try:
            other = ground.other(ground.masks_of(solution, held), solution)
        except UnfinishedError:
            free = [cell for cell in range(ground.grid.n_cells) if cell not in held and cell in orbit_of]
            if not free:
                return None
            held.update(orbit_of[random.choice(free)])
            continue
        if other is None:
            return held
        differing = [cell for cell, digit in enumerate(solution) if digit != other[cell] and cell in orbit_of]
        if not differing:
            return None
        held.update(orbit_of[random.choice(differing)])


def marked(ground: Ground, solution: Digits, random: Random, watch: Watch) -> Masks:
    """Add candidates to a solution, as long as it stays the only one; return the masks, to which none can be added."""
    masks = ground.masks_of(solution, range(ground.grid.n_cells))
    wrong = [
        (cell, 1 << digit - 1)
        for cell, mask in enumerate(ground.start)
        for digit in range(1, ground.grid.n_digits + 1)
        if mask >> digit - 1 & 1 and digit != solution[cell]
    ]
    for cell, bit in random.sample(wrong, len(wrong)):
        watch.heed()
        kept, masks[cell] = masks[cell], bit
        try:
            is_wrong = ground.solve(masks) is None
        except UnfinishedError:
            is_wrong = False
        masks[cell] = kept | bit if is_wrong else kept
    return masks
