"""Positions for practice, in each of which a given technique comes next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import NamedTuple

from farandole import formats, generate, logic
from farandole.errors import UnfinishedError
from farandole.grid import Cell
from farandole.i18n import tr, use_language
from farandole.limits import StopToken
from farandole.logic import Board, Technique
from farandole.puzzle import Puzzle
from farandole.rules import RULES
from farandole.web.api.ideas import list_ideas
from farandole.web.api.serialize import GUESS, Event, Lang, serialize_digits, serialize_notes, serialize_puzzle

MOST_SEEDS = 1 << 32
IDEAS = "ideas"  # the group of lessons about rules of variants


class Position(NamedTuple):
    """A position of a puzzle.

    Parameters
    ----------
    technique : str
        The technique of the next step, or the key of an idea of variants.
    puzzle : str
        The givens of a classic puzzle, or a document.
    n_steps : int
        How many steps lead to the position.
    """

    technique: str
    puzzle: str
    n_steps: int


def solve_to(position: Position) -> tuple[Puzzle, str, dict[Cell, int]]:
    """Solve a puzzle up to a position; return the puzzle, its digits, and the mask of candidates of each open cell.

    Examples
    --------
    >>> puzzle, digits, notes = solve_to(Position("Naked Single", "12345678." + "." * 72, 0))
    >>> digits[:9], notes[8]
    ('12345678.', 256)
    """
    text = position.puzzle
    puzzle = formats.read(text)[0] if text.startswith("{") else Puzzle.classic(text)
    board = Board.of(puzzle)
    for _ in islice(logic.explain(board), position.n_steps + 1):  # a step is done when the next one is asked for
        pass
    notes = {cell: mask for cell, mask in enumerate(board.masks) if not board.values[cell]}
    return puzzle, serialize_digits(board.values), notes


@cache
def _positions() -> dict[str, list[Position]]:
    """Read the positions that `examples/find_practice.py` has found, by technique or idea, the easiest first."""
    positions: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        technique, puzzle, n_steps = line.split("\t")
        positions.setdefault(technique, []).append(Position(technique, puzzle, int(n_steps)))
    return positions


def techniques(*, lang: Lang = "en") -> Iterator[Event]:
    """List the techniques to practice, easiest first, then the ideas of variants, each with its group (the level, or
    ``ideas``), and in the language its name and what it is.

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
        listed += [
            {
                "technique": idea.key,
                "name": idea.name,
                "about": idea.about,
                "level": IDEAS,
                "ready": idea.key in _positions(),
                "rules": [name for name, rule in RULES.items() if rule in idea.rules],
            }
            for idea in list_ideas()
        ]
    yield {"event": "result", "techniques": listed}


def practice(
    technique: str, *, seed: int = 0, nth: int | None = None, seconds: float = 15, lang: Lang = "en"
) -> Iterator[Event]:
    """Return a position in which a technique, or an idea of variants, comes next: a stored one, or one in a puzzle that
    is made for it.

    Of several stored ones, ``nth`` is the place of one, the easiest first; without it, ``seed`` chooses. Place 0 is for
    an example: after the last one comes 1 again. The result has the puzzle, the digits so far, and the candidates as
    notes. ``found`` is false if the time was up.
    """
    with use_language(lang):
        idea = next((idea for idea in list_ideas() if idea.key == technique), None)
        target = None if idea else logic.find_technique(technique)
        key, name = (idea.key, idea.name) if idea else (target.name, tr(target.name)) if target else ("", "")
    known = _positions().get(key, [])
    position = _choose(known, seed, nth) if known else None
    stop = StopToken(seconds)
    while position is None and target is not None and not stop.is_stopped:
        yield {"event": "progress", "seed": seed}
        position = _make_position(target, seed % MOST_SEEDS, stop)
        seed += 1
    if position is None:
        yield {"event": "result", "found": False}
        return
    puzzle, digits, notes = solve_to(position)
    with use_language(lang):
        names = {"technique": key, "name": name}
        marks = serialize_notes(puzzle.grid, notes)
        yield {"event": "result", "found": True, **names, "digits": digits, "notes": marks, **serialize_puzzle(puzzle)}


def _choose(known: list[Position], seed: int, nth: int | None) -> Position:
    if nth is None:
        return Random(seed).choice(known)
    return known[1 + (nth - 1) % (len(known) - 1) if nth > 0 and len(known) > 1 else 0]


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
