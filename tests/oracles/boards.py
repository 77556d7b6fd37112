"""Boards with rules for tests of the logic, and whether claims about them are possible, by trying all digits."""

from itertools import product

from farandole.grid import Grid
from farandole.logic import Board
from farandole.logic.board import Geometry
from farandole.puzzle import Puzzle
from farandole.rules import Rule


def board_with(*rules: Rule, givens: str = "." * 81) -> Board:
    """A classic board with rules."""
    return Board.of(Puzzle.of(Grid.classic(), givens, rules=list(rules)))


def number(geometry: Geometry, name: str) -> int:
    """The number of a cell."""
    return next(cell for cell in range(geometry.n_cells) if geometry.grid.cell_name(cell) == name)


def keep(board: Board, kept: dict[str, tuple[int, ...]]) -> None:
    """Leave cells only these candidates."""
    for name, digits in kept.items():
        for digit in set(range(1, board.geometry.n_digits + 1)) - set(digits):
            board.eliminate(number(board.geometry, name), digit)


def keep_places(board: Board, digit: int, houses: dict[str, str]) -> None:
    """Leave a digit only these cells of houses."""
    names = {house.name: house.cells for house in board.geometry.grid.houses}
    for house, kept in houses.items():
        for cell in names[house]:
            if board.geometry.grid.cell_name(cell) not in kept.split():
                board.eliminate(cell, digit)


def is_possible(geometry: Geometry, rules: tuple[Rule, ...], *claims: tuple[int, int]) -> bool:
    """Whether some digits satisfy rules and the houses among their cells, and these claims are true."""
    held = dict(claims)
    if len(held) < len(set(claims)):
        return False
    cells = tuple(dict.fromkeys([*held, *(cell for rule in rules for cell in rule.scope)]))
    choices = [[held[cell]] if cell in held else range(1, geometry.n_digits + 1) for cell in cells]
    for digits in product(*choices):
        way = dict(zip(cells, digits, strict=True))
        if all(rule.holds(tuple(way[cell] for cell in rule.scope)) for rule in rules) and all(
            way[one] != way[two] for one, two in product(cells, cells) if geometry.peers[one] >> two & 1
        ):
            return True
    return False
