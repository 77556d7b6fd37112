"""Full grids at random."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from farandole.errors import UnfinishedError
from farandole.generate.progress import Watch
from farandole.generate.uniqueness import Digits, Ground, Masks
from farandole.grid import Grid

SHARE = 4  # one cell in so many is drawn, the rest follows from a search
FIRST = 50_000  # choices of a search for any solution at all
STARTS = 20  # such searches, each from another cell
DRAWN = 1_000  # those of a search for one drawn digit
LARGEST = 16  # digits; on larger grids random digits soon have no solution that a search finds


def random_solution(ground: Ground, random: Random, watch: Watch | None = None) -> Digits | None:
    """Draw a solution of the rules; None if there is none.

    Classic grids come all equally often. Elsewhere digits are drawn for cells at random, as far as they go together:
    any solution may come, but not each equally often.

    Raises
    ------
    UnfinishedError
        If none was found within the budget.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> sorted(random_solution(Ground(Grid.latin(3)), Random(1)))
    [1, 1, 1, 2, 2, 2, 3, 3, 3]
    """
    if ground.is_classic:
        from farandole.batch import grids  # NumPy is loaded with it

        return tuple(grids.draw(1, seed=random.getrandbits(32), threads=1)[0].tolist())
    if not ground.rules and ground.marks is None and (boxes := _boxes(ground.grid)) and ground.grid.n_digits > LARGEST:
        return _turned(*boxes, random)
    return completed(ground, list(ground.start), random, watch, share=SHARE)


def completed(
    ground: Ground, masks: Masks, random: Random, watch: Watch | None = None, *, share: int = SHARE
) -> Digits | None:
    """Draw a solution that keeps to some masks; None if there is none."""
    solution = _any_solution(ground, masks, random, watch)
    if solution is None:
        return None
    masks = list(masks)
    cells = random.sample(range(ground.grid.n_cells), max(1, ground.grid.n_cells // share))
    for cell in cells:
        if watch is not None:
            watch.heed()
        candidates = [digit for digit in range(1, ground.grid.n_digits + 1) if masks[cell] >> (digit - 1) & 1]
        taken = {masks[peer] for peer in ground.grid.peers[cell]}
        free = [digit for digit in candidates if 1 << (digit - 1) not in taken]
        digit = random.choice(free or candidates)
        kept, masks[cell] = masks[cell], 1 << (digit - 1)
        if digit == solution[cell]:
            continue
        try:
            found = ground.solve(masks, budget=DRAWN)
        except UnfinishedError:
            found = None
        if found is None:
            masks[cell] = kept  # another digit may come by itself
        else:
            solution = found
    return solution


def _any_solution(ground: Ground, masks: Masks, random: Random, watch: Watch | None) -> Digits | None:
    """Find a solution. Where one search is lost, another that begins with a digit somewhere is often soon done."""
    try:
        return ground.solve(masks, budget=FIRST)
    except UnfinishedError:
        pass
    for _ in range(STARTS - 1):
        if watch is not None:
            watch.heed()
        begun, cell = list(masks), random.randrange(ground.grid.n_cells)
        begun[cell] = 1 << random.choice([digit for digit in range(ground.grid.n_digits) if masks[cell] >> digit & 1])
        with suppress(UnfinishedError):
            if solution := ground.solve(begun, budget=FIRST):
                return solution
    raise UnfinishedError("the budget is spent")


def _boxes(grid: Grid) -> tuple[int, int] | None:
    """Find the height and width of the boxes of a plain square grid; None for another one."""
    n = grid.n_digits
    for height in range(2, n // 2 + 1):
        if n % height == 0 and grid == Grid.classic((height, n // height)):
            return height, n // height
    return None


def _turned(height: int, width: int, random: Random) -> Digits:
    """Exchange digits, bands, rows, stacks, columns of one full grid, at random."""
    n = height * width

    def shuffled(n_groups: int, size: int) -> list[int]:
        groups = random.sample(range(n_groups), n_groups)
        return [group * size + line for group in groups for line in random.sample(range(size), size)]

    rows, columns = shuffled(width, height), shuffled(height, width)
    digits: Sequence[int] = random.sample(range(1, n + 1), n)
    return tuple(digits[(row % height * width + row // height + column) % n] for row in rows for column in columns)
