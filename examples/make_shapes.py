"""Make a minimal puzzle of any shape: a random full grid, from which givens are struck while there is one solution.

python examples/make_shapes.py samurai > examples/samurai.txt
python examples/make_shapes.py jigsaw > examples/jigsaw.txt
"""

from __future__ import annotations

import sys
from random import Random

from farandole import Grid, Puzzle, formats

JIGSAW = "AAABBBCCC DDABBCCCF DAAEBBCCF DDAEEBBCF DAAEEEIIF DGHHEEIFF DGGHHEIIF DGGGHHIFF GGGHHHIII"


def make_puzzle(grid: Grid, *, seed: int = 1) -> Puzzle:
    """Make a minimal puzzle with one solution."""
    random = Random(seed)
    givens = [0] * grid.n_cells
    for cell in random.sample(range(grid.n_cells), grid.n_cells // 5):  # at random, as far as they go together
        for digit in random.sample(range(1, grid.n_digits + 1), grid.n_digits):
            trial = [*givens[:cell], digit, *givens[cell + 1 :]]
            if all(givens[peer] != digit for peer in grid.peers[cell]) and Puzzle(grid, tuple(trial)).solve(seconds=1):
                givens = trial
                break
    solution = Puzzle(grid, tuple(givens)).solve()
    assert solution is not None
    givens = list(solution.digits)
    for cell in random.sample(range(grid.n_cells), grid.n_cells):
        trial = [*givens[:cell], 0, *givens[cell + 1 :]]
        if Puzzle(grid, tuple(trial)).is_unique():
            givens = trial
    return Puzzle(grid, tuple(givens))


if __name__ == "__main__":
    shape = sys.argv[1]
    print(f"# python examples/make_shapes.py {shape}")
    print(formats.write(make_puzzle(Grid.jigsaw(JIGSAW) if shape == "jigsaw" else Grid.named(shape)), "grid"), end="")
