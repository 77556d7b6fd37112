"""Draw random full grids."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from farandole import _core
from farandole.errors import UnfinishedError
from farandole.generate.progress import ProgressMonitor
from farandole.generate.uniqueness import Digits, Masks, UniquenessChecker
from farandole.grid import Grid

CELLS_PER_DRAW = 4  # the digit of one cell in 4 is drawn; a search finds the others
FIRST_BUDGET = 50_000  # choices of a search for any solution
FIRST_SEARCHES = 20  # such searches, each starting at another cell
DIGIT_BUDGET = 1_000  # choices of a search with one more drawn digit
LARGEST = 16  # digits; on larger grids, a search finds no solution with random digits


def random_solution(
    checker: UniquenessChecker, random: Random, monitor: ProgressMonitor | None = None
) -> Digits | None:
    """Draw a solution of the rules; None if there is none.

    All classic grids are equally likely. Elsewhere, random digits are put into random cells while a solution exists:
    every solution is possible, but they are not equally likely.

    Raises
    ------
    UnfinishedError
        If none is found within the budget.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> sorted(random_solution(UniquenessChecker(Grid.latin(3)), Random(1)))
    [1, 1, 1, 2, 2, 2, 3, 3, 3]
    """
    if checker.is_classic:
        grid = bytearray(81)
        grids: Any = memoryview(grid).cast("B", (1, 81))  # in place of an array, because NumPy may be absent
        _core.draw_grids(random.getrandbits(32), 0, 1, grids)
        return tuple(grid)
    if (
        not checker.rules
        and checker.marks is None
        and (boxes := _boxes(checker.grid))
        and checker.grid.n_digits > LARGEST
    ):
        return _shuffle_pattern(*boxes, random)
    return random_completion(checker, list(checker.start), random, monitor, cells_per_draw=CELLS_PER_DRAW)


def random_completion(
    checker: UniquenessChecker,
    masks: Masks,
    random: Random,
    monitor: ProgressMonitor | None = None,
    *,
    cells_per_draw: int = CELLS_PER_DRAW,
) -> Digits | None:
    """Draw a solution within these masks; None if there is none."""
    solution = _find_solution(checker, masks, random, monitor)
    if solution is None:
        return None
    masks = list(masks)
    cells = random.sample(range(checker.grid.n_cells), max(1, checker.grid.n_cells // cells_per_draw))
    for cell in cells:
        if monitor is not None:
            monitor.check()
        candidates = [digit for digit in range(1, checker.grid.n_digits + 1) if masks[cell] >> (digit - 1) & 1]
        taken = {masks[peer] for peer in checker.grid.peers[cell]}
        free = [digit for digit in candidates if 1 << (digit - 1) not in taken]
        digit = random.choice(free or candidates)
        kept, masks[cell] = masks[cell], 1 << (digit - 1)
        if digit == solution[cell]:
            continue
        try:
            found = checker.solve(masks, budget=DIGIT_BUDGET)
        except UnfinishedError:
            found = None
        if found is None:
            masks[cell] = kept  # the search chooses the digit
        else:
            solution = found
    return solution


def _find_solution(
    checker: UniquenessChecker, masks: Masks, random: Random, monitor: ProgressMonitor | None
) -> Digits | None:
    """Find a solution. If one search thrashes, another that starts with a random digit is often quick."""
    try:
        return checker.solve(masks, budget=FIRST_BUDGET)
    except UnfinishedError:
        pass
    for _ in range(FIRST_SEARCHES - 1):
        if monitor is not None:
            monitor.check()
        start, cell = list(masks), random.randrange(checker.grid.n_cells)
        start[cell] = 1 << random.choice([digit for digit in range(checker.grid.n_digits) if masks[cell] >> digit & 1])
        with suppress(UnfinishedError):
            if solution := checker.solve(start, budget=FIRST_BUDGET):
                return solution
    raise UnfinishedError("the budget is spent")


def _boxes(grid: Grid) -> tuple[int, int] | None:
    """Return the height and width of the boxes of a plain square grid; None for any other grid."""
    n = grid.n_digits
    for height in range(2, n // 2 + 1):
        if n % height == 0 and grid == Grid.classic((height, n // height)):
            return height, n // height
    return None


def _shuffle_pattern(height: int, width: int, random: Random) -> Digits:
    """Shuffle the digits, bands, rows, stacks and columns of one full grid."""
    n = height * width

    def shuffle(n_groups: int, size: int) -> list[int]:
        groups = random.sample(range(n_groups), n_groups)
        return [group * size + line for group in groups for line in random.sample(range(size), size)]

    rows, columns = shuffle(width, height), shuffle(height, width)
    digits: Sequence[int] = random.sample(range(1, n + 1), n)
    return tuple(digits[(row % height * width + row // height + column) % n] for row in rows for column in columns)
