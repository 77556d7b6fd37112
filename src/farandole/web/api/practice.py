"""Practice: positions of puzzles of ours in which a technique is what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import NamedTuple

from farandole import generate, logic
from farandole.errors import UnfinishedError
from farandole.grid import Cell
from farandole.i18n import speaking, tr
from farandole.limits import Deadline
from farandole.logic import Board
from farandole.logic.board import DigitSet, bits, digits_of
from farandole.logic.catalog import TECHNIQUES, find_technique
from farandole.logic.techniques.brute_force import brute_force
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import text_of
from farandole.web.api.serialize import Event, Lang, board_of, document

MOST_SEEDS = 1 << 32


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
    for _ in islice(logic.explain(board), position.n_steps + 1):  # a step is done when the next one is asked for
        pass
    return puzzle, text_of(board.values), {cell: board.masks[cell] for cell in bits(board.open)}


@cache
def _positions() -> dict[str, list[Position]]:
    """Read what `examples/find_practice.py` has found."""
    found: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        technique, givens, n_steps = line.split("\t")
        found.setdefault(technique, []).append(Position(technique, givens, int(n_steps)))
    return found


def techniques(*, lang: Lang = "en") -> Iterator[Event]:
    """List the techniques that one can practice, easiest first: the name, what players call it, and its level.

    Of those that are ``ready``, `practice` knows positions; for others it makes puzzles, which takes a while.
    """
    with speaking(lang):
        some = [
            {
                "technique": one.name,
                "name": tr(one.name),
                "level": one.level.name.lower(),
                "ready": one.name in _positions(),
            }
            for one in dict.fromkeys(TECHNIQUES)
            if one is not brute_force
        ]
    yield {"event": "result", "techniques": some}


def practice(technique: str, *, seed: int = 0, seconds: float = 15, lang: Lang = "en") -> Iterator[Event]:
    """Give a position whose next step is a technique: one of ours, or one in a puzzle that is made for it.

    The result has the puzzle, the digits so far, and the candidates as notes. ``found`` is false where time was up.
    """
    wanted = find_technique(technique)
    known = _positions().get(wanted.name)
    position = Random(seed).choice(known) if known else None
    deadline = Deadline(seconds)
    while position is None and not deadline.has_passed:
        yield {"event": "progress", "seed": seed}
        position = _made(wanted, seed % MOST_SEEDS, deadline)
        seed += 1
    if position is None:
        yield {"event": "result", "found": False}
        return
    puzzle, digits, notes = at_position(position)
    named = {puzzle.grid.cell_name(cell): text_of(digits_of(mask)) for cell, mask in notes.items()}
    with speaking(lang):
        name = tr(wanted.name)
    told: Event = {"found": True, "technique": wanted.name, "name": name, "digits": digits, "notes": named}
    yield {"event": "result", **told, "document": document(puzzle), "board": board_of(puzzle)}


def _made(wanted: logic.Technique, seed: int, deadline: Deadline) -> Position | None:
    """Make a puzzle that needs a technique, and find where; None if the puzzle that is made does not."""
    try:
        puzzle = generate.make(techniques=[wanted], seed=seed, seconds=deadline.left()).puzzle
    except UnfinishedError:
        return None
    for n_steps, step in enumerate(logic.explain(puzzle)):
        if step.technique is wanted:
            return Position(wanted.name, puzzle.line, n_steps)
    return None
