"""Brute force: a digit of the solution, when nothing else helps."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.logic.board import Board, bit_of, bits
from farandole.logic.step import Because, Level, Step, technique
from farandole.rules import Model


@technique(
    "Brute Force",
    Level.EXTREME,
    score=10000,
    aliases=("Guess", "Trial and Error"),
    source="Bernhard Hobiger, HoDoKu 2.2, BruteForceSolver",
)
def brute_force(board: Board) -> Iterator[Step]:
    """A search has found the solution, which is not a reason. The middle one of the open cells takes its digit."""
    model = Model(board.geometry.n_digits, board.geometry.n_cells)
    for house in board.geometry.cells:
        model.all_different(house)
    for rule in board.rules:
        rule.post(model)
    for cell, (value, mask) in enumerate(zip(board.values, board.masks, strict=True)):
        model.allow(cell, bit_of(value) if value else mask)
    digits = model.search().next()
    cells = list(bits(board.open))
    if digits is not None and cells:
        cell = cells[len(cells) // 2]
        yield Step(brute_force, ((cell, digits[cell]),), (), Because(cells=1 << cell))
