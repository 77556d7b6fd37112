"""A tiling: where the pieces lie on a board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from farandole.cover.pieces.board import Board, draw_text
from farandole.cover.pieces.lattice import Cell
from farandole.display import RichDisplay

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Placement(NamedTuple):
    """A piece in its place: the label of an option.

    Attributes
    ----------
    piece : str
        Its name.
    cells : tuple of Cell
        In ascending order.
    """

    piece: str
    cells: tuple[Cell, ...]


class Tiling(RichDisplay):
    """Pieces on a board. ``print`` draws it with letters, a notebook in colors; `farandole.draw` makes files.

    Attributes
    ----------
    board : Board
    placements : tuple of Placement
        By their first cells.

    Examples
    --------
    >>> from farandole.cover.pieces import Packing
    >>> tiling = Packing(Board.rectangle(2, 5), {"P": "XXX/XX."}, times=2).solve()
    >>> print(tiling)
    AAABB
    AABBB
    >>> tiling.at((0, 0)).cells
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))
    """

    def __init__(self, board: Board, placements: Iterable[Placement]) -> None:
        self.board = board
        self.placements = tuple(sorted(placements, key=lambda placement: placement.cells))

    @cached_property
    def _owners(self) -> dict[Cell, int]:
        return {cell: number for number, placement in enumerate(self.placements) for cell in placement.cells}

    def at(self, cell: Cell) -> Placement | None:
        """Return what lies on a cell, or None."""
        number = self._owners.get(tuple(cell))
        return None if number is None else self.placements[number]

    @cached_property
    def colors(self) -> tuple[int, ...]:
        """A small number from 0 for each placement, so that those that touch have different ones."""
        lattice, owners = self.board.lattice, self._owners
        colors: list[int] = []
        for number, placement in enumerate(self.placements):
            near = (lattice.cell(point) for cell in placement.cells for point in lattice.neighbors(lattice.point(cell)))
            taken = {colors[owners[cell]] for cell in near if owners.get(cell, number) < number}
            colors.append(next(color for color in range(len(taken) + 1) if color not in taken))
        return tuple(colors)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """A sign for each placement: the names of the pieces, if they have one character each and all differ."""
        names = [placement.piece for placement in self.placements]
        if len(set(names)) == len(names) and all(len(name) == 1 for name in names):
            return tuple(names)
        return tuple(LETTERS[color % len(LETTERS)] for color in self.colors)

    def __str__(self) -> str:
        signs = {cell: self.signs[number] for cell, number in self._owners.items()}
        return draw_text(self.board, {cell: signs.get(cell, ".") for cell in self.board.cells})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiling):
            return NotImplemented
        return (self.board, self.placements) == (other.board, other.placements)

    def __hash__(self) -> int:
        return hash(self.placements)

    def __repr__(self) -> str:
        return f"<Tiling: {len(self.placements)} pieces on {len(self.board)} cells>"
