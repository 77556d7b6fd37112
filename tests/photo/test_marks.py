"""Pencilmarks at places or in rows are read, in grids and in killers."""

from random import Random

import numpy as np
import pytest

from farandole.grid import Grid
from farandole.photo import read
from farandole.photo.digits import schemes
from farandole.photo.geometry import lattice
from farandole.photo.ink.marks import read_marks
from farandole.photo.synthetic import make_sheet
from farandole.photo.synthetic.drawing import Drawing
from farandole.photo.synthetic.looks import Look
from farandole.puzzle import Puzzle


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("n", "letters"), [(9, "numbers"), (16, "numbers"), (16, "letters")])
def test_marks_are_read(n: int, letters: str, packed: bool) -> None:
    grid, random = Grid.classic(n), Random(n)
    marks = {cell: set(random.sample(range(1, n + 1), random.randint(1, 5))) for cell in range(0, n * n, 3)}
    drawing = Drawing(Puzzle.of(grid, (0,) * n * n), Look(cell=72, packed=packed, letters=letters), {}, marks, random)
    mesh = lattice(n, n) * (drawing.corners[2][0] - drawing.corners[0][0]) + drawing.corners[0]
    gray = np.asarray(drawing.page.convert("L"))
    cells = [grid.positions[cell] for cell in marks]
    found, _ = read_marks(gray, mesh, cells, n, schemes(n)[letters == "letters"])
    right = [mask == sum(1 << digit - 1 for digit in marks[cell]) for cell, mask in zip(marks, found, strict=True)]
    assert np.mean(right) >= (0.9 if packed and n > 9 else 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1000, 1004, 1005])
def test_borders_and_totals_are_no_marks(seed: int) -> None:
    """Borders were a little off, or at bends; totals were removed with the marks below them."""
    made = make_sheet("killer", seed, on="screen", filled=True)
    found, [truth] = read(made.picture), made.ground_truths
    right = [found.candidates[cell] == sum(1 << digit - 1 for digit in digits) for cell, digits in truth.marks.items()]
    assert np.mean(right) > 0.98
    assert not any(mask for cell, mask in enumerate(found.candidates) if cell not in truth.marks)
