"""Positions for practice, in each of which a given technique comes next."""

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
from farandole.i18n import tr, use_language
from farandole.limits import StopToken
from farandole.logic import Board, Technique
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import GUESS, Event, Lang, serialize_digits, serialize_notes, serialize_puzzle

MOST_SEEDS = 1 << 32


class Position(NamedTuple):
    """A position of a puzzle.

    Parameters
    ----------
    technique : str
        The technique of the next step.
    givens : str
    n_steps : int
        How many steps lead to the position.
    """

    technique: str
    givens: str
    n_steps: int


def solve_to(position: Position) -> tuple[Puzzle, str, dict[Cell, int]]:
    """Solve a puzzle up to a position; return the puzzle, its digits, and the mask of candidates of each open cell.

    Examples
    --------
    >>> puzzle, digits, notes = solve_to(Position("Naked Single", "12345678." + "." * 72, 0))
    >>> digits[:9], notes[8]
    ('12345678.', 256)
    """
    puzzle = Puzzle.classic(position.givens)
    board = Board.of(puzzle)
    for _ in islice(logic.explain(board), position.n_steps + 1):  # a step is done when the next one is asked for
        pass
    notes = {cell: mask for cell, mask in enumerate(board.masks) if not board.values[cell]}
    return puzzle, serialize_digits(board.values), notes


@cache
def _positions() -> dict[str, list[Position]]:
    """Read the positions that `examples/find_practice.py` has found, by technique."""
    positions: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        technique, givens, n_steps = line.split("\t")
        positions.setdefault(technique, []).append(Position(technique, givens, int(n_steps)))
    return positions


def techniques(*, lang: Lang = "en") -> Iterator[Event]:
    """List the techniques to practice, easiest first, each with its name, its level, and in the language its name and
    what it is.

    For those that are ``ready``, `practice` has positions; for the others it makes puzzles, which takes a while.
    """
    with use_language(lang):
        listed = [
            {
                "technique": technique.name,
                "name": tr(technique.name),
                "about": tr(technique.doc),
                "level": technique.level.name.lower(),
                "ready": technique.name in _positions(),
            }
            for technique in dict.fromkeys(logic.TECHNIQUES)
            if technique is not GUESS
        ]
    yield {"event": "result", "techniques": listed}


def practice(technique: str, *, seed: int = 0, seconds: float = 15, lang: Lang = "en") -> Iterator[Event]:
    """Return a position in which a technique comes next: a stored one, or one in a puzzle that is made for it.

    The result has the puzzle, the digits so far, and the candidates as notes. ``found`` is false if the time was up.
    """
    target = logic.find_technique(technique)
    known = _positions().get(target.name)
    position = Random(seed).choice(known) if known else None
    stop = StopToken(seconds)
    while position is None and not stop.is_stopped:
        yield {"event": "progress", "seed": seed}
        position = _make_position(target, seed % MOST_SEEDS, stop)
        seed += 1
    if position is None:
        yield {"event": "result", "found": False}
        return
    puzzle, digits, notes = solve_to(position)
    with use_language(lang):
        names = {"technique": target.name, "name": tr(target.name)}
    marks = serialize_notes(puzzle.grid, notes)
    yield {"event": "result", "found": True, **names, "digits": digits, "notes": marks, **serialize_puzzle(puzzle)}


def _make_position(target: Technique, seed: int, stop: StopToken) -> Position | None:
    """Make a puzzle that needs a technique, and find the position; None if the puzzle doesn't need it after all."""
    try:
        puzzle = generate.make(techniques=[target], seed=seed, seconds=stop.seconds_left()).puzzle
    except UnfinishedError:
        return None
    for n_steps, step in enumerate(logic.explain(puzzle)):
        if step.technique is target:
            return Position(target.name, puzzle.line, n_steps)
    return None
