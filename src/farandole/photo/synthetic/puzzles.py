"""Make puzzles of any shape for sheets, quickly and of any difficulty."""

from __future__ import annotations

from random import Random

from farandole.grid import DIGITS, Cell, Grid
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

KINDS = ("classic", "4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "jigsaw", "killer", "samurai")
_BUDGET = 2000  # search nodes; a given is kept if its search takes longer
_MIXED = 6  # exchanges per cell of a jigsaw


def make_puzzle(kind: str, seed: int) -> Puzzle:
    """Make a puzzle.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    seed : int
        The same seed gives the same puzzle.

    Examples
    --------
    >>> make_puzzle("6x6", 1).is_unique()
    True
    """
    random = Random(f"{kind} {seed}")
    while True:
        grid = _grid(kind, random)
        solution = _fill_grid(grid, random)
        if solution is not None:  # otherwise, these regions have no solution
            rules = _cages(grid, solution, random) if kind == "killer" else ()
            return _remove_givens(grid, solution, rules, random)


def _grid(kind: str, random: Random) -> Grid:
    if kind == "jigsaw":
        return _jigsaw(random)
    if kind == "samurai":
        return Grid.samurai()
    return Grid.classic(int(kind.split("x")[0]) if kind[0].isdigit() else 9)


def _fill_grid(grid: Grid, random: Random) -> tuple[int, ...] | None:
    """Fill a grid: put some random digits, and let a search find the others."""
    for n_first in (grid.n_cells // 6, grid.n_cells // 10, 0):
        values = [0] * grid.n_cells
        for cell in random.sample(range(grid.n_cells), n_first):
            left = [d for d in range(1, grid.n_digits + 1) if all(values[peer] != d for peer in grid.peers[cell])]
            values[cell] = random.choice(left) if left else 0
        solution = Puzzle(grid, tuple(values)).solve(seconds=2)
        if solution is not None:
            return tuple(solution.digits)
    return None


def _remove_givens(grid: Grid, solution: tuple[int, ...], rules: tuple[Cage, ...], random: Random) -> Puzzle:
    """Remove givens while the solution stays unique, down to a usual number."""
    puzzle = Puzzle(grid, solution, rules=rules)
    least = random.choice((0, 0, 10)) if rules else random.randint(grid.n_cells * 3 // 10, grid.n_cells * 2 // 5)
    left = grid.n_cells
    for cell in random.sample(range(grid.n_cells), grid.n_cells):
        if left <= least:
            break
        fewer = Puzzle(grid, (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]), rules=rules)
        if fewer.is_unique(budget=_BUDGET):
            puzzle, left = fewer, left - 1
    return puzzle


def _jigsaw(random: Random) -> Grid:
    """Make a jigsaw from the boxes of a classic grid: adjacent regions exchange cells repeatedly."""
    n = 9
    region = [cell // 27 * 3 + cell % 9 // 3 for cell in range(n * n)]
    near = Grid.latin(n).neighbors

    def hangs_together(name: int) -> bool:
        cells = {cell for cell in range(n * n) if region[cell] == name}
        reached = [next(iter(cells))]
        left = cells - set(reached)
        while reached:
            for cell in near(reached.pop()):
                if cell in left:
                    left.remove(cell)
                    reached.append(cell)
        return not left

    for _ in range(_MIXED * n * n):
        one = random.randrange(n * n)
        others = {region[cell] for cell in near(one)} - {region[one]}
        if not others:
            continue
        mine, other = region[one], random.choice(sorted(others))
        region[one] = other
        back = [
            cell
            for cell in range(n * n)
            if region[cell] == other and cell != one and mine in map(region.__getitem__, near(cell))
        ]
        two = random.choice(back) if back else one
        region[two] = mine
        if not (hangs_together(mine) and hangs_together(other)):
            region[two], region[one] = other, mine
    return Grid.jigsaw("".join(DIGITS[name] for name in region))


def _cages(grid: Grid, solution: tuple[int, ...], random: Random) -> tuple[Cage, ...]:
    """Divide a grid into cages of two to four cells, seldom one or five."""
    free: set[Cell] = set(range(grid.n_cells))
    cages: list[list[Cell]] = []
    for start in random.sample(range(grid.n_cells), grid.n_cells):
        if start not in free:
            continue
        cage, most = [start], random.choice((2, 2, 3, 3, 4, 5))
        while len(cage) < most:
            digits = {solution[cell] for cell in cage}
            more = {c for cell in cage for c in grid.neighbors(cell) if c in free and solution[c] not in digits} - set(
                cage
            )
            if not more:
                break
            cage.append(random.choice(sorted(more)))
        if len(cage) == 1:  # join it to an adjacent cage, if possible
            joined = _find_adjacent_cage(start, cages, grid, solution)
            if joined is not None:
                cages[joined].append(start)
                free.discard(start)
                continue
        cages.append(cage)
        free -= set(cage)
    in_order = sorted(tuple(sorted(cage)) for cage in cages)
    return tuple(Cage(cage, sum(solution[cell] for cell in cage)) for cage in in_order)


def _find_adjacent_cage(cell: Cell, cages: list[list[Cell]], grid: Grid, solution: tuple[int, ...]) -> int | None:
    for number, cage in enumerate(cages):
        if (
            len(cage) < 5
            and any(c in cage for c in grid.neighbors(cell))
            and solution[cell] not in [solution[c] for c in cage]
        ):
            return number
    return None
