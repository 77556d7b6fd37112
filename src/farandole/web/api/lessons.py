"""The steps that lessons are about, and the stored boards on which players find them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import NamedTuple

from farandole import formats, logic
from farandole.bitsets import digits_of
from farandole.errors import ArgumentError
from farandole.grid import Cell
from farandole.logic import Board, Hint, Step
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.web.api.ideas import list_ideas
from farandole.web.api.serialize import serialize_digits, serialize_masks
from farandole.web.parameters import read_board

MOST_STEPS = 5  # of a lesson on one board


class Position(NamedTuple):
    """A board on which a step of a lesson is possible.

    Parameters
    ----------
    lesson : str
        The name of a technique, or the key of an idea of variants.
    puzzle : str
        The givens of a classic puzzle, or a document.
    digits : str
        The digits so far, a character each, with ``.`` for an open cell.
    candidates : str
        The candidates of each open cell, with commas between the cells.

    Examples
    --------
    >>> givens = "12345678." + "." * 72
    >>> puzzle, board = Position("Naked Single", givens, givens, ",,,,,,,,9,56" + "," * 71).read()
    >>> board.masks[8], board.masks[9]
    (256, 48)
    """

    lesson: str
    puzzle: str
    digits: str
    candidates: str

    @classmethod
    def of(cls, lesson: str, puzzle: str, board: Board) -> Position:
        """Write down a board of a puzzle."""
        masks = (0 if digit else mask for digit, mask in zip(board.values, board.masks, strict=True))
        return cls(lesson, puzzle, serialize_digits(board.values), ",".join(serialize_masks(masks)))

    def read(self) -> tuple[Puzzle, Board]:
        """Return the puzzle, and its board with the digits and candidates."""
        puzzle = formats.read(self.puzzle)[0] if self.puzzle.startswith("{") else Puzzle.classic(self.puzzle)
        board = read_board(puzzle, self.digits)
        for cell, kept in enumerate(self.candidates.split(",")):
            for digit in digits_of(board.masks[cell]) if kept else ():
                if str(digit) not in kept:
                    board.eliminate(cell, digit)
        return puzzle, board


@cache
def read_positions() -> dict[str, list[Position]]:
    """Read the positions that `examples/find_practice.py` has found, by lesson, the easiest first."""
    positions: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        position = Position(*line.split("\t"))
        positions.setdefault(position.lesson, []).append(position)
    return positions


def list_candidates(board: Board) -> dict[Cell, int]:
    """Return the mask of candidates of each open cell."""
    return {cell: mask for cell, mask in enumerate(board.masks) if not board.values[cell]}


def find_steps(board: Board, lesson: str) -> list[Step]:
    """Find steps that a lesson is about, whether or not simpler ones are possible: a few with different effects.

    Raises
    ------
    ArgumentError
        If the lesson is neither an idea nor a technique.
    """
    found: dict[object, Step] = {}
    for step in islice(_search(board, lesson), MOST_STEPS):
        found.setdefault((frozenset(step.placements), frozenset(step.eliminations)), step)
    return list(found.values())


def _search(board: Board, lesson: str) -> Iterator[Step]:
    idea = next((idea for idea in list_ideas() if idea.key == lesson), None)
    if idea is None:
        target = logic.find_technique(lesson)
        yield from (step for step in target(board.copy()) if step.technique is target)
        return
    for search in logic.SEARCHES:
        steps = [step for step in islice(search(board.copy()), MOST_STEPS) if idea.is_in(step)]
        if steps:
            yield from steps
            return


def prefer_lesson(hint: Hint, lesson: str) -> Hint:
    """Return the hint about a step of a lesson instead, if one is possible."""
    if hint.step is None:
        return hint
    try:
        steps = find_steps(hint.board, lesson)
    except ArgumentError as error:
        raise ArgumentError.from_error(error, f"lesson: {error}") from None
    return replace(hint, step=replace(steps[0], board=hint.board.copy())) if steps else hint
