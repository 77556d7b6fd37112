"""Remove and add givens of a solution so that it stays, or becomes, the only one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from farandole.errors import UnfinishedError
from farandole.generate.progress import ProgressMonitor
from farandole.generate.symmetries import Orbit
from farandole.generate.uniqueness import BUDGET, Digits, Masks, UniquenessChecker
from farandole.grid import Cell
from farandole.records import record

LARGEST = 16  # digits; on larger grids a choice takes long, and many searches don't finish
MAX_UNDECIDED, QUICK_BUDGET = 5, 500  # after so many unfinished searches, the budget of the others


@record(frozen=False, slots=False)
class GivensResult:
    """Givens that leave only one solution.

    Parameters
    ----------
    given : set of Cell
    undecided : set of Cell
        The givens whose search did not finish, so that they may be needless.
    """

    given: set[Cell]
    undecided: set[Cell]


def remove_givens(
    checker: UniquenessChecker,
    solution: Digits,
    orbits: Sequence[Orbit],
    given: Collection[Cell],
    *,
    least: int = 0,
    monitor: ProgressMonitor | None = None,
) -> GivensResult:
    """Remove orbits in order, each if the solution stays unique without it.

    Parameters
    ----------
    checker : UniquenessChecker
    solution : tuple of int
    orbits : sequence of tuple of Cell
        The orbits to try, in order; those that are not given are skipped.
    given : collection of Cell
    least : int
        Keep at least this many givens.
    monitor : ProgressMonitor, optional
    """
    kept = set(given)
    masks = checker.masks_of(solution, kept)
    undecided: set[Cell] = set()
    left = [orbit for orbit in orbits if kept.issuperset(orbit)]
    size = max(1, len(left) // 3)  # the first orbits can nearly always be removed: try many at once
    while left:
        if monitor is not None and monitor.should_stop:  # the rest is unique, if not minimal
            undecided.update(cell for orbit in left for cell in orbit)
            break
        chunk, left = left[:size], left[size:]
        cells = [cell for orbit in chunk for cell in orbit]
        if len(kept) - len(cells) < least:
            if size == 1:
                continue
            left, size = chunk + left, max(1, size // 2)
            continue
        is_removable = _can_remove(checker, solution, masks, cells)
        if is_removable:
            kept.difference_update(cells)
            for cell in cells:
                masks[cell] = checker.start[cell]
        elif size > 1:
            left, size = chunk + left, max(1, size // 4)
            continue
        elif is_removable is None:
            undecided.update(cells)
        size = max(1, size // 2) if size > 1 else 1
    return GivensResult(kept, undecided)


def _can_remove(
    checker: UniquenessChecker, solution: Digits, masks: Masks, cells: Sequence[Cell], *, budget: int = BUDGET
) -> bool | None:
    """Return whether these givens can be removed together; None if the budget is spent."""
    if checker.grid.n_digits > LARGEST:
        budget = min(budget, QUICK_BUDGET)
    try:
        if len(cells) == 1:
            return not checker.is_needed(masks, cells[0], solution[cells[0]], budget=budget)
        trial = list(masks)
        for cell in cells:
            trial[cell] = checker.start[cell]
        return checker.find_other(trial, solution, budget=budget) is None
    except UnfinishedError:
        return None


def find_needless_givens(
    checker: UniquenessChecker, solution: Digits, given: Collection[Cell], *, budget: int = BUDGET
) -> tuple[list[Cell], list[Cell]]:
    """Find the givens that can each be removed alone, and those whose search did not finish."""
    masks = checker.masks_of(solution, given)
    needless: list[Cell] = []
    undecided: list[Cell] = []
    for cell in sorted(given):
        is_removable = _can_remove(
            checker, solution, masks, (cell,), budget=budget if len(undecided) < MAX_UNDECIDED else QUICK_BUDGET
        )
        if is_removable is None:
            undecided.append(cell)
        elif is_removable:
            needless.append(cell)
    return needless, undecided


def add_givens(
    checker: UniquenessChecker,
    solution: Digits,
    given: Collection[Cell],
    orbits: Sequence[Orbit],
    random: Random,
    monitor: ProgressMonitor | None = None,
) -> set[Cell] | None:
    """Add orbits in which solutions differ until the solution is unique; None if the orbits don't suffice."""
    kept = set(given)
    orbit_of = {cell: orbit for orbit in orbits for cell in orbit}
    while True:
        if monitor is not None:
            monitor.check()
        try:
            other = checker.find_other(checker.masks_of(solution, kept), solution)
        except UnfinishedError:
            free = [cell for cell in range(checker.grid.n_cells) if cell not in kept and cell in orbit_of]
            if not free:
                return None
            kept.update(orbit_of[random.choice(free)])
            continue
        if other is None:
            return kept
        differing = [cell for cell, digit in enumerate(solution) if digit != other[cell] and cell in orbit_of]
        if not differing:
            return None
        kept.update(orbit_of[random.choice(differing)])


def maximize_candidates(
    checker: UniquenessChecker, solution: Digits, random: Random, monitor: ProgressMonitor
) -> Masks:
    """Add candidates to a solution while it stays unique; return the masks, which are maximal."""
    masks = checker.masks_of(solution, range(checker.grid.n_cells))
    wrong = [
        (cell, 1 << digit - 1)
        for cell, mask in enumerate(checker.start)
        for digit in range(1, checker.grid.n_digits + 1)
        if mask >> digit - 1 & 1 and digit != solution[cell]
    ]
    for cell, bit in random.sample(wrong, len(wrong)):
        monitor.check()
        kept, masks[cell] = masks[cell], bit
        try:
            is_wrong = checker.solve(masks) is None
        except UnfinishedError:
            is_wrong = False
        masks[cell] = kept | bit if is_wrong else kept
    return masks
