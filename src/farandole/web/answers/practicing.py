"""Practice: positions of puzzles of ours in which a technique is what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import NamedTuple

from farandole import logic
from farandole.errors import ArgumentError
from farandole.grid import Cell
from farandole.language import speaking, tr
from farandole.logic import Board
from farandole.logic.board import DigitSet, bits, digits_of
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import text_of
from farandole.web.answers.told import Event, Lang, board_of, document


class Position(NamedTuple):
    """A position of a puzzle.

    Parameters
    ----------
    technique : str
        Its step comes next.
    givens : str
    n_steps : int
        How many steps of the path lead there.
    """

    technique: str
    givens: str
    n_steps: int


def at_position(position: Position) -> tuple[Puzzle, str, dict[Cell, DigitSet]]:
    """Walk to a position: the puzzle, the digits that are there, and the candidates that are left.

    Examples
    --------
    >>> puzzle, digits, notes = at_position(Position("Naked Single", "12345678." + "." * 72, 0))
    >>> digits[:9], notes[8]
    ('12345678.', 256)
    """
    puzzle = Puzzle.classic(position.givens)
    board = Board.of(puzzle)
    steps = logic.explain(board)
    for _ in islice(steps, position.n_steps + 1):  # a step is done when the next one is asked for
        pass
    return puzzle, text_of(board.values), {cell: board.masks[cell] for cell in bits(board.open)}


@cache
def _positions() -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        technique, givens, n_steps = line.split("\t")
        found.setdefault(technique, []).append(Position(technique, givens, int(n_steps)))
    return found


def practice(technique: str | None = None, *, seed: int | None = None, lang: Lang = "en") -> Iterator[Event]:
    """Give a position whose next step is a technique; without its name, list the techniques that can be practiced."""
    known = _positions()
    if technique is None:
        yield {"event": "result", "techniques": _listed(known, lang)}
        return
    if technique not in known:
        raise ArgumentError(f"technique: expected one of {', '.join(known)}; found {technique!r}")
    puzzle, digits, notes = at_position(Random(seed).choice(known[technique]))
    named = {puzzle.grid.cell_name(cell): text_of(digits_of(mask)) for cell, mask in notes.items()}
    yield {
        "event": "result",
        "technique": technique,
        "document": document(puzzle),
        "board": board_of(puzzle),
        "digits": digits,
        "notes": named,
    }


def _listed(known: dict[str, list[Position]], lang: Lang) -> list[Event]:
    levels = {one.name: one.level.name.lower() for one in logic.TECHNIQUES}
    with speaking(lang):
        return [
            {"technique": name, "name": tr(name), "level": levels[name], "count": len(some)}
            for name, some in known.items()
        ]
