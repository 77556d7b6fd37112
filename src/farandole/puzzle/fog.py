"""Fog of war: clues that are hidden until the digits near them are right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from farandole.errors import PuzzleError, short_repr
from farandole.grid import Cell, Grid
from farandole.records import record
from farandole.sizes import MAX_CELLS

Cells = tuple[Cell, ...]


@record
class Fog:
    """Fog over a puzzle.

    A right digit that the player enters clears its cell and the cells around it, also diagonally. If there are links,
    it clears the cells of its links instead. A given clears nothing, but counts for links when it is clear.

    Parameters
    ----------
    lamps : tuple of Cell
        The cells that are clear from the start.
    links : tuple of (tuple of Cell, tuple of Cell)
        Cells that become clear (the second) when all cells of the first hold the right digit.
    solution : tuple of int
        The right digits, if the setter stored them; empty if they are those of the only solution.

    Raises
    ------
    PuzzleError
        If something isn't a cell.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> grid = Grid.classic((2, 2))
    >>> solution = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    >>> fog = Fog((0,))
    >>> sorted(fog.clear_cells(grid, (0,) * 16, solution))
    [0]
    >>> sorted(fog.clear_cells(grid, (1, *[0] * 15), solution))
    [0, 1, 4, 5]
    """

    lamps: Cells = ()
    links: tuple[tuple[Cells, Cells], ...] = ()
    solution: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        every = [*self.lamps, *(cell for link in self.links for cells in link for cell in cells)]
        if len(every) > 10 * MAX_CELLS:
            raise PuzzleError(f"fog: expected at most {10 * MAX_CELLS:,} cells, found {len(every):,}")
        for cell in every:
            if not isinstance(cell, int) or cell < 0:
                raise PuzzleError(f"fog: expected cells, found {short_repr(cell)}")

    def check(self, grid: Grid) -> None:
        """Raise a PuzzleError if the fog doesn't fit a grid."""
        every = [*self.lamps, *(cell for link in self.links for cells in link for cell in cells)]
        if outside := [cell for cell in every if cell >= grid.n_cells]:
            raise PuzzleError(f"fog: expected cells 0 to {grid.n_cells - 1}, found {outside[0]}")
        if self.solution and len(self.solution) != grid.n_cells:
            raise PuzzleError(f"fog: expected a solution of {grid.n_cells} digits, found {len(self.solution)}")

    def clear_cells(
        self, grid: Grid, entered: Sequence[int], solution: Sequence[int], givens: Sequence[int] = ()
    ) -> set[Cell]:
        """Find the cells that are clear.

        Parameters
        ----------
        grid : Grid
        entered : sequence of int
            The digits that the player entered, 0 for none.
        solution : sequence of int
            The right digits; empty if they are unknown.
        givens : sequence of int, optional
        """
        right = {cell for cell, digit in enumerate(entered) if digit and solution and digit == solution[cell]}
        right -= {cell for cell, given in enumerate(givens) if given}
        clear = {*self.lamps}
        if not self.links:
            for cell in right:
                clear |= neighborhood(grid, cell)
            return clear
        while True:
            known = right | {cell for cell, given in enumerate(givens) if given and cell in clear}
            more = clear.union(*(cells for trigger, cells in self.links if trigger and known.issuperset(trigger)))
            if more == clear:
                return clear
            clear = more


def neighborhood(grid: Grid, cell: Cell) -> set[Cell]:
    """Return a cell and the cells around it, also diagonally."""
    row, column = grid.positions[cell]
    near = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
    return {other for place in near if (other := grid.cell(*place)) is not None}


def hidden_cells(grid: Grid, clear: Iterable[Cell]) -> Cells:
    """List the cells that are under fog."""
    seen = {*clear}
    return tuple(cell for cell in range(grid.n_cells) if cell not in seen)
